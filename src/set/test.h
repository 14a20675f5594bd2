/*
 * set/test.h
 *		Testing hashes against the filters of a shared set.
 */
#ifndef BLOOM_SET_TEST_H
#define BLOOM_SET_TEST_H

#include "set/set.h"

extern void bloom_filters_test(const BloomSet *set, Snapshot snapshot,
							   const uint64 *hashes, int count,
							   bool *contained, uint64 *versions);
extern void bloom_filters_test_changed(const BloomSet *set,
									   const uint64 *hashes, int count,
									   bool *contained,
									   const uint64 *versions);

#endif							/* BLOOM_SET_TEST_H */
