/*
 * func/contains.c
 *		Testing a value, or each element of an array, against a filter.
 */
#include "func/call.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"

#include "core/hashes.h"

BLOOM_FUNCTION(bloom_contains);
BLOOM_FUNCTION(bloom_contained);
BLOOM_FUNCTION(bloom_contains_hash);
BLOOM_FUNCTION(bloom_contains_any);
BLOOM_FUNCTION(bloom_contains_all);
BLOOM_FUNCTION(bloom_contains_each);

/*
 * The number of elements that are tested together.  It limits how many are
 * hashed in vain if the first one decides.
 */
#define BATCH		64

/* Test the value in argument valueno against the filter in filterno */
static Datum
contains(FunctionCallInfo fcinfo, int filterno, int valueno)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, valueno);

	PG_RETURN_BOOL(bloom_call_contains(fcinfo, filterno, hasher,
									   PG_GETARG_DATUM(valueno)));
}

/* filter @> value */
Datum
bloom_contains(PG_FUNCTION_ARGS)
{
	return contains(fcinfo, 0, 1);
}

/* value <@ filter */
Datum
bloom_contained(PG_FUNCTION_ARGS)
{
	return contains(fcinfo, 1, 0);
}

/* bloom_contains_hash(filter, hash) */
Datum
bloom_contains_hash(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(bloom_call_contains(fcinfo, 0, NULL, PG_GETARG_DATUM(1)));
}

/*
 * Test count members of an array, at most BATCH, beginning with number from.
 * The view is that of the filter in argument 0.  If its head is NULL, slices
 * of the filter are read.
 */
static void
test_members(FunctionCallInfo fcinfo, BloomView view, BloomArray *array,
			 int from, int count, bool *contained)
{
	BloomHasher *hasher = array->elements.hasher;
	const Datum *members = array->members + from;
	const uint64 *hashes;

	CHECK_FOR_INTERRUPTS();
	if (view.head != NULL && !bloom_is_imported(view.head))
	{
		hashes = bloom_array_hashes(array, view.head->seed, from + count);
		bloom_view_contains_each(view, hasher->class, hashes + from, count,
								 contained);
		return;
	}
	for (int i = 0; i < count; i++)
		contained[i] = view.head != NULL ?
			bloom_view_contains_value(view, hasher, members[i]) :
			bloom_call_contains(fcinfo, 0, hasher, members[i]);
}

/* The view of argument 0 for test_members() */
static BloomView
array_filter(FunctionCallInfo fcinfo, const BloomArray *array)
{
	if (bloom_call_is_sliced(fcinfo, 0, array->count))
		return (BloomView) {.head = NULL};
	return bloom_call_filter(fcinfo, 0);
}

/*
 * Whether a cached array has a member that is in a sparse filter, if wanted is
 * true, or one that is not in it, if wanted is false
 */
static bool
list_has(BloomView view, BloomArray *array, bool wanted)
{
	const uint64 *sorted = bloom_array_sorted(array, view.head->seed);
	Size		distinct = array->distinct;
	Size		common;

	bloom_check_class(view.head, array->elements.hasher->class);
	common = bloom_hashes_common(sorted, distinct, view.hashes, view.count,
								 NULL, bloom_check_interrupts);
	return wanted ? common > 0 : common < distinct;
}

/* Whether any element of the array tests as wanted */
static bool
has_member(FunctionCallInfo fcinfo, BloomArray *array, bool wanted)
{
	BloomView	view = array_filter(fcinfo, array);
	bool		contained[BATCH];

	if (array->cached && view.head != NULL && bloom_is_sparse(view.head) &&
		view.coded == NULL)
		return list_has(view, array, wanted);
	for (int from = 0; from < array->count; from += BATCH)
	{
		int			count = Min(array->count - from, BATCH);

		test_members(fcinfo, view, array, from, count, contained);
		for (int i = 0; i < count; i++)
			if (contained[i] == wanted)
				return true;
	}
	return false;
}

/*
 * Search for an element whose test is as wanted, with the rules of ANY and
 * ALL: if there is none, a null element makes the result null.
 */
static Datum
contains_some(FunctionCallInfo fcinfo, bool wanted)
{
	BloomArray *array = bloom_call_array(fcinfo, 1);

	if (array->count > 0 && has_member(fcinfo, array, wanted))
		PG_RETURN_BOOL(wanted);
	if (array->count < array->elements.count)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(!wanted);
}

/* bloom_contains_any(filter, array): true if any element is in the filter */
Datum
bloom_contains_any(PG_FUNCTION_ARGS)
{
	return contains_some(fcinfo, true);
}

/* bloom_contains_all(filter, array): true if all elements are in the filter */
Datum
bloom_contains_all(PG_FUNCTION_ARGS)
{
	return contains_some(fcinfo, false);
}

/* The results for all elements; those for null elements are undefined */
static Datum *
test_elements(FunctionCallInfo fcinfo, BloomArray *array)
{
	BloomView	view = array_filter(fcinfo, array);
	Datum	   *answers = palloc0((array->elements.count + 1) * sizeof(Datum));
	bool		contained[BATCH];
	int			at = 0;

	for (int from = 0; from < array->count; from += BATCH)
	{
		int			count = Min(array->count - from, BATCH);

		test_members(fcinfo, view, array, from, count, contained);
		for (int i = 0; i < count; i++)
		{
			while (array->elements.nulls[at])
				at++;
			answers[at++] = BoolGetDatum(contained[i]);
		}
	}
	return answers;
}

/* bloom_contains_each(filter, array): an array with the same dimensions */
Datum
bloom_contains_each(PG_FUNCTION_ARGS)
{
	BloomArray *array = bloom_call_array(fcinfo, 1);
	const BloomElements *elements = &array->elements;

	PG_RETURN_ARRAYTYPE_P(construct_md_array(test_elements(fcinfo, array),
											 elements->nulls,
											 ARR_NDIM(elements->array),
											 ARR_DIMS(elements->array),
											 ARR_LBOUND(elements->array),
											 BOOLOID, 1, true,
											 TYPALIGN_CHAR));
}
