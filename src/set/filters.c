/*
 * set/filters.c
 *		Reading and writing the filters of a shared set, and filling them, for
 *		merges and loads.
 *
 * Hashes go to the last filter of their set partition and bucket, or to a new
 * one if it is full.  A row of the table of filters is never updated.  When an
 * existing filter is filled further, its row is deleted and another one is
 * inserted, in the same transaction.
 */
#include "set/filters.h"
#include "set/recent.h"

#include "access/htup_details.h"
#include "utils/fmgroids.h"

/*
 * Begin to read the filters of a partition that the snapshot shows, or that
 * the latest one shows if it is NULL.  Reads those of buckets from live on, in
 * the order of bucket and part.  If partition is -1, reads those of one
 * partition after the other.
 */
SysScanDesc
bloom_filters_begin(const BloomSet *set, Snapshot snapshot, TimestampTz live,
					int32 partition)
{
	ScanKeyData keys[2];

	if (partition < 0)
		ScanKeyInit(&keys[0], FILTERS_PARTITION + 1,
					BTGreaterEqualStrategyNumber, F_INT4GE, Int32GetDatum(0));
	else
		ScanKeyInit(&keys[0], FILTERS_PARTITION + 1, BTEqualStrategyNumber,
					F_INT4EQ, Int32GetDatum(partition));
	ScanKeyInit(&keys[1], FILTERS_BUCKET + 1, BTGreaterEqualStrategyNumber,
				F_TIMESTAMPTZ_GE, TimestampTzGetDatum(live));
	return systable_beginscan_ordered(bloom_set_table(set, BLOOM_FILTERS),
									  bloom_set_index(set, BLOOM_FILTERS, 0),
									  snapshot, lengthof(keys), keys);
}

/* Whether PostgreSQL has compressed a value */
static bool
is_compressed(Datum value)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(value);
	struct varatt_external pointer;

	if (!VARATT_IS_EXTERNAL_ONDISK(stored))
		return VARATT_IS_COMPRESSED(stored);
	VARATT_EXTERNAL_GET_POINTER(pointer, stored);
	return bloom_toast_is_compressed(&pointer);
}

/*
 * Whether a set has filters of that partition, part and bucket.  Then sets the
 * layout of the row.
 */
static bool
is_possible_key(const BloomSet *set, BloomSetFilter *row)
{
	if (row->partition < 0 || row->partition >= set->partitions ||
		row->part < 0 || row->part / BLOOM_SET_MAX_PARTS > set->doublings ||
		!bloom_set_has_bucket(set, row->bucket))
		return false;
	bloom_set_geometry(set, row->part, &row->geometry);
	return toast_raw_datum_size(row->bits) - VARHDRSZ ==
		bloom_set_filter_size(&row->geometry);
}

/*
 * Read the columns of a row.  The table's owner may have written it, so raises
 * an error unless it is a row that a set of these settings can have.  Its
 * content may still be false.  With a snapshot that is not MVCC, only the key
 * and the place are read and nothing is checked: find_filter() asks whether
 * any row has the key, valid or not.
 */
static void
read_row(const BloomSet *set, SysScanDesc scan, BloomSetFilter *row)
{
	TupleTableSlot *slot = scan->slot;
	Datum	   *values = slot->tts_values;

	slot_getallattrs(slot);
	row->partition = DatumGetInt32(values[FILTERS_PARTITION]);
	row->bucket = DatumGetTimestampTz(values[FILTERS_BUCKET]);
	row->part = DatumGetInt32(values[FILTERS_PART]);
	row->place = slot->tts_tid;
	if (scan->iscan != NULL && !IsMVCCSnapshot(scan->iscan->xs_snapshot))
		return;
	for (int i = 0; i < FILTERS_COLUMNS; i++)
		if (slot->tts_isnull[i])
			bloom_set_wrong_row(set, BLOOM_FILTERS, "a null in a row", NULL);
	row->members = DatumGetInt64(values[FILTERS_MEMBERS]);
	row->bits_set = DatumGetInt64(values[FILTERS_BITS_SET]);
	row->bits = values[FILTERS_FILTER];
	if (row->members < 0 ||
		!is_possible_key(set, row) || row->bits_set < 0 ||
		(uint64) row->bits_set > bloom_geometry_bits(&row->geometry))
		bloom_set_wrong_row(set, BLOOM_FILTERS,
							"a row that is not a filter of this set",
							&row->place);
	/* a few bytes could stand for megabytes */
	if (is_compressed(row->bits))
		bloom_tables_refuse(bloom_set_view(set), scan->heap_rel,
							"has a compressed filter",
							psprintf("Run UPDATE %s SET filter = filter || ''.",
									 bloom_relation_name(scan->heap_rel)));
}

