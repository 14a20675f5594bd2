/*
 * set/components.c
 *		The relations of a shared set: their columns, and how they are found.
 *
 * A set "crawl" is a view, whose privileges are those of the set, and three
 * tables that the view selects from.  The tables are found by the definition
 * of the view.  So the set survives renaming, moving, dumping and restoring,
 * and PostgreSQL does not let a single table be dropped.
 */
#include "set/components.h"

#include "func/own.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "access/transam.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "rewrite/prs2lock.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* A column that a component has */
typedef struct Column
{
	const char *name;
	Oid			type;
	bool		key;			/* in the primary key, and so not null */
} Column;

/* The definition of a component */
typedef struct Component
{
	const char *suffix;			/* of its name at creation */
	int			columns;
	Column		column[BLOOM_COMPONENT_MAX_COLUMNS];
} Component;

static const Component components[] = {
	[BLOOM_SETTINGS] = {"_settings", SETTINGS_COLUMNS, {
			{"version", INT2OID, false}, {"class", INT8OID, false},
			{"capacity", INT8OID, false},
			{"error_rate", FLOAT8OID, false}, {"seed", INT8OID, false},
			{"retention", INTERVALOID, false}, {"bucket", INTERVALOID, false},
			{"partitions", INT4OID, false}
	}},
	[BLOOM_FILTERS] = {"_filters", FILTERS_COLUMNS, {
			{"partition", INT4OID, true}, {"bucket", TIMESTAMPTZOID, true},
			{"part", INT4OID, true}, {"members", INT8OID, false},
			{"bits_set", INT8OID, false}, {"filter", BYTEAOID, false}
	}},
	[BLOOM_RECENT] = {"_recent", RECENT_COLUMNS, {
			{"hash", INT8OID, true}, {"bucket", TIMESTAMPTZOID, false}
	}}
};

/* What is appended to the set's name for the name of a new table */
const char *
bloom_component_suffix(BloomComponent component)
{
	return components[component].suffix;
}

/* The number of columns of a component */
int
bloom_component_width(BloomComponent component)
{
	return components[component].columns;
}

/* The type of a column, counted from 0 */
Oid
bloom_component_type(BloomComponent component, int column)
{
	return components[component].column[column].type;
}

/* Whether a column, counted from 0, belongs to the primary key */
bool
bloom_component_in_key(BloomComponent component, int column)
{
	return components[component].column[column].key;
}

/* List the names and types of all columns, or the names of the key's */
static const char *
list_columns(BloomComponent component, bool key)
{
	StringInfoData list;

	initStringInfo(&list);
	for (int i = 0; i < components[component].columns; i++)
	{
		const Column *column = &components[component].column[i];

		if (key && !column->key)
			continue;
		if (list.len > 0)
			appendStringInfoString(&list, ", ");
		appendStringInfoString(&list, column->name);
		if (!key)
			appendStringInfo(&list, " %s",
							 format_type_be_qualified(column->type));
	}
	return list.data;
}

/* The columns of a component in the form that CREATE TABLE takes */
const char *
bloom_component_columns(BloomComponent component)
{
	return list_columns(component, false);
}

/* The names of the primary key's columns; empty if there is no such key */
const char *
bloom_component_key(BloomComponent component)
{
	return list_columns(component, true);
}

/* The tables that a view selects from */
typedef struct Found
{
	Oid			view;
	int			count;
	Oid			tables[BLOOM_COMPONENTS + 1];
	bool		strange;		/* it calls a function that ours do not */
} Found;

/* Whether a function is neither PostgreSQL's own nor one of ours for views */
static bool
is_strange(Oid function, void *context)
{
	return function >= FirstGenbkiObjectId &&
		!bloom_own_function(function, BLOOM_SET_CLASS_NAME) &&
		!bloom_own_function(function, BLOOM_SET_LIVE_BUCKET);
}

/* Collect the tables of a view's definition in *found; a tree walker */
static bool
find_tables(Node *node, Found *found)
{
	if (node == NULL)
		return false;
	if (check_functions_in_node(node, is_strange, NULL))
	{
		found->strange = true;
		return true;
	}
	if (IsA(node, Query))
		return query_tree_walker((Query *) node, find_tables, (void *) found,
								 QTW_EXAMINE_RTES_BEFORE);
	if (IsA(node, RangeTblEntry))
	{
		RangeTblEntry *entry = (RangeTblEntry *) node;

		/* up to PostgreSQL 15, a view's definition names the view, too */
		if (entry->rtekind != RTE_RELATION || entry->relid == found->view)
			return false;
		if (found->count <= BLOOM_COMPONENTS)
			found->tables[found->count++] = entry->relid;
		return found->count > BLOOM_COMPONENTS;
	}
	return expression_tree_walker(node, find_tables, (void *) found);
}

