/*
 * fuzz/core.c
 *		Fuzz target: layers of any valid geometry, and any coded lists.
 *
 * A layer table may have any geometry that bloom_geometry_valid() accepts.
 * Functions of bits and counters must stay within the words of such a layer,
 * and estimates must be numbers.  Functions of coded lists must stay within
 * their words, even if these are invalid.
 */
#include "fuzz/fuzz.h"
#include "unit/scramble.h"

#include <inttypes.h>
#include <math.h>

#include "core/bits.h"
#include "core/coded.h"
#include "core/counters.h"
#include "core/geometry.h"
#include "core/hashes.h"
#include "core/occupancy.h"
#include "core/stream.h"

#define MAX_LINES	2048
#define GUARD		UINT64_C(0xB100FB100FB100F5)
#define GUARDS		8

/* Words between guards, for builds without a sanitizer */
static uint64_t *
make_words(size_t count)
{
	uint64_t   *block = calloc(count + 2 * GUARDS, 8);

	if (block == NULL)
		abort();
	for (int i = 0; i < GUARDS; i++)
		block[i] = block[GUARDS + count + i] = GUARD;
	return block + GUARDS;
}

static void
free_words(uint64_t *words, size_t count)
{
	for (int i = 0; i < GUARDS; i++)
		REQUIRE(words[i - GUARDS] == GUARD && words[count + i] == GUARD,
				"written outside");
	free(words - GUARDS);
}

/* Any geometry, or one that has good chances to be valid */
static BloomGeometry
input_geometry(Input *input)
{
	BloomGeometry geometry;
	bool		any = input_number(input, 1) % 8 == 0;

	geometry.lines = (uint32_t) input_number(input, 4);
	geometry.block = (uint16_t) input_number(input, 2);
	geometry.touched = (uint8_t) input_number(input, 1);
	geometry.probes = (uint8_t) input_number(input, 1);
	if (!any)
	{
		geometry.block = (uint16_t) (1 << geometry.block % 7);
		geometry.lines = geometry.block * (1 + geometry.lines %
										   (MAX_LINES / geometry.block));
		geometry.touched = geometry.touched % geometry.block + 1;
		if (geometry.touched < 17)
			geometry.probes = geometry.touched + geometry.probes %
				(geometry.touched * 14 + 1);
	}
	return geometry;
}

static void
check_estimates(const BloomGeometry *geometry, Input input)
{
	uint64_t	bits = bloom_geometry_bits(geometry);
	uint64_t	set = input_number(&input, 8) % (bits + 1);
	double		values = bloom_occupancy_cardinality(geometry, set);
	double		fpp = bloom_occupancy_fpp(geometry, values);
	BloomGeometry half = *geometry;

	REQUIRE(values >= 0 && values < 1e15, "%" PRIu64 " bits of %" PRIu64
			": %g values", set, bits, values);
	REQUIRE(fpp >= 0 && fpp <= 1 + 1e-9, "%g values: %g", values, fpp);
	fpp = bloom_occupancy_fpp(geometry, ldexp((double) input_number(&input, 8),
											  -(int) input_number(&input, 1)));
	REQUIRE(fpp >= 0 && fpp <= 1 + 1e-9, "%g", fpp);
	half.lines /= 2;
	if (bloom_geometry_valid(&half))
		REQUIRE(bloom_geometry_fold_factor(geometry, &half) ==
				(half.lines * 2 == geometry->lines ? 2u : 0u) ||
				geometry->lines % half.lines == 0, "folds");
	/* solving takes milliseconds */
	if (input_number(&input, 1) % 16 == 0)
	{
		unsigned	layer = (unsigned) input_number(&input, 1) % 40;
		double		rate = bloom_geometry_layer_rate(0.01, layer);
		uint64_t	full = bloom_occupancy_full_bits(geometry, rate);

		REQUIRE(full >= 1 && full <= bits, "full with %" PRIu64 " of %"
				PRIu64, full, bits);
	}
}

static uint64_t
sum_counters(const uint64_t *words, size_t lines)
{
	return bloom_counters_count_or(words, words, lines);
}

