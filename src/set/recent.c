/*
 * set/recent.c
 *		The hashes of a shared set that are in no filter yet: finding them, and
 *		taking them out.
 */
#include "set/recent.h"

#include "set/lookup.h"

#include "access/tableam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/snapmgr.h"

/* Whether a hash is there and hasn't expired, as the snapshot shows */
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

/* How many hashes haven't expired, as the snapshot shows */
int64
bloom_recent_count(const BloomSet *set, Snapshot snapshot)
{
	Relation	table = set->tables[BLOOM_RECENT];
	TableScanDesc scan = table_beginscan(table, snapshot, 0, NULL);
	TupleTableSlot *slot = table_slot_create(table, NULL);
	TimestampTz live = bloom_set_live(set);
	int64		count = 0;

	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		bool		null;
		Datum		bucket = slot_getattr(slot, RECENT_BUCKET + 1, &null);

		CHECK_FOR_INTERRUPTS();
		if (null || DatumGetTimestampTz(bucket) >= live)
			count++;
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	return count;
}

/* How many hashes of a shard there are; past enough, more do not matter */
int64
bloom_recent_count_shard(const BloomSet *set, int32 shard, int64 enough)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	BloomLookup lookup;
	int64		count = 0;

	bloom_lookup_begin(&lookup, set, latest, 2);
	bloom_lookup_shard(&lookup, shard, bloom_set_shard_begin(set, shard));
	while (count < enough && bloom_lookup_next(&lookup))
	{
		CHECK_FOR_INTERRUPTS();
		count++;
	}
	bloom_lookup_end(&lookup);
	UnregisterSnapshot(latest);
	return count;
}

/*
 * The hashes of a shard that the snapshot shows, in ascending order from one
 * on, so many at most.
 */
int64
bloom_recent_read(const BloomSet *set, int32 shard, uint64 begin,
				  Snapshot snapshot, BloomRecent *recent, int64 room)
{
	BloomLookup lookup;
	int64		count = 0;

	bloom_lookup_begin(&lookup, set, snapshot, 2);
	bloom_lookup_shard(&lookup, shard, begin);
	while (count < room && bloom_lookup_next(&lookup))
	{
		CHECK_FOR_INTERRUPTS();
		recent[count].hash =
			bloom_recent_hash(lookup.slot->tts_values[RECENT_HASH]);
		recent[count].bucket = bloom_lookup_bucket(&lookup);
		recent[count++].place = lookup.slot->tts_tid;
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
 * Delete the rows of hashes.  Those that another transaction is at work on are
 * left, for it would be a deadlock to wait for one that waits for us; the
 * others are moved to the front, in no order.  Returns their number.
 */
int64
bloom_recent_take(const BloomSet *set, BloomRecent *recent, int64 count)
{
	int64		taken = 0;

	/* page by page */
	qsort(recent, count, sizeof(BloomRecent), compare_places);
	for (int64 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (bloom_recent_delete_row(set, &recent[i].place))
			recent[taken++] = recent[i];
	}
	return taken;
}

/* Delete what has expired and nobody is at work on; returns how many hashes */
int64
bloom_recent_expire(const BloomSet *set)
{
	Relation	table = set->tables[BLOOM_RECENT];
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = table_beginscan(table, latest, 0, NULL);
	TupleTableSlot *slot = table_slot_create(table, NULL);
	TimestampTz live = bloom_set_live(set);
	int64		expired = 0;

	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		bool		null;
		Datum		bucket = slot_getattr(slot, RECENT_BUCKET + 1, &null);
		ItemPointerData place = slot->tts_tid;

		CHECK_FOR_INTERRUPTS();
		if (!null && DatumGetTimestampTz(bucket) < live &&
			bloom_recent_delete_row(set, &place))
			expired++;
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	UnregisterSnapshot(latest);
	return expired;
}
