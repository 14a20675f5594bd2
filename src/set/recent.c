/*
 * set/recent.c
 *		The recent hashes of a shared set: finding them by their index,
 *		counting and deleting them.
 */
#include "set/recent.h"

#include "core/bits.h"
#include "value/member.h"

#include "access/transam.h"
#include "utils/fmgroids.h"

/*
 * Begin searches of hashes, or of groups, by a snapshot that has to last until
 * bloom_lookup_end()
 */
void
bloom_lookup_begin(BloomLookup *lookup, const BloomSet *set,
				   Snapshot snapshot)
{
	*lookup = (BloomLookup) {
		.set = set, .snapshot = snapshot, .live = bloom_set_live(set)
	};
}

/* End the searches of a lookup */
void
bloom_lookup_end(BloomLookup *lookup)
{
	if (lookup->scan != NULL)
		systable_endscan_ordered(lookup->scan);
}

/*
 * Search the rows with these keys.  All searches of one lookup must have the
 * same number of keys.  If entries is set, next_entry() returns the rows,
 * otherwise next_row().
 */
static void
search(BloomLookup *lookup, ScanKey keys, int count, bool entries)
{
	const BloomSet *set = lookup->set;
	bool		first = lookup->scan == NULL;

	if (first)
		lookup->scan =
			systable_beginscan_ordered(bloom_set_table(set, BLOOM_RECENT),
									   bloom_set_index(set, BLOOM_RECENT, 0),
									   lookup->snapshot, count, keys);
	lookup->scan->iscan->xs_want_itup = entries;
	/* dead entries count, too, where entries are limited */
	if (entries)
		lookup->scan->iscan->ignore_killed_tuples = false;
	/* btree allocates memory for entries in a rescan only */
	if (!first || entries)
		index_rescan(lookup->scan->iscan, keys, count, NULL, 0);
}

/* Search the rows of a hash */
static void
search_hash(BloomLookup *lookup, uint64 hash)
{
	ScanKeyData key;

	ScanKeyInit(&key, RECENT_HASH + 1, BTEqualStrategyNumber, F_INT8EQ,
				bloom_recent_key(bloom_recent_place(lookup->set, hash)));
	search(lookup, &key, 1, false);
}

/*
 * Read a row, and return its bucket: DT_NOBEGIN in a set without retention.
 * Sets *given_back to whether the row gives its hash back.  Raises an error if
 * no claim can have made the row, nor bloom_unclaim().
 */
static TimestampTz
recent_bucket(const BloomSet *set, TupleTableSlot *slot, bool *given_back)
{
	TimestampTz bucket = DT_NOBEGIN;

	slot_getallattrs(slot);
	*given_back = false;
	if (!slot->tts_isnull[RECENT_BUCKET])
	{
		bucket = DatumGetTimestampTz(slot->tts_values[RECENT_BUCKET]);
		*given_back = set->unclaim && bucket < -BLOOM_GIVEN_BACK_BUCKET / 2;
	}
	if (*given_back && set->retention != 0)
		bucket += BLOOM_GIVEN_BACK_BUCKET;
	if (slot->tts_isnull[RECENT_HASH] || !bloom_set_has_bucket(set, bucket))
		bloom_set_wrong_row(set, BLOOM_RECENT,
							"a row that no claim has written",
							&slot->tts_tid);
	return bucket;
}

/* Go to the next row that the snapshot shows; NULL if there is none */
static HeapTuple
next_row(BloomLookup *lookup)
{
	HeapTuple	row;

	row = bloom_set_next(lookup->set, BLOOM_RECENT, lookup->scan,
						 ForwardScanDirection);
	if (row != NULL)
		lookup->bucket = recent_bucket(lookup->set, lookup->scan->slot,
									   &lookup->given_back);
	return row;
}

/*
 * Find the state of a hash.  The lookup's snapshot must be a dirty one, which
 * shows uncommitted rows and which transactions insert or delete them.  If it
 * shows an expired row and one of a transaction in progress, that transaction
 * is deleting the expired row, so either of them leads to a wait for it.
 */
