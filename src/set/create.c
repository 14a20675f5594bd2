/*
 * set/create.c
 *		Creating, altering, emptying and dropping shared sets.
 *
 * Creating a set runs SQL statements.  The owner of the schema may rename it
 * between two of them, so that they refer to different relations.  Therefore
 * the new set is located, locked and checked like any other before a row is
 * written.
 */
#include "set/set.h"
#include "value/hasher.h"

#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_namespace.h"
#include "common/hashfn.h"
#include "executor/spi.h"
#include "storage/lmgr.h"
#include "utils/lsyscache.h"
#include "utils/varlena.h"

BLOOM_FUNCTION(bloom_set_create);
BLOOM_FUNCTION(bloom_set_alter);
BLOOM_FUNCTION(bloom_set_clear);
BLOOM_FUNCTION(bloom_set_drop);

/* How many buckets a retention has if the user does not give their length */
#define DEFAULT_BUCKETS		8

/*
 * The value class of a name: one that bloom_info() shows, or the name of any
 * type with that class
 */
static BloomClass
read_class(const char *name)
{
	BloomHasher hasher;
	Oid			type;

	for (BloomClass class = 1; bloom_class_fixed_name(class) != NULL; class++)
		if (pg_strcasecmp(name, bloom_class_fixed_name(class)) == 0)
			return class;
	/* bloom_info() shows pg_type.typname, of which char is not the SQL name */
	type = TypenameGetTypid(name);
	if (!OidIsValid(type))
	{
		LOCAL_FCINFO(call, 1);

		InitFunctionCallInfoData(*call, NULL, 1, InvalidOid, NULL, NULL);
		call->args[0].value = CStringGetTextDatum(name);
		call->args[0].isnull = false;
		type = DatumGetObjectId(to_regtype(call));
		if (call->isnull)
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_OBJECT),
					 errmsg("unrecognized class \"%s\"", name),
					 errhint("Use the name of a type, such as 'text', 'integer' or 'uuid', or 'row' for several columns.")));
	}
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

/* The name of a table of a new set; raises an error if it is too long */
static char *
table_name(const char *set, BloomComponent component)
{
	const char *suffix = bloom_tables[component].suffix;

	if (strlen(set) + strlen(suffix) >= NAMEDATALEN)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("the name of a shared set must be shorter than %d bytes",
						NAMEDATALEN - (int) strlen(suffix))));
	return psprintf("%s%s", set, suffix);
}

/* Raise an error if a table of a new set exists */
static void
check_tables_free(Oid schema, const char *name)
{
	const char *taken = NULL;
	StringInfoData tables;

	initStringInfo(&tables);
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		const char *table = table_name(name, i);

		if (!OidIsValid(get_relname_relid(table, schema)))
			continue;
		appendStringInfo(&tables, "%s%s", taken == NULL ? "" : ", ",
						 quote_qualified_identifier(get_namespace_name(schema),
													table));
		if (taken == NULL)
			taken = table;
	}
	if (taken != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", taken),
				 errhint("If it is left of a shared set whose view was dropped, run DROP TABLE %s. Otherwise, choose another name.",
						 tables.data)));
}

/*
 * Look whether the name of a new set is taken.  Returns the OID of the view if
 * that is a set and may exist, otherwise raises an error.  Returns InvalidOid
 * if the name is free.
 *
 * Waits for a session that has locked the view, because it may be dropping the
 * set, or have just created it and not released its locks yet.
 */
static Oid
find_existing(Oid schema, const char *name, bool may_exist)
{
	Oid			view;
	Oid			found[BLOOM_COMPONENTS];
	Relation	relation;

	do
	{
		view = get_relname_relid(name, schema);
		if (!OidIsValid(view))
			return InvalidOid;
		LockRelationOid(view, AccessShareLock);
	} while (view != get_relname_relid(name, schema));
	relation = relation_open(view, NoLock);
	if (!bloom_tables_find(relation, found))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation \"%s\" already exists", name)));
	relation_close(relation, NoLock);
	ereport(may_exist ? NOTICE : ERROR,
			(errcode(ERRCODE_DUPLICATE_TABLE),
			 may_exist ?
			 errmsg("shared set \"%s\" already exists, skipping", name) :
			 errmsg("shared set \"%s\" already exists", name)));
	return view;
}

