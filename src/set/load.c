/*
 * set/load.c
 *		Loading hashes into the filters of a shared set.
 *
 * Hashes are sorted by set partition first (value/sort.c), before others have
 * to wait.  Those of a partition that are new are added to its last filter,
 * and to further ones when that is full.  Each filter is written once.  No
 * hash is counted twice or missed, because there are no claims meanwhile: a
 * lock on the table of recent hashes waits for all transactions that have
 * claimed values, and keeps others from claiming until this transaction ends.
 * A claim that waited finds the new filters, because it tests nothing before
 * it has its locks.
 */
#include "set/load.h"

#include "value/expanded.h"

#include "core/hashes.h"
#include "set/filters.h"
#include "set/recent.h"
#include "set/worker.h"

#include "storage/lmgr.h"
#include "utils/memutils.h"

/* Number of hashes that are tested at a time */
#define BATCH			200000

/*
 * Inserting a recent hash takes at least as long as writing this many bytes of
 * a filter.  If a partition gets too few hashes for its filter to be
 * rewritten, they become recent hashes.
 */
#define HASH_BYTES		1000

/*
 * Start collecting hashes for a set, in a memory context under the current
 * one.  As for CREATE INDEX, maintenance_work_mem limits the memory.
 */
BloomLoad *
bloom_load_begin(const BloomSet *set, BloomClass class)
{
	MemoryContext own = AllocSetContextCreate(CurrentMemoryContext,
											  "bloomext load",
											  ALLOCSET_DEFAULT_SIZES);
	BloomLoad  *load = palloc(sizeof(BloomLoad));
	BloomSpill *spill = bloom_spill_create(own, (Size) maintenance_work_mem *
										   1024);

	*load = (BloomLoad) {
		.view = set->relations->view, .class = class,
		.seed = set->seed, .partitions = set->partitions,
		.mask = PG_UINT64_MAX >> bloom_set_partition_bits(set),
		.loaded = -1
	};
	bloom_sort_init(&load->sort, spill, own);
	(void) bloom_list_init(&load->keys, BLOOM_MEMORY(own), NULL, 0,
						   0);
	return load;
}

/* Make room for more keys: enlarge the list, or write it to the file */
static void
make_room(BloomLoad *load)
{
	BloomList  *keys = &load->keys;
	/* sorting needs half as much again */
	Size		limit = load->sort.spill->limit / sizeof(uint64) / 3 * 2;

	if (keys->room < limit)
		(void) bloom_list_reserve(keys, Min(2 * keys->room, limit));
	else
	{
		(void) bloom_list_sort(keys);
		bloom_sort_write(&load->sort, keys->hashes, keys->count);
		keys->count = keys->sorted = 0;
	}
}

/*
 * Add a value's hash, computed with the set's seed.  The sort key begins with
 * the set partition.  Other bits than those that choose the block come next.
 * In the order of blocks, a filter that becomes full would be full in its
 * first blocks only.
 */
void
bloom_load_put(BloomLoad *load, uint64 hash)
{
	if (unlikely(load->keys.count == load->keys.room))
		make_room(load);
	load->keys.hashes[load->keys.count++] =
		bloom_exchange(bloom_bits_rotated(hash), load->mask, false);
}

/* The hashes of a set partition that are loaded */
typedef struct Batch
{
	BloomSet   *set;
	TimestampTz bucket;			/* of all hashes */
	int32		partition;
	uint64	   *hashes;			/* not yet tested or added */
	uint64	   *spare;			/* work space of the same size */
	BloomSetHash *tested;		/* the same hashes, while they are tested */
	int			count;
	BloomRecent *recent;		/* work space */
	MemoryContext work;			/* emptied after each partition */
	Snapshot	before;			/* taken before the partition's first batch;
								 * NULL until then */
	BloomFilling filling;
	int64		loaded;
} Batch;

/*
 * Open a set to load it, which only its owner may do.  Waits for transactions
 * that have claimed values, and keeps others from claiming.
 */
BloomSet *
bloom_load_open(Oid view)
{
	/* raises an error if the transaction's snapshot is too old for the set */
	BloomSet   *set = bloom_set_open(view, BLOOM_OWNERSHIP, BLOOM_SET_READ,
									 bloom_fill_snapshot());

	/*
	 * Wait for VACUUM and REINDEX CONCURRENTLY, which may take long, with a
	 * lock that does not block claims.
	 */
	LockRelation(bloom_set_table(set, BLOOM_RECENT), ShareUpdateExclusiveLock);
	bloom_set_close(set);
	return bloom_set_open(view, BLOOM_OWNERSHIP, BLOOM_SET_LOAD, NULL);
}

/* Mark the hashes that are among the partition's recent hashes */
static void
find_recent(Batch *batch)
{
	TimestampTz live = bloom_set_live(batch->set);
	uint64		from = 0;

	do
	{
		int64		found = bloom_recent_read(batch->set, batch->partition,
											  &from, batch->before,
											  batch->recent);

		for (int64 i = 0; i < found; i++)
		{
			uint64		hash = batch->recent[i].hash;
			Size		at;

			if (batch->recent[i].bucket < live)
				continue;
			at = bloom_hashes_find(batch->hashes, batch->count, hash);
			if (at < (Size) batch->count && batch->hashes[at] == hash)
				batch->tested[at].known = true;
		}
	} while (from != 0);
}

/* Remove the hashes that the partition has, as claims would find out */
static void
drop_known(Batch *batch)
{
	int			left = 0;

	bloom_filters_test(batch->set, batch->before, false, batch->tested,
					   batch->count);
	if (batch->set->unclaim)
		batch->loaded += bloom_unclaim_undo(batch->set, batch->tested,
											batch->count);
	find_recent(batch);
	if (IsolationUsesXactSnapshot())
		bloom_claim_check_known(batch->set, batch->tested, batch->count);
	for (int i = 0; i < batch->count; i++)
		if (!batch->tested[i].known)
			batch->hashes[left++] = batch->hashes[i];
	batch->count = left;
}

