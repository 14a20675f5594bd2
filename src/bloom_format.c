/*
 * bloom_format.c
 *		Making, checking and converting the stored form of a filter.
 *
 * The validator stands between outside bytes and everything else: what it
 * has passed can be worked with by any function without another check.  It
 * reads no field before it knows that the field is there.
 */
#include "bloom_format.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"

#include "bloom_bits.h"

static void
check_shape(const BloomShape *shape)
{
	if (shape->capacity < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("capacity must be at least 1")));
	/* written so that NaN fails */
	if (!(shape->error_rate >= BLOOM_MIN_ERROR_RATE &&
		  shape->error_rate <= BLOOM_MAX_ERROR_RATE))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("error rate must be between %g and %g",
						BLOOM_MIN_ERROR_RATE, BLOOM_MAX_ERROR_RATE)));
}

/* The error of a capacity or error rate that is null where it mustn't be */
void
bloom_shape_null(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
			 errmsg("capacity and error rate must not be null")));
}

/*
 * The header and layer table of an empty filter, palloc'd, or an error if
 * the shape can't be had.
 */
Bloom *
bloom_head_make(const BloomShape *shape)
{
	Bloom	   *head;
	BloomGeometry geometry;

	check_shape(shape);
	if (!bloom_geometry_solve(shape->capacity, shape->error_rate, &geometry) ||
		BLOOM_HEADER_SIZE(1) + (Size) geometry.lines * (BLOOM_LINE_BITS / 8) >
		BLOOM_MAX_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("bloom filter would be larger than %d MB",
						BLOOM_MAX_BYTES / 1024 / 1024),
				 errdetail("It was asked for a capacity of " INT64_FORMAT " at an error rate of %g.",
						   shape->capacity, shape->error_rate),
				 errhint("Spread the values over several filters by bloom_shard.")));

	head = palloc0(BLOOM_HEADER_SIZE(1));
	head->version = BLOOM_FORMAT_VERSION;
	head->flags = BLOOM_FLAG_DENSE;
	head->family = BLOOM_FAMILY_NATIVE;
	head->class = BLOOM_CLASS_NONE;
	head->layers = 1;
	head->seed = (uint64) shape->seed;
	head->capacity = shape->capacity;
	head->error_rate = shape->error_rate;
	head->layer[0].geometry = geometry;
	return head;
}

/*
 * The header and layer table, palloc'd, of an empty filter of the same shape,
 * which may hold any class.
 */
Bloom *
bloom_head_empty(const Bloom *head)
{
	Bloom	   *empty = palloc(BLOOM_HEADER_SIZE(head->layers));

	memcpy(empty, head, BLOOM_HEADER_SIZE(head->layers));
	empty->class = BLOOM_CLASS_NONE;
	for (int i = 0; i < empty->layers; i++)
		empty->layer[i].bits_set = 0;
	return empty;
}

/* What users know a shape by; only what is set appears */
static char *
shape_text(const Bloom *head)
{
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfo(&text, "capacity " INT64_FORMAT ", error rate %g",
					 head->capacity, head->error_rate);
	if (head->seed != 0)
		appendStringInfo(&text, ", seed " INT64_FORMAT, (int64) head->seed);
	appendStringInfo(&text, ", %u lines", head->layer[0].geometry.lines);
	return text.data;
}

/*
 * By how much the first filter has to be folded to have the second one's
 * shape; 1 if they have one shape, 0 if folding doesn't lead there.
 */
uint32
bloom_fold_factor(const Bloom *from, const Bloom *to)
{
	uint32		factor;

	if (from->flags != to->flags || from->family != to->family ||
		from->growth != 0 || to->growth != 0 || from->seed != to->seed ||
		from->error_rate != to->error_rate)
		return 0;
	factor = bloom_geometry_fold_factor(&from->layer[0].geometry,
										&to->layer[0].geometry);
	return from->capacity == to->capacity * factor ? factor : 0;
}

/* The error of bloom_check_class */
void
bloom_class_mismatch(BloomClass held, BloomClass class)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filter holds %s values, not %s",
					bloom_class_name(held), bloom_class_name(class)),
			 errhint("Cast the value to the type that the filter was built from.")));
}

/*
 * An error unless the two filters can be united and intersected: they have
 * one shape, or one folds to the other's.
 */
