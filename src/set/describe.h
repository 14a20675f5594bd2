/*
 * set/describe.h
 *		What shared sets tell of themselves.
 */
#ifndef BLOOM_SET_INFO_H
#define BLOOM_SET_INFO_H

#include "set/settings.h"

/* What the filters of a set are together */
typedef struct BloomSummary
{
	int64		members;
	int64		bytes;
	int64		filters;
	bool		grown;			/* there is more than one of a bucket */
	double		right;			/* the sum of the partitions' chances not to
								 * err */
} BloomSummary;

extern void bloom_set_summarize(const BloomSet *set, Snapshot snapshot,
								BloomSummary *sum);

#endif							/* BLOOM_SET_INFO_H */
