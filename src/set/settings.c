/*
 * set/settings.c
 *		The settings of a shared set, and what follows from them: its buckets,
 *		and the parameters of its filters.
 */
#include "set/set.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/relscan.h"

#include <math.h>

/* The size that the filter of a partition should not exceed */
#define PARTITION_BYTES		(2 * 1024 * 1024)
#define MAX_PARTITIONS		(1 << 24)

/* The longest bucket if values can be given back */
#define MAX_UNCLAIM_DAYS	INT64CONST(365000)

/* No filter has more bits than this: a step of the worker writes two */
#define MAX_FILTER_BITS		(1 << 28)

/* Pages of the table of settings, of which dead rows can take some */
#define MOST_PAGES			16

/* How many buckets are live at the same time */
static int64
count_buckets(const BloomSet *set)
{
	if (set->retention == 0)
		return 1;
	return (set->retention - 1) / set->bucket + 2;
}

/*
 * The error rate of the filters of a bucket that have this part.  The live
 * buckets share the set's.  In a bucket, the first filter gets 3/4 of the
 * error rate, and further ones get 1/8, 1/16 and so on.
 */
static double
part_rate(const BloomSet *set, int part)
{
	int			number = part % BLOOM_SET_MAX_PARTS;

	return ldexp(set->error_rate / count_buckets(set), -number) *
		(number == 0 ? 0.75 : 0.25);
}

/*
 * An interval in microseconds, limited to BLOOM_SET_MAX_DAYS; -1 if it is not
 * longer than 0.  Months and years are as long as they can be.
 */
static int64
interval_length(const Interval *interval)
{
	const int64 most = BLOOM_SET_MAX_DAYS * USECS_PER_DAY;
	int64		given = interval->month / 12 * INT64CONST(366) +
		interval->month % 12 * 31 + interval->day;
	int64		days = Max(Min(given, 2 * BLOOM_SET_MAX_DAYS),
						   -2 * BLOOM_SET_MAX_DAYS);
	int64		time = Max(Min(interval->time, most), -most);
	int64		length = Min(days * USECS_PER_DAY + time, most);

	return length > 0 ? length : -1;
}

/* Let a set have this retention and bucket; NULL for none */
void
bloom_set_retain(BloomSet *set, const Interval *retention,
				 const Interval *bucket)
{
	if (retention != NULL)
		set->given_retention = *retention;
	if (bucket != NULL)
		set->given_bucket = *bucket;
	set->retention = retention == NULL ? 0 : interval_length(retention);
	set->bucket = bucket == NULL ? 0 : interval_length(bucket);
}

/*
 * Change the retention of a set that has one.  Each live bucket keeps its
 * capacity and error rate, so that its filters stay valid.  Those of the set
 * change with the number of buckets.  The caller checks the result.
 */
void
bloom_set_prolong(BloomSet *set, const Interval *retention)
{
	int64		before = count_buckets(set);
	int64		capacity = ((set->capacity >> set->doublings) - 1) /
		before + 1;
	double		error_rate = set->error_rate / before;
	Interval	bucket = set->given_bucket;
	int64		buckets;

	bloom_set_retain(set, retention, &bucket);
	buckets = Min(count_buckets(set), BLOOM_SET_MAX_BUCKETS);
	/* the shares are rounded up */
	if (buckets == before)
		return;
	set->capacity = capacity * buckets << set->doublings;
	set->error_rate = error_rate * buckets;
}

/* What is wrong with the settings of a set, or NULL */
const char *
bloom_set_problem(const BloomSet *set)
{
	double		share;

	if (set->capacity < 1 || set->capacity > BLOOM_SET_MAX_CAPACITY)
		return psprintf("capacity of a shared set must be between 1 and " INT64_FORMAT,
						BLOOM_SET_MAX_CAPACITY);
	if (set->retention < 0 || set->bucket < 0)
		return "retention and bucket must be longer than 0";
	if ((set->retention == 0) != (set->bucket == 0))
		return set->retention == 0 ? "bucket requires a retention" :
			"retention requires a bucket";
	if (set->bucket > set->retention)
		return "bucket must not be longer than the retention";
	if (count_buckets(set) > BLOOM_SET_MAX_BUCKETS)
		return psprintf("retention must be at most %d buckets",
						BLOOM_SET_MAX_BUCKETS - 1);
	/* otherwise rows that give hashes back would not be early enough */
	if (set->unclaim && set->bucket > MAX_UNCLAIM_DAYS * USECS_PER_DAY)
		return psprintf("bucket must be at most " INT64_FORMAT " days if values can be given back",
						MAX_UNCLAIM_DAYS);
	/* the buckets share the error rate */
	share = part_rate(&(BloomSet) {
		.error_rate = 1, .retention = set->retention, .bucket = set->bucket
	}, 0);
	if (!(set->error_rate * share >= BLOOM_MIN_ERROR_RATE &&
		  set->error_rate <= BLOOM_MAX_ERROR_RATE))
		return psprintf("error rate of a shared set must be greater than %.3g and at most %g%s",
						BLOOM_MIN_ERROR_RATE / share, BLOOM_MAX_ERROR_RATE,
						set->retention == 0 ? "" : " for this number of buckets");
	if (set->partitions < 1 || set->partitions > MAX_PARTITIONS ||
		set->partitions != 1 << bloom_set_partition_bits(set))
		return "partitions must be a power of two";
	if (set->doublings < 0 || set->doublings >= 40 ||
		set->capacity >> set->doublings << set->doublings != set->capacity)
		return "doublings must be those of the capacity";
	if (set->class == BLOOM_CLASS_NONE || !bloom_class_valid(set->class))
		return "class must be a value class";
	return NULL;
}

