/*
 * core/search.c
 *		Searching a long ascending array of hashes by reading slices of it.
 *
 * Reading a slice costs far more than searching in it.  Hashes are evenly
 * distributed, so the place of a hash among n is known to within about
 * sqrt(n) / 2, and one slice is usually enough.  If not, the next guess is
 * based on the hashes that were read.  An attacker can choose hashes that make
 * every guess wrong.  So from the fourth read on, every second one halves the
 * range.
 */
#include "core/search.h"

#include "core/hashes.h"

/* Number of reads before the first one that halves the range */
#define GUESSES			3

/* A window covers this many standard deviations of the place each way */
#define DEVIATIONS		2.5

/* The radius of a window is a multiple of this number of hashes */
#define STEP			8

/* Begin the search for a hash in an array of `count` hashes */
void
bloom_search_begin(BloomSearch *search, size_t count, uint64_t hash)
{
	*search = (BloomSearch) {
		.hash = hash, .end = count, .above = UINT64_MAX
	};
}

/*
 * The number of hashes to read in each direction from the likely place, which
 * divides an array of `size` hashes at `share`
 */
static size_t
window_radius(size_t size, double share)
{
	double		variance = share * (1.0 - share) * size;
	size_t		radius = STEP;

	while ((double) radius * radius < DEVIATIONS * DEVIATIONS * variance &&
		   2 * (radius + STEP) < BLOOM_SEARCH_WINDOW)
		radius += STEP;
	return radius;
}

/*
 * Set the slice to be read next: the hashes *from .. *to - 1, at least one.
 * Returns false if the array does not contain the hash.
 */
bool
bloom_search_window(BloomSearch *search, size_t *from, size_t *to)
{
	size_t		size = search->end - search->first;
	double		share = (double) (search->hash - search->below) /
		((double) (search->above - search->below) + 1.0);
	size_t		place = (size_t) (share * size);
	size_t		radius = window_radius(size, share);

	if (size == 0)
		return false;
	if (search->reads >= GUESSES && search->reads % 2 == GUESSES % 2)
		place = size / 2;
	if (place >= size)
		place = size - 1;		/* after rounding */
	search->reads++;
	*from = search->first + (place > radius ? place - radius : 0);
	*to = size - place > radius ? search->first + place + radius + 1 :
		search->end;
	return true;
}

/*
 * Continue the search with the hashes from .. to - 1, which were read.  They
 * must include those that bloom_search_window() asked for, and may include
 * others in first .. end - 1.  Returns whether the hash is among them.  The
 * range always gets smaller, so that the search ends even if the array is not
 * in ascending order.
 */
bool
bloom_search_take(BloomSearch *search, const uint64_t *hashes, size_t from,
				  size_t to)
{
	size_t		at = bloom_hashes_find(hashes, to - from, search->hash);

	if (at < to - from && hashes[at] == search->hash)
		return true;
	if (at == 0)
	{
		search->end = from;
		search->above = hashes[0];
	}
	else if (at == to - from)
	{
		search->first = to;
		search->below = hashes[at - 1];
	}
	else
		search->end = search->first;
	return false;
}
