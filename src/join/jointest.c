/*
 * join/jointest.c
 *		A batch of rows against a filter.
 */
#include "join/join.h"

#include "executor/executor.h"
#include "miscadmin.h"

/* Fewer hashes are not sorted in order to be looked up in a list */
#define MIN_SORTED		32

/* Whether a row of the batch meets the other conditions */
static bool
meets_quals(BloomJoin *join, int row)
{
	ExprContext *econtext = join->css.ss.ps.ps_ExprContext;

	if (join->quals == NULL)
		return true;
	bloom_join_set_outer(join, row);
	ResetExprContext(econtext);
	econtext->ecxt_scantuple = join->css.ss.ss_ScanTupleSlot;
	if (ExecQual(join->quals, econtext))
		return true;
	InstrCountFiltered2(&join->css.ss.ps, 1);
	return false;
}

/*
 * Find the rows of the batch that are to be tested: those with a value that
 * are not matched already, if one match is enough, and meet the other
 * conditions.  These come first, as they may exclude values of other classes.
 */
static void
choose_rows(BloomJoin *join)
{
	const BloomBatch *batch = &join->batch;
	bool		once = join->type == JOIN_SEMI || join->type == JOIN_ANTI;
	int			rows = batch->sorted ? batch->value_count : batch->count;
	int			count = 0;

	for (int i = 0; i < rows; i++)
	{
		int			row = batch->sorted ? batch->order[i] : i;

		if (batch->has_value[row] && !(once && batch->matched[row]) &&
			meets_quals(join, row))
			join->rows[count++] = row;
	}
	join->pair_count = count;
}

/* Test values one by one, by slices of a filter or as an imported one does */
static void
test_each(BloomJoin *join, BloomView view)
{
	const BloomBatch *batch = &join->batch;

	for (int i = 0; i < join->pair_count; i++)
	{
		Datum		value = batch->values[join->rows[i]];

		join->contained[i] = view.head != NULL ?
			bloom_view_contains_value(view, join->hasher, value) :
			bloom_call_contains(join->call, join->clause.filterno,
								join->hasher, value);
		CHECK_FOR_INTERRUPTS();
	}
}

/* Test the values by their hashes */
static void
test_hashes(BloomJoin *join, BloomView view)
{
	BloomBatch *batch = &join->batch;
	BloomClass	class = join->hasher->class;

	bloom_batch_hashes(batch, join->hasher, view.head->seed, join->rows,
					   join->pair_count, join->picked);
	if (bloom_is_sparse(view.head) && join->pair_count >= MIN_SORTED &&
		bloom_batch_sort(batch))
	{
		choose_rows(join);
		bloom_batch_hashes(batch, join->hasher, view.head->seed, join->rows,
						   join->pair_count, join->picked);
	}
	if (batch->sorted)
		bloom_view_contains_ascending(view, class, join->picked,
									  join->pair_count, join->contained);
	else
		bloom_view_contains_each(view, class, join->picked, join->pair_count,
								 join->contained);
}

/*
 * Test the rows of the batch against the current filter.  The pairs that were
 * tested are in rows and contained.
 */
void
bloom_join_test(BloomJoin *join, NullableDatum filter)
{
	int			filterno = join->clause.filterno;
	BloomView	view = bloom_join_resident(join);
	MemoryContext old;

	join->pair = 0;
	join->pair_count = 0;
	if (!filter.isnull)
		choose_rows(join);
	if (join->pair_count == 0)
		return;
	CHECK_FOR_INTERRUPTS();
	old = MemoryContextSwitchTo(join->filter_context);
	join->call->args[filterno] = filter;
	if (join->hasher == NULL)
		join->hasher = bloom_call_arg_hasher(join->call, 1 - filterno);
	if (view.head == NULL &&
		!bloom_call_is_sliced(join->call, filterno, join->pair_count))
		view = bloom_call_keep(join->call, filterno);
	if (view.head == NULL || bloom_is_foreign(view.head))
		test_each(join, view);
	else
		test_hashes(join, view);
	MemoryContextSwitchTo(old);
}