static void
check_bits(const BloomGeometry *geometry, Input input)
{
	size_t		lines = geometry->lines;
	size_t		count = lines * BLOOM_LINE_WORDS;
	uint64_t   *words = make_words(count);
	uint64_t   *other = make_words(count);
	uint64_t   *hashes = make_words(input.size / 8);
	bool	   *contained = malloc(input.size / 8 + 1);
	size_t		hash_count = 0;
	uint64_t	set = 0;
	Input		again = input;

	while (input.size >= 8)
	{
		uint64_t	hash = input_number(&input, 8);
		bool		had = bloom_bits_test(words, geometry, hash);
		unsigned	changed = bloom_bits_add(words, geometry, hash);

		REQUIRE(had == (changed == 0), "%u bits changed", changed);
		REQUIRE(bloom_bits_first_line(geometry, hash) + geometry->block <=
				lines, "block past the end");
		set += changed;
		hashes[hash_count++] = hash;
	}
	/* half of them, and what they say of all */
	bloom_bits_prefetch(other, geometry, hashes, hash_count);
	bloom_bits_add_each(other, geometry, hashes, hash_count / 2);
	bloom_bits_test_each(other, geometry, hashes, hash_count, contained);
	for (size_t i = 0; i < hash_count; i++)
		REQUIRE(contained[i] == bloom_bits_test(other, geometry, hashes[i]) &&
				(contained[i] || i >= hash_count / 2), "hash %zu", i);
	bloom_bits_add_each(other, geometry, hashes, hash_count);
	REQUIRE(memcmp(words, other, count * 8) == 0, "together others");
	free_words(hashes, again.size / 8);
	free(contained);
	REQUIRE(bloom_bits_count(words, lines) == set, "%" PRIu64 " bits", set);
	if (lines % (2 * geometry->block) == 0)
	{
		BloomGeometry half = *geometry;
		uint64_t   *to = make_words(count / 2);

		half.lines /= 2;
		bloom_bits_fold(to, words, half.lines / half.block, half.block, 2);
		while (again.size >= 8)
			REQUIRE(bloom_bits_test(to, &half, input_number(&again, 8)),
					"lost by folding");
		free_words(to, count / 2);
	}
	bloom_bits_or(words, other, lines);
	bloom_bits_and(words, other, lines);
	REQUIRE(bloom_bits_count_or(words, other, lines) == set, "changed");
	free_words(other, count);
	free_words(words, count);
}

static void
check_counters(const BloomGeometry *geometry, Input input)
{
	size_t		lines = geometry->lines;
	size_t		count = lines * BLOOM_COUNTER_LINE_WORDS;
	uint64_t   *words = make_words(count);
	uint64_t   *other = make_words(count);
	uint64_t   *bits = make_words(lines * BLOOM_LINE_WORDS);

	/* whatever the counters were */
	for (size_t i = 0; i < count && input.size >= 16; i += 3)
		words[i] = input_number(&input, 4);
	memcpy(other, words, count * 8);
	while (input.size >= 8)
	{
		uint64_t	hash = input_number(&input, 8);
		bool		had;

		bloom_counters_prefetch(words, geometry, &hash, 1);
		had = bloom_counters_test(words, geometry, hash);

		REQUIRE(bloom_counters_remove(words, geometry, hash) == had,
				"removed, but not tested");
		if (had)
			bloom_counters_add(words, geometry, hash);
		bloom_counters_add(words, geometry, hash);
		REQUIRE(bloom_counters_test(words, geometry, hash), "lost");
		REQUIRE(bloom_counters_remove(words, geometry, hash), "not removed");
		bloom_counters_add(words, geometry, hash);
	}
	bloom_counters_bits(bits, words, lines);
	REQUIRE(bloom_bits_count(bits, lines) == sum_counters(words, lines),
			"as many bits as counters");
	bloom_counters_least(other, words, lines);
	bloom_counters_sum(other, words, lines);
	REQUIRE(sum_counters(other, lines) == sum_counters(words, lines),
			"others than the sum's");
	if (lines % (2 * geometry->block) == 0)
	{
		uint64_t   *to = make_words(count / 2);

		bloom_counters_fold(to, words, lines / 2 / geometry->block,
							geometry->block, 2);
		free_words(to, count / 2);
	}
	free_words(bits, lines * BLOOM_LINE_WORDS);
	free_words(other, count);
	free_words(words, count);
}

