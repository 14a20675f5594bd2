/*
 * value/wire.c
 *		Between filters and bytes from outside.
 *
 * The validator stands between outside bytes and everything else: what it
 * has passed can be worked with by any function without another check.  It
 * reads no field before it knows that the field is there.
 */
#include "value/wire.h"

#include "core/hashes.h"

/*
 * What this version can't work with although the format has it, or NULL.
 */
static const char *
unsupported_feature(const Bloom *filter)
{
	if (filter->version != BLOOM_FORMAT_VERSION)
		return psprintf("format version %d", filter->version);
	if (bloom_family_name(filter->family) == NULL)
		return psprintf("hash family %d", filter->family);
	return NULL;
}

/*
 * What is wrong with the layer table and own data of another library's filter
 * of so many bytes, or NULL; its class and flags are right.
 */
static const char *
foreign_problem(const Bloom *filter, Size size)
{
	const BloomForeign *foreign = bloom_stored_foreign(filter);
	const char *problem;

	if (filter->flags != BLOOM_FLAG_DENSE || filter->growth != 0 ||
		filter->seed != 0 || filter->layers < 1 ||
		filter->layers > BLOOM_FOREIGN_MAX_LAYERS)
		return "a filter of another library is dense, and has layers";
	if (filter->extra * sizeof(uint64) != bloom_foreign_size(filter) ||
		size < bloom_prefix_size(filter))
		return "its own data has another length";
	problem = bloom_foreign_problem(filter->family, foreign, filter->layers);
	if (problem != NULL)
		return problem;
	if ((uint64) filter->capacity != foreign->capacity ||
		filter->error_rate != foreign->error_rate)
		return "its capacity or error rate are not those of its own data";
	for (int i = 0; i < filter->layers; i++)
	{
		BloomGeometry geometry = bloom_foreign_geometry(&foreign->layer[i]);

		if (memcmp(&geometry, &filter->layer[i].geometry,
				   sizeof(geometry)) != 0)
			return "a layer's sizes don't fit each other";
	}
	if (size != bloom_prefix_size(filter) + bloom_words_size(filter))
		return "its length isn't that of its content";
	return NULL;
}

/*
 * What is wrong with the header of a supported filter of so many bytes, or
 * NULL.  size is known to hold a header without layers.
 */
static const char *
header_problem(const Bloom *filter, Size size)
{
	bool		dense = (filter->flags & BLOOM_FLAG_DENSE) != 0;

	if (filter->flags & ~(BLOOM_FLAG_DENSE | BLOOM_FLAG_COUNTING))
		return "reserved flags are set";
	if (!bloom_class_valid(filter->class))
		return "the class of its values is unknown";
	if (bloom_is_foreign(filter))
		return foreign_problem(filter, size);
	if (!bloom_growth_valid(filter->growth))
		return "the growth is unknown";
	if (!(filter->error_rate >= BLOOM_MIN_ERROR_RATE &&
		  filter->error_rate <= BLOOM_MAX_ERROR_RATE))
		return "the error rate is out of range";
	if (filter->capacity < 0 ||
		(filter->capacity == 0 && (dense || filter->growth != 2)))
		return "the capacity is out of range";
	if (dense != (filter->layers > 0))
		return "a dense filter has layers, a sparse one has none";
	if (filter->growth == 0 && filter->layers > 1)
		return "a fixed filter has one layer";
	if (bloom_is_counting(filter) && (!dense || filter->growth != 0))
		return "a counting filter is dense and fixed";
	if (size < bloom_prefix_size(filter))
		return "it is too short";
	for (int i = 0; i < filter->layers; i++)
		if (!bloom_geometry_valid(&filter->layer[i].geometry))
			return "a layer's sizes don't fit each other";
	if (dense ?
		size != bloom_prefix_size(filter) + bloom_words_size(filter) :
		(size - bloom_prefix_size(filter)) % sizeof(uint64) != 0)
		return "its length isn't that of its content";
	return NULL;
}

/* Whether the bits of an array of so many lines are 0 from there on */
static bool
padding_is_clear(const uint64 *words, uint64 bits, Size lines)
{
	for (uint64 i = bits; i < lines * BLOOM_LINE_BITS; i++)
		if (words[i / 64] >> (i % 64) & 1)
			return false;
	return true;
}

/* The same for the words of a dense filter whose header is right */
static const char *
words_problem(const Bloom *filter)
{
	const uint64 *words = bloom_stored_words(filter);

	/* it may be emptied, and then be a list */
	if (filter->growth != 0 && bloom_head_limit(bloom_head_empty(filter)) == 0)
		return "a filter of that capacity and error rate would be too large";
	for (int i = 0; i < filter->layers; i++)
	{
		const BloomLayer *layer = &filter->layer[i];

		if (bloom_count_lines(filter, words, layer->geometry.lines) !=
			layer->bits_set)
			return "its count of set bits is wrong";
		if (bloom_is_foreign(filter) &&
			!padding_is_clear(words,
							  bloom_stored_foreign(filter)->layer[i].bits,
							  layer->geometry.lines))
			return "bits are set past the end of a layer";
		words += layer->geometry.lines * bloom_line_words(filter);
	}
	return NULL;
}

