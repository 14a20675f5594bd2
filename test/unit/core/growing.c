/*
 * unit/core/growing.c
 *		Tests of core/geometry.c and core/occupancy.c: the layers of a growing
 *		filter, their error rates, their sizes, and when they are full.
 */
#include <inttypes.h>
#include <math.h>

#include "core/occupancy.h"
#include "unit/core/same.h"
#include "unit/unit.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

#define RATES			32		/* layers that have each a rate of its own */

/* Of a number of values: 1 - d / m isn't exact where m is 4e9 bits */
#define TOLERANCE		1e-6

static const double filter_rates[] = {
	0.5, 0.3, 0.1, 0.05, 0.02, 0.01, 0.001, 1e-4, 1e-6, 1e-9
};

/* Each 0.92 of the one before, bit for bit; all together under the filter's */
static void
layer_rates(void)
{
	static const unsigned late[] = {32, 33, 57, 1000, UINT16_MAX};

	for (size_t i = 0; i < COUNT(filter_rates); i++)
	{
		double		rate = filter_rates[i] * 0.08;
		double		last = bloom_geometry_layer_rate(filter_rates[i], 31);
		double		sum = 0;

		for (unsigned layer = 0; layer < RATES; layer++)
		{
			double		seen = bloom_geometry_layer_rate(filter_rates[i],
														 layer);

			CHECK(seen == rate, "%a for layer %u at %g, not %a", seen, layer,
				  filter_rates[i], rate);
			rate *= 0.92;
			sum += seen;
		}
		CHECK(sum <= filter_rates[i] && sum > 0.93 * filter_rates[i],
			  "%.9g at %g", sum, filter_rates[i]);
		for (size_t j = 0; j < COUNT(late); j++)
			CHECK(bloom_geometry_layer_rate(filter_rates[i], late[j]) == last,
				  "layer %u at %g", late[j], filter_rates[i]);
	}
}

/*
 * What the series is promised to give: solutions for one capacity after the
 * other, until one is large enough or too large.
 */
static bool
grow_slowly(uint64_t capacity, int growth, uint64_t values, uint32_t largest,
			double rate, BloomGeometry *geometry)
{
	uint64_t	next = capacity;
	double		least = fmax(floor(largest * 1.5), largest + 1.0);

	for (;; next *= growth)
	{
		if (next >= values)
		{
			if (!bloom_geometry_solve(next, rate, geometry))
				return false;
			if (geometry->lines >= least)
				return true;
		}
		if (next > UINT64_MAX / growth)
			return false;
	}
}

static void
check_grow(uint64_t capacity, int growth, uint64_t values, uint32_t largest,
		   double rate)
{
	BloomGeometry seen = {0, 0, 0, 0};
	BloomGeometry wanted = {0, 0, 0, 0};
	bool		grows = bloom_geometry_grow(capacity, growth, values, largest,
											rate, &seen);

	CHECK(grows == grow_slowly(capacity, growth, values, largest, rate,
							   &wanted),
		  "%" PRIu64 " * %d^n for %" PRIu64 " values after %u lines at %g: %d",
		  capacity, growth, values, largest, rate, grows);
	CHECK(!grows || same(seen, wanted), "%" PRIu64 " * %d^n for %" PRIu64
		  " values after %u lines at %g: %u lines, not %u", capacity, growth,
		  values, largest, rate, seen.lines, wanted.lines);
}

/* The least capacity of the series, at and next to each limit */
static void
growing(void)
{
	static const uint64_t capacities[] = {
		1, 2, 3, 100, 4096, 1000003, 419430400, UINT64_C(1) << 62,
		(UINT64_C(1) << 63) - 1
	};
	static const uint32_t largest[] = {
		0, 1, 2, 3, 5, 101, 65536, 5461333, 5461334, 8192000
	};
	static const double rates[] = {0.04, 8e-4, 8e-11};

	for (size_t i = 0; i < COUNT(capacities); i++)
		for (size_t j = 0; j < COUNT(largest); j++)
			for (int growth = 2; growth <= 4; growth += 2)
				for (size_t k = 0; k < COUNT(rates); k++)
				{
					uint64_t	capacity = capacities[i];
					uint64_t	values[] = {
						0, 1, capacity - 1, capacity, capacity + 1,
						capacity * 2, capacity * 2 + 1, capacity * 4 + 1,
						1000000, UINT32_MAX, UINT64_MAX
					};

					for (size_t l = 0; l < COUNT(values); l++)
						check_grow(capacity, growth, values[l], largest[j],
								   rates[k]);
				}
}

