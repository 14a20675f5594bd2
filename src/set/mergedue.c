/*
 * set/mergedue.c
 *		When merging pays.
 *
 * A merge rewrites the whole filter of a set partition, so it pays only if the
 * partition has many recent hashes.  The partitions of a group are merged in
 * turn.
 */
#include "set/mergedue.h"

#include "set/filters.h"

/*
 * Bytes of filter that a merge writes for each hash that it moves.  As the
 * partitions of a group are merged in turn, a set has on average half of the
 * recent hashes that merges of all of them would move.  At about 100 bytes
 * each, these take 0.8 times the size of the filters.  In a set of one
 * partition, each merge moves this many.
 */
#define FILTER_BYTES_PER_HASH	70
#define MIN_MERGED				10000

/* How many recent hashes a set partition needs for a merge to pay */
static int64
threshold(const BloomSet *set)
{
	BloomGeometry geometry;

	bloom_set_geometry(set, 0, &geometry);
	return Max((int64) bloom_filter_size(&geometry) / FILTER_BYTES_PER_HASH,
			   MIN_MERGED);
}

/*
 * The fullest set partition of the group that contains partition, or -1 if the
 * group is not due.  A group is due if it has as many hashes as it would have
 * if its partitions had been merged in turn, each at the threshold.
 * Partitions fill evenly, so this is what makes them take turns.
 */
int32
bloom_merge_due(const BloomSet *set, int32 partition)
{
	return bloom_recent_fullest(set, partition, threshold(set) *
								(bloom_set_group_size(set) + 1) / 2);
}

/* The number of recent hashes below which a group is at rest */
int64
bloom_merge_rest(const BloomSet *set)
{
	return threshold(set) / 4;
}

/*
 * The fullest set partition of the group that contains partition, or -1 if the
 * group is at rest.  Once claims have ceased, these are merged one by one.
 */
int32
bloom_merge_restless(const BloomSet *set, int32 partition)
{
	return bloom_recent_fullest(set, partition, bloom_merge_rest(set));
}
