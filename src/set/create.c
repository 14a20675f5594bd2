/*
 * set/create.c
 *		Creating and emptying shared sets.
 *
 * Creating a set runs SQL statements.  The owner of the schema may rename it
 * between two of them, so that they refer to different relations.  Therefore
 * the new set is located, locked and checked like any other before a row is
 * written.
 */
#include "func/call.h"
#include "set/name.h"
#include "set/truncate.h"
#include "value/hasher.h"

#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_collation.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/*
 * Storage parameters of a set's tables.  Most rows of filters are replaced one
 * by one, each with megabytes in the TOAST table, so few dead ones are worth a
 * VACUUM.  ANALYZE is of no use: no query reads these tables.
 */
#define VACUUM_OTHERS \
	"autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 1000, " \
	"autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 2147483647"
#define VACUUM_FILTERS \
	"autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 1, " \
	"autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 2147483647, " \
	"toast.autovacuum_vacuum_scale_factor = 0.1, toast.autovacuum_vacuum_insert_threshold = -1"

BLOOM_FUNCTION(bloom_set_create);
BLOOM_FUNCTION(bloom_set_clear);

/* Raise an error if a set's parameters are invalid */
static void
check_set(const BloomSet *set)
{
	BloomParameters parameters =
		{.capacity = 1, .error_rate = set->error_rate};

	if (set->capacity < 1 || set->capacity > BLOOM_SET_MAX_CAPACITY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("capacity of a shared set must be between 1 and " INT64_FORMAT,
						BLOOM_SET_MAX_CAPACITY)));
	/* checks the error rate */
	bloom_head_make(&parameters);
	if (set->retention < 0 || set->bucket < 0 ||
		(set->retention == 0) != (set->bucket == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("retention and bucket must both be longer than 0, or both be null")));
	if (bloom_set_buckets(set) > BLOOM_SET_MAX_BUCKETS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("retention must be shorter than %d buckets",
						BLOOM_SET_MAX_BUCKETS),
				 errhint("Use longer buckets, because each test reads all of them.")));
	if (bloom_set_part_rate(set, 0) < BLOOM_MIN_ERROR_RATE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("error rate must be at least %.3g",
						set->error_rate * BLOOM_MIN_ERROR_RATE /
						bloom_set_part_rate(set, 0)),
				 errdetail("The buckets share the set's error rate, and the smallest one of a filter is %g.",
						   BLOOM_MIN_ERROR_RATE)));
}

/* Read the arguments retention and bucket.  Both or neither must be null. */
static void
read_intervals(FunctionCallInfo fcinfo, BloomSet *set)
{
	if (PG_ARGISNULL(3) != PG_ARGISNULL(4))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("retention and bucket must both be longer than 0, or both be null")));
	if (PG_ARGISNULL(3))
		return;
	set->given_retention = *PG_GETARG_INTERVAL_P(3);
	set->given_bucket = *PG_GETARG_INTERVAL_P(4);
	set->retention = bloom_set_interval(&set->given_retention);
	set->bucket = bloom_set_interval(&set->given_bucket);
	if (set->retention == 0)
		set->retention = -1;	/* 0 would mean unlimited */
}

/*
 * The value class of a name: one that bloom_info() shows, or the name of any
 * type with that class
 */
static BloomClass
read_class(const char *name)
{
	BloomHasher hasher;
	Oid			type;

	for (BloomClass class = 1; bloom_class_own_name(class) != NULL; class++)
		if (strcmp(name, bloom_class_own_name(class)) == 0)
			return class;
	/* bloom_info() shows pg_type.typname, of which char is not the SQL name */
	type = TypenameGetTypid(name);
	if (!OidIsValid(type))
		type = DatumGetObjectId(DirectFunctionCall1(regtypein,
													CStringGetDatum(name)));
	bloom_hasher_init(&hasher, type, DEFAULT_COLLATION_OID,
					  CurrentMemoryContext);
	return hasher.class;
}

/* Execute an SQL statement */
static void
execute(const char *statement)
{
	int			result = SPI_execute(statement, false, 0);

	if (result < 0)
		elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
}

/* Raise an error if a relation of that name exists */
static void
check_free(Oid schema, const char *name, const char *set)
{
	if (OidIsValid(get_relname_relid(name, schema)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", name),
				 errdetail("A shared set \"%s\" needs that name.", set),
				 errhint("If it is left over from another set, remove it with bloom_set_drop().")));
}

/*
 * Create the table of a component.  Its trigger refuses TRUNCATE.  functions
 * is the quoted schema of the extension's functions.
 */
static void
create_table(const char *name, BloomComponent component, const char *functions)
{
	const char *key = bloom_component_key(component);
	const char *columns = bloom_component_columns(component);

	execute(psprintf("CREATE TABLE %s (%s%s) USING heap WITH (%s)", name,
					 columns, *key == '\0' ? "" :
					 psprintf(", PRIMARY KEY (%s)", key),
					 component == BLOOM_FILTERS ? VACUUM_FILTERS :
					 VACUUM_OTHERS));
	/* subscribers cannot find its row otherwise, as it has no key */
	if (component == BLOOM_SETTINGS)
		execute(psprintf("ALTER TABLE %s REPLICA IDENTITY FULL", name));
	if (component == BLOOM_FILTERS)
		execute(psprintf("ALTER TABLE %s ALTER COLUMN filter SET STORAGE EXTERNAL",
						 name));
	execute(psprintf("CREATE TRIGGER bloom_set BEFORE TRUNCATE ON %s "
					 "EXECUTE FUNCTION %s.%s()",
					 name, functions, BLOOM_SET_TRUNCATE));
}

