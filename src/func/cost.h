/*
 * func/cost.h
 *		What the planner has to know of the filters in a column of a table.
 */
#ifndef BLOOM_COST_H
#define BLOOM_COST_H

#include "postgres.h"

#include "nodes/pathnodes.h"

/*
 * Costs of testing a value in cpu_operator_cost: of a filter that is in
 * memory, but not in the processor's cache, and by a slice of a stored one.
 */
#define BLOOM_TEST_COST		5.0
#define BLOOM_MISS_COST		20.0
#define BLOOM_SLICE_COST	600.0

/* The filters in a column; of other expressions nothing is known */
typedef struct BloomColumn
{
	bool		stored;			/* out of line */
	bool		fits;			/* they fit in hash_mem, or it is one */
	double		pages;			/* of the TOAST tables that they are in */
} BloomColumn;

extern BloomColumn bloom_cost_column(PlannerInfo *root, Node *filter);
extern Cost bloom_cost_test(PlannerInfo *root, Node *filter);

#endif							/* BLOOM_COST_H */
