/*
 * value/slice.c
 *		Reading a stored filter's head, and the regions that have all bits of a
 *		value, without the rest of it.
 *
 * A region takes at most 4 kB, which are two or three chunks of a TOAST table
 * (of counters, 16 kB).  Reading one takes 3 to 4 us, the head as much again.
 */
#include "value/slice.h"

#include "miscadmin.h"

#include "value/wire.h"

/* Up to this many bytes, reading all costs no more */
#define MIN_SLICED		(4 * 1996)

/* Of a whole filter, so many bytes are read at a time: they stay cached */
#define PIECE			(1024 * 1024)

/* Reading a region takes as long as reading so many bytes of a large value */
#define REGION_COST		8192

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
 * the family's own data, with room for a layer; palloc'd.  Its VARSIZE is
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
	if (bloom_is_foreign(view.head))
		view.foreign = bloom_stored_foreign(view.head);
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
	return !VARATT_EXTERNAL_IS_COMPRESSED(*pointer) &&
		pointer->va_rawsize > MIN_SLICED;
}

/*
 * What testing one hash by slices costs: as much as reading so many bytes of
 * a large value.  0 if a filter of that head can't be tested so.
 */
Size
bloom_slice_cost(const Bloom *head)
{
	if (bloom_is_sparse(head) || bloom_is_foreign(head))
		return 0;
	return (Size) head->layers * REGION_COST;
}

/* The same as bloom_layer_contains, for a layer that begins at an offset */
static bool
layer_contains(Datum value, const Bloom *head, const BloomLayer *layer,
			   Size offset, uint64 hash)
{
	/* a region alone is a bit array of one region */
	BloomGeometry geometry = layer->geometry;
	Size		line_size = bloom_line_words(head) * sizeof(uint64);
	Size		size = geometry.region * line_size;
	uint64		words[BLOOM_MAX_REGION * BLOOM_COUNTER_LINE_WORDS];
	struct varlena *slice;

	offset += bloom_bits_region(&geometry, hash) * line_size;
	geometry.lines = geometry.region;
	slice = detoast_attr_slice((struct varlena *) DatumGetPointer(value),
							   offset - VARHDRSZ, size);
	memcpy(words, VARDATA(slice), size);
	pfree(slice);
	return bloom_layer_contains(head, &geometry, words, hash);
}

/*
 * Whether a hash of a value of the class may be in the filter of that head,
 * for which bloom_slice_cost isn't 0.  Can be cancelled.
 */
bool
bloom_slice_contains(Datum value, const Bloom *head, BloomClass class,
					 uint64 hash)
{
	Size		offset = VARSIZE(head);

	bloom_check_class(head, class);
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

/* Read the words of a filter, which are the end of its value */
static void
read_words(Datum value, Size size, uint64 *words, Size words_size)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(value);
	Size		begin = size - words_size;

	for (Size done = 0; done < words_size; done += PIECE)
	{
		Size		count = Min(words_size - done, PIECE);
		struct varlena *slice;

		CHECK_FOR_INTERRUPTS();
		slice = detoast_attr_slice(stored, begin + done - VARHDRSZ, count);
		memcpy((char *) words + done, VARDATA(slice), count);
		pfree(slice);
	}
}

/*
 * A copy of a filter that is stored out of line, to be tested often, in a
 * memory context of its own under parent.  A large one is read to its place,
 * so that it isn't in memory twice; that can be cancelled.
 */
BloomExpanded *
bloom_slice_keep(Datum value, MemoryContext parent)
{
	struct varatt_external pointer;
	BloomExpanded *filter;
	BloomView	view;
	Bloom	   *head;

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	if (bloom_slice_possible(&pointer))
	{
		head = bloom_slice_head(value);
		if (!bloom_is_sparse(head) && !bloom_is_foreign(head))
		{
			filter = bloom_expanded_dense(head, parent);
			read_words(value, VARSIZE(head), filter->layers.words,
					   bloom_words_size(head));
			pfree(head);
			return filter;
		}
		pfree(head);
	}
	view = bloom_expanded_read(value);
	filter = bloom_expanded_keep(view, parent);
	pfree((void *) view.head);
	return filter;
}
