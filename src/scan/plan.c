/*
 * scan/plan.c
 *		Paths and plans of prefetching scans.
 *
 * The library need not be preloaded.  The planner calls the support function
 * of each test to simplify it, which loads the library, long before it creates
 * the paths of tables.
 */
#include "scan/scan.h"

#include "func/cost.h"

#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_class.h"
#include "nodes/nodeFuncs.h"
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
 * The cost of hashing a row early, and what that saves if the row is tested,
 * in cpu_operator_cost.  The test itself costs BLOOM_TEST_COST.
 */
#define AHEAD_COST		1.0
#define SAVED_COST		4.0

/* What it saves for a test within an expression, which hashes again */
#define SAVED_IN_PART	2.5

int			bloom_prefetch_mode = BLOOM_PREFETCH_ON;

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

/* The share of rows that reach a test: cheaper quals are evaluated before */
static double
share_tested(PlannerInfo *root, RelOptInfo *rel, RestrictInfo *test)
{
	double		share = 1.0;
	QualCost	cost;
	ListCell   *lc;

	cost_qual_eval_node(&cost, (Node *) test, root);
	foreach(lc, rel->baserestrictinfo)
	{
		RestrictInfo *other = lfirst_node(RestrictInfo, lc);
		QualCost	other_cost;

		if (other == test || other->pseudoconstant)
			continue;
		cost_qual_eval_node(&other_cost, (Node *) other, root);
		if (other->security_level < test->security_level ||
			other_cost.per_tuple < cost.per_tuple)
			share *= clause_selectivity(root, (Node *) other, 0, JOIN_INNER,
										NULL);
	}
	return share;
}

/*
 * The part of a test's cost that this scan does not have.  The planner's cost
 * is for a filter that may differ in each row, as in other joins, but here it
 * is the same for the whole scan.
 */
static Cost
overrated(PlannerInfo *root, RestrictInfo *rinfo, Index relid)
{
	BloomTestClause clause;

	(void) bloom_scan_match((Node *) rinfo->clause, relid, &clause);
	return bloom_cost_test(root, list_nth(clause.args, clause.filterno)) -
		BLOOM_TEST_COST * cpu_operator_cost;
}

/* What prefetching saves per row; negative if it does not pay */
static Cost
saved_for_row(PlannerInfo *root, RelOptInfo *rel, List *clauses)
{
	Cost		saved = 0;
	ListCell   *lc;

	foreach(lc, clauses)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (bloom_scan_is_test(rinfo, rel->relid))
			saved += share_tested(root, rel, rinfo) *
				(SAVED_COST * cpu_operator_cost +
				 overrated(root, rinfo, rel->relid)) -
				AHEAD_COST * cpu_operator_cost;
	}
	return saved;
}

/*
 * The number of processes that share a partial path with a number of workers,
 * as the planner computes it for its own paths
 */
double
bloom_processes(int workers)
{
	double		leader = 1.0 - 0.3 * workers;

	if (workers == 0)
		return 1.0;
	return workers +
		(parallel_leader_participation && leader > 0 ? leader : 0);
}

/*
 * What prefetching saves per row for tests within other expressions: quals,
 * and the target list, which is evaluated for the rows that the scan returns
 */
static Cost
saved_by_hints(RelOptInfo *rel, const BloomPlanHints *hints)
{
	double		share = rel->tuples > 0 ? rel->rows / rel->tuples : 1.0;

	return (hints->quals * (SAVED_IN_PART - AHEAD_COST) +
			list_length(hints->targets) *
			(Min(share, 1.0) * SAVED_IN_PART - AHEAD_COST)) *
		cpu_operator_cost;
}

/*
 * The tests of the target list whose filters are not constant.  Others are
 * left out of parallel plans, which would pass a copy of each constant to the
 * workers.
 */
static List *
without_constants(List *targets)
{
	List	   *others = NIL;
	ListCell   *lc;

	foreach(lc, targets)
	{
		BloomTestClause clause;

		(void) bloom_scan_match_call(lfirst(lc), &clause);
		if (!IsA(list_nth(clause.args, clause.filterno), Const))
			others = lappend(others, lfirst(lc));
	}
	return others;
}

