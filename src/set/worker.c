/*
 * set/worker.c
 *		The background worker that merges the recent hashes of shared sets.
 *
 * At most one worker runs in a database, and a few on a server.  Claims start
 * or wake it (wake.c).  It examines all sets of its database (upkeep.c), and
 * never waits for others.  If their locks or snapshots are in its way, it
 * tries again at growing intervals until everything is done.
 *
 * It lists all sets again whenever its latch was set.  Before it ends, it
 * releases the lock by which claims find it, and only then looks at its latch.
 * So no claim that was committed is overlooked.
 */
#include "set/worker.h"

#include "catalog/pg_database.h"
#include "portability/instr_time.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/timeout.h"

extern PGDLLEXPORT void bloom_worker_main(Datum database);

/*
 * Numbers of the locks that limit the workers of a server: PLACES of them
 * merge at a time, and one more waits for a place
 */
#define FIRST_PLACE			1
#define PLACES				2
#define WAITING				(FIRST_PLACE + PLACES)

/* Milliseconds after which a worker makes room for one that waits */
#define PLACE_TIME			10000

/* Milliseconds that a worker without work stays, and between two checks */
#define IDLE_TIME			1000
#define CHECK_TIME			250

/* Milliseconds after which a transaction is given up */
#define STEP_TIME			60000

/* The interval after which the log has a line, once */
#define LOG_TIME			(4 * IDLE_TIME)

/* The longest interval between two attempts */
#define MOST_TIME			(64 * IDLE_TIME)

/* A set to be examined, or to be examined again later (BLOOM_DONE) */
typedef struct Task
{
	BloomUpkeep upkeep;			/* begins with the hash key, the view */
	Oid			owner;
	uint64		turn;			/* its last one, or when it was listed */
	bool		again;			/* was listed again meanwhile */
} Task;

/* The state of a worker; times are in milliseconds */
typedef struct Worker
{
	int64		begin;			/* when it got its place; 0: had none yet */
	int64		listed;			/* when it listed the sets */
	int64		retry;			/* when to retry what is blocked */
	int64		interval;		/* until the next such time */
	Oid			blocked;		/* a set that was retried in vain */
	bool		pending;		/* something is left for that time */
	bool		worked;			/* something was done in this look */
	HTAB	   *tasks;			/* of the sets */
	Oid			owner;			/* of the set that had the last turn */
	uint64		turns;			/* how many there were */
} Worker;

/* Milliseconds on a clock that is not affected when the time is changed */
static int64
milliseconds(void)
{
	instr_time	now;

	INSTR_TIME_SET_CURRENT(now);
	return (int64) INSTR_TIME_GET_MILLISEC(now);
}

/*
 * Override settings of databases that could stop the worker, or change its
 * transactions
 */
static void
override_settings(void)
{
	static const char *const settings[][2] = {
		{"default_transaction_isolation", "read committed"},
		/* few locks of others are waited for at all */
		{"lock_timeout", "300"}, {"transaction_timeout", "0"},
		/* merges only move committed hashes, so losing one loses nothing */
		{"synchronous_commit", "off"}
	};

	for (int i = 0; i < (int) lengthof(settings); i++)
		/* transaction_timeout exists from 17 on */
		if (GetConfigOption(settings[i][0], true, false) != NULL)
			SetConfigOption(settings[i][0], settings[i][1], PGC_SUSET,
							PGC_S_OVERRIDE);
}

/* Take one of our locks for the session; false if another worker has it */
static bool
take(Oid database, uint32 number)
{
	LOCKTAG		tag = bloom_lock_tag(database, InvalidOid, number);

	return LockAcquire(&tag, ExclusiveLock, true,
					   true) != LOCKACQUIRE_NOT_AVAIL;
}

/*
 * Call action, which begins and commits a transaction.  An error ends that,
 * and so does STEP_TIME.  Then returns false, and sets *blocked if other
 * sessions are the reason.
 */
