/*
 * set/setslices.h
 *		Reading slices of filters of shared sets.
 */
#ifndef BLOOM_SET_SLICES_H
#define BLOOM_SET_SLICES_H

#include "set/cache.h"

/* Reading slices of one filter */
typedef struct BloomSlices
{
	const BloomSetFilter *row;
	const BloomCached *cached;	/* has the places of its chunks, or NULL */
	Relation	table;			/* that contains the chunks */
	TupleTableSlot *slot;
} BloomSlices;

extern void bloom_slices_begin(BloomSlices *slices, const BloomSetFilter *row,
							   const BloomCached *cached);
extern void bloom_slices_read(BloomSlices *slices, Size offset, Size size,
							  uint64 *words);
extern void bloom_slices_end(BloomSlices *slices);

#endif							/* BLOOM_SET_SLICES_H */
