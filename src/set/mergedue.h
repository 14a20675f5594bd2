/*
 * set/mergedue.h
 *		When merging the recent hashes of a shared set pays.
 */
#ifndef BLOOM_SET_MERGEDUE_H
#define BLOOM_SET_MERGEDUE_H

#include "set/recent.h"

extern int32 bloom_merge_due(const BloomSet *set, int32 partition);
extern int64 bloom_merge_least(const BloomSet *set);
extern bool bloom_merge_bloated(const BloomSet *set);

#endif							/* BLOOM_SET_MERGEDUE_H */
