/*
 * set/kept.h
 *		Filters of shared sets that a session keeps in memory.
 */
#ifndef BLOOM_SET_KEPT_H
#define BLOOM_SET_KEPT_H

#include "set/filters.h"

extern const uint64 *bloom_kept_words(const BloomSet *set,
									  const BloomSetFilter *row, int count);

#endif							/* BLOOM_SET_KEPT_H */
