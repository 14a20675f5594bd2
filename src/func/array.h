/*
 * func/array.h
 *		An array argument of a function: its elements, and their hashes.
 */
#ifndef BLOOM_ARRAY_H
#define BLOOM_ARRAY_H

#include "value/hasher.h"

#include "utils/array.h"

/* A deconstructed array */
typedef struct BloomElements
{
	ArrayType  *array;
	Datum	   *values;
	bool	   *nulls;
	int			count;
	BloomHasher *hasher;		/* for the elements */
} BloomElements;

/* An array with the hashes of its elements */
typedef struct BloomArray
{
	BloomElements elements;
	Datum	   *members;		/* the values that are not null */
	int			count;			/* of members */
	int			hashed;			/* how many of the first hashes are known */
	uint64	   *hashes;			/* of members */
	uint64		seed;			/* of the hashes */
	uint64	   *sorted;			/* the distinct hashes in order, or NULL */
	int			distinct;		/* the length of sorted */
	bool		cached;			/* cached from row to row */
} BloomArray;

/*
 * The cached array argument of a function.  It is initialized with zeros and
 * the memory context for the array.
 */
typedef struct BloomCachedArray
{
	MemoryContext context;
	BloomArray *array;			/* or NULL */
	struct varatt_external pointer; /* of array, or zeros */
	Pointer		last;			/* the last argument not in the cache */
	struct varatt_external last_pointer;	/* of last, or zeros */
} BloomCachedArray;

extern BloomElements bloom_array_deconstruct(ArrayType *array,
											 BloomHasher *hasher);
extern BloomArray *bloom_array_cached(BloomCachedArray *cache, Datum value,
									  bool constant, ArrayType **flat);
extern BloomArray *bloom_array_make(BloomCachedArray *cache, Datum value,
									bool constant, ArrayType *flat,
									BloomHasher *hasher);
extern const uint64 *bloom_array_hashes(BloomArray *array, uint64 seed,
										int count);
extern const uint64 *bloom_array_sorted(BloomArray *array, uint64 seed);

#endif							/* BLOOM_ARRAY_H */
