/*
 * set/kept.c
 *		What a session keeps in memory of the filters of shared sets.
 *
 * A hash is tested by a slice of each filter.  When a session has asked one so
 * often that reading all of it would have been less work, it is likely to go
 * on: then the filter stays in memory, if all those of the set fit into what a
 * hash table may take.  Of larger sets, the places of the filters' chunks
 * stay, a few thousandths of their size: half of the work of reading a slice
 * is to find it in the TOAST table's index.
 */
#include "set/kept.h"

#include "access/detoast.h"
#include "access/genam.h"
#include "access/heaptoast.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/toast_internals.h"
#include "miscadmin.h"
#include "utils/fmgroids.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "set/compat.h"

/* Reading so many bytes of a filter costs as much as reading a slice */
#define SLICE_COST		14000
/* or one of which it is known where it is */
#define PLACED_COST		3000

/* Of a filter that was asked so often, the places of its chunks are read */
#define ASKED_OFTEN		64

/* The last used first; and the bytes of all */
static dlist_head kept_filters = DLIST_STATIC_INIT(kept_filters);
static Size kept_memory = 0;

/* How often filters were asked that aren't kept, by their place there */
#define ASKED_PLACES	1024

static struct
{
	Oid			toast_relation;
	Oid			toast_value;
	int			count;
}			asked[ASKED_PLACES];

/* The last one that was read and is not kept; good until the next one */
static BloomKept passing = {0};

static void
drop(BloomKept *kept)
{
	dlist_delete(&kept->node);
	kept_memory -= kept->memory;
	MemoryContextDelete(kept->context);
}

/* How often a filter was asked, with so many times more */
static int
count_asked(const struct varatt_external *pointer, int more)
{
	int			at = pointer->va_valueid % ASKED_PLACES;

	if (asked[at].toast_relation != pointer->va_toastrelid ||
		asked[at].toast_value != pointer->va_valueid)
		asked[at].count = 0;
	asked[at].toast_relation = pointer->va_toastrelid;
	asked[at].toast_value = pointer->va_valueid;
	asked[at].count = Min(asked[at].count, INT_MAX / 2) +
		Min(more, INT_MAX / 2);
	return asked[at].count;
}

/* Whether the filters of a whole set may take so much memory */
static bool
may_keep(const BloomSet *set, Size size)
{
	BloomGeometry geometry;
	Size		limit = get_hash_memory_limit();

	if (size > limit || !bloom_set_geometry(set, 0, &geometry))
		return false;
	return (double) bloom_filter_size(&geometry) * set->shards *
		bloom_set_buckets(set) <= limit;
}

/* A context that stays, once what is kept has been read without an error */
static MemoryContext
own_context(void)
{
	return AllocSetContextCreate(CurrentMemoryContext, "bloomext kept filter",
								 ALLOCSET_SMALL_SIZES);
}

/* Read the bits of a filter */
static void
read_words(const BloomSetFilter *row, BloomKept *kept)
{
	MemoryContext own = own_context();
	MemoryContext old = MemoryContextSwitchTo(own);

	kept->size = kept->memory = bloom_filter_size(&row->geometry);
	kept->words = bloom_filter_words(row);
	kept->context = own;
	MemoryContextSwitchTo(old);
	MemoryContextSetParent(own, CacheMemoryContext);
}

/*
 * Read where the chunks of a filter are; false if they aren't all there,
 * which is for reading them to complain about.
 */
static bool
read_places(const BloomSetFilter *row, struct varatt_external *pointer,
			BloomKept *kept)
{
	Relation	table = table_open(pointer->va_toastrelid, AccessShareLock);
	int			chunks = (int) ((pointer->va_rawsize - VARHDRSZ - 1) /
								TOAST_MAX_CHUNK_SIZE + 1);
	SnapshotData snapshot = bloom_toast_snapshot();
	MemoryContext own = own_context();
	Relation   *indexes;
	int			count;
	int			index = toast_open_indexes(table, AccessShareLock, &indexes,
										   &count);
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple	tuple;
	int			found = 0;

	kept->size = bloom_filter_size(&row->geometry);
	kept->memory = chunks * sizeof(ItemPointerData);
	kept->places = MemoryContextAlloc(own, kept->memory);
	kept->toast_file = table->rd_rel->relfilenode;
	kept->context = own;
	ScanKeyInit(&key, (AttrNumber) 1, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(pointer->va_valueid));
	scan = systable_beginscan_ordered(table, indexes[index], &snapshot, 1,
									  &key);
	while (found < chunks &&
		   (tuple = systable_getnext_ordered(scan,
											 ForwardScanDirection)) != NULL)
		kept->places[found++] = tuple->t_self;
	systable_endscan_ordered(scan);
	toast_close_indexes(indexes, count, AccessShareLock);
	table_close(table, AccessShareLock);
	MemoryContextSetParent(own, CacheMemoryContext);
	if (found < chunks)
		MemoryContextDelete(own);
	return found == chunks;
}

