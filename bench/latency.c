/*
 * latency.c
 *		What a read from memory costs when nothing hides it: walks through all
 *		cache lines of as many bytes as its argument says, each line telling
 *		the next one, in random order; on huge pages, if there is a second
 *		argument and the system has them.  Prints nanoseconds a read.
 *
 * A test of one value in a filter of that size can't be faster than this,
 * unless the processor begins it before the one of the row before is done.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define READS	5000000
#define HUGE_PAGE	(2 * 1024 * 1024)

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
	size_t		bytes = argc > 1 ? atol(argv[1]) : 12500000;
	size_t		lines = bytes / sizeof(Line);
	Line	   *memory = aligned_alloc(HUGE_PAGE, (bytes | (HUGE_PAGE - 1)) + 1);
	struct timespec start,
				end;
	uint32_t	at = 0;

	madvise(memory, bytes, argc > 2 ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);

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
	printf("%.0f\n", ((end.tv_sec - start.tv_sec) * 1e9 +
						end.tv_nsec - start.tv_nsec) / READS);
	/* it never is, but the compiler has to walk to know */
	return at >= lines;
}
