/*
 * join/jointest.c
 *		Tests a batch of rows against a filter.
 */
#include "join/join.h"

#include "executor/executor.h"
#include "miscadmin.h"

/*
 * Hashes are sorted only for MIN_FILTERS filters or more, and for lists that
 * are at most MAX_LENGTH times as long.  Longer ones are searched faster with
 * a lookup table.
 */
#define MIN_FILTERS		8
#define MAX_LENGTH		8

/* An empty context for expressions, with the row in the slot of pairs */
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
 * Get the value of a candidate, or return false if it is null.  A computed
 * value lasts until the next row_context(), because keeping those of a batch
 * could take any amount of memory.  This is called only for a test, because
 * evaluation can raise an error.  Sets join->hasher if there is a value.
 */
static pg_attribute_always_inline bool
get_value(BloomJoin *join, int row, Datum *value)
{
	bool		is_null = false;

	if (join->clause.column != NULL)
	{
		/* hashing the last one may have left memory behind */
		ResetExprContext(join->css.ss.ps.ps_ExprContext);
		*value = join->batch.columns[(Size) row * join->outer_columns +
									 join->clause.column->varattno - 1];
	}
	else
		*value = ExecEvalExprSwitchContext(join->value,
										   row_context(join, row), &is_null);
	if (is_null)
		return false;
	/* for nulls, a type without a stable hash raises no error */
	if (unlikely(join->hasher == NULL))
		join->hasher = bloom_call_arg_hasher(join->call,
											 1 - join->clause.filterno);
	return true;
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
 * Choose the rows of the batch that will be tested: the candidates that pass
 * the conditions before the test, and have no match yet if one is enough.  The
 * conditions may exclude values of other classes, which would raise an error
 * in the test.
 */
static void
choose_rows(BloomJoin *join)
{
	const BloomBatch *batch = &join->batch;
	bool		once = bloom_join_is_semi(join);
	int			count = 0;

	join->pair_count = batch->kept;
	if (batch->kept >= 0)
		return;
	for (int i = 0; i < batch->candidate_count; i++)
	{
		int			row = batch->candidates[i];

		CHECK_FOR_INTERRUPTS();
		if (!(once && batch->matched[row]) && meets_before(join, row))
			batch->rows[count++] = row;
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
	BloomBatch *batch = &join->batch;
	int			count = 0;

	for (int i = 0; i < join->pair_count; i++)
	{
		Datum		value;

		CHECK_FOR_INTERRUPTS();
		if (!get_value(join, batch->rows[i], &value))
			continue;
		batch->contained[count] = view.head != NULL ?
			bloom_view_contains_value(view, join->hasher, value) :
			bloom_call_contains(join->call, join->clause.filterno,
								join->hasher, value);
		batch->rows[count++] = batch->rows[i];
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
	else if (batch->kept >= 0)
		return;
	batch->seed = seed;
	for (int i = 0; i < join->pair_count; i++)
	{
		int			row = batch->rows[i];
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
		batch->picked[count] = batch->hashes[row];
		batch->rows[count++] = row;
	}
	join->pair_count = count;
	if (join->before == NULL && !bloom_join_is_semi(join))
		batch->kept = count;
}

/* A row and the hash of its value, for sorting */
typedef struct HashedRow
{
	uint64		hash;
	int			row;
} HashedRow;

/* Compare two HashedRows by their hashes */
static int
compare_hashes(const void *a, const void *b)
{
	uint64		x = ((const HashedRow *) a)->hash;
	uint64		y = ((const HashedRow *) b)->hash;

	return x < y ? -1 : x > y;
}

/* Sort the candidates by their hashes if all are hashed and it pays */
static void
sort_candidates(BloomBatch *batch)
{
	HashedRow  *rows;
	int			count = batch->candidate_count;

	if (!batch->sort || batch->sorted || batch->hashed_count < count)
		return;
	rows = MemoryContextAllocHuge(batch->context, count * sizeof(HashedRow));
	for (int i = 0; i < count; i++)
		rows[i] = (HashedRow) {
			.hash = batch->hashes[batch->candidates[i]],
			.row = batch->candidates[i]
		};
	qsort(rows, count, sizeof(HashedRow), compare_hashes);
	for (int i = 0; i < count; i++)
		batch->candidates[i] = rows[i].row;
	pfree(rows);
	batch->sorted = true;
	batch->kept = -1;
}

/* Whether sorted hashes of the chosen rows are faster for such a filter */
static bool
takes_sorted(const BloomJoin *join, BloomView view)
{
	return bloom_is_sparse(view.head) && view.coded == NULL &&
		join->filters.count >= MIN_FILTERS &&
		view.count <= (Size) join->pair_count * MAX_LENGTH;
}

/* Test the chosen rows by the hashes of their values */
static void
test_hashes(BloomJoin *join, BloomView view)
{
	BloomBatch *batch = &join->batch;
	BloomClass	class;
	bool		takes;

	hash_rows(join, view.head->seed);
	/* nulls have no class, and maybe no hasher */
	if (join->pair_count == 0)
		return;
	class = join->hasher->class;
	takes = takes_sorted(join, view);
	/* from the next filter on: rows and picked are chosen already */
	batch->sort = takes;
	if (batch->sorted && takes)
		bloom_view_contains_ascending(view, class, batch->picked,
									  join->pair_count, batch->contained);
	else
		bloom_view_contains_each(view, class, batch->picked, join->pair_count,
								 batch->contained);
}

/*
 * Test the rows of the batch against the current filter.  Sets the batch's
 * rows and contained, and pair_count, to the tested pairs.  Raises an error if
 * the value classes differ.
 */
void
bloom_join_test(BloomJoin *join)
{
	int			filterno = join->clause.filterno;
	MemoryContext old;
	NullableDatum filter;
	BloomView	view;

	join->pair = 0;
	sort_candidates(&join->batch);
	choose_rows(join);
	if (join->pair_count == 0)
		return;
	CHECK_FOR_INTERRUPTS();
	old = MemoryContextSwitchTo(join->filter_context);
	if (bloom_join_filter(join, &filter, &view))
	{
		join->call->args[filterno] = filter;
		if (view.head == NULL &&
			!bloom_call_is_sliced(join->call, filterno, join->pair_count))
			view = bloom_call_cache(join->call, filterno);
		MemoryContextSwitchTo(
			join->css.ss.ps.ps_ExprContext->ecxt_per_tuple_memory);
		if (view.head == NULL || bloom_is_imported(view.head))
			test_each(join, view);
		else
			test_hashes(join, view);
	}
	else
		join->pair_count = 0;
	MemoryContextSwitchTo(old);
}
