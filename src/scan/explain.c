/*
 * scan/explain.c
 *		What EXPLAIN says of the scan beside what it says of every scan.
 */
#include "scan/scan.h"

#include "executor/instrument.h"
#include "utils/ruleutils.h"

/*
 * The columns that are looked ahead for, and how many rows could be tested
 * so, on average over all loops as EXPLAIN shows them.
 */
void
bloom_scan_explain(CustomScanState *node, List *ancestors, ExplainState *es)
{
	BloomScan  *scan = (BloomScan *) node;
	Instrumentation *instrument = node->ss.ps.instrument;
	List	   *context = set_deparse_context_plan(es->deparse_cxt,
												   node->ss.ps.plan,
												   ancestors);
	List	   *columns = NIL;
	List	   *names = NIL;
	ListCell   *lc;

	for (int i = 0; i < scan->count; i++)
		columns = list_append_unique(columns, scan->tests[i].clause.column);
	foreach(lc, columns)
		names = lappend(names, deparse_expression(lfirst(lc), context,
												  es->verbose, false));
	ExplainPropertyList("Look Ahead", names, es);
	if (es->analyze && instrument != NULL)
		ExplainPropertyFloat("Rows Looked Ahead", NULL,
							 instrument->nloops > 0 ?
							 instrument->nfiltered2 / instrument->nloops : 0,
							 0, es);
}
