/*
 * scan/hint.c
 *		Prefetching for tests that the executor evaluates as parts of other
 *		expressions: of quals like url <@ filter OR id = 7, and of the target
 *		list, as in FILTER (WHERE url <@ filter) or CASE.
 *
 * Such a test may not be reached by any row, so nothing is evaluated or read
 * for it here.  It is looked at whether its filter is known already and in
 * memory, for which the test itself sees when it is evaluated: then the values
 * of the next rows are hashed, and what their tests will read is prefetched.
 * The tests hash the values again.
 */
#include "scan/scan.h"

#include "executor/executor.h"

/* Rows that are read before, for the sake of a LIMIT */
#define FEW		16

/*
 * Prepare for the tests within quals that are none themselves, and those of
 * the target list, which are in the plan's custom_private
 */
void
bloom_scan_init_hints(BloomScan *scan, List *quals)
{
	CustomScan *plan = (CustomScan *) scan->css.ss.ps.plan;
	List	   *hints =
		list_concat_unique(bloom_scan_find_hints((Node *) quals,
												 plan->scan.scanrelid),
						   plan->custom_private);
	MemoryContext query = scan->css.ss.ps.state->es_query_cxt;
	ListCell   *lc;

	scan->hints = palloc0(list_length(hints) * sizeof(BloomScanHint));
	foreach(lc, hints)
	{
		BloomScanHint *hint = &scan->hints[scan->hint_count++];

		if (!bloom_scan_match_call(lfirst(lc), &hint->clause))
			elog(ERROR, "expression is not a test against a bloom filter");
		hint->call = bloom_scan_make_call(&hint->clause, query);
		bloom_prefetch_init(&hint->prefetch, hint->clause.column->varattno);
	}
}

/* Begin again: parameters may have changed */
void
bloom_scan_reset_hints(BloomScan *scan)
{
	scan->rows = 0;
	for (int i = 0; i < scan->hint_count; i++)
		bloom_prefetch_reset(&scan->hints[i].prefetch);
}

/* A parameter of the statement, if it is known without evaluating it */
static NullableDatum
statement_parameter(ParamListInfo params, int id)
{
	NullableDatum unknown = {.isnull = true};
	ParamExternData *param;
	ParamExternData workspace;

	if (params == NULL || id <= 0 || id > params->numParams)
		return unknown;
	/* as the planner asks, which must not fail either */
	if (params->paramFetch != NULL)
		param = params->paramFetch(params, id, true, &workspace);
	else
		param = &params->params[id - 1];
	if (!OidIsValid(param->ptype) || param->isnull)
		return unknown;
	return (NullableDatum) {.value = param->value};
}

/* The filter, if it is known without evaluating anything; else null */
static NullableDatum
known_filter(BloomScan *scan, BloomScanHint *hint)
{
	Node	   *filter = list_nth(hint->clause.args, hint->clause.filterno);
	EState	   *estate = scan->css.ss.ps.state;
	Param	   *param;
	ParamExecData *value;

	if (IsA(filter, Const))
		return (NullableDatum) {
			.value = ((Const *) filter)->constvalue,
			.isnull = ((Const *) filter)->constisnull
		};
	param = castNode(Param, filter);
	if (param->paramkind == PARAM_EXTERN)
		return statement_parameter(estate->es_param_list_info, param->paramid);
	value = &estate->es_param_exec_vals[param->paramid];
	/* a worker has zeros for those that were not evaluated for it */
	return (NullableDatum) {
		.value = value->value,
		.isnull = value->execPlan != NULL || value->isnull ||
			value->value == (Datum) 0
	};
}

/* Hash and prefetch for the current row and the next, if that is possible */
static bool
follow_hint(BloomScan *scan, BloomScanHint *hint)
{
	int			filterno = hint->clause.filterno;
	NullableDatum filter = known_filter(scan, hint);
	BloomView	view;

	if (filter.isnull)
		return false;
	hint->call->args[filterno] = filter;
	view = bloom_call_in_memory(hint->call, filterno);
	if (view.head == NULL || bloom_is_imported(view.head))
		return false;
	if (hint->hasher == NULL)
		hint->hasher = bloom_call_arg_hasher(hint->call, 1 - filterno);
	bloom_prefetch_page(scan, &hint->prefetch, hint->hasher, view);
	return true;
}

/* Do what can be done ahead for the tests of the current row and the next */
void
bloom_scan_follow_hints(BloomScan *scan)
{
	bool		followed = false;

	if (!scan->forward || scan->rows <= FEW)
		return;
	for (int i = 0; i < scan->hint_count; i++)
	{
		BloomScanHint *hint = &scan->hints[i];

		followed |= bloom_prefetch_place(scan, &hint->prefetch) >= 0 ||
			follow_hint(scan, hint);
	}
	if (followed)
		InstrCountFiltered2(&scan->css.ss.ps, 1);
}
