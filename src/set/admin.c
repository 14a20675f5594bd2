/*
 * set/admin.c
 *		Making and dropping shared sets, and what they tell of themselves.
 */
#include "func/call.h"
#include "set/merge.h"
#include "value/combine.h"

#include "access/table.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/regproc.h"
#include "utils/snapmgr.h"
#include "utils/varlena.h"

#include "value/slice.h"

BLOOM_FUNCTION(bloom_set_create);
BLOOM_FUNCTION(bloom_set_drop);
BLOOM_FUNCTION(bloom_set_info);
BLOOM_FUNCTION(bloom_set_filter);

static void
execute(const char *query, int count, Oid *types, Datum *values,
		const char *nulls)
{
	int			result = SPI_execute_with_args(query, count, types, values,
											   nulls, false, 0);

	if (result < 0)
		elog(ERROR, "SPI_execute_with_args failed: %s",
			 SPI_result_code_string(result));
}

/* An empty filter of the shape of bloom_set_filter's result */
static BloomExpanded *
whole_filter(const BloomSet *set)
{
	BloomShape	shape = {
		.capacity = set->capacity, .error_rate = set->error_rate,
		.growth = 2, .seed = (int64) set->seed
	};
	BloomExpanded *filter = bloom_expanded_create(bloom_head_make(&shape),
												  CurrentMemoryContext);

	filter->head->class = set->class;
	return filter;
}

/* An error unless a set can be like that */
static void
check_set(const BloomSet *set)
{
	BloomShape	shape = {
		.capacity = set->capacity, .error_rate = set->error_rate
	};

	bloom_head_make(&shape);
	if (set->keep < 0 || set->bucket < 0 || (set->keep == 0) != (set->bucket == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("keep and bucket must both be longer than 0, or both be null")));
	if (bloom_set_buckets(set) > BLOOM_SET_MAX_BUCKETS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("keep must be shorter than %d buckets",
						BLOOM_SET_MAX_BUCKETS),
				 errhint("Each test looks at all of them.")));
	shape = bloom_set_shape(set, 0);
	bloom_head_make(&shape);
	whole_filter(set);
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
	set->keep = bloom_set_interval(PG_GETARG_INTERVAL_P(3));
	set->bucket = bloom_set_interval(PG_GETARG_INTERVAL_P(4));
	if (set->keep == 0)
		set->keep = -1;			/* not: for ever */
}

/* Create the tables of a set of that name; returns the first of them */
static Oid
create_tables(FunctionCallInfo fcinfo, const char *schema, const char *name)
{
	char	   *filters = psprintf("%s%s", name, BLOOM_SET_FILTERS);
	char	   *recent = psprintf("%s%s", name, BLOOM_SET_RECENT);
	const char *quoted = quote_qualified_identifier(schema, name);
	Oid			own_schema = get_func_namespace(fcinfo->flinfo->fn_oid);
	Oid			types[] = {INT8OID, FLOAT8OID, INT8OID, INTERVALOID, INTERVALOID};
	Datum		values[] = {
		PG_GETARG_DATUM(1), PG_GETARG_DATUM(2), PG_GETARG_DATUM(5),
		PG_GETARG_DATUM(3), PG_GETARG_DATUM(4)
	};
	char		nulls[] = {
		' ', ' ', ' ', PG_ARGISNULL(3) ? 'n' : ' ', PG_ARGISNULL(4) ? 'n' : ' '
	};

	if (strlen(filters) >= NAMEDATALEN)
		ereport(ERROR,
				(errcode(ERRCODE_NAME_TOO_LONG),
				 errmsg("the name of a shared bloom set must be shorter than %d bytes",
						NAMEDATALEN - (int) strlen(BLOOM_SET_FILTERS))));
	SPI_connect();
	execute(psprintf("CREATE TABLE %s (version pg_catalog.int2 PRIMARY KEY CHECK (version OPERATOR(pg_catalog.=) %d), "
					 "class pg_catalog.int8 NOT NULL, capacity pg_catalog.int8 NOT NULL, "
					 "error_rate pg_catalog.float8 NOT NULL, seed pg_catalog.int8 NOT NULL, "
					 "keep pg_catalog.interval, bucket pg_catalog.interval)",
					 quoted, BLOOM_SET_VERSION), 0, NULL, NULL, NULL);
	execute(psprintf("CREATE TABLE %s (bucket pg_catalog.timestamptz, part pg_catalog.int4, "
					 "members pg_catalog.int8 NOT NULL, filter %s NOT NULL, PRIMARY KEY (bucket, part))",
					 quote_qualified_identifier(schema, filters),
					 quote_qualified_identifier(get_namespace_name(own_schema), "bloom")),
			0, NULL, NULL, NULL);
	execute(psprintf("CREATE TABLE %s (hash pg_catalog.int8 PRIMARY KEY, bucket pg_catalog.timestamptz)",
					 quote_qualified_identifier(schema, recent)),
			0, NULL, NULL, NULL);
	execute(psprintf("INSERT INTO %s VALUES (%d, 0, $1, $2, $3, $4, $5)",
					 quoted, BLOOM_SET_VERSION),
			lengthof(types), types, values, nulls);
	SPI_finish();
	return get_relname_relid(name, get_namespace_oid(schema, false));
}

