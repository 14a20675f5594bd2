/*
 * value/slice.c
 *		Reading a stored filter's head, and the one region that has all bits
 *		of a value, without the rest of it.
 *
 * A region takes at most 4 kB, which are two or three chunks of a TOAST table
 * (of counters, 16 kB).  Reading one and the first chunk costs a fifth of
 * reading 100 kB.
 */
#include "value/slice.h"

#include "value/layers.h"
#include "value/wire.h"

/* Up to this many bytes, reading all costs no more */
#define MIN_SLICED		(4 * 1996)

/*
 * Read the head, with room for a layer, of a filter that is stored out of
 * line.  Returns false if its parts can't be read alone, or it doesn't pay.
 */
bool
bloom_slice_head(Datum value, Bloom *head)
{
	struct varatt_external pointer;
	struct varlena *slice;

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	if (VARATT_EXTERNAL_IS_COMPRESSED(pointer) ||
		pointer.va_rawsize <= MIN_SLICED)
		return false;
	slice = detoast_attr_slice((struct varlena *) DatumGetPointer(value), 0,
							   BLOOM_HEADER_SIZE(1) - VARHDRSZ);
	memcpy(head, slice, BLOOM_HEADER_SIZE(1));
	pfree(slice);
	SET_VARSIZE(head, pointer.va_rawsize);
	if (head->layers != 1 || bloom_is_foreign(head))
		return false;
	bloom_check_stored(head);
	return true;
}

/* Whether a hash of a value of the class may be in the filter of that head */
bool
bloom_slice_contains(Datum value, const Bloom *head, BloomClass class,
					 uint64 hash)
{
	/* a region alone is a bit array of one region */
	BloomGeometry geometry = head->layer[0].geometry;
	uint64		known_by = bloom_layer_hash(head, hash);
	Size		offset = bloom_prefix_size(head) - VARHDRSZ +
		bloom_bits_region(&geometry, known_by) * bloom_line_words(head) *
		sizeof(uint64);
	Size		size = geometry.region * bloom_line_words(head) *
		sizeof(uint64);
	uint64		words[BLOOM_MAX_REGION * BLOOM_COUNTER_LINE_WORDS];
	struct varlena *slice;
	bool		contains;

	bloom_check_class(head, class);
	geometry.lines = geometry.region;
	slice = detoast_attr_slice((struct varlena *) DatumGetPointer(value),
							   offset, size);
	memcpy(words, VARDATA(slice), size);
	contains = bloom_layer_contains(head, &geometry, words, known_by);
	pfree(slice);
	return contains;
}
