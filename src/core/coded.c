/*
 * core/coded.c
 *		Coding cut hashes, and searching them where they are.
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
#include "core/coded.h"

#include <string.h>

#define BLOCK_WORDS		8		/* of the upper part, per directory entry */
#define BLOCK_BITS		(64 * BLOCK_WORDS)

/* From so many hashes of a bucket on, bisection beats looking at each */
#define MIN_BISECTED	8

/* Work on many hashes pauses after so many words of the upper part */
#define PAUSE_WORDS		65536

/* Hashes whose search is begun ahead */
#define AHEAD			16

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

size_t
bloom_coded_words(uint64_t count, int bits)
{
	return find_parts(count, bits).end;
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

/* Set them, which are clear */
static inline void
put_bits(uint64_t *words, uint64_t from, int width, uint64_t value)
{
	int			shift = (int) (from % 64);

	if (width == 0)
		return;
	words += from / 64;
	words[0] |= value << shift;
	if (shift + width > 64)
		words[1] |= value >> (64 - shift);
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

void
bloom_coded_write(uint64_t *words, const uint64_t *hashes, size_t count,
				  int bits, void (*pause) (void))
{
	Parts		parts = find_parts(count, bits);
	uint64_t   *upper = words + parts.upper;
	uint64_t	ones = 0;

	memset(words, 0, parts.end * sizeof(uint64_t));
	words[0] = count;
	for (size_t i = 0; i < count; i++)
	{
		uint64_t	value = hashes[i] >> (64 - bits);
		uint64_t	at = (value >> parts.low_bits) + i;

		upper[at / 64] |= UINT64_C(1) << at % 64;
		put_bits(words + parts.lower, i * (uint64_t) parts.low_bits,
				 parts.low_bits,
				 value & ((UINT64_C(1) << parts.low_bits) - 1));
		if (i % (PAUSE_WORDS * 32) == 0 && pause != NULL)
			pause();
	}
	for (size_t i = 0; i < parts.upper_words; i++)
	{
		if (i % BLOCK_WORDS == 0)
			words[parts.directory + i / BLOCK_WORDS / 2] |=
				ones << (32 * (i / BLOCK_WORDS % 2));
		ones += (uint64_t) __builtin_popcountll(upper[i]);
	}
}

bool
bloom_coded_read(const uint64_t *words, int bits, uint64_t *hashes,
				 void (*pause) (void))
{
	Parts		parts = find_parts(words[0], bits);
	uint64_t	done = 0;

	for (size_t i = 0; i < parts.upper_words; i++)
	{
		for (uint64_t word = words[parts.upper + i]; word != 0;
			 word &= word - 1)
		{
			uint64_t	bucket = 64 * i +
				(uint64_t) __builtin_ctzll(word) - done;
			uint64_t	low;

			if (done == parts.count)
				return false;
			low = get_bits(words + parts.lower,
						   done * (uint64_t) parts.low_bits, parts.low_bits);
			hashes[done++] = (bucket << parts.low_bits | low) << (64 - bits);
		}
		if (i % PAUSE_WORDS == 0 && pause != NULL)
			pause();
	}
	return done == parts.count;
}

/* Whether a part's bits from one on, to the end of its last word, are clear */
static bool
rest_is_clear(const uint64_t *words, uint64_t from)
{
	return from % 64 == 0 || words[from / 64] >> from % 64 == 0;
}

bool
bloom_coded_valid(const uint64_t *words, int bits, void (*pause) (void))
{
	Parts		parts = find_parts(words[0], bits);
	uint64_t	done = 0;
	uint64_t	next = 0;		/* the least value that may follow */

	if (parts.count == 0)
		return true;
	if (parts.low_bits < 0 ||
		!rest_is_clear(words + parts.directory, 32 * parts.entries) ||
		!rest_is_clear(words + parts.lower,
					   parts.count * (uint64_t) parts.low_bits))
		return false;
	for (size_t i = 0; i < parts.upper_words; i++)
	{
		if (i % BLOCK_WORDS == 0 &&
			ones_before(words, &parts, i / BLOCK_WORDS) != done)
			return false;
		for (uint64_t word = words[parts.upper + i]; word != 0;
			 word &= word - 1)
		{
			uint64_t	bucket = 64 * i +
				(uint64_t) __builtin_ctzll(word) - done;
			uint64_t	value;

			if (done == parts.count || bucket >> parts.bucket_bits != 0)
				return false;
			value = bucket << parts.low_bits |
				get_bits(words + parts.lower,
						 done * (uint64_t) parts.low_bits, parts.low_bits);
			if (value < next)
				return false;
			next = value + 1;
			done++;
		}
		if (i % PAUSE_WORDS == 0 && pause != NULL)
			pause();
	}
	return done == parts.count;
}

/* The place of the n-th bit 1 of a word, from 1 on, which has as many */
static inline int
select_bit(uint64_t word, unsigned n)
{
	const uint64_t each = UINT64_C(0x0101010101010101);
	uint64_t	sums = word - (word >> 1 & UINT64_C(0x5555555555555555));
	int			byte = 0;

	sums = (sums & UINT64_C(0x3333333333333333)) +
		(sums >> 2 & UINT64_C(0x3333333333333333));
	/* in each byte, the bits of it and those below */
	sums = ((sums + (sums >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * each;
	while ((sums >> byte & 0xFF) < n)
		byte += 8;
	if (byte > 0)
		n -= (unsigned) (sums >> (byte - 8) & 0xFF);
	word >>= byte;
	while (--n > 0)
		word &= word - 1;
	return byte + __builtin_ctzll(word);
}

/*
 * The last block of the upper part before which there are fewer bits 0, which
 * are at least 1.  It is near the guess if hashes are evenly spread.
 */
static inline size_t
find_block(const uint64_t *words, const Parts *parts, uint64_t zeros,
		   size_t guess)
{
	size_t		low = 0;
	size_t		high = parts->entries;
	size_t		step = 1;

	if (guess >= high)
		guess = high - 1;
	if (zeros_before(words, parts, guess) < zeros)
	{
		low = guess;
		while (high - low > step &&
			   zeros_before(words, parts, low + step) < zeros)
		{
			low += step;
			step *= 2;
		}
		if (high - low > step)
			high = low + step;
	}
	else
	{
		high = guess;
		while (high > step &&
			   zeros_before(words, parts, high - step) >= zeros)
		{
			high -= step;
			step *= 2;
		}
		if (high > step)
			low = high - step;
	}
	while (high - low > 1)
	{
		size_t		middle = low + (high - low) / 2;

		if (zeros_before(words, parts, middle) < zeros)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Where the bits of a bucket are likely to begin in the upper part */
static inline uint64_t
likely_start(const Parts *parts, uint64_t bucket)
{
	return bucket + (bucket * parts->count >> parts->bucket_bits);
}

/*
 * Where they begin: after as many bits 0.  bucket may be one too many.  Of
 * words that aren't valid, anywhere up to the end.
 */
static uint64_t
bucket_start(const uint64_t *words, const Parts *parts, uint64_t bucket)
{
	const uint64_t *upper = words + parts->upper;
	size_t		block;
	uint64_t	left;
	unsigned	zeros;
	size_t		at;

	if (bucket == 0)
		return 0;
	block = find_block(words, parts, bucket,
					   (size_t) (likely_start(parts, bucket) / BLOCK_BITS));
	left = bucket - zeros_before(words, parts, block);
	for (at = block * BLOCK_WORDS;; at++)
	{
		if (at == parts->upper_words)
			return 64 * at;
		zeros = (unsigned) __builtin_popcountll(~upper[at]);
		if (zeros >= left)
			break;
		left -= zeros;
	}
	return 64 * at + (uint64_t) select_bit(~upper[at], (unsigned) left) + 1;
}

/* Where the bits 1 of a bucket end that begins there */
static inline uint64_t
bucket_end(const uint64_t *words, const Parts *parts, uint64_t bucket,
		   uint64_t start)
{
	uint64_t	rest;

	if (start == 64 * parts->upper_words)
		return start;
	rest = ~words[parts->upper + start / 64] >> start % 64;
	if (rest != 0)
		return start + (uint64_t) __builtin_ctzll(rest);
	return bucket_start(words, parts, bucket + 1) - 1;
}

static inline bool
contains(const uint64_t *words, const Parts *parts, int bits, uint64_t hash)
{
	const uint64_t *lower = words + parts->lower;
	int			width = parts->low_bits;
	uint64_t	value = hash >> (64 - bits);
	uint64_t	bucket = value >> width;
	uint64_t	sought = value & ((UINT64_C(1) << width) - 1);
	uint64_t	start;
	uint64_t	low;
	uint64_t	high;

	if (parts->count == 0)
		return false;
	start = bucket_start(words, parts, bucket);
	low = start - bucket;
	high = bucket_end(words, parts, bucket, start) - bucket;
	if (low > high || high > parts->count)
		return false;			/* not of valid words */
	while (low + MIN_BISECTED <= high)
	{
		uint64_t	middle = low + (high - low) / 2;

		if (get_bits(lower, middle * (uint64_t) width, width) <= sought)
			low = middle;
		else
			high = middle;
	}
	for (; low < high; low++)
		if (get_bits(lower, low * (uint64_t) width, width) == sought)
			return true;
	return false;
}

bool
bloom_coded_contains(const uint64_t *words, int bits, uint64_t hash)
{
	Parts		parts = find_parts(words[0], bits);

	return contains(words, &parts, bits, hash);
}

static inline __attribute__((always_inline)) void
prefetch(const uint64_t *words, const Parts *parts, int bits, uint64_t hash)
{
	uint64_t	bucket = hash >> (64 - bits) >> parts->low_bits;
	uint64_t	start = likely_start(parts, bucket);

	__builtin_prefetch(words + parts->directory + start / BLOCK_BITS / 2);
	__builtin_prefetch(words + parts->upper + start / 64);
}

void
bloom_coded_prefetch(const uint64_t *words, int bits, uint64_t hash)
{
	Parts		parts = find_parts(words[0], bits);

	if (parts.count > 0)
		prefetch(words, &parts, bits, hash);
}

void
bloom_coded_contains_each(const uint64_t *words, int bits,
						  const uint64_t *hashes, size_t count,
						  bool *contained)
{
	Parts		parts = find_parts(words[0], bits);

	for (size_t i = 0; i < count && i < AHEAD && parts.count > 0; i++)
		prefetch(words, &parts, bits, hashes[i]);
	for (size_t i = 0; i < count; i++)
	{
		if (count - i > AHEAD && parts.count > 0)
			prefetch(words, &parts, bits, hashes[i + AHEAD]);
		contained[i] = contains(words, &parts, bits, hashes[i]);
	}
}
