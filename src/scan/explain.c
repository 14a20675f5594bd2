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

	for (int i = 0; i < scan->count; i++)
	{
		Node	   *column = (Node *) scan->tests[i].clause.column;

		columns = lappend(columns, deparse_expression(column, context,
													  es->verbose, false));
	}
	ExplainPropertyList("Look Ahead", columns, es);
	if (es->analyze && instrument != NULL)
		ExplainPropertyFloat("Rows Looked Ahead", NULL,
							 instrument->nloops > 0 ?
							 instrument->nfiltered2 / instrument->nloops : 0,
							 0, es);
}
