/*
 * func/filter.c
 *		Making filters, adding to and removing from them, and combining them.
 *
 * Every function of a value is there for anyelement and for text, so that
 * literals and untyped parameters resolve to text; both use one C function,
 * which finds the type in the call.
 */
#include "func/call.h"
#include "func/pair.h"
#include "value/combine.h"
#include "value/equal.h"
#include "value/library.h"
#include "value/refit.h"
#include "value/slice.h"

#include "miscadmin.h"

BLOOM_FUNCTION(bloom);
BLOOM_FUNCTION(bloom_rollup);
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
BLOOM_FUNCTION(bloom_eq);
BLOOM_FUNCTION(bloom_ne);
BLOOM_FUNCTION(bloom_filter_hash);
BLOOM_FUNCTION(bloom_filter_hash_extended);

/* So many values are hashed before the filter changes */
#define BATCH		64

/* bloom() or bloom(capacity, error_rate, growth, counting, seed) */
Datum
bloom(PG_FUNCTION_ARGS)
{
	Bloom	   *head;

	if (PG_NARGS() == 0)
		head = bloom_head_self_sizing(BLOOM_DEFAULT_ERROR_RATE);
	else
	{
		BloomParameters	parameters = {
			.capacity = PG_GETARG_INT64(0),
			.error_rate = PG_GETARG_FLOAT8(1),
			.growth = PG_GETARG_INT32(2),
			.counting = PG_GETARG_BOOL(3),
			.seed = PG_GETARG_INT64(4)
		};

		head = bloom_head_make(&parameters);
	}
	PG_RETURN_BLOOM_EXPANDED(bloom_expanded_create(head,
												   CurrentMemoryContext));
}

/* bloom_rollup(capacity, error_rate, seed) */
Datum
bloom_rollup(PG_FUNCTION_ARGS)
{
	BloomParameters	parameters = {
		.capacity = PG_GETARG_INT64(0),
		.error_rate = PG_GETARG_FLOAT8(1),
		.seed = PG_GETARG_INT64(2),
		.rollup = true
	};
	Bloom	   *head;

	head = bloom_head_make(&parameters);
	PG_RETURN_BLOOM_EXPANDED(bloom_expanded_create(head,
												   CurrentMemoryContext));
}

/* An error if there is no filter to change: the value would be lost unseen */
static void
check_filter_not_null(FunctionCallInfo fcinfo)
{
	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("cannot change a bloom filter that is null"),
				 errhint("Start with bloom(capacity, error_rate).")));
}

/* What is done with a value, by the hasher of its type */
typedef void (*ChangeFilter) (BloomExpanded *filter, BloomHasher *hasher,
							  Datum value);

/* The same by its hash */
typedef void (*ChangeByHash) (BloomExpanded *filter, BloomClass class,
							  uint64 hash);

static void
remove_value(BloomExpanded *filter, BloomHasher *hasher, Datum value)
{
	bloom_expanded_remove(filter, hasher->class,
						  hasher->hash(hasher, value, filter->head->seed));
}

/* Do it with the value in argument 1; a null value changes nothing */
static Datum
change(FunctionCallInfo fcinfo, ChangeFilter change_filter)
{
	BloomHasher *hasher;
	BloomExpanded *filter;

	check_filter_not_null(fcinfo);
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	hasher = bloom_call_arg_hasher(fcinfo, 1);
	filter = PG_GETARG_BLOOM_EXPANDED(0);
	change_filter(filter, hasher, PG_GETARG_DATUM(1));
	PG_RETURN_BLOOM_EXPANDED(filter);
}

/* The same by hashes, of so many values of one class; can be cancelled */
static void
change_by_hashes(BloomExpanded *filter, BloomArray *array,
				 ChangeByHash change_by_hash)
{
	BloomClass	class = array->elements.hasher->class;

	for (int from = 0; from < array->count; from += BATCH)
	{
		int			end = Min(array->count, from + BATCH);
		const uint64 *hashes = bloom_array_hashes(array, filter->head->seed,
												  end);

		for (int i = from; i < end; i++)
			change_by_hash(filter, class, hashes[i]);
		CHECK_FOR_INTERRUPTS();
	}
}

/* Do it with each element of an array that isn't null */
static Datum
change_all(FunctionCallInfo fcinfo, ChangeFilter change_filter,
		   ChangeByHash change_by_hash)
{
	BloomArray *array;
	BloomExpanded *filter;

	check_filter_not_null(fcinfo);
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	array = bloom_call_array(fcinfo, 1);
	filter = PG_GETARG_BLOOM_EXPANDED(0);
	if (!bloom_is_imported(filter->head))
		change_by_hashes(filter, array, change_by_hash);
	else
		for (int i = 0; i < array->count; i++)
		{
			change_filter(filter, array->elements.hasher, array->members[i]);
			CHECK_FOR_INTERRUPTS();
		}
	PG_RETURN_BLOOM_EXPANDED(filter);
}

Datum
bloom_add(PG_FUNCTION_ARGS)
{
	return change(fcinfo, bloom_library_add);
}

Datum
bloom_add_all(PG_FUNCTION_ARGS)
{
	return change_all(fcinfo, bloom_library_add, bloom_expanded_add);
}

Datum
bloom_remove(PG_FUNCTION_ARGS)
{
	return change(fcinfo, remove_value);
}

