/*
 * set/describe.c
 *		SQL functions that describe shared sets.
 */
#include "core/occupancy.h"
#include "func/result.h"
#include "set/filters.h"
#include "set/recent.h"
#include "set/worker.h"

#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

#include <math.h>

BLOOM_FUNCTION(bloom_set_info);
BLOOM_FUNCTION(bloom_sets);
BLOOM_FUNCTION(bloom_set_live_bucket);
BLOOM_FUNCTION(bloom_set_class_name);

/* How many columns bloom_set_info has */
#define INFO_COLUMNS	13

/* The problem of a set that cannot be examined without a wait */
#define LOCKED	"locked by another transaction"

/* Columns of bloom_sets; SETS_INFO and 9 others are as in bloom_set_info */
enum
{
	SETS_SET, SETS_OWNER, SETS_INFO, SETS_DISK_BYTES = SETS_INFO + 10,
	SETS_PENDING, SETS_PROBLEM, SETS_LAST_MERGE, SETS_BLOCKED_SINCE,
	SETS_BLOCKED_BY, SETS_ERRORS, SETS_LAST_ERROR, SETS_LAST_ERROR_AT,
	SETS_COLUMNS
};

/* How many pages of each table of a set bloom_sets() reads */
#define SAMPLED_PAGES	64

/* Sums over the filters of a set, and the number of its recent hashes */
typedef struct Summary
{
	int64		recent;
	int64		members;
	int64		bytes;
	int64		filters;
	bool		grown;			/* some bucket has more than one filter */
	double		right;			/* sum of the partitions' probabilities of no
								 * false positive */
} Summary;

/* Sum up what snapshot shows of an open set, without what has expired */
static Summary
summarize(const BloomSet *set, Snapshot snapshot)
{
	Summary		sum = {
		.recent = bloom_recent_count(set, snapshot, InvalidBlockNumber),
		.right = set->partitions
	};
	SysScanDesc scan;
	BloomSetFilter row;
	int32		partition = -1;
	double		right = 1.0;

	scan = bloom_filters_begin(set, snapshot, bloom_set_live(set), -1);
	while (bloom_filters_next(set, scan, &row))
	{
		/* rows are ordered by partition */
		if (row.partition != partition)
			right = 1.0;
		partition = row.partition;
		sum.right -= right;
		right *= 1.0 -
			bloom_occupancy_fpp(&row.geometry,
								bloom_occupancy_cardinality(&row.geometry,
															row.bits_set));
		sum.right += right;
		sum.members += row.members;
		sum.bytes += bloom_set_filter_size(&row.geometry);
		sum.filters++;
		sum.grown = sum.grown || row.part % BLOOM_SET_MAX_PARTS > 0;
	}
	systable_endscan_ordered(scan);
	return sum;
}

/* Estimate a sum over a table; rows can have any number of members */
static int64
extrapolate(double sum, double step)
{
	return (int64) Min(rint(sum * step), 1e18);
}

/*
 * Like summarize(), but reads only SAMPLED_PAGES pages of each table, at even
 * intervals, because the owner can write any number of rows.  grown and right
 * are not set.
 */
static Summary
estimate(const BloomSet *set, Snapshot snapshot)
{
	TimestampTz live = bloom_set_live(set);
	double		pages[BLOOM_COMPONENTS];
	double		step[BLOOM_COMPONENTS];
	double		members = 0;
	double		bytes = 0;
	double		filters = 0;
	double		recent = 0;
	BloomSetFilter row;

	for (int i = BLOOM_FILTERS; i <= BLOOM_RECENT; i++)
	{
		pages[i] = RelationGetNumberOfBlocks(bloom_set_table(set, i));
		step[i] = Max(pages[i] / SAMPLED_PAGES, 1.0);
	}
	for (double page = 0; page < pages[BLOOM_FILTERS];
		 page += step[BLOOM_FILTERS])
	{
		SysScanDesc scan = bloom_set_scan(set, BLOOM_FILTERS, snapshot,
										  (BlockNumber) page);

		while (bloom_filters_next(set, scan, &row))
			if (row.bucket >= live)
			{
				members += row.members;
				bytes += bloom_set_filter_size(&row.geometry);
				filters++;
			}
		systable_endscan(scan);
	}
	for (double page = 0; page < pages[BLOOM_RECENT];
		 page += step[BLOOM_RECENT])
		recent += bloom_recent_count(set, snapshot, (BlockNumber) page);
	return (Summary) {
		.members = extrapolate(members, step[BLOOM_FILTERS]),
		.bytes = extrapolate(bytes, step[BLOOM_FILTERS]),
		.filters = extrapolate(filters, step[BLOOM_FILTERS]),
		.recent = extrapolate(recent, step[BLOOM_RECENT])
	};
}

