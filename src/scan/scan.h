/*
 * scan/scan.h
 *		A prefetching scan: a sequential scan that tests columns against
 *		filters.  It hashes the values of the next rows of a page, and
 *		prefetches the parts of the filter that their tests will read.
 *
 * Prefetching affects nothing but time.  The quals of each row are evaluated
 * in its turn, like and in the order of a Seq Scan.  Before that, only visible
 * rows of a pinned page are read, which cannot fail.
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
	BLOOM_PREFETCH_ON,			/* where the planner expects it to pay */
	BLOOM_PREFETCH_ALWAYS		/* wherever it is possible, for testing */
} BloomPrefetchMode;

extern int	bloom_prefetch_mode;

/* Its name in EXPLAIN: Custom Scan (bloomext) */
#define BLOOM_SCAN_NAME			"bloomext"

/* A test: value <@ filter, or its negation */
typedef struct BloomTestClause
{
	Expr	   *call;			/* of bloom_contains or bloom_contained */
	Oid			function;
	Oid			collation;
	List	   *args;
	int			filterno;		/* which one of args is the filter, from 0 */
	Var		   *column;			/* the value, if it is a column, or NULL */
	bool		negated;
} BloomTestClause;

/* What prefetching has computed for a row before its turn */
typedef enum BloomRowState
{
	BLOOM_ROW_UNKNOWN,			/* nothing: it is hashed in its turn */
	BLOOM_ROW_NULL,				/* the value is null */
	BLOOM_ROW_HASHED,			/* the hash, but no test */
	BLOOM_ROW_CONTAINED,		/* the test: the filter has the value */
	BLOOM_ROW_MISSING			/* the test: it does not have the value */
} BloomRowState;

/* The number of rows that are hashed together before they are tested */
#define BLOOM_PREFETCH_BATCH	32

/* The rows of a page whose values of a column were hashed early */
typedef struct BloomPrefetch
{
	AttrNumber	column;
	BlockNumber block;
	int			begin;			/* the first of them, by visible rows */
	int			end;			/* the first row after them */
	uint64	   *hashes;			/* of all visible rows of the page; 0 for
								 * those that were not hashed */
	uint8	   *known;			/* BloomRowState of all visible rows */
} BloomPrefetch;

/* A qual that is a test */
typedef struct BloomScanTest
{
	ExprState  *before;			/* quals between the last test and this one,
								 * or NULL */
	BloomTestClause clause;
	ExprState  *argument;		/* the filter */
	FunctionCallInfo call;		/* of the test, as the executor makes it */
	BloomHasher *hasher;		/* NULL before the first value */
	MemoryContext context;		/* for the filter */
	bool		evaluated;		/* the filter is in the call's arguments */
	int			sliced;			/* values tested without a view */
	BloomView	view;			/* of the filter; head is NULL if not read */
	bool		prefetches;		/* there is a view of a native filter */
	BloomPrefetch prefetch;
	uint64		hash;			/* of the current row */
} BloomScanTest;

/* A test within another expression, which the executor evaluates */
typedef struct BloomScanHint
{
	BloomTestClause clause;		/* its filter is a constant or a parameter */
	FunctionCallInfo call;
	BloomHasher *hasher;
	bool		is_off;			/* does not pay, until a rescan */
	uint64		hashed;			/* rows hashed since the last rescan */
	uint64		tests;			/* bloom_call_tests before the first of them */
	BloomPrefetch prefetch;
} BloomScanHint;

typedef struct BloomScan
{
	CustomScanState css;
	int			count;
	BloomScanTest *tests;
	ExprState  *after;			/* quals after the last test, or NULL */
	int			hint_count;
	BloomScanHint *hints;
	int			followed;		/* the number of hints that are not off */
	int64		next_look;		/* the row at which to look at the hints */
	int64		rows;			/* read since the last rescan */
	bool		is_heap;
	bool		forward;		/* the current row is from a page that is read
								 * forward, so prefetching is possible */
} BloomScan;

/* clause.c */
extern bool bloom_scan_match_call(Node *node, BloomTestClause *clause);
extern bool bloom_scan_match(Node *qual, Index relid, BloomTestClause *clause);
extern bool bloom_scan_may_be_large(const BloomTestClause *clause);
extern List *bloom_scan_find_hints(Node *node, Index relid);

/* Tests of a table's columns within other expressions, for the planner */
typedef struct BloomPlanHints
{
	int			quals;			/* the number in the table's own quals */
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
