/*
 * scan/scan.h
 *		A sequential scan that tests columns against filters, and looks ahead
 *		on the page for the values that it will test next: when the turn of
 *		their rows comes, they have been hashed, and their lines of the filter
 *		are on their way from memory.
 *
 * Looking ahead has no effect but on time.  Each row has its turn, in which
 * its quals are evaluated as a Seq Scan does, in that order; what is done
 * before reads visible rows of a pinned page and can't fail.
 */
#ifndef BLOOM_SCAN_H
#define BLOOM_SCAN_H

#include "scan/compat.h"

#include "nodes/execnodes.h"
#include "nodes/extensible.h"

#include "func/call.h"

/* The setting bloomext.look_ahead */
typedef enum BloomLookAhead
{
	BLOOM_LOOK_AHEAD_OFF,
	BLOOM_LOOK_AHEAD_ON,		/* where the planner expects it to pay */
	BLOOM_LOOK_AHEAD_ALWAYS		/* where it is possible, for tests */
} BloomLookAhead;

extern int	bloom_look_ahead;

/* What EXPLAIN calls it: Custom Scan (bloomext) */
#define BLOOM_SCAN_NAME			"bloomext"

/* A qual of the form column <@ filter, or NOT that */
typedef struct BloomTestClause
{
	Expr	   *call;			/* of bloom_contains or bloom_contained */
	Oid			function;
	Oid			collation;
	List	   *args;
	int			filterno;		/* the filter's place in args */
	Var		   *column;
	bool		negated;
} BloomTestClause;

/* What is known of a row that was looked at ahead */
typedef enum BloomAhead
{
	BLOOM_AHEAD_UNKNOWN,		/* to be hashed in its turn */
	BLOOM_AHEAD_NULL,
	BLOOM_AHEAD_HASHED
} BloomAhead;

/* A qual that is such a test */
typedef struct BloomScanTest
{
	ExprState  *before;			/* quals to be evaluated before it, or NULL */
	BloomTestClause clause;
	ExprState  *argument;		/* the filter */
	FmgrInfo	function;
	FunctionCallInfo call;		/* as if the executor called it */
	BloomHasher *hasher;		/* NULL before the first value */
	MemoryContext context;		/* what is read of the filter is here */
	bool		evaluated;		/* the filter is an argument of the call */
	int			asked;			/* values that were tested without a view */
	BloomView	view;			/* of it; before, head is NULL */
	bool		ahead;			/* there is one, of hashes */
	BlockNumber block;			/* of the rows that were looked at: */
	int			begin;			/* among the visible ones of the page, from
								 * this one on */
	int			end;			/* and before this one */
	uint64	   *hashes;			/* of all visible rows of the page */
	uint8	   *known;			/* BloomAhead of each */
	uint64		hash;			/* of the current row */
} BloomScanTest;

typedef struct BloomScan
{
	CustomScanState css;
	int			count;
	BloomScanTest *tests;
	ExprState  *after;			/* quals to be evaluated after all tests */
	bool		is_heap;
	bool		forward;		/* the current row is one of a page that is
								 * read forward: looking ahead is possible */
} BloomScan;

extern bool bloom_scan_match(Node *qual, Index relid, BloomTestClause *clause);
extern void bloom_scan_init_test(BloomScan *scan, BloomScanTest *test);
extern void bloom_scan_reset_test(BloomScanTest *test);
extern bool bloom_scan_passes(BloomScan *scan, TupleTableSlot *slot);
extern Node *bloom_scan_create(CustomScan *plan);
extern void bloom_scan_explain(CustomScanState *node, List *ancestors,
							   ExplainState *es);
extern void bloom_scan_init(void);

#endif							/* BLOOM_SCAN_H */
