/*
 * set/merge.c
 *		Merging the recent hashes of a shared set into its filters, and
 *		deleting expired hashes and filters.
 *
 * A merge rewrites a whole filter.  upkeep.c decides when that is worth its
 * cost, and the background worker then merges.
 */
#include "set/merge.h"

#include "set/fill.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

/*
 * How many filters a transaction of the worker replaces.  Claims write to one
 * bucket at a time, so only rows that others have inserted need more.
 */
#define WRITTEN			4

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
 * Call action once for each bucket among `count` hashes of a set partition,
 * with the bucket's hashes in ascending order.  Sorts `recent` in place.
 */
void
bloom_merge_each_bucket(BloomRecent *recent, int64 count, int32 partition,
						BloomBucketAction action, void *context)
{
	uint64	   *hashes = MemoryContextAllocHuge(CurrentMemoryContext,
												count * sizeof(uint64) + 1);

	qsort(recent, count, sizeof(BloomRecent), compare_recent);
	for (int64 i = 0; i < count; i++)
		hashes[i] = recent[i].hash;
	for (int64 begin = 0, end = 0; begin < count; begin = end)
	{
		while (end < count && recent[end].bucket == recent[begin].bucket)
			end++;
		action(context, partition, recent[begin].bucket, hashes + begin,
			   end - begin);
	}
	pfree(hashes);
}

/* Remove expired hashes from an array; returns how many are left */
static int64
drop_expired(const BloomSet *set, BloomRecent *recent, int64 count)
{
	TimestampTz live = bloom_set_live(set);
	int64		left = 0;

	for (int64 i = 0; i < count; i++)
		if (recent[i].bucket >= live)	/* model: drop-expired */
			recent[left++] = recent[i];
	return left;
}

/*
 * Read a batch of a set partition's hashes, starting at *from.  Sets *from to
 * where the next batch starts, or to 0 if there is none.  Returns the number
 * of hashes read.
 */
static int64
read_batch(const BloomSet *set, int32 partition, uint64 *from,
		   BloomRecent *recent)
{
	Snapshot	snapshot = RegisterSnapshot(bloom_fill_snapshot());

	/* model: merge-read */
	int64		count = bloom_recent_read(set, partition, from, snapshot,
										  recent, BLOOM_MERGE_BATCH);

	UnregisterSnapshot(snapshot);
	return count;
}

/*
 * Sort hashes by bucket.  Returns the number of those that have expired or
 * belong to the first WRITTEN other buckets.
 */
static int64
first_buckets(const BloomSet *set, BloomRecent *recent, int64 count)
{
	TimestampTz live = bloom_set_live(set);
	int			buckets = 0;

	qsort(recent, count, sizeof(BloomRecent), compare_recent);
	for (int64 i = 0; i < count; i++)
		if (recent[i].bucket >= live &&
			(i == 0 || recent[i].bucket != recent[i - 1].bucket) &&
			buckets++ == WRITTEN)
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
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	TimestampTz live = bloom_set_live(set);
	BloomFilterScan scan;
	BloomSetFilter row;
	int64		expired = 0;

	bloom_filters_begin(&scan, set, latest, DT_NOBEGIN, partition);
	while (bloom_filters_next(&scan, &row))
		/* model: expire-filters */
		if (row.bucket < live && bloom_filter_delete(set, &row))
			expired += row.members;
	bloom_filters_end(&scan);
	UnregisterSnapshot(latest);
	return expired;
}

/*
 * Merge the recent hashes of a set partition, except those that are not
 * committed or that another transaction is deleting.  Does nothing if there
 * are fewer than least.  If more is not NULL, merges only as many as a step of
 * the worker should: of a batch, those of a few buckets.  Sets *more if
 * another such step would get further.  Returns the number of hashes moved.
 * The caller holds bloom_merge_lock.
 */
int64
bloom_merge_partition(const BloomSet *set, int32 partition, int64 least,
					  bool *more)
{
	BloomRecent *recent = palloc(BLOOM_MERGE_BATCH * sizeof(BloomRecent));
	uint64		from = 0;
	int64		merged = 0;

	/* model: merge-command; includes what this transaction has claimed */
	CommandCounterIncrement();
	do
	{
		int64		count = read_batch(set, partition, &from, recent);
		int64		chosen = more == NULL ? count :
			first_buckets(set, recent, count);
		int64		taken;

		if (count < least)
			break;
		if (set->retention != 0)
			expire_filters(set, partition);
		taken = bloom_recent_take(set, recent, chosen);
		if (more != NULL)
			*more = taken > 0 && (chosen < count || from != 0);
		taken = drop_expired(set, recent, taken);
		bloom_merge_each_bucket(recent, taken, partition, merge_bucket,
								(void *) set);
		merged += taken;
	} while (more == NULL && from != 0);
	pfree(recent);
	return merged;
}

/* bloom_set_merge(set) */
Datum
bloom_set_merge(PG_FUNCTION_ARGS)
{
	BloomSet   *set;
	int64		merged = 0;

	PreventCommandIfReadOnly("bloom_set_merge()");
	set = bloom_set_open_owned(PG_GETARG_OID(0), BLOOM_SET_MERGE, NULL);
	bloom_merge_lock(set, true);	/* model: merge-lock-waits */
	for (int32 partition = 0; partition < set->partitions; partition++)
	{
		CHECK_FOR_INTERRUPTS();
		merged += bloom_merge_partition(set, partition, 0, NULL);
	}
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
	set = bloom_is_owner(view) ?
		bloom_set_open_owned(view, BLOOM_SET_MERGE, NULL) :
		bloom_set_open(view, ACL_INSERT, BLOOM_SET_MERGE, NULL);
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
