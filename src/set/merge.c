/*
 * set/merge.c
 *		Merging the recent hashes of a shared set into its filters, and
 *		forgetting what has expired.
 *
 * A merge writes a whole filter, so it pays only when there are many hashes.
 * Each claim of a new value asks for one with a small chance that is right on
 * average, by the value's hash; set/worker.c does what it asks for.
 */
#include "set/merge.h"

#include "set/query.h"

#include "catalog/pg_type.h"
#include "common/int.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include <math.h>

BLOOM_FUNCTION(bloom_set_merge);
BLOOM_FUNCTION(bloom_set_expire);

/*
 * A merge writes so many bytes of filter for each hash that it moves, where a
 * claim writes 230 bytes of WAL; but there are so many hashes at least.
 */
#define FILTER_BYTES_PER_HASH	40
#define MIN_MERGED				10000

/* How many hashes are in memory at a time */
#define MERGE_BATCH				500000

/*
 * How many hashes pay for a merge, by the filter that they will go to: a claim
 * asks for one if its hash is divisible by that.
 */
uint64
bloom_merge_interval(const BloomSet *set, int part)
{
	BloomShape	shape = bloom_set_shape(set, part);

	/* the size of a classic filter is near enough */
	double		bytes = Min(shape.capacity * -log(shape.error_rate) /
							(M_LN2 * M_LN2 * 8), BLOOM_MAX_BYTES);

	return (uint64) Max(bytes / FILTER_BYTES_PER_HASH, MIN_MERGED);
}

/* The last part of a bucket, or none */
static bool
last_part(const BloomSet *set, Snapshot snapshot, TimestampTz bucket,
		  BloomPart *last)
{
	BloomSetScan scan;
	BloomSetFilter row;
	bool		found = false;

	bloom_set_scan_begin(&scan, set, snapshot, DT_NOBEGIN);
	while (bloom_set_scan_next(&scan, &row))
		if (row.bucket == bucket && (!found || row.part > last->part))
		{
			*last = (BloomPart) {
				.part = row.part, .members = row.members, .stored = true
			};
			found = true;
		}
	bloom_set_scan_end(&scan);
	return found;
}

/* The filter of a part, to change it */
static BloomExpanded *
part_filter(const BloomSet *set, Snapshot snapshot, TimestampTz bucket,
			int part)
{
	BloomSetScan scan;
	BloomSetFilter row;
	BloomExpanded *filter = NULL;

	bloom_set_scan_begin(&scan, set, snapshot, DT_NOBEGIN);
	while (filter == NULL && bloom_set_scan_next(&scan, &row))
		if (row.bucket == bucket && row.part == part)
			filter = bloom_expanded_copy(bloom_expanded_read(row.filter),
										 CurrentMemoryContext);
	bloom_set_scan_end(&scan);
	return filter;
}

/* An empty filter for the shape, or for less where that would be too large */
static BloomExpanded *
new_filter(const BloomSet *set, BloomShape shape)
{
	BloomGeometry geometry;
	Bloom	   *head;
	BloomExpanded *filter;

	while (!bloom_geometry_solve(shape.capacity, shape.error_rate, &geometry))
		shape.capacity /= 2;
	head = bloom_head_make(&shape);
	head->class = set->class;
	filter = bloom_expanded_create(head, CurrentMemoryContext);
	filter->head->class = set->class;
	/* a list can't be read by slices */
	bloom_expanded_turn_dense(filter);
	return filter;
}

/*
 * The filter of a bucket with so many more hashes: its last one, or a new one
 * if that would get more than it is for.
 */
BloomPart
bloom_merge_part(const BloomSet *set, Snapshot snapshot, TimestampTz bucket,
				 const uint64 *hashes, int64 count)
{
	BloomPart	part = {.part = -1};

	if (last_part(set, snapshot, bucket, &part))
		part.filter = part_filter(set, snapshot, bucket, part.part);
	if (part.filter == NULL ||
		part.members + count > part.filter->head->capacity)
	{
		if (part.filter != NULL)
			MemoryContextDelete(part.filter->hdr.eoh_context);
		part.members = 0;
		part.stored = false;
		do
			if (pg_add_s32_overflow(part.part, 1, &part.part))
				ereport(ERROR,
						(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						 errmsg("shared bloom set %s has too many filters",
								set->relation_name)));
		while (bloom_set_shape(set, part.part).capacity < count &&
			   part.part < 64);
		part.filter = new_filter(set, bloom_set_shape(set, part.part));
	}
	bloom_expanded_add_list(part.filter, hashes, count);
	part.members += count;
	return part;
}

/*
 * Keep others from merging until the transaction ends, or return false if
 * another one has done that and we are not to wait.
 */
static bool
lock_set(const BloomSet *set, bool wait)
{
	return bloom_set_execute(set,
							 psprintf("SELECT 1 FROM %s FOR NO KEY UPDATE%s",
									  set->relation_name,
									  wait ? "" : " SKIP LOCKED"),
							 0, NULL, NULL) > 0;
}

/* Add the hashes of a bucket to the filters of a set */
static void
merge_bucket(void *context, TimestampTz bucket, const uint64 *hashes,
			 int64 count)
{
	const BloomSet *set = context;
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	BloomPart	part = bloom_merge_part(set, latest, bucket, hashes, count);
	Oid			types[] = {
		TIMESTAMPTZOID, INT4OID, INT8OID,
		get_atttype(set->filters, 4)
	};
	Datum		values[] = {
		TimestampTzGetDatum(bucket), Int32GetDatum(part.part),
		Int64GetDatum(part.members), EOHPGetRODatum(&part.filter->hdr)
	};

	UnregisterSnapshot(latest);
	bloom_set_execute(set,
					  psprintf(part.stored ?
							   "UPDATE %s SET members = $3, filter = $4 "
							   "WHERE bucket OPERATOR(pg_catalog.=) $1 AND part OPERATOR(pg_catalog.=) $2" :
							   "INSERT INTO %s VALUES ($1, $2, $3, $4)",
							   set->filters_name),
					  lengthof(types), types, values);
	MemoryContextDelete(part.filter->hdr.eoh_context);
}

