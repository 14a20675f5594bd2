/*
 * set/vacuum.c
 *		VACUUM of a shared set's tables, by the background worker.
 *
 * VACUUM calls the functions of indexes.  So a table is vacuumed only under a
 * lock that keeps others from creating indexes on it, and after the set was
 * checked under that lock.
 */
#include "set/vacuum.h"

#include "set/set.h"
#include "set/worker.h"

#include "access/xact.h"
#include "commands/vacuum.h"
#include "nodes/makefuncs.h"
#include "parser/parse_node.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "tcop/tcopprot.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

typedef struct Vacuuming
{
	Oid			view;
	Oid			table;
} Vacuuming;

/* Whether the table belongs to the set, and the set is whole */
static bool
is_whole(const Vacuuming *vacuuming)
{
	BloomSet   *set;
	bool		whole = false;

	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	set = bloom_set_try_open(vacuuming->view, BLOOM_SET_READ);
	for (int i = 0; set != NULL && i < BLOOM_COMPONENTS; i++)
		whole = whole || RelationGetRelid(set->tables[i]) == vacuuming->table;
	if (set != NULL)
		bloom_set_close(set);
	PopActiveSnapshot();
	CommitTransactionCommand();
	return whole;
}

/* VACUUM by OID.  The name is for messages only. */
static void
vacuum_table(Oid table)
{
	VacuumStmt *statement = makeNode(VacuumStmt);
	char	   *name;

	/* ExecVacuum keeps its data here during its transactions */
	PortalContext = AllocSetContextCreate(TopMemoryContext, "bloomext vacuum",
										  ALLOCSET_DEFAULT_SIZES);
	StartTransactionCommand();
	MemoryContextSwitchTo(PortalContext);
	name = get_rel_name(table);
	if (name != NULL)
	{
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
}

/*
 * A step: vacuum the table if its lock is free.  The lock is held by the
 * session, because VACUUM commits.
 */
static void
vacuum_step(void *argument)
{
	const Vacuuming *vacuuming = argument;
	LOCKTAG		tag;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, vacuuming->table);
	if (LockAcquire(&tag, ShareUpdateExclusiveLock, true,
					true) == LOCKACQUIRE_NOT_AVAIL)
		return;
	if (is_whole(vacuuming))
		vacuum_table(vacuuming->table);
}

/*
 * Vacuum one of the tables of a set, unless another session has a lock on it.
 * Returns false if that failed.  Must be called outside of a transaction.
 */
bool
bloom_vacuum_component(Oid view, Oid table)
{
	Vacuuming	vacuuming = {.view = view, .table = table};
	bool		done = bloom_watch_step(vacuum_step, &vacuuming);

	/* also releases what a step that failed still holds */
	LockReleaseSession(DEFAULT_LOCKMETHOD);
	if (PortalContext != NULL)
		MemoryContextDelete(PortalContext);
	PortalContext = NULL;
	return done;
}
