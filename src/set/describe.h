/*
 * set/describe.h
 *		Describing shared sets.
 */
#ifndef BLOOM_SET_DESCRIBE_H
#define BLOOM_SET_DESCRIBE_H

#include "set/settings.h"

/* Sums over the filters of a set */
typedef struct BloomSummary
{
	int64		members;
	int64		bytes;
	int64		filters;
	bool		grown;			/* some bucket has more than one filter */
	double		right;			/* sum of the partitions' probabilities of no
								 * false positive */
} BloomSummary;

extern void bloom_set_summarize(const BloomSet *set, Snapshot snapshot,
								BloomSummary *sum);

#endif							/* BLOOM_SET_DESCRIBE_H */
