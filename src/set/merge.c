/*
 * set/merge.c
 *		Merging the recent hashes of a shared set into its filters, and
 *		forgetting what has expired.
 *
 * A merge writes the whole filter of a partition, so it pays only when that
 * has many hashes.  worker.c does it in the background.
 */
#include "set/merge.h"

#include "access/xact.h"
#include "common/int.h"
#include "miscadmin.h"
#include "storage/lock.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

BLOOM_FUNCTION(bloom_set_merge);
BLOOM_FUNCTION(bloom_set_expire);

/*
 * A merge writes so many bytes of filter for each hash that it moves.
 * Partitions are merged in turn, so that a set has about half as many hashes
 * as all of them would move: at about 100 bytes each, 0.8 of its filters.  But
 * a set of one partition always moves so many.
 */
#define FILTER_BYTES_PER_HASH	70
#define MIN_MERGED				10000

/* How many hashes of a partition pay for a merge */
int64
bloom_merge_threshold(const BloomSet *set)
{
	BloomGeometry geometry;

	if (!bloom_set_geometry(set, 0, &geometry))
		return MIN_MERGED;
	return Max((int64) bloom_filter_size(&geometry) / FILTER_BYTES_PER_HASH,
			   MIN_MERGED);
}

/*
 * The partition to merge, of the group that a partition belongs to, or -1 if
 * none is due: the fullest, when all of them have as many hashes as if each
 * had been merged in its turn, with the threshold's number.  Partitions fill
 * alike, so this is what puts them in turn.
 */
int32
bloom_merge_due(const BloomSet *set, int32 partition)
{
	int64		threshold = bloom_merge_threshold(set);

	return bloom_recent_fullest(set, partition, threshold *
								(bloom_set_group_size(set) + 1) / 2);
}

/* A group with fewer hashes than this is at rest: a quarter of a merge */
int64
bloom_merge_rest(const BloomSet *set)
{
	return bloom_merge_threshold(set) / 4;
}

/*
 * The fullest partition of the group that a partition belongs to, or -1 if the
 * group is at rest.  When nobody claims any more, these are merged one by one.
 */
int32
bloom_merge_restless(const BloomSet *set, int32 partition)
{
	return bloom_recent_fullest(set, partition, bloom_merge_rest(set));
}

/*
 * Keep others from merging this set until the transaction ends, or return
 * false if one is at it and we are not to wait.  Nobody else can take this
 * lock: it is none of those that pg_advisory_lock has.
 */
bool
bloom_merge_lock(const BloomSet *set, bool wait)
{
	Oid			table = RelationGetRelid(set->tables[BLOOM_FILTERS]);
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, table, 0);

	return LockAcquire(&tag, ExclusiveLock, false,
					   !wait) != LOCKACQUIRE_NOT_AVAIL;
}

/* If a snapshot is kept, what it does not show stays: moved, it would */
static Snapshot
merge_snapshot(void)
{
	/* model: kept-snapshot */
	return IsolationUsesXactSnapshot() ? GetTransactionSnapshot() :
		GetLatestSnapshot();
}

/* The error that somebody else is at work on a filter, or was */
static void
filter_is_changed(const BloomSet *set)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("shared set \"%s\" cannot be merged",
					RelationGetRelationName(set->view)),
			 errdetail("Another transaction has changed one of its filters.")));
}

/*
 * Find the last filter of a partition's bucket that hashes are added to; false
 * if there is none
 */
static bool
last_filter(const BloomSet *set, Snapshot snapshot, int32 partition,
			TimestampTz bucket, BloomSetFilter *last)
{
	BloomFilterScan scan;
	BloomSetFilter row;
	bool		found = false;

	bloom_filters_begin(&scan, set, snapshot, bucket);
	bloom_filters_of_partition(&scan, partition);
	/* they come by bucket and part */
	while (bloom_filters_next(&scan, &row) && row.bucket == bucket)
	{
		if (row.part < 0)
			continue;
		*last = row;
		found = true;
	}
	bloom_filters_end(&scan);
	return found;
}

/*
 * The part of a partition's bucket that so many more hashes go to: the last
 * one, which is there, or a new one if that would get more than it is for.
 */
bool
bloom_merge_part(const BloomSet *set, Snapshot snapshot, int32 partition,
				 TimestampTz bucket, int64 count, int32 *part)
{
	BloomSetFilter last;

	*part = 0;
	if (last_filter(set, snapshot, partition, bucket, &last))
	{
		*part = last.part;
		if (count <= bloom_set_part_capacity(set, last.part) - last.members)
			return true;
		if (pg_add_s32_overflow(last.part, 1, part))
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("shared set \"%s\" has too many filters",
							RelationGetRelationName(set->view))));
	}
	while (bloom_set_part_capacity(set, *part) < count && *part < 64)
		(*part)++;
	return false;
}

/* Read a filter that is there, to replace it; its bits are palloc'd */
static uint64 *
take_filter(const BloomSet *set, Snapshot snapshot, BloomSetFilter *wanted)
{
	BloomFilterScan scan;
	BloomSetFilter row;
	uint64	   *words = NULL;

	bloom_filters_begin(&scan, set, snapshot, wanted->bucket);
	bloom_filters_of_partition(&scan, wanted->partition);
	while (words == NULL && bloom_filters_next(&scan, &row))
		if (row.bucket == wanted->bucket && row.part == wanted->part)
		{
			words = bloom_filter_words(&row);
			*wanted = row;
		}
	bloom_filters_end(&scan);
	/* model: take-filter */
	if (words == NULL || !bloom_filter_delete(set, wanted))
		filter_is_changed(set);
	return words;
}

