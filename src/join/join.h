/*
 * join/join.h
 *		A join of rows and filters, on value <@ filter.
 *
 * A nested loop tests one pair after the other, so that either each filter is
 * read for each value, or each value is hashed for each filter.  This join
 * takes the rows of the outer side in batches, hashes each value once, and
 * tests the whole batch against one filter after the other, with prefetching.
 *
 * It gives the rows that a nested loop gives, in another order.
 */
#ifndef BLOOM_JOIN_H
#define BLOOM_JOIN_H

#include "scan/scan.h"

#include "utils/tuplestore.h"

/* What EXPLAIN calls it: Custom Scan (bloomext join) */
#define BLOOM_JOIN_NAME			"bloomext join"

/* The expressions of a plan, in its custom_exprs */
typedef enum BloomJoinExprs
{
	BLOOM_JOIN_TEST,			/* the test, or NOT the test */
	BLOOM_JOIN_BEFORE,			/* conditions evaluated before it, a list */
	BLOOM_JOIN_AFTER,			/* those evaluated after it, a list */
	BLOOM_JOIN_ONCE				/* conditions without columns, a list */
} BloomJoinExprs;

/* The numbers of a plan, in its custom_private, which is a list of integers */
typedef enum BloomJoinNumbers
{
	BLOOM_JOIN_TYPE,			/* JoinType */
	BLOOM_JOIN_OUTER_COLUMNS	/* of custom_scan_tlist, the first ones */
} BloomJoinNumbers;

/* Some rows of the outer side */
typedef struct BloomBatch
{
	MemoryContext context;		/* of the arrays, and of chunks */
	MemoryContext data;			/* of large values and computed ones */
	char	  **chunks;			/* with the others, for all batches */
	int			chunk_count;
	int			chunk_room;
	int			chunk;			/* the one that is being filled, and */
	Size		chunk_used;		/* how far */
	TupleDesc	desc;
	int			count;
	int			room;			/* rows that the arrays have room for */
	Datum	   *columns;		/* of all rows, one after the other */
	bool	   *nulls;
	bool	   *evaluated;		/* values has the row's value */
	Datum	   *values;			/* what is to be tested of each row */
	bool	   *has_value;		/* it is not null, or not evaluated yet */
	bool	   *matched;		/* the row, by a filter */
	int			value_count;	/* rows that have one */
	bool	   *hashed;			/* hashes has that of the value */
	uint64	   *hashes;			/* of values, for the seed */
	uint64		seed;
	int			hashed_count;
	bool		sorted;			/* order has been made */
	int		   *order;			/* rows with a value by ascending hash */
} BloomBatch;

extern void bloom_batch_init(BloomBatch *batch, TupleDesc desc,
							 MemoryContext parent);
extern void bloom_batch_clear(BloomBatch *batch);
extern void bloom_batch_add(BloomBatch *batch, TupleTableSlot *slot);
extern bool bloom_batch_is_full(const BloomBatch *batch, Size limit);
extern bool bloom_batch_sort(BloomBatch *batch);
extern void bloom_batch_hashes(BloomBatch *batch, BloomHasher *hasher,
							   uint64 seed, const int *rows, int count,
							   uint64 *picked);

/* The rows of the inner side; not those whose filter column is null */
typedef struct BloomFilterSide
{
	MemoryContext context;
	Tuplestorestate *rows;		/* NULL before they have been read */
	TupleTableSlot *slot;		/* the current one */
	int64		count;
	int64		at;				/* the number of the current one */
	Size		bytes;			/* of all filters that are known */
	int64		measured;		/* rows whose filters are in bytes */
	Size		resident_bytes; /* of those in residents */
	int64		resident_count; /* the length of residents */
	BloomView  *residents;		/* large filters that are not stored, by the
								 * row's number; head is NULL of others */
} BloomFilterSide;

typedef struct BloomJoin
{
	CustomScanState css;
	JoinType	type;
	BloomTestClause clause;
	int			outer_columns;
	int			inner_columns;
	PlanState  *outer;
	PlanState  *inner;
	ExprState  *value;
	ExprState  *filter;
	ExprState  *before;			/* conditions before the test, or NULL */
	ExprState  *after;			/* conditions after the test, or NULL */
	ExprState  *once;			/* conditions without columns, or NULL */
	bool		begun;			/* these were evaluated */
	bool		filter_is_column;
	FunctionCallInfo call;		/* of the test, as if the executor called it */
	BloomHasher *hasher;		/* NULL before the first test */
	TupleTableSlot *result;		/* if nothing has to be projected */
	MemoryContext filter_context;	/* what is read of the current filter */
	BloomFilterSide filters;
	BloomBatch	batch;
	bool		first_batch;	/* since the last rescan */
	bool		has_batch;		/* there is one */
	bool		outer_done;		/* the outer side is at its end */
	int			unmatched;		/* rows of the batch without a match so far */
	bool		tested;			/* all filters were, for this batch */
	int			pair_room;
	int			pair_count;		/* rows tested against the current filter: */
	int			pair;			/* the next of these pairs to be returned */
	int		   *rows;			/* of the pairs, in the batch */
	bool	   *contained;		/* the answers */
	uint64	   *picked;			/* hashes of their values */
	int			row;			/* the next one to be returned unmatched */
	int64		batches;		/* of this process, for EXPLAIN */
	int64		loops;			/* in which there were so many */
} BloomJoin;

/* Whether rows of the outer side are returned that match no filter */
static inline bool
bloom_join_keeps_unmatched(const BloomJoin *join)
{
	return join->type == JOIN_LEFT || join->type == JOIN_ANTI;
}

/* joinouter.c */
extern bool bloom_join_read_batch(BloomJoin *join);
extern bool bloom_join_evaluate_value(BloomJoin *join, int row);

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
