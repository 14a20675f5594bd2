/*
 * latency.c
 *		What a read from memory costs when nothing hides it: walks once through
 *		all cache lines of as many megabytes as its argument says, each line
 *		telling the next one, in random order.  Prints nanoseconds a read.
 *
 * A test of one value in a filter of that size can't be faster than this,
 * unless the filter is in a cache.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define READS	5000000

typedef struct Line
{
	uint32_t	next;
	char		padding[60];
} Line;

static uint64_t
next_random(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

int
main(int argc, char **argv)
{
	size_t		lines = (argc > 1 ? atof(argv[1]) : 12.5) * 1e6 / sizeof(Line);
	Line	   *memory = aligned_alloc(sizeof(Line), lines * sizeof(Line));
	struct timespec start,
				end;
	uint32_t	at = 0;

	/* Sattolo's shuffle: one cycle through all lines */
	for (size_t i = 0; i < lines; i++)
		memory[i].next = i;
	for (size_t i = lines - 1; i > 0; i--)
	{
		size_t		j = next_random() % i;
		uint32_t	swap = memory[i].next;

		memory[i].next = memory[j].next;
		memory[j].next = swap;
	}

	clock_gettime(CLOCK_MONOTONIC, &start);
	for (int i = 0; i < READS; i++)
		at = memory[at].next;
	clock_gettime(CLOCK_MONOTONIC, &end);
	/* printing `at` keeps the loop */
	fprintf(stderr, "ended at line %u\n", at);
	printf("%.0f\n", ((end.tv_sec - start.tv_sec) * 1e9 +
						end.tv_nsec - start.tv_nsec) / READS);
	free(memory);
	return 0;
}
