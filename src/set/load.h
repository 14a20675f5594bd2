/*
 * set/load.h
 *		Loading many values into a shared set.
 */
#ifndef BLOOM_SET_LOAD_H
#define BLOOM_SET_LOAD_H

#include "set/filters.h"

#include "value/view.h"

#include "storage/buffile.h"

struct BloomLoadRun;

/* Sorts the hashes to load: in memory, or in a file if they are too many */
typedef struct BloomLoadSort
{
	BloomClass	class;			/* of the values */
	uint64		seed;			/* of the set */
	int			partition_bits;
	MemoryContext context;
	uint64	   *keys;			/* sort keys made of the hashes, or NULL */
	uint64	   *spare;			/* work space of the same size, or NULL */
	Size		count;
	Size		room;
	Size		limit;			/* largest number of keys in memory */
	Size		at;				/* how many sorted keys were taken */
	BufFile    *file;
	int64		blocks;			/* length of the file */
	struct BloomLoadRun *runs;	/* sorted runs in the file */
	int			run_count;
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
