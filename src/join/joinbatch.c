/*
 * join/joinbatch.c
 *		Reading the rows of a join's outer side in batches.
 *
 * If all filters fit into memory, batches are small enough for the CPU's
 * cache.  Otherwise each batch reads the filters again, so batches are as
 * large as work_mem allows.  The first one is smaller, because a LIMIT may
 * need no more.
 */
#include "join/join.h"

#include "executor/executor.h"
#include "miscadmin.h"
#include "utils/datum.h"
#include "utils/memutils.h"

/*
 * The maximum number of rows in a batch: in the first one, in others if the
 * filters are in memory, and in others if they are not
 */
#define FIRST_ROWS		1024
#define CACHED_ROWS		(8 * 1024)
#define MAX_ROWS		(256 * 1024)

/* The limit of a batch is half of work_mem, but at least this many bytes */
#define MIN_BATCH_SIZE	(128 * 1024)

/* The number of rows that the arrays have room for at first */
#define FIRST_ROOM		64

/* The first block for values, which is reused in each batch */
#define BLOCK			(64 * 1024)

/*
 * Initialize an empty batch.  desc is the type of its rows.  Its memory
 * contexts are children of parent.
 */
void
bloom_batch_init(BloomBatch *batch, TupleDesc desc, MemoryContext parent)
{
	batch->context = AllocSetContextCreate(parent, "bloomext join batch",
										   ALLOCSET_DEFAULT_SIZES);
	batch->data = AllocSetContextCreate(batch->context,
										"bloomext join values", BLOCK, BLOCK,
										ALLOCSET_DEFAULT_MAXSIZE);
	batch->desc = desc;
}

/* Remove all rows of a batch, and keep its memory for the next rows */
void
bloom_batch_clear(BloomBatch *batch)
{
	batch->count = batch->candidate_count = batch->hashed_count = 0;
	batch->sorted = batch->sort = false;
	MemoryContextReset(batch->data);
}

/* Create or enlarge an array of a batch; size is in bytes */
static void *
grow_array(BloomBatch *batch, void *array, Size size)
{
	return array == NULL ? MemoryContextAllocHuge(batch->context, size) :
		repalloc_huge(array, size);
}

/* Enlarge the arrays of a batch */
static void
grow(BloomBatch *batch)
{
	Size		columns = batch->desc->natts + 1;

	batch->room = Max(FIRST_ROOM, 2 * batch->room);
#define GROW(array, size) \
	batch->array = grow_array(batch, batch->array, batch->room * (size))
	GROW(columns, columns * sizeof(Datum));
	GROW(nulls, columns * sizeof(bool));
	GROW(matched, sizeof(bool));
	GROW(hashed, sizeof(bool));
	GROW(hashes, sizeof(uint64));
	GROW(candidates, sizeof(int));
	GROW(rows, sizeof(int));
	GROW(contained, sizeof(bool));
	GROW(picked, sizeof(uint64));
#undef GROW
}

/* Add a copy of the row in a slot, with flat values */
static void
add_row(BloomBatch *batch, TupleTableSlot *slot)
{
	int			natts = batch->desc->natts;
	Size		first = (Size) batch->count * natts;
	MemoryContext old;

	if (batch->count == batch->room)
		grow(batch);
	slot_getallattrs(slot);
	old = MemoryContextSwitchTo(batch->data);
	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(batch->desc, i);

		batch->nulls[first + i] = slot->tts_isnull[i];
		batch->columns[first + i] = slot->tts_isnull[i] ? (Datum) 0 :
			datumCopy(slot->tts_values[i], attribute->attbyval,
					  attribute->attlen);
	}
	MemoryContextSwitchTo(old);
	batch->matched[batch->count] = batch->hashed[batch->count] = false;
	batch->count++;
}

/*
 * Whether the batch has reached a memory limit, or would exceed it if its
 * arrays grew.  Does not count entries of the arrays that this batch does not
 * use, which an earlier one may have needed.
 */
static bool
is_full(const BloomBatch *batch, Size limit)
{
	Size		data = MemoryContextMemAllocated(batch->data, false);
	Size		row = (batch->desc->natts + 1) * (sizeof(Datum) +
												  sizeof(bool)) +
		2 * sizeof(uint64) + 2 * sizeof(int) + 3 * sizeof(bool);

	return data + batch->count * row >= limit ||
		(batch->count == batch->room && data + 2 * batch->room * row > limit);
}

/* The maximum number of rows in the current batch */
static int
max_rows(const BloomJoin *join)
{
	return join->batches == 0 ? FIRST_ROWS :
		bloom_join_filters_fit(join) ? CACHED_ROWS : MAX_ROWS;
}

/*
 * Read the next row of the outer side, and add it to the batch if the join can
 * return it
 */
static void
read_row(BloomJoin *join)
{
	BloomBatch *batch = &join->batch;
	const Var  *column = join->clause.column;
	TupleTableSlot *slot = ExecProcNode(join->outer);
	bool		is_null;

	if (TupIsNull(slot))
	{
		join->outer_done = true;
		return;
	}
	is_null = column != NULL && slot_attisnull(slot, column->varattno);
	if (is_null && !bloom_join_keeps_values(join))
		return;
	add_row(batch, slot);
	if (!is_null)
		batch->candidates[batch->candidate_count++] = batch->count - 1;
}

/* Whether other rows of the outer side cannot change the result */
static bool
is_done(const BloomJoin *join)
{
	return join->outer_done ||
		(join->filters.rows != NULL && join->filters.count == 0 &&
		 !bloom_join_keeps_values(join));
}

/*
 * Read the next batch of the outer side.  Returns false if there are no more
 * rows.  The inner side is read when the outer side has returned a row, as in
 * a nested loop.
 */
bool
bloom_join_read_batch(BloomJoin *join)
{
	BloomBatch *batch = &join->batch;
	Size		limit = Max((Size) work_mem * 1024 / 2, MIN_BATCH_SIZE);

	bloom_batch_clear(batch);
	while (!is_done(join))
	{
		read_row(join);
		if (batch->count == 0)
			continue;
		if (join->filters.rows == NULL)
			bloom_join_read_filters(join);
		if (is_full(batch, limit) || batch->count == max_rows(join))
			break;
	}
	join->unmatched = batch->count;
	join->pair = join->pair_count = join->row = 0;
	join->tested = false;
	join->batches += batch->count > 0;
	return batch->count > 0;
}
