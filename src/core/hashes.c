/*
 * core/hashes.c
 *		Sorting, merging and searching ascending arrays of hashes.
 *
 * The arrays are not compressed.  Coding the differences of n hashes would
 * take 64 - log2(n) + 1.5 bits per hash instead of 64, which saves 4 % with 20
 * hashes and 13 % with 1,000.
 */
#include "core/hashes.h"

#include <string.h>

#include "core/inline.h"

/* From this number of hashes on, radix sort is faster than insertion sort */
#define MIN_RADIX		48

/* Up to this number, two digits of 8 bits nearly sort hashes */
#define MAX_TWO_BYTES	32768

/* Likewise for two digits of 11 bits; more hashes need four of 8 bits */
#define MAX_TWO_LARGE	524288

/* Then insertion must not move a hash by more places than this on average */
#define MAX_STEPS		2

/* Longer arrays are sorted in parts, so that a pass does not take too long */
#define MAX_RADIX		((size_t) 1 << 23)

/* The number of bits of the largest digit */
#define MAX_DIGIT		11

/* Minimum number of hashes for a lookup table */
#define MIN_PLACED		256

/* Average number of hashes per entry of the table, or up to twice as many */
#define MIN_HASHES_A_PLACE	16

/* Maximum number of steps from the likely place, then bisection */
#define NEAR			16

/* Prefetching for this many searches hides a cache miss */
#define AHEAD			32

/* Sort in about that many steps; returns whether they were enough */
static bool
insertion_sort(uint64_t *hashes, size_t count, size_t steps)
{
	for (size_t i = 1; i < count; i++)
	{
		uint64_t	hash = hashes[i];
		size_t		at = i;

		for (; at > 0 && hashes[at - 1] > hash; at--)
			hashes[at] = hashes[at - 1];
		if (at == i)
			continue;
		hashes[at] = hash;
		if (i - at > steps)
			return false;
		steps -= i - at;
	}
	return true;
}

/* Call pause, then sort by the digit from bit `shift` on to another array */
ALWAYS_INLINE void
radix_pass(uint64_t *to, const uint64_t *from, size_t count, int shift,
		   int digit, BloomPause pause)
{
	uint32_t	places[1 << MAX_DIGIT];
	size_t		values = (size_t) 1 << digit;
	uint32_t	place = 0;

	if (pause != NULL)
		pause();
	memset(places, 0, values * sizeof(uint32_t));
	for (size_t i = 0; i < count; i++)
		places[from[i] >> shift & (values - 1)]++;
	for (size_t i = 0; i < values; i++)
	{
		uint32_t	size = places[i];

		places[i] = place;
		place += size;
	}
	for (size_t i = 0; i < count; i++)
		to[places[from[i] >> shift & (values - 1)]++] = from[i];
}

/* The lengths of a digit are constants in loops */
static void
short_pass(uint64_t *to, const uint64_t *from, size_t count, int shift,
		   BloomPause pause)
{
	radix_pass(to, from, count, shift, 8, pause);
}

static void
long_pass(uint64_t *to, const uint64_t *from, size_t count, int shift,
		  BloomPause pause)
{
	radix_pass(to, from, count, shift, MAX_DIGIT, pause);
}

/*
 * Sort by an even number of digits, of 8 bits or MAX_DIGIT, from bit `shift`
 * on, that include all bits below bit `end`.  The order of hashes that are
 * equal in the digits does not change.
 */
static void
radix_sort(uint64_t *hashes, uint64_t *spare, size_t count, int shift, int end,
		   int digit, BloomPause pause)
{
	for (; shift < end; shift += 2 * digit)
		if (digit == 8)
		{
			short_pass(spare, hashes, count, shift, pause);
			short_pass(hashes, spare, count, shift + 8, pause);
		}
		else
		{
			long_pass(spare, hashes, count, shift, pause);
			long_pass(hashes, spare, count, shift + MAX_DIGIT, pause);
		}
}

/* Remove repeated hashes from an ascending array; returns the new count */
static size_t
drop_repeats(uint64_t *hashes, size_t count)
{
	size_t		distinct = 0;

	for (size_t i = 0; i < count; i++)
		if (distinct == 0 || hashes[i] != hashes[distinct - 1])
			hashes[distinct++] = hashes[i];
	return distinct;
}

/*
 * Merge the hashes of another ascending array into an ascending array, which
 * has room for them at its end.  Returns the new count.  Works from the ends,
 * so that a few hashes move only those that are greater.
 */
size_t
bloom_hashes_merge(uint64_t *hashes, size_t count,
				   const uint64_t *other, size_t other_count)
{
	size_t		end = count + other_count;
	size_t		to = end;

	/* no branch depends on which hash is greater, because it is random */
	while (count > 0 && other_count > 0)
	{
		uint64_t	x = hashes[count - 1];
		uint64_t	y = other[other_count - 1];

		hashes[--to] = x > y ? x : y;
		count -= x >= y;
		other_count -= y >= x;
	}
	to -= other_count;
	memcpy(hashes + to, other, other_count * sizeof(uint64_t));
	/* hashes in both arrays left a gap */
	if (to > count)
		memmove(hashes + count, hashes + to, (end - to) * sizeof(uint64_t));
	return count + (end - to);
}

