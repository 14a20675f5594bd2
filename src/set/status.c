/*
 * set/status.c
 *		What the worker has done for the sets of a database, and why it has
 *		not done more.
 *
 * The worker writes that to a file, beside those of the queue (queue.c), so
 * that the next worker knows it, and bloom_sets().  It can do so when a disk
 * of tables is full, and no owner can change it.  The file is a head and
 * records in the order of the views' OIDs.  It is replaced as a whole.
 */
#include "set/worker.h"

#include "access/transam.h"
#include "access/xlog.h"
#include "storage/fd.h"
#include "utils/array.h"

#include <unistd.h>

/* Changes with the layout of the file */
#define MAGIC			0xb1005e01

/* Sets of a file; those whose upkeep has failed come first */
#define MOST_RECORDS	4000

/* Processes that are named as those which block a set */
#define MOST_BLOCKERS	8

/* The file of a database, and the one that is to replace it */
static void
file_name(Oid database, const char *suffix, char *path)
{
	snprintf(path, MAXPGPATH, BLOOM_FILES "%u.stat%s", database, suffix);
}

static int
compare_views(const void *a, const void *b)
{
	return oid_cmp(&((const BloomStatus *) a)->view,
				   &((const BloomStatus *) b)->view);
}

/* Write these records for this database; sorts them */
void
bloom_status_write(BloomStatusHead head, BloomStatus *records, int count)
{
	char		path[MAXPGPATH];
	char		new[MAXPGPATH];
	int			failed = 0;
	FILE	   *file;
	bool		written;

	for (int i = 0; i < count; i++)
		if (records[i].errors > 0)
		{
			BloomStatus record = records[i];

			records[i] = records[failed];
			records[failed++] = record;
		}
	head.magic = MAGIC;
	head.count = Min(count, MOST_RECORDS);
	qsort(records, head.count, sizeof(BloomStatus), compare_views);
	file_name(MyDatabaseId, "", path);
	file_name(MyDatabaseId, ".new", new);
	file = AllocateFile(new, PG_BINARY_W);
	if (file == NULL)
		return;
	written = fwrite(&head, sizeof(head), 1, file) == 1 &&
		fwrite(records, sizeof(BloomStatus), head.count, file) == head.count;
	if (FreeFile(file) != 0 || !written || rename(new, path) != 0)
		(void) unlink(new);
}

/*
 * Read the file of this database, with records that are palloc'd.  If there is
 * none that is valid, the head is zeros, and records is NULL.
 */
BloomStatuses
bloom_status_read(void)
{
	BloomStatuses all = {.records = NULL};
	char		path[MAXPGPATH];
	FILE	   *file;
	BloomStatusHead head;

	file_name(MyDatabaseId, "", path);
	file = AllocateFile(path, PG_BINARY_R);
	if (file == NULL)
		return all;
	if (fread(&head, sizeof(head), 1, file) == 1 && head.magic == MAGIC &&
		head.count <= MOST_RECORDS)
	{
		BloomStatus *records = palloc0(head.count * sizeof(BloomStatus) + 1);

		if (fread(records, sizeof(BloomStatus), head.count, file) ==
			head.count)
			all = (BloomStatuses) {.head = head, .records = records};
		for (uint32 i = 0; i < head.count; i++)
			records[i].message[sizeof(records[i].message) - 1] = '\0';
	}
	FreeFile(file);
	return all;
}

/* What is noted of the set of a view; zeros if nothing is */
BloomStatus
bloom_status_find(const BloomStatuses *all, Oid view)
{
	BloomStatus none = {.view = view};
	BloomStatus *found = all->head.count == 0 ? NULL :
		bsearch(&none, all->records, all->head.count, sizeof(BloomStatus),
				compare_views);

	return found == NULL ? none : *found;
}

/*
 * The process ID of the database's worker, or 0 if there is none.  A lock
 * would not show it between two transactions.
 */
int
bloom_status_worker(const BloomStatuses *all)
{
	return BackendPidGetProc(all->head.pid) == NULL ? 0 : all->head.pid;
}

/*
 * Why the worker has not yet done what an open set needs, or NULL if it has
 */