/* Of the sorted hashes, each of the others is one */
static void
check_places(const uint64_t *hashes, size_t count, const uint64_t *others,
			 size_t other_count)
{
	size_t		size = bloom_hashes_places_size(count);
	uint64_t   *words = make_words(size / 8 + 1);
	BloomPlaces *places = size == 0 ? NULL : (BloomPlaces *) words;
	bool	   *contained = malloc(other_count + 1);

	if (places != NULL)
		bloom_hashes_place(places, hashes, count);
	bloom_hashes_contain_each(hashes, count, places, others, other_count,
							  contained);
	for (size_t i = 0; i < other_count; i++)
		REQUIRE(contained[i] &&
				bloom_hashes_contain(hashes, count, NULL, others[i]),
				"lost one");
	for (size_t i = 0; i < count; i++)
		REQUIRE(bloom_hashes_contain(hashes, count, places, hashes[i] + 1) ==
				bloom_hashes_contain(hashes, count, NULL, hashes[i] + 1),
				"not the same with places");
	free(contained);
	free_words(words, size / 8 + 1);
}

static void
check_hashes(Input input)
{
	size_t		count = input.size / 8;
	size_t		half = count / 2;
	uint64_t   *hashes = make_words(count);
	uint64_t   *other = make_words(count - half);
	uint64_t   *spare = make_words(count);
	size_t		sorted;
	size_t		added;

	for (size_t i = 0; i < half; i++)
		hashes[i] = input_number(&input, 8);
	for (size_t i = 0; i < count - half; i++)
		other[i] = input_number(&input, 8);
	sorted = bloom_hashes_sort(hashes, spare, half, NULL);
	added = bloom_hashes_sort(other, spare, count - half, NULL);
	sorted = bloom_hashes_merge(hashes, sorted, other, added);
	REQUIRE(bloom_hashes_ascend(hashes, sorted), "%zu hashes", sorted);
	check_places(hashes, sorted, other, added);
	REQUIRE(bloom_hashes_find(hashes, sorted, UINT64_MAX) <= sorted, "find");
	free_words(spare, count);
	free_words(other, count - half);
	free_words(hashes, count);
}

/* The words of a coded list, of which a search reads some */
typedef struct Source
{
	const uint64_t *words;
	size_t		size;
	int			reads;
} Source;

static void
read_source(void *argument, size_t from, size_t count, uint64_t *to)
{
	Source	   *source = argument;

	REQUIRE(from <= source->size && count <= source->size - from,
			"%zu words from %zu on, of %zu", count, from, source->size);
	memcpy(to, source->words + from, count * sizeof(uint64_t));
	REQUIRE(++source->reads <= 100, "%d reads", source->reads);
}

/* Decode words, which may be invalid; returns the number of hashes */
static size_t
decode(const uint64_t *words, int bits, uint64_t *hashes)
{
	BloomCodedReader reader = {.words = words, .bits = bits};
	size_t		count;

	do
	{
		size_t		room = (size_t) (words[0] - reader.done);

		count = bloom_coded_next(&reader, hashes + reader.done,
								 room < 100 ? room : 100);
	} while (count > 0);
	REQUIRE(reader.done <= words[0], "more than announced");
	return (size_t) reader.done;
}

/* Code a stream, which gives `count` hashes, and compare with these */
static void
check_code(BloomStream *stream, const uint64_t *hashes, size_t count,
		   int bits)
{
	size_t		size = bloom_coded_words(count, bits);
	uint64_t   *words = make_words(size);
	uint64_t   *again = make_words(count);
	bool		contained;

	REQUIRE(bloom_stream_code(stream, words, count, bits, NULL), "fewer");
	REQUIRE(bloom_coded_valid(words, bits, NULL), "not valid");
	REQUIRE(decode(words, bits, again) == count &&
			memcmp(again, hashes, count * 8) == 0, "read others");
	for (size_t i = 0; i < count; i++)
	{
		Source		source = {words, size, 0};

		bloom_coded_contains_each(words, bits, &hashes[i], 1, &contained);
		REQUIRE(contained && bloom_coded_contains(words, bits, hashes[i]) &&
				bloom_coded_search(read_source, &source, count, bits,
								   hashes[i]), "lost hash %zu", i);
	}
	free_words(again, count);
	free_words(words, size);
}

