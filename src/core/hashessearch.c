/*
 * core/hashessearch.c
 *		Searching a long ascending array of hashes of which only the necessary
 *		ones are read.
 *
 * Reading costs far more than searching in what was read.  Hashes are evenly
 * distributed, so the place of a hash among n is known to within about
 * sqrt(n) / 2.  If the window around it is not enough, the next guess is based
 * on a hash that was read.  An attacker can choose hashes that make every
 * guess wrong, so bisection follows after a few reads.
 */
#include "core/hashes.h"

/* After more reads than this, bisection follows */
#define MAX_GUESSES		4

/* The number of hashes that are expected in an interval, of `count` in all */
static size_t
expected(uint64_t interval, size_t count)
{
	return (size_t) ((double) interval / 0x1p64 * (double) count);
}

bool
bloom_hashes_search(BloomReadWords read, void *argument, size_t count,
					uint64_t hash)
{
	BloomWindow window;
	size_t		low = 0;
	size_t		high = count;
	size_t		at = expected(hash, count);

	bloom_window_begin(&window, read, argument, count, BLOOM_WINDOW_WORDS);
	while (low < high)
	{
		uint64_t	found;

		if (window.reads > MAX_GUESSES)
			at = low + (high - low) / 2;
		else if (at >= high)
			at = high - 1;
		found = bloom_window_word(&window, at);
		if (found == hash)
			return true;
		if (found < hash)
		{
			low = at + 1;
			at = low + expected(hash - found, count);
		}
		else
		{
			size_t		back = expected(found - hash, count) + 1;

			high = at;
			at = high - low < back ? low : high - back;
		}
	}
	return false;
}
