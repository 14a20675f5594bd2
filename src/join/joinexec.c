/*
 * join/joinexec.c
 *		The plan node of the join, and its lines of EXPLAIN.
 *
 * A batch of rows of the outer side is tested against all filters, one after
 * the other.  The pairs that match are returned before the next filter.  Left
 * joins and anti joins return the rows without a match after the last filter,
 * and right joins return the filters without a match after the last batch.
 */
#include "join/join.h"

#include "executor/executor.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "utils/memutils.h"
#include "utils/ruleutils.h"

/* Reset the join for the first scan or a rescan */
static void
restart(BloomJoin *join)
{
	join->has_batch = join->outer_done = join->ending = join->ended = false;
	join->batches = 0;
	bloom_batch_clear(&join->batch);
	if (join->filters.matched != NULL)
		memset(join->filters.matched, false, join->filters.count);
}

/* Initialize the expressions, which use pairs of rows in the scan's slot */
static void
init_expressions(BloomJoin *join, CustomScan *plan)
{
	PlanState  *ps = &join->css.ss.ps;
	Node	   *test = list_nth(plan->custom_exprs, BLOOM_JOIN_TEST);
	BloomTestClause *clause = &join->clause;
	bool		negated = is_notclause(test);
	Node	   *filter;

	/* only checks the privilege on the function, which is called directly */
	(void) ExecInitExpr((Expr *) test, ps);
	if (negated)
		test = (Node *) get_notclausearg((Expr *) test);
	if (!bloom_scan_match_call(test, clause))
		elog(ERROR, "join condition is not a test against a bloom filter");
	clause->negated = negated;
	join->value = ExecInitExpr(list_nth(clause->args, 1 - clause->filterno),
							   ps);
	filter = list_nth(clause->args, clause->filterno);
	join->filter = ExecInitExpr((Expr *) filter, ps);
	join->before = ExecInitQual(list_nth(plan->custom_exprs,
										 BLOOM_JOIN_BEFORE), ps);
	join->after = ExecInitQual(list_nth(plan->custom_exprs, BLOOM_JOIN_AFTER),
							   ps);
	while (IsA(filter, RelabelType))
		filter = (Node *) ((RelabelType *) filter)->arg;
	join->filter_is_column = IsA(filter, Var);
	join->call = bloom_scan_make_call(clause, ps->state->es_query_cxt);
}

/* Initialize the node, its children and its memory */
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
	/* the node above may change the slot that it receives */
	if (node->ss.ps.ps_ProjInfo == NULL)
		ExecAssignProjectionInfo(&node->ss.ps, desc);
}

/*
 * Make a result row of the pair in the slot of pairs.  Returns NULL if it does
 * not pass the quals above the join.
 */
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
	return ExecProject(ps->ps_ProjInfo);
}

/* Whether the pair in the slot of pairs meets the conditions after the test */
static bool
meets_after(BloomJoin *join)
{
	ExprContext *econtext = join->css.ss.ps.ps_ExprContext;

	if (join->after == NULL)
		return true;
	ResetExprContext(econtext);
	econtext->ecxt_scantuple = join->css.ss.ss_ScanTupleSlot;
	if (ExecQual(join->after, econtext))
		return true;
	InstrCountFiltered2(&join->css.ss.ps, 1);
	return false;
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
		int			row = batch->rows[pair];

		CHECK_FOR_INTERRUPTS();
		if (batch->contained[pair] == join->clause.negated)
			continue;
		bloom_join_set_outer(join, row);
		if (!meets_after(join))
			continue;
		join->unmatched -= !batch->matched[row];
		batch->matched[row] = true;
		if (join->filters.matched != NULL)
			join->filters.matched[join->filters.at] = true;
		if (join->type == JOIN_ANTI)
			continue;
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

	if (!bloom_join_keeps_values(join))
		return NULL;
	bloom_join_set_inner(join, NULL);
	while (join->row < join->batch.count)
	{
		int			row = join->row++;

		CHECK_FOR_INTERRUPTS();
		if (join->batch.matched[row])
			continue;
		bloom_join_set_outer(join, row);
		if ((result = returned(join)) != NULL)
			return result;
	}
	return NULL;
}

/* The next row of the inner side without a match, or NULL */
static TupleTableSlot *
next_unmatched_filter(BloomJoin *join)
{
	TupleTableSlot *result;

	if (join->ended || !bloom_join_keeps_filters(join))
		return NULL;
	if (!join->ending)
	{
		/* without a row of the outer side, it has not been read */
		if (join->filters.rows == NULL)
			bloom_join_read_filters(join);
		bloom_join_first_filter(join);
		join->ending = true;
	}
	while (bloom_join_next_filter(join))
	{
		CHECK_FOR_INTERRUPTS();
		if (join->filters.matched[join->filters.at])
			continue;
		bloom_join_set_outer(join, -1);
		if ((result = returned(join)) != NULL)
			return result;
	}
	join->ended = true;
	return NULL;
}

