/*
 * set/loadsort.c
 *		The hashes that a shared set is loaded with, sorted by its partitions.
 *
 * They are sorted as the lists of filters are, which is several times faster
 * than a sort of values is.  What doesn't fit into memory is written to a file
 * as sorted runs.  Of these, some of each are read at a time, and those that
 * none of the rest can precede are sorted once more.
 */
#include "set/load.h"

#include "miscadmin.h"
#include "utils/memutils.h"

/* An odd number, and the one that makes 1 of it modulo 2^64 */
#define MIX			UINT64CONST(0xD6E8FEB86659FD93)
#define UNMIX		UINT64CONST(0xCFEE444D8B59A89B)

/* Keys that fill a block of the file, and blocks of a run read at a time */
#define BLOCK_KEYS	(BLCKSZ / sizeof(uint64))
#define READ_BLOCKS	8
#define READ_KEYS	(READ_BLOCKS * BLOCK_KEYS)

/* Sorted keys in the file */
typedef struct BloomLoadRun
{
	int64		block;			/* where to go on to read */
	Size		left;			/* how many are still to be read */
	uint64	   *keys;			/* that were read */
	Size		count;
	Size		at;				/* how many of them were taken */
} BloomLoadRun;

/*
 * Begin to sort hashes of a set's values, in the current memory context.  It
 * is for one who fills a set, as for one who creates an index, so it may take
 * as much memory: half for the keys, half to sort them.
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

/* Give back what it has */
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
 * Hashes are sorted by their partition, and then in an order that is none: the
 * next bits choose the block, so if they came by these, a filter that gets
 * full, and is followed by another one, would be full in its first blocks.
 */
static uint64
exchange(int partition_bits, uint64 hash, uint64 factor)
{
	uint64		mask = PG_UINT64_MAX >> partition_bits;

	return (hash & ~mask) | ((hash & mask) * factor & mask);
}

/* Sort the keys that are in memory */
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

/* Write the keys that are in memory to the file, as a run */
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

/* Make room for another key */
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

/* Put a hash of a value, as a filter with the set's seed has it */
void
bloom_load_put(BloomLoadSort *sort, uint64 hash)
{
	if (unlikely(sort->count == sort->room))
		make_room(sort);
	sort->keys[sort->count++] = exchange(sort->partition_bits,
										 bloom_bits_rotated(hash), MIX);
}

/* Sort what was put */
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

/* Read more of a run, of which all was taken */
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

/* Take the next keys from the runs, sorted; there are none after the last */
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

/* The next hash as the set has it, or false after the last */
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

/* An error unless the hashes are those of a set like this */
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
