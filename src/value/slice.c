/*
 * value/slice.c
 *		Reading a stored filter's head, and the part of it that decides whether
 *		it has a value, without the rest.
 *
 * That part is a block of each layer, or of a list the hashes around the
 * place where the value's should be.  It takes at most 4 kB, which are two or
 * three chunks of a TOAST table (a block of counters, 16 kB).  Reading one
 * takes 3 to 4 us, the head as much again.
 */
#include "value/slice.h"

#include "access/heaptoast.h"
#include "miscadmin.h"

#include "core/search.h"
#include "value/receive.h"

/* Up to this many bytes, reading all costs no more */
#define MIN_SLICED		(4 * 1996)

/* The hashes in a chunk of a TOAST table, and those that reach into it */
#define CHUNK_HASHES	(TOAST_MAX_CHUNK_SIZE / sizeof(uint64) + 2)

/* Of a whole filter, so many bytes are read at a time: they stay cached */
#define PIECE			(1024 * 1024)

/*
 * Reading a block, or a part of a list, takes as long as reading so many
 * bytes of a large value
 */
#define BLOCK_COST		8192
#define LIST_COST		16384

/*
 * The first bytes of a value that is stored out of line; palloc'd, with the
 * varlena header of the whole, and zeros behind if it has fewer.
 */
static Bloom *
read_prefix(Datum value, Size size)
{
	struct varatt_external pointer;
	struct varlena *slice;
	Bloom	   *head = palloc0(size);

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	slice = detoast_attr_slice((struct varlena *) DatumGetPointer(value), 0,
							   size - VARHDRSZ);
	memcpy(head, slice, Min(VARSIZE(slice), size));
	SET_VARSIZE(head, pointer.va_rawsize);
	pfree(slice);
	return head;
}

/*
 * The head of a filter that is stored out of line: header, layer table and
 * the format's own data, with room for a layer; palloc'd.  Its VARSIZE is
 * that of the value.  An error if this version can't work with it.
 */
Bloom *
bloom_slice_head(Datum value)
{
	Bloom	   *head = read_prefix(value, BLOOM_HEADER_SIZE(1));
	Size		size = Min(bloom_prefix_size(head), VARSIZE(head));

	if (size > BLOOM_HEADER_SIZE(1))
	{
		pfree(head);
		head = read_prefix(value, size);
	}
	/* it reads no more than a value of that size has, as far as the prefix */
	bloom_check_stored(head);
	return head;
}

/*
 * Read what a filter in any form tells without its words or hashes, which the
 * view need not have.
 */
BloomView
bloom_slice_read_head(Datum value)
{
	BloomView	view = {.counted = true};

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		return bloom_expanded_read(value);
	view.head = bloom_slice_head(value);
	if (bloom_is_imported(view.head))
		view.imported = bloom_stored_imported(view.head);
	if (bloom_is_sparse(view.head))
		view.count = bloom_stored_count(view.head);
	return view;
}

/* The same, with bits_set that are right */
BloomView
bloom_slice_read_counted(Datum value)
{
	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		return bloom_expanded_read_counted(value);
	return bloom_slice_read_head(value);
}

/* Whether parts of a value that is stored out of line can be read alone */
bool
bloom_slice_possible(const struct varatt_external *pointer)
{
	return !bloom_toast_is_compressed(pointer) &&
		pointer->va_rawsize > MIN_SLICED;
}

/*
 * What testing one hash by slices costs: as much as reading so many bytes of
 * a large value.  0 if a filter of that head can't be tested so.
 */
Size
bloom_slice_cost(const Bloom *head)
{
	if (bloom_is_imported(head) || bloom_is_rollup(head))
		return 0;
	if (bloom_is_sparse(head))
		return LIST_COST;
	return (Size) head->layers * BLOCK_COST;
}

/* Read so many bytes of a value from an offset on, to a place of that size */
static void
read_part(Datum value, Size offset, Size size, void *to)
{
	struct varlena *slice =
		detoast_attr_slice((struct varlena *) DatumGetPointer(value),
						   offset - VARHDRSZ, size);

	memcpy(to, VARDATA(slice), size);
	pfree(slice);
}

