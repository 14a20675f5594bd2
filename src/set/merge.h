/*
 * set/merge.h
 *		Moving the recent hashes of a shared set into its filters.
 */
#ifndef BLOOM_SET_MERGE_H
#define BLOOM_SET_MERGE_H

#include "set/filters.h"
#include "set/recent.h"

/* Number of hashes that a merge has in memory at a time */
#define BLOOM_MERGE_BATCH	500000

/* Handles the hashes of one bucket of a set partition, in ascending order */
typedef void (*BloomBucketAction) (void *context, int32 partition,
								   TimestampTz bucket, const uint64 *hashes,
								   int64 count);

extern int64 bloom_merge_each_bucket(const BloomSet *set, BloomRecent *recent,
									 int64 count, int32 partition,
									 BloomBucketAction action, void *context);
extern int64 bloom_merge_partition(const BloomSet *set, int32 partition,
								   int64 least, uint64 *from, bool *more);
extern bool bloom_merge_lock(const BloomSet *set, bool wait);

#endif							/* BLOOM_SET_MERGE_H */