Datum
bloom_remove_all(PG_FUNCTION_ARGS)
{
	return change_all(fcinfo, remove_value, bloom_expanded_remove);
}

Datum
bloom_add_hash(PG_FUNCTION_ARGS)
{
	BloomExpanded *filter;

	check_filter_not_null(fcinfo);
	if (PG_ARGISNULL(1))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	filter = PG_GETARG_BLOOM_EXPANDED(0);
	bloom_expanded_add(filter, BLOOM_CLASS_NONE, PG_GETARG_INT64(1));
	PG_RETURN_BLOOM_EXPANDED(filter);
}

Datum
bloom_union(PG_FUNCTION_ARGS)
{
	BloomExpanded *filter;

	if (VARATT_IS_EXTERNAL_EXPANDED_RW(PG_GETARG_POINTER(0)))
		filter = PG_GETARG_BLOOM_EXPANDED(0);
	else
		filter = bloom_expanded_copy(bloom_pair_view(fcinfo, 0),
									 CurrentMemoryContext);
	bloom_combine_unite(filter, bloom_pair_view(fcinfo, 1));
	PG_RETURN_BLOOM_EXPANDED(filter);
}

Datum
bloom_can_combine(PG_FUNCTION_ARGS)
{
	BloomView	a = PG_GETARG_BLOOM_HEAD(0);
	BloomView	b = PG_GETARG_BLOOM_HEAD(1);

	if (!bloom_combine_possible(a, b))
		PG_RETURN_BOOL(false);
	if (!bloom_combine_folds(a, b))
		PG_RETURN_BOOL(true);
	PG_RETURN_BOOL(bloom_combine_keeps_rate(bloom_pair_view(fcinfo, 0),
											bloom_pair_view(fcinfo, 1)));
}

Datum
bloom_intersection(PG_FUNCTION_ARGS)
{
	BloomExpanded *filter;

	if (VARATT_IS_EXTERNAL_EXPANDED_RW(PG_GETARG_POINTER(0)))
	{
		filter = PG_GETARG_BLOOM_EXPANDED(0);
		bloom_combine_intersect(filter, bloom_pair_view(fcinfo, 1));
	}
	else
		filter = bloom_combine_intersection(bloom_pair_view(fcinfo, 0),
											bloom_pair_view(fcinfo, 1));
	PG_RETURN_BLOOM_EXPANDED(filter);
}

Datum
bloom_clear(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_HEAD(0);

	PG_RETURN_BLOOM_EXPANDED(bloom_expanded_empty(view, CurrentMemoryContext));
}

/* A filter that doesn't count is returned as it is */
Datum
bloom_uncount(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_HEAD(0);

	if (!bloom_is_counting(view.head))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	view = PG_GETARG_BLOOM_COUNTED(0);
	PG_RETURN_BLOOM_EXPANDED(bloom_refit_uncount(view,
												 CurrentMemoryContext));
}

Datum
bloom_fold(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_VIEW(0);
	int64		capacity = PG_GETARG_INT64(1);
	Bloom	   *to = NULL;
	const char *possible;

	if (bloom_sizes_itself(view.head))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	if (bloom_is_imported(view.head))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("bloom filter of format %s cannot be folded",
						bloom_format_name(view.head->format))));
	if (view.head->growth == 0 && capacity > 0 &&
		view.head->capacity % capacity == 0)
		to = bloom_refit_head(view.head, capacity);
	if (to != NULL && bloom_fold_factor(view.head, to) != 0)
		PG_RETURN_BLOOM_EXPANDED(bloom_refit_fold(view, to,
												  CurrentMemoryContext));

	possible = bloom_refit_capacities(view.head);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("bloom filter of capacity " INT64_FORMAT " cannot be folded to capacity " INT64_FORMAT,
					view.head->capacity, capacity),
			 possible[0] == '\0' ?
			 errdetail("It cannot be folded.") :
			 errdetail("It can be folded to the following capacities: %s.", possible)));
}

/*
 * Free a copy that was made of an argument in order to read it.  ANALYZE and
 * hash indexes compare values many times without a memory context for each.
 */
static void
free_copy(FunctionCallInfo fcinfo, int argno, BloomView view)
{
	Pointer		argument = PG_GETARG_POINTER(argno);

	if (!VARATT_IS_EXTERNAL_EXPANDED(argument) &&
		(Pointer) view.head != argument)
		pfree((void *) view.head);
}

static bool
are_equal(FunctionCallInfo fcinfo)
{
	BloomView	a = PG_GETARG_BLOOM_COUNTED(0);
	BloomView	b = PG_GETARG_BLOOM_COUNTED(1);
	bool		result = bloom_equal(a, b);

	free_copy(fcinfo, 0, a);
	free_copy(fcinfo, 1, b);
	return result;
}

static uint64
hash_filter(FunctionCallInfo fcinfo, uint64 seed)
{
	BloomView	view = PG_GETARG_BLOOM_VIEW(0);
	uint64		result = bloom_view_hash(view, seed);

	free_copy(fcinfo, 0, view);
	return result;
}

Datum
bloom_eq(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(are_equal(fcinfo));
}

Datum
bloom_ne(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(!are_equal(fcinfo));
}

/* The hash support functions of bloom_ops */
Datum
bloom_filter_hash(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32((int32) hash_filter(fcinfo, 0));
}

Datum
bloom_filter_hash_extended(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) hash_filter(fcinfo,
										(uint64) PG_GETARG_INT64(1)));
}
