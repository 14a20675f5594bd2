/*
 * set/tend.c
 *		Bringing shared sets to rest: what the background worker does to one.
 *
 * While values are being claimed, groups of partitions are merged when they
 * are due.  When claims have ceased, what is left is merged until each group
 * is at rest, and if the table of recent hashes is still far larger than those
 * need, it is emptied altogether and its files are made anew.
 *
 * Each step is a transaction or VACUUM of its own, so that ending in between
 * loses nothing.  Locks are taken only if that needs no waiting.
 */
#include "set/worker.h"

#include "set/merge.h"
#include "set/truncate.h"

#include "access/xact.h"
#include "commands/vacuum.h"
#include "nodes/makefuncs.h"
#include "parser/parse_node.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "tcop/tcopprot.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

/* Merges of one set that are done in turn, before others have theirs */
#define MAX_IN_TURN			16

/* Groups of one set that are looked at before others have their turn */
#define MAX_GROUPS			64

/*
 * VACUUM pays when these shares of a set's tables are dead: of the recent
 * hashes, it reads all of the index
 */
#define DEAD_RECENT			0.2
#define DEAD_FILTERS		0.1

/* Bytes that a recent hash takes in the table and its index, at most */
#define BYTES_PER_HASH		200

/*
 * Smaller files of recent hashes are not worth emptying, for which each filter
 * is written once: an absolute size, and a share of the filters
 */
#define SMALL_BYTES			(1024 * 1024)
#define SMALL_SHARE			0.7

/* What is merged, in this order */
typedef enum Phase
{
	PHASE_DUE,					/* groups that are due */
	PHASE_REST,					/* groups that are not at rest */
	PHASE_ALL,					/* all, so that the files can be made anew */
	PHASES
} Phase;

typedef struct Tending
{
	Oid			view;
	int32		partition;		/* of the group to begin with, or -1 */
	TransactionId since;		/* who came later claims still, or invalid */
	Phase		phase;
	int32		group;			/* how many were looked at in this phase */
	bool		rested;			/* merged something that was not due */
	BloomTended result;
	Oid			vacuum[2];		/* tables to vacuum next, or InvalidOid */
	Oid			table;			/* the one to vacuum in this step */
} Tending;

/* Tables that could not be vacuumed, and are left alone by this process */
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
	double		groups = set->partitions / bloom_set_group_size(set);
	double		allowed = Max(groups * bloom_merge_rest(set) * BYTES_PER_HASH,
							  SMALL_BYTES);
	BloomGeometry geometry;

	if (bloom_set_geometry(set, 0, &geometry))
		allowed = Max(allowed, SMALL_SHARE * set->partitions *
					  bloom_filter_size(&geometry));
	return !is_left_alone(RelationGetRelid(recent)) && bytes > allowed;
}

/* The partition of a group to merge in this phase, or -1 */
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
		tending->result = BLOOM_TENDED_WAITS;
		return -1;
	}
	tending->rested = tending->rested || partition >= 0;
	return partition;
}

/* The next partition to merge, or -1; the result is then what is left */
static int32
next_partition(Tending *tending, const BloomSet *set)
{
	int32		groups = set->partitions / bloom_set_group_size(set);

	tending->result = BLOOM_TENDED_RESTS;
	for (; tending->phase < PHASES; tending->phase++)
	{
		if (tending->phase == PHASE_ALL &&
			(tending->result != BLOOM_TENDED_RESTS || !is_bloated(set)))
			break;
		for (; tending->group < Min(groups, MAX_GROUPS); tending->group++)
		{
			int32		group = (tending->partition / BLOOM_GROUP_SIZE +
								 tending->group) % groups;
			int32		first = group * BLOOM_GROUP_SIZE;
			int32		partition = partition_to_merge(tending, set, first);

			if (partition >= 0)
				return partition;
		}
		tending->group = 0;
		tending->rested = tending->rested || tending->phase == PHASE_ALL;
	}
	return -1;
}

/* Choose what a merge leaves to vacuum: tables with enough that is dead */
static void
choose_tables(Tending *tending, const BloomSet *set, int64 merged)
{
	Relation	recent = set->tables[BLOOM_RECENT];
	Relation	filters = set->tables[BLOOM_FILTERS];
	double		all = RelationGetNumberOfBlocks(recent) * (BLCKSZ / 36.0);

	/* chances that are right on average, so that nobody has to count */
	if (bloom_random() <= PG_UINT32_MAX * (merged / (all * DEAD_RECENT)))
		tending->vacuum[0] = RelationGetRelid(recent);
	if (bloom_random() <= PG_UINT32_MAX / (set->partitions * DEAD_FILTERS))
		tending->vacuum[1] = RelationGetRelid(filters);
}

/* Merge what is next of an open set */
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
		/* at the end of what was merged at rest */
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

