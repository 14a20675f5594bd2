/*
 * func/stored.h
 *		The filters stored out of line that a function has come across while a
 *		query runs: what it has read of them, and those that it keeps.
 */
#ifndef BLOOM_STORED_H
#define BLOOM_STORED_H

#include "value/slice.h"

#include "lib/ilist.h"

/* One of them, known by its place in a TOAST table */
typedef struct BloomStored
{
	struct varatt_external pointer;
	Size		size;			/* of the value */
	dlist_node	node;			/* among those kept, or those that aren't */
	uint64		since;			/* when reading it began to be counted */
	uint64		used;			/* when it was last asked for */
	Size		read;			/* bytes that were read of it since then */
	Bloom	   *head;			/* or NULL */
	BloomExpanded *filter;		/* if it is kept, or NULL */
	BloomView	view;			/* of that */
} BloomStored;

/* All of them; begins as zeros, with the memory context that they go to */
typedef struct BloomStoredFilters
{
	MemoryContext context;
	struct places_hash *places; /* by pointer */
	BloomStored *last;			/* that was asked for, or NULL */
	uint64		clock;			/* how often any was */
	Size		kept_bytes;
	Size		noted;			/* how many aren't kept */
	dlist_head	kept;			/* the last used first */
	dlist_head	notes;			/* of those that aren't, likewise */
} BloomStoredFilters;

extern BloomStored *bloom_stored_look_up(BloomStoredFilters *filters,
										 const struct varatt_external *at);
extern const Bloom *bloom_stored_head(BloomStoredFilters *filters,
									  BloomStored *stored, Datum value);
extern bool bloom_stored_keep(BloomStoredFilters *filters,
							  BloomStored *stored, Datum value, Size cost);

/*
 * What is known of a filter that is stored out of line; good until another
 * one is asked for.
 */
static inline BloomStored *
bloom_stored_find(BloomStoredFilters *filters, Datum value)
{
	struct varatt_external pointer;
	BloomStored *stored = filters->last;

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	if (unlikely(stored == NULL ||
				 memcmp(&stored->pointer, &pointer, sizeof(pointer)) != 0))
		stored = bloom_stored_look_up(filters, &pointer);
	stored->used = ++filters->clock;
	return stored;
}

#endif							/* BLOOM_STORED_H */