/* bloom_set_create(name, capacity, error_rate, keep, bucket, seed) */
Datum
bloom_set_create(PG_FUNCTION_ARGS)
{
	BloomSet	set = {0};
	RangeVar   *range;
	Oid			schema;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2) ||
		PG_ARGISNULL(5))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("name, capacity, error rate and seed of a shared bloom set must not be null")));
	set.capacity = PG_GETARG_INT64(1);
	set.error_rate = PG_GETARG_FLOAT8(2);
	set.seed = (uint64) PG_GETARG_INT64(5);
	read_intervals(fcinfo, &set);
	check_set(&set);

	range = makeRangeVarFromNameList(textToQualifiedNameList(PG_GETARG_TEXT_PP(0)));
	schema = RangeVarGetCreationNamespace(range);
	PG_RETURN_OID(create_tables(fcinfo, get_namespace_name(schema),
								range->relname));
}

/* bloom_set_drop(set): who may is what DROP TABLE says */
Datum
bloom_set_drop(PG_FUNCTION_ARGS)
{
	BloomSet   *set = bloom_set_open_latest(PG_GETARG_OID(0), ACL_NO_RIGHTS);

	SPI_connect();
	execute(psprintf("DROP TABLE %s, %s, %s", set->relation_name,
					 set->filters_name, set->recent_name),
			0, NULL, NULL, NULL);
	SPI_finish();
	PG_RETURN_VOID();
}

/* All hashes that are in no filter, of live buckets; palloc'd */
static BloomRecent *
read_recent(const BloomSet *set, Snapshot snapshot, int64 *count)
{
	Relation	relation = table_open(set->recent, AccessShareLock);
	TableScanDesc scan = table_beginscan(relation, snapshot, 0, NULL);
	TupleTableSlot *slot = table_slot_create(relation, NULL);
	TimestampTz live = bloom_set_live(set);
	int64		room = 1000;
	BloomRecent *recent = palloc(room * sizeof(BloomRecent));

	*count = 0;
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		BloomRecent one = {.bucket = DT_NOBEGIN};

		slot_getallattrs(slot);
		one.hash = (uint64) DatumGetInt64(slot->tts_values[0]);
		if (!slot->tts_isnull[1])
			one.bucket = DatumGetTimestampTz(slot->tts_values[1]);
		CHECK_FOR_INTERRUPTS();
		if (one.bucket < live)
			continue;
		if (*count == room)
		{
			room *= 2;
			recent = repalloc_huge(recent, room * sizeof(BloomRecent));
		}
		recent[(*count)++] = one;
	}
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	table_close(relation, AccessShareLock);
	return recent;
}

/* The whole set as one filter, while it is put together */
typedef struct Whole
{
	const BloomSet *set;
	Snapshot	snapshot;
	BloomExpanded *filter;
} Whole;

/* Add a filter of the set, as one layer of a growing filter */
static void
unite_part(Whole *whole, BloomView part)
{
	Size		size = BLOOM_HEADER_SIZE(part.head->layers);
	Bloom	   *head = palloc(size);

	memcpy(head, part.head, size);
	head->capacity = whole->filter->head->capacity;
	head->error_rate = whole->filter->head->error_rate;
	head->growth = whole->filter->head->growth;
	part.head = head;
	bloom_combine_unite(whole->filter, part);
	pfree(head);
}

/* Add the filter that a bucket's recent hashes would be merged into */
static void
unite_recent(void *context, TimestampTz bucket, const uint64 *hashes,
			 int64 count)
{
	Whole	   *whole = context;
	BloomPart	part = bloom_merge_part(whole->set, whole->snapshot, bucket,
										hashes, count);

	unite_part(whole, bloom_expanded_view(part.filter));
	MemoryContextDelete(part.filter->hdr.eoh_context);
}

