/*
 * set/cache.h
 *		The chunks of stored filters that a session has cached.
 */
#ifndef BLOOM_SET_CACHE_H
#define BLOOM_SET_CACHE_H

#include "set/filters.h"

/* Reading chunks of the filters of a set */
typedef struct BloomChunks
{
	Relation	table;			/* the TOAST table; NULL: nothing was read */
	Relation   *indexes;
	int			count;			/* of indexes */
	SnapshotData snapshot;
	IndexScanDesc scan;
	TupleTableSlot *slot;
} BloomChunks;

extern void bloom_chunks_read(BloomChunks *chunks, const BloomSetFilter *row,
							  Size offset, Size size, int ahead,
							  uint64 *words);
extern void bloom_chunks_end(BloomChunks *chunks);

#endif							/* BLOOM_SET_CACHE_H */
