/*
 * set/insert.c
 *		Inserting hashes of a shared set that aren't there.
 *
 * A hash is looked for in the unique index and inserted under a lock of its
 * own, which is held for no longer than that.  So there is no need to insert a
 * row speculatively, as ON CONFLICT DO NOTHING does, which costs a record of
 * WAL more for each row, and makes rows one by one.  The index entry is made
 * with a check that, unlike INSERT's, neither waits nor fails: it could only
 * meet a row that the table's owner has made by himself.
 *
 * Whoever has inserted a hash and hasn't ended is waited for, with no lock of
 * a hash held.  Hashes are inserted in ascending order, so no two batches wait
 * for each other.
 */
#include "set/insert.h"

#include "set/indexes.h"
#include "set/lookup.h"
#include "set/secret.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/snapmgr.h"

/* Hashes that are locked, and rows that are made, at a time */
#define INSERT_BATCH	32

/* The values of a hash's row */
static void
row_values(const BloomSet *set, uint64 hash, TimestampTz bucket,
		   Datum *values, bool *nulls)
{
	values[RECENT_HASH] = bloom_recent_key(bloom_recent_place(set, hash));
	values[RECENT_BUCKET] = TimestampTzGetDatum(bucket);
	nulls[RECENT_HASH] = false;
	/* a null costs no byte */
	nulls[RECENT_BUCKET] = set->retention == 0;
}

/*
 * Make the index entries of a row that was just inserted.  If the primary key
 * has the hash already, the row is taken back, and the result is false.
 */
static bool
enter_row(const BloomSet *set, uint64 hash, ItemPointer place)
{
	Datum		values[RECENT_COLUMNS];
	bool		nulls[RECENT_COLUMNS];

	row_values(set, hash, DT_NOBEGIN, values, nulls);
	/* model: unique */
	if (bloom_indexes_insert(set, BLOOM_RECENT, values, nulls, place,
							 UNIQUE_CHECK_PARTIAL))
		return true;
	/* a command can't delete what it has inserted itself */
	CommandCounterIncrement();
	if (!bloom_recent_delete_row(set, place, false))
		elog(ERROR, "could not delete a row that was just inserted");
	return false;
}

/* Insert a hash into the bucket of now, unless there is one */
static bool
insert_row(const BloomSet *set, uint64 hash)
{
	Relation	table = set->tables[BLOOM_RECENT];
	Datum		values[RECENT_COLUMNS];
	bool		nulls[RECENT_COLUMNS];
	HeapTuple	tuple;
	bool		new;

	/* model: bucket-now */
	row_values(set, hash, bloom_set_bucket(set), values, nulls);
	tuple = bloom_component_form_row(table, BLOOM_RECENT, values, nulls);
	heap_insert(table, tuple, GetCurrentCommandId(true), 0, NULL);
	new = enter_row(set, hash, &tuple->t_self);
	heap_freetuple(tuple);
	return new;
}

/* What is locked of a hash: anybody can see it, and tell nothing by it */
static uint32
lock_key(const BloomSet *set, uint64 hash)
{
	return bloom_secret(RelationGetRelid(set->tables[BLOOM_RECENT]), hash);
}

/*
 * Keep others from inserting hashes of that key, for as long as we look for
 * one and insert it.  Who holds this waits for nobody, but in the order of
 * keys.
 */
static void
lock_hash(const BloomSet *set, uint32 key)
{
	Oid			table = RelationGetRelid(set->tables[BLOOM_RECENT]);
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, table, key);

	(void) LockAcquire(&tag, ExclusiveLock, false, false);
}

static void
unlock_hash(const BloomSet *set, uint32 key)
{
	Oid			table = RelationGetRelid(set->tables[BLOOM_RECENT]);
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, table, key);

	LockRelease(&tag, ExclusiveLock, false);
}

/*
 * Do what can be done about a hash that is locked: insert it, or delete what
 * has expired.  Returns what was found, BLOOM_ABSENT if it was inserted, or
 * BLOOM_EXPIRED if what has expired is in the way.
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
	/* only a row that no claim has made can be in the way */
	if (found.state == BLOOM_ABSENT && !insert_row(set, hash))
	{
		found.state = BLOOM_EXPIRED;
		ItemPointerSetInvalid(&found.place);
	}
	return found;
}

/* Insert a hash, or find that it is there, waiting for others */
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
		/* model: wait-to-delete; somebody has locked it, or will delete it */
		else if (ItemPointerIsValid(&found.place))
			(void) bloom_recent_delete_row(set, &found.place, true);
	}
}

/* Inserting hashes, a few at a time */
typedef struct Insertion
{
	const BloomSet *set;
	TupleDesc	desc;
	TupleTableSlot *slots[INSERT_BATCH];
} Insertion;

static int
compare_keys(const void *a, const void *b)
{
	uint32		x = *(const uint32 *) a;
	uint32		y = *(const uint32 *) b;

	return x < y ? -1 : x > y;
}

/*
 * Look for ascending hashes, and insert those that are absent: moves them to
 * the front, and returns their number.  Stops before the first one about which
 * others have to be waited for, or which has expired; done tells how many came
 * before that.
 */
static int
insert_absent(Insertion *insertion, uint64 *hashes, int count, int *done)
{
	const BloomSet *set = insertion->set;
	Relation	table = set->tables[BLOOM_RECENT];
	TupleTableSlot **slots = insertion->slots;
	TimestampTz bucket = bloom_set_bucket(set);
	SnapshotData dirty;
	BloomLookup lookup;
	int			absent = 0;
	int			new = 0;

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
		/* columns that were dropped are null */
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
		if (enter_row(set, hashes[i], &slots[i]->tts_tid))
			hashes[new++] = hashes[i];
	return new;
}

/*
 * Insert a few ascending hashes.  Those that weren't there are moved to the
 * front; returns their number.
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
			keys[i] = lock_key(insertion->set, hashes[next + i]);
		/* model: key-order */
		qsort(keys, left, sizeof(uint32), compare_keys);
		for (int i = 0; i < left; i++)
			lock_hash(insertion->set, keys[i]);
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
 * Insert ascending hashes, unless they are there; one that has expired counts
 * as not there.  Those that weren't are moved to the front; returns their
 * number.
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

	/* a copy, for references to the table's own would be counted */
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

/* Delete the chosen ones of hashes that this transaction has just inserted */
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
		/* they may have expired, if we had to wait for others */
		if (!bloom_recent_delete_own(set, hashes[i]))
			elog(ERROR, "could not delete a row that was just inserted");
	}
}
