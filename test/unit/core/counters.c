/*
 * unit/core/counters.c
 *		Tests of core/counters.c: adding to, removing from and combining the
 *		counters of one layer.
 *
 * All is compared with slow loops over arrays that have a byte a counter.
 */
#include <inttypes.h>

#include "core/bits.h"
#include "core/counters.h"
#include "unit/core/reference.h"
#include "unit/scramble.h"

#define MOST			15		/* what a counter counts to */
#define LINE_COUNTERS	512
#define LINE_LINES		4		/* a line of counters is so many of bits */

/* Blocks, lines touched and probes, most of which no solver combines so */
static const BloomGeometry geometries[] = {
	{1, 1, 1, 1}, {1, 1, 1, 6}, {3, 1, 1, 15}, {97, 1, 1, 7}, {10, 2, 1, 8},
	{2, 2, 2, 30}, {12, 4, 2, 13}, {16, 4, 3, 19}, {24, 8, 7, 20},
	{8, 8, 5, 29}, {64, 64, 17, 255}, {96, 32, 9, 135}, {192, 64, 3, 19},
};

#define GEOMETRIES		(sizeof(geometries) / sizeof(geometries[0]))

static void
with_geometries(void (*test) (const BloomGeometry *geometry))
{
	for (size_t i = 0; i < GEOMETRIES; i++)
	{
		CHECK(bloom_geometry_valid(&geometries[i]), "geometry %zu", i);
		test(&geometries[i]);
	}
}

/* The first hashes are the extremes */
static uint64_t
hash_of(uint64_t number)
{
	static const uint64_t extremes[] = {
		0, UINT64_MAX, 1, UINT64_C(1) << 63, UINT32_MAX, UINT64_C(1) << 32,
	};

	if (number < sizeof(extremes) / sizeof(extremes[0]))
		return extremes[number];
	return scramble(number);
}

/* A layer, and what its counters should be, a byte each */
typedef struct Pair
{
	Array		array;
	uint8_t    *counts;
	size_t		counters;
	const BloomGeometry *geometry;
} Pair;

static Pair
pair_make(const BloomGeometry *geometry)
{
	Pair		pair;

	pair.array = array_make(geometry->lines * (size_t) LINE_LINES, 8);
	pair.counters = geometry->lines * (size_t) LINE_COUNTERS;
	pair.counts = calloc(pair.counters, 1);
	pair.geometry = geometry;
	if (pair.counts == NULL)
		abort();
	return pair;
}

static void
pair_done(Pair pair)
{
	array_done(pair.array);
	free(pair.counts);
}

static unsigned
counter(const uint64_t *words, size_t i)
{
	return words[i / 16] >> i % 16 * 4 & 15;
}

static void
set_counter(uint64_t *words, size_t i, uint64_t count)
{
	words[i / 16] &= ~(UINT64_C(15) << i % 16 * 4);
	words[i / 16] |= count << i % 16 * 4;
}

/* Give every counter a random value below the limit, or all the highest */
static void
pair_randomize(Pair pair, uint64_t seed, unsigned limit)
{
	for (size_t i = 0; i < pair.counters; i++)
	{
		pair.counts[i] = limit > 0 ? (uint8_t) draw(&seed, limit) : MOST;
		set_counter(pair.array.words, i, pair.counts[i]);
	}
}

static void
pair_check(Pair pair, const char *when)
{
	for (size_t i = 0; i < pair.counters; i++)
		CHECK(counter(pair.array.words, i) == pair.counts[i],
			  "counter %zu is %u, not %u, %s (%u lines, %d probes)", i,
			  counter(pair.array.words, i), pair.counts[i], when,
			  pair.geometry->lines, pair.geometry->probes);
}

/* The places of a hash's counters, each once; returns how many */
static int
distinct_places(const BloomGeometry *geometry, uint64_t hash, uint64_t *places)
{
	uint64_t	probes[MOST_PROBES];
	int			found = reference(geometry, hash, probes);
	int			distinct = 0;

	for (int i = 0; i < found; i++)
	{
		bool		again = false;

		for (int j = 0; j < i; j++)
			again |= probes[j] == probes[i];
		if (!again)
			places[distinct++] = probes[i];
	}
	return distinct;
}

