/*
 * func/planner.c
 *		What the planner asks: how many rows a test lets through, and what may
 *		be changed in place.
 *
 * The share of a column's values that are in a filter is counted among those
 * that ANALYZE has kept: the most common ones, with their frequencies, and
 * the bounds of the histogram, which stand for the rest.  The filter itself
 * tells two limits: no less than its error rate, and no more than its members
 * and that.
 */
#include "func/cost.h"
#include "func/own.h"
#include "value/view.h"
#include "value/receive.h"

#include <math.h>

#include "access/htup_details.h"
#include "catalog/pg_statistic.h"
#include "nodes/nodeFuncs.h"
#include "miscadmin.h"
#include "nodes/supportnodes.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"

BLOOM_FUNCTION(bloom_sel);
BLOOM_FUNCTION(bloom_joinsel);
BLOOM_FUNCTION(bloom_support);

/*
 * If the filter isn't known.  Too low a guess leads to nested loops, so it is
 * well over that of most operators.
 */
#define DEFAULT_SELECTIVITY		0.1

/* With fewer hits among the histogram's bounds, chance is too large a part */
#define MIN_HITS				10

/* The share of the values of one kind of statistics that are in the filter */
typedef struct Sample
{
	double		common;			/* the sum of common values' frequencies */
	double		common_in;		/* of those that are in the filter */
	int			bounds;			/* of the histogram */
	int			bounds_in;
} Sample;

/* Test what ANALYZE has kept of a column */
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

/* The share of a column's rows that a filter lets through */
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
	if (is_default && sample.bounds == 0)
		rest = Max(DEFAULT_SELECTIVITY, fpp);
	if (sample.bounds_in >= MIN_HITS)
		rest = (double) sample.bounds_in / sample.bounds;
	else if (sample.bounds > 0)
		rest = Min(rest, (sample.bounds_in + 1.0) / sample.bounds);
	rest = Max(rest, fpp);
	return sample.common_in + Max(1.0 - nulls - sample.common, 0.0) * rest;
}

/*
 * The same for a constant filter.  Where testing a row would be an error,
 * planning isn't: the test may never be evaluated.
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
		!bloom_hasher_is_possible(column->vartype, collation))
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
			 bloom_own_filter_argument(function) == (var_on_left ? 1 : 0))
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

/* The join estimator: the filters aren't known */
Datum
bloom_joinsel(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(DEFAULT_SELECTIVITY);
}

/* The arguments of a call, if they are two */
static List *
two_args(Node *call)
{
	List	   *args = NIL;

	if (call != NULL && IsA(call, OpExpr))
		args = ((OpExpr *) call)->args;
	else if (call != NULL && IsA(call, FuncExpr))
		args = ((FuncExpr *) call)->args;
	return list_length(args) == 2 ? args : NIL;
}

/* The cost of a test; of other functions false, for the one they declare */
static bool
set_cost(SupportRequestCost *request)
{
	List	   *args = two_args(request->node);
	int			filterno = bloom_own_filter_argument(request->funcid);

	if (args == NIL || filterno < 0)
		return false;
	request->startup = 0;
	request->per_tuple = bloom_cost_test(request->root,
										 list_nth(args, filterno));
	return true;
}

/*
 * The support function: the selectivity of bloom_contains is that of @>, a
 * test costs what its filter makes it cost, and adding a value may change the
 * filter in place.
 */
Datum
bloom_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestSelectivity))
	{
		SupportRequestSelectivity *test =
			(SupportRequestSelectivity *) request;

		test->selectivity = test->is_join ? DEFAULT_SELECTIVITY :
			test_selectivity(test->root, test->funcid, test->args,
							 test->varRelid, test->inputcollid);
		PG_RETURN_POINTER(request);
	}
	if (IsA(request, SupportRequestCost))
		PG_RETURN_POINTER(set_cost((SupportRequestCost *) request) ?
						  request : NULL);
	PG_RETURN_POINTER(bloom_modify_in_place(request));
}
