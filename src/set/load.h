/*
 * set/load.h
 *		Loading many values into a shared set.
 */
#ifndef BLOOM_SET_LOAD_H
#define BLOOM_SET_LOAD_H

#include "set/filters.h"

#include "value/sort.h"
#include "value/view.h"

/* Sorts the hashes to load: in memory, or in a file if they are too many */
typedef struct BloomLoadSort
{
	BloomClass	class;			/* of the values */
	uint64		seed;			/* of the set */
	int			partition_bits;
	MemoryContext context;
	uint64	   *keys;			/* sort keys made of the hashes, or NULL */
	uint64	   *spare;			/* work space of the same size, or NULL */
	Size		count;			/* of keys; of those that come next */
	Size		room;
	BloomSpill	spill;
	BloomSort	sort;
	const uint64 *next;			/* sorted keys that come next */
} BloomLoadSort;

extern void bloom_load_sort_begin(BloomLoadSort *sort, const BloomSet *set,
								  BloomClass class);
extern void bloom_load_put(BloomLoadSort *sort, uint64 hash);
extern void bloom_load_sort(BloomLoadSort *sort);
extern bool bloom_load_next(BloomLoadSort *sort, uint64 *hash);
extern void bloom_load_sort_check(const BloomLoadSort *sort,
								  const BloomSet *set);
extern void bloom_load_sort_end(BloomLoadSort *sort);

extern BloomSet *bloom_load_open(Oid view, const char *command);
extern int64 bloom_load_hashes(Oid view, BloomLoadSort *sort,
							   const char *command);
pg_noreturn extern void bloom_load_refuse(const BloomSet *set);
extern int64 bloom_load_layers(BloomSet *set, BloomView view);

#endif							/* BLOOM_SET_LOAD_H */
