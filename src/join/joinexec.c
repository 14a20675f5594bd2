/*
 * join/joinexec.c
 *		The plan node of the join.
 *
 * For each batch of rows of the outer side, all filters are tested one after
 * the other, and the pairs that match are returned before the next filter.  An
 * outer join and an anti join return the rows without a match after that.
 *
 * The first batch is small, for the sake of a LIMIT.  If all filters fit into
 * memory, batches stay small enough for the processor's cache.  Else each
 * batch reads filters again, and batches are as large as work_mem allows.
 */
#include "join/join.h"

#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/memutils.h"

/* Rows of the first batch, of one whose filters fit, and of any */
#define FIRST_ROWS		128
#define CACHED_ROWS		1024
#define MAX_ROWS		(256 * 1024)

/* A batch may take half of work_mem, and this in any case */
#define MIN_BATCH_SIZE	(128 * 1024)

static bool
keeps_unmatched(const BloomJoin *join)
{
	return join->type == JOIN_LEFT || join->type == JOIN_ANTI;
}

/* Forget the batch, and begin with small ones */
static void
restart(BloomJoin *join)
{
	join->has_batch = join->outer_done = false;
	join->batch_rows = 0;
	bloom_batch_clear(&join->batch);
}

/* The expressions, all of which see pairs of rows in the scan's slot */
static void
init_expressions(BloomJoin *join, CustomScan *plan)
{
	PlanState  *ps = &join->css.ss.ps;
	Node	   *test = list_nth(plan->custom_exprs, BLOOM_JOIN_TEST);
	BloomTestClause *clause = &join->clause;
	bool		negated = is_notclause(test);

	if (negated)
		test = (Node *) get_notclausearg((Expr *) test);
	if (!bloom_scan_match_call(test, clause))
		elog(ERROR, "join condition is not a test against a bloom filter");
	clause->negated = negated;
	/* this asks for the right to call the function, and is not evaluated */
	(void) ExecInitExpr((Expr *) test, ps);
	join->value = ExecInitExpr(list_nth(clause->args, 1 - clause->filterno),
							   ps);
	join->filter = ExecInitExpr(list_nth(clause->args, clause->filterno), ps);
	join->quals = ExecInitQual(list_nth(plan->custom_exprs, BLOOM_JOIN_QUALS),
							   ps);
	join->once = ExecInitQual(list_nth(plan->custom_exprs, BLOOM_JOIN_ONCE),
							  ps);
	join->call = bloom_scan_make_call(clause, ps->state->es_query_cxt);
}

