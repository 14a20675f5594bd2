/*
 * unit/core/bits.c
 *		Tests of core/bits.c: which bits a hash stands for, and what can be
 *		done with arrays of them.
 *
 * The bits are compared with those of a slow reference, and with numbers
 * that will never change.
 */
#include <inttypes.h>
#include <math.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/bits.h"
#include "core/occupancy.h"
#include "unit/core/reference.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* The hash of a number, but the first ones are the extremes */
static uint64_t
hash_of(uint64_t number)
{
	static const uint64_t extremes[] = {
		0, UINT64_MAX, 1, UINT64_C(1) << 63, UINT32_MAX, UINT64_C(1) << 32,
	};

	if (number < sizeof(extremes) / sizeof(extremes[0]))
		return extremes[number];
	return XXH3_64bits(&number, sizeof(number));
}

static BloomGeometry
solved(uint64_t capacity, double error_rate)
{
	BloomGeometry geometry = {0, 0, 0, 0};

	CHECK(bloom_geometry_solve(capacity, error_rate, &geometry),
		  "%" PRIu64 " at %g", capacity, error_rate);
	return geometry;
}

/* Run a test with many geometries, most of them such as no solver makes */
static void
with_geometries(void (*test) (const BloomGeometry *geometry))
{
	static const int blocks[] = {1, 2, 3, 7, 64};
	static const int extra[] = {0, 1, 2, 5, 6};

	for (int block = 1; block <= 64; block *= 2)
		for (int touched = 1; touched <= 9 && touched <= block; touched++)
			for (int i = 0; i < 5; i++)
				for (int each = 1; each <= 15; each += 2)
				{
					int			probes = each * touched + extra[i] % touched;
					BloomGeometry geometry = {
						(uint32_t) (blocks[(each / 2 + i) % 5] * block),
						(uint16_t) block, (uint8_t) touched, (uint8_t) probes
					};

					if (each == 15)
						geometry.probes = (uint8_t) (each * touched);
					CHECK(bloom_geometry_valid(&geometry), "%d probes",
						  probes);
					test(&geometry);
				}
}

/* One hash: exactly the reference's bits, and all of them are tested */
static void
check_single(const BloomGeometry *geometry)
{
	Array		array = array_make(geometry->lines, 0);
	Array		wanted = array_make(geometry->lines, 0);
	uint64_t	positions[MOST_PROBES];

	for (uint64_t number = 0; number < 24; number++)
	{
		uint64_t	hash = hash_of(number);
		int			found = reference(geometry, hash, positions);

		bloom_bits_add(array.words, geometry, hash);
		reference_add(wanted.words, geometry, hash);
		CHECK(array_equal(array, wanted), "hash %016" PRIX64 ", %d of %d "
			  "lines, %d probes", hash, geometry->touched, geometry->block,
			  geometry->probes);
		CHECK(bloom_bits_test(wanted.words, geometry, hash),
			  "a miss for %016" PRIX64, hash);
		for (int i = 0; i < found; i++)
		{
			uint64_t	bit = UINT64_C(1) << positions[i] % 64;

			wanted.words[positions[i] / 64] -= bit;
			CHECK(!bloom_bits_test(wanted.words, geometry, hash),
				  "a hit for %016" PRIX64 " without probe %d", hash, i);
			wanted.words[positions[i] / 64] += bit;
		}
		memset(array.words, 0, array.lines * 64);
		memset(wanted.words, 0, wanted.lines * 64);
	}
	array_done(array);
	array_done(wanted);
}

static void
single_hashes(void)
{
	with_geometries(check_single);
}

/* Adding tells how many bits it has set that were clear before */
static void
check_changes(const BloomGeometry *geometry)
{
	Array		array = array_make(geometry->lines, 0);
	uint64_t	before = 0;

	for (uint64_t number = 0; number < 100; number++)
	{
		/* the last ones have been there before */
		uint64_t	hash = hash_of(number % 90);
		unsigned	changed = bloom_bits_add(array.words, geometry, hash);
		uint64_t	count = bloom_bits_count(array.words, array.lines);

		CHECK(changed == count - before, "%u for %016" PRIX64 ", %" PRIu64
			  " after %" PRIu64 " bits", changed, hash, count, before);
		before = count;
	}
	array_done(array);
}

static void
changes(void)
{
	with_geometries(check_changes);
}

