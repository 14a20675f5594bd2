/*
 * scan/exec.c
 *		The plan node: a Seq Scan whose quals tests.c evaluates, and its lines
 *		of EXPLAIN.
 */
#include "scan/scan.h"

#include "access/tableam.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/rel.h"

/*
 * Split the quals into the tests and the other quals.  Each test has the other
 * quals between it and the previous test; scan->after has those after the last
 * test.
 */
static void
init_quals(BloomScan *scan)
{
	PlanState  *ps = &scan->css.ss.ps;
	Scan	   *plan = (Scan *) ps->plan;
	List	   *others = NIL;
	ListCell   *lc;

	scan->tests = palloc0(list_length(plan->plan.qual) *
						  sizeof(BloomScanTest));
	foreach(lc, plan->plan.qual)
	{
		BloomScanTest *test = &scan->tests[scan->count];

		if (!bloom_scan_match(lfirst(lc), plan->scanrelid, &test->clause))
		{
			others = lappend(others, lfirst(lc));
			continue;
		}
		test->before = ExecInitQual(others, ps);
		bloom_scan_init_test(scan, test);
		others = NIL;
		scan->count++;
	}
	scan->after = ExecInitQual(others, ps);
}

/*
 * Begin a scan.  nodeCustom.c has created a slot for virtual tuples, a
 * projection from it and a state for the quals.  This function replaces all
 * three, because the rows are in a slot of the table's own type.  It also
 * clears the list of SubPlans, which is filled again when the quals are
 * initialized.  Otherwise EXPLAIN would show each SubPlan twice.
 */
static void
begin_scan(CustomScanState *node, EState *estate, int eflags)
{
	BloomScan  *scan = (BloomScan *) node;

	node->ss.ps.subPlan = NIL;
	bloom_init_scan_slot(estate, &node->ss);
	ExecAssignScanProjectionInfo(&node->ss);
	node->ss.ps.qual = NULL;
	init_quals(scan);
}

/* The next row that passes the quals, or NULL */
static TupleTableSlot *
next_row(ScanState *node)
{
	BloomScan  *scan = (BloomScan *) node;
	ScanDirection direction = node->ps.state->es_direction;
	TupleTableSlot *slot = node->ss_ScanTupleSlot;

	/* the scan is not parallel, or planned as parallel but run serially */
	if (node->ss_currentScanDesc == NULL)
		node->ss_currentScanDesc = bloom_beginscan(node);
	while (table_scan_getnextslot(node->ss_currentScanDesc, direction, slot))
	{
		scan->forward = ScanDirectionIsForward(direction) &&
			(node->ss_currentScanDesc->rs_flags & SO_ALLOW_PAGEMODE) != 0;
		if (bloom_scan_passes(scan, slot))
			return slot;
		InstrCountFiltered1(node, 1);
		ResetExprContext(node->ps.ps_ExprContext);
		CHECK_FOR_INTERRUPTS();
	}
	return NULL;
}

/* Whether a row from EvalPlanQual, not from the scan, passes the quals */
static bool
recheck_row(ScanState *node, TupleTableSlot *slot)
{
	BloomScan  *scan = (BloomScan *) node;

	scan->forward = false;
	return bloom_scan_passes(scan, slot);
}

/* The next row of the node, projected, or NULL */
static TupleTableSlot *
exec_scan(CustomScanState *node)
{
	return ExecScan(&node->ss, next_row, recheck_row);
}

/* End the scan of the table */
static void
end_scan(CustomScanState *node)
{
	if (node->ss.ss_currentScanDesc != NULL)
		table_endscan(node->ss.ss_currentScanDesc);
}

/* Restart the scan; parameters may have changed */
static void
rescan(CustomScanState *node)
{
	BloomScan  *scan = (BloomScan *) node;

	for (int i = 0; i < scan->count; i++)
		bloom_scan_reset_test(&scan->tests[i]);
	if (node->ss.ss_currentScanDesc != NULL)
		table_rescan(node->ss.ss_currentScanDesc, NULL);
	ExecScanReScan(&node->ss);
}

/* A parallel scan.  Its shared state is that of the table access method. */

static Size
estimate_shared(CustomScanState *node, ParallelContext *pcxt)
{
	return table_parallelscan_estimate(node->ss.ss_currentRelation,
									   node->ss.ps.state->es_snapshot);
}

static void
join_shared(CustomScanState *node, void *shared)
{
	node->ss.ss_currentScanDesc = bloom_beginscan_parallel(&node->ss, shared);
}

static void
begin_shared(CustomScanState *node, ParallelContext *pcxt, void *shared)
{
	table_parallelscan_initialize(node->ss.ss_currentRelation, shared,
								  node->ss.ps.state->es_snapshot);
	join_shared(node, shared);
}

static void
restart_shared(CustomScanState *node, ParallelContext *pcxt, void *shared)
{
	table_parallelscan_reinitialize(node->ss.ss_currentRelation, shared);
}

static void
join_worker(CustomScanState *node, shm_toc *toc, void *shared)
{
	join_shared(node, shared);
}

/*
 * Add to EXPLAIN the columns that are hashed early, and with ANALYZE the
 * number of rows that were, as an average of all loops.
 */
static void
explain_scan(CustomScanState *node, List *ancestors, ExplainState *es)
{
	BloomScan  *scan = (BloomScan *) node;
	NodeInstrumentation *instrument = node->ss.ps.instrument;
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);
	Bitmapset  *columns = NULL;
	List	   *names = NIL;
	int			column = -1;

	for (int i = 0; i < scan->count; i++)
		columns = bms_add_member(columns,
								 scan->tests[i].clause.column->varattno);
	while ((column = bms_next_member(columns, column)) >= 0)
		names = lappend(names, pstrdup(quote_identifier(
			NameStr(TupleDescAttr(desc, column - 1)->attname))));
	ExplainPropertyList("Prefetch", names, es);
	if (es->analyze && instrument != NULL)
		ExplainPropertyFloat("Rows Prefetched", NULL,
							 instrument->nloops > 0 ?
							 instrument->nfiltered2 / instrument->nloops : 0,
							 0, es);
}

static const CustomExecMethods exec_methods = {
	.CustomName = BLOOM_SCAN_NAME,
	.BeginCustomScan = begin_scan,
	.ExecCustomScan = exec_scan,
	.EndCustomScan = end_scan,
	.ReScanCustomScan = rescan,
	.EstimateDSMCustomScan = estimate_shared,
	.InitializeDSMCustomScan = begin_shared,
	.ReInitializeDSMCustomScan = restart_shared,
	.InitializeWorkerCustomScan = join_worker,
	.ExplainCustomScan = explain_scan
};

/* Create the executor state of a plan node */
Node *
bloom_scan_create(CustomScan *plan)
{
	BloomScan  *scan = palloc0(sizeof(BloomScan));

	NodeSetTag(scan, T_CustomScanState);
	scan->css.methods = &exec_methods;
	return (Node *) scan;
}
