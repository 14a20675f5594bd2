/*
 * set/unclaim.c
 *		Giving claims back: the hash is new again.
 *
 * A recent hash is given back by deleting its row.  A hash cannot be removed
 * from a filter.  So a row of the recent hashes says that it was given back,
 * which means that filters that have it do not count.  Merges leave that row.
 * A claim deletes it, and so is the only one that gets the hash.  With
 * retention, the row is in the bucket in which it was inserted, and so expires
 * when no filter can have the hash any more.
 *
 * Only sets that were created for it look for such rows, because that costs a
 * search of the index for each hash that a filter has.
 */
#include "set/recent.h"

#include "set/filters.h"

#include "storage/lmgr.h"

/* The state of a hash now */
static BloomFound
look_up(const BloomSet *set, uint64 hash)
{
	SnapshotData dirty;
	BloomLookup lookup;
	BloomFound	found;

	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty);
	found = bloom_lookup_rows(&lookup, hash);
	bloom_lookup_end(&lookup);
	return found;
}

/*
 * Mark those of known hashes that may have been given back, which is decided
 * when they are locked.  Others are known whatever happens now: giving them
 * back counts as later.
 */
void
bloom_unclaim_find(const BloomSet *set, BloomSetHash *hashes, int count)
{
	SnapshotData dirty;
	BloomLookup lookup;

	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty);
	for (int i = 0; i < count; i++)
	{
		BloomRecentState state;

		if (!hashes[i].known)
			continue;
		state = bloom_lookup_rows(&lookup, hashes[i].hash).state;
		/* model: find-given-back */
		hashes[i].given_back = state == BLOOM_GIVEN_BACK ||
			state == BLOOM_BUSY;
	}
	bloom_lookup_end(&lookup);
}

/*
 * Claim those of known hashes again that were given back, while others cannot
 * claim.  Returns their number.
 */
int
bloom_unclaim_undo(const BloomSet *set, const BloomSetHash *hashes, int count)
{
	BloomSetHash *known = palloc(count * sizeof(BloomSetHash));
	int			known_count = 0;

	for (int i = 0; i < count; i++)
		if (hashes[i].known)
			known[known_count++] = hashes[i];
	bloom_unclaim_find(set, known, known_count);
	known_count = bloom_recent_insert(set, known, known_count);
	pfree(known);
	return known_count;
}

/*
 * Insert a row that gives back a hash that a filter has.  Returns false if
 * another row of the hash is in the way, which has to be looked at.
 */
static bool
insert_row(const BloomSet *set, uint64 hash)
{
	Relation	table = bloom_set_table(set, BLOOM_RECENT);
	LOCKTAG		lock = bloom_recent_lock(set, hash);
	BloomFound	found = look_up(set, hash);

	CommandCounterIncrement();
	if (found.state == BLOOM_EXPIRED &&
		bloom_delete_row(table, &found.place, false))
		found.state = BLOOM_ABSENT;
	if (found.state == BLOOM_ABSENT)
	{
		TimestampTz bucket = bloom_current_bucket(set);
		Datum		values[] = {
			[RECENT_HASH] = bloom_recent_key(bloom_recent_place(set, hash)),
			[RECENT_BUCKET] =
			TimestampTzGetDatum(set->retention == 0 ? DT_NOBEGIN :
								bucket - BLOOM_GIVEN_BACK_BUCKET)
		};
		bool		nulls[RECENT_COLUMNS] = {0};

		/* model: give-back */
		bloom_set_insert(set, BLOOM_RECENT, values, nulls, 1, NULL);
	}
	LockRelease(&lock, ExclusiveLock, false);
	if (found.state == BLOOM_EXPIRED)
		(void) bloom_delete_row(table, &found.place, true);
	return found.state == BLOOM_ABSENT;
}

/*
 * Give a hash back.  Returns whether it was known, and waits for transactions
 * in progress that decide that, or that move it into a filter.  The set must
 * be open as for bloom_claim_hashes().
 */
bool
bloom_unclaim_hash(const BloomSet *set, uint64 hash)
{
	Relation	table = bloom_set_table(set, BLOOM_RECENT);
	bool		known = false;

	for (;;)
	{
		BloomSetHash tested = bloom_set_hash(set, hash);
		BloomFound	found = look_up(set, hash);

		CHECK_FOR_INTERRUPTS();
		if (found.state == BLOOM_BUSY)
			/* model: unclaim-wait */
			XactLockTableWait(found.other, table, &found.place,
							  XLTW_InsertIndex);
		else if (found.state == BLOOM_PRESENT)
		{
			CommandCounterIncrement();
			/* model: unclaim-delete; others may be merging it */
			known = bloom_delete_row(table, &found.place, true) || known;
		}
		else if (found.state == BLOOM_GIVEN_BACK)
			return known;
		else
		{
			/* a merge that has deleted its row shows its filter by now */
			bloom_filters_test(set, GetLatestSnapshot(), &tested, 1);
			if (!tested.known)
				return known;
			if (insert_row(set, hash))
				return true;
		}
	}
}
