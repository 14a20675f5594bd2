/*
 * set/upkeep.c
 *		The background worker's work on one shared set.
 *
 * Groups of set partitions are merged when they are due.  If the table of
 * recent hashes then still takes more space than the filters, all groups are
 * merged, and the table is truncated if nobody uses it.  Everything else is
 * left to autovacuum, which cannot shrink an index.
 *
 * Each step is a transaction of its own, so nothing is lost if the worker ends
 * between two steps.  It takes only locks that it gets at once.
 */
#include "set/upkeep.h"

#include "set/merge.h"
#include "set/mergedue.h"
#include "set/setcompat.h"
#include "set/truncate.h"

#include "access/xact.h"
#include "executor/tuptable.h"
#include "storage/lock.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"

/* Groups of one set that are examined in a step */
#define MAX_GROUPS			64

/* Whether other sessions use a table */
static bool
is_used(Relation table)
{
	LOCKTAG		tag;
	int			holders;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, RelationGetRelid(table));
	pfree(GetLockConflicts(&tag, AccessExclusiveLock, &holders));
	return holders > 0;
}

/*
 * Find the next set partition to merge.  Returns -1 at the end, or if *count
 * groups have been examined, which is then 0.
 */
static int32
next_partition(BloomUpkeep *upkeep, const BloomSet *set, int *count)
{
	int32		groups = bloom_set_groups(set);

	for (; upkeep->group < groups && *count > 0; upkeep->group++, (*count)--)
	{
		int32		partition = -1;

		upkeep->group = bloom_recent_next_group(set, upkeep->group);
		if (upkeep->group < groups)
			partition = upkeep->group * bloom_set_group_size(set);
		if (partition >= 0)
			partition = upkeep->all ? bloom_recent_fullest(set, partition, 1) :
				bloom_merge_due(set, partition);
		if (partition >= 0)
			return partition;
	}
	return -1;
}

/*
 * Merge the next set partition of an open set.  Returns whether there is more
 * to do now.
 */
static bool
merge_next(BloomUpkeep *upkeep, const BloomSet *set, bool may_shrink)
{
	int			count = MAX_GROUPS;
	int32		partition = next_partition(upkeep, set, &count);

	if (partition >= 0)
	{
		/* model: merge-lock */
		if (!bloom_merge_lock(set, false))
		{
			upkeep->blocked = true;
			return false;
		}
		/* hashes that are left are not committed, or locked */
		if (bloom_merge_some(set, partition, upkeep->all ? 1 :
							 bloom_merge_least(set) / 8) == 0)
		{
			upkeep->blocked = true;
			upkeep->group++;
		}
		return true;
	}
	if (count == 0)
		return true;
	upkeep->shrinks = upkeep->all;
	upkeep->group = 0;
	upkeep->all = false;
	if (!upkeep->shrinks && bloom_merge_bloated(set))
	{
		upkeep->all = may_shrink && !is_used(set->tables[BLOOM_RECENT]);
		upkeep->blocked = upkeep->blocked || !upkeep->all;
	}
	return upkeep->all || upkeep->shrinks;
}

/*
 * Whether the table of recent hashes has no row that any snapshot shows.  Its
 * rows are read, because VACUUM may not have removed them.
 */
static bool
is_empty(Relation table)
{
	SnapshotData kept = bloom_kept_snapshot(table);
	TableScanDesc scan = bloom_table_beginscan(table, &kept);
	TupleTableSlot *slot = table_slot_create(table, NULL);
	bool		empty = !table_scan_getnextslot(scan, ForwardScanDirection,
												slot);

	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	return empty;
}

/* Truncate the recent hashes of a set that is open for this, if possible */
static void
shrink(BloomUpkeep *upkeep, BloomSet *set)
{
	upkeep->shrinks = false;
	if (!bloom_merge_bloated(set))
		return;
	if (is_empty(set->tables[BLOOM_RECENT]))
		bloom_truncate_components(set, BLOOM_RECENT, false);
	else
		upkeep->blocked = true;
}

/* Whether a relation can be a set that this process can open */
static bool
may_be_kept(Oid view)
{
	/* its session merges a temporary set */
	return get_rel_relkind(view) == RELKIND_VIEW &&
		get_rel_persistence(view) != RELPERSISTENCE_TEMP;
}

/*
 * Do a part of what a set needs, in a transaction.  If may_shrink is false,
 * only groups that are due are merged.  Returns whether there is more to do
 * now.  Sets upkeep->blocked if something is left for later, because of locks,
 * snapshots or transactions of others.
 */
bool
bloom_upkeep_step(BloomUpkeep *upkeep, bool may_shrink)
{
	BloomSet   *set = NULL;
	bool		more = false;

	StartTransactionCommand();
	/* model: merge-snapshot; it keeps places from being reused */
	PushActiveSnapshot(GetTransactionSnapshot());
	if (may_be_kept(upkeep->view))
	{
		set = bloom_set_try_open(upkeep->view, upkeep->shrinks ?
								 BLOOM_SET_ALONE : BLOOM_SET_MERGE);
		if (set == NULL)
			upkeep->blocked = true;
		else if (upkeep->shrinks)
			shrink(upkeep, set);
		else
			more = merge_next(upkeep, set, may_shrink);
	}
	if (set != NULL)
		bloom_set_close(set);
	PopActiveSnapshot();
	CommitTransactionCommand();
	return more;
}

/* Whether an open set has something that the worker should do */
bool
bloom_upkeep_pending(const BloomSet *set)
{
	BloomUpkeep upkeep = {.group = 0};
	int			count = bloom_set_groups(set);

	return next_partition(&upkeep, set, &count) >= 0 ||
		bloom_merge_bloated(set);
}