/* Drop what is kept of a filter that this one has replaced */
static void
drop_replaced(const BloomSetFilter *row, const struct varatt_external *pointer)
{
	dlist_mutable_iter iter;

	dlist_foreach_modify(iter, &kept_filters)
	{
		BloomKept  *kept = dlist_container(BloomKept, node, iter.cur);

		if (kept->toast_relation == pointer->va_toastrelid &&
			kept->shard == row->shard && kept->bucket == row->bucket &&
			kept->part == row->part)
			drop(kept);
	}
}

/* Keep what was read of a filter */
static const BloomKept *
keep(const BloomSetFilter *row, struct varatt_external *pointer,
	 const BloomKept *read)
{
	BloomKept  *kept = MemoryContextAlloc(read->context, sizeof(BloomKept));

	drop_replaced(row, pointer);
	*kept = *read;
	kept->shard = row->shard;
	kept->bucket = row->bucket;
	kept->part = row->part;
	kept->toast_relation = pointer->va_toastrelid;
	kept->toast_value = pointer->va_valueid;
	kept->writer = row->writer;
	dlist_push_head(&kept_filters, &kept->node);
	kept_memory += kept->memory;
	while (kept_memory > get_hash_memory_limit() &&
		   dlist_has_next(&kept_filters, &kept->node))
		drop(dlist_tail_element(BloomKept, node, &kept_filters));
	return kept;
}

/* What is kept of a filter, or NULL */
static BloomKept *
find_kept(const BloomSetFilter *row, struct varatt_external *pointer)
{
	dlist_iter	iter;

	dlist_foreach(iter, &kept_filters)
	{
		BloomKept  *kept = dlist_container(BloomKept, node, iter.cur);

		if (kept->toast_relation != pointer->va_toastrelid ||
			kept->toast_value != pointer->va_valueid ||
			/* model: cache-writer */
			kept->writer != row->writer ||
			kept->size != bloom_filter_size(&row->geometry))
			continue;
		dlist_move_head(&kept_filters, &kept->node);
		return kept;
	}
	return NULL;
}

/* The bits of a filter, which aren't kept */
static const BloomKept *
pass_words(const BloomSetFilter *row)
{
	if (passing.context != NULL)
		MemoryContextDelete(passing.context);
	passing.context = NULL;
	read_words(row, &passing);
	return &passing;
}

/*
 * What is there of a filter to test so many hashes by, good until the next
 * call; or NULL, if reading a slice for each is less work.
 */
const BloomKept *
bloom_kept_filter(const BloomSet *set, const BloomSetFilter *row, int count)
{
	Size		size = bloom_filter_size(&row->geometry);
	BloomKept	read = {0};
	BloomKept  *kept;
	struct varatt_external pointer;
	int			times;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(row->bits)))
		return NULL;
	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(row->bits));
	kept = find_kept(row, &pointer);
	if (kept != NULL && kept->words == NULL && may_keep(set, size))
	{
		/* there is more memory than there was */
		drop(kept);
		kept = NULL;
	}
	if (kept != NULL && (kept->words != NULL ||
						 (Size) count * PLACED_COST < size))
		return kept;
	if (kept != NULL)
		return pass_words(row);
	times = count_asked(&pointer, count);
	if (may_keep(set, size))
	{
		if ((Size) times * SLICE_COST < size)
			return NULL;
		read_words(row, &read);
		return keep(row, &pointer, &read);
	}
	/* chunks of what is compressed aren't slices of it */
	if (times >= ASKED_OFTEN && (Size) count * PLACED_COST < size &&
		!bloom_toast_is_compressed(&pointer) &&
		read_places(row, &pointer, &read))
		return keep(row, &pointer, &read);
	return (Size) count * SLICE_COST >= size ? pass_words(row) : NULL;
}
