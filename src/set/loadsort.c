/*
 * set/loadsort.c
 *		Sorting the hashes to load into a shared set by set partition.
 *
 * The sort is that of sparse filters, which is several times faster than
 * tuplesort.  Hashes that do not fit into memory are written to a file as
 * sorted runs.  To merge the runs, a part of each is read, and all hashes that
 * no unread one can precede are sorted again.
 */
#include "set/load.h"

#include "miscadmin.h"
#include "utils/memutils.h"

/* An odd number, and its inverse modulo 2^64 */
#define MIX			UINT64CONST(0xD6E8FEB86659FD93)
#define UNMIX		UINT64CONST(0xCFEE444D8B59A89B)

/* Keys per block of the file, and blocks of a run that are read at a time */
#define BLOCK_KEYS	(BLCKSZ / sizeof(uint64))
#define READ_BLOCKS	8
#define READ_KEYS	(READ_BLOCKS * BLOCK_KEYS)

/* A sorted run in the file */
typedef struct BloomLoadRun
{
	int64		block;			/* next block to read */
	Size		left;			/* number of keys still to be read */
	uint64	   *keys;			/* keys that were read */
	Size		count;
	Size		at;				/* number of these that were taken */
} BloomLoadRun;

/*
 * Start sorting hashes for a set, in the current memory context.  As for
 * CREATE INDEX, maintenance_work_mem limits the memory.  Half of it is for the
 * keys, and half is work space.
 */
void
bloom_load_sort_begin(BloomLoadSort *sort, const BloomSet *set,
					  BloomClass class)
{
	*sort = (BloomLoadSort) {
		.class = class, .seed = set->seed,
		.partition_bits = bloom_set_partition_bits(set),
		.context = CurrentMemoryContext,
		.room = BLOCK_KEYS,
		.limit = (Size) maintenance_work_mem * 1024 / sizeof(uint64) / 2
	};
	sort->keys = palloc(sort->room * sizeof(uint64));
}

/* Release memory and file of a sort */
void
bloom_load_sort_end(BloomLoadSort *sort)
{
	if (sort->file != NULL)
		BufFileClose(sort->file);
	for (int i = 0; i < sort->run_count; i++)
		if (sort->runs[i].keys != NULL)
			pfree(sort->runs[i].keys);
	if (sort->runs != NULL)
		pfree(sort->runs);
	if (sort->keys != NULL)
		pfree(sort->keys);
	if (sort->spare != NULL)
		pfree(sort->spare);
	*sort = (BloomLoadSort) {.keys = NULL};
}

/*
 * Make a sort key of a hash (factor MIX), or a hash of a sort key (UNMIX).
 * Hashes are sorted by set partition first, and pseudorandomly within each.
 * The bits after the partition's choose the block.  In the order of these
 * bits, a filter that becomes full would be full in its first blocks only.
 */
static uint64
exchange(int partition_bits, uint64 hash, uint64 factor)
{
	uint64		mask = PG_UINT64_MAX >> partition_bits;

	return (hash & ~mask) | ((hash & mask) * factor & mask);
}

/* Sort the keys in memory */
static void
sort_keys(BloomLoadSort *sort)
{
	if (sort->spare == NULL)
		sort->spare = MemoryContextAllocHuge(sort->context,
											 sort->room * sizeof(uint64));
	sort->count = bloom_hashes_sort(sort->keys, sort->spare, sort->count,
									bloom_check_interrupts);
	sort->at = 0;
}

/* Write the keys in memory to the file, as a sorted run */
static void
write_run(BloomLoadSort *sort)
{
	MemoryContext old = MemoryContextSwitchTo(sort->context);
	char		zeros[BLCKSZ] = {0};
	Size		rest;

	sort_keys(sort);
	if (sort->file == NULL)
		sort->file = BufFileCreateTemp(false);
	sort->runs = sort->runs == NULL ? palloc(sizeof(BloomLoadRun)) :
		repalloc(sort->runs, (sort->run_count + 1) * sizeof(BloomLoadRun));
	sort->runs[sort->run_count++] = (BloomLoadRun) {
		.block = sort->blocks, .left = sort->count
	};
	BufFileWrite(sort->file, sort->keys, sort->count * sizeof(uint64));
	rest = sort->count % BLOCK_KEYS;
	if (rest > 0)
		BufFileWrite(sort->file, zeros, (BLOCK_KEYS - rest) * sizeof(uint64));
	sort->blocks += (sort->count + BLOCK_KEYS - 1) / BLOCK_KEYS;
	sort->count = 0;
	MemoryContextSwitchTo(old);
}

