/*
 * set/load.c
 *		Loading hashes into the filters of a shared set.
 *
 * Hashes come sorted by their partitions.  Those of a partition go straight to
 * its filter, which is written once, and to further ones if it gets full.
 * That counts no hash twice and misses none, for nobody claims meanwhile: a
 * lock on the table of recent hashes waits for all who have claimed, and keeps
 * others from claiming until this transaction ends.  A claim that waited finds
 * the new filters, for it looks at nothing before it has its locks.
 */
#include "set/load.h"

#include "set/claim.h"
#include "set/valueclass.h"
#include "set/merge.h"
#include "set/serialize.h"
#include "set/test.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

/* Hashes that are tested at a time */
#define BATCH			200000

/*
 * A recent hash takes as long as so many bytes of a filter, or longer.  If a
 * partition gets so few that writing its filter would not pay, they become
 * recent.
 */
#define HASH_BYTES		1000

/* Loading hashes, while it goes on */
typedef struct Load
{
	BloomSet   *set;
	BloomClass	class;
	TimestampTz bucket;			/* that all of them go to */
	int32		partition;		/* whose hashes these are */
	uint64	   *hashes;			/* that wait */
	int			count;
	bool	   *contained;		/* and what is known of them */
	uint64	   *spare;			/* as much room as for hashes */
	BloomRecent *recent;		/* room for some */
	MemoryContext work;			/* emptied after each partition */
	Snapshot	before;			/* shows the partition as it was; or NULL */
	uint64	   *words;			/* of the filter that is filled; or NULL */
	BloomSetFilter row;			/* of that */
	int64		room;			/* for so many more hashes */
	bool		replaces;		/* it is there already */
	bool		filled;			/* one of this partition was filled before */
	int64		loaded;
} Load;

/*
 * Open a set to load it: the user has to own it.  Waits for those who have
 * claimed values, and keeps others from doing so.
 */
BloomSet *
bloom_load_open(Oid view, const char *command)
{
	BloomSet   *set;

	PreventCommandIfReadOnly(command);
	PreventCommandIfParallelMode(command);
	/* in a snapshot: whether it can be told anything about the set */
	set = bloom_set_open_owned(view, BLOOM_SET_READ,
							   IsolationUsesXactSnapshot() ?
							   GetTransactionSnapshot() : NULL);
	/*
	 * VACUUM or REINDEX CONCURRENTLY, which may take long, is waited for by a
	 * lock that nobody who claims has to wait for.
	 */
	LockRelation(set->tables[BLOOM_RECENT], ShareUpdateExclusiveLock);
	bloom_set_close(set);
	return bloom_set_open_owned(view, BLOOM_SET_LOAD, NULL);
}

/*
 * Mark those hashes, which ascend, that are among the partition's recent ones
 */
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

/* An error if the transaction's snapshot doesn't show why hashes are known */
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

/* Leave those hashes that the partition didn't have, as a claim would say */
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

/* Write the filter that was filled */
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

/* Read the filter with that number, which is there, to replace it */
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
	bloom_serialize_shown(load->row.writer);
	load->replaces = true;
}

/* Begin to fill the partition's last filter, or a new one if that is full */
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
 * Add so many of the hashes to the open filter.  If these are not all, they
 * are chosen evenly: they ascend, and a filter that got the first ones would
 * be too full in its first blocks.
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
 * Add the hashes to filters of the partition; members are counted as by a
 * merge
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

/* Whether so many hashes of a partition, which are all, are worth a filter */
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

/*
 * Load the hashes that there are; last tells that they are the partition's
 * last
 */
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
		load->loaded += bloom_claim_hashes(load->set, load->class,
										   load->hashes, load->count);
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

/* Load one more hash; they come partition by partition */
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

/* Load sorted hashes into an open set; returns how many of them were new */
static int64
load_sorted(BloomSet *set, BloomLoadSort *sort)
{
	Load		load = {.set = set, .class = sort->class, .partition = -1};
	uint64		hash;

	load.bucket = bloom_set_bucket(set);
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
 * Load the hashes that were put into the set that they are for; returns how
 * many of them were new.  Errors as bloom_load_open.
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

	/* before others have to wait */
	bloom_load_sort(sort);
	set = bloom_load_open(view, command);
	bloom_load_sort_check(sort, set);
	bloom_class_resolve(set, sort->class);
	/* what this transaction has claimed itself is to be seen */
	CommandCounterIncrement();
	loaded = load_sorted(set, sort);
	bloom_set_close(set);
	MemoryContextSwitchTo(old);
	MemoryContextDelete(own);
	return loaded;
}
