/*
 * join/joinside.c
 *		The rows of a join's inner side, and their filters.
 *
 * The rows are in a tuplestore, which uses half of work_mem, and the disk
 * beyond that.  For filters that are stored out of line, it contains the TOAST
 * pointers.  func/stored.c caches as many of these filters as hash_mem allows.
 * Large filters that are not stored, as of a subquery that builds them, are
 * cached here once they have been tested.  They take at most hash_mem, except
 * that one is always cached.
 */
#include "join/join.h"

#include "access/detoast.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/memutils.h"

/* Smaller filters are read from the tuplestore each time */
#define MIN_RESIDENT	(16 * 1024)

/*
 * Put a row of the inner side, or nulls if slot is NULL, into the slot of
 * pairs
 */
void
bloom_join_set_inner(BloomJoin *join, TupleTableSlot *slot)
{
	TupleTableSlot *pairs = join->css.ss.ss_ScanTupleSlot;
	Datum	   *values = pairs->tts_values + join->outer_columns;
	bool	   *nulls = pairs->tts_isnull + join->outer_columns;

	if (slot == NULL)
	{
		memset(nulls, true, join->inner_columns * sizeof(bool));
		return;
	}
	slot_getallattrs(slot);
	memcpy(values, slot->tts_values, join->inner_columns * sizeof(Datum));
	memcpy(nulls, slot->tts_isnull, join->inner_columns * sizeof(bool));
}

/* Put a row of the batch, or nulls if row is -1, into the slot of pairs */
void
bloom_join_set_outer(BloomJoin *join, int row)
{
	TupleTableSlot *pairs = join->css.ss.ss_ScanTupleSlot;
	const BloomBatch *batch = &join->batch;
	Size		first = (Size) row * join->outer_columns;

	if (row < 0)
	{
		memset(pairs->tts_isnull, true, join->outer_columns * sizeof(bool));
		return;
	}
	for (int i = 0; i < join->outer_columns; i++)
	{
		pairs->tts_values[i] = batch->columns[first + i];
		pairs->tts_isnull[i] = batch->nulls[first + i];
	}
}

/*
 * Evaluate the filter of the pair in the slot, in the current memory context
 */
static NullableDatum
evaluate_filter(BloomJoin *join)
{
	ExprContext *econtext = join->css.ss.ps.ps_ExprContext;
	NullableDatum filter;

	econtext->ecxt_scantuple = join->css.ss.ss_ScanTupleSlot;
	filter.value = ExecEvalExpr(join->filter, econtext, &filter.isnull);
	return filter;
}

/*
 * Make the current filter resident if it is large, not stored out of line, and
 * there is room.  The head of the result is NULL otherwise.
 */
static BloomView
keep_resident(BloomFilterSide *side, Datum filter)
{
	Size		size = toast_raw_datum_size(filter);
	BloomFilter *cached;

	if (VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter)) ||
		size < MIN_RESIDENT || side->at >= side->resident_room ||
		(side->resident_bytes > 0 &&
		 side->resident_bytes + size > get_hash_memory_limit()))
		return (BloomView) {.head = NULL};
	side->resident_bytes += size;
	cached = BLOOM_MAKE(bloom_filter_cache, bloom_expanded_read(filter));
	(void) bloom_expanded_move(cached, side->context);
	side->residents[side->at] = bloom_expanded_view(cached);
	return side->residents[side->at];
}

/*
 * Add the size of the filter in the slot of pairs if it is a column.  Returns
 * false if it is null, because then it matches nothing.
 */
static bool
measure(BloomJoin *join)
{
	ExprContext *econtext = join->css.ss.ps.ps_ExprContext;
	BloomFilterSide *side = &join->filters;
	MemoryContext old;
	NullableDatum filter;

	if (!join->filter_is_column)
		return true;
	ResetExprContext(econtext);
	old = MemoryContextSwitchTo(econtext->ecxt_per_tuple_memory);
	filter = evaluate_filter(join);
	if (!filter.isnull)
		side->bytes += toast_raw_datum_size(filter.value);
	MemoryContextSwitchTo(old);
	return !filter.isnull;
}

