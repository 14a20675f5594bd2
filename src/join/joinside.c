/*
 * join/joinside.c
 *		The rows of a join's inner side, and their filters.
 *
 * The rows are in a tuplestore, which takes half of work_mem and goes to disk
 * beyond that.  Of filters that are stored out of line it has the TOAST
 * pointers; func/stored.c keeps as many of these in memory as hash_mem allows.
 * Large filters that are not stored, as of a sub-select that builds them, are
 * kept here once they have been tested, within hash_mem or a single one.
 */
#include "join/join.h"

#include "access/detoast.h"
#include "executor/executor.h"
#include "miscadmin.h"
#include "optimizer/cost.h"
#include "utils/memutils.h"

/* Filters with fewer bytes are read from the tuplestore */
#define MIN_RESIDENT	(16 * 1024)

/* Put a row of the inner side, or nulls for none, in the slot of pairs */
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

/* Put a row of the batch in the slot of pairs */
void
bloom_join_set_outer(BloomJoin *join, int row)
{
	TupleTableSlot *pairs = join->css.ss.ss_ScanTupleSlot;
	const BloomBatch *batch = &join->batch;
	Size		first = (Size) row * join->outer_columns;

	for (int i = 0; i < join->outer_columns; i++)
	{
		pairs->tts_values[i] = batch->columns[first + i];
		pairs->tts_isnull[i] = batch->nulls[first + i];
	}
}

/* The filter of the inner row in the slot of pairs, in the current context */
static NullableDatum
evaluate_filter(BloomJoin *join)
{
	ExprContext *econtext = join->css.ss.ps.ps_ExprContext;
	NullableDatum filter;

	econtext->ecxt_scantuple = join->css.ss.ss_ScanTupleSlot;
	filter.value = ExecEvalExpr(join->filter, econtext, &filter.isnull);
	return filter;
}

/* The array of residents with room for the current filter */
static BloomView *
resident_place(BloomFilterSide *side)
{
	if (side->at >= side->resident_count)
	{
		int64		length = Max(2 * side->resident_count, side->at + 1);
		BloomView  *longer = MemoryContextAllocZero(side->context,
													length *
													sizeof(BloomView));

		if (side->residents != NULL)
		{
			memcpy(longer, side->residents,
				   side->resident_count * sizeof(BloomView));
			pfree(side->residents);
		}
		side->residents = longer;
		side->resident_count = length;
	}
	return &side->residents[side->at];
}

/* Make the current filter resident if it is large and there is room for it */
static BloomView
keep_resident(BloomFilterSide *side, Datum filter, Size size)
{
	BloomView  *place;
	BloomExpanded *copy;

	if (VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter)) ||
		size < MIN_RESIDENT ||
		(side->resident_count > 0 &&
		 side->resident_bytes + size > get_hash_memory_limit()) ||
		side->at >= (int64) (MaxAllocSize / sizeof(BloomView) / 2))
		return (BloomView) {.head = NULL};
	place = resident_place(side);
	copy = bloom_expanded_cache(bloom_expanded_read(filter), side->context);
	*place = bloom_expanded_view(copy);
	side->resident_bytes += size;
	return *place;
}

/*
 * Add the size of a filter that is a column of the row in the slot of pairs;
 * false if it is null, which matches nothing.
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
	{
		side->bytes += toast_raw_datum_size(filter.value);
		side->measured++;
	}
	MemoryContextSwitchTo(old);
	return !filter.isnull;
}

/* Read the inner side */
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
		if (measure(join))
		{
			tuplestore_puttupleslot(side->rows, slot);
			side->count++;
		}
		CHECK_FOR_INTERRUPTS();
	}
}

/* Forget what was read, so that it is read again */
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

/* Whether all filters can stay in memory while they are tested */
bool
bloom_join_filters_fit(const BloomJoin *join)
{
	return join->filters.count <= 1 ||
		join->filters.bytes <= get_hash_memory_limit();
}

/* Begin with the first filter */
void
bloom_join_first_filter(BloomJoin *join)
{
	tuplestore_rescan(join->filters.rows);
	join->filters.at = -1;
}

/*
 * Go to the next filter, and put its row in the slot of pairs; false if there
 * are no more.
 */
bool
bloom_join_next_filter(BloomJoin *join)
{
	BloomFilterSide *side = &join->filters;

	MemoryContextReset(join->filter_context);
	if (!tuplestore_gettupleslot(side->rows, true, false, side->slot))
		return false;
	side->at++;
	bloom_join_set_inner(join, side->slot);
	return true;
}

/*
 * The current filter, which is evaluated when it is first to be tested, as it
 * may be an error; false if it is null.  Of a resident one, there is a view
 * and no value.  Of others the view's head is NULL.  In short-lived memory.
 */
bool
bloom_join_filter(BloomJoin *join, NullableDatum *filter, BloomView *view)
{
	BloomFilterSide *side = &join->filters;
	Size		size;

	*filter = (NullableDatum) {.isnull = true};
	*view = (BloomView) {.head = NULL};
	if (side->at < side->resident_count)
		*view = side->residents[side->at];
	if (view->head != NULL)
		return true;
	*filter = evaluate_filter(join);
	if (filter->isnull)
		return false;
	size = toast_raw_datum_size(filter->value);
	*view = keep_resident(side, filter->value, size);
	if (side->at >= side->measured)
	{
		side->bytes += size;
		side->measured = side->at + 1;
	}
	return true;
}
