/*
 * join/joinouter.c
 *		Reading the rows of a join's outer side in batches.
 *
 * The first batch is small, because a LIMIT may need no more.  If all filters
 * fit into memory, batches are small enough for the CPU's cache.  Otherwise
 * each batch reads the filters again, so batches are as large as work_mem
 * allows.
 */
#include "join/join.h"

#include "executor/executor.h"
#include "miscadmin.h"

/*
 * The maximum number of rows in a batch.  If the filters fit into memory, it
 * is FIRST_ROWS in the first batch, and CACHED_ROWS in others.  If not, it is
 * CACHED_ROWS in the first batch, and MAX_ROWS in others.
 */
#define FIRST_ROWS		128
#define CACHED_ROWS		1024
#define MAX_ROWS		(256 * 1024)

/* The limit of a batch is half of work_mem, but at least this many bytes */
#define MIN_BATCH_SIZE	(128 * 1024)

/* Find out whether the last row has a value, if that is a column */
static void
find_value(BloomJoin *join)
{
	BloomBatch *batch = &join->batch;
	int			row = batch->count - 1;

	if (join->clause.column != NULL)
		batch->has_value[row] =
			!batch->nulls[bloom_join_value_place(join, row)];
	batch->value_count += batch->has_value[row];
}

/* Allocate the arrays for the pairs of a filter */
static void
make_room(BloomJoin *join)
{
	MemoryContext context = join->batch.context;

	if (join->batch.room <= join->pair_room)
		return;
	if (join->pair_room > 0)
	{
		pfree(join->rows);
		pfree(join->contained);
		pfree(join->picked);
	}
	join->pair_room = join->batch.room;
	join->rows = MemoryContextAllocHuge(context,
										join->pair_room * sizeof(int));
	join->contained = MemoryContextAllocHuge(context, join->pair_room);
	join->picked = MemoryContextAllocHuge(context,
										  join->pair_room * sizeof(uint64));
}

/* Add the next row of the outer side if the join can return it */
static void
read_row(BloomJoin *join)
{
	BloomBatch *batch = &join->batch;
	TupleTableSlot *slot = ExecProcNode(join->outer);

	if (TupIsNull(slot))
	{
		join->outer_done = true;
		return;
	}
	bloom_batch_add(batch, slot);
	find_value(join);
	if (batch->has_value[batch->count - 1] || bloom_join_keeps_unmatched(join))
		return;
	if (--batch->count == 0)
		bloom_batch_clear(batch);
}

/*
 * Read the inner side.  Ends the join if it is empty, unless rows without a
 * match are returned.
 */
static void
read_filters(BloomJoin *join)
{
	bloom_join_read_filters(join);
	if (join->filters.count > 0 || bloom_join_keeps_unmatched(join))
		return;
	join->outer_done = true;
	bloom_batch_clear(&join->batch);
}

/* The maximum number of rows of the current batch */
static int
rows_of_batch(const BloomJoin *join)
{
	bool		fit = bloom_join_filters_fit(join);

	if (join->first_batch)
		return fit ? FIRST_ROWS : CACHED_ROWS;
	return fit ? CACHED_ROWS : MAX_ROWS;
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
	int			rows = 0;

	bloom_batch_clear(batch);
	while (!join->outer_done)
	{
		read_row(join);
		if (batch->count == 0)
			continue;
		if (join->filters.rows == NULL)
			read_filters(join);
		if (rows == 0)
			rows = rows_of_batch(join);
		if (batch->count >= rows || bloom_batch_is_full(batch, limit))
			break;
	}
	join->first_batch = false;
	make_room(join);
	join->unmatched = batch->count;
	join->pair = join->pair_count = join->row = 0;
	join->tested = false;
	join->batches += batch->count > 0;
	return batch->count > 0;
}
