/*
 * scan/scan.h
 *		A sequential scan that tests columns against filters, and prefetches:
 *		it hashes the values of the next rows of the page, and starts to load
 *		what their tests will read from the filter.
 *
 * Prefetching has no effect but on time.  Each row has its turn, in which its
 * quals are evaluated as a Seq Scan does, in that order.  What is done before
 * reads visible rows of a pinned page, and cannot fail.
 */
#ifndef BLOOM_SCAN_H
#define BLOOM_SCAN_H

#include "scan/scancompat.h"

#include "nodes/execnodes.h"
#include "nodes/extensible.h"

#include "func/call.h"

/* The setting bloomext.prefetch */
typedef enum BloomPrefetchMode
{
	BLOOM_PREFETCH_OFF,
	BLOOM_PREFETCH_ON,		/* where the planner expects it to pay */
	BLOOM_PREFETCH_ALWAYS		/* where it is possible, for tests */
} BloomPrefetchMode;

extern int	bloom_prefetch_mode;

/* What EXPLAIN calls it: Custom Scan (bloomext) */
#define BLOOM_SCAN_NAME			"bloomext"

/* A call of the form value <@ filter, or NOT that */
typedef struct BloomTestClause
{
	Expr	   *call;			/* of bloom_contains or bloom_contained */
	Oid			function;
	Oid			collation;
	List	   *args;
	int			filterno;		/* the filter's place in args */
	Var		   *column;			/* the value, if it is a column, or NULL */
	bool		negated;
} BloomTestClause;

/* What is known of a row before its turn */
typedef enum BloomAhead
{
	BLOOM_AHEAD_UNKNOWN,		/* to be hashed in its turn */
	BLOOM_AHEAD_NULL,
	BLOOM_AHEAD_HASHED,
	BLOOM_AHEAD_CONTAINED,		/* tested, too */
	BLOOM_AHEAD_MISSING
} BloomAhead;

/* Rows that are hashed, one after the other, before they are tested */
#define BLOOM_PREFETCH_BATCH	32

/* The rows of a page whose values of a column were hashed before their turn */
typedef struct BloomPrefetch
{
	AttrNumber	column;
	BlockNumber block;
	int			begin;			/* the first of them, among the visible ones */
	int			end;			/* the first one after them */
	uint64	   *hashes;			/* of all visible rows of the page; 0 if it
								 * was not hashed */
	uint8	   *known;			/* BloomAhead of each */
} BloomPrefetch;

/* A qual that is a test */
typedef struct BloomScanTest
{
	ExprState  *before;			/* quals to be evaluated before it, or NULL */
	BloomTestClause clause;
	ExprState  *argument;		/* the filter */
	FunctionCallInfo call;		/* as if the executor called it */
	BloomHasher *hasher;		/* NULL before the first value */
	MemoryContext context;		/* what is read of the filter is here */
	bool		evaluated;		/* the filter is an argument of the call */
	int			asked;			/* values that were tested without a view */
	BloomView	view;			/* of it; before, head is NULL */
	bool		ahead;			/* there is one, of hashes */
	BloomPrefetch prefetch;
	uint64		hash;			/* of the current row */
} BloomScanTest;

/* A test within an expression that the executor evaluates as ever */
typedef struct BloomScanHint
{
	BloomTestClause clause;		/* its filter is a constant or a parameter */
	FunctionCallInfo call;
	BloomHasher *hasher;
	BloomPrefetch prefetch;
} BloomScanHint;

typedef struct BloomScan
{
	CustomScanState css;
	int			count;
	BloomScanTest *tests;
	ExprState  *after;			/* quals to be evaluated after all tests */
	int			hint_count;
	BloomScanHint *hints;
	int64		rows;			/* that were read since the last rescan */
	bool		is_heap;
	bool		forward;		/* the current row is one of a page that is
								 * read forward: prefetching is possible */
} BloomScan;

/* clause.c */
extern bool bloom_scan_match_call(Node *node, BloomTestClause *clause);
extern bool bloom_scan_match(Node *qual, Index relid, BloomTestClause *clause);
extern bool bloom_scan_may_be_large(const BloomTestClause *clause);
extern List *bloom_scan_find_hints(Node *node, Index relid);

/* Tests within other expressions, as the planner finds them */
typedef struct BloomPlanHints
{
	int			quals;			/* how many are in the table's own quals */
	List	   *targets;		/* those in the query's target list */
} BloomPlanHints;

/* planhint.c */
extern bool bloom_scan_is_test(RestrictInfo *rinfo, Index relid);
extern BloomPlanHints bloom_scan_plan_hints(PlannerInfo *root,
											RelOptInfo *rel);

/* prefetch.c */
extern void bloom_prefetch_init(BloomPrefetch *prefetch, AttrNumber column);
extern void bloom_prefetch_reset(BloomPrefetch *prefetch);
extern int	bloom_prefetch_place(BloomScan *scan, BloomPrefetch *prefetch);
extern int	bloom_prefetch_page(BloomScan *scan, BloomPrefetch *prefetch,
								BloomHasher *hasher, BloomView view);

/* hint.c */
extern void bloom_scan_init_hints(BloomScan *scan, List *quals);
extern void bloom_scan_reset_hints(BloomScan *scan);
extern void bloom_scan_follow_hints(BloomScan *scan);

/* tests.c */
extern FunctionCallInfo bloom_scan_make_call(const BloomTestClause *clause,
											 MemoryContext context);
extern void bloom_scan_init_test(BloomScan *scan, BloomScanTest *test);
extern void bloom_scan_reset_test(BloomScanTest *test);
extern bool bloom_scan_passes(BloomScan *scan, TupleTableSlot *slot);

/* exec.c, explain.c, plan.c */
extern double bloom_processes(int workers);
extern Node *bloom_scan_create(CustomScan *plan);
extern void bloom_scan_explain(CustomScanState *node, List *ancestors,
							   ExplainState *es);
extern void bloom_scan_init(void);

#endif							/* BLOOM_SCAN_H */
