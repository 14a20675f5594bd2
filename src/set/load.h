/*
 * set/load.h
 *		Filling a shared set at once.
 */
#ifndef BLOOM_SET_LOAD_H
#define BLOOM_SET_LOAD_H

#include "set/filters.h"

#include "value/view.h"

/* Hashes for a set: in memory, and in files if they are many */
typedef struct BloomLoadSort
{
	Tuplesortstate *tuples;		/* NULL when they are gone */
	BloomClass	class;			/* of their values */
	uint64		seed;			/* of the set */
	int			shard_bits;
} BloomLoadSort;

extern void bloom_load_sort_begin(BloomLoadSort *sort, const BloomSet *set,
								  BloomClass class);
extern void bloom_load_put(BloomLoadSort *sort, uint64 hash);
extern bool bloom_load_next(BloomLoadSort *sort, uint64 *hash);
extern void bloom_load_sort_check(const BloomLoadSort *sort,
								  const BloomSet *set);
extern void bloom_load_sort_end(BloomLoadSort *sort);

extern BloomSet *bloom_load_open(Oid view, const char *command);
extern int64 bloom_load_hashes(Oid view, BloomLoadSort *sort,
							   const char *command);
extern int64 bloom_load_layers(BloomSet *set, BloomView view);

#endif							/* BLOOM_SET_LOAD_H */