/* A path like that of a Seq Scan, with less cost */
static Path *
make_path(PlannerInfo *root, RelOptInfo *rel, const BloomPlanHints *all_hints,
		  Relids required_outer, int workers)
{
	CustomPath *path = makeNode(CustomPath);
	List	   *clauses = rel->baserestrictinfo;
	BloomPlanHints hints = {
		.quals = all_hints->quals,
		.targets = without_constants(all_hints->targets)
	};
	bool		copied = workers == 0 &&
		list_length(hints.targets) < list_length(all_hints->targets);
	Cost		saved;

	path->path.pathtype = T_CustomScan;
	path->path.parent = rel;
	path->path.pathtarget = rel->reltarget;
	path->path.param_info = get_baserel_parampathinfo(root, rel,
													  required_outer);
	path->path.parallel_aware = workers > 0;
	path->path.parallel_safe = rel->consider_parallel && !copied;
	path->path.parallel_workers = workers;
	path->flags = CUSTOMPATH_SUPPORT_BACKWARD_SCAN |
		CUSTOMPATH_SUPPORT_PROJECTION;
	path->methods = &path_methods;
	if (copied)
		hints.targets = all_hints->targets;
	path->custom_private = hints.targets;

	cost_seqscan(&path->path, root, rel, path->path.param_info);
	if (path->path.param_info != NULL)
		clauses = list_concat_copy(clauses,
								   path->path.param_info->ppi_clauses);
	saved = saved_for_row(root, rel, clauses) +
		saved_by_hints(rel, &hints);
	saved *= rel->tuples / bloom_processes(workers);
	if (bloom_prefetch_mode == BLOOM_PREFETCH_ALWAYS)
		saved = path->path.total_cost;
	path->path.total_cost = Max(path->path.total_cost - saved,
								path->path.startup_cost);
	return &path->path;
}

/* Whether a table is a heap, the only one whose pages can be read early */
static bool
is_heap(PlannerInfo *root, RelOptInfo *rel)
{
	Relation	table = table_open(root->simple_rte_array[rel->relid]->relid,
								   NoLock);
	bool		result = table->rd_tableam == GetHeapamTableAmRoutine();

	table_close(table, NoLock);
	return result;
}

/* Add paths for the tests of the table's own quals and target list */
static void
add_plain_paths(PlannerInfo *root, RelOptInfo *rel,
				const BloomPlanHints *hints)
{
	int			workers = 0;
	bool		found = false;
	ListCell   *lc;

	foreach(lc, rel->baserestrictinfo)
		found |= bloom_scan_is_test(lfirst_node(RestrictInfo, lc), rel->relid);
	if ((!found && hints->quals == 0 && hints->targets == NIL) ||
		!is_heap(root, rel))
		return;
	add_path(rel, make_path(root, rel, hints, rel->lateral_relids, 0));
	if (rel->consider_parallel && bms_is_empty(rel->lateral_relids))
		workers = compute_parallel_worker(rel, rel->pages, -1,
										  max_parallel_workers_per_gather);
	if (workers > 0)
		add_partial_path(rel, make_path(root, rel, hints, NULL, workers));
}

/*
 * Whether there is a condition that only the join with outer can evaluate, as
 * of an outer join.  It may exclude filters of other value classes, so it has
 * to be evaluated before the test.
 */
static bool
is_guarded(RelOptInfo *rel, Relids outer)
{
	ListCell   *lc;

	foreach(lc, rel->joininfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (!join_clause_is_movable_to(rinfo, rel) &&
			bms_is_subset(rinfo->required_relids,
						  bms_union(outer, rel->relids)))
			return true;
	}
	return false;
}

/*
 * Add paths for tests against a filter of another table.  They are the inner
 * side of a nested loop.
 */
static void
add_join_paths(PlannerInfo *root, RelOptInfo *rel,
			   const BloomPlanHints *hints)
{
	ListCell   *lc;

	foreach(lc, rel->joininfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);
		Relids		outer;

		if (!bloom_scan_is_test(rinfo, rel->relid) ||
			!join_clause_is_movable_to(rinfo, rel) || !is_heap(root, rel))
			continue;
		outer = bms_union(rinfo->required_relids, rel->lateral_relids);
		outer = bms_del_members(outer, rel->relids);
		if (!is_guarded(rel, outer))
			add_path(rel, make_path(root, rel, hints, outer, 0));
	}
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
	BloomPlanHints hints;

	if (previous_hook)
		previous_hook(root, rel, rti, rte);
	if (bloom_prefetch_mode == BLOOM_PREFETCH_OFF || !can_scan(rel, rte) ||
		is_small(root, rel))
		return;
	hints = bloom_scan_plan_hints(root, rel);
	add_plain_paths(root, rel, &hints);
	add_join_paths(root, rel, &hints);
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
