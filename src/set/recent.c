/*
 * recent.c
 *		The hashes of a shared set that are in no filter yet: inserting those
 *		that aren't there, finding them, and taking them out.
 *
 * The unique index of the table decides who was first.  A row is inserted, and
 * then its index entry with a check that, unlike INSERT's, neither waits nor
 * fails: it tells whether the index has the hash already, looked up and
 * inserted under one lock of the index's page.  So of all who insert a hash at
 * the same time exactly one is told that it is new.  The others are kept from
 * making entries; they take their row back, and look who that was.  (ON
 * CONFLICT DO NOTHING inserts its row speculatively instead, which costs a
 * record of WAL more for each row, and makes rows one by one.)
 *
 * Whoever has inserted a hash and hasn't ended is waited for.  Hashes are
 * inserted in ascending order, so no two batches wait for each other.
 */
#include "set/recent.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/fmgroids.h"
#include "utils/snapmgr.h"

/* Rows that are made at a time */
#define INSERT_BATCH	1000

/* What the table knows of a hash now */
typedef enum State
{
	ABSENT,						/* nothing, and it can be inserted */
	PRESENT,					/* it was claimed, and that can't be undone */
	EXPIRED,					/* it was, too long ago */
	BUSY						/* another transaction is about to change that */
} State;

typedef struct Look
{
	State		state;
	ItemPointerData place;		/* of the row, unless it is absent */
	TransactionId other;		/* who has to end first, if it is busy */
} Look;

/* Looking for hashes in the index */
typedef struct Lookup
{
	const BloomSet *set;
	IndexScanDesc scan;
	TupleTableSlot *slot;
	TimestampTz live;
} Lookup;

static void
lookup_begin(Lookup *lookup, const BloomSet *set, Snapshot snapshot, int keys)
{
	Relation	table = set->tables[BLOOM_RECENT];

	lookup->set = set;
	lookup->scan = bloom_index_beginscan(table, set->indexes[BLOOM_RECENT],
										 snapshot, keys);
	lookup->slot = table_slot_create(table, NULL);
	lookup->live = bloom_set_live(set);
}

static void
lookup_end(Lookup *lookup)
{
	index_endscan(lookup->scan);
	ExecDropSingleTupleTableSlot(lookup->slot);
}

/* Look for the rows of a hash next */
static void
lookup_hash(Lookup *lookup, uint64 hash)
{
	ScanKeyData key;

	ScanKeyInit(&key, RECENT_HASH + 1, BTEqualStrategyNumber, F_INT8EQ,
				bloom_recent_key(hash));
	index_rescan(lookup->scan, &key, 1, NULL, 0);
}

/* The next row that the snapshot shows */
static bool
lookup_next(Lookup *lookup)
{
	if (!index_getnext_slot(lookup->scan, ForwardScanDirection, lookup->slot))
		return false;
	slot_getallattrs(lookup->slot);
	if (lookup->slot->tts_isnull[RECENT_HASH])
		bloom_piece_wrong(lookup->set->tables[BLOOM_RECENT],
						  "There is a null in a row.");
	return true;
}

/* The bucket of the row that was found */
static TimestampTz
found_bucket(const Lookup *lookup)
{
	return lookup->slot->tts_isnull[RECENT_BUCKET] ? DT_NOBEGIN :
		DatumGetTimestampTz(lookup->slot->tts_values[RECENT_BUCKET]);
}

/*
 * What the table knows of a hash, by a dirty snapshot, which shows rows that
 * aren't committed and who is at work on them.
 */
static Look
look(Lookup *lookup, uint64 hash)
{
	Snapshot	dirty = lookup->scan->xs_snapshot;
	Look		result = {.state = ABSENT};

	lookup_hash(lookup, hash);
	while (lookup_next(lookup))
	{
		bool		live = found_bucket(lookup) >= lookup->live;

		result.place = lookup->slot->tts_tid;
		result.other = dirty->xmin;
		if (TransactionIdIsValid(dirty->xmin))
			result.state = BUSY;
		else if (live)
		{
			/* who is deleting it merges it, so either way it stays known */
			result.state = PRESENT;
			break;
		}
		else if (TransactionIdIsValid(dirty->xmax))
		{
			result.state = BUSY;
			result.other = dirty->xmax;
		}
		else if (result.state == ABSENT)
			result.state = EXPIRED;
	}
	return result;
}

