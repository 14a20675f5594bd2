/*
 * set/setslices.c
 *		Reading slices of filters of shared sets.
 *
 * The chunks of a filter stay where they are as long as its row exists, which
 * the caller has read.  Still, each chunk that is read by its place is
 * checked.  If it is another one, the slice is read by the TOAST table's
 * index.
 */
#include "set/setslices.h"

#include "access/detoast.h"
#include "access/heaptoast.h"
#include "access/table.h"
#include "access/tableam.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/*
 * Begin to read slices of the filter of a row.  Uses the places of the chunks
 * in cached, unless that is NULL or the TOAST table has another file now.
 */
void
bloom_slices_begin(BloomSlices *slices, const BloomSetFilter *row,
				   const BloomCached *cached)
{
	*slices = (BloomSlices) {.row = row, .cached = cached};
	if (cached == NULL)
		return;
	slices->table = table_open(cached->toast_relation, AccessShareLock);
	if (slices->table->rd_rel->relfilenode != cached->toast_file)
		slices->cached = NULL;
	else
		slices->slot = table_slot_create(slices->table, NULL);
}

/* End reading slices of a filter */
void
bloom_slices_end(BloomSlices *slices)
{
	if (slices->slot != NULL)
		ExecDropSingleTupleTableSlot(slices->slot);
	if (slices->table != NULL)
		table_close(slices->table, AccessShareLock);
}

/* The chunk with a number, or NULL if it is not at its place */
static struct varlena *
find_chunk(BloomSlices *slices, int number)
{
	TupleTableSlot *slot = slices->slot;
	bool		has_null = false;
	struct varlena *chunk;

	if (!table_tuple_fetch_row_version(slices->table,
									   &slices->cached->places[number],
									   SnapshotAny, slot))
		return NULL;
	slot_getallattrs(slot);
	for (int i = 0; i < slot->tts_nvalid; i++)
		has_null |= slot->tts_isnull[i];
	if (slot->tts_nvalid != 3 || has_null ||
		DatumGetObjectId(slot->tts_values[0]) != slices->cached->toast_value ||
		DatumGetInt32(slot->tts_values[1]) != number)
		return NULL;
	chunk = (struct varlena *) DatumGetPointer(slot->tts_values[2]);
	return VARATT_IS_EXTENDED(chunk) && !VARATT_IS_SHORT(chunk) ? NULL : chunk;
}

/* Copy a slice from the chunks; false if one of these is not at its place */
static bool
copy_chunks(BloomSlices *slices, Size offset, Size size, char *to)
{
	while (size > 0)
	{
		struct varlena *chunk = find_chunk(slices,
										   offset / TOAST_MAX_CHUNK_SIZE);
		Size		from = offset % TOAST_MAX_CHUNK_SIZE;
		Size		length;

		if (chunk == NULL || VARSIZE_ANY_EXHDR(chunk) <= from)
			return false;
		length = Min(VARSIZE_ANY_EXHDR(chunk) - from, size);
		memcpy(to, VARDATA_ANY(chunk) + from, length);
		to += length;
		offset += length;
		size -= length;
	}
	return true;
}

/*
 * Read size bytes of the filter, from offset on, into words.  They must be
 * within the filter, and no more than the largest block has.
 */
void
bloom_slices_read(BloomSlices *slices, Size offset, Size size, uint64 *words)
{
	char		bytes[BLOOM_MAX_BLOCK * BLOOM_LINE_WORDS * sizeof(uint64)];
	struct varlena *slice;

	Assert(size <= sizeof(bytes));
	if (slices->cached != NULL && copy_chunks(slices, offset, size, bytes))
	{
		bloom_filter_copy(words, bytes, size);
		return;
	}
	slices->cached = NULL;
	slice = detoast_attr_slice((struct varlena *)
							   DatumGetPointer(slices->row->bits),
							   offset, size);
	bloom_filter_copy(words, VARDATA(slice), size);
	pfree(slice);
}
