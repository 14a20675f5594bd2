/*
 * core/hashes.c
 *		Sorting, merging and searching ascending arrays of hashes.
 *
 * The arrays aren't compressed: coding the differences of n hashes takes
 * 64 - log2(n) + 1.5 bits each instead of 64, a saving of 4 % at 20 hashes
 * and 13 % at 1,000.
 */
#include "core/hashes.h"

#include <string.h>

/* From so many hashes on, radix sort beats insertion */
#define MIN_RADIX		48

/* Up to so many, a pass stays short; more are sorted in parts */
#define MAX_RADIX		((size_t) 1 << 23)

/* Up to so many are nearly in order by two bytes, and more by four */
#define MAX_TWO_BYTES	16384

/* From so many hashes on, a table of their places is made */
#define MIN_PLACED		256

/* That begin alike, on average; up to twice as many */
#define MIN_HASHES_A_PLACE	16

/* Steps from where a hash is likely to be: the lines beside it */
#define NEAR			16

/* Searches that are begun ahead: enough to hide a cache miss */
#define AHEAD			32

#define ALWAYS_INLINE	static inline __attribute__((always_inline))

/* The numbers of hashes that have each value of a byte, then their places */
typedef size_t Buckets[256];

/* Sort in about so many steps; returns whether they were enough */
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

/* After a pause, one pass: from one array to the other, by a byte's bits */
static void
radix_pass(uint64_t *to, const uint64_t *from, size_t count, int shift,
		   void (*pause) (void))
{
	Buckets		buckets = {0};
	size_t		place = 0;

	if (pause != NULL)
		pause();
	for (size_t i = 0; i < count; i++)
		buckets[from[i] >> shift & 0xFF]++;
	for (int i = 0; i < 256; i++)
	{
		size_t		size = buckets[i];

		buckets[i] = place;
		place += size;
	}
	for (size_t i = 0; i < count; i++)
		to[buckets[from[i] >> shift & 0xFF]++] = from[i];
}

/*
 * Sort by the bits from `shift` on, a multiple of 16.  Others stay as they
 * are, among those that are alike in these.
 */
static void
radix_sort(uint64_t *hashes, uint64_t *spare, size_t count, int shift,
		   void (*pause) (void))
{
	for (; shift < 64; shift += 16)
	{
		radix_pass(spare, hashes, count, shift, pause);
		radix_pass(hashes, spare, count, shift + 8, pause);
	}
}

/* Leave each of so many ascending hashes once; returns how many are left */
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
 * Add the hashes of another array, for which there is room behind the first
 * one.  Returns how many there are then.  Works from the ends, so that a few
 * more hashes move only those that are greater.
 */
size_t
bloom_hashes_merge(uint64_t *hashes, size_t count,
				   const uint64_t *other, size_t other_count)
{
	size_t		end = count + other_count;
	size_t		to = end;

	while (other_count > 0)
	{
		if (count > 0 && hashes[count - 1] >= other[other_count - 1])
		{
			other_count -= hashes[count - 1] == other[other_count - 1];
			hashes[--to] = hashes[--count];
		}
		else
			hashes[--to] = other[--other_count];
	}
	/* hashes that both had have left a gap */
	if (to > count)
		memmove(hashes + count, hashes + to, (end - to) * sizeof(uint64_t));
	return count + (end - to);
}

/*
 * Bring hashes in any order, and with repeats, into ascending order without.
 * spare has room for as many.  Returns how many are left.  Hashes are in order
 * by their highest bytes, but for a few; those that somebody has chosen take
 * all bytes, three times as long.  If pause isn't NULL, it is called every so
 * many hashes; it need not return, and then all hashes are there still, in
 * some order.
 */
size_t
bloom_hashes_sort(uint64_t *hashes, uint64_t *spare, size_t count,
				  void (*pause) (void))
{
	size_t		half = count / 2;
	size_t		first;
	size_t		second;

	if (count > MAX_RADIX)
	{
		first = bloom_hashes_sort(hashes, spare, half, pause);
		second = bloom_hashes_sort(hashes + half, spare, count - half, pause);
		memcpy(spare, hashes + half, second * sizeof(uint64_t));
		return bloom_hashes_merge(hashes, first, spare, second);
	}
	if (count >= MIN_RADIX)
		radix_sort(hashes, spare, count, count <= MAX_TWO_BYTES ? 48 : 32,
				   pause);
	/* as many steps as fewer than MIN_RADIX need at most */
	if (!insertion_sort(hashes, count, count * (MIN_RADIX / 2)))
		radix_sort(hashes, spare, count, 0, pause);
	return drop_repeats(hashes, count);
}

/* The place of a hash: how many of the others are less */
size_t
bloom_hashes_find(const uint64_t *hashes, size_t count, uint64_t hash)
{
	const uint64_t *base = hashes;

	/* without branches to mispredict */
	while (count > 1)
	{
		size_t		half = count / 2;

		base += base[half - 1] < hash ? half : 0;
		count -= half;
	}
	return (size_t) (base - hashes) + (count == 1 && *base < hash);
}

/*
 * The first place from low on, or high if there is none before, whose hash is
 * not less.  It is probably near the guess, which is low or more.  Steps
 * double, because the hashes may have been chosen.
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

/* The number of the highest bits by which so many hashes are found */
static int
place_bits(size_t count)
{
	int			bits = 0;

	while (count >> bits >= 2 * MIN_HASHES_A_PLACE)
		bits++;
	return bits;
}

/*
 * The bytes that a table of the places of so many hashes takes, a 32nd of
 * theirs at most; 0 if they are too few, or too many to be numbered.
 */
size_t
bloom_hashes_places_size(size_t count)
{
	if (count < MIN_PLACED || count > UINT32_MAX)
		return 0;
	return sizeof(BloomPlaces) +
		(((size_t) 1 << place_bits(count)) + 1) * sizeof(uint32_t);
}

/* Make it */
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
 * Where a hash is likely to be, of those that begin alike: *first to *end - 1.
 * If none do, both and the result are the place of the next one.
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
 * Whether an ascending array contains a hash.  places may be NULL.  With them
 * a few steps from where the hash is likely to be tell, for hashes are evenly
 * spread; if somebody has chosen them otherwise, bisection of the rest.
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
 * Start to load what the search for a hash is likely to read.  Inlined, for
 * gcc drops calls of a function that it sees to do nothing but this.
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

/* The same, if there are places */
void
bloom_hashes_prefetch(const uint64_t *hashes, const BloomPlaces *places,
					  uint64_t hash)
{
	if (places != NULL)
		prefetch(hashes, places, hash);
}

/* Set contained[i] to what bloom_hashes_contain says of the i-th one sought */
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
 * The same for sought hashes that ascend, in one pass over both.  The place of
 * each is guessed from that of the one before, for hashes are evenly spread.
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

/* Whether they are in ascending order, each once */
bool
bloom_hashes_ascend(const uint64_t *hashes, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (hashes[i - 1] >= hashes[i])
			return false;
	return true;
}
