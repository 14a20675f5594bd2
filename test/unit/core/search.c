/*
 * unit/core/search.c
 *		Tests of core/hashessearch.c: an array of hashes that is read in parts.
 *
 * The answers are compared with bsearch, and the reads are counted.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/hashes.h"
#include "unit/ascending.h"
#include "unit/unit.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

#define MOST_HASHES		((size_t) 1000000)

typedef struct Source
{
	const uint64_t *hashes;
	size_t		count;
	int			reads;
} Source;

/* Every read lies in the array */
static void
read_hashes(void *argument, size_t from, size_t count, uint64_t *words)
{
	Source	   *source = argument;

	CHECK(count > 0 && count <= BLOOM_WINDOW_WORDS &&
		  count <= source->count && from <= source->count - count,
		  "%zu from %zu on of %zu", count, from, source->count);
	memcpy(words, source->hashes + from, count * sizeof(uint64_t));
	source->reads++;
}

/* How often a range of so many can be halved until one window covers it */
static int
halvings(size_t count)
{
	int			result = 0;

	for (; count > BLOOM_WINDOW_WORDS / 2; count /= 2)
		result++;
	return result;
}

/* Returns the number of reads, which is logarithmic, whatever the array is */
static int
search_for(const uint64_t *hashes, size_t count, uint64_t hash, bool *found)
{
	Source		source = {hashes, count, 0};
	int			most = halvings(count) + 7;

	*found = bloom_hashes_search(read_hashes, &source, count, hash);
	CHECK(source.reads <= most, "%016" PRIX64 ": %d reads of %zu", hash,
		  source.reads, count);
	return source.reads;
}

static int
check_search(const uint64_t *hashes, size_t count, uint64_t hash)
{
	bool		wanted = count > 0 && bsearch(&hash, hashes, count,
											  sizeof(uint64_t),
											  compare) != NULL;
	bool		found;
	int			reads = search_for(hashes, count, hash, &found);

	CHECK(found == wanted, "%016" PRIX64 ": %d among %zu", hash, found, count);
	return reads;
}

static uint64_t hashes[MOST_HASHES];

/* One read usually decides, two if a list has many more than a window */
static void
evenly_spread(void)
{
	static const struct
	{
		size_t		count;
		double		reads;		/* on average, at most */
	}			cases[] = {
		{100, 1.0}, {1000, 1.02}, {20000, 1.05}, {100000, 1.1},
		{MOST_HASHES, 1.43}
	};

	for (size_t i = 0; i < COUNT(cases); i++)
	{
		size_t		count = cases[i].count;
		long		reads = 0;
		int			searches = 0;

		for (size_t j = 0; j < count; j++)
			hashes[j] = scramble(count + j);
		count = reference_sort(hashes, count);
		for (size_t j = 0; j < count; j += count / 100)
			for (int k = -1; k <= 1; k++, searches++)
				reads += check_search(hashes, count, hashes[j] + k);
		for (int k = 0; k < 1000; k++, searches++)
			reads += check_search(hashes, count, scramble(~k));
		CHECK((double) reads / searches <= cases[i].reads,
			  "%.3f reads on average of %zu", (double) reads / searches,
			  count);
	}
}

/* The i-th of so many hashes that somebody has chosen */
static uint64_t
chosen(int kind, size_t i, size_t count)
{
	switch (kind)
	{
		case 0:
			return i;			/* all at the beginning */
		case 1:
			return UINT64_MAX - i;	/* all at the end */
		case 2:					/* half of them at each end */
			return i < count / 2 ? i : UINT64_MAX - i;
		case 3:					/* closer and closer to the end */
			return UINT64_MAX - (UINT64_MAX >> (i * 64 / count)) + i;
		case 4:					/* and to the beginning */
			return (UINT64_MAX >> (i * 64 / count)) - i;
		case 5:					/* most of them in the middle */
			return i % 100 == 0 ? scramble(i) : (UINT64_C(1) << 63) + i;
		default:				/* in clusters */
			return scramble(i % 10) + i;
	}
}

static void
chosen_by_somebody(void)
{
	static const size_t counts[] = {
		1, 2, 3, 17, 511, 512, 513, 2000, 20000, 300000
	};

	for (int kind = 0; kind < 7; kind++)
		for (size_t i = 0; i < COUNT(counts); i++)
		{
			size_t		count = counts[i];
			size_t		step;

			for (size_t j = 0; j < count; j++)
				hashes[j] = chosen(kind, j, count);
			count = reference_sort(hashes, count);
			step = count / 300 + 1;
			for (size_t j = 0; j < count; j += step)
				for (int k = -1; k <= 1; k++)
					check_search(hashes, count, hashes[j] + k);
			check_search(hashes, count, 0);
			check_search(hashes, count, UINT64_MAX);
			for (int k = 0; k < 100; k++)
				check_search(hashes, count, scramble(~k));
		}
}

/* All subsets of 7 hashes, for all of these and what is beside them */
static void
few(void)
{
	static const uint64_t known[] = {
		0, 1, 2, UINT64_C(1) << 63, UINT64_C(0xA5A5A5A5A5A5A5A5),
		UINT64_MAX - 1, UINT64_MAX
	};

	for (unsigned subset = 0; subset < 1u << COUNT(known); subset++)
	{
		size_t		count = 0;

		for (size_t i = 0; i < COUNT(known); i++)
			if (subset >> i & 1)
				hashes[count++] = known[i];
		for (size_t i = 0; i < COUNT(known); i++)
			for (int k = -1; k <= 1; k++)
				check_search(hashes, count, known[i] + k);
	}
}

/* What is stored ascends, but if it did not, a search would end too */
static void
not_ascending(void)
{
	for (int round = 0; round < 200; round++)
	{
		size_t		count = 1 + scramble(round) % 5000;
		bool		found;

		for (size_t i = 0; i < count; i++)
			hashes[i] = round % 3 == 0 ? scramble(round + i) :
				round % 3 == 1 ? UINT64_MAX - i : scramble(i % 3);
		for (int k = 0; k < 50; k++)
		{
			(void) search_for(hashes, count, scramble(k), &found);
			(void) search_for(hashes, count, hashes[k % count], &found);
		}
	}
}

#define LONG	((size_t) 60000000)

/* The i-th hash of a long list, up to 6,000 places from where it is likely */
static uint64_t
far_hash(size_t i)
{
	size_t		j = i % (LONG / 2);
	size_t		places = (j < LONG / 4 ? j : LONG / 2 - j) / 2500;

	return (i < LONG / 2 ? i + places : i - places) * (UINT64_MAX / LONG);
}

static void
read_far(void *argument, size_t from, size_t count, uint64_t *words)
{
	int		   *reads = argument;

	for (size_t i = 0; i < count; i++)
		words[i] = far_hash(from + i);
	(*reads)++;
}

/* The first read of a long list shows where to read next */
static void
long_list(void)
{
	for (size_t i = 0; i < LONG; i += LONG / 997)
	{
		int			reads = 0;

		CHECK(bloom_hashes_search(read_far, &reads, LONG, far_hash(i)),
			  "hash %zu", i);
		CHECK(reads <= 2, "hash %zu: %d reads", i, reads);
	}
}

int
main(void)
{
	RUN(evenly_spread);
	RUN(chosen_by_somebody);
	RUN(few);
	RUN(long_list);
	RUN(not_ascending);
	return unit_end("core/search");
}
