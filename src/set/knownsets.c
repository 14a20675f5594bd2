/*
 * set/knownsets.c
 *		What this session remembers of shared sets.
 *
 * The relations of a set need not be found and checked at each call.  The
 * session remembers them until the relation cache reports a change of one of
 * them.  It also remembers for which use the current transaction has locked a
 * set, so that further calls need not lock the relations again, and its
 * settings, until a snapshot shows something else.
 */
#include "set/set.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_subscription_rel.h"
#include "common/hashfn.h"
#include "storage/sinval.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

static HTAB *known_sets = NULL;

/*
 * The relations of all known sets that are current, and maybe of others.  A
 * change of another relation need not be looked for in each set.
 */
static HTAB *known_relations = NULL;

/* Whether a set may be known that is not current */
static bool outdated = false;

/* How many changes of any relation were reported */
static uint64 changes = 0;

/*
 * Increases when locks are released or a set is emptied.  Locks taken and
 * states computed (bloom_known_state()) in another epoch no longer count.
 */
static uint64 epoch = 1;

/* The i-th relation of a set, which may be invalid */
#define RELATIONS		((int) (sizeof(BloomRelations) / sizeof(Oid)))
#define RELATION(relations, i)	(((const Oid *) (relations))[i])

/* Whether a relation belongs to a set */
static bool
has_relation(const BloomKnown *known, Oid relation)
{
	for (int i = 0; i < RELATIONS; i++)
		if (RELATION(&known->relations, i) == relation)
			return true;
	return false;
}

/* A relation's set is not current any more; InvalidOid stands for all */
static void
outdate(Oid relation)
{
	HASH_SEQ_STATUS all;
	BloomKnown *known;

	outdated = true;
	hash_seq_init(&all, known_sets);
	while ((known = hash_seq_search(&all)) != NULL)
		if (!OidIsValid(relation) || has_relation(known, relation))
			known->current = false;
}

/* Note that a relation has changed; InvalidOid stands for all */
static void
relation_changes(Datum arg, Oid relation)
{
	changes++;
	if (!OidIsValid(relation) ||
		hash_search(known_relations, &relation, HASH_FIND, NULL) != NULL)
		outdate(relation);
}

/* Forget which sets are subscribed */
static void
subscriptions_change(Datum arg, int cache, uint32 hash)
{
	relation_changes(arg, InvalidOid);
}

/*
 * A transaction ends, or is about to.  No set is open then, and its locks end
 * with it.  The sets that are not current are forgotten.  They may have been
 * dropped, or never found.
 */
static void
transaction_ends(XactEvent event, void *arg)
{
	HASH_SEQ_STATUS all;
	BloomKnown *known;

	epoch++;
	if (!outdated)
		return;
	outdated = false;
	hash_seq_init(&all, known_sets);
	while ((known = hash_seq_search(&all)) != NULL)
		if (!known->current)
			hash_search(known_sets, &known->relations.view, HASH_REMOVE, NULL);
}

/* The rollback of a subtransaction releases the locks that it took */
static void
subtransaction_ends(SubXactEvent event, SubTransactionId mine,
					SubTransactionId parent, void *arg)
{
	/* model: forget-locks */
	if (event == SUBXACT_EVENT_ABORT_SUB)
		epoch++;
}

