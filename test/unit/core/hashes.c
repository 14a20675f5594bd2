/*
 * unit/core/hashes.c
 *		Tests of core/hashes.c: arrays of hashes sorted, merged and searched.
 *
 * They are compared with what qsort and a look at each hash give.  Arrays
 * lie between guards, and those that aren't to be written are compared.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/hashes.h"
#include "unit/ascending.h"
#include "unit/unit.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

#define GUARD			8		/* hashes before and after an array */
#define GUARD_HASH		UINT64_C(0xA5A5A5A5A5A5A5A5)
#define MOST_HASHES		70000

/* Room for hashes between guards */
typedef struct Room
{
	uint64_t   *block;
	uint64_t   *hashes;
	size_t		size;
} Room;

/* Room for so many hashes, of which the first are given */
static Room
room_make(const uint64_t *hashes, size_t count, size_t size)
{
	Room		room = {NULL, NULL, size};

	room.block = malloc((size + 2 * GUARD) * sizeof(uint64_t));
	if (room.block == NULL)
		abort();
	room.hashes = room.block + GUARD;
	for (size_t i = 0; i < size + 2 * GUARD; i++)
		room.block[i] = GUARD_HASH;
	if (count > 0)
		memcpy(room.hashes, hashes, count * sizeof(uint64_t));
	return room;
}

/* Free a room, if nothing was written outside of it */
static void
room_done(Room room)
{
	for (size_t i = 0; i < GUARD; i++)
	{
		CHECK(room.block[i] == GUARD_HASH, "%zu before room for %zu hashes",
			  GUARD - i, room.size);
		CHECK(room.hashes[room.size + i] == GUARD_HASH,
			  "%zu after room for %zu hashes", i, room.size);
	}
	free(room.block);
}

static void
check_sort(const char *name, const uint64_t *hashes, size_t count)
{
	static uint64_t wanted[MOST_HASHES];
	Room		room = room_make(hashes, count, count);
	Room		spare = room_make(NULL, 0, count);
	size_t		distinct = bloom_hashes_sort(room.hashes, spare.hashes, count,
											 NULL);
	size_t		distinct_wanted;

	if (count > MOST_HASHES)
		abort();
	memcpy(wanted, hashes, count * sizeof(uint64_t));
	distinct_wanted = reference_sort(wanted, count);
	CHECK(distinct == distinct_wanted, "%zu instead of %zu of %zu hashes, %s",
		  distinct, distinct_wanted, count, name);
	CHECK(equal(room.hashes, wanted, distinct_wanted), "%zu hashes, %s",
		  count, name);
	CHECK(bloom_hashes_ascend(room.hashes, distinct), "%zu hashes, %s", count,
		  name);
	room_done(room);
	room_done(spare);
}

/* The i-th of count hashes in an order, or of a kind */
typedef uint64_t (*HashMaker) (size_t i, size_t count);

static uint64_t
in_any_order(size_t i, size_t count)
{
	return scramble(i + count * MOST_HASHES);
}

static uint64_t
repeated(size_t i, size_t count)
{
	return scramble(in_any_order(i, count) % (count / 3 + 1));
}

static uint64_t
all_equal(size_t i, size_t count)
{
	(void) i;
	return scramble(count);
}

static uint64_t
ascending(size_t i, size_t count)
{
	return UINT64_MAX / (count + 1) * i;
}

static uint64_t
descending(size_t i, size_t count)
{
	return UINT64_MAX - ascending(i, count);
}

/* In order by the bytes that are sorted by first, and the other way then */
static uint64_t
chosen(size_t i, size_t count)
{
	return UINT64_C(0xFEDCBA98) << 32 | descending(i, count) >> 32;
}

/* The same for a few: some steps bring all into order */
static uint64_t
pairs_chosen(size_t i, size_t count)
{
	return scramble(i / 2 + count) << 16 | (~i & 1) << 8;
}

static uint64_t
extremes(size_t i, size_t count)
{
	static const uint64_t known[] = {
		0, UINT64_MAX, 1, UINT64_MAX - 1, UINT64_C(1) << 63,
		(UINT64_C(1) << 63) - 1, UINT32_MAX, UINT64_C(1) << 32,
	};

	return known[in_any_order(i, count) % COUNT(known)];
}