static bool
attempt(void (*action) (void *), void *argument, bool *blocked)
{
	volatile bool done = false;

	enable_timeout_after(STATEMENT_TIMEOUT, STEP_TIME);
	PG_TRY();
	{
		action(argument);
		done = true;
	}
	PG_CATCH();
	{
		HOLD_INTERRUPTS();
		switch (geterrcode())
		{
			case ERRCODE_QUERY_CANCELED:
			case ERRCODE_LOCK_NOT_AVAILABLE:
			case ERRCODE_T_R_DEADLOCK_DETECTED:
			case ERRCODE_T_R_SERIALIZATION_FAILURE:
				*blocked = true;
				break;
			case ERRCODE_WRONG_OBJECT_TYPE:
			case ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE:
				/* the set's users are told */
				break;
			default:
				EmitErrorReport();
		}
		AbortOutOfAnyTransaction();
		FlushErrorState();
		RESUME_INTERRUPTS();
	}
	PG_END_TRY();
	disable_timeout(STATEMENT_TIMEOUT, false);
	QueryCancelPending = false;
	return done;
}

/* Set *context, a bool, if a session of the database's owner has locked it */
static void
find_owner(void *context)
{
	bool	   *wanted = context;
	LOCKTAG		tag;
	VirtualTransactionId *holder;
	int			count;
	HeapTuple	database;

	bloom_worker_begin();
	SET_LOCKTAG_OBJECT(tag, InvalidOid, DatabaseRelationId, MyDatabaseId, 0);
	holder = GetLockConflicts(&tag, RowExclusiveLock, &count);
	database = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
	if (!HeapTupleIsValid(database))
		elog(ERROR, "cache lookup failed for database %u", MyDatabaseId);
	for (int i = 0; i < count && !*wanted; i++)
	{
		Oid			owner = ((Form_pg_database) GETSTRUCT(database))->datdba;
		PGPROC	   *process = ProcNumberGetProc(holder[i].procNumber);

		*wanted = process != NULL && is_member_of_role(process->roleId, owner);
	}
	ReleaseSysCache(database);
	CommitTransactionCommand();
}

/*
 * Whether a session of the database's owner waits to drop, rename or copy it,
 * for which it gives up after some seconds.  Other roles get that lock for a
 * moment, before the command checks their privileges.
 */
static bool
database_is_wanted(void)
{
	LOCKTAG		tag;
	bool		wanted = false;
	bool		blocked;

	SET_LOCKTAG_OBJECT(tag, InvalidOid, DatabaseRelationId, MyDatabaseId, 0);
	return bloom_lock_is_held(&tag, RowExclusiveLock) &&
		attempt(find_owner, &wanted, &blocked) && wanted;
}

/*
 * Whether the worker is to end now, with whatever is left: also if it has had
 * its place for PLACE_TIME, and another one waits
 */
static bool
must_end(const Worker *worker)
{
	LOCKTAG		waiting = bloom_lock_tag(InvalidOid, InvalidOid, WAITING);

	return database_is_wanted() ||
		(milliseconds() - worker->begin > PLACE_TIME &&
		 bloom_lock_is_held(&waiting, ExclusiveLock));
}

/*
 * Sleep for this duration, or until the latch is set or the worker must end.
 * The latch counts from CHECK_TIME on only, because busy claims set it all the
 * time.  Only the locks of transactions are found by others, so the worker
 * sleeps in one, which has no snapshot and holds nothing back.  Returns
 * whether the latch was set.
 */
static bool
sleep_for(const Worker *worker, int64 duration)
{
	int			latch = 0;
	int			events = 0;

	for (; duration > 0 && (events & WL_LATCH_SET) == 0 &&
		 !must_end(worker); duration -= CHECK_TIME)
	{
		bloom_worker_begin();
		events = WaitLatch(MyLatch, latch | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						   CHECK_TIME, PG_WAIT_EXTENSION);
		latch = WL_LATCH_SET;
		QueryCancelPending = false;	/* there is nothing to cancel */
		CHECK_FOR_INTERRUPTS();
		CommitTransactionCommand();
	}
	return (events & WL_LATCH_SET) != 0;
}

