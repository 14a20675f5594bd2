/*
 * set/create.c
 *		Making, emptying and dropping shared sets.
 *
 * Making one runs statements, for it makes what isn't there yet.  They can be
 * led astray: who owns the schema may rename it between two of them.  So what
 * was made is found, locked and checked like any set before a row is written.
 */
#include "func/call.h"
#include "set/truncate.h"

#include "access/relation.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/catalog.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

BLOOM_FUNCTION(bloom_set_create);
BLOOM_FUNCTION(bloom_set_drop);
BLOOM_FUNCTION(bloom_set_clear);

/* An error unless a set can be like that */
static void
check_set(const BloomSet *set)
{
	BloomShape	shape = {.capacity = 1, .error_rate = set->error_rate};

	if (set->capacity < 1 || set->capacity > BLOOM_SET_MAX_CAPACITY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("capacity of a shared bloom set must be between 1 and " INT64_FORMAT,
						BLOOM_SET_MAX_CAPACITY)));
	/* this checks the error rate */
	bloom_head_make(&shape);
	if (set->keep < 0 || set->bucket < 0 ||
		(set->keep == 0) != (set->bucket == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("keep and bucket must both be longer than 0, or both be null")));
	if (bloom_set_buckets(set) > BLOOM_SET_MAX_BUCKETS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("keep must be shorter than %d buckets",
						BLOOM_SET_MAX_BUCKETS),
				 errhint("Each test looks at all of them.")));
	if (bloom_set_part_rate(set, 0) < BLOOM_MIN_ERROR_RATE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("error rate must be at least %.3g",
						set->error_rate * BLOOM_MIN_ERROR_RATE /
						bloom_set_part_rate(set, 0)),
				 errdetail("The set's buckets share it, and no filter errs less often than %g.",
						   BLOOM_MIN_ERROR_RATE)));
}

/* Both lengths of the arguments, of which neither or both are null */
static void
read_intervals(FunctionCallInfo fcinfo, BloomSet *set)
{
	if (PG_ARGISNULL(3) != PG_ARGISNULL(4))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("keep and bucket must both be longer than 0, or both be null")));
	if (PG_ARGISNULL(3))
		return;
	set->given_keep = *PG_GETARG_INTERVAL_P(3);
	set->given_bucket = *PG_GETARG_INTERVAL_P(4);
	set->keep = bloom_set_interval(&set->given_keep);
	set->bucket = bloom_set_interval(&set->given_bucket);
	if (set->keep == 0)
		set->keep = -1;			/* not: for ever */
}

static void
execute(const char *statement)
{
	int			result = SPI_execute(statement, false, 0);

	if (result < 0)
		elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
}

/* The name of a piece, which must not be too long */
static char *
piece_name(const char *set, BloomPiece piece)
{
	const char *suffix = bloom_piece_suffix(piece);

	if (strlen(set) + strlen(suffix) >= NAMEDATALEN)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("the name of a shared bloom set must be shorter than %d bytes",
						NAMEDATALEN - (int) strlen(suffix))));
	return psprintf("%s%s", set, suffix);
}

/* An error if there is a relation of that name already */
static void
check_free(Oid schema, const char *name, const char *set)
{
	if (OidIsValid(get_relname_relid(name, schema)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", name),
				 errdetail("A shared bloom set \"%s\" needs that name.", set),
				 errhint("If it was left of another set, bloom_set_drop removes it.")));
}

/*
 * Create a table of a set, which keeps TRUNCATE away, and of which nobody but
 * its owner has a privilege: he may have others given them by default.
 */
static void
create_table(const char *name, BloomPiece piece, const char *functions)
{
	const char *key = bloom_piece_key(piece);
	const char *columns = bloom_piece_columns(piece);

	execute(psprintf("CREATE TABLE %s (%s%s) USING heap", name, columns,
					 *key == '\0' ? "" : psprintf(", PRIMARY KEY (%s)", key)));
	/* it has no key by which a subscriber could find its row */
	if (piece == BLOOM_SETTINGS)
		execute(psprintf("ALTER TABLE %s REPLICA IDENTITY FULL", name));
	if (piece == BLOOM_FILTERS)
		execute(psprintf("ALTER TABLE %s ALTER COLUMN filter SET STORAGE EXTERNAL",
						 name));
	execute(psprintf("CREATE TRIGGER bloom_set BEFORE TRUNCATE ON %s "
					 "EXECUTE FUNCTION %s.%s()",
					 name, functions, BLOOM_SET_TRUNCATE));
}