/*
 * Wait until no other transaction is creating a set of this name, and let
 * others wait for this one.  Returns the schema.
 *
 * Only roles that may create relations in the schema get the lock.  These can
 * make others wait for the name anyway, with a table that they don't commit.
 * Sets whose names have the same hash are created one after the other.
 */
static Oid
lock_name(RangeVar *name)
{
	Oid			schema = RangeVarGetAndCheckCreationNamespace(name, NoLock,
															  NULL);
	uint32		hash = hash_bytes((unsigned char *) name->relname,
								  (int) strlen(name->relname));

	/* the number 0 stands for the schema itself */
	LockDatabaseObject(NamespaceRelationId, schema,
					   (uint16) (hash % PG_UINT16_MAX + 1), ExclusiveLock);
	return schema;
}

/* Create the table of a component */
static void
create_table(const char *name, BloomComponent component)
{
	execute(psprintf("CREATE TABLE %s (%s) USING heap WITH (%s)", name,
					 bloom_tables[component].definition,
					 bloom_tables[component].parameters));
	if (bloom_tables[component].key != NULL)
		execute(psprintf("ALTER TABLE %s ADD PRIMARY KEY (%s)", name,
						 bloom_tables[component].key));
	if (bloom_tables[component].alter != NULL)
		execute(psprintf("ALTER TABLE %s %s", name,
						 bloom_tables[component].alter));
}

/*
 * Revoke all privileges on a table from everyone but its owner, whose default
 * privileges may have granted some
 */
static void
revoke_all(Oid table, const char *name)
{
	char	   *grantees;

	execute(psprintf("SELECT pg_catalog.string_agg(CASE WHEN pg_catalog.oideq(grantee, 0) THEN 'PUBLIC' "
					 "ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(grantee)) END, ', ') "
					 "FROM pg_catalog.pg_class AS c, pg_catalog.aclexplode(c.relacl) "
					 "WHERE pg_catalog.oideq(c.oid, %u) AND NOT pg_catalog.oideq(grantee, c.relowner)",
					 table));
	grantees = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);
	if (grantees != NULL)
		execute(psprintf("REVOKE ALL ON TABLE %s FROM %s CASCADE", name,
						 grantees));
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
					 "OR s.bucket IS NOT NULL AND bucket OPERATOR(pg_catalog.>=) %s." BLOOM_SET_LIVE_BUCKET "(s.retention, s.bucket)) AS r",
					 name, functions, tables[BLOOM_SETTINGS],
					 tables[BLOOM_FILTERS], functions, tables[BLOOM_RECENT],
					 functions));
}

/* Create the relations of a set in a schema.  Returns the OID of the view. */
static Oid
create_relations(Oid schema, const char *name, const char *functions)
{
	const char *schema_name = get_namespace_name(schema);
	const char *quoted[BLOOM_COMPONENTS];

	if (isTempNamespace(schema))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TABLE_DEFINITION),
				 errmsg("shared sets cannot be temporary"),
				 errdetail("Other sessions could not use the set.")));
	SPI_connect();
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		char	   *table = table_name(name, i);

		quoted[i] = quote_qualified_identifier(schema_name, table);
		create_table(quoted[i], i);
		revoke_all(get_relname_relid(table, schema), quoted[i]);
	}
	create_view(quote_qualified_identifier(schema_name, name), quoted,
				functions);
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

