/*
 * set/cache.h
 *		Testing hashes against the filters of a shared set.
 */
#ifndef BLOOM_SET_CACHE_H
#define BLOOM_SET_CACHE_H

#include "set/set.h"

extern void bloom_filters_test(const BloomSet *set, Snapshot snapshot,
							   BloomSetHash *hashes, int count);

#endif							/* BLOOM_SET_CACHE_H */
