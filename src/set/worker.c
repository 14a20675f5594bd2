/*
 * set/worker.c
 *		The background worker that brings shared sets to rest.
 *
 * At most one worker runs in a database, and a few on a server.  Claims ask
 * for it (ask.c).  It tends all sets of its database (tend.c) until they are
 * at rest.  Between its rounds it sleeps for a second.  Meanwhile it holds
 * only the locks that limit the number of workers.
 *
 * It never waits for a lock that others may hold.  After a minute it ends
 * between two steps, and starts its successor if there is more to do.  The
 * owner of a set may cancel or terminate the worker while it merges that set.
 */
#include "set/worker.h"

#include "set/allsets.h"
#include "set/merge.h"

#include "access/xact.h"
#include "catalog/pg_database.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lock.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

extern PGDLLEXPORT void bloom_worker_main(Datum count);

/* Numbers of the locks that limit the workers of a server */
#define FIRST_WORKING		1	/* held while merging and vacuuming */
#define MAX_WORKING			2
#define FIRST_ALIVE			11	/* held as long as the worker exists */
#define MAX_ALIVE			4

/* Milliseconds after which a worker ends, even if there is more to do */
#define WORKER_TIME			60000

/* Milliseconds between two rounds, and between checks for waiting sessions */
#define ROUND_TIME			1000
#define PAUSE_TIME			250

/*
 * Rounds in a row, at growing intervals, in which only sets were left that
 * others hold locks on
 */
#define MAX_BLOCKED			4

typedef struct Worker
{
	TimestampTz begin;
	TransactionId since;		/* the next transaction at the last pause */
	List	   *views;			/* OIDs of views that may be sets */
	List	   *blocked;		/* those that were blocked in the last round */
	BloomAsk	asks[BLOOM_MAX_ASKS];
	int			asks_count;
} Worker;

/* Override the settings that a database or role makes for its sessions */
static void
override_settings(void)
{
	static const char *const settings[][2] = {
		{"role", "none"}, {"default_transaction_read_only", "off"},
		{"default_transaction_isolation", "read committed"},
		{"default_transaction_deferrable", "off"},
		{"statement_timeout", "0"}, {"lock_timeout", "0"},
		{"transaction_timeout", "0"},	/* from 17 on */
		{"idle_in_transaction_session_timeout", "0"},
		/* merges only move committed hashes, so losing one loses nothing */
		{"synchronous_commit", "off"},
		{"vacuum_cost_delay", "0"}, {"zero_damaged_pages", "off"},
		{"search_path", ""}
	};

	for (int i = 0; i < (int) lengthof(settings); i++)
		if (GetConfigOption(settings[i][0], true, false) != NULL)
			SetConfigOption(settings[i][0], settings[i][1], PGC_SUSET,
							PGC_S_OVERRIDE);
}

/* Take one of our locks for the session; false if another worker has it */
static bool
take(Oid database, uint32 number)
{
	LOCKTAG		tag = bloom_set_locktag(database, InvalidOid, number);

	return LockAcquire(&tag, ExclusiveLock, true,
					   true) != LOCKACQUIRE_NOT_AVAIL;
}

/* Take one of count locks from first on.  Returns its number, or 0. */
static uint32
take_one(uint32 first, int count)
{
	for (uint32 place = first; place < first + count; place++)
		if (take(InvalidOid, place))
			return place;
	return 0;
}

/* Release what take() has taken */
static void
give(Oid database, uint32 number)
{
	LOCKTAG		tag = bloom_set_locktag(database, InvalidOid, number);

	(void) LockRelease(&tag, ExclusiveLock, true);
}

/* Whether the worker's time is over */
static bool
is_over(const Worker *worker)
{
	return TimestampDifferenceExceeds(worker->begin, GetCurrentTimestamp(),
									  WORKER_TIME);
}

/*
 * Whether another session waits to drop, rename or copy this database.  It
 * gives up after some seconds.
 */
static bool
database_is_wanted(void)
{
	LOCKTAG		tag;
	int			holders;

	SET_LOCKTAG_OBJECT(tag, InvalidOid, DatabaseRelationId, MyDatabaseId, 0);
	pfree(GetLockConflicts(&tag, RowExclusiveLock, &holders));
	return holders > 0;
}

/*
 * Sleep for milliseconds.  Returns false if the worker has to end.  A claim
 * that looks for a worker finds the locks of a transaction only, so the worker
 * sleeps in one, which has no snapshot and holds nothing back.
 */
static bool
pause_for(const Worker *worker, int milliseconds)
{
	for (; milliseconds > 0; milliseconds -= PAUSE_TIME)
	{
		StartTransactionCommand();
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT |
						 WL_EXIT_ON_PM_DEATH, PAUSE_TIME, PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
		CommitTransactionCommand();
		if (database_is_wanted())
			return false;
	}
	return !is_over(worker);
}

/* A step: list the views that may be sets */
static void
list_step(void *argument)
{
	Worker	   *worker = argument;
	MemoryContext own = CurrentMemoryContext;
	List	   *found;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	found = bloom_list_views();
	MemoryContextSwitchTo(own);
	worker->views = list_copy(found);
	PopActiveSnapshot();
	CommitTransactionCommand();
}

/* A step: remember the next transaction ID */
static void
remember_step(void *argument)
{
	Worker	   *worker = argument;

	StartTransactionCommand();
	worker->since = GetTransactionSnapshot()->xmax;
	CommitTransactionCommand();
}

