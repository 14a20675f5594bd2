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
#include "catalog/pg_class.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/rel.h"

/* In tables with fewer rows, prefetching gains too little to be noticed */
#define MIN_ROWS		10000

/*
 * What prefetching saves for a test of a row, which costs BLOOM_TEST_COST, in
 * cpu_operator_cost
 */
#define SAVED_COST		3.0

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

/* The number of tests among a relation's quals */
static int
count_tests(RelOptInfo *rel)
{
	int			tests = 0;
	ListCell   *lc;

	foreach(lc, rel->baserestrictinfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);
		BloomTestClause clause;

		tests += bloom_scan_match((Node *) rinfo->clause, rel->relid,
								  &clause);
	}
	return tests;
}

/* A path like that of a Seq Scan, with less cost */
static Path *
make_path(PlannerInfo *root, RelOptInfo *rel, int tests, int workers)
{
	CustomPath *path = makeNode(CustomPath);
	Cost		saved = tests * SAVED_COST * cpu_operator_cost;

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

	cost_seqscan(&path->path, root, rel, path->path.param_info);
	/* processes share the rows of a partial path */
	saved *= rel->tuples * path->path.rows / Max(rel->rows, 1);
	if (bloom_prefetch_mode == BLOOM_PREFETCH_ALWAYS)
		saved = path->path.total_cost;
	path->path.total_cost = Max(path->path.total_cost - saved,
								path->path.startup_cost);
	return &path->path;
}

/* Whether a Seq Scan could read the rows of a relation, which is a heap */
static bool
can_scan(RelOptInfo *rel, RangeTblEntry *rte)
{
	ListCell   *lc;
	Relation	table;
	bool		is_heap;

	if (rte->rtekind != RTE_RELATION || rte->inh ||
		rte->tablesample != NULL || IS_DUMMY_REL(rel) ||
		(rte->relkind != RELKIND_RELATION && rte->relkind != RELKIND_MATVIEW))
		return false;
	/* WHERE CURRENT OF requires a TID scan */
	foreach(lc, rel->baserestrictinfo)
		if (IsA(lfirst_node(RestrictInfo, lc)->clause, CurrentOfExpr))
			return false;
	table = table_open(rte->relid, NoLock);
	is_heap = table->rd_tableam == GetHeapamTableAmRoutine();
	table_close(table, NoLock);
	return is_heap;
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
	int			tests;
	int			workers = 0;

	if (previous_hook)
		previous_hook(root, rel, rti, rte);
	if (bloom_prefetch_mode == BLOOM_PREFETCH_OFF || is_small(root, rel) ||
		!can_scan(rel, rte))
		return;
	tests = count_tests(rel);
	if (tests == 0)
		return;
	add_path(rel, make_path(root, rel, tests, 0));
	if (rel->consider_parallel && bms_is_empty(rel->lateral_relids))
		workers = compute_parallel_worker(rel, rel->pages, -1,
										  max_parallel_workers_per_gather);
	if (workers > 0)
		add_partial_path(rel, make_path(root, rel, tests, workers));
}

/* Make the plan of a path, with the quals in the order of a Seq Scan */
static Plan *
make_plan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *tlist,
		  List *clauses, List *custom_plans)
{
	CustomScan *scan = makeNode(CustomScan);

	scan->scan.plan.targetlist = tlist;
	scan->scan.plan.qual = extract_actual_clauses(clauses, false);
	scan->scan.scanrelid = rel->relid;
	scan->flags = path->flags;
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
