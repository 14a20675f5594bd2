/*
 * core/coded.h
 *		Coded sets of shortened hashes: the contents of rollup filters (Elias,
 *		1974; Fano, 1971).
 *
 * Plain C: no PostgreSQL header is included here or by core/coded.c.  The
 * first word is the number of hashes.  doc/format.md describes the others.
 */
#ifndef BLOOM_CODED_H
#define BLOOM_CODED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/pause.h"

/* The maximum length of shortened hashes, and their maximum number */
#define BLOOM_CODED_MAX_BITS	56
#define BLOOM_CODED_MAX_COUNT	UINT64_C(65000000)

/* The mask for hashes that are shortened to their highest `bits` bits */
static inline uint64_t
bloom_coded_mask(int bits)
{
	return ~UINT64_C(0) << (64 - bits);
}

/*
 * The number of words for `count` coded hashes, which are at most
 * BLOOM_CODED_MAX_COUNT
 */
extern size_t bloom_coded_words(uint64_t count, int bits);

/*
 * Write hashes to bloom_coded_words() words.  They must be in ascending order,
 * without repeated ones, and have only their highest `bits` bits.  pause is
 * called regularly unless it is NULL.
 */
extern void bloom_coded_write(uint64_t *words, const uint64_t *hashes,
							  size_t count, int bits, BloomPause pause);

/*
 * Read the hashes of valid words; the first word is their number.  Invalid
 * words may return false.  There must be as many words as bloom_coded_words()
 * says for the first one.  pause is called regularly unless it is NULL.
 */
extern bool bloom_coded_read(const uint64_t *words, int bits,
							 uint64_t *hashes, BloomPause pause);

/*
 * Whether bloom_coded_write() gives these words for some hashes.  There must
 * be as many words as bloom_coded_words() says for the first one.
 */
extern bool bloom_coded_valid(const uint64_t *words, int bits,
							  BloomPause pause);

/*
 * Whether the words have the hash, shortened to `bits` bits.  If the words are
 * invalid, the result is arbitrary.
 */
extern bool bloom_coded_contains(const uint64_t *words, int bits,
								 uint64_t hash);

/* Set contained[i] to the result of bloom_coded_contains() for hashes[i] */
extern void bloom_coded_contains_each(const uint64_t *words, int bits,
									  const uint64_t *hashes, size_t count,
									  bool *contained);

/* Prefetch the words that a test of the hash is likely to read */
extern void bloom_coded_prefetch(const uint64_t *words, int bits,
								 uint64_t hash);

#endif							/* BLOOM_CODED_H */
