/*
 * set/set.c
 *		Opening a shared set: its relations are found, locked and checked, and
 *		used by OID from then on.
 *
 * Whoever has a privilege on the view may have done to the tables what that
 * stands for.  No statement is run on them, so none is run as somebody else.
 */
#include "set/set.h"

#include "set/check.h"
#include "set/indexes.h"
#include "set/subscribed.h"

#include "access/relation.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

/*
 * Sets that this session has opened: they were found whole, and nothing about
 * their relations has changed since, so they need no second look.  The locks
 * for it are those of this transaction.
 */
typedef struct Known
{
	Oid			view;			/* InvalidOid: nothing is known */
	Oid			tables[BLOOM_COMPONENTS];
	Oid			indexes[BLOOM_COMPONENTS];	/* InvalidOid: it has none */
	Oid			copies[BLOOM_COMPONENTS][BLOOM_MAX_COPIES]; /* the same */
	bool		locked;			/* for that use, by this transaction */
	BloomSetUse use;
} Known;

#define KNOWN_SETS		8

static Known known_sets[KNOWN_SETS];

/* How often a relation has changed, any one */
static uint64 changes = 0;

/* Whether a relation is one of a set that is known */
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

/* Locks that a subtransaction took go when it is rolled back */
static void
subtransaction_ends(SubXactEvent event, SubTransactionId mine,
					SubTransactionId parent, void *arg)
{
	/* model: forget-locks */
	if (event == SUBXACT_EVENT_ABORT_SUB)
		forget_locks();
}

static void
watch_changes(void)
{
	static bool watched = false;

	if (watched)
		return;
	watched = true;
	CacheRegisterRelcacheCallback(relation_changes, (Datum) 0);
	RegisterXactCallback(transaction_ends, NULL);
	RegisterSubXactCallback(subtransaction_ends, NULL);
}

static void
not_a_set(const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is not a shared set", name),
			 errhint("Shared sets are made by bloom_set_create.")));
}

/* The lock that a use takes of a table */
static LOCKMODE
lock_mode(BloomSetUse use, BloomComponent component)
{
	if (use == BLOOM_SET_ALONE)
		return AccessExclusiveLock;
	/* keeps claims away, and merges, which take hashes out */
	if (use == BLOOM_SET_LOAD && component == BLOOM_RECENT)
		return ShareRowExclusiveLock;
	if ((use >= BLOOM_SET_MERGE && component != BLOOM_SETTINGS) ||
		(use == BLOOM_SET_CLAIM && component == BLOOM_RECENT))
		return RowExclusiveLock;
	return AccessShareLock;
}

/* Close what is open, and keep the locks */
void
bloom_set_close(BloomSet *set)
{
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		bloom_indexes_close(set, i);
		if (set->tables[i] != NULL)
			relation_close(set->tables[i], NoLock);
		set->tables[i] = NULL;
	}
	if (set->view != NULL)
		relation_close(set->view, NoLock);
	set->view = NULL;
}

/* What is known of a set, if anything is */
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

