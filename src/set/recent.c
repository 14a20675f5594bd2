/*
 * set/recent.c
 *		The recent hashes of a shared set: finding, counting and deleting them.
 */
#include "set/recent.h"

#include "set/lookup.h"

#include "access/sysattr.h"
#include "access/tableam.h"
#include "access/transam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/snapmgr.h"

/* Whether the snapshot shows a recent hash that has not expired */
bool
bloom_recent_contains(const BloomSet *set, Snapshot snapshot, uint64 hash)
{
	BloomLookup lookup;
	bool		contains = false;

	bloom_lookup_begin(&lookup, set, snapshot, 1);
	bloom_lookup_hash(&lookup, hash);
	while (!contains && bloom_lookup_next(&lookup))
		contains = bloom_lookup_bucket(&lookup) >= lookup.live;
	bloom_lookup_end(&lookup);
	return contains;
}

/*
 * Whether a hash is in the table now, in a row that the snapshot shows or that
 * this transaction has inserted.  Uses a dirty snapshot, so that SERIALIZABLE
 * does not record the read.  It need not, because a row that is there cannot
 * have been missing.  If it did, claims of other values on the same page of
 * the index would count as conflicts.
 */
bool
bloom_recent_is_known(const BloomSet *set, Snapshot snapshot, uint64 hash)
{
	SnapshotData dirty;
	BloomLookup lookup;
	bool		known = false;

	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty, 1);
	bloom_lookup_hash(&lookup, hash);
	while (!known && bloom_lookup_next(&lookup))
	{
		TransactionId xid = bloom_row_writer(lookup.slot);

		known = bloom_lookup_bucket(&lookup) >= lookup.live &&
			(TransactionIdIsCurrentTransactionId(xid) ||
			 (!TransactionIdIsValid(dirty.xmin) &&
			  !XidInMVCCSnapshot(xid, snapshot)));
	}
	bloom_lookup_end(&lookup);
	return known;
}

/* How many recent hashes that have not expired the snapshot shows */
int64
bloom_recent_count(const BloomSet *set, Snapshot snapshot)
{
	Relation	table = bloom_set_table(set, BLOOM_RECENT);
	TableScanDesc scan = bloom_table_beginscan(table, snapshot);
	TupleTableSlot *slot = table_slot_create(table, NULL);
	TimestampTz live = bloom_set_live(set);
	int64		count = 0;

	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		bool		null;
		Datum		bucket = slot_getattr(slot, RECENT_BUCKET + 1, &null);

		CHECK_FOR_INTERRUPTS();
		if (!bloom_set_has_bucket(set, null ? DT_NOBEGIN :
								  DatumGetTimestampTz(bucket)))
			bloom_set_wrong_row(set, BLOOM_RECENT,
								"a row that no claim has written",
								&slot->tts_tid);
		if (null || DatumGetTimestampTz(bucket) >= live)
			count++;
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	return count;
}

/* How many hashes are counted to estimate the number of all */
#define SAMPLE	1000

/* How many entries are read at most; an old snapshot can keep many dead */
#define SAMPLE_ENTRIES	4000

/*
 * The fullest partition of the group that a partition belongs to, if the group
 * has about as many hashes as wanted, else -1.  Hashes are random, so a sample
 * of the group's places is enough, wherever it is.  The estimate errs by 3
 * percent, or more if most entries are dead.  Hashes count that are not yet
 * committed, so that those of a prepared transaction are not forgotten.  The
 * result is not part of the transaction's answers, so SERIALIZABLE need not
 * record the read, and the dirty snapshot does not.
 */
int32
bloom_recent_fullest(const BloomSet *set, int32 partition, int64 wanted)
{
	uint64		mask = bloom_group_mask(set);
	int			enough = Min(wanted, SAMPLE);
	uint64		span = mask / wanted * enough;
	uint64		first = (mask - span) / PG_UINT32_MAX * bloom_random();
	uint64		seen = 0;		/* how much of the span was read */
	int			counts[BLOOM_GROUP_SIZE] = {0};
	int			fullest = 0;
	BloomLookup lookup;
	int			count = 0;
	int			entries = 0;
	SnapshotData dirty;
	Datum		key;
	bool		visible;

	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty, 2);
	bloom_lookup_group(&lookup, partition, first, first + span);
	while (count < enough &&
		   (entries < SAMPLE_ENTRIES || wanted < SAMPLE) &&
		   bloom_lookup_entry(&lookup, &key, &visible))
	{
		uint64		hash = bloom_recent_hash(set, key);
		int			place = bloom_set_partition(set, hash) % BLOOM_GROUP_SIZE;

		CHECK_FOR_INTERRUPTS();
		entries++;
		seen = (bloom_recent_place(set, hash) & mask) - first;
		if (!visible)
			continue;
		count++;
		if (++counts[place] > counts[fullest])
			fullest = place;
	}
	bloom_lookup_end(&lookup);
	/* the rest of the span is assumed to have as many, in proportion */
	if (count < enough && entries == SAMPLE_ENTRIES && wanted >= SAMPLE)
		count = (int) Min(count * ((double) span / (seen + 1.0)), enough);
	return count < enough ? -1 :
		partition / BLOOM_GROUP_SIZE * BLOOM_GROUP_SIZE + fullest;
}

