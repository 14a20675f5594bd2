/*
 * func/filter.c
 *		Creating, changing and combining filters.
 *
 * Every function of a value is declared for several types, so that literals
 * and untyped parameters resolve to text (see README.md).  All declarations
 * use one C function, which finds the type in the call.
 */
#include "func/call.h"
#include "func/pair.h"
#include "value/member.h"
#include "value/slice.h"

#include "miscadmin.h"

BLOOM_FUNCTION(bloom);
BLOOM_FUNCTION(bloom_elastic);
BLOOM_FUNCTION(bloom_add);
BLOOM_FUNCTION(bloom_add_hash);
BLOOM_FUNCTION(bloom_add_all);
BLOOM_FUNCTION(bloom_remove);
BLOOM_FUNCTION(bloom_remove_all);
BLOOM_FUNCTION(bloom_union);
BLOOM_FUNCTION(bloom_can_combine);
BLOOM_FUNCTION(bloom_intersection);
BLOOM_FUNCTION(bloom_clear);
BLOOM_FUNCTION(bloom_uncount);
BLOOM_FUNCTION(bloom_fold);

/* The number of values that are hashed before they are added or removed */
#define BATCH		64

/*
 * bloom() or bloom(capacity, error_rate, growth, counting, seed): an empty
 * filter
 */
Datum
bloom(PG_FUNCTION_ARGS)
{
	Bloom	   *head;

	if (PG_NARGS() == 0)
		head = bloom_head_elastic(BLOOM_DEFAULT_ERROR_RATE);
	else
	{
		BloomParameters parameters = {
			.capacity = PG_GETARG_INT64(0),
			.error_rate = PG_GETARG_FLOAT8(1),
			.growth = PG_GETARG_INT32(2),
			.counting = PG_GETARG_BOOL(3),
			.seed = PG_GETARG_INT64(4)
		};

		head = bloom_head_make(&parameters);
	}
	PG_RETURN_BLOOM_FILTER(BLOOM_MAKE(bloom_filter_create, head));
}

/* bloom_elastic(capacity, error_rate, seed): an empty elastic filter */
Datum
bloom_elastic(PG_FUNCTION_ARGS)
{
	BloomParameters parameters = {
		.capacity = PG_GETARG_INT64(0),
		.error_rate = PG_GETARG_FLOAT8(1),
		.seed = PG_GETARG_INT64(2),
		.elastic = true
	};
	Bloom	   *head = bloom_head_make(&parameters);

	PG_RETURN_BLOOM_FILTER(BLOOM_MAKE(bloom_filter_create, head));
}

/*
 * Raise an error if the filter to be changed is null.  A null result would
 * lose the value without notice.
 */
static void
check_filter_not_null(FunctionCallInfo fcinfo)
{
	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("cannot change a bloom filter that is null"),
				 errhint("To add to it, use coalesce(filter, bloom()).")));
}

/* A change of a filter, given a value and the hasher of its type */
typedef void (*ChangeFilter) (BloomFilter *filter, BloomHasher *hasher,
							  Datum value);

/* A change of a filter, given the hash and class of a value */
typedef bool (*ChangeByHash) (BloomFilter *filter, BloomClass class,
							  uint64_t hash, BloomProblem *problem);

/* Change the filter in argument 0 with the value in argument 1, if not null */
static Datum
change(FunctionCallInfo fcinfo, ChangeFilter change_filter)
{
	BloomHasher *hasher;
	BloomFilter *filter;

	check_filter_not_null(fcinfo);
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	hasher = bloom_call_arg_hasher(fcinfo, 1);
	filter = PG_GETARG_BLOOM_FILTER(0);
	change_filter(filter, hasher, PG_GETARG_DATUM(1));
	PG_RETURN_BLOOM_FILTER(filter);
}

/* Change a filter with the members of an array; checks for interrupts */
static void
change_by_hashes(BloomFilter *filter, BloomArray *array,
				 ChangeByHash change_by_hash)
{
	BloomClass	class = array->elements.hasher->class;

	for (int from = 0; from < array->count; from += BATCH)
	{
		int			end = Min(array->count, from + BATCH);
		const uint64 *hashes = bloom_array_hashes(array, filter->head->seed,
												  end);

		for (int i = from; i < end; i++)
			BLOOM_CALL(change_by_hash, filter, class, hashes[i]);
		CHECK_FOR_INTERRUPTS();
	}
}

/* Change the filter in argument 0 with the non-null elements of argument 1 */
static Datum
change_all(FunctionCallInfo fcinfo, ChangeFilter change_filter,
		   ChangeByHash change_by_hash)
{
	BloomArray *array;
	BloomFilter *filter;

	check_filter_not_null(fcinfo);
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	array = bloom_call_array(fcinfo, 1);
	filter = PG_GETARG_BLOOM_FILTER(0);
	if (!bloom_is_imported(filter->head))
		change_by_hashes(filter, array, change_by_hash);
	else
		for (int i = 0; i < array->count; i++)
		{
			change_filter(filter, array->elements.hasher, array->members[i]);
			CHECK_FOR_INTERRUPTS();
		}
	PG_RETURN_BLOOM_FILTER(filter);
}

