/*
 * set/check.c
 *		Whether the tables of a shared set are what bloom_set_create made.
 *
 * The owner of these tables is not trusted, because other roles use the set.
 * No SQL statement is run on the tables, so nothing that the owner attaches to
 * them runs.  But claims would not obey it either, and an index would lack
 * their rows.  So a set is refused if its tables have other columns or
 * indexes, or anything that PostgreSQL would run or check when it changes a
 * row.
 *
 * Checking begins when all relations are locked, and the locks stay until the
 * transaction ends.  They keep the properties that were checked:
 *
 * - Kind, access method, persistence, owner, columns, constraints, defaults,
 *	 rules, and policies change under an AccessExclusiveLock on the table.  The
 *	 view's definition changes under one on the view.  These conflict with any
 *	 lock of ours.
 * - Triggers and foreign keys are added under a ShareRowExclusiveLock, which
 *	 conflicts with the RowExclusiveLock of our writers.  Readers have an
 *	 AccessShareLock only, but triggers do not matter to them.
 * - Children are added under a ShareUpdateExclusiveLock, which does not
 *	 conflict with ours.  We never read them.
 * - CREATE INDEX takes a ShareLock on the table, which conflicts with the
 *	 RowExclusiveLock of our writers.
 *
 * REINDEX CONCURRENTLY makes a copy of the primary key's index, which replaces
 * it later.  A copy that is not valid stays if REINDEX is cancelled.  We treat
 * copies as PostgreSQL does: a copy that is ready gets an entry for each new
 * row, but only the index of the primary key is searched.  The locks of
 * CREATE INDEX, REINDEX and DROP INDEX with CONCURRENTLY do not conflict with
 * ours.  They change the state of an index, and then wait for the transactions
 * that may not know of the change:
 *
 * - When a copy becomes ready, transactions in progress may still insert rows
 *	 without an entry in it.  REINDEX waits until all of these have ended, and
 *	 then adds the missing entries.
 * - When a copy becomes the index of the primary key, the old index stays
 *	 ready until all transactions that had locked the table before have ended.
 *	 So there are entries in both for those that search the old index and
 *	 those that search the new one.
 *
 * So what we know of the indexes can be used as long as we have the table
 * locked, even if it is out of date.
 */
#include "set/check.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_am.h"
#include "catalog/pg_attrdef.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_index.h"
#include "catalog/pg_policy.h"
#include "catalog/pg_rewrite.h"
#include "catalog/pg_trigger.h"
#include "miscadmin.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/* Raise an error unless a table belongs to the owner of the view */
void
bloom_check_owner(Relation table, Relation view)
{
	Oid			owner = table->rd_rel->relowner;
	Oid			set_owner = view->rd_rel->relowner;

	if (owner != set_owner)
		bloom_tables_refuse(view,
							psprintf("Table %s belongs to role \"%s\", but the set belongs to role \"%s\".",
									 bloom_relation_name(table),
									 GetUserNameFromId(owner, true),
									 GetUserNameFromId(set_owner, true)),
							"Give the view and its tables to one role.");
}

/* Raise the error that a table was altered */
static void
refuse_definition(Relation table, BloomComponent component, Relation view)
{
	const char *name = bloom_relation_name(table);

	bloom_tables_refuse(view,
						psprintf("The definition of table %s was changed.",
								 name),
						psprintf("bloom_set_create() made it with CREATE TABLE %s (%s) USING heap.",
								 name, bloom_tables[component].definition));
}

/* Raise the error that a table does not have its primary key */
static void
refuse_key(Relation table, BloomComponent component, Relation view)
{
	const char *name = bloom_relation_name(table);

	bloom_tables_refuse(view,
						psprintf("Table %s does not have the primary key that bloom_set_create() made.",
								 name),
						psprintf("Run ALTER TABLE %s ADD PRIMARY KEY (%s).",
								 name, bloom_tables[component].key));
}

/* Raise the error that a table has an object that we did not create */
static void
refuse_object(Relation view, Oid class, Oid object)
{
	ObjectAddress address;

	ObjectAddressSet(address, class, object);
	bloom_tables_refuse(view,
						psprintf("bloom_set_create() did not create %s.",
								 bloom_describe_object(&address)),
						"Drop it. If an extension such as Citus or pg_repack created it, end the use of that extension for this table instead.");
}

/*
 * Whether a table has the kind and the columns of a component.  Columns that
 * were added and dropped may follow, which are always null.
 */
static bool
is_as_defined(Relation table, BloomComponent component)
{
	const BloomTable *expected = &bloom_tables[component];
	TupleDesc	desc = RelationGetDescr(table);

	if (table->rd_rel->relkind != RELKIND_RELATION ||
		table->rd_rel->relam != HEAP_TABLE_AM_OID ||
		table->rd_rel->relpersistence != RELPERSISTENCE_PERMANENT ||
		desc->natts < expected->columns)
		return false;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);

		if (i >= expected->columns)
		{
			if (!attribute->attisdropped)
				return false;
			continue;
		}
		if (attribute->attisdropped || attribute->attidentity != '\0' ||
			attribute->atttypmod != -1 ||
			attribute->atttypid != expected->column[i].type ||
			attribute->attnotnull != (i < expected->keys) ||
			strcmp(NameStr(attribute->attname), expected->column[i].name) != 0)
			return false;
	}
	return true;
}