/* Sizes around the one from which another way of sorting is taken */
static void
sorting(void)
{
	static const struct
	{
		const char *name;
		HashMaker	make_hash;
	}			kinds[] = {
		{"in any order", in_any_order}, {"repeated", repeated},
		{"all equal", all_equal}, {"ascending", ascending},
		{"descending", descending}, {"chosen", chosen},
		{"pairs chosen", pairs_chosen}, {"extremes", extremes},
	};
	static const size_t large[] = {
		255, 256, 257, 1000, 1024, 4095, 32768, 32769, 65535, 65536, 65537
	};
	static uint64_t hashes[MOST_HASHES];

	for (size_t kind = 0; kind < COUNT(kinds); kind++)
		for (size_t size = 0; size < 150 + COUNT(large); size++)
		{
			size_t		count = size < 150 ? size : large[size - 150];

			for (size_t i = 0; i < count; i++)
				hashes[i] = kinds[kind].make_hash(i, count);
			check_sort(kinds[kind].name, hashes, count);
		}
}

/* Hashes that differ in one byte, or two: no pass may be left out */
static void
sorting_bytes(void)
{
	uint64_t	hashes[300];

	for (int high = 0; high < 8; high++)
		for (int low = 0; low <= high; low++)
			for (size_t count = 40; count <= 300; count += 13)
			{
				uint64_t	fixed = scramble(high * 8 + low) &
					~(UINT64_C(0xFF) << 8 * high) &
					~(UINT64_C(0xFF) << 8 * low);

				for (size_t i = 0; i < count; i++)
					hashes[i] = fixed |
						(scramble(i) & 0xFF) << 8 * high |
						(scramble(i + count) % 3 * 127) << 8 * low;
				check_sort("differing in bytes", hashes, count);
			}
}

static int	pauses;

static void
count_pause(void)
{
	pauses++;
}

/* From a narrow range, like hashes of several runs that are merged */
static uint64_t
of_a_range(size_t i, size_t count)
{
	return UINT64_C(1) << 63 | in_any_order(i, count) / 5000;
}

/* Ascending runs, one after the other */
static uint64_t
in_runs(size_t i, size_t count)
{
	size_t		length = count / 7 + 1;

	return UINT64_MAX / (length + 1) * (i % length) +
		scramble(i / length) % 1000;
}

/* All but two from a range, so that the first passes sort none of them */
static uint64_t
with_outliers(size_t i, size_t count)
{
	return i == 0 || i == count - 1 ? 0 : UINT64_MAX - (scramble(i) >> 24);
}

/* Check that sorting takes at most `most` passes */
static void
check_passes(const char *name, HashMaker make_hash, size_t count, int most)
{
	uint64_t   *hashes = malloc(count * sizeof(uint64_t));
	uint64_t   *wanted = malloc(count * sizeof(uint64_t));
	uint64_t   *spare = malloc(count * sizeof(uint64_t));
	size_t		distinct;

	for (size_t i = 0; i < count; i++)
		hashes[i] = wanted[i] = make_hash(i, count);
	pauses = 0;
	distinct = bloom_hashes_sort(hashes, spare, count, count_pause);
	CHECK(pauses <= most, "%d passes for %zu hashes, %s", pauses, count, name);
	CHECK(distinct == reference_sort(wanted, count), "%zu hashes, %s", count,
		  name);
	CHECK(equal(hashes, wanted, distinct), "%zu hashes, %s", count, name);
	free(hashes);
	free(wanted);
	free(spare);
}

/* Only hashes that were chosen take more passes than those in any order */
static void
passes(void)
{
	static const size_t sizes[] = {48, 1000, 32768, 32769, 524288, 524289};

	for (size_t i = 0; i < COUNT(sizes); i++)
	{
		size_t		count = sizes[i];
		int			most = count > 524288 ? 4 : 2;

		check_passes("in any order", in_any_order, count, most);
		check_passes("of a range", of_a_range, count, most);
		check_passes("repeated", repeated, count, most);
		check_passes("in runs", in_runs, count, most);
		check_passes("ascending", ascending, count, 0);
		check_passes("descending", descending, count, most);
		check_passes("all equal", all_equal, count, 0);
		check_passes("with outliers", with_outliers, count, most + 8);
	}
}

