/*
 * set/tend.c
 *		Bringing a shared set to rest: the background worker's work on one set.
 *
 * While values are being claimed, a group of set partitions is merged when it
 * is due.  When claims have ceased, groups are merged until each is at rest.
 * If the table of recent hashes is still far larger than the remaining hashes
 * need, all of them are merged and the table's files are recreated.
 *
 * Each step is a transaction or a VACUUM of its own, so nothing is lost if the
 * worker ends between two steps.  It takes only locks that it gets at once.
 */
#include "set/worker.h"

#include "set/merge.h"
#include "set/mergedue.h"
#include "set/truncate.h"
#include "set/vacuum.h"

#include "access/xact.h"
#include "storage/bufmgr.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

/* Steps for one set before the worker goes on to the next set */
#define MAX_IN_TURN			16

/* Groups of one set that are examined in a step */
#define MAX_GROUPS			64

/*
 * Fractions of dead rows at which a VACUUM of a set's tables pays.  The one
 * for recent hashes is larger, because VACUUM reads their whole index.
 */
#define DEAD_RECENT			0.2
#define DEAD_FILTERS		0.1

/* Upper bound of the bytes of a recent hash in the table and its index */
#define BYTES_PER_HASH		200

/*
 * Emptying the table of recent hashes rewrites each filter, so it does not pay
 * if the table is smaller than this size, or than this share of the filters.
 */
#define SMALL_BYTES			(1024 * 1024)
#define SMALL_SHARE			0.7

/* What is merged, in this order */
typedef enum Phase
{
	PHASE_DUE,					/* groups that are due */
	PHASE_REST,					/* groups that are not at rest */
	PHASE_ALL,					/* all groups, to recreate the files */
	PHASES
} Phase;

/* A pass over the groups of a set in each phase, which can take many turns */
typedef struct Tending
{
	Oid			view;
	int32		partition;		/* of the group to begin with, or -1 */
	TransactionId since;		/* later rows mean that claims go on */
	Phase		phase;
	int32		group;			/* number of groups examined in this phase */
	bool		waits;			/* claims to a group that is left go on */
	bool		rested;			/* a group was merged that was not due */
	BloomTended result;
	Oid			vacuum[2];		/* tables to vacuum next, or InvalidOid */
} Tending;

/* Passes of this process that go on in the next turn of their sets */
static List *passes = NIL;

/* Tables that this process no longer vacuums, because it failed to */
static List *left_alone = NIL;

static bool
is_left_alone(Oid table)
{
	return list_member_oid(left_alone, table);
}

static void
leave_alone(Oid table)
{
	MemoryContext old = MemoryContextSwitchTo(TopMemoryContext);

	left_alone = list_append_unique_oid(left_alone, table);
	MemoryContextSwitchTo(old);
}

/* Whether the recent hashes take far more room than those of a set at rest */
static bool
is_bloated(const BloomSet *set)
{
	Relation	recent = set->tables[BLOOM_RECENT];
	Relation	index = set->indexes[BLOOM_RECENT];
	double		bytes = (double) BLCKSZ * RelationGetNumberOfBlocks(recent) +
		(double) BLCKSZ * RelationGetNumberOfBlocks(index);
	double		allowed = Max((double) bloom_set_groups(set) *
							  bloom_merge_rest(set, 0) * BYTES_PER_HASH,
							  SMALL_BYTES);
	BloomGeometry geometry;

	bloom_set_geometry(set, 0, &geometry);
	allowed = Max(allowed, SMALL_SHARE * set->partitions *
				  bloom_filter_size(&geometry));
	return !is_left_alone(RelationGetRelid(recent)) && bytes > allowed;
}

/* The set partition of a group to merge in this phase, or -1 */
static int32
partition_to_merge(Tending *tending, const BloomSet *set, int32 first)
{
	int32		partition;

	if (tending->phase == PHASE_DUE)
		return bloom_merge_due(set, first);
	partition = tending->phase == PHASE_REST ? bloom_merge_restless(set,
																	first) :
		bloom_recent_fullest(set, first, 1);
	if (partition >= 0 &&
		(!TransactionIdIsValid(tending->since) ||
		 !bloom_recent_is_idle(set, partition, tending->since)))
	{
		tending->waits = true;
		return -1;
	}
	tending->rested = tending->rested || partition >= 0;
	return partition;
}