static bool
slow_test(Pair pair, uint64_t hash)
{
	uint64_t	places[MOST_PROBES];
	int			found = distinct_places(pair.geometry, hash, places);

	for (int i = 0; i < found; i++)
		if (pair.counts[places[i]] == 0)
			return false;
	return true;
}

static void
slow_change(Pair pair, uint64_t hash, int change)
{
	uint64_t	places[MOST_PROBES];
	int			found = distinct_places(pair.geometry, hash, places);

	for (int i = 0; i < found; i++)
		if (pair.counts[places[i]] != MOST)
			pair.counts[places[i]] += change;
}

static void
pair_add(Pair pair, uint64_t hash)
{
	bloom_counters_add(pair.array.words, pair.geometry, hash);
	slow_change(pair, hash, 1);
}

static void
pair_remove(Pair pair, uint64_t hash)
{
	bool		wanted = slow_test(pair, hash);

	if (wanted)
		slow_change(pair, hash, -1);
	CHECK(bloom_counters_remove(pair.array.words, pair.geometry, hash) ==
		  wanted, "hash %016" PRIX64 " is %d", hash, wanted);
}

static void
pair_check_test(Pair pair, uint64_t hash)
{
	bool		wanted = slow_test(pair, hash);

	CHECK(bloom_counters_test(pair.array.words, pair.geometry, hash) == wanted,
		  "hash %016" PRIX64 " is %d (%u lines, %d probes)", hash, wanted,
		  pair.geometry->lines, pair.geometry->probes);
}

/* One hash is missed as soon as one of its counters is 0 */
static void
check_single(const BloomGeometry *geometry)
{
	Pair		pair = pair_make(geometry);
	uint64_t	places[MOST_PROBES];

	for (uint64_t number = 0; number < 24; number++)
	{
		uint64_t	hash = hash_of(number);
		int			found = distinct_places(geometry, hash, places);

		pair_check_test(pair, hash);
		pair_add(pair, hash);
		pair_check(pair, "with one hash");
		pair_check_test(pair, hash);
		for (int i = 0; i < found; i++)
			for (unsigned count = 0; count <= MOST; count++)
			{
				set_counter(pair.array.words, places[i], count);
				CHECK(bloom_counters_test(pair.array.words, geometry, hash) ==
					  (count > 0), "%u in place %d of %016" PRIX64, count, i,
					  hash);
				set_counter(pair.array.words, places[i], 1);
			}
		pair_remove(pair, hash);
		pair_check(pair, "after its removal");
	}
	pair_done(pair);
}

static void
single_hashes(void)
{
	with_geometries(check_single);
}

/* Few hashes, so that counters are full, and empty, again and again */
static void
check_random(const BloomGeometry *geometry)
{
	Pair		pair = pair_make(geometry);
	uint64_t	state = geometry->lines * 1000;

	for (int round = 0; round < 60; round++)
	{
		bool		shrink = round % 3 == 2;

		for (int i = 0; i < 40; i++)
		{
			uint64_t	hash = hash_of(draw(&state, 12));

			if (draw(&state, 4) == 0 || shrink)
				pair_remove(pair, hash);
			else
				pair_add(pair, hash);
			pair_check_test(pair, hash_of(draw(&state, 24)));
		}
		pair_check(pair, "after random steps");
		if (round % 6 == 5)		/* for full counters never empty again */
			pair_randomize(pair, state, 2 + round % 4);
	}
	pair_done(pair);
}

static void
random_steps(void)
{
	with_geometries(check_random);
}

/* What was added 15 times stays for ever, what 14 times goes */
static void
check_saturation(const BloomGeometry *geometry)
{
	for (int times = 13; times <= 18; times++)
	{
		Pair		pair = pair_make(geometry);
		uint64_t	hash = hash_of(times);
		int			removed = 0;

		for (int i = 0; i < times; i++)
			pair_add(pair, hash);
		pair_check(pair, "after many additions");
		while (removed < 20 && bloom_counters_remove(pair.array.words,
													 geometry, hash))
		{
			slow_change(pair, hash, -1);
			removed++;
		}
		CHECK(removed == (times < MOST ? times : 20), "%d removals of %d",
			  removed, times);
		pair_check(pair, "after many removals");
		pair_done(pair);
	}
}

