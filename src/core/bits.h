/*
 * core/bits.h
 *		One bit array of a filter: the only place that knows which bits a hash
 *		stands for.
 *
 * Plain C: no PostgreSQL header is included here or by core/bits.c.  The
 * words hold bit i of the array at bit i mod 64 of word i / 64, and work at
 * any alignment that uint64_t has; a line that is aligned to its size costs
 * one cache miss instead of two.
 */
#ifndef BLOOM_BITS_H
#define BLOOM_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/geometry.h"

/* Measured, loading the lines of so many hashes ahead hides a cache miss */
#define BLOOM_AHEAD		32

/*
 * A growing filter's layers get each hash with its halves exchanged.  A hash's
 * highest bits choose its block, so those that come in ascending order, of a
 * sort or an index, would fill a layer's first blocks with many times what
 * they are for before the layer as a whole is full.  Who applies this twice
 * has the hash again.
 */
static inline uint64_t
bloom_bits_rotated(uint64_t hash)
{
	return hash << 32 | hash >> 32;
}

extern unsigned bloom_bits_add(uint64_t *words,
							   const BloomGeometry *geometry, uint64_t hash);
extern bool bloom_bits_test(const uint64_t *words,
							const BloomGeometry *geometry, uint64_t hash);
extern size_t bloom_bits_block(const BloomGeometry *geometry, uint64_t hash);

/*
 * Whether tests of many hashes may use instructions that the processor has and
 * others don't.  They do; tests and benchmarks compare.
 */
extern bool bloom_bits_wide;

/*
 * Many hashes at once.  A line that isn't in cache takes 50 to 100 times as
 * long as a test of one that is, but the next lines can come meanwhile.  Who
 * has several hashes hands them over together; who gets them one by one, and
 * has other work to do until their turn comes, prefetches each.
 */
extern void bloom_bits_prefetch(const uint64_t *words,
								const BloomGeometry *geometry,
								const uint64_t *hashes, size_t count);
extern void bloom_bits_test_each(const uint64_t *words,
								 const BloomGeometry *geometry,
								 const uint64_t *hashes, size_t count,
								 bool *contained);
extern void bloom_bits_add_each(uint64_t *words,
								const BloomGeometry *geometry,
								const uint64_t *hashes, size_t count);

extern void bloom_bits_or(uint64_t *to, const uint64_t *from, size_t lines);
extern void bloom_bits_and(uint64_t *to, const uint64_t *from, size_t lines);
extern void bloom_bits_fold(uint64_t *to, const uint64_t *from, size_t blocks,
							size_t block_lines, size_t factor);
extern uint64_t bloom_bits_count_or(const uint64_t *a, const uint64_t *b,
									size_t lines);

/* The bits that are set in so many lines */
static inline uint64_t
bloom_bits_count(const uint64_t *words, size_t lines)
{
	return bloom_bits_count_or(words, words, lines);
}

#endif							/* BLOOM_BITS_H */
