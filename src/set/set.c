/*
 * set/set.c
 *		Opening a shared set: its relations are found, locked and checked, and
 *		used by OID from then on.
 *
 * A privilege on the view allows its operations on the tables: the user needs
 * no privilege on these.  No statement is run on the tables, so there is no
 * need to change to another role.
 */
#include "set/set.h"

#include "set/check.h"
#include "set/indexes.h"
#include "set/knownsets.h"

#include "access/relation.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/catcache.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* Raise the error that a relation is not a shared set */
void
bloom_set_refuse(const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is not a shared set", name),
			 errhint("Shared sets are created with bloom_set_create().")));
}

/* Close the relations of a set.  Their locks stay. */
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

/*
 * Lock and open a table of a set, and its indexes.  Returns false if a lock is
 * not available and wait is false.
 *
 * A view can name tables of other roles, and must not be a way to get strong
 * locks of these.  So the owners are compared before the table is locked.  If
 * they differ, the error comes from bloom_check_table(), under the weakest
 * lock.
 */
static bool
lock_table(BloomSet *set, BloomComponent component, Oid oid, LOCKMODE mode,
		   bool wait)
{
	if (bloom_relation_owner(oid) != set->view->rd_rel->relowner)
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

/* A table of the set to which a subscription writes, or InvalidOid */
static Oid
subscribed_table(const BloomSet *set)
{
	Oid			found = InvalidOid;

	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Oid			table = RelationGetRelid(set->tables[i]);
		CatCList   *list = SearchSysCacheList1(SUBSCRIPTIONRELMAP,
											   ObjectIdGetDatum(table));

		if (list->n_members > 0)
			found = table;
		ReleaseCatCacheList(list);
	}
	return found;
}

/*
 * Raise an error if a subscription writes to a table of the set.  A claim or
 * merge here would write rows that conflict with those of the publisher, and
 * so stop the replication.
 */
static void
refuse_subscribed(const BloomSet *set)
{
	if (OidIsValid(set->subscribed))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set \"%s\" cannot be changed on a subscriber",
						RelationGetRelationName(set->view)),
				 errdetail("A subscription writes to table %s.",
						   quote_identifier(get_rel_name(set->subscribed))),
				 errhint("Change the set on the publisher, or drop the subscription.")));
}

/*
 * Find, lock and check the tables of a set.  Returns false if a lock is not
 * available and wait is false, or if a table is gone.  Checking begins when
 * all are locked, because a wait in between would let others change what was
 * checked first.
 */
static bool
open_tables(BloomSet *set, BloomSetUse use, bool wait)
{
	Oid			tables[BLOOM_COMPONENTS];
	BloomComponent order[BLOOM_COMPONENTS];
	uint64		watched;

	if (!bloom_components_find(set->view, tables))
		bloom_set_refuse(RelationGetRelationName(set->view));
	bloom_set_lock_order(tables, order);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
		if (!lock_table(set, order[i], tables[order[i]],
						bloom_set_lock_mode(use, order[i]), wait))
			return false;
	watched = bloom_known_watch();
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		bloom_check_table(set->tables[i], i, set->view);
		bloom_indexes_check(set, i);
	}
	set->subscribed = subscribed_table(set);
	bloom_known_remember(set, use, watched);
	return true;
}

/* Raise an error unless the user has the privilege, if any, on a view */
static void
check_privilege(Oid view, AclMode privilege)
{
	AclResult	allowed = privilege == ACL_NO_RIGHTS ? ACLCHECK_OK :
		pg_class_aclcheck(view, GetUserId(), privilege);

	if (allowed != ACLCHECK_OK)
		aclcheck_error(allowed, OBJECT_VIEW, get_rel_name(view));
}

/*
 * Open a set without its settings, palloc'd.  Returns NULL if a lock is not
 * available and wait is false, or if a relation does not exist.
 */
static BloomSet *
open_components(Oid oid, AclMode privilege, BloomSetUse use, bool wait)
{
	BloomSet   *set = palloc0(sizeof(BloomSet));
	char		kind = get_rel_relkind(oid);

	/* checked before the lock, so that users without the privilege get none */
	if (kind == '\0')
		return NULL;
	if (kind != RELKIND_VIEW)
		bloom_set_refuse(get_rel_name(oid));
	check_privilege(oid, privilege);
	/* locks on a standby do not keep the primary from replacing an index */
	if (RecoveryInProgress())
		AcceptInvalidationMessages();
	/* the weakest lock is enough to keep the view's definition */
	set->view = bloom_relation_lock(oid, AccessShareLock, wait);
	if (set->view == NULL)
		return NULL;
	set->name = bloom_relation_name(set->view);
	check_privilege(oid, privilege);
	if (!bloom_known_open(set, use, wait) && !open_tables(set, use, wait))
	{
		bloom_set_close(set);
		return NULL;
	}
	if (use != BLOOM_SET_READ)
		refuse_subscribed(set);
	return set;
}

/*
 * Open a set for a use, with its settings as snapshot shows them, or the
 * current ones if it is NULL.  Raises an error if the relation is not a set,
 * if its tables are not as bloom_set_create() made them, or if the user lacks
 * the privilege on the view (ACL_NO_RIGHTS: none is needed).  The locks stay
 * until the transaction ends.
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

/*
 * Open a set for what only its owner may do.  Like bloom_set_open(), but the
 * user must own the view, which is checked before the lock and after it.
 */
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

/*
 * Open a set without checking privileges or waiting for locks.  Returns NULL
 * if a lock is not available or the view does not exist; otherwise like
 * bloom_set_open().
 */
BloomSet *
bloom_set_try_open(Oid view, BloomSetUse use)
{
	BloomSet   *set = open_components(view, ACL_NO_RIGHTS, use, false);

	if (set != NULL)
		bloom_settings_read(set, NULL);
	return set;
}

/*
 * Open a set that has no row of settings yet, without checking privileges.
 * Returns NULL if a relation does not exist.
 */
BloomSet *
bloom_set_open_components(Oid view, BloomSetUse use)
{
	return open_components(view, ACL_NO_RIGHTS, use, true);
}