/* Words as a coded list, valid or not */
static void
check_coded_words(Input input, int bits)
{
	uint64_t	count = 1 + input_number(&input, 2) % 3000;
	size_t		size;
	uint64_t   *words;
	uint64_t   *hashes;

	if (bits < 12)
		count = 1 + count % (UINT64_C(1) << bits);
	if (bits == 64)
		count++;
	size = bloom_coded_words(count, bits);
	words = make_words(size);
	hashes = make_words(count);
	words[0] = count;
	for (size_t i = 1; i < size && input.size > 0; i++)
		words[i] = input_number(&input, 8);
	for (uint64_t i = 0; i < 64; i++)
	{
		uint64_t	hash = i < size ? words[i] : scramble(i);
		Source		source = {words, size, 0};
		bool		contained = bloom_coded_contains(words, bits, hash);
		bool		found = bloom_coded_search(read_source, &source, count,
											   bits, hash);

		if (i == 0)
			bloom_coded_contains_each(words, bits, words, 1, &contained);
		(void) found;
	}
	decode(words, bits, hashes);
	if (bloom_coded_valid(words, bits, NULL))
	{
		BloomListStream stream;

		bloom_stream_list(&stream, words, bits, NULL, 0, bits);
		check_code(&stream.all, hashes, count, bits);
	}
	free_words(hashes, count);
	free_words(words, size);
}

/* Hashes, of which half are coded first, and then all */
static void
check_coded_hashes(Input input, int bits)
{
	int			fewer = 1 + (int) (input_number(&input, 1) % (unsigned) bits);
	size_t		count = input.size / 8;
	size_t		half = count / 2;
	uint64_t   *hashes = make_words(count);
	uint64_t   *spare = make_words(count);
	uint64_t   *again = make_words(count);
	uint64_t   *words;
	size_t		size;
	size_t		sorted;
	size_t		coded = 0;
	size_t		all;
	BloomListStream stream;

	/* with few bits, many hashes are equal when they are shortened */
	for (size_t i = 0; i < count; i++)
		hashes[i] = input_number(&input, 8) & bloom_coded_mask(bits);
	coded = bloom_hashes_sort(hashes, spare, half, NULL);
	if (coded == 1 && bits == 64)
		coded = 0;
	size = bloom_coded_words(coded, bits);
	words = make_words(size);
	bloom_stream_list(&stream, NULL, 0, hashes, coded, bits);
	REQUIRE(bloom_stream_code(&stream.all, words, coded, bits, NULL), "few");
	sorted = bloom_hashes_sort(hashes + half, spare, count - half, NULL);

	bloom_stream_list(&stream, words, bits, hashes + half, sorted, fewer);
	all = (size_t) bloom_stream_count(&stream.all, NULL);
	memmove(hashes + coded, hashes + half, sorted * 8);
	for (size_t i = 0; i < coded + sorted; i++)
		spare[i] = hashes[i] & bloom_coded_mask(fewer);
	REQUIRE(bloom_hashes_sort(spare, again, coded + sorted, NULL) == all,
			"%zu hashes", all);
	if (all > 1 || (all == 1 && fewer < 64))
	{
		bloom_stream_list(&stream, words, bits, hashes + coded, sorted,
						  fewer);
		check_code(&stream.all, spare, all, fewer);
	}
	free_words(words, size);
	free_words(again, count);
	free_words(spare, count);
	free_words(hashes, count);
}

