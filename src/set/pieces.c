/*
 * set/pieces.c
 *		The relations that a shared set stands on: which they are, and whether
 *		they are what bloom_set_create has made.
 *
 * A set `crawl` is a view, whose privileges are the set's, and three tables
 * that it selects from.  The view's definition says which tables: so it holds
 * through renaming, moving, dumping and restoring, and PostgreSQL keeps each
 * of them from being dropped alone.
 *
 * The owner of these tables is nobody's friend: a set can be used by roles who
 * don't trust him.  So the tables are read and written by the access methods
 * alone, which run no code of his, and what he may have changed is refused
 * before.  What is checked here, when all is locked, stays so until the
 * caller's locks go, which is when the transaction ends:
 *
 * - Kind, access method, persistence, owner, columns, constraints, defaults,
 *	 rules, row security and policies, and being a child or a partition are
 *	 changed under an AccessExclusiveLock on the table, the view's definition
 *	 under one on the view.  Any lock of ours keeps that away.
 * - Triggers and foreign keys take a ShareRowExclusiveLock, CREATE INDEX a
 *	 ShareLock: the RowExclusiveLock of who writes keeps both away.  Who reads
 *	 has an AccessShareLock, and needs nothing of them.
 * - Children and CREATE INDEX CONCURRENTLY take a ShareUpdateExclusiveLock,
 *	 which can come beside ours.  We never look at relatives.  An index that is
 *	 being built waits for all transactions that write and began before, and
 *	 those that begin later refuse the table for it: it can't miss a row.
 * - The types, the operator class and the access methods of the indexes are
 *	 PostgreSQL's own.
 */
#include "set/pieces.h"

#include "func/call.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_policy.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "nodes/nodeFuncs.h"
#include "rewrite/prs2lock.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

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
	Column		column[BLOOM_PIECE_MAX_COLUMNS];
} Piece;

static const Piece pieces[] = {
	[BLOOM_SETTINGS] = {"_settings", SETTINGS_COLUMNS, {
			{"version", INT2OID, false}, {"class", INT8OID, false},
			{"capacity", INT8OID, false},
			{"error_rate", FLOAT8OID, false}, {"seed", INT8OID, false},
			{"keep", INTERVALOID, false}, {"bucket", INTERVALOID, false},
			{"shards", INT4OID, false}
	}},
	[BLOOM_FILTERS] = {"_filters", FILTERS_COLUMNS, {
			{"shard", INT4OID, true}, {"bucket", TIMESTAMPTZOID, true},
			{"part", INT4OID, true}, {"members", INT8OID, false},
			{"bits_set", INT8OID, false}, {"filter", BYTEAOID, false}
	}},
	[BLOOM_RECENT] = {"_recent", RECENT_COLUMNS, {
			{"hash", INT8OID, true}, {"bucket", TIMESTAMPTZOID, false}
	}}
};

/* What is appended to the set's name */
const char *
bloom_piece_suffix(BloomPiece piece)
{
	return pieces[piece].suffix;
}

/* A list of names, and types if wanted, of all columns or those of the key */
static const char *
list_columns(BloomPiece piece, bool key)
{
	StringInfoData list;

	initStringInfo(&list);
	for (int i = 0; i < pieces[piece].columns; i++)
	{
		const Column *column = &pieces[piece].column[i];

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

/* The columns of a piece as CREATE TABLE has them */
const char *
bloom_piece_columns(BloomPiece piece)
{
	return list_columns(piece, false);
}

/* The names of its primary key's; empty if it has none */
const char *
bloom_piece_key(BloomPiece piece)
{
	return list_columns(piece, true);
}

/* The tables that a view selects from */
typedef struct Found
{
	Oid			view;
	int			count;
	Oid			tables[BLOOM_PIECES + 1];
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
		if (found->count <= BLOOM_PIECES)
			found->tables[found->count++] = entry->relid;
		return found->count > BLOOM_PIECES;
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
bloom_pieces_find(Relation view, Oid *tables)
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
	if (found.count != BLOOM_PIECES || found.strange)
		return false;
	memcpy(tables, found.tables, BLOOM_PIECES * sizeof(Oid));
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

/* The error that a table isn't what bloom_set_create makes */
void
bloom_piece_wrong(Relation relation, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("table %s is not as bloom_set_create has made it",
					bloom_relation_name(relation)),
			 errdetail("%s", what),
			 errhint("A shared bloom set can be used when that is undone.")));
}

/*
 * Whether its columns have the names and types of a piece's.  One that was
 * added and dropped leaves a place behind, which is always null.
 */
bool
bloom_piece_resembles(Relation relation, BloomPiece piece)
{
	TupleDesc	desc = RelationGetDescr(relation);

	if (relation->rd_rel->relkind != RELKIND_RELATION ||
		desc->natts < pieces[piece].columns)
		return false;
	for (int i = pieces[piece].columns; i < desc->natts; i++)
		if (!TupleDescAttr(desc, i)->attisdropped)
			return false;
	for (int i = 0; i < pieces[piece].columns; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);
		const Column *column = &pieces[piece].column[i];

		if (attribute->attisdropped || attribute->atttypid != column->type ||
			strcmp(NameStr(attribute->attname), column->name) != 0)
			return false;
	}
	return true;
}