/*
 * Sort in two parts of other lengths, each of which is sorted as a whole, and
 * merge them
 */
static size_t
sort_otherwise(uint64_t *hashes, uint64_t *spare, size_t count, uint64_t *to)
{
	size_t		third = count / 3;
	const uint64_t *a = hashes;
	const uint64_t *a_end = a + bloom_hashes_sort(hashes, spare, third, NULL);
	const uint64_t *b = hashes + third;
	const uint64_t *b_end = b + bloom_hashes_sort(hashes + third, spare,
												  count - third, NULL);
	size_t		distinct = 0;

	while (a < a_end || b < b_end)
	{
		uint64_t	next = b == b_end || (a < a_end && *a < *b) ? *a : *b;

		a += a < a_end && *a == next;
		b += b < b_end && *b == next;
		to[distinct++] = next;
	}
	return distinct;
}

/* So many that they are sorted in parts, pausing so often at least */
static void
check_parts(HashMaker make_hash, int least_pauses)
{
	const size_t count = ((size_t) 1 << 23) + 12345;
	uint64_t   *hashes = malloc(count * sizeof(uint64_t));
	uint64_t   *wanted = malloc(count * sizeof(uint64_t));
	uint64_t   *spare = malloc(count * sizeof(uint64_t));
	uint64_t   *merged = malloc(count * sizeof(uint64_t));
	size_t		distinct;

	for (size_t i = 0; i < count; i++)
		hashes[i] = wanted[i] = make_hash(i, count);
	pauses = 0;
	distinct = bloom_hashes_sort(hashes, spare, count, count_pause);
	CHECK(pauses >= least_pauses, "%d", pauses);
	CHECK(distinct == sort_otherwise(wanted, spare, count, merged), "%zu",
		  distinct);
	CHECK(equal(hashes, merged, distinct), "%zu of %zu", distinct, count);
	free(merged);
	free(hashes);
	free(wanted);
	free(spare);
}

/* Repeats over all of them, and hashes that take all passes */
static void
sorting_parts(void)
{
	check_parts(repeated, 8);
	check_parts(with_outliers, 24);
}

/* Hashes in order are merged into those before them, after a pause */
static void
sorting_behind(void)
{
	static const uint64_t wanted[] = {1, 2, 4, 6, 7};
	uint64_t	hashes[] = {2, 4, 6, 1, 4, 7};
	uint64_t	spare[3];
	size_t		count;

	pauses = 0;
	count = bloom_hashes_sort_behind(hashes, 3, 3, spare, count_pause);
	CHECK(count == COUNT(wanted) && equal(hashes, wanted, count), "%zu",
		  count);
	CHECK(pauses == 1, "%d", pauses);
}

/* All arrays of up to 6 hashes, out of 4 */
static void
sorting_all(void)
{
	static const uint64_t known[] = {0, 1, GUARD_HASH, UINT64_MAX};
	uint64_t	hashes[6] = {0};

	for (size_t count = 0; count <= 6; count++)
		for (unsigned choice = 0; choice < 1u << 2 * count; choice++)
		{
			for (size_t i = 0; i < count; i++)
				hashes[i] = known[choice >> 2 * i & 3];
			check_sort("of four", hashes, count);
		}
}

static void
check_merge(const uint64_t *a, size_t a_count, const uint64_t *b,
			size_t b_count)
{
	static uint64_t wanted[MOST_HASHES];
	size_t		size = a_count + b_count;
	Room		room = room_make(a, a_count, size);
	Room		other = room_make(b, b_count, b_count);
	size_t		count = bloom_hashes_merge(room.hashes, a_count, other.hashes,
										   b_count);
	size_t		count_wanted;

	for (size_t i = 0; i < size; i++)
		wanted[i] = i < a_count ? a[i] : b[i - a_count];
	count_wanted = reference_sort(wanted, size);
	CHECK(count == count_wanted, "%zu + %zu hashes are %zu, not %zu", a_count,
		  b_count, count, count_wanted);
	CHECK(equal(room.hashes, wanted, count_wanted), "%zu + %zu hashes",
		  a_count, b_count);
	CHECK(equal(other.hashes, b, b_count), "%zu + %zu hashes: the other ones "
		  "have changed", a_count, b_count);
	room_done(room);
	room_done(other);
}

