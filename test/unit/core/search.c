/*
 * unit/core/search.c
 *		Tests of core/search.c: an array of hashes searched by reading parts.
 *
 * The answers are compared with bsearch, and the reads are counted.  What is
 * read is copied to room of its own, so that a sanitizer or valgrind notices
 * a look at anything else.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/search.h"
#include "unit/ascending.h"
#include "unit/unit.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

#define MOST_HASHES		((size_t) 1000000)

/* As many hashes as are in a chunk of a TOAST table, about */
#define CHUNK			250

typedef struct Outcome
{
	bool		found;
	int			reads;
} Outcome;

/*
 * Search for a hash, reading what is asked for, or the chunks that it is in.
 * Every window has to lie in the range, and the range to shrink.
 */
static Outcome
search_for(const uint64_t *hashes, size_t count, uint64_t hash, size_t chunk)
{
	Outcome		outcome = {false, 0};
	BloomSearch search;
	size_t		from;
	size_t		to;

	bloom_search_begin(&search, count, hash);
	while (!outcome.found && bloom_search_window(&search, &from, &to))
	{
		size_t		left = search.end - search.first;
		uint64_t   *part;

		CHECK(from >= search.first && from < to && to <= search.end,
			  "%zu .. %zu of %zu .. %zu", from, to, search.first, search.end);
		CHECK(to - from <= BLOOM_SEARCH_WINDOW, "%zu", to - from);
		from -= from % chunk;
		from = from < search.first ? search.first : from;
		to += (chunk - to % chunk) % chunk;
		to = to > search.end ? search.end : to;

		part = malloc((to - from) * sizeof(uint64_t));
		memcpy(part, hashes + from, (to - from) * sizeof(uint64_t));
		outcome.found = bloom_search_take(&search, part, from, to);
		free(part);
		outcome.reads++;
		CHECK(outcome.found || search.end - search.first < left,
			  "%zu hashes are left of %zu", search.end - search.first, left);
		if (!outcome.found && search.end - search.first >= left)
			break;
	}
	return outcome;
}

/* How often a range of so many can be halved until one window covers it */
static int
halvings(size_t count)
{
	int			result = 0;

	for (; count > BLOOM_SEARCH_WINDOW / 2; count /= 2)
		result++;
	return result;
}

/* Whatever the array is, half of the reads after the third halve the range */
static Outcome
check_search(const uint64_t *hashes, size_t count, uint64_t hash)
{
	bool		wanted = count > 0 && bsearch(&hash, hashes, count,
											  sizeof(uint64_t),
											  compare) != NULL;
	Outcome		exact = search_for(hashes, count, hash, 1);
	Outcome		chunks = search_for(hashes, count, hash, CHUNK);
	int			most = 2 * halvings(count) + 16;

	CHECK(exact.found == wanted && chunks.found == wanted,
		  "%016" PRIX64 ": %d and %d among %zu", hash, exact.found,
		  chunks.found, count);
	CHECK(exact.reads <= most && chunks.reads <= most,
		  "%016" PRIX64 ": %d and %d reads of %zu", hash, exact.reads,
		  chunks.reads, count);
	return chunks;
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
		{100, 1.0}, {1000, 1.02}, {20000, 1.05}, {100000, 1.3},
		{MOST_HASHES, 2.02}
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
				reads += check_search(hashes, count, hashes[j] + k).reads;
		for (int k = 0; k < 1000; k++, searches++)
			reads += check_search(hashes, count, scramble(~k)).reads;
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

/*
 * What is stored ascends, but if it did not, a search would end too:
 * search_for checks that each read takes something away.
 */
static void
not_ascending(void)
{
	for (int round = 0; round < 200; round++)
	{
		size_t		count = 1 + scramble(round) % 5000;

		for (size_t i = 0; i < count; i++)
			hashes[i] = round % 3 == 0 ? scramble(round + i) :
				round % 3 == 1 ? UINT64_MAX - i : scramble(i % 3);
		for (int k = 0; k < 50; k++)
		{
			(void) search_for(hashes, count, scramble(k), 1);
			(void) search_for(hashes, count, scramble(k), CHUNK);
			(void) search_for(hashes, count, hashes[k % count], 1);
		}
	}
}

int
main(void)
{
	RUN(evenly_spread);
	RUN(chosen_by_somebody);
	RUN(few);
	RUN(not_ascending);
	return unit_end("core/search");
}