/*
 * The first group, from this one on, that has hashes, by its number.  Returns
 * the number of groups if there is none.  Rows that are dead count, too.
 */
int32
bloom_recent_next_group(const BloomSet *set, int32 group)
{
	int32		partition = group * BLOOM_GROUP_SIZE;
	uint64		begin = bloom_set_partition_begin(set, partition);
	int32		next = bloom_set_groups(set);
	BloomLookup lookup;
	Datum		key;
	bool		visible;

	bloom_lookup_begin(&lookup, set, SnapshotSelf, 2);
	bloom_lookup_group(&lookup, partition, 0, PG_UINT64_MAX - begin);
	if (bloom_lookup_entry(&lookup, &key, &visible))
		next = bloom_set_partition(set, bloom_recent_hash(set, key)) /
			BLOOM_GROUP_SIZE;
	bloom_lookup_end(&lookup);
	return next;
}

/*
 * Read the hashes of a partition that the snapshot shows, in the order of the
 * index: from place *from in the group on, and at most room of them.  Sets
 * *from to the place to continue at, or 0 if there are no more.  Returns the
 * number of hashes read.
 */
int64
bloom_recent_read(const BloomSet *set, int32 partition, uint64 *from,
				  Snapshot snapshot, BloomRecent *recent, int64 room)
{
	uint64		mask = bloom_group_mask(set);
	BloomLookup lookup;
	int64		count = 0;

	bloom_lookup_begin(&lookup, set, snapshot, 2);
	bloom_lookup_group(&lookup, partition, *from, mask);
	*from = 0;
	while (bloom_lookup_next_of_partition(&lookup, partition))
	{
		Datum		key = lookup.slot->tts_values[RECENT_HASH];

		recent[count].hash = bloom_recent_hash(set, key);
		recent[count].bucket = bloom_lookup_bucket(&lookup);
		recent[count].place = lookup.slot->tts_tid;
		if (++count < room)
			continue;
		*from = (bloom_recent_place(set, recent[count - 1].hash) + 1) & mask;
		break;
	}
	bloom_lookup_end(&lookup);
	return count;
}

static int
compare_places(const void *a, const void *b)
{
	return ItemPointerCompare((ItemPointer) &((const BloomRecent *) a)->place,
							  (ItemPointer) &((const BloomRecent *) b)->place);
}

/*
 * Delete the rows of hashes, except those that another transaction has locked
 * or deleted: it may wait for us, and then a wait would be a deadlock.  Moves
 * the deleted ones to the front, in no order, and returns their number.
 */
int64
bloom_recent_take(const BloomSet *set, BloomRecent *recent, int64 count)
{
	int64		taken = 0;

	/* in the order of pages */
	qsort(recent, count, sizeof(BloomRecent), compare_places);
	for (int64 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		/* model: take */
		if (bloom_recent_delete_row(set, &recent[i].place, false))
			recent[taken++] = recent[i];
	}
	return taken;
}

/*
 * Delete the rows that have expired, except those that another transaction has
 * locked or deleted.  Returns the number of deleted hashes.
 */
int64
bloom_recent_expire(const BloomSet *set)
{
	Relation	table = bloom_set_table(set, BLOOM_RECENT);
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = bloom_table_beginscan(table, latest);
	TupleTableSlot *slot = table_slot_create(table, NULL);
	TimestampTz live = bloom_set_live(set);
	int64		expired = 0;

	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		bool		null;
		Datum		bucket = slot_getattr(slot, RECENT_BUCKET + 1, &null);
		ItemPointerData place = slot->tts_tid;

		CHECK_FOR_INTERRUPTS();
		/* model: expire-recent */
		if (!null && DatumGetTimestampTz(bucket) < live &&
			bloom_recent_delete_row(set, &place, false))
			expired++;
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	UnregisterSnapshot(latest);
	return expired;
}