/* The known hashes that a number has bits for */
static size_t
subset(unsigned number, uint64_t *hashes)
{
	static const uint64_t known[] = {
		0, 1, 2, UINT64_C(1) << 63, GUARD_HASH, UINT64_MAX - 1, UINT64_MAX
	};
	size_t		count = 0;

	for (size_t i = 0; i < COUNT(known); i++)
		if (number >> i & 1)
			hashes[count++] = known[i];
	return count;
}

/* All pairs of subsets of 7 hashes: each empty, none and all in common */
static void
merging_all(void)
{
	uint64_t	a[7];
	uint64_t	b[7];

	for (unsigned i = 0; i < 128; i++)
		for (unsigned j = 0; j < 128; j++)
		{
			size_t		a_count = subset(i, a);
			size_t		b_count = subset(j, b);

			check_merge(a, a_count, b, b_count);
		}
}

/* From a few common hashes to nearly all, sizes alike and very different */
static void
merging_random(void)
{
	static const size_t sizes[] = {1, 3, 20, 300, 5000};
	static uint64_t a[5000];
	static uint64_t b[5000];
	uint64_t	state = scramble(1);

	for (size_t i = 0; i < COUNT(sizes); i++)
		for (size_t j = 0; j < COUNT(sizes); j++)
			for (int overlap = 1; overlap <= 1000; overlap *= 10)
				for (int round = 0; round < 10; round++)
				{
					uint64_t	range = (sizes[i] + sizes[j]) * overlap / 2;
					size_t		a_count = draw_set(&state, a, sizes[i], range);
					size_t		b_count = draw_set(&state, b, sizes[j], range);

					check_merge(a, a_count, b, b_count);
				}
}

/* One side altogether before the other, and the same on both sides */
static void
merging_runs(void)
{
	uint64_t	hashes[200];

	for (size_t i = 0; i < COUNT(hashes); i++)
		hashes[i] = ascending(i, COUNT(hashes));
	for (size_t count = 0; count <= COUNT(hashes); count += 10)
	{
		size_t		rest = COUNT(hashes) - count;

		check_merge(hashes, count, hashes + count, rest);
		check_merge(hashes + count, rest, hashes, count);
		check_merge(hashes, count, hashes, count);
		check_merge(hashes, count, hashes + count / 2, rest);
		check_merge(hashes + count / 2, rest, hashes, count);
	}
}

static void
check_search(const uint64_t *hashes, size_t count, uint64_t hash)
{
	/* the guards' hash lies next to the room: it isn't in it */
	Room		room = room_make(hashes, count, count);
	size_t		at = bloom_hashes_find(room.hashes, count, hash);
	size_t		less = 0;
	bool		wanted = false;

	for (size_t i = 0; i < count; i++)
	{
		less += hashes[i] < hash;
		wanted |= hashes[i] == hash;
	}
	CHECK(at == less, "%016" PRIX64 ": place %zu of %zu, not %zu", hash, at,
		  count, less);
	CHECK(bloom_hashes_contain(room.hashes, count, NULL, hash) == wanted,
		  "%016" PRIX64 ": %d among %zu", hash, !wanted, count);
	room_done(room);
}

static void
searching(void)
{
	static const size_t large[] = {255, 256, 257, 1000};
	uint64_t	hashes[1000];

	for (size_t size = 0; size < 100 + COUNT(large); size++)
		for (int kind = 0; kind < 3; kind++)
		{
			size_t		count = size < 100 ? size : large[size - 100];

			for (size_t i = 0; i < count; i++)
				hashes[i] = kind == 0 ? in_any_order(i, count) :
					kind == 1 ? ascending(i, count) : UINT64_MAX - i;
			count = reference_sort(hashes, count);
			for (size_t i = 0; i < count; i++)
			{
				check_search(hashes, count, hashes[i]);
				check_search(hashes, count, hashes[i] - 1);
				check_search(hashes, count, hashes[i] + 1);
			}
			check_search(hashes, count, 0);
			check_search(hashes, count, UINT64_MAX);
			check_search(hashes, count, GUARD_HASH);
		}
}

