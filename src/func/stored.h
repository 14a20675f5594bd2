/*
 * func/stored.h
 *		The filters that the functions of a query test: one copy in memory of
 *		each, and what is known of those that are not in memory.
 */
#ifndef BLOOM_STORED_H
#define BLOOM_STORED_H

#include "value/slice.h"

#include "lib/ilist.h"

/* A filter that is stored out of line, known by its TOAST pointer */
typedef struct BloomStored
{
	struct varatt_external pointer;
	Size		size;			/* of the value */
	int			users;			/* callers that looked it up last */
	dlist_node	node;			/* without users: in idle or in notes */
	uint64		since;			/* the clock when counting of read began */
	uint64		used;			/* the clock when it was last looked up */
	Size		read;			/* bytes that were read of it since then */
	Bloom	   *head;			/* or NULL */
	BloomExpanded *filter;		/* if it is in memory, or NULL */
	BloomView	view;			/* of filter */
} BloomStored;

/* The filters of all callers whose state is in one memory context */
typedef struct BloomQueryFilters
{
	MemoryContext context;
	dlist_node	node;			/* in the list of all of these */
	MemoryContextCallback callback;
	struct places_hash *places; /* BloomStored by pointer */
	int			callers;		/* each may use hash_mem */
	uint64		clock;			/* counts look-ups */
	Size		idle_bytes;		/* of the filters in idle */
	Size		noted;			/* the length of notes */
	dlist_head	idle;			/* in memory, without users; last used first */
	dlist_head	notes;			/* not in memory, likewise */
	slist_head	constants;
} BloomQueryFilters;

/*
 * A caller, which is a function in an expression or a plan node.  Begins as
 * zeros, with the memory context that it lives in.
 */
typedef struct BloomCaller
{
	MemoryContext context;
	BloomQueryFilters *filters; /* NULL before the first look-up */
	BloomStored *last;			/* that it looked up, or NULL */
} BloomCaller;

extern BloomStored *bloom_stored_find_at(BloomCaller *caller,
										 const struct varatt_external *at);
extern const Bloom *bloom_stored_head(BloomCaller *caller,
									  BloomStored *stored, Datum value);
extern bool bloom_stored_cache(BloomCaller *caller, BloomStored *stored,
							   Datum value, Size cost);
extern BloomView bloom_stored_constant(BloomCaller *caller, Datum value);

/*
 * What is known of a filter that is stored out of line.  It stays, and so does
 * a filter that is in memory, until the caller looks up another one.
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
