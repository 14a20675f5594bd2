/*
 * set/load.c
 *		Loading hashes into the filters of a shared set.
 *
 * Hashes arrive sorted by set partition.  Those of a partition are added to
 * its last filter, and to further ones when it is full.  Each filter is
 * written once.  No hash is counted twice or missed, because there are no
 * claims meanwhile: a lock on the table of recent hashes waits for all
 * transactions that have claimed values, and keeps others from claiming until
 * this transaction ends.  A claim that waited finds the new filters, because
 * it tests nothing before it has its locks.
 */
#include "set/load.h"

#include "set/claim.h"
#include "set/merge.h"
#include "set/test.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

/* Number of hashes that are tested at a time */
#define BATCH			200000

/*
 * Inserting a recent hash takes at least as long as writing this many bytes of
 * a filter.  If a partition gets too few hashes for its filter to be
 * rewritten, they become recent hashes.
 */
#define HASH_BYTES		1000

/* The state of a load */
typedef struct Load
{
	BloomSet   *set;
	TimestampTz bucket;			/* of all hashes */
	int32		partition;		/* of the hashes below */
	uint64	   *hashes;			/* not yet tested or added */
	int			count;
	bool	   *contained;		/* which of them the set has */
	uint64	   *spare;			/* work space of the same size */
	BloomRecent *recent;		/* work space */
	MemoryContext work;			/* emptied after each partition */
	Snapshot	before;			/* the partition before the load, or NULL */
	uint64	   *words;			/* of the filter being filled, or NULL */
	BloomSetFilter row;			/* of that filter */
	int64		room;			/* hashes that still fit into it */
	bool		replaces;		/* it replaces an existing row */
	bool		filled;			/* another filter was written before it */
	int64		loaded;
} Load;

/*
 * Open a set to load it, which only its owner may do.  Waits for transactions
 * that have claimed values, and keeps others from claiming.  command is for
 * messages.
 */
BloomSet *
bloom_load_open(Oid view, const char *command)
{
	BloomSet   *set;

	PreventCommandIfReadOnly(command);
	PreventCommandIfParallelMode(command);
	/* raises an error if the transaction's snapshot is too old for the set */
	set = bloom_set_open_owned(view, BLOOM_SET_READ,
							   IsolationUsesXactSnapshot() ?
							   GetTransactionSnapshot() : NULL);

	/*
	 * Wait for VACUUM and REINDEX CONCURRENTLY, which may take long, with a
	 * lock that does not block claims.
	 */
	LockRelation(set->tables[BLOOM_RECENT], ShareUpdateExclusiveLock);
	bloom_set_close(set);
	return bloom_set_open_owned(view, BLOOM_SET_LOAD, NULL);
}

/* Mark the hashes that are among the partition's recent hashes */
static void
find_recent(Load *load)
{
	TimestampTz live = bloom_set_live(load->set);
	uint64		from = 0;

	do
	{
		int64		found = bloom_recent_read(load->set, load->partition,
											  &from,
											  load->before, load->recent,
											  BLOOM_MERGE_BATCH);

		for (int64 i = 0; i < found; i++)
		{
			uint64		hash = load->recent[i].hash;
			Size		at;

			if (load->recent[i].bucket < live)
				continue;
			at = bloom_hashes_find(load->hashes, load->count, hash);
			if (at < (Size) load->count && load->hashes[at] == hash)
				load->contained[at] = true;
		}
	} while (from != 0);
}

/* Raise an error if the transaction's snapshot does not show a known hash */
static void
check_known(Load *load)
{
	uint64	   *known = palloc(load->count * sizeof(uint64));
	int			count = 0;

	for (int i = 0; i < load->count; i++)
		if (load->contained[i])
			known[count++] = load->hashes[i];
	if (count > 0)
		bloom_claim_check_known(load->set, known, count, NULL, 0);
	pfree(known);
}

/* Remove the hashes that the partition has, as claims would find out */
static void
drop_known(Load *load)
{
	int			left = 0;

	bloom_filters_test(load->set, load->before, load->hashes, load->count,
					   load->contained, load->spare);
	find_recent(load);
	if (IsolationUsesXactSnapshot())
		check_known(load);
	for (int i = 0; i < load->count; i++)
		if (!load->contained[i])
			load->hashes[left++] = load->hashes[i];
	load->count = left;
}

/* Write the filter that was being filled */
static void
write_filter(Load *load)
{
	BloomSetFilter *row = &load->row;

	if (load->replaces && !bloom_filter_delete(load->set, row))
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("shared set \"%s\" cannot be loaded",
						RelationGetRelationName(load->set->view)),
				 errdetail("Another transaction is changing one of its filters.")));
	row->bits_set = bloom_bits_count(load->words, row->geometry.lines);
	bloom_filter_insert(load->set, row, load->words);
	pfree(load->words);
	load->words = NULL;
	load->filled = true;
	CommandCounterIncrement();
}

/* Read the partition's existing filter number part, in order to replace it */
static void
take_filter(Load *load, int32 part)
{
	BloomFilterScan scan;

	bloom_filters_begin(&scan, load->set, load->before, load->bucket);
	bloom_filters_of_partition(&scan, load->partition);
	while (load->words == NULL && bloom_filters_next(&scan, &load->row))
		if (load->row.bucket == load->bucket && load->row.part == part)
			load->words = bloom_filter_words(&load->row);
	bloom_filters_end(&scan);
	bloom_serialize_shown(load->row.shown_by);
	load->replaces = true;
}