/* Make room for one more key */
static void
make_room(BloomLoadSort *sort)
{
	if (sort->room >= sort->limit)
	{
		write_run(sort);
		return;
	}
	sort->room = Min(2 * sort->room, Max(sort->limit, sort->room + 1));
	sort->keys = repalloc_huge(sort->keys, sort->room * sizeof(uint64));
}

/* Add a value's hash, computed with the set's seed */
void
bloom_load_put(BloomLoadSort *sort, uint64 hash)
{
	if (unlikely(sort->count == sort->room))
		make_room(sort);
	sort->keys[sort->count++] = exchange(sort->partition_bits,
										 bloom_bits_rotated(hash), MIX);
}

/* Sort all hashes that were put; bloom_load_next then returns them */
void
bloom_load_sort(BloomLoadSort *sort)
{
	if (sort->file == NULL)
	{
		sort_keys(sort);
		return;
	}
	write_run(sort);
	pfree(sort->keys);
	pfree(sort->spare);
	sort->keys = sort->spare = NULL;
	sort->room = sort->run_count * READ_KEYS;
	sort->keys = MemoryContextAllocHuge(sort->context,
										sort->room * sizeof(uint64));
	for (int i = 0; i < sort->run_count; i++)
		sort->runs[i].keys = MemoryContextAlloc(sort->context,
												READ_KEYS * sizeof(uint64));
}

/* Read the next keys of a run, after all keys read before were taken */
static void
read_run(BloomLoadSort *sort, BloomLoadRun *run)
{
	Size		size;

	run->count = Min(run->left, READ_KEYS);
	run->at = 0;
	size = run->count * sizeof(uint64);
	if (BufFileSeekBlock(sort->file, run->block) != 0 ||
		BufFileRead(sort->file, run->keys, size) != size)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not read from a temporary file: %m")));
	run->left -= run->count;
	run->block += READ_BLOCKS;
}

/* Take the next sorted keys from the runs: none if all were taken */
static void
merge_runs(BloomLoadSort *sort)
{
	uint64		bound = PG_UINT64_MAX;

	sort->count = 0;
	for (int i = 0; i < sort->run_count; i++)
	{
		BloomLoadRun *run = &sort->runs[i];

		if (run->at == run->count && run->left > 0)
			read_run(sort, run);
		if (run->left > 0)
			bound = Min(bound, run->keys[run->count - 1]);
	}
	for (int i = 0; i < sort->run_count; i++)
	{
		BloomLoadRun *run = &sort->runs[i];

		while (run->at < run->count && run->keys[run->at] <= bound)
			sort->keys[sort->count++] = run->keys[run->at++];
	}
	sort_keys(sort);
}

/*
 * Set *hash to the next hash, with its halves exchanged.  Returns false after
 * the last one.
 */
bool
bloom_load_next(BloomLoadSort *sort, uint64 *hash)
{
	if (sort->at == sort->count && sort->file != NULL)
		merge_runs(sort);
	if (sort->at == sort->count)
		return false;
	*hash = exchange(sort->partition_bits, sort->keys[sort->at++], UNMIX);
	return true;
}

/* Raise an error if the set's seed or partitions have changed since then */
void
bloom_load_sort_check(const BloomLoadSort *sort, const BloomSet *set)
{
	if (set->seed != sort->seed ||
		bloom_set_partition_bits(set) != sort->partition_bits)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set \"%s\" was changed while it was loaded",
						RelationGetRelationName(set->view))));
}
