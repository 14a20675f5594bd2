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
 * releases the lock by which claims find it, and only then looks at its latch
 * and at the queue of databases (queue.c), for which it starts other workers.
 * So no claim that was committed is overlooked.
 */
#include "set/worker.h"

#include "catalog/pg_database.h"
#include "mb/pg_wchar.h"
#include "portability/instr_time.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/timeout.h"

extern PGDLLEXPORT void bloom_worker_main(Datum database);

/* Milliseconds after which a worker makes room; the second if it only waits */
#define PLACE_TIME			10000
#define REST_TIME			2000

/* Milliseconds that a worker without work stays, and between two checks */
#define IDLE_TIME			1000
#define CHECK_TIME			250

/* Milliseconds that a worker waits for another one to begin, or for a slot */
#define START_TIME			1000
#define SLOT_TIME			5000

/* Milliseconds after which a transaction is given up */
#define STEP_TIME			60000

/* The interval after which the log has a line, once */
#define LOG_TIME			(4 * IDLE_TIME)

/* The longest interval between two attempts */
#define MOST_TIME			(64 * IDLE_TIME)

/* A failing set is retried so often without a claim, about an hour */
#define MOST_RETRIES		64

/* Lines about errors that the log gets in a minute */
#define MOST_LINES			5

/* A set to be examined, or to be examined again later (BLOOM_DONE) */
typedef struct Task
{
	BloomUpkeep upkeep;			/* begins with the hash key, the view */
	Oid			owner;
	uint64		turn;			/* its last one, or when it was listed */
	bool		again;			/* was listed again meanwhile */
	int64		listed;			/* for the last time */
} Task;

/* The state of a worker; times are in milliseconds */
typedef struct Worker
{
	int64		begin;			/* when it got its place */
	int64		listed;			/* when it listed the sets */
	int64		written;		/* when it wrote their status */
	int64		retry;			/* when to retry what is blocked */
	int64		interval;		/* until the next such time */
	Oid			blocked;		/* a set that was retried in vain */
	bool		pending;		/* something is left for that time */
	bool		worked;			/* something was done in this look */
	HTAB	   *tasks;			/* of the sets */
	Oid			owner;			/* of the set that had the last turn */
	uint64		turns;			/* how many there were */
} Worker;

/* How many lines the log has got, also from workers before this one */
static BloomStatusHead lines;

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
 * Note an error that was raised.  The log gets it unless the set had the same
 * one within an hour, or the log has got many: owners can raise them.
 */
static void
note_error(BloomStatus *status)
{
	MemoryContext old = MemoryContextSwitchTo(TopMemoryContext);
	ErrorData  *error = CopyErrorData();
	int			length = strlen(error->message);
	TimestampTz now = GetCurrentTimestamp();
	bool		logs = true;

	MemoryContextSwitchTo(old);
	if (status != NULL)
	{
		length = pg_mbcliplen(error->message, length,
							  sizeof(status->message) - 1);
		logs = now - status->logged > USECS_PER_HOUR ||
			strncmp(status->message, error->message, length) != 0 ||
			status->message[length] != '\0';
		memset(status->message, 0, sizeof(status->message));
		memcpy(status->message, error->message, length);
		status->errors++;
		status->failed = now;
	}
	FreeErrorData(error);
	if (logs && now - lines.minute > USECS_PER_MINUTE)
	{
		lines.minute = now;
		lines.lines = 0;
	}
	if (logs && lines.lines++ < MOST_LINES)
	{
		EmitErrorReport();
		if (status != NULL)
			status->logged = now;
	}
	else if (logs)
		lines.omitted++;
}

/*
 * Call action, which begins and commits a transaction.  An error ends that,
 * and so does STEP_TIME.  Then returns false, and sets *blocked if other
 * sessions are the reason, or else notes the error; status is that of a set,
 * or NULL.
 */
static bool
attempt(void (*action) (void *), void *argument, bool *blocked,
		BloomStatus *status)
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
			case ERRCODE_FEATURE_NOT_SUPPORTED:
				/* the set's users are told */
				break;
			default:
				note_error(status);
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
		attempt(find_owner, &wanted, &blocked, NULL) && wanted;
}

/*
 * Whether the worker must end now, even if something is left: because its
 * database is wanted, or because other databases wait and the worker has had
 * its place for `time` milliseconds
 */
static bool
must_end(const Worker *worker, int64 time)
{
	return database_is_wanted() ||
		(milliseconds() - worker->begin > time &&
		 OidIsValid(bloom_queue_first(false)));
}

