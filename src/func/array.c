/*
 * func/array.c
 *		Array arguments: taken apart, hashed as far as somebody asks, and kept.
 *
 * An array that is tested against a column of filters comes again with each
 * row.  Hashing a thousand elements takes longer than a test of all, so the
 * array is kept with its hashes.  It is the same if it is a constant, or a
 * value at the same place of a TOAST table (see stored.c), or if all of its
 * bytes are the same: the same address says nothing.
 */
#include "func/array.h"

#include "miscadmin.h"
#include "optimizer/cost.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "core/hashes.h"
#include "value/heads.h"

/* A loop over hashes looks for a cancel request after so many */
#define INTERRUPT_HASHES	4096

/* What an element takes, once its array has been taken apart and hashed */
#define ELEMENT_BYTES		(2 * sizeof(Datum) + 2 * sizeof(uint64) + 1)

/* The elements of an array, to be hashed so; in memory of the present row */
BloomElements
bloom_array_take_apart(ArrayType *array, BloomHasher *hasher)
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

/* The same with room for hashes, of which none is known */
static BloomArray *
take_apart(ArrayType *flat, BloomHasher *hasher)
{
	BloomArray *array = palloc0(sizeof(BloomArray));
	const BloomElements *elements = &array->elements;

	array->elements = bloom_array_take_apart(flat, hasher);
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

static struct varatt_external
toast_pointer(Datum value)
{
	struct varatt_external pointer = {0};

	if (VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	return pointer;
}

static bool
same_pointer(struct varatt_external a, struct varatt_external b)
{
	return OidIsValid(a.va_toastrelid) && memcmp(&a, &b, sizeof(a)) == 0;
}

/*
 * The array that is kept, if it is this argument, of which the caller knows
 * whether it is a constant; else NULL, and the argument, detoasted.
 */
BloomArray *
bloom_array_cached(BloomCachedArray *kept, Datum value, bool constant,
				   ArrayType **flat)
{
	BloomArray *array = kept->array;

	if (array != NULL &&
		(constant || same_pointer(toast_pointer(value), kept->pointer)))
		return array;
	*flat = DatumGetArrayTypeP(value);
	if (array != NULL &&
		VARSIZE(*flat) == VARSIZE(array->elements.array) &&
		memcmp(*flat, array->elements.array, VARSIZE(*flat)) == 0)
		return array;
	return NULL;
}

/*
 * Whether an array is to be kept: a constant, or one that comes a second time
 * in turn, as far as its place tells.  PL/pgSQL keeps it over statements, in
 * which hashes may be others.
 */
static bool
is_worth_keeping(BloomCachedArray *kept, Datum value, bool constant,
				 const ArrayType *flat, const BloomHasher *hasher)
{
	struct varatt_external pointer = toast_pointer(value);
	bool		again = OidIsValid(pointer.va_toastrelid) ?
		same_pointer(pointer, kept->last_pointer) :
		kept->last == DatumGetPointer(value);
	Size		count = ArrayGetNItems(ARR_NDIM(flat), ARR_DIMS(flat));

	kept->last = DatumGetPointer(value);
	kept->last_pointer = pointer;
	return (constant || again) && bloom_hashes_stay(hasher) &&
		VARSIZE(flat) + count * ELEMENT_BYTES <= get_hash_memory_limit();
}

/* Keep an array in place of the one that was kept before */
static void
keep(BloomCachedArray *kept, Datum value, const ArrayType *flat,
	 BloomHasher *hasher)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "bloom array",
												  ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	ArrayType  *copy = MemoryContextAllocHuge(context, VARSIZE(flat));
	BloomArray *array;

	memcpy(copy, flat, VARSIZE(flat));
	array = take_apart(copy, hasher);
	array->kept = true;
	MemoryContextSwitchTo(old);

	if (kept->array != NULL)
		MemoryContextDelete(GetMemoryChunkContext(kept->array));
	MemoryContextSetParent(context, kept->context);
	kept->array = array;
	kept->pointer = toast_pointer(value);
}

/*
 * An argument that isn't kept, with the hasher of its elements' type.  From
 * now on it may be.
 */
BloomArray *
bloom_array_make(BloomCachedArray *kept, Datum value, bool constant,
				 ArrayType *flat, BloomHasher *hasher)
{
	if (!is_worth_keeping(kept, value, constant, flat, hasher))
		return take_apart(flat, hasher);
	keep(kept, value, flat, hasher);
	return kept->array;
}

/* Forget the hashes, unless they are of this seed */
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

/* The hashes of the first members, so many at least; can be cancelled */
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

/* The hashes of all members in ascending order; can be cancelled */
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
	/* an error until here leaves nothing behind */
	array->sorted = MemoryContextAllocHuge(GetMemoryChunkContext(array),
										   size + 1);
	memcpy(array->sorted, sorted, array->distinct * sizeof(uint64));
	pfree(sorted);
	return array->sorted;
}