/* A table of places, on the heap and no larger than it says */
static BloomPlaces *
places_make(const uint64_t *hashes, size_t count)
{
	size_t		size = bloom_hashes_places_size(count);
	BloomPlaces *places = size == 0 ? NULL : malloc(size + GUARD);

	CHECK(size <= count / 4 + sizeof(BloomPlaces) + sizeof(uint32_t),
		  "%zu bytes for %zu hashes", size, count);
	if (places == NULL)
		return NULL;
	memset((char *) places + size, 0xA5, GUARD);
	bloom_hashes_place(places, hashes, count);
	for (size_t i = 0; i < GUARD; i++)
		CHECK(((unsigned char *) places)[size + i] == 0xA5,
			  "%zu bytes after the places of %zu hashes", i, count);
	return places;
}

/* With places the answers are the same, one by one or of many at once */
static void
check_placed(const uint64_t *hashes, size_t count)
{
	size_t		sought_count = 3 * count + 3;
	uint64_t   *sought = calloc(sought_count, sizeof(uint64_t));
	bool	   *contained = calloc(sought_count, sizeof(bool));
	Room		room = room_make(hashes, count, count);
	BloomPlaces *places = places_make(room.hashes, count);

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < 3; j++)
			sought[3 * i + j] = hashes[i] + j - 1;
	sought[3 * count] = UINT64_MAX;
	sought[3 * count + 1] = GUARD_HASH;
	bloom_hashes_contain_each(room.hashes, count, places, sought,
							  sought_count, contained);
	for (size_t i = 0; i < sought_count; i++)
	{
		bool		wanted = bsearch(&sought[i], hashes, count,
									 sizeof(uint64_t), compare) != NULL;

		CHECK(bloom_hashes_contain(room.hashes, count, places,
								   sought[i]) == wanted,
			  "%016" PRIX64 ": %d among %zu", sought[i], !wanted, count);
		CHECK(contained[i] == wanted, "%016" PRIX64 ": %d among %zu, of many",
			  sought[i], !wanted, count);
	}
	room_done(room);
	free(places);
	free(contained);
	free(sought);
}

/* Evenly spread hashes, and such as somebody would choose */
static void
places(void)
{
	static const size_t counts[] = {
		1, 255, 256, 257, 511, 512, 513, 4095, 4096, 5000, 65536
	};
	static uint64_t hashes[MOST_HASHES];

	for (size_t size = 0; size < COUNT(counts); size++)
		for (int kind = 0; kind < 4; kind++)
		{
			size_t		count = counts[size];

			for (size_t i = 0; i < count; i++)
				hashes[i] = kind == 0 ? in_any_order(i, count) :
					kind == 1 ? i * i : kind == 2 ? UINT64_MAX - 2 * i :
					in_any_order(i, count) >> (i % 3 == 0 ? 0 : 30);
			check_placed(hashes, reference_sort(hashes, count));
		}
	CHECK(bloom_hashes_places_size(255) == 0, "%zu bytes for few",
		  bloom_hashes_places_size(255));
	CHECK(bloom_hashes_places_size(256) > 0, "none for many");
}

/* All subsets of 7 hashes, searched for all of these and for their like */
static void
searching_all(void)
{
	uint64_t	all[7];
	uint64_t	some[7];

	subset(127, all);
	for (unsigned i = 0; i < 128; i++)
	{
		size_t		count = subset(i, some);

		for (size_t j = 0; j < COUNT(all); j++)
			for (int offset = -1; offset <= 1; offset++)
				check_search(some, count, all[j] + offset);
	}
}

/* Hashes that are sought in ascending order; some of them several times */
static void
check_ascending(const uint64_t *hashes, size_t count, const uint64_t *sought,
				size_t sought_count)
{
	Room		room = room_make(hashes, count, count);
	Room		ascending = room_make(sought, sought_count, sought_count);
	bool	   *contained = malloc(sought_count + 1);

	contained[sought_count] = true;
	qsort(ascending.hashes, sought_count, sizeof(uint64_t), compare);
	bloom_hashes_contain_ascending(room.hashes, count, ascending.hashes,
								   sought_count, contained);
	for (size_t i = 0; i < sought_count; i++)
	{
		uint64_t	hash = ascending.hashes[i];
		bool		wanted = bloom_hashes_contain(hashes, count, NULL, hash);

		CHECK(contained[i] == wanted, "%016" PRIX64 ", %zu of %zu: %d among "
			  "%zu", hash, i, sought_count, !wanted, count);
	}
	CHECK(contained[sought_count], "%zu sought: one answer more",
		  sought_count);
	free(contained);
	room_done(room);
	room_done(ascending);
}