/* Whether it has a trigger that bloom_set_create gives to tables alone */
bool
bloom_piece_is_marked(Relation relation)
{
	TriggerDesc *triggers = relation->trigdesc;

	for (int i = 0; triggers != NULL && i < triggers->numtriggers; i++)
		if (bloom_call_is_own(triggers->triggers[i].tgfoid,
							  BLOOM_SET_TRUNCATE))
			return true;
	return false;
}

/* Form a row of the columns of a piece; those that were dropped are null */
HeapTuple
bloom_piece_form_row(Relation relation, BloomPiece piece,
					 const Datum *values, const bool *nulls)
{
	TupleDesc	desc = RelationGetDescr(relation);
	int			columns = pieces[piece].columns;
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

static const char *
wrong_kind(Relation relation, Relation view)
{
	if (relation->rd_rel->relkind != RELKIND_RELATION)
		return "It is not an ordinary table.";
	if (relation->rd_rel->relam != HEAP_TABLE_AM_OID)
		return "Its access method is not heap.";
	if (relation->rd_rel->relpersistence == RELPERSISTENCE_UNLOGGED)
		return "It is unlogged.";
	if (relation->rd_rel->relpersistence != view->rd_rel->relpersistence)
		return "It is temporary, and the set is not, or the reverse.";
	if (RELATION_IS_OTHER_TEMP(relation))
		return "It is a temporary table of another session.";
	if (relation->rd_rel->relowner != view->rd_rel->relowner)
		return psprintf("It belongs to role \"%s\", and the set to role \"%s\".",
						GetUserNameFromId(relation->rd_rel->relowner, true),
						GetUserNameFromId(view->rd_rel->relowner, true));
	return NULL;
}

static const char *
wrong_columns(Relation relation, BloomPiece piece)
{
	TupleDesc	desc = RelationGetDescr(relation);

	if (!bloom_piece_resembles(relation, piece))
		return psprintf("Its columns are not: %s.",
						bloom_piece_columns(piece));
	for (int i = 0; i < pieces[piece].columns; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);
		const char *name = NameStr(attribute->attname);

		if (attribute->atthasdef || attribute->attgenerated != '\0' ||
			attribute->attidentity != '\0')
			return psprintf("Column \"%s\" has a default or is generated.",
							name);
		if (attribute->attnotnull != pieces[piece].column[i].key)
			return psprintf("Column \"%s\" has lost or got a NOT NULL constraint.",
							name);
		if (attribute->atttypmod != -1)
			return psprintf("Column \"%s\" has a type modifier.", name);
		if (attribute->attinhcount != 0 || !attribute->attislocal)
			return psprintf("Column \"%s\" is inherited.", name);
	}
	if (desc->constr != NULL && desc->constr->num_check > 0)
		return "It has a check constraint.";
	return NULL;
}

/* Whether there is a row about the relation in a catalog */
static bool
has_row(Oid catalog, Oid index, AttrNumber column, Relation relation)
{
	Relation	rows = table_open(catalog, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	bool		found;

	ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(RelationGetRelid(relation)));
	scan = systable_beginscan(rows, index, OidIsValid(index), NULL, 1, &key);
	found = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(rows, AccessShareLock);
	return found;
}

/*
 * An error if Citus manages the table: then this one has none of its rows, and
 * dropping it here would leave those of other servers.
 */
void
bloom_piece_check_managed(Relation relation)
{
	Oid			managed = get_relname_relid("pg_dist_partition",
											PG_CATALOG_NAMESPACE);

	/* its first column is the table */
	if (OidIsValid(managed) &&
		get_atttype(managed, 1) == REGCLASSOID &&
		has_row(managed, InvalidOid, 1, relation))
		bloom_piece_wrong(relation,
						  "Citus manages it, until undistribute_table takes it back.");
}

