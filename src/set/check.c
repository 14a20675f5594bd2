/*
 * set/check.c
 *		Whether the tables of a shared set are what bloom_set_create made.
 *
 * The owner of these tables is not trusted, because other roles use the set.
 * So the tables are read and written by access methods only, which run no code
 * of the owner, and are checked here for changes by the owner first.  That
 * happens when all relations are locked.  The locks stay until the transaction
 * ends, and keep the properties that were checked:
 *
 * - Kind, access method, persistence, owner, columns, constraints, defaults,
 *	 rules, row security and policies, and being a child or a partition change
 *	 under an AccessExclusiveLock on the table.  The view's definition changes
 *	 under one on the view.  These conflict with any lock of ours.
 * - Triggers and foreign keys are added under a ShareRowExclusiveLock, which
 *	 conflicts with the RowExclusiveLock of our writers.  Readers have an
 *	 AccessShareLock only, but triggers do not matter to them.
 * - Children are added under a ShareUpdateExclusiveLock, which does not
 *	 conflict with ours.  We never read children or parents.
 * - indexes.c explains the indexes.
 * - The types are PostgreSQL's own.
 */
#include "set/check.h"

#include "func/own.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_policy.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "rewrite/prs2lock.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* What is wrong with a table, and how to correct it, if known */
typedef struct Fault
{
	const char *detail;			/* NULL: nothing is wrong */
	const char *hint;
} Fault;

/*
 * Raise the error that the set with this name is not as it was created.  The
 * hint can be NULL.
 */
void
bloom_check_refuse(const char *set, const char *detail, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("shared set \"%s\" cannot be used", set),
			 errdetail("%s", detail),
			 errhint("%s", hint != NULL ? hint : "Undo that change.")));
}

/* Raise the error that a table has what, a row that bloomext did not write */
void
bloom_check_wrong_row(Relation view, Relation table, const char *what)
{
	bloom_check_refuse(RelationGetRelationName(view),
					   psprintf("Table %s has %s.", bloom_relation_name(table),
								what),
					   "Restore its rows from a backup, or drop the set with bloom_set_drop().");
}

/* Describe a row by its place */
const char *
bloom_check_row_at(const char *what, ItemPointer place)
{
	return psprintf("%s, ctid (%u,%u)", what,
					ItemPointerGetBlockNumber(place),
					ItemPointerGetOffsetNumber(place));
}

static Fault
fault(const char *detail, const char *hint)
{
	return (Fault) {.detail = detail, .hint = hint};
}

static const char *
role_name(Oid role)
{
	return GetUserNameFromId(role, true);
}

static Fault
wrong_kind(Relation table, Relation view)
{
	const char *name = bloom_relation_name(table);
	Form_pg_class form = table->rd_rel;

	if (form->relkind != RELKIND_RELATION)
		return fault(psprintf("Relation %s is not an ordinary table.", name),
					 NULL);
	if (form->relam != HEAP_TABLE_AM_OID)
		return fault(psprintf("Table %s does not use access method \"heap\".",
							  name), NULL);
	if (form->relpersistence == RELPERSISTENCE_UNLOGGED)
		return fault(psprintf("Table %s is unlogged.", name),
					 psprintf("Run ALTER TABLE %s SET LOGGED.", name));
	if (form->relpersistence != view->rd_rel->relpersistence)
		return fault(psprintf("Either the set or table %s is temporary, but not both.",
							  name), NULL);
	if (RELATION_IS_OTHER_TEMP(table))
		return fault(psprintf("Table %s is a temporary table of another session.",
							  name), NULL);
	if (form->relowner != view->rd_rel->relowner)
		return fault(psprintf("Table %s belongs to role \"%s\", but the set belongs to role \"%s\".",
							  name, role_name(form->relowner),
							  role_name(view->rd_rel->relowner)),
					 "Give the view and its tables to one role.");
	return fault(NULL, NULL);
}

static Fault
wrong_column(Relation table, Form_pg_attribute attribute, bool key)
{
	const char *what = NULL;

	if (attribute->atthasdef || attribute->attgenerated != '\0' ||
		attribute->attidentity != '\0')
		what = "has a default or is generated";
	else if (attribute->attnotnull && !key)
		what = "has a NOT NULL constraint";
	else if (!attribute->attnotnull && key)
		what = "has lost its NOT NULL constraint";
	else if (attribute->atttypmod != -1)
		what = "has a type modifier";
	else if (attribute->attinhcount != 0 || !attribute->attislocal)
		what = "is inherited";
	if (what == NULL)
		return fault(NULL, NULL);
	return fault(psprintf("Column \"%s\" of table %s %s.",
						  NameStr(attribute->attname),
						  bloom_relation_name(table), what), NULL);
}