/* The same as bloom_layer_contains, for a layer that begins at an offset */
static bool
layer_contains(Datum value, const Bloom *head, const BloomLayer *layer,
			   Size offset, uint64 hash)
{
	/* a block alone is a bit array of one block */
	BloomGeometry geometry = layer->geometry;
	Size		line_size = bloom_line_words(head) * sizeof(uint64);
	uint64		words[BLOOM_MAX_BLOCK * BLOOM_COUNTER_LINE_WORDS];

	read_part(value,
			  offset + bloom_bits_block(&geometry, hash) * line_size,
			  geometry.block * line_size, words);
	geometry.lines = geometry.block;
	return bloom_layer_contains(head, &geometry, words, hash);
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

/*
 * Enlarge a window of a list, which begins at an offset, to all hashes whose
 * chunks are read anyway.
 */
static void
fill_chunks(const BloomSearch *search, Size offset, Size *from, Size *to)
{
	Size		first = offset - VARHDRSZ + *from * sizeof(uint64);
	Size		end = offset - VARHDRSZ + *to * sizeof(uint64);
	Size		before = first % TOAST_MAX_CHUNK_SIZE;
	Size		after = (TOAST_MAX_CHUNK_SIZE - end % TOAST_MAX_CHUNK_SIZE) %
		TOAST_MAX_CHUNK_SIZE;

	*from -= Min(before / sizeof(uint64), *from - search->first);
	*to += Min(after / sizeof(uint64), search->end - *to);
}

/* Whether the list has the hash */
static bool
list_contains(Datum value, const Bloom *head, uint64 hash)
{
	Size		offset = bloom_prefix_size(head);
	uint64		hashes[BLOOM_SEARCH_WINDOW + 2 * CHUNK_HASHES];
	BloomSearch search;
	Size		from;
	Size		to;

	bloom_search_begin(&search, bloom_stored_count(head), hash);
	while (bloom_search_window(&search, &from, &to))
	{
		fill_chunks(&search, offset, &from, &to);
		Assert(to - from <= lengthof(hashes));
		read_part(value, offset + from * sizeof(uint64),
				  (to - from) * sizeof(uint64), hashes);
		if (bloom_search_take(&search, hashes, from, to))
			return true;
		CHECK_FOR_INTERRUPTS();
	}
	return false;
}

/*
 * Whether a hash of a value of the class may be in the filter of that head,
 * for which bloom_slice_cost isn't 0.  Can be cancelled.
 */
bool
bloom_slice_contains(Datum value, const Bloom *head, BloomClass class,
					 uint64 hash)
{
	bloom_check_class(head, class);
	return bloom_is_sparse(head) ? list_contains(value, head, hash) :
		layers_contain(value, head, hash);
}

/*
 * Read so many bytes of a value from an offset on, of any number, to a place
 * of that size; can be cancelled
 */
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
 * Read a value for which bloom_slice_possible is true, to a place of its size;
 * can be cancelled
 */
void
bloom_slice_read_all(Datum value, Bloom *filter, Size size)
{
	SET_VARSIZE(filter, size);
	read_pieces(value, VARHDRSZ, size - VARHDRSZ, VARDATA(filter));
}

/*
 * A copy of a filter that is stored out of line, to be tested often, in a
 * memory context of its own under parent.  A large one is read to its place,
 * so that it isn't in memory twice; that can be cancelled.
 */
BloomExpanded *
bloom_slice_cache(Datum value, MemoryContext parent)
{
	struct varatt_external pointer;
	BloomExpanded *filter;
	BloomView	view;
	Bloom	   *head;

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	if (bloom_slice_possible(&pointer))
	{
		head = bloom_slice_head(value);
		if (!bloom_is_sparse(head) && !bloom_is_imported(head))
		{
			filter = bloom_expanded_dense(head, parent);
			/* they are the end of the value */
			read_pieces(value, VARSIZE(head) - bloom_words_size(head),
						bloom_words_size(head), filter->layers.words);
			pfree(head);
			return filter;
		}
		pfree(head);
	}
	view = bloom_expanded_read(value);
	filter = bloom_expanded_cache(view, parent);
	pfree((void *) view.head);
	return filter;
}
