/*
 * unit/core/range.c
 *		Tests of core/range.c: hashes of a range as bits.
 *
 * What is taken must be the same as sorting the hashes gives.
 */
#include <stdlib.h>
#include <string.h>

#include "core/range.h"
#include "unit/ascending.h"
#include "unit/unit.h"

#define MOST	100000
#define NUMBERS	(UINT32_C(1) << BLOOM_RANGE_BITS)

static BloomRange range;
static uint64_t wanted[MOST];
static uint64_t seen[MOST + 1];

/* Add `count` numbers below `below`, and take at most `part` at a time */
static void
check_range(size_t count, uint32_t below, size_t part, uint64_t base,
			int shift)
{
	size_t		distinct;
	size_t		taken;
	size_t		all = 0;

	for (size_t i = 0; i < count; i++)
	{
		/* the greatest number is among them */
		uint32_t	number = i == 0 ? below - 1 :
			(uint32_t) (scramble(i + count) % below);

		wanted[i] = base + ((uint64_t) number << shift);
		bloom_range_add(&range, number);
	}
	distinct = reference_sort(wanted, count);
	while ((taken = bloom_range_take(&range, base, shift, seen + all,
									 part < MOST - all ? part :
									 MOST + 1 - all)) > 0)
	{
		CHECK(taken <= part, "%zu", taken);
		CHECK(taken == part || all + taken == distinct, "%zu of %zu", taken,
			  part);
		all += taken;
	}
	CHECK(all == distinct, "%zu instead of %zu of %zu", all, distinct, count);
	CHECK(equal(seen, wanted, distinct), "%zu of %zu", distinct, count);
}

/* The range is empty after each, or the next one would have its hashes */
static void
taking(void)
{
	static const size_t counts[] = {0, 1, 2, 63, 64, 65, 5000, MOST};
	static const uint32_t limits[] = {1, 64, 65, 4096, 4097, NUMBERS};
	static const size_t parts[] = {1, 64, 1000, MOST};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		for (size_t j = 0; j < sizeof(limits) / sizeof(limits[0]); j++)
			for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++)
			{
				check_range(counts[i], limits[j], parts[k], 0, 0);
				check_range(counts[i], limits[j], parts[k],
							UINT64_C(0x1234) << 48, 20);
			}
}

int
main(void)
{
	RUN(taking);
	return unit_end("core/range");
}
