/*
 * set/fill.h
 *		Filling the filters of a shared set: merges and loads.
 */
#ifndef BLOOM_SET_FILL_H
#define BLOOM_SET_FILL_H

#include "set/filters.h"

/* A filter to which hashes are added */
typedef struct BloomFilling
{
	BloomSetFilter row;
	uint64	   *words;			/* its bits, palloc'd; NULL: not open */
	int64		room;			/* hashes that still fit into it */
} BloomFilling;

extern Snapshot bloom_fill_snapshot(void);
extern bool bloom_fill_part(const BloomSet *set, Snapshot snapshot,
							int32 partition, TimestampTz bucket, int64 count,
							int32 *part);
extern void bloom_fill_open(BloomFilling *filling, const BloomSet *set,
							int32 partition, TimestampTz bucket, int64 count);
extern void bloom_fill_open_part(BloomFilling *filling, const BloomSet *set,
								 int32 partition, TimestampTz bucket,
								 int32 part);
extern void bloom_fill_add(BloomFilling *filling, const BloomSet *set,
						   uint64 hash);
extern void bloom_fill_write(BloomFilling *filling, const BloomSet *set);

#endif							/* BLOOM_SET_FILL_H */