/*
 * Fill the columns of bloom_set_info for an open set, or those of them that
 * bloom_sets has, too
 */
static void
describe(const BloomSet *set, bool all, Datum *values, bool *nulls)
{
	Snapshot	snapshot = GetActiveSnapshot();
	Summary		sum = all ? summarize(set, snapshot) : estimate(set, snapshot);
	int			i = 0;

	memset(nulls, false, all ? INFO_COLUMNS : SETS_DISK_BYTES - SETS_INFO);
	values[i++] = CStringGetTextDatum(bloom_class_name(set->class));
	values[i++] = Int64GetDatum(set->capacity);
	values[i++] = Float8GetDatum(set->error_rate);
	if (all)
	{
		/* with the seed, one can choose values that collide */
		nulls[i] = !bloom_is_owner(set->relations->view);
		values[i++] = Int64GetDatum((int64) set->seed);
	}
	nulls[i] = nulls[i + 1] = set->retention == 0;
	values[i++] = IntervalPGetDatum(&set->given_retention);
	values[i++] = IntervalPGetDatum(&set->given_bucket);
	values[i++] = Int64GetDatum(sum.members + sum.recent);
	values[i++] = Int64GetDatum(sum.recent);
	values[i++] = Int32GetDatum(set->partitions);
	values[i++] = Int64GetDatum(sum.filters);
	values[i++] = Int64GetDatum(sum.bytes);
	if (!all)
		return;
	values[i++] = BoolGetDatum(sum.grown);
	values[i] = Float8GetDatum(1.0 - sum.right / set->partitions);
}

/* bloom_set_info(set): the columns are the OUT parameters in SQL */
Datum
bloom_set_info(PG_FUNCTION_ARGS)
{
	BloomSet   *set = bloom_set_open(PG_GETARG_OID(0), ACL_SELECT,
									 BLOOM_SET_READ, GetActiveSnapshot());
	Datum		values[INFO_COLUMNS];
	bool		nulls[INFO_COLUMNS];
	Datum		row;

	describe(set, true, values, nulls);
	row = bloom_result_row(fcinfo, values, nulls);
	bloom_set_close(set);
	return row;
}

/* A row of bloom_sets */
typedef struct Listed
{
	const BloomStatuses *statuses;
	bool		is_set;
	Datum		values[SETS_COLUMNS];
	bool		nulls[SETS_COLUMNS];
} Listed;

/* Set a column to a text, or to null if that is NULL */
static void
put_text(Listed *row, int column, const char *text)
{
	row->nulls[column] = text == NULL;
	if (text != NULL)
		row->values[column] = CStringGetTextDatum(text);
}

/* Bytes of a set's tables on disk, with indexes and TOAST tables */
static int64
disk_bytes(const BloomSet *set)
{
	int64		bytes = 0;

	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		Oid			table = set->relations->tables[i];

		bytes += DatumGetInt64(DirectFunctionCall1(pg_total_relation_size,
												   ObjectIdGetDatum(table)));
	}
	return bytes;
}

static void
put_time(Listed *row, int column, TimestampTz time)
{
	row->nulls[column] = time == 0;
	row->values[column] = TimestampTzGetDatum(time);
}

/*
 * Fill the columns about the upkeep of an open set.  Returns what is the
 * problem, or NULL.  An error counts while something is left to be done.
 */
static const char *
put_upkeep(const BloomSet *set, Listed *row)
{
	int			worker = bloom_status_worker(row->statuses);
	BloomStatus status = bloom_status_find(row->statuses,
										   set->relations->view);
	const char *pending = bloom_status_pending(set, &status, worker != 0);

	put_text(row, SETS_PENDING, pending);
	put_time(row, SETS_LAST_MERGE, status.merged);
	put_time(row, SETS_LAST_ERROR_AT, status.failed);
	put_text(row, SETS_LAST_ERROR,
			 status.failed == 0 ? NULL : status.message);
	row->nulls[SETS_ERRORS] = false;
	row->values[SETS_ERRORS] = Int32GetDatum(status.errors);
	if (pending == NULL)
		return NULL;
	put_time(row, SETS_BLOCKED_SINCE, status.blocked);
	row->nulls[SETS_BLOCKED_BY] = status.blocked == 0;
	if (status.blocked != 0)
		row->values[SETS_BLOCKED_BY] = bloom_status_blockers(set, worker);
	return status.errors == 0 ? NULL :
		psprintf("merging fails: %s", status.message);
}

/*
 * Fill a row about a view that may be a set.  Does not wait for locks, because
 * the owner may hold them.  Returns what is the problem, or NULL.
 */
