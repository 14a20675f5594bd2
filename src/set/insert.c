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
#include "set/recent.h"

#include "storage/lmgr.h"
#include "utils/memutils.h"

/* How many hashes are locked, and rows inserted, at a time */
#define INSERT_BATCH	32

/* Whether a hash is known not to be new, or was inserted */
static inline bool
is_settled(const BloomSetHash *hash)
{
	return hash->known || ItemPointerIsValid(&hash->row);
}

/*
 * Lock the hashes that are not settled, to look them up and insert them.  Sets
 * tags to those of the locks, and returns how many there are.  The only thing
 * that the holder of such a lock waits for is that of a higher hash.  Two
 * hashes have the same lock once in 2^32 times.
 */
static int
lock_hashes(const BloomSet *set, const BloomSetHash *hashes, int count,
			LOCKTAG *tags)
{
	Oid			table = set->relations->tables[BLOOM_RECENT];
	int			locked = 0;

	for (int i = 0; i < count; i++)
	{
		if (is_settled(&hashes[i]))
			continue;
		/* pg_locks shows the number, which hides the hash */
		tags[locked] = bloom_lock_tag(MyDatabaseId, table,
									  bloom_lock_number(table,
														hashes[i].hash));
		/* model: hash-lock */
		(void) LockAcquire(&tags[locked++], ExclusiveLock, false, false);
	}
	return locked;
}

/* What is needed to insert hashes */
typedef struct Insertion
{
	const BloomSet *set;
	TupleTableSlot *slots[INSERT_BATCH];
	BloomSetHash *absent[INSERT_BATCH]; /* those to insert */
	int			count;			/* of these */
} Insertion;

/*
 * Look up locked hashes, and collect those that are absent in *insertion.
 * Deletes rows that have expired.  Stops before the first hash that needs a
 * wait, and returns what is in its way; otherwise the state is BLOOM_ABSENT.
 */
static BloomFound
find_absent(Insertion *insertion, BloomSetHash *hashes, int count)
{
	Relation	table = bloom_set_table(insertion->set, BLOOM_RECENT);
	BloomFound	found = {.state = BLOOM_ABSENT};
	SnapshotData dirty;
	BloomLookup lookup;

	insertion->count = 0;
	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, insertion->set, &dirty, 1);
	/* model: ascending */
	for (int i = 0; i < count; i++)
	{
		if (is_settled(&hashes[i]))
			continue;
		found = bloom_lookup_rows(&lookup, hashes[i].hash);
		/* model: delete-expired */
		if (found.state == BLOOM_EXPIRED)
		{
			CommandCounterIncrement();
			if (bloom_delete_row(table, &found.place, false))
				found.state = BLOOM_ABSENT;
		}
		if (found.state == BLOOM_BUSY || found.state == BLOOM_EXPIRED)
			break;
		if (found.state == BLOOM_PRESENT)
			hashes[i].known = true;
		else
			insertion->absent[insertion->count++] = &hashes[i];
		found.state = BLOOM_ABSENT;
	}
	bloom_lookup_end(&lookup);
	return found;
}

/* Put the row of a hash into a slot */
static void
form_row(const BloomSet *set, uint64 hash, TimestampTz bucket,
		 TupleTableSlot *slot)
{
	/* dropped columns are null */
	ExecStoreAllNullTuple(slot);
	slot->tts_values[RECENT_HASH] =
		bloom_recent_key(bloom_recent_place(set, hash));
	slot->tts_isnull[RECENT_HASH] = false;
	slot->tts_values[RECENT_BUCKET] = TimestampTzGetDatum(bucket);
	/* a null needs no space */
	slot->tts_isnull[RECENT_BUCKET] = set->retention == 0;
}

/* Insert the rows of the absent hashes, and their index entries */
static void
insert_absent(Insertion *insertion)
{
	const BloomSet *set = insertion->set;
	Relation	table = bloom_set_table(set, BLOOM_RECENT);
	TupleTableSlot **slots = insertion->slots;
	int			count = insertion->count;
	/* model: bucket-now */
	TimestampTz bucket = bloom_current_bucket(set);

	for (int i = 0; i < count; i++)
		form_row(set, insertion->absent[i]->hash, bucket, slots[i]);
	/* model: insert-rows */
	if (count == 1)
		table_tuple_insert(table, slots[0], GetCurrentCommandId(true), 0,
						   NULL);
	else if (count > 1)
		table_multi_insert(table, slots, count, GetCurrentCommandId(true), 0,
						   NULL);
	for (int i = 0; i < count; i++)
	{
		insertion->absent[i]->row = slots[i]->tts_tid;
		bloom_set_insert_entries(set, BLOOM_RECENT, slots[i]->tts_values,
								 slots[i]->tts_isnull, &slots[i]->tts_tid);
	}
}

/* Wait for what is in the way of a hash, while no hash is locked */
static void
wait_for(Relation table, BloomFound *found)
{
	/* model: wait */
	if (found->state == BLOOM_BUSY)
		XactLockTableWait(found->other, table, &found->place,
						  XLTW_InsertIndex);
	/* model: wait-to-delete; the row is locked or being deleted */
	else if (found->state == BLOOM_EXPIRED)
		(void) bloom_delete_row(table, &found->place, true);
}

/* Settle at most INSERT_BATCH ascending hashes */
static void
insert_batch(Insertion *insertion, BloomSetHash *hashes, int count)
{
	const BloomSet *set = insertion->set;
	LOCKTAG		tags[INSERT_BATCH];
	int			locked;

	while ((locked = lock_hashes(set, hashes, count, tags)) > 0)
	{
		BloomFound	found = find_absent(insertion, hashes, count);

		insert_absent(insertion);
		/* model: unlock */
		while (locked-- > 0)
			LockRelease(&tags[locked], ExclusiveLock, false);
		CHECK_FOR_INTERRUPTS();
		wait_for(bloom_set_table(set, BLOOM_RECENT), &found);
	}
}

/*
 * Insert those of ascending hashes that are not known.  Marks as known those
 * that have a row that has not expired.  If a transaction in progress has
 * inserted one of them, waits for it.  Sets the rows of the others, and
 * returns their number.
 */
int
bloom_recent_insert(const BloomSet *set, BloomSetHash *hashes, int count)
{
	Relation	table = bloom_set_table(set, BLOOM_RECENT);
	Insertion	insertion = {.set = set};
	int			slots = Min(count, INSERT_BATCH);
	int			new = 0;
	/* table_multi_insert() leaves copies of the rows behind */
	MemoryContext work = AllocSetContextCreate(CurrentMemoryContext,
											   "bloomext insert",
											   ALLOCSET_DEFAULT_SIZES);
	MemoryContext old;

	for (int i = 0; i < slots; i++)
		insertion.slots[i] =
			MakeSingleTupleTableSlot(RelationGetDescr(table), &TTSOpsVirtual);
	old = MemoryContextSwitchTo(work);
	for (int i = 0; i < count; i += INSERT_BATCH)
	{
		insert_batch(&insertion, hashes + i, Min(count - i, INSERT_BATCH));
		MemoryContextReset(work);
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(work);
	for (int i = 0; i < count; i++)
		new += ItemPointerIsValid(&hashes[i].row);
	for (int i = 0; i < slots; i++)
		ExecDropSingleTupleTableSlot(insertion.slots[i]);
	return new;
}
