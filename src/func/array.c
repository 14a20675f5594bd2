/*
 * func/array.c
 *		Array arguments: their elements, hashed on demand and cached.
 *
 * An array that is tested against a column of filters arrives with each row.
 * Hashing a thousand elements takes longer than testing them, so the array is
 * cached with its hashes.  It is recognized if it is a constant, has the same
 * TOAST pointer (see stored.c), or has the same bytes.  Its address alone is
 * no evidence.
 */
#include "func/array.h"

#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "core/hashes.h"
#include "value/heads.h"

/* A loop over hashes checks for interrupts once per this many */
#define INTERRUPT_HASHES	4096

/* The memory of an element, when it is deconstructed and hashed */
#define ELEMENT_BYTES		(2 * sizeof(Datum) + 2 * sizeof(uint64) + 1)

/*
 * Deconstruct an array, in the current memory context.  hasher is for its
 * elements.
 */
BloomElements
bloom_array_deconstruct(ArrayType *array, BloomHasher *hasher)
{
	BloomElements elements = {.array = array, .hasher = hasher};
	int16		size;
	bool		by_value;
	char		align;

	get_typlenbyvalalign(ARR_ELEMTYPE(array), &size, &by_value, &align);
	deconstruct_array(array, ARR_ELEMTYPE(array), size, by_value, align,
					  &elements.values, &elements.nulls, &elements.count);
	return elements;
}

/* Deconstruct an array in the current context, with room for its hashes */
static BloomArray *
deconstruct(ArrayType *flat, BloomHasher *hasher)
{
	BloomArray *array = palloc0(sizeof(BloomArray));
	const BloomElements *elements = &array->elements;

	array->elements = bloom_array_deconstruct(flat, hasher);
	array->members = MemoryContextAllocHuge(CurrentMemoryContext,
											(elements->count + 1) *
											sizeof(Datum));
	for (int i = 0; i < elements->count; i++)
		if (!elements->nulls[i])
			array->members[array->count++] = elements->values[i];
	array->hashes = MemoryContextAllocHuge(CurrentMemoryContext,
										   (array->count + 1) *
										   sizeof(uint64));
	return array;
}

/* The TOAST pointer of a value; zeros if it has none */
static struct varatt_external
toast_pointer(Datum value)
{
	struct varatt_external pointer = {0};

	if (VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	return pointer;
}

/* Whether two TOAST pointers are the same, and not zeros */
static bool
same_pointer(struct varatt_external a, struct varatt_external b)
{
	return OidIsValid(a.va_toastrelid) && memcmp(&a, &b, sizeof(a)) == 0;
}

/*
 * The cached array, if it equals the argument value.  Otherwise returns NULL,
 * and the detoasted argument in flat.  constant is whether the argument is a
 * constant.
 */
BloomArray *
bloom_array_cached(BloomCachedArray *cache, Datum value, bool constant,
				   ArrayType **flat)
{
	BloomArray *array = cache->array;

	if (array != NULL &&
		(constant || same_pointer(toast_pointer(value), cache->pointer)))
		return array;
	*flat = DatumGetArrayTypeP(value);
	if (array != NULL &&
		VARSIZE(*flat) == VARSIZE(array->elements.array) &&
		memcmp(*flat, array->elements.array, VARSIZE(*flat)) == 0)
		return array;
	return NULL;
}

/*
 * Whether to cache an array: if it is a constant, or its TOAST pointer or
 * address suggest that it was the argument of the last row, too.  PL/pgSQL
 * keeps the cache for several statements, so hashes that can change between
 * statements are not cached.
 */
static bool
is_worth_caching(BloomCachedArray *cache, Datum value, bool constant,
				 const ArrayType *flat, const BloomHasher *hasher)
{
	struct varatt_external pointer = toast_pointer(value);
	bool		again = OidIsValid(pointer.va_toastrelid) ?
		same_pointer(pointer, cache->last_pointer) :
		cache->last == DatumGetPointer(value);
	Size		count = ArrayGetNItems(ARR_NDIM(flat), ARR_DIMS(flat));

	cache->last = DatumGetPointer(value);
	cache->last_pointer = pointer;
	return (constant || again) && bloom_hasher_is_stable(hasher) &&
		VARSIZE(flat) + count * ELEMENT_BYTES <= get_hash_memory_limit();
}

/* Cache an array, which replaces the cached one */
static void
cache_array(BloomCachedArray *cache, Datum value, const ArrayType *flat,
			BloomHasher *hasher)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "bloom array",
												  ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	ArrayType  *copy = MemoryContextAllocHuge(context, VARSIZE(flat));
	BloomArray *array;

	memcpy(copy, flat, VARSIZE(flat));
	array = deconstruct(copy, hasher);
	array->cached = true;
	MemoryContextSwitchTo(old);

	if (cache->array != NULL)
		MemoryContextDelete(GetMemoryChunkContext(cache->array));
	MemoryContextSetParent(context, cache->context);
	cache->array = array;
	cache->pointer = toast_pointer(value);
}

/*
 * Make an array of an argument for which bloom_array_cached() returned NULL
 * and flat.  hasher is for its elements.  The array is cached if that is
 * likely to pay.  Otherwise it is in the current memory context.
 */
BloomArray *
bloom_array_make(BloomCachedArray *cache, Datum value, bool constant,
				 ArrayType *flat, BloomHasher *hasher)
{
	if (!is_worth_caching(cache, value, constant, flat, hasher))
		return deconstruct(flat, hasher);
	cache_array(cache, value, flat, hasher);
	return cache->array;
}

/* Remove the hashes if they were computed with another seed */
static void
reseed(BloomArray *array, uint64 seed)
{
	if (array->seed == seed)
		return;
	array->seed = seed;
	array->hashed = 0;
	if (array->sorted != NULL)
		pfree(array->sorted);
	array->sorted = NULL;
}

/*
 * The hashes of members for a seed, of at least the first count ones.  Checks
 * for interrupts.
 */
const uint64 *
bloom_array_hashes(BloomArray *array, uint64 seed, int count)
{
	BloomHasher *hasher = array->elements.hasher;

	reseed(array, seed);
	for (; array->hashed < count; array->hashed++)
	{
		array->hashes[array->hashed] =
			hasher->hash(hasher, array->members[array->hashed], seed);
		if (array->hashed % INTERRUPT_HASHES == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return array->hashes;
}

/*
 * The distinct hashes of all members for a seed, in ascending order.  Their
 * number is in array->distinct.  Checks for interrupts.
 */
const uint64 *
bloom_array_sorted(BloomArray *array, uint64 seed)
{
	const uint64 *hashes = bloom_array_hashes(array, seed, array->count);
	Size		size = array->count * sizeof(uint64);
	uint64	   *sorted;

	if (array->sorted != NULL)
		return array->sorted;
	sorted = MemoryContextAllocHuge(CurrentMemoryContext, 2 * size + 1);
	memcpy(sorted, hashes, size);
	array->distinct = bloom_hashes_sort(sorted, sorted + array->count,
										array->count, bloom_check_interrupts);
	/* set only now, so that an error before leaves nothing behind */
	array->sorted = MemoryContextAllocHuge(GetMemoryChunkContext(array),
										   size + 1);
	memcpy(array->sorted, sorted, array->distinct * sizeof(uint64));
	pfree(sorted);
	return array->sorted;
}
