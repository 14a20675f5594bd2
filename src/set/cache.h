/*
 * set/cache.h
 *		The filters of shared sets that a session has cached.
 */
#ifndef BLOOM_SET_CACHE_H
#define BLOOM_SET_CACHE_H

#include "set/filters.h"

#include "lib/ilist.h"

/* A cached filter: all of its bits, or the places of its chunks */
typedef struct BloomCached
{
	dlist_node	node;
	int32		partition;		/* together with bucket and part: which one */
	TimestampTz bucket;
	int32		part;
	Oid			toast_relation; /* where it is stored */
	Oid			toast_value;	/* never changes, but is used again */
	TransactionId writer;		/* of the row; tells reused values apart */
	Oid			toast_file;		/* of the chunks; VACUUM FULL changes it */
	Size		size;			/* of the filter */
	Size		memory;			/* that it takes */
	MemoryContext context;		/* that contains it */
	uint64	   *words;			/* its bits, or NULL */
	ItemPointerData *places;	/* of its chunks, if words is NULL */
} BloomCached;

extern const BloomCached *bloom_cached_filter(const BloomSet *set,
											  const BloomSetFilter *row,
											  int count);

#endif							/* BLOOM_SET_CACHE_H */
