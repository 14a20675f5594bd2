/*
 * scan/ahead.c
 *		The tests of a row, in its turn, and what is looked up for the next
 *		rows of its page before.
 *
 * A scan of a heap in page-at-a-time mode, as all of an MVCC snapshot are,
 * has a pin on the page and the places of its visible rows, so they can be
 * looked at without a lock, a pin or a slot.  Nothing is looked at beyond the
 * page: at its end the tests of the last rows don't overlap with hashing the
 * first ones of the next, but as many are hashed in turn as would have to be
 * in between.
 *
 * It begins when the filter is in memory.  The first values are tested as the
 * function does, which reads the part of a stored filter that tells: a LIMIT
 * may need no more of them.
 */
#include "scan/scan.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "executor/executor.h"
#include "storage/bufmgr.h"

/* So many rows are hashed, one after the other, before they are tested */
#define BATCH	32

/* So many values are tested before the whole of a stored filter is read */
#define FEW		16

/* Prepare a test of which the clause and the quals before are known */
void
bloom_scan_init_test(BloomScan *scan, BloomScanTest *test)
{
	PlanState  *ps = &scan->css.ss.ps;
	MemoryContext query = ps->state->es_query_cxt;
	const BloomTestClause *clause = &test->clause;

	test->argument = ExecInitExpr(list_nth(clause->args, clause->filterno),
								  ps);
	fmgr_info_cxt(clause->function, &test->function, query);
	fmgr_info_set_expr((Node *) clause->call, &test->function);
	test->call = palloc0(SizeForFunctionCallInfo(2));
	InitFunctionCallInfoData(*test->call, &test->function, 2,
							 clause->collation, NULL, NULL);
	test->context = AllocSetContextCreate(query, "bloomext scan",
										  ALLOCSET_SMALL_SIZES);
	test->hashes = palloc(MaxHeapTuplesPerPage * sizeof(uint64));
	test->known = palloc(MaxHeapTuplesPerPage);
}

/* Forget the filter: parameters may have changed */
void
bloom_scan_reset_test(BloomScanTest *test)
{
	test->evaluated = false;
	test->asked = 0;
	test->view.head = NULL;
	test->ahead = false;
	MemoryContextReset(test->context);
}

/* Evaluate the filter, for the first row that comes so far */
static void
evaluate_filter(BloomScan *scan, BloomScanTest *test)
{
	NullableDatum *arg = &test->call->args[test->clause.filterno];
	MemoryContext old = MemoryContextSwitchTo(test->context);

	arg->value = ExecEvalExpr(test->argument,
							  scan->css.ss.ps.ps_ExprContext, &arg->isnull);
	test->evaluated = true;
	MemoryContextSwitchTo(old);
}

/*
 * Whether the whole filter is in memory, or is to be read by now, for there
 * are more values to test.
 */
static bool
has_view(BloomScanTest *test)
{
	Datum		filter = test->call->args[test->clause.filterno].value;
	MemoryContext old;

	if (test->view.head == NULL &&
		(test->asked >= FEW ||
		 !VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter))))
	{
		old = MemoryContextSwitchTo(test->context);
		test->view = bloom_call_keep(test->call, test->clause.filterno);
		test->ahead = !bloom_is_foreign(test->view.head);
		MemoryContextSwitchTo(old);
	}
	return test->view.head != NULL;
}

/* Test a value that wasn't hashed ahead */
static bool
contains(BloomScan *scan, BloomScanTest *test, Datum value)
{
	ExprContext *econtext = scan->css.ss.ps.ps_ExprContext;
	MemoryContext old =
		MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	bool		result;

	if (unlikely(test->hasher == NULL))
		test->hasher = bloom_call_arg_hasher(test->call,
											 1 - test->clause.filterno);
	if (likely(has_view(test)))
		result = bloom_view_contains_value(test->view, test->hasher, value);
	else
	{
		result = bloom_call_contains(test->call, test->clause.filterno,
									 test->hasher, value);
		test->asked++;
	}
	MemoryContextSwitchTo(old);
	return result;
}

