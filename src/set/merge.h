/*
 * set/merge.h
 *		Moving the recent hashes of a shared set into its filters.
 */
#ifndef BLOOM_MERGE_H
#define BLOOM_MERGE_H

#include "set/filters.h"

/* A hash that is in no filter yet, with the bucket it belongs to */
typedef struct BloomRecent
{
	TimestampTz bucket;
	uint64		hash;
} BloomRecent;

/* What to do with a bucket's hashes, which ascend */
typedef void (*BloomRecentAction) (void *context, TimestampTz bucket,
								   const uint64 *hashes, int64 count);

/* A filter of a set as it will be when hashes have been added to it */
typedef struct BloomPart
{
	int32		part;
	int64		members;
	bool		stored;			/* there is a row of it */
	BloomExpanded *filter;
} BloomPart;

extern BloomPart bloom_merge_part(const BloomSet *set, Snapshot snapshot,
								  TimestampTz bucket, const uint64 *hashes,
								  int64 count);
extern void bloom_merge_each_bucket(BloomRecent *recent, int64 count,
									BloomRecentAction action, void *context);
extern uint64 bloom_merge_interval(const BloomSet *set, int part);
extern int64 bloom_merge(const BloomSet *set, bool wait);

#endif							/* BLOOM_MERGE_H */
