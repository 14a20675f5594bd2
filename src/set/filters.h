/*
 * set/filters.h
 *		The filters of a shared set.
 *
 * A row of the table is the filter of a partition, a bucket and a part.  The
 * filter is bare bits, as little-endian words.  The filters of all partitions,
 * one after the other, are one large filter, of which each has a slice.
 */
#ifndef BLOOM_SET_FILTERS_H
#define BLOOM_SET_FILTERS_H

#include "core/bits.h"
#include "set/set.h"

/* A row of the table of filters */
typedef struct BloomSetFilter
{
	int32		partition;
	TimestampTz bucket;			/* its beginning; DT_NOBEGIN: no retention */
	int32		part;			/* from 0 */
	int64		members;		/* number of values that were added */
	int64		bits_set;
	Datum		bits;			/* valid until the next row is read */
	BloomGeometry geometry;
	ItemPointerData place;
	TransactionId writer;		/* of the row, also if it is frozen */
} BloomSetFilter;

extern SysScanDesc bloom_filters_begin(const BloomSet *set, Snapshot snapshot,
									   TimestampTz live, int32 partition);
extern bool bloom_filters_next(const BloomSet *set, SysScanDesc scan,
							   BloomSetFilter *row);

/* The size of a filter's bits in bytes */
static inline Size
bloom_set_filter_size(const BloomGeometry *geometry)
{
	return (Size) geometry->lines * BLOOM_LINE_WORDS * sizeof(uint64);
}

extern Size bloom_set_filter_bytes(const BloomSet *set, int32 part);
extern Size bloom_set_filter_line(const BloomSet *set,
								  const BloomGeometry *geometry, uint64 hash);
extern uint64 *bloom_set_filter_words(const BloomSetFilter *row);
extern void bloom_set_filter_add(const BloomSet *set,
								 const BloomGeometry *geometry,
								 uint64 *words, uint64 hash);

/* A filter to which hashes are added */
typedef struct BloomFilling
{
	BloomSetFilter row;
	uint64	   *words;			/* its bits, palloc'd; NULL: not open */
	int64		room;			/* hashes that still fit into it */
} BloomFilling;

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

/* in cache.c */
extern uint64 bloom_filters_test(const BloomSet *set, Snapshot snapshot,
								 bool again, BloomSetHash *hashes, int count);

#endif							/* BLOOM_SET_FILTERS_H */
