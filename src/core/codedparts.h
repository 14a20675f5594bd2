/*
 * core/codedparts.h
 *		Where things are in the code of cut hashes.
 *
 * n hashes of F bits are split at their highest b = floor(log2(n)) bits, their
 * bucket.  The upper part has for each bucket a bit 1 per hash and then a
 * bit 0; the lower part has the other F - b bits of each hash.  That takes
 * F - log2(n) + 2.3 bits per hash.
 *
 * The directory has for each eight words of the upper part how many bits 1
 * are before them, hence also how many bits 0.  So a bucket is found by a
 * search in the directory, near the place that evenly spread hashes have, and
 * in eight words.  If somebody has chosen the hashes, both the search and that
 * in a full bucket are by bisection.
 */
#ifndef BLOOM_CODEDPARTS_H
#define BLOOM_CODEDPARTS_H

#include <stddef.h>
#include <stdint.h>

#define BLOCK_WORDS		8		/* of the upper part, per directory entry */
#define BLOCK_BITS		(64 * BLOCK_WORDS)

/* Where the parts are, in words */
typedef struct Parts
{
	uint64_t	count;
	int			bucket_bits;
	int			low_bits;		/* of a hash, below those of its bucket */
	size_t		upper_words;
	size_t		entries;		/* of the directory, two per word */
	size_t		directory;
	size_t		upper;
	size_t		lower;
	size_t		end;
} Parts;

/* Where they are for so many hashes of so many bits */
static inline Parts
find_parts(uint64_t count, int bits)
{
	Parts		parts = {.count = count, .directory = 1, .upper = 1,
		.lower = 1, .end = 1};

	if (count == 0)
		return parts;
	parts.bucket_bits = 63 - __builtin_clzll(count);
	parts.low_bits = bits - parts.bucket_bits;
	parts.upper_words = (size_t) ((count +
								   (UINT64_C(1) << parts.bucket_bits) + 63) /
								  64);
	parts.entries = (parts.upper_words + BLOCK_WORDS - 1) / BLOCK_WORDS;
	parts.upper = parts.directory + (parts.entries + 1) / 2;
	parts.lower = parts.upper + parts.upper_words;
	parts.end = parts.lower +
		(size_t) ((count * (uint64_t) parts.low_bits + 63) / 64);
	return parts;
}

/* The `width` bits, fewer than 64, of words from one on */
static inline uint64_t
get_bits(const uint64_t *words, uint64_t from, int width)
{
	int			shift = (int) (from % 64);
	uint64_t	value;

	if (width == 0)
		return 0;
	words += from / 64;
	value = words[0] >> shift;
	if (shift + width > 64)
		value |= words[1] << (64 - shift);
	return value & ((UINT64_C(1) << width) - 1);
}

/* The bits 1 before a block of the upper part */
static inline uint64_t
ones_before(const uint64_t *words, const Parts *parts, size_t block)
{
	return words[parts->directory + block / 2] >> (32 * (block % 2)) &
		UINT32_MAX;
}

static inline uint64_t
zeros_before(const uint64_t *words, const Parts *parts, size_t block)
{
	return block * BLOCK_BITS - ones_before(words, parts, block);
}

#endif							/* BLOOM_CODEDPARTS_H */
