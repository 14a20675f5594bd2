/*
 * set/filters.c
 *		Reading the filters of a shared set, and testing hashes against them.
 *
 * A single hash is tested by a slice of each filter.  Who tests many at a
 * time is likely to do so again: the session keeps the filters of one set, or
 * more, if they fit into the memory that a hash table may take.
 */
#include "set/filters.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "value/slice.h"

/* Who tests so many hashes at a time is taken to do so again */
#define MIN_BATCH		64

/* Reading so many bytes of a filter costs as much as reading a slice */
#define SLICE_COST		14000

/* A filter that is kept for the session's next batch */
typedef struct Kept
{
	struct Kept *next;
	Oid			toast_relation; /* where it is stored */
	Oid			toast_value;
	bool		used;			/* by this batch */
	BloomExpanded *filter;
} Kept;

static Kept *kept_filters = NULL;

/* So many filters' heads are remembered: those of most sets' live buckets */
#define KNOWN_HEADS		32

/* Read the filters of buckets that are live from then on, in no order */
void
bloom_set_scan_begin(BloomSetScan *scan, const BloomSet *set,
					 Snapshot snapshot, TimestampTz live)
{
	scan->relation = table_open(set->filters, AccessShareLock);
	scan->scan = table_beginscan(scan->relation, snapshot, 0, NULL);
	scan->slot = table_slot_create(scan->relation, NULL);
	scan->live = live;
	scan->version = 0;
}

bool
bloom_set_scan_next(BloomSetScan *scan, BloomSetFilter *row)
{
	TupleTableSlot *slot = scan->slot;

	while (table_scan_getnextslot(scan->scan, ForwardScanDirection, slot))
	{
		bool		null;

		slot_getallattrs(slot);
		/* the owner may have dropped the constraints */
		for (int i = 0; i < 4; i++)
			if (slot->tts_isnull[i])
				ereport(ERROR,
						(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						 errmsg("a filter of a shared bloom set is null")));
		row->bucket = DatumGetTimestampTz(slot->tts_values[0]);
		row->part = DatumGetInt32(slot->tts_values[1]);
		row->members = DatumGetInt64(slot->tts_values[2]);
		row->filter = slot->tts_values[3];
		/* the place of a row and who wrote it tell versions apart */
		scan->version = hash_combine64(scan->version,
									   (uint64) ItemPointerGetBlockNumber(&slot->tts_tid) << 16 |
									   ItemPointerGetOffsetNumber(&slot->tts_tid));
		scan->version = hash_combine64(scan->version,
									   DatumGetTransactionId(slot_getsysattr(slot, MinTransactionIdAttributeNumber, &null)));
		if (row->bucket >= scan->live)
			return true;
	}
	return false;
}

void
bloom_set_scan_end(BloomSetScan *scan)
{
	ExecDropSingleTupleTableSlot(scan->slot);
	table_endscan(scan->scan);
	table_close(scan->relation, AccessShareLock);
}

/* Free a filter that is kept, in the list at this place */
static void
drop_kept(Kept **place)
{
	Kept	   *kept = *place;

	*place = kept->next;
	MemoryContextDelete(kept->filter->hdr.eoh_context);
	pfree(kept);
}

/* Free what this set's filters have left behind, or all other sets' */
static void
drop_unused(Oid toast_relation, bool others)
{
	for (Kept **place = &kept_filters; *place != NULL;)
		if (others ? (*place)->toast_relation != toast_relation :
			(*place)->toast_relation == toast_relation && !(*place)->used)
			drop_kept(place);
		else
			place = &(*place)->next;
}

/* Whether so many bytes more may be kept, if those of other sets go */
static bool
may_keep(Oid toast_relation, Size size)
{
	Size		limit = get_hash_memory_limit();

	for (Kept *kept = kept_filters; kept != NULL; kept = kept->next)
		if (kept->toast_relation == toast_relation)
			size += bloom_words_size(kept->filter->head);
	return size <= limit;
}

/*
 * The head of a filter that can be read by slices, or NULL.  Those that were
 * last asked for are remembered: reading one is a third of a test.
 */
