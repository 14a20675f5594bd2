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

/* Whether a hash is known not to be new, or was inserted */
static inline bool
is_settled(const BloomSetHash *hash)
{
	return (hash->known && !hash->given_back) ||
		ItemPointerIsValid(&hash->row);
}

/*
 * Lock a hash, to look it up and insert it.  The only thing that the holder of
 * such a lock waits for is that of a higher hash, and a row that the owner
 * inserts by other means at that moment.  Two hashes have the same lock once
 * in 2^32 times.
 */
LOCKTAG
bloom_recent_lock(const BloomSet *set, uint64 hash)
{
	Oid			table = set->relations->tables[BLOOM_RECENT];
	/* pg_locks shows the number, which hides the hash */
	LOCKTAG		tag = bloom_lock_tag(MyDatabaseId, table,
									 bloom_lock_number(table, hash));

	/* model: hash-lock */
	(void) LockAcquire(&tag, ExclusiveLock, false, false);
	return tag;
}

/*
 * Lock the hashes that are not settled.  Sets tags to those of the locks, and
 * returns how many there are.
 */
static int
lock_hashes(const BloomSet *set, const BloomSetHash *hashes, int count,
			LOCKTAG *tags)
{
	int			locked = 0;

	for (int i = 0; i < count; i++)
		if (!is_settled(&hashes[i]))
			tags[locked++] = bloom_recent_lock(set, hashes[i].hash);
	return locked;
}

/*
 * Delete the row of a hash that has expired or was given back.  In the second
 * case, the claim has it.  Returns false if it is locked or others delete it.
 */
static bool
replace(const BloomSet *set, BloomSetHash *hash, const BloomFound *found,
		bool wait)
{
	if (!bloom_delete_row(bloom_set_table(set, BLOOM_RECENT), &found->place,
						  wait))
		return false;
	if (found->state != BLOOM_GIVEN_BACK)
		return true;

	/*
	 * Without retention, the filter that has it keeps it known from now on.
	 * A snapshot that the transaction keeps may not show that filter.
	 */
	/* model: inserts-kept */
	if (hash->known && set->retention == 0 && !IsolationUsesXactSnapshot())
		hash->row = found->place;
	/* model: take-given-back */
	hash->known = false;
	hash->given_back = true;
	return true;
}

/*
 * Look up locked hashes, and list those that are absent in *absent.  Deletes
 * rows that have expired or give a hash back.  Stops before the first hash
 * that needs a wait, sets *blocked to it, and returns what is in its way;
 * otherwise *blocked is NULL.
 */
static BloomFound
find_absent(const BloomSet *set, BloomSetHash *hashes, int count,
			BloomSetHash **absent, int *absent_count, BloomSetHash **blocked)
{
	BloomFound	found = {.state = BLOOM_ABSENT};
	SnapshotData dirty;
	BloomLookup lookup;

	*absent_count = 0;
	*blocked = NULL;
	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty);
	/* model: ascending */
	for (int i = 0; i < count; i++)
	{
		if (is_settled(&hashes[i]))
			continue;
		found = bloom_lookup_rows(&lookup, hashes[i].hash);
		/* model: delete-expired */
		if (found.state == BLOOM_EXPIRED || found.state == BLOOM_GIVEN_BACK)
		{
			CommandCounterIncrement();
			if (replace(set, &hashes[i], &found, false))
				found.state = BLOOM_ABSENT;
		}
		if (found.state != BLOOM_ABSENT && found.state != BLOOM_PRESENT)
		{
			*blocked = &hashes[i];
			break;
		}
		if (found.state == BLOOM_PRESENT)
			hashes[i].known = true;
		/* model: filter-counts; another claim was the first */
		if (hashes[i].known)
			hashes[i].given_back = false;
		else if (!is_settled(&hashes[i]))
			absent[(*absent_count)++] = &hashes[i];
	}
	bloom_lookup_end(&lookup);
	return found;
}

/* Insert the rows of absent hashes, and their index entries */
static void
insert_absent(const BloomSet *set, BloomSetHash **absent, int count)
{
	Datum		values[BLOOM_MAX_ROWS][RECENT_COLUMNS];
	bool		nulls[BLOOM_MAX_ROWS][RECENT_COLUMNS] = {0};
	ItemPointerData places[BLOOM_MAX_ROWS];
	/* model: bucket-now */
	TimestampTz bucket = bloom_current_bucket(set);

	if (count == 0)
		return;
	for (int i = 0; i < count; i++)
	{
		values[i][RECENT_HASH] =
			bloom_recent_key(bloom_recent_place(set, absent[i]->hash));
		values[i][RECENT_BUCKET] = TimestampTzGetDatum(bucket);
		/* a null needs no space */
		nulls[i][RECENT_BUCKET] = set->retention == 0;
	}
	/* model: insert-rows */
	bloom_set_insert(set, BLOOM_RECENT, values[0], nulls[0], count, places);
	for (int i = 0; i < count; i++)
		absent[i]->row = places[i];
}

/*
 * Wait for what is in the way of a claim of a hash, while no hash is locked.
 * The row that was found may be deleted then.
 */
static void
wait_for(const BloomSet *set, BloomSetHash *hash, BloomFound *found)
{
	/* model: wait */
	if (found->state == BLOOM_BUSY)
		XactLockTableWait(found->other, bloom_set_table(set, BLOOM_RECENT),
						  &found->place, XLTW_InsertIndex);
	else
		/* model: wait-to-delete; the row is locked or being deleted */
		(void) replace(set, hash, found, true);
}

/* Settle at most BLOOM_MAX_ROWS ascending hashes */
static void
insert_batch(const BloomSet *set, BloomSetHash *hashes, int count)
{
	LOCKTAG		tags[BLOOM_MAX_ROWS];
	BloomSetHash *absent[BLOOM_MAX_ROWS];
	int			absent_count;
	int			locked;

	while ((locked = lock_hashes(set, hashes, count, tags)) > 0)
	{
		BloomSetHash *blocked;
		BloomFound	found = find_absent(set, hashes, count, absent,
										&absent_count, &blocked);

		insert_absent(set, absent, absent_count);
		/* model: unlock */
		while (locked-- > 0)
			LockRelease(&tags[locked], ExclusiveLock, false);
		CHECK_FOR_INTERRUPTS();
		if (blocked != NULL)
			wait_for(set, blocked, &found);
	}
}

/*
 * Insert those of ascending hashes that are not known.  Marks as known those
 * that have a row that has not expired.  If a transaction in progress has
 * inserted one of them, waits for it.  Sets the rows of the others, and
 * returns their number.  A known one whose row says that it was given back is
 * one of these, and no longer marked as known.
 */
int
bloom_recent_insert(const BloomSet *set, BloomSetHash *hashes, int count)
{
	int			new = 0;
	/* on 32 bits, each hash and bucket takes memory as a Datum */
	MemoryContext work = AllocSetContextCreate(CurrentMemoryContext,
											   "bloomext insert",
											   ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(work);

	/*
	 * Whether known hashes were given back is decided when they are locked: a
	 * transaction may claim a hash that was given back, and give it back
	 * again, and a look without the lock can miss both rows.
	 */
	for (int i = 0; i < count && set->unclaim; i++)
		/* model: find-given-back */
		hashes[i].given_back = hashes[i].known;
	for (int i = 0; i < count; i += BLOOM_MAX_ROWS)
	{
		insert_batch(set, hashes + i, Min(count - i, BLOOM_MAX_ROWS));
		MemoryContextReset(work);
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(work);
	for (int i = 0; i < count; i++)
		new += ItemPointerIsValid(&hashes[i].row);
	return new;
}