/* The same for the hashes of a sparse filter whose header is right */
static const char *
hashes_problem(const Bloom *filter)
{
	Size		limit = bloom_head_limit(filter);

	if (limit == 0)
		return "a filter of that capacity and error rate would be too large";
	if (filter->growth == 0 && bloom_stored_count(filter) > limit)
		return "it has more hashes than a sparse filter can have";
	if (!bloom_hashes_ascend(bloom_stored_hashes(filter),
							 bloom_stored_count(filter)))
		return "its hashes aren't in ascending order";
	return NULL;
}

static const char *
content_problem(const Bloom *filter)
{
	return bloom_is_sparse(filter) ? hashes_problem(filter) :
		words_problem(filter);
}

/* Between native and little-endian byte order; nothing on most machines */
static void
swap_header(Bloom *filter)
{
	uint64		bits;

	filter->class = bloom_le32(filter->class);
	filter->layers = bloom_le16(filter->layers);
	filter->extra = bloom_le16(filter->extra);
	filter->seed = bloom_le64(filter->seed);
	filter->capacity = bloom_le64(filter->capacity);
	memcpy(&bits, &filter->error_rate, sizeof(bits));
	bits = bloom_le64(bits);
	memcpy(&filter->error_rate, &bits, sizeof(bits));
}

/* The same for what follows the header, which is in native order */
static void
swap_layers(Bloom *filter, Size size)
{
	uint64	   *words = (uint64 *) ((char *) filter +
								   BLOOM_HEADER_SIZE(filter->layers));
	uint64	   *end = (uint64 *) ((char *) filter + size);

	for (int i = 0; i < filter->layers; i++)
	{
		BloomLayer *layer = &filter->layer[i];

		layer->geometry.lines = bloom_le32(layer->geometry.lines);
		layer->geometry.region = bloom_le16(layer->geometry.region);
		layer->bits_set = bloom_le64(layer->bits_set);
	}
	for (; words < end; words++)
		*words = bloom_le64(*words);
}

/*
 * Turn wire bytes, to which the caller has given a varlena header, into a
 * filter, in place.  What is wrong with them is an error with the given code,
 * or is saved in context where that is an ErrorSaveContext; then the result
 * is false.
 */
bool
bloom_from_wire(Bloom *filter, int sqlerrcode, Node *context)
{
	Size		size = VARSIZE(filter);
	const char *problem;

	if (size < BLOOM_HEADER_SIZE(0))
		ereturn(context, false,
				(errcode(sqlerrcode),
				 errmsg("invalid bloom filter: it is too short")));

	if (memcmp(&filter->version, "\\x", 2) == 0)
		ereturn(context, false,
				(errcode(sqlerrcode),
				 errmsg("invalid bloom filter: it looks like the text form, sent as binary"),
				 errhint("Send it as text, or the bytes that the hexadecimal digits after \\x stand for.")));

	swap_header(filter);
	problem = unsupported_feature(filter);
	if (problem != NULL)
		ereturn(context, false,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("this version of bloomext does not support bloom filters with %s",
						problem)));

	if (size >= BLOOM_HEADER_SIZE(filter->layers) &&
		(size - BLOOM_HEADER_SIZE(filter->layers)) % sizeof(uint64) == 0)
		swap_layers(filter, size);
	problem = !bloom_is_foreign(filter) && filter->extra != 0 ?
		"reserved data is present" :
		header_problem(filter, size);
	if (problem == NULL)
		problem = content_problem(filter);
	if (problem != NULL)
		ereturn(context, false,
				(errcode(sqlerrcode),
				 errmsg("invalid bloom filter: %s", problem)));
	return true;
}

/* The opposite, in place: the bytes after the varlena header are the wire's */
void
bloom_to_wire(Bloom *filter)
{
	swap_layers(filter, VARSIZE(filter));
	swap_header(filter);
}

/* Whether this version can work with a value in memory, by its header */
static bool
header_valid(const Bloom *filter)
{
	Size		size = VARSIZE(filter);

	return size >= BLOOM_HEADER_SIZE(0) &&
		unsupported_feature(filter) == NULL &&
		header_problem(filter, size) == NULL;
}

/* The same, by the whole of it: for assertions */
bool
bloom_valid(const Bloom *filter)
{
	return header_valid(filter) && content_problem(filter) == NULL;
}

/*
 * An error unless a value that came from storage can be worked with.  Its
 * header is checked in full, its words were when they entered.
 */
void
bloom_check_stored(const Bloom *filter)
{
	if (!header_valid(filter))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("stored bloom filter is corrupt or from a newer version of bloomext")));
}
