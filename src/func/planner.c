/*
 * func/planner.c
 *		Support for the planner: the selectivity and cost of a test, and the
 *		arguments that may be changed in place.
 *
 * The selectivity is estimated by testing the statistics of ANALYZE against a
 * constant filter: the most common values, with their frequencies, and the
 * bounds of the histogram, which represent the other values.  The filter
 * itself gives two limits.  The selectivity is at least the filter's error
 * rate, and at most the number of its members divided by that of distinct
 * values, plus the error rate.
 */
#include "func/argument.h"
#include "func/cost.h"
#include "func/function.h"
#include "value/member.h"
#include "value/heads.h"

#include <math.h>

#include "access/htup_details.h"
#include "catalog/pg_statistic.h"
#include "nodes/nodeFuncs.h"
#include "miscadmin.h"
#include "nodes/supportnodes.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

BLOOM_FUNCTION(bloom_sel);
BLOOM_FUNCTION(bloom_support);

/*
 * The selectivity if the filter is not a constant.  An estimate that is too
 * low leads to nested loops, so this is higher than for most operators.  The
 * join estimator of @> and <@ is PostgreSQL's positionjoinsel, with the same
 * result.
 */
#define DEFAULT_SELECTIVITY		0.1

/* Fewer hits among the bounds of the histogram may be chance */
#define MIN_HITS				10

/* Which part of a column's statistics is in the filter */
typedef struct Sample
{
	double		common;			/* the sum of common values' frequencies */
	double		common_in;		/* the sum of those in the filter */
	int			bounds;			/* the number of the histogram's bounds */
	int			bounds_in;		/* the number of those in the filter */
} Sample;

