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
#include "set/setcompat.h"

#include "storage/bufmgr.h"
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

/* Recent hashes that take less space than this are left alone */
#define SMALL_BYTES				(128 * 1024)

/*
 * Bytes of the filter that a merge of the partition would write, or of part 0
 * if partition is -1
 */
static Size
filter_bytes(const BloomSet *set, int32 partition)
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
	return bloom_filter_size(&geometry);
}

/* How many hashes a group needs, by the bytes of one of its filters */
static int64
due_count(const BloomSet *set, Size bytes)
{
	return Max((int64) bytes / FILTER_BYTES_PER_HASH, MIN_MERGED) *
		(bloom_set_group_size(set) + 1) / 2;
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
								due_count(set, filter_bytes(set, partition)));
}

/* The number of hashes below which no group of the set is due */
int64
bloom_merge_least(const BloomSet *set)
{
	return due_count(set, filter_bytes(set, -1));
}

/*
 * Whether the table of recent hashes takes more space than the filters, so
 * that all of them should be merged and the table truncated.  VACUUM does not
 * shrink its index.  The storage parameter vacuum_truncate can forbid that.
 */
bool
bloom_merge_bloated(const BloomSet *set)
{
	Relation	recent = set->tables[BLOOM_RECENT];
	Relation	index = set->indexes[BLOOM_RECENT];
	double		bytes = (double) BLCKSZ * RelationGetNumberOfBlocks(recent) +
		(double) BLCKSZ * RelationGetNumberOfBlocks(index);

	return bytes > SMALL_BYTES && bloom_may_truncate(recent) &&
		bytes > (double) filter_bytes(set, 0) * set->partitions;
}
