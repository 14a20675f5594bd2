/*
 * core/codedparts.h
 *		The layout of coded hashes, and access to their words.
 *
 * There are n hashes of F bits.  The highest b = floor(log2(n)) bits of a hash
 * are its bucket.  The upper part has, for each bucket, a bit 1 for each hash
 * and then a bit 0.  The lower part has the other F - b bits of each hash.
 * Together that takes F - log2(n) + 2.3 bits per hash.
 *
 * The directory has, for each eight words of the upper part, the number of
 * bits 1 before them, which also gives the number of bits 0.  So a bucket is
 * found by a search in the directory, near the place for evenly distributed
 * hashes, and in eight words.  If an attacker has chosen the hashes, the
 * directory and large buckets are searched by bisection.
 */
#ifndef BLOOM_CODEDPARTS_H
#define BLOOM_CODEDPARTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/inline.h"
#include "core/window.h"

#define BLOCK_WORDS		8		/* in the upper part, per directory entry */
#define BLOCK_BITS		(64 * BLOCK_WORDS)

/* The places of the parts, in words */
typedef struct Parts
{
	uint64_t	count;
	int			bucket_bits;
	int			low_bits;		/* of a hash, below its bucket */
	size_t		upper_words;
	size_t		entries;		/* of the directory, two per word */
	size_t		directory;
	size_t		upper;
	size_t		lower;
	uint64_t	end;			/* may exceed the address space */
} Parts;

/* The layout for `count` hashes of `bits` bits */
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
		(count * (uint64_t) parts.low_bits + 63) / 64;
	return parts;
}

/* `width` bits of words, fewer than 64, from bit `from` on */
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

/*
 * The number of bits 1 before a block of the upper part, from the word of its
 * directory entry
 */
static inline uint64_t
ones_before(uint64_t word, size_t block)
{
	return word >> (32 * (block % 2)) & UINT32_MAX;
}

/* Where the words are: in memory, or else in a window */
typedef struct Source
{
	Parts		parts;
	int			bits;
	const uint64_t *words;		/* NULL if a window is used */
	BloomWindow *window;
} Source;

/* The i-th word */
ALWAYS_INLINE uint64_t
word_at(const Source *source, uint64_t i)
{
	return source->words != NULL ? source->words[i] :
		bloom_window_word(source->window, (size_t) i);
}

/* The low bits of the i-th hash */
ALWAYS_INLINE uint64_t
low_at(const Source *source, uint64_t i)
{
	int			width = source->parts.low_bits;
	uint64_t	from = i * (uint64_t) width;
	uint64_t	words[2] = {0, 0};

	if (width == 0)
		return 0;
	words[0] = word_at(source, source->parts.lower + from / 64);
	if (from % 64 + (uint64_t) width > 64)
		words[1] = word_at(source, source->parts.lower + from / 64 + 1);
	return get_bits(words, from % 64, width);
}

/* The number of bits 0 before a block of the upper part */
ALWAYS_INLINE uint64_t
zeros_before(const Source *source, size_t block)
{
	return block * BLOCK_BITS -
		ones_before(word_at(source, source->parts.directory + block / 2),
					block);
}

#endif							/* BLOOM_CODEDPARTS_H */