static const Bloom *
filter_head(Datum filter)
{
	static struct
	{
		Oid			toast_relation;
		Oid			toast_value;
		BloomSliceHead slice;
	}			heads[KNOWN_HEADS];
	static int	oldest = 0;
	struct varatt_external pointer;
	int			at = oldest;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter)))
		return NULL;
	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(filter));
	for (int i = 0; i < KNOWN_HEADS; i++)
		if (heads[i].toast_relation == pointer.va_toastrelid &&
			heads[i].toast_value == pointer.va_valueid)
			return &heads[i].slice.head;

	heads[at].toast_relation = InvalidOid;
	if (!bloom_slice_head(filter, &heads[at].slice.head))
		return NULL;
	heads[at].toast_relation = pointer.va_toastrelid;
	heads[at].toast_value = pointer.va_valueid;
	oldest = (at + 1) % KNOWN_HEADS;
	return &heads[at].slice.head;
}

/*
 * A filter of a set to test so many hashes against, as memory allows kept for
 * the next batch; without a head, if reading slices is less work.
 */
static BloomView
batch_filter(Datum filter, int count)
{
	struct varatt_external pointer;
	BloomView	view;
	BloomExpanded *filter_copy;
	Kept	   *kept;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter)))
		return bloom_expanded_read(filter);
	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(filter));
	for (kept = kept_filters; kept != NULL; kept = kept->next)
		if (kept->toast_relation == pointer.va_toastrelid &&
			kept->toast_value == pointer.va_valueid)
		{
			kept->used = true;
			return bloom_expanded_view(kept->filter);
		}

	if (!may_keep(pointer.va_toastrelid, pointer.va_rawsize))
	{
		if ((Size) count * SLICE_COST < (Size) pointer.va_rawsize &&
			filter_head(filter) != NULL)
			return (BloomView) {NULL};
		return bloom_expanded_read(filter);
	}
	drop_unused(pointer.va_toastrelid, true);
	view = bloom_expanded_read(filter);
	filter_copy = bloom_expanded_copy(view, CurrentMemoryContext);
	kept = MemoryContextAlloc(CacheMemoryContext, sizeof(Kept));
	MemoryContextSetParent(filter_copy->hdr.eoh_context, CacheMemoryContext);
	kept->filter = filter_copy;
	kept->toast_relation = pointer.va_toastrelid;
	kept->toast_value = pointer.va_valueid;
	kept->used = true;
	kept->next = kept_filters;
	kept_filters = kept;
	pfree((void *) view.head);
	return bloom_expanded_view(kept->filter);
}

/* Whether a filter of a set has a hash, read by slices if it is large */
static bool
filter_contains(Datum filter, uint64 hash)
{
	const Bloom *head = filter_head(filter);

	CHECK_FOR_INTERRUPTS();
	if (head != NULL)
		return bloom_slice_contains(filter, head, BLOOM_CLASS_NONE, hash);
	return bloom_view_contains(bloom_expanded_read(filter), BLOOM_CLASS_NONE,
							   hash);
}

/* Set contained[i] if a live filter has the i-th hash */
BloomSetTested
bloom_set_test(const BloomSet *set, Snapshot snapshot, const uint64 *hashes,
			   int count, bool *contained)
{
	BloomSetTested tested = {0};
	BloomSetScan scan;
	BloomSetFilter row;
	Oid			toast_relation;

	for (Kept *kept = kept_filters; kept != NULL; kept = kept->next)
		kept->used = false;
	memset(contained, 0, count * sizeof(bool));
	bloom_set_scan_begin(&scan, set, snapshot, bloom_set_live(set));
	toast_relation = scan.relation->rd_rel->reltoastrelid;
	while (bloom_set_scan_next(&scan, &row))
	{
		BloomView	view = {NULL};

		tested.part = Max(tested.part, row.part);
		if (count >= MIN_BATCH)
			view = batch_filter(row.filter, count);
		for (int i = 0; i < count; i++)
			contained[i] = contained[i] ||
				(view.head == NULL ? filter_contains(row.filter, hashes[i]) :
				 bloom_view_contains(view, BLOOM_CLASS_NONE, hashes[i]));
		CHECK_FOR_INTERRUPTS();
	}
	if (count >= MIN_BATCH)
		drop_unused(toast_relation, false);
	tested.version = scan.version;
	bloom_set_scan_end(&scan);
	return tested;
}

/* The same, as of now */
BloomSetTested
bloom_set_test_latest(const BloomSet *set, const uint64 *hashes, int count,
					  bool *contained)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	BloomSetTested tested = bloom_set_test(set, latest, hashes, count,
										   contained);

	UnregisterSnapshot(latest);
	return tested;
}