static Fault
wrong_columns(Relation table, BloomComponent component)
{
	TupleDesc	desc = RelationGetDescr(table);
	const char *name = bloom_relation_name(table);

	if (!bloom_component_resembles(table, component))
		return fault(psprintf("The columns of table %s are not: %s.", name,
							  bloom_component_columns(component)), NULL);
	for (int i = 0; i < bloom_component_width(component); i++)
	{
		Fault		found = wrong_column(table, TupleDescAttr(desc, i),
										 bloom_component_in_key(component, i));

		if (found.detail != NULL)
			return found;
	}
	if (desc->constr != NULL && desc->constr->num_check > 0)
	{
		const char *check = desc->constr->check[0].ccname;

		return fault(psprintf("Table %s has check constraint \"%s\".", name,
							  check),
					 psprintf("Drop constraint \"%s\".", check));
	}
	return fault(NULL, NULL);
}

/* Whether a catalog has a row for the table, whose OID is in this column */
static bool
has_row(Oid catalog, Oid index, AttrNumber column, Relation table)
{
	Relation	rows = table_open(catalog, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	bool		found;

	ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(RelationGetRelid(table)));
	scan = systable_beginscan(rows, index, OidIsValid(index), NULL, 1, &key);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(rows, AccessShareLock);
	return found;
}

/* Whether Citus manages a table, which is then listed in a catalog of Citus */
static bool
is_distributed(Relation table)
{
	Oid			managed = get_relname_relid("pg_dist_partition",
											PG_CATALOG_NAMESPACE);

	/* its first column is the table */
	return OidIsValid(managed) && get_atttype(managed, 1) == REGCLASSOID &&
		has_row(managed, InvalidOid, 1, table);
}

/*
 * The table in which TimescaleDB lists hypertables, or InvalidOid.  Any role
 * that can create a schema could make such a table, to have the sets of others
 * refused.  So it counts only if a superuser owns it.
 */
static Oid
find_hypertables(AttrNumber *schema, AttrNumber *name)
{
	Oid			namespace = get_namespace_oid("_timescaledb_catalog", true);
	Oid			list = !OidIsValid(namespace) ? InvalidOid :
		get_relname_relid("hypertable", namespace);
	HeapTuple	tuple = !OidIsValid(list) ? NULL :
		SearchSysCache1(RELOID, ObjectIdGetDatum(list));
	Form_pg_class form;
	bool		right;

	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	form = (Form_pg_class) GETSTRUCT(tuple);
	right = form->relkind == RELKIND_RELATION &&
		form->relam == HEAP_TABLE_AM_OID && superuser_arg(form->relowner);
	ReleaseSysCache(tuple);
	*schema = get_attnum(list, "schema_name");
	*name = get_attnum(list, "table_name");
	right = right && *schema > 0 && *name > 0 &&
		get_atttype(list, *schema) == NAMEOID &&
		get_atttype(list, *name) == NAMEOID;
	return right ? list : InvalidOid;
}

/* Whether TimescaleDB manages a table */
static bool
is_hypertable(Relation table)
{
	AttrNumber	schema;
	AttrNumber	name;
	Oid			list = find_hypertables(&schema, &name);
	char	   *table_schema;
	Relation	rows;
	ScanKeyData keys[2];
	SysScanDesc scan;
	bool		found;

	if (!OidIsValid(list))
		return false;
	table_schema = get_namespace_name(RelationGetNamespace(table));
	rows = table_open(list, AccessShareLock);
	ScanKeyInit(&keys[0], schema, BTEqualStrategyNumber, F_NAMEEQ,
				CStringGetDatum(table_schema));
	ScanKeyInit(&keys[1], name, BTEqualStrategyNumber, F_NAMEEQ,
				CStringGetDatum(RelationGetRelationName(table)));
	scan = systable_beginscan(rows, InvalidOid, false, NULL, lengthof(keys),
							  keys);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(rows, AccessShareLock);
	return found;
}

/*
 * Raise an error if another extension manages a table of a set.  Such a table
 * has none of its rows, and dropping it here would leave them.
 */
void
bloom_check_not_managed(Relation table, const char *set)
{
	const char *name = bloom_relation_name(table);

	if (is_distributed(table))
		bloom_check_refuse(set,
						   psprintf("Table %s is managed by Citus.", name),
						   psprintf("Run undistribute_table('%s').", name));
	if (is_hypertable(table))
		bloom_check_refuse(set,
						   psprintf("Table %s is a hypertable of TimescaleDB.",
									name),
						   "Drop the view and its tables with DROP VIEW and DROP TABLE, and create the set again.");
}

/* Whether a function belongs to pg_repack */
static bool
is_of_repack(Oid function)
{
	char	   *schema = get_namespace_name(get_func_namespace(function));

	return schema != NULL && strcmp(schema, "repack") == 0;
}

