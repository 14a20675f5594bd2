/*
 * set/query.c
 *		Running statements on the tables of a shared set, in the name of its
 *		owner.
 *
 * No name or operator in them is looked for on the search path, which is the
 * user's.
 */
#include "set/query.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

typedef struct PreparedKey
{
	Oid			table;
	int32		statement;
} PreparedKey;

typedef struct Prepared
{
	PreparedKey key;
	char	   *query;
	SPIPlanPtr	plan;
} Prepared;

/*
 * The SQL of a statement.  To forget a hash that somebody else is changing
 * would be to wait for them in no order.
 */
static char *
statement_query(const BloomSet *set, BloomSetStatement statement)
{
	switch (statement)
	{
		case BLOOM_SET_INSERT_ONE:
			return psprintf("INSERT INTO %s (hash, bucket) VALUES ($1, $2) "
							"ON CONFLICT (hash) DO NOTHING RETURNING hash",
							set->recent_name);
		case BLOOM_SET_INSERT_MANY:
			return psprintf("INSERT INTO %s (hash, bucket) "
							"SELECT h, $2 FROM pg_catalog.unnest($1) AS h "
							"ON CONFLICT (hash) DO NOTHING RETURNING hash",
							set->recent_name);
		case BLOOM_SET_FORGET:
			return psprintf("DELETE FROM %s WHERE ctid OPERATOR(pg_catalog.=) ANY "
							"(ARRAY(SELECT ctid FROM %s WHERE hash OPERATOR(pg_catalog.=) ANY ($1) "
							"AND bucket OPERATOR(pg_catalog.<) $3 FOR UPDATE SKIP LOCKED)) RETURNING hash",
							set->recent_name, set->recent_name);
		case BLOOM_SET_FIND_RECENT:
			return psprintf("SELECT hash FROM %s WHERE hash OPERATOR(pg_catalog.=) $1 "
							"AND ($2 IS NULL OR bucket OPERATOR(pg_catalog.>=) $3)",
							set->recent_name);
	}
	return NULL;
}

static SPIPlanPtr
prepare(const char *query, int count, Oid *types)
{
	SPIPlanPtr	plan = SPI_prepare(query, count, types);

	if (plan == NULL)
		elog(ERROR, "SPI_prepare failed: %s",
			 SPI_result_code_string(SPI_result));
	return plan;
}

/*
 * The plan of a statement, which is kept.  It is made again if the tables have
 * been renamed.
 */
static SPIPlanPtr
prepared_plan(const BloomSet *set, BloomSetStatement statement)
{
	static HTAB *prepared = NULL;
	PreparedKey key = {set->recent, statement};
	Oid			types[] = {
		statement == BLOOM_SET_INSERT_MANY ||
		statement == BLOOM_SET_FORGET ? INT8ARRAYOID : INT8OID,
		TIMESTAMPTZOID, TIMESTAMPTZOID
	};
	char	   *query = statement_query(set, statement);
	Prepared   *entry;
	bool		found;

	if (prepared == NULL)
	{
		HASHCTL		control = {
			.keysize = sizeof(PreparedKey), .entrysize = sizeof(Prepared)
		};

		prepared = hash_create("bloomext statements", 16, &control,
							   HASH_ELEM | HASH_BLOBS);
	}
	entry = hash_search(prepared, &key, HASH_ENTER, &found);
	if (found && entry->plan != NULL)
	{
		if (strcmp(entry->query, query) == 0)
			return entry->plan;
		SPI_freeplan(entry->plan);
		pfree(entry->query);
	}
	entry->plan = NULL;
	entry->query = MemoryContextStrdup(CacheMemoryContext, query);
	entry->plan = prepare(query, lengthof(types), types);
	SPI_keepplan(entry->plan);
	return entry->plan;
}

/* Run a plan as of a snapshot; it may change data unless it only reads */
static uint64
run(const BloomSet *set, SPIPlanPtr plan, Datum *values, const char *nulls,
	Snapshot snapshot, bool read_only)
{
	int			result = SPI_execute_snapshot(plan, values, nulls, snapshot,
											  InvalidSnapshot, read_only,
											  !read_only, 0);

	if (result < 0)
		elog(ERROR, "SPI_execute_snapshot failed: %s",
			 SPI_result_code_string(result));
	return SPI_processed;
}

/* From here on the user is the set's owner.  An error undoes that, too. */
static void
become_owner(const BloomSet *set, Oid *user, int *context)
{
	GetUserIdAndSecContext(user, context);
	SetUserIdAndSecContext(set->owner, *context |
						   SECURITY_LOCAL_USERID_CHANGE |
						   SECURITY_NOFORCE_RLS);
}

/*
 * Run a statement on a hash, or an array of hashes; one that finds something
 * reads by the snapshot, others must be given the latest one.  Returns the
 * number of rows, which bloom_set_column reads.  SPI is connected.
 */
uint64
bloom_set_run(const BloomSet *set, BloomSetStatement statement, Datum hashes,
			  Snapshot snapshot)
{
	Datum		values[] = {
		hashes, TimestampTzGetDatum(bloom_set_bucket(set)),
		TimestampTzGetDatum(bloom_set_live(set))
	};
	char		nulls[] = {' ', set->keep == 0 ? 'n' : ' ', ' '};
	Oid			user;
	int			context;
	uint64		rows;

	become_owner(set, &user, &context);
	rows = run(set, prepared_plan(set, statement), values, nulls, snapshot,
			   statement == BLOOM_SET_FIND_RECENT);
	SetUserIdAndSecContext(user, context);
	return rows;
}

/* The same for any statement, which sees and changes what is there now */
uint64
bloom_set_execute(const BloomSet *set, const char *query, int count,
				  Oid *types, Datum *values)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	Oid			user;
	int			context;
	uint64		rows;

	become_owner(set, &user, &context);
	rows = run(set, prepare(query, count, types), values, NULL, latest, false);
	SetUserIdAndSecContext(user, context);
	UnregisterSnapshot(latest);
	return rows;
}

/* A column of a row of the last statement's result */
Datum
bloom_set_column(uint64 row, int column, bool *null)
{
	return SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc,
						 column, null);
}