/* Zeroed memory that lasts until the inner side is read again */
static void *
allocate(BloomFilterSide *side, Size size)
{
	return MemoryContextAllocExtended(side->context, Max(size, 1),
									  MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
}

/* Read all rows of the inner side into the tuplestore */
void
bloom_join_read_filters(BloomJoin *join)
{
	BloomFilterSide *side = &join->filters;
	MemoryContext old = MemoryContextSwitchTo(side->context);

	if (side->slot == NULL)
		side->slot = MakeSingleTupleTableSlot(ExecGetResultType(join->inner),
											  &TTSOpsMinimalTuple);
	side->rows = tuplestore_begin_heap(false, false, Max(work_mem / 2, 64));
	MemoryContextSwitchTo(old);
	for (;;)
	{
		TupleTableSlot *slot = ExecProcNode(join->inner);

		if (TupIsNull(slot))
			break;
		bloom_join_set_inner(join, slot);
		if (measure(join) || bloom_join_keeps_filters(join))
		{
			tuplestore_puttupleslot(side->rows, slot);
			side->count++;
		}
		CHECK_FOR_INTERRUPTS();
	}
	side->resident_room = Min(side->count, (int64)
							  (get_hash_memory_limit() / MIN_RESIDENT + 1));
	side->residents = allocate(side,
							   side->resident_room * sizeof(BloomView));
	if (bloom_join_keeps_filters(join))
		side->matched = allocate(side, side->count);
}

/* Free the rows and filters of the inner side, so that it is read again */
void
bloom_join_forget_filters(BloomJoin *join)
{
	BloomFilterSide *side = &join->filters;
	BloomFilterSide empty = {.context = side->context};

	if (side->rows != NULL)
		tuplestore_end(side->rows);
	if (side->slot != NULL)
		ExecDropSingleTupleTableSlot(side->slot);
	MemoryContextReset(side->context);
	*side = empty;
}

/*
 * Whether all filters fit into memory together, so that a batch does not read
 * them again.  Computed filters do not, because each batch may compute them
 * again.
 */
bool
bloom_join_filters_fit(const BloomJoin *join)
{
	const BloomFilterSide *side = &join->filters;

	return side->count <= 1 ||
		(join->filter_is_column && tuplestore_in_memory(side->rows) &&
		 side->bytes <= get_hash_memory_limit());
}

/* Position the inner side before its first row */
void
bloom_join_first_filter(BloomJoin *join)
{
	tuplestore_rescan(join->filters.rows);
	join->filters.at = -1;
}

/*
 * Go to the next row of the inner side, and put it into the slot of pairs.
 * Returns false if there are no more rows.
 */
bool
bloom_join_next_filter(BloomJoin *join)
{
	BloomFilterSide *side = &join->filters;

	MemoryContextReset(join->filter_context);
	if (++side->at >= side->count)
		return false;
	/* a single row stays in the slot: it may be large, and on disk */
	if (side->count > 1 || TupIsNull(side->slot))
		(void) tuplestore_gettupleslot(side->rows, true, false, side->slot);
	bloom_join_set_inner(join, side->slot);
	return true;
}

/*
 * Get the current filter.  Returns false if it is null.  The head of view is
 * NULL if the filter is not resident.  If it was resident before, *filter is
 * null and must not be used, otherwise it is evaluated in the current memory
 * context.  This is called only before a test, because evaluation can raise an
 * error.
 */
bool
bloom_join_filter(BloomJoin *join, NullableDatum *filter, BloomView *view)
{
	BloomFilterSide *side = &join->filters;

	*filter = (NullableDatum) {.isnull = true};
	*view = (BloomView) {.head = NULL};
	if (side->at < side->resident_room)
		*view = side->residents[side->at];
	if (view->head != NULL)
		return true;
	*filter = evaluate_filter(join);
	if (filter->isnull)
		return false;
	*view = keep_resident(side, filter->value);
	return true;
}