BloomFound
bloom_lookup_rows(BloomLookup *lookup, uint64 hash)
{
	Snapshot	dirty = lookup->snapshot;
	BloomFound	result = {.state = BLOOM_ABSENT};

	search_hash(lookup, hash);
	while (result.state != BLOOM_PRESENT && next_row(lookup) != NULL)
	{
		bool		live = lookup->bucket >= lookup->live;

		result.place = lookup->scan->slot->tts_tid;
		if (TransactionIdIsValid(dirty->xmin))
		{
			/* model: look-busy */
			result.state = BLOOM_BUSY;
			result.other = dirty->xmin;
		}
		else if (!live)
			/* model: look-expired; others may be deleting it */
			result.state = BLOOM_EXPIRED;
		/* model: look-given-back; another claim may be deleting it */
		else if (lookup->given_back)
			result.state = BLOOM_GIVEN_BACK;
		else
			/* model: look-live; others may be merging it or giving it back */
			result.state = BLOOM_PRESENT;
	}
	return result;
}

/*
 * Search the rows of the group that a set partition belongs to, in the order
 * of the index.  Their places in the group are from first to last.
 */
static void
search_group(BloomLookup *lookup, int32 partition, uint64 first, uint64 last)
{
	/* the smallest hash of the partition, and of the group */
	uint64		group = ((uint64) partition << 1 <<
						 (63 - bloom_set_partition_bits(lookup->set))) &
		~bloom_group_mask(lookup->set);
	ScanKeyData keys[2];

	ScanKeyInit(&keys[0], RECENT_HASH + 1, BTGreaterEqualStrategyNumber,
				F_INT8GE, bloom_recent_key(group + first));
	ScanKeyInit(&keys[1], RECENT_HASH + 1, BTLessEqualStrategyNumber, F_INT8LE,
				bloom_recent_key(group + last));
	/* the entry is enough to skip the rows of other set partitions */
	search(lookup, keys, lengthof(keys), true);
}

/*
 * Go to the next index entry of the group, also if its row is dead, and set
 * *hash.  Returns false after the last one.
 */
static bool
next_entry(BloomLookup *lookup, uint64 *hash)
{
	IndexScanDesc scan = lookup->scan->iscan;
	bool		null;

	CHECK_FOR_INTERRUPTS();
	if (index_getnext_tid(scan, ForwardScanDirection) == NULL)
		return false;
	*hash = bloom_recent_hash(lookup->set,
							  index_getattr(scan->xs_itup, RECENT_HASH + 1,
											scan->xs_itupdesc, &null));
	return true;
}

/*
 * Whether the lookup's snapshot shows that a hash is known: by a row that has
 * not expired; or by a filter, if filtered is set, unless it was given back
 */
bool
bloom_lookup_contains(BloomLookup *lookup, uint64 hash, bool filtered)
{
	HeapTuple	row;
	bool		contains = filtered;

	search_hash(lookup, hash);
	while ((row = next_row(lookup)) != NULL)
	{
		TransactionId xid = HeapTupleHeaderGetXmin(row->t_data);

		if (lookup->bucket < lookup->live)
			continue;
		/* model: seen-given-back */
		contains = !lookup->given_back;
		/* model: seen-own; others may have deleted what the snapshot shows */
		if (!lookup->set->unclaim || TransactionIdIsCurrentTransactionId(xid))
			break;
	}
	return contains;
}

/*
 * Whether a hash is in the table now, in a row that the snapshot shows or that
 * this transaction has inserted.  The lookup's snapshot must be a dirty one,
 * so that SERIALIZABLE does not record the read.  It need not, because a row
 * that is there cannot have been missing.  If it did, claims of other values
 * on the same page of the index would count as conflicts.
 */
