/*
 * set/worker.c
 *		The background worker that merges the recent hashes of shared sets.
 *
 * At most one worker runs in a database, and a few on a server.  Claims start
 * or wake it (wake.c).  It examines all sets of its database.  Their owners
 * take turns, and so do the sets of an owner.  If the locks or snapshots of
 * others are in its way, it tries again at growing intervals until everything
 * is done.  It never waits for them.
 *
 * It looks at all sets again whenever its latch was set.  Before it ends, it
 * releases the lock by which claims find it, and only then looks at its latch.
 * So no claim that was committed is overlooked.
 */
#include "set/worker.h"

#include "set/allsets.h"
#include "set/setcompat.h"
#include "set/upkeep.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_database.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lock.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timeout.h"

extern PGDLLEXPORT void bloom_worker_main(Datum database);

/*
 * Numbers of the locks that limit the workers of a server: PLACES of them
 * merge at a time, and one more can wait for a place
 */
#define FIRST_PLACE			1
#define PLACES				2
#define WAITING				(FIRST_PLACE + PLACES)

/* Milliseconds after which a worker makes room for one that waits */
#define PLACE_TIME			10000

/* Milliseconds for one owner's sets before the next owner's turn */
#define TURN_TIME			200

/* Milliseconds after which a step is given up */
#define STEP_TIME			60000

/* Milliseconds that a worker without work stays, and between two checks */
#define IDLE_TIME			1000
#define CHECK_TIME			250

/* The longest interval between two attempts is IDLE_TIME * 2^MOST_DOUBLED */
#define MOST_DOUBLED		6

/* The sets of a role that are still to be examined */
typedef struct Owner
{
	Oid			role;
	List	   *sets;			/* of BloomUpkeep */
	List	   *next;			/* those to examine when they are done */
} Owner;

typedef struct Worker
{
	TimestampTz begin;			/* when it got its place */
	List	   *owners;			/* of Owner */
	bool		may_shrink;		/* tries what was blocked before, too */
	int			blocked;		/* sets that have something left for later */
	Oid			example;		/* one of them */
	MemoryContext context;
} Worker;

