/*
 * set/cache.h
 *		What a session keeps in memory of the filters of shared sets.
 */
#ifndef BLOOM_SET_CACHE_H
#define BLOOM_SET_CACHE_H

#include "set/filters.h"

#include "lib/ilist.h"

/* A filter, all of it or where it is */
typedef struct BloomCached
{
	dlist_node	node;
	int32		partition;		/* which filter of the set it is */
	TimestampTz bucket;
	int32		part;
	Oid			toast_relation; /* where it is stored: never changed there */
	Oid			toast_value;
	TransactionId writer;		/* numbers of values come again, but not his */
	Oid			toast_file;		/* VACUUM FULL writes another one */
	Size		size;			/* of the filter */
	Size		memory;			/* that is cached */
	MemoryContext context;		/* that it is in */
	uint64	   *words;			/* its bits, or NULL and */
	ItemPointerData *places;	/* those of its chunks */
} BloomCached;

extern const BloomCached *bloom_cached_filter(const BloomSet *set,
											  const BloomSetFilter *row,
											  int count);

#endif							/* BLOOM_SET_CACHE_H */