/* Each number of lines before, so that the rounding of 3/2 counts */
static void
growing_slightly(void)
{
	for (uint32_t largest = 0; largest < 3000; largest++)
	{
		check_grow(1, 2, 0, largest, 8e-4);
		check_grow(3, 4, 0, largest, 0.04);
	}
}

/* Until the filter is as large as one can be, its error rate is kept */
static void
whole_series(void)
{
	static const uint64_t capacities[] = {1, 7, 60, 100, 4096, 100000};

	for (size_t i = 0; i < COUNT(filter_rates); i++)
		for (size_t j = 0; j < COUNT(capacities); j++)
			for (int growth = 2; growth <= 4; growth += 2)
			{
				double		asked = filter_rates[i];
				uint32_t	largest = 0;
				uint64_t	lines = 0;
				double		sum = 0;

				for (unsigned layer = 0;; layer++)
				{
					double		rate = bloom_geometry_layer_rate(asked, layer);
					BloomGeometry geometry;

					if (!bloom_geometry_grow(capacities[j], growth, 0, largest,
											 rate, &geometry))
						break;
					lines += geometry.lines;
					if (lines > BLOOM_MAX_LINES)
						break;
					CHECK(layer < 50, "%" PRIu64 " at %g doesn't grow",
						  capacities[j], asked);
					if (layer >= 50)
						break;
					largest = geometry.lines > largest ? geometry.lines :
						largest;
					sum += rate;
				}
				CHECK(sum <= asked, "%" PRIu64 " at %g, growing by %d: %g in "
					  "%" PRIu64 " lines", capacities[j], asked, growth, sum,
					  lines);
			}
}

