/*
 * join/joinexplain.c
 *		The lines of EXPLAIN for the join.
 */
#include "join/join.h"

#include "commands/explain.h"
#include "executor/instrument.h"
#include "nodes/makefuncs.h"
#include "utils/ruleutils.h"

/* The name of a join type */
static const char *
type_name(JoinType type)
{
	switch (type)
	{
		case JOIN_LEFT:
			return "Left";
		case JOIN_RIGHT:
			return "Right";
		case JOIN_FULL:
			return "Full";
		case JOIN_SEMI:
			return "Semi";
		case JOIN_ANTI:
			return "Anti";
		default:
			return "Inner";
	}
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
 * loops, and the numbers of filters and batches.  The latter are those of this
 * process, because those of workers are unknown.
 */
void
bloom_join_explain(CustomScanState *node, List *ancestors, ExplainState *es)
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
	List	   *once = list_nth(plan->custom_exprs, BLOOM_JOIN_ONCE);

	ExplainPropertyText("Join Type", type_name(join->type), es);
	explain_condition("Bloom Cond",
					  list_nth(plan->custom_exprs, BLOOM_JOIN_TEST), context,
					  es);
	if (quals != NIL)
		explain_condition("Join Filter", (Node *) make_ands_explicit(quals),
						  context, es);
	if (once != NIL)
		explain_condition("One-Time Filter",
						  (Node *) make_ands_explicit(once), context, es);
	if (!es->analyze || instrument == NULL || instrument->nloops == 0)
		return;
	if (quals != NIL)
		ExplainPropertyFloat("Rows Removed by Join Filter", NULL,
							 instrument->nfiltered2 / instrument->nloops, 0,
							 es);
	if (join->loops == 0)
		return;
	ExplainPropertyInteger("Filters", NULL, join->filters.count, es);
	ExplainPropertyFloat("Batches", NULL,
						 (double) join->batches / join->loops, 0, es);
}