/* The number of lowest bits in which any of the hashes differ */
static int
differing_bits(const uint64_t *hashes, size_t count)
{
	uint64_t	differing = 0;

	for (size_t i = 1; i < count; i++)
		differing |= hashes[i] ^ hashes[0];
	return differing == 0 ? 0 : 64 - __builtin_clzll(differing);
}

/* Sort an array of at most MAX_RADIX hashes */
static void
sort(uint64_t *hashes, uint64_t *spare, size_t count, BloomPause pause)
{
	int			digit = 8;
	int			sorted;
	int			end;

	if (count < MIN_RADIX)
	{
		(void) insertion_sort(hashes, count, count * count);
		return;
	}
	end = differing_bits(hashes, count);
	if (count > MAX_TWO_BYTES && count <= MAX_TWO_LARGE)
		digit = MAX_DIGIT;
	sorted = count > MAX_TWO_LARGE ? 4 * digit : 2 * digit;
	radix_sort(hashes, spare, count, end > sorted ? end - sorted : 0, end,
			   digit, pause);
	if (!insertion_sort(hashes, count, count * MAX_STEPS))
		radix_sort(hashes, spare, count, 0, end, 8, pause);
}

/*
 * Merge the ascending hashes at `behind`, in the same array, into the first
 * `count` ones.  Pauses before that, because merging cannot be interrupted.
 */
static size_t
merge_behind(uint64_t *hashes, size_t count, const uint64_t *behind,
			 size_t added, uint64_t *spare, BloomPause pause)
{
	if (pause != NULL)
		pause();
	memcpy(spare, behind, added * sizeof(uint64_t));
	return bloom_hashes_merge(hashes, count, spare, added);
}

/*
 * Sort hashes in ascending order and remove repeated ones.  Returns the new
 * count.  spare must have room for `count` hashes.  If they are in order, like
 * those of another list, they are only read.  Otherwise, the highest bits in
 * which they differ put all but a few in order, even if all hashes are from a
 * narrow range.  Hashes that were chosen by an attacker can need all bits,
 * which takes up to four times as long.  pause is called regularly unless it
 * is NULL.  If it does not return, the array still has all hashes, in some
 * order.
 */
size_t
bloom_hashes_sort(uint64_t *hashes, uint64_t *spare, size_t count,
				  BloomPause pause)
{
	size_t		half = count / 2;
	size_t		first;
	size_t		second;

	if (bloom_hashes_ascend(hashes, count))
		return count;
	if (count <= MAX_RADIX)
	{
		sort(hashes, spare, count, pause);
		return drop_repeats(hashes, count);
	}
	first = bloom_hashes_sort(hashes, spare, half, pause);
	second = bloom_hashes_sort(hashes + half, spare, count - half, pause);
	return merge_behind(hashes, first, hashes + half, second, spare, pause);
}

/*
 * Sort `added` hashes behind an ascending array of `count` hashes, and merge
 * them into it.  Returns the new count.  spare must have room for those added.
 * pause is as in bloom_hashes_sort().
 */
size_t
bloom_hashes_sort_behind(uint64_t *hashes, size_t count, size_t added,
						 uint64_t *spare, BloomPause pause)
{
	uint64_t   *first = hashes + count;
	size_t		distinct = bloom_hashes_sort(first, spare, added, pause);

	if (count == 0)
		return distinct;
	return merge_behind(hashes, count, first, distinct, spare, pause);
}

/* The place of a hash in an ascending array: the number of lower hashes */
size_t
bloom_hashes_find(const uint64_t *hashes, size_t count, uint64_t hash)
{
	const uint64_t *base = hashes;

	/* without branches, which would be mispredicted */
	while (count > 1)
	{
		size_t		half = count / 2;

		base += base[half - 1] < hash ? half : 0;
		count -= half;
	}
	return (size_t) (base - hashes) + (count == 1 && *base < hash);
}

/*
 * The first place in low .. high - 1 with a hash that is not less than `hash`,
 * or high if there is none.  The search starts at the guess, which is at least
 * low and probably near.  Each step is twice as long as the one before,
 * because an attacker may have chosen the hashes.
 */
size_t
bloom_hashes_find_near(const uint64_t *hashes, size_t low, size_t high,
					   size_t guess, uint64_t hash)
{
	size_t		step = 2;

	if (guess >= high || hashes[guess] >= hash)
	{
		high = guess < high ? guess : high;
		while (high - low > step && hashes[high - step] >= hash)
		{
			high -= step;
			step *= 2;
		}
		low = high - low > step ? high - step + 1 : low;
	}
	else
	{
		low = guess + 1;
		while (high - low > step && hashes[low + step] < hash)
		{
			low += step + 1;
			step *= 2;
		}
		high = high - low > step ? low + step : high;
	}
	return low + bloom_hashes_find(hashes + low, high - low, hash);
}