/* Filters go on growing elsewhere; computed by test/golden/golden.py */
static void
golden_layers(void)
{
	static const struct
	{
		uint64_t	capacity;
		double		rate;		/* of the filter */
		int			growth;
		unsigned	layer;
		uint32_t	largest;	/* lines before */
		BloomGeometry geometry;
		uint64_t	full;
	}			golden[] = {
		{100, 0.01, 2, 0, 0, {4, 2, 2, 10}, 971},
		{100, 0.01, 2, 1, 4, {8, 2, 2, 10}, 1926},
		{100, 0.01, 2, 5, 52, {104, 8, 2, 11}, 26199},
		{100, 0.01, 2, 10, 1696, {3456, 64, 2, 11}, 840391},
		{100, 0.01, 2, 20, 1933312, {3932160, 64, 2, 12}, 943411228},
		{1, 0.5, 2, 0, 0, {1, 1, 1, 5}, 266},
		{1, 0.5, 2, 1, 1, {2, 1, 1, 5}, 521},
		{1, 0.5, 2, 19, 1, {2, 1, 1, 7}, 499},
		{1, 0.5, 2, 20, 1, {2, 2, 2, 7}, 500},
		{1, 0.5, 2, 25, 24, {46, 2, 2, 7}, 10848},
		{1, 0.5, 2, 33, 6272, {12544, 64, 2, 8}, 3077862},
		{1, 0.5, 2, 41, 1605632, {3211264, 64, 2, 8}, 787933138},
		{1000, 1e-9, 4, 0, 0, {112, 8, 5, 30}, 23944},
		{1000, 1e-9, 4, 1, 112, {416, 16, 5, 31}, 94115},
		{1000, 1e-9, 4, 7, 417792, {1671168, 64, 5, 33}, 399781719},
		{4096, 0.01, 2, 0, 0, {124, 4, 2, 10}, 30367},
		{4096, 0.01, 2, 1, 124, {248, 8, 2, 10}, 60478},
		{4096, 0.01, 2, 2, 248, {512, 16, 2, 10}, 124056},
		{4096, 0.01, 2, 14, 1163264, {2359296, 64, 2, 12}, 591521633},
		{100000, 0.001, 4, 0, 0, {4032, 64, 2, 13}, 970437},
		{100000, 0.001, 4, 1, 4032, {16320, 64, 2, 13}, 3901144},
		{100000, 0.001, 4, 2, 16320, {65280, 64, 2, 13}, 15497958},
		{1000000, 0.05, 2, 0, 0, {22720, 64, 2, 8}, 5779516},
		{1000000, 0.05, 2, 4, 192000, {390400, 64, 2, 8}, 95164390},
	};

	for (size_t i = 0; i < COUNT(golden); i++)
	{
		double		rate = bloom_geometry_layer_rate(golden[i].rate,
													 golden[i].layer);
		BloomGeometry seen = {0, 0, 0, 0};
		uint64_t	full;

		CHECK(bloom_geometry_grow(golden[i].capacity, golden[i].growth, 0,
								  golden[i].largest, rate, &seen) &&
			  same(seen, golden[i].geometry), "golden[%zu]: {%u, %u, %u, %u}",
			  i, seen.lines, seen.block, seen.touched, seen.probes);
		full = bloom_occupancy_full_bits(&golden[i].geometry, rate);
		/* loads are equal to 1e-10 only */
		CHECK(fabs((double) full - golden[i].full) <= 1e-8 * golden[i].full,
			  "golden[%zu]: full with %" PRIu64, i, full);
	}
}

/*
 * A full layer is at its error rate: so many bits are no more than that
 * allows, and those of one value more, or one bit more, are too many.
 */
static uint64_t
check_full(const BloomGeometry *geometry, double rate)
{
	uint64_t	full = bloom_occupancy_full_bits(geometry, rate);
	double		values = bloom_occupancy_cardinality(geometry, full);
	double		more = bloom_occupancy_cardinality(geometry, full + 1) + 1;

	CHECK(full >= 1 && full < bloom_geometry_bits(geometry),
		  "{%u, %u, %u, %u} at %g: %" PRIu64, geometry->lines,
		  geometry->block, geometry->touched, geometry->probes, rate, full);
	CHECK(full == 1 ||
		  bloom_occupancy_fpp(geometry, values * (1 - TOLERANCE)) <= rate,
		  "{%u, %u, %u, %u} at %g: %g with %.2f values, full", geometry->lines,
		  geometry->block, geometry->touched, geometry->probes, rate,
		  bloom_occupancy_fpp(geometry, values), values);
	CHECK(bloom_occupancy_fpp(geometry, more * (1 + TOLERANCE)) > rate,
		  "{%u, %u, %u, %u} at %g: %g with %.2f values, not full",
		  geometry->lines, geometry->block, geometry->touched,
		  geometry->probes, rate, bloom_occupancy_fpp(geometry, more), more);
	return full;
}

/* Those that growing filters have, and their like with other probes */
static void
full_solved(void)
{
	static const uint64_t capacities[] = {1, 10, 100, 1000, 30011, 1000000};

	for (size_t i = 0; i < COUNT(filter_rates); i++)
		for (unsigned layer = 0; layer < RATES; layer += 3)
			for (size_t j = 0; j < COUNT(capacities); j++)
			{
				double		rate = bloom_geometry_layer_rate(filter_rates[i],
															 layer);
				BloomGeometry geometry = {1, 1, 1, 1};
				BloomGeometry other;

				CHECK(bloom_geometry_solve(capacities[j], rate, &geometry),
					  "%" PRIu64 " at %g", capacities[j], rate);
				check_full(&geometry, rate);
				if (layer % 2 != 0 || j % 2 != 0)
					continue;
				other = geometry;
				other.probes++;
				check_full(&other, rate);
				other.probes -= 2;
				if (bloom_geometry_valid(&other))
					check_full(&other, rate);
			}
}

