/*
 * value/slice.c
 *		Reading the head of a stored filter, and the slice that is needed to
 *		test a value.
 *
 * A slice is a block of each layer, or the hashes of a list around the likely
 * place of the value's hash.  It has at most 4 kB, which are two or three
 * chunks of a TOAST table (a block of counters: 16 kB).  A coded list needs
 * up to three slices of some words.  Reading a slice takes 2 to 3 us, and
 * reading the head takes the same time.  Each further chunk takes 0.5 us.
 */
#include "value/slice.h"

#include "access/heaptoast.h"
#include "miscadmin.h"

#include "core/hashes.h"
#include "value/heads.h"

/* Up to this size in bytes, reading the whole filter costs no more */
#define MIN_SLICED		(4 * 1996)

/* The same for a filter that is likely to be a coded list */
#define MIN_CODED_SLICED	(9 * 1996)

/* A whole filter is read in pieces of this size, which stay in the cache */
#define PIECE			(1024 * 1024)

/*
 * The costs of reading a block, or a slice of a list, in bytes of a large
 * value that could be read in the same time
 */
#define BLOCK_COST		8192
#define LIST_COST		16384
#define CODED_COST		(3 * 8192)

/*
 * The size of the first chunks of a value with its varlena header.  The first
 * one often has the whole directory of a coded list.  Directory and upper part
 * of the list are in the first 11th of it.
 */
#define CHUNKS(n)		(VARHDRSZ + (n) * TOAST_MAX_CHUNK_SIZE)
#define CODED_SHARE		11

/* With more chunks, reading a slice of the upper part is faster */
#define MAX_CHUNKS		4

/*
 * The first `size` bytes of a value that is stored out of line, palloc'd.  The
 * varlena header is that of the whole value.  A shorter value is padded with
 * zeros.
 */
static Bloom *
read_prefix(Datum value, Size size)
{
	struct varatt_external pointer;
	struct varlena *slice =
		detoast_attr_slice((struct varlena *) DatumGetPointer(value), 0,
						   size - VARHDRSZ);
	Size		filled = VARSIZE(slice);

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	if (filled < size)
	{
		slice = repalloc(slice, size);
		memset((char *) slice + filled, 0, size - filled);
	}
	SET_VARSIZE(slice, pointer.va_rawsize);
	return (Bloom *) slice;
}

/* The number of bytes to read first, which may be too few for the head */
static Size
first_size(Size value_size, bool coded)
{
	Size		chunks = value_size / CODED_SHARE / TOAST_MAX_CHUNK_SIZE + 1;

	return CHUNKS(coded && chunks <= MAX_CHUNKS ? chunks : 1);
}

/*
 * The beginning of a filter that is stored out of line, palloc'd.  If the
 * filter is likely to be a coded list, more is read.  Raises an error if the
 * filter is corrupt or from a newer version.
 */
BloomPrefix
bloom_slice_prefix(Datum value, bool coded)
{
	struct varatt_external pointer;
	Bloom	   *head;
	Size		size;
	Size		needed;

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	size = first_size(pointer.va_rawsize, coded);
	head = read_prefix(value, size);
	needed = Min(bloom_prefix_size(head), VARSIZE(head));
	if (needed > size)
	{
		pfree(head);
		size = needed;
		head = read_prefix(value, size);
	}
	/* this reads only the prefix, and nothing after the end of the value */
	bloom_check_sound(bloom_is_sound(head));
	return (BloomPrefix) {head, size};
}

/* How much of a prefix to keep for later tests of the filter */
Size
bloom_slice_head_size(const Bloom *head)
{
	return bloom_is_coded(head) ? CHUNKS(1) :
		Max(bloom_prefix_size(head), BLOOM_HEADER_SIZE(1));
}

/*
 * A view of a filter, stored or expanded, which may be without words and
 * hashes
 */
BloomView
bloom_slice_read_head(Datum value)
{
	BloomView	view = {.pause = bloom_check_interrupts, .counted = true};

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		return bloom_expanded_read(value);
	view.head = bloom_slice_prefix(value, false).head;
	if (bloom_is_imported(view.head))
		view.imported = bloom_stored_imported(view.head);
	if (bloom_is_sparse(view.head))
		view.count = bloom_stored_count(view.head);
	return view;
}

/* Like bloom_slice_read_head(), but with the right numbers of set bits */
BloomView
bloom_slice_read_counted(Datum value)
{
	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		return bloom_expanded_read_counted(value);
	return bloom_slice_read_head(value);
}

/* Whether slices of a value that is stored out of line can be read */
bool
bloom_slice_possible(const struct varatt_external *pointer)
{
	return !bloom_toast_is_compressed(pointer) &&
		pointer->va_rawsize > MIN_SLICED;
}

/*
 * Whether testing a value with slices may be faster than reading the whole
 * filter.  coded says whether it is likely to be a coded list.
 */
bool
bloom_slice_pays(const struct varatt_external *pointer, bool coded)
{
	return bloom_slice_possible(pointer) &&
		(!coded || pointer->va_rawsize > MIN_CODED_SLICED);
}

/*
 * The cost of testing one hash with slices, in bytes of a large value that
 * could be read in the same time.  0 if a filter with this head cannot be
 * tested with slices.
 */