/* Test the statistics of a column */
static Sample
take_sample(VariableStatData *column, BloomView view, BloomHasher *hasher)
{
	Sample		sample = {0};
	AttStatsSlot slot;

	if (get_attstatsslot(&slot, column->statsTuple, STATISTIC_KIND_MCV,
						 InvalidOid,
						 ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
	{
		for (int i = 0; i < Min(slot.nvalues, slot.nnumbers); i++)
		{
			CHECK_FOR_INTERRUPTS();
			sample.common += slot.numbers[i];
			if (bloom_view_contains_value(view, hasher, slot.values[i]))
				sample.common_in += slot.numbers[i];
		}
		free_attstatsslot(&slot);
	}
	if (get_attstatsslot(&slot, column->statsTuple, STATISTIC_KIND_HISTOGRAM,
						 InvalidOid, ATTSTATSSLOT_VALUES))
	{
		sample.bounds = slot.nvalues;
		for (int i = 0; i < slot.nvalues; i++)
		{
			CHECK_FOR_INTERRUPTS();
			sample.bounds_in += bloom_view_contains_value(view, hasher,
														  slot.values[i]);
		}
		free_attstatsslot(&slot);
	}
	return sample;
}

/* The share of a column's rows that pass the test against a filter */
static double
column_selectivity(VariableStatData *column, BloomView view, Oid function,
				   BloomHasher *hasher)
{
	bool		is_default;
	double		distinct = get_variable_numdistinct(column, &is_default);
	double		fpp = bloom_view_expected_fpp(view);
	double		members = bloom_view_cardinality(view);
	double		rest = Min(members / Max(distinct, 1.0), 1.0) + fpp;
	double		nulls = 0.0;
	Sample		sample = {0};

	if (HeapTupleIsValid(column->statsTuple))
	{
		Form_pg_statistic statistic =
			(Form_pg_statistic) GETSTRUCT(column->statsTuple);

		nulls = statistic->stanullfrac;
		if (statistic_proc_security_check(column, function))
			sample = take_sample(column, view, hasher);
	}
	/* number of distinct values and histogram unknown: the usual guess */
	if (is_default && sample.bounds == 0)
		rest = Max(DEFAULT_SELECTIVITY, fpp);
	/* few hits are too inexact for an estimate, but limit it */
	if (sample.bounds_in >= MIN_HITS)
		rest = (double) sample.bounds_in / sample.bounds;
	else if (sample.bounds > 0)
		rest = Min(rest, (sample.bounds_in + 1.0) / sample.bounds);
	/* other values test positive by chance */
	rest = Max(rest, fpp);
	return sample.common_in + Max(1.0 - nulls - sample.common, 0.0) * rest;
}

/*
 * column_selectivity() for a constant filter.  Where testing a row would raise
 * an error, this does not, because the test may never be evaluated.
 */
static double
constant_selectivity(VariableStatData *column, Datum constant, Oid function,
					 Oid collation)
{
	Bloom	   *filter = (Bloom *) PG_DETOAST_DATUM(constant);
	BloomHasher hasher;
	BloomView	view;
	double		selectivity;

	if (!bloom_is_sound(filter) ||
		!bloom_hasher_accepts(column->vartype, collation))
		return DEFAULT_SELECTIVITY;
	view = bloom_view_stored(filter);
	bloom_hasher_init(&hasher, column->vartype, collation,
					  CurrentMemoryContext);
	if (!bloom_view_takes(view, hasher.class))
		return DEFAULT_SELECTIVITY;
	selectivity = column_selectivity(column, view, function, &hasher);
	return isnan(selectivity) ? DEFAULT_SELECTIVITY : selectivity;
}

/* The share of rows for which a test of two arguments is true */
static double
test_selectivity(PlannerInfo *root, Oid function, List *args, int varRelid,
				 Oid collation)
{
	VariableStatData column;
	Node	   *other;
	bool		var_on_left;
	double		selectivity = DEFAULT_SELECTIVITY;

	if (!get_restriction_variable(root, args, varRelid, &column, &other,
								  &var_on_left))
		return selectivity;
	if (IsA(other, Const) && ((Const *) other)->constisnull)
		selectivity = 0.0;
	else if (IsA(other, Const) &&
			 bloom_function_filter_argument(function) == (var_on_left ? 1 : 0))
		selectivity = constant_selectivity(&column,
										   ((Const *) other)->constvalue,
										   function, collation);
	ReleaseVariableStats(column);
	CLAMP_PROBABILITY(selectivity);
	return selectivity;
}

/* The restriction estimator of @> and <@ */
Datum
bloom_sel(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(test_selectivity((PlannerInfo *) PG_GETARG_POINTER(0),
									  get_opcode(PG_GETARG_OID(1)),
									  (List *) PG_GETARG_POINTER(2),
									  PG_GETARG_INT32(3),
									  PG_GET_COLLATION()));
}

/* Set the cost of a test; false for other functions, with their own cost */
static bool
set_cost(SupportRequestCost *request)
{
	List	   *args = bloom_argument_list(request->node);
	int			filterno = bloom_function_filter_argument(request->funcid);

	if (list_length(args) != 2 || filterno < 0)
		return false;
	request->startup = 0;
	request->per_tuple = bloom_cost_test(request->root,
										 list_nth(args, filterno));
	return true;
}

/* Set the selectivity of a test; false for other functions */
static bool
set_selectivity(SupportRequestSelectivity *request)
{
	if (bloom_function_filter_argument(request->funcid) < 0)
		return false;
	request->selectivity = request->is_join ? DEFAULT_SELECTIVITY :
		test_selectivity(request->root, request->funcid, request->args,
						 request->varRelid, request->inputcollid);
	return true;
}

/*
 * The support function of functions that hash one value.  It refuses values
 * that were cast to text, as the functions do, and simplifies nothing.  The
 * selectivity of bloom_contains is that of @>.  The cost of a test depends on
 * its filter.  bloom_add, bloom_add_hash and bloom_remove may change their
 * argument in place, because they leave it unchanged if they fail.
 */
Datum
bloom_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestSimplify))
	{
		SupportRequestSimplify *call = (SupportRequestSimplify *) request;

		bloom_argument_check_query(call->root, call->fcall);
		PG_RETURN_POINTER(NULL);
	}
	if (IsA(request, SupportRequestSelectivity))
		PG_RETURN_POINTER(set_selectivity((SupportRequestSelectivity *)
										  request) ? request : NULL);
	if (IsA(request, SupportRequestCost))
		PG_RETURN_POINTER(set_cost((SupportRequestCost *) request) ?
						  request : NULL);
	PG_RETURN_POINTER(bloom_modify_in_place(request));
}