/*
 * bloom_set_filter(set): a list of hashes while the set has no filters, else
 * a growing filter that has theirs as layers.  The recent hashes go first:
 * then a filter as it is stored adds nothing to what it will be.
 */
Datum
bloom_set_filter(PG_FUNCTION_ARGS)
{
	Snapshot	snapshot = GetActiveSnapshot();
	BloomSet   *set = bloom_set_open(PG_GETARG_OID(0), ACL_SELECT, snapshot);
	Whole		whole = {set, snapshot, whole_filter(set)};
	int64		count;
	BloomRecent *recent = read_recent(set, snapshot, &count);
	BloomSetScan scan;
	BloomSetFilter row;
	bool		found;

	bloom_set_scan_begin(&scan, set, snapshot, bloom_set_live(set));
	found = bloom_set_scan_next(&scan, &row);
	if (found)
		bloom_merge_each_bucket(recent, count, unite_recent, &whole);
	else
		for (int64 i = 0; i < count; i++)
			bloom_expanded_add(whole.filter, set->class, recent[i].hash);
	while (found)
	{
		Bloom	   *filter = (Bloom *) PG_DETOAST_DATUM(row.filter);

		unite_part(&whole, bloom_view_stored(filter));
		if (PointerGetDatum(filter) != row.filter)
			pfree(filter);
		found = bloom_set_scan_next(&scan, &row);
	}
	bloom_set_scan_end(&scan);
	PG_RETURN_BLOOM_EXPANDED(whole.filter);
}

/* The error rate and size of a stored filter, without reading all of it */
static double
filter_fpp(Datum filter, int64 *bytes)
{
	BloomSliceHead slice;
	BloomView	view = {.head = &slice.head, .counted = true};

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(filter)) ||
		!bloom_slice_head(filter, &slice.head))
		view = bloom_expanded_read_counted(filter);
	*bytes += VARSIZE(view.head);
	return bloom_view_fpp(view);
}

/* What the filters of a set are together */
typedef struct Summary
{
	int64		members;
	int64		bytes;
	int32		filters;
	bool		grown;			/* there is more than one of a bucket */
	double		right;			/* the chance that no filter errs */
} Summary;

static Summary
summarize(const BloomSet *set, Snapshot snapshot)
{
	Summary		sum = {.right = 1.0};
	BloomSetScan scan;
	BloomSetFilter row;

	bloom_set_scan_begin(&scan, set, snapshot, bloom_set_live(set));
	while (bloom_set_scan_next(&scan, &row))
	{
		sum.members += row.members;
		sum.filters++;
		sum.grown = sum.grown || row.part > 0;
		sum.right *= 1.0 - filter_fpp(row.filter, &sum.bytes);
	}
	bloom_set_scan_end(&scan);
	return sum;
}

/* bloom_set_info(set); the columns are those of the OUT parameters in SQL */
Datum
bloom_set_info(PG_FUNCTION_ARGS)
{
	Snapshot	snapshot = GetActiveSnapshot();
	BloomSet   *set = bloom_set_open(PG_GETARG_OID(0), ACL_SELECT, snapshot);
	Summary		sum = summarize(set, snapshot);
	int64		recent;
	Interval	keep = {.time = set->keep};
	Interval	bucket = {.time = set->bucket};
	bool		forever = set->keep == 0;
	Datum		values[] = {
		CStringGetTextDatum(bloom_class_name(set->class)),
		Int64GetDatum(set->capacity),
		Float8GetDatum(set->error_rate),
		Int64GetDatum((int64) set->seed),
		DirectFunctionCall1(interval_justify_hours, IntervalPGetDatum(&keep)),
		DirectFunctionCall1(interval_justify_hours, IntervalPGetDatum(&bucket)),
		0, 0,
		Int32GetDatum(sum.filters),
		Int64GetDatum(sum.bytes),
		BoolGetDatum(sum.grown),
		Float8GetDatum(1.0 - sum.right)
	};
	bool		nulls[] = {
		set->class == BLOOM_CLASS_NONE, false, false, false, forever, forever,
		false, false, false, false, false, false
	};

	read_recent(set, snapshot, &recent);
	values[6] = Int64GetDatum(sum.members + recent);
	values[7] = Int64GetDatum(recent);
	return bloom_call_form_row(fcinfo, values, nulls);
}
