/*
 * set/insert.c
 *		Adding hashes to the recent hashes of a shared set.
 *
 * Each hash has its own lock.  While it is held, the hash is looked up in the
 * unique index and inserted.  Then the lock is released, without waiting for
 * the end of the transaction.  So there is no need for the speculative
 * insertion of ON CONFLICT DO NOTHING, which costs one more WAL record per row
 * and inserts rows one at a time.  The unique index still checks each entry.
 * The only conflict that it can find is a row that the table's owner has just
 * inserted.
 *
 * If a transaction in progress has inserted the hash, we wait for it without
 * holding the lock of any hash.  Hashes are inserted in ascending order, so no
 * two batches wait for each other.
 */
#include "set/insert.h"

#include "set/lookup.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/snapmgr.h"

/* How many hashes are locked, and rows inserted, at a time */
#define INSERT_BATCH	32

/* Form the values of the row of a hash */
static void
row_values(const BloomSet *set, uint64 hash, TimestampTz bucket,
		   Datum *values, bool *nulls)
{
	values[RECENT_HASH] = bloom_recent_key(bloom_recent_place(set, hash));
	values[RECENT_BUCKET] = TimestampTzGetDatum(bucket);
	nulls[RECENT_HASH] = false;
	/* a null needs no space */
	nulls[RECENT_BUCKET] = set->retention == 0;
}

/* Insert a row for a hash that has none, in the current bucket */
static void
insert_row(const BloomSet *set, uint64 hash)
{
	Relation	table = set->tables[BLOOM_RECENT];
	Datum		values[RECENT_COLUMNS];
	bool		nulls[RECENT_COLUMNS];
	HeapTuple	tuple;

	/* model: bucket-now */
	row_values(set, hash, bloom_current_bucket(set), values, nulls);
	tuple = bloom_row_form(table, BLOOM_RECENT, values, nulls);
	heap_insert(table, tuple, GetCurrentCommandId(true), 0, NULL);
	bloom_set_insert_entries(set, BLOOM_RECENT, values, nulls, &tuple->t_self);
	heap_freetuple(tuple);
}

/* A hash's lock number.  pg_locks shows it, but it hides the hash. */
static uint32
lock_key(const BloomSet *set, uint64 hash)
{
	return bloom_lock_number(RelationGetRelid(set->tables[BLOOM_RECENT]),
							 hash);
}

/*
 * Lock all hashes that have a lock number, to look up and insert some of them.
 * The only thing that the holder of such a lock waits for is that of a higher
 * hash.  Two hashes have the same number once in 2^32 times.
 */
static void
lock_hash(const BloomSet *set, uint32 key)
{
	Oid			table = RelationGetRelid(set->tables[BLOOM_RECENT]);
	LOCKTAG		tag = bloom_lock_tag(MyDatabaseId, table, key);

	(void) LockAcquire(&tag, ExclusiveLock, false, false);
}

static void
unlock_hash(const BloomSet *set, uint32 key)
{
	Oid			table = RelationGetRelid(set->tables[BLOOM_RECENT]);
	LOCKTAG		tag = bloom_lock_tag(MyDatabaseId, table, key);

	LockRelease(&tag, ExclusiveLock, false);
}

/*
 * Insert a hash that is locked, if that is possible without waiting.  If the
 * hash has an expired row, deletes that row first.  The state of the result is
 * BLOOM_ABSENT if the hash was inserted, otherwise the state found; it is
 * BLOOM_EXPIRED if the expired row could not be deleted.
 */
static BloomFound
try_insert(const BloomSet *set, uint64 hash)
{
	BloomFound	found = bloom_lookup_once(set, hash);

	/* model: delete-expired */
	if (found.state == BLOOM_EXPIRED)
	{
		CommandCounterIncrement();
		if (!bloom_recent_delete_row(set, &found.place, false))
			return found;
		found.state = BLOOM_ABSENT;
	}
	if (found.state == BLOOM_ABSENT)
		insert_row(set, hash);
	return found;
}

/*
 * Insert a hash, and wait for other transactions if they decide whether it is
 * new.  Returns false if the hash was already claimed.
 */
static bool
insert_one(const BloomSet *set, uint64 hash)
{
	for (;;)
	{
		BloomFound	found;

		CHECK_FOR_INTERRUPTS();
		/* model: hash-lock */
		lock_hash(set, lock_key(set, hash));
		found = try_insert(set, hash);
		/* model: unlock-hash */
		unlock_hash(set, lock_key(set, hash));
		if (found.state == BLOOM_ABSENT || found.state == BLOOM_PRESENT)
			return found.state == BLOOM_ABSENT;
		/* model: wait */
		if (found.state == BLOOM_BUSY)
			XactLockTableWait(found.other, set->tables[BLOOM_RECENT],
							  &found.place, XLTW_InsertIndex);
		/* model: wait-to-delete; the row is locked or being deleted */
		else
			(void) bloom_recent_delete_row(set, &found.place, true);
	}
}

/* What is needed to insert a batch of hashes */
typedef struct Insertion
{
	const BloomSet *set;
	TupleDesc	desc;
	TupleTableSlot *slots[INSERT_BATCH];
} Insertion;

