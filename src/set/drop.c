/*
 * set/drop.c
 *		Dropping shared sets.
 *
 * The caller may be a superuser, and the view may belong to a role that the
 * caller does not trust.  So relations are locked in a way that blocks others,
 * and dropped, only if they look like components of a set of the view's owner.
 */
#include "func/call.h"
#include "set/check.h"
#include "set/name.h"
#include "set/set.h"

#include "access/relation.h"
#include "catalog/dependency.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"

BLOOM_FUNCTION(bloom_set_drop);

/* Raise an error if the user does not own a relation */
static void
check_owner(Oid relation, const char *name)
{
	if (!bloom_is_owner(relation))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, name);
}

/* RangeVarGetRelidCallback: checks the owner before the relation is locked */
static void
may_drop(const RangeVar *range, Oid oid, Oid old_oid, void *arg)
{
	if (OidIsValid(oid))
		check_owner(oid, range->relname);
}

/* Add a relation, which is locked, to those to be dropped */
static void
add_relation(Oid oid, ObjectAddresses *found)
{
	ObjectAddress address;

	ObjectAddressSet(address, RelationRelationId, oid);
	add_exact_object_address(&address, found);
}

/*
 * Whether a table is this component of a set of that owner.  It may have been
 * altered since.  Takes the weakest lock, and releases it.
 */
static bool
is_component(Oid oid, BloomComponent component, Oid owner, const char *set)
{
	Relation	table = try_relation_open(oid, AccessShareLock);
	bool		is;

	if (table == NULL)
		return false;
	is = table->rd_rel->relowner == owner &&
		(bloom_component_resembles(table, component) ||
		 bloom_component_is_marked(table));
	if (is)
		bloom_check_not_managed(table, set);
	relation_close(table, AccessShareLock);
	return is;
}

/*
 * Lock the tables to be dropped, without waiting.  If one of the locks is not
 * free, releases all of them and returns false.  Waiting with locks held could
 * deadlock with sessions that lock the tables first and the view last, such as
 * pg_dump.
 */
static bool
lock_tables(const Oid *tables, int count)
{
	for (int i = 0; i < count; i++)
	{
		if (ConditionalLockRelationOid(tables[i], AccessExclusiveLock))
			continue;
		for (int j = 0; j < i; j++)
			UnlockRelationOid(tables[j], AccessExclusiveLock);
		return false;
	}
	return true;
}

/* Wait for the locks of the tables, one at a time, holding no other lock */
static void
wait_for_tables(const Oid *tables, int count)
{
	for (int i = 0; i < count; i++)
	{
		LockRelationOid(tables[i], AccessExclusiveLock);
		UnlockRelationOid(tables[i], AccessExclusiveLock);
	}
}

/*
 * Lock the view of a set and its tables, and add them to found.  Returns false
 * if there is no relation of that name.
 */
static bool
find_set(const RangeVar *range, ObjectAddresses *found)
{
	for (;;)
	{
		Oid			oid = RangeVarGetRelidExtended(range, AccessExclusiveLock,
												   RVR_MISSING_OK, may_drop,
												   NULL);
		Oid			tables[BLOOM_COMPONENTS];
		Relation	view;
		bool		is_set;

		if (!OidIsValid(oid))
			return false;
		view = relation_open(oid, NoLock);
		is_set = bloom_components_find(view, tables);
		for (int i = 0; is_set && i < BLOOM_COMPONENTS; i++)
			is_set = is_component(tables[i], i, view->rd_rel->relowner,
								  range->relname);
		relation_close(view, NoLock);
		if (!is_set)
			bloom_set_refuse(range->relname);
		if (lock_tables(tables, BLOOM_COMPONENTS))
		{
			add_relation(oid, found);
			for (int i = 0; i < BLOOM_COMPONENTS; i++)
			{
				/* the owner may have changed before it was locked */
				check_owner(tables[i], get_rel_name(tables[i]));
				add_relation(tables[i], found);
			}
			return true;
		}
		UnlockRelationOid(oid, AccessExclusiveLock);
		wait_for_tables(tables, BLOOM_COMPONENTS);
	}
}

/*
 * Add the tables to found that are left of a set whose view is gone.  All must
 * have the same owner.  Returns false if there are none.
 */
static bool
find_left(RangeVar *range, ObjectAddresses *found)
{
	const char *name = range->relname;
	Oid			owner = InvalidOid;
	bool		any = false;

	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Oid			oid;
		Relation	table;

		range->relname = bloom_name_component(name, i);
		oid = RangeVarGetRelidExtended(range, AccessExclusiveLock,
									   RVR_MISSING_OK, may_drop, NULL);
		if (!OidIsValid(oid))
			continue;
		table = relation_open(oid, NoLock);
		if (!any)
			owner = table->rd_rel->relowner;
		relation_close(table, NoLock);
		if (!is_component(oid, i, owner, name))
			continue;
		add_relation(oid, found);
		any = true;
	}
	return any;
}

/* bloom_set_drop(name): drops all relations of a set */
Datum
bloom_set_drop(PG_FUNCTION_ARGS)
{
	text	   *name = PG_GETARG_TEXT_PP(0);
	RangeVar   *range = bloom_name_range(name);
	ObjectAddresses *found = new_object_addresses();

	PreventCommandIfReadOnly("bloom_set_drop()");
	if (!find_set(range, found) && !find_left(range, found))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("shared set \"%s\" does not exist",
						text_to_cstring(name))));
	performMultipleDeletions(found, DROP_RESTRICT, 0);
	free_object_addresses(found);
	PG_RETURN_VOID();
}