Size
bloom_slice_cost(const Bloom *head)
{
	Size		cost = (Size) head->layers * BLOCK_COST;

	if (bloom_is_imported(head))
		return 0;
	if (bloom_is_coded(head))
		return CODED_COST;
	if (bloom_is_sparse(head))
		return LIST_COST;
	/* a filter of many small layers is read faster as a whole */
	return cost < VARSIZE(head) ? cost : 0;
}

/* Read `size` bytes of a value from an offset on */
static void
read_part(Datum value, Size offset, Size size, void *to)
{
	struct varlena *slice =
		detoast_attr_slice((struct varlena *) DatumGetPointer(value),
						   offset - VARHDRSZ, size);

	memcpy(to, VARDATA(slice), size);
	pfree(slice);
}

/* Like bloom_layer_contains(), for a layer that begins at an offset */
static bool
layer_contains(Datum value, const Bloom *head, const BloomLayer *layer,
			   Size offset, uint64 hash)
{
	BloomGeometry block = bloom_geometry_block(&layer->geometry);
	Size		line_size = bloom_line_words(head) * sizeof(uint64);
	uint64		words[BLOOM_MAX_BLOCK * BLOOM_COUNTER_LINE_WORDS];

	read_part(value,
			  offset + line_size *
			  bloom_bits_first_line(&layer->geometry, hash),
			  block.lines * line_size, words);
	return bloom_layer_contains(head, &block, words, hash);
}

/* Whether a layer has all bits of the hash */
static bool
layers_contain(Datum value, const Bloom *head, uint64 hash)
{
	Size		offset = VARSIZE(head);

	hash = bloom_layer_hash(head, hash);
	/* the last layers are the largest */
	for (int i = head->layers - 1; i >= 0; i--)
	{
		offset -= (Size) head->layer[i].geometry.lines *
			bloom_line_words(head) * sizeof(uint64);
		if (layer_contains(value, head, &head->layer[i], offset, hash))
			return true;
		CHECK_FOR_INTERRUPTS();
	}
	return false;
}

/* A stored list */
typedef struct ListSlices
{
	Datum		value;
	BloomPrefix prefix;
} ListSlices;

/* Read words of a list, which may be in the prefix */
static void
read_list(void *argument, size_t from, size_t count, uint64_t *words)
{
	const ListSlices *slices = argument;
	const Bloom *head = slices->prefix.head;
	Size		offset = bloom_prefix_size(head) + from * sizeof(uint64_t);
	Size		size = count * sizeof(uint64_t);

	if (offset + size <= slices->prefix.size)
		memcpy(words, (const char *) head + offset, size);
	else
		read_part(slices->value, offset, size, words);
	CHECK_FOR_INTERRUPTS();
}

/* Whether a stored list contains the hash */
static bool
list_contains(Datum value, BloomPrefix prefix, uint64 hash)
{
	ListSlices	slices = {value, prefix};
	const Bloom *head = prefix.head;

	if (bloom_is_coded(head))
		return bloom_coded_search(read_list, &slices, bloom_stored_count(head),
								  bloom_hash_bits(head), hash);
	return bloom_hashes_search(read_list, &slices, bloom_stored_count(head),
							   hash);
}

/*
 * Whether a filter may contain the hash of a value of the class.
 * bloom_slice_cost() must not be 0.  Raises an error if the filter holds
 * values of another class.  Can be cancelled.
 */
bool
bloom_slice_contains(Datum value, BloomPrefix prefix, BloomClass class,
					 uint64 hash)
{
	bloom_check_class(prefix.head, class);
	return bloom_is_sparse(prefix.head) ? list_contains(value, prefix, hash) :
		layers_contain(value, prefix.head, hash);
}

/* Read any number of bytes of a value from an offset on; can be cancelled */
static void
read_pieces(Datum value, Size offset, Size size, void *to)
{
	for (Size done = 0; done < size; done += PIECE)
	{
		CHECK_FOR_INTERRUPTS();
		read_part(value, offset + done, Min(size - done, PIECE),
				  (char *) to + done);
	}
}

/*
 * Read a whole value, for which bloom_slice_possible() is true, to filter,
 * which has `size` bytes.  Can be cancelled.
 */
void
bloom_slice_read_all(Datum value, Bloom *filter, Size size)
{
	SET_VARSIZE(filter, size);
	read_pieces(value, VARHDRSZ, size - VARHDRSZ, VARDATA(filter));
}

/*
 * A copy of a filter that is stored out of line and will be tested often, in a
 * memory context of its own under the current one.  A large dense filter is
 * read directly to its place, so that it is not in memory twice.  That can be
 * cancelled.
 */
BloomFilter *
bloom_slice_cache(Datum value)
{
	struct varatt_external pointer;
	BloomFilter *filter;
	BloomView	view;
	const Bloom *head;

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	if (bloom_slice_possible(&pointer))
	{
		head = bloom_slice_prefix(value, false).head;
		if (!bloom_is_sparse(head) && !bloom_is_imported(head))
		{
			filter = BLOOM_MAKE(bloom_filter_dense, head, NULL);
			/* the words are at the end of the value */
			read_pieces(value, VARSIZE(head) - bloom_words_size(head),
						bloom_words_size(head), filter->layers.words);
			pfree((void *) head);
			return filter;
		}
		pfree((void *) head);
	}
	view = bloom_expanded_read(value);
	filter = BLOOM_MAKE(bloom_filter_cache, view);
	pfree((void *) view.head);
	return filter;
}
