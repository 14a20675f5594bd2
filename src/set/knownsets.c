/*
 * set/knownsets.c
 *		What this session remembers of shared sets.
 *
 * The relations of a set need not be checked at each call.  The session
 * remembers the sets that it has checked, until the relation cache reports a
 * change of one of their relations.  It also remembers for which use the
 * current transaction has locked a set, so that further calls need not lock
 * the relations again.
 *
 * A session may use thousands of sets, and relations may belong to several.
 * So a change is noted with the relation, and sets notice it when they are
 * used.
 */
#include "set/knownsets.h"

#include "access/relation.h"
#include "access/xact.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

/* A set that was checked */
typedef struct Known
{
	Oid			view;			/* hash key */
	Oid			tables[BLOOM_COMPONENTS];
	Oid			indexes[BLOOM_COMPONENTS];	/* primary keys, or InvalidOid */
	Oid			copies[BLOOM_COMPONENTS][BLOOM_MAX_COPIES]; /* likewise */
	Oid			subscribed;
	uint64		checked;		/* number of the last change before that */
	uint64		locked;			/* number of the locks, for the use: */
	BloomSetUse use;
	bool		examined;		/* by bloom_known_examine() */
} Known;

/* A relation of a set that was checked */
typedef struct Watched
{
	Oid			relation;		/* hash key */
	uint64		changed;		/* number of its last change, or 0 */
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

/*
 * Begin to watch the relations of the database.  Returns a number to pass to
 * bloom_known_remember() when a set has been checked.
 */
uint64
bloom_known_watch(void)
{
	if (known_sets == NULL)
	{
		watched_relations = create_table("bloomext relations",
										 sizeof(Watched));
		CacheRegisterRelcacheCallback(relation_changes, (Datum) 0);
		CacheRegisterSyscacheCallback(SUBSCRIPTIONRELMAP, subscriptions_change,
									  (Datum) 0);
		RegisterXactCallback(transaction_ends, NULL);
		RegisterSubXactCallback(subtransaction_ends, NULL);
		known_sets = create_table("bloomext sets", sizeof(Known));
	}
	return changes;
}

/* Whether a relation, if it is one, has changed since that number */
static bool
has_changed(Oid relation, uint64 since)
{
	Watched    *watched = hash_search(watched_relations, &relation, HASH_FIND,
									  NULL);

	return watched != NULL && watched->changed > since;
}

/* Whether no relation of a set has changed since it was checked */
static bool
is_current(Known *known)
{
	bool		changed = known->checked < all_changed;

	if (known->checked == changes)
		return true;
	changed = changed || has_changed(known->view, known->checked);
	for (int i = 0; !changed && i < BLOOM_COMPONENTS; i++)
	{
		changed = has_changed(known->tables[i], known->checked) ||
			has_changed(known->indexes[i], known->checked);
		for (int j = 0; !changed && j < BLOOM_MAX_COPIES &&
			 OidIsValid(known->copies[i][j]); j++)
			changed = has_changed(known->copies[i][j], known->checked);
	}
	if (!changed)
		known->checked = changes;
	return !changed;
}

/* The known set of a view, or NULL */
static Known *
find_known(Oid view)
{
	Known	   *known = known_sets == NULL ? NULL :
		hash_search(known_sets, &view, HASH_FIND, NULL);

	return known != NULL && is_current(known) ? known : NULL;
}

/* The OID of a relation, whose changes are noted from now on */
static Oid
watch(Relation relation)
{
	Oid			oid = relation == NULL ? InvalidOid :
		RelationGetRelid(relation);
	bool		found;
	Watched    *watched = hash_search(watched_relations, &oid, HASH_ENTER,
									  &found);

	if (!found)
		watched->changed = 0;
	return oid;
}

/*
 * Remember that an open set was checked, and is locked for this use.  Does
 * nothing if any relation has changed since bloom_known_watch() returned
 * watched: it may be one that was checked before the change.
 */
void
bloom_known_remember(const BloomSet *set, BloomSetUse use, uint64 watched)
{
	Oid			view = watch(set->view);
	bool		found;
	Known	   *known;

	if (changes != watched)
		return;
	known = hash_search(known_sets, &view, HASH_ENTER, &found);
	if (!found)
		known->examined = false;
	known->checked = 0;			/* not current, if there is an error now */
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		known->tables[i] = watch(set->tables[i]);
		known->indexes[i] = watch(set->indexes[i]);
		for (int j = 0; j < BLOOM_MAX_COPIES; j++)
			known->copies[i][j] = watch(set->copies[i][j]);
	}
	known->subscribed = set->subscribed;
	known->checked = watched;
	known->locked = locks;
	known->use = use;
}

/* Whether this is the first call for an open set in this session */
bool
bloom_known_examine(const BloomSet *set)
{
	Known	   *known = find_known(RelationGetRelid(set->view));
	bool		first = known == NULL || !known->examined;

	if (known != NULL)
		known->examined = true;
	return first;
}

/*
 * Lock a table of a known set, and its indexes.  Returns false if a lock is
 * not available and wait is false.
 */
static bool
lock_known_table(const Known *known, BloomComponent component, LOCKMODE mode,
				 bool wait)
{
	if (!bloom_oid_lock(known->tables[component], mode, wait) ||
		(OidIsValid(known->indexes[component]) &&
		 !bloom_oid_lock(known->indexes[component], mode, wait)))
		return false;
	for (int i = 0; i < BLOOM_MAX_COPIES; i++)
		if (OidIsValid(known->copies[component][i]) &&
			!bloom_oid_lock(known->copies[component][i], mode, wait))
			return false;
	return true;
}

/*
 * Lock the tables of a known set, unless this transaction has done so.
 * Returns false if the set changed before all were locked, or if a lock is not
 * available and wait is false.
 */
static bool
lock_known(Known *known, BloomSetUse use, bool wait)
{
	BloomComponent order[BLOOM_COMPONENTS];

	/* model: lock-tables */
	if (known->locked == locks && known->use >= use)
		return true;
	bloom_set_lock_order(known->tables, order);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
		if (!lock_known_table(known, order[i],
							  bloom_set_lock_mode(use, order[i]), wait))
			return false;
	/* taking locks reports changes */
	if (!is_current(known))
		return false;
	known->locked = locks;
	known->use = use;
	return true;
}

/*
 * Lock and open the tables of a set whose view is open and locked.  Returns
 * false, with no table open, if the set is not known or changed before all
 * were locked, or if a lock is not available and wait is false.
 */
bool
bloom_known_open(BloomSet *set, BloomSetUse use, bool wait)
{
	Known	   *known = find_known(RelationGetRelid(set->view));

	if (known == NULL || !lock_known(known, use, wait))
		return false;
	set->subscribed = known->subscribed;
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		set->tables[i] = relation_open(known->tables[i], NoLock);
		if (OidIsValid(known->indexes[i]))
			set->indexes[i] = relation_open(known->indexes[i], NoLock);
		for (int j = 0; j < BLOOM_MAX_COPIES; j++)
			if (OidIsValid(known->copies[i][j]))
				set->copies[i][j] = relation_open(known->copies[i][j],
												  NoLock);
	}
	return true;
}
