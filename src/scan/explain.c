/*
 * scan/explain.c
 *		The lines of EXPLAIN that only prefetching scans have.
 */
#include "scan/scan.h"

#include "executor/instrument.h"
#include "nodes/makefuncs.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"

/* The name of a column of the table as in other lines of EXPLAIN */
static char *
column_name(BloomScan *scan, AttrNumber column, List *context, bool prefix)
{
	Scan	   *plan = (Scan *) scan->css.ss.ps.plan;
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);
	Form_pg_attribute attribute = TupleDescAttr(desc, column - 1);
	Var		   *var = makeVar(plan->scanrelid, column, attribute->atttypid,
							  attribute->atttypmod,
							  attribute->attcollation, 0);

	return deparse_expression((Node *) var, context, prefix, false);
}

/*
 * Add to EXPLAIN the columns that are hashed early, and with ANALYZE the
 * number of rows that were, as an average of all loops.
 */
void
bloom_scan_explain(CustomScanState *node, List *ancestors, ExplainState *es)
{
	BloomScan  *scan = (BloomScan *) node;
	NodeInstrumentation *instrument = node->ss.ps.instrument;
	List	   *context = set_deparse_context_plan(es->deparse_cxt,
												   node->ss.ps.plan,
												   ancestors);
	List	   *columns = NIL;
	List	   *names = NIL;
	ListCell   *lc;

	for (int i = 0; i < scan->count; i++)
		columns = list_append_unique_int(columns,
										 scan->tests[i].prefetch.column);
	for (int i = 0; i < scan->hint_count; i++)
		columns = list_append_unique_int(columns,
										 scan->hints[i].prefetch.column);
	foreach(lc, columns)
		names = lappend(names, column_name(scan, lfirst_int(lc), context,
										   es->verbose));
	ExplainPropertyList("Prefetch", names, es);
	if (es->analyze && instrument != NULL)
		ExplainPropertyFloat("Rows Prefetched", NULL,
							 instrument->nloops > 0 ?
							 instrument->nfiltered2 / instrument->nloops : 0,
							 0, es);
}
