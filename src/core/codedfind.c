/*
 * core/codedfind.c
 *		Searching coded hashes without decoding them.
 */
#include "core/coded.h"

#include <string.h>

#include "core/codedparts.h"

/* From this number of hashes in a bucket on, bisection is faster */
#define MIN_BISECTED	8

/* Number of searches in a batch */
#define AHEAD			32

/*
 * Distributions compile for processors without instructions that count bits
 * and find the n-th bit.  A test takes half as long with these instructions.
 * So it is compiled twice, and the function to call is chosen at run time.
 */
#ifdef __x86_64__
#define WITH_BITS		__attribute__((target("popcnt,bmi,bmi2")))
#define HAVE_BITS		\
	(__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2"))
#else
#define WITH_BITS
#define HAVE_BITS		false
#endif

#define ALWAYS_INLINE	static inline __attribute__((always_inline))

/* The place of the n-th set bit of a word; n is 1 or more */
ALWAYS_INLINE int
select_bit(uint64_t word, unsigned n, bool with_bits)
{
	const uint64_t each = UINT64_C(0x0101010101010101);
	uint64_t	sums = word - (word >> 1 & UINT64_C(0x5555555555555555));
	uint64_t	less;
	int			byte;

#ifdef __x86_64__
	if (with_bits)
	{
		/* the intrinsic is not available in functions for other processors */
		__asm__("pdepq %1, %2, %0" : "=r"(word) : "r"(word),
				"r"(UINT64_C(1) << (n - 1)));
		return __builtin_ctzll(word);
	}
#else
	(void) with_bits;
#endif
	sums = (sums & UINT64_C(0x3333333333333333)) +
		(sums >> 2 & UINT64_C(0x3333333333333333));
	/* in each byte, the number of set bits in it and in lower bytes */
	sums = ((sums + (sums >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * each;
	/* a bit in each byte for which that number is less than n */
	less = ((n | 0x80) * each - sums - each) >> 7 & each;
	byte = (int) ((less * each >> 56) * 8);
	n -= (unsigned) (sums << 8 >> byte & 0xFF);
	word >>= byte;
	while (--n > 0)
		word &= word - 1;
	return byte + __builtin_ctzll(word);
}

/*
 * The last block of the upper part with fewer than `zeros` bits 0 before it.
 * zeros is at least 1.  If hashes are evenly distributed, the block is near
 * the guess.
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

/* The likely start of a bucket in the upper part, in bits */
static inline uint64_t
likely_start(const Parts *parts, uint64_t bucket)
{
	return bucket + (bucket * parts->count >> parts->bucket_bits);
}

/* The block of the upper part in which a bucket starts */
ALWAYS_INLINE size_t
bucket_block(const uint64_t *words, const Parts *parts, uint64_t bucket)
{
	if (bucket == 0)
		return 0;
	return find_block(words, parts, bucket,
					  (size_t) (likely_start(parts, bucket) / BLOCK_BITS));
}

/*
 * The start of a bucket in the upper part, in bits: after `bucket` bits 0.
 * bucket may be the number of buckets, which gives the end of the last one.
 * For invalid words, the result is any place up to the end.
 */
ALWAYS_INLINE uint64_t
bucket_start(const uint64_t *words, const Parts *parts, uint64_t bucket,
			 size_t block, bool with_bits)
{
	const uint64_t *upper = words + parts->upper;
	uint64_t	left;
	uint64_t	zeros = 0;
	uint64_t	skipped = 0;
	size_t		at;
	size_t		end;

	if (bucket == 0)
		return 0;
	left = bucket - zeros_before(words, parts, block);
	at = block * BLOCK_WORDS;
	end = at + BLOCK_WORDS < parts->upper_words ? at + BLOCK_WORDS :
		parts->upper_words;
	/* branches could not predict the word of the bit, so count in all */
	for (size_t i = at; i < end; i++)
	{
		uint64_t	with = zeros + (uint64_t) __builtin_popcountll(~upper[i]);
		bool		before = with < left;

		at += before;
		skipped = before ? with : skipped;
		zeros = with;
	}
	if (at == end)
		return 64 * at;
	left -= skipped;
	return 64 * at +
		(uint64_t) select_bit(~upper[at], (unsigned) left, with_bits) + 1;
}

/* Like bucket_start(), but only compiled once, because it is called rarely */
static __attribute__((noinline)) uint64_t
next_start(const uint64_t *words, const Parts *parts, uint64_t bucket)
{
	return bucket_start(words, parts, bucket,
						bucket_block(words, parts, bucket), false);
}

/* The end of the bits 1 of a bucket */
ALWAYS_INLINE uint64_t
bucket_end(const uint64_t *words, const Parts *parts, uint64_t bucket,
		   uint64_t start)
{
	uint64_t	rest;

	if (start == 64 * parts->upper_words)
		return start;
	rest = ~words[parts->upper + start / 64] >> start % 64;
	if (rest != 0)
		return start + (uint64_t) __builtin_ctzll(rest);
	return next_start(words, parts, bucket + 1) - 1;
}

/* The bucket of a hash; there must be at least one hash */
ALWAYS_INLINE uint64_t
bucket_of(const Parts *parts, int bits, uint64_t hash)
{
	return hash >> (64 - bits) >> parts->low_bits;
}

/* Whether a hash is in its bucket, which starts at `start` */
ALWAYS_INLINE bool
is_in_bucket(const uint64_t *words, const Parts *parts, int bits,
			 uint64_t hash, uint64_t start)
{
	const uint64_t *lower = words + parts->lower;
	int			width = parts->low_bits;
	uint64_t	bucket = bucket_of(parts, bits, hash);
	uint64_t	sought = hash >> (64 - bits) & ((UINT64_C(1) << width) - 1);
	uint64_t	low = start - bucket;
	uint64_t	high = bucket_end(words, parts, bucket, start) - bucket;
	bool		found = false;

	if (low > high || high > parts->count)
		return false;			/* the words are invalid */
	while (low + MIN_BISECTED <= high)
	{
		uint64_t	middle = low + (high - low) / 2;

		if (get_bits(lower, middle * (uint64_t) width, width) <= sought)
			low = middle;
		else
			high = middle;
	}
	for (; low < high; low++)
		found |= get_bits(lower, low * (uint64_t) width, width) == sought;
	return found;
}

/* Prefetch the directory entry of a hash, or a near one */
ALWAYS_INLINE void
prefetch(const uint64_t *words, const Parts *parts, int bits, uint64_t hash)
{
	uint64_t	start = likely_start(parts, bucket_of(parts, bits, hash));

	__builtin_prefetch(words + parts->directory + start / BLOCK_BITS / 2);
}

/* Find and prefetch the block of a hash: mostly two cache lines */
ALWAYS_INLINE size_t
prefetch_block(const uint64_t *words, const Parts *parts, int bits,
			   uint64_t hash)
{
	size_t		block = bucket_block(words, parts,
									 bucket_of(parts, bits, hash));
	const uint64_t *upper = words + parts->upper + block * BLOCK_WORDS;

	__builtin_prefetch(upper);
	__builtin_prefetch(upper + BLOCK_WORDS - 1);
	return block;
}

/* Find the start of the bucket of a hash, and prefetch its lower parts */
ALWAYS_INLINE uint64_t
prefetch_bucket(const uint64_t *words, const Parts *parts, int bits,
				uint64_t hash, size_t block, bool with_bits)
{
	uint64_t	bucket = bucket_of(parts, bits, hash);
	uint64_t	start = bucket_start(words, parts, bucket, block, with_bits);

	__builtin_prefetch(words + parts->lower + (start - bucket) *
					   (uint64_t) parts->low_bits / 64);
	return start;
}

/*
 * The body of bloom_coded_contains_each().  All searches of a batch do one
 * step after the other.  Each step prefetches the words that the next one
 * reads.
 */
ALWAYS_INLINE void
contains_each_by(const uint64_t *words, const Parts *parts, int bits,
				 const uint64_t *hashes, size_t count, bool *contained,
				 bool with_bits)
{
	size_t		blocks[AHEAD];
	uint64_t	starts[AHEAD];

	for (size_t done = 0; done < count; done += AHEAD)
	{
		size_t		batch = count - done < AHEAD ? count - done : AHEAD;

		for (size_t i = done + batch; i < count && i < done + 2 * AHEAD; i++)
			prefetch(words, parts, bits, hashes[i]);
		for (size_t i = 0; i < batch; i++)
			blocks[i] = prefetch_block(words, parts, bits, hashes[done + i]);
		for (size_t i = 0; i < batch; i++)
			starts[i] = prefetch_bucket(words, parts, bits, hashes[done + i],
										blocks[i], with_bits);
		for (size_t i = 0; i < batch; i++)
			contained[done + i] = is_in_bucket(words, parts, bits,
											   hashes[done + i], starts[i]);
	}
}

static void
contains_each_plainly(const uint64_t *words, const Parts *parts, int bits,
					  const uint64_t *hashes, size_t count, bool *contained)
{
	contains_each_by(words, parts, bits, hashes, count, contained, false);
}

static WITH_BITS void
contains_each_quickly(const uint64_t *words, const Parts *parts, int bits,
					  const uint64_t *hashes, size_t count, bool *contained)
{
	contains_each_by(words, parts, bits, hashes, count, contained, true);
}

/* Set contained[i] for many hashes; see the header */
void
bloom_coded_contains_each(const uint64_t *words, int bits,
						  const uint64_t *hashes, size_t count,
						  bool *contained)
{
	Parts		parts = find_parts(words[0], bits);

	if (parts.count == 0)
		memset(contained, false, count);
	else if (HAVE_BITS)
		contains_each_quickly(words, &parts, bits, hashes, count, contained);
	else
		contains_each_plainly(words, &parts, bits, hashes, count, contained);
}

/* Whether a hash is among the coded ones; see the header */
bool
bloom_coded_contains(const uint64_t *words, int bits, uint64_t hash)
{
	bool		contained;

	bloom_coded_contains_each(words, bits, &hash, 1, &contained);
	return contained;
}

/* Prefetch for the test of a hash; see the header */
void
bloom_coded_prefetch(const uint64_t *words, int bits, uint64_t hash)
{
	Parts		parts = find_parts(words[0], bits);

	uint64_t	start;

	if (parts.count == 0)
		return;
	prefetch(words, &parts, bits, hash);
	start = likely_start(&parts, bucket_of(&parts, bits, hash));
	__builtin_prefetch(words + parts.upper + start / 64);
}
