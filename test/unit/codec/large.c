/*
 * unit/codec/large.c
 *		Tests of estimates for large filters whose positions are the
 *		remainders of 31 bits: Guava's strategy 0 and Spark's version 1.
 *
 * No filter is built, because one has hundreds of megabytes.
 */
#include <inttypes.h>
#include <math.h>

#include "core/bytes.h"
#include "codec/codecs.h"
#include "format/estimate.h"
#include "unit/unit.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))
#define HASHES	(UINT64_C(1) << 31)

/* A filter of one layer, without its words */
typedef struct Large
{
	BloomImportedRoom room;
	BloomHeadRoom head;
} Large;

static void
describe(Large *large, BloomFormat format, uint64_t variant, uint64_t bits,
		 unsigned probes, uint64_t bits_set)
{
	BloomImported *imported = &large->room.imported;

	memset(large, 0, sizeof(*large));
	imported->variant = variant;
	imported->keys = BLOOM_KEYS_LONG;
	imported->layer[0].bits = bits;
	imported->layer[0].probes = probes;
	large->head.head.flags = BLOOM_FLAG_DENSE;
	large->head.head.format = (uint8_t) format;
	large->head.head.layers = 1;
	large->head.head.layer[0].bits_set = bits_set;
	CHECK(bloom_codec_problem(format, imported, 1) == NULL, "%s",
		  bloom_codec_problem(format, imported, 1));
}

/* Filters that were built once from numbers, and how many others tested true */
static void
measured(void)
{
	static const struct
	{
		BloomFormat format;
		uint64_t	variant;
		uint64_t	bits;
		unsigned	probes;
		double		values;
		uint64_t	bits_set;
		double		asked;
		double		found;
	}			filters[] = {
		{BLOOM_FORMAT_SPARK, 1, UINT64_C(3834023296), 7, 50e6, 322965458,
		20e6, 30},
		{BLOOM_FORMAT_GUAVA, 0, UINT64_C(1610612736), 7, 100e6, 555818864,
		1e6, 1152},
	};

	for (size_t i = 0; i < COUNT(filters); i++)
	{
		Large		large;
		const Bloom *head = &large.head.head;
		double		values;
		double		found;

		describe(&large, filters[i].format, filters[i].variant,
				 filters[i].bits, filters[i].probes, filters[i].bits_set);
		values = bloom_estimate_cardinality(head, &large.room.imported, 0,
											NULL);
		CHECK(fabs(values / filters[i].values - 1) < 1e-4, "%.0f values",
			  values);
		found = filters[i].asked *
			bloom_estimate_expected_fpp(head, &large.room.imported, 0, NULL);
		CHECK(fabs(found - filters[i].found) < 4 * sqrt(found), "%.0f found",
			  found);
		CHECK(bloom_estimate_fpp(head, &large.room.imported, NULL, 0, NULL) ==
			  bloom_estimate_expected_fpp(head, &large.room.imported, 0,
										  NULL), "two rates");
	}
}

/* The numbers of an empty and a full filter, and of impossible ones */
static void
extremes(void)
{
	static const uint64_t sizes[] = {HASHES / 16 + 64, HASHES - 64, HASHES,
	HASHES + 64, BLOOM_IMPORTED_MAX_BITS};

	for (size_t i = 0; i < COUNT(sizes); i++)
	{
		const uint64_t set[] = {0, 1, HASHES / 32, sizes[i] - 1, sizes[i]};
		double		last[2] = {-1, -1};

		for (size_t j = 0; j < COUNT(set); j++)
		{
			Large		large;
			const Bloom *head = &large.head.head;
			double		values;
			double		fpp;

			describe(&large, BLOOM_FORMAT_GUAVA, 0, sizes[i], 1, set[j]);
			values = bloom_estimate_cardinality(head, &large.room.imported, 0,
												NULL);
			fpp = bloom_estimate_expected_fpp(head, &large.room.imported, 0,
											  NULL);
			CHECK((j == 0 ? values == 0 && fpp == 0 : fpp > 0 && fpp <= 1) &&
				  values >= last[0] && values < 1e11 && fpp >= last[1],
				  "%" PRIu64 " of %" PRIu64 " bits: %g values, rate %g",
				  set[j], sizes[i], values, fpp);
			CHECK(j != 1 || fabs(values - 1) < 1e-6, "%.17g", values);
			last[0] = values;
			last[1] = fpp;
		}
	}
}

/* Which variants have positions from 2^31 on */
static void
positions(void)
{
	static const struct
	{
		BloomFormat format;
		uint64_t	variant;
		bool		below;
	}			kinds[] = {
		{BLOOM_FORMAT_GUAVA, 0, true}, {BLOOM_FORMAT_GUAVA, 1, false},
		{BLOOM_FORMAT_SPARK, 1, true}, {BLOOM_FORMAT_SPARK, 2, false},
	};

	for (size_t i = 0; i < COUNT(kinds); i++)
	{
		Large		large;
		uint64_t	found[8];
		bool		below = true;

		describe(&large, kinds[i].format, kinds[i].variant,
				 BLOOM_IMPORTED_MAX_BITS, 8, 0);
		for (uint64_t number = 0; number < 1000; number++)
		{
			uint8_t		bytes[8];
			BloomKey	key = {bytes, 8};

			bloom_put_le64(bytes, number);
			bloom_format_codec((int) kinds[i].format)->positions(
				&large.room.imported, 0, &key, found);
			for (int j = 0; j < 8; j++)
				below = below && found[j] < HASHES;
		}
		CHECK(below == kinds[i].below &&
			  bloom_imported_short_hashes((int) kinds[i].format,
										  &large.room.imported) == below,
			  "format %d, variant %" PRIu64, (int) kinds[i].format,
			  kinds[i].variant);
	}
}

int
main(void)
{
	RUN(measured);
	RUN(extremes);
	RUN(positions);
	return unit_end("codec/large");
}
