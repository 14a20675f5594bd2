/*
 * set/load.h
 *		Loading many values into a shared set.
 */
#ifndef BLOOM_SET_LOAD_H
#define BLOOM_SET_LOAD_H

#include "set/set.h"

#include "filter/list.h"
#include "value/sort.h"

/* Hashes to load: in memory, and also in a file if they are too many */
typedef struct BloomLoad
{
	Oid			view;
	BloomClass	class;			/* of the values */
	uint64		seed;			/* of the set */
	int32		partitions;		/* of the set */
	uint64		mask;			/* of the bits below the partition's */
	BloomList	keys;			/* sort keys made of the hashes */
	BloomSort	sort;
	int64		loaded;			/* number of new hashes; -1 before */
} BloomLoad;

extern BloomLoad *bloom_load_begin(const BloomSet *set, BloomClass class);
extern void bloom_load_put(BloomLoad *load, uint64 hash);
extern int64 bloom_load_run(BloomLoad *load);
extern BloomSet *bloom_load_open(Oid view);

#endif							/* BLOOM_SET_LOAD_H */
