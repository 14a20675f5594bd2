/*
 * set/ask.c
 *		Starting the background worker that merges recent hashes.
 *
 * The recent hashes of a set are not counted.  Instead, each claim of a new
 * value examines a sample of its partition's group with a small probability.
 * That probability does not depend on the value, which an attacker may have
 * chosen.  If the group is not at rest, a worker is started after the claim
 * has been committed.  The first claim of each session always examines the
 * group, so that merging continues after a restart of the server.
 */
#include "set/worker.h"

#include "set/knownsets.h"
#include "set/merge.h"
#include "set/mergedue.h"

#include "access/xact.h"
#include "postmaster/bgworker.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "storage/lock.h"

/* Average number of examinations until a group is no longer at rest */
#define LOOKS			8

/* A session's first claim does not examine a table smaller than this */
#define SMALL_BLOCKS	8

/* The groups for which a worker is started when this transaction commits */
static BloomAsk asked[BLOOM_MAX_ASKS];
static int	asked_count = 0;

/*
 * Start a worker that tends the given sets first, and then all sets of this
 * database.  If no background worker is available, later claims ask again.
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
	if (!RegisterDynamicBackgroundWorker(&worker, NULL))
		ereport(LOG,
				(errmsg("no background worker is available to merge shared sets"),
				 errhint("You might need to increase max_worker_processes. The next claims ask again.")));
}

/*
 * Whether this database has a worker.  If it has one, that worker will examine
 * all sets once more after giving up its lock.  So it sees everything that was
 * committed before this call.
 */
static bool
worker_is_running(void)
{
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, InvalidOid, 0);
	volatile bool running = false;
	int			holders;

	/* the transaction is committed: nothing may fail now */
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
	/* of a prepared transaction, they wait for the session's next commit */
	if (event == XACT_EVENT_COMMIT || event == XACT_EVENT_ABORT)
		asked_count = 0;
}

/* Whether the group is among the asks, or no more asks fit */
static bool
is_asked(const BloomSet *set, int32 partition)
{
	for (int i = 0; i < asked_count; i++)
		if (asked[i].view == RelationGetRelid(set->view) &&
			(asked[i].partition ^ partition) / BLOOM_GROUP_SIZE == 0)
			return true;
	return asked_count == BLOOM_MAX_ASKS;
}

/* Add the group that contains partition to the asks */
static void
ask(const BloomSet *set, int32 partition)
{
	static bool registered = false;

	if (!registered)
		RegisterXactCallback(transaction_ends, NULL);
	registered = true;
	asked[asked_count++] = (BloomAsk) {RelationGetRelid(set->view), partition};
}

/* Whether this is the session's first claim for the set, and the set large */
static bool
is_first_look(const BloomSet *set)
{
	return bloom_known_examine(set) &&
		RelationGetNumberOfBlocks(set->tables[BLOOM_RECENT]) >= SMALL_BLOCKS;
}

/* Merge a temporary set here, because no other process can access it */
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
 * Called after claims of count new hashes.  Examines the groups of some of
 * them.  If one is not at rest, a worker is started after commit.
 */
void
bloom_worker_check(const BloomSet *set, const uint64 *hashes, int count)
{
	uint32		chance = PG_UINT32_MAX / (bloom_merge_rest(set, -1) / LOOKS);
	bool		first = count > 0 && is_first_look(set);

	for (int i = 0; i < count; i++)
	{
		int32		partition = bloom_set_partition(set, hashes[i]);

		if ((!first && bloom_random() >= chance) || is_asked(set, partition))
			continue;
		first = false;
		/* makes what this command has claimed visible */
		CommandCounterIncrement();
		if (bloom_set_is_temporary(set))
			look_at_temporary(set, partition);
		else if (bloom_merge_restless(set, partition) >= 0)
			ask(set, partition);
	}
}
