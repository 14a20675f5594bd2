/*
 * set/knownsets.c
 *		What this session remembers of shared sets.
 *
 * The relations of a set need not be found and checked at each call.  The
 * session remembers them until the relation cache reports a change of one of
 * them.  It also remembers for which use the current transaction has locked a
 * set, so that further calls need not lock the relations again, and its
 * settings, until a snapshot shows something else.
 *
 * A session may use thousands of sets, and relations may belong to several.
 * So a change is noted with the relation, and sets notice it when they are
 * used.
 */
#include "set/knownsets.h"

#include "set/check.h"

#include "access/relation.h"
#include "access/xact.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "utils/catcache.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* A relation of a known set */
typedef struct Watched
{
	Oid			relation;		/* hash key */
	uint64		changed;		/* number of its last change */
} Watched;

static HTAB *known_sets = NULL;
static HTAB *watched_relations = NULL;

/* How many changes of any relation were reported, and the last of all */
static uint64 changes = 1;
static uint64 all_changed = 1;

/* Increases when locks are released; sets with another number have none */
static uint64 locks = 1;

/* Note that a relation has changed; InvalidOid stands for all */
static void
relation_changes(Datum arg, Oid relation)
{
	Watched    *watched;

	changes++;
	if (!OidIsValid(relation))
		all_changed = changes;
	watched = hash_search(watched_relations, &relation, HASH_FIND, NULL);
	if (watched != NULL)
		watched->changed = changes;
}

/* Forget which sets are subscribed */
static void
subscriptions_change(Datum arg, int cache, uint32 hash)
{
	all_changed = ++changes;
}

static void
transaction_ends(XactEvent event, void *arg)
{
	locks++;
}

/* The rollback of a subtransaction releases the locks that it took */
static void
subtransaction_ends(SubXactEvent event, SubTransactionId mine,
					SubTransactionId parent, void *arg)
{
	/* model: forget-locks */
	if (event == SUBXACT_EVENT_ABORT_SUB)
		locks++;
}