/*
 * An error if there is a filter of that partition, bucket and part that the
 * snapshot does not show, at which the index would wait or fail: the snapshot
 * is an old one, or the tables' owner has inserted a row.
 */
static void
check_not_inserted(const BloomSet *set, const BloomSetFilter *wanted)
{
	SnapshotData dirty;
	BloomFilterScan scan;
	BloomSetFilter row;

	InitDirtySnapshot(dirty);
	bloom_filters_begin(&scan, set, &dirty, wanted->bucket);
	bloom_filters_of_partition(&scan, wanted->partition);
	while (bloom_filters_next_key(&scan, &row))	/* model: new-filter */
		if (row.bucket == wanted->bucket && row.part == wanted->part)
			filter_is_changed(set);
	bloom_filters_end(&scan);
}

/* Add the hashes of a partition's bucket to its filter */
static void
merge_bucket(void *context, int32 partition, TimestampTz bucket,
			 const uint64 *hashes, int64 count)
{
	const BloomSet *set = context;
	Snapshot	snapshot = RegisterSnapshot(merge_snapshot());
	BloomSetFilter row = {.partition = partition, .bucket = bucket};
	uint64	   *words;

	if (bloom_merge_part(set, snapshot, partition, bucket, count, &row.part))
		words = take_filter(set, snapshot, &row);
	else
	{
		check_not_inserted(set, &row);
		bloom_set_geometry(set, row.part, &row.geometry);
		words = palloc_extended(bloom_filter_size(&row.geometry),
								MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	}
	for (int64 i = 0; i < count; i++)
		bloom_filter_add(set, &row.geometry, words, hashes[i]);
	row.members += count;
	row.bits_set = bloom_bits_count(words, row.geometry.lines);
	bloom_filter_insert(set, &row, words);	/* model: put-filter */
	pfree(words);
	UnregisterSnapshot(snapshot);
	CommandCounterIncrement();	/* model: merged-command */
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

/* Sort hashes of a partition by bucket, and do the same with those of each */
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

/* Leave out what has expired */
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
 * Move a batch of a partition's hashes, from a place on, which is moved on to
 * the next, or is 0 if these were the last; returns how many, and in taken how
 * many there were with those that had expired.
 */
static int64
merge_batch(const BloomSet *set, int32 partition, uint64 *from,
			BloomRecent *recent, int64 *taken)
{
	Snapshot	snapshot = RegisterSnapshot(merge_snapshot());
	/* model: merge-read */
	int64		count = bloom_recent_read(set, partition, from, snapshot,
										  recent,
										  BLOOM_MERGE_BATCH);

	UnregisterSnapshot(snapshot);
	*taken = bloom_recent_take(set, recent, count);
	count = drop_expired(set, recent, *taken);
	bloom_merge_each_bucket(recent, count, partition, merge_bucket,
							(void *) set);
	return count;
}

/*
 * Delete filters of buckets that have expired, of a partition or of all if
 * that is -1, but those that another transaction is deleting; returns their
 * members.
 */
static int64
expire_filters(const BloomSet *set, int32 partition)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	TimestampTz live = bloom_set_live(set);
	BloomFilterScan scan;
	BloomSetFilter row;
	int64		expired = 0;

	bloom_filters_begin(&scan, set, latest, DT_NOBEGIN);
	if (partition < 0)
		bloom_filters_of_all(&scan);
	else
		bloom_filters_of_partition(&scan, partition);
	while (bloom_filters_next(&scan, &row))
		/* model: expire-filters */
		if (row.bucket < live && bloom_filter_delete(set, &row))
			expired += row.members;
	bloom_filters_end(&scan);
	UnregisterSnapshot(latest);
	return expired;
}

/*
 * Merge as many of a partition's recent hashes as one transaction should;
 * returns how many are gone.  The caller has the lock.
 */
int64
bloom_merge_some(const BloomSet *set, int32 partition)
{
	BloomRecent *recent = palloc(BLOOM_MERGE_BATCH * sizeof(BloomRecent));
	uint64		from = 0;
	int64		taken;

	if (set->retention != 0)
		expire_filters(set, partition);
	merge_batch(set, partition, &from, recent, &taken);
	pfree(recent);
	return taken;
}

/*
 * Merge all recent hashes of a partition that are committed and that nobody is
 * at work on; returns how many.  The caller has the lock.
 */
int64
bloom_merge_partition(const BloomSet *set, int32 partition)
{
	BloomRecent *recent = palloc(BLOOM_MERGE_BATCH * sizeof(BloomRecent));
	uint64		from = 0;
	int64		merged = 0;
	int64		taken;

	/* model: merge-command; what this transaction has claimed counts */
	CommandCounterIncrement();
	if (set->retention != 0)
		expire_filters(set, partition);
	do
		merged += merge_batch(set, partition, &from, recent, &taken);
	while (from != 0);
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
		merged += bloom_merge_partition(set, partition);
	}
	bloom_set_close(set);
	PG_RETURN_INT64(merged);
}

/* bloom_set_expire(set) */
Datum
bloom_set_expire(PG_FUNCTION_ARGS)
{
	BloomSet   *set;
	int64		expired;

	PreventCommandIfReadOnly("bloom_set_expire()");
	set = bloom_set_open(PG_GETARG_OID(0), ACL_DELETE, BLOOM_SET_MERGE, NULL);
	if (set->retention == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set \"%s\" keeps its values for ever",
						RelationGetRelationName(set->view)),
				 errhint("Create it with retention and bucket.")));
	/* what this transaction has claimed itself is to be seen */
	CommandCounterIncrement();
	expired = bloom_recent_expire(set) + expire_filters(set, -1);
	bloom_set_close(set);
	PG_RETURN_INT64(expired);
}
