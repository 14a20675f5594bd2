/*
 * func/cost.c
 *		What reading the filters in a column of a table costs.
 *
 * Statistics do not tell how large filters are: of a value that is out of line
 * ANALYZE counts the pointer, and autovacuum never analyzes a table of a few
 * rows.  The TOAST table has a size, whatever number of rows the planner
 * believes in.
 */
#include "func/cost.h"

#include "access/table.h"
#include "miscadmin.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "storage/bufmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "value/valuecompat.h"

/* Values with a larger average are in line: a TOAST pointer takes 18 bytes */
#define MAX_POINTER_WIDTH	24

/* The pages of the table that a table's large values are in */
static double
toast_pages(Oid relid)
{
	Relation	rel = table_open(relid, NoLock);
	Oid			toast = rel->rd_rel->reltoastrelid;
	double		pages = 0;

	table_close(rel, NoLock);
	if (OidIsValid(toast))
	{
		rel = table_open(toast, AccessShareLock);
		pages = RelationGetNumberOfBlocks(rel);
		table_close(rel, AccessShareLock);
	}
	return pages;
}

/* Whether a relation is a member of the tree below another one */
static bool
is_below(PlannerInfo *root, Index relid, Index parent)
{
	while (root->append_rel_array[relid] != NULL)
	{
		relid = root->append_rel_array[relid]->parent_relid;
		if (relid == parent)
			return true;
	}
	return false;
}

/* The same of all tables in the tree of a relation of the query */
static double
tree_pages(PlannerInfo *root, Index relid)
{
	RangeTblEntry *rte = root->simple_rte_array[relid];
	double		pages = toast_pages(rte->relid);

	if (!rte->inh || root->append_rel_array == NULL)
		return pages;
	for (int i = 1; i < root->simple_rel_array_size; i++)
		if (is_below(root, i, relid) &&
			root->simple_rte_array[i]->rtekind == RTE_RELATION &&
			!root->simple_rte_array[i]->inh)
			pages += toast_pages(root->simple_rte_array[i]->relid);
	return pages;
}

/* The number of filters is only known if the table was analyzed */
static bool
is_one_row(PlannerInfo *root, Index relid)
{
	RelOptInfo *rel = root->simple_rel_array[relid];

	return rel != NULL && rel->tuples > 0 && rel->tuples <= 1;
}

/*
 * What is known of an argument that is a column of a table of the query.  Of
 * any other expression, filters are taken to be in memory.
 */
BloomColumn
bloom_cost_column(PlannerInfo *root, Node *filter)
{
	BloomColumn column = {.fits = true};
	RangeTblEntry *rte;
	Var		   *var;

	while (IsA(filter, RelabelType))
		filter = (Node *) ((RelabelType *) filter)->arg;
	var = (Var *) filter;
	if (root == NULL || !IsA(filter, Var) || var->varlevelsup > 0 ||
		var->varattno <= 0 || (int) var->varno <= 0 ||
		(int) var->varno >= root->simple_rel_array_size)
		return column;
	rte = root->simple_rte_array[var->varno];
	if (rte->rtekind != RTE_RELATION ||
		get_attavgwidth(rte->relid, var->varattno) > MAX_POINTER_WIDTH)
		return column;
	column.pages = tree_pages(root, var->varno);
	column.stored = column.pages > 0;
	column.fits = column.pages * BLCKSZ <= get_hash_memory_limit() ||
		is_one_row(root, var->varno);
	return column;
}

/* The cost of a test against a filter that may be another one in each row */
Cost
bloom_cost_test(PlannerInfo *root, Node *filter)
{
	BloomColumn column = bloom_cost_column(root, filter);

	return cpu_operator_cost * (!column.stored ? BLOOM_TEST_COST :
								column.fits ? BLOOM_MISS_COST :
								BLOOM_SLICE_COST);
}