/* Remember that an open set is whole and locked */
static void
remember(const BloomSet *set, BloomSetUse use)
{
	static int	oldest = 0;
	Known	   *known = find_known(RelationGetRelid(set->view));

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
 * The order in which tables are locked: that of their OIDs, which pg_dump has,
 * too, so that nobody who locks them all waits for it and it for them.
 */
static void
order_tables(const Oid *tables, BloomComponent *order)
{
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		int			at = i;

		for (; at > 0 && tables[order[at - 1]] > tables[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
}

/* Lock a table of a set that is known, and its indexes, as for lock_known() */
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
 * Lock the tables of a set that is known.  Returns false if it is found to
 * have changed then, or we are not to wait for a lock.
 */
static bool
lock_known(Known *known, BloomSetUse use, bool wait)
{
	/* what is locked may have taken the place of what was to be */
	Known		wanted = *known;
	BloomComponent	order[BLOOM_COMPONENTS];

	/* model: lock-tables */
	if (known->locked && known->use >= use)
		return true;
	order_tables(wanted.tables, order);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
		if (!lock_known_table(&wanted, order[i], lock_mode(use, order[i]),
							  wait))
			return false;
	/* the locks have brought the news */
	if (known->view != wanted.view)
		return false;
	known->locked = true;
	known->use = use;
	return true;
}

/*
 * Open the tables of a set that is known.  Returns false if it isn't, or is
 * found to have changed when they are locked, or we are not to wait for a
 * lock.
 */
static bool
open_known(BloomSet *set, BloomSetUse use, bool wait)
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

/*
 * Lock and open a table of a set, and its indexes.  Whoever isn't
 * to use the set must not get a lock of a table by it, so that the owner is
 * compared before, too.  Returns false if we are not to wait for a lock.
 */
static bool
lock_table(BloomSet *set, BloomComponent component, Oid oid, LOCKMODE mode,
		   bool wait)
{
	if (!bloom_is_owned_by(oid, set->view->rd_rel->relowner))
	{
		set->tables[component] = bloom_relation_lock(oid, AccessShareLock,
													 wait);
		if (set->tables[component] == NULL)
			return false;
		bloom_check_table(set->tables[component], component, set->view);
		relation_close(set->tables[component], NoLock);
	}
	set->tables[component] = bloom_relation_lock(oid, mode, wait);
	if (set->tables[component] == NULL)
		return false;
	return bloom_indexes_open(set, component, mode, wait);
}

/*
 * Find, lock and check the tables; false if we are not to wait for one.  They
 * are checked when all are locked, so that nothing waits between.
 */
static bool
open_tables(BloomSet *set, BloomSetUse use, bool wait)
{
	Oid			tables[BLOOM_COMPONENTS];
	BloomComponent	order[BLOOM_COMPONENTS];
	uint64		before;

	if (!bloom_components_find(set->view, tables))
		not_a_set(RelationGetRelationName(set->view));
	order_tables(tables, order);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
		if (!lock_table(set, order[i], tables[order[i]],
						lock_mode(use, order[i]), wait))
			return false;
	watch_changes();
	before = changes;
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		bloom_check_table(set->tables[i], i, set->view);
		bloom_indexes_check(set, i);
	}
	/* else what was checked first may have changed */
	if (changes == before)
		remember(set, use);
	return true;
}

/* An error unless the user has the privilege on a view, or none is needed */
static void
check_privilege(Oid view, AclMode privilege)
{
	AclResult	allowed = privilege == ACL_NO_RIGHTS ? ACLCHECK_OK :
		pg_class_aclcheck(view, GetUserId(), privilege);

	if (allowed != ACLCHECK_OK)
		aclcheck_error(allowed, OBJECT_VIEW, get_rel_name(view));
}

/*
 * Open a set without its settings, palloc'd; NULL if we are not to wait for a
 * lock that it needs, or there is no such relation.
 */
static BloomSet *
open_components(Oid oid, AclMode privilege, BloomSetUse use, bool wait)
{
	BloomSet   *set = palloc0(sizeof(BloomSet));
	char		kind = get_rel_relkind(oid);

	/* no lock for who has no business with it */
	if (kind == '\0')
		return NULL;
	if (kind != RELKIND_VIEW)
		not_a_set(get_rel_name(oid));
	check_privilege(oid, privilege);
	/* a primary does not wait for us before it gives up an old index */
	if (RecoveryInProgress())
		AcceptInvalidationMessages();
	/* that is enough to keep its definition */
	set->view = bloom_relation_lock(oid, AccessShareLock, wait);
	if (set->view == NULL)
		return NULL;
	set->name = bloom_relation_name(set->view);
	check_privilege(oid, privilege);
	if (!open_known(set, use, wait) && !open_tables(set, use, wait))
	{
		bloom_set_close(set);
		return NULL;
	}
	if (use != BLOOM_SET_READ)
		bloom_subscribed_refuse(set);
	return set;
}

/*
 * Open a set, as the snapshot shows it, or as it is now if that is NULL.  An
 * error if it is none or isn't whole, or the user lacks the privilege.  Its
 * locks stay until the transaction ends.
 */
BloomSet *
bloom_set_open(Oid view, AclMode privilege, BloomSetUse use,
			   Snapshot snapshot)
{
	BloomSet   *set = open_components(view, privilege, use, true);

	if (set == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("shared set with OID %u does not exist", view)));
	bloom_settings_read(set, snapshot);
	return set;
}

static void
check_owner(Oid view)
{
	if (!bloom_is_owner(view))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(view));
}

/* The same for what only its owner may do, before it is locked and after */
BloomSet *
bloom_set_open_owned(Oid view, BloomSetUse use, Snapshot snapshot)
{
	BloomSet   *set;

	if (get_rel_relkind(view) == RELKIND_VIEW)
		check_owner(view);
	set = bloom_set_open(view, ACL_NO_RIGHTS, use, snapshot);
	check_owner(view);
	return set;
}

/* The same, whoever asks; NULL if it is gone, or a lock would have to wait */
BloomSet *
bloom_set_try_open(Oid view, BloomSetUse use)
{
	BloomSet   *set = open_components(view, ACL_NO_RIGHTS, use, false);

	if (set != NULL)
		bloom_settings_read(set, NULL);
	return set;
}

/* Lock the settings of an open set, to write another row of them */
void
bloom_set_lock_settings(BloomSet *set)
{
	Relation	table = set->tables[BLOOM_SETTINGS];

	LockRelation(table, RowExclusiveLock);
	/* a trigger or an index could come beside the lock that we had */
	bloom_check_table(table, BLOOM_SETTINGS, set->view);
	bloom_indexes_close(set, BLOOM_SETTINGS);
	(void) bloom_indexes_open(set, BLOOM_SETTINGS, RowExclusiveLock, true);
	bloom_indexes_check(set, BLOOM_SETTINGS);
}

/* The same of a set that has no settings yet */
BloomSet *
bloom_set_open_components(Oid view, BloomSetUse use)
{
	return open_components(view, ACL_NO_RIGHTS, use, true);
}