static void
saturation(void)
{
	with_geometries(check_saturation);
}

/* Removing undoes adding, in another order and among other counters */
static void
check_undo(const BloomGeometry *geometry)
{
	Pair		pair = pair_make(geometry);

	/* what was there stays known, for it isn't told of either change */
	pair_randomize(pair, geometry->probes, 5);
	for (uint64_t number = 0; number < 10; number++)
		bloom_counters_add(pair.array.words, geometry, hash_of(number));
	for (uint64_t number = 0; number < 10; number++)
		CHECK(bloom_counters_remove(pair.array.words, geometry,
									hash_of(number * 7 % 10)),
			  "number %" PRIu64, number);
	pair_check(pair, "after additions were undone");
	pair_done(pair);
}

static void
undo(void)
{
	with_geometries(check_undo);
}

/* A hash that isn't in leaves its other counters alone */
static void
check_absent(const BloomGeometry *geometry)
{
	Pair		pair = pair_make(geometry);
	int			absent = 0;

	for (uint64_t number = 0; number < 200; number++)
	{
		uint64_t	places[MOST_PROBES];
		uint64_t	hash = hash_of(number);
		int			found = distinct_places(geometry, hash, places);
		uint64_t	zero = places[number % found];

		pair_randomize(pair, number * 1000, 16);
		pair.counts[zero] = 0;
		set_counter(pair.array.words, zero, 0);
		absent += !bloom_counters_remove(pair.array.words, geometry, hash);
		pair_check(pair, "after removing what isn't in");
	}
	CHECK(absent == 200, "%d of 200", absent);
	pair_done(pair);
}

static void
absent_hashes(void)
{
	with_geometries(check_absent);
}

/* sum, least, bits and count_or of what two pairs hold */
static void
check_combined(Pair a, Pair b)
{
	size_t		lines = a.counters / LINE_COUNTERS;
	Array		bits = array_make(lines, 8);
	Array		least = array_make(a.array.lines, 0);
	Array		longer = array_make(b.array.lines + 1, 0);	/* for overruns */
	uint64_t	count = 0;
	uint64_t	seen = bloom_counters_count_or(a.array.words, b.array.words,
											   lines);

	memset(bits.words, 0x5A, bits.lines * 64);
	bloom_counters_bits(bits.words, a.array.words, lines);
	memcpy(least.words, a.array.words, least.lines * 64);
	memcpy(longer.words, b.array.words, least.lines * 64);
	bloom_counters_least(least.words, longer.words, lines);
	bloom_counters_sum(a.array.words, b.array.words, lines);
	for (size_t i = 0; i < a.counters; i++)
	{
		unsigned	one = a.counts[i];
		unsigned	other = b.counts[i];
		unsigned	sum = one + other < MOST ? one + other : MOST;

		CHECK((bits.words[i / 64] >> i % 64 & 1) == (one > 0),
			  "another bit %zu for %u", i, one);
		CHECK(counter(least.words, i) == (one < other ? one : other),
			  "least of %u and %u: %u", one, other, counter(least.words, i));
		CHECK(counter(a.array.words, i) == sum, "%u + %u: %u", one, other,
			  counter(a.array.words, i));
		count += sum > 0;
	}
	CHECK(seen == count, "%" PRIu64 " counters, not %" PRIu64, seen, count);
	pair_check(b, "after it was combined");
	array_done(bits);
	array_done(least);
	array_done(longer);
}

/* All full as well: sums within a word must not overflow */
static void
combining(void)
{
	static const unsigned limits[] = {0, 1, 2, 9, 16};

	for (uint32_t lines = 0; lines < 40; lines += lines < 3 ? 1 : 9)
		for (int i = 0; i < 5; i++)
			for (int j = 0; j < 5; j++)
			{
				const BloomGeometry geometry = {lines, 1, 1, 1};
				Pair		a = pair_make(&geometry);
				Pair		b = pair_make(&geometry);

				pair_randomize(a, lines + i, limits[i]);
				pair_randomize(b, lines * 1000 + j, limits[j]);
				check_combined(a, b);
				pair_done(a);
				pair_done(b);
			}
}

