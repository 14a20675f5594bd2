/*
 * set/worker.c
 *		The background worker that merges recent hashes of shared sets.
 *
 * Nobody counts the hashes of a shard.  Each claim of a new value looks, with
 * a small chance that depends on nothing that a value could be chosen by,
 * whether its shard is due, by a sample; if so, a worker is started when the
 * claim is committed, and merges it.
 *
 * There is one worker in a database at a time, and few on a server.  It waits
 * for no lock that others may hold, has a limited time, and can be cancelled
 * or terminated by the owner of the set.  An ask that finds no worker to be
 * had is forgotten: another one comes before there are many more hashes.
 */
#include "set/worker.h"

#include "set/merge.h"

#include "access/xact.h"
#include "commands/vacuum.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "parser/parse_node.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "storage/bufmgr.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "tcop/tcopprot.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/timeout.h"

extern PGDLLEXPORT void bloom_worker_main(Datum count);

/* So many times somebody looks, on average, until a shard is due */
#define LOOKS_A_MERGE		8

/* Workers on a server, of all databases together */
#define MAX_WORKERS			2

/* A worker ends after so many milliseconds, done or not */
#define WORKER_TIME			60000

/* Merges of one group that are done in turn, before others have theirs */
#define MAX_IN_TURN			16

/*
 * VACUUM pays when these shares of a set's tables are dead: of the recent
 * hashes, it reads all of the index
 */
#define DEAD_RECENT			0.2
#define DEAD_FILTERS		0.1

/* A shard of which, or of its group, a merge is due */
typedef struct Ask
{
	Oid			view;
	int32		shard;
} Ask;

/* What a worker is started with fits into its bgw_extra */
#define MAX_ASKS	((int) ((BGW_EXTRALEN - sizeof(Oid)) / sizeof(Ask)))

/* What this transaction asks */
static Ask	asked[MAX_ASKS];
static int	asked_count = 0;

/* Whether a worker of this database is at work; takes no part in its locks */
static bool
worker_is_running(void)
{
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, InvalidOid, 0);
	int			holders;

	(void) GetLockConflicts(&tag, ExclusiveLock, &holders);
	return holders > 0;
}

/* Start a worker for what was asked, if there is one to be had; no error */
static void
start_worker(void)
{
	BackgroundWorker worker = {
		.bgw_flags = BGWORKER_SHMEM_ACCESS |
		BGWORKER_BACKEND_DATABASE_CONNECTION,
		.bgw_start_time = BgWorkerStart_RecoveryFinished,
		.bgw_restart_time = BGW_NEVER_RESTART,
		.bgw_main_arg = Int32GetDatum(asked_count)
	};

	snprintf(worker.bgw_name, sizeof(worker.bgw_name), "bloomext merge");
	snprintf(worker.bgw_type, sizeof(worker.bgw_type), "bloomext merge");
	snprintf(worker.bgw_library_name, sizeof(worker.bgw_library_name),
			 "$libdir/bloomext");
	snprintf(worker.bgw_function_name, sizeof(worker.bgw_function_name),
			 "bloom_worker_main");
	memcpy(worker.bgw_extra, &MyDatabaseId, sizeof(Oid));
	memcpy(worker.bgw_extra + sizeof(Oid), asked, asked_count * sizeof(Ask));
	(void) RegisterDynamicBackgroundWorker(&worker, NULL);
}

static void
transaction_ends(XactEvent event, void *arg)
{
	if (event == XACT_EVENT_PRE_COMMIT && asked_count > 0 &&
		worker_is_running())
		asked_count = 0;
	if (event == XACT_EVENT_COMMIT && asked_count > 0)
		start_worker();
	if (event == XACT_EVENT_COMMIT || event == XACT_EVENT_ABORT ||
		event == XACT_EVENT_PREPARE)
		asked_count = 0;
}

/* Whether this transaction has asked for a shard already, or can't any more */
static bool
is_asked(const BloomSet *set, int32 shard)
{
	for (int i = 0; i < asked_count; i++)
		if (asked[i].view == RelationGetRelid(set->view) &&
			asked[i].shard == shard)
			return true;
	return asked_count == MAX_ASKS;
}

/* Ask for a shard to be merged when the transaction has committed */
static void
ask(const BloomSet *set, int32 shard)
{
	static bool registered = false;

	if (!registered)
		RegisterXactCallback(transaction_ends, NULL);
	registered = true;
	asked[asked_count++] = (Ask) {RelationGetRelid(set->view), shard};
}

/* Nobody but this session can merge a temporary set, or see it */
static void
merge_temporary(const BloomSet *set, int32 shard)
{
	LockRelation(set->tables[BLOOM_FILTERS], RowExclusiveLock);
	bloom_merge_shard(set, shard);
}

/* Look whether hashes that were just claimed have made their shards due */
void
bloom_worker_look(const BloomSet *set, const uint64 *hashes, int count)
{
	uint32		chance = PG_UINT32_MAX /
		(bloom_merge_threshold(set) / LOOKS_A_MERGE);
	bool		own = bloom_set_is_temporary(set);

	for (int i = 0; i < count; i++)
	{
		int32		shard = bloom_set_shard(set, hashes[i]);

		if (bloom_random() >= chance || is_asked(set, shard))
			continue;
		/* what this command has claimed is to be seen */
		CommandCounterIncrement();
		shard = bloom_merge_due(set, shard);
		if (shard < 0)
			continue;
		if (own)
			merge_temporary(set, shard);
		else
			ask(set, shard);
	}
}

