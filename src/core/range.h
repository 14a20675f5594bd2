/*
 * core/range.h
 *		The hashes of a range as bits.
 *
 * All hashes of a range have the same highest bits, and the next
 * BLOOM_RANGE_BITS bits select a bit.  Setting bits puts hashes in order and
 * removes repeated ones.  That takes less time than sorting if there are many.
 */
#ifndef BLOOM_RANGE_H
#define BLOOM_RANGE_H

#include <stddef.h>
#include <stdint.h>

/* A range takes 520 kB */
#define BLOOM_RANGE_BITS	22

#define BLOOM_RANGE_WORDS	(1 << BLOOM_RANGE_BITS >> 6)

/* To begin, clear it */
typedef struct BloomRange
{
	uint32_t	at;				/* all words of `used` before are 0 */
	uint64_t	used[BLOOM_RANGE_WORDS / 64];	/* a bit for each word that is
												 * not 0 */
	uint64_t	words[BLOOM_RANGE_WORDS];
} BloomRange;

/*
 * Set the bit of a number.  No hash may have been taken since the range was
 * empty.
 */
static inline void
bloom_range_add(BloomRange *range, uint32_t number)
{
	uint32_t	word = number / 64;

	range->words[word] |= UINT64_C(1) << number % 64;
	range->used[word / 64] |= UINT64_C(1) << word % 64;
}

/*
 * Remove the lowest hashes, at most `room`, and return how many there were: 0
 * if the range is empty.  A hash is base + (number << shift).
 */
extern size_t bloom_range_take(BloomRange *range, uint64_t base, int shift,
							   uint64_t *hashes, size_t room);

#endif							/* BLOOM_RANGE_H */
