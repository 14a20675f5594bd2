/*
 * func/cost.h
 *		The cost of reading the filters in a column of a table.
 */
#ifndef BLOOM_COST_H
#define BLOOM_COST_H

#include "postgres.h"

#include "nodes/pathnodes.h"

/* The cost of testing a value against a filter, in cpu_operator_cost */
#define BLOOM_TEST_COST		5.0 /* by default */
#define BLOOM_MISS_COST		20.0	/* in memory, not in the CPU's cache */
#define BLOOM_SLICE_COST	600.0	/* read in slices */

/* The filters in a column */
typedef struct BloomColumn
{
	bool		stored;			/* out of line */
	bool		fits;			/* in hash_mem, or there is one filter */
	double		pages;			/* of the TOAST tables with the filters */
} BloomColumn;

extern BloomColumn bloom_cost_column(PlannerInfo *root, Node *filter);
extern Cost bloom_cost_test(PlannerInfo *root, Node *filter);

#endif							/* BLOOM_COST_H */