const char *
bloom_status_pending(const BloomSet *set, const BloomStatus *status,
					 bool has_worker)
{
	LOCKTAG		merge = bloom_lock_tag(MyDatabaseId,
									   set->relations->tables[BLOOM_FILTERS],
									   0);
	bool		vacuum;

	/* it is not merged here, and the primary's worker is not known here */
	if (RecoveryInProgress() || OidIsValid(set->relations->subscribed) ||
		!bloom_upkeep_pending(set, &vacuum))
		return NULL;
	if (bloom_lock_is_held(&merge, ExclusiveLock))
		return "it is being merged";
	if (!has_worker)
		return bloom_queue_has(MyDatabaseId) ?
			"its database waits for a background worker" :
			"no background worker is running; later claims start one";
	if (bloom_known_in_use(set->relations, BLOOM_SET_MERGE))
		return "another session has locked its tables";
	if (status->errors > 0)
		return "the worker will try again";
	if (status->blocked != 0)
		return "it waits for other sessions";
	return vacuum ? "it waits for autovacuum" : "it waits for its turn";
}

/* Processes */
typedef struct Pids
{
	int			count;
	int			worker;			/* this one is not added */
	int32		pids[MOST_BLOCKERS];
} Pids;

static void
add_pid(Pids *pids, int32 pid)
{
	for (int i = 0; i < pids->count; i++)
		if (pids->pids[i] == pid)
			return;
	if (pids->count < MOST_BLOCKERS && pid != pids->worker)
		pids->pids[pids->count++] = pid;
}

/*
 * Add processes.  A prepared transaction keeps the number of its session,
 * which may have ended, or be in another transaction by now.
 */
static void
add_processes(Pids *pids, const VirtualTransactionId *processes, int count)
{
	for (int i = 0; i < count; i++)
	{
		PGPROC	   *process = ProcNumberGetProc(processes[i].procNumber);

		add_pid(pids, process == NULL ||
				bloom_lxid(process) != processes[i].localTransactionId ?
				0 : process->pid);
	}
}

/* Add those that hold a lock which conflicts with a mode */
static void
add_holders(Pids *pids, LOCKTAG tag, LOCKMODE mode)
{
	int			count;
	VirtualTransactionId *holders = GetLockConflicts(&tag, mode, &count);

	add_processes(pids, holders, count);
}

/* Add those that keep deleted rows of a table from being removed */
static void
add_snapshots(Pids *pids, Relation table)
{
	TransactionId horizon = bloom_horizon(table);
	int			count;
	VirtualTransactionId *holders = GetCurrentVirtualXIDs(horizon, true, false,
														  PROC_IN_VACUUM,
														  &count);

	add_processes(pids, holders, count);
	/* if nothing holds it, it is the next transaction, which has not begun */
	if (TransactionIdPrecedes(horizon, GetActiveSnapshot()->xmax) &&
		TransactionIdIsInProgress(horizon))
		add_pid(pids, BackendXidGetPid(horizon));
}

/*
 * The processes other than the worker that block it, as an array: those that
 * hold locks which a merge needs, or else any locks of its tables, because the
 * set cannot be truncated then, or else old snapshots.  0 stands for prepared
 * transactions.
 */
Datum
bloom_status_blockers(const BloomSet *set, int worker)
{
	static const LOCKMODE modes[] = {RowExclusiveLock, AccessExclusiveLock};
	Pids		pids = {.worker = worker == 0 ? -1 : worker};
	Datum		elements[MOST_BLOCKERS];

	add_holders(&pids,
				bloom_lock_tag(MyDatabaseId,
							   set->relations->tables[BLOOM_FILTERS], 0),
				ExclusiveLock);
	for (int i = 0; i < (int) lengthof(modes) && pids.count == 0; i++)
		for (int j = BLOOM_FILTERS; j < BLOOM_COMPONENTS; j++)
		{
			LOCKTAG		tag;

			SET_LOCKTAG_RELATION(tag, MyDatabaseId, set->relations->tables[j]);
			add_holders(&pids, tag, modes[i]);
		}
	if (pids.count == 0)
		add_snapshots(&pids, bloom_set_table(set, BLOOM_RECENT));
	for (int i = 0; i < pids.count; i++)
		elements[i] = Int32GetDatum(pids.pids[i]);
	return PointerGetDatum(construct_array(elements, pids.count, INT4OID,
										   sizeof(int32), true, TYPALIGN_INT));
}