/*
 * Whether an index is like the one that PostgreSQL makes for the primary key
 * of a component.  The operator classes, their collations and the access
 * method are PostgreSQL's own, and cannot be changed.
 */
static bool
is_of_key(Relation index, BloomComponent component)
{
	Form_pg_index form = index->rd_index;

	if (index->rd_rel->relam != BTREE_AM_OID || !form->indisunique ||
		!form->indimmediate || form->indisexclusion ||
		form->indnatts != bloom_tables[component].keys ||
		form->indnkeyatts != form->indnatts ||
		!heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL) ||
		!heap_attisnull(index->rd_indextuple, Anum_pg_index_indexprs, NULL))
		return false;
	for (int i = 0; i < form->indnatts; i++)
	{
		Oid			type = bloom_tables[component].column[i].type;

		if (form->indkey.values[i] != i + 1 ||
			index->rd_opcintype[i] != type ||
			index->rd_opfamily[i] !=
			lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf ||
			OidIsValid(index->rd_indcollation[i]) ||
			index->rd_indoption[i] != 0)
			return false;
	}
	return true;
}

/*
 * Raise an error unless the open indexes of a table are the one of its primary
 * key, if it is to have one, and copies of that
 */
static void
check_indexes(const BloomSet *set, BloomComponent component)
{
	Relation	key = set->indexes[component][0];

	for (int i = 1; i < BLOOM_MAX_INDEXES; i++)
	{
		Relation	copy = set->indexes[component][i];

		if (copy != NULL && !is_of_key(copy, component))
			refuse_object(set->view, RelationRelationId,
						  RelationGetRelid(copy));
	}
	if (bloom_tables[component].key != NULL &&
		(key == NULL || !key->rd_index->indisready ||
		 !is_of_key(key, component)))
		refuse_key(set->tables[component], component, set->view);
	if (bloom_tables[component].key == NULL && key != NULL)
		refuse_object(set->view, RelationRelationId,
					  RelationGetRelid(key));
}

/* The kind of a constraint, as in pg_constraint.contype */
static char
constraint_kind(Oid oid)
{
	HeapTuple	tuple = SearchSysCache1(CONSTROID, ObjectIdGetDatum(oid));
	char		kind;

	if (!HeapTupleIsValid(tuple))
		return '\0';
	kind = ((Form_pg_constraint) GETSTRUCT(tuple))->contype;
	ReleaseSysCache(tuple);
	return kind;
}

/*
 * Whether PostgreSQL would run or check an object that depends on a table when
 * it changes a row, or reads its rows with those of the table
 */
static bool
is_attached(Form_pg_depend row)
{
	char		kind;

	switch (row->classid)
	{
		case AttrDefaultRelationId:
		case PolicyRelationId:
		case TriggerRelationId:
			return true;
		case RewriteRelationId:
			/* others are views that select from the table */
			return row->deptype == DEPENDENCY_AUTO;
		case ConstraintRelationId:
			/* columns, indexes and triggers show others */
			kind = constraint_kind(row->objid);
			return kind == CONSTRAINT_CHECK || kind == CONSTRAINT_FOREIGN;
		case RelationRelationId:
			/* a child or partition */
			kind = get_rel_relkind(row->objid);
			return kind == RELKIND_RELATION || kind == RELKIND_FOREIGN_TABLE ||
				kind == RELKIND_PARTITIONED_TABLE;
		default:
			return false;
	}
}

/* Raise an error if an object is attached to a table */
void
bloom_check_attached(Relation table, Relation view)
{
	Relation	depends = table_open(DependRelationId, AccessShareLock);
	ScanKeyData keys[2];
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&keys[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(RelationRelationId));
	ScanKeyInit(&keys[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber,
				F_OIDEQ, ObjectIdGetDatum(RelationGetRelid(table)));
	scan = systable_beginscan(depends, DependReferenceIndexId, true, NULL,
							  lengthof(keys), keys);
	while ((tuple = systable_getnext(scan)) != NULL)
	{
		Form_pg_depend row = (Form_pg_depend) GETSTRUCT(tuple);

		CHECK_FOR_INTERRUPTS();
		if (is_attached(row))
			refuse_object(view, row->classid, row->objid);
	}
	systable_endscan(scan);
	table_close(depends, AccessShareLock);
}

/*
 * Raise an error unless the tables of an open set are as bloom_set_create()
 * makes them, and belong to the owner of the view
 */
void
bloom_check_tables(const BloomSet *set)
{
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Relation	table = set->tables[i];

		bloom_check_owner(table, set->view);
		if (!is_as_defined(table, i))
			refuse_definition(table, i, set->view);
		check_indexes(set, i);
		bloom_check_attached(table, set->view);
	}
}
