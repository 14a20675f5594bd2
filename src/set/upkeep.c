/*
 * set/upkeep.c
 *		What a shared set needs from the background worker.
 *
 * A merge rewrites the whole filter of a set partition, so it pays only if the
 * partition has many recent hashes.  The partitions of a group are merged in
 * turn.  If the table of recent hashes then still takes more space than the
 * filters, all recent hashes are merged, and the table is truncated.  If the
 * table of filters takes much more space than they need, all are written
 * again.  Everything else is left to autovacuum, which cannot shrink an index.
 *
 * Each step is a transaction of its own, so nothing is lost if the worker ends
 * between two steps.  It takes only locks that it gets at once.
 */
#include "set/worker.h"

#include "set/filters.h"
#include "set/recent.h"

#include "access/heaptoast.h"
#include "access/htup_details.h"

/*
 * The fewest hashes that a merge moves, also if BLOOM_BYTES_PER_HASH would
 * permit fewer.  As the partitions of a group are merged in turn, a set has on
 * average half of the recent hashes that merges of all of them would move.  At
 * about 60 bytes each, these take 0.4 times the size of the filters.  In a set
 * of one partition, each merge moves this many.
 */
#define MIN_MERGED				10000

/* Recent hashes that take less space than this are left alone */
#define SMALL_BYTES				(128 * 1024)

/* How many times their size the filters' table may have */
#define MOST_BLOATED			2.6

/* The most attempts, about one a minute, in which all are not merged */
#define MOST_SKIPPED			63

/* Groups of one set that are examined in a step */
#define MAX_GROUPS				16

/*
 * How many hashes a group needs to be due, if merges write this part: as many
 * as it has when its partitions are merged in turn, each at the threshold
 */
int64
bloom_upkeep_due_count(const BloomSet *set, int32 part)
{
	int64		bytes = bloom_set_filter_bytes(set, part);

	return Max(bytes / BLOOM_BYTES_PER_HASH, MIN_MERGED) *
		(bloom_set_group_size(set) + 1) / 2;
}

/*
 * Whether the filters take much less space than their table, because many were
 * replaced before VACUUM could remove any.  If so, sets *vacuumed to whether
 * it has removed most of them since: then they are written again, after which
 * the next VACUUM can shrink the table.
 */
static bool
filters_bloated(const BloomSet *set, bool *vacuumed)
{
	Relation	filters = bloom_set_table(set, BLOOM_FILTERS);
	StdRdOptions *options = (StdRdOptions *) filters->rd_options;
	Oid			oid = filters->rd_rel->reltoastrelid;
	Relation	toast;
	double		live;
	double		dead;
	bool		bloated;

	/* with retention, filters come and go */
	if (set->retention != 0 || !AutoVacuumingActive() ||
		(options != NULL && !options->autovacuum.enabled))
		return false;
	toast = bloom_lock_relation(oid, AccessShareLock, false);
	if (toast == NULL)
		return false;
	live = (double) DatumGetInt64(DirectFunctionCall1(pg_stat_get_live_tuples,
													  oid));
	dead = (double) DatumGetInt64(DirectFunctionCall1(pg_stat_get_dead_tuples,
													  oid));
	/* the filters of part 0, at least: the statistics may be lost */
	live = Max(live * TOAST_MAX_CHUNK_SIZE,
			   (double) bloom_set_filter_bytes(set, 0) * set->partitions);
	*vacuumed = dead * TOAST_MAX_CHUNK_SIZE < live;
	bloated = (double) BLCKSZ * RelationGetNumberOfBlocks(toast) >
		MOST_BLOATED * live + SMALL_BYTES &&
		bloom_may_truncate(filters) && bloom_may_truncate(toast);
	relation_close(toast, NoLock);
	return bloated;
}

/*
 * The fullest set partition of the group that contains partition, or -1 if the
 * group is not due.  Partitions fill evenly, so this makes them take turns.
 */
int32
bloom_upkeep_due(const BloomSet *set, int32 partition)
{
	TimestampTz bucket = bloom_current_bucket(set);
	int32		part = bloom_fill_part(set, NULL, partition, bucket, 1);

	return bloom_recent_fullest(set, partition, bucket,
								bloom_upkeep_due_count(set, part));
}

/* Bytes of the table of recent hashes and its index */
static int64
recent_bytes(const BloomSet *set)
{
	Relation	recent = bloom_set_table(set, BLOOM_RECENT);
	Relation	index = bloom_set_index(set, BLOOM_RECENT, 0);

	return ((int64) RelationGetNumberOfBlocks(recent) +
			RelationGetNumberOfBlocks(index)) * BLCKSZ;
}