/*
 * Add `room` of the hashes to the open filter.  If there are more, they are
 * chosen at even intervals.  Hashes are in ascending order, so a filter that
 * got the first ones would be too full in its first blocks.
 */
static void
fill_filter(Batch *batch, int room)
{
	int			left = 0;

	for (int i = 0; i < batch->count; i++)
		if ((int64) (i + 1) * room / batch->count >
			(int64) i * room / batch->count)
			bloom_fill_add(&batch->filling, batch->set, batch->hashes[i]);
		else
			batch->hashes[left++] = batch->hashes[i];
	Assert(left == batch->count - room);
	batch->count = left;
}

/* Add all hashes to filters of the partition */
static void
fill_filters(Batch *batch)
{
	BloomFilling *filling = &batch->filling;

	batch->loaded += batch->count;
	while (batch->count > 0)
	{
		if (filling->words != NULL && filling->room <= 0)
			bloom_fill_write(filling, batch->set);
		if (filling->words == NULL)
			bloom_fill_open(filling, batch->set, batch->partition,
							batch->bucket, 1);
		fill_filter(batch, (int) Min(batch->count, filling->room));
	}
}

/* Whether a partition's hashes are enough to rewrite a filter for */
static bool
are_many(const Batch *batch)
{
	int32		part = bloom_fill_part(batch->set, batch->before,
									   batch->partition, batch->bucket, 1);

	return (Size) batch->count * HASH_BYTES >=
		bloom_set_filter_bytes(batch->set, part);
}

/* Load the hashes collected so far.  last: the partition has no more. */
static void
load_batch(Batch *batch, bool last)
{
	MemoryContext old = MemoryContextSwitchTo(batch->work);
	bool		first = batch->before == NULL;

	CHECK_FOR_INTERRUPTS();
	batch->count = (int) bloom_hashes_sort(batch->hashes, batch->spare,
										   batch->count,
										   bloom_check_interrupts);
	for (int i = 0; i < batch->count; i++)
		batch->tested[i] = bloom_set_hash(batch->set, batch->hashes[i]);
	if (first)
		batch->before = RegisterSnapshot(GetLatestSnapshot());
	if (first && last && !are_many(batch))
		batch->loaded += bloom_claim_hashes(batch->set, batch->tested,
											batch->count);
	else
	{
		drop_known(batch);
		fill_filters(batch);
	}
	batch->count = 0;
	if (last && batch->filling.words != NULL)
		bloom_fill_write(&batch->filling, batch->set);
	if (last)
	{
		UnregisterSnapshot(batch->before);
		batch->before = NULL;
		MemoryContextReset(batch->work);
	}
	MemoryContextSwitchTo(old);
}

/* Load the sorted hashes into an open set.  Returns the number of new ones. */
static int64
load_sorted(BloomSet *set, BloomLoad *load)
{
	Batch		batch = {.set = set, .bucket = bloom_current_bucket(set)};
	const uint64 *keys;
	Size		count;

	batch.work = AllocSetContextCreate(CurrentMemoryContext,
									   "bloomext load partition",
									   ALLOCSET_DEFAULT_SIZES);
	batch.hashes = palloc(BATCH * sizeof(uint64));
	batch.spare = palloc(BATCH * sizeof(uint64));
	batch.tested = palloc(BATCH * sizeof(BloomSetHash));
	batch.recent = palloc(BLOOM_MERGE_BATCH * sizeof(BloomRecent));
	while ((count = bloom_sort_next(&load->sort, &keys)) > 0)
		for (Size i = 0; i < count; i++)
		{
			uint64		hash = bloom_exchange(keys[i], load->mask, true);
			int32		partition = bloom_set_partition(set, hash);

			if (batch.count > 0 &&
				(partition != batch.partition || batch.count == BATCH))
				load_batch(&batch, partition != batch.partition);
			batch.partition = partition;
			batch.hashes[batch.count++] = hash;
		}
	if (batch.count > 0)
		load_batch(&batch, true);
	return batch.loaded;
}

/*
 * Load the hashes that were put, and free them.  Returns the number of new
 * ones, also when it is called again.  Raises the errors of bloom_load_open,
 * and one if the set has changed since the load began.
 */
int64
bloom_load_run(BloomLoad *load)
{
	MemoryContext old;
	BloomSet   *set;

	/* a HashAggregate that is rescanned asks for its results again */
	if (load->loaded >= 0)
		return load->loaded;
	/* all values were null, so claims need not be locked out */
	if (load->keys.count == 0 && load->sort.total == 0)
		return 0;
	old = MemoryContextSwitchTo(load->sort.context);
	/* before others have to wait */
	(void) bloom_list_sort(&load->keys);
	bloom_sort_begin(&load->sort.source, load->keys.hashes, load->keys.count,
					 BLOOM_HASH_BITS);
	set = bloom_load_open(load->view);
	if (set->seed != load->seed || set->partitions != load->partitions)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set \"%s\" was changed while it was loaded",
						RelationGetRelationName(bloom_set_view(set))),
				 errhint("Load it again.")));
	bloom_set_check_class(set, load->class);
	/* makes what this transaction has claimed visible */
	CommandCounterIncrement();
	load->loaded = load_sorted(set, load);
	bloom_worker_ask();
	bloom_set_close(set);
	MemoryContextSwitchTo(old);
	MemoryContextDelete(load->sort.context);
	return load->loaded;
}