/* Take all privileges on a table from everybody but its owner */
static void
revoke_all(Oid table, const char *name)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(table));
	bool		null = true;
	Datum		acl = 0;
	Acl		   *copy;

	if (HeapTupleIsValid(tuple))
		acl = SysCacheGetAttr(RELOID, tuple, Anum_pg_class_relacl, &null);
	copy = null ? NULL : DatumGetAclPCopy(acl);
	if (HeapTupleIsValid(tuple))
		ReleaseSysCache(tuple);
	for (int i = 0; copy != NULL && i < ACL_NUM(copy); i++)
	{
		Oid			role = ACL_DAT(copy)[i].ai_grantee;
		const char *grantee = role == ACL_ID_PUBLIC ? "PUBLIC" :
			quote_identifier(GetUserNameFromId(role, false));

		if (role != GetUserId())
			execute(psprintf("REVOKE ALL ON TABLE %s FROM %s CASCADE", name,
							 grantee));
	}
}

/*
 * The view of a set's name, which tells what the set is.  Its tables are named
 * in the order of BloomPiece.
 */
static void
create_view(const char *name, const char *const *tables,
			const char *functions)
{
	execute(psprintf("CREATE VIEW %s AS "
					 "SELECT %s." BLOOM_SET_CLASS_NAME "(s.class) AS class, s.capacity, s.error_rate, s.keep, s.bucket, "
					 "f.members OPERATOR(pg_catalog.+) r.recent AS members, r.recent, f.filters, f.bytes "
					 "FROM %s AS s CROSS JOIN LATERAL (SELECT pg_catalog.count(*) AS filters, "
					 "COALESCE(pg_catalog.sum(members), 0)::pg_catalog.int8 AS members, "
					 "COALESCE(pg_catalog.sum(pg_catalog.octet_length(filter)), 0) AS bytes "
					 "FROM %s WHERE bucket OPERATOR(pg_catalog.>=) %s." BLOOM_SET_LIVE_BUCKET "(s.keep, s.bucket)) AS f "
					 "CROSS JOIN LATERAL (SELECT pg_catalog.count(*) AS recent FROM %s WHERE bucket IS NULL "
					 "OR bucket OPERATOR(pg_catalog.>=) %s." BLOOM_SET_LIVE_BUCKET "(s.keep, s.bucket)) AS r",
					 name, functions, tables[BLOOM_SETTINGS],
					 tables[BLOOM_FILTERS], functions, tables[BLOOM_RECENT],
					 functions));
}

/* Create the relations of a set in a schema; returns the OID of the view */
static Oid
create_relations(Oid schema, const char *name, const char *functions)
{
	const char *schema_name = get_namespace_name(schema);
	const char *names[BLOOM_PIECES];
	const char *quoted[BLOOM_PIECES];

	check_free(schema, name, name);
	for (int i = 0; i < BLOOM_PIECES; i++)
	{
		names[i] = piece_name(name, i);
		quoted[i] = quote_qualified_identifier(schema_name, names[i]);
		check_free(schema, names[i], name);
	}
	SPI_connect();
	for (int i = 0; i < BLOOM_PIECES; i++)
		create_table(quoted[i], i, functions);
	create_view(quote_qualified_identifier(schema_name, name), quoted,
				functions);
	for (int i = 0; i < BLOOM_PIECES; i++)
		revoke_all(get_relname_relid(names[i], schema), quoted[i]);
	SPI_finish();
	return get_relname_relid(name, schema);
}

/* The schema that our functions are in, quoted */
static const char *
function_schema(FunctionCallInfo fcinfo)
{
	Oid			schema = get_func_namespace(fcinfo->flinfo->fn_oid);

	return quote_identifier(get_namespace_name(schema));
}

/* A name that may have a schema */
static RangeVar *
name_range(text *name)
{
	return makeRangeVarFromNameList(textToQualifiedNameList(name));
}

/* bloom_set_create(name, capacity, error_rate, keep, bucket, seed) */
Datum
bloom_set_create(PG_FUNCTION_ARGS)
{
	BloomSet	wanted = {.shards = 1};
	BloomSet   *set;
	RangeVar   *range;
	Oid			schema;
	Oid			view;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2) ||
		PG_ARGISNULL(5))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("name, capacity, error rate and seed of a shared bloom set must not be null")));
	wanted.capacity = PG_GETARG_INT64(1);
	wanted.error_rate = PG_GETARG_FLOAT8(2);
	wanted.seed = (uint64) PG_GETARG_INT64(5);
	read_intervals(fcinfo, &wanted);
	check_set(&wanted);
	wanted.shards = bloom_set_needed_shards(&wanted);

	range = name_range(PG_GETARG_TEXT_PP(0));
	schema = RangeVarGetCreationNamespace(range);
	view = create_relations(schema, range->relname, function_schema(fcinfo));

	set = bloom_set_open_pieces(view, BLOOM_SET_ALONE);
	if (set == NULL || set->view->rd_rel->relowner != GetUserId())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared bloom set \"%s\" was changed while it was created",
						range->relname)));
	wanted.tables[BLOOM_SETTINGS] = set->tables[BLOOM_SETTINGS];
	bloom_settings_insert(&wanted);
	bloom_set_close(set);
	PG_RETURN_OID(view);
}

