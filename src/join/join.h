/*
 * join/join.h
 *		A join of rows and filters, on value <@ filter.
 *
 * A nested loop tests one pair after the other, so either each filter is read
 * for each value, or each value is hashed for each filter.  This join reads
 * the rows of the outer side in batches, hashes each value once, and tests the
 * whole batch against one filter after the other, with prefetching.
 *
 * It returns the rows of a nested loop in another order.
 */
#ifndef BLOOM_JOIN_H
#define BLOOM_JOIN_H

#include "scan/scan.h"

#include "utils/tuplestore.h"

/* Its name in EXPLAIN: Custom Scan (bloomext join) */
#define BLOOM_JOIN_NAME			"bloomext join"

/* The expressions of a plan, in its custom_exprs */
typedef enum BloomJoinExprs
{
	BLOOM_JOIN_TEST,			/* the test or its negation */
	BLOOM_JOIN_BEFORE,			/* conditions evaluated before it, a list */
	BLOOM_JOIN_AFTER			/* conditions evaluated after it, a list */
} BloomJoinExprs;

/* The numbers of a plan, in its custom_private, which is a list of integers */
typedef enum BloomJoinNumbers
{
	BLOOM_JOIN_TYPE,			/* JoinType */
	BLOOM_JOIN_OUTER_COLUMNS	/* how many of custom_scan_tlist, at its
								 * beginning, are of the outer side */
} BloomJoinNumbers;

/* A batch of rows of the outer side */
typedef struct BloomBatch
{
	MemoryContext context;		/* for the arrays */
	MemoryContext data;			/* for values passed by reference */
	Size		data_size;		/* its size in bytes */
	char	   *piece;			/* free memory in it for small values */
	Size		piece_left;		/* how many bytes of it */
	TupleDesc	desc;
	Size		row_size;		/* in the arrays, in bytes */
	int			count;
	int			room;			/* rows that the arrays have room for */
	Datum	   *columns;		/* the columns of all rows, row by row */
	bool	   *nulls;
	bool	   *matched;		/* whether a filter has matched the row */
	int			candidate_count;
	int		   *candidates;		/* rows to test: all but those whose column
								 * is null */
	bool	   *hashed;			/* whether hashes has the value's hash */
	uint64	   *hashes;			/* of the values, with the seed */
	uint64		seed;
	int			hashed_count;	/* how often hashed is true */
	bool		sort;			/* the next filter should get them sorted */
	bool		sorted;			/* candidates are in the order of hashes */

	/* the tested pairs of a row and the current filter */
	int		   *rows;			/* the rows */
	bool	   *contained;		/* the results of the tests */
	uint64	   *picked;			/* the hashes of the values */
	int			kept;			/* how many of these the next filter has, too;
								 * -1: they are chosen for each filter */
} BloomBatch;

/*
 * The rows of the inner side, except those whose filter column is null if the
 * join cannot return them
 */
typedef struct BloomFilterSide
{
	MemoryContext context;
	Tuplestorestate *rows;		/* NULL before they have been read */
	TupleTableSlot *slot;		/* the current row */
	int64		count;			/* of rows */
	int64		at;				/* the number of the current row */
	Size		bytes;			/* total size of the filters in a column */
	bool	   *matched;		/* by row number, if unmatched rows are
								 * returned: whether a value has matched */
	Size		resident_bytes; /* total size of the filters in residents */
	int64		resident_room;	/* the length of residents */
	BloomView  *residents;		/* large filters that are not stored, by row
								 * number; the head of others is NULL */
} BloomFilterSide;

/* The executor state of the join */
typedef struct BloomJoin
{
	CustomScanState css;
	JoinType	type;
	BloomTestClause clause;
	int			outer_columns;
	int			inner_columns;
	PlanState  *outer;
	PlanState  *inner;
	ExprState  *value;			/* the value of the test */
	ExprState  *filter;			/* the filter of the test */
	ExprState  *before;			/* conditions before the test, or NULL */
	ExprState  *after;			/* conditions after the test, or NULL */
	bool		filter_is_column;	/* not a computed expression */
	FunctionCallInfo call;		/* of the test, as the executor makes it */
	BloomHasher *hasher;		/* NULL before the first value */
	MemoryContext filter_context;	/* for the current filter */
	BloomFilterSide filters;
	BloomBatch	batch;
	int64		batches;		/* read since the last rescan */
	bool		has_batch;		/* batch is being processed */
	bool		outer_done;		/* the outer side is at its end */
	bool		ending;			/* unmatched rows of the inner side follow */
	bool		ended;			/* there are no more rows at all */
	int			unmatched;		/* rows of the batch without a match so far */
	bool		tested;			/* the batch, against all filters */
	int			pair_count;		/* rows tested against the current filter */
	int			pair;			/* the next pair to be returned */
	int			row;			/* the next row to be returned unmatched */
} BloomJoin;

/* Whether one match decides about a row of the outer side */
static inline bool
bloom_join_is_semi(const BloomJoin *join)
{
	return join->type == JOIN_SEMI || join->type == JOIN_ANTI;
}

/* Whether the join returns rows of the outer side that match no filter */
static inline bool
bloom_join_keeps_values(const BloomJoin *join)
{
	return join->type == JOIN_LEFT || join->type == JOIN_ANTI ||
		join->type == JOIN_FULL;
}

/* Whether the join returns rows of the inner side that no value has matched */
static inline bool
bloom_join_keeps_filters(const BloomJoin *join)
{
	return join->type == JOIN_RIGHT || join->type == JOIN_FULL;
}

/* joinbatch.c */
extern void bloom_batch_init(BloomBatch *batch, TupleDesc desc,
							 MemoryContext parent);
extern void bloom_batch_clear(BloomBatch *batch);
extern Size bloom_batch_limit(void);
extern bool bloom_join_read_batch(BloomJoin *join);

/* joinside.c */
extern void bloom_join_read_filters(BloomJoin *join);
extern void bloom_join_forget_filters(BloomJoin *join);
extern void bloom_join_first_filter(BloomJoin *join);
extern bool bloom_join_next_filter(BloomJoin *join);
extern bool bloom_join_filter(BloomJoin *join, NullableDatum *filter,
							  BloomView *view);
extern bool bloom_join_filters_fit(const BloomJoin *join);
extern void bloom_join_set_inner(BloomJoin *join, TupleTableSlot *slot);
extern void bloom_join_set_outer(BloomJoin *join, int row);

/* jointest.c */
extern void bloom_join_test(BloomJoin *join);

/* joinexec.c, joinplan.c, joinpath.c */
extern const CustomScanMethods bloom_join_scan_methods;
extern const char *bloom_join_type_name(JoinType type);
extern Plan *bloom_join_make_plan(PlannerInfo *root, RelOptInfo *rel,
								  CustomPath *path, List *tlist,
								  List *clauses, List *custom_plans);
extern void bloom_join_init(void);

#endif							/* BLOOM_JOIN_H */
