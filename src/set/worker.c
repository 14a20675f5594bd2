/*
 * set/worker.c
 *		The background worker that merges the recent hashes of a shared set.
 *
 * It is started when a claim that asks for a merge is committed, and merges in
 * a transaction of its own.  So that is short, and doesn't end with a claim
 * that is rolled back; only claims of values that are just being moved wait
 * for it.  If there is no worker to be had, the hashes stay where they are,
 * and a later claim asks again.
 */
#include "set/worker.h"

#include "access/xact.h"
#include "commands/vacuum.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "parser/parse_node.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "storage/ipc.h"
#include "tcop/tcopprot.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

extern PGDLLEXPORT void bloom_worker_main(Datum relation);

/* Sets that a worker is to merge when the transaction has committed */
static List *asked = NIL;

/* Start a worker for a set, if there is one to be had; raises no error */
static void
start_worker(Oid relation)
{
	BackgroundWorker worker = {
		.bgw_flags = BGWORKER_SHMEM_ACCESS |
		BGWORKER_BACKEND_DATABASE_CONNECTION,
		.bgw_start_time = BgWorkerStart_RecoveryFinished,
		.bgw_restart_time = BGW_NEVER_RESTART,
		.bgw_main_arg = ObjectIdGetDatum(relation)
	};

	snprintf(worker.bgw_name, sizeof(worker.bgw_name),
			 "bloomext merge of set %u", relation);
	snprintf(worker.bgw_type, sizeof(worker.bgw_type), "bloomext merge");
	snprintf(worker.bgw_library_name, sizeof(worker.bgw_library_name),
			 "$libdir/bloomext");
	snprintf(worker.bgw_function_name, sizeof(worker.bgw_function_name),
			 "bloom_worker_main");
	memcpy(worker.bgw_extra, &MyDatabaseId, sizeof(Oid));
	(void) RegisterDynamicBackgroundWorker(&worker, NULL);
}

static void
transaction_ends(XactEvent event, void *arg)
{
	ListCell   *cell;

	if (event == XACT_EVENT_COMMIT)
		foreach(cell, asked)
			start_worker(lfirst_oid(cell));
	/* the list is in the transaction's memory */
	if (event == XACT_EVENT_COMMIT || event == XACT_EVENT_ABORT ||
		event == XACT_EVENT_PREPARE)
		asked = NIL;
}

/* Have a background worker merge the set's hashes when they are committed */
void
bloom_worker_launch(const BloomSet *set)
{
	static bool registered = false;
	MemoryContext old;

	if (!registered)
		RegisterXactCallback(transaction_ends, NULL);
	registered = true;
	old = MemoryContextSwitchTo(TopTransactionContext);
	asked = list_append_unique_oid(asked, set->relation);
	MemoryContextSwitchTo(old);
}

/*
 * Merge in a transaction, unless another merge is under way.  vacuum is set to
 * what is to be done then.
 */
static void
merge_in_background(Oid relation, char **vacuum)
{
	BloomSet   *set;
	Oid			user;
	int			context;

	GetUserIdAndSecContext(&user, &context);
	PushActiveSnapshot(GetTransactionSnapshot());
	SPI_connect();
	set = bloom_set_open_latest(relation, ACL_INSERT);
	SetUserIdAndSecContext(set->owner, SECURITY_RESTRICTED_OPERATION);
	if (bloom_merge(set, false) >= 0)
		*vacuum = MemoryContextStrdup(TopMemoryContext,
									  psprintf("VACUUM %s, %s", set->recent_name,
											   set->filters_name));
	SPI_finish();
	PopActiveSnapshot();
	SetUserIdAndSecContext(user, context);
}

/* Run a VACUUM, as one that a user has given would be */
static void
vacuum_in_background(const char *query)
{
	RawStmt    *statement;

	/* VACUUM keeps what it needs over its transactions there */
	PortalContext = AllocSetContextCreate(TopMemoryContext, "bloomext vacuum",
										  ALLOCSET_DEFAULT_SIZES);
	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	statement = linitial_node(RawStmt, pg_parse_query(query));
	ExecVacuum(make_parsestate(NULL), castNode(VacuumStmt, statement->stmt),
			   true);
	if (ActiveSnapshotSet())
		PopActiveSnapshot();
	CommitTransactionCommand();
}

/*
 * What the background worker does: one merge, and then it frees the place of
 * what was moved, so that the next merge finds it.  It connects as a
 * superuser, for the owner may not be allowed to log in, and merges in the
 * owner's name.
 */
void
bloom_worker_main(Datum relation)
{
	Oid			database;
	char	   *vacuum = NULL;

	memcpy(&database, MyBgworkerEntry->bgw_extra, sizeof(Oid));
	pqsignal(SIGTERM, die);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnectionByOid(database, InvalidOid, 0);
	pgstat_report_activity(STATE_RUNNING, MyBgworkerEntry->bgw_name);

	StartTransactionCommand();
	if (SearchSysCacheExists1(RELOID, relation))
		merge_in_background(DatumGetObjectId(relation), &vacuum);
	CommitTransactionCommand();
	if (vacuum != NULL)
		vacuum_in_background(vacuum);
	pgstat_report_stat(true);
}
