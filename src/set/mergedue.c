/*
 * set/mergedue.c
 *		When merging pays.
 *
 * A merge rewrites the whole filter of a set partition, so it pays only if the
 * partition has many recent hashes.  The partitions of a group are merged in
 * turn.
 */
#include "set/mergedue.h"

#include "set/merge.h"

#include "utils/snapmgr.h"

/*
 * Bytes of filter that a merge writes for each hash that it moves.  As the
 * partitions of a group are merged in turn, a set has on average half of the
 * recent hashes that merges of all of them would move.  At about 100 bytes
 * each, these take 0.8 times the size of the filters.  In a set of one
 * partition, each merge moves this many.
 */
#define FILTER_BYTES_PER_HASH	70
#define MIN_MERGED				10000

/*
 * How many recent hashes a set partition needs for a merge to pay: by the size
 * of the part that a merge would write, or of part 0 if partition is -1
 */
static int64
threshold(const BloomSet *set, int32 partition)
{
	BloomGeometry geometry;
	int32		part = 0;

	if (partition >= 0)
	{
		Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());

		(void) bloom_merge_part(set, latest, partition, bloom_set_bucket(set),
								1, &part);
		UnregisterSnapshot(latest);
	}
	bloom_set_geometry(set, part, &geometry);
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
	return bloom_recent_fullest(set, partition,
								threshold(set, partition) *
								(bloom_set_group_size(set) + 1) / 2);
}

/*
 * The number of recent hashes below which a group is at rest.  The groups of a
 * set fill alike; if partition is -1, none of them has fewer.
 */
int64
bloom_merge_rest(const BloomSet *set, int32 partition)
{
	return threshold(set, partition) / 4;
}

/*
 * The fullest set partition of the group that contains partition, or -1 if the
 * group is at rest.  Once claims have ceased, these are merged one by one.
 */
int32
bloom_merge_restless(const BloomSet *set, int32 partition)
{
	return bloom_recent_fullest(set, partition,
								bloom_merge_rest(set, partition));
}
