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

#include "set/describe.h"
#include "set/setcompat.h"
#include "set/upkeep.h"

#include "access/xact.h"
#include "catalog/pg_database.h"
#include "postmaster/bgworker.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
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

/* Milliseconds after which a step is given up */
#define STEP_TIME			60000

/* Milliseconds that a worker without work stays, and between two checks */
#define IDLE_TIME			1000
#define CHECK_TIME			250

/* The longest interval between two attempts */
#define MOST_TIME			(64 * IDLE_TIME)

/* A set to be examined */
typedef struct Task
{
	BloomUpkeep upkeep;			/* begins with the view, the key */
	Oid			owner;
	uint64		turn;			/* its last one, or when it was listed */
	uint64		owners_turn;	/* the last one of its owner */
	bool		again;			/* was listed again meanwhile */
} Task;

typedef struct Worker
{
	TimestampTz begin;			/* when it got its place */
	TimestampTz listed;			/* when it listed the sets */
	TimestampTz retry;			/* when to retry what is blocked */
	int64		interval;		/* milliseconds until the next such time */
	Oid			blocked;		/* a set that was retried in vain */
	bool		pending;		/* something is left for that time */
	HTAB	   *tasks;
	uint64		turns;			/* how many there were */
} Worker;

/* Override the settings that a database makes for its sessions */
static void
override_settings(void)
{
	static const char *const settings[][2] = {
		{"default_transaction_isolation", "read committed"},
		/* no lock of others is waited for */
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

/* Release what take() has taken */
static void
give(Oid database, uint32 number)
{
	LOCKTAG		tag = bloom_lock_tag(database, InvalidOid, number);

	(void) LockRelease(&tag, ExclusiveLock, true);
}

/*
 * Whether another session waits to drop, rename or copy this database.  It
 * gives up after some seconds.
 */
static bool
database_is_wanted(void)
{
	LOCKTAG		tag;

	SET_LOCKTAG_OBJECT(tag, InvalidOid, DatabaseRelationId, MyDatabaseId, 0);
	return bloom_lock_is_held(&tag, RowExclusiveLock);
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
		(TimestampDifferenceExceeds(worker->begin, GetCurrentTimestamp(),
									PLACE_TIME) &&
		 bloom_lock_is_held(&waiting, ExclusiveLock));
}

/*
 * Sleep for milliseconds, or until the latch is set or the worker must end.
 * The latch counts from CHECK_TIME on only, because busy claims set it all the
 * time.  Only the locks of transactions are found by others, so the worker
 * sleeps in one, which has no snapshot and holds nothing back.  Returns
 * whether the latch was set.
 */
static bool
sleep_for(const Worker *worker, int64 milliseconds)
{
	int			latch = 0;
	int			events = 0;

	for (; milliseconds > 0 && (events & WL_LATCH_SET) == 0 &&
		 !must_end(worker); milliseconds -= CHECK_TIME)
	{
		StartTransactionCommand();
		events = WaitLatch(MyLatch, latch | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						   CHECK_TIME, PG_WAIT_EXTENSION);
		latch = WL_LATCH_SET;
		CHECK_FOR_INTERRUPTS();
		CommitTransactionCommand();
	}
	return (events & WL_LATCH_SET) != 0;
}

/*
 * Take a place.  A worker that has just given up its place waits like others.
 * Returns false if the database is wanted, or if another worker goes on
 * waiting.
 */
static bool
take_place(Worker *worker)
{
	worker->begin = GetCurrentTimestamp();
	for (int tries = 0; !take(InvalidOid, WAITING); tries++)
	{
		if (tries == IDLE_TIME / CHECK_TIME)
		{
			ereport(LOG,
					(errmsg("all background workers that merge shared sets are busy in other databases"),
					 errhint("The next claim asks again.")));
			return false;
		}
		(void) sleep_for(worker, CHECK_TIME);
	}
	while (!database_is_wanted())
	{
		worker->begin = GetCurrentTimestamp();
		for (uint32 place = FIRST_PLACE; place < WAITING; place++)
			if (take(InvalidOid, place))
			{
				give(InvalidOid, WAITING);
				return true;
			}
		(void) sleep_for(worker, CHECK_TIME);
	}
	return false;
}

/*
 * See whether it is time to retry what is blocked.  If that was in vain the
 * last time, the interval grows.  A transaction is open.
 */
static bool
is_time_to_retry(Worker *worker)
{
	if (worker->listed < worker->retry)
		return false;
	if (OidIsValid(worker->blocked) && worker->interval > IDLE_TIME)
	{
		char	   *name = get_rel_name(worker->blocked);

		ereport(LOG,
				(errmsg("upkeep of shared set \"%s\" waits for other sessions",
						name == NULL ? "?" : name),
				 errdetail("They hold locks or old snapshots, or have not committed claims."),
				 errhint("bloom_sets() shows whether other sets wait, too.")));
	}
	worker->interval = worker->pending ?
		Min(worker->interval * 2, MOST_TIME) : IDLE_TIME;
	worker->retry = TimestampTzPlusMilliseconds(worker->listed,
												worker->interval);
	worker->blocked = InvalidOid;
	worker->pending = false;
	return true;
}

/* List all sets, to examine them after those that were listed before */
static void
list_sets(Worker *worker)
{
	bool		retry;
	int			count;
	BloomView  *views;

	ResetLatch(MyLatch);
	worker->listed = GetCurrentTimestamp();
	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	retry = is_time_to_retry(worker);
	views = bloom_list_views(&count);
	for (int i = 0; i < count; i++)
	{
		bool		listed;
		Task	   *task = hash_search(worker->tasks, &views[i].view,
									   HASH_ENTER, &listed);

		if (!listed)
		{
			memset(task, 0, sizeof(Task));
			task->upkeep.view = views[i].view;
			task->owner = views[i].owner;
			task->turn = ++worker->turns;
		}
		task->again = listed;
		task->upkeep.may_truncate = task->upkeep.may_truncate || retry;
	}
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/*
 * Choose the set whose turn it is: of the owner who has waited longest, the
 * one that has waited longest.  Returns NULL if all are examined.
 */
static Task *
next_task(Worker *worker)
{
	HASH_SEQ_STATUS all;
	Task	   *task;
	Task	   *next = NULL;

	hash_seq_init(&all, worker->tasks);
	while ((task = hash_seq_search(&all)) != NULL)
		if (next == NULL || task->owners_turn < next->owners_turn ||
			(task->owners_turn == next->owners_turn &&
			 task->turn < next->turn))
			next = task;
	return next;
}

/* Note that a set has its turn now, and so has its owner */
static void
note_turn(Worker *worker, Task *chosen)
{
	HASH_SEQ_STATUS all;
	Task	   *task;

	chosen->turn = ++worker->turns;
	hash_seq_init(&all, worker->tasks);
	while ((task = hash_seq_search(&all)) != NULL)
		if (task->owner == chosen->owner)
			task->owners_turn = worker->turns;
}

/*
 * Do a step of a set's upkeep.  Returns whether there is more to do now.  An
 * error ends the step, and so does STEP_TIME.
 */
static bool
run_step(BloomUpkeep *upkeep)
{
	volatile bool more = false;

	enable_timeout_after(STATEMENT_TIMEOUT, STEP_TIME);
	PG_TRY();
	{
		more = bloom_upkeep_step(upkeep);
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
				upkeep->blocked = true;
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
	return more;
}

/* Give a set its turn */
static void
take_turn(Worker *worker, Task *task)
{
	Oid			view = task->upkeep.view;
	bool		more;

	note_turn(worker, task);
	more = run_step(&task->upkeep);
	/* the next step has to know which rows are dead */
	pgstat_report_stat(true);
	if (more)
		return;
	worker->pending = worker->pending || task->upkeep.blocked ||
		task->upkeep.postponed;
	if (task->upkeep.blocked && task->upkeep.may_truncate)
		worker->blocked = view;
	if (task->again)
	{
		task->again = false;
		task->upkeep = (BloomUpkeep) {.view = view};
	}
	else
		hash_search(worker->tasks, &view, HASH_REMOVE, NULL);
}

/*
 * Examine all sets, until nothing is left.  Returns false if the worker must
 * end before that.
 */
static bool
work(Worker *worker)
{
	bool		woken = true;

	while (woken || worker->pending)
	{
		Task	   *task;

		list_sets(worker);
		while ((task = next_task(worker)) != NULL && !must_end(worker))
		{
			take_turn(worker, task);
			if (MyLatch->is_set &&
				TimestampDifferenceExceeds(worker->listed,
										   GetCurrentTimestamp(), IDLE_TIME))
				list_sets(worker);
		}
		woken = sleep_for(worker, worker->pending ? worker->interval :
						  IDLE_TIME);
		/* it also sleeps if no set is left */
		if (must_end(worker))
			return false;
	}
	return true;
}

/*
 * The background worker's main function.  It connects without a user, because
 * the owner of a set may be a role that cannot log in.
 */
void
bloom_worker_main(Datum database)
{
	HASHCTL		control = {
		.keysize = sizeof(Oid), .entrysize = sizeof(Task),
		.hcxt = TopMemoryContext
	};
	Worker		worker = {.interval = IDLE_TIME};
	bool		done;

	pqsignal(SIGTERM, die);
	pqsignal(SIGINT, StatementCancelHandler);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnectionByOid(DatumGetObjectId(database),
											  InvalidOid, 0);
	override_settings();
	pgstat_report_activity(STATE_RUNNING, MyBgworkerEntry->bgw_name);
	worker.tasks = hash_create("bloomext tasks", 64, &control,
							   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);

	/* claims that set the latch after the last look want another one */
	do
	{
		while (!take(MyDatabaseId, 0))
		{
			/* that one may be between two transactions, and not be found */
			if (bloom_worker_wake())
				return;
			pg_usleep(1000);
		}
		if (!take_place(&worker))
			return;
		done = work(&worker);
		LockReleaseAll(USER_LOCKMETHOD, true);
	} while (done ? MyLatch->is_set : !database_is_wanted());
}