/* What a merge leaves to do: tables with enough that is dead in them */
static List *
tables_to_vacuum(const BloomSet *set, int64 merged)
{
	Relation	recent = set->tables[BLOOM_RECENT];
	Relation	filters = set->tables[BLOOM_FILTERS];
	double		all = RelationGetNumberOfBlocks(recent) * (BLCKSZ / 36.0);
	List	   *tables = NIL;

	/* chances that are right on average, so that nobody has to count */
	if (bloom_random() <= PG_UINT32_MAX * (merged / (all * DEAD_RECENT)))
		tables = lappend_oid(tables, RelationGetRelid(recent));
	if (bloom_random() <= PG_UINT32_MAX / (set->shards * DEAD_FILTERS))
		tables = lappend_oid(tables, RelationGetRelid(filters));
	return tables;
}

/*
 * Merge the shard that is due in the group of the one that was asked for, and
 * tell which tables are to be vacuumed then.  Returns false if there was none,
 * or the set can't be had.
 */
static bool
merge_in_background(const Ask *ask, List **tables)
{
	bool		merges = false;
	MemoryContext old;
	BloomSet   *set;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	if (get_rel_relkind(ask->view) == RELKIND_VIEW &&
		(set = bloom_set_try_open(ask->view, BLOOM_SET_MERGE)) != NULL)
	{
		int32		shard = bloom_merge_due(set, ask->shard % set->shards);

		/* who may signal this process: the set's owner */
		bloom_appear_as(set->view->rd_rel->relowner);
		if (shard >= 0 && bloom_merge_lock(set, false))
		{
			int64		merged = bloom_merge_shard(set, shard);

			old = MemoryContextSwitchTo(TopMemoryContext);
			*tables = tables_to_vacuum(set, merged);
			MemoryContextSwitchTo(old);
			merges = true;
		}
		bloom_set_close(set);
	}
	PopActiveSnapshot();
	CommitTransactionCommand();
	bloom_appear_as(InvalidOid);
	return merges;
}

/*
 * Free the room of a table's rows that were merged, so that the next merge
 * finds it; or leave it, if the table can't be had at once.
 */
static void
vacuum_in_background(Oid table)
{
	VacuumStmt *statement = makeNode(VacuumStmt);
	LOCKTAG		tag;
	char	   *name;

	/* VACUUM can skip what is locked, too, but warns then */
	SET_LOCKTAG_RELATION(tag, MyDatabaseId, table);
	if (LockAcquire(&tag, ShareUpdateExclusiveLock, true,
					true) == LOCKACQUIRE_NOT_AVAIL)
		return;
	/* it keeps what it needs over its transactions there */
	PortalContext = AllocSetContextCreate(TopMemoryContext, "bloomext vacuum",
										  ALLOCSET_DEFAULT_SIZES);
	StartTransactionCommand();
	MemoryContextSwitchTo(PortalContext);
	name = get_rel_name(table);
	if (name != NULL)
	{
		/* found by OID: the name is for messages */
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
	MemoryContextDelete(PortalContext);
	PortalContext = NULL;
	LockRelease(&tag, ShareUpdateExclusiveLock, true);
}

/* What a database or role sets for its sessions is not meant for us */
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
		{"vacuum_cost_delay", "0"}, {"zero_damaged_pages", "off"},
		{"search_path", ""}
	};

	for (int i = 0; i < (int) lengthof(settings); i++)
		if (GetConfigOption(settings[i][0], true, false) != NULL)
			SetConfigOption(settings[i][0], settings[i][1], PGC_SUSET,
							PGC_S_OVERRIDE);
}

/* Take the place of this database's worker, and one of the server's */
static bool
take_place(void)
{
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, InvalidOid, 0);

	if (LockAcquire(&tag, ExclusiveLock, true, true) == LOCKACQUIRE_NOT_AVAIL)
		return false;
	for (int place = 1; place <= MAX_WORKERS; place++)
	{
		tag = bloom_set_locktag(InvalidOid, InvalidOid, place);
		if (LockAcquire(&tag, ExclusiveLock, true,
						true) != LOCKACQUIRE_NOT_AVAIL)
			return true;
	}
	return false;
}

/*
 * What the background worker does.  It connects without a user, for the owner
 * may not be allowed to log in.
 */
void
bloom_worker_main(Datum count)
{
	Oid			database;
	Ask			asks[MAX_ASKS];
	bool		has_place;

	memcpy(&database, MyBgworkerEntry->bgw_extra, sizeof(Oid));
	memcpy(asks, MyBgworkerEntry->bgw_extra + sizeof(Oid), sizeof(asks));
	pqsignal(SIGTERM, die);
	pqsignal(SIGINT, StatementCancelHandler);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnectionByOid(database, InvalidOid, 0);
	bloom_appear_as(InvalidOid);
	override_settings();
	pgstat_report_activity(STATE_RUNNING, MyBgworkerEntry->bgw_name);

	StartTransactionCommand();
	has_place = take_place();
	CommitTransactionCommand();
	enable_timeout_after(STATEMENT_TIMEOUT, WORKER_TIME);
	for (int i = 0; has_place && i < DatumGetInt32(count); i++)
	{
		bool		more = true;

		/* asks may have been forgotten: there can be more to do */
		for (int turn = 0; more && turn < MAX_IN_TURN; turn++)
		{
			List	   *tables = NIL;
			ListCell   *cell;

			more = merge_in_background(&asks[i], &tables);
			foreach(cell, tables)
				vacuum_in_background(lfirst_oid(cell));
			list_free(tables);
		}
	}
	disable_timeout(STATEMENT_TIMEOUT, false);
	pgstat_report_stat(true);
}
