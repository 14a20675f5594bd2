/*
 * join/joinpath.c
 *		Paths of the join, and their costs.
 */
#include "join/join.h"

#include "access/transam.h"
#include "func/cost.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"

#include <math.h>

/*
 * The costs of copying a row and hashing its value, and of a test with
 * prefetching, in cpu_operator_cost
 */
#define ROW_COST		5.0
#define PAIR_COST		1.0

/* The memory of a row in a batch, without its columns */
#define ROW_OVERHEAD	64

static set_join_pathlist_hook_type previous_hook;

static const CustomPathMethods path_methods = {
	.CustomName = BLOOM_JOIN_NAME,
	.PlanCustomPath = bloom_join_make_plan
};

/* A join for which paths are created */
typedef struct JoinInput
{
	PlannerInfo *root;
	RelOptInfo *joinrel;
	JoinType	type;
	RelOptInfo *outer;			/* has the values */
	RelOptInfo *inner;			/* has the filters */
	List	   *restrictlist;
	RestrictInfo *test;			/* one of restrictlist */
	Node	   *filter;			/* the filter of the test */
} JoinInput;

/*
 * Whether a condition tests a value of the outer side against a filter of the
 * inner side.  If so, sets join->filter.
 */
static bool
is_test(JoinInput *join, RestrictInfo *rinfo)
{
	Node	   *clause = (Node *) rinfo->clause;
	BloomTestClause test;
	Relids		of_value;
	Relids		of_filter;

	if (is_notclause(clause))
		clause = (Node *) get_notclausearg((Expr *) clause);
	if (!bloom_scan_match_call(clause, &test) || contain_subplans(clause))
		return false;
	join->filter = list_nth(test.args, test.filterno);
	of_filter = bloom_relids(join->root, join->filter);
	of_value = bloom_relids(join->root,
							list_nth(test.args, 1 - test.filterno));
	return !bms_is_empty(of_value) && !bms_is_empty(of_filter) &&
		bms_is_subset(of_value, join->outer->relids) &&
		bms_is_subset(of_filter, join->inner->relids);
}

/*
 * Whether a condition may be a test: no built-in operator, and no equality.
 * This decides for most conditions of most queries, without a call.
 */
static inline bool
may_be_test(const RestrictInfo *rinfo)
{
	const OpExpr *call = (const OpExpr *) rinfo->clause;

	return rinfo->mergeopfamilies == NIL &&
		(!IsA(call, OpExpr) || call->opfuncid >= FirstNormalObjectId ||
		 !OidIsValid(call->opfuncid));
}

/*
 * Find the test among the conditions.  Returns false if there is none, if a
 * condition has no columns, or if one is volatile: a nested loop would
 * evaluate it for other pairs and in another order.
 */
static bool
find_test(JoinInput *join)
{
	ListCell   *lc;

	foreach(lc, join->restrictlist)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		/* conditions in WHERE are evaluated above an outer join */
		if (may_be_test(rinfo) && is_test(join, rinfo) &&
			!(IS_OUTER_JOIN(join->type) &&
			  RINFO_IS_PUSHED_DOWN(rinfo, join->joinrel->relids)))
		{
			join->test = rinfo;
			break;
		}
	}
	/* most joins have no test, and are not examined further */
	if (join->test == NULL)
		return false;
	foreach(lc, join->restrictlist)
	{
		RestrictInfo *rinfo = lfirst_node(RestrictInfo, lc);

		if (rinfo->pseudoconstant || bloom_is_volatile(rinfo))
			return false;
	}
	return true;
}

/*
 * The cost of reading filters that do not fit into memory: all of them for
 * each batch, or slices of them for few values.  Filters that fit are read
 * once in any plan, and other plans are not charged for that.
 */
static Cost
cost_reading(const BloomColumn *column, Path *outer, Path *inner)
{
	double		size = outer->pathtarget->width + ROW_OVERHEAD;
	double		batches = ceil(outer->rows * size / bloom_batch_limit());
	Cost		all = column->pages * seq_page_cost * batches;
	Cost		slices = outer->rows * inner->rows *
		BLOOM_SLICE_COST * cpu_operator_cost;

	return column->stored && !column->fits ? Min(slices, all) : 0;
}

