/*
 * set/knownsets.c
 *		The shared sets that this session has checked and locked.
 *
 * The relations of a set need not be checked at each call.  The session
 * remembers the sets that it has checked, and forgets a set when the relation
 * cache reports a change of one of its relations.  It also remembers for which
 * use the current transaction has locked a set, so that further calls need not
 * lock the relations again.
 */
#include "set/knownsets.h"

#include "access/relation.h"
#include "access/xact.h"
#include "utils/inval.h"

/* A set that was checked, and whose relations have not changed since */
typedef struct Known
{
	Oid			view;			/* InvalidOid: this place is free */
	Oid			tables[BLOOM_COMPONENTS];
	Oid			indexes[BLOOM_COMPONENTS];	/* primary keys, or InvalidOid */
	Oid			copies[BLOOM_COMPONENTS][BLOOM_MAX_COPIES]; /* likewise */
	bool		locked;			/* by this transaction, for the use: */
	BloomSetUse use;
} Known;

#define KNOWN_SETS		8

static Known known_sets[KNOWN_SETS];

/* How often the relation cache has reported a change of any relation */
static uint64 changes = 0;

/* Whether a relation belongs to a known set */
static bool
is_of(const Known *known, Oid relation)
{
	if (relation == known->view)
		return true;
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		if (relation == known->tables[i] || relation == known->indexes[i])
			return true;
		for (int j = 0; j < BLOOM_MAX_COPIES &&
			 OidIsValid(known->copies[i][j]); j++)
			if (relation == known->copies[i][j])
				return true;
	}
	return false;
}

/* Forget the sets of a relation that has changed; InvalidOid stands for all */
static void
relation_changes(Datum arg, Oid relation)
{
	changes++;
	for (Known *known = known_sets; known < known_sets + KNOWN_SETS; known++)
		if (!OidIsValid(relation) || is_of(known, relation))
			known->view = InvalidOid;
}

static void
forget_locks(void)
{
	for (int i = 0; i < KNOWN_SETS; i++)
		known_sets[i].locked = false;
}

static void
transaction_ends(XactEvent event, void *arg)
{
	forget_locks();
}

/* The rollback of a subtransaction releases the locks that it took */
static void
subtransaction_ends(SubXactEvent event, SubTransactionId mine,
					SubTransactionId parent, void *arg)
{
	/* model: forget-locks */
	if (event == SUBXACT_EVENT_ABORT_SUB)
		forget_locks();
}

/*
 * Begin to watch the relations of the database.  Returns a number to pass to
 * bloom_known_remember() when a set has been checked.
 */
uint64
bloom_known_watch(void)
{
	static bool watched = false;

	if (!watched)
	{
		watched = true;
		CacheRegisterRelcacheCallback(relation_changes, (Datum) 0);
		RegisterXactCallback(transaction_ends, NULL);
		RegisterSubXactCallback(subtransaction_ends, NULL);
	}
	return changes;
}

/* The known set of a view, or NULL */
static Known *
find_known(Oid view)
{
	for (int i = 0; i < KNOWN_SETS; i++)
		if (known_sets[i].view == view)
			return &known_sets[i];
	return NULL;
}

static Oid
oid_of(Relation relation)
{
	return relation == NULL ? InvalidOid : RelationGetRelid(relation);
}

/*
 * Remember that an open set was checked, and is locked for this use.  Does
 * nothing if any relation has changed since bloom_known_watch() returned
 * watched: it may be one that was checked before the change.
 */
void
bloom_known_remember(const BloomSet *set, BloomSetUse use, uint64 watched)
{
	static int	oldest = 0;
	Known	   *known = find_known(RelationGetRelid(set->view));

	if (changes != watched)
		return;
	if (known == NULL)
	{
		known = &known_sets[oldest];
		oldest = (oldest + 1) % KNOWN_SETS;
	}
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		known->tables[i] = RelationGetRelid(set->tables[i]);
		known->indexes[i] = oid_of(set->indexes[i]);
		for (int j = 0; j < BLOOM_MAX_COPIES; j++)
			known->copies[i][j] = oid_of(set->copies[i][j]);
	}
	known->locked = true;
	known->use = use;
	known->view = RelationGetRelid(set->view);
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
	/* a copy: taking locks runs relation_changes(), which may change *known */
	Known		wanted = *known;
	BloomComponent order[BLOOM_COMPONENTS];

	/* model: lock-tables */
	if (known->locked && known->use >= use)
		return true;
	bloom_set_lock_order(wanted.tables, order);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
		if (!lock_known_table(&wanted, order[i],
							  bloom_set_lock_mode(use, order[i]), wait))
			return false;
	/* the relation cache has reported a change meanwhile */
	if (known->view != wanted.view)
		return false;
	known->locked = true;
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
