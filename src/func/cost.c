/*
 * func/cost.c
 *		The cost of reading the filters in a column of a table.
 *
 * Statistics do not contain the sizes of filters.  ANALYZE counts a value that
 * is stored out of line with the width of its pointer, and autovacuum never
 * analyzes a table of a few rows.  So costs are computed from the size of the
 * TOAST table, which does not depend on an estimate of the number of rows.
 */
#include "func/cost.h"

#include "access/table.h"
#include "miscadmin.h"
#include "optimizer/optimizer.h"
#include "storage/bufmgr.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "value/valuecompat.h"

/* Wider values are inline on average: a TOAST pointer has 18 bytes */
#define MAX_POINTER_WIDTH	24

/* The number of pages of the TOAST table of a table */
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

/* Whether a relation is a direct or indirect child of another one */
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

/* toast_pages() of a relation and all of its children in the query */
static double
tree_pages(PlannerInfo *root, Index relid)
{
	RangeTblEntry *rte = root->simple_rte_array[relid];
	double		pages = toast_pages(rte->relid);

	if (!rte->inh || root->append_rel_array == NULL)
		return pages;
	for (int i = 1; i < root->simple_rel_array_size; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (is_below(root, i, relid) &&
			root->simple_rte_array[i]->rtekind == RTE_RELATION &&
			!root->simple_rte_array[i]->inh)
			pages += toast_pages(root->simple_rte_array[i]->relid);
	}
	return pages;
}

/* Whether the table has one row, which is known only after ANALYZE */
static bool
is_one_row(PlannerInfo *root, Index relid)
{
	RelOptInfo *rel = root->simple_rel_array[relid];

	return rel != NULL && rel->tuples > 0 && rel->tuples <= 1;
}

/*
 * Describe the filters that a filter argument can have.  If the argument is
 * not a column of a table of the query, the filters are assumed to be in
 * memory.  root may be NULL.
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

/*
 * The cost of testing a value against a filter argument, which may be another
 * filter in each row.  root may be NULL.
 */
Cost
bloom_cost_test(PlannerInfo *root, Node *filter)
{
	BloomColumn column = bloom_cost_column(root, filter);

	return cpu_operator_cost * (!column.stored ? BLOOM_TEST_COST :
								column.fits ? BLOOM_MISS_COST :
								BLOOM_SLICE_COST);
}
