/*
 * scan/planhint.c
 *		Finds the tests to prefetch for in the planner's data structures.
 */
#include "scan/scan.h"

#include "optimizer/pathnode.h"

/* Whether a qual of the relation is a test to prefetch for */
bool
bloom_scan_is_test(RestrictInfo *rinfo, Index relid)
{
	BloomTestClause clause;

	return !rinfo->pseudoconstant &&
		bloom_scan_match((Node *) rinfo->clause, relid, &clause) &&
		bloom_scan_may_be_large(&clause);
}

/*
 * The number of the column of relation relid, a partition or child, that
 * corresponds to a column of one of its ancestors; 0 if there is none
 */
static AttrNumber
column_of_member(PlannerInfo *root, Index relid, const Var *column)
{
	AppendRelInfo *info;
	AttrNumber	of_parent;
	Node	   *of_member;

	if (relid == (Index) column->varno)
		return column->varattno;
	info = root->append_rel_array[relid];
	of_parent = column_of_member(root, info->parent_relid, column);
	if (of_parent <= 0)
		return 0;
	of_member = list_nth(info->translated_vars, of_parent - 1);
	return of_member != NULL && IsA(of_member, Var) ?
		((Var *) of_member)->varattno : 0;
}

/* The topmost ancestor of a partition or child, or the relation itself */
static RelOptInfo *
top_of_tree(PlannerInfo *root, RelOptInfo *rel)
{
	Index		relid = rel->relid;

	while (root->append_rel_array != NULL &&
		   root->append_rel_array[relid] != NULL)
		relid = root->append_rel_array[relid]->parent_relid;
	return find_base_rel(root, relid);
}

/*
 * The tests in a query's target list, if this table, or the tree that it
 * belongs to, is its only one.  Then each row that a scan returns is tested
 * soon, unless it is sorted before.  Constant filters are left out in the
 * members of a tree, because the plan must not contain a copy for each member.
 */
static List *
find_target_hints(PlannerInfo *root, RelOptInfo *rel)
{
	RelOptInfo *top = top_of_tree(root, rel);
	List	   *hints = NIL;
	ListCell   *lc;

	if (!bms_equal(root->all_baserels, top->relids))
		return NIL;
	foreach(lc, bloom_scan_find_hints((Node *) root->parse->targetList,
									  top->relid))
	{
		BloomTestClause clause;
		Node	   *hint = lfirst(lc);
		AttrNumber	column;

		(void) bloom_scan_match_call(hint, &clause);
		column = column_of_member(root, rel->relid, clause.column);
		if (rel != top && column > 0 &&
			!IsA(list_nth(clause.args, clause.filterno), Const))
		{
			hint = copyObject(hint);
			(void) bloom_scan_match_call(hint, &clause);
			clause.column->varattno = column;
		}
		else if (rel != top)
			continue;
		hints = lappend(hints, hint);
	}
	return hints;
}

/* The number of tests nested inside quals that are not tests */
static int
count_qual_hints(RelOptInfo *rel)
{
	int			count = 0;
	ListCell   *lc;

	foreach(lc, rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (!rinfo->pseudoconstant && !bloom_scan_is_test(rinfo, rel->relid))
			count += list_length(bloom_scan_find_hints((Node *) rinfo->clause,
													   rel->relid));
	}
	return count;
}

/* The tests of a table's columns within other expressions of the query */
BloomPlanHints
bloom_scan_plan_hints(PlannerInfo *root, RelOptInfo *rel)
{
	return (BloomPlanHints) {
		.quals = count_qual_hints(rel),
		.targets = find_target_hints(root, rel)
	};
}
