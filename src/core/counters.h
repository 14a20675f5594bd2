/*
 * core/counters.h
 *		One layer of a counting filter: a 4-bit counter in place of each bit,
 *		so that values can be removed (Fan et al., "Summary Cache", 2000).
 *
 * A counter is the number of values in the filter that have its bit.  One that
 * has reached 15 stays 15, because the true number is unknown then.
 * Counter i of a line is the four bits from bit 4 * (i mod 16) of word i / 16.
 * Words that are tested or counted can be at any address.
 */
#ifndef BLOOM_COUNTERS_H
#define BLOOM_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/geometry.h"

#define BLOOM_COUNTER_LINE_WORDS	(BLOOM_LINE_BITS * 4 / 64)

extern void bloom_counters_add(uint64_t *words,
							   const BloomGeometry *geometry, uint64_t hash);
extern void bloom_counters_prefetch(const void *words,
									const BloomGeometry *geometry,
									const uint64_t *hashes, size_t count);
extern bool bloom_counters_test(const void *words,
								const BloomGeometry *geometry, uint64_t hash);
extern bool bloom_counters_remove(uint64_t *words,
								  const BloomGeometry *geometry,
								  uint64_t hash);

extern void bloom_counters_sum(uint64_t *to, const uint64_t *from,
							   size_t lines);
extern void bloom_counters_least(uint64_t *to, const uint64_t *from,
								 size_t lines);
extern void bloom_counters_fold(uint64_t *to, const uint64_t *from,
								size_t blocks, size_t block_lines,
								size_t factor);
extern void bloom_counters_bits(uint64_t *bits, const uint64_t *from,
								size_t lines);
extern uint64_t bloom_counters_count_or(const void *a, const void *b,
										size_t lines);

#endif							/* BLOOM_COUNTERS_H */