/* Insert the settings of a set as a row */
static void
insert_settings(BloomSet *set)
{
	Datum		values[] = {
		[SETTINGS_VERSION] = Int16GetDatum(set->unclaim ?
										   BLOOM_SET_VERSION_UNCLAIM :
										   BLOOM_SET_VERSION),
		[SETTINGS_CLASS] = Int64GetDatum(set->class),
		[SETTINGS_CAPACITY] = Int64GetDatum(set->capacity),
		[SETTINGS_ERROR_RATE] = Float8GetDatum(set->error_rate),
		[SETTINGS_SEED] = Int64GetDatum((int64) set->seed),
		[SETTINGS_RETENTION] = IntervalPGetDatum(&set->given_retention),
		[SETTINGS_BUCKET] = IntervalPGetDatum(&set->given_bucket),
		[SETTINGS_PARTITIONS] = Int32GetDatum(set->partitions),
		[SETTINGS_DOUBLINGS] = Int32GetDatum(set->doublings)
	};
	bool		nulls[SETTINGS_COLUMNS] = {0};

	nulls[SETTINGS_RETENTION] = nulls[SETTINGS_BUCKET] = set->retention == 0;
	bloom_set_insert(set, BLOOM_SETTINGS, values, nulls, 1, NULL);
	CommandCounterIncrement();
}

/*
 * Raise an error if no set can have these settings.  rate_given: the user has
 * given the error rate, perhaps in percent.
 */
static void
check_settings(const BloomSet *set, bool rate_given)
{
	const char *problem = bloom_set_problem(set);
	BloomSet	percent = *set;

	percent.error_rate /= 100;
	if (problem != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg_internal("%s", problem),
				 rate_given && set->error_rate >= 1 &&
				 set->error_rate <= 50 && bloom_set_problem(&percent) == NULL ?
				 errhint("For %g %%, write %g.", set->error_rate,
						 percent.error_rate) : 0));
}

/* Read the name of a new set, which may have a schema */
static RangeVar *
read_name(text *name)
{
	List	   *parts;

	if (!SplitIdentifierString(text_to_cstring(name), '.', &parts) ||
		parts == NIL || *(char *) llast(parts) == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("invalid name \"%s\"", text_to_cstring(name)),
				 errhint("Write it as in SQL, for example 'my_set' or '\"My set\"'.")));
	return makeRangeVarFromNameList(textToQualifiedNameList(name));
}

/*
 * bloom_set_create(name, capacity, error_rate, retention, bucket, seed, class,
 * unclaim, if_not_exists)
 */
Datum
bloom_set_create(PG_FUNCTION_ARGS)
{
	BloomSet	wanted = {.partitions = 1};
	RangeVar   *name;
	Oid			schema;
	Oid			view;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2) ||
		PG_ARGISNULL(5) || PG_ARGISNULL(6) || PG_ARGISNULL(7) ||
		PG_ARGISNULL(8))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("only retention and bucket of a shared set can be null")));
	wanted.capacity = PG_GETARG_INT64(1);
	wanted.error_rate = PG_GETARG_FLOAT8(2);
	bloom_set_retain(&wanted, PG_ARGISNULL(3) ? NULL : PG_GETARG_INTERVAL_P(3),
					 PG_ARGISNULL(4) ? NULL : PG_GETARG_INTERVAL_P(4));
	if (wanted.retention > 0 && PG_ARGISNULL(4))
	{
		wanted.bucket = (wanted.retention - 1) / DEFAULT_BUCKETS + 1;
		wanted.given_bucket = (Interval) {.time = wanted.bucket};
	}
	wanted.seed = (uint64) PG_GETARG_INT64(5);
	wanted.class = read_class(text_to_cstring(PG_GETARG_TEXT_PP(6)));
	wanted.unclaim = PG_GETARG_BOOL(7);
	check_settings(&wanted, true);
	wanted.partitions = bloom_set_needed_partitions(&wanted);

	name = read_name(PG_GETARG_TEXT_PP(0));
	schema = RangeVarGetCreationNamespace(name);
	/* without the lock first, which needs a privilege */
	view = find_existing(schema, name->relname, PG_GETARG_BOOL(8));
	if (!OidIsValid(view))
	{
		/* errors of CREATE TABLE would show our statement */
		PreventCommandIfReadOnly("bloom_set_create()");
		schema = lock_name(name);
		view = find_existing(schema, name->relname, PG_GETARG_BOOL(8));
	}
	if (OidIsValid(view))
		PG_RETURN_OID(view);
	check_tables_free(schema, name->relname);
	view = create_relations(schema, name->relname, function_schema(fcinfo));
	if (bloom_set_lock(&wanted, view, BLOOM_OWNERSHIP,
					   BLOOM_SET_ALONE) == NULL ||
		bloom_set_view(&wanted)->rd_rel->relowner != GetUserId())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set \"%s\" was changed while it was created",
						name->relname)));
	insert_settings(&wanted);
	bloom_set_close(&wanted);
	if (wanted.retention > 0 && wanted.retention < USECS_PER_MINUTE)
		ereport(NOTICE,
				(errmsg("members of shared set \"%s\" expire after %g s",
						name->relname,
						(double) wanted.retention / USECS_PER_SEC),
				 errhint("An interval without a unit is in seconds. For days, write for example '7 days'.")));
	PG_RETURN_OID(view);
}

