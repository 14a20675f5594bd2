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

/* The least limit of a batch in bytes */
#define MIN_BATCH_SIZE	(128 * 1024)

/* The number of rows that the arrays have room for at first */
#define FIRST_ROOM		64

/* The first block for values, which is reused in each batch */
#define BLOCK			(64 * 1024)

/* Small values are copied into pieces of this size, without allocating each */
#define PIECE			(8 * 1024)

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
	batch->row_size = (desc->natts + 1) * (sizeof(Datum) + sizeof(bool)) +
		2 * sizeof(uint64) + 2 * sizeof(int) + 3 * sizeof(bool);
}

/* Remove all rows of a batch, and keep its memory for the next rows */
void
bloom_batch_clear(BloomBatch *batch)
{
	batch->count = batch->candidate_count = batch->hashed_count = 0;
	batch->sorted = batch->sort = false;
	batch->kept = -1;
	batch->piece_left = 0;
	MemoryContextReset(batch->data);
	batch->data_size = MemoryContextMemAllocated(batch->data, false);
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

/* Copy a value that is large or not flat */
static pg_noinline Datum
copy_alone(BloomBatch *batch, Datum value, int length)
{
	MemoryContext old = MemoryContextSwitchTo(batch->data);

	value = datumCopy(value, false, length);
	MemoryContextSwitchTo(old);
	batch->data_size = MemoryContextMemAllocated(batch->data, false);
	return value;
}

/* Begin a piece */
static pg_noinline void
begin_piece(BloomBatch *batch)
{
	batch->piece = MemoryContextAlloc(batch->data, PIECE);
	batch->piece_left = PIECE;
	batch->data_size = MemoryContextMemAllocated(batch->data, false);
}

/* Copy a value that is not null */
static inline Datum
copy_value(BloomBatch *batch, Datum value, Form_pg_attribute attribute)
{
	int			length = attribute->attlen;
	char	   *bytes = DatumGetPointer(value);
	char	   *copy;
	Size		size;

	if (attribute->attbyval)
		return value;
	if (length < -1 || (length == -1 && VARATT_IS_EXTERNAL_EXPANDED(bytes)))
		return copy_alone(batch, value, length);
	size = length > 0 ? (Size) length : VARSIZE_ANY(bytes);
	if (size > PIECE / 8)
		return copy_alone(batch, value, length);
	if (MAXALIGN(size) > batch->piece_left)
		begin_piece(batch);
	copy = memcpy(batch->piece, bytes, size);
	batch->piece += MAXALIGN(size);
	batch->piece_left -= MAXALIGN(size);
	return PointerGetDatum(copy);
}

/* Add a copy of the row in a slot, with flat values */
static inline void
add_row(BloomBatch *batch, TupleTableSlot *slot)
{
	int			natts = batch->desc->natts;
	Size		first = (Size) batch->count * natts;

	if (batch->count == batch->room)
		grow(batch);
	slot_getallattrs(slot);
	for (int i = 0; i < natts; i++)
	{
		batch->nulls[first + i] = slot->tts_isnull[i];
		batch->columns[first + i] = slot->tts_isnull[i] ? (Datum) 0 :
			copy_value(batch, slot->tts_values[i],
					   TupleDescAttr(batch->desc, i));
	}
	batch->matched[batch->count] = batch->hashed[batch->count] = false;
	batch->count++;
}

/*
 * Whether the batch has reached a memory limit, or would exceed it if its
 * arrays grew.  Does not count entries of the arrays that this batch does not
 * use, which an earlier one may have needed.
 */
static inline bool
is_full(const BloomBatch *batch, Size limit)
{
	return batch->data_size + batch->count * batch->row_size >= limit ||
		(batch->count == batch->room &&
		 batch->data_size + 2 * batch->room * batch->row_size > limit);
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
static inline void
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

/* Return how many bytes a batch may have, which is half of work_mem */
Size
bloom_batch_limit(void)
{
	return Max((Size) work_mem * 1024 / 2, MIN_BATCH_SIZE);
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
	Size		limit = bloom_batch_limit();
	int			max = 0;

	bloom_batch_clear(batch);
	while (!is_done(join))
	{
		read_row(join);
		if (batch->count == 0)
			continue;
		if (join->filters.rows == NULL)
			bloom_join_read_filters(join);
		if (max == 0)
			max = max_rows(join);
		if (batch->count == max || is_full(batch, limit))
			break;
	}
	join->unmatched = batch->count;
	join->pair = join->pair_count = join->row = 0;
	join->tested = false;
	join->batches += batch->count > 0;
	return batch->count > 0;
}
