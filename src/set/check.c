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
 * - Kind, access method, persistence, owner, columns, their storage,
 *	 constraints, defaults and rules change under an AccessExclusiveLock on the
 *	 table.  The view's definition changes under one on the view.  These
 *	 conflict with any lock of ours.
 * - Triggers and foreign keys are added under a ShareRowExclusiveLock, which
 *	 conflicts with the RowExclusiveLock of our writers.  Readers have an
 *	 AccessShareLock only, but triggers do not matter to them.  A writer's new
 *	 lock makes it notice triggers added since a reader checked (knownsets.c).
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
#include "set/set.h"

#include "access/htup_details.h"
#include "catalog/pg_am.h"
#include "catalog/pg_inherits.h"
#include "lib/stringinfo.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/reltrigger.h"
#include "utils/typcache.h"

/* Raise an error unless a table belongs to the owner of the view */
void
bloom_check_owner(Relation table, Relation view)
{
	Oid			owner = table->rd_rel->relowner;
	Oid			set_owner = view->rd_rel->relowner;

	if (owner != set_owner)
		bloom_tables_refuse(view, table,
							psprintf("belongs to role \"%s\", but the set belongs to role \"%s\"",
									 GetUserNameFromId(owner, true),
									 GetUserNameFromId(set_owner, true)),
							"Give the view and its tables to one role.");
}

/*
 * Raise the error that a table has something that we did not create.  name can
 * be NULL.
 */
static void
refuse_object(Relation view, Relation table, const char *kind,
			  const char *name)
{
	bloom_tables_refuse(view, table,
						psprintf("has a %s%s that bloom_set_create() did not create",
								 kind,
								 name == NULL ? "" : psprintf(" (%s)", name)),
						"Drop it. If Citus created it, call undistribute_table(). If pg_repack did, wait for its end.");
}

/*
 * Whether a table is a heap with the columns of a component.  Columns that
 * were added and dropped may follow, which are always null.  Type modifiers do
 * not change what a column holds.
 */
static bool
is_as_defined(Relation table, BloomComponent component)
{
	TupleDesc	desc = RelationGetDescr(table);
	StringInfoData columns;

	initStringInfo(&columns);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);

		if (column->attisdropped && i >= bloom_tables[component].columns)
			continue;
		appendStringInfo(&columns, "%s%s %s%s%s", i == 0 ? "" : ", ",
						 quote_identifier(NameStr(column->attname)),
						 format_type_extended(column->atttypid, -1,
											  FORMAT_TYPE_FORCE_QUALIFY |
											  FORMAT_TYPE_ALLOW_INVALID),
						 column->attnotnull ? " NOT NULL" : "",
						 column->attidentity != '\0' ? " IDENTITY" : "");
	}
	return table->rd_rel->relkind == RELKIND_RELATION &&
		table->rd_rel->relam == HEAP_TABLE_AM_OID &&
		table->rd_rel->relpersistence == RELPERSISTENCE_PERMANENT &&
		strcmp(columns.data, bloom_tables[component].definition) == 0;
}

/*
 * Whether an index is like the one of the primary key of a component, if that
 * has one.  Names are not compared, because they can change at any time.
 * Neither are storage parameters, the tablespace, and how nulls are treated,
 * which its columns never have.  An operator family is for one access method.
 */
