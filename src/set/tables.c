/*
 * set/tables.c
 *		The tables of a shared set: their definitions, how they are found, and
 *		errors about them.
 *
 * A set "crawl" is a view, whose privileges are those of the set, and three
 * tables that the view selects from.  The tables are found by the definition
 * of the view.  So the set survives renaming, moving, dumping and restoring,
 * and PostgreSQL does not let a single table be dropped.
 */
#include "set/set.h"

#include "func/function.h"

#include "access/transam.h"
#include "nodes/nodeFuncs.h"
#include "rewrite/prs2lock.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"

/*
 * Storage parameters.  Most rows of filters are replaced one by one, each with
 * megabytes in the TOAST table, so few dead ones are worth a VACUUM.  ANALYZE
 * is of no use, because no query reads these tables.
 */
#define VACUUM \
	"autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 2147483647, "
#define VACUUM_OTHERS	VACUUM "autovacuum_vacuum_threshold = 1000"
#define VACUUM_FILTERS \
	VACUUM "autovacuum_vacuum_threshold = 1, toast.autovacuum_vacuum_scale_factor = 0.1, toast.autovacuum_vacuum_insert_threshold = -1"

const BloomTable bloom_tables[BLOOM_COMPONENTS] = {
	[BLOOM_SETTINGS] = {
		.suffix = "_settings", .parameters = VACUUM_OTHERS,
		.columns = SETTINGS_COLUMNS,
		.definition = "version smallint, class bigint, capacity bigint, error_rate double precision, seed bigint, "
		"retention interval, bucket interval, partitions integer, doublings integer",
		/* subscribers cannot find its row otherwise, as it has no key */
		.alter = "REPLICA IDENTITY FULL"
	},
	[BLOOM_FILTERS] = {
		.suffix = "_filters", .parameters = VACUUM_FILTERS,
		.columns = FILTERS_COLUMNS,
		.definition = "partition integer NOT NULL, bucket timestamp with time zone NOT NULL, part integer NOT NULL, "
		"members bigint, bits_set bigint, filter pg_catalog.bytea",
		.key = "partition, bucket, part", .key_columns = FILTERS_PART + 1,
		/* so that slices can be read */
		.alter = "ALTER COLUMN filter SET STORAGE EXTERNAL"
	},
	[BLOOM_RECENT] = {
		.suffix = "_recent", .parameters = VACUUM_OTHERS,
		.columns = RECENT_COLUMNS,
		.definition = "hash bigint NOT NULL, bucket timestamp with time zone",
		.key = "hash", .key_columns = RECENT_HASH + 1
	}
};

/* What the definition of a view contains */
typedef struct Found
{
	Oid			view;
	int			count;
	Oid			tables[BLOOM_COMPONENTS + 1];
	bool		named;			/* it calls BLOOM_SET_CLASS_NAME */
} Found;

/*
 * Whether a function is neither PostgreSQL's own nor one of ours for views.
 * Notes if it is the one that all views of sets call.
 */
static bool
is_strange(Oid function, void *context)
{
	Found	   *found = context;
	bool		names = bloom_function_is(function, BLOOM_SET_CLASS_NAME);

	found->named = found->named || names;
	return function >= FirstGenbkiObjectId && !names &&
		!bloom_function_is(function, BLOOM_SET_LIVE_BUCKET);
}

/* A tree walker, which ends early if the definition is not a set's */
static bool
find_tables(Node *node, Found *found)
{
	if (node == NULL)
		return false;
	if (check_functions_in_node(node, is_strange, found))
		return true;
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
 * the view of a set.  That includes a view that calls a function other than
 * PostgreSQL's and those that our views call: bloom_set_create() did not make
 * it.  This does not make a query of the view safe (SECURITY.md).  The tables
 * are not locked, but they cannot be dropped before the view.
 */
bool
bloom_tables_find(Relation view, Oid *tables)
{
	Found		found = {.view = RelationGetRelid(view)};

	if (view->rd_rel->relkind != RELKIND_VIEW || view->rd_rules == NULL ||
		view->rd_rel->relpersistence != RELPERSISTENCE_PERMANENT)
		return false;
	for (int i = 0; i < view->rd_rules->numLocks; i++)
	{
		RewriteRule *rule = view->rd_rules->rules[i];

		if (rule->event == CMD_SELECT &&
			find_tables(linitial(rule->actions), &found))
			return false;
	}
	if (found.count != BLOOM_COMPONENTS || !found.named)
		return false;
	memcpy(tables, found.tables, BLOOM_COMPONENTS * sizeof(Oid));
	return true;
}

/* Set a parameter until the caller's GUC nest level ends */
void
bloom_override(const char *name, const char *value)
{
	(void) set_config_option(name, value, PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
}

/* The name of a relation, quoted and with its schema */
const char *
bloom_relation_name(Relation relation)
{
	char	   *schema = get_namespace_name(RelationGetNamespace(relation));

	return quote_qualified_identifier(schema,
									  RelationGetRelationName(relation));
}

/* Raise the error that a relation is not a shared set */
void
bloom_set_refuse(const char *name)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is not a shared set", name),
			 errhint("Shared sets are created with bloom_set_create().")));
}

/*
 * Raise the error that a table of the set of a view is not as it was created.
 * what is the rest of a sentence that begins with the table.
 */
void
bloom_tables_refuse(Relation view, Relation table, const char *what,
					const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("shared set \"%s\" cannot be used",
					RelationGetRelationName(view)),
			 errdetail("Table %s %s.", bloom_relation_name(table), what),
			 errhint("%s", hint)));
}

/*
 * Raise a serialization failure with this detail.  In REPEATABLE READ and
 * SERIALIZABLE, functions that use the current state fail if their answer
 * depends on something that the transaction's snapshot does not show, as
 * INSERT ... ON CONFLICT does.  No serial order of the transactions would
 * explain the answer.
 */
void
bloom_serialize_fail(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("could not serialize access due to concurrent update"),
			 errdetail("%s", detail)));
}
