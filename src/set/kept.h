/*
 * kept.h
 *		Filters of shared sets that a session keeps in memory.
 */
#ifndef BLOOM_SET_KEPT_H
#define BLOOM_SET_KEPT_H

#include "set/filters.h"

/* Who tests so many hashes of a shard at a time is taken to do so again */
#define BLOOM_KEPT_MIN_BATCH	16

extern const uint64 *bloom_kept_words(const BloomSet *set,
									  const BloomSetFilter *row, int count);

#endif							/* BLOOM_SET_KEPT_H */
