/*
 * set/load.h
 *		Filling a shared set at once.
 */
#ifndef BLOOM_SET_LOAD_H
#define BLOOM_SET_LOAD_H

#include "set/filters.h"

#include "value/view.h"

#include "storage/buffile.h"

struct BloomLoadRun;

/* Hashes for a set, each once: in memory, and in a file if they are many */
typedef struct BloomLoadSort
{
	BloomClass	class;			/* of their values */
	uint64		seed;			/* of the set */
	int			partition_bits;
	MemoryContext context;
	uint64	   *keys;			/* by which they are sorted; or NULL */
	uint64	   *spare;			/* as much room, once they were sorted */
	Size		count;
	Size		room;
	Size		limit;			/* more are written to the file */
	Size		at;				/* how many of the sorted ones were taken */
	BufFile    *file;
	int64		blocks;			/* of the file */
	struct BloomLoadRun *runs;	/* each sorted, one after the other */
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
extern int64 bloom_load_layers(BloomSet *set, BloomView view);

#endif							/* BLOOM_SET_LOAD_H */
