/*
 * set/recent.c
 *		The recent hashes of a shared set: finding, counting and deleting them.
 */
#include "set/recent.h"

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
		contains = lookup.bucket >= lookup.live;
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
		HeapTuple	row = ExecFetchSlotHeapTuple(lookup.slot, false, NULL);
		/* not the raw one, which would compare as a future one if frozen */
		TransactionId xid = HeapTupleHeaderGetXmin(row->t_data);

		known = lookup.bucket >= lookup.live &&
			(TransactionIdIsCurrentTransactionId(xid) ||
			 (!TransactionIdIsValid(dirty.xmin) &&
			  !XidInMVCCSnapshot(xid, snapshot)));
	}
	bloom_lookup_end(&lookup);
	return known;
}

/* Begin to read all rows that the snapshot shows */
static SysScanDesc
begin_rows(const BloomSet *set, Snapshot snapshot)
{
	return systable_beginscan(bloom_set_table(set, BLOOM_RECENT), InvalidOid,
							  false, snapshot, 0, NULL);
}

/* Go to the next row, and read its bucket.  Returns false after the last. */
static bool
next_row(const BloomSet *set, SysScanDesc scan, TimestampTz *bucket)
{
	CHECK_FOR_INTERRUPTS();
	if (systable_getnext(scan) == NULL)
		return false;
	*bucket = bloom_recent_bucket(set, scan->slot);
	return true;
}

/* How many recent hashes that have not expired the snapshot shows */
int64
bloom_recent_count(const BloomSet *set, Snapshot snapshot)
{
	SysScanDesc scan = begin_rows(set, snapshot);
	TimestampTz live = bloom_set_live(set);
	TimestampTz bucket;
	int64		count = 0;

	while (next_row(set, scan, &bucket))
		count += bucket >= live;
	systable_endscan(scan);
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
	uint64		hash;

	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty, 2);
	bloom_lookup_group(&lookup, partition, first, first + span);
	while (count < enough &&
		   (entries < SAMPLE_ENTRIES || wanted < SAMPLE) &&
		   bloom_lookup_entry(&lookup, &hash))
	{
		int			place = bloom_set_partition(set, hash) % BLOOM_GROUP_SIZE;

		entries++;
		seen = (bloom_recent_place(set, hash) & mask) - first;
		if (!index_fetch_heap(lookup.scan, lookup.slot))
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
	uint64		hash;
	int64		count = 0;

	bloom_lookup_begin(&lookup, set, snapshot, 2);
	bloom_lookup_group(&lookup, partition, *from, mask);
	*from = 0;
	while (bloom_lookup_entry(&lookup, &hash))
	{
		if (bloom_set_partition(set, hash) != partition ||
			!index_fetch_heap(lookup.scan, lookup.slot))
			continue;
		recent[count].hash = hash;
		recent[count].bucket = bloom_recent_bucket(set, lookup.slot);
		recent[count].place = lookup.slot->tts_tid;
		if (++count < room)
			continue;
		*from = (bloom_recent_place(set, hash) + 1) & mask;
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
		if (bloom_set_delete_row(set, BLOOM_RECENT, &recent[i].place, false))
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
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	SysScanDesc scan = begin_rows(set, latest);
	TimestampTz live = bloom_set_live(set);
	TimestampTz bucket;
	int64		expired = 0;

	while (next_row(set, scan, &bucket))
		/* model: expire-recent */
		if (bucket < live &&
			bloom_set_delete_row(set, BLOOM_RECENT, &scan->slot->tts_tid,
								 false))
			expired++;
	systable_endscan(scan);
	UnregisterSnapshot(latest);
	return expired;
}
