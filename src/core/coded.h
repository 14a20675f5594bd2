/*
 * core/coded.h
 *		Sets of hashes of which only the highest bits are kept, coded: the
 *		content of a rollup filter (Elias, 1974; Fano, 1971).
 *
 * Plain C: no PostgreSQL header is included here or by core/coded.c.  The
 * first word is the number of hashes.  doc/format.md describes the others.
 */
#ifndef BLOOM_CODED_H
#define BLOOM_CODED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits of a hash that are kept at most, and hashes that are coded at most */
#define BLOOM_CODED_MAX_BITS	56
#define BLOOM_CODED_MAX_COUNT	UINT64_C(65000000)

/* The bits of a hash that are kept if the highest `bits` are */
static inline uint64_t
bloom_coded_mask(int bits)
{
	return ~UINT64_C(0) << (64 - bits);
}

/* The words that so many hashes take, at most BLOOM_CODED_MAX_COUNT */
extern size_t bloom_coded_words(uint64_t count, int bits);

/*
 * Code so many hashes, which ascend strictly and have no other bits than the
 * highest `bits`, to words of that number.
 */
extern void bloom_coded_write(uint64_t *words, const uint64_t *hashes,
							  size_t count, int bits, void (*pause) (void));

/*
 * The opposite: the hashes of valid words, of which the first is how many.
 * Of others, of which bloom_coded_words is right for the first one, false may
 * be returned instead.  pause is called every so often, unless it is NULL.
 */
extern bool bloom_coded_read(const uint64_t *words, int bits,
							 uint64_t *hashes, void (*pause) (void));

/*
 * Whether so many words, of which bloom_coded_words is right for the first
 * one, are what bloom_coded_write makes of some hashes.
 */
extern bool bloom_coded_valid(const uint64_t *words, int bits,
							  void (*pause) (void));

/*
 * Whether the bits that are kept of a hash are among those of valid words;
 * any answer for others
 */
extern bool bloom_coded_contains(const uint64_t *words, int bits,
								 uint64_t hash);

/* The same of many: contained[i] of the i-th */
extern void bloom_coded_contains_each(const uint64_t *words, int bits,
									  const uint64_t *hashes, size_t count,
									  bool *contained);

/* Start to load what a test of the hash is likely to read */
extern void bloom_coded_prefetch(const uint64_t *words, int bits,
								 uint64_t hash);

#endif							/* BLOOM_CODED_H */
