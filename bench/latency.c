/*
 * latency.c
 *		The latency of a read from memory.  Reads all cache lines of a block
 *		of memory in random order, where each line contains the address of
 *		the next.  The first argument is the number of bytes.  With a second
 *		argument, huge pages are used if available.  Prints nanoseconds per
 *		read.
 *
 * A test of one value in a filter of that size cannot be faster than this,
 * unless the processor starts it before the test of the previous row ends.
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
	/* always false, but the compiler must keep the loop */
	return at >= lines;
}