/*
 * Raise the error that a table has rows, described by what, that bloomext did
 * not write.  place is that of a row, or NULL.
 */
void
bloom_set_wrong_row(const BloomSet *set, BloomComponent component,
					const char *what, const ItemPointerData *place)
{
	bloom_tables_refuse(bloom_set_view(set), bloom_set_table(set, component),
						place == NULL ? psprintf("has %s", what) :
						psprintf("has %s, ctid (%u,%u)", what,
								 ItemPointerGetBlockNumber(place),
								 ItemPointerGetOffsetNumber(place)),
						"Restore its rows from a backup, or drop the set with bloom_set_drop().");
}

/* Read the settings from a row.  Raises an error if no set can have them. */
static void
read_row(BloomSet *set, TupleTableSlot *slot)
{
	Datum	   *values = slot->tts_values;
	bool	   *nulls = slot->tts_isnull;
	const char *problem;

	slot_getallattrs(slot);
	for (int i = 0; i < SETTINGS_COLUMNS; i++)
		if (nulls[i] && i != SETTINGS_RETENTION && i != SETTINGS_BUCKET)
			bloom_set_wrong_row(set, BLOOM_SETTINGS, "a null in a row", NULL);
	set->unclaim = DatumGetInt16(values[SETTINGS_VERSION]) ==
		BLOOM_SET_VERSION_UNCLAIM;
	if (DatumGetInt16(values[SETTINGS_VERSION]) != BLOOM_SET_VERSION &&
		!set->unclaim)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("shared set \"%s\" is from a newer version of bloomext",
						RelationGetRelationName(bloom_set_view(set)))));
	set->class = (BloomClass) DatumGetInt64(values[SETTINGS_CLASS]);
	set->capacity = DatumGetInt64(values[SETTINGS_CAPACITY]);
	set->error_rate = DatumGetFloat8(values[SETTINGS_ERROR_RATE]);
	set->seed = (uint64) DatumGetInt64(values[SETTINGS_SEED]);
	set->partitions = DatumGetInt32(values[SETTINGS_PARTITIONS]);
	set->doublings = DatumGetInt32(values[SETTINGS_DOUBLINGS]);
	bloom_set_retain(set, nulls[SETTINGS_RETENTION] ? NULL :
					 DatumGetIntervalP(values[SETTINGS_RETENTION]),
					 nulls[SETTINGS_BUCKET] ? NULL :
					 DatumGetIntervalP(values[SETTINGS_BUCKET]));
	problem = bloom_set_problem(set);
	if (problem != NULL)
		bloom_set_wrong_row(set, BLOOM_SETTINGS,
							psprintf("a row that no set can have: %s",
									 problem), NULL);
}

/*
 * Read the settings that the snapshot shows, or the current ones if it is
 * NULL.  Returns false if there are none.
 */
static bool
read_table(BloomSet *set, Snapshot snapshot)
{
	Relation	table = bloom_set_table(set, BLOOM_SETTINGS);
	SysScanDesc scan = systable_beginscan(table, InvalidOid, false, snapshot,
										  0, NULL);
	HeapTuple	row;

	/* each claim would read them */
	if (((HeapScanDesc) scan->scan)->rs_nblocks > MOST_PAGES)
		bloom_tables_refuse(bloom_set_view(set), table,
							"has more pages than its row needs",
							psprintf("Run VACUUM FULL %s.",
									 bloom_relation_name(table)));
	row = systable_getnext(scan);
	if (row != NULL)
	{
		set->writer = HeapTupleHeaderGetXmin(row->t_data);
		set->page = bloom_page_of(table, &row->t_self,
								  scan->scan->rs_snapshot);
		read_row(set, scan->slot);
		if (systable_getnext(scan) != NULL)
			bloom_tables_refuse(bloom_set_view(set), table,
								"has more than one row",
								"If data was restored into this set, delete the row that the table had before.");
	}
	systable_endscan(scan);
	return row != NULL;
}

/*
 * Read the settings that the snapshot shows.  Reads the current ones if it is
 * NULL, or if it shows none because the set was created, altered or emptied
 * later.  Raises an error if the settings are wrong.  If the transaction keeps
 * its snapshot, which shows none, raises a serialization failure, because no
 * answer would be consistent with what the transaction has seen.
 */
