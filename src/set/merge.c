/*
 * set/merge.c
 *		Merging the recent hashes of a shared set into its filters, and
 *		deleting expired hashes and filters.
 *
 * A merge rewrites a whole filter.  upkeep.c decides when that is worth its
 * cost, and the background worker then merges.
 */
#include "set/filters.h"
#include "set/recent.h"

BLOOM_FUNCTION(bloom_set_merge);
BLOOM_FUNCTION(bloom_set_expire);

/*
 * Keep other sessions from merging this set until the transaction ends.
 * Returns false if another session is merging it and wait is false.  Users
 * cannot take this lock, because pg_advisory_lock() never uses such a tag.
 */
bool
bloom_merge_lock(const BloomSet *set, bool wait)
{
	Oid			table = set->relations->tables[BLOOM_FILTERS];
	LOCKTAG		tag = bloom_lock_tag(MyDatabaseId, table, 0);

	return LockAcquire(&tag, ExclusiveLock, false,
					   !wait) != LOCKACQUIRE_NOT_AVAIL;
}

/* A BloomBucketAction: add the hashes to the filter of their bucket */
static void
merge_bucket(void *context, int32 partition, TimestampTz bucket,
			 const uint64 *hashes, int64 count)
{
	const BloomSet *set = context;
	BloomFilling filling;

	bloom_fill_open(&filling, set, partition, bucket, count);
	for (int64 i = 0; i < count; i++)
		bloom_fill_add(&filling, set, hashes[i]);
	bloom_fill_write(&filling, set);
}