/* Any geometry, at any rate: the lower, the fewer bits; never none */
static void
full_other(void)
{
	static const BloomGeometry geometries[] = {
		{1, 1, 1, 1}, {1, 1, 1, 15}, {7, 1, 1, 6}, {2, 2, 1, 3}, {2, 2, 2, 2},
		{2, 2, 2, 30}, {64, 64, 1, 1}, {64, 64, 1, 15}, {64, 64, 17, 255},
		{64, 64, 64, 64}, {12, 4, 3, 8}, {96, 32, 2, 10}, {19520, 1, 1, 6},
		{640, 16, 5, 70}, {28672, 64, 2, 13}, {58368, 64, 3, 19},
		{8192000, 1, 1, 1}, {8192000, 1, 1, 15}, {8192000, 64, 6, 40},
	};

	for (size_t i = 0; i < COUNT(geometries); i++)
	{
		uint64_t	before = UINT64_MAX;

		for (double rate = 0.5; rate > 5e-12; rate *= 0.3)
		{
			uint64_t	full = check_full(&geometries[i], rate);

			CHECK(full <= before, "{%u, %u, %u, %u} at %g: %" PRIu64
				  " bits, %" PRIu64 " at the rate before", geometries[i].lines,
				  geometries[i].block, geometries[i].touched,
				  geometries[i].probes, rate, full, before);
			before = full;
		}
	}
}

/* More blocks hold more, and in the same share, but for rounding */
static void
full_shares(void)
{
	static const BloomGeometry parts[] = {
		{1, 1, 1, 6}, {2, 2, 2, 10}, {8, 8, 2, 13}, {64, 64, 3, 19},
	};

	for (size_t i = 0; i < COUNT(parts); i++)
		for (double rate = 0.1; rate > 1e-8; rate *= 0.1)
		{
			BloomGeometry whole = parts[i];
			double		share = 0;
			uint64_t	before = 0;

			whole.lines *= 10000;
			share = (double) bloom_occupancy_full_bits(&whole, rate) / 10000;
			for (int blocks = 1; blocks <= 50; blocks++)
			{
				uint64_t	full;

				whole.lines = parts[i].lines * blocks;
				full = bloom_occupancy_full_bits(&whole, rate);
				/* one value, and one bit, can be lost */
				CHECK(full >= before && fabs(full - share * blocks) <=
					  whole.probes + 2, "%" PRIu64 " after %" PRIu64
					  " in %u lines at %g", full, before, whole.lines, rate);
				before = full;
			}
		}
}

/*
 * Fits are remembered for as many rates as a growing filter has.  More rates
 * than that must not mix them up.
 */
static void
no_history(void)
{
	BloomGeometry solved[80];
	uint64_t	full[80];

	for (int round = 0; round < 3; round++)
		for (int i = 0; i < 80; i++)
		{
			int			number = round == 1 ? 79 - i : i;
			double		rate = 0.04 / (number + 1);
			BloomGeometry geometry = {1, 1, 1, 1};
			uint64_t	bits;

			bloom_geometry_solve(10000, rate, &geometry);
			bits = bloom_occupancy_full_bits(&geometry, rate);
			if (round == 0)
			{
				solved[i] = geometry;
				full[i] = bits;
			}
			CHECK(same(geometry, solved[number]) && bits == full[number],
				  "%u lines, full with %" PRIu64 ", at %g in round %d",
				  geometry.lines, bits, rate, round);
		}
}

int
main(void)
{
	RUN(layer_rates);
	RUN(growing);
	RUN(growing_slightly);
	RUN(whole_series);
	RUN(golden_layers);
	RUN(full_solved);
	RUN(full_other);
	RUN(full_shares);
	RUN(no_history);
	return unit_end("core/growing");
}