/* Start filling the partition's last filter, or a new one if that is full */
static void
open_filter(Load *load)
{
	const BloomSet *set = load->set;
	int32		part = load->row.part + 1;

	load->replaces = !load->filled &&
		bloom_merge_part(set, load->before, load->partition, load->bucket, 1,
						 &part);
	if (load->replaces)
		take_filter(load, part);
	else
	{
		load->row = (BloomSetFilter) {
			.partition = load->partition, .bucket = load->bucket, .part = part
		};
		bloom_set_geometry(set, part, &load->row.geometry);
		load->words = palloc_extended(bloom_filter_size(&load->row.geometry),
									  MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	}
	load->room = bloom_set_part_capacity(set, part) - load->row.members;
}

/*
 * Add count of the hashes to the open filter.  If there are more, they are
 * chosen at even intervals.  Hashes are in ascending order, so a filter that
 * got the first ones would be too full in its first blocks.
 */
static void
fill_filter(Load *load, int count)
{
	int			left = 0;

	for (int i = 0; i < load->count; i++)
		if ((int64) (i + 1) * count / load->count >
			(int64) i * count / load->count)
			bloom_filter_add(load->set, &load->row.geometry, load->words,
							 load->hashes[i]);
		else
			load->hashes[left++] = load->hashes[i];
	Assert(left == load->count - count);
	load->count = left;
	load->row.members += count;
	load->room -= count;
	load->loaded += count;
}

/*
 * Add all hashes to filters of the partition.  Members are counted as in a
 * merge.
 */
static void
fill_filters(Load *load)
{
	while (load->count > 0)
	{
		if (load->words != NULL && load->room <= 0)
			write_filter(load);
		if (load->words == NULL)
			open_filter(load);
		fill_filter(load, (int) Min(load->count, load->room));
	}
}

/* Whether a partition's hashes are enough to rewrite a filter for */
static bool
are_many(const Load *load)
{
	BloomGeometry geometry;
	int32		part;

	(void) bloom_merge_part(load->set, load->before, load->partition,
							load->bucket,
							1, &part);
	bloom_set_geometry(load->set, part, &geometry);
	return (Size) load->count * HASH_BYTES >= bloom_filter_size(&geometry);
}

/* Load the hashes collected so far.  last: the partition has no more. */
static void
load_batch(Load *load, bool last)
{
	MemoryContext old = MemoryContextSwitchTo(load->work);
	bool		first = load->before == NULL;

	CHECK_FOR_INTERRUPTS();
	load->count = (int) bloom_hashes_sort(load->hashes, load->spare,
										  load->count, bloom_check_interrupts);
	if (first && load->count > 0)
		load->before = RegisterSnapshot(GetLatestSnapshot());
	if (first && last && load->count > 0 && !are_many(load))
		load->loaded += bloom_claim_hashes(load->set, load->hashes,
										   load->count);
	else if (load->count > 0)
	{
		drop_known(load);
		fill_filters(load);
	}
	load->count = 0;
	if (last && load->words != NULL)
		write_filter(load);
	if (last && load->before != NULL)
	{
		UnregisterSnapshot(load->before);
		load->before = NULL;
	}
	MemoryContextSwitchTo(old);
	if (last)
		MemoryContextReset(load->work);
}

/* Load one more hash.  Hashes arrive partition by partition. */
static void
load_hash(Load *load, uint64 hash)
{
	int32		partition = bloom_set_partition(load->set, hash);

	if (partition != load->partition)
	{
		load_batch(load, true);
		load->partition = partition;
		load->filled = false;
	}
	else if (load->count == BATCH)
		load_batch(load, false);
	load->hashes[load->count++] = hash;
}

/* Load sorted hashes into an open set.  Returns the number of new ones. */
static int64
load_sorted(BloomSet *set, BloomLoadSort *sort)
{
	Load		load = {.set = set, .partition = -1};
	uint64		hash;

	load.bucket = bloom_current_bucket(set);
	load.work = AllocSetContextCreate(CurrentMemoryContext,
									  "bloomext load partition",
									  ALLOCSET_DEFAULT_SIZES);
	load.hashes = palloc(BATCH * sizeof(uint64));
	load.contained = palloc(BATCH * sizeof(bool));
	load.spare = palloc(BATCH * sizeof(uint64));
	load.recent = palloc(BLOOM_MERGE_BATCH * sizeof(BloomRecent));
	while (bloom_load_next(sort, &hash))
		load_hash(&load, hash);
	load_batch(&load, true);
	return load.loaded;
}

/*
 * Load the hashes that were put into sort.  Returns the number of new ones.
 * Raises the errors of bloom_load_open, and one if the set has changed since
 * the sort was begun.
 */
int64
bloom_load_hashes(Oid view, BloomLoadSort *sort, const char *command)
{
	MemoryContext own = AllocSetContextCreate(CurrentMemoryContext,
											  "bloomext load",
											  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(own);
	BloomSet   *set;
	int64		loaded;

	/* sort before others have to wait */
	bloom_load_sort(sort);
	set = bloom_load_open(view, command);
	bloom_load_sort_check(sort, set);
	bloom_set_check_class(set, sort->class);
	/* makes what this transaction has claimed visible */
	CommandCounterIncrement();
	loaded = load_sorted(set, sort);
	bloom_set_close(set);
	MemoryContextSwitchTo(old);
	MemoryContextDelete(own);
	return loaded;
}