/*
 * Go on to the next group that has hashes.  Returns its number, or -1 at the
 * end of the phase.
 */
static int32
next_group(Tending *tending, const BloomSet *set)
{
	int32		groups = bloom_set_groups(set);
	int32		first = tending->partition / BLOOM_GROUP_SIZE;

	while (tending->group < groups)
	{
		int32		group = (first + tending->group) % groups;
		int32		next = bloom_recent_next_group(set, group);

		tending->group += next - group;
		if (next < groups && tending->group < groups)
			return next;
	}
	return -1;
}

/*
 * The next set partition to merge, or -1 if there is none.  In that case, sets
 * tending->result to what is left.
 */
static int32
next_partition(Tending *tending, const BloomSet *set)
{
	int			examined = 0;

	for (; tending->phase < PHASES; tending->phase++)
	{
		int32		group;

		if (tending->phase == PHASE_ALL &&
			(tending->waits || !is_bloated(set)))
			break;
		for (; (group = next_group(tending, set)) >= 0; tending->group++)
		{
			int32		partition;

			if (examined++ == MAX_GROUPS)
			{
				tending->result = BLOOM_TENDED_MORE;
				return -1;
			}
			partition = partition_to_merge(tending, set,
										   group * BLOOM_GROUP_SIZE);
			if (partition >= 0)
				return partition;
		}
		tending->group = 0;
		tending->rested = tending->rested || tending->phase == PHASE_ALL;
	}
	tending->result = tending->waits ? BLOOM_TENDED_WAITS : BLOOM_TENDED_RESTS;
	return -1;
}

/* After a merge, choose the tables with enough dead rows to vacuum */
static void
choose_tables(Tending *tending, const BloomSet *set, int64 merged)
{
	Relation	recent = set->tables[BLOOM_RECENT];
	Relation	filters = set->tables[BLOOM_FILTERS];
	double		all = RelationGetNumberOfBlocks(recent) * (BLCKSZ / 36.0);

	/* random, with the right average: dead rows need not be counted */
	if (bloom_random() <= PG_UINT32_MAX * (merged / (all * DEAD_RECENT)))
		tending->vacuum[0] = RelationGetRelid(recent);
	if (bloom_random() <= PG_UINT32_MAX / (set->partitions * DEAD_FILTERS))
		tending->vacuum[1] = RelationGetRelid(filters);
}

/* Merge the next set partition of an open set */
static void
merge_next(Tending *tending, const BloomSet *set)
{
	int32		partition;
	int64		merged;

	if (tending->partition < 0)
		tending->partition = (int32) (bloom_random() % set->partitions);
	tending->partition %= set->partitions;
	partition = next_partition(tending, set);
	if (partition < 0)
	{
		/* after the last merge that brought the set to rest */
		if (tending->rested && tending->result == BLOOM_TENDED_RESTS)
			for (int i = 0; i < (int) lengthof(tending->vacuum); i++)
				tending->vacuum[i] =
					RelationGetRelid(set->tables[i == 0 ? BLOOM_RECENT :
												 BLOOM_FILTERS]);
		return;
	}
	tending->result = BLOOM_TENDED_BLOCKED;
	/* model: merge-lock */
	if (!bloom_merge_lock(set, false))
		return;
	merged = bloom_merge_some(set, partition);
	if (merged == 0)
		return;
	choose_tables(tending, set, merged);
	tending->result = BLOOM_TENDED_MORE;
}

/* Whether a relation can be a set that this process can open */
static bool
may_be_tended(Oid view)
{
	/* its session merges a temporary set */
	return get_rel_relkind(view) == RELKIND_VIEW &&
		get_rel_persistence(view) != RELPERSISTENCE_TEMP;
}