/* The same of one hash */
static Look
look_once(const BloomSet *set, uint64 hash)
{
	SnapshotData dirty;
	Lookup		lookup;
	Look		result;

	InitDirtySnapshot(dirty);
	lookup_begin(&lookup, set, &dirty, 1);
	result = look(&lookup, hash);
	lookup_end(&lookup);
	return result;
}

/* Delete a row without waiting for anybody; whether it was there to delete */
static bool
delete_row(const BloomSet *set, ItemPointer place)
{
	TM_FailureData failure;

	return table_tuple_delete(set->tables[BLOOM_RECENT], place,
							  GetCurrentCommandId(true), InvalidSnapshot,
							  InvalidSnapshot, false, &failure,
							  false) == TM_Ok;
}

/* The values of a hash's row */
static void
row_values(const BloomSet *set, uint64 hash, TimestampTz bucket,
		   Datum *values, bool *nulls)
{
	values[RECENT_HASH] = bloom_recent_key(hash);
	values[RECENT_BUCKET] = TimestampTzGetDatum(bucket);
	nulls[RECENT_HASH] = false;
	/* a null costs no byte */
	nulls[RECENT_BUCKET] = set->keep == 0;
}

/*
 * While somebody looks for a hash and inserts it, nobody else does.  Otherwise
 * the entries of those who aren't first would stay in the index, and whoever
 * met them would take them for claims, and wait.  Nobody waits with this lock.
 */
static void
lock_hash(const BloomSet *set, uint64 hash, LOCKTAG *tag)
{
	SET_LOCKTAG_ADVISORY(*tag, MyDatabaseId,
						 RelationGetRelid(set->tables[BLOOM_RECENT]),
						 (uint32) (hash ^ hash >> 32), BLOOM_SET_LOCKS);
	(void) LockAcquire(tag, ExclusiveLock, false, false);
}

static void
unlock_hash(const LOCKTAG *tag)
{
	LockRelease(tag, ExclusiveLock, false);
}

/* Delete a row that was just inserted */
static void
take_back(const BloomSet *set, ItemPointer place)
{
	/* a command can't delete what it has inserted itself */
	CommandCounterIncrement();
	if (!delete_row(set, place))
		elog(ERROR, "could not delete a row that was just inserted");
}

/*
 * Make the index entry of a row that was just inserted.  If the index has the
 * hash already, the row is taken back, and the result is false: that takes
 * somebody who doesn't take our lock, as the owner who inserts rows himself.
 */
static bool
enter_row(const BloomSet *set, uint64 hash, ItemPointer place)
{
	Datum		values[RECENT_COLUMNS];
	bool		nulls[RECENT_COLUMNS];

	row_values(set, hash, DT_NOBEGIN, values, nulls);
	if (bloom_index_insert(set->indexes[BLOOM_RECENT], values, nulls, place,
						   set->tables[BLOOM_RECENT], UNIQUE_CHECK_PARTIAL))
		return true;
	take_back(set, place);
	return false;
}

/* Insert a hash, unless there is one */
static bool
insert_row(const BloomSet *set, uint64 hash, TimestampTz bucket)
{
	Relation	table = set->tables[BLOOM_RECENT];
	Datum		values[RECENT_COLUMNS];
	bool		nulls[RECENT_COLUMNS];
	HeapTuple	tuple;
	bool		new;

	row_values(set, hash, bucket, values, nulls);
	tuple = heap_form_tuple(RelationGetDescr(table), values, nulls);
	heap_insert(table, tuple, GetCurrentCommandId(true), 0, NULL);
	new = enter_row(set, hash, &tuple->t_self);
	heap_freetuple(tuple);
	return new;
}