bool
bloom_lookup_is_known(BloomLookup *lookup, Snapshot snapshot, uint64 hash)
{
	HeapTuple	row;
	bool		known = false;

	search_hash(lookup, hash);
	while (!known && (row = next_row(lookup)) != NULL)
	{
		/* not the raw one, which would compare as a future one if frozen */
		TransactionId xid = HeapTupleHeaderGetXmin(row->t_data);

		known = lookup->bucket >= lookup->live && !lookup->given_back &&
			(TransactionIdIsCurrentTransactionId(xid) ||
			 (!TransactionIdIsValid(lookup->snapshot->xmin) &&
			  !XidInMVCCSnapshot(xid, snapshot)));
	}
	return known;
}

/*
 * Read all rows, or those of a page, and count the live ones or delete and
 * count the others.  Rows that give a hash back are not counted.
 */
static int64
count_all(const BloomSet *set, Snapshot snapshot, BlockNumber page,
		  bool expire)
{
	SysScanDesc scan = bloom_set_scan(set, BLOOM_RECENT, snapshot, page);
	TimestampTz live = bloom_set_live(set);
	int64		count = 0;

	while (bloom_set_next(set, BLOOM_RECENT, scan,
						  ForwardScanDirection) != NULL)
	{
		bool		given_back;
		bool		expired = recent_bucket(set, scan->slot,
											&given_back) < live;

		/* model: expire-recent */
		if (expired == expire &&
			(!expire || bloom_delete_row(scan->heap_rel,
										 &scan->slot->tts_tid, false)) &&
			!given_back)
			count++;
	}
	systable_endscan(scan);
	return count;
}

/*
 * The number of hashes that the snapshot shows and that have not expired, in
 * all pages or in one (see bloom_set_scan())
 */
int64
bloom_recent_count(const BloomSet *set, Snapshot snapshot, BlockNumber page)
{
	return count_all(set, snapshot, page, false);
}

/*
 * Delete the hashes that have expired, except those that another transaction
 * has locked or deleted.  Returns their number.
 */
int64
bloom_recent_expire(const BloomSet *set)
{
	return count_all(set, NULL, InvalidBlockNumber, true);
}

/*
 * Delete the rows that give back a hash which this filter has, while others
 * cannot claim.  Returns their number.
 */
int64
bloom_recent_take_back(const BloomSet *set, BloomView view)
{
	SysScanDesc scan = bloom_set_scan(set, BLOOM_RECENT, NULL,
									  InvalidBlockNumber);
	int64		count = 0;

	while (bloom_set_next(set, BLOOM_RECENT, scan,
						  ForwardScanDirection) != NULL)
	{
		bool		given_back;
		uint64		hash;

		(void) recent_bucket(set, scan->slot, &given_back);
		hash = bloom_recent_hash(set, scan->slot->tts_values[RECENT_HASH]);
		if (given_back &&
			bloom_view_contains(view, set->class, bloom_bits_rotated(hash)) &&
			bloom_delete_row(scan->heap_rel, &scan->slot->tts_tid, true))
			count++;
	}
	systable_endscan(scan);
	return count;
}

/* How many hashes are counted to estimate the number of all */
#define SAMPLE	1000

/* How many entries are read at most; an old snapshot can keep many dead */
#define SAMPLE_ENTRIES	4000
#define MOST_ENTRIES	(BLOOM_MERGE_BATCH * BLOOM_GROUP_SIZE)

/*
 * The fullest partition of the group that a partition belongs to, if the group
 * has about as many hashes of a bucket as wanted, else -1.  `wanted` must be
 * above SAMPLE.  Hashes of other buckets may not be worth a merge.
 *
 * Hashes are random, so a sample of the group's places is enough, wherever it
 * is.  The estimate errs by 3 percent, or more if most entries are dead.
 * Hashes count that are not yet committed, so that those of a prepared
 * transaction are not forgotten.  The result is not part of the transaction's
 * answers, so SERIALIZABLE need not record the read, and the dirty snapshot
 * does not.
 */
