/*
 * core/codedfind.c
 *		Searching coded hashes without decoding them, in memory or where only
 *		the necessary words are read.
 *
 * Most functions are inlined into callers that know whether the words are in
 * memory or in a window.  So they are compiled for each of these.
 */
#include "core/coded.h"

#include <string.h>

#include "core/codedparts.h"

/* From this number of hashes in a bucket on, bisection is faster */
#define MIN_BISECTED	8

/* Number of searches in a batch */
#define AHEAD			32

/* Words that are read at a time from a list that is not in memory */
#define WINDOW_WORDS	32

/*
 * Distributions compile for processors without instructions that count bits
 * and find the n-th bit.  A test takes half as long with these instructions.
 * So it is compiled twice, and the function to call is chosen at run time.
 */
#ifdef __x86_64__
#define WITH_BITS		__attribute__((target("popcnt,bmi,bmi2")))
#define HAVE_BITS		\
	(__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && \
	 __builtin_cpu_supports("bmi2"))
#else
#define WITH_BITS
#define HAVE_BITS		false
#endif

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
ALWAYS_INLINE size_t
find_block(const Source *source, uint64_t zeros, size_t guess)
{
	size_t		low = 0;
	size_t		high = source->parts.entries;
	size_t		step = 1;

	if (guess >= high)
		guess = high - 1;
	if (zeros_before(source, guess) < zeros)
	{
		low = guess;
		while (high - low > step &&
			   zeros_before(source, low + step) < zeros)
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
			   zeros_before(source, high - step) >= zeros)
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

		if (zeros_before(source, middle) < zeros)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The likely start of a bucket in the upper part, in bits */
ALWAYS_INLINE uint64_t
likely_start(const Source *source, uint64_t bucket)
{
	return bucket +
		(bucket * source->parts.count >> source->parts.bucket_bits);
}

/* The block of the upper part in which a bucket starts */
ALWAYS_INLINE size_t
bucket_block(const Source *source, uint64_t bucket)
{
	if (bucket == 0)
		return 0;
	return find_block(source, bucket,
					  (size_t) (likely_start(source, bucket) / BLOCK_BITS));
}

/*
 * The start of a bucket in the upper part, in bits: after `bucket` bits 0.
 * bucket may be the number of buckets, which gives the end of the last one.
 * For invalid words, the result is any place up to the end.
 */
ALWAYS_INLINE uint64_t
bucket_start(const Source *source, uint64_t bucket, size_t block,
			 bool with_bits)
{
	size_t		upper = source->parts.upper;
	size_t		upper_words = source->parts.upper_words;
	uint64_t	left;
	uint64_t	zeros = 0;
	uint64_t	skipped = 0;
	size_t		at;
	size_t		end;

	if (bucket == 0)
		return 0;
	left = bucket - zeros_before(source, block);
	at = block * BLOCK_WORDS;
	end = at + BLOCK_WORDS < upper_words ? at + BLOCK_WORDS : upper_words;
	/* branches could not predict the word of the bit, so count in all */
	for (size_t i = at; i < end; i++)
	{
		uint64_t	with = zeros +
			(uint64_t) __builtin_popcountll(~word_at(source, upper + i));
		bool		before = with < left;

		at += before;
		skipped = before ? with : skipped;
		zeros = with;
	}
	if (at == end)
		return 64 * at;
	left -= skipped;
	return 64 * at +
		(uint64_t) select_bit(~word_at(source, upper + at), (unsigned) left,
							  with_bits) + 1;
}

/* Like bucket_start(), but only compiled once, because it is called rarely */
static __attribute__((noinline)) uint64_t
next_start(const Source *source, uint64_t bucket)
{
	return bucket_start(source, bucket, bucket_block(source, bucket), false);
}

/* The end of the bits 1 of a bucket */
ALWAYS_INLINE uint64_t
bucket_end(const Source *source, uint64_t bucket, uint64_t start)
{
	uint64_t	rest;

	if (start == 64 * source->parts.upper_words)
		return start;
	rest = ~word_at(source, source->parts.upper + start / 64) >> start % 64;
	if (rest != 0)
		return start + (uint64_t) __builtin_ctzll(rest);
	return next_start(source, bucket + 1) - 1;
}

/* The bucket of a hash; there must be at least one hash */
ALWAYS_INLINE uint64_t
bucket_of(const Source *source, uint64_t hash)
{
	return hash >> (64 - source->bits) >> source->parts.low_bits;
}

/* Whether a hash is in its bucket, which starts at `start` */
ALWAYS_INLINE bool
is_in_bucket(const Source *source, uint64_t hash, uint64_t start)
{
	uint64_t	bucket = bucket_of(source, hash);
	uint64_t	sought = hash >> (64 - source->bits) &
		((UINT64_C(1) << source->parts.low_bits) - 1);
	uint64_t	low = start - bucket;
	uint64_t	high = bucket_end(source, bucket, start) - bucket;
	bool		found = false;

	if (low > high || high > source->parts.count)
		return false;			/* the words are invalid */
	while (low + MIN_BISECTED <= high)
	{
		uint64_t	middle = low + (high - low) / 2;

		if (low_at(source, middle) <= sought)
			low = middle;
		else
			high = middle;
	}
	for (; low < high; low++)
		found |= low_at(source, low) == sought;
	return found;
}

/* Prefetch the directory entry of a hash, or a near one */
ALWAYS_INLINE void
prefetch(const Source *source, uint64_t hash)
{
	uint64_t	start = likely_start(source, bucket_of(source, hash));

	__builtin_prefetch(source->words + source->parts.directory +
					   start / BLOCK_BITS / 2);
}

/* Find and prefetch the block of a hash: mostly two cache lines */
ALWAYS_INLINE size_t
prefetch_block(const Source *source, uint64_t hash)
{
	size_t		block = bucket_block(source, bucket_of(source, hash));
	const uint64_t *upper = source->words + source->parts.upper +
		block * BLOCK_WORDS;

	__builtin_prefetch(upper);
	__builtin_prefetch(upper + BLOCK_WORDS - 1);
	return block;
}

/* Find the start of the bucket of a hash, and prefetch its lower parts */
ALWAYS_INLINE uint64_t
prefetch_bucket(const Source *source, uint64_t hash, size_t block,
				bool with_bits)
{
	uint64_t	bucket = bucket_of(source, hash);
	uint64_t	start = bucket_start(source, bucket, block, with_bits);

	__builtin_prefetch(source->words + source->parts.lower +
					   (start - bucket) *
					   (uint64_t) source->parts.low_bits / 64);
	return start;
}

/*
 * The body of bloom_coded_contains_each().  All searches of a batch do one
 * step after the other.  Each step prefetches the words that the next one
 * reads.
 */
ALWAYS_INLINE void
contains_each_by(const uint64_t *words, int bits, const uint64_t *hashes,
				 size_t count, bool *contained, bool with_bits)
{
	const Source source = {find_parts(words[0], bits), bits, words, NULL};
	size_t		blocks[AHEAD];
	uint64_t	starts[AHEAD];

	for (size_t done = 0; done < count; done += AHEAD)
	{
		size_t		batch = count - done < AHEAD ? count - done : AHEAD;

		for (size_t i = done + batch; i < count && i < done + 2 * AHEAD; i++)
			prefetch(&source, hashes[i]);
		for (size_t i = 0; i < batch; i++)
			blocks[i] = prefetch_block(&source, hashes[done + i]);
		for (size_t i = 0; i < batch; i++)
			starts[i] = prefetch_bucket(&source, hashes[done + i], blocks[i],
										with_bits);
		for (size_t i = 0; i < batch; i++)
			contained[done + i] = is_in_bucket(&source, hashes[done + i],
											   starts[i]);
	}
}

static WITH_BITS void
contains_each_quickly(const uint64_t *words, int bits, const uint64_t *hashes,
					  size_t count, bool *contained)
{
	contains_each_by(words, bits, hashes, count, contained, true);
}

void
bloom_coded_contains_each(const uint64_t *words, int bits,
						  const uint64_t *hashes, size_t count,
						  bool *contained)
{
	if (words[0] == 0)
		memset(contained, false, count);
	else if (HAVE_BITS)
		contains_each_quickly(words, bits, hashes, count, contained);
	else
		contains_each_by(words, bits, hashes, count, contained, false);
}

bool
bloom_coded_contains(const uint64_t *words, int bits, uint64_t hash)
{
	bool		contained;

	bloom_coded_contains_each(words, bits, &hash, 1, &contained);
	return contained;
}

bool
bloom_coded_search(BloomReadWords read, void *argument, uint64_t count,
				   int bits, uint64_t hash)
{
	BloomWindow window;
	const Source source = {find_parts(count, bits), bits, NULL, &window};
	uint64_t	bucket;

	if (count == 0)
		return false;
	bloom_window_begin(&window, read, argument, (size_t) source.parts.end,
					   WINDOW_WORDS);
	bucket = bucket_of(&source, hash);
	return is_in_bucket(&source, hash,
						bucket_start(&source, bucket,
									 bucket_block(&source, bucket), false));
}
