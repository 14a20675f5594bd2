/*
 * func/stored.h
 *		The filters that the functions of a query test: one copy of each in
 *		memory, and notes of filters that are not in memory.
 */
#ifndef BLOOM_STORED_H
#define BLOOM_STORED_H

#include "value/slice.h"

#include "lib/ilist.h"

/* A filter that is stored out of line, identified by its TOAST pointer */
typedef struct BloomStored
{
	struct varatt_external pointer;
	Size		size;			/* of the value */
	int			users;			/* callers whose last filter it is */
	dlist_node	node;			/* if it has no users: in idle or notes */
	uint64		since;			/* the clock when read was set to 0 */
	uint64		used;			/* the clock of the last look-up */
	Size		read;			/* the cost of its slices, in bytes */
	Bloom	   *head;			/* or NULL */
	BloomFilter *filter;		/* if it is in memory, or NULL */
	BloomView	view;			/* of filter */
} BloomStored;

/* The filters of all callers whose state is in one memory context */
typedef struct BloomQueryFilters
{
	MemoryContext context;
	dlist_node	node;			/* in the list of all of these */
	MemoryContextCallback callback;
	struct places_hash *places; /* BloomStored by pointer */
	int			callers;		/* idle filters may use hash_mem for each */
	uint64		clock;			/* counts look-ups */
	Size		idle_bytes;		/* of the filters in idle */
	Size		noted;			/* the length of notes */
	dlist_head	idle;			/* without users, in memory; last used first */
	dlist_head	notes;			/* without users, not in memory; likewise */
	slist_head	constants;
} BloomQueryFilters;

/*
 * A caller: a function in an expression, or a plan node.  It is initialized
 * with zeros and its memory context.
 */
typedef struct BloomCaller
{
	MemoryContext context;
	BloomQueryFilters *filters; /* NULL before the first look-up */
	BloomStored *last;			/* the last one it looked up, or NULL */
	bool		coded;			/* the last one that it read is a coded list;
								 * the filters of a column are alike */
} BloomCaller;

extern BloomStored *bloom_stored_find_at(BloomCaller *caller,
										 const struct varatt_external *at);
extern BloomPrefix bloom_stored_prefix(BloomCaller *caller,
									   BloomStored *stored, Datum value);
extern bool bloom_stored_cache(BloomCaller *caller, BloomStored *stored,
							   Datum value, Size cost);
extern BloomView bloom_stored_constant(BloomCaller *caller, Datum value);

/*
 * Look up a filter that is stored out of line.  The result, and the filter if
 * it is in memory, are valid until the caller looks up another filter.
 */
static inline BloomStored *
bloom_stored_find(BloomCaller *caller, Datum value)
{
	struct varatt_external pointer;
	BloomStored *stored = caller->last;

	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	if (unlikely(stored == NULL ||
				 memcmp(&stored->pointer, &pointer, sizeof(pointer)) != 0))
		stored = bloom_stored_find_at(caller, &pointer);
	stored->used = ++caller->filters->clock;
	return stored;
}

#endif							/* BLOOM_STORED_H */
