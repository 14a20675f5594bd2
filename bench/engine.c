/*
 * engine.c
 *		The time for adding and testing hashes with the plain C modules,
 *		without PostgreSQL and without hashing; see the script `engine`.
 *
 * For each size and error rate, measures nanoseconds of CPU time per hash: for
 * adding, for testing members and other hashes one at a time, and for testing
 * many at once.  Prints medians and minima of several rounds, each with all
 * candidates in turn.
 */
#include "engine.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "core/bits.h"
#include "core/hashes.h"

#define MOST_HASHES	2000000
#define MOST_ROUNDS	99
#define HUGE_PAGE	((size_t) 2 * 1024 * 1024)

/* Size of the queue of hashes that a filter in memory uses for adding */
#define WAITING		BLOOM_AHEAD
#define TURN		(WAITING / 2)

enum
{
	ADD, HIT, MISS, MANY_HITS, MANY_MISSES, KINDS
};

static const Candidate *candidates[4];
static int	candidate_count;
static int	rounds = 9;

static uint64_t members[MOST_HASHES];
static uint64_t others[MOST_HASHES];
static bool contained[MOST_HASHES];

/* The hash of a number (Steele et al., SplitMix64) */
static uint64_t
hash_of(uint64_t number)
{
	uint64_t	z = (number + 1) * UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

/* Allocate like the extension: on huge pages if available */
void *
clear_memory(size_t size)
{
	size_t		rounded = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	void	   *memory = aligned_alloc(HUGE_PAGE, rounded);

	if (memory == NULL)
		abort();
	if (size >= HUGE_PAGE)
		(void) madvise(memory, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
	memset(memory, 0, size);
	return memory;
}

void
release_memory(void *memory, size_t size)
{
	(void) size;
	free(memory);
}

typedef struct Filter
{
	BloomGeometry geometry;
	uint64_t   *words;
	size_t		bytes;
} Filter;

static void *
make(uint64_t capacity, double error_rate, size_t *bytes)
{
	Filter	   *filter = malloc(sizeof(Filter));

	if (filter == NULL ||
		!bloom_geometry_solve(capacity, error_rate, &filter->geometry))
		abort();
	filter->bytes = *bytes = filter->geometry.lines * (BLOOM_LINE_BITS / 8);
	filter->words = clear_memory(*bytes);
	return filter;
}

static void
add(void *arg, const uint64_t *hashes, size_t count)
{
	Filter	   *filter = arg;
	size_t		i;

	for (i = 0; i + TURN <= count; i += TURN)
	{
		bloom_bits_prefetch(filter->words, &filter->geometry, hashes + i,
							TURN);
		if (i > 0)
			bloom_bits_add_each(filter->words, &filter->geometry,
								hashes + i - TURN, TURN);
	}
	bloom_bits_add_each(filter->words, &filter->geometry, hashes + i - TURN,
						count - i + TURN);
}

static size_t
test(void *arg, const uint64_t *hashes, size_t count)
{
	Filter	   *filter = arg;
	size_t		hits = 0;

	for (size_t i = 0; i < count; i++)
		hits += bloom_bits_test(filter->words, &filter->geometry, hashes[i]);
	return hits;
}

static size_t
test_many(void *arg, const uint64_t *hashes, size_t count)
{
	Filter	   *filter = arg;
	size_t		hits = 0;

	bloom_bits_test_each(filter->words, &filter->geometry, hashes, count,
						 contained);
	for (size_t i = 0; i < count; i++)
		hits += contained[i];
	return hits;
}

static void
done(void *arg)
{
	Filter	   *filter = arg;

	release_memory(filter->words, filter->bytes);
	free(filter);
}

static const Candidate bloomext = {
	"bloomext", make, add, test, test_many, done
};

static double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static int
compare(const void *a, const void *b)
{
	double		x = *(const double *) a;
	double		y = *(const double *) b;

	return (x > y) - (x < y);
}

/*
 * Run one round of a candidate.  Sets the seconds of each kind, and returns the
 * error rate.
 */
static double
run(const Candidate *candidate, void *filter, size_t count,
	double seconds[KINDS])
{
	double		start[KINDS + 1];
	size_t		hits;
	size_t		false_hits;

	start[ADD] = cpu_seconds();
	candidate->add(filter, members, count);
	start[HIT] = cpu_seconds();
	hits = candidate->test(filter, members, count);
	start[MISS] = cpu_seconds();
	false_hits = candidate->test(filter, others, count);
	start[MANY_HITS] = cpu_seconds();
	hits += candidate->test_many(filter, members, count);
	start[MANY_MISSES] = cpu_seconds();
	false_hits += candidate->test_many(filter, others, count);
	start[KINDS] = cpu_seconds();

	if (hits != 2 * count)
	{
		printf("%s: members are missing\n", candidate->name);
		exit(1);
	}
	for (int i = 0; i < KINDS; i++)
		seconds[i] = start[i + 1] - start[i];
	return (double) false_hits / (double) (2 * count);
}

/* Add hashes of numbers until there are as many as the capacity */
static void
fill(const Candidate *candidate, void *filter, uint64_t capacity, size_t count)
{
	static uint64_t batch[4096];

	for (uint64_t number = count; number < capacity;)
	{
		size_t		size = 0;

		while (size < 4096 && number < capacity)
			batch[size++] = hash_of(number++);
		candidate->add(filter, batch, size);
	}
}

static void
measure(uint64_t capacity, double error_rate)
{
	static double times[4][KINDS][MOST_ROUNDS];
	size_t		count = capacity < MOST_HASHES ? capacity : MOST_HASHES;
	void	   *filters[4];
	size_t		bytes[4];
	double		rates[4];

	for (int i = 0; i < candidate_count; i++)
	{
		filters[i] = candidates[i]->make(capacity, error_rate, &bytes[i]);
		fill(candidates[i], filters[i], capacity, count);
	}
	for (int round = 0; round < rounds; round++)
		for (int i = 0; i < candidate_count; i++)
		{
			double		seconds[KINDS];

			rates[i] = run(candidates[i], filters[i], count, seconds);
			for (int kind = 0; kind < KINDS; kind++)
				times[i][kind][round] = seconds[kind] * 1e9 / (double) count;
		}

	for (int i = 0; i < candidate_count; i++)
	{
		printf("%9.0f  %-6g  %-16s", (double) capacity, error_rate,
			   candidates[i]->name);
		for (int kind = 0; kind < KINDS; kind++)
		{
			qsort(times[i][kind], (size_t) rounds, sizeof(double), compare);
			printf(" %5.1f (%5.1f)", times[i][kind][rounds / 2],
				   times[i][kind][0]);
		}
		printf("  %6.2f  %7.5f  %5.2f\n", (double) bytes[i] / 1e6, rates[i],
			   (double) bytes[i] * 8 / (double) capacity);
		candidates[i]->done(filters[i]);
	}
}

int
main(int argc, char **argv)
{
	const char *asked = getenv("ROUNDS");

	if (asked != NULL && atoi(asked) > 0 && atoi(asked) <= MOST_ROUNDS)
		rounds = atoi(asked);
	candidates[candidate_count++] = &bloomext;
	candidates[candidate_count++] = &library;
#ifdef WITH_ROCKSDB
	candidates[candidate_count++] = &rocksdb_portable;
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2"))
		candidates[candidate_count++] = &rocksdb_avx2;
#endif
#endif
	for (uint64_t i = 0; i < MOST_HASHES; i++)
	{
		members[i] = hash_of(i);
		others[i] = hash_of(i + (UINT64_C(1) << 40));
	}
	printf("ns a hash, medians (minima) of %d rounds\n"
		   " capacity  rate    filter               add          hit         "
		   "miss      hit, many   miss, many     MB    fpp     bits\n", rounds);
	for (uint64_t capacity = 500000; capacity <= 50000000; capacity *= 10)
		measure(capacity, 0.01);
	for (uint64_t capacity = 250000; capacity <= 25000000; capacity *= 10)
		measure(capacity, 0.0001);
	return 0;
}
