/*
 * set/filters.h
 *		The filters of a shared set.
 */
#ifndef BLOOM_SET_FILTERS_H
#define BLOOM_SET_FILTERS_H

#include "set/set.h"
#include "value/expanded.h"

#include "access/tableam.h"
#include "utils/rel.h"

/* A row of the table of filters */
typedef struct BloomSetFilter
{
	TimestampTz bucket;			/* its begin; DT_NOBEGIN in a set that keeps */
	int32		part;			/* from 0 */
	int64		members;		/* how many values were added */
	Datum		filter;			/* good until the next row is read */
} BloomSetFilter;

typedef struct BloomSetScan
{
	Relation	relation;
	TableScanDesc scan;
	TupleTableSlot *slot;
	TimestampTz live;			/* buckets that are older are skipped */
	uint64		version;		/* of the rows that were read: changes with them */
} BloomSetScan;

/* What the filters of a set tell of hashes */
typedef struct BloomSetTested
{
	uint64		version;		/* of the filters */
	int			part;			/* the greatest number of one */
} BloomSetTested;

extern void bloom_set_scan_begin(BloomSetScan *scan, const BloomSet *set,
								 Snapshot snapshot, TimestampTz live);
extern bool bloom_set_scan_next(BloomSetScan *scan, BloomSetFilter *row);
extern void bloom_set_scan_end(BloomSetScan *scan);

extern BloomSetTested bloom_set_test(const BloomSet *set, Snapshot snapshot,
									 const uint64 *hashes, int count,
									 bool *contained);
extern BloomSetTested bloom_set_test_latest(const BloomSet *set,
											const uint64 *hashes, int count,
											bool *contained);

#endif							/* BLOOM_SET_FILTERS_H */