/*
 * What is wrong with a trigger.  Ours may have no condition, which would be
 * code of the table's owner that bloom_set_clear evaluates.
 */
static const char *
wrong_trigger(const Trigger *trigger)
{
	if (trigger->tgisinternal)
		return "It has a foreign key or a deferrable constraint, or a foreign key refers to it.";
	if (!bloom_call_is_own(trigger->tgfoid, BLOOM_SET_TRUNCATE))
		return psprintf("It has trigger \"%s\".", trigger->tgname);
	if (!TRIGGER_FOR_TRUNCATE(trigger->tgtype) || trigger->tgqual != NULL ||
		trigger->tgenabled == TRIGGER_DISABLED ||
		trigger->tgenabled == TRIGGER_FIRES_ON_REPLICA)
		return psprintf("Trigger \"%s\" has a condition, is disabled or not for TRUNCATE.",
						trigger->tgname);
	return NULL;
}

static const char *
wrong_triggers(Relation relation)
{
	TriggerDesc *triggers = relation->trigdesc;
	int			count = triggers == NULL ? 0 : triggers->numtriggers;

	for (int i = 0; i < count; i++)
	{
		const char *what = wrong_trigger(&triggers->triggers[i]);

		if (what != NULL)
			return what;
	}
	if (count != 1)
		return "It has lost its trigger, or has it twice.";
	return NULL;
}

static const char *
wrong_relatives(Relation relation)
{
	/* from 18 on, one that isn't enforced has no trigger */
	if (RelationGetFKeyList(relation) != NIL)
		return "It has a foreign key.";
	if (relation->rd_rules != NULL)
		return psprintf("It has a rule.");
	if (relation->rd_rel->relrowsecurity ||
		relation->rd_rel->relforcerowsecurity)
		return "It has row security.";
	if (has_row(PolicyRelationId, PolicyPolrelidPolnameIndexId,
				Anum_pg_policy_polrelid, relation))
		return "It has a policy.";
	if (relation->rd_rel->relispartition ||
		has_row(InheritsRelationId, InheritsRelidSeqnoIndexId,
				Anum_pg_inherits_inhrelid, relation))
		return "It is a child of another table.";
	if (has_row(InheritsRelationId, InheritsParentIndexId,
				Anum_pg_inherits_inhparent, relation))
		return "It has a child table.";
	return NULL;
}

/*
 * An error unless an open, locked table is what bloom_set_create makes for a
 * set of that view; its indexes are another matter.
 */
void
bloom_piece_check(Relation relation, BloomPiece piece, Relation view)
{
	const char *what;

	/* first, for Citus gives its tables triggers, too */
	bloom_piece_check_managed(relation);
	what = wrong_kind(relation, view);
	if (what == NULL)
		what = wrong_columns(relation, piece);
	if (what == NULL)
		what = wrong_triggers(relation);
	if (what == NULL)
		what = wrong_relatives(relation);
	if (what != NULL)
		bloom_piece_wrong(relation, what);
}

/* The same of the index of its primary key */
void
bloom_piece_check_index(Relation index, Relation relation, BloomPiece piece)
{
	Form_pg_index form = index->rd_index;
	int			keys = 0;
	bool		right = index->rd_rel->relam == BTREE_AM_OID &&
		form->indisunique && form->indisprimary && form->indimmediate &&
		form->indisvalid && form->indisready && form->indislive &&
		heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL) &&
		heap_attisnull(index->rd_indextuple, Anum_pg_index_indexprs, NULL);

	for (int i = 0; i < pieces[piece].columns; i++)
	{
		const Column *column = &pieces[piece].column[i];
		TypeCacheEntry *type;

		if (!column->key)
			continue;
		type = lookup_type_cache(column->type, TYPECACHE_BTREE_OPFAMILY);
		right = right && keys < form->indnatts &&
			form->indkey.values[keys] == i + 1 &&
			index->rd_opfamily[keys] == type->btree_opf &&
			index->rd_opcintype[keys] == column->type &&
			index->rd_indoption[keys] == 0;
		keys++;
	}
	if (!right || form->indnatts != keys)
		bloom_piece_wrong(relation,
						  psprintf("Index \"%s\" is not that of a primary key of: %s.",
								   RelationGetRelationName(index),
								   bloom_piece_key(piece)));
}
