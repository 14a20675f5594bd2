/*
 * set/wake.c
 *		Starting or waking the background worker after claims.
 *
 * The recent hashes of a set are not counted.  Instead, each claim of a new
 * value examines a sample of its partition's group with a small probability.
 * That probability does not depend on the value, which an attacker may have
 * chosen.  If the group is due, the database's worker is woken after the claim
 * has been committed or prepared.  If there is none, the database waits for
 * one (queue.c), which is started if there is a place for it.  The first new
 * value of each session is always examined, so that merging continues after a
 * restart of the server.
 */
#include "set/worker.h"

#include "postmaster/bgworker.h"

/* Average number of examinations while an empty group becomes due */
#define LOOKS			8

/* Average number of claims between two looks at the size of the table */
#define SIZE_LOOK		64

/* Milliseconds that a commit waits for the worker that it has started */
#define PATIENCE		100

/* The longest time until a session asks again for a worker that is missing */
#define MOST_DELAY		(64 * USECS_PER_SEC)

/* Whether to wake a worker when this transaction commits */
static bool asked = false;

/* When to ask again, because no worker has come; 0: not */
static TimestampTz ask_again = 0;

/* Whether the log has a line about that */
static bool logged = false;

/* Log that no worker can be started, unless this session has done so */
void
bloom_worker_lacks_slot(void)
{
	if (!logged)
		ereport(LOG,
				(errmsg("no background worker is available to merge shared sets"),
				 errhint("You might need to increase max_worker_processes. Later claims of new values try again."),
				 errhidestmt(true), errhidecontext(true)));
	logged = true;
}

/*
 * How many places other processes have taken.  A worker between two
 * transactions is not seen; then another one may be started in vain.
 */
int
bloom_places_taken(void)
{
	int			taken = 0;

	for (int i = 0; i < BLOOM_PLACES; i++)
	{
		LOCKTAG		tag = bloom_lock_tag(InvalidOid, InvalidOid,
										 BLOOM_FIRST_PLACE + i);

		taken += bloom_lock_is_held(&tag, ExclusiveLock);
	}
	return taken;
}

/*
 * Start a worker for a database in the queue, unless another session is
 * starting one.  Waits until the worker has taken the database out of the
 * queue or has ended, at most for `patience` milliseconds.  Returns false if
 * there is no slot for it.
 */
bool
bloom_worker_start(Oid database, int patience)
{
	BackgroundWorker worker = {
		.bgw_flags = BGWORKER_SHMEM_ACCESS |
		BGWORKER_BACKEND_DATABASE_CONNECTION,
		.bgw_start_time = BgWorkerStart_RecoveryFinished,
		.bgw_restart_time = BGW_NEVER_RESTART,
		.bgw_main_arg = ObjectIdGetDatum(database),
		.bgw_name = "bloomext merge", .bgw_type = "bloomext merge",
		.bgw_library_name = "$libdir/bloomext",
		.bgw_function_name = "bloom_worker_main"
	};
	BackgroundWorkerHandle *handle;
	LOCKTAG		tag = bloom_lock_tag(database, InvalidOid, BLOOM_STARTING);
	volatile bool started = false;
	pid_t		pid;

	/* for the session, because a commit can take no other locks */
	if (LockAcquire(&tag, ExclusiveLock, true, true) == LOCKACQUIRE_NOT_AVAIL)
		return true;
	PG_TRY();
	{
		started = RegisterDynamicBackgroundWorker(&worker, &handle);
		for (int i = 0; started && i < patience && bloom_queue_has(database) &&
			 GetBackgroundWorkerPid(handle, &pid) != BGWH_STOPPED; i++)
			pg_usleep(1000);
	}
	PG_FINALLY();
	{
		(void) LockRelease(&tag, ExclusiveLock, true);
	}
	PG_END_TRY();
	if (started)
		pfree(handle);
	return started;
}

/*
 * Wake this database's worker, which then looks at all sets.  Returns false if
 * it was not found, as between two transactions, or has released its lock
 * meanwhile: then it may look no more, and the caller starts another one.
 */
bool
bloom_worker_wake(void)
{
	LOCKTAG		tag = bloom_lock_tag(MyDatabaseId, InvalidOid, BLOOM_WORKING);
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

/*
 * Wake the worker, or else put the database into the queue.  Only then look
 * for a free place: a worker that ends gives up its place, and looks at the
 * queue then.
 */
static void
wake_or_start(void)
{
	static TimestampTz delay = 0;

	if (!bloom_worker_wake())
	{
		TimestampTz now = GetCurrentTimestamp();
		bool		tried;

		bloom_queue_put(MyDatabaseId);
		if (now < ask_again)
			return;
		tried = bloom_places_taken() < BLOOM_PLACES;
		if (tried && !bloom_worker_start(MyDatabaseId, PATIENCE))
			bloom_worker_lacks_slot();
		if (tried && bloom_queue_has(MyDatabaseId))
		{
			delay = Min(2 * delay + USECS_PER_SEC, MOST_DELAY);
			ask_again = now + delay;
			return;
		}
	}
	ask_again = delay = 0;
	logged = false;
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
		wake_or_start();
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

	if (ask_again != 0 && GetCurrentTimestamp() >= ask_again)
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
