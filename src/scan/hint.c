/*
 * scan/hint.c
 *		Prefetching for tests that the executor evaluates as parts of other
 *		expressions: of quals such as url <@ filter OR id = 7, and of the
 *		target list, as in FILTER (WHERE url <@ filter) or CASE.
 *
 * No row may ever reach such a test, so nothing is evaluated or read for it
 * here.  Prefetching begins when the filter is known and in memory, which is
 * the effect of evaluating the test.  From then on the values of the next rows
 * are hashed, and the cache lines of their tests are prefetched.  The tests
 * hash the values again.
 */
#include "scan/scan.h"

#include "executor/executor.h"

/*
 * A filter of fewer bytes is in the CPU's cache soon.  Then hashing its values
 * twice costs more than prefetching saves.
 */
#define MIN_BYTES	(1024 * 1024)

/* How many rows pass before another look whether the filter is in memory */
#define PAUSE		64

/* Begin to follow all hints of a scan, for the first time or a rescan */
void
bloom_scan_reset_hints(BloomScan *scan)
{
	scan->rows = 0;
	scan->followed = scan->hint_count;
	scan->next_look = scan->followed > 0 ? 0 : PG_INT64_MAX;
	for (int i = 0; i < scan->hint_count; i++)
	{
		scan->hints[i].is_off = false;
		bloom_prefetch_reset(&scan->hints[i].prefetch);
	}
}

/*
 * Initialize the hints of a scan: the tests within quals, which are those that
 * are no tests themselves, and the tests of the target list, which are in the
 * plan's custom_private.
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
		hint->prefetch.column = hint->clause.column->varattno;
	}
	bloom_scan_reset_hints(scan);
}

/* The filter of a test; null if unknown without evaluating anything */
static NullableDatum
known_filter(BloomScan *scan, BloomScanHint *hint)
{
	Node	   *filter = list_nth(hint->clause.args, hint->clause.filterno);
	EState	   *estate = scan->css.ss.ps.state;
	ParamExecData *param;

	if (IsA(filter, Const))
		return (NullableDatum) {
			.value = ((Const *) filter)->constvalue,
			.isnull = ((Const *) filter)->constisnull
		};
	param = &estate->es_param_exec_vals[castNode(Param, filter)->paramid];
	/* in a worker, unevaluated parameters are zeros */
	return (NullableDatum) {
		.value = param->value,
		.isnull = param->execPlan != NULL || param->isnull ||
			param->value == (Datum) 0
	};
}

/*
 * Whether prefetching for a test pays so far.  Counts the tests of all
 * expressions.
 */
static bool
pays(const BloomScanHint *hint, BloomView view)
{
	if (bloom_is_imported(view.head))
		return false;
	if (bloom_prefetch_mode == BLOOM_PREFETCH_ALWAYS)
		return true;
	return bloom_view_size(view) >= MIN_BYTES &&
		bloom_prefetch_pays(&hint->prefetch, bloom_call_tests - hint->tests);
}

/* Hash and prefetch from the current row on; false if that is impossible */
static bool
follow_hint(BloomScan *scan, BloomScanHint *hint)
{
	int			filterno = hint->clause.filterno;
	NullableDatum filter = known_filter(scan, hint);
	BloomPrefetch *prefetch = &hint->prefetch;
	BloomView	view;

	if (filter.isnull)
		return false;
	hint->call->args[filterno] = filter;
	view = bloom_call_in_memory(hint->call, filterno);
	if (view.head == NULL)
		return false;
	if (!pays(hint, view))
	{
		hint->is_off = true;
		scan->followed--;
		return false;
	}
	if (prefetch->hashed == 0)
		hint->tests = bloom_call_tests;
	if (hint->hasher == NULL)
		hint->hasher = bloom_call_arg_hasher(hint->call, 1 - filterno);
	bloom_prefetch_hash(scan, prefetch, hint->hasher, view.head->seed);
	for (int i = 0; i < prefetch->count; i++)
		bloom_view_prefetch(view, prefetch->hashes[i]);
	return true;
}

/* Prefetch for the hints of the current row and the next ones if possible */
void
bloom_scan_follow_hints(BloomScan *scan)
{
	bool		followed = false;

	if (!scan->forward)
		return;
	for (int i = 0; i < scan->hint_count; i++)
	{
		BloomScanHint *hint = &scan->hints[i];

		followed |= !hint->is_off &&
			(bloom_prefetch_place(scan, &hint->prefetch) >= 0 ||
			 follow_hint(scan, hint));
	}
	if (followed)
		InstrCountFiltered2(&scan->css.ss.ps, 1);
	else
		scan->next_look = scan->followed > 0 ? scan->rows + PAUSE :
			PG_INT64_MAX;
}