/* A step: look at the set, and merge once if there is something */
static void
merge_step(void *argument)
{
	Tending    *tending = argument;
	BloomSet   *set = NULL;

	tending->result = BLOOM_TENDED_RESTS;
	StartTransactionCommand();
	/* model: merge-snapshot; while it is there, places are not used again */
	PushActiveSnapshot(GetTransactionSnapshot());
	if (get_rel_relkind(tending->view) == RELKIND_VIEW)
	{
		set = bloom_set_try_open(tending->view, BLOOM_SET_MERGE);
		tending->result = BLOOM_TENDED_BLOCKED;
	}
	if (set != NULL && bloom_set_is_temporary(set))
		tending->result = BLOOM_TENDED_RESTS;
	else if (set != NULL)
	{
		/* who may signal this process: the set's owner */
		bloom_appear_as(set->view->rd_rel->relowner);
		merge_next(tending, set);
	}
	if (set != NULL)
		bloom_set_close(set);
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/* Whether a table is one of a set that is whole */
static bool
is_whole(Tending *tending)
{
	BloomSet   *set;
	bool		whole = false;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	set = bloom_set_try_open(tending->view, BLOOM_SET_READ);
	for (int i = 0; set != NULL && i < BLOOM_COMPONENTS; i++)
		whole = whole || RelationGetRelid(set->tables[i]) == tending->table;
	if (set != NULL)
		bloom_set_close(set);
	PopActiveSnapshot();
	CommitTransactionCommand();
	return whole;
}

/* VACUUM by OID: the name is for messages */
static void
vacuum_table(Oid table)
{
	VacuumStmt *statement = makeNode(VacuumStmt);
	char	   *name;

	/* it keeps what it needs over its transactions there */
	PortalContext = AllocSetContextCreate(TopMemoryContext, "bloomext vacuum",
										  ALLOCSET_DEFAULT_SIZES);
	StartTransactionCommand();
	MemoryContextSwitchTo(PortalContext);
	name = get_rel_name(table);
	if (name != NULL)
	{
		statement->rels = list_make1(makeVacuumRelation(makeRangeVar(NULL,
																	 name, -1),
														table, NIL));
		statement->is_vacuumcmd = true;
		PushActiveSnapshot(GetTransactionSnapshot());
		ExecVacuum(make_parsestate(NULL), statement, true);
	}
	if (ActiveSnapshotSet())
		PopActiveSnapshot();
	CommitTransactionCommand();
}

/*
 * A step: free the room of a table's rows that were merged, if the table can
 * be had at once.  With this lock nobody can give it an index, and what it has
 * is checked again: VACUUM calls the functions of an index that has any.
 */
static void
vacuum_step(void *argument)
{
	Tending    *tending = argument;
	LOCKTAG		tag;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, tending->table);
	if (LockAcquire(&tag, ShareUpdateExclusiveLock, true,
					true) == LOCKACQUIRE_NOT_AVAIL)
		return;
	if (is_whole(tending))
		vacuum_table(tending->table);
}

/* A step: if the table of recent hashes is empty, make its files anew */
static void
shrink_step(void *argument)
{
	Tending    *tending = argument;
	BloomSet   *set;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	set = bloom_set_try_open(tending->view, BLOOM_SET_ALONE);
	/* nothing there, not even for an old snapshot */
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

/* Vacuum those tables that were chosen */
static void
vacuum_chosen(Tending *tending)
{
	for (int i = 0; i < (int) lengthof(tending->vacuum); i++)
	{
		tending->table = tending->vacuum[i];
		tending->vacuum[i] = InvalidOid;
		if (!OidIsValid(tending->table) || is_left_alone(tending->table))
			continue;
		if (!bloom_watch_step(vacuum_step, tending))
			leave_alone(tending->table);
		/* what a step that failed has kept, too */
		LockReleaseSession(DEFAULT_LOCKMETHOD);
		if (PortalContext != NULL)
			MemoryContextDelete(PortalContext);
		PortalContext = NULL;
	}
}

/*
 * Bring a set nearer to rest, as far as that can be done at once and others
 * need not wait too long: from the group of that partition on, or of a random
 * one if that is -1.  Transactions from since on count as claims that go on.
 */
BloomTended
bloom_tend_set(Oid view, int32 partition, TransactionId since)
{
	Tending		tending =
		{.view = view, .partition = partition, .since = since};
	bool		done = true;

	tending.result = BLOOM_TENDED_MORE;
	for (int turn = 0;
		 done && tending.result == BLOOM_TENDED_MORE && turn < MAX_IN_TURN;
		 turn++)
	{
		done = bloom_watch_step(merge_step, &tending);
		bloom_appear_as(InvalidOid);
		if (done)
			vacuum_chosen(&tending);
	}
	if (!done)
		return BLOOM_TENDED_BLOCKED;
	if (tending.result == BLOOM_TENDED_RESTS && tending.rested)
		(void) bloom_watch_step(shrink_step, &tending);
	return tending.result;
}

/* A step: whether a set is at rest, without doing anything */
static void
look_step(void *argument)
{
	Tending    *tending = argument;
	BloomSet   *set = NULL;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	if (get_rel_relkind(tending->view) == RELKIND_VIEW)
		set = bloom_set_try_open(tending->view, BLOOM_SET_READ);
	if (set != NULL && !bloom_set_is_temporary(set))
	{
		tending->phase = PHASE_REST;
		tending->partition = (int32) (bloom_random() % set->partitions);
		(void) next_partition(tending, set);
	}
	if (set != NULL)
		bloom_set_close(set);
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/* Whether a set can be left as it is */
bool
bloom_tend_rests(Oid view)
{
	Tending		tending = {.view = view};

	tending.result = BLOOM_TENDED_RESTS;
	return !bloom_watch_step(look_step, &tending) ||
		tending.result == BLOOM_TENDED_RESTS;
}