static int
compare_recent(const void *a, const void *b)
{
	const BloomRecent *x = a;
	const BloomRecent *y = b;

	if (x->bucket != y->bucket)
		return x->bucket < y->bucket ? -1 : 1;
	return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* Sort hashes by bucket, and do the same with those of each */
void
bloom_merge_each_bucket(BloomRecent *recent, int64 count,
						BloomRecentAction action, void *context)
{
	uint64	   *hashes = MemoryContextAllocHuge(CurrentMemoryContext,
												count * sizeof(uint64));

	qsort(recent, count, sizeof(BloomRecent), compare_recent);
	for (int64 i = 0; i < count; i++)
		hashes[i] = recent[i].hash;
	for (int64 begin = 0, end = 0; begin < count; begin = end)
	{
		while (end < count && recent[end].bucket == recent[begin].bucket)
			end++;
		action(context, recent[begin].bucket, hashes + begin, end - begin);
	}
	pfree(hashes);
}

/*
 * Delete recent hashes, of those that the condition tells so many as the limit
 * tells; returns the rows.  In a set that expires, claims change rows, too:
 * waiting for one that waits for us would be a deadlock, so those that are
 * locked are left for the next time.
 */
static uint64
delete_recent(const BloomSet *set, const char *condition, const char *limit)
{
	Oid			type = TIMESTAMPTZOID;
	Datum		live = TimestampTzGetDatum(bloom_set_live(set));

	return bloom_set_execute(set,
							 psprintf("DELETE FROM %s WHERE ctid OPERATOR(pg_catalog.=) ANY "
									  "(ARRAY(SELECT ctid FROM %s WHERE %s LIMIT %s%s)) RETURNING hash, bucket",
									  set->recent_name, set->recent_name,
									  condition, limit, set->keep == 0 ? "" :
									  " FOR UPDATE SKIP LOCKED"),
							 1, &type, &live);
}

/* Take hashes from the recent ones; at most a batch, palloc'd */
static BloomRecent *
take_recent(const BloomSet *set, int64 *count)
{
	BloomRecent *recent;

	*count = delete_recent(set, "true", psprintf("%d", MERGE_BATCH));
	recent = palloc(*count * sizeof(BloomRecent));
	for (int64 i = 0; i < *count; i++)
	{
		bool		null;

		recent[i].hash = (uint64) DatumGetInt64(bloom_set_column(i, 1, &null));
		recent[i].bucket = DatumGetTimestampTz(bloom_set_column(i, 2, &null));
		if (null)
			recent[i].bucket = DT_NOBEGIN;
	}
	SPI_freetuptable(SPI_tuptable);
	return recent;
}

/* Merge all recent hashes that are committed; returns their number */
static int64
merge(const BloomSet *set)
{
	int64		total = 0;

	for (;;)
	{
		int64		count;
		BloomRecent *recent = take_recent(set, &count);

		bloom_merge_each_bucket(recent, count, merge_bucket, (void *) set);
		pfree(recent);
		total += count;
		if (count < MERGE_BATCH)
			return total;
	}
}

/* Forget what is in buckets that have expired; returns how many values */
static int64
expire(const BloomSet *set)
{
	Oid			type = TIMESTAMPTZOID;
	Datum		live = TimestampTzGetDatum(bloom_set_live(set));
	int64		total = 0;
	uint64		rows;
	bool		null;

	if (set->keep == 0)
		return 0;
	total = delete_recent(set, "bucket OPERATOR(pg_catalog.<) $1", "ALL");
	rows = bloom_set_execute(set,
							 psprintf("DELETE FROM %s WHERE bucket OPERATOR(pg_catalog.<) $1 RETURNING members",
									  set->filters_name),
							 1, &type, &live);
	for (uint64 i = 0; i < rows; i++)
		total += DatumGetInt64(bloom_set_column(i, 1, &null));
	return total;
}

/*
 * Merge the hashes of a set and forget what has expired, unless another merge
 * is under way and we are not to wait for it: then the result is -1.  SPI is
 * connected.
 */
int64
bloom_merge(const BloomSet *set, bool wait)
{
	if (!lock_set(set, wait))
		return -1;
	/* the first claim may have been under way: now its class is known */
	set = bloom_set_open_latest(set->relation, ACL_INSERT);
	expire(set);
	return merge(set);
}

/* bloom_set_merge(set) */
Datum
bloom_set_merge(PG_FUNCTION_ARGS)
{
	BloomSet   *set = bloom_set_open_latest(PG_GETARG_OID(0), ACL_INSERT);
	int64		merged;

	SPI_connect();
	merged = bloom_merge(set, true);
	SPI_finish();
	PG_RETURN_INT64(merged);
}

/* bloom_set_expire(set) */
Datum
bloom_set_expire(PG_FUNCTION_ARGS)
{
	BloomSet   *set = bloom_set_open_latest(PG_GETARG_OID(0), ACL_DELETE);
	int64		expired;

	if (set->keep == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared bloom set %s keeps its values for ever",
						set->relation_name),
				 errhint("Create it with keep and bucket.")));
	SPI_connect();
	lock_set(set, true);
	expired = expire(set);
	SPI_finish();
	PG_RETURN_INT64(expired);
}
