/*
 * unit/core/golden.c
 *		Hashes, geometries and words are those that a second implementation
 *		computes (test/golden/unit.py), on every machine: of either byte order,
 *		and whatever the size of its pointers.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/bits.h"
#include "core/coded.h"
#include "core/counters.h"
#include "core/geometry.h"
#include "core/occupancy.h"
#include "core/stream.h"
#include "unit/ascending.h"
#include "unit/core/same.h"
#include "unit/unit.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

typedef struct GoldenHash
{
	size_t		size;			/* bytes of the text */
	uint64_t	seed;
	uint64_t	hash;
} GoldenHash;

typedef struct GoldenParameters
{
	uint64_t	capacity;
	double		error_rate;
	BloomGeometry geometry;
} GoldenParameters;

typedef struct GoldenLayer
{
	uint64_t	capacity;
	double		error_rate;
	int			growth;
	unsigned	layer;
	double		rate;
	BloomGeometry geometry;
	uint64_t	full_bits;
} GoldenLayer;

typedef struct GoldenWords
{
	BloomGeometry geometry;
	int			count;			/* keys that are added */
	uint64_t	seed;
	unsigned	factor;			/* of folding */
	uint64_t	bits_set;
	uint64_t	bits;			/* checksums */
	uint64_t	folded;
	uint64_t	counters_set;
	uint64_t	counters;
} GoldenWords;

typedef struct GoldenCode
{
	size_t		count;			/* keys */
	int			bits;
	uint64_t	seed;
	uint64_t	distinct;		/* of their shortened hashes */
	uint64_t	words;
	uint64_t	checksum;
} GoldenCode;

#include "unit/core/golden_vectors.h"

/* FNV-1a of the bytes that the words have in a file: little-endian */
static uint64_t
checksum(const uint64_t *words, size_t count)
{
	uint64_t	sum = UINT64_C(0xCBF29CE484222325);

	for (size_t i = 0; i < count; i++)
		for (int shift = 0; shift < 64; shift += 8)
			sum = (sum ^ (words[i] >> shift & 0xFF)) * UINT64_C(0x100000001B3);
	return sum;
}

static uint64_t
key_hash(int number, uint64_t seed)
{
	char		key[32];

	return XXH3_64bits_withSeed(key, (size_t) snprintf(key, sizeof(key),
													   "key %d", number), seed);
}

static uint64_t *
zeros(size_t count)
{
	uint64_t   *words = calloc(count, sizeof(uint64_t));

	if (words == NULL)
		abort();
	return words;
}

static void
hashes(void)
{
	char		text[1000];

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char) ('a' + i % 23);
	for (size_t i = 0; i < COUNT(golden_hashes); i++)
	{
		GoldenHash	want = golden_hashes[i];
		uint64_t	got = XXH3_64bits_withSeed(text, want.size, want.seed);

		CHECK(got == want.hash, "%d bytes: %" PRIx64, (int) want.size, got);
	}
}

static void
parameters(void)
{
	for (size_t i = 0; i < COUNT(golden_parameters); i++)
	{
		GoldenParameters want = golden_parameters[i];
		BloomGeometry got = {0, 0, 0, 0};

		CHECK(bloom_geometry_solve(want.capacity, want.error_rate, &got) &&
			  same(got, want.geometry),
			  "%" PRIu64 " at %g: {%u, %u, %u, %u}", want.capacity,
			  want.error_rate, got.lines, got.block, got.touched, got.probes);
	}
}

static void
layers(void)
{
	uint32_t	largest = 0;

	for (size_t i = 0; i < COUNT(golden_layers); i++)
	{
		GoldenLayer want = golden_layers[i];
		double		rate = bloom_geometry_layer_rate(want.error_rate,
													 want.layer);
		BloomGeometry got = {0, 0, 0, 0};

		if (want.layer == 0)
			largest = 0;
		CHECK(rate == want.rate, "layer %u of %g: %a", want.layer,
			  want.error_rate, rate);
		CHECK(bloom_geometry_grow(want.capacity, want.growth, 1, largest,
								  want.rate, &got) &&
			  same(got, want.geometry),
			  "layer %u of %" PRIu64 " at %g: {%u, %u, %u, %u}", want.layer,
			  want.capacity, want.error_rate, got.lines, got.block,
			  got.touched, got.probes);
		CHECK(bloom_occupancy_full_bits(&want.geometry, want.rate) ==
			  want.full_bits, "layer %u of %" PRIu64 " at %g: %" PRIu64,
			  want.layer, want.capacity, want.error_rate,
			  bloom_occupancy_full_bits(&want.geometry, want.rate));
		largest = want.geometry.lines;
	}
}