/* What users may ask for: refused, or a valid geometry */
static void
check_solve(Input input)
{
	uint64_t	capacity = input_number(&input, 8) >>
		input_number(&input, 1) % 64;
	double		rate = BLOOM_MAX_ERROR_RATE /
		(double) (1 + input_number(&input, 2));
	BloomGeometry geometry;

	if (capacity < 1)
		capacity = 1;
	if (bloom_geometry_solve(capacity, rate, &geometry))
		REQUIRE(bloom_geometry_valid(&geometry), "solved for %" PRIu64
				" at %g", capacity, rate);
	if (bloom_geometry_grow(capacity, 2 + 2 * (int) (capacity & 1),
							input_number(&input, 4),
							(uint32_t) input_number(&input, 2), rate,
							&geometry))
		REQUIRE(bloom_geometry_valid(&geometry), "grown from %" PRIu64
				" at %g", capacity, rate);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Input		input = {data, size};
	unsigned	what = (unsigned) input_number(&input, 1);
	BloomGeometry geometry = input_geometry(&input);

	if (what % 16 == 0)
		check_solve(input);
	if (what % 4 == 0)
		check_hashes(input);
	if (what % 4 < 2)
	{
		Input		coded = input;
		int			bits = 1 + (int) (input_number(&coded, 1) % 64);

		check_coded_words(coded, bits);
		check_coded_hashes(coded, bits);
	}
	if (bloom_geometry_valid(&geometry))
	{
		check_estimates(&geometry, input);
		if (geometry.lines <= MAX_LINES)
		{
			check_bits(&geometry, input);
			check_counters(&geometry, input);
		}
	}
	return 0;
}

#ifdef FUZZ_MAIN
/* A coded list of hashes of 41 bits, of different lengths; malloc'd */
static uint64_t *
make_list(unsigned number)
{
	size_t		count = number == 0 ? 1 : (size_t) 2 << number;
	uint64_t	hashes[512];
	uint64_t	spare[512];
	BloomListStream stream;
	uint64_t   *words;

	for (size_t i = 0; i < count; i++)
		hashes[i] = number % 2 == 0 ? scramble(i) : (uint64_t) i << 23;
	bloom_hashes_sort(hashes, spare, count, NULL);
	words = calloc(bloom_coded_words(count, 41), sizeof(uint64_t));
	if (words == NULL)
		abort();
	bloom_stream_list(&stream, NULL, 0, hashes, count, 41);
	bloom_stream_code(&stream.all, words, count, 41, NULL);
	return words;
}

/* Usual geometries, the largest and smallest ones, and coded lists */
static bool
make_seed(unsigned number, Seed *seed)
{
	static const BloomGeometry odd[] = {
		{1, 1, 1, 1}, {64, 64, 64, 64}, {128, 64, 17, 255}, {2048, 64, 1, 15},
		{2, 2, 2, 30}, {BLOOM_MAX_LINES, 1, 1, 15}, {4, 4, 3, 44},
		{BLOOM_MAX_LINES, 64, 64, 255}, {96, 32, 32, 255}, {8, 8, 1, 1},
	};
	BloomGeometry geometry;
	uint64_t   *words = NULL;
	unsigned	odds = sizeof(odd) / sizeof(odd[0]);

	if (number < odds)
		geometry = odd[number];
	else if (number >= odds + 8 && number < odds + 16)
	{
		geometry = odd[0];
		words = make_list(number - odds - 8);
	}
	else if (number >= odds + 16 ||
			 !bloom_geometry_solve(1000,
								   pow(10, (int) odds - 1 - (int) number),
								   &geometry))
		return false;
	seed_number(seed, 1, number);
	seed_number(seed, 1, 0);
	seed_number(seed, 4, geometry.lines);
	seed_number(seed, 2, geometry.block);
	seed_number(seed, 1, geometry.touched);
	seed_number(seed, 1, geometry.probes);
	if (words == NULL)
		for (uint64_t i = 0; i < 100; i++)
			seed_number(seed, 8, scramble(i));
	else
	{
		seed->data[0] = 1;
		seed_number(seed, 1, 40);	/* bits - 1 */
		seed_number(seed, 2, words[0] - 1);
		for (size_t i = 1; i < bloom_coded_words(words[0], 41); i++)
			seed_number(seed, 8, words[i]);
		free(words);
	}
	return true;
}
#endif