static void
begin_join(CustomScanState *node, EState *estate, int eflags)
{
	BloomJoin  *join = (BloomJoin *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	MemoryContext query = estate->es_query_cxt;
	TupleDesc	desc = node->ss.ss_ScanTupleSlot->tts_tupleDescriptor;

	join->type = intVal(list_nth(plan->custom_private, BLOOM_JOIN_TYPE));
	join->outer_columns = intVal(list_nth(plan->custom_private,
										  BLOOM_JOIN_OUTER_COLUMNS));
	join->inner_columns = list_length(plan->custom_scan_tlist) -
		join->outer_columns;
	join->outer = ExecInitNode(linitial(plan->custom_plans), estate, eflags);
	join->inner = ExecInitNode(lsecond(plan->custom_plans), estate, eflags);
	node->custom_ps = list_make2(join->outer, join->inner);
	init_expressions(join, plan);
	join->filters.context = AllocSetContextCreate(query,
												  "bloomext join filters",
												  ALLOCSET_DEFAULT_SIZES);
	join->filter_context = AllocSetContextCreate(query,
												 "bloomext join filter",
												 ALLOCSET_DEFAULT_SIZES);
	bloom_batch_init(&join->batch, ExecGetResultType(join->outer), query);
	restart(join);
	ExecStoreAllNullTuple(node->ss.ss_ScanTupleSlot);
	if (node->ss.ps.ps_ProjInfo == NULL)
		join->result = ExecInitExtraTupleSlot(estate, desc, &TTSOpsVirtual);
}

/* Evaluate the value of the row that was added last; false if it is null */
static bool
evaluate_value(BloomJoin *join)
{
	ExprContext *econtext = join->css.ss.ps.ps_ExprContext;
	BloomBatch *batch = &join->batch;
	int			row = batch->count - 1;
	const Var  *column = join->clause.column;
	MemoryContext old;
	bool		is_null;

	if (column != NULL)
	{
		Size		at = (Size) row * join->outer_columns;

		at += column->varattno - 1;
		batch->values[row] = batch->columns[at];
		return !batch->nulls[at];
	}
	bloom_join_set_outer(join, row);
	econtext->ecxt_scantuple = join->css.ss.ss_ScanTupleSlot;
	old = MemoryContextSwitchTo(batch->data);
	batch->values[row] = ExecEvalExpr(join->value, econtext, &is_null);
	MemoryContextSwitchTo(old);
	return !is_null;
}

/* Make room for the pairs of a filter */
static void
make_room(BloomJoin *join)
{
	MemoryContext context = join->batch.context;

	if (join->batch.room <= join->pair_room)
		return;
	if (join->pair_room > 0)
	{
		pfree(join->rows);
		pfree(join->contained);
		pfree(join->picked);
	}
	join->pair_room = join->batch.room;
	join->rows = MemoryContextAllocHuge(context,
										join->pair_room * sizeof(int));
	join->contained = MemoryContextAllocHuge(context, join->pair_room);
	join->picked = MemoryContextAllocHuge(context,
										  join->pair_room * sizeof(uint64));
}

/* Read the next rows of the outer side; false if there are no more */
static bool
read_batch(BloomJoin *join)
{
	BloomBatch *batch = &join->batch;
	Size		limit = Max((Size) work_mem * 1024 / 2, MIN_BATCH_SIZE);

	bloom_batch_clear(batch);
	if (join->batch_rows == 0)
		join->batch_rows = bloom_join_filters_fit(join) ? FIRST_ROWS :
			CACHED_ROWS;
	while (!join->outer_done && batch->count < join->batch_rows &&
		   (batch->count == 0 || bloom_batch_size(batch) < limit))
	{
		TupleTableSlot *slot = ExecProcNode(join->outer);

		if (TupIsNull(slot))
		{
			join->outer_done = true;
			break;
		}
		bloom_batch_add(batch, slot);
		batch->has_value[batch->count - 1] = evaluate_value(join);
		batch->value_count += batch->has_value[batch->count - 1];
		if (batch->has_value[batch->count - 1] || keeps_unmatched(join))
			continue;
		if (--batch->count == 0)
			bloom_batch_clear(batch);
	}
	join->batch_rows = bloom_join_filters_fit(join) ? CACHED_ROWS : MAX_ROWS;
	make_room(join);
	join->unmatched = batch->count;
	join->pair = join->pair_count = join->row = 0;
	join->tested = false;
	join->batches += batch->count > 0;
	return batch->count > 0;
}

/* The slot of pairs stays ours, as who gets a slot may change it */
static TupleTableSlot *
copy_pair(BloomJoin *join)
{
	TupleTableSlot *pairs = join->css.ss.ss_ScanTupleSlot;
	TupleTableSlot *result = join->result;
	int			columns = join->outer_columns + join->inner_columns;

	ExecClearTuple(result);
	memcpy(result->tts_values, pairs->tts_values, columns * sizeof(Datum));
	memcpy(result->tts_isnull, pairs->tts_isnull, columns * sizeof(bool));
	return ExecStoreVirtualTuple(result);
}

/* The row in the slot of pairs as the join returns it; NULL if it does not */
static TupleTableSlot *
returned(BloomJoin *join)
{
	PlanState  *ps = &join->css.ss.ps;
	ExprContext *econtext = ps->ps_ExprContext;

	ResetExprContext(econtext);
	econtext->ecxt_scantuple = join->css.ss.ss_ScanTupleSlot;
	if (!ExecQual(ps->qual, econtext))
	{
		InstrCountFiltered1(ps, 1);
		return NULL;
	}
	return ps->ps_ProjInfo != NULL ? ExecProject(ps->ps_ProjInfo) :
		copy_pair(join);
}

/* The next pair of the current filter that matches, or NULL */
static TupleTableSlot *
next_pair(BloomJoin *join)
{
	BloomBatch *batch = &join->batch;
	TupleTableSlot *result;

	while (join->pair < join->pair_count)
	{
		int			pair = join->pair++;
		int			row = join->rows[pair];

		if (join->contained[pair] == join->clause.negated)
			continue;
		join->unmatched -= !batch->matched[row];
		batch->matched[row] = true;
		if (join->type == JOIN_ANTI)
			continue;
		bloom_join_set_outer(join, row);
		if ((result = returned(join)) != NULL)
			return result;
	}
	return NULL;
}

/* The next row of the batch without a match, or NULL */
static TupleTableSlot *
next_unmatched(BloomJoin *join)
{
	TupleTableSlot *result;

	if (!keeps_unmatched(join))
		return NULL;
	bloom_join_set_inner(join, NULL);
	while (join->row < join->batch.count)
	{
		int			row = join->row++;

		if (join->batch.matched[row])
			continue;
		bloom_join_set_outer(join, row);
		if ((result = returned(join)) != NULL)
			return result;
	}
	return NULL;
}

/* Test the batch against the next filter that can change anything, if any */
static bool
test_next(BloomJoin *join)
{
	NullableDatum filter;

	if (join->unmatched == 0 &&
		(join->type == JOIN_SEMI || join->type == JOIN_ANTI))
		return false;
	if (!bloom_join_next_filter(join, &filter))
		return false;
	bloom_join_test(join, filter);
	return true;
}

/* Read the filters, if they are needed; false if no row will be returned */
static bool
begin_rows(BloomJoin *join)
{
	ExprContext *econtext = join->css.ss.ps.ps_ExprContext;

	if (join->once != NULL && !ExecQual(join->once, econtext))
		return false;
	bloom_join_read_filters(join);
	return true;
}

static TupleTableSlot *
exec_join(CustomScanState *node)
{
	BloomJoin  *join = (BloomJoin *) node;
	TupleTableSlot *result;

	CHECK_FOR_INTERRUPTS();
	if (join->filters.rows == NULL && !begin_rows(join))
		return NULL;
	if (join->filters.count == 0 && !keeps_unmatched(join))
		return NULL;
	for (;;)
	{
		if (!join->has_batch)
		{
			if (!read_batch(join))
				return NULL;
			bloom_join_first_filter(join);
			join->has_batch = true;
		}
		if (!join->tested)
		{
			if ((result = next_pair(join)) != NULL)
				return result;
			join->tested = !test_next(join);
			continue;
		}
		if ((result = next_unmatched(join)) != NULL)
			return result;
		join->has_batch = false;
	}
}

static void
end_join(CustomScanState *node)
{
	BloomJoin  *join = (BloomJoin *) node;

	bloom_join_forget_filters(join);
	ExecEndNode(join->outer);
	ExecEndNode(join->inner);
}

/* The filters are read again only if they may be others */
static void
rescan_join(CustomScanState *node)
{
	BloomJoin  *join = (BloomJoin *) node;
	Bitmapset  *changed = node->ss.ps.chgParam;
	Node	   *filter = list_nth(join->clause.args, join->clause.filterno);

	if (changed != NULL)
	{
		UpdateChangedParamSet(join->outer, changed);
		UpdateChangedParamSet(join->inner, changed);
	}
	if (join->inner->chgParam != NULL ||
		(changed != NULL && (join->once != NULL || !IsA(filter, Var))))
	{
		bloom_join_forget_filters(join);
		/* with parameters of its own, it restarts by itself */
		if (join->inner->chgParam == NULL)
			ExecReScan(join->inner);
	}
	if (join->outer->chgParam == NULL)
		ExecReScan(join->outer);
	restart(join);
}

static const CustomExecMethods exec_methods = {
	.CustomName = BLOOM_JOIN_NAME,
	.BeginCustomScan = begin_join,
	.ExecCustomScan = exec_join,
	.EndCustomScan = end_join,
	.ReScanCustomScan = rescan_join,
	.ExplainCustomScan = bloom_join_explain
};

/* The state of a plan node */
Node *
bloom_join_create(CustomScan *plan)
{
	BloomJoin  *join = palloc0(sizeof(BloomJoin));

	NodeSetTag(join, T_CustomScanState);
	join->css.methods = &exec_methods;
	return (Node *) join;
}
