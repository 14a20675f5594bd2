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

/* How many filters of a set partition a merge looks at to expire them */
#define EXPIRED_FILTERS		16

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
 * Whether hashes of a bucket are worth the bytes of the filter that a merge
 * would write: an eighth of what makes a group due is enough, because the
 * merge of another bucket is under way.  Otherwise uses spare bytes for it, if
 * there are enough.
 */
static bool
is_worth(const BloomSet *set, int32 partition, TimestampTz bucket,
		 int64 count, int64 *spare)
{
	int32		part = bloom_fill_part(set, bloom_fill_snapshot(), partition,
									   bucket, count);
	int64		bytes = bloom_set_filter_bytes(set, part);

	if (bytes <= count * BLOOM_BYTES_PER_HASH * 8)
		return true;
	if (bytes > *spare)
		return false;
	*spare -= bytes;
	return true;
}

/*
 * Sort hashes by bucket, and move those that a step merges to the front: those
 * that have expired, and those of the first BLOOM_MERGE_FILTERS other buckets
 * that are worth it.  Returns their number.  Sets *left if there are more
 * buckets.
 */
static int64
choose_buckets(const BloomSet *set, int32 partition, BloomRecent *recent,
			   int64 count, int64 *spare, bool *left)
{
	TimestampTz live = bloom_set_live(set);
	int64		chosen = 0;
	int			buckets = 0;

	if (set->retention != 0)
		qsort(recent, count, sizeof(BloomRecent), compare_recent);
	for (int64 begin = 0, end = 0; begin < count; begin = end)
	{
		TimestampTz bucket = recent[begin].bucket;

		while (end < count && recent[end].bucket == bucket)
			end++;
		*left = bucket >= live && buckets == BLOOM_MERGE_FILTERS;
		if (*left)
			break;
		if (bucket >= live &&
			!is_worth(set, partition, bucket, end - begin, spare))
			continue;
		buckets += bucket >= live;
		memmove(recent + chosen, recent + begin,
				(end - begin) * sizeof(BloomRecent));
		chosen += end - begin;
	}
	return chosen;
}

/*
 * Delete the filters of expired buckets of a set partition, among its first
 * EXPIRED_FILTERS ones, or of all set partitions if partition is -1.  Skips
 * filters that another transaction is deleting.  Returns the number of members
 * deleted.
 */
static int64
expire_filters(const BloomSet *set, int32 partition)
{
	TimestampTz live = bloom_set_live(set);
	SysScanDesc scan = bloom_filters_begin(set, NULL, DT_NOBEGIN, partition);
	BloomSetFilter row;
	int			most = EXPIRED_FILTERS;
	int64		expired = 0;

	while ((partition < 0 || most-- > 0) &&
		   bloom_filters_next(set, scan, &row))
		/* model: expire-filters */
		if (row.bucket < live &&
			bloom_delete_row(scan->heap_rel, &row.place, false))
			expired += row.members;
	systable_endscan_ordered(scan);
	return expired;
}

/*
 * A step of the merge of a set partition: reads a batch from the place where
 * the last one ended, and merges the hashes of a few buckets, except those
 * that are not committed or that another transaction is deleting.  Merges
 * nothing if there are fewer than least, and no bucket that is not worth it.
 * Returns whether there is more to read.  The caller holds bloom_merge_lock.
 */
bool
bloom_merge_partition(const BloomSet *set, int32 partition, int64 least,
					  BloomMerging *merging)
{
	BloomRecent *recent = palloc(BLOOM_MERGE_BATCH * sizeof(BloomRecent));
	uint64		rest = merging->from;
	bool		left = false;
	int64		count;
	int64		taken = 0;

	/* model: merge-command; includes what this transaction has claimed */
	CommandCounterIncrement();
	/* model: merge-read */
	count = bloom_recent_read(set, partition, &rest, bloom_fill_snapshot(),
							  recent);
	if (count >= least)
	{
		count = choose_buckets(set, partition, recent, count, &merging->spare,
							   &left);
		if (set->retention != 0)
			expire_filters(set, partition);
		taken = bloom_recent_take(set, recent, count);
		merging->merged += bloom_merge_each_bucket(set, recent, taken,
												   partition, merge_bucket,
												   (void *) set);
	}
	pfree(recent);
	/* buckets that are left are read again, unless all rows are locked */
	left = left && taken > 0;
	if (!left)
		merging->from = rest;
	return left || rest != 0;
}

/* bloom_set_merge(set) */
Datum
bloom_set_merge(PG_FUNCTION_ARGS)
{
	BloomSet   *set;
	BloomMerging merging = {.spare = PG_INT64_MAX};

	PreventCommandIfReadOnly("bloom_set_merge()");
	set = bloom_set_open(PG_GETARG_OID(0), BLOOM_OWNERSHIP, BLOOM_SET_MERGE,
						 NULL);
	bloom_merge_lock(set, true);	/* model: merge-lock-waits */
	for (int32 partition = 0; partition < set->partitions;)
		partition += !bloom_merge_partition(set, partition, 0, &merging);
	bloom_set_close(set);
	PG_RETURN_INT64(merging.merged);
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
				 errhint("Only sets that were created with a retention expire.")));
	/* makes what this transaction has claimed visible */
	CommandCounterIncrement();
	expired = bloom_recent_expire(set) + expire_filters(set, -1);
	bloom_set_close(set);
	PG_RETURN_INT64(expired);
}