/* A hash touches as many lines as it should, all in one block */
static void
check_lines(const BloomGeometry *geometry)
{
	for (uint64_t number = 0; number < 24; number++)
	{
		Array		array = array_make(geometry->lines, 0);
		size_t		block = 0;
		int			touched = 0;

		bloom_bits_add(array.words, geometry, hash_of(number));
		for (size_t line = 0; line < array.lines; line++)
		{
			if (bloom_bits_count(array.words + line * 8, 1) == 0)
				continue;
			CHECK(touched == 0 || line / geometry->block == block,
				  "blocks %zu and %zu", block, line / geometry->block);
			block = line / geometry->block;
			touched++;
		}
		CHECK(touched == geometry->touched, "%d instead of %d of %d lines",
			  touched, geometry->touched, geometry->block);
		array_done(array);
	}
}

static void
cache_lines(void)
{
	with_geometries(check_lines);
}

/* block * 2^64 / blocks, rounded up, by long division */
static uint64_t
smallest_hash(uint64_t block, uint64_t blocks)
{
	uint64_t	top = (block << 32) / blocks;
	uint64_t	rest = (block << 32) % blocks << 32;

	return top << 32 | (rest + blocks - 1) / blocks;
}

/* The smallest hash of a block, and the one before it */
static void
block_borders(void)
{
	static const uint32_t blocks[] = {1, 2, 3, 5, 64, 97, 1000, 19520};

	for (int i = 0; i < 8; i++)
	{
		BloomGeometry geometry = {blocks[i], 1, 1, 6};
		Array		array = array_make(blocks[i], 0);

		for (uint32_t block = 1; block < blocks[i]; block++)
		{
			uint64_t   *line = array.words + block * 8;
			uint64_t	hash = smallest_hash(block, blocks[i]);

			bloom_bits_add(array.words, &geometry, hash);
			CHECK(bloom_bits_count(line, 1) > 0, "%016" PRIX64 " is not in "
				  "block %u of %u", hash, block, blocks[i]);
			memset(line, 0, 64);
			bloom_bits_add(array.words, &geometry, hash - 1);
			CHECK(bloom_bits_count(line - 8, 1) > 0, "%016" PRIX64 " is not "
				  "in block %u of %u", hash - 1, block - 1, blocks[i]);
			memset(line - 8, 0, 64);
		}
		CHECK(bloom_bits_count(array.words, array.lines) == 0, "%u blocks",
			  blocks[i]);
		array_done(array);
	}
}

/* Whole filters, at every alignment that words have */
static void
whole_filters(void)
{
	static const double rates[] = {0.5, 0.05, 0.01, 1e-3, 1e-4, 1e-6, 1e-9};

	for (int i = 0; i < 7; i++)
	{
		BloomGeometry geometry = solved(10000, rates[i]);
		Array		array = array_make(geometry.lines, i * 8 + 8);
		Array		wanted = array_make(geometry.lines, 0);

		for (uint64_t number = 0; number < 10000; number++)
		{
			bloom_bits_add(array.words, &geometry, hash_of(number));
			reference_add(wanted.words, &geometry, hash_of(number));
		}
		CHECK(array_equal(array, wanted), "other bits at %g", rates[i]);
		for (uint64_t number = 0; number < 50000; number++)
		{
			bool		hit = bloom_bits_test(array.words, &geometry,
											  hash_of(number));

			CHECK(hit || number >= 10000, "%g: lost %" PRIu64, rates[i],
				  number);
			CHECK(hit == reference_test(wanted.words, &geometry,
										hash_of(number)),
				  "%g: %d for %" PRIu64, rates[i], hit, number);
		}
		array_done(array);
		array_done(wanted);
	}
}

/*
 * Many hashes at once: the same bits as one by one, whether all lines are of
 * one kind that has a loop of its own or not, and of the same hashes the same
 * answers, by any instructions.
 */
static void
check_many(const BloomGeometry *geometry)
{
	uint64_t	hashes[3 * BLOOM_AHEAD];
	bool		contained[COUNT(hashes) + 1];
	Array		array = array_make(geometry->lines, 8);
	Array		wanted = array_make(geometry->lines, 8);
	char	   *shifted = malloc(geometry->lines * 64 + 9);

	for (size_t i = 0; i < COUNT(hashes); i++)
		hashes[i] = hash_of(i);
	/* as many as there are, and every number about that of those ahead */
	for (size_t count = 0; count <= COUNT(hashes);
		 count += count < BLOOM_AHEAD + 2 ? 1 : 31)
	{
		size_t		members = count / 2;

		memset(array.words, 0, array.lines * 64);
		memset(wanted.words, 0, wanted.lines * 64);
		bloom_bits_prefetch(array.words, geometry, hashes, count);
		bloom_bits_add_each(array.words, geometry, hashes, members);
		for (size_t i = 0; i < members; i++)
			reference_add(wanted.words, geometry, hashes[i]);
		CHECK(array_equal(array, wanted), "%zu hashes, %d of %d lines, "
			  "%d probes", members, geometry->touched, geometry->block,
			  geometry->probes);

		/* words that are only tested may be at any address */
		memcpy(shifted + count % 9, wanted.words, wanted.lines * 64);
		memset(contained, 2, sizeof(contained));
		bloom_bits_test_each(shifted + count % 9, geometry, hashes, count,
							 contained);
		for (size_t i = 0; i < count; i++)
			CHECK(contained[i] == reference_test(wanted.words, geometry,
												 hashes[i]),
				  "hash %zu of %zu, %d of %d lines, %d probes", i, count,
				  geometry->touched, geometry->block, geometry->probes);
		CHECK(((unsigned char *) contained)[count] == 2,
			  "written past %zu", count);
	}
	free(shifted);
	array_done(array);
	array_done(wanted);
}

