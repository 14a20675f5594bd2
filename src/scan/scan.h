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

/* What is known of a row before its turn */
typedef enum BloomRowState
{
	BLOOM_ROW_UNKNOWN,			/* nothing: it is tested in its turn */
	BLOOM_ROW_NULL,				/* the value is null */
	BLOOM_ROW_CONTAINED,		/* the filter has the value */
	BLOOM_ROW_MISSING			/* the filter does not have the value */
} BloomRowState;

/* The number of rows that are hashed and tested together */
#define BLOOM_PREFETCH_BATCH	32

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

	/* the rows of a page that were tested together */
	BlockNumber block;			/* InvalidBlockNumber if there are none */
	int			begin;			/* the first of them, by visible rows */
	int			count;
	uint8		known[BLOOM_PREFETCH_BATCH];	/* BloomRowState */
	uint64		hashed;			/* all rows since the last rescan */
	uint64		tests;			/* those that have reached the test */
} BloomScanTest;

typedef struct BloomScan
{
	CustomScanState css;
	int			count;
	BloomScanTest *tests;
	ExprState  *after;			/* quals after the last test, or NULL */
	bool		counted;		/* the current row is in Rows Prefetched */
	bool		forward;		/* the current row is from a page that is read
								 * forward, so prefetching is possible */
} BloomScan;

/* clause.c */
extern bool bloom_scan_match_call(Node *node, BloomTestClause *clause);
extern bool bloom_scan_match(Node *qual, Index relid, BloomTestClause *clause);

/* prefetch.c */
extern BloomRowState bloom_scan_prefetch(BloomScan *scan, BloomScanTest *test);

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
