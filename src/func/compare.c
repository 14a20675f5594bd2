/*
 * func/compare.c
 *		Comparing filters by their stored bytes, and hashing these.
 *
 * Two filters are equal if their bytes are.  So they have the same parameters,
 * the same value class and the same content.
 */
#include "value/expanded.h"

#include "access/detoast.h"

BLOOM_FUNCTION(bloom_eq);
BLOOM_FUNCTION(bloom_ne);
BLOOM_FUNCTION(bloom_lt);
BLOOM_FUNCTION(bloom_le);
BLOOM_FUNCTION(bloom_gt);
BLOOM_FUNCTION(bloom_ge);
BLOOM_FUNCTION(bloom_cmp);
BLOOM_FUNCTION(bloom_filter_hash);
BLOOM_FUNCTION(bloom_filter_hash_extended);

/*
 * A filter as a stored value that is not toasted.  Index builds and ANALYZE
 * compare many values without resetting a memory context, so the caller frees
 * it with PG_FREE_IF_COPY().
 */
#define PG_GETARG_BLOOM_BYTES(n) \
	((struct varlena *) PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(n)))

/* Compare the filters in arguments 0 and 1, like memcmp() */
static int
compare(FunctionCallInfo fcinfo)
{
	struct varlena *a = PG_GETARG_BLOOM_BYTES(0);
	struct varlena *b = PG_GETARG_BLOOM_BYTES(1);
	Size		a_size = VARSIZE_ANY_EXHDR(a);
	Size		b_size = VARSIZE_ANY_EXHDR(b);
	int			result = memcmp(VARDATA_ANY(a), VARDATA_ANY(b),
								Min(a_size, b_size));

	PG_FREE_IF_COPY(a, 0);
	PG_FREE_IF_COPY(b, 1);
	return result != 0 ? result : (a_size > b_size) - (a_size < b_size);
}

/* Whether they are equal; does not read values of different sizes */
static bool
are_equal(FunctionCallInfo fcinfo)
{
	return toast_raw_datum_size(PG_GETARG_DATUM(0)) ==
		toast_raw_datum_size(PG_GETARG_DATUM(1)) && compare(fcinfo) == 0;
}

/* The hash of the filter in argument 0 */
static uint64
hash_filter(FunctionCallInfo fcinfo, uint64 seed)
{
	struct varlena *filter = PG_GETARG_BLOOM_BYTES(0);
	uint64		result = bloom_hash_bytes(VARDATA_ANY(filter),
										  VARSIZE_ANY_EXHDR(filter), seed);

	PG_FREE_IF_COPY(filter, 0);
	return result;
}

/* filter = filter */
Datum
bloom_eq(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(are_equal(fcinfo));
}

/* filter <> filter */
Datum
bloom_ne(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(!are_equal(fcinfo));
}

/* filter < filter */
Datum
bloom_lt(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare(fcinfo) < 0);
}

/* filter <= filter */
Datum
bloom_le(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare(fcinfo) <= 0);
}

/* filter > filter */
Datum
bloom_gt(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare(fcinfo) > 0);
}

/* filter >= filter */
Datum
bloom_ge(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(compare(fcinfo) >= 0);
}

/* B-tree support function 1 of bloom_ops */
Datum
bloom_cmp(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(compare(fcinfo));
}

/* Hash support function 1 of bloom_ops */
Datum
bloom_filter_hash(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32((int32) hash_filter(fcinfo, 0));
}

/* Hash support function 2 of bloom_ops, with a seed */
Datum
bloom_filter_hash_extended(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) hash_filter(fcinfo,
										(uint64) PG_GETARG_INT64(1)));
}