/* Insert a hash, or find that it is there, waiting for others */
static bool
insert_one(const BloomSet *set, uint64 hash, TimestampTz bucket)
{
	for (;;)
	{
		LOCKTAG		tag;
		Look		result;
		bool		new;

		lock_hash(set, hash, &tag);
		result = look_once(set, hash);
		new = result.state == ABSENT && insert_row(set, hash, bucket);
		unlock_hash(&tag);
		if (new || result.state == PRESENT)
			return new;
		CHECK_FOR_INTERRUPTS();
		if (result.state == BUSY)
			XactLockTableWait(result.other, set->tables[BLOOM_RECENT],
							  &result.place, XLTW_InsertIndex);
		else if (result.state == EXPIRED)
		{
			/* if this fails, another one does so, and is busy */
			CommandCounterIncrement();
			delete_row(set, &result.place);
		}
	}
}

/* Insert the rows of hashes that are absent, without index entries */
static void
insert_rows(const BloomSet *set, const uint64 *hashes, const Look *looks,
			int count, TimestampTz bucket, ItemPointerData *places)
{
	Relation	table = set->tables[BLOOM_RECENT];
	/* a copy, for references to the table's own would be counted */
	TupleDesc	desc = CreateTupleDescCopy(RelationGetDescr(table));
	TupleTableSlot **slots = palloc(count * sizeof(TupleTableSlot *));
	int			rows = 0;

	for (int i = 0; i < count; i++)
	{
		TupleTableSlot *slot;

		if (looks[i].state != ABSENT)
			continue;
		slot = MakeSingleTupleTableSlot(desc, &TTSOpsVirtual);
		row_values(set, hashes[i], bucket, slot->tts_values, slot->tts_isnull);
		slots[rows++] = ExecStoreVirtualTuple(slot);
	}
	if (rows > 0)
		table_multi_insert(table, slots, rows, GetCurrentCommandId(true), 0,
						   NULL);
	for (int i = 0, row = 0; i < count; i++)
		if (looks[i].state == ABSENT)
		{
			places[i] = slots[row]->tts_tid;
			ExecDropSingleTupleTableSlot(slots[row++]);
		}
	pfree(slots);
	FreeTupleDesc(desc);
}

/*
 * Make the index entry of a row that was inserted when its hash was absent, or
 * take the row back if it isn't any more.
 */
static bool
enter_absent(Lookup *lookup, uint64 hash, ItemPointer place)
{
	const BloomSet *set = lookup->set;
	LOCKTAG		tag;
	bool		entered = false;

	lock_hash(set, hash, &tag);
	if (look(lookup, hash).state == ABSENT)
		entered = enter_row(set, hash, place);
	else
		take_back(set, place);
	unlock_hash(&tag);
	return entered;
}

/*
 * Insert a batch of ascending hashes.  Those that weren't there are moved to
 * the front; returns their number.
 */
static int
insert_batch(const BloomSet *set, uint64 *hashes, int count,
			 TimestampTz bucket)
{
	Look	   *looks = palloc(count * sizeof(Look));
	ItemPointerData *places = palloc(count * sizeof(ItemPointerData));
	SnapshotData dirty;
	Lookup		lookup;
	int			new_count = 0;

	InitDirtySnapshot(dirty);
	lookup_begin(&lookup, set, &dirty, 1);
	for (int i = 0; i < count; i++)
		looks[i] = look(&lookup, hashes[i]);

	insert_rows(set, hashes, looks, count, bucket, places);
	for (int i = 0; i < count; i++)
	{
		bool		new = looks[i].state == ABSENT &&
			enter_absent(&lookup, hashes[i], &places[i]);

		CHECK_FOR_INTERRUPTS();
		if (!new && looks[i].state != PRESENT)
		{
			/* no page of the index is pinned while this waits */
			lookup_end(&lookup);
			new = insert_one(set, hashes[i], bucket);
			lookup_begin(&lookup, set, &dirty, 1);
		}
		if (new)
			hashes[new_count++] = hashes[i];
	}
	lookup_end(&lookup);
	pfree(looks);
	pfree(places);
	return new_count;
}