/*
 * Whether the table of recent hashes takes more space than the filters that
 * would be written if all of them were merged.  Then they should be, and the
 * table be truncated.  VACUUM does not shrink its index.  The storage
 * parameter vacuum_truncate can forbid that.  If values can be given back,
 * the table may never be empty.
 */
bool
bloom_upkeep_bloated(const BloomSet *set)
{
	int64		bytes = recent_bytes(set);
	int32		part;

	if (set->unclaim || bytes <= SMALL_BYTES ||
		!bloom_may_truncate(bloom_set_table(set, BLOOM_RECENT)))
		return false;
	part = bloom_fill_part(set, NULL, 0, bloom_current_bucket(set), 1);
	return bytes > (int64) bloom_set_filter_bytes(set, part) * set->partitions;
}

/*
 * Find the next set partition to merge.  Examines at most MAX_GROUPS groups,
 * step partitions from each other.  Returns -1 if there is none in these, or
 * none at all: then upkeep->partition is past the last one.
 */
static int32
next_partition(BloomUpkeep *upkeep, const BloomSet *set, int32 step)
{
	bool		all = upkeep->phase == BLOOM_MERGE_ALL;
	int			most = MAX_GROUPS;
	BlockNumber blocks =
		RelationGetNumberOfBlocks(bloom_set_table(set, BLOOM_RECENT));

	/* the table is too small for a group that is due */
	if (!all && !upkeep->going_on &&
		(int64) blocks * MaxHeapTuplesPerPage < bloom_upkeep_due_count(set, 0))
		upkeep->partition = set->partitions;
	for (; most > 0 && upkeep->partition < set->partitions; most--)
	{
		int32		found = all || upkeep->going_on ? upkeep->partition :
			bloom_upkeep_due(set, upkeep->partition);

		if (found >= 0)
			return found;
		upkeep->partition += step;
	}
	return -1;
}

/*
 * Whether an open set has something that the worker should do; sets *vacuum to
 * whether it only waits for VACUUM.  Of many groups, a few are examined,
 * because they fill alike.
 */
bool
bloom_upkeep_pending(const BloomSet *set, bool *vacuum)
{
	BloomUpkeep upkeep = {.partition = 0};
	int32		step = Max(bloom_set_group_size(set),
						   set->partitions / MAX_GROUPS);
	bool		vacuumed = true;
	bool		pending = next_partition(&upkeep, set, step) >= 0 ||
		bloom_upkeep_bloated(set) || filters_bloated(set, &vacuumed);

	*vacuum = !vacuumed;
	return pending;
}

/*
 * Write filters of a set partition again, except those that this transaction
 * has written, so that they move to the space that VACUUM has freed, and the
 * next VACUUM can shrink the table.  The set has no buckets.  Returns false if
 * there are more, from part upkeep->part on.
 */
static bool
rewrite(BloomUpkeep *upkeep, const BloomSet *set, int32 partition)
{
	SysScanDesc scan = bloom_filters_begin(set, NULL, DT_NOBEGIN, partition);
	BloomSetFilter row;
	BloomFilling filling;
	int			left = BLOOM_MERGE_FILTERS - 1;	/* the merge wrote one */

	while (left > 0 && bloom_filters_next(set, scan, &row))
	{
		if (row.part < upkeep->part ||
			TransactionIdIsCurrentTransactionId(row.writer))
			continue;
		bloom_fill_open_part(&filling, set, partition, row.bucket, row.part);
		bloom_fill_write(&filling, set);
		upkeep->part = row.part + 1;
		left--;
	}
	systable_endscan_ordered(scan);
	return left > 0;
}

/* Leave what remains for later, because other sessions are in the way */
static void
leave(BloomUpkeep *upkeep)
{
	upkeep->blocked = true;
	upkeep->phase = BLOOM_DONE;
}

/* Merge a set partition that next_partition() has found */
static void
merge_one(BloomUpkeep *upkeep, const BloomSet *set, int32 partition)
{
	bool		all = upkeep->phase == BLOOM_MERGE_ALL;
	/* the fullest of a due group has more, unless most are uncommitted */
	int64		least = all ? 1 :
		bloom_upkeep_due_count(set, 0) / BLOOM_GROUP_SIZE;
	int64		merged;

	upkeep->partition = partition;
	upkeep->going_on = bloom_merge_partition(set, partition, least,
											 &upkeep->merging);
	merged = upkeep->merging.merged;
	upkeep->worked = upkeep->worked || merged > 0;
	if (upkeep->going_on ||
		(upkeep->rewrites && !rewrite(upkeep, set, partition)))
		return;
	upkeep->part = 0;
	upkeep->merging.merged = 0;
	if (merged > 0 && !all)
		return;
	/*
	 * A due group has had nothing to merge: its hashes are not committed, or
	 * locked, or had expired.  Of all, none is merged again, even if it has
	 * got new hashes.
	 */
	upkeep->blocked = upkeep->blocked || !all;
	upkeep->partition += all ? 1 : bloom_set_group_size(set) -
		partition % bloom_set_group_size(set);
}