static const char *
fill_row(Oid oid, Listed *row)
{
	Relation	view;
	Oid			tables[BLOOM_COMPONENTS];
	BloomSet   *set;
	const char *problem;

	if (!bloom_may_open(oid))
		return NULL;
	view = bloom_lock_relation(oid, AccessShareLock, false);
	row->is_set = view == NULL ? get_rel_relkind(oid) == RELKIND_VIEW :
		bloom_tables_find(view, tables);
	if (view != NULL)
		relation_close(view, NoLock);
	if (!row->is_set)
		return NULL;
	if (pg_class_aclcheck(oid, GetUserId(), ACL_SELECT) != ACLCHECK_OK)
		return "permission denied";
	set = view == NULL ? NULL :
		bloom_set_open(oid, ACL_NO_RIGHTS, BLOOM_SET_READ, NULL);
	if (set == NULL)
		return LOCKED;
	describe(set, false, row->values + SETS_INFO, row->nulls + SETS_INFO);
	row->nulls[SETS_DISK_BYTES] = false;
	row->values[SETS_DISK_BYTES] = Int64GetDatum(disk_bytes(set));
	problem = put_upkeep(set, row);
	bloom_set_close(set);
	return problem;
}

/*
 * Call fill_row() in a subtransaction, which releases its locks.  An error
 * becomes the column that says why the set cannot be used.
 */
static void
fill_row_safely(Oid oid, Listed *row)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;
	int			category;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		/* fill_row() waits for the locks of TOAST tables only */
		bloom_override("lock_timeout", "1");
		put_text(row, SETS_PROBLEM, fill_row(oid, row));
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
	}
	PG_END_TRY();
	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	if (error == NULL)
		return;
	category = ERRCODE_TO_CATEGORY(error->sqlerrcode);
	/* these say nothing about the set */
	if (category == ERRCODE_OPERATOR_INTERVENTION ||
		category == ERRCODE_INSUFFICIENT_RESOURCES)
		ReThrowError(error);
	/* some values may be missing */
	memset(row->nulls + SETS_INFO, true, SETS_COLUMNS - SETS_INFO);
	put_text(row, SETS_PROBLEM,
			 error->sqlerrcode == ERRCODE_LOCK_NOT_AVAILABLE ? LOCKED :
			 error->detail == NULL ? error->message :
			 error->hint == NULL ? error->detail :
			 psprintf("%s %s", error->detail, error->hint));
}

/*
 * bloom_sets() and bloom_sets(set): the columns are the OUT parameters in SQL
 */
Datum
bloom_sets(PG_FUNCTION_ARGS)
{
	MemoryContext old = CurrentMemoryContext;
	TupleDesc	desc;
	Tuplestorestate *rows = bloom_result_begin_set(fcinfo, InvalidOid,
												   (Datum) 0, &desc);
	int			count;
	BloomSetView *views = bloom_list_views(&count);
	BloomStatuses statuses = bloom_status_read();

	for (int i = 0; i < count; i++)
	{
		MemoryContext context;
		Listed		row = {.statuses = &statuses};

		if (PG_NARGS() > 0 && PG_GETARG_OID(0) != views[i].view)
			continue;
		CHECK_FOR_INTERRUPTS();
		context = AllocSetContextCreate(old, "bloomext set",
										ALLOCSET_DEFAULT_SIZES);
		MemoryContextSwitchTo(context);
		row.values[SETS_SET] = ObjectIdGetDatum(views[i].view);
		row.values[SETS_OWNER] = ObjectIdGetDatum(views[i].owner);
		memset(row.nulls + SETS_INFO, true, SETS_COLUMNS - SETS_INFO);
		fill_row_safely(views[i].view, &row);
		if (row.is_set)
			tuplestore_putvalues(rows, desc, row.values, row.nulls);
		MemoryContextSwitchTo(old);
		MemoryContextDelete(context);
	}
	return (Datum) 0;
}

/*
 * bloom_set_live_bucket(retention, bucket): the oldest bucket that may contain
 * values that have not expired.  The view of a set calls it.
 */
Datum
bloom_set_live_bucket(PG_FUNCTION_ARGS)
{
	BloomSet	set = {.partitions = 1};

	if (!PG_ARGISNULL(0) && !PG_ARGISNULL(1))
		bloom_set_retain(&set, PG_GETARG_INTERVAL_P(0),
						 PG_GETARG_INTERVAL_P(1));
	if (set.retention < 0 || set.bucket < 0)
		PG_RETURN_NULL();
	PG_RETURN_TIMESTAMPTZ(bloom_set_live(&set));
}

/* bloom_set_class_name(class): a class's name.  The view of a set calls it. */
Datum
bloom_set_class_name(PG_FUNCTION_ARGS)
{
	BloomClass	class = (BloomClass) PG_GETARG_INT64(0);

	if (class == BLOOM_CLASS_NONE || !bloom_class_valid(class))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(bloom_class_name(class)));
}