/* bloom_add(filter, value) */
Datum
bloom_add(PG_FUNCTION_ARGS)
{
	return change(fcinfo, bloom_member_add);
}

/* bloom_add_all(filter, array) */
Datum
bloom_add_all(PG_FUNCTION_ARGS)
{
	return change_all(fcinfo, bloom_member_add, bloom_filter_add);
}

/* bloom_remove(filter, value) */
Datum
bloom_remove(PG_FUNCTION_ARGS)
{
	return change(fcinfo, bloom_member_remove);
}

/* bloom_remove_all(filter, array) */
Datum
bloom_remove_all(PG_FUNCTION_ARGS)
{
	return change_all(fcinfo, bloom_member_remove, bloom_filter_remove);
}

/* bloom_add_hash(filter, hash); a null hash changes nothing */
Datum
bloom_add_hash(PG_FUNCTION_ARGS)
{
	BloomFilter *filter;

	check_filter_not_null(fcinfo);
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	filter = PG_GETARG_BLOOM_FILTER(0);
	BLOOM_CALL(bloom_filter_add, filter, BLOOM_CLASS_NONE,
			   PG_GETARG_INT64(1));
	PG_RETURN_BLOOM_FILTER(filter);
}

/*
 * Combine the filters in arguments 0 and 1, by changing the first one if it is
 * read-write, or else by making another one
 */
static Datum
combine(FunctionCallInfo fcinfo,
		bool (*change_filter) (BloomFilter *, BloomView, BloomProblem *),
		BloomFilter *(*make_filter) (const BloomHost *, BloomView, BloomView,
									 BloomProblem *))
{
	BloomView	other = bloom_pair_view(fcinfo, 1);
	BloomFilter *filter;

	if (VARATT_IS_EXTERNAL_EXPANDED_RW(PG_GETARG_POINTER(0)))
	{
		filter = PG_GETARG_BLOOM_FILTER(0);
		BLOOM_CALL(change_filter, filter, other);
	}
	else
		filter = BLOOM_MAKE(make_filter, bloom_pair_view(fcinfo, 0), other);
	PG_RETURN_BLOOM_FILTER(filter);
}

/* bloom_union(filter, filter) */
Datum
bloom_union(PG_FUNCTION_ARGS)
{
	return combine(fcinfo, bloom_unite, bloom_union_of);
}

/*
 * bloom_can_combine(filter, filter).  Reads only the headers, unless the error
 * rate of the union has to be computed.
 */
Datum
bloom_can_combine(PG_FUNCTION_ARGS)
{
	BloomView	a = PG_GETARG_BLOOM_HEAD(0);
	BloomView	b = PG_GETARG_BLOOM_HEAD(1);
	bool		keeps;

	if (!bloom_combine_possible(a, b) || !bloom_combine_fits(a, b))
		PG_RETURN_BOOL(false);
	if (!bloom_combine_can_exceed(a, b))
		PG_RETURN_BOOL(true);
	BLOOM_CALL(bloom_unite_keeps_rate, &bloom_host, bloom_pair_view(fcinfo, 0),
			   bloom_pair_view(fcinfo, 1), &keeps);
	PG_RETURN_BOOL(keeps);
}

/* bloom_intersection(filter, filter) */
Datum
bloom_intersection(PG_FUNCTION_ARGS)
{
	return combine(fcinfo, bloom_intersect, bloom_intersection_of);
}

/* bloom_clear(filter): an empty filter of the same format and parameters */
Datum
bloom_clear(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_HEAD(0);

	PG_RETURN_BLOOM_FILTER(BLOOM_MAKE(bloom_filter_empty, view));
}

/* bloom_uncount(filter); returns a filter that does not count unchanged */
Datum
bloom_uncount(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_HEAD(0);

	if (!bloom_is_counting(view.head))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	view = PG_GETARG_BLOOM_COUNTED(0);
	PG_RETURN_BLOOM_FILTER(BLOOM_MAKE(bloom_filter_uncount, view));
}

/* bloom_fold(filter, capacity) */
Datum
bloom_fold(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_VIEW(0);
	int64		capacity = PG_GETARG_INT64(1);
	BloomHeadRoom to;
	char		possible[512];

	if (bloom_is_elastic(view.head))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	if (bloom_is_imported(view.head))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("bloom filter of format %s cannot be folded",
						bloom_format_name(view.head->format))));
	if (view.head->growth == 0 && capacity > 0 &&
		view.head->capacity % capacity == 0)
	{
		BLOOM_CALL(bloom_fold_head, &to, view.head, capacity);
		if (bloom_fold_factor(view.head, &to.head) != 0)
			PG_RETURN_BLOOM_FILTER(BLOOM_MAKE(bloom_filter_fold, view,
											  &to.head));
	}

	bloom_fold_capacities(view.head, possible, sizeof(possible), view.pause);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("bloom filter of capacity " INT64_FORMAT " cannot be folded to capacity " INT64_FORMAT,
					view.head->capacity, capacity),
			 possible[0] == '\0' ?
			 errdetail("It cannot be folded to any smaller capacity.") :
			 errdetail("It can be folded to the following capacities: %s.", possible)));
}
