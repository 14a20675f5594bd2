/*
 * set/recent.h
 *		The recent hashes of a shared set, which are in no filter yet.
 */
#ifndef BLOOM_SET_RECENT_H
#define BLOOM_SET_RECENT_H

#include "set/set.h"

/* A recent hash, with its bucket and the place of its row */
typedef struct BloomRecent
{
	TimestampTz bucket;
	uint64		hash;
	ItemPointerData place;
} BloomRecent;

extern bool bloom_recent_contains(const BloomSet *set, Snapshot snapshot,
								  uint64 hash);
extern bool bloom_recent_is_known(const BloomSet *set, Snapshot snapshot,
								  uint64 hash);
extern int64 bloom_recent_count(const BloomSet *set, Snapshot snapshot);
extern int32 bloom_recent_fullest(const BloomSet *set, int32 partition,
								  int64 wanted);
extern int32 bloom_recent_next_group(const BloomSet *set, int32 group);
extern int64 bloom_recent_read(const BloomSet *set, int32 partition,
							   uint64 *from, Snapshot snapshot,
							   BloomRecent *recent, int64 room);
extern int64 bloom_recent_take(const BloomSet *set, BloomRecent *recent,
							   int64 count);
extern int64 bloom_recent_expire(const BloomSet *set);

#endif							/* BLOOM_SET_RECENT_H */
