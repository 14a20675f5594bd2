/*
 * join/joinplan.c
 *		From a path of the join to its plan.
 */
#include "join/join.h"

#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/restrictinfo.h"

static const CustomScanMethods scan_methods = {
	.CustomName = BLOOM_JOIN_NAME,
	.CreateCustomScanState = bloom_join_create
};

/* A column of either side, or a placeholder that a side computes, if it is */
static bool
is_same_column(Node *a, Node *b)
{
	if (IsA(a, Var) && IsA(b, Var))
		return ((Var *) a)->varno == ((Var *) b)->varno &&
			((Var *) a)->varattno == ((Var *) b)->varattno &&
			((Var *) a)->varlevelsup == ((Var *) b)->varlevelsup;
	if (IsA(a, PlaceHolderVar) && IsA(b, PlaceHolderVar))
		return ((PlaceHolderVar *) a)->phid == ((PlaceHolderVar *) b)->phid &&
			((PlaceHolderVar *) a)->phlevelsup ==
			((PlaceHolderVar *) b)->phlevelsup;
	return false;
}

/*
 * Give the columns in an expression the form that they have in the list.  From
 * PostgreSQL 16 on, a column of the inner side of an outer join looks another
 * way above the join than in its conditions and below, but a custom scan has
 * one list of columns for all.
 */
static Node *
use_forms(Node *node, void *forms)
{
	ListCell   *lc;

	if (node == NULL)
		return NULL;
	if (IsA(node, Var) || IsA(node, PlaceHolderVar))
	{
		foreach(lc, (List *) forms)
			if (is_same_column(node, lfirst(lc)))
				return copyObject(lfirst(lc));
		if (IsA(node, Var))
			return copyObject(node);
	}
	return expression_tree_mutator(node, use_forms, forms);
}

/* The columns that expressions have, as they are there */
static List *
columns_in(Node *node)
{
	return pull_var_clause(node, PVC_INCLUDE_AGGREGATES |
						   PVC_INCLUDE_WINDOWFUNCS |
						   PVC_INCLUDE_PLACEHOLDERS);
}

/* What the two sides return, in the form that the join returns it in */
static List *
both_targets(List *plans, List *tlist)
{
	List	   *forms = columns_in((Node *) tlist);
	List	   *both = NIL;
	ListCell   *lc;
	ListCell   *lc2;

	foreach(lc, plans)
		foreach(lc2, ((Plan *) lfirst(lc))->targetlist)
		{
			Node	   *expr = (Node *) lfirst_node(TargetEntry, lc2)->expr;

			both = lappend(both,
						   makeTargetEntry((Expr *) use_forms(expr, forms),
										   list_length(both) + 1, NULL,
										   false));
		}
	return both;
}

/* Conditions without columns, which are the same for all rows */
static List *
once_only(List *restrictlist)
{
	return extract_actual_clauses(restrictlist, true);
}

/*
 * The plan of a path, whose custom_private is as bloom_join_init_path makes
 * it: the conditions, which of them is the test, and the type of the join.
 */
Plan *
bloom_join_make_plan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path,
					 List *tlist, List *clauses, List *custom_plans)
{
	CustomScan *scan = makeNode(CustomScan);
	List	   *restrictlist = linitial(path->custom_private);
	RestrictInfo *test = lsecond(path->custom_private);
	JoinType	type = intVal(lthird(path->custom_private));
	Plan	   *outer = linitial(custom_plans);
	List	   *others = list_delete_ptr(list_copy(restrictlist), test);
	List	   *quals;
	List	   *above = NIL;
	List	   *forms;

	if (IS_OUTER_JOIN(type))
		extract_actual_join_clauses(others, rel->relids, &quals, &above);
	else
		quals = extract_actual_clauses(others, false);

	scan->scan.plan.targetlist = tlist;
	scan->scan.scanrelid = 0;
	scan->flags = path->flags;
	scan->custom_plans = custom_plans;
	scan->custom_scan_tlist = both_targets(custom_plans, tlist);
	forms = columns_in((Node *) scan->custom_scan_tlist);
	scan->scan.plan.qual = (List *) use_forms((Node *) above, forms);
	scan->custom_exprs =
		list_make3(use_forms((Node *) test->clause, forms),
				   use_forms((Node *) quals, forms),
				   use_forms((Node *) once_only(restrictlist), forms));
	scan->custom_private =
		list_make2(makeInteger(type),
				   makeInteger(list_length(outer->targetlist)));
	scan->methods = &scan_methods;
	return &scan->scan.plan;
}

/* Once per session, when the library is loaded */
void
bloom_join_init_plan(void)
{
	RegisterCustomScanMethods(&scan_methods);
}