/* Who may drop a relation, asked before it is locked */
static void
may_drop(const RangeVar *range, Oid oid, Oid old_oid, void *arg)
{
	if (OidIsValid(oid) && !bloom_is_owner(oid))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, range->relname);
}

/* Add a relation to those to be dropped; it is locked */
static void
add_relation(Oid oid, ObjectAddresses *found)
{
	ObjectAddress address;

	ObjectAddressSet(address, RelationRelationId, oid);
	add_exact_object_address(&address, found);
}

/* The OID of a relation of that name, locked to be dropped, if there is one */
static Oid
find_relation(const RangeVar *range)
{
	return RangeVarGetRelidExtended(range, AccessExclusiveLock,
									RVR_MISSING_OK, may_drop, NULL);
}

/*
 * Lock a table to be dropped; whether it is this piece of a set, though
 * something about it was changed
 */
static bool
lock_table(Oid oid, BloomPiece piece)
{
	Relation	table;
	bool		is_piece;

	if (!bloom_is_owner(oid))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE, get_rel_name(oid));
	table = relation_open(oid, AccessExclusiveLock);
	/* it may have been given away before we got the lock */
	if (!bloom_is_owner(oid))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_TABLE,
					   RelationGetRelationName(table));
	is_piece = bloom_piece_resembles(table, piece) ||
		bloom_piece_is_marked(table);
	if (is_piece)
		bloom_piece_check_managed(table);
	relation_close(table, NoLock);
	return is_piece;
}

/*
 * List the view of a set and the tables under it, though something about them
 * was changed; false if there is no relation of that name.
 */
static bool
find_set(const RangeVar *range, ObjectAddresses *found)
{
	Oid			oid = find_relation(range);
	Oid			tables[BLOOM_PIECES];
	Relation	view;
	bool		is_set;

	if (!OidIsValid(oid))
		return false;
	view = relation_open(oid, NoLock);
	is_set = bloom_pieces_find(view, tables);
	relation_close(view, NoLock);
	for (int i = 0; is_set && i < BLOOM_PIECES; i++)
		is_set = lock_table(tables[i], i);
	if (!is_set)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("\"%s\" is not a shared bloom set", range->relname),
				 errhint("Shared sets are made by bloom_set_create.")));
	add_relation(oid, found);
	for (int i = 0; i < BLOOM_PIECES; i++)
		add_relation(tables[i], found);
	return true;
}

/* List the tables that are left of a set without its view */
static bool
find_left(RangeVar *range, ObjectAddresses *found)
{
	const char *name = range->relname;
	bool		any = false;

	for (int i = 0; i < BLOOM_PIECES; i++)
	{
		Oid			oid;

		range->relname = piece_name(name, i);
		oid = find_relation(range);
		if (!OidIsValid(oid) || !lock_table(oid, i))
			continue;
		add_relation(oid, found);
		any = true;
	}
	return any;
}

/* bloom_set_drop(name): all that there is of a set */
Datum
bloom_set_drop(PG_FUNCTION_ARGS)
{
	text	   *name = PG_GETARG_TEXT_PP(0);
	RangeVar   *range = name_range(name);
	ObjectAddresses *found = new_object_addresses();

	PreventCommandIfReadOnly("bloom_set_drop()");
	if (!find_set(range, found) && !find_left(range, found))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("there is no shared bloom set \"%s\"",
						text_to_cstring(name))));
	performMultipleDeletions(found, DROP_RESTRICT, 0);
	free_object_addresses(found);
	PG_RETURN_VOID();
}

/* bloom_set_clear(set): empty, as it was created */
Datum
bloom_set_clear(PG_FUNCTION_ARGS)
{
	BloomSet   *set;

	PreventCommandIfReadOnly("bloom_set_clear()");
	set = bloom_set_open_owned(PG_GETARG_OID(0), BLOOM_SET_ALONE, NULL);
	bloom_truncate_pieces(set, BLOOM_SETTINGS, true);
	CommandCounterIncrement();
	set->class = BLOOM_CLASS_NONE;
	bloom_settings_insert(set);
	bloom_set_close(set);
	PG_RETURN_VOID();
}