/* Choose the next phase, when all groups are examined */
static void
next_phase(BloomUpkeep *upkeep, const BloomSet *set)
{
	bool		bloated = bloom_upkeep_bloated(set);
	bool		vacuumed;

	upkeep->partition = 0;
	if (upkeep->phase == BLOOM_MERGE_ALL)
	{
		upkeep->phase = bloated ? BLOOM_LOOK_EMPTY : BLOOM_DONE;
		return;
	}
	if (filters_bloated(set, &vacuumed))
	{
		upkeep->rewrites = vacuumed;
		upkeep->postponed = !vacuumed;
	}
	upkeep->phase = BLOOM_DONE;
	if (!bloated && !upkeep->rewrites)
		return;
	/* to write filters again, the set need not be left alone */
	if (!upkeep->may_merge_all ||
		(!upkeep->rewrites &&
		 bloom_known_in_use(set->relations, BLOOM_SET_ALONE)))
		leave(upkeep);
	else if (upkeep->status.skip == 0 || upkeep->rewrites)
	{
		upkeep->phase = BLOOM_MERGE_ALL;
		/* others wrote as much before */
		upkeep->merging.spare = recent_bytes(set);
	}
	else
		upkeep->phase = BLOOM_LOOK_EMPTY;
}

/*
 * Truncate the recent hashes, unless a snapshot shows one of the rows.  They
 * are read, because VACUUM may not have removed them; at first before the set
 * is locked, because standbys have to take that lock, too.
 */
static void
truncate_recent(BloomUpkeep *upkeep, BloomSet *set)
{
	Relation	table = bloom_set_table(set, BLOOM_RECENT);
	SnapshotData kept = bloom_kept_snapshot(table);
	SysScanDesc scan = systable_beginscan(table, InvalidOid, false, &kept, 0,
										  NULL);
	bool		empty = systable_getnext(scan) == NULL;

	systable_endscan(scan);
	if (!empty)
	{
		/* while claims go on, all filters would be written for few hashes */
		if (upkeep->status.skip > 0)
			upkeep->status.skip--;
		else if (upkeep->worked)
			upkeep->status.skip = upkeep->status.skipped =
				Min(2 * upkeep->status.skipped + 1, MOST_SKIPPED);
		leave(upkeep);
	}
	else if (upkeep->phase == BLOOM_LOOK_EMPTY)
		upkeep->phase = BLOOM_TRUNCATE;
	else
	{
		bloom_set_truncate(set, BLOOM_RECENT, BLOOM_RECENT);
		upkeep->phase = BLOOM_DONE;
	}
}

/* Do a part of what an open set needs */
static void
work_on(BloomUpkeep *upkeep, BloomSet *set)
{
	int32		partition;

	if (upkeep->phase >= BLOOM_LOOK_EMPTY)
	{
		truncate_recent(upkeep, set);
		return;
	}
	partition = next_partition(upkeep, set, bloom_set_group_size(set));
	/* model: merge-lock */
	if (partition >= 0 && !bloom_merge_lock(set, false))
	{
		leave(upkeep);
		return;
	}
	if (partition >= 0)
		merge_one(upkeep, set, partition);
	if (upkeep->partition >= set->partitions)
		next_phase(upkeep, set);
}

/*
 * Do a part of what a set needs, in a transaction.  Sets upkeep->phase to
 * BLOOM_DONE if nothing else is to be done now.  Sets upkeep->blocked if
 * something is left for later because of locks, snapshots or transactions of
 * others, or because claims go on, and upkeep->postponed if it is left until
 * VACUUM has removed replaced filters.
 */
void
bloom_upkeep_step(void *context)
{
	BloomUpkeep *upkeep = context;
	BloomSet   *set = NULL;

	bloom_worker_begin();
	/* model: merge-snapshot; it keeps places from being reused */
	PushActiveSnapshot(GetTransactionSnapshot());
	if (bloom_may_open(upkeep->status.view))
		set = bloom_set_open(upkeep->status.view, ACL_NO_RIGHTS,
							 upkeep->phase == BLOOM_TRUNCATE ?
							 BLOOM_SET_ALONE : BLOOM_SET_MERGE, NULL);
	if (set == NULL)
		leave(upkeep);
	else
	{
		const char *name = bloom_relation_name(bloom_set_view(set));

		pgstat_report_activity(STATE_RUNNING,
							   psprintf("bloomext merge of %s", name));
		work_on(upkeep, set);
		bloom_set_close(set);
	}
	PopActiveSnapshot();
	CommitTransactionCommand();
}