/* The words of one layer, and those of it folded */
static void
check_bits(const GoldenWords *want)
{
	const BloomGeometry *geometry = &want->geometry;
	size_t		lines = geometry->lines;
	size_t		few_lines = lines / want->factor;
	uint64_t   *words = zeros(lines * BLOOM_LINE_WORDS);
	uint64_t   *together = zeros(lines * BLOOM_LINE_WORDS);
	uint64_t   *hashes = zeros((size_t) want->count);
	uint64_t   *folded = zeros(few_lines * BLOOM_LINE_WORDS);
	uint64_t	bits_set = 0;
	uint64_t	got;

	for (int i = 0; i < want->count; i++)
	{
		bits_set += bloom_bits_add(words, geometry, key_hash(i, want->seed));
		hashes[i] = key_hash(i, want->seed);
	}
	bloom_bits_add_each(together, geometry, hashes, (size_t) want->count);
	CHECK(bits_set == want->bits_set, "%" PRIu64, bits_set);
	CHECK(bloom_bits_count(words, lines) == want->bits_set, "%" PRIu64,
		  bloom_bits_count(words, lines));
	got = checksum(words, lines * BLOOM_LINE_WORDS);
	CHECK(got == want->bits, "%u lines: %" PRIx64, geometry->lines, got);
	got = checksum(together, lines * BLOOM_LINE_WORDS);
	CHECK(got == want->bits, "%u lines, together: %" PRIx64, geometry->lines, got);

	bloom_bits_fold(folded, words, few_lines / geometry->block,
					geometry->block, want->factor);
	got = checksum(folded, few_lines * BLOOM_LINE_WORDS);
	CHECK(got == want->folded, "%u lines, folded: %" PRIx64, geometry->lines,
		  got);
	free(words);
	free(together);
	free(folded);
}

/* Added one to three times, the first half removed once */
static void
check_counters(const GoldenWords *want)
{
	const BloomGeometry *geometry = &want->geometry;
	size_t		lines = geometry->lines;
	uint64_t   *words = zeros(lines * BLOOM_COUNTER_LINE_WORDS);
	uint64_t	got;

	for (int i = 0; i < want->count; i++)
		for (int times = 0; times < i % 3 + 1; times++)
			bloom_counters_add(words, geometry, key_hash(i, want->seed));
	for (int i = 0; i < want->count / 2; i++)
		CHECK(bloom_counters_remove(words, geometry, key_hash(i, want->seed)),
			  "key %d", i);
	got = bloom_counters_count_or(words, words, lines);
	CHECK(got == want->counters_set, "%" PRIu64, got);
	got = checksum(words, lines * BLOOM_COUNTER_LINE_WORDS);
	CHECK(got == want->counters, "%u lines: %" PRIx64, geometry->lines, got);
	free(words);
}

static void
words(void)
{
	for (size_t i = 0; i < COUNT(golden_words); i++)
	{
		check_bits(&golden_words[i]);
		check_counters(&golden_words[i]);
	}
}

/* Coded lists */
static void
check_code(const GoldenCode *want)
{
	uint64_t   *hashes = zeros(want->count + 1);
	uint64_t   *words = zeros(want->words + 1);
	uint64_t	got;
	BloomListStream stream;

	for (size_t i = 0; i < want->count; i++)
		hashes[i] = key_hash((int) i, want->seed);
	reference_sort(hashes, want->count);
	bloom_stream_list(&stream, NULL, 0, hashes, want->count, want->bits);
	got = bloom_stream_count(&stream.all, NULL);
	CHECK(got == want->distinct, "%" PRIu64 " hashes", got);
	got = bloom_coded_words(want->distinct, want->bits);
	CHECK(got == want->words, "%" PRIu64 " words", got);
	if (got != want->words)
		return;
	bloom_stream_list(&stream, NULL, 0, hashes, want->count, want->bits);
	CHECK(bloom_stream_code(&stream.all, words, want->distinct, want->bits,
							NULL), "%zu hashes", want->count);
	got = checksum(words, want->words);
	CHECK(got == want->checksum, "%zu hashes: %" PRIx64, want->count, got);
	free(hashes);
	free(words);
}

static void
codes(void)
{
	for (size_t i = 0; i < COUNT(golden_codes); i++)
		check_code(&golden_codes[i]);
}

int
main(void)
{
	RUN(hashes);
	RUN(parameters);
	RUN(layers);
	RUN(words);
	RUN(codes);
	return unit_end("core/golden");
}
