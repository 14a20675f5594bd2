/*
 * join/joinbatch.c
 *		A batch of rows of a join's outer side: copies of their columns, and
 *		the hashes of the values to be tested.
 */
#include "join/join.h"

#include "miscadmin.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"

/* Values of up to MAX_CHUNKED bytes are copied to chunks of CHUNK bytes */
#define CHUNK			(32 * 1024)
#define MAX_CHUNKED		2048

/* The number of rows that the arrays have room for at first */
#define FIRST_ROOM		64

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
										"bloomext join values",
										ALLOCSET_DEFAULT_SIZES);
	batch->desc = desc;
}

/* Remove all rows of a batch, and keep its memory for the next rows */
void
bloom_batch_clear(BloomBatch *batch)
{
	batch->count = batch->value_count = batch->hashed_count = 0;
	batch->sorted = false;
	batch->chunk = batch->chunk_used = 0;
	MemoryContextReset(batch->data);
}

/* Replace an array by a longer copy, and free the old one; sizes in bytes */
static void *
grow_array(BloomBatch *batch, void *array, Size old_size, Size size)
{
	void	   *larger = MemoryContextAllocHuge(batch->context, size);

	if (array != NULL)
	{
		memcpy(larger, array, old_size);
		pfree(array);
	}
	return larger;
}

/* Enlarge the arrays of a batch */
static void
grow(BloomBatch *batch)
{
	int			old = batch->room;
	int			room = Max(FIRST_ROOM, 2 * old);
	Size		columns = batch->desc->natts + 1;

#define GROW(array, size) \
	batch->array = grow_array(batch, batch->array, old * (size), \
							  room * (size))
	GROW(columns, columns * sizeof(Datum));
	GROW(nulls, columns * sizeof(bool));
	GROW(has_value, sizeof(bool));
	GROW(matched, sizeof(bool));
	GROW(hashed, sizeof(bool));
	GROW(hashes, sizeof(uint64));
	GROW(order, sizeof(int));
#undef GROW
	batch->room = room;
}

/* Go to the next chunk, which may exist from an earlier batch */
static void
next_chunk(BloomBatch *batch)
{
	batch->chunk_used = 0;
	if (batch->chunk_count > 0)
		batch->chunk++;
	if (batch->chunk < batch->chunk_count)
		return;
	if (batch->chunk_count == batch->chunk_room)
	{
		Size		old = batch->chunk_room * sizeof(char *);

		batch->chunk_room = Max(16, 2 * batch->chunk_room);
		batch->chunks = grow_array(batch, batch->chunks, old,
								   batch->chunk_room * sizeof(char *));
	}
	batch->chunks[batch->chunk_count] =
		MemoryContextAlloc(batch->context, CHUNK);
	batch->chunk_count++;
}

/* Memory for a value that lives until the batch is cleared */
static char *
allocate(BloomBatch *batch, Size size)
{
	char	   *result;

	size = MAXALIGN(size);
	if (size > MAX_CHUNKED)
		return MemoryContextAllocHuge(batch->data, size);
	if (batch->chunk_count == 0 || CHUNK - batch->chunk_used < size)
		next_chunk(batch);
	result = batch->chunks[batch->chunk] + batch->chunk_used;
	batch->chunk_used += size;
	return result;
}

/*
 * Copy a value that is passed by reference into the batch.  Flattens an
 * expanded value.
 */
static Datum
copy_value(BloomBatch *batch, Datum value, int16 length)
{
	Pointer		pointer = DatumGetPointer(value);
	Size		size;
	char	   *copy;

	if (length == -1 && VARATT_IS_EXTERNAL_EXPANDED(pointer))
	{
		ExpandedObjectHeader *expanded = DatumGetEOHP(value);

		size = EOH_get_flat_size(expanded);
		copy = allocate(batch, size);
		EOH_flatten_into(expanded, copy, size);
		return PointerGetDatum(copy);
	}
	size = datumGetSize(value, false, length);
	copy = allocate(batch, size);
	memcpy(copy, pointer, size);
	return PointerGetDatum(copy);
}

/* Add a copy of the row in a slot */
void
bloom_batch_add(BloomBatch *batch, TupleTableSlot *slot)
{
	int			natts = batch->desc->natts;
	Datum	   *columns;
	bool	   *nulls;

	if (batch->count == batch->room)
		grow(batch);
	columns = batch->columns + (Size) batch->count * natts;
	nulls = batch->nulls + (Size) batch->count * natts;
	slot_getallattrs(slot);
	for (int i = 0; i < natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(batch->desc, i);

		nulls[i] = slot->tts_isnull[i];
		if (nulls[i])
			columns[i] = (Datum) 0;
		else if (attribute->attbyval)
			columns[i] = slot->tts_values[i];
		else
			columns[i] = copy_value(batch, slot->tts_values[i],
									attribute->attlen);
	}
	batch->has_value[batch->count] = true;
	batch->matched[batch->count] = batch->hashed[batch->count] = false;
	batch->count++;
}

/*
 * Whether the batch has reached a memory limit, or would exceed it if its
 * arrays grew.  Counts the memory that the join needs for each pair of a row
 * and a filter.  Does not count entries of the arrays that this batch does not
 * use, which an earlier one may have needed.
 */
bool
bloom_batch_is_full(const BloomBatch *batch, Size limit)
{
	Size		data = MemoryContextMemAllocated(batch->data, false) +
		(Size) (batch->chunk + 1) * CHUNK;
	Size		row = (batch->desc->natts + 1) * (sizeof(Datum) +
												  sizeof(bool)) +
		2 * sizeof(uint64) + 2 * sizeof(int) + 4 * sizeof(bool);

	return data + batch->count * row >= limit ||
		(batch->count == batch->room && data + 2 * batch->room * row > limit);
}

/* A row and the hash of its value, for sorting */
typedef struct HashedRow
{
	uint64		hash;
	int			row;
} HashedRow;

/* Compare two HashedRows by their hashes */
static int
compare_hashes(const void *a, const void *b)
{
	uint64		x = ((const HashedRow *) a)->hash;
	uint64		y = ((const HashedRow *) b)->hash;

	return x < y ? -1 : x > y;
}

/*
 * Sort the numbers of the rows that have a value by hash, into batch->order.
 * Returns false if they are sorted already, or if not all values have been
 * hashed.
 */
bool
bloom_batch_sort(BloomBatch *batch)
{
	HashedRow  *rows;
	int			count = 0;

	if (batch->sorted || batch->hashed_count < batch->value_count)
		return false;
	rows = MemoryContextAllocHuge(batch->context,
								  batch->value_count * sizeof(HashedRow));
	for (int i = 0; i < batch->count; i++)
		if (batch->has_value[i])
			rows[count++] = (HashedRow) {.hash = batch->hashes[i], .row = i};
	qsort(rows, count, sizeof(HashedRow), compare_hashes);
	for (int i = 0; i < count; i++)
		batch->order[i] = rows[i].row;
	pfree(rows);
	batch->sorted = true;
	return true;
}
