/*
 * set/fill.c
 *		Filling the filters of a shared set, for merges and loads.
 *
 * Hashes go to the last filter of their set partition and bucket, or to a new
 * one if it is full.  A row of the table of filters is never updated.  When an
 * existing filter is filled further, its row is deleted and another one is
 * inserted, in the same transaction.
 */
#include "set/merge.h"

#include "utils/memutils.h"

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
 * The part of a bucket that `count` more hashes go to: the last one that the
 * snapshot shows, or a new one if there is none or they would exceed its
 * capacity.
 */
int32
bloom_fill_part(const BloomSet *set, Snapshot snapshot, int32 partition,
				TimestampTz bucket, int64 count)
{
	SysScanDesc scan;
	BloomSetFilter row;
	BloomGeometry geometry;
	int32		part = 0;
	int64		members = -1;	/* of the last filter */

	scan = bloom_filters_begin(set, snapshot, bucket, partition);
	/* rows are ordered by bucket and part */
	while (bloom_filters_next(set, scan, &row) && row.bucket == bucket)
	{
		part = row.part;
		members = row.members;
	}
	systable_endscan_ordered(scan);
	if (members >= 0)
	{
		if (count <= bloom_set_geometry(set, part, &geometry) - members)
			return part;
		if (++part == BLOOM_SET_MAX_PARTS)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("shared set \"%s\" has too many filters",
							RelationGetRelationName(bloom_set_view(set))),
					 errhint("Load the values into a set with a larger capacity.")));
	}
	while (bloom_set_geometry(set, part, &geometry) < count &&
		   part < BLOOM_SET_MAX_PARTS - 1)
		part++;
	return part;
}

/*
 * Search the filter with the partition, bucket and part of *row.  Returns
 * whether the snapshot shows it.  Then reads its row, and its bits into
 * *words, unless words is NULL.
 */
static bool
find_filter(const BloomSet *set, Snapshot snapshot, BloomSetFilter *row,
			uint64 **words)
{
	SysScanDesc scan = bloom_filters_begin(set, snapshot, row->bucket,
										   row->partition);
	BloomSetFilter other;
	bool		found = false;

	while (!found && bloom_filters_next(set, scan, &other))
		found = other.bucket == row->bucket && other.part == row->part;
	if (found && words != NULL)
	{
		*words = bloom_filter_words(&other);
		*row = other;
	}
	systable_endscan_ordered(scan);
	return found;
}

/*
 * Begin to fill the filter that is this part of a bucket of a set partition.
 * If it exists, deletes its row, otherwise begins with an empty one.  Raises
 * an error if another transaction has changed the filter.
 */
void
bloom_fill_open_part(BloomFilling *filling, const BloomSet *set,
					 int32 partition, TimestampTz bucket, int32 part)
{
	Snapshot	snapshot = RegisterSnapshot(bloom_fill_snapshot());
	SnapshotData dirty;
	BloomSetFilter *row = &filling->row;
	bool		changed;

	InitDirtySnapshot(dirty);
	filling->words = NULL;
	*row = (BloomSetFilter) {
		.partition = partition, .bucket = bucket, .part = part
	};
	filling->room = bloom_set_geometry(set, part, &row->geometry);
	if (find_filter(set, snapshot, row, &filling->words))
		/* model: take-filter */
		changed = !bloom_delete_row(bloom_set_table(set, BLOOM_FILTERS),
									&row->place, false);
	else

		/*
		 * There may be a filter that an old snapshot does not show, or that
		 * the tables' owner has inserted.  Inserting into the index would
		 * wait for the end of that row's transaction, or fail.
		 */
		/* model: new-filter */
		changed = find_filter(set, &dirty, row, NULL);
	if (changed)
		bloom_serialize_fail("Another transaction has changed a filter of a shared set.");
	if (filling->words == NULL)
		filling->words = palloc_extended(bloom_filter_size(&row->geometry),
										 MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	filling->room -= row->members;
	UnregisterSnapshot(snapshot);
}

/* Begin to fill the filter of a set partition to which count hashes go */
void
bloom_fill_open(BloomFilling *filling, const BloomSet *set, int32 partition,
				TimestampTz bucket, int64 count)
{
	Snapshot	snapshot = RegisterSnapshot(bloom_fill_snapshot());
	int32		part = bloom_fill_part(set, snapshot, partition, bucket, count);

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
