/*
 * set/fill.c
 *		Filling the filters of a shared set, for merges and loads.
 *
 * Hashes go to the last filter of their set partition and bucket, or to a new
 * one if it is full.  A row of the table of filters is never updated.  When an
 * existing filter is filled further, its row is deleted and another one is
 * inserted, in the same transaction.
 */
#include "set/fill.h"

#include "access/xact.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

/*
 * The snapshot that decides which rows a merge moves, and which filters exist.
 * In REPEATABLE READ and SERIALIZABLE, this is the transaction's snapshot, and
 * rows that it does not show are not moved.  They would go to a filter that
 * this transaction writes, so its snapshot would show them from then on.
 */
Snapshot
bloom_fill_snapshot(void)
{
	/* model: kept-snapshot */
	return IsolationUsesXactSnapshot() ? GetTransactionSnapshot() :
		GetLatestSnapshot();
}

/*
 * Choose the part of a bucket that `count` more hashes go to.  Returns true if
 * that is the last existing part.  Returns false if a new part is needed,
 * because there is none or the hashes would exceed the last one's capacity.
 */
bool
bloom_fill_part(const BloomSet *set, Snapshot snapshot, int32 partition,
				TimestampTz bucket, int64 count, int32 *part)
{
	BloomFilterScan scan;
	BloomSetFilter row;
	int64		members = -1;	/* of the last filter */

	*part = 0;
	bloom_filters_begin(&scan, set, snapshot, bucket, partition);
	/* rows are ordered by bucket and part */
	while (bloom_filters_next(&scan, &row) && row.bucket == bucket)
	{
		*part = row.part;
		members = row.members;
	}
	bloom_filters_end(&scan);
	if (members >= 0)
	{
		if (count <= bloom_set_part_capacity(set, *part) - members)
			return true;
		if (++*part == BLOOM_SET_MAX_PARTS)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("shared set \"%s\" has too many filters",
							RelationGetRelationName(bloom_set_view(set))),
					 errhint("Load the values into a set with a larger capacity.")));
	}
	while (bloom_set_part_capacity(set, *part) < count &&
		   *part < BLOOM_SET_MAX_PARTS - 1)
		(*part)++;
	return false;
}

/* Raise the error that another transaction has changed or locked a filter */
static void
filter_is_changed(void)
{
	bloom_serialize_fail("Another transaction has changed a filter of a shared set.");
}

/*
 * Read the filter that wanted identifies, and delete its row.  Fills in the
 * other fields of wanted, and returns the palloc'd bits, or NULL if there is
 * no such filter.  Raises an error if another transaction has changed the row.
 */
static uint64 *
take_filter(const BloomSet *set, Snapshot snapshot, BloomSetFilter *wanted)
{
	BloomFilterScan scan;
	BloomSetFilter row;
	uint64	   *words = NULL;

	bloom_filters_begin(&scan, set, snapshot, wanted->bucket,
						wanted->partition);
	while (words == NULL && bloom_filters_next(&scan, &row))
		if (row.bucket == wanted->bucket && row.part == wanted->part)
		{
			words = bloom_filter_words(&row);
			*wanted = row;
		}
	bloom_filters_end(&scan);
	/* model: take-filter */
	if (words != NULL && !bloom_filter_delete(set, wanted))
		filter_is_changed();
	return words;
}

/*
 * Raise an error if there is a filter with wanted's partition, bucket and part
 * that our snapshot does not show.  Either the snapshot is an old one, or the
 * tables' owner has inserted a row.  Inserting into the index would wait for
 * the end of that row's transaction, or fail.
 */
static void
check_not_inserted(const BloomSet *set, const BloomSetFilter *wanted)
{
	SnapshotData dirty;
	BloomFilterScan scan;
	BloomSetFilter row;

	InitDirtySnapshot(dirty);
	bloom_filters_begin(&scan, set, &dirty, wanted->bucket, wanted->partition);
	while (bloom_filters_next_key(&scan, &row)) /* model: new-filter */
		if (row.bucket == wanted->bucket && row.part == wanted->part)
			filter_is_changed();
	bloom_filters_end(&scan);
}

/*
 * Begin to fill the filter that is this part of a bucket of a set partition.
 * If it does not exist, begins with an empty one.
 */
void
bloom_fill_open_part(BloomFilling *filling, const BloomSet *set,
					 int32 partition, TimestampTz bucket, int32 part)
{
	Snapshot	snapshot = RegisterSnapshot(bloom_fill_snapshot());
	BloomSetFilter *row = &filling->row;

	*row = (BloomSetFilter) {
		.partition = partition, .bucket = bucket, .part = part
	};
	filling->words = take_filter(set, snapshot, row);
	if (filling->words == NULL)
	{
		check_not_inserted(set, row);
		bloom_set_geometry(set, part, &row->geometry);
		filling->words = palloc_extended(bloom_filter_size(&row->geometry),
										 MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	}
	filling->room = bloom_set_part_capacity(set, part) - row->members;
	UnregisterSnapshot(snapshot);
}

/* Begin to fill the filter of a set partition to which count hashes go */
void
bloom_fill_open(BloomFilling *filling, const BloomSet *set, int32 partition,
				TimestampTz bucket, int64 count)
{
	Snapshot	snapshot = RegisterSnapshot(bloom_fill_snapshot());
	int32		part;

	(void) bloom_fill_part(set, snapshot, partition, bucket, count, &part);
	UnregisterSnapshot(snapshot);
	bloom_fill_open_part(filling, set, partition, bucket, part);
}

/* Add a new member */
void
bloom_fill_add(BloomFilling *filling, const BloomSet *set, uint64 hash)
{
	bloom_filter_add(set, &filling->row.geometry, filling->words, hash);
	filling->row.members++;
	filling->room--;
}

/* Write the filter, and free its bits.  Later commands see it. */
void
bloom_fill_write(BloomFilling *filling, const BloomSet *set)
{
	filling->row.bits_set = bloom_bits_count(filling->words,
											 filling->row.geometry.lines);
	/* model: put-filter */
	bloom_filter_insert(set, &filling->row, filling->words);
	pfree(filling->words);
	filling->words = NULL;
	CommandCounterIncrement();	/* model: merged-command */
}