/*
 * Revoke all privileges on a table from everyone but its owner, whose default
 * privileges may have granted some
 */
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
 * Create the view that stands for a set.  tables are the names of the set's
 * tables in the order of BloomComponent.
 */
static void
create_view(const char *name, const char *const *tables,
			const char *functions)
{
	execute(psprintf("CREATE VIEW %s AS "
					 "SELECT %s." BLOOM_SET_CLASS_NAME "(s.class) AS class, s.capacity, s.error_rate, s.retention, s.bucket, "
					 "f.members OPERATOR(pg_catalog.+) r.recent AS members, r.recent, f.filters, f.bytes "
					 "FROM %s AS s "
					 "CROSS JOIN LATERAL (SELECT pg_catalog.count(*) AS filters, "
					 "COALESCE(pg_catalog.sum(members), 0)::pg_catalog.int8 AS members, "
					 "COALESCE(pg_catalog.sum(pg_catalog.octet_length(filter)), 0) AS bytes "
					 "FROM %s WHERE bucket OPERATOR(pg_catalog.>=) %s." BLOOM_SET_LIVE_BUCKET "(s.retention, s.bucket)) AS f "
					 "CROSS JOIN LATERAL (SELECT pg_catalog.count(*) AS recent FROM %s WHERE bucket IS NULL "
					 "OR bucket OPERATOR(pg_catalog.>=) %s." BLOOM_SET_LIVE_BUCKET "(s.retention, s.bucket)) AS r",
					 name, functions, tables[BLOOM_SETTINGS],
					 tables[BLOOM_FILTERS], functions, tables[BLOOM_RECENT],
					 functions));
}

/* Create the relations of a set in a schema.  Returns the OID of the view. */
static Oid
create_relations(Oid schema, const char *name, const char *functions)
{
	const char *schema_name = get_namespace_name(schema);
	const char *names[BLOOM_COMPONENTS];
	const char *quoted[BLOOM_COMPONENTS];

	if (schema_name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_SCHEMA),
				 errmsg("schema with OID %u does not exist", schema)));
	check_free(schema, name, name);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		names[i] = bloom_name_component(name, i);
		quoted[i] = quote_qualified_identifier(schema_name, names[i]);
		check_free(schema, names[i], name);
	}
	SPI_connect();
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
		create_table(quoted[i], i, functions);
	create_view(quote_qualified_identifier(schema_name, name), quoted,
				functions);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
		revoke_all(get_relname_relid(names[i], schema), quoted[i]);
	SPI_finish();
	return get_relname_relid(name, schema);
}

/* The schema of the extension's functions, quoted */
static const char *
function_schema(FunctionCallInfo fcinfo)
{
	Oid			schema = get_func_namespace(fcinfo->flinfo->fn_oid);
	const char *name = get_namespace_name(schema);

	/* the same statement may have dropped the extension */
	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("extension \"bloomext\" does not exist")));
	return quote_identifier(name);
}

/*
 * bloom_set_create(name, capacity, error_rate, retention, bucket, seed, class)
 */
Datum
bloom_set_create(PG_FUNCTION_ARGS)
{
	BloomSet	wanted = {.partitions = 1};
	BloomSet   *set;
	RangeVar   *range;
	Oid			schema;
	Oid			view;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2) ||
		PG_ARGISNULL(5) || PG_ARGISNULL(6))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("name, capacity, error rate, seed and class of a shared set must not be null")));
	wanted.capacity = PG_GETARG_INT64(1);
	wanted.error_rate = PG_GETARG_FLOAT8(2);
	wanted.seed = (uint64) PG_GETARG_INT64(5);
	read_intervals(fcinfo, &wanted);
	check_set(&wanted);
	wanted.class = read_class(text_to_cstring(PG_GETARG_TEXT_PP(6)));
	wanted.partitions = bloom_set_needed_partitions(&wanted);

	range = bloom_name_range(PG_GETARG_TEXT_PP(0));
	schema = RangeVarGetCreationNamespace(range);
	view = create_relations(schema, range->relname, function_schema(fcinfo));

	set = bloom_set_open_components(view, BLOOM_SET_ALONE);
	if (set == NULL || set->view->rd_rel->relowner != GetUserId())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set \"%s\" was changed while it was created",
						range->relname)));
	wanted.tables[BLOOM_SETTINGS] = set->tables[BLOOM_SETTINGS];
	bloom_settings_insert(&wanted);
	bloom_set_close(set);
	PG_RETURN_OID(view);
}

/* bloom_set_clear(set): empties a set, which becomes as it was created */
Datum
bloom_set_clear(PG_FUNCTION_ARGS)
{
	BloomSet   *set;

	PreventCommandIfReadOnly("bloom_set_clear()");
	set = bloom_set_open_owned(PG_GETARG_OID(0), BLOOM_SET_ALONE, NULL);
	/* model: clear */
	bloom_truncate_components(set, BLOOM_SETTINGS, true);
	CommandCounterIncrement();
	bloom_settings_insert(set);
	bloom_set_close(set);
	PG_RETURN_VOID();
}
