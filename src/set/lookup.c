/*
 * set/lookup.c
 *		Searching the recent hashes of a shared set by their index.
 */
#include "set/recent.h"

#include "access/genam.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/fmgroids.h"
#include "utils/snapmgr.h"

/*
 * Begin searches with a number of scan keys each, by a snapshot that has to
 * last until bloom_lookup_end()
 */
void
bloom_lookup_begin(BloomLookup *lookup, const BloomSet *set,
				   Snapshot snapshot, int keys)
{
	Relation	table = bloom_set_table(set, BLOOM_RECENT);

	lookup->set = set;
	lookup->scan = bloom_index_beginscan(table,
										 bloom_set_index(set, BLOOM_RECENT, 0),
										 snapshot, keys);
	lookup->slot = table_slot_create(table, NULL);
	lookup->live = bloom_set_live(set);
}

/* End the searches of a lookup */
void
bloom_lookup_end(BloomLookup *lookup)
{
	index_endscan(lookup->scan);
	ExecDropSingleTupleTableSlot(lookup->slot);
}

/* Search the rows of a hash; bloom_lookup_next() returns them */
void
bloom_lookup_hash(BloomLookup *lookup, uint64 hash)
{
	ScanKeyData key;

	ScanKeyInit(&key, RECENT_HASH + 1, BTEqualStrategyNumber, F_INT8EQ,
				bloom_recent_key(bloom_recent_place(lookup->set, hash)));
	index_rescan(lookup->scan, &key, 1, NULL, 0);
}

/*
 * Read a row, and return its bucket: DT_NOBEGIN in a set without retention.
 * Raises an error if no claim can have made the row.
 */
TimestampTz
bloom_recent_bucket(const BloomSet *set, TupleTableSlot *slot)
{
	TimestampTz bucket = DT_NOBEGIN;

	slot_getallattrs(slot);
	if (!slot->tts_isnull[RECENT_BUCKET])
		bucket = DatumGetTimestampTz(slot->tts_values[RECENT_BUCKET]);
	if (slot->tts_isnull[RECENT_HASH] || !bloom_set_has_bucket(set, bucket))
		bloom_set_wrong_row(set, BLOOM_RECENT,
							"a row that no claim has written",
							&slot->tts_tid);
	return bucket;
}

/* Go to the next row that the snapshot shows; false if there is none */
bool
bloom_lookup_next(BloomLookup *lookup)
{
	CHECK_FOR_INTERRUPTS();
	if (!index_getnext_slot(lookup->scan, ForwardScanDirection, lookup->slot))
		return false;
	lookup->bucket = bloom_recent_bucket(lookup->set, lookup->slot);
	return true;
}

/*
 * Find the state of a hash.  The lookup's snapshot must be a dirty one, which
 * shows uncommitted rows and which transactions insert or delete them.  If it
 * shows an expired row and one of a transaction in progress, that transaction
 * is deleting the expired row, so either of them leads to a wait for it.
 */
BloomFound
bloom_lookup_rows(BloomLookup *lookup, uint64 hash)
{
	Snapshot	dirty = lookup->scan->xs_snapshot;
	BloomFound	result = {.state = BLOOM_ABSENT};

	bloom_lookup_hash(lookup, hash);
	while (result.state != BLOOM_PRESENT && bloom_lookup_next(lookup))
	{
		bool		live = lookup->bucket >= lookup->live;

		result.place = lookup->slot->tts_tid;
		if (TransactionIdIsValid(dirty->xmin))
		{
			/* model: look-busy */
			result.state = BLOOM_BUSY;
			result.other = dirty->xmin;
		}
		/* model: look-live; only merges delete it, so it stays known */
		else if (live)
			result.state = BLOOM_PRESENT;
		else
			/* model: look-expired; others may be deleting it */
			result.state = BLOOM_EXPIRED;
	}
	return result;
}

/*
 * Search the rows of the group that a set partition belongs to, in the order
 * of the index.  Their places in the group are from first to last.  If
 * last is beyond the group, later groups are searched, too.
 */
void
bloom_lookup_group(BloomLookup *lookup, int32 partition, uint64 first,
				   uint64 last)
{
	uint64		group = bloom_set_partition_begin(lookup->set, partition) &
		~bloom_group_mask(lookup->set);
	ScanKeyData keys[2];

	ScanKeyInit(&keys[0], RECENT_HASH + 1, BTGreaterEqualStrategyNumber,
				F_INT8GE, bloom_recent_key(group + first));
	ScanKeyInit(&keys[1], RECENT_HASH + 1, BTLessEqualStrategyNumber, F_INT8LE,
				bloom_recent_key(group + last));
	/* the entry is enough to skip the rows of other set partitions */
	lookup->scan->xs_want_itup = true;
	index_rescan(lookup->scan, keys, lengthof(keys), NULL, 0);
}

/*
 * Go to the next index entry of the group, also if its row is dead, and set
 * *hash.  Returns false after the last one.
 */
bool
bloom_lookup_entry(BloomLookup *lookup, uint64 *hash)
{
	IndexScanDesc scan = lookup->scan;
	bool		null;

	CHECK_FOR_INTERRUPTS();
	if (index_getnext_tid(scan, ForwardScanDirection) == NULL)
		return false;
	*hash = bloom_recent_hash(lookup->set,
							  index_getattr(scan->xs_itup, RECENT_HASH + 1,
											scan->xs_itupdesc, &null));
	return true;
}