/* bloom_set_clear(set): empties a set, which becomes as it was created */
Datum
bloom_set_clear(PG_FUNCTION_ARGS)
{
	BloomSet   *set;

	PreventCommandIfReadOnly("bloom_set_clear()");
	set = bloom_set_open(PG_GETARG_OID(0), BLOOM_OWNERSHIP, BLOOM_SET_ALONE,
						 NULL);
	/* model: clear */
	bloom_set_truncate(set, BLOOM_SETTINGS, BLOOM_RECENT);
	CommandCounterIncrement();
	set->doublings = 0;			/* no filter is left that depends on them */
	insert_settings(set);
	bloom_set_close(set);
	PG_RETURN_VOID();
}

/*
 * Raise the error that a set cannot be altered in some way, which is the rest
 * of a sentence
 */
pg_noreturn static void
refuse_change(const BloomSet *set, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("shared set \"%s\" %s",
					RelationGetRelationName(bloom_set_view(set)), what),
			 errhint("Create another set, and load the values into it with bloom_set_load_agg().")));
}

/*
 * Raise an error unless the existing filters of a set are also filters of the
 * altered one
 */
static void
check_filters_kept(const BloomSet *set, const BloomSet *altered)
{
	BloomGeometry before;
	BloomGeometry after;

	for (int part = 0; part / BLOOM_SET_MAX_PARTS <= set->doublings; part++)
		if (bloom_set_geometry(set, part, &before) !=
			bloom_set_geometry(altered, part, &after) ||
			memcmp(&before, &after, sizeof(before)) != 0)
			refuse_change(set, "cannot keep its filters with these settings");
}

/* bloom_set_alter(set, capacity, retention): null leaves a setting as it is */
Datum
bloom_set_alter(PG_FUNCTION_ARGS)
{
	BloomSet   *set;
	BloomSet	altered;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	PreventCommandIfReadOnly("bloom_set_alter()");
	set = bloom_set_open(PG_GETARG_OID(0), BLOOM_OWNERSHIP, BLOOM_SET_ALONE,
						 NULL);
	altered = *set;
	if (!PG_ARGISNULL(2) && set->retention == 0)
		refuse_change(set, "has no retention");
	if (!PG_ARGISNULL(2))
		bloom_set_prolong(&altered, PG_GETARG_INTERVAL_P(2));
	/* a capacity that was rounded up to the present one may be given again */
	if (!PG_ARGISNULL(1) && PG_GETARG_INT64(1) < altered.capacity &&
		(altered.doublings == 0 ||
		 PG_GETARG_INT64(1) <= altered.capacity / 2))
		refuse_change(set, psprintf("cannot have a capacity below " INT64_FORMAT,
									altered.capacity));
	for (; !PG_ARGISNULL(1) && altered.capacity < PG_GETARG_INT64(1) &&
		 altered.capacity <= BLOOM_SET_MAX_CAPACITY; altered.doublings++)
		altered.capacity *= 2;
	check_settings(&altered, false);
	check_filters_kept(set, &altered);
	bloom_set_truncate(set, BLOOM_SETTINGS, BLOOM_SETTINGS);
	memcpy(set, &altered, offsetof(BloomSet, relations));
	CommandCounterIncrement();
	insert_settings(set);
	bloom_set_close(set);
	PG_RETURN_VOID();
}

