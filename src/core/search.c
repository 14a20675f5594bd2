/*
 * core/search.c
 *		Searching a long ascending array of hashes of which only parts are
 *		read.
 *
 * Reading a part costs far more than looking at it.  Hashes are evenly
 * spread, so the place of one of them among n is known to within sqrt(n) / 2
 * or so, and one read usually decides.  If it does not, the next guess starts
 * from what was read.  An array that somebody has chosen can make every guess
 * wrong, so from the fourth read on every second one halves the range.
 */
#include "core/search.h"

#include "core/hashes.h"

/* Reads until the first one that halves the range */
#define GUESSES			3

/* Standard deviations of the place that a window covers in each direction */
#define DEVIATIONS		2.5

/* The radius of a window is a multiple of so many hashes */
#define STEP			8

/* Begin to search so many hashes for one */
void
bloom_search_begin(BloomSearch *search, size_t count, uint64_t hash)
{
	*search = (BloomSearch) {
		.hash = hash, .end = count, .above = UINT64_MAX
	};
}

/* How many hashes to read in each direction from a place in so many */
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
 * What to read next: the hashes *from .. *to - 1, at least one.  False if the
 * hash cannot be anywhere.
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
 * Take note of the hashes from .. to - 1, which were read: those that
 * bloom_search_window has asked for, and possibly others of first .. end - 1.
 * Returns whether the hash is among them.  Whatever they are, the range gets
 * smaller, so that the search ends even if the array does not ascend.
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
