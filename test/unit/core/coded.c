/*
 * unit/core/coded.c
 *		Tests of core/coded.c: cut hashes coded, read and searched.
 *
 * What is coded is compared with a computation bit by bit, as doc/format.md
 * has it, and searches with the list itself, for hashes that are spread evenly
 * and for such that somebody has chosen.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/coded.h"
#include "unit/ascending.h"
#include "unit/unit.h"

#define MOST	40000
#define ROOM	(3 * MOST)

static uint64_t hashes[MOST];
static uint64_t words[ROOM];

/* Set a bit of words from one on */
static void
set_bit(uint64_t *to, uint64_t bit)
{
	to[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* The words that doc/format.md wants; returns how many */
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

/* Cut so many hashes, and leave each once; returns how many there are */
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

	CHECK(bloom_coded_contains(words, bits, hash) == wanted,
		  "%016" PRIx64 " of %zu, %d bits: not %d", hash, count, bits, wanted);
}

/* Code the hashes, compare, and look for all of them and for others */
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
	bloom_coded_write(words, hashes, count, bits, NULL);
	CHECK(words[size] == 7 && equal(words, wanted, size), "%zu, %d bits",
		  count, bits);
	CHECK(bloom_coded_valid(words, bits, NULL), "%zu, %d bits", count, bits);
	read[count] = 7;
	CHECK(bloom_coded_read(words, bits, read, NULL) && read[count] == 7 &&
		  equal(read, hashes, count), "%zu, %d bits", count, bits);

	for (size_t i = 0; i < count; i++)
	{
		sought[asked++] = hashes[i] | (scramble(i) & ~bloom_coded_mask(bits));
		sought[asked++] = hashes[i] + (UINT64_C(1) << (64 - bits));
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
		for (int bits = 1; bits <= BLOOM_CODED_MAX_BITS;
			 bits += counts[i] < 1000 ? 1 : 11)
		{
			for (size_t j = 0; j < counts[i]; j++)
				hashes[j] = scramble(j + 1000 * i);
			check(cut(hashes, counts[i], bits), bits);
		}
}

/* Every set of cut hashes of 4 bits */
static void
each_set(void)
{
	for (unsigned set = 0; set < 1u << 16; set++)
	{
		size_t		count = 0;

		for (uint64_t i = 0; i < 16; i++)
			if (set >> i & 1)
				hashes[count++] = i << 60;
		bloom_coded_write(words, hashes, count, 4, NULL);
		CHECK(bloom_coded_valid(words, 4, NULL), "%x", set);
		for (uint64_t i = 0; i < 16; i++)
			CHECK(bloom_coded_contains(words, 4, i << 60 | i << 3) ==
				  (set >> i & 1), "%x: %d", set, (int) i);
	}
}

/* Buckets, blocks and gaps that are far longer than chance makes them */
static void
chosen_by_somebody(void)
{
	for (int bits = 17; bits <= 56; bits += 13)
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

/* One bit changed, and then many words */
static void
spoiled(void)
{
	for (uint64_t round = 0; round < 3000; round++)
	{
		int			bits = 12 + (int) (round % 40);
		size_t		count;
		size_t		size;
		uint64_t	at;
		uint64_t   *exact;
		uint64_t   *read;

		for (size_t i = 0; i < 1500; i++)
			hashes[i] = scramble(i + round);
		count = cut(hashes, 1 + scramble(round) % 1500, bits);
		size = bloom_coded_words(count, bits);
		exact = malloc(size * sizeof(uint64_t));
		read = malloc(count * sizeof(uint64_t));
		if (exact == NULL || read == NULL)
			abort();
		bloom_coded_write(exact, hashes, count, bits, NULL);
		at = 64 + scramble(round + 1) % (64 * (size - 1));
		exact[at / 64] ^= UINT64_C(1) << at % 64;
		if (bloom_coded_valid(exact, bits, NULL))
		{
			/* another list, which is coded like that */
			static uint64_t again[ROOM];

			CHECK(bloom_coded_read(exact, bits, read, NULL), "%d",
				  (int) round);
			CHECK(bloom_coded_words(count, bits) == size, "%d", (int) round);
			bloom_coded_write(again, read, count, bits, NULL);
			CHECK(equal(again, exact, size), "round %d: two codes",
				  (int) round);
		}
		else
			(void) bloom_coded_read(exact, bits, read, NULL);
		/* what isn't valid is read no further than it goes (asan) */
		for (uint64_t i = 0; i < 40; i++)
		{
			exact[1 + scramble(i) % (size - 1)] = i % 3 == 0 ? UINT64_MAX :
				i % 3 == 1 ? 0 : scramble(i + at);
			(void) bloom_coded_contains(exact, bits, scramble(i));
			(void) bloom_coded_contains(exact, bits, hashes[0]);
			(void) bloom_coded_read(exact, bits, read, NULL);
			bloom_coded_prefetch(exact, bits, scramble(i));
		}
		free(exact);
		free(read);
	}
}

/* Codes of what is no set of cut hashes, and another code of a set */
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

		bloom_coded_write(words, list, 64, 20, NULL);
		CHECK(bloom_coded_valid(words, 20, NULL), "%d", i);
		list[i] = list[i - 1];
		bloom_coded_write(words, list, 64, 20, NULL);
		CHECK(!bloom_coded_valid(words, 20, NULL), "%d twice", i - 1);
		list[i] = list[i - 1] - (UINT64_C(1) << 44);
		if (list[i - 1] >> 58 == list[i] >> 58)
		{
			bloom_coded_write(words, list, 64, 20, NULL);
			CHECK(!bloom_coded_valid(words, 20, NULL), "%d descends", i);
		}
		list[i] = old;
	}
	/* 40 hashes and 32 buckets leave room in the last word */
	for (uint64_t i = 0; i < 40; i++)
		list[i] = i * (UINT64_MAX / 40) & bloom_coded_mask(20);
	bloom_coded_write(words, list, 40, 20, NULL);
	if (words[3] == 0)
		abort();
	last = 63 - (size_t) __builtin_clzll(words[3]);
	CHECK(bloom_coded_valid(words, 20, NULL), "%zu", last);
	words[3] ^= UINT64_C(1) << last | UINT64_C(1) << 63;
	CHECK(!bloom_coded_valid(words, 20, NULL), "no such bucket");
}

int
main(void)
{
	RUN(evenly_spread);
	RUN(each_set);
	RUN(chosen_by_somebody);
	RUN(spoiled);
	RUN(refused);
	return unit_end("core/coded");
}