/*
 * Take a place.  A worker that has just given up its place waits like others,
 * and after those that have had none.  Returns false if the database is
 * wanted, or if another worker goes on waiting.
 */
static bool
take_place(Worker *worker)
{
	LOCKTAG		waiting = bloom_lock_tag(InvalidOid, InvalidOid, WAITING);
	int64		rest = worker->begin == 0 ? 0 : IDLE_TIME;
	bool		waits = false;	/* it is the one that does */

	/* must_end() is not to count the time before */
	worker->begin = milliseconds();
	(void) sleep_for(worker, rest);
	for (int tries = 0; !database_is_wanted(); tries++)
	{
		worker->begin = milliseconds();
		waits = waits || take(InvalidOid, WAITING);
		for (uint32 place = FIRST_PLACE; waits && place < WAITING; place++)
			if (take(InvalidOid, place))
			{
				(void) LockRelease(&waiting, ExclusiveLock, true);
				return true;
			}
		if (!waits && tries == IDLE_TIME / CHECK_TIME)
		{
			ereport(LOG,
					(errmsg("all background workers that merge shared sets are busy in other databases"),
					 errhint("Later claims of new values start a worker again.")));
			break;
		}
		(void) sleep_for(worker, CHECK_TIME);
	}
	return false;
}

/*
 * Begin to retry what is blocked.  If that was in vain the last time, the
 * interval grows.  A transaction is open.
 */
static void
begin_retry(Worker *worker)
{
	const char *blocked = get_rel_name(worker->blocked);

	if (blocked != NULL && worker->interval == LOG_TIME)
		ereport(LOG,
				(errmsg("maintenance of shared set \"%s\" waits for other sessions",
						blocked),
				 errdetail("They hold locks, old snapshots or uncommitted claims, or go on claiming values."),
				 errhint("Look for old transactions in pg_stat_activity and pg_prepared_xacts, and for those of standbys in pg_stat_replication and pg_replication_slots. bloom_sets() shows whether other sets wait, too.")));
	worker->interval = worker->pending ?
		Min(worker->interval * 2, MOST_TIME) : IDLE_TIME;
	worker->retry = worker->listed + worker->interval;
	worker->blocked = InvalidOid;
	worker->pending = false;
}

/* Begin to examine a set */
static void
begin(Task *task)
{
	task->upkeep = (BloomUpkeep) {
		.view = task->upkeep.view,
		.skip = task->upkeep.skip, .skipped = task->upkeep.skipped
	};
	task->again = false;
}