/* Override the settings that a database or role makes for its sessions */
static void
override_settings(void)
{
	static const char *const settings[][2] = {
		{"role", "none"}, {"default_transaction_read_only", "off"},
		{"default_transaction_isolation", "read committed"},
		{"default_transaction_deferrable", "off"},
		/* no lock of others is waited for */
		{"statement_timeout", "0"}, {"lock_timeout", "300"},
		{"transaction_timeout", "0"},	/* from 17 on */
		{"idle_in_transaction_session_timeout", "0"},
		/* merges only move committed hashes, so losing one loses nothing */
		{"synchronous_commit", "off"}, {"zero_damaged_pages", "off"},
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

/* Release what take() has taken */
static void
give(Oid database, uint32 number)
{
	LOCKTAG		tag = bloom_set_locktag(database, InvalidOid, number);

	(void) LockRelease(&tag, ExclusiveLock, true);
}

/* Take a place; false if there is none */
static bool
take_place(Worker *worker)
{
	worker->begin = GetCurrentTimestamp();
	for (uint32 place = FIRST_PLACE; place < WAITING; place++)
		if (take(InvalidOid, place))
			return true;
	return false;
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

/* Whether the worker has had its place for PLACE_TIME, and another waits */
static bool
must_make_room(const Worker *worker)
{
	if (!TimestampDifferenceExceeds(worker->begin, GetCurrentTimestamp(),
									PLACE_TIME))
		return false;
	if (!take(InvalidOid, WAITING))
		return true;
	give(InvalidOid, WAITING);
	return false;
}

/* Whether the worker is to end now, with whatever is left */
static bool
must_end(const Worker *worker)
{
	return database_is_wanted() || must_make_room(worker);
}

/*
 * Sleep for milliseconds, or until the latch is set or the worker must end.
 * The latch counts from CHECK_TIME on only, because busy claims set it all the
 * time.  Claims find the locks of a transaction only, so the worker sleeps in
 * one, which has no snapshot and holds nothing back.  Returns whether the
 * latch was set.
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
						   Min(milliseconds, CHECK_TIME), PG_WAIT_EXTENSION);
		latch = WL_LATCH_SET;
		CHECK_FOR_INTERRUPTS();
		CommitTransactionCommand();
	}
	return (events & WL_LATCH_SET) != 0;
}

/* Wait for a place; false if another one waits, or the database is wanted */
static bool
wait_for_place(Worker *worker)
{
	if (take_place(worker))
		return true;
	if (!take(InvalidOid, WAITING))
	{
		ereport(LOG,
				(errmsg("all background workers that merge shared sets are busy in other databases"),
				 errhint("The next claim asks again.")));
		return false;
	}
	while (!take_place(worker))
	{
		if (database_is_wanted())
			return false;
		(void) sleep_for(worker, CHECK_TIME);
		ResetLatch(MyLatch);
	}
	give(InvalidOid, WAITING);
	return true;
}

/* The entry of a role */
static Owner *
find_owner(Worker *worker, Oid role)
{
	ListCell   *cell;
	Owner	   *owner;

	foreach(cell, worker->owners)
		if (((Owner *) lfirst(cell))->role == role)
			return lfirst(cell);
	owner = palloc0(sizeof(Owner));
	owner->role = role;
	worker->owners = lappend(worker->owners, owner);
	return owner;
}

/* The owner of a relation, or InvalidOid if it is gone */
static Oid
owner_of(Oid relation)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	Oid			role;

	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	role = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return role;
}

/* A step: list the sets to examine after those that are being examined */
static bool
list_sets(Worker *worker, BloomUpkeep *upkeep)
{
	List	   *views;
	ListCell   *cell;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	views = bloom_list_views();
	MemoryContextSwitchTo(worker->context);
	foreach(cell, worker->owners)
	{
		list_free_deep(((Owner *) lfirst(cell))->next);
		((Owner *) lfirst(cell))->next = NIL;
	}
	foreach(cell, views)
	{
		Owner	   *owner = find_owner(worker, owner_of(lfirst_oid(cell)));
		BloomUpkeep *set = palloc0(sizeof(BloomUpkeep));

		set->view = lfirst_oid(cell);
		owner->next = lappend(owner->next, set);
	}
	PopActiveSnapshot();
	CommitTransactionCommand();
	return false;
}

/* A step: do a part of what a set needs; see bloom_upkeep_step() */
static bool
keep_set(Worker *worker, BloomUpkeep *upkeep)
{
	return bloom_upkeep_step(upkeep, worker->may_shrink);
}

/* Clean up after a step that failed */
static void
clean_up(void)
{
	int			code = geterrcode();

	HOLD_INTERRUPTS();
	/* a set's users are told if it is not as it should be */
	if (code != ERRCODE_QUERY_CANCELED && code != ERRCODE_LOCK_NOT_AVAILABLE &&
		code != ERRCODE_WRONG_OBJECT_TYPE &&
		code != ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE &&
		code != ERRCODE_T_R_SERIALIZATION_FAILURE)
		EmitErrorReport();
	AbortOutOfAnyTransaction();
	FlushErrorState();
	RESUME_INTERRUPTS();
}

/*
 * Run a step, which starts and ends a transaction.  Returns its result.  If it
 * fails, or takes longer than STEP_TIME, returns false, and sets
 * upkeep->blocked unless the set itself is not as it should be.
 */
static bool
run_step(Worker *worker, bool (*step) (Worker *, BloomUpkeep *),
		 BloomUpkeep *upkeep)
{
	volatile bool more = false;

	enable_timeout_after(STATEMENT_TIMEOUT, STEP_TIME);
	PG_TRY();
	{
		more = step(worker, upkeep);
	}
	PG_CATCH();
	{
		upkeep->blocked = geterrcode() == ERRCODE_QUERY_CANCELED ||
			geterrcode() == ERRCODE_LOCK_NOT_AVAILABLE ||
			geterrcode() == ERRCODE_T_R_SERIALIZATION_FAILURE;
		clean_up();
	}
	PG_END_TRY();
	disable_timeout(STATEMENT_TIMEOUT, false);
	QueryCancelPending = false;
	MemoryContextSwitchTo(worker->context);
	return more;
}

/* Look at all sets again, after those that are being examined */
static void
look_again(Worker *worker)
{
	BloomUpkeep none = {.view = InvalidOid};

	ResetLatch(MyLatch);
	(void) run_step(worker, list_sets, &none);
}

/*
 * Work on an owner's sets for TURN_TIME.  Returns whether any are left to be
 * examined.
 */
static bool
take_turn(Worker *worker, Owner *owner)
{
	TimestampTz begin = GetCurrentTimestamp();

	if (owner->sets == NIL)
	{
		owner->sets = owner->next;
		owner->next = NIL;
	}
	while (owner->sets != NIL &&
		   !TimestampDifferenceExceeds(begin, GetCurrentTimestamp(),
									   TURN_TIME))
	{
		BloomUpkeep *upkeep = linitial(owner->sets);

		owner->sets = list_delete_first(owner->sets);
		if (run_step(worker, keep_set, upkeep))
		{
			owner->sets = lappend(owner->sets, upkeep);
			continue;
		}
		if (upkeep->blocked)
		{
			worker->blocked++;
			worker->example = upkeep->view;
		}
		pfree(upkeep);
	}
	return owner->sets != NIL || owner->next != NIL;
}

/*
 * Examine all sets.  Returns false if the worker must end before everything is
 * examined.
 */
static bool
examine_all(Worker *worker)
{
	bool		left = true;

	look_again(worker);
	while (left)
	{
		ListCell   *cell;

		left = false;
		foreach(cell, worker->owners)
		{
			if (must_end(worker))
				return false;
			left = take_turn(worker, lfirst(cell)) || left;
		}
		if (MyLatch->is_set)
		{
			look_again(worker);
			left = true;
		}
	}
	return true;
}

/* Report that something is left for later */
static void
report_blocked(const Worker *worker)
{
	char	   *name;

	StartTransactionCommand();
	name = get_rel_name(worker->example);
	ereport(LOG,
			(errmsg_plural("%d shared set waits for transactions of other sessions",
						   "%d shared sets wait for transactions of other sessions",
						   worker->blocked, worker->blocked),
			 errdetail("One of them is \"%s\".", name == NULL ? "?" : name),
			 errhint("They hold locks or old snapshots, or have claimed values. The sets are merged later.")));
	CommitTransactionCommand();
}

/*
 * Examine all sets, until nothing is left.  Returns false if the worker must
 * end before that.
 */
static bool
work(Worker *worker)
{
	int			doubled = 0;
	TimestampTz next = 0;		/* when to try again what was blocked */

	for (;;)
	{
		int64		wait = IDLE_TIME;
		bool		woken;

		worker->may_shrink = GetCurrentTimestamp() >= next;
		worker->blocked = 0;
		if (!examine_all(worker))
			return false;
		if (worker->blocked > 0)
		{
			if (worker->may_shrink)
			{
				if (doubled > 0)
					report_blocked(worker);
				next = TimestampTzPlusMilliseconds(GetCurrentTimestamp(),
												   IDLE_TIME << doubled);
				doubled = Min(doubled + 1, MOST_DOUBLED);
			}
			wait = (next - GetCurrentTimestamp()) / 1000 + 1;
		}
		else
			doubled = 0;
		pgstat_report_stat(true);
		woken = sleep_for(worker, wait);
		if (must_end(worker) && (woken || worker->blocked > 0))
			return false;
		if (!woken && worker->blocked == 0)
			return true;
	}
}

/*
 * The background worker's main function.  It connects without a user, because
 * the owner of a set may be a role that cannot log in.
 */
void
bloom_worker_main(Datum database)
{
	Worker		worker = {.blocked = 0};
	bool		done = true;

	pqsignal(SIGTERM, die);
	pqsignal(SIGINT, StatementCancelHandler);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnectionByOid(DatumGetObjectId(database),
											  InvalidOid, 0);
	override_settings();
	pgstat_report_activity(STATE_RUNNING, MyBgworkerEntry->bgw_name);
	worker.context = AllocSetContextCreate(TopMemoryContext,
										   "bloomext worker",
										   ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(worker.context);

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
		if (!wait_for_place(&worker))
			return;
		done = work(&worker);
		LockReleaseAll(USER_LOCKMETHOD, true);
	} while (done && MyLatch->is_set);
	if (!done && !database_is_wanted())
		bloom_worker_start();
	pgstat_report_stat(true);
}
