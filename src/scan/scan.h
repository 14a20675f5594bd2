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
	BLOOM_ROW_CONTAINED,		/* the filter has the value */
	BLOOM_ROW_MISSING			/* the filter does not have the value */
} BloomRowState;

/* The number of rows that are hashed together before they are tested */
#define BLOOM_PREFETCH_BATCH	32

/* The rows of a page whose values of a column were hashed early */
typedef struct BloomPrefetch
{
	AttrNumber	column;
	BlockNumber block;			/* InvalidBlockNumber if there are none */
	int			begin;			/* the first of them, by visible rows */
	int			count;
	uint64		hashes[BLOOM_PREFETCH_BATCH];
	uint8		known[BLOOM_PREFETCH_BATCH];	/* BloomRowState; a row that
												 * was hashed is CONTAINED
												 * before its test */
	uint64		hashed;			/* rows since the last rescan */
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
	bool		prefetches;		/* that is possible, and pays so far */
	BloomPrefetch prefetch;
	uint64		tests;			/* rows that have reached the test since the
								 * last rescan */
} BloomScanTest;

/* A test within another expression, which the executor evaluates */
typedef struct BloomScanHint
{
	BloomTestClause clause;		/* its filter is a constant or a parameter */
	FunctionCallInfo call;
	BloomHasher *hasher;
	bool		is_off;			/* does not pay, until a rescan */
	BloomPrefetch prefetch;
	uint64		tests;			/* bloom_call_tests before the first of them */
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
extern List *bloom_scan_find_hints(Node *node, Index relid);

/* prefetch.c */
extern int	bloom_prefetch_place(BloomScan *scan, BloomPrefetch *prefetch);
extern void bloom_prefetch_hash(BloomScan *scan, BloomPrefetch *prefetch,
								BloomHasher *hasher, uint64 seed);
extern bool bloom_prefetch_pays(const BloomPrefetch *prefetch, uint64 tests);
extern void bloom_prefetch_reset(BloomPrefetch *prefetch);

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

/* exec.c, plan.c */
extern Node *bloom_scan_create(CustomScan *plan);
extern void bloom_scan_init(void);

#endif							/* BLOOM_SCAN_H */
