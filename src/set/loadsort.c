/*
 * set/loadsort.c
 *		The hashes that a shared set is loaded with, sorted by its shards.
 */
#include "set/load.h"

#include "catalog/pg_operator.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"

/* An odd number, and the one that makes 1 of it modulo 2^64 */
#define MIX			UINT64CONST(0xD6E8FEB86659FD93)
#define UNMIX		UINT64CONST(0xCFEE444D8B59A89B)

/* With this bit turned, numbers with a sign have the same order */
#define SIGN		(UINT64CONST(1) << 63)

/*
 * Begin to sort hashes of a set's values.  It is for one who fills a set, as
 * for one who creates an index, so it may take as much memory.
 */
void
bloom_load_sort_begin(BloomLoadSort *sort, const BloomSet *set,
					  BloomClass class)
{
	sort->tuples = tuplesort_begin_datum(INT8OID, Int8LessOperator, InvalidOid,
										 false, maintenance_work_mem, NULL, 0);
	sort->class = class;
	sort->seed = set->seed;
	sort->shard_bits = bloom_set_shard_bits(set);
}

void
bloom_load_sort_end(BloomLoadSort *sort)
{
	if (sort->tuples != NULL)
		tuplesort_end(sort->tuples);
	sort->tuples = NULL;
}

/*
 * Hashes are sorted by their shard, and then in an order that is none: the
 * next bits choose the region, so if they came by these, a filter that gets
 * full, and is followed by another one, would be full in its first regions.
 */
static uint64
exchange(int shard_bits, uint64 hash, uint64 factor)
{
	uint64		mask = PG_UINT64_MAX >> shard_bits;

	return (hash & ~mask) | ((hash & mask) * factor & mask);
}

/* Put a hash of a value, as a filter with the set's seed has it */
void
bloom_load_put(BloomLoadSort *sort, uint64 hash)
{
	uint64		key = exchange(sort->shard_bits, bloom_bits_turned(hash), MIX);

	tuplesort_putdatum(sort->tuples, Int64GetDatum((int64) (key ^ SIGN)),
					   false);
}

/* The next hash as the set has it, or false after the last */
bool
bloom_load_next(BloomLoadSort *sort, uint64 *hash)
{
	int64		key;

	if (!bloom_sort_next(sort->tuples, &key))
		return false;
	*hash = exchange(sort->shard_bits, (uint64) key ^ SIGN, UNMIX);
	return true;
}

/* An error unless the hashes are those of a set like this */
void
bloom_load_sort_check(const BloomLoadSort *sort, const BloomSet *set)
{
	if (set->seed != sort->seed ||
		bloom_set_shard_bits(set) != sort->shard_bits)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("shared set %s was changed while it was loaded",
						set->name)));
}
