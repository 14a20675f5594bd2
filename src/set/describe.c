/*
 * set/describe.c
 *		SQL functions that describe a shared set.
 */
#include "set/describe.h"

#include "func/result.h"
#include "value/classname.h"
#include "set/filters.h"
#include "set/recent.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include <math.h>

BLOOM_FUNCTION(bloom_set_info);
BLOOM_FUNCTION(bloom_set_live_bucket);
BLOOM_FUNCTION(bloom_set_class_name);

/* Sum up the live filters of an open set that snapshot shows */
void
bloom_set_summarize(const BloomSet *set, Snapshot snapshot, BloomSummary *sum)
{
	BloomFilterScan scan;
	BloomSetFilter row;
	int32		partition = -1;
	double		right = 1.0;

	*sum = (BloomSummary) {.right = set->partitions};
	bloom_filters_begin(&scan, set, snapshot, bloom_set_live(set));
	bloom_filters_of_all(&scan);
	while (bloom_filters_next(&scan, &row))
	{
		/* rows are ordered by partition */
		if (row.partition != partition)
			right = 1.0;
		partition = row.partition;
		sum->right -= right;
		right *= 1.0 - bloom_filter_fpp(&row);
		sum->right += right;
		sum->members += row.members;
		sum->bytes += bloom_filter_size(&row.geometry);
		sum->filters++;
		sum->grown = sum->grown || row.part > 0;
	}
	bloom_filters_end(&scan);
}

/* bloom_set_info(set): the columns are the OUT parameters in SQL */
Datum
bloom_set_info(PG_FUNCTION_ARGS)
{
	Snapshot	snapshot = GetActiveSnapshot();
	BloomSet   *set = bloom_set_open(PG_GETARG_OID(0), ACL_SELECT,
									 BLOOM_SET_READ, snapshot);
	int64		recent = bloom_recent_count(set, snapshot);
	bool		forever = set->retention == 0;
	BloomSummary sum;
	Datum		row;

	bloom_set_summarize(set, snapshot, &sum);
	{
		Datum		values[] = {
			CStringGetTextDatum(bloom_class_name(set->class)),
			Int64GetDatum(set->capacity),
			Float8GetDatum(set->error_rate),
			Int64GetDatum((int64) set->seed),
			IntervalPGetDatum(&set->given_retention),
			IntervalPGetDatum(&set->given_bucket),
			Int64GetDatum(sum.members + recent),
			Int64GetDatum(recent),
			Int32GetDatum(set->partitions),
			Int64GetDatum(sum.filters),
			Int64GetDatum(sum.bytes),
			BoolGetDatum(sum.grown),
			Float8GetDatum(1.0 - sum.right / set->partitions)
		};
		bool		nulls[] = {
			false, false, false,
			/* with the seed, one can choose values that collide */
			!bloom_is_owner(RelationGetRelid(set->view)),
			forever, forever,
			false, false, false, false, false, false, false
		};

		row = bloom_result_row(fcinfo, values, nulls);
	}
	bloom_set_close(set);
	return row;
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
