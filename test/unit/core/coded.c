/*
 * unit/core/coded.c
 *		Tests of core/coded.c and core/codedfind.c: coding, reading and
 *		searching shortened hashes.
 *
 * Codes are compared with those of a simple function that sets bit by bit, as
 * doc/format.md describes it.  Searches are compared with the list itself, for
 * evenly distributed hashes and for hashes that an attacker could choose.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/coded.h"
#include "unit/ascending.h"
#include "unit/unit.h"

#define MOST	40000
#define ROOM	(3 * MOST)
#define LARGE	150000		/* for a directory of several hundred entries */

static uint64_t hashes[MOST];
static uint64_t words[ROOM];

/* Code hashes in batches of different lengths; false if some are missing */
static bool
code(uint64_t *to, const uint64_t *from, size_t count, int bits)
{
	BloomCodedWriter writer;
	size_t		batch = 1 + count % 5;

	memset(to, 0, bloom_coded_words(count, bits) * sizeof(uint64_t));
	bloom_coded_begin(&writer, to, count, bits);
	for (size_t done = 0; done < count; done += batch, batch = 3 * batch + 1)
		bloom_coded_append(&writer, from + done,
						   batch < count - done ? batch : count - done);
	return bloom_coded_end(&writer, NULL);
}

/* A copy of `size` words, behind which nothing can be read */
static const uint64_t *
guarded(const uint64_t *from, size_t size)
{
	static char *pages = NULL;
	const size_t page = 65536;
	const size_t room = (ROOM * sizeof(uint64_t) / page + 1) * page;
	uint64_t   *copy;

	if (pages == NULL)
	{
		pages = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
					 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (pages == MAP_FAILED || mprotect(pages + room, page, PROT_NONE))
			abort();
	}
	copy = (uint64_t *) (void *) (pages + room) - size;
	return memcpy(copy, from, size * sizeof(uint64_t));
}

/*
 * Decode hashes in batches of at most `room`, into an array with room for
 * from[0] hashes.  Returns whether there are as many.
 */
static bool
decode(const uint64_t *from, int bits, uint64_t *to, size_t room)
{
	BloomCodedReader reader = {.words = from, .bits = bits};
	size_t		read;

	do
	{
		size_t		left = (size_t) (from[0] - reader.done);

		read = bloom_coded_next(&reader, to, left < room ? left : room);
		to += read;
	} while (read > 0);
	return reader.done == from[0];
}

/* The words that a search may read, and how often it has read some of them */
typedef struct Source
{
	const uint64_t *words;
	size_t		size;
	int			reads;
	size_t		words_read;
} Source;

static void
read_source(void *argument, size_t from, size_t count, uint64_t *to)
{
	Source	   *source = argument;

	/* read_source() is only called for words that exist */
	if (from > source->size || count > source->size - from)
	{
		CHECK(false, "%zu words from %zu on, of %zu", count, from,
			  source->size);
		memset(to, 0, count * sizeof(uint64_t));
		return;
	}
	memcpy(to, source->words + from, count * sizeof(uint64_t));
	source->reads++;
	source->words_read += count;
}

/* Search words of which only some are read; returns what is found */
static bool
search(const uint64_t *from, int bits, uint64_t hash, Source *source)
{
	*source = (Source) {from, bloom_coded_words(from[0], bits), 0, 0};
	return bloom_coded_search(read_source, source, from[0], bits, hash);
}

