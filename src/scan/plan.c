/*
 * scan/plan.c
 *		Paths and plans of prefetching scans.
 *
 * The library need not be preloaded.  The planner calls the support function
 * of each test to simplify it, which loads the library, long before it creates
 * the paths of tables.
 */
#include "scan/scan.h"

#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_class.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/appendinfo.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/plancat.h"
#include "optimizer/restrictinfo.h"
#include "utils/rel.h"

/* In tables with fewer rows, prefetching gains too little to be noticed */
#define MIN_ROWS		10000

/*
 * What prefetching saves for a test of a row, in cpu_operator_cost: of the
 * scan, which costs BLOOM_TEST_COST, and within an expression, which hashes
 * the value again
 */
#define SAVED_COST		3.0
#define SAVED_IN_PART	1.5

static set_rel_pathlist_hook_type previous_hook;

static Plan *make_plan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path,
					   List *tlist, List *clauses, List *custom_plans);

static const CustomPathMethods path_methods = {
	.CustomName = BLOOM_SCAN_NAME,
	.PlanCustomPath = make_plan
};

static const CustomScanMethods scan_methods = {
	.CustomName = BLOOM_SCAN_NAME,
	.CreateCustomScanState = bloom_scan_create
};

/*
 * An expression of a query, for a relation that is a partition or child of the
 * one in the expression
 */
static Node *
translate_node(PlannerInfo *root, Node *node, Index relid)
{
	AppendRelInfo *info =
		root->append_rel_array != NULL ? root->append_rel_array[relid] : NULL;

	return info == NULL ? node :
		adjust_appendrel_attrs(root,
							   translate_node(root, node, info->parent_relid),
							   1, &info);
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
 * soon, unless it is sorted before.  Those with constant filters are left out,
 * because the plan must not contain another copy of a large constant.
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

		(void) bloom_scan_match_call(lfirst(lc), &clause);
		if (!IsA(list_nth(clause.args, clause.filterno), Const))
			hints = lappend(hints,
							translate_node(root, lfirst(lc), rel->relid));
	}
	return bloom_scan_find_hints((Node *) hints, rel->relid);
}

/*
 * What prefetching saves per row, for the tests of the relation's quals and
 * those within other expressions; 0 if there are none
 */
static Cost
saved_per_row(RelOptInfo *rel, List *target_hints)
{
	int			tests = 0;
	int			hints = list_length(target_hints);
	ListCell   *lc;

	foreach(lc, rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);
		Node	   *qual = (Node *) rinfo->clause;
		BloomTestClause clause;

		if (bloom_scan_match(qual, rel->relid, &clause))
			tests++;
		else
			hints += list_length(bloom_scan_find_hints(qual, rel->relid));
	}
	return (tests * SAVED_COST + hints * SAVED_IN_PART) * cpu_operator_cost;
}

/* A path like that of a Seq Scan, with less cost */
static Path *
make_path(PlannerInfo *root, RelOptInfo *rel, List *target_hints, Cost saved,
		  int workers)
{
	CustomPath *path = makeNode(CustomPath);

	path->path.pathtype = T_CustomScan;
	path->path.parent = rel;
	path->path.pathtarget = rel->reltarget;
	path->path.param_info = get_baserel_parampathinfo(root, rel,
													  rel->lateral_relids);
	path->path.parallel_aware = workers > 0;
	path->path.parallel_safe = rel->consider_parallel;
	path->path.parallel_workers = workers;
	path->flags = CUSTOMPATH_SUPPORT_BACKWARD_SCAN |
		CUSTOMPATH_SUPPORT_PROJECTION;
	path->methods = &path_methods;
	path->custom_private = target_hints;

	cost_seqscan(&path->path, root, rel, path->path.param_info);
	/* processes share the rows of a partial path */
	saved *= rel->tuples * path->path.rows / Max(rel->rows, 1);
	if (bloom_prefetch_mode == BLOOM_PREFETCH_ALWAYS)
		saved = path->path.total_cost;
	path->path.total_cost = Max(path->path.total_cost - saved,
								path->path.startup_cost);
	return &path->path;
}