static void
many_hashes(void)
{
	with_geometries(check_many);
}

/* Each probe counts in a test of many, too */
static void
check_single_misses(const BloomGeometry *geometry)
{
	Array		array = array_make(geometry->lines, 0);
	uint64_t	positions[MOST_PROBES];

	for (uint64_t number = 0; number < 12; number++)
	{
		uint64_t	hash = hash_of(number);
		int			found = reference(geometry, hash, positions);

		memset(array.words, 0xFF, array.lines * 64);
		for (int i = 0; i < found; i++)
		{
			uint64_t	bit = UINT64_C(1) << positions[i] % 64;
			bool		contained = true;

			array.words[positions[i] / 64] &= ~bit;
			bloom_bits_test_each(array.words, geometry, &hash, 1, &contained);
			CHECK(!contained, "a hit for %016" PRIX64 " without probe %d",
				  hash, i);
			array.words[positions[i] / 64] |= bit;
			bloom_bits_test_each(array.words, geometry, &hash, 1, &contained);
			CHECK(contained, "a miss for %016" PRIX64, hash);
		}
	}
	array_done(array);
}

static void
single_misses(void)
{
	with_geometries(check_single_misses);
}

/* The last line of the largest filter is within reach of all arithmetic */
static void
largest_filter(void)
{
	const BloomGeometry geometry = {BLOOM_MAX_LINES, 64, 3, 19};
	uint64_t   *words = calloc(BLOOM_MAX_LINES, 64);
	uint64_t	positions[MOST_PROBES];
	uint64_t	left;

	if (words == NULL)
		abort();
	for (uint64_t number = 0; number < 1000; number++)
		bloom_bits_add(words, &geometry, hash_of(number));
	for (uint64_t number = 0; number < 1000; number++)
		CHECK(reference_test(words, &geometry, hash_of(number)),
			  "hash %016" PRIX64, hash_of(number));
	for (uint64_t number = 0; number < 1000; number++)
	{
		int			found = reference(&geometry, hash_of(number), positions);

		for (int i = 0; i < found; i++)
			words[positions[i] / 64] &= ~(UINT64_C(1) << positions[i] % 64);
	}
	left = bloom_bits_count(words, BLOOM_MAX_LINES);
	CHECK(left == 0, "%" PRIu64 " bits too many", left);
	free(words);
}

/* An array whose words are random, or all ones */
static Array
array_random(size_t lines, uint64_t seed, bool full)
{
	Array		array = array_make(lines, 8);

	for (size_t i = 0; i < lines * 8; i++)
		array.words[i] = full ? UINT64_MAX : hash_of(seed + i);
	return array;
}

static uint64_t
count_slowly(uint64_t word)
{
	uint64_t	count = 0;

	for (; word != 0; word /= 2)
		count += word % 2;
	return count;
}

static void
check_combining(size_t lines, bool full)
{
	Array		a = array_random(lines, 1000, full);
	Array		b = array_random(lines, 1000000, full);
	Array		united = array_random(lines, 1000, full);
	Array		common = array_random(lines, 1000, full);
	uint64_t	count = 0;
	uint64_t	count_or = 0;

	bloom_bits_or(united.words, b.words, lines);
	bloom_bits_and(common.words, b.words, lines);
	for (size_t i = 0; i < lines * 8; i++)
	{
		CHECK(united.words[i] == (a.words[i] | b.words[i]), "word %zu", i);
		CHECK(common.words[i] == (a.words[i] & b.words[i]), "word %zu", i);
		count += count_slowly(a.words[i]);
		count_or += count_slowly(a.words[i] | b.words[i]);
	}
	CHECK(bloom_bits_count(a.words, lines) == count, "%" PRIu64
		  " bits of %zu lines, not %" PRIu64,
		  bloom_bits_count(a.words, lines), lines, count);
	CHECK(bloom_bits_count_or(a.words, b.words, lines) == count_or,
		  "%" PRIu64 " bits of %zu lines, not %" PRIu64,
		  bloom_bits_count_or(a.words, b.words, lines), lines, count_or);
	array_done(a);
	array_done(b);
	array_done(united);
	array_done(common);
}

