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
	BLOOM_JOIN_AFTER,			/* conditions evaluated after it, a list */
	BLOOM_JOIN_ONCE				/* conditions without columns, a list */
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
	MemoryContext context;		/* for the arrays and the chunks */
	MemoryContext data;			/* for large values */
	char	  **chunks;			/* memory for other values of all batches */
	int			chunk_count;
	int			chunk_room;
	int			chunk;			/* the number of the current one */
	Size		chunk_used;		/* bytes of the current one in use */
	TupleDesc	desc;
	int			count;
	int			room;			/* rows that the arrays have room for */
	Datum	   *columns;		/* the columns of all rows, row by row */
	bool	   *nulls;
	bool	   *has_value;		/* false if the row's value, the one to be
								 * tested, is known to be null */
	bool	   *matched;		/* whether a filter has matched the row */
	int			value_count;	/* how often has_value is true */
	bool	   *hashed;			/* whether hashes has the value's hash */
	uint64	   *hashes;			/* of the values, with the seed */
	uint64		seed;
	int			hashed_count;	/* how often hashed is true */
	bool		sorted;			/* whether order is set */
	int		   *order;			/* rows with a value, by ascending hash */
} BloomBatch;

extern void bloom_batch_init(BloomBatch *batch, TupleDesc desc,
							 MemoryContext parent);
extern void bloom_batch_clear(BloomBatch *batch);
extern void bloom_batch_add(BloomBatch *batch, TupleTableSlot *slot);
extern bool bloom_batch_is_full(const BloomBatch *batch, Size limit);
extern bool bloom_batch_sort(BloomBatch *batch);

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
	Size		bytes;			/* total size of the filters measured so far */
	int64		measured;		/* the number of these rows */
	bool	   *matched;		/* by row number, if unmatched rows are
								 * returned: whether a value has matched */
	Size		resident_bytes; /* total size of the filters in residents */
	int64		resident_count; /* the length of residents */
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
	ExprState  *once;			/* conditions without columns, or NULL */
	bool		begun;			/* once has been evaluated */
	bool		filter_is_column;	/* not a computed expression */
	FunctionCallInfo call;		/* of the test, as the executor makes it */
	BloomHasher *hasher;		/* NULL before the first test */
	TupleTableSlot *result;		/* used if there is no projection */
	MemoryContext filter_context;	/* for the current filter */
	BloomFilterSide filters;
	BloomBatch	batch;
	bool		first_batch;	/* no batch since the last rescan */
	bool		has_batch;		/* batch is being processed */
	bool		outer_done;		/* the outer side is at its end */
	bool		ending;			/* unmatched rows of the inner side follow */
	bool		ended;			/* there are no more rows at all */
	int			unmatched;		/* rows of the batch without a match so far */
	bool		tested;			/* all filters, for this batch */
	int			pair_room;		/* the length of rows, contained, picked */
	int			pair_count;		/* rows tested against the current filter */
	int			pair;			/* the next pair to be returned */
	int		   *rows;			/* of the pairs, as numbers in the batch */
	bool	   *contained;		/* the results of the tests */
	uint64	   *picked;			/* the hashes of the values */
	int			row;			/* the next row to be returned unmatched */
	int64		batches;		/* read by this process, for EXPLAIN */
	int64		loops;			/* in which these batches were read */
} BloomJoin;

/* Whether the join returns rows of the outer side that match no filter */
static inline bool
bloom_join_keeps_unmatched(const BloomJoin *join)
{
	return join->type == JOIN_LEFT || join->type == JOIN_ANTI ||
		join->type == JOIN_FULL;
}

/* Whether a join returns rows of the inner side that no value has matched */
static inline bool
bloom_join_keeps_filters(JoinType type)
{
	return type == JOIN_RIGHT || type == JOIN_FULL;
}

/* The place of a row's value in the batch's columns, if it is a column */
static inline Size
bloom_join_value_place(const BloomJoin *join, int row)
{
	return (Size) row * join->outer_columns +
		join->clause.column->varattno - 1;
}

/* joinouter.c */
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

/* joinexec.c, joinexplain.c, joinplan.c, joinpath.c */
extern Node *bloom_join_create(CustomScan *plan);
extern void bloom_join_explain(CustomScanState *node, List *ancestors,
							   ExplainState *es);
extern Plan *bloom_join_make_plan(PlannerInfo *root, RelOptInfo *rel,
								  CustomPath *path, List *tlist,
								  List *clauses, List *custom_plans);
extern void bloom_join_init_plan(void);
extern void bloom_join_init(void);

#endif							/* BLOOM_JOIN_H */