/* Set the costs of a path over two others */
static void
set_costs(CustomPath *path, const JoinInput *join, Path *outer, Path *inner)
{
	RelOptInfo *joinrel = join->joinrel;
	BloomColumn column = bloom_cost_column(join->root, join->filter);
	double		pairs = outer->rows * inner->rows;
	List	   *others = list_delete_ptr(list_copy(join->restrictlist),
										 join->test);
	QualCost	qual_cost;
	Cost		run;

	cost_qual_eval(&qual_cost, others, join->root);
	path->path.startup_cost = outer->startup_cost + inner->total_cost +
		qual_cost.startup + joinrel->reltarget->cost.startup;
	run = outer->total_cost - outer->startup_cost +
		outer->rows * ROW_COST * cpu_operator_cost +
		cost_reading(&column, outer, inner) +
		pairs * (PAIR_COST * cpu_operator_cost + qual_cost.per_tuple) +
		path->path.rows * (cpu_tuple_cost +
						   joinrel->reltarget->cost.per_tuple);
	path->path.total_cost = path->path.startup_cost + run;
	if (bloom_prefetch_mode == BLOOM_PREFETCH_ALWAYS)
		path->path.startup_cost = path->path.total_cost = 0;
}

/* Make a path over two others; it is partial if the outer one is */
static Path *
make_path(const JoinInput *join, Path *outer, Path *inner, bool partial)
{
	CustomPath *path = makeNode(CustomPath);
	RelOptInfo *joinrel = join->joinrel;

	path->path.pathtype = T_CustomScan;
	path->path.parent = joinrel;
	path->path.pathtarget = joinrel->reltarget;
	path->path.parallel_safe = joinrel->consider_parallel &&
		outer->parallel_safe && inner->parallel_safe;
	path->path.parallel_workers = partial ? outer->parallel_workers : 0;
	/* the processes share the rows of the outer side */
	path->path.rows = !partial ? joinrel->rows :
		clamp_row_est(joinrel->rows * outer->rows /
					  Max(outer->parent->rows, 1));
	path->flags = CUSTOMPATH_SUPPORT_PROJECTION;
	path->custom_paths = list_make2(outer, inner);
	path->custom_private = list_make3(join->restrictlist, join->test,
									  makeInteger(join->type));
	path->methods = &path_methods;
	bloom_add_disabled(&path->path, outer, inner);
	set_costs(path, join, outer, inner);
	return &path->path;
}

/* Add paths of a join whose test has been found, also a parallel one */
static void
add_paths(const JoinInput *join)
{
	Path	   *outer = join->outer->cheapest_total_path;
	Path	   *inner = join->inner->cheapest_total_path;

	if (PATH_REQ_OUTER(outer) != NULL || PATH_REQ_OUTER(inner) != NULL)
		return;
	add_path(join->joinrel, make_path(join, outer, inner, false));
	/* no process knows all matches of a filter */
	if (!join->joinrel->consider_parallel ||
		join->type == JOIN_RIGHT || join->type == JOIN_FULL ||
		join->outer->partial_pathlist == NIL)
		return;
	if (!inner->parallel_safe)
		inner = get_cheapest_parallel_safe_total_inner(join->inner->pathlist);
	if (inner != NULL)
		add_partial_path(join->joinrel,
						 make_path(join,
								   linitial(join->outer->partial_pathlist),
								   inner, true));
}

/*
 * Whether a foreign server can join the two sides.  It sends only the matches,
 * but the planner overestimates their number as a tenth of all pairs.
 */
static bool
is_remote(RelOptInfo *joinrel)
{
	ListCell   *lc;

	foreach(lc, joinrel->pathlist)
		if (IsA(lfirst(lc), ForeignPath))
			return true;
	return false;
}

/* The hook: add paths to a join on a test, if they are possible */
static void
consider_join(PlannerInfo *root, RelOptInfo *joinrel, RelOptInfo *outerrel,
			  RelOptInfo *innerrel, JoinType type, JoinPathExtraData *extra)
{
	JoinInput	join = {
		.root = root, .joinrel = joinrel, .type = type,
		.outer = outerrel, .inner = innerrel,
		.restrictlist = extra->restrictlist
	};

	if (previous_hook)
		previous_hook(root, joinrel, outerrel, innerrel, type, extra);
	/*
	 * PostgreSQL has no other plan for a full join on a test.  The target list
	 * of a custom scan cannot have identities of rows, because EXPLAIN VERBOSE
	 * would raise an error.
	 */
	if ((bloom_prefetch_mode == BLOOM_PREFETCH_OFF && type != JOIN_FULL) ||
		bloom_join_type_name(type) == NULL || !find_test(&join) ||
		!bms_is_empty(joinrel->lateral_relids) || is_remote(joinrel) ||
		bloom_has_identities(joinrel))
		return;
	add_paths(&join);
}

/* Register the join when the library is loaded */
void
bloom_join_init(void)
{
	RegisterCustomScanMethods(&bloom_join_scan_methods);
	previous_hook = set_join_pathlist_hook;
	set_join_pathlist_hook = consider_join;
}
