/*
 * unit/core/stream.c
 *		Tests of core/stream.c: reading and merging sets of hashes.
 *
 * A stream must give the same hashes as sorting all of them.
 */
#include <stdlib.h>
#include <string.h>

#include "core/stream.h"
#include "unit/ascending.h"
#include "unit/unit.h"

#define MOST	5000			/* hashes of a set */
#define ROOM	(2 * MOST)

/* Numbers of hashes around the length of a batch */
static const size_t counts[] = {
	0, 1, 2, 3, 100, 255, 256, 257, 511, 512, 513, 1000, MOST
};

#define COUNTS	(sizeof(counts) / sizeof(counts[0]))

/* A list: coded hashes, if there are any, and others */
typedef struct Set
{
	uint64_t	coded_hashes[MOST];
	size_t		coded_count;
	int			coded_bits;
	uint64_t	coded[ROOM];
	uint64_t	hashes[MOST];
	size_t		count;
	bool		in_parts;		/* hashes are read from a source */
	size_t		read;			/* how many it has returned */
} Set;

static Set	sets[2];
static uint64_t wanted[4 * MOST];
static uint64_t seen[4 * MOST];

/* Code hashes, which are ascending; they must not be too many */
static void
code(uint64_t *words, const uint64_t *hashes, size_t count, int bits)
{
	BloomCodedWriter writer;

	if (bloom_coded_words(count, bits) > ROOM)
		abort();
	memset(words, 0, bloom_coded_words(count, bits) * sizeof(uint64_t));
	bloom_coded_begin(&writer, words, count, bits);
	bloom_coded_append(&writer, hashes, count);
	CHECK(bloom_coded_end(&writer, NULL), "%zu", count);
}

/* Shorten hashes and remove repeated ones; returns how many are left */
static size_t
shorten(uint64_t *hashes, size_t count, int bits)
{
	for (size_t i = 0; i < count; i++)
		hashes[i] &= bloom_coded_mask(bits);
	return reference_sort(hashes, count);
}

/*
 * Make a list of random hashes.  If coded_bits is not 0, coded_count of them
 * are coded.  With few different low bits, shortening makes many hashes equal.
 */
static void
make_set(Set *set, size_t coded_count, int coded_bits, size_t count,
		 uint64_t seed, int range_bits)
{
	set->coded_bits = coded_bits;
	for (size_t i = 0; i < coded_count; i++)
		set->coded_hashes[i] = scramble(seed + i) >> (64 - range_bits) <<
			(64 - range_bits) | scramble(i) >> 40;
	for (size_t i = 0; i < count; i++)
		set->hashes[i] = scramble(seed + 2 * i + 1) >> (64 - range_bits) <<
			(64 - range_bits) | scramble(seed + i) >> 40;
	set->count = reference_sort(set->hashes, count);
	set->coded_count = 0;
	if (coded_bits == 0)
		return;
	set->count = shorten(set->hashes, set->count, coded_bits);
	set->coded_count = shorten(set->coded_hashes, coded_count, coded_bits);
	if (set->coded_count == 1 && coded_bits == BLOOM_HASH_BITS)
		set->coded_count = 0;
	code(set->coded, set->coded_hashes, set->coded_count, coded_bits);
}

/* Return a few or many of the next hashes of a set that is not coded */
static size_t
read_part(void *source, const uint64_t **hashes)
{
	Set		   *set = source;
	size_t		count = 1 + set->read % 700;

	if (count > set->count - set->read)
		count = set->count - set->read;
	*hashes = set->hashes + set->read;
	set->read += count;
	return count;
}

static void
begin(BloomListStream *stream, Set *set, int bits)
{
	if (set->in_parts && set->coded_bits == 0)
	{
		set->read = 0;
		bloom_stream_source(&stream->all, read_part, set, bits);
		return;
	}
	bloom_stream_list(stream, set->coded_bits == 0 ? NULL : set->coded,
					  set->coded_bits, set->hashes, set->count, bits);
}

/* The hashes that the lists have together; returns their number */
static size_t
want(int lists, int bits)
{
	size_t		count = 0;

	for (int i = 0; i < lists; i++)
	{
		memcpy(wanted + count, sets[i].coded_hashes,
			   sets[i].coded_count * sizeof(uint64_t));
		count += sets[i].coded_count;
		memcpy(wanted + count, sets[i].hashes,
			   sets[i].count * sizeof(uint64_t));
		count += sets[i].count;
	}
	return shorten(wanted, count, bits);
}

/* Start reading one list, or the union of both */
static BloomStream *
begin_all(BloomListStream *streams, BloomStream *all, int lists, int bits)
{
	for (int i = 0; i < lists; i++)
		begin(&streams[i], &sets[i], bits);
	if (lists == 1)
		return &streams[0].all;
	bloom_stream_union(all, &streams[0].all, &streams[1].all);
	return all;
}