/*
 * Look at a row for a test.  A value that has to be fetched or decompressed
 * may be one that can't be: it is left to its turn.
 */
static inline void
look_at(BloomScanTest *test, HeapTuple tuple, TupleDesc desc, int place)
{
	int			column = test->clause.column->varattno;
	bool		is_null;
	Datum		value = heap_getattr(tuple, column, desc, &is_null);

	if (is_null)
		test->known[place] = BLOOM_AHEAD_NULL;
	else if (TupleDescAttr(desc, column - 1)->attlen == -1 &&
			 (VARATT_IS_EXTERNAL(DatumGetPointer(value)) ||
			  VARATT_IS_COMPRESSED(DatumGetPointer(value))))
		test->known[place] = BLOOM_AHEAD_UNKNOWN;
	else
	{
		test->known[place] = BLOOM_AHEAD_HASHED;
		test->hashes[place] = test->hasher->hash(test->hasher, value,
												 test->view.head->seed);
		bloom_view_prefetch(test->view, test->hashes[place]);
	}
}

/* Look at the rows of the page from this one on */
static void
look_ahead(BloomScan *scan, BloomScanTest *test, HeapScanDesc heap, int place)
{
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);
	Page		page = BufferGetPage(heap->rs_cbuf);
	HeapTupleData tuple;

	test->block = heap->rs_cblock;
	test->begin = place;
	test->end = Min(place + BATCH, (int) heap->rs_ntuples);
	for (int i = test->begin; i < test->end; i++)
	{
		ItemId		item = PageGetItemId(page, heap->rs_vistuples[i]);

		tuple.t_data = (HeapTupleHeader) PageGetItem(page, item);
		tuple.t_len = ItemIdGetLength(item);
		look_at(test, &tuple, desc, i);
	}
}

/* What is known of the scan's row, which is looked at if it wasn't */
static inline BloomAhead
look_up(BloomScan *scan, BloomScanTest *test)
{
	HeapScanDesc heap = (HeapScanDesc) scan->css.ss.ss_currentScanDesc;
	int			place = (int) heap->rs_cindex;

	if (test->block != heap->rs_cblock || place < test->begin ||
		place >= test->end)
		look_ahead(scan, test, heap, place);
	test->hash = test->hashes[place];
	return test->known[place];
}

/* Whether the row of the slot passes a test */
static bool
passes_test(BloomScan *scan, BloomScanTest *test, TupleTableSlot *slot)
{
	BloomAhead	known = BLOOM_AHEAD_UNKNOWN;
	Datum		value;
	bool		is_null;

	if (test->ahead && scan->forward)
		known = look_up(scan, test);
	else
		test->block = InvalidBlockNumber;
	if (known == BLOOM_AHEAD_HASHED)
	{
		InstrCountFiltered2(&scan->css.ss.ps, 1);
		return bloom_view_contains(test->view, test->hasher->class,
								   test->hash) != test->clause.negated;
	}
	if (known == BLOOM_AHEAD_NULL)
		return false;

	if (unlikely(!test->evaluated))
		evaluate_filter(scan, test);
	value = slot_getattr(slot, test->clause.column->varattno, &is_null);
	if (is_null || test->call->args[test->clause.filterno].isnull)
		return false;
	return contains(scan, test, value) != test->clause.negated;
}

/* Whether the row of the slot passes all quals */
bool
bloom_scan_passes(BloomScan *scan, TupleTableSlot *slot)
{
	ExprContext *econtext = scan->css.ss.ps.ps_ExprContext;

	econtext->ecxt_scantuple = slot;
	for (int i = 0; i < scan->count; i++)
		if (!ExecQual(scan->tests[i].before, econtext) ||
			!passes_test(scan, &scan->tests[i], slot))
			return false;
	return ExecQual(scan->after, econtext);
}
