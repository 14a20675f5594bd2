/*
 * core/codedsearch.c
 *		Searching coded hashes of which only the necessary words are read.
 */
#include "core/coded.h"

#include "core/codedparts.h"

/* Directory entries read at a time, words of the upper part, hashes */
#define ENTRIES		128
#define WORDS		(2 * BLOCK_WORDS)
#define HASHES		32

/* From this read of the directory on, each one halves the range */
#define MAX_GUESSES	2

/* The words that are searched */
typedef struct Source
{
	BloomReadWords read;
	void	   *argument;
	Parts		parts;
} Source;

static void
read_words(const Source *source, size_t from, size_t count, uint64_t *words)
{
	source->read(source->argument, from, count, words);
}

/* Entries of the directory from an even one on, as numbers of bits 0 */
static void
read_entries(const Source *source, size_t from, size_t count, uint64_t *zeros)
{
	uint64_t	words[ENTRIES / 2 + 1];

	read_words(source, source->parts.directory + from / 2, (count + 1) / 2,
			   words);
	for (size_t i = 0; i < count; i++)
		zeros[i] = (from + i) * BLOCK_BITS -
			(words[i / 2] >> (32 * (i % 2)) & UINT32_MAX);
}

/*
 * The last block of the upper part with fewer than `sought` bits 0 before it,
 * which is near the guess if hashes are evenly distributed, and the number of
 * these bits.  sought is at least 1.
 */
static size_t
search_block(const Source *source, uint64_t sought, size_t guess,
			 uint64_t *before)
{
	uint64_t	zeros[ENTRIES];
	size_t		low = 0;
	size_t		high = source->parts.entries;

	*before = 0;

	for (int reads = 1;; reads++)
	{
		size_t		middle = reads > MAX_GUESSES || guess < low ||
			guess >= high ? low + (high - low) / 2 : guess;
		size_t		from = middle < low + ENTRIES / 2 ? low :
			middle - ENTRIES / 2;
		size_t		count;
		size_t		at = 0;

		from &= ~(size_t) 1;
		count = high - from < ENTRIES ? high - from : ENTRIES;
		read_entries(source, from, count, zeros);
		while (at + 1 < count && zeros[at + 1] < sought)
			at++;
		if (zeros[at] >= sought && from > low)
			high = from;
		else
		{
			low = from + at;
			*before = zeros[at];
			if (at + 1 < count || from + count >= high)
				return low;
		}
		if (high <= low + 1)
			return low;
	}
}

/*
 * The start of a bucket in the upper part, in bits.  Reads some words of the
 * upper part from *first on.
 */
static uint64_t
search_start(const Source *source, uint64_t bucket, uint64_t words[WORDS],
			 size_t *first, size_t *count)
{
	const Parts *parts = &source->parts;
	uint64_t	likely = bucket +
		(bucket * parts->count >> parts->bucket_bits);
	uint64_t	before = 0;
	size_t		block = bucket == 0 ? 0 :
		search_block(source, bucket, (size_t) (likely / BLOCK_BITS), &before);

	*first = block * BLOCK_WORDS;
	*count = parts->upper_words - *first < WORDS ?
		parts->upper_words - *first : WORDS;
	read_words(source, parts->upper + *first, *count, words);
	bucket -= before;
	if (bucket == 0)
		return 64 * *first;
	for (size_t i = 0; i < *count; i++)
	{
		uint64_t	clear = ~words[i];
		uint64_t	zeros = (uint64_t) __builtin_popcountll(clear);

		if (zeros < bucket)
		{
			bucket -= zeros;
			continue;
		}
		while (--bucket > 0)
			clear &= clear - 1;
		return 64 * (*first + i) + (uint64_t) __builtin_ctzll(clear) + 1;
	}
	return 64 * (*first + *count);
}

/*
 * The end of the bits 1 of a bucket that starts at `start`.  The words are
 * those that search_start() has read.
 */
static uint64_t
search_end(const Source *source, uint64_t bucket, uint64_t start,
		   const uint64_t *words, size_t first, size_t count)
{
	uint64_t	more[WORDS];

	for (uint64_t at = start; at < 64 * (first + count); at++)
		if ((words[at / 64 - first] >> at % 64 & 1) == 0)
			return at;
	return search_start(source, bucket + 1, more, &first, &count) - 1;
}

/* The low part of the i-th hash */
static uint64_t
read_low(const Source *source, uint64_t i)
{
	int			width = source->parts.low_bits;
	uint64_t	bit = i * (uint64_t) width;
	uint64_t	words[2] = {0, 0};

	if (width == 0)
		return 0;
	read_words(source, source->parts.lower + (size_t) (bit / 64),
			   bit % 64 + (uint64_t) width > 64 ? 2 : 1, words);
	return get_bits(words, bit % 64, width);
}

/* Whether a low part is among those of the hashes low .. high - 1 */
static bool
search_low(const Source *source, uint64_t low, uint64_t high, uint64_t sought)
{
	int			width = source->parts.low_bits;
	uint64_t	words[HASHES + 2] = {0};
	uint64_t	from;
	uint64_t	end;

	while (high - low > HASHES)
	{
		uint64_t	middle = low + (high - low) / 2;

		if (read_low(source, middle) <= sought)
			low = middle;
		else
			high = middle;
	}
	if (width == 0)
		return low < high;
	from = low * (uint64_t) width / 64;
	end = (high * (uint64_t) width + 63) / 64;
	if (low < high)
		read_words(source, source->parts.lower + (size_t) from,
				   (size_t) (end - from), words);
	for (; low < high; low++)
		if (get_bits(words, low * (uint64_t) width - 64 * from, width) ==
			sought)
			return true;
	return false;
}

/* Whether coded hashes contain a hash; see the header */
bool
bloom_coded_search(BloomReadWords read, void *argument, uint64_t count,
				   int bits, uint64_t hash)
{
	Source		source = {read, argument, find_parts(count, bits)};
	uint64_t	words[WORDS];
	uint64_t	value = hash >> (BLOOM_HASH_BITS - bits);
	uint64_t	bucket;
	uint64_t	start;
	uint64_t	end;
	size_t		first;
	size_t		words_read;

	if (count == 0)
		return false;
	bucket = value >> source.parts.low_bits;
	start = search_start(&source, bucket, words, &first, &words_read);
	end = search_end(&source, bucket, start, words, first, words_read);
	if (start < bucket || end < start || end - bucket > count)
		return false;			/* the words are invalid */
	return search_low(&source, start - bucket, end - bucket,
					  value & ((UINT64_C(1) << source.parts.low_bits) - 1));
}