static bool
is_of_key(Relation index, BloomComponent component)
{
	int			count = bloom_tables[component].key_columns;
	Form_pg_index form = index->rd_index;

	if (!form->indisunique || !form->indimmediate ||
		form->indnatts != count || form->indnkeyatts != count ||
		!heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL))
		return false;
	for (int i = 0; i < count; i++)
	{
		Oid			type = TupleDescAttr(RelationGetDescr(index), i)->atttypid;
		TypeCacheEntry *usual = lookup_type_cache(type,
												  TYPECACHE_BTREE_OPFAMILY);

		/* that of an expression is 0, and these types have no collation */
		if (form->indkey.values[i] != i + 1 ||
			index->rd_opfamily[i] != usual->btree_opf ||
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
	Relation	table = bloom_set_table(set, component);
	const char *key = bloom_tables[component].key;

	for (int i = 0; i < BLOOM_MAX_INDEXES; i++)
	{
		Relation	index = bloom_set_index(set, component, i);
		bool		of_key = index != NULL && is_of_key(index, component);

		if (i == 0 && key != NULL)
		{
			if (!of_key || !index->rd_index->indisready)
				bloom_tables_refuse(bloom_set_view(set), table,
									"does not have the primary key that bloom_set_create() made",
									psprintf("Run ALTER TABLE %s ADD PRIMARY KEY (%s).",
											 bloom_relation_name(table), key));
		}
		else if (index != NULL && !of_key)
			refuse_object(bloom_set_view(set), table, "further index",
						  RelationGetRelationName(index));
	}
}

/*
 * Raise an error if a table has anything that PostgreSQL runs or checks when a
 * statement changes a row, or reads with its rows.  A foreign key has triggers
 * on both tables.
 */
void
bloom_check_attached(Relation table, Relation view)
{
	const TupleConstr *constraints = RelationGetDescr(table)->constr;
	const Trigger *trigger = table->trigdesc == NULL ? NULL :
		table->trigdesc->triggers;
	List	   *children = find_inheritance_children(RelationGetRelid(table),
													 NoLock);

	if (trigger != NULL)
		refuse_object(view, table, "trigger or foreign key",
					  OidIsValid(trigger->tgconstraint) ?
					  get_constraint_name(trigger->tgconstraint) :
					  trigger->tgname);
	if (table->rd_rules != NULL)
		refuse_object(view, table, "rule", NULL);
	if (constraints != NULL && constraints->num_check > 0)
		refuse_object(view, table, "check constraint",
					  constraints->check[0].ccname);
	if (constraints != NULL && constraints->num_defval > 0)
		refuse_object(view, table, "default value",
					  get_attname(RelationGetRelid(table),
								  constraints->defval[0].adnum, false));
	if (children != NIL)
		refuse_object(view, table, "child table",
					  get_rel_name(linitial_oid(children)));
}

/* Raise an error if filters would be stored or logged in another way */
static void
check_how_stored(Relation table, Relation view)
{
	if (TupleDescAttr(RelationGetDescr(table),
					  FILTERS_FILTER)->attstorage != TYPSTORAGE_EXTERNAL)
		bloom_tables_refuse(view, table,
							"would not store filters as bloom_set_create() made it",
							psprintf("Run ALTER TABLE %s ALTER filter SET STORAGE EXTERNAL.",
									 bloom_relation_name(table)));
	/* the worker would write each filter that it deletes to the WAL */
	if (table->rd_rel->relreplident == REPLICA_IDENTITY_FULL)
		bloom_tables_refuse(view, table,
							"has another replica identity than bloom_set_create() gave it",
							psprintf("Run ALTER TABLE %s REPLICA IDENTITY DEFAULT.",
									 bloom_relation_name(table)));
}

/*
 * Raise an error unless the tables of an open set are as bloom_set_create()
 * makes them, and belong to the owner of the view
 */
void
bloom_check_tables(const BloomSet *set)
{
	int			level = NewGUCNestLevel();

	/* definitions are compared as SQL */
	bloom_override("quote_all_identifiers", "off");
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Relation	table = bloom_set_table(set, i);

		bloom_check_owner(table, bloom_set_view(set));
		if (!is_as_defined(table, i))
			bloom_tables_refuse(bloom_set_view(set), table,
								"does not have the definition that bloom_set_create() made",
								psprintf("It must be a logged table, as made by CREATE TABLE %s (%s) USING heap.",
										 bloom_relation_name(table),
										 bloom_tables[i].definition));
		if (i == BLOOM_FILTERS)
			check_how_stored(table, bloom_set_view(set));
		check_indexes(set, i);
		bloom_check_attached(table, bloom_set_view(set));
	}
	AtEOXact_GUC(true, level);
}