void
bloom_check_combinable(const Bloom *a, const Bloom *b)
{
	if (bloom_is_identity(a) || bloom_is_identity(b))
		return;
	if (bloom_fold_factor(a, b) == 0 && bloom_fold_factor(b, a) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters have different shapes"),
				 errdetail("One has %s, the other %s.",
						   shape_text(a), shape_text(b)),
				 errhint("Build both with the same capacity, error rate and seed.")));
	if (bloom_classes_conflict(a->class, b->class))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("one bloom filter holds %s values, the other %s values",
						bloom_class_name(a->class),
						bloom_class_name(b->class))));
}

/*
 * What this version can't work with although the format has it, or NULL.
 */
static const char *
unsupported_feature(const Bloom *filter, Size size)
{
	if (filter->version != BLOOM_FORMAT_VERSION)
		return psprintf("format version %d", filter->version);
	if (filter->family != BLOOM_FAMILY_NATIVE)
		return psprintf("hash family %d", filter->family);
	if (filter->flags & BLOOM_FLAG_COUNTING)
		return "counting";
	if (filter->flags & BLOOM_FLAG_DENSE)
		return filter->growth != 0 ? "growth" : NULL;
	/* the only list of hashes yet is the empty one of bloom() */
	return size == BLOOM_HEADER_SIZE(0) && filter->growth == 2 &&
		filter->class == BLOOM_CLASS_NONE && filter->seed == 0 &&
		filter->capacity == 0 && filter->error_rate == 0.01 ?
		NULL : "a sparse form";
}

/*
 * What is wrong with the header of a supported filter of so many bytes, or
 * NULL.  size is known to hold a header without layers.
 */
static const char *
header_problem(const Bloom *filter, Size size)
{
	if (filter->flags & ~(BLOOM_FLAG_DENSE | BLOOM_FLAG_COUNTING))
		return "reserved flags are set";
	if (!bloom_class_valid(filter->class))
		return "the class of its values is unknown";
	if (filter->extra != 0)
		return "reserved data is present";
	if (!(filter->error_rate >= BLOOM_MIN_ERROR_RATE &&
		  filter->error_rate <= BLOOM_MAX_ERROR_RATE))
		return "the error rate is out of range";
	if ((filter->flags & BLOOM_FLAG_DENSE) == 0)
		return filter->layers == 0 ? NULL : "a sparse filter has layers";
	if (filter->capacity < 1)
		return "the capacity is out of range";
	if (filter->layers != 1)
		return "a fixed filter has one layer";
	if (size < BLOOM_HEADER_SIZE(filter->layers))
		return "it is too short";
	for (int i = 0; i < filter->layers; i++)
		if (!bloom_geometry_valid(&filter->layer[i].geometry))
			return "a layer's sizes don't fit each other";
	if (size != BLOOM_HEADER_SIZE(filter->layers) + bloom_words_size(filter))
		return "its length isn't that of its layers";
	return NULL;
}

/* The bits that are set in so many lines; can be cancelled */
uint64
bloom_count_lines(const uint64 *words, Size lines)
{
	uint64		bits_set = 0;

	for (Size done = 0; done < lines; done += BLOOM_INTERRUPT_LINES)
	{
		bits_set += bloom_bits_count(words + done * BLOOM_LINE_WORDS,
									 Min(lines - done, BLOOM_INTERRUPT_LINES));
		CHECK_FOR_INTERRUPTS();
	}
	return bits_set;
}

/* What is wrong with the words of a filter whose header is right, or NULL */
static const char *
words_problem(const Bloom *filter)
{
	const uint64 *words = bloom_stored_words(filter);

	for (int i = 0; i < filter->layers; i++)
	{
		const BloomLayer *layer = &filter->layer[i];

		if (bloom_count_lines(words, layer->geometry.lines) != layer->bits_set)
			return "its count of set bits is wrong";
		words += (Size) layer->geometry.lines * BLOOM_LINE_WORDS;
	}
	return NULL;
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
	uint64	   *words = bloom_stored_words(filter);
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

	swap_header(filter);
	problem = unsupported_feature(filter, size);
	if (problem != NULL)
		ereturn(context, false,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("this version of bloomext does not support bloom filters with %s",
						problem)));

	if (size >= BLOOM_HEADER_SIZE(filter->layers) &&
		(size - BLOOM_HEADER_SIZE(filter->layers)) % sizeof(uint64) == 0)
		swap_layers(filter, size);
	problem = header_problem(filter, size);
	if (problem == NULL)
		problem = words_problem(filter);
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
		unsupported_feature(filter, size) == NULL &&
		header_problem(filter, size) == NULL;
}

/* The same, by the whole of it: for assertions */
bool
bloom_valid(const Bloom *filter)
{
	return header_valid(filter) && words_problem(filter) == NULL;
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