/*
 * What is wrong with a trigger.  Our own must have no condition: that would be
 * code of the table's owner, and bloom_set_clear() would run it.
 */
static Fault
wrong_trigger(Relation table, const Trigger *trigger)
{
	const char *name = bloom_relation_name(table);
	const char *drop = psprintf("Drop trigger \"%s\" on table %s.",
								trigger->tgname, name);

	if (trigger->tgisinternal)
		return fault(psprintf("Table %s has a foreign key or a deferrable constraint, or a foreign key refers to it.",
							  name),
					 psprintf("Drop the constraint that uses table %s.",
							  name));
	if (is_of_repack(trigger->tgfoid))
		return fault(psprintf("Table %s has trigger \"%s\" of pg_repack, which would lose claims.",
							  name, trigger->tgname),
					 psprintf("Wait until pg_repack has ended. If it was interrupted, drop trigger \"%s\" on table %s. Use VACUUM FULL or REINDEX CONCURRENTLY instead.",
							  trigger->tgname, name));
	if (!bloom_own_function(trigger->tgfoid, BLOOM_SET_TRUNCATE))
		return fault(psprintf("Table %s has trigger \"%s\".", name,
							  trigger->tgname), drop);
	if (!TRIGGER_FOR_TRUNCATE(trigger->tgtype) || trigger->tgqual != NULL)
		return fault(psprintf("Trigger \"%s\" on table %s has a condition or is not for TRUNCATE.",
							  trigger->tgname, name), drop);
	if (trigger->tgenabled == TRIGGER_DISABLED ||
		trigger->tgenabled == TRIGGER_FIRES_ON_REPLICA)
		return fault(psprintf("Trigger \"%s\" on table %s is disabled.",
							  trigger->tgname, name),
					 psprintf("Run ALTER TABLE %s ENABLE TRIGGER %s.", name,
							  quote_identifier(trigger->tgname)));
	return fault(NULL, NULL);
}

static Fault
wrong_triggers(Relation table)
{
	TriggerDesc *triggers = table->trigdesc;
	int			count = triggers == NULL ? 0 : triggers->numtriggers;
	const char *name = bloom_relation_name(table);

	for (int i = 0; i < count; i++)
	{
		Fault		found = wrong_trigger(table, &triggers->triggers[i]);

		if (found.detail != NULL)
			return found;
	}
	if (count == 0)
		return fault(psprintf("Table %s has lost its trigger.", name),
					 psprintf("Run CREATE TRIGGER bloom_set BEFORE TRUNCATE ON %s EXECUTE FUNCTION %s().",
							  name, BLOOM_SET_TRUNCATE));
	if (count > 1)
		return fault(psprintf("Table %s has its trigger twice.", name),
					 psprintf("Drop trigger \"%s\" on table %s.",
							  triggers->triggers[1].tgname, name));
	return fault(NULL, NULL);
}

static Fault
wrong_relatives(Relation table)
{
	const char *name = bloom_relation_name(table);
	const char *what = NULL;

	/* since PostgreSQL 18, a foreign key without enforcement has no trigger */
	if (RelationGetFKeyList(table) != NIL)
		what = "has a foreign key";
	else if (table->rd_rules != NULL)
		what = "has a rule";
	else if (table->rd_rel->relrowsecurity ||
			 table->rd_rel->relforcerowsecurity)
		what = "has row security";
	else if (has_row(PolicyRelationId, PolicyPolrelidPolnameIndexId,
					 Anum_pg_policy_polrelid, table))
		what = "has a policy";
	else if (table->rd_rel->relispartition ||
			 has_row(InheritsRelationId, InheritsRelidSeqnoIndexId,
					 Anum_pg_inherits_inhrelid, table))
		what = "is a child of another table";
	else if (has_row(InheritsRelationId, InheritsParentIndexId,
					 Anum_pg_inherits_inhparent, table))
		what = "has a child table";
	return what == NULL ? fault(NULL, NULL) :
		fault(psprintf("Table %s %s.", name, what), NULL);
}

/*
 * Raise an error unless an open, locked table is as bloom_set_create() makes
 * it for the set of the view.  Does not check its indexes.
 */
void
bloom_check_table(Relation table, BloomComponent component, Relation view)
{
	const char *set = RelationGetRelationName(view);
	Fault		found;

	/* first, because Citus adds triggers to its tables */
	bloom_check_not_managed(table, set);
	found = wrong_kind(table, view);
	if (found.detail == NULL)
		found = wrong_columns(table, component);
	if (found.detail == NULL)
		found = wrong_triggers(table);
	if (found.detail == NULL)
		found = wrong_relatives(table);
	if (found.detail != NULL)
		bloom_check_refuse(set, found.detail, found.hint);
}
