/*
 * set/create.c
 *		Making and emptying shared sets.
 *
 * Making one runs statements, for it makes what isn't there yet.  They can be
 * led astray: who owns the schema may rename it between two of them.  So what
 * was made is found, locked and checked like any set before a row is written.
 */
#include "func/call.h"
#include "set/name.h"
#include "set/truncate.h"

#include "access/xact.h"
#include "catalog/namespace.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

BLOOM_FUNCTION(bloom_set_create);
BLOOM_FUNCTION(bloom_set_clear);

/* An error unless a set can be like that */
static void
check_set(const BloomSet *set)
{
	BloomParameters	parameters =
		{.capacity = 1, .error_rate = set->error_rate};

	if (set->capacity < 1 || set->capacity > BLOOM_SET_MAX_CAPACITY)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("capacity of a shared set must be between 1 and " INT64_FORMAT,
						BLOOM_SET_MAX_CAPACITY)));
	/* this checks the error rate */
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
				 errmsg("retention and bucket must both be longer than 0, or both be null")));
	if (PG_ARGISNULL(3))
		return;
	set->given_retention = *PG_GETARG_INTERVAL_P(3);
	set->given_bucket = *PG_GETARG_INTERVAL_P(4);
	set->retention = bloom_set_interval(&set->given_retention);
	set->bucket = bloom_set_interval(&set->given_bucket);
	if (set->retention == 0)
		set->retention = -1;	/* not: for ever */
}

static void
execute(const char *statement)
{
	int			result = SPI_execute(statement, false, 0);

	if (result < 0)
		elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
}

/* An error if there is a relation of that name already */
static void
check_free(Oid schema, const char *name, const char *set)
{
	if (OidIsValid(get_relname_relid(name, schema)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", name),
				 errdetail("A shared set \"%s\" needs that name.", set),
				 errhint("If it was left of another set, bloom_set_drop removes it.")));
}

/*
 * Create a table of a set, which keeps TRUNCATE away, and of which nobody but
 * its owner has a privilege: he may have others given them by default.
 */
static void
create_table(const char *name, BloomComponent component, const char *functions)
{
	const char *key = bloom_component_key(component);
	const char *columns = bloom_component_columns(component);

	execute(psprintf("CREATE TABLE %s (%s%s) USING heap", name, columns,
					 *key == '\0' ? "" : psprintf(", PRIMARY KEY (%s)", key)));
	/* it has no key by which a subscriber could find its row */
	if (component == BLOOM_SETTINGS)
		execute(psprintf("ALTER TABLE %s REPLICA IDENTITY FULL", name));
	if (component == BLOOM_FILTERS)
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
 * in the order of BloomComponent.
 */
static void
create_view(const char *name, const char *const *tables,
			const char *functions)
{
	execute(psprintf("CREATE VIEW %s AS "
					 "SELECT %s." BLOOM_SET_CLASS_NAME "(s.class) AS class, s.capacity, s.error_rate, s.retention, s.bucket, "
					 "f.members OPERATOR(pg_catalog.+) r.recent AS members, r.recent, f.filters, f.bytes "
					 "FROM (SELECT class, capacity, error_rate, retention, bucket FROM %s ORDER BY class OPERATOR(pg_catalog.=) 0 LIMIT 1) AS s "
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

/* Create the relations of a set in a schema; returns the OID of the view */
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

/* The schema that our functions are in, quoted */
static const char *
function_schema(FunctionCallInfo fcinfo)
{
	Oid			schema = get_func_namespace(fcinfo->flinfo->fn_oid);
	const char *name = get_namespace_name(schema);

	/* a function that the same statement has called may have dropped it */
	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("extension \"bloomext\" does not exist")));
	return quote_identifier(name);
}

/* bloom_set_create(name, capacity, error_rate, retention, bucket, seed) */
Datum
bloom_set_create(PG_FUNCTION_ARGS)
{
	BloomSet	wanted = {.partitions = 1};
	BloomSet   *set;
	RangeVar   *range;
	Oid			schema;
	Oid			view;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2) ||
		PG_ARGISNULL(5))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("name, capacity, error rate and seed of a shared set must not be null")));
	wanted.capacity = PG_GETARG_INT64(1);
	wanted.error_rate = PG_GETARG_FLOAT8(2);
	wanted.seed = (uint64) PG_GETARG_INT64(5);
	read_intervals(fcinfo, &wanted);
	check_set(&wanted);
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

/* bloom_set_clear(set): empty, as it was created */
Datum
bloom_set_clear(PG_FUNCTION_ARGS)
{
	BloomSet   *set;

	PreventCommandIfReadOnly("bloom_set_clear()");
	set = bloom_set_open_owned(PG_GETARG_OID(0), BLOOM_SET_ALONE, NULL);
	/* model: clear */
	bloom_truncate_components(set, BLOOM_SETTINGS, true);
	CommandCounterIncrement();
	set->class = BLOOM_CLASS_NONE;
	bloom_settings_insert(set);
	bloom_set_close(set);
	PG_RETURN_VOID();
}
