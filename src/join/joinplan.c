/*
 * join/joinplan.c
 *		Makes the plan of a path of the join.
 */
#include "join/join.h"

#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/restrictinfo.h"

/* Whether two nodes are the same column, or the same placeholder */
static bool
is_same_column(Node *a, Node *b)
{
	if (nodeTag(a) != nodeTag(b))
		return false;
	return IsA(a, PlaceHolderVar) ?
		((PlaceHolderVar *) a)->phid == ((PlaceHolderVar *) b)->phid :
		((Var *) a)->varno == ((Var *) b)->varno &&
		((Var *) a)->varattno == ((Var *) b)->varattno;
}

/*
 * Replace the columns in an expression with their variants in a list.  From
 * PostgreSQL 16 on, a column of the nullable side of an outer join has other
 * varnullingrels above the join than in its conditions and below.  But a
 * custom scan has one list of columns for all of these.
 */
static Node *
replace_columns(Node *node, void *columns)
{
	ListCell   *lc;

	if (node == NULL)
		return NULL;
	CHECK_FOR_INTERRUPTS();
	if (IsA(node, Var) || IsA(node, PlaceHolderVar))
	{
		foreach(lc, (List *) columns)
			if (is_same_column(node, lfirst(lc)))
				return copyObject(lfirst(lc));
		if (IsA(node, Var))
			return copyObject(node);
	}
	return expression_tree_mutator(node, replace_columns, columns);
}

/*
 * The columns in expressions, unchanged.  A placeholder counts as a column.
 * The columns in it follow, because the join may compute it.
 */
static List *
columns_in(Node *node)
{
	List	   *columns = pull_var_clause(node, PVC_INCLUDE_AGGREGATES |
										 PVC_INCLUDE_WINDOWFUNCS |
										 PVC_INCLUDE_PLACEHOLDERS);
	List	   *within = NIL;
	ListCell   *lc;

	foreach(lc, columns)
	{
		PlaceHolderVar *holder = (PlaceHolderVar *) lfirst(lc);

		if (IsA(holder, PlaceHolderVar))
			within = list_concat(within, columns_in((Node *) holder->phexpr));
	}
	return list_concat(columns, within);
}

/*
 * The target lists of both sides as one list, with columns as in the target
 * list of the join.  The planner may still change that list, but it has the
 * columns of rel->reltarget.
 */
static List *
both_targets(List *plans, RelOptInfo *rel)
{
	List	   *columns = columns_in((Node *) rel->reltarget->exprs);
	List	   *both = NIL;
	ListCell   *lc;
	ListCell   *lc2;

	foreach(lc, plans)
		foreach(lc2, ((Plan *) lfirst(lc))->targetlist)
		{
			Node	   *expr = (Node *) lfirst_node(TargetEntry, lc2)->expr;

			both = lappend(both,
						   makeTargetEntry((Expr *) replace_columns(expr,
																	columns),
										   list_length(both) + 1, NULL,
										   false));
		}
	return both;
}

/* A condition, and what decides when it is evaluated */
typedef struct Condition
{
	RestrictInfo *rinfo;
	Index		level;
	Cost		cost;
} Condition;

/* Set what decides when a condition is evaluated */
static Condition
rate_condition(PlannerInfo *root, RestrictInfo *rinfo)
{
	QualCost	cost;

	cost_qual_eval_node(&cost, (Node *) rinfo, root);
	return (Condition) {
		.rinfo = rinfo,
		.level = rinfo->leakproof &&
			cost.per_tuple < 10 * cpu_operator_cost ? 0 :
			rinfo->security_level,
		.cost = cost.per_tuple
	};
}

/*
 * Whether a condition is evaluated before another one, by security level, then
 * by cost, as in the planner's order_qual_clauses(), which is static
 */
static bool
comes_before(const Condition *a, const Condition *b)
{
	return a->level < b->level || (a->level == b->level && a->cost < b->cost);
}

/*
 * Sort the conditions into the order of evaluation in a nested loop, and split
 * them into those before and after the test
 */
static void
split_quals(PlannerInfo *root, List *restrictlist, RestrictInfo *test,
			List **before, List **after)
{
	Condition  *sorted = palloc(list_length(restrictlist) * sizeof(Condition));
	int			count = 0;
	List	  **part = before;
	ListCell   *lc;

	foreach(lc, restrictlist)
	{
		Condition	condition = rate_condition(root, lfirst(lc));
		int			at = count++;

		CHECK_FOR_INTERRUPTS();
		for (; at > 0 && comes_before(&condition, &sorted[at - 1]); at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = condition;
	}
	*before = *after = NIL;
	for (int i = 0; i < count; i++)
	{
		if (sorted[i].rinfo == test)
			part = after;
		else
			*part = lappend(*part, sorted[i].rinfo);
	}
}

/*
 * The clauses of the conditions that are evaluated for pairs.  Conditions in
 * WHERE of an outer join are evaluated for its result rows, and are added to
 * above.
 */
static List *
pair_quals(List *quals, JoinType type, Relids relids, List **above)
{
	List	   *result;
	List	   *pushed;

	if (!IS_OUTER_JOIN(type))
		return extract_actual_clauses(quals, false);
	extract_actual_join_clauses(quals, relids, &result, &pushed);
	*above = list_concat(*above, pushed);
	return result;
}

/*
 * Make the plan of a path (PlanCustomPath).  joinpath.c has set the path's
 * custom_private: the conditions, the one that is the test, and the join type.
 */
Plan *
bloom_join_make_plan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path,
					 List *tlist, List *clauses, List *custom_plans)
{
	CustomScan *scan = makeNode(CustomScan);
	RestrictInfo *test = lsecond(path->custom_private);
	Node	   *type = lthird(path->custom_private);
	Plan	   *outer = linitial(custom_plans);
	List	   *before;
	List	   *after;
	List	   *above = NIL;
	List	   *columns;

	split_quals(root, linitial(path->custom_private), test, &before, &after);
	before = pair_quals(before, intVal(type), rel->relids, &above);
	after = pair_quals(after, intVal(type), rel->relids, &above);
	scan->scan.plan.targetlist = tlist;
	scan->scan.scanrelid = 0;
	scan->flags = path->flags;
	scan->custom_plans = custom_plans;
	scan->custom_scan_tlist = both_targets(custom_plans, rel);
	columns = columns_in((Node *) scan->custom_scan_tlist);
	scan->scan.plan.qual = (List *) replace_columns((Node *) above, columns);
	scan->custom_exprs =
		list_make3(replace_columns((Node *) test->clause, columns),
				   replace_columns((Node *) before, columns),
				   replace_columns((Node *) after, columns));
	scan->custom_private =
		list_make2(type, makeInteger(list_length(outer->targetlist)));
	scan->methods = &bloom_join_scan_methods;
	return &scan->scan.plan;
}