/*
 * Insert ascending hashes, unless they are there; one that has expired counts
 * as not there.  Those that weren't are moved to the front; returns their
 * number.
 */
int
bloom_recent_insert(const BloomSet *set, uint64 *hashes, int count)
{
	TimestampTz bucket = bloom_set_bucket(set);
	int			new_count = 0;

	if (count == 1)
		return insert_one(set, hashes[0], bucket) ? 1 : 0;
	for (int begin = 0; begin < count; begin += INSERT_BATCH)
	{
		int			length = insert_batch(set, hashes + begin,
										  Min(count - begin, INSERT_BATCH),
										  bucket);

		memmove(hashes + new_count, hashes + begin, length * sizeof(uint64));
		new_count += length;
	}
	return new_count;
}

/* Delete the chosen ones of hashes that this transaction has just inserted */
void
bloom_recent_delete(const BloomSet *set, const uint64 *hashes, int count,
					const bool *chosen)
{
	bool		incremented = false;

	for (int i = 0; i < count; i++)
	{
		Look		result;

		if (!chosen[i])
			continue;
		if (!incremented)
			CommandCounterIncrement();
		incremented = true;
		result = look_once(set, hashes[i]);
		if (result.state != PRESENT || !delete_row(set, &result.place))
			elog(ERROR, "could not delete a row that was just inserted");
	}
}

/* Whether a hash is there and hasn't expired, as the snapshot shows */
bool
bloom_recent_contains(const BloomSet *set, Snapshot snapshot, uint64 hash)
{
	Lookup		lookup;
	bool		contains = false;

	lookup_begin(&lookup, set, snapshot, 1);
	lookup_hash(&lookup, hash);
	while (!contains && lookup_next(&lookup))
		contains = found_bucket(&lookup) >= lookup.live;
	lookup_end(&lookup);
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

/* Look for the rows of a shard next, in their order, from a hash on */
static void
lookup_shard(Lookup *lookup, int32 shard, uint64 begin)
{
	uint64		end = bloom_set_shard_begin(lookup->set, shard + 1);
	ScanKeyData keys[2];

	ScanKeyInit(&keys[0], RECENT_HASH + 1, BTGreaterEqualStrategyNumber,
				F_INT8GE, bloom_recent_key(begin));
	ScanKeyInit(&keys[1], RECENT_HASH + 1, BTLessEqualStrategyNumber, F_INT8LE,
				bloom_recent_key(end - 1));
	index_rescan(lookup->scan, keys, lengthof(keys), NULL, 0);
}

/*
 * About how many hashes of a shard there are, dead ones that VACUUM hasn't
 * removed among them; up to so many that more don't matter.
 */
int64
bloom_recent_count_shard(const BloomSet *set, int32 shard, int64 enough)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	Lookup		lookup;
	int64		count = 0;

	lookup_begin(&lookup, set, latest, 2);
	lookup_shard(&lookup, shard, bloom_set_shard_begin(set, shard));
	while (count < enough &&
		   index_getnext_tid(lookup.scan, ForwardScanDirection) != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		count++;
	}
	lookup_end(&lookup);
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
	Lookup		lookup;
	int64		count = 0;

	lookup_begin(&lookup, set, snapshot, 2);
	lookup_shard(&lookup, shard, begin);
	while (count < room && lookup_next(&lookup))
	{
		CHECK_FOR_INTERRUPTS();
		recent[count].hash =
			bloom_recent_hash(lookup.slot->tts_values[RECENT_HASH]);
		recent[count].bucket = found_bucket(&lookup);
		recent[count++].place = lookup.slot->tts_tid;
	}
	lookup_end(&lookup);
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
		if (delete_row(set, &recent[i].place))
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
			delete_row(set, &place))
			expired++;
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	UnregisterSnapshot(latest);
	return expired;
}