/*
 * Find the tables of the set of a view that is locked for the drop.  They may
 * have been altered.  The user may be a superuser, and the view may belong to
 * a role that the user does not trust.  So each table must belong to the
 * view's owner, before it is locked in a way that blocks others.
 */
static void
find_tables(Relation view, Oid *tables)
{
	if (!bloom_tables_find(view, tables))
		bloom_set_refuse(RelationGetRelationName(view));
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Relation	table = relation_open(tables[i], AccessShareLock);

		bloom_check_owner(table, view);
		/* an extension that manages the table must know of the drop */
		bloom_check_attached(table, view);
		relation_close(table, AccessShareLock);
	}
}

/*
 * Lock the tables to be dropped, without waiting.  If one of the locks is not
 * free, releases all of them and returns that table, otherwise InvalidOid.
 * Waiting with locks held could deadlock with sessions that lock the tables
 * first and the view last, such as pg_dump.
 */
static Oid
lock_tables(const Oid *tables)
{
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Oid			table = tables[i];

		if (ConditionalLockRelationOid(table, AccessExclusiveLock))
			continue;
		while (--i >= 0)
			UnlockRelationOid(tables[i], AccessExclusiveLock);
		return table;
	}
	return InvalidOid;
}

/* Lock the view of a set and its tables, whose OIDs are returned in tables */
static void
lock_to_drop(Oid oid, Oid *tables)
{
	for (;;)
	{
		Relation	view;
		Oid			busy;

		/* checked before the lock, and after it */
		if (!bloom_set_is_view(oid))
			bloom_set_missing(oid);
		bloom_set_check_privilege(oid, BLOOM_OWNERSHIP);
		view = bloom_lock_relation(oid, AccessExclusiveLock, true);
		if (view == NULL)
			bloom_set_missing(oid);
		bloom_set_check_privilege(oid, BLOOM_OWNERSHIP);
		find_tables(view, tables);
		relation_close(view, NoLock);
		busy = lock_tables(tables);
		if (!OidIsValid(busy))
			break;
		UnlockRelationOid(oid, AccessExclusiveLock);
		/* wait, holding no other lock */
		LockRelationOid(busy, AccessExclusiveLock);
		UnlockRelationOid(busy, AccessExclusiveLock);
	}
}

/* PostgreSQL's hint is DROP ... CASCADE, which would leave the tables */
static void
hint_at_dependents(void *arg)
{
	if (geterrcode() == ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST)
		errhint("Drop these objects first.");
}

/* bloom_set_drop(set): drops the view and the tables of a set */
Datum
bloom_set_drop(PG_FUNCTION_ARGS)
{
	/* the view, and then the tables */
	Oid			relations[1 + BLOOM_COMPONENTS] = {PG_GETARG_OID(0)};
	ObjectAddresses *dropped = new_object_addresses();
	ObjectAddress address;
	ErrorContextCallback callback = {
		.previous = error_context_stack, .callback = hint_at_dependents
	};

	PreventCommandIfReadOnly("bloom_set_drop()");
	lock_to_drop(relations[0], relations + 1);
	for (int i = 0; i < (int) lengthof(relations); i++)
	{
		/* the owner may have changed before it was locked */
		bloom_set_check_privilege(relations[i], BLOOM_OWNERSHIP);
		ObjectAddressSet(address, RelationRelationId, relations[i]);
		add_exact_object_address(&address, dropped);
	}
	error_context_stack = &callback;
	performMultipleDeletions(dropped, DROP_RESTRICT, 0);
	error_context_stack = callback.previous;
	free_object_addresses(dropped);
	PG_RETURN_VOID();
}