/*
 * Go to the next row, read and check it.  Returns false after the last row.
 * The scan is one of bloom_filters_begin(), which systable_endscan_ordered()
 * ends, or of bloom_set_scan().
 */
bool
bloom_filters_next(const BloomSet *set, SysScanDesc scan, BloomSetFilter *row)
{
	HeapTuple	tuple;

	tuple = bloom_set_next(set, BLOOM_FILTERS, scan, ForwardScanDirection);
	if (tuple == NULL)
		return false;
	read_row(set, scan, row);
	row->writer = HeapTupleHeaderGetRawXmin(tuple->t_data);
	return true;
}

/* A copy of the bits of a filter, palloc'd, in native byte order */
uint64 *
bloom_set_filter_words(const BloomSetFilter *row)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(row->bits);
	struct varlena *bits = detoast_attr(stored);
	Size		size = bloom_set_filter_size(&row->geometry);
	uint64	   *words = palloc(size);

	bloom_set_filter_copy(words, VARDATA(bits), size);
	if (bits != stored)
		pfree(bits);
	return words;
}

/* Bytes of a filter of one partition that has this part */
Size
bloom_set_filter_bytes(const BloomSet *set, int32 part)
{
	BloomGeometry geometry;

	bloom_set_geometry(set, part, &geometry);
	return bloom_set_filter_size(&geometry);
}

/*
 * The first cache line of the block with all bits of a hash in its partition's
 * filter.  The highest bits of the hash are the partition.  The bits below
 * choose the same block that the whole hash chooses in the large filter that
 * all partitions form.
 */
Size
bloom_set_filter_line(const BloomSet *set, const BloomGeometry *geometry,
					  uint64 hash)
{
	return bloom_bits_first_line(geometry,
								 hash << bloom_set_partition_bits(set));
}

/* Add a hash to the bits of its partition's filter */
void
bloom_set_filter_add(const BloomSet *set, const BloomGeometry *geometry,
					 uint64 *words, uint64 hash)
{
	BloomGeometry block = bloom_geometry_block(geometry);

	bloom_bits_add(words + bloom_set_filter_line(set, geometry, hash) *
				   BLOOM_LINE_WORDS, &block, hash);
}

/*
 * The snapshot that decides which rows a merge moves, and which filters exist;
 * NULL stands for the latest one, which scans of tables take by themselves.
 * In REPEATABLE READ and SERIALIZABLE, this is the transaction's snapshot, and
 * rows that it does not show are not moved.  They would go to a filter that
 * this transaction writes, so its snapshot would show them from then on.
 */
Snapshot
bloom_fill_snapshot(void)
{
	/* model: kept-snapshot */
	return IsolationUsesXactSnapshot() ? GetTransactionSnapshot() : NULL;
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
	int32		first = set->doublings * BLOOM_SET_MAX_PARTS;
	int32		part = first;
	int64		members = -1;	/* of the last filter */
	int64		room;

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
		part = first + part % BLOOM_SET_MAX_PARTS + 1;
		if (part == first + BLOOM_SET_MAX_PARTS)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("shared set \"%s\" has too many filters",
							RelationGetRelationName(bloom_set_view(set))),
					 errhint("Load the values into a set with a larger capacity.")));
	}
	while ((room = bloom_set_geometry(set, part, &geometry)) < count &&
		   part < first + BLOOM_SET_MAX_PARTS - 1)
	{
		/* merges have fewer; bloom_set_filter() fills part after part */
		if (room >= BLOOM_MERGE_BATCH)
			count -= room;
		part++;
	}
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

	while (!found && bloom_filters_next(set, scan, &other) &&
		   other.bucket == row->bucket)
		found = other.part == row->part;
	if (found && words != NULL)
	{
		*words = bloom_set_filter_words(&other);
		*row = other;
	}
	systable_endscan_ordered(scan);
	return found;
}

/*
 * Lock a row of the table of filters.  Returns false if another transaction
 * has locked or deleted it.
 */
