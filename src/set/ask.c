/*
 * set/ask.c
 *		Asking for the background worker that merges recent hashes.
 *
 * Nobody counts the hashes of a set.  Each claim of a new value looks, with a
 * small chance that depends on nothing that a value could be chosen by, at a
 * sample of its partition's group.  If the group is not at rest, a worker is
 * started when the claim has been committed.  The first claim of a session
 * always looks, so that a set goes on after a restart of the server.
 */
#include "set/worker.h"

#include "set/merge.h"
#include "set/mergedue.h"

#include "access/xact.h"
#include "postmaster/bgworker.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/lock.h"

/* Average number of looks until a group that was at rest is no more */
#define LOOKS			8

/* A smaller table of recent hashes is not looked at by a session's first */
#define SMALL_BLOCKS	8

/* What this transaction asks */
static BloomAsk asked[BLOOM_MAX_ASKS];
static int	asked_count = 0;

/* The sets that this session has looked at, each in the place of its OID */
#define LOOKED_PLACES	64

static Oid	looked[LOOKED_PLACES];

/*
 * Start a worker for these sets and all others of this database that are not
 * at rest, if there is one to be had; no error if not.
 */
void
bloom_worker_start(const BloomAsk *asks, int count)
{
	BackgroundWorker worker = {
		.bgw_flags = BGWORKER_SHMEM_ACCESS |
		BGWORKER_BACKEND_DATABASE_CONNECTION,
		.bgw_start_time = BgWorkerStart_RecoveryFinished,
		.bgw_restart_time = BGW_NEVER_RESTART,
		.bgw_main_arg = Int32GetDatum(count)
	};

	snprintf(worker.bgw_name, sizeof(worker.bgw_name), "bloomext merge");
	snprintf(worker.bgw_type, sizeof(worker.bgw_type), "bloomext merge");
	snprintf(worker.bgw_library_name, sizeof(worker.bgw_library_name),
			 "$libdir/bloomext");
	snprintf(worker.bgw_function_name, sizeof(worker.bgw_function_name),
			 "bloom_worker_main");
	memcpy(worker.bgw_extra, &MyDatabaseId, sizeof(Oid));
	memcpy(worker.bgw_extra + sizeof(Oid), asks, count * sizeof(BloomAsk));
	(void) RegisterDynamicBackgroundWorker(&worker, NULL);
}

/*
 * Whether a worker of this database is at work.  If one is, it will look at
 * all sets once more after it has given its place away, and so sees what was
 * committed before this is called.
 */
static bool
worker_is_running(void)
{
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, InvalidOid, 0);
	volatile bool running = false;
	int			holders;

	/* a transaction that has been committed must not fail any more */
	PG_TRY();
	{
		(void) GetLockConflicts(&tag, ExclusiveLock, &holders);
		running = holders > 0;
	}
	PG_CATCH();
	{
		FlushErrorState();
	}
	PG_END_TRY();
	return running;
}

static void
transaction_ends(XactEvent event, void *arg)
{
	if (event == XACT_EVENT_COMMIT && asked_count > 0 &&
		!worker_is_running())
		bloom_worker_start(asked, asked_count);
	if (event == XACT_EVENT_COMMIT || event == XACT_EVENT_ABORT ||
		event == XACT_EVENT_PREPARE)
		asked_count = 0;
}

/* Whether this transaction has asked for a group, or cannot any more */
static bool
is_asked(const BloomSet *set, int32 partition)
{
	for (int i = 0; i < asked_count; i++)
		if (asked[i].view == RelationGetRelid(set->view) &&
			(asked[i].partition ^ partition) / BLOOM_GROUP_SIZE == 0)
			return true;
	return asked_count == BLOOM_MAX_ASKS;
}

/*
 * Ask for a partition's group to be merged when the transaction has committed
 */
static void
ask(const BloomSet *set, int32 partition)
{
	static bool registered = false;

	if (!registered)
		RegisterXactCallback(transaction_ends, NULL);
	registered = true;
	asked[asked_count++] = (BloomAsk) {RelationGetRelid(set->view), partition};
}

/* Whether this session's next claim for the set is its first that looks */
static bool
is_first_look(const BloomSet *set)
{
	Oid			view = RelationGetRelid(set->view);

	if (looked[view % LOOKED_PLACES] == view)
		return false;
	looked[view % LOOKED_PLACES] = view;
	return RelationGetNumberOfBlocks(set->tables[BLOOM_RECENT]) >=
		SMALL_BLOCKS;
}

/* Only this session can merge a temporary set, or see it */
static void
look_at_temporary(const BloomSet *set, int32 partition)
{
	partition = bloom_merge_due(set, partition);
	if (partition < 0)
		return;
	LockRelation(set->tables[BLOOM_FILTERS], RowExclusiveLock);
	bloom_merge_partition(set, partition);
}

/*
 * Look whether hashes that were just claimed leave their partitions unmerged
 */
void
bloom_worker_check(const BloomSet *set, const uint64 *hashes, int count)
{
	uint32		chance = PG_UINT32_MAX / (bloom_merge_rest(set) / LOOKS);
	bool		first = count > 0 && is_first_look(set);

	for (int i = 0; i < count; i++)
	{
		int32		partition = bloom_set_partition(set, hashes[i]);

		if ((!first && bloom_random() >= chance) || is_asked(set, partition))
			continue;
		first = false;
		/* what this command has claimed is to be seen */
		CommandCounterIncrement();
		if (bloom_set_is_temporary(set))
			look_at_temporary(set, partition);
		else if (bloom_merge_restless(set, partition) >= 0)
			ask(set, partition);
	}
}