int32
bloom_recent_fullest(const BloomSet *set, int32 partition, TimestampTz bucket,
					 int64 wanted)
{
	uint64		mask = bloom_group_mask(set);
	uint64		span = mask / wanted * SAMPLE;
	uint64		first = (mask - span) / PG_UINT32_MAX * bloom_random();
	uint64		seen = 0;		/* how much of the span was read */
	int			counts[BLOOM_GROUP_SIZE] = {0};
	int			fullest = 0;
	BloomLookup lookup;
	int			count = 0;
	int			entries = 0;
	SnapshotData dirty;
	uint64		hash;

	Assert(wanted > SAMPLE);
	InitDirtySnapshot(dirty);
	bloom_lookup_begin(&lookup, set, &dirty);
	search_group(&lookup, partition, first, first + span);
	while (count < SAMPLE && entries < SAMPLE_ENTRIES &&
		   next_entry(&lookup, &hash))
	{
		int			place = bloom_set_partition(set, hash) % BLOOM_GROUP_SIZE;
		bool		given_back;

		entries++;
		seen = (bloom_recent_place(set, hash) & mask) - first;
		/* merges leave rows that give hashes back */
		if (!index_fetch_heap(lookup.scan->iscan, lookup.scan->slot) ||
			recent_bucket(set, lookup.scan->slot, &given_back) != bucket ||
			given_back)
			continue;
		count++;
		if (++counts[place] > counts[fullest])
			fullest = place;
	}
	bloom_lookup_end(&lookup);
	/* the rest of the span is assumed to have as many, in proportion */
	if (count < SAMPLE && entries == SAMPLE_ENTRIES)
		count = (int) Min(count * ((double) span / (seen + 1.0)), SAMPLE);
	return count < SAMPLE ? -1 :
		partition / BLOOM_GROUP_SIZE * BLOOM_GROUP_SIZE + fullest;
}

/*
 * Read the hashes of a partition that the snapshot shows, in the order of the
 * index: from place *from in the group on, and at most BLOOM_MERGE_BATCH of
 * them.  Sets *from to the place to continue at, or 0 if there are no more.
 * Returns the number of hashes read, which can be small if many entries are
 * dead, or give hashes back: these are skipped unless they have expired.  If
 * snapshot is NULL, the latest one is used.
 */
int64
bloom_recent_read(const BloomSet *set, int32 partition, uint64 *from,
				  Snapshot snapshot, BloomRecent *recent)
{
	uint64		mask = bloom_group_mask(set);
	uint64		place = 0;
	BloomLookup lookup;
	uint64		hash;
	int64		entries = 0;
	int64		rows = 0;		/* that were looked at, dead or not */
	int64		count = 0;

	bloom_lookup_begin(&lookup, set, snapshot);
	search_group(&lookup, partition, *from, mask);
	*from = 0;
	while (next_entry(&lookup, &hash))
	{
		uint64		last = place;
		bool		given_back;

		place = bloom_recent_place(set, hash) & mask;
		/* a dead row of a hash can precede its live one */
		if ((rows >= BLOOM_MERGE_BATCH || entries >= MOST_ENTRIES) &&
			(place != last || count == BLOOM_MERGE_BATCH))
		{
			*from = place;
			break;
		}
		entries++;
		if (bloom_set_partition(set, hash) != partition)
			continue;
		rows++;
		if (!index_fetch_heap(lookup.scan->iscan, lookup.scan->slot))
			continue;
		recent[count].hash = hash;
		recent[count].bucket = recent_bucket(set, lookup.scan->slot,
											 &given_back);
		/* model: merge-given-back */
		if (given_back && recent[count].bucket >= lookup.live)
			continue;
		recent[count++].place = lookup.scan->slot->tts_tid;
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
	Relation	table = bloom_set_table(set, BLOOM_RECENT);
	int64		taken = 0;

	/* in the order of pages */
	qsort(recent, count, sizeof(BloomRecent), compare_places);
	for (int64 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		/* model: take */
		if (bloom_delete_row(table, &recent[i].place, false))
			recent[taken++] = recent[i];
	}
	return taken;
}