/* Whether a Seq Scan could read the rows of a relation */
static bool
can_scan(RelOptInfo *rel, RangeTblEntry *rte)
{
	ListCell   *lc;

	if (rte->rtekind != RTE_RELATION || rte->inh ||
		rte->tablesample != NULL || IS_DUMMY_REL(rel) ||
		(rte->relkind != RELKIND_RELATION && rte->relkind != RELKIND_MATVIEW))
		return false;
	/* WHERE CURRENT OF requires a TID scan */
	foreach(lc, rel->baserestrictinfo)
		if (IsA(lfirst_node(RestrictInfo, lc)->clause, CurrentOfExpr))
			return false;
	return true;
}

/*
 * Whether a table has few rows.  A partition counts as large as all tables of
 * the query together, with its own number of rows per page.
 */
static bool
is_small(PlannerInfo *root, RelOptInfo *rel)
{
	double		rows = rel->tuples;

	if (rel->reloptkind == RELOPT_OTHER_MEMBER_REL && rel->pages > 0)
		rows *= root->total_table_pages / rel->pages;
	return rows < MIN_ROWS && bloom_prefetch_mode != BLOOM_PREFETCH_ALWAYS;
}

/* The hook: add paths to a relation if they are possible and may pay */
static void
add_paths(PlannerInfo *root, RelOptInfo *rel, Index rti, RangeTblEntry *rte)
{
	List	   *hints;
	Cost		saved;
	int			workers = 0;

	if (previous_hook)
		previous_hook(root, rel, rti, rte);
	if (bloom_prefetch_mode == BLOOM_PREFETCH_OFF || !can_scan(rel, rte) ||
		is_small(root, rel))
		return;
	hints = find_target_hints(root, rel);
	saved = saved_per_row(rel, hints);
	if (saved == 0)
		return;
	add_path(rel, make_path(root, rel, hints, saved, 0));
	if (rel->consider_parallel && bms_is_empty(rel->lateral_relids))
		workers = compute_parallel_worker(rel, rel->pages, -1,
										  max_parallel_workers_per_gather);
	if (workers > 0)
		add_partial_path(rel, make_path(root, rel, hints, saved, workers));
}

/*
 * The target list of a plan.  The planner lets a Seq Scan return the rows as
 * they are stored, if the node above does not mind, but no custom scan.  The
 * difference is that of a projection.  So this does the same, where the node
 * above is certain to be an aggregate without groups.
 */
static List *
target_list(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist)
{
	Query	   *query = root->parse;
	List	   *physical;
	ListCell   *lc;

	if (!query->hasAggs || query->groupClause != NIL ||
		query->groupingSets != NIL || query->hasWindowFuncs ||
		query->hasTargetSRFs || !bms_equal(root->all_baserels, rel->relids) ||
		rel->reloptkind != RELOPT_BASEREL || path->path.parallel_aware)
		return tlist;
	foreach(lc, tlist)
		if (!IsA(lfirst_node(TargetEntry, lc)->expr, Var) ||
			((Var *) lfirst_node(TargetEntry, lc)->expr)->varattno <= 0 ||
			lfirst_node(TargetEntry, lc)->ressortgroupref != 0)
			return tlist;
	physical = build_physical_tlist(root, rel);
	return physical != NIL ? physical : tlist;
}

/* Make the plan of a path, with the quals in the order of a Seq Scan */
static Plan *
make_plan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist,
		  List *clauses, List *custom_plans)
{
	CustomScan *scan = makeNode(CustomScan);

	scan->scan.plan.targetlist = target_list(root, rel, path, tlist);
	scan->scan.plan.qual = extract_actual_clauses(clauses, false);
	scan->scan.scanrelid = rel->relid;
	scan->flags = path->flags;
	scan->custom_private = path->custom_private;
	scan->methods = &scan_methods;
	return &scan->scan.plan;
}

/* Install the planner hook.  Called once, when a session loads the library. */
void
bloom_scan_init(void)
{
	RegisterCustomScanMethods(&scan_methods);
	previous_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = add_paths;
}