/* A step: merge one set partition, if there is one to merge */
static void
merge_step(void *argument)
{
	Tending    *tending = argument;
	BloomSet   *set = NULL;

	tending->result = BLOOM_TENDED_RESTS;
	StartTransactionCommand();
	/* model: merge-snapshot; it keeps places from being reused */
	PushActiveSnapshot(GetTransactionSnapshot());
	if (may_be_tended(tending->view))
	{
		set = bloom_set_try_open(tending->view, BLOOM_SET_MERGE);
		tending->result = BLOOM_TENDED_BLOCKED;
	}
	if (set != NULL)
	{
		/* allows the set's owner to signal this process */
		bloom_appear_as(set->view->rd_rel->relowner);
		merge_next(tending, set);
	}
	if (set != NULL)
		bloom_set_close(set);
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/* A step: recreate the files of the table of recent hashes if it is empty */
static void
shrink_step(void *argument)
{
	Tending    *tending = argument;
	BloomSet   *set;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	set = bloom_set_try_open(tending->view, BLOOM_SET_ALONE);
	/* without pages, not even an old snapshot can see a row */
	if (set != NULL && is_bloated(set))
	{
		if (RelationGetNumberOfBlocks(set->tables[BLOOM_RECENT]) == 0)
			bloom_truncate_components(set, BLOOM_RECENT, false);
		else
			leave_alone(RelationGetRelid(set->tables[BLOOM_RECENT]));
	}
	if (set != NULL)
		bloom_set_close(set);
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/* Vacuum the tables that were chosen */
static void
vacuum_chosen(Tending *tending)
{
	for (int i = 0; i < (int) lengthof(tending->vacuum); i++)
	{
		Oid			table = tending->vacuum[i];

		tending->vacuum[i] = InvalidOid;
		if (OidIsValid(table) && !is_left_alone(table) &&
			!bloom_vacuum_component(tending->view, table))
			leave_alone(table);
	}
}

/* The pass over a set that its last turn has left, or a new one */
static Tending *
find_pass(Oid view, int32 partition)
{
	MemoryContext old;
	Tending    *pass;
	ListCell   *cell;

	foreach(cell, passes)
		if (((Tending *) lfirst(cell))->view == view)
			return lfirst(cell);
	old = MemoryContextSwitchTo(TopMemoryContext);
	pass = palloc0(sizeof(Tending));
	pass->view = view;
	pass->partition = partition;
	passes = lappend(passes, pass);
	MemoryContextSwitchTo(old);
	return pass;
}

/*
 * Bring a set nearer to rest, as far as possible without waiting and without
 * making other sets wait too long.  Goes on where the last call for the set
 * ended if that has returned BLOOM_TENDED_MORE.  Otherwise starts at the group
 * that contains partition, or at a random one if partition is -1.  Rows that
 * were inserted by transactions from since on mean that claims go on.  Returns
 * what is left.
 */
BloomTended
bloom_tend_set(Oid view, int32 partition, TransactionId since)
{
	Tending    *pass = find_pass(view, partition);
	BloomTended result = BLOOM_TENDED_MORE;

	pass->since = since;
	for (int step = 0; result == BLOOM_TENDED_MORE && step < MAX_IN_TURN;
		 step++)
	{
		bool		done = bloom_watch_step(merge_step, pass);

		bloom_appear_as(InvalidOid);
		result = done ? pass->result : BLOOM_TENDED_BLOCKED;
		if (done)
			vacuum_chosen(pass);
	}
	if (result == BLOOM_TENDED_RESTS && pass->rested)
		(void) bloom_watch_step(shrink_step, pass);
	if (result != BLOOM_TENDED_MORE)
	{
		passes = list_delete_ptr(passes, pass);
		pfree(pass);
	}
	return result;
}

/* A step: find out whether a set is at rest, and change nothing */
static void
look_step(void *argument)
{
	Tending    *tending = argument;
	BloomSet   *set = NULL;

	tending->result = BLOOM_TENDED_RESTS;
	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	if (may_be_tended(tending->view))
		set = bloom_set_try_open(tending->view, BLOOM_SET_READ);
	if (set != NULL)
		(void) next_partition(tending, set);
	if (set != NULL)
		bloom_set_close(set);
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/* Whether a set is at rest, or cannot be examined now */
bool
bloom_tend_rests(Oid view)
{
	Tending		tending = {.view = view, .phase = PHASE_REST};

	do
	{
		if (!bloom_watch_step(look_step, &tending))
			return true;
	} while (tending.result == BLOOM_TENDED_MORE && !tending.waits);
	return tending.result == BLOOM_TENDED_RESTS;
}
