/*
 * set/kept.h
 *		What a session keeps in memory of the filters of shared sets.
 */
#ifndef BLOOM_SET_KEPT_H
#define BLOOM_SET_KEPT_H

#include "set/filters.h"

#include "lib/ilist.h"

/* A filter, all of it or where it is */
typedef struct BloomKept
{
	dlist_node	node;
	int32		shard;			/* which filter of the set it is */
	TimestampTz bucket;
	int32		part;
	Oid			toast_relation; /* where it is stored: never changed there */
	Oid			toast_value;
	TransactionId writer;		/* numbers of values come again, but not his */
	Oid			toast_file;		/* VACUUM FULL writes another one */
	Size		size;			/* of the filter */
	Size		memory;			/* that is kept */
	MemoryContext context;		/* that it is in */
	uint64	   *words;			/* its bits, or NULL and */
	ItemPointerData *places;	/* those of its chunks */
} BloomKept;

extern const BloomKept *bloom_kept_filter(const BloomSet *set,
										  const BloomSetFilter *row,
										  int count);

#endif							/* BLOOM_SET_KEPT_H */
