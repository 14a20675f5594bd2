/*
 * core/coded.h
 *		Coded sets of shortened hashes: the contents of elastic filters (Elias,
 *		1974; Fano, 1971).
 *
 * The first word is the number of hashes.  doc/format.md describes the others.
 */
#ifndef BLOOM_CODED_H
#define BLOOM_CODED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/pause.h"
#include "core/window.h"

/* The length of hashes that are not shortened */
#define BLOOM_HASH_BITS			64

/*
 * The maximum number of coded hashes.  A directory entry has 32 bits, and so
 * many hashes take more than BLOOM_MAX_BYTES.
 */
#define BLOOM_CODED_MAX_COUNT	UINT64_C(0xFFFFFFFF)

/* The mask for hashes that are shortened to their highest `bits` bits */
static inline uint64_t
bloom_coded_mask(int bits)
{
	return ~UINT64_C(0) << (BLOOM_HASH_BITS - bits);
}

/*
 * The number of words for `count` coded hashes, which are at most
 * BLOOM_CODED_MAX_COUNT.  Whole hashes cannot be coded if there is only one.
 */
extern uint64_t bloom_coded_words(uint64_t count, int bits);

/* Codes hashes that become known in batches */
typedef struct BloomCodedWriter
{
	uint64_t   *words;
	int			bits;
	uint64_t	count;			/* how many hashes there will be */
	uint64_t	done;			/* how many were written */
} BloomCodedWriter;

/*
 * Start writing `count` hashes to bloom_coded_words() words, which must be
 * clear.
 */
extern void bloom_coded_begin(BloomCodedWriter *writer, uint64_t *words,
							  uint64_t count, int bits);

/*
 * Write the next hashes.  They must be in ascending order, without repeated
 * ones, and have only their highest `bits` bits.  If there are more than
 * announced, the rest is ignored.
 */
extern void bloom_coded_append(BloomCodedWriter *writer,
							   const uint64_t *hashes, size_t count);

/*
 * Complete the words.  Returns false if fewer hashes were written than
 * announced.  pause is called regularly unless it is NULL.
 */
extern bool bloom_coded_end(BloomCodedWriter *writer, BloomPause pause);

/* Decodes hashes in batches; to begin, set words and bits, clear the rest */
typedef struct BloomCodedReader
{
	const uint64_t *words;
	int			bits;
	uint64_t	done;			/* number of hashes that were read */
	size_t		next;			/* next word of the upper part */
	uint64_t	word;			/* bits of the word before that are left */
} BloomCodedReader;

/*
 * Read the next hashes, at most `room`, and return their number: 0 after the
 * last one.  reader->done then differs from words[0] if the words are invalid.
 * There must be as many words as bloom_coded_words() says for words[0].
 */
extern size_t bloom_coded_next(BloomCodedReader *reader, uint64_t *hashes,
							   size_t room);

/*
 * Whether the writer gives these words for some hashes.  There must
 * be as many words as bloom_coded_words() says for the first one.
 */
extern bool bloom_coded_valid(const uint64_t *words, int bits,
							  BloomPause pause);

/* The following functions are in codedfind.c */

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

/*
 * Like bloom_coded_contains(), for `count` hashes whose words are read as they
 * are needed: usually three times, some of the directory, of the upper part
 * and of the lower part.  If the hashes were chosen by an attacker, the number
 * of reads is logarithmic.
 */
extern bool bloom_coded_search(BloomReadWords read, void *argument,
							   uint64_t count, int bits, uint64_t hash);

#endif							/* BLOOM_CODED_H */
