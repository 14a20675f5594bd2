/*
 * core/bits.h
 *		One bit array of a filter: setting, testing, combining and counting its
 *		bits.
 *
 * Bit i of the array is bit i mod 64 of word i / 64.  Words that are only read
 * can be at any address, others need the alignment of uint64_t.  But if they
 * are aligned to cache lines, a test costs one cache miss per line, not two.
 */
#ifndef BLOOM_BITS_H
#define BLOOM_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/geometry.h"

/* Prefetching this many hashes ahead hides a cache miss (measured) */
#define BLOOM_AHEAD		32

/*
 * The hash as layers of a growing filter use it: with its halves exchanged.
 * The highest bits of a hash select its block.  So hashes in ascending order,
 * as from a sort or an index, would overfill the first blocks of a layer
 * before the layer as a whole is full.  Applying this twice gives the original
 * hash.
 */
static inline uint64_t
bloom_bits_rotated(uint64_t hash)
{
	return hash << 32 | hash >> 32;
}

extern unsigned bloom_bits_add(uint64_t *words,
							   const BloomGeometry *geometry, uint64_t hash);
extern bool bloom_bits_test(const void *words,
							const BloomGeometry *geometry, uint64_t hash);

/* Returns a cache line by its number, valid until the next call */
typedef const void *(*BloomLineReader) (void *context, size_t line);

extern bool bloom_bits_test_lines(BloomLineReader read, void *context,
								  const BloomGeometry *geometry,
								  uint64_t hash);
extern size_t bloom_bits_first_line(const BloomGeometry *geometry,
									uint64_t hash);

/*
 * Functions for many hashes.  A test that misses the cache takes 50 to 100
 * times as long as one that hits it, but several misses can overlap.  Callers
 * with several hashes should pass them together.  Callers that get one hash
 * after the other, and have other work in between, should prefetch for each
 * hash as soon as they have it.
 */
extern void bloom_bits_prefetch(const void *words,
								const BloomGeometry *geometry,
								const uint64_t *hashes, size_t count);
extern void bloom_bits_test_each(const void *words,
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
extern uint64_t bloom_bits_count_or(const void *a, const void *b,
									size_t lines);

/* The number of bits that are set in cache lines */
static inline uint64_t
bloom_bits_count(const void *words, size_t lines)
{
	return bloom_bits_count_or(words, words, lines);
}

#endif							/* BLOOM_BITS_H */
