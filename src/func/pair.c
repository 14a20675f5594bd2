/*
 * func/pair.c
 *		The two filters that a function compares or combines.
 *
 * Filters that are stored out of line are read to memory that is used again
 * for the next row.  With new memory for each row, the C library returns that
 * of two large values to the system and requests it again, which takes longer
 * than reading them.
 */
#include "func/pair.h"

#include "miscadmin.h"
#include "optimizer/cost.h"

#include "value/slice.h"

/* In fn_extra: a buffer for each argument, palloc'd in fn_mcxt, or NULL */
typedef struct BloomPair
{
	Bloom	   *filter[2];
	Size		room[2];
} BloomPair;

static BloomPair *
pair_state(FunctionCallInfo fcinfo)
{
	if (fcinfo->flinfo->fn_extra == NULL)
		fcinfo->flinfo->fn_extra =
			MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
								   sizeof(BloomPair));
	return fcinfo->flinfo->fn_extra;
}

/* The buffer of an argument, for so many bytes at least */
static Bloom *
buffer(FunctionCallInfo fcinfo, int argno, Size size)
{
	BloomPair  *pair = pair_state(fcinfo);

	if (pair->room[argno] < size)
	{
		if (pair->filter[argno] != NULL)
			pfree(pair->filter[argno]);
		pair->filter[argno] = NULL;
		pair->room[argno] = 0;
		pair->filter[argno] = MemoryContextAllocHuge(fcinfo->flinfo->fn_mcxt,
													 size);
		pair->room[argno] = size;
	}
	return pair->filter[argno];
}

/*
 * Read a filter argument in any form.  The view is good until the next row.
 * The buffers take hash_mem at most; a larger filter is read as others are.
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

/* The same, with bits_set that are right: those of stored filters are */
BloomView
bloom_pair_counted(FunctionCallInfo fcinfo, int argno)
{
	if (VARATT_IS_EXTERNAL_ONDISK(PG_GETARG_POINTER(argno)))
		return bloom_pair_view(fcinfo, argno);
	return bloom_expanded_read_counted(PG_GETARG_DATUM(argno));
}