/* A permanent hash table with OIDs as keys */
static HTAB *
create_table(const char *name, Size entry)
{
	HASHCTL		control = {
		.keysize = sizeof(Oid), .entrysize = entry, .hcxt = TopMemoryContext
	};

	return hash_create(name, 64, &control,
					   HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/* Begin to watch the relations of the database */
static void
initialize(void)
{
	if (known_sets != NULL)
		return;
	watched_relations = create_table("bloomext relations", sizeof(Watched));
	CacheRegisterRelcacheCallback(relation_changes, (Datum) 0);
	CacheRegisterSyscacheCallback(SUBSCRIPTIONRELMAP, subscriptions_change,
								  (Datum) 0);
	RegisterXactCallback(transaction_ends, NULL);
	RegisterSubXactCallback(subtransaction_ends, NULL);
	known_sets = create_table("bloomext sets", sizeof(BloomKnown));
}

/* Watch a relation.  A change before that may have been missed. */
static void
watch(Oid relation)
{
	bool		found;
	Watched    *watched = hash_search(watched_relations, &relation, HASH_ENTER,
									  &found);

	if (!found)
		watched->changed = changes;
}

/* Whether a relation, if it is one, has changed since a set was found */
static bool
has_changed(Oid relation, const BloomKnown *known)
{
	Watched    *watched = !OidIsValid(relation) ? NULL :
		hash_search(watched_relations, &relation, HASH_FIND, NULL);

	return watched != NULL && watched->changed > known->found;
}

/* Whether no relation of a set has changed since it was found */
static bool
is_current(BloomKnown *known)
{
	bool		changed;

	if (known->found == changes)
		return true;
	changed = known->found < all_changed ||
		has_changed(known->relations.view, known);
	for (int i = 0; !changed && i < BLOOM_COMPONENTS; i++)
	{
		changed = has_changed(known->relations.tables[i], known);
		for (int j = 0; !changed && j < BLOOM_MAX_INDEXES; j++)
			changed = has_changed(known->relations.indexes[i][j], known);
	}
	if (!changed)
		known->found = changes;
	return !changed;
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
	Oid			key;

	if (table == NULL)
		return false;
	bloom_check_owner(table, view);
	indexes = RelationGetIndexList(table);
	key = bloom_primary_index(table);
	if (list_length(indexes) > BLOOM_MAX_INDEXES ||
		(list_length(indexes) == BLOOM_MAX_INDEXES &&
		 !OidIsValid(key)))
		bloom_tables_refuse(view,
							psprintf("Table %s has more than %d indexes.",
									 bloom_relation_name(table),
									 BLOOM_MAX_INDEXES),
							"Drop those that are not valid.");
	foreach(cell, indexes)
	{
		Oid			index = lfirst_oid(cell);
		bool		is_key = index == key;

		watch(index);
		known->relations.indexes[component][is_key ? 0 : ++count] = index;
	}
	list_free(indexes);
	relation_close(table, AccessShareLock);
	return true;
}

/* Whether a subscription writes to a table */
static bool
is_subscribed(Oid table)
{
	CatCList   *list = SearchSysCacheList1(SUBSCRIPTIONRELMAP,
										   ObjectIdGetDatum(table));
	bool		subscribed = list->n_members > 0;

	ReleaseCatCacheList(list);
	return subscribed;
}

/*
 * Find the relations of the set of a view.  Returns false if a lock is not
 * available and wait is false.
 */
static bool
find_relations(BloomKnown *known, Relation view, bool wait)
{
	/* a change from here on is noticed, because it has a higher number */
	BloomKnown	found = {
		.relations.view = known->relations.view, .found = changes,
		.examined = known->examined
	};

	watch(found.relations.view);
	if (!bloom_tables_find(view, found.relations.tables))
		bloom_set_refuse(RelationGetRelationName(view));
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Oid			table = found.relations.tables[i];

		watch(table);
		if (!find_indexes(&found, i, view, wait))
			return false;
		if (is_subscribed(table))
			found.subscribed = table;
	}
	*known = found;
	return true;
}

/*
 * Lock the tables of a set, each followed by its indexes.  Returns false if a
 * lock is not available and wait is false.
 */
static bool
lock_relations(const BloomKnown *known, BloomSetUse use, bool wait)
{
	BloomComponent order[BLOOM_COMPONENTS];

	bloom_lock_order(known->relations.tables, order);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		LOCKMODE	mode = bloom_lock_mode(use, order[i]);

		if (!bloom_lock_oid(known->relations.tables[order[i]], mode, wait))
			return false;
		for (int j = 0; j < BLOOM_MAX_INDEXES; j++)
		{
			Oid			index = known->relations.indexes[order[i]][j];

			if (OidIsValid(index) && !bloom_lock_oid(index, mode, wait))
				return false;
		}
	}
	return true;
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
	return known != NULL && known->locked == locks && known->use >= use &&
		is_current(known) ? known : NULL;
}

/*
 * Find and lock the relations of the set of an open, locked view.  Returns
 * NULL if a lock is not available and wait is false.  The caller checks the
 * set unless it is marked as checked, and then marks it.
 */
BloomKnown *
bloom_known_lock(Relation view, BloomSetUse use, bool wait)
{
	Oid			oid = RelationGetRelid(view);
	BloomKnown *known;
	bool		exists;

	initialize();
	known = hash_search(known_sets, &oid, HASH_ENTER, &exists);
	if (!exists)
		*known = (BloomKnown) {.relations.view = oid};
	do
	{
		/* others may change the relations again and again */
		CHECK_FOR_INTERRUPTS();
		if (!is_current(known) && !find_relations(known, view, wait))
			return NULL;
		/* model: lock-tables */
		if (!lock_relations(known, use, wait))
			return NULL;
		/* taking locks reports changes */
	} while (!is_current(known));
	known->locked = locks;
	known->use = use;
	return known;
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
		locks, snapshot->xmax, snapshot->curcid, snapshot->xcnt
	};
	uint64		state = hash_bytes_extended((unsigned char *) numbers,
											sizeof(numbers), 0);

	Assert(IsMVCCSnapshot(snapshot));
	state = hash_bytes_extended((unsigned char *) snapshot->xip,
								snapshot->xcnt * sizeof(TransactionId), state);
	if (snapshot->subxip == NULL)
		return state;
	return hash_bytes_extended((unsigned char *) snapshot->subxip,
							   snapshot->subxcnt * sizeof(TransactionId),
							   state);
}

/* Whether this is the first call for an open set in this session */
bool
bloom_known_examine(const BloomSet *set)
{
	BloomKnown *known = hash_search(known_sets, &set->relations->view,
									HASH_FIND, NULL);
	bool		first = !known->examined;

	known->examined = true;
	return first;
}