/* List all sets, in a transaction */
static void
run_list(void *argument)
{
	Worker	   *worker = argument;
	bool		retry = worker->listed >= worker->retry;
	BloomSetView *views;
	int			count;

	bloom_worker_begin();
	PushActiveSnapshot(GetTransactionSnapshot());
	if (retry)
		begin_retry(worker);
	views = bloom_list_views(&count);
	for (int i = 0; i < count; i++)
	{
		Oid			view = views[i].view;
		bool		known;
		Task	   *task = hash_search(worker->tasks, &view, HASH_ENTER,
									   &known);

		if (known && task->upkeep.phase != BLOOM_DONE)
			task->again = true;
		else
		{
			if (!known)
				*task = (Task) {.upkeep.view = view};
			begin(task);
			task->turn = worker->turns;
		}
		task->owner = views[i].owner;
		task->upkeep.may_merge_all = task->upkeep.may_merge_all || retry;
	}
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/*
 * List all sets.  Those that are to be examined already are examined again
 * afterwards.  After an error, the worker tries again later.
 */
static void
list_sets(Worker *worker)
{
	ResetLatch(MyLatch);
	if (ConfigReloadPending)
	{
		ConfigReloadPending = false;
		ProcessConfigFile(PGC_SIGHUP);
	}
	worker->listed = milliseconds();
	if (attempt(run_list, worker, &worker->pending))
		return;
	worker->pending = true;
	worker->retry = worker->listed + worker->interval;
}

/*
 * Choose the set whose turn it is.  Owners take turns in the order of their
 * OIDs.  Of an owner's sets, it is the one that has waited longest.  Returns
 * NULL if all are examined.
 */
static Task *
next_task(const Worker *worker)
{
	Oid			first = worker->owner + 1;
	HASH_SEQ_STATUS all;
	Task	   *task;
	Task	   *next = NULL;

	hash_seq_init(&all, worker->tasks);
	while ((task = hash_seq_search(&all)) != NULL)
		/* these differences are unsigned: smaller OIDs come last */
		if (task->upkeep.phase != BLOOM_DONE &&
			(next == NULL || task->owner - first < next->owner - first ||
			 (task->owner == next->owner && task->turn < next->turn)))
			next = task;
	return next;
}

/* Give a set its turn, and so its owner */
static void
take_turn(Worker *worker, Task *task)
{
	BloomUpkeep *upkeep = &task->upkeep;

	task->turn = ++worker->turns;
	worker->owner = task->owner;
	if (!attempt(bloom_upkeep_step, upkeep, &upkeep->blocked))
		upkeep->phase = BLOOM_DONE;
	worker->worked = worker->worked || upkeep->worked;
	/* the next step has to know which rows are dead */
	pgstat_report_stat(true);
	if (upkeep->phase != BLOOM_DONE)
		return;
	worker->pending = worker->pending || upkeep->blocked || upkeep->postponed;
	if (upkeep->blocked && upkeep->may_merge_all)
		worker->blocked = upkeep->view;
	if (task->again)
		begin(task);
	else if (!upkeep->blocked && !upkeep->postponed)
		hash_search(worker->tasks, &upkeep->view, HASH_REMOVE, NULL);
}

/*
 * Examine all sets, until nothing is left.  Returns false if the worker must
 * end before that.
 */
static bool
work(Worker *worker)
{
	bool		woken;

	do
	{
		Task	   *task;

		worker->worked = false;
		list_sets(worker);
		while ((task = next_task(worker)) != NULL)
		{
			if (must_end(worker))
				return false;
			take_turn(worker, task);
			if (MyLatch->is_set &&
				milliseconds() - worker->listed > IDLE_TIME)
				list_sets(worker);
		}
		woken = sleep_for(worker, worker->pending ?
						  worker->retry - milliseconds() : IDLE_TIME);
		if (must_end(worker))
			return false;
		/* merges wait for locks and reads, which reset the latch */
	} while (woken || worker->pending || worker->worked);
	return true;
}

/*
 * The background worker's main function.  It connects without a user, because
 * the owner of a set may be a role that cannot log in.
 */
void
bloom_worker_main(Datum database)
{
	HASHCTL		control = {.keysize = sizeof(Oid), .entrysize = sizeof(Task)};
	Worker		worker = {.interval = IDLE_TIME};
	bool		done;

	worker.tasks = hash_create("bloomext tasks", 64, &control,
							   HASH_ELEM | HASH_BLOBS);
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGTERM, die);
	pqsignal(SIGINT, StatementCancelHandler);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnectionByOid(DatumGetObjectId(database),
											  InvalidOid, 0);
	override_settings();
	pgstat_report_activity(STATE_RUNNING, MyBgworkerEntry->bgw_name);

	/* claims that set the latch after the last look want another one */
	do
	{
		while (!take(MyDatabaseId, 0))
		{
			/* that one may be between two transactions, and not be found */
			if (bloom_worker_wake())
				return;
			CHECK_FOR_INTERRUPTS();
			pg_usleep(1000);
		}
		if (!take_place(&worker))
			return;
		done = work(&worker);
		LockReleaseAll(USER_LOCKMETHOD, true);
	} while (done ? MyLatch->is_set : !database_is_wanted());
}