/* Compare what a stream gives, its number and its code */
static void
check(int lists, int bits, const char *what)
{
	static uint64_t words[3 * ROOM];
	static uint64_t reference[3 * ROOM];
	BloomListStream streams[2];
	BloomStream all;
	BloomStream *stream = begin_all(streams, &all, lists, bits);
	size_t		count = want(lists, bits);
	const uint64_t *hashes;
	size_t		batch;
	size_t		read = 0;

	while ((batch = bloom_stream_next(stream, &hashes)) > 0)
	{
		if (batch > BLOOM_STREAM_BATCH || read + batch > 4 * MOST)
			abort();
		memcpy(seen + read, hashes, batch * sizeof(uint64_t));
		read += batch;
	}
	CHECK(read == count && equal(seen, wanted, count),
		  "%s, %d bits: %zu hashes, not %zu", what, bits, read, count);
	for (int i = 0; i < 2; i++)
		CHECK(bloom_stream_next(stream, &hashes) == 0, "%s: after the end",
			  what);
	stream = begin_all(streams, &all, lists, bits);
	CHECK(bloom_stream_count(stream, NULL) == count, "%s, %d bits", what,
		  bits);

	if (count < 2 || bloom_coded_words(count, bits) > ROOM)
		return;
	memset(words, 0, sizeof(words));
	stream = begin_all(streams, &all, lists, bits);
	CHECK(bloom_stream_code(stream, words, count, bits, NULL), "%s, %d bits",
		  what, bits);
	code(reference, wanted, count, bits);
	CHECK(equal(words, reference, bloom_coded_words(count, bits)),
		  "%s, %d bits: another code", what, bits);
	/* one hash is missing */
	memset(words, 0, sizeof(words));
	stream = begin_all(streams, &all, lists, bits);
	CHECK(!bloom_stream_code(stream, words, count + 1, bits, NULL),
		  "%s, %d bits", what, bits);
}

static void
arrays(void)
{
	for (size_t i = 0; i < COUNTS; i++)
		for (int bits = 1; bits <= 64; bits += 3)
		{
			make_set(&sets[0], 0, 0, counts[i], i, 1 + bits % 64);
			sets[0].in_parts = false;
			check(1, bits, "array");
			sets[0].in_parts = true;
			check(1, bits, "parts");
		}
}

/* Coded hashes, read as they are and shortened further */
static void
coded(void)
{
	for (size_t i = 0; i < COUNTS; i++)
		for (int coded_bits = 20; coded_bits <= 64; coded_bits += 4)
			for (int bits = 1; bits <= coded_bits; bits += bits < 17 ? 5 : 1)
			{
				make_set(&sets[0], counts[i], coded_bits, 0, i, 40);
				check(1, bits, "coded");
			}
}

/* A coded list and the hashes that were added since, some of them again */
static void
coded_with_others(void)
{
	for (size_t i = 0; i < COUNTS; i++)
		for (size_t j = 0; j < COUNTS; j++)
			for (int bits = 8; bits <= 64; bits += 7)
			{
				make_set(&sets[0], counts[i], bits, counts[j], 3 * i, 64);
				check(1, bits, "coded and others");
				make_set(&sets[0], counts[i], 64, counts[j], 3 * i, 30);
				check(1, bits, "coded and others, shortened");
			}
}

/* All kinds of lists with each other */
static void
unions(void)
{
	uint64_t	state = 0;

	for (int round = 0; round < 3000; round++)
	{
		int			bits[2];

		for (int i = 0; i < 2; i++)
		{
			bits[i] = draw(&state, 2) == 0 ? 0 : 13 + (int) draw(&state, 52);
			sets[i].in_parts = draw(&state, 2) == 0;
			make_set(&sets[i], counts[draw(&state, COUNTS)], bits[i],
					 counts[draw(&state, COUNTS)], draw(&state, 3) * 1000,
					 8 + (int) draw(&state, 57));
			if (bits[i] == 0)
				bits[i] = 64;
		}
		check(2, bits[0] < bits[1] ? bits[0] : bits[1], "union");
		check(2, 1 + (int) draw(&state, 12), "union, shortened");
	}
}

/*
 * One shortened hash for more than a batch, which also begins and ends within
 * a batch
 */
static void
repeated(void)
{
	for (size_t before = 0; before < 600; before += 51)
		for (size_t same = 1; same < 1500; same += 83)
		{
			Set		   *set = &sets[0];

			set->in_parts = same % 2 == 0;
			set->coded_bits = 0;
			set->coded_count = 0;
			set->count = before + same + 3;
			for (size_t i = 0; i < before + same; i++)
				set->hashes[i] = i < before ? (uint64_t) i << 40 :
					(UINT64_C(1) << 60) + i;
			for (size_t i = 0; i < 3; i++)
				set->hashes[before + same + i] = (UINT64_C(2) << 60) +
					((uint64_t) i << 50);
			check(1, 30, "repeated");
			memcpy(set->coded_hashes, set->hashes,
				   set->count * sizeof(uint64_t));
			set->coded_count = set->count;
			set->coded_bits = 64;
			code(set->coded, set->coded_hashes, set->count, 64);
			set->count = 0;
			check(1, 30, "repeated, coded");
			make_set(&sets[1], 0, 0, 300, before, 10);
			check(2, 30, "repeated, union");
		}
}

/* The hash 0, which no earlier hash precedes */
static void
zero(void)
{
	sets[0].coded_bits = 0;
	sets[0].coded_count = 0;
	sets[0].count = 3;
	for (uint64_t i = 0; i < 3; i++)
		sets[0].hashes[i] = i;
	check(1, 64, "zero");
	check(1, 63, "zero");
	check(1, 20, "zero");
	sets[1] = sets[0];
	check(2, 20, "zero");
}

/* Words with fewer hashes than their number says */
static void
invalid(void)
{
	static uint64_t words[ROOM];
	BloomListStream stream;

	make_set(&sets[0], 1000, 40, 0, 1, 64);
	for (size_t i = 0; i < 3; i++)
		sets[0].coded[10 + i] = 0;	/* of the upper part */
	memset(words, 0, sizeof(words));
	begin(&stream, &sets[0], 40);
	CHECK(!bloom_stream_code(&stream.all, words, sets[0].coded_count, 40,
							 NULL), "complete");
}

int
main(void)
{
	RUN(arrays);
	RUN(coded);
	RUN(coded_with_others);
	RUN(unions);
	RUN(repeated);
	RUN(zero);
	RUN(invalid);
	return unit_end("core/stream");
}
