/*
 * set/components.c
 *		The relations that a shared set stands on: what they are like, and how
 *		they are found.
 *
 * A set `crawl` is a view, whose privileges are the set's, and three tables
 * that it selects from.  The view's definition says which tables: so it holds
 * through renaming, moving, dumping and restoring, and PostgreSQL keeps each
 * of them from being dropped alone.
 */
#include "set/components.h"

#include "func/call.h"

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

typedef struct Column
{
	const char *name;
	Oid			type;
	bool		key;			/* of the primary key, and so not null */
} Column;

typedef struct Piece
{
	const char *suffix;			/* of its name, when the set is created */
	int			columns;
	Column		column[BLOOM_COMPONENT_MAX_COLUMNS];
} Piece;

static const Piece components[] = {
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

/* What is appended to the set's name */
const char *
bloom_component_suffix(BloomComponent component)
{
	return components[component].suffix;
}

/* How many columns it has */
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

/* Whether a column is one of the primary key's */
bool
bloom_component_in_key(BloomComponent component, int column)
{
	return components[component].column[column].key;
}

/* A list of names, and types if wanted, of all columns or those of the key */
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

/* The columns of a component as CREATE TABLE has them */
const char *
bloom_component_columns(BloomComponent component)
{
	return list_columns(component, false);
}

/* The names of its primary key's; empty if it has none */
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
	bool		strange;		/* it calls a function that isn't expected */
} Found;

/* Whether a function of a view is neither PostgreSQL's nor ours */
static bool
is_strange(Oid function, void *context)
{
	return function >= FirstGenbkiObjectId &&
		!bloom_call_is_own(function, BLOOM_SET_CLASS_NAME) &&
		!bloom_call_is_own(function, BLOOM_SET_LIVE_BUCKET);
}

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

		/* up to 15, a view's definition names the view itself, too */
		if (entry->rtekind != RTE_RELATION || entry->relid == found->view)
			return false;
		if (found->count <= BLOOM_COMPONENTS)
			found->tables[found->count++] = entry->relid;
		return found->count > BLOOM_COMPONENTS;
	}
	return expression_tree_walker(node, find_tables, (void *) found);
}

/*
 * The tables that a locked view of a set's name selects from.  Returns false
 * if it is no such view: also if it calls any function but those that ours
 * do, which would run as whoever selects from it.  They aren't locked yet:
 * they can't be dropped before the view.
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

/* Whether a relation belongs to a role, as far as known without a lock */
bool
bloom_is_owned_by(Oid relation, Oid owner)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
	bool		owned;

	if (!HeapTupleIsValid(tuple))
		return false;
	owned = ((Form_pg_class) GETSTRUCT(tuple))->relowner == owner;
	ReleaseSysCache(tuple);
	return owned;
}

/*
 * Whether its columns have the names and types of a component's.  One that was
 * added and dropped leaves a place behind, which is always null.
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

/* Whether it has a trigger that bloom_set_create gives to tables alone */
bool
bloom_component_is_marked(Relation relation)
{
	TriggerDesc *triggers = relation->trigdesc;

	for (int i = 0; triggers != NULL && i < triggers->numtriggers; i++)
		if (bloom_call_is_own(triggers->triggers[i].tgfoid,
							  BLOOM_SET_TRUNCATE))
			return true;
	return false;
}

/*
 * Form a row of the columns of a component; those that were dropped are null
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

/* Lock a relation, which may be gone; false if we are not to wait */
bool
bloom_oid_lock(Oid oid, LOCKMODE mode, bool wait)
{
	if (!wait)
		return ConditionalLockRelationOid(oid, mode);
	LockRelationOid(oid, mode);
	return true;
}

/* Lock and open a relation; NULL if we are not to wait, or it is gone */
Relation
bloom_relation_lock(Oid oid, LOCKMODE mode, bool wait)
{
	return bloom_oid_lock(oid, mode, wait) ? try_relation_open(oid, NoLock) :
		NULL;
}
