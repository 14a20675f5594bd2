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
#define MAX_RADIX		((size_t) 1 << 22)

/* From so many hashes on, two reads beat bisection */
#define MIN_PLACED		256

/* That have the same place, on average; up to twice as many */
#define MIN_HASHES_A_PLACE	4

/* Searches that are begun together: enough to hide a cache miss */
#define BATCH			32

/* The numbers of hashes that have each value of a byte, then their places */
typedef size_t Buckets[256];

static void
insertion_sort(uint64_t *hashes, size_t count)
{
	for (size_t i = 1; i < count; i++)
	{
		uint64_t	hash = hashes[i];
		size_t		at = i;

		for (; at > 0 && hashes[at - 1] > hash; at--)
			hashes[at] = hashes[at - 1];
		hashes[at] = hash;
	}
}

/* One pass: from one array to the other, by the byte at `shift` */
static void
radix_pass(uint64_t *to, const uint64_t *from, size_t count, int shift)
{
	Buckets		buckets = {0};
	size_t		place = 0;

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
 * spare has room for as many.  Returns how many are left.  Takes the same
 * time for hashes that somebody has chosen.  If pause isn't NULL, it is called
 * every so many hashes; it need not return, and then all hashes are there
 * still, in some order.
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
	if (count < MIN_RADIX)
		insertion_sort(hashes, count);
	else
		for (int shift = 0; shift < 64; shift += 16)
		{
			radix_pass(spare, hashes, count, shift);
			radix_pass(hashes, spare, count, shift + 8);
			if (pause != NULL)
				pause();
		}
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
 * The bytes that a table of the places of so many hashes takes, an eighth of
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

/* The hashes that begin like this one */
static inline const uint32_t *
place(const BloomPlaces *places, uint64_t hash)
{
	return &places->first[hash >> (64 - places->bits)];
}

/*
 * Whether an ascending array contains a hash.  places may be NULL.  With them
 * it takes as many steps as without for hashes that somebody has chosen to
 * begin alike, and one or two for others.
 */
bool
bloom_hashes_contain(const uint64_t *hashes, size_t count,
					 const BloomPlaces *places, uint64_t hash)
{
	size_t		at;

	if (places != NULL)
	{
		const uint32_t *first = place(places, hash);

		hashes += first[0];
		count = first[1] - first[0];
	}
	at = bloom_hashes_find(hashes, count, hash);
	return at < count && hashes[at] == hash;
}

/* Start to load from memory what the search for a hash reads first */
void
bloom_hashes_prefetch(const BloomPlaces *places, uint64_t hash)
{
	if (places != NULL)
		__builtin_prefetch(place(places, hash), 0, 1);
}

/* Set contained[i] to what bloom_hashes_contain says of the i-th one sought */
void
bloom_hashes_contain_each(const uint64_t *hashes, size_t count,
						  const BloomPlaces *places, const uint64_t *sought,
						  size_t sought_count, bool *contained)
{
	size_t		batch = 0;

	for (size_t done = 0; done < sought_count; done += batch)
	{
		batch = sought_count - done < BATCH ? sought_count - done : BATCH;
		for (size_t i = done; i < done + batch && places != NULL; i++)
			__builtin_prefetch(place(places, sought[i]), 0, 1);
		for (size_t i = done; i < done + batch && places != NULL; i++)
			__builtin_prefetch(hashes + *place(places, sought[i]), 0, 1);
		for (size_t i = done; i < done + batch; i++)
			contained[i] = bloom_hashes_contain(hashes, count, places,
												sought[i]);
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