/* All pairs of subsets of 7 hashes, each sought once, twice or beside it */
static void
ascending_all(void)
{
	uint64_t	hashes[7];
	uint64_t	sought[28];

	for (unsigned i = 0; i < 128; i++)
		for (unsigned j = 0; j < 128; j++)
		{
			size_t		count = subset(i, hashes);
			size_t		sought_count = subset(j, sought);

			check_ascending(hashes, count, sought, sought_count);
			for (size_t k = 0; k < sought_count; k++)
			{
				sought[sought_count + k] = sought[k];
				sought[2 * sought_count + k] = sought[k] + 1;
				sought[3 * sought_count + k] = sought[k] - 1;
			}
			check_ascending(hashes, count, sought, 2 * sought_count);
			check_ascending(hashes, count, sought, 4 * sought_count);
		}
}

/* Hashes of a kind: evenly spread, chosen, at both ends, or in clusters */
static size_t
make_kind(int kind, size_t count, uint64_t *hashes)
{
	for (uint64_t i = 0; i < count; i++)
	{
		uint64_t	hash = scramble(i + kind * MOST_HASHES);

		hashes[i] = kind == 0 ? hash : kind == 1 ? i * i :
			kind == 2 ? UINT64_MAX - 3 * i :
			kind == 3 ? hash >> (i % 3 == 0 ? 0 : 30) :
			(i % 5) << 61 | (hash & 0xFFFF);
	}
	return reference_sort(hashes, count);
}

/* Few and many sought hashes, of the same kind, of another, or next to them */
static void
ascending_kinds(void)
{
	static const size_t counts[] = {0, 1, 2, 3, 10, 100, 1000, 20000};
	static uint64_t hashes[20000];
	static uint64_t sought[20000];

	for (int kind = 0; kind < 25; kind++)
		for (size_t i = 0; i < COUNT(counts); i++)
			for (size_t j = 0; j < COUNT(counts); j++)
			{
				size_t		count = make_kind(kind % 5, counts[i], hashes);
				size_t		sought_count = make_kind(kind / 5, counts[j],
													 sought);

				check_ascending(hashes, count, sought, sought_count);
				for (size_t k = 0; k < sought_count && count > 0; k += 2)
					sought[k] = hashes[scramble(k) % count] + k % 3 - 1;
				check_ascending(hashes, count, sought, sought_count);
			}
}

/* Wherever one is not greater than the one before, and only there */
static void
order(void)
{
	uint64_t	hashes[41];

	CHECK(bloom_hashes_ascend(NULL, 0), "none");
	for (size_t count = 1; count < COUNT(hashes); count++)
	{
		for (size_t i = 0; i < COUNT(hashes); i++)
			hashes[i] = UINT64_MAX - count + 1 + i;
		/* the one behind the last is 0 */
		CHECK(bloom_hashes_ascend(hashes, count), "%zu hashes", count);
		CHECK(!bloom_hashes_ascend(hashes, count + 1), "%zu hashes",
			  count + 1);
		for (size_t i = 1; i < count; i++)
		{
			hashes[i]--;
			CHECK(!bloom_hashes_ascend(hashes, count), "%zu equal of %zu", i,
				  count);
			hashes[i - 1]++;
			CHECK(!bloom_hashes_ascend(hashes, count), "%zu greater of %zu",
				  i - 1, count);
			hashes[i - 1]--;
			hashes[i]++;
		}
	}
}

int
main(void)
{
	RUN(sorting);
	RUN(sorting_bytes);
	RUN(sorting_all);
	RUN(passes);
	RUN(sorting_parts);
	RUN(sorting_behind);
	RUN(merging_all);
	RUN(merging_random);
	RUN(merging_runs);
	RUN(searching);
	RUN(searching_all);
	RUN(ascending_all);
	RUN(ascending_kinds);
	RUN(places);
	RUN(order);
	return unit_end("core/hashes");
}
