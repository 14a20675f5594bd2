/*
 * unit/core/common.c
 *		Tests of core/hashescommon.c: what two arrays have in common.
 *
 * They are compared with what a look at each hash gives.  Arrays are on the
 * heap and exactly as long as they say, so that a sanitizer or valgrind
 * notices a look behind them, and what is written lies between guards.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/hashes.h"
#include "unit/ascending.h"
#include "unit/unit.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

#define GUARD_HASH		UINT64_C(0xA5A5A5A5A5A5A5A5)

/* malloc'd; never NULL */
static uint64_t *
copy_of(const uint64_t *hashes, size_t count)
{
	uint64_t   *copy = malloc(count * sizeof(uint64_t) + 1);

	if (copy == NULL)
		abort();
	if (count > 0)
		memcpy(copy, hashes, count * sizeof(uint64_t));
	return copy;
}

/* The reference: each hash of one array is looked for in the other */
static size_t
reference(const uint64_t *a, size_t a_count, const uint64_t *b,
		  size_t b_count, uint64_t *common)
{
	size_t		count = 0;

	for (size_t i = 0; i < a_count; i++)
		if (b_count > 0 && bsearch(&a[i], b, b_count, sizeof(uint64_t),
								   compare) != NULL)
			common[count++] = a[i];
	return count;
}

static int	pauses;

static void
count_pause(void)
{
	pauses++;
}

static void
check_one_way(const uint64_t *a_given, size_t a_count,
			  const uint64_t *b_given, size_t b_count)
{
	size_t		room = a_count < b_count ? a_count : b_count;
	uint64_t   *a = copy_of(a_given, a_count);
	uint64_t   *b = copy_of(b_given, b_count);
	uint64_t   *wanted = malloc((a_count + 1) * sizeof(uint64_t));
	uint64_t   *block = malloc((room + 2) * sizeof(uint64_t));
	size_t		count_wanted = reference(a, a_count, b, b_count, wanted);
	size_t		counted = bloom_hashes_common(a, a_count, b, b_count, NULL,
											  NULL);
	size_t		kept;

	block[0] = block[room + 1] = GUARD_HASH;
	kept = bloom_hashes_common(a, a_count, b, b_count, block + 1,
							   count_pause);
	CHECK(counted == count_wanted && kept == count_wanted,
		  "%zu and %zu instead of %zu of %zu and %zu", counted, kept,
		  count_wanted, a_count, b_count);
	CHECK(kept == count_wanted && equal(block + 1, wanted, kept),
		  "%zu hashes in common of %zu and %zu", kept, a_count, b_count);
	CHECK(block[0] == GUARD_HASH && block[room + 1] == GUARD_HASH,
		  "written outside of room for %zu", room);
	CHECK(equal(a, a_given, a_count) && equal(b, b_given, b_count),
		  "%zu and %zu hashes have changed", a_count, b_count);
	free(a);
	free(b);
	free(wanted);
	free(block);
}

static void
check_common(const uint64_t *a, size_t a_count, const uint64_t *b,
			 size_t b_count)
{
	check_one_way(a, a_count, b, b_count);
	check_one_way(b, b_count, a, a_count);
}

/* All pairs of subsets of 11 hashes, with both extremes */
static void
all_small(void)
{
	uint64_t	a[11];
	uint64_t	b[11];

	for (unsigned i = 0; i < 2048; i += 3)
		for (unsigned j = 0; j < 2048; j += 2)
		{
			size_t		a_count = 0;
			size_t		b_count = 0;

			for (unsigned k = 0; k < 11; k++)
			{
				uint64_t	hash = k == 10 ? UINT64_MAX : k;

				if (i >> k & 1)
					a[a_count++] = hash;
				if (j >> k & 1)
					b[b_count++] = hash;
			}
			check_one_way(a, a_count, b, b_count);
		}
}

/* From none to nearly all in common, and from alike to very different sizes */
static void
random_pairs(void)
{
	static const size_t sizes[] = {1, 7, 20, 300, 5000, 40000};
	static uint64_t a[40000];
	static uint64_t b[40000];
	uint64_t	state = scramble(2);

	for (size_t i = 0; i < COUNT(sizes); i++)
		for (size_t j = 0; j <= i; j++)
			for (int overlap = 1; overlap <= 1000; overlap *= 10)
				for (int round = 0; round < 6; round++)
				{
					uint64_t	range = (sizes[i] + sizes[j]) * overlap / 2;
					size_t		a_count = draw_set(&state, a, sizes[i], range);
					size_t		b_count = draw_set(&state, b, sizes[j], range);

					check_common(a, a_count, b, b_count);
				}
}

/* The i-th hash of an array that somebody has chosen, of so many */
static uint64_t
chosen(int kind, size_t i, size_t count)
{
	switch (kind)
	{
		case 0:
			return i;
		case 1:
			return UINT64_MAX - count + 1 + i;
		case 2:
			return i < count / 2 ? 2 * i : UINT64_MAX - count + 1 + i;
		case 3:
			return 3 * i;
		default:
			return UINT64_MAX / count * i;
	}
}

/* Runs of one array between two hashes of the other; unevenly spread ones */
static void
chosen_by_somebody(void)
{
	static const size_t counts[] = {8, 9, 63, 64, 300, 9000};
	static uint64_t a[9000];
	static uint64_t b[9000];

	for (int kinds = 0; kinds < 25; kinds++)
		for (size_t i = 0; i < COUNT(counts); i++)
			for (size_t j = 0; j < COUNT(counts); j++)
			{
				for (size_t k = 0; k < counts[i]; k++)
					a[k] = chosen(kinds / 5, k, counts[i]);
				for (size_t k = 0; k < counts[j]; k++)
					b[k] = chosen(kinds % 5, k, counts[j]);
				check_one_way(a, counts[i], b, counts[j]);
			}
}

/* Comparing long ones can be interrupted */
static void
pausing(void)
{
	size_t		count = 2000000;
	uint64_t   *a = malloc(count * sizeof(uint64_t));
	uint64_t   *b = malloc(count * sizeof(uint64_t));

	for (size_t i = 0; i < count; i++)
	{
		a[i] = 6 * i;
		b[i] = 4 * i;
	}
	pauses = 0;
	CHECK(bloom_hashes_common(a, count, b, count, NULL, count_pause) ==
		  (count + 2) / 3, "%zu", bloom_hashes_common(a, count, b, count, NULL,
													  NULL));
	CHECK(pauses >= 4, "%d", pauses);
	for (size_t i = 0; i < count; i++)
		b[i] = 1000 * i;
	pauses = 0;
	CHECK(bloom_hashes_common(a, count / 40, b, count, NULL, count_pause) ==
		  count / 40 * 6 / 3000, "%zu",
		  bloom_hashes_common(a, count / 40, b, count, NULL, NULL));
	CHECK(pauses >= 1, "%d", pauses);
	free(a);
	free(b);
}

int
main(void)
{
	RUN(all_small);
	RUN(random_pairs);
	RUN(chosen_by_somebody);
	RUN(pausing);
	return unit_end("core/common");
}