/* Create a table whose key is an OID */
static HTAB *
create_table(const char *name, Size entry_size)
{
	HASHCTL		control = {
		.keysize = sizeof(Oid), .entrysize = entry_size,
		.hcxt = TopMemoryContext
	};

	return hash_create(name, 64, &control,
					   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/* Create the tables, and begin to notice changes */
static void
initialize(void)
{
	if (known_relations != NULL)
		return;
	if (known_sets == NULL)
		known_sets = create_table("bloomext sets", sizeof(BloomKnown));
	known_relations = create_table("bloomext relations", sizeof(Oid));
	CacheRegisterRelcacheCallback(relation_changes, (Datum) 0);
	CacheRegisterSyscacheCallback(SUBSCRIPTIONRELMAP, subscriptions_change,
								  (Datum) 0);
	RegisterXactCallback(transaction_ends, NULL);
	RegisterSubXactCallback(subtransaction_ends, NULL);
}

/* Add the relations of a set to the known ones */
static void
add_relations(const BloomRelations *relations)
{
	for (int i = 0; i < RELATIONS; i++)
		(void) hash_search(known_relations, &RELATION(relations, i),
						   HASH_ENTER, NULL);
}

/*
 * Forget all relations, and so all sets, if most of them are of sets that are
 * not known any more
 */
static void
clean_relations(void)
{
	HASH_SEQ_STATUS all;
	Oid		   *relation;

	if (hash_get_num_entries(known_relations) <=
		2 * RELATIONS * (hash_get_num_entries(known_sets) + 1))
		return;
	outdate(InvalidOid);
	hash_seq_init(&all, known_relations);
	while ((relation = hash_seq_search(&all)) != NULL)
		(void) hash_search(known_relations, relation, HASH_REMOVE, NULL);
}

/*
 * List the indexes of a table of a set: first that of the primary key, if
 * there is one, then the others.  Returns false if the table's lock is not
 * available and wait is false.
 *
 * A view can name tables of other roles, and must not be a way to get strong
 * locks of these.  So the owners are compared under the weakest lock, which is
 * released.
 */
static bool
find_indexes(BloomKnown *known, BloomComponent component, Relation view,
			 bool wait)
{
	Relation	table = bloom_lock_relation(known->relations.tables[component],
										AccessShareLock, wait);
	int			count = 0;
	List	   *indexes;
	ListCell   *cell;

	if (table == NULL)
		return false;
	bloom_check_owner(table, view);
	indexes = RelationGetIndexList(table);
	if (list_length(indexes) + !OidIsValid(table->rd_pkindex) >
		BLOOM_MAX_INDEXES)
		bloom_tables_refuse(view, table,
							psprintf("has more than %d indexes",
									 BLOOM_MAX_INDEXES),
							"Drop those that are not valid.");
	foreach(cell, indexes)
	{
		Oid			index = lfirst_oid(cell);
		int			number = index == table->rd_pkindex ? 0 : ++count;

		known->relations.indexes[component][number] = index;
	}
	list_free(indexes);
	relation_close(table, AccessShareLock);
	return true;
}

/*
 * Whether a subscription writes to a table.  The catalog cache is not used,
 * because it would search the lists of all tables, up to PostgreSQL 16.
 */
static bool
is_subscribed(Oid table)
{
	Relation	catalog = table_open(SubscriptionRelRelationId,
									 AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	bool		found;

	ScanKeyInit(&key, Anum_pg_subscription_rel_srrelid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(table));
	scan = systable_beginscan(catalog, SubscriptionRelSrrelidSrsubidIndexId,
							  true, NULL, 1, &key);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(catalog, AccessShareLock);
	return found;
}

/*
 * Find the relations of the set of a view.  Returns false if a lock is not
 * available and wait is false.
 */
static bool
find_relations(BloomKnown *known, Relation view, bool wait)
{
	uint64		before = changes;
	BloomKnown	found = {.relations.view = known->relations.view};

	if (!bloom_tables_find(view, found.relations.tables))
		bloom_set_refuse(RelationGetRelationName(view));
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Oid			table = found.relations.tables[i];

		if (!find_indexes(&found, i, view, wait))
			return false;
		if (is_subscribed(table))
			found.relations.subscribed = table;
	}
	add_relations(&found.relations);
	/* what has changed meanwhile may be one of these */
	found.current = changes == before;
	*known = found;
	return true;
}

/* The modes in which uses lock the table of a component, and its indexes */
static const LOCKMODE lock_modes[][BLOOM_COMPONENTS] = {
	[BLOOM_SET_READ] = {AccessShareLock, AccessShareLock, AccessShareLock},
	[BLOOM_SET_CLAIM] = {AccessShareLock, AccessShareLock, RowExclusiveLock},
	[BLOOM_SET_MERGE] = {AccessShareLock, RowExclusiveLock, RowExclusiveLock},
	/* the last one conflicts with the locks of claims and of merges */
	[BLOOM_SET_LOAD] =
	{AccessShareLock, RowExclusiveLock, ShareRowExclusiveLock},
	[BLOOM_SET_ALONE] =
	{AccessExclusiveLock, AccessExclusiveLock, AccessExclusiveLock}
};

/*
 * Lock the tables of a set in the order of their OIDs, each followed by its
 * indexes.  pg_dump locks tables in this order, too, so it cannot deadlock
 * with us.  Returns false if a lock is not available and wait is false.
 */
static bool
lock_relations(const BloomKnown *known, BloomSetUse use, bool wait)
{
	const BloomRelations *relations = &known->relations;
	struct
	{
		Oid			table;		/* the key of oid_cmp() */
		int			component;
	}			order[BLOOM_COMPONENTS];

	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		order[i].table = relations->tables[i];
		order[i].component = i;
	}
	qsort(order, BLOOM_COMPONENTS, sizeof(order[0]), oid_cmp);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		LOCKMODE	mode = lock_modes[use][order[i].component];

		if (!bloom_lock_oid(order[i].table, mode, wait))
			return false;
		for (int j = 0; j < BLOOM_MAX_INDEXES; j++)
		{
			Oid			index = relations->indexes[order[i].component][j];

			if (OidIsValid(index) && !bloom_lock_oid(index, mode, wait))
				return false;
		}
	}
	return true;
}

/* Whether other sessions have locked a table so that a use would wait */
bool
bloom_known_in_use(const BloomRelations *relations, BloomSetUse use)
{
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		LOCKTAG		tag;

		SET_LOCKTAG_RELATION(tag, MyDatabaseId, relations->tables[i]);
		if (bloom_lock_is_held(&tag, lock_modes[use][i]))
			return true;
	}
	return false;
}

/*
 * The set of a view if this transaction has locked it for such a use, and
 * nothing has changed since; otherwise NULL
 */
BloomKnown *
bloom_known_locked(Oid view, BloomSetUse use)
{
	BloomKnown *known;

	initialize();
	known = hash_search(known_sets, &view, HASH_FIND, NULL);
	return known != NULL && known->current && known->locked == epoch &&
		known->use >= use ? known : NULL;
}

