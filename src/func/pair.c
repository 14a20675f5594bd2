/*
 * func/pair.c
 *		The two filters that a function compares or combines.
 *
 * Filters that are stored out of line are read to memory that is reused for
 * the next row.  If each row allocated new memory, the C library would return
 * the memory of two large values to the system and request it again.  That
 * takes longer than reading the values.
 */
#include "func/pair.h"

#include "miscadmin.h"
#include "utils/builtins.h"

#include "value/slice.h"

BLOOM_FUNCTION(bloom_cmp);

/* In fn_extra: a buffer for each argument, in fn_mcxt, or NULL */
typedef struct BloomPair
{
	Bloom	   *filter[2];
	Size		room[2];		/* their sizes */
} BloomPair;

/* The buffer of an argument, with at least size bytes */
static Bloom *
buffer(FunctionCallInfo fcinfo, int argno, Size size)
{
	MemoryContext context = fcinfo->flinfo->fn_mcxt;
	BloomPair  *pair = fcinfo->flinfo->fn_extra;

	if (pair == NULL)
		pair = fcinfo->flinfo->fn_extra =
			MemoryContextAllocZero(context, sizeof(BloomPair));
	if (pair->room[argno] < size)
	{
		if (pair->filter[argno] != NULL)
			pfree(pair->filter[argno]);
		pair->filter[argno] = NULL;
		pair->room[argno] = 0;
		pair->filter[argno] = MemoryContextAllocHuge(context, size);
		pair->room[argno] = size;
	}
	return pair->filter[argno];
}

/*
 * Read a filter argument in any representation.  The view is valid until the
 * next row.  The two buffers take at most hash_mem; a larger filter is
 * detoasted as usual.
 */
BloomView
bloom_pair_view(FunctionCallInfo fcinfo, int argno)
{
	Datum		value = PG_GETARG_DATUM(argno);
	struct varatt_external pointer;
	Size		size;
	Bloom	   *filter;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(value)))
		return bloom_expanded_read(value);
	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(value));
	size = pointer.va_rawsize;
	if (!bloom_slice_possible(&pointer) || size > get_hash_memory_limit() / 2)
		return bloom_expanded_read(value);
	filter = buffer(fcinfo, argno, size);
	bloom_slice_read_all(value, filter, size);
	return bloom_view_stored(filter);
}

/*
 * Like bloom_pair_view(), but bits_set of the view's layers are correct.
 * Those of stored filters always are.
 */
BloomView
bloom_pair_counted(FunctionCallInfo fcinfo, int argno)
{
	if (VARATT_IS_EXTERNAL_ONDISK(PG_GETARG_POINTER(argno)))
		return bloom_pair_view(fcinfo, argno);
	return bloom_expanded_read_counted(PG_GETARG_DATUM(argno));
}

/* bloom_cmp(a, b): -1, 0 or 1, while byteacmp() returns what memcmp() does */
Datum
bloom_cmp(PG_FUNCTION_ARGS)
{
	int32		order = DatumGetInt32(byteacmp(fcinfo));

	PG_RETURN_INT32((order > 0) - (order < 0));
}