/*
 * Find the tables that a locked view selects from.  Returns false if it is not
 * the view of a set.  That includes a view that calls any function but those
 * that our views call, because the function would run as the user of the view.
 * The tables are not locked, but they cannot be dropped before the view.
 */
bool
bloom_components_find(Relation view, Oid *tables)
{
	Found		found = {.view = RelationGetRelid(view)};

	if (view->rd_rel->relkind != RELKIND_VIEW || view->rd_rules == NULL)
		return false;
	for (int i = 0; i < view->rd_rules->numLocks; i++)
	{
		RewriteRule *rule = view->rd_rules->rules[i];

		if (rule->event == CMD_SELECT)
			find_tables(linitial(rule->actions), &found);
	}
	if (found.count != BLOOM_COMPONENTS || found.strange)
		return false;
	memcpy(tables, found.tables, BLOOM_COMPONENTS * sizeof(Oid));
	return true;
}

/* The name of a relation, quoted and with its schema */
const char *
bloom_relation_name(Relation relation)
{
	char	   *schema = get_namespace_name(RelationGetNamespace(relation));

	return quote_qualified_identifier(schema,
									  RelationGetRelationName(relation));
}

/*
 * The owner of a relation, or InvalidOid if it does not exist.  Can change, as
 * nothing is locked.
 */
Oid
bloom_relation_owner(Oid relation)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	Oid			owner;

	if (!HeapTupleIsValid(tuple))
		return InvalidOid;
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return owner;
}

/*
 * Whether a relation is a table whose columns have the names and types of a
 * component's.  Dropped columns may follow, which are always null.
 */
bool
bloom_component_resembles(Relation relation, BloomComponent component)
{
	TupleDesc	desc = RelationGetDescr(relation);

	if (relation->rd_rel->relkind != RELKIND_RELATION ||
		desc->natts < components[component].columns)
		return false;
	for (int i = components[component].columns; i < desc->natts; i++)
		if (!TupleDescAttr(desc, i)->attisdropped)
			return false;
	for (int i = 0; i < components[component].columns; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);
		const Column *column = &components[component].column[i];

		if (attribute->attisdropped || attribute->atttypid != column->type ||
			strcmp(NameStr(attribute->attname), column->name) != 0)
			return false;
	}
	return true;
}

/* Whether a table has the trigger that only tables of sets have */
bool
bloom_component_is_marked(Relation relation)
{
	TriggerDesc *triggers = relation->trigdesc;

	for (int i = 0; triggers != NULL && i < triggers->numtriggers; i++)
		if (bloom_own_function(triggers->triggers[i].tgfoid,
							   BLOOM_SET_TRUNCATE))
			return true;
	return false;
}

/*
 * Form a row of a table from the values of a component's columns.  Columns of
 * the table that were dropped are null.
 */
HeapTuple
bloom_component_form_row(Relation relation, BloomComponent component,
						 const Datum *values, const bool *nulls)
{
	TupleDesc	desc = RelationGetDescr(relation);
	int			columns = components[component].columns;
	Datum	   *all_values = palloc0(desc->natts * sizeof(Datum));
	bool	   *all_nulls = palloc(desc->natts * sizeof(bool));
	HeapTuple	tuple;

	memset(all_nulls, true, desc->natts * sizeof(bool));
	memcpy(all_values, values, columns * sizeof(Datum));
	memcpy(all_nulls, nulls, columns * sizeof(bool));
	tuple = heap_form_tuple(desc, all_values, all_nulls);
	pfree(all_values);
	pfree(all_nulls);
	return tuple;
}

/*
 * The transaction that inserted the row in a slot.  PostgreSQL keeps the ID in
 * a frozen row, where it can be so old that it would compare as a future one.
 */
TransactionId
bloom_component_writer(TupleTableSlot *slot)
{
	HeapTuple	row = ExecFetchSlotHeapTuple(slot, false, NULL);

	return HeapTupleHeaderGetXmin(row->t_data);
}

/*
 * Lock a relation, which may not exist.  Returns false if the lock is not
 * available and wait is false.
 */
bool
bloom_oid_lock(Oid oid, LOCKMODE mode, bool wait)
{
	if (!wait)
		return ConditionalLockRelationOid(oid, mode);
	LockRelationOid(oid, mode);
	return true;
}

/*
 * Lock and open a relation.  Returns NULL if it does not exist, or if the lock
 * is not available and wait is false.
 */
Relation
bloom_relation_lock(Oid oid, LOCKMODE mode, bool wait)
{
	return bloom_oid_lock(oid, mode, wait) ? try_relation_open(oid, NoLock) :
		NULL;
}
