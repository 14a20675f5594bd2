/*
 * set/filters.h
 *		The filters of a shared set.
 *
 * A row of the table is the filter of a partition, a bucket and a part: its
 * bits and nothing else, as little-endian words.  It is a slice of the blocks
 * of one large filter: that of a set with as many partitions is all of theirs,
 * one after the other.
 */
#ifndef BLOOM_SET_FILTERS_H
#define BLOOM_SET_FILTERS_H

#include "core/bits.h"
#include "set/set.h"

#include "access/relscan.h"
#include "executor/tuptable.h"

/* A row of the table of filters */
typedef struct BloomSetFilter
{
	int32		partition;
	TimestampTz bucket;			/* its begin; DT_NOBEGIN in a set that keeps */
	int32		part;			/* from 0; negative if it was loaded */
	int64		members;		/* how many values were added */
	int64		bits_set;
	Datum		bits;			/* good until the next row is read */
	BloomGeometry geometry;
	ItemPointerData place;
	TransactionId writer;		/* of the row */
} BloomSetFilter;

typedef struct BloomFilterScan
{
	const BloomSet *set;
	Snapshot	snapshot;
	TimestampTz live;			/* buckets that are older are skipped */
	IndexScanDesc scan;
	TupleTableSlot *slot;
	uint64		version;		/* of the rows that were read */
} BloomFilterScan;

extern void bloom_filters_begin(BloomFilterScan *scan, const BloomSet *set,
								Snapshot snapshot, TimestampTz live);
extern void bloom_filters_of_partition(BloomFilterScan *scan, int32 partition);
extern void bloom_filters_of_all(BloomFilterScan *scan);
extern bool bloom_filters_next_key(BloomFilterScan *scan,
								   BloomSetFilter *row);
extern bool bloom_filters_next(BloomFilterScan *scan, BloomSetFilter *row);
extern void bloom_filters_end(BloomFilterScan *scan);

/* The bytes of a filter's bits */
static inline Size
bloom_filter_size(const BloomGeometry *geometry)
{
	return (Size) geometry->lines * BLOOM_LINE_WORDS * sizeof(uint64);
}

/*
 * A layer of another filter that was loaded keeps its layout, which is in its
 * part's number, beside a number of its own.
 */
#define BLOOM_LOADED_PARTS			(1 << 16)
#define BLOOM_LOADED_MAX_LINES	15

/* The number of its own */
static inline int32
bloom_filter_loaded_number(int32 part)
{
	return ~part >> 15;
}

extern bool bloom_filter_geometry(const BloomSet *set, int32 part, Size size,
								  BloomGeometry *geometry);
extern int32 bloom_filter_loaded_part(const BloomGeometry *geometry,
									  int32 number);
extern Size bloom_filter_block(const BloomSet *set,
							   const BloomGeometry *geometry, uint64 hash);
extern uint64 *bloom_filter_words(const BloomSetFilter *row);
extern void bloom_filter_add(const BloomSet *set,
							 const BloomGeometry *geometry, uint64 *words,
							 uint64 hash);
extern double bloom_filter_fpp(const BloomSetFilter *row);
extern void bloom_filter_insert(const BloomSet *set,
								const BloomSetFilter *row,
								const uint64 *words);
extern bool bloom_filter_delete(const BloomSet *set,
								const BloomSetFilter *row);

#endif							/* BLOOM_SET_FILTERS_H */
