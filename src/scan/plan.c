/*
 * scan/plan.c
 *		When the scan is planned.
 *
 * Nothing has to be preloaded: the planner asks the support function of each
 * test whether it can be simplified, which loads the library, long before it
 * asks for the paths of tables.
 */
#include "scan/scan.h"

#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_class.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"
#include "utils/guc.h"
#include "utils/rel.h"

/* In smaller tables there is nothing to be gained that anybody would notice */
#define MIN_ROWS		10000

/* A constant filter of fewer bytes is in the processor's cache anyway */
#define MIN_BYTES		(64 * 1024)

/*
 * Costs of a row in cpu_operator_cost: hashing it ahead, and what is saved
 * then if it is tested.  The test itself costs 5.
 */
#define AHEAD_COST		1.0
#define SAVED_COST		4.0

int			bloom_look_ahead = BLOOM_LOOK_AHEAD_ON;

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

/* Whether a test is one to look ahead for; if it's not known, it may be */
static bool
is_test(RestrictInfo *rinfo, Index relid)
{
	BloomTestClause clause;
	Node	   *filter;

	if (rinfo->pseudoconstant ||
		!bloom_scan_match((Node *) rinfo->clause, relid, &clause))
		return false;
	filter = list_nth(clause.args, clause.filterno);
	if (!IsA(filter, Const) || bloom_look_ahead == BLOOM_LOOK_AHEAD_ALWAYS)
		return true;
	return !((Const *) filter)->constisnull &&
		toast_raw_datum_size(((Const *) filter)->constvalue) >= MIN_BYTES;
}

/* The share of rows that come as far as a test, the cheaper quals first */
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

/* What looking ahead saves for each row; negative if it doesn't pay */
static Cost
saved_for_row(PlannerInfo *root, RelOptInfo *rel, List *clauses)
{
	Cost		saved = 0;
	ListCell   *lc;

	foreach(lc, clauses)
		if (is_test(lfirst_node(RestrictInfo, lc), rel->relid))
			saved += share_tested(root, rel, lfirst_node(RestrictInfo, lc)) *
				SAVED_COST - AHEAD_COST;
	return saved * cpu_operator_cost;
}

/* The processes that share a scan, as cost_seqscan counts them */
static double
processes(int workers)
{
	double		leader = 1.0 - 0.3 * workers;

	if (workers == 0)
		return 1.0;
	return workers +
		(parallel_leader_participation && leader > 0 ? leader : 0);
}

/* A path like that of a Seq Scan, whose cost is less */
static Path *
make_path(PlannerInfo *root, RelOptInfo *rel, Relids required_outer,
		  int workers)
{
	CustomPath *path = makeNode(CustomPath);
	List	   *clauses = rel->baserestrictinfo;
	Cost		saved;

	path->path.pathtype = T_CustomScan;
	path->path.parent = rel;
	path->path.pathtarget = rel->reltarget;
	path->path.param_info = get_baserel_parampathinfo(root, rel,
													  required_outer);
	path->path.parallel_aware = workers > 0;
	path->path.parallel_safe = rel->consider_parallel;
	path->path.parallel_workers = workers;
	path->flags = CUSTOMPATH_SUPPORT_BACKWARD_SCAN |
		CUSTOMPATH_SUPPORT_PROJECTION;
	path->methods = &path_methods;

	cost_seqscan(&path->path, root, rel, path->path.param_info);
	if (path->path.param_info != NULL)
		clauses = list_concat_copy(clauses,
								   path->path.param_info->ppi_clauses);
	saved = saved_for_row(root, rel, clauses) * rel->tuples /
		processes(workers);
	if (bloom_look_ahead == BLOOM_LOOK_AHEAD_ALWAYS)
		saved = path->path.total_cost;
	path->path.total_cost = Max(path->path.total_cost - saved,
								path->path.startup_cost);
	return &path->path;
}

/* Paths for the tests of the table's own quals */
static void
add_plain_paths(PlannerInfo *root, RelOptInfo *rel)
{
	int			workers = 0;
	bool		found = false;
	ListCell   *lc;

	foreach(lc, rel->baserestrictinfo)
		found |= is_test(lfirst_node(RestrictInfo, lc), rel->relid);
	if (!found)
		return;
	add_path(rel, make_path(root, rel, rel->lateral_relids, 0));
	if (rel->consider_parallel && bms_is_empty(rel->lateral_relids))
		workers = compute_parallel_worker(rel, rel->pages, -1,
										  max_parallel_workers_per_gather);
	if (workers > 0)
		add_partial_path(rel, make_path(root, rel, NULL, workers));
}

/* Paths for tests against a filter of another table, as the inner of a join */
static void
add_join_paths(PlannerInfo *root, RelOptInfo *rel)
{
	ListCell   *lc;

	foreach(lc, rel->joininfo)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);
		Relids		outer;

		if (!join_clause_is_movable_to(rinfo, rel) ||
			!is_test(rinfo, rel->relid))
			continue;
		outer = bms_union(rinfo->required_relids, rel->lateral_relids);
		outer = bms_del_members(outer, rel->relids);
		add_path(rel, make_path(root, rel, outer, 0));
	}
}

/* Of the pages of a heap, it is known how to look ahead on them */
static bool
is_heap(Oid relid)
{
	Relation	rel = table_open(relid, NoLock);
	bool		result = rel->rd_tableam == GetHeapamTableAmRoutine();

	table_close(rel, NoLock);
	return result;
}

/* Whether the rows of a relation could be read by a Seq Scan */
static bool
can_scan(RelOptInfo *rel, RangeTblEntry *rte)
{
	ListCell   *lc;

	if (rte->rtekind != RTE_RELATION || rte->inh ||
		rte->tablesample != NULL || IS_DUMMY_REL(rel) ||
		(rte->relkind != RELKIND_RELATION && rte->relkind != RELKIND_MATVIEW))
		return false;
	/* WHERE CURRENT OF has to be a TID scan */
	foreach(lc, rel->baserestrictinfo)
		if (IsA(lfirst_node(RestrictInfo, lc)->clause, CurrentOfExpr))
			return false;
	return true;
}

static void
add_paths(PlannerInfo *root, RelOptInfo *rel, Index rti, RangeTblEntry *rte)
{
	if (previous_hook)
		previous_hook(root, rel, rti, rte);
	if (bloom_look_ahead == BLOOM_LOOK_AHEAD_OFF || !can_scan(rel, rte) ||
		(rel->tuples < MIN_ROWS &&
		 bloom_look_ahead != BLOOM_LOOK_AHEAD_ALWAYS) ||
		!is_heap(rte->relid))
		return;
	add_plain_paths(root, rel);
	add_join_paths(root, rel);
}

/* The plan of a path: its quals are in the order that a Seq Scan has */
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

/* Once a session, when the library is loaded */
void
bloom_scan_init(void)
{
	static const struct config_enum_entry values[] = {
		{"off", BLOOM_LOOK_AHEAD_OFF, false},
		{"on", BLOOM_LOOK_AHEAD_ON, false},
		{"always", BLOOM_LOOK_AHEAD_ALWAYS, false},
		{NULL, 0, false}
	};

	DefineCustomEnumVariable("bloomext.look_ahead",
							 "Whether scans look ahead for the values that they test against bloom filters.",
							 "always means wherever it is possible, and is for tests.",
							 &bloom_look_ahead, BLOOM_LOOK_AHEAD_ON, values,
							 PGC_USERSET, GUC_EXPLAIN, NULL, NULL, NULL);
	bloom_reserve_settings();
	RegisterCustomScanMethods(&scan_methods);
	previous_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = add_paths;
}