/* Set a bit of words from one on */
static void
set_bit(uint64_t *to, uint64_t bit)
{
	to[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* The words that doc/format.md describes; returns their number */
static size_t
reference_write(uint64_t *to, const uint64_t *from, size_t count, int bits)
{
	int			bucket_bits = 0;
	uint64_t	ones = 0;
	size_t		upper_words;
	size_t		entries;
	uint64_t   *upper;
	uint64_t   *lower;

	to[0] = count;
	if (count == 0)
		return 1;
	while (count >> (bucket_bits + 1) != 0)
		bucket_bits++;
	upper_words = (count + ((size_t) 1 << bucket_bits) + 63) / 64;
	entries = (upper_words + 7) / 8;
	upper = to + 1 + (entries + 1) / 2;
	lower = upper + upper_words;
	for (size_t i = 0; i < count; i++)
	{
		uint64_t	value = from[i] >> (64 - bits);

		set_bit(upper, i + (value >> (bits - bucket_bits)));
		for (int j = 0; j < bits - bucket_bits; j++)
			if (value >> j & 1)
				set_bit(lower, i * (uint64_t) (bits - bucket_bits) +
						(uint64_t) j);
	}
	for (size_t i = 0; i < upper_words * 64; i++)
	{
		if (i % 512 == 0)
			to[1 + i / 1024] |= ones << (i / 512 % 2 * 32);
		ones += upper[i / 64] >> i % 64 & 1;
	}
	return (size_t) (lower - to) +
		(count * (size_t) (bits - bucket_bits) + 63) / 64;
}

/* Shorten `count` hashes; returns the number of distinct ones */
static size_t
cut(uint64_t *list, size_t count, int bits)
{
	for (size_t i = 0; i < count; i++)
		list[i] &= bloom_coded_mask(bits);
	return reference_sort(list, count);
}

static void
check_contains(size_t count, int bits, uint64_t hash)
{
	uint64_t	key = hash & bloom_coded_mask(bits);
	bool		wanted = count > 0 &&
		bsearch(&key, hashes, count, sizeof(uint64_t), compare) != NULL;

	Source		source;

	CHECK(bloom_coded_contains(words, bits, hash) == wanted,
		  "%016" PRIx64 " of %zu, %d bits: not %d", hash, count, bits, wanted);
	CHECK(search(words, bits, hash, &source) == wanted,
		  "%016" PRIx64 " of %zu, %d bits: search does not find %d", hash,
		  count, bits, wanted);
	/* chosen hashes: bisection of directory, for both ends, and of a bucket */
	CHECK(source.reads <= 40 && source.words_read <= 1000,
		  "%016" PRIx64 " of %zu, %d bits: %d reads of %zu words", hash,
		  count, bits, source.reads, source.words_read);
}

/* Code the hashes, compare, and search for all of them and for others */
static void
check(size_t count, int bits)
{
	static uint64_t wanted[ROOM];
	static uint64_t read[MOST + 1];
	static uint64_t sought[4 * MOST];
	static bool contained[4 * MOST];
	size_t		size = bloom_coded_words(count, bits);
	size_t		asked = 0;

	if (size >= ROOM)
		abort();
	memset(wanted, 0, sizeof(wanted));
	CHECK(reference_write(wanted, hashes, count, bits) == size,
		  "%zu words for %zu, %d bits", size, count, bits);
	words[size] = 7;
	CHECK(code(words, hashes, count, bits), "%zu, %d bits", count, bits);
	CHECK(words[size] == 7 && equal(words, wanted, size), "%zu, %d bits",
		  count, bits);
	CHECK(bloom_coded_valid(words, bits, NULL), "%zu, %d bits", count, bits);
	for (size_t room = 1; room <= MOST; room = 7 * room + 1)
	{
		read[count] = 7;
		CHECK(decode(guarded(words, size), bits, read, room) &&
			  read[count] == 7 && equal(read, hashes, count), "%zu, %d bits, batches of %zu",
			  count, bits, room);
	}

	for (size_t i = 0; i < count; i++)
	{
		sought[asked++] = hashes[i] | (scramble(i) & ~bloom_coded_mask(bits));
		sought[asked++] = hashes[i] + (~bloom_coded_mask(bits) + 1);
		sought[asked++] = hashes[i] - 1;
		sought[asked++] = scramble(i + 77);
	}
	for (size_t i = 0; i < asked; i++)
		check_contains(count, bits, sought[i]);
	check_contains(count, bits, 0);
	check_contains(count, bits, UINT64_MAX);
	bloom_coded_contains_each(words, bits, sought, asked, contained);
	for (size_t i = 0; i < asked; i++)
		CHECK(contained[i] == bloom_coded_contains(words, bits, sought[i]),
			  "%zu of %zu, %d bits", i, count, bits);
}

static void
evenly_spread(void)
{
	static const size_t counts[] = {
		0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 63, 64, 65, 127, 128, 255, 256, 257,
		511, 512, 1000, 1023, 1024, 5000, MOST
	};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		for (int bits = 1; bits <= BLOOM_HASH_BITS;
			 bits += counts[i] < 1000 ? 1 : 9)
		{
			/* a single hash cannot be coded whole */
			if (counts[i] == 1 && bits == BLOOM_HASH_BITS)
				continue;
			for (size_t j = 0; j < counts[i]; j++)
				hashes[j] = scramble(j + 1000 * i);
			check(cut(hashes, counts[i], bits), bits);
		}
}

/* Every set of hashes of 4 bits */
static void
each_set(void)
{
	for (unsigned set = 0; set < 1u << 16; set++)
	{
		size_t		count = 0;

		for (uint64_t i = 0; i < 16; i++)
			if (set >> i & 1)
				hashes[count++] = i << 60;
		CHECK(code(words, hashes, count, 4), "%x", set);
		CHECK(bloom_coded_valid(words, 4, NULL), "%x", set);
		for (uint64_t i = 0; i < 16; i++)
			CHECK(bloom_coded_contains(words, 4, i << 60 | i << 3) ==
				  (set >> i & 1), "%x: %d", set, (int) i);
	}
}

/* Buckets, blocks and gaps that are far longer than chance makes them */
static void
chosen_by_attackers(void)
{
	for (int bits = 17; bits <= 64; bits += bits == 56 ? 8 : 13)
		for (int how = 0; how < 5; how++)
		{
			size_t		count = 20000;

			for (size_t i = 0; i < count; i++)
			{
				uint64_t	number = i << (64 - bits);

				hashes[i] = how == 0 ? number : how == 1 ? ~number :
					how == 2 ? number + (UINT64_C(1) << 63) :
					how == 3 ? (i % 2 == 0 ? number : ~number) :
					(scramble(i) >> 9) + (scramble(i % 3) << 55);
			}
			check(cut(hashes, count, bits), bits);
		}
}

/*
 * A directory of which the sought entry is far from the likely place: the
 * first hashes are close to each other, and so are the last ones.  The
 * directory has `entries` entries.
 */
static void
check_uneven(size_t entries, size_t first)
{
	static uint64_t many[LARGE];
	static uint64_t coded[LARGE];
	const int	bits = 40;
	size_t		count = 512 * entries - 65536;
	Source		source;

	if (count < 65536 || count >= 131072 || count > LARGE ||
		bloom_coded_words(count, bits) > LARGE)
		abort();
	for (size_t i = 0; i < count; i++)
		many[i] = i < first ? i << (64 - bits) :
			~((count - 1 - i) << (64 - bits)) & bloom_coded_mask(bits);
	CHECK(code(coded, many, count, bits), "%zu", first);
	for (size_t i = 0; i < count; i += 997)
		CHECK(search(coded, bits, many[i], &source) && source.reads <= 40,
			  "%zu entries, %zu: hash %zu, %d reads", entries, first, i,
			  source.reads);
	/* replace one hash by another that begins a bucket of its own */
	for (uint64_t bucket = 1; bucket < 65535; bucket += 1031)
	{
		uint64_t	hash = bucket << 48 | UINT64_C(1) << 30;
		uint64_t	old = many[first];

		if (hash <= many[first - 1] || hash >= many[first + 1])
			continue;
		many[first] = hash;
		code(coded, many, count, bits);
		CHECK(search(coded, bits, hash, &source) && source.reads <= 40,
			  "%zu entries, %zu: bucket %d, %d reads", entries, first,
			  (int) bucket, source.reads);
		CHECK(!search(coded, bits, hash - (UINT64_C(1) << 25), &source),
			  "%zu entries, %zu: before bucket %d", entries, first,
			  (int) bucket);
		many[first] = old;
	}
}

static void
uneven(void)
{
	for (size_t entries = 256; entries <= 264; entries += 1)
		for (size_t first = 1; first < 65000; first += 8111)
			check_uneven(entries, first);
	for (size_t entries = 300; entries <= 380; entries += 11)
		check_uneven(entries, 48000 + entries);
}

/* Coding many hashes with random places of the buckets that are full */
static void
clustered(void)
{
	uint64_t	state = 1;

	for (int round = 0; round < 150; round++)
	{
		size_t		count = 0;
		size_t		distinct;
		Source		source;

		while (count < MOST)
		{
			uint64_t	start = scramble(state++);
			size_t		length = 1 + draw(&state, MOST / 2);
			int			shift = 24 + (int) draw(&state, 26);

			for (size_t i = 0; i < length && count < MOST; i++)
				hashes[count++] = start + ((uint64_t) i << shift);
		}
		distinct = cut(hashes, count, 40);
		CHECK(code(words, hashes, distinct, 40), "%d", round);
		for (size_t i = 0; i < distinct; i += 7)
			CHECK(search(words, 40, hashes[i], &source) &&
				  source.reads <= 40, "round %d: hash %zu of %zu, %d reads",
				  round, i, distinct, source.reads);
	}
}

/* In the usual case, three parts of a coded list are read */
static void
few_reads(void)
{
	size_t		count;
	Source		source;
	int			sum = 0;

	for (size_t i = 0; i < MOST; i++)
		hashes[i] = scramble(i);
	count = cut(hashes, MOST, 40);
	code(words, hashes, count, 40);
	for (size_t i = 0; i < count; i++)
	{
		search(words, 40, i % 2 == 0 ? hashes[i] : scramble(i + MOST),
			   &source);
		CHECK(source.reads <= 5, "%d reads", source.reads);
		sum += source.reads;
	}
	CHECK((double) sum / (double) count < 3.2, "%d reads for %zu hashes", sum,
		  count);
}

/* More or fewer hashes than were announced */
static void
announced(void)
{
	BloomCodedWriter writer;

	for (size_t i = 0; i < 300; i++)
		hashes[i] = (uint64_t) i << 50;
	for (size_t count = 0; count < 300; count++)
	{
		size_t		size = bloom_coded_words(100, 20);

		memset(words, 0, size * sizeof(uint64_t));
		words[size] = 7;
		bloom_coded_begin(&writer, words, 100, 20);
		bloom_coded_append(&writer, hashes, count / 2);
		bloom_coded_append(&writer, hashes + count / 2, count - count / 2);
		CHECK(bloom_coded_end(&writer, NULL) == (count >= 100), "%zu", count);
		CHECK(bloom_coded_valid(words, 20, NULL) == (count >= 100), "%zu",
			  count);
		CHECK(words[size] == 7, "%zu: written outside", count);
	}
}

/*
 * Test all functions with words that may be invalid.  They may answer
 * anything, but must not read or write outside; the words are in a block of
 * their size, which a sanitizer watches.
 */
static void
use_invalid(const uint64_t *invalid, int bits, uint64_t *read, uint64_t hash)
{
	Source		source;
	bool		contained[2];

	(void) decode(invalid, bits, read, 1 + hash % 100);
	(void) bloom_coded_valid(invalid, bits, NULL);
	for (int i = 0; i < 2; i++, hash = scramble(hash))
	{
		(void) bloom_coded_contains(invalid, bits, hash);
		bloom_coded_contains_each(invalid, bits, &hash, 1, contained);
		(void) search(invalid, bits, hash, &source);
		CHECK(source.reads <= 40, "%d reads", source.reads);
	}
}

/* One bit changed, and then many words */
static void
spoiled(void)
{
	for (uint64_t round = 0; round < 3000; round++)
	{
		int			bits = 12 + (int) (round % 53);
		size_t		count;
		size_t		size;
		uint64_t	at;
		uint64_t   *exact;
		uint64_t   *read;

		for (size_t i = 0; i < 1500; i++)
			hashes[i] = scramble(i + round);
		count = cut(hashes, 2 + scramble(round) % 1499, bits);
		size = bloom_coded_words(count, bits);
		exact = malloc(size * sizeof(uint64_t));
		read = malloc(count * sizeof(uint64_t));
		if (exact == NULL || read == NULL)
			abort();
		code(exact, hashes, count, bits);
		at = 64 + scramble(round + 1) % (64 * (size - 1));
		exact[at / 64] ^= UINT64_C(1) << at % 64;
		if (bloom_coded_valid(exact, bits, NULL))
		{
			/* another list, which has only this code */
			static uint64_t again[ROOM];

			CHECK(decode(exact, bits, read, 100), "%d", (int) round);
			CHECK(bloom_coded_words(count, bits) == size, "%d", (int) round);
			CHECK(code(again, read, count, bits), "%d", (int) round);
			CHECK(equal(again, exact, size), "round %d: two codes",
				  (int) round);
		}
		for (uint64_t i = 0; i < 40; i++)
		{
			exact[1 + scramble(i) % (size - 1)] = i % 3 == 0 ? UINT64_MAX :
				i % 3 == 1 ? 0 : scramble(i + at);
			use_invalid(exact, bits, read, i % 2 == 0 ? scramble(i) :
						hashes[i % count]);
		}
		free(exact);
		free(read);
	}
}

/* Only random words, and a directory of many entries, ascending or not */
static void
no_codes(void)
{
	for (uint64_t round = 0; round < 200; round++)
	{
		int			bits = 20 + (int) (round % 45);
		size_t		count = 2 + scramble(round) % (MOST - 2);
		size_t		size = bloom_coded_words(count, bits);
		uint64_t   *exact = malloc(size * sizeof(uint64_t));
		uint64_t   *read = malloc(count * sizeof(uint64_t));

		if (exact == NULL || read == NULL)
			abort();
		exact[0] = count;
		for (size_t i = 1; i < size; i++)
			exact[i] = round % 4 == 0 ? scramble(i + round) :
				round % 4 == 1 ? 0 : round % 4 == 2 ? UINT64_MAX :
				(scramble(i) % 1000 << 32 | (i << 8));
		for (uint64_t i = 0; i < 50; i++)
			use_invalid(exact, bits, read, i < 3 ? i - 1 : scramble(i));
		free(exact);
		free(read);
	}
}

/* Codes of hashes that are no set, and a second code of a set */
static void
refused(void)
{
	uint64_t	list[64];
	size_t		last;

	for (int i = 0; i < 64; i++)
		list[i] = (uint64_t) i << 55;
	for (int i = 1; i < 64; i++)
	{
		uint64_t	old = list[i];

		code(words, list, 64, 20);
		CHECK(bloom_coded_valid(words, 20, NULL), "%d", i);
		list[i] = list[i - 1];
		code(words, list, 64, 20);
		CHECK(!bloom_coded_valid(words, 20, NULL), "%d twice", i - 1);
		list[i] = list[i - 1] - (UINT64_C(1) << 44);
		if (list[i - 1] >> 58 == list[i] >> 58)
		{
			code(words, list, 64, 20);
			CHECK(!bloom_coded_valid(words, 20, NULL), "%d descends", i);
		}
		list[i] = old;
	}
	/* 40 hashes and 32 buckets leave room in the last word */
	for (uint64_t i = 0; i < 40; i++)
		list[i] = i * (UINT64_MAX / 40) & bloom_coded_mask(20);
	code(words, list, 40, 20);
	if (words[3] == 0)
		abort();
	last = 63 - (size_t) __builtin_clzll(words[3]);
	CHECK(bloom_coded_valid(words, 20, NULL), "%zu", last);
	words[3] ^= UINT64_C(1) << last | UINT64_C(1) << 63;
	CHECK(!bloom_coded_valid(words, 20, NULL), "no such bucket");
	/* no number is larger than the largest one of 64 bits */
	for (uint64_t i = 0; i < 4; i++)
	{
		uint64_t	whole[] = {5, UINT64_MAX, UINT64_MAX - i, UINT64_MAX};

		code(words, whole, 4, 64);
		CHECK(!bloom_coded_valid(words, 64, NULL), "- %" PRIu64, i);
	}
}

int
main(void)
{
	RUN(evenly_spread);
	RUN(each_set);
	RUN(chosen_by_attackers);
	RUN(uneven);
	RUN(clustered);
	RUN(few_reads);
	RUN(announced);
	RUN(spoiled);
	RUN(no_codes);
	RUN(refused);
	return unit_end("core/coded");
}
