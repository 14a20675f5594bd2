/*
 * core/hashescommon.c
 *		The hashes that two ascending arrays have in common.
 *
 * Arrays of similar lengths are compared in one pass over both.  Each step of
 * such a pass depends on the step before, so it takes about as long as a read
 * from the cache and two comparisons.  Therefore the pass starts at several
 * places at once, so that their steps overlap.  If one array is much longer,
 * the hashes of the shorter one are searched in it.
 */
#include "core/hashes.h"

#include <stdbool.h>
#include <string.h>

#include "core/inline.h"

/*
 * The number of places at which a pass starts.  With two arrays of 20,000
 * hashes, it takes 40 to 60 us instead of 120 to 190 us from one place.
 */
#define LANES			8

/* If one array is this many times longer, the other's hashes are searched */
#define MUCH_LONGER		32

#define PAUSE_STEPS		65536

/* The hashes that are left to compare from one of these places to the next */
typedef struct Lane
{
	const uint64_t *a;
	const uint64_t *a_end;
	const uint64_t *b;
	const uint64_t *b_end;
	uint64_t   *common;			/* place for the next common hash */
} Lane;

/* bloom_hashes_common() if one array is much longer */
static size_t
seek_common(const uint64_t *hashes, size_t count, const uint64_t *longer,
			size_t longer_count, uint64_t *common, BloomPause pause)
{
	const uint64_t *end = longer + longer_count;
	size_t		found = 0;

	for (size_t i = 0; i < count && longer < end; i++)
	{
		longer += bloom_hashes_find_near(longer, 0, (size_t) (end - longer),
										 0, hashes[i]);
		if (longer < end && *longer == hashes[i])
		{
			if (common != NULL)
				common[found] = hashes[i];
			found++;
		}
		if (i % PAUSE_STEPS == 0 && pause != NULL)
			pause();
	}
	return found;
}

/*
 * Compare the next hash of both arrays.  The code adds numbers, because
 * branches would be mispredicted.  It uses these sums, because gcc makes
 * branches of a <= b and b <= a.
 */
ALWAYS_INLINE void
compare(Lane *lane, bool keep, size_t *found)
{
	uint64_t	a = *lane->a;
	uint64_t	b = *lane->b;
	size_t		less = a < b;
	size_t		greater = a > b;
	size_t		equal = 1 - (less | greater);

	if (keep)
	{
		/* if the hashes differ, the next one overwrites it */
		*lane->common = a;
		lane->common += equal;
	}
	else
		*found += equal;
	lane->a += 1 - greater;
	lane->b += 1 - less;
}

/* The number of steps in all lanes before one of them may reach its end */
ALWAYS_INLINE size_t
safe_steps(const Lane *lanes, int count)
{
	size_t		steps = PAUSE_STEPS;

	for (int i = 0; i < count; i++)
	{
		size_t		a = (size_t) (lanes[i].a_end - lanes[i].a);
		size_t		b = (size_t) (lanes[i].b_end - lanes[i].b);

		steps = a < steps ? a : steps;
		steps = b < steps ? b : steps;
	}
	return steps;
}

/*
 * Compare in `count` lanes until one of them reaches its end.  Returns the
 * number of common hashes unless they are kept.
 */
ALWAYS_INLINE size_t
compare_lanes(Lane *lanes, int count, bool keep, BloomPause pause)
{
	Lane		local[LANES];	/* so that they can be in registers */
	size_t		found = 0;
	size_t		steps;

	for (int i = 0; i < count; i++)
		local[i] = lanes[i];
	while ((steps = safe_steps(local, count)) > 0)
	{
		for (size_t step = 0; step < steps; step++)
#pragma GCC unroll 8
			for (int i = 0; i < count; i++)
				compare(&local[i], keep, &found);
		if (pause != NULL)
			pause();
	}
	for (int i = 0; i < count; i++)
		lanes[i] = local[i];
	return found;
}

/* Compare in all lanes until each of them is at its end */
ALWAYS_INLINE size_t
compare_all(Lane *lanes, bool keep, BloomPause pause)
{
	size_t		found = compare_lanes(lanes, LANES, keep, pause);

	for (int i = 0; i < LANES; i++)
		found += compare_lanes(&lanes[i], 1, keep, pause);
	return found;
}

/* bloom_hashes_common() for two arrays of at least LANES hashes */
static size_t
merge_common(const uint64_t *a, size_t a_count, const uint64_t *b,
			 size_t b_count, uint64_t *common, BloomPause pause)
{
	Lane		lanes[LANES];
	uint64_t   *begin[LANES];
	size_t		found = 0;

	for (int i = 0; i < LANES; i++)
	{
		const uint64_t *next = a + a_count / LANES * (i + 1);
		bool		last = i == LANES - 1;

		lanes[i].a = i == 0 ? a : lanes[i - 1].a_end;
		lanes[i].b = i == 0 ? b : lanes[i - 1].b_end;
		lanes[i].a_end = last ? a + a_count : next;
		lanes[i].b_end = b +
			(last ? b_count : bloom_hashes_find(b, b_count, *next));
		/* room for all hashes of a in this lane */
		begin[i] = common == NULL ? NULL : common + (lanes[i].a - a);
		lanes[i].common = begin[i];
	}
	if (common == NULL)
		return compare_all(lanes, false, pause);
	(void) compare_all(lanes, true, pause);
	for (int i = 0; i < LANES; i++)
	{
		size_t		count = (size_t) (lanes[i].common - begin[i]);

		memmove(common + found, begin[i], count * sizeof(uint64_t));
		found += count;
	}
	return found;
}

/*
 * The number of common hashes of two ascending arrays.  Writes them to
 * `common` unless it is NULL.  `common` must have room for as many hashes as
 * the shorter array has, all of which may be overwritten, and must not overlap
 * the arrays.  pause is called regularly unless it is NULL, and need not
 * return.
 */
size_t
bloom_hashes_common(const uint64_t *a, size_t a_count, const uint64_t *b,
					size_t b_count, uint64_t *common, BloomPause pause)
{
	if (a_count > b_count)
		return bloom_hashes_common(b, b_count, a, a_count, common, pause);
	if (a_count < LANES || b_count / MUCH_LONGER >= a_count)
		return seek_common(a, a_count, b, b_count, common, pause);
	return merge_common(a, a_count, b, b_count, common, pause);
}