static bool
lock_row(Relation table, ItemPointerData place)
{
	TupleTableSlot *slot = table_slot_create(table, NULL);
	TM_FailureData failure;
	bool		locked = table_tuple_lock(table, &place, SnapshotSelf, slot,
										  GetCurrentCommandId(true),
										  LockTupleExclusive, LockWaitSkip, 0,
										  &failure) == TM_Ok;

	ExecDropSingleTupleTableSlot(slot);
	return locked;
}

/*
 * Lock the last filter of a set partition, if there is one.  That changes its
 * page, by which others notice that their lists of filters have changed
 * (cache.c).  Returns false if another transaction has locked or deleted it,
 * unless it has expired.
 */
static bool
touch_last(const BloomSet *set, int32 partition)
{
	/* shows what is there now, and SERIALIZABLE does not record the read */
	SysScanDesc scan = bloom_filters_begin(set, SnapshotSelf, DT_NOBEGIN,
										   partition);
	BloomSetFilter last;
	bool		touched = true;

	if (bloom_set_next(set, BLOOM_FILTERS, scan,
					   BackwardScanDirection) != NULL)
	{
		read_row(set, scan, &last);
		touched = lock_row(scan->heap_rel, last.place) ||
			last.bucket < bloom_set_live(set);
	}
	systable_endscan_ordered(scan);
	return touched;
}

/*
 * Begin to fill the filter that is this part of a bucket of a set partition.
 * If it exists, deletes its row, otherwise begins with an empty one.  Raises
 * an error if another transaction has changed the filter, or the last one of
 * the set partition.
 */
void
bloom_fill_open_part(BloomFilling *filling, const BloomSet *set,
					 int32 partition, TimestampTz bucket, int32 part)
{
	Relation	table = bloom_set_table(set, BLOOM_FILTERS);
	SnapshotData dirty;
	BloomSetFilter *row = &filling->row;
	bool		changed;

	InitDirtySnapshot(dirty);
	filling->words = NULL;
	*row = (BloomSetFilter) {
		.partition = partition, .bucket = bucket, .part = part
	};
	filling->room = bloom_set_geometry(set, part, &row->geometry);
	/* model: touch-last */
	if (!touch_last(set, partition))
		changed = true;
	else if (find_filter(set, bloom_fill_snapshot(), row, &filling->words))
		/* model: take-filter; does not wait, because we have the row's lock */
		changed = !lock_row(table, row->place) ||
			!bloom_delete_row(table, &row->place, true);
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
		filling->words = palloc0(bloom_set_filter_size(&row->geometry));
	filling->room -= row->members;
}

/* Begin to fill the filter of a set partition to which count hashes go */
void
bloom_fill_open(BloomFilling *filling, const BloomSet *set, int32 partition,
				TimestampTz bucket, int64 count)
{
	int32		part = bloom_fill_part(set, bloom_fill_snapshot(), partition,
									   bucket, count);

	bloom_fill_open_part(filling, set, partition, bucket, part);
}

/* Add a new member */
void
bloom_fill_add(BloomFilling *filling, const BloomSet *set, uint64 hash)
{
	bloom_set_filter_add(set, &filling->row.geometry, filling->words, hash);
	filling->row.members++;
	filling->room--;
}

/*
 * Write the filter as a row and its index entries, and free its bits.  Later
 * commands see it.  Raises an error if the row's key exists already.
 */
void
bloom_fill_write(BloomFilling *filling, const BloomSet *set)
{
	const BloomSetFilter *row = &filling->row;
	Size		size = bloom_set_filter_size(&row->geometry);
	bytea	   *bits = palloc(VARHDRSZ + size);
	Datum		values[] = {
		[FILTERS_PARTITION] = Int32GetDatum(row->partition),
		[FILTERS_BUCKET] = TimestampTzGetDatum(row->bucket),
		[FILTERS_PART] = Int32GetDatum(row->part),
		[FILTERS_MEMBERS] = Int64GetDatum(row->members),
		[FILTERS_BITS_SET] =
		Int64GetDatum(bloom_bits_count(filling->words, row->geometry.lines)),
		[FILTERS_FILTER] = PointerGetDatum(bits)
	};
	bool		nulls[FILTERS_COLUMNS] = {0};

	SET_VARSIZE(bits, VARHDRSZ + size);
	bloom_set_filter_copy(VARDATA(bits), filling->words, size);
	/* model: put-filter */
	bloom_set_insert(set, BLOOM_FILTERS, values, nulls, 1, NULL);
	pfree(bits);
	pfree(filling->words);
	filling->words = NULL;
	CommandCounterIncrement();	/* model: merged-command */
}