/* The number of highest bits that select an entry of the lookup table */
static int
place_bits(size_t count)
{
	int			bits = 0;

	while (count >> bits >= 2 * MIN_HASHES_A_PLACE)
		bits++;
	return bits;
}

/*
 * The size of the lookup table for an array, at most a 32nd of the array's.
 * 0 if the array is too short for a table, or too long for its numbers.
 */
size_t
bloom_hashes_places_size(size_t count)
{
	if (count < MIN_PLACED || count > UINT32_MAX)
		return 0;
	return sizeof(BloomPlaces) +
		(((size_t) 1 << place_bits(count)) + 1) * sizeof(uint32_t);
}

/* Fill the lookup table of an ascending array */
void
bloom_hashes_place(BloomPlaces *places, const uint64_t *hashes, size_t count)
{
	size_t		value = 0;

	places->bits = place_bits(count);
	for (size_t i = 0; i < count; i++)
		while (value <= hashes[i] >> (64 - places->bits))
			places->first[value++] = (uint32_t) i;
	while (value <= (size_t) 1 << places->bits)
		places->first[value++] = (uint32_t) count;
}

/*
 * The likely place of a hash.  Sets *first and *end to the range of hashes
 * with the same highest bits.  If there are none, *first, *end and the result
 * are the place of the next hash.
 */
static inline size_t
likely_place(const BloomPlaces *places, uint64_t hash, size_t *first,
			 size_t *end)
{
	const uint32_t *place = &places->first[hash >> (64 - places->bits)];

	*first = place[0];
	*end = place[1];
	return *first + (size_t) ((hash << places->bits >> 32) * (*end - *first) >>
							  32);
}

/*
 * Whether an ascending array contains a hash.  places is its lookup table or
 * NULL.  With a table, a few steps from the likely place are enough, because
 * hashes are evenly distributed.  If an attacker has chosen the hashes, the
 * rest is searched by bisection.
 */
bool
bloom_hashes_contain(const uint64_t *hashes, size_t count,
					 const BloomPlaces *places, uint64_t hash)
{
	size_t		first = 0;
	size_t		end = count;
	size_t		at;

	if (places != NULL)
	{
		at = likely_place(places, hash, &first, &end);
		for (int i = 0; i < NEAR && first < end; i++)
		{
			if (hashes[at] == hash)
				return true;
			if (hashes[at] < hash)
				first = ++at;
			else
				end = at--;
		}
	}
	at = first + bloom_hashes_find(hashes + first, end - first, hash);
	return at < end && hashes[at] == hash;
}

/*
 * Prefetch the hashes that a search is likely to read.  Inlined, because gcc
 * removes calls of a function that only prefetches.
 */
ALWAYS_INLINE void
prefetch(const uint64_t *hashes, const BloomPlaces *places, uint64_t hash)
{
	size_t		first;
	size_t		end;
	size_t		at = likely_place(places, hash, &first, &end);

	if (first < end)
	{
		__builtin_prefetch(hashes + (at - first < 4 ? first : at - 4), 0, 1);
		__builtin_prefetch(hashes + (end - at <= 4 ? end - 1 : at + 4), 0, 1);
	}
}

/* Set contained[i] to whether the array contains sought[i] */
void
bloom_hashes_contain_each(const uint64_t *hashes, size_t count,
						  const BloomPlaces *places, const uint64_t *sought,
						  size_t sought_count, bool *contained)
{
	for (size_t i = 0; i < sought_count && i < AHEAD && places != NULL; i++)
		prefetch(hashes, places, sought[i]);
	for (size_t i = 0; i < sought_count; i++)
	{
		if (sought_count - i > AHEAD && places != NULL)
			prefetch(hashes, places, sought[i + AHEAD]);
		contained[i] = bloom_hashes_contain(hashes, count, places, sought[i]);
	}
}

/*
 * Like bloom_hashes_contain_each(), for sought hashes in ascending order, in
 * one pass over both arrays.  Hashes are evenly distributed, so the likely
 * place of a hash follows from the place of the one before.
 */
void
bloom_hashes_contain_ascending(const uint64_t *hashes, size_t count,
							   const uint64_t *sought, size_t sought_count,
							   bool *contained)
{
	size_t		at = 0;
	uint64_t	last = 0;

	for (size_t i = 0; i < sought_count; i++)
	{
		uint64_t	distance = (sought[i] - last) >> 32;
		size_t		places = (size_t) (distance * (uint32_t) count >> 32);

		at = bloom_hashes_find_near(hashes, at, count, at + places, sought[i]);
		contained[i] = at < count && hashes[at] == sought[i];
		last = sought[i];
	}
}

/* Whether hashes are in ascending order, without repeated ones */
bool
bloom_hashes_ascend(const uint64_t *hashes, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (hashes[i - 1] >= hashes[i])
			return false;
	return true;
}