/*
 * Find and lock the relations of the set of an open, locked view, after
 * bloom_known_locked() has not found them.  Returns NULL if a lock is not
 * available and wait is false.  The caller checks the set unless it is marked
 * as checked, and then marks it.
 */
BloomKnown *
bloom_known_lock(Relation view, BloomSetUse use, bool wait)
{
	Oid			oid = RelationGetRelid(view);
	bool		exists;
	BloomKnown *known;
	BloomRelations locked = {.view = InvalidOid};

	clean_relations();
	known = hash_search(known_sets, &oid, HASH_ENTER, &exists);
	if (!exists)
	{
		*known = (BloomKnown) {.relations.view = oid};
		outdated = true;
	}
	for (;;)
	{
		/* others may change the relations again and again */
		CHECK_FOR_INTERRUPTS();
		if (!known->current && !find_relations(known, view, wait))
			return NULL;
		/* taking locks reports changes, which may be of other relations */
		if (memcmp(&known->relations, &locked, sizeof(locked)) == 0)
			break;
		/* model: lock-tables */
		if (!lock_relations(known, use, wait))
			return NULL;
		locked = known->relations;
	}
	known->locked = epoch;
	known->use = use;
	return known;
}

/* How many changes of relations were reported to this session until now */
uint64
bloom_known_changes(void)
{
	initialize();
	AcceptInvalidationMessages();
	return changes;
}

/*
 * Empty the caches of relations and catalogs.  That is not counted as changes,
 * unless others have reported some at that moment.
 */
void
bloom_known_empty_caches(void)
{
	uint64		messages = SharedInvalidMessageCounter;
	uint64		before = changes;

	InvalidateSystemCaches();
	if (messages == SharedInvalidMessageCounter)
		changes = before;
}

/* Forget what snapshots show, after a set was emptied for all of them */
void
bloom_known_forget(void)
{
	epoch++;
}

/*
 * A number for what a snapshot shows to this transaction.  Two snapshots with
 * the same number show the same rows: they were taken between the same ends of
 * other transactions and, in this one, between the same commands.  Rollbacks
 * to savepoints change the number, too.
 */
uint64
bloom_known_state(Snapshot snapshot)
{
	uint64		numbers[] = {
		epoch, snapshot->xmax, snapshot->curcid, snapshot->xcnt
	};
	uint64		state = hash_bytes_extended((unsigned char *) numbers,
											sizeof(numbers), 0);

	Assert(IsMVCCSnapshot(snapshot));
	state = hash_bytes_extended((unsigned char *) snapshot->xip,
								snapshot->xcnt * sizeof(TransactionId), state);
	/* only some snapshots have an array when there are none */
	if (snapshot->subxcnt == 0)
		return state;
	return hash_bytes_extended((unsigned char *) snapshot->subxip,
							   snapshot->subxcnt * sizeof(TransactionId),
							   state);
}

/* Whether a transaction had ended when a snapshot was taken */
static bool
has_ended(TransactionId xid, Snapshot snapshot)
{
	return !TransactionIdIsCurrentTransactionId(xid) &&
		!XidInMVCCSnapshot(xid, snapshot);
}

/*
 * The page of a row that a snapshot shows.  The page is of no use if a
 * transaction that the snapshot does not show has inserted, deleted or locked
 * the row, because the page does not change again when that transaction ends.
 * The number of such a transaction stays in the row when its end is noted.
 */
BloomPage
bloom_page_of(Relation table, const ItemPointerData *row, Snapshot snapshot)
{
	BloomPage	result = {
		.file = table->rd_locator, .block = ItemPointerGetBlockNumber(row)
	};
	Buffer		buffer = ReadBuffer(table, result.block);
	Page		page = BufferGetPage(buffer);
	ItemId		line;
	HeapTupleHeader header;

	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	line = PageGetItemId(page, ItemPointerGetOffsetNumber(row));
	header = (HeapTupleHeader) PageGetItem(page, line);
	/* model: settled; and without WAL, changes do not show */
	if (RelationNeedsWAL(table) &&
		has_ended(HeapTupleHeaderGetXmin(header), snapshot) &&
		(header->t_infomask & HEAP_XMAX_IS_MULTI) == 0 &&
		has_ended(HeapTupleHeaderGetRawXmax(header), snapshot))
	{
		result.buffer = buffer;
		result.lsn = PageGetLSN(page);
	}
	UnlockReleaseBuffer(buffer);
	return result;
}

/*
 * Whether a page is known not to have changed.  Then all snapshots that are
 * taken before the call show the same of the row, if they show that it was
 * inserted.
 */
bool
bloom_page_unchanged(const BloomPage *page)
{
	bool		unchanged;

	/* SERIALIZABLE records what is read */
	if (IsolationIsSerializable() || !BufferIsValid(page->buffer) ||
		!ReadRecentBuffer(page->file, MAIN_FORKNUM, page->block, page->buffer))
		return false;
	unchanged = BufferGetLSNAtomic(page->buffer) == page->lsn;
	ReleaseBuffer(page->buffer);
	return unchanged;
}