/* Each two counters, in each place of a word, among changing neighbours */
static void
all_pairs(void)
{
	const BloomGeometry geometry = {8, 1, 1, 1};
	Pair		a = pair_make(&geometry);
	Pair		b = pair_make(&geometry);

	for (size_t i = 0; i < a.counters; i++)
	{
		unsigned	both = (unsigned) (i / 16 + i % 16 * 37) % 256;

		a.counts[i] = both / 16;
		b.counts[i] = both % 16;
		set_counter(a.array.words, i, a.counts[i]);
		set_counter(b.array.words, i, b.counts[i]);
	}
	check_combined(a, b);
	pair_done(a);
	pair_done(b);
}

/* Numbers to `end`, each up to `most` times */
static Array
build(const BloomGeometry *geometry, uint64_t end, uint64_t most)
{
	Array		array = array_make(geometry->lines * (size_t) LINE_LINES, 0);

	for (uint64_t number = 0; number < end; number++)
		for (uint64_t times = number % most + 1; times > 0; times--)
			bloom_counters_add(array.words, geometry, hash_of(number));
	return array;
}

/* Folding gives what a direct build of the smaller layer gives */
static void
check_fold(const BloomGeometry *small)
{
	static const int factors[] = {1, 2, 3, 5, 8, 60};

	for (int i = 0; i < 6; i++)
		for (int most = 1; most <= 12; most += 11)
		{
			BloomGeometry large = *small;
			Array		wanted = build(small, 200, most);
			Array		folded = array_make(wanted.lines, 8);
			Array		array;

			large.lines *= factors[i];
			array = build(&large, 200, most);
			bloom_counters_fold(folded.words, array.words,
								small->lines / small->block, small->block,
								bloom_geometry_fold_factor(&large, small));
			CHECK(array_equal(folded, wanted), "%u to %u lines, blocks of %u",
				  large.lines, small->lines, small->block);
			array_done(wanted);
			array_done(folded);
			array_done(array);
		}
}

static void
folding(void)
{
	with_geometries(check_fold);
}

/* Without its counts, a layer is the plain layer of the same values */
static void
check_uncount(const BloomGeometry *geometry)
{
	static const uint64_t numbers[] = {0, 1, 5, 40, 300, 2000};

	for (int i = 0; i < 6; i++)
	{
		Array		counters = build(geometry, numbers[i], 3);
		Array		bits = array_make(geometry->lines, 8);
		Array		wanted = array_make(geometry->lines, 0);
		uint64_t	count = bloom_counters_count_or(counters.words,
													counters.words,
													geometry->lines);

		bloom_counters_bits(bits.words, counters.words, geometry->lines);
		for (uint64_t number = 0; number < numbers[i]; number++)
			bloom_bits_add(wanted.words, geometry, hash_of(number));
		CHECK(array_equal(bits, wanted), "%u lines, %d probes",
			  geometry->lines, geometry->probes);
		CHECK(count == bloom_bits_count(wanted.words, wanted.lines),
			  "%" PRIu64 " counters", count);
		for (uint64_t number = 0; number < numbers[i] * 2; number++)
			CHECK(bloom_counters_test(counters.words, geometry,
									  hash_of(number)) ==
				  bloom_bits_test(wanted.words, geometry, hash_of(number)),
				  "number %" PRIu64 " of %" PRIu64, number, numbers[i]);
		array_done(counters);
		array_done(bits);
		array_done(wanted);
	}
}

static void
uncounting(void)
{
	with_geometries(check_uncount);
}

int
main(void)
{
	RUN(single_hashes);
	RUN(random_steps);
	RUN(saturation);
	RUN(undo);
	RUN(absent_hashes);
	RUN(all_pairs);
	RUN(combining);
	RUN(folding);
	RUN(uncounting);
	return unit_end("core/counters");
}
