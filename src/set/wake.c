/*
 * set/wake.c
 *		Starting or waking the background worker after claims.
 *
 * The recent hashes of a set are not counted.  Instead, each claim of a new
 * value examines a sample of its partition's group with a small probability.
 * That probability does not depend on the value, which an attacker may have
 * chosen.  If the group is due, the database's worker is woken after the claim
 * has been committed or prepared, or started if there is none.  The first
 * new value of each session is always examined, so that merging continues
 * after a restart of the server.
 */
#include "set/worker.h"

#include "postmaster/bgworker.h"

/* Average number of examinations while an empty group becomes due */
#define LOOKS			8

/* Average number of claims between two looks at the size of the table */
#define SIZE_LOOK		64

/* Whether to wake a worker when this transaction commits */
static bool asked = false;

/* Whether no worker could be started when the last one was asked for */
static bool unanswered = false;

/* Start a worker for this database, without waiting until it runs */
static void
start_worker(void)
{
	BackgroundWorker worker = {
		.bgw_flags = BGWORKER_SHMEM_ACCESS |
		BGWORKER_BACKEND_DATABASE_CONNECTION,
		.bgw_start_time = BgWorkerStart_RecoveryFinished,
		.bgw_restart_time = BGW_NEVER_RESTART,
		.bgw_main_arg = ObjectIdGetDatum(MyDatabaseId),
		.bgw_name = "bloomext merge", .bgw_type = "bloomext merge",
		.bgw_library_name = "$libdir/bloomext",
		.bgw_function_name = "bloom_worker_main"
	};

	if (RegisterDynamicBackgroundWorker(&worker, NULL))
		unanswered = false;
	else if (!unanswered)
	{
		unanswered = true;
		ereport(LOG,
				(errmsg("no background worker is available to merge shared sets"),
				 errhint("You might need to increase max_worker_processes. Later claims of new values try again.")));
	}
}

/*
 * Wake this database's worker, which then looks at all sets.  Returns false if
 * it was not found, as between two transactions, or has released its lock
 * meanwhile: then it may look no more, and the caller starts another one.
 */
bool
bloom_worker_wake(void)
{
	LOCKTAG		tag = bloom_lock_tag(MyDatabaseId, InvalidOid, 0);
	int			count;
	VirtualTransactionId *holder = GetLockConflicts(&tag, ExclusiveLock,
													&count);
	PGPROC	   *process = count == 0 ? NULL :
		ProcNumberGetProc(holder->procNumber);

	if (process != NULL)
		SetLatch(&process->procLatch);
	/* a procedure that commits keeps its memory */
	pfree(holder);
	/* one that ends releases its lock, and then looks at its latch */
	return process != NULL && bloom_lock_is_held(&tag, ExclusiveLock);
}

static void
transaction_ends(XactEvent event, void *arg)
{
	MemoryContext context = CurrentMemoryContext;
	uint32		holdoffs = InterruptHoldoffCount;

	if (event == XACT_EVENT_ABORT)
		asked = false;
	if ((event != XACT_EVENT_COMMIT && event != XACT_EVENT_PREPARE) || !asked)
		return;
	/* the transaction is committed: nothing may fail now */
	PG_TRY();
	{
		asked = false;
		if (bloom_worker_wake())
			unanswered = false;
		else
			start_worker();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		FlushErrorState();
		/* the commit holds interrupts, and the error has reset that */
		InterruptHoldoffCount = holdoffs;
	}
	PG_END_TRY();
}

/* Ask for the worker when this transaction commits */
void
bloom_worker_ask(void)
{
	static bool registered = false;

	if (!registered)
		RegisterXactCallback(transaction_ends, NULL);
	registered = true;
	asked = true;
}

/*
 * Called after claims, of which at least one was of a new hash.  Examines the
 * groups of some new ones.  If one is due, wakes the worker after commit.
 */
void
bloom_worker_check(const BloomSet *set, const BloomSetHash *hashes, int count)
{
	static bool examined = false;	/* by this session */
	int64		due = bloom_upkeep_due_count(set, 0);

	if (unanswered)
		bloom_worker_ask();
	for (int i = 0; i < count && !asked; i++)
	{
		uint32		number;

		if (hashes[i].known)
			continue;
		number = examined ? bloom_random() : 0;
		examined = true;
		if ((number < PG_UINT32_MAX / due * LOOKS &&
			 bloom_upkeep_due(set, hashes[i].partition) >= 0) ||
			(number < PG_UINT32_MAX / SIZE_LOOK && bloom_upkeep_bloated(set)))
			bloom_worker_ask();
	}
}