static int
compare_recent(const void *a, const void *b)
{
	const BloomRecent *x = a;
	const BloomRecent *y = b;

	if (x->bucket != y->bucket)
		return x->bucket < y->bucket ? -1 : 1;
	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/*
 * Call action once for each live bucket among `count` hashes of a set
 * partition, with the bucket's hashes in ascending order.  Sorts `recent` in
 * place.  Returns how many hashes have not expired.
 */
int64
bloom_merge_each_bucket(const BloomSet *set, BloomRecent *recent, int64 count,
						int32 partition, BloomBucketAction action,
						void *context)
{
	uint64	   *hashes = palloc(count * sizeof(uint64));
	TimestampTz live = bloom_set_live(set);
	int64		left = 0;

	qsort(recent, count, sizeof(BloomRecent), compare_recent);
	for (int64 i = 0; i < count; i++)
		hashes[i] = recent[i].hash;
	for (int64 begin = 0, end = 0; begin < count; begin = end)
	{
		while (end < count && recent[end].bucket == recent[begin].bucket)
			end++;
		if (recent[begin].bucket < live)	/* model: drop-expired */
			continue;
		action(context, partition, recent[begin].bucket, hashes + begin,
			   end - begin);
		left += end - begin;
	}
	pfree(hashes);
	return left;
}

/*
 * Sort hashes by bucket.  Returns the number of those that have expired or
 * belong to the first BLOOM_MERGE_FILTERS other buckets.
 */
static int64
first_buckets(const BloomSet *set, BloomRecent *recent, int64 count)
{
	TimestampTz live = bloom_set_live(set);
	int			buckets = 0;

	if (set->retention == 0)
		return count;
	qsort(recent, count, sizeof(BloomRecent), compare_recent);
	for (int64 i = 0; i < count; i++)
		if (recent[i].bucket >= live &&
			(i == 0 || recent[i].bucket != recent[i - 1].bucket) &&
			buckets++ == BLOOM_MERGE_FILTERS)
			return i;
	return count;
}

/*
 * Delete the filters of expired buckets of a set partition, or of all of them
 * if partition is -1.  Skips filters that another transaction is deleting.
 * Returns the number of members deleted.
 */
static int64
expire_filters(const BloomSet *set, int32 partition)
{
	TimestampTz live = bloom_set_live(set);
	SysScanDesc scan = bloom_filters_begin(set, NULL, DT_NOBEGIN, partition);
	BloomSetFilter row;
	int64		expired = 0;

	while (bloom_filters_next(set, scan, &row))
		/* model: expire-filters */
		if (row.bucket < live &&
			bloom_delete_row(scan->heap_rel, &row.place, false))
			expired += row.members;
	systable_endscan_ordered(scan);
	return expired;
}

/*
 * Merge recent hashes of a set partition: of a batch, those of a few buckets,
 * except those that are not committed or that another transaction is deleting.
 * Does nothing if there are fewer than least.  Reads from place *from on.  If
 * it is done with the batch, sets *from to where the next call in this
 * transaction should read, because those read before are dead; 0 after the
 * last.  Sets *more if it has moved some and there are more.  If others have
 * locked the whole batch, *more is false and *from is not 0, so the caller can
 * skip the batch or give up the partition.  Returns the number of hashes
 * moved.  The caller holds bloom_merge_lock.
 */
int64
bloom_merge_partition(const BloomSet *set, int32 partition, int64 least,
					  uint64 *from, bool *more)
{
	BloomRecent *recent = palloc(BLOOM_MERGE_BATCH * sizeof(BloomRecent));
	uint64		rest = *from;
	int64		count;
	int64		taken = 0;

	/* model: merge-command; includes what this transaction has claimed */
	CommandCounterIncrement();
	/* model: merge-read */
	count = bloom_recent_read(set, partition, &rest, bloom_fill_snapshot(),
							  recent, BLOOM_MERGE_BATCH);
	*more = false;
	if (count >= least)
	{
		int64		chosen = first_buckets(set, recent, count);

		if (set->retention != 0)
			expire_filters(set, partition);
		taken = bloom_recent_take(set, recent, chosen);
		*more = taken > 0 && (chosen < count || rest != 0);
		/* hashes that were not chosen are read again, unless all are locked */
		if (chosen == count || taken == 0)
			*from = rest;
		taken = bloom_merge_each_bucket(set, recent, taken, partition,
										merge_bucket, (void *) set);
	}
	pfree(recent);
	return taken;
}

/* bloom_set_merge(set) */
Datum
bloom_set_merge(PG_FUNCTION_ARGS)
{
	BloomSet   *set;
	uint64		from = 0;
	bool		more;
	int64		merged = 0;

	PreventCommandIfReadOnly("bloom_set_merge()");
	set = bloom_set_open(PG_GETARG_OID(0), BLOOM_OWNERSHIP, BLOOM_SET_MERGE,
						 NULL);
	bloom_merge_lock(set, true);	/* model: merge-lock-waits */
	for (int32 partition = 0; partition < set->partitions;
		 partition += !more && from == 0)
		merged += bloom_merge_partition(set, partition, 0, &from, &more);
	bloom_set_close(set);
	PG_RETURN_INT64(merged);
}

/* bloom_set_expire(set) */
Datum
bloom_set_expire(PG_FUNCTION_ARGS)
{
	Oid			view = PG_GETARG_OID(0);
	BloomSet   *set;
	int64		expired;

	PreventCommandIfReadOnly("bloom_set_expire()");

	/*
	 * INSERT is enough.  DELETE is not asked for, because with it PostgreSQL
	 * lets a role lock the view and its tables exclusively.
	 */
	set = bloom_set_open(view, bloom_set_is_view(view) &&
						 bloom_is_owner(view) ? BLOOM_OWNERSHIP : ACL_INSERT,
						 BLOOM_SET_MERGE, NULL);
	if (set->retention == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set \"%s\" has no retention time",
						RelationGetRelationName(bloom_set_view(set))),
				 errhint("Only sets that were created with retention and bucket expire.")));
	/* makes what this transaction has claimed visible */
	CommandCounterIncrement();
	expired = bloom_recent_expire(set) + expire_filters(set, -1);
	bloom_set_close(set);
	PG_RETURN_INT64(expired);
}