void
bloom_settings_read(BloomSet *set, Snapshot snapshot)
{
	if (snapshot != NULL && read_table(set, snapshot))
		return;
	/* model: emptied */
	if (snapshot != NULL && IsolationUsesXactSnapshot())
		bloom_serialize_fail("A shared set was created, altered or emptied after the transaction's snapshot was taken.");
	if (!read_table(set, NULL))
		bloom_set_wrong_row(set, BLOOM_SETTINGS, "no row", NULL);
}

/* Raise an error if the set does not hold values of a class */
void
bloom_set_check_class(const BloomSet *set, BloomClass class)
{
	const char *type;
	const char *name;

	/* filters without values have no class */
	if (!bloom_classes_conflict(set->class, class))
		return;
	if (!bloom_class_exists(set->class))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("type of the values of shared set \"%s\" does not exist",
						RelationGetRelationName(bloom_set_view(set))),
				 errhint("It may have been renamed.")));
	type = bloom_class_cast(set->class, class);
	name = bloom_class_name(class);
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("shared set \"%s\" holds %s values, not %s",
					RelationGetRelationName(bloom_set_view(set)),
					bloom_class_name(set->class), name),
			 type != NULL ?
			 errhint("Cast the value to the type of the set's values. A parameter without a type is text: write $1::%s, or $1::%s[] for an array.",
					 type, type) :
			 errhint("Cast the value to the type of the set's values, or create a set with class => '%s'.",
					 name)));
}

/*
 * The capacity of the filter of a partition and bucket that has this part, if
 * filters could have any size.  The live buckets share the set's.  In a
 * bucket, each filter is for twice as many values as the previous one.  The
 * numbers of values in partitions differ by chance only, and each partition
 * has room for four standard deviations more.
 */
static int64
part_capacity(const BloomSet *set, int part)
{
	int64		capacity = ((set->capacity >> set->doublings) - 1) /
		count_buckets(set) + 1;
	int			doublings = part / BLOOM_SET_MAX_PARTS +
		part % BLOOM_SET_MAX_PARTS;

	/* no overflow: a filter cannot have such a capacity anyway */
	while (doublings-- > 0 && capacity <= PG_INT64_MAX / 2)
		capacity *= 2;
	if (set->partitions > 1)
	{
		capacity = (capacity - 1) / set->partitions + 1;
		capacity += (int64) (4.0 * sqrt((double) capacity));
	}
	return capacity;
}

/*
 * The number of partitions that a set of one partition needs: a power of two
 * that limits the size of a filter to about PARTITION_BYTES.  The size of a
 * classic filter is close enough.
 */
int32
bloom_set_needed_partitions(const BloomSet *set)
{
	double		bytes = part_capacity(set, 0) * -log(part_rate(set, 0)) /
		(M_LN2 * M_LN2 * 8);

	return (int32) pg_nextpower2_32((uint32) Min(ceil(bytes / PARTITION_BYTES),
												 MAX_PARTITIONS));
}

/*
 * The layout of the filter of a partition and bucket that has this part.
 * Returns its capacity, reduced if the filter would be too large.
 */
int64
bloom_set_geometry(const BloomSet *set, int part, BloomGeometry *geometry)
{
	double		rate = Max(part_rate(set, part), BLOOM_MIN_ERROR_RATE);
	int			exponent;
	int64		capacity;

	/*
	 * A value needs less than two bits each time that the rate is halved.
	 * The result of log() could be another one on another machine.
	 */
	(void) frexp(rate, &exponent);
	capacity = Min(part_capacity(set, part),
				   MAX_FILTER_BITS / (2 * (1 - exponent)));
	if (!bloom_geometry_solve(capacity, rate, geometry))
		elog(ERROR, "could not size a filter for " INT64_FORMAT " values",
			 capacity);
	return capacity;
}

/* The current bucket, to which claims go: DT_NOBEGIN without retention */
TimestampTz
bloom_current_bucket(const BloomSet *set)
{
	TimestampTz now;

	if (set->retention == 0)
		return DT_NOBEGIN;
	now = GetCurrentTimestamp();
	return now - now % set->bucket;
}

/* The oldest bucket that can have values that have not expired */
TimestampTz
bloom_set_live(const BloomSet *set)
{
	/* without retention, nothing is subtracted */
	return bloom_current_bucket(set) -
		(count_buckets(set) - 1) * set->bucket;
}

/*
 * Whether a row can have this bucket: DT_NOBEGIN without retention, otherwise
 * a multiple of the bucket's length.  It is not later than a retention from
 * now, because the clock may have been set back since.
 */
bool
bloom_set_has_bucket(const BloomSet *set, TimestampTz bucket)
{
	if (set->retention == 0)
		return bucket == DT_NOBEGIN;
	return bucket != DT_NOBEGIN && bucket % set->bucket == 0 &&
		bucket <= bloom_current_bucket(set) +
		count_buckets(set) * set->bucket;
}
