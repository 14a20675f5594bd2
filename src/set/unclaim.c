/*
 * set/unclaim.c
 *		Giving claims back: the hash is new again.
 *
 * A recent hash is given back by deleting its row.  A hash cannot be removed
 * from a filter.  So a row of the recent hashes says that it was given back,
 * which means that filters that have it do not count.  Merges leave that row.
 * A claim deletes it, and so is the only one that gets the hash.  With
 * retention, the row is in the next bucket, and so expires after each filter
 * that has the hash, also for a claim that has tested filters before.
 *
 * Only sets that were created for it look for such rows, because that costs a
 * search of the index for each hash that a filter has.
 */
#include "set/recent.h"

#include "set/filters.h"

#include "storage/lmgr.h"

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
	known_count = bloom_recent_insert(set, known, known_count);
	pfree(known);
	return known_count;
}

/* Insert the row that gives a locked hash back */
static void
insert_row(const BloomSet *set, uint64 hash)
{
	TimestampTz bucket = set->retention == 0 ? DT_NOBEGIN :
		bloom_current_bucket(set) + set->bucket - BLOOM_GIVEN_BACK_BUCKET;
	Datum		values[] = {
		[RECENT_HASH] = bloom_recent_key(bloom_recent_place(set, hash)),
		[RECENT_BUCKET] = TimestampTzGetDatum(bucket)
	};
	bool		nulls[RECENT_COLUMNS] = {0};

	CommandCounterIncrement();
	bloom_set_insert(set, BLOOM_RECENT, values, nulls, 1, NULL);
}

/*
 * The state of a hash now.  If it is absent and a filter has it, inserts the
 * row that gives it back.
 */
static BloomFound
look_up(const BloomSet *set, uint64 hash, bool filtered)
{
	/* model: unclaim-lock; see bloom_recent_insert() */
	LOCKTAG		lock = bloom_recent_lock(set, hash);
	SnapshotData dirty;
	BloomLookup lookup;
	BloomFound	found;

	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty);
	found = bloom_lookup_rows(&lookup, hash);
	bloom_lookup_end(&lookup);
	/* model: give-back */
	if (found.state == BLOOM_ABSENT && filtered)
		insert_row(set, hash);
	LockRelease(&lock, ExclusiveLock, false);
	return found;
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
	BloomSetHash tested = bloom_set_hash(set, hash);
	bool		known = false;

	for (;;)
	{
		bool		filtered = tested.known;
		BloomFound	found = look_up(set, hash, filtered);

		CHECK_FOR_INTERRUPTS();
		if (found.state == BLOOM_GIVEN_BACK)
			return known;
		else if (found.state == BLOOM_BUSY)
			/* model: unclaim-wait */
			XactLockTableWait(found.other, table, &found.place,
							  XLTW_InsertIndex);
		else if (found.state == BLOOM_PRESENT ||
				 (found.state == BLOOM_EXPIRED && filtered))
		{
			CommandCounterIncrement();
			/* model: unclaim-delete; others may be merging it */
			if (bloom_delete_row(table, &found.place, true))
				known = known || found.state == BLOOM_PRESENT;
		}
		else if (filtered)
			return true;
		else
		{
			/* a merge that has deleted its row shows its filter by now */
			bloom_filters_test(set, NULL, false, &tested, 1);
			if (!tested.known)
				return known;
		}
	}
}