/* All ones as well: sums within a word must not overflow */
static void
combining(void)
{
	static const size_t lines[] = {0, 1, 2, 30, 31, 32, 62, 63, 64, 100};

	for (int i = 0; i < 10; i++)
	{
		check_combining(lines[i], false);
		check_combining(lines[i], true);
	}
}

static Array
build(const BloomGeometry *geometry, uint64_t first, uint64_t end)
{
	Array		array = array_make(geometry->lines, 0);

	for (uint64_t number = first; number < end; number++)
		bloom_bits_add(array.words, geometry, hash_of(number));
	return array;
}

/* OR of each f consecutive blocks is the filter with 1/f of the blocks */
static void
check_fold(const BloomGeometry *small)
{
	static const int factors[] = {2, 3, 5, 8, 10, 60};
	Array		wanted = build(small, 0, 300);

	for (int i = 0; i < 6; i++)
	{
		BloomGeometry large = *small;
		Array		folded = array_make(small->lines, 0);
		Array		array;

		large.lines *= factors[i];
		array = build(&large, 0, 300);
		bloom_bits_fold(folded.words, array.words,
						small->lines / small->block, small->block,
						bloom_geometry_fold_factor(&large, small));
		CHECK(array_equal(folded, wanted), "%u to %u lines, blocks of %u",
			  large.lines, small->lines, small->block);
		array_done(folded);
		array_done(array);
	}
	array_done(wanted);
}

static void
folding(void)
{
	static const BloomGeometry geometries[] = {
		{1, 1, 1, 6}, {97, 1, 1, 4}, {4, 4, 2, 10}, {28, 4, 3, 19},
		{9 * 64, 64, 2, 13}, {8, 8, 5, 29},
	};

	for (int i = 0; i < 6; i++)
		check_fold(&geometries[i]);
}

/* Layers that differ in anything but a multiple of their lines don't fold */
static void
fold_factors(void)
{
	static const BloomGeometry small = {12, 4, 2, 10};
	static const struct
	{
		BloomGeometry from;
		uint32_t	factor;
	}			cases[] = {
		{{12, 4, 2, 10}, 1}, {{24, 4, 2, 10}, 2}, {{60, 4, 2, 10}, 5},
		{{16, 4, 2, 10}, 0}, {{4, 4, 2, 10}, 0}, {{24, 2, 2, 10}, 0},
		{{24, 4, 3, 10}, 0}, {{24, 4, 2, 11}, 0},
	};

	for (int i = 0; i < 8; i++)
	{
		uint32_t	factor = bloom_geometry_fold_factor(&cases[i].from,
														&small);

		CHECK(factor == cases[i].factor, "case %d: %u", i, factor);
	}
}

/* Two filters OR-ed are the filter of the values of both */
static void
check_union(const BloomGeometry *geometry)
{
	Array		a = build(geometry, 0, 40);
	Array		b = build(geometry, 30, 70);
	Array		both = build(geometry, 0, 70);
	uint64_t	count = bloom_bits_count_or(a.words, b.words, a.lines);

	CHECK(count == bloom_bits_count(both.words, both.lines), "%" PRIu64,
		  count);
	bloom_bits_or(a.words, b.words, a.lines);
	CHECK(array_equal(a, both), "other bits in %u lines", geometry->lines);
	array_done(a);
	array_done(b);
	array_done(both);
}

static void
unions(void)
{
	with_geometries(check_union);
}

/*
 * The number of members, estimated from the bits set.  1 % is promised; the
 * estimate varies by 0.05 %, and wrong formulas are nearer than 1 %.
 */
static void
cardinality(void)
{
	static const double rates[] = {
		0.05, 0.02, 0.01, 5e-3, 1e-3, 1e-4, 1e-5, 1e-6
	};
	const uint64_t members = 1000000;

	for (int i = 0; i < 8; i++)
	{
		BloomGeometry geometry = solved(members, rates[i]);
		Array		array = build(&geometry, 0, members);
		uint64_t	bits = bloom_bits_count(array.words, array.lines);
		double		estimate = bloom_occupancy_cardinality(&geometry, bits);

		CHECK(fabs(estimate / members - 1) < 0.0025, "about %.0f at %g",
			  estimate, rates[i]);
		array_done(array);
	}
}

int
main(void)
{
	RUN(single_hashes);
	RUN(changes);
	RUN(cache_lines);
	RUN(block_borders);
	RUN(whole_filters);
	RUN(many_hashes);
	RUN(single_misses);
	RUN(largest_filter);
	RUN(combining);
	RUN(folding);
	RUN(fold_factors);
	RUN(unions);
	RUN(cardinality);
	return unit_end("core/bits");
}
