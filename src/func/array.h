/*
 * func/array.h
 *		An array argument of a function: its elements, and their hashes.
 */
#ifndef BLOOM_ARRAY_H
#define BLOOM_ARRAY_H

#include "value/hasher.h"

#include "utils/array.h"

/* An array taken apart */
typedef struct BloomElements
{
	ArrayType  *array;
	Datum	   *values;
	bool	   *nulls;
	int			count;
	BloomHasher *hasher;		/* for them */
} BloomElements;

/* An array whose elements are to be hashed */
typedef struct BloomArray
{
	BloomElements elements;
	Datum	   *members;		/* those that aren't null */
	int			count;			/* of members */
	int			hashed;			/* the first ones, whose hashes are known */
	uint64	   *hashes;			/* of members */
	uint64		seed;			/* of the hashes */
	uint64	   *sorted;			/* all of them, each once, or NULL */
	int			distinct;		/* of sorted */
	bool		kept;			/* from row to row */
} BloomArray;

/*
 * What a function remembers of its array argument; begins as zeros, with the
 * memory context that the array goes to.
 */
typedef struct BloomCachedArray
{
	MemoryContext context;
	BloomArray *array;			/* or NULL */
	struct varatt_external pointer; /* where it came from, or zeros */
	Pointer		last;			/* where the last one was that isn't kept */
	struct varatt_external last_pointer;	/* the same, if out of line */
} BloomCachedArray;

extern BloomElements bloom_array_take_apart(ArrayType *array,
											BloomHasher *hasher);
extern BloomArray *bloom_array_cached(BloomCachedArray *kept, Datum value,
									  bool constant, ArrayType **flat);
extern BloomArray *bloom_array_make(BloomCachedArray *kept, Datum value,
									bool constant, ArrayType *flat,
									BloomHasher *hasher);
extern const uint64 *bloom_array_hashes(BloomArray *array, uint64 seed,
										int count);
extern const uint64 *bloom_array_sorted(BloomArray *array, uint64 seed);

#endif							/* BLOOM_ARRAY_H */