/*
 * Test the batch against the next filter; false if none can change the result
 */
static bool
test_next(BloomJoin *join)
{
	if (join->unmatched == 0 && bloom_join_is_semi(join))
		return false;
	if (!bloom_join_next_filter(join))
		return false;
	bloom_join_test(join);
	return true;
}

/* The next row of the join, or NULL */
static TupleTableSlot *
exec_join(CustomScanState *node)
{
	BloomJoin  *join = (BloomJoin *) node;
	TupleTableSlot *result;

	for (;;)
	{
		CHECK_FOR_INTERRUPTS();
		if (!join->has_batch)
		{
			if (!bloom_join_read_batch(join))
				return next_unmatched_filter(join);
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

/* End the node and its children */
static void
end_join(CustomScanState *node)
{
	BloomJoin  *join = (BloomJoin *) node;

	bloom_join_forget_filters(join);
	ExecEndNode(join->outer);
	ExecEndNode(join->inner);
}

/* Restart the join.  Filters are read again only if they may have changed. */
static void
rescan_join(CustomScanState *node)
{
	BloomJoin  *join = (BloomJoin *) node;
	Bitmapset  *changed = node->ss.ps.chgParam;

	if (changed != NULL)
	{
		UpdateChangedParamSet(join->outer, changed);
		UpdateChangedParamSet(join->inner, changed);
	}
	if (join->inner->chgParam != NULL ||
		(changed != NULL && !join->filter_is_column))
	{
		bloom_join_forget_filters(join);
		/* with changed parameters, it restarts at its next row */
		if (join->inner->chgParam == NULL)
			ExecReScan(join->inner);
	}
	if (join->outer->chgParam == NULL)
		ExecReScan(join->outer);
	restart(join);
}

/* The name of a join type, or NULL if a join cannot be of that type */
const char *
bloom_join_type_name(JoinType type)
{
	static const char *const names[] = {
		[JOIN_INNER] = "Inner", [JOIN_LEFT] = "Left", [JOIN_FULL] = "Full",
		[JOIN_RIGHT] = "Right", [JOIN_SEMI] = "Semi", [JOIN_ANTI] = "Anti"
	};

	return (size_t) type < lengthof(names) ? names[type] : NULL;
}

/* Add a line with a condition */
static void
explain_condition(const char *label, Node *condition, List *context,
				  ExplainState *es)
{
	ExplainPropertyText(label, deparse_expression(condition, context, true,
												  false), es);
}

/*
 * Add to EXPLAIN the type of the join and its conditions.  ANALYZE adds the
 * number of rows that other conditions have removed, as an average of all
 * loops, and the numbers of filters and batches.  The latter are those of the
 * last loop of this process.
 */
static void
explain_join(CustomScanState *node, List *ancestors, ExplainState *es)
{
	BloomJoin  *join = (BloomJoin *) node;
	CustomScan *plan = (CustomScan *) node->ss.ps.plan;
	NodeInstrumentation *instrument = node->ss.ps.instrument;
	List	   *context = set_deparse_context_plan(es->deparse_cxt,
												   node->ss.ps.plan,
												   ancestors);
	List	   *before = list_nth(plan->custom_exprs, BLOOM_JOIN_BEFORE);
	List	   *after = list_nth(plan->custom_exprs, BLOOM_JOIN_AFTER);
	List	   *quals = list_concat_copy(before, after);

	ExplainPropertyText("Join Type", bloom_join_type_name(join->type), es);
	explain_condition("Bloom Cond",
					  list_nth(plan->custom_exprs, BLOOM_JOIN_TEST), context,
					  es);
	if (quals != NIL)
		explain_condition("Join Filter", (Node *) make_ands_explicit(quals),
						  context, es);
	if (!es->analyze || instrument == NULL || instrument->nloops == 0)
		return;
	if (quals != NIL)
		ExplainPropertyFloat("Rows Removed by Join Filter", NULL,
							 instrument->nfiltered2 / instrument->nloops, 0,
							 es);
	if (join->batches == 0)
		return;
	ExplainPropertyInteger("Filters", NULL, join->filters.count, es);
	ExplainPropertyInteger("Batches", NULL, join->batches, es);
}

static const CustomExecMethods exec_methods = {
	.CustomName = BLOOM_JOIN_NAME,
	.BeginCustomScan = begin_join,
	.ExecCustomScan = exec_join,
	.EndCustomScan = end_join,
	.ReScanCustomScan = rescan_join,
	.ExplainCustomScan = explain_join
};

/* Create the executor state of a plan node */
static Node *
create_join(CustomScan *plan)
{
	BloomJoin  *join = palloc0(sizeof(BloomJoin));

	NodeSetTag(join, T_CustomScanState);
	join->css.methods = &exec_methods;
	return (Node *) join;
}

const CustomScanMethods bloom_join_scan_methods = {
	.CustomName = BLOOM_JOIN_NAME,
	.CreateCustomScanState = create_join
};
