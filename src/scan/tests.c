/*
 * scan/tests.c
 *		Evaluates the quals of a scan, including the tests, for each row.
 *
 * Prefetching begins when the filter is in memory.  The first values are
 * tested like the SQL function does, which reads only slices of a stored
 * filter, because a LIMIT may need no more.
 */
#include "scan/scan.h"

#include "executor/executor.h"

/* The number of values that are tested before a stored filter is read */
#define FEW		16

/* Create a call of a test in a memory context, with the arguments unset */
FunctionCallInfo
bloom_scan_make_call(const BloomTestClause *clause, MemoryContext context)
{
	FmgrInfo   *function = MemoryContextAllocZero(context, sizeof(FmgrInfo));
	FunctionCallInfo call =
		MemoryContextAllocZero(context, SizeForFunctionCallInfo(2));

	fmgr_info_cxt(clause->function, function, context);
	fmgr_info_set_expr((Node *) clause->call, function);
	InitFunctionCallInfoData(*call, function, 2, clause->collation, NULL,
							 NULL);
	return call;
}

/* Reset a test for a rescan: the filter may have changed */
void
bloom_scan_reset_test(BloomScanTest *test)
{
	test->evaluated = false;
	test->prefetches = false;
	test->sliced = 0;
	test->view.head = NULL;
	test->block = InvalidBlockNumber;
	test->tests = test->hashed = 0;
	MemoryContextReset(test->context);
}

/* Initialize a test whose clause and preceding quals are set */
void
bloom_scan_init_test(BloomScan *scan, BloomScanTest *test)
{
	PlanState  *ps = &scan->css.ss.ps;
	MemoryContext query = ps->state->es_query_cxt;
	const BloomTestClause *clause = &test->clause;

	test->argument = ExecInitExpr(list_nth(clause->args, clause->filterno),
								  ps);
	test->call = bloom_scan_make_call(clause, query);
	test->context = AllocSetContextCreate(query, "bloomext scan",
										  ALLOCSET_SMALL_SIZES);
	bloom_scan_reset_test(test);
}

/* Evaluate the filter, for the first row that reaches the test */
static void
evaluate_filter(BloomScan *scan, BloomScanTest *test)
{
	NullableDatum *arg = &test->call->args[test->clause.filterno];
	MemoryContext old = MemoryContextSwitchTo(test->context);

	arg->value = ExecEvalExpr(test->argument,
							  scan->css.ss.ps.ps_ExprContext, &arg->isnull);
	test->evaluated = true;
	MemoryContextSwitchTo(old);
}

/*
 * Whether there is a view of the filter.  Creates it if the filter is in
 * memory or cheap to read, or if enough values have been tested without it.
 */
static bool
has_view(BloomScanTest *test)
{
	int			filterno = test->clause.filterno;
	MemoryContext old;

	if (test->view.head == NULL &&
		(test->sliced >= FEW ||
		 !bloom_call_is_sliced(test->call, filterno, 1)))
	{
		old = MemoryContextSwitchTo(test->context);
		test->view = bloom_call_cache(test->call, filterno);
		test->prefetches = !bloom_is_imported(test->view.head) &&
			bloom_view_takes(test->view, test->hasher->class);
		MemoryContextSwitchTo(old);
	}
	return test->view.head != NULL;
}

/* Test a value that was not hashed early */
static bool
contains(BloomScan *scan, BloomScanTest *test, Datum value)
{
	ExprContext *econtext = scan->css.ss.ps.ps_ExprContext;
	MemoryContext old =
		MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	bool		result;

	if (unlikely(test->hasher == NULL))
		test->hasher = bloom_call_arg_hasher(test->call,
											 1 - test->clause.filterno);
	if (likely(has_view(test)))
		result = bloom_view_contains_value(test->view, test->hasher, value);
	else
	{
		result = bloom_call_contains(test->call, test->clause.filterno,
									 test->hasher, value);
		test->sliced++;
	}
	MemoryContextSwitchTo(old);
	return result;
}

/* Whether the row in the slot passes a test */
static bool
passes_test(BloomScan *scan, BloomScanTest *test, TupleTableSlot *slot)
{
	BloomRowState known = BLOOM_ROW_UNKNOWN;
	Datum		value;
	bool		is_null;

	if (test->prefetches && scan->forward)
		known = bloom_scan_prefetch(scan, test);
	if (known == BLOOM_ROW_NULL)
		return false;
	if (known != BLOOM_ROW_UNKNOWN)
	{
		if (!scan->counted)
			InstrCountFiltered2(&scan->css.ss.ps, 1);
		scan->counted = true;
		return (known == BLOOM_ROW_CONTAINED) != test->clause.negated;
	}

	if (unlikely(!test->evaluated))
		evaluate_filter(scan, test);
	value = slot_getattr(slot, test->clause.column->varattno, &is_null);
	if (is_null || test->call->args[test->clause.filterno].isnull)
		return false;
	return contains(scan, test, value) != test->clause.negated;
}

/*
 * Whether the row in the slot passes all quals, which are evaluated in their
 * order.  Raises the errors of the quals and of the test.
 */
bool
bloom_scan_passes(BloomScan *scan, TupleTableSlot *slot)
{
	ExprContext *econtext = scan->css.ss.ps.ps_ExprContext;

	scan->counted = false;
	econtext->ecxt_scantuple = slot;
	for (int i = 0; i < scan->count; i++)
		if (!ExecQual(scan->tests[i].before, econtext) ||
			!passes_test(scan, &scan->tests[i], slot))
			return false;
	return ExecQual(scan->after, econtext);
}
