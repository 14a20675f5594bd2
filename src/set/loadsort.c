/*
 * set/loadsort.c
 *		Sorting the hashes to load into a shared set by set partition.
 *
 * value/sort.c does the work.  Hashes that do not fit into memory are written
 * to a temporary file.
 */
#include "set/load.h"

#include "miscadmin.h"
#include "utils/memutils.h"

/* An odd number, and its inverse modulo 2^64 */
#define MIX			UINT64CONST(0xD6E8FEB86659FD93)
#define UNMIX		UINT64CONST(0xCFEE444D8B59A89B)

#define MIN_ROOM	1024

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
		.room = MIN_ROOM,
		.spill.context = CurrentMemoryContext,
		.spill.limit = (Size) maintenance_work_mem * 1024
	};
	bloom_sort_init(&sort->sort, &sort->spill, CurrentMemoryContext);
	sort->keys = palloc(sort->room * sizeof(uint64));
}

/* Free the keys and their work space */
static void
free_keys(BloomLoadSort *sort)
{
	if (sort->keys != NULL)
		pfree(sort->keys);
	if (sort->spare != NULL)
		pfree(sort->spare);
	sort->keys = sort->spare = NULL;
}

/* Release memory and file of a sort */
void
bloom_load_sort_end(BloomLoadSort *sort)
{
	bloom_sort_free(&sort->sort);
	bloom_spill_close(&sort->spill);
	free_keys(sort);
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
}

/* Write the keys in memory to the file */
static void
write_run(BloomLoadSort *sort)
{
	sort_keys(sort);
	bloom_sort_write(&sort->sort, sort->keys, sort->count);
	sort->count = 0;
}

/* Make room for one more key */
static void
make_room(BloomLoadSort *sort)
{
	Size		limit = sort->spill.limit / sizeof(uint64) / 2;

	if (sort->room >= limit)
	{
		write_run(sort);
		return;
	}
	sort->room = Min(2 * sort->room, Max(limit, sort->room + 1));
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
	if (sort->sort.run_count > 0)
	{
		write_run(sort);
		free_keys(sort);
	}
	else
		sort_keys(sort);
	bloom_sort_begin(&sort->sort, sort->keys, sort->count, PG_UINT64_MAX);
	sort->count = bloom_sort_next(&sort->sort, &sort->next);
}

/*
 * Set *hash to the next hash, with its halves exchanged.  Returns false after
 * the last one.
 */
bool
bloom_load_next(BloomLoadSort *sort, uint64 *hash)
{
	if (sort->count == 0)
		return false;
	*hash = exchange(sort->partition_bits, *sort->next++, UNMIX);
	if (--sort->count == 0)
		sort->count = bloom_sort_next(&sort->sort, &sort->next);
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