/* Tend a set once, and remember if it is blocked.  Returns what is left. */
static BloomTended
tend_one(Worker *worker, Oid view, int32 partition)
{
	BloomTended left = bloom_tend_set(view, partition, worker->since);
	MemoryContext old;

	if (left != BLOOM_TENDED_BLOCKED)
		return left;
	/* outlives the round */
	old = MemoryContextSwitchTo(TopMemoryContext);
	worker->blocked = list_append_unique_oid(worker->blocked, view);
	MemoryContextSwitchTo(old);
	return left;
}

/* Tend all sets once, those in the asks first.  Returns what is left. */
static BloomTended
tend_all(Worker *worker)
{
	BloomTended left = BLOOM_TENDED_RESTS;
	uint32		first = bloom_random();
	int			count;

	list_free(worker->blocked);
	worker->blocked = NIL;

	if (!bloom_watch_step(list_step, worker))
		return BLOOM_TENDED_BLOCKED;
	for (int i = 0; i < worker->asks_count && !is_over(worker); i++)
		left = Max(left, tend_one(worker, worker->asks[i].view,
								  worker->asks[i].partition));
	worker->asks_count = 0;
	/* begins anywhere, so that those at the end have turns, too */
	count = list_length(worker->views);
	for (int i = 0; i < count; i++)
	{
		if (is_over(worker) || database_is_wanted())
			return BLOOM_TENDED_MORE;
		left = Max(left, tend_one(worker, list_nth_oid(worker->views,
													   (i + first % count) %
													   count), -1));
	}
	return left;
}

/*
 * Whether all sets are at rest, or cannot be examined, or were blocked in the
 * last round
 */
static bool
all_rest(Worker *worker)
{
	ListCell   *cell;

	if (!bloom_watch_step(list_step, worker))
		return true;
	foreach(cell, worker->views)
		if (!list_member_oid(worker->blocked, lfirst_oid(cell)) &&
			!bloom_tend_rests(lfirst_oid(cell)))
			return false;
	return true;
}

/*
 * Tend all sets in rounds, until they are at rest or the time is over.
 * Returns what is left.
 */
static BloomTended
tend_in_rounds(Worker *worker)
{
	MemoryContext context = AllocSetContextCreate(TopMemoryContext,
												  "bloomext worker",
												  ALLOCSET_DEFAULT_SIZES);
	BloomTended left = BLOOM_TENDED_MORE;
	int			blocked = 0;
	bool		goes_on = true;

	while (goes_on && left != BLOOM_TENDED_RESTS && blocked < MAX_BLOCKED)
	{
		uint32		place = take_one(FIRST_WORKING, MAX_WORKING);

		MemoryContextSwitchTo(context);
		if (place != 0)
		{
			left = tend_all(worker);
			give(InvalidOid, place);
			blocked = left == BLOOM_TENDED_BLOCKED ? blocked + 1 : 0;
		}
		pgstat_report_stat(true);
		MemoryContextReset(context);
		goes_on = !is_over(worker) && !database_is_wanted();
		if (goes_on && left != BLOOM_TENDED_RESTS && blocked < MAX_BLOCKED &&
			(place == 0 || left != BLOOM_TENDED_MORE))
		{
			(void) bloom_watch_step(remember_step, worker);
			goes_on = pause_for(worker, ROUND_TIME << blocked);
		}
	}
	return left;
}

/*
 * The background worker's main function.  count is the number of entries in
 * bgw_extra.  It connects without a user, because the owner of a set may be a
 * role that cannot log in.
 */
void
bloom_worker_main(Datum count)
{
	Worker		worker = {.asks_count = DatumGetInt32(count)};
	Oid			database;
	BloomTended left;

	memcpy(&database, MyBgworkerEntry->bgw_extra, sizeof(Oid));
	memcpy(worker.asks, MyBgworkerEntry->bgw_extra + sizeof(Oid),
		   sizeof(worker.asks));
	pqsignal(SIGTERM, die);
	pqsignal(SIGINT, StatementCancelHandler);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnectionByOid(database, InvalidOid, 0);
	bloom_appear_as(InvalidOid);
	override_settings();
	pgstat_report_activity(STATE_RUNNING, MyBgworkerEntry->bgw_name);

	worker.begin = GetCurrentTimestamp();
	if (!take(MyDatabaseId, 0) || take_one(FIRST_ALIVE, MAX_ALIVE) == 0)
		return;
	bloom_watch_begin();
	/* a successor lets workers of other databases take its place */
	if (worker.asks_count == 0)
		(void) pause_for(&worker, 2 * ROUND_TIME);
	left = tend_in_rounds(&worker);
	LockReleaseAll(USER_LOCKMETHOD, true);
	/* claims that saw our lock have not asked for another worker */
	if (left != BLOOM_TENDED_MORE && !all_rest(&worker))
		left = BLOOM_TENDED_MORE;
	if (left > BLOOM_TENDED_BLOCKED && !database_is_wanted())
		bloom_worker_start(NULL, 0);
	else if (left == BLOOM_TENDED_BLOCKED)
		ereport(LOG,
				(errmsg("shared sets were not merged because of locks of other sessions"),
				 errhint("They are merged after the next claims, or by bloom_set_merge().")));
	pgstat_report_stat(true);
}