/*
 * Look up ascending hashes, and insert those that are absent.  Stops before
 * the first hash that has expired or needs a wait, and sets *done to the
 * number of hashes before it.  Moves the inserted hashes to the front of the
 * array, and returns their number.
 */
static int
insert_absent(Insertion *insertion, uint64 *hashes, int count, int *done)
{
	const BloomSet *set = insertion->set;
	Relation	table = set->tables[BLOOM_RECENT];
	TupleTableSlot **slots = insertion->slots;
	TimestampTz bucket = bloom_current_bucket(set);
	SnapshotData dirty;
	BloomLookup lookup;
	int			absent = 0;

	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty, 1);
	/* model: ascending */
	for (*done = 0; *done < count; (*done)++)
	{
		BloomRecentState state = bloom_lookup_rows(&lookup,
												   hashes[*done]).state;

		if (state == BLOOM_BUSY || state == BLOOM_EXPIRED)
			break;
		if (state != BLOOM_ABSENT)
			continue;
		ExecClearTuple(slots[absent]);
		/* dropped columns are null */
		memset(slots[absent]->tts_isnull, true,
			   insertion->desc->natts * sizeof(bool));
		row_values(set, hashes[*done], bucket,
				   slots[absent]->tts_values, slots[absent]->tts_isnull);
		ExecStoreVirtualTuple(slots[absent]);
		hashes[absent++] = hashes[*done];
	}
	bloom_lookup_end(&lookup);

	/* model: insert-rows */
	if (absent > 0)
		table_multi_insert(table, slots, absent, GetCurrentCommandId(true), 0,
						   NULL);
	for (int i = 0; i < absent; i++)
		bloom_set_insert_entries(set, BLOOM_RECENT, slots[i]->tts_values,
							 slots[i]->tts_isnull, &slots[i]->tts_tid);
	return absent;
}

/*
 * Insert at most INSERT_BATCH ascending hashes.  Moves those that were
 * inserted to the front of the array, and returns their number.
 */
static int
insert_batch(Insertion *insertion, uint64 *hashes, int count)
{
	uint32		keys[INSERT_BATCH];
	int			new = 0;
	int			next = 0;

	while (next < count)
	{
		int			left = count - next;
		int			done;
		int			inserted;

		CHECK_FOR_INTERRUPTS();
		for (int i = 0; i < left; i++)
		{
			keys[i] = lock_key(insertion->set, hashes[next + i]);
			lock_hash(insertion->set, keys[i]);
		}
		inserted = insert_absent(insertion, hashes + next, left, &done);
		/* model: unlock-batch */
		for (int i = 0; i < left; i++)
			unlock_hash(insertion->set, keys[i]);
		memmove(hashes + new, hashes + next, inserted * sizeof(uint64));
		new += inserted;
		next += done;
		/* model: batch-waits */
		if (next < count && insert_one(insertion->set, hashes[next]))
			hashes[new++] = hashes[next];
		if (next < count)
			next++;
	}
	return new;
}

/*
 * Take distinct hashes in ascending order, and insert those that are not among
 * the recent hashes or have expired there.  Moves the inserted hashes to the
 * front of the array, in the same order, and returns their number.  If a
 * transaction in progress has inserted one of the hashes, waits for it.
 */
int
bloom_recent_insert(const BloomSet *set, uint64 *hashes, int count)
{
	Relation	table = set->tables[BLOOM_RECENT];
	Insertion	insertion = {.set = set};
	int			slots = Min(count, INSERT_BATCH);
	int			new = 0;

	if (count == 1)
		return insert_one(set, hashes[0]) ? 1 : 0;

	/* use a copy, because the table's own descriptor is reference-counted */
	insertion.desc = CreateTupleDescCopy(RelationGetDescr(table));
	for (int i = 0; i < slots; i++)
		insertion.slots[i] = MakeSingleTupleTableSlot(insertion.desc,
													  &TTSOpsVirtual);
	for (int begin = 0; begin < count; begin += INSERT_BATCH)
	{
		int			length = insert_batch(&insertion, hashes + begin,
										  Min(count - begin, INSERT_BATCH));

		memmove(hashes + new, hashes + begin, length * sizeof(uint64));
		new += length;
	}
	for (int i = 0; i < slots; i++)
		ExecDropSingleTupleTableSlot(insertion.slots[i]);
	FreeTupleDesc(insertion.desc);
	return new;
}

/*
 * Delete the rows of those hashes that are marked in chosen.  This transaction
 * has just inserted them.  Raises an error if a row is not found.
 */
void
bloom_recent_delete(const BloomSet *set, const uint64 *hashes, int count,
					const bool *chosen)
{
	bool		incremented = false;

	for (int i = 0; i < count; i++)
	{
		if (!chosen[i])
			continue;
		/* model: delete-command */
		if (!incremented)
			CommandCounterIncrement();
		incremented = true;
		/* finds the row even if it has expired during a wait */
		if (!bloom_recent_delete_own(set, hashes[i]))
			elog(ERROR, "could not delete a row that was just inserted");
	}
}
