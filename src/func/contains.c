/*
 * func/contains.c
 *		Testing a value, or each element of an array, against a filter.
 */
#include "func/call.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"

BLOOM_FUNCTION(bloom_contains);
BLOOM_FUNCTION(bloom_contained);
BLOOM_FUNCTION(bloom_contains_hash);
BLOOM_FUNCTION(bloom_contains_any);
BLOOM_FUNCTION(bloom_contains_all);
BLOOM_FUNCTION(bloom_contains_each);

/* So many elements are tested together, or hashed in vain at most */
#define BATCH		64

/* Test argument `valueno` against the filter in argument `filterno` */
static Datum
contains(FunctionCallInfo fcinfo, int filterno, int valueno)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, valueno);

	PG_RETURN_BOOL(bloom_call_contains(fcinfo, filterno, hasher,
									   PG_GETARG_DATUM(valueno)));
}

Datum
bloom_contains(PG_FUNCTION_ARGS)
{
	return contains(fcinfo, 0, 1);
}

Datum
bloom_contained(PG_FUNCTION_ARGS)
{
	return contains(fcinfo, 1, 0);
}

Datum
bloom_contains_hash(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(bloom_call_contains(fcinfo, 0, NULL, PG_GETARG_DATUM(1)));
}

/*
 * Test so many members of an array, up to BATCH, from one on.  The filter is
 * that of argument 0, in the view, or if that is empty to be read by slices.
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

/* The filter to test an array's members against, as test_members wants it */
static BloomView
array_filter(FunctionCallInfo fcinfo, const BloomArray *array)
{
	if (bloom_call_is_sliced(fcinfo, 0, array->count))
		return (BloomView) {.head = NULL};
	return bloom_call_filter(fcinfo, 0);
}

/*
 * Whether an array that is kept has a hash that is in a list, if that is
 * wanted, or one that isn't.  The array's hashes are sorted, so that only as
 * many are looked for as the shorter of the two has.
 */
static bool
list_has(BloomView view, BloomArray *array, bool wanted)
{
	const uint64 *sorted = bloom_array_sorted(array, view.head->seed);
	Size		distinct = array->distinct;
	bool		shorter = view.count < distinct;

	bloom_check_class(view.head, array->elements.hasher->class);
	if (shorter && !wanted)
		return true;
	for (Size i = 0; i < (shorter ? view.count : distinct); i++)
	{
		bool		common = shorter ?
			bloom_hashes_contain(sorted, distinct, NULL, view.hashes[i]) :
			bloom_hashes_contain(view.hashes, view.count, view.places,
								 sorted[i]);

		if (common == wanted)
			return true;
		if (i % BLOOM_INTERRUPT_LINES == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return false;
}

/* Whether a member of the array, which has any, tests as `wanted` */
static bool
has_member(FunctionCallInfo fcinfo, BloomArray *array, bool wanted)
{
	BloomView	view = array_filter(fcinfo, array);
	bool		contained[BATCH];

	if (array->kept && view.head != NULL && bloom_is_sparse(view.head) &&
		!bloom_is_rollup(view.head))
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
 * Look for an element that tests as `wanted`, by the rules of ANY and ALL: if
 * there is none, a null among the elements makes the answer null.
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

Datum
bloom_contains_any(PG_FUNCTION_ARGS)
{
	return contains_some(fcinfo, true);
}

Datum
bloom_contains_all(PG_FUNCTION_ARGS)
{
	return contains_some(fcinfo, false);
}

/* The answers for all elements, of which those of nulls mean nothing */
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

/* An array of the dimensions of the one that was given */
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
