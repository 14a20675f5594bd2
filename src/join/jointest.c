/*
 * join/jointest.c
 *		Tests a batch of rows against a filter.
 */
#include "join/join.h"

#include "executor/executor.h"
#include "miscadmin.h"

/* Fewer hashes are not sorted before they are looked up in a list */
#define MIN_SORTED		32

/* An empty context for the evaluation of expressions of a row of the batch */
static ExprContext *
row_context(BloomJoin *join, int row)
{
	ExprContext *econtext = join->css.ss.ps.ps_ExprContext;

	bloom_join_set_outer(join, row);
	ResetExprContext(econtext);
	econtext->ecxt_scantuple = join->css.ss.ss_ScanTupleSlot;
	return econtext;
}

/*
 * Get the value of a row of the batch, or return false if it is null.  A
 * computed value lasts until the next row_context(), because keeping those of
 * a batch could take any amount of memory.  This is called only for a test,
 * because evaluation can raise an error.
 */
static bool
get_value(BloomJoin *join, int row, Datum *value)
{
	BloomBatch *batch = &join->batch;
	bool		is_null;

	if (join->clause.column != NULL)
	{
		*value = batch->columns[bloom_join_value_place(join, row)];
		return true;			/* choose_rows() leaves nulls out */
	}
	*value = ExecEvalExprSwitchContext(join->value, row_context(join, row),
									   &is_null);
	if (is_null)
	{
		batch->has_value[row] = false;
		batch->value_count--;
	}
	return !is_null;
}

/* Whether a row of the batch passes the conditions before the test */
static bool
meets_before(BloomJoin *join, int row)
{
	if (join->before == NULL)
		return true;
	if (ExecQual(join->before, row_context(join, row)))
		return true;
	InstrCountFiltered2(&join->css.ss.ps, 1);
	return false;
}

/*
 * Choose the rows of the batch that will be tested: those whose value is not
 * known to be null, that pass the conditions before the test, and that have no
 * match yet if one is enough.
 * The conditions may exclude values of other classes, which would raise an
 * error in the test.
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

		CHECK_FOR_INTERRUPTS();
		if (batch->has_value[row] && !(once && batch->matched[row]) &&
			meets_before(join, row))
			join->rows[count++] = row;
	}
	join->pair_count = count;
}

/*
 * Test the chosen rows one by one, for an imported filter, or with slices if
 * the view's head is NULL
 */
static void
test_each(BloomJoin *join, BloomView view)
{
	int			count = 0;

	for (int i = 0; i < join->pair_count; i++)
	{
		Datum		value;

		CHECK_FOR_INTERRUPTS();
		if (!get_value(join, join->rows[i], &value))
			continue;
		join->contained[count] = view.head != NULL ?
			bloom_view_contains_value(view, join->hasher, value) :
			bloom_call_contains(join->call, join->clause.filterno,
								join->hasher, value);
		join->rows[count++] = join->rows[i];
	}
	join->pair_count = count;
}

/*
 * Set picked to the hashes of the chosen rows.  Each value is hashed once,
 * unless filters have different seeds.  Rows whose value is null are no longer
 * chosen.
 */
static void
hash_rows(BloomJoin *join, uint64 seed)
{
	BloomBatch *batch = &join->batch;
	int			count = 0;

	if (batch->hashed_count > 0 && batch->seed != seed)
	{
		memset(batch->hashed, false, batch->count * sizeof(bool));
		batch->hashed_count = 0;
		batch->sorted = false;
	}
	batch->seed = seed;
	for (int i = 0; i < join->pair_count; i++)
	{
		int			row = join->rows[i];
		Datum		value;

		if (!batch->hashed[row])
		{
			CHECK_FOR_INTERRUPTS();
			if (!get_value(join, row, &value))
				continue;
			batch->hashes[row] = join->hasher->hash(join->hasher, value, seed);
			batch->hashed[row] = true;
			batch->hashed_count++;
		}
		join->picked[count] = batch->hashes[row];
		join->rows[count++] = row;
	}
	join->pair_count = count;
}

/* Sort the chosen rows by their hashes; the batch has been sorted */
static void
sort_chosen(BloomJoin *join)
{
	const BloomBatch *batch = &join->batch;
	bool	   *chosen = join->contained;	/* there are no results yet */
	int			count = 0;

	memset(chosen, false, batch->count * sizeof(bool));
	for (int i = 0; i < join->pair_count; i++)
		chosen[join->rows[i]] = true;
	for (int i = 0; i < batch->value_count; i++)
		if (chosen[batch->order[i]])
			join->rows[count++] = batch->order[i];
}

/* Test the chosen rows by the hashes of their values */
static void
test_hashes(BloomJoin *join, BloomView view)
{
	BloomBatch *batch = &join->batch;
	BloomClass	class = join->hasher->class;
	uint64		seed = view.head->seed;

	hash_rows(join, seed);
	if (bloom_is_sparse(view.head) && view.coded == NULL &&
		join->pair_count >= MIN_SORTED && bloom_batch_sort(batch))
	{
		sort_chosen(join);
		hash_rows(join, seed);
	}
	if (batch->sorted)
		bloom_view_contains_ascending(view, class, join->picked,
									  join->pair_count, join->contained);
	else
		bloom_view_contains_each(view, class, join->picked, join->pair_count,
								 join->contained);
}

/*
 * Test the rows of the batch against the current filter.  Sets rows, contained
 * and pair_count to the tested pairs.  Raises an error if the value classes
 * differ.
 */
void
bloom_join_test(BloomJoin *join)
{
	int			filterno = join->clause.filterno;
	MemoryContext old;
	NullableDatum filter;
	BloomView	view;

	join->pair = 0;
	choose_rows(join);
	if (join->pair_count == 0)
		return;
	CHECK_FOR_INTERRUPTS();
	old = MemoryContextSwitchTo(join->filter_context);
	if (bloom_join_filter(join, &filter, &view))
	{
		join->call->args[filterno] = filter;
		if (join->hasher == NULL)
			join->hasher = bloom_call_arg_hasher(join->call, 1 - filterno);
		if (view.head == NULL &&
			!bloom_call_is_sliced(join->call, filterno, join->pair_count))
			view = bloom_call_cache(join->call, filterno);
		if (view.head == NULL || bloom_is_imported(view.head))
			test_each(join, view);
		else
			test_hashes(join, view);
	}
	else
		join->pair_count = 0;
	MemoryContextSwitchTo(old);
}
