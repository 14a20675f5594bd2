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

/* A filter to which hashes are added */
typedef struct BloomFilling
{
	BloomSetFilter row;
	uint64	   *words;			/* its bits, palloc'd; NULL: not open */
	int64		room;			/* hashes that still fit into it */
} BloomFilling;

extern int64 bloom_merge_each_bucket(const BloomSet *set, BloomRecent *recent,
									 int64 count, int32 partition,
									 BloomBucketAction action, void *context);
extern int64 bloom_merge_partition(const BloomSet *set, int32 partition,
								   int64 least, uint64 *from, bool *more);
extern bool bloom_merge_lock(const BloomSet *set, bool wait);

/* in fill.c */
extern Snapshot bloom_fill_snapshot(void);
extern int32 bloom_fill_part(const BloomSet *set, Snapshot snapshot,
							 int32 partition, TimestampTz bucket,
							 int64 count);
extern void bloom_fill_open(BloomFilling *filling, const BloomSet *set,
							int32 partition, TimestampTz bucket, int64 count);
extern void bloom_fill_open_part(BloomFilling *filling, const BloomSet *set,
								 int32 partition, TimestampTz bucket,
								 int32 part);
extern void bloom_fill_add(BloomFilling *filling, const BloomSet *set,
						   uint64 hash);
extern void bloom_fill_write(BloomFilling *filling, const BloomSet *set);

#endif							/* BLOOM_SET_MERGE_H */