/* How long a worker that sleeps keeps its place while others wait */
static int64
sleep_time(const Worker *worker)
{
	return worker->pending ? REST_TIME : PLACE_TIME;
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
	int64		time = sleep_time(worker);
	int			latch = 0;
	int			events = 0;

	pgstat_report_activity(STATE_IDLE, NULL);
	for (; duration > 0 && (events & WL_LATCH_SET) == 0 &&
		 !must_end(worker, time); duration -= CHECK_TIME)
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

/* Take a place.  Returns false if other databases have all. */
static bool
take_place(void)
{
	for (uint32 i = 0; i < BLOOM_PLACES; i++)
		if (take(InvalidOid, BLOOM_FIRST_PLACE + i))
			return true;
	return false;
}

/* Set *context, an OID, to the database that has waited longest */
static void
find_next(void *context)
{
	bloom_worker_begin();
	*(Oid *) context = bloom_queue_first(true);
	CommitTransactionCommand();
}

/*
 * Start workers for the databases that have waited longest, while others have
 * taken fewer places than this.  A worker that does not come moves its
 * database to the end of the queue.  If no slot is free, waits for one for
 * this time.  Returns true if this database is the next one.
 */
static bool
serve_queue(int places, int64 slot_time)
{
	int64		begin = milliseconds();
	Oid			failed = InvalidOid;

	while (bloom_places_taken() < places)
	{
		Oid			database = InvalidOid;
		bool		blocked;

		CHECK_FOR_INTERRUPTS();
		if (!attempt(find_next, &database, &blocked, NULL) ||
			!OidIsValid(database) || database == failed)
			break;
		if (database == MyDatabaseId)
			return true;
		if (!bloom_worker_start(database, START_TIME))
		{
			/* others may get the slot of a worker that has ended */
			if (milliseconds() - begin >= slot_time || database_is_wanted())
			{
				if (slot_time > 0)
					bloom_worker_lacks_slot();
				break;
			}
			pg_usleep(CHECK_TIME * 1000);
		}
		else if (bloom_queue_has(database) && bloom_places_taken() < places)
		{
			bloom_queue_move(database);
			failed = OidIsValid(failed) ? failed : database;
		}
	}
	return false;
}

/* Read what earlier workers have noted */
static void
read_status(Worker *worker)
{
	BloomStatuses all = bloom_status_read();
	TimestampTz now = GetCurrentTimestamp();

	if (all.records == NULL)
		return;
	lines = all.head;
	for (uint32 i = 0; i < lines.count; i++)
	{
		BloomStatus status = all.records[i];
		Task	   *task = hash_search(worker->tasks, &status.view, HASH_ENTER,
									   NULL);

		*task = (Task) {
			.upkeep = {.status = status, .phase = BLOOM_DONE}
		};
	}
	pfree(all.records);
	if (!lines.pending)
		return;
	worker->pending = true;
	worker->interval = Max(Min(lines.interval, MOST_TIME), IDLE_TIME);
	/* the clock may have been set back */
	worker->retry = milliseconds() +
		Min((lines.retry - now) / 1000, worker->interval);
}

/*
 * Write what is known of the sets, for bloom_sets() and the next worker; pid
 * is 0 if this worker ends
 */
static void
write_status(Worker *worker, int pid)
{
	BloomStatus *records = palloc(hash_get_num_entries(worker->tasks) *
								  sizeof(BloomStatus) + 1);
	int			count = 0;
	HASH_SEQ_STATUS all;
	Task	   *task;

	worker->written = milliseconds();
	hash_seq_init(&all, worker->tasks);
	while ((task = hash_seq_search(&all)) != NULL)
		records[count++] = task->upkeep.status;
	lines.pid = pid;
	lines.pending = worker->pending;
	lines.interval = worker->interval;
	lines.retry = GetCurrentTimestamp() +
		(worker->retry - worker->written) * 1000;
	bloom_status_write(lines, records, count);
	pfree(records);
	if (lines.omitted > 0 &&
		GetCurrentTimestamp() - lines.minute > USECS_PER_MINUTE)
	{
		ereport(LOG,
				(errmsg("%d further errors of shared sets were not logged",
						lines.omitted),
				 errhint("bloom_sets() shows the last error of each set.")));
		lines.omitted = 0;
	}
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
	task->upkeep = (BloomUpkeep) {.status = task->upkeep.status};
	task->again = false;
}

/* Forget the sets that the last list did not contain */
static void
forget_missing(const Worker *worker)
{
	HASH_SEQ_STATUS all;
	Task	   *task;

	hash_seq_init(&all, worker->tasks);
	while ((task = hash_seq_search(&all)) != NULL)
		if (task->listed != worker->listed)
			hash_search(worker->tasks, &task->upkeep.status.view, HASH_REMOVE,
						NULL);
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

		if (!known)
			*task = (Task) {
				.upkeep = {.status.view = view, .phase = BLOOM_DONE}
			};
		if (task->upkeep.phase != BLOOM_DONE)
			task->again = true;
		/* one that has failed is retried like one that is blocked */
		else if (retry || task->upkeep.status.errors == 0)
		{
			begin(task);
			task->turn = worker->turns;
		}
		task->owner = views[i].owner;
		task->listed = worker->listed;
		task->upkeep.may_merge_all = task->upkeep.may_merge_all || retry;
	}
	forget_missing(worker);
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
	bloom_queue_remove(MyDatabaseId);
	if (ConfigReloadPending)
	{
		ConfigReloadPending = false;
		ProcessConfigFile(PGC_SIGHUP);
	}
	worker->listed = milliseconds();
	if (attempt(run_list, worker, &worker->pending, NULL))
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

/*
 * Note the result when a set was examined.  One that is blocked and has been
 * merged is not, because claims go on.
 */
static void
finish(Worker *worker, Task *task, bool ok, bool failed)
{
	BloomUpkeep *upkeep = &task->upkeep;
	BloomStatus *status = &upkeep->status;

	if (ok && (upkeep->worked || !upkeep->blocked))
		status->errors = 0;
	if (!upkeep->blocked || upkeep->worked)
		status->blocked = 0;
	else if (upkeep->may_merge_all && status->skip == 0 &&
			 status->blocked == 0)
		status->blocked = GetCurrentTimestamp();
	worker->pending = worker->pending || upkeep->blocked ||
		upkeep->postponed || (failed && status->errors <= MOST_RETRIES);
	if (upkeep->blocked && upkeep->may_merge_all)
		worker->blocked = status->view;
	if (!upkeep->blocked && !upkeep->postponed)
		status->skip = status->skipped = 0;
	if (task->again && !failed)
		begin(task);
}

/* Give a set its turn, and so its owner */
static void
take_turn(Worker *worker, Task *task)
{
	BloomUpkeep *upkeep = &task->upkeep;
	int			errors = upkeep->status.errors;
	bool		ok;

	task->turn = ++worker->turns;
	worker->owner = task->owner;
	ok = attempt(bloom_upkeep_step, upkeep, &upkeep->blocked, &upkeep->status);
	if (!ok)
		upkeep->phase = BLOOM_DONE;
	if (upkeep->worked)
		upkeep->status.merged = GetCurrentTimestamp();
	worker->worked = worker->worked || upkeep->worked;
	/* the next step has to know which rows are dead */
	pgstat_report_stat(true);
	if (upkeep->phase == BLOOM_DONE)
		finish(worker, task, ok, upkeep->status.errors > errors);
	if (milliseconds() - worker->written > IDLE_TIME)
		write_status(worker, MyProcPid);
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
		/* another worker may have been ended */
		(void) serve_queue(BLOOM_PLACES - 1, 0);
		while ((task = next_task(worker)) != NULL)
		{
			if (must_end(worker, PLACE_TIME))
				return false;
			take_turn(worker, task);
			if (MyLatch->is_set &&
				milliseconds() - worker->listed > IDLE_TIME)
				list_sets(worker);
		}
		write_status(worker, MyProcPid);
		woken = sleep_for(worker, worker->pending ?
						  worker->retry - milliseconds() : IDLE_TIME);
		if (must_end(worker, sleep_time(worker)))
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
	do
	{
		/* only then look for a place: who releases one looks at the queue */
		bloom_queue_put(MyDatabaseId);
		while (!take(MyDatabaseId, BLOOM_WORKING))
		{
			/* that one may be between two transactions, and not be found */
			if (bloom_worker_wake())
				return;
			CHECK_FOR_INTERRUPTS();
			pg_usleep(1000);
		}
		if (!take_place())
			return;
		worker.begin = milliseconds();
		read_status(&worker);
		write_status(&worker, MyProcPid);
		done = work(&worker);
		write_status(&worker, 0);
		LockReleaseAll(USER_LOCKMETHOD, true);
		/* claims that set the latch after the last look want another one */
		if (done ? MyLatch->is_set : !database_is_wanted())
			bloom_queue_put(MyDatabaseId);
	} while (serve_queue(BLOOM_PLACES, SLOT_TIME));
}
