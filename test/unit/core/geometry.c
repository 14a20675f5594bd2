/*
 * unit/core/geometry.c
 *		Tests of core/geometry.c and core/occupancy.c: sizes, what is refused,
 *		and estimates.  The error rates are in unit/core/rates.c.
 */
#include <inttypes.h>
#include <math.h>

#include "core/occupancy.h"
#include "unit/core/same.h"
#include "unit/scramble.h"
#include "unit/unit.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* Both sides of the limits between numbers of lines touched among them */
static const double rates[] = {
	0.5, 0.45, 0.4, 0.3, 0.25, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01, 0.0079,
	0.0078, 0.007, 0.005, 0.002, 0.001, 3e-4, 1e-4, 7e-5, 6e-5, 1e-5, 1e-6,
	5e-7, 4e-7, 2.1e-7, 1e-7, 1e-8, 4e-9, 3e-9, 1e-9
};

static const uint64_t round_capacities[] = {
	1000, 2000, 5000, 10000, 20000, 50000, 65536, 100000, 250000, 300000,
	1000000, 1048576, 1500000, 3000000, 5000000, 7000000, 10000000, 12000000,
	16777216, 25000000, 50000000, 90000000, 100000000, 123456000, 200000000,
	300000000
};

/* Capacities without divisors, so that no filter is rounded to blocks */
static const uint64_t primes[] = {99991, 999983, 9999991, 79999987};

static uint64_t
next_prime(uint64_t number)
{
	for (;; number++)
	{
		uint64_t	divisor = 2;

		while (divisor * divisor <= number && number % divisor != 0)
			divisor++;
		if (divisor * divisor > number)
			return number;
	}
}

/* A geometry that must be there */
static BloomGeometry
solved(uint64_t capacity, double rate)
{
	BloomGeometry geometry = {1, 1, 1, 1};

	CHECK(bloom_geometry_solve(capacity, rate, &geometry),
		  "no geometry for %" PRIu64 " at %g", capacity, rate);
	CHECK(bloom_geometry_valid(&geometry), "%" PRIu64 " at %g: {%u, %u, %u, "
		  "%u}", capacity, rate, geometry.lines, geometry.block,
		  geometry.touched, geometry.probes);
	return geometry;
}

/* The layout's table: bits a value, within 0.5 % */
static void
size_table(void)
{
	static const struct
	{
		double		rate;
		double		bits;
		int			touched;
	}			table[] = {
		{0.05, 6.32, 1}, {0.01, 9.92, 1}, {0.001, 14.64, 2},
		{1e-4, 19.86, 2}, {1e-6, 29.87, 3}, {2.1e-7, 32.94, 4},
		{1e-9, 44.8, 5},
	};

	for (size_t i = 0; i < COUNT(table); i++)
	{
		BloomGeometry geometry = solved(9999991, table[i].rate);
		double		bits = bloom_geometry_bits(&geometry) / 9999991.0;

		CHECK(fabs(bits / table[i].bits - 1) < 0.005,
			  "%.3f bits a value at %g", bits, table[i].rate);
		CHECK(geometry.touched == table[i].touched, "%u lines at %g",
			  geometry.touched, table[i].rate);
		CHECK(geometry.block == (table[i].touched == 1 ? 1 : 64),
			  "blocks of %u at %g", geometry.block, table[i].rate);
	}
}

/* Fits of one error rate are remembered: they must not be for another */
static void
no_history(void)
{
	for (size_t i = 1; i < COUNT(rates); i++)
	{
		BloomGeometry before = solved(1000, rates[i]);

		solved(100000, rates[i]);
		solved(1000, rates[i - 1]);
		CHECK(same(before, solved(1000, rates[i])), "other sizes at %g",
			  rates[i]);
	}
}

/* The fit of a block by a bisection that computes the error rate each time */
static BloomBlockFit
bisected_fit(double rate, int block, int touched)
{
	BloomBlockFit best = {0.0, 0};
	int			probes = touched;

	while (bloom_blockfit_power(0.5, 5 * (probes + 1)) >
		   bloom_blockfit_power(rate, 4))
		probes++;
	for (; best.probes == 0 || probes <= best.probes + 2; probes++)
	{
		double		low = best.load;
		double		high = (double) block * BLOOM_LINE_BITS / probes;

		if (low > 0.0 &&
			bloom_blockfit_fpp(low, block, touched, probes) > rate)
			continue;
		while (high - low > high * 1e-10)
		{
			double		middle = (low + high) / 2;

			if (bloom_blockfit_fpp(middle, block, touched, probes) <= rate)
				low = middle;
			else
				high = middle;
		}
		best.load = low;
		best.probes = probes;
	}
	return best;
}

/* The faster search for a load ends at the same number, to the last bit */
static void
same_loads(void)
{
	for (size_t i = 0; i < COUNT(rates); i++)
	{
		int			touched = bloom_blockfit_touched(rates[i]);

		for (int size_log = 0; size_log < BLOOM_BLOCK_SIZES; size_log++)
		{
			int			block = 1 << size_log;
			BloomBlockFit seen;
			BloomBlockFit wanted;

			if (block < touched)
				continue;
			seen = *bloom_blockfit(rates[i], size_log);
			wanted = bisected_fit(rates[i], block, touched);
			CHECK(seen.load == wanted.load && seen.probes == wanted.probes,
				  "%g, blocks of %d: %.17g and %d probes, not %.17g and %d",
				  rates[i], block, seen.load, seen.probes, wanted.load,
				  wanted.probes);
		}
	}
}

/*
 * The error rate at capacity is the one asked for, and not much lower: a
 * block and a block rounded up are up to 2 % of space, which at 1e-6 makes
 * up to 24 % of the error rate and at 1e-9 up to 34 %.
 */
static void
promised_rates(void)
{
	for (size_t i = 0; i < COUNT(rates); i++)
		for (size_t j = 0; j < COUNT(round_capacities); j++)
		{
			uint64_t	capacity = round_capacities[j];
			BloomGeometry geometry;
			double		ratio;

			if (!bloom_geometry_solve(capacity, rates[i], &geometry))
			{
				CHECK(capacity >= 90000000, "%" PRIu64 " at %g", capacity,
					  rates[i]);
				continue;
			}
			ratio = bloom_occupancy_fpp(&geometry, (double) capacity) /
				rates[i];
			CHECK(ratio <= 1, "%" PRIu64 " at %g: %.9f times", capacity,
				  rates[i], ratio);
			if (capacity >= 100000)
				CHECK(ratio >= (rates[i] < 1e-6 ? 0.65 : 0.75),
					  "%" PRIu64 " at %g: %.4f times", capacity, rates[i],
					  ratio);
		}
}

/*
 * A filter that isn't rounded to blocks keeps the error rate, and one block
 * less breaks it, whatever the number of probes.
 */
static void
minimal_sizes(void)
{
	for (size_t i = 0; i < COUNT(rates); i++)
		for (size_t j = 0; j < COUNT(primes); j++)
		{
			BloomGeometry geometry = solved(primes[j], rates[i]);
			int			most = geometry.touched * 15;
			double		kept = bloom_occupancy_fpp(&geometry, primes[j]);

			CHECK(kept <= rates[i], "%" PRIu64 " at %g: %.9g", primes[j],
				  rates[i], kept);
			geometry.lines -= geometry.block;
			for (int probes = geometry.touched; probes <= most; probes++)
			{
				double		rate;

				geometry.probes = (uint8_t) probes;
				rate = bloom_occupancy_fpp(&geometry, primes[j]);
				CHECK(rate > rates[i], "%" PRIu64 " at %g: %.9g with %u "
					  "lines and %d probes", primes[j], rates[i], rate,
					  geometry.lines, probes);
			}
		}
}

/*
 * A block is a page where there are 32 or more of them.  Smaller filters
 * have smaller ones, such that rounding up takes 3 % at most if it can.
 */
static void
block_sizes(void)
{
	static const uint64_t capacities[] = {
		2, 17, 101, 499, 997, 4999, 9973, 19997, 49999, 99991, 999983
	};

	for (size_t i = 0; i < COUNT(rates); i++)
		for (size_t j = 0; j < COUNT(capacities); j++)
		{
			BloomGeometry geometry = solved(capacities[j], rates[i]);
			int			blocks = geometry.lines / geometry.block;
			double		rate = bloom_occupancy_fpp(&geometry,
												   capacities[j] * 1.03001);

			if (geometry.touched == 1)
				CHECK(geometry.block == 1, "%u", geometry.block);
			else if (geometry.block == 64)
				CHECK(blocks >= 32, "%" PRIu64 " at %g: %d blocks",
					  capacities[j], rates[i], blocks);
			else if (geometry.block >= 2 * geometry.touched)
				CHECK(rate > rates[i], "%" PRIu64 " at %g: %d blocks of %u "
					  "hold 3 %% more", capacities[j], rates[i], blocks,
					  geometry.block);
			if (geometry.touched > 1 && geometry.lines >= 34 * 64)
				CHECK(geometry.block == 64, "%u lines in blocks of %u",
					  geometry.lines, geometry.block);
		}
}

/* Rounding to blocks takes less than 2 % of space */
static void
rounding(void)
{
	for (size_t i = 0; i < COUNT(rates); i++)
		for (size_t j = 0; j < COUNT(round_capacities); j++)
		{
			uint64_t	capacity = round_capacities[j];
			uint64_t	prime = next_prime(capacity);
			BloomGeometry geometry;
			BloomGeometry other;
			double		cost;

			if (!bloom_geometry_solve(capacity, rates[i], &geometry) ||
				!bloom_geometry_solve(prime, rates[i], &other))
				continue;
			cost = (double) geometry.lines / capacity /
				((double) other.lines / prime);
			CHECK(cost < 1.02, "%" PRIu64 " at %g: %u lines, %" PRIu64 ": %u",
				  capacity, rates[i], geometry.lines, prime, other.lines);
		}
}

/* A filter of a fold's capacity has as large a part of the lines */
static void
check_folds(uint64_t capacity, double rate, int multiple)
{
	static const int factors[] = {2, 4, 5, 8, 10, 16, 20, 32, 64, 100};
	BloomGeometry large = solved(capacity, rate);
	BloomGeometry unrounded = solved(99999989, rate);
	double		load = 99999989.0 * unrounded.block / unrounded.lines;
	uint64_t	block = 1;
	int			promised = 0;

	while (capacity % block != 0 || block < 50 * load)
		block++;
	for (size_t i = 0; i < COUNT(factors); i++)
	{
		uint64_t	small = capacity / factors[i];
		BloomGeometry wanted = large;

		if (capacity % factors[i] != 0 || small % block != 0)
			continue;
		promised++;
		wanted.lines /= factors[i];
		CHECK(large.lines % (large.block * factors[i]) == 0,
			  "%u lines of %" PRIu64 " at %g are no multiple of %d",
			  large.lines, capacity, rate, factors[i]);
		CHECK(same(solved(small, rate), wanted), "%" PRIu64 " at %g: %u lines,"
			  " folded by %d: %u", capacity, rate, large.lines, factors[i],
			  solved(small, rate).lines);
	}
	CHECK(promised >= multiple, "%" PRIu64 " at %g can be folded in %d ways, "
		  "in blocks of %" PRIu64, capacity, rate, promised, block);
}

/* The decimal capacities by 2, 4, 5 and 10 at least */
static void
folds(void)
{
	check_folds(10000000, 0.01, 9);
	check_folds(100000000, 0.001, 9);
	check_folds(1 << 24, 1e-4, 6);
	check_folds(1000000, 0.05, 7);
}

/* Filters are refused that would not fit into 500 MiB, and no others */
static void
limits(void)
{
	BloomGeometry geometry;
	uint64_t	fits = 100000000;
	uint64_t	refused = 1000000000;

	CHECK(!bloom_geometry_solve(UINT64_MAX, 0.01, &geometry), "2^64");
	CHECK(!bloom_geometry_solve(UINT64_MAX, 0.5, &geometry), "2^64");
	CHECK(!bloom_geometry_solve(1000000000000000000, 0.01, &geometry), "1e18");
	CHECK(!bloom_geometry_solve(UINT64_C(1) << 40, 0.5, &geometry), "2^40");
	CHECK(!bloom_geometry_solve(UINT64_C(1) << 32, 0.5, &geometry), "2^32");
	CHECK(!bloom_geometry_solve(3000000000, 0.5, &geometry), "3e9");

	while (refused - fits > 1)
	{
		uint64_t	middle = (fits + refused) / 2;

		if (bloom_geometry_solve(middle, 0.01, &geometry))
			fits = middle;
		else
			refused = middle;
	}
	CHECK(fits > 412000000 && fits < 425000000, "%" PRIu64, fits);
	geometry = solved(fits, 0.01);
	CHECK(geometry.lines <= 8192000 && geometry.lines >= 8192000 * 0.98,
		  "%u lines", geometry.lines);
	CHECK(bloom_occupancy_fpp(&geometry, (double) fits) <= 0.01, "%.9f",
		  bloom_occupancy_fpp(&geometry, (double) fits));
	/* rounding to blocks is the only reason for gaps */
	for (uint64_t capacity = 3; capacity < 1000000000; capacity += 999983)
		if (capacity < fits * 0.98 || capacity > fits * 1.02)
			CHECK(bloom_geometry_solve(capacity, 0.01, &geometry) ==
				  (capacity < fits), "%" PRIu64, capacity);
}

/* Filters of a few values are possible at every error rate */
static void
small_capacities(void)
{
	for (size_t i = 0; i < COUNT(rates); i++)
		for (uint64_t capacity = 1; capacity <= 2000; capacity++)
		{
			BloomGeometry geometry = solved(capacity, rates[i]);
			double		rate = bloom_occupancy_fpp(&geometry, capacity);

			CHECK(geometry.touched <= geometry.block, "%u of %u lines",
				  geometry.touched, geometry.block);
			CHECK(geometry.touched == solved(1000000, rates[i]).touched,
				  "%" PRIu64 " at %g: %u lines", capacity, rates[i],
				  geometry.touched);
			CHECK(rate <= rates[i], "%" PRIu64 " at %g: %g", capacity,
				  rates[i], rate);
		}
}

static void
nonsense(void)
{
	static const BloomGeometry good[] = {
		{1, 1, 1, 1}, {1, 1, 1, 15}, {8192000, 64, 3, 19}, {64, 64, 17, 255},
		{64, 64, 64, 64}, {7, 1, 1, 6}, {96, 32, 2, 10}, {2, 2, 2, 30},
	};
	static const BloomGeometry bad[] = {
		{0, 1, 1, 6}, {0, 64, 2, 10},	/* no lines */
		{8192001, 1, 1, 6}, {8192064, 64, 2, 10}, {UINT32_MAX, 1, 1, 6},
		{64, 0, 1, 6}, {63, 3, 2, 10}, {60, 12, 2, 10}, {65, 65, 2, 10},
		{1280, 128, 2, 10}, {65536, 32768, 2, 10},	/* blocks */
		{65, 64, 2, 10}, {32, 64, 2, 10}, {3, 2, 2, 10},	/* parts of them */
		{64, 64, 0, 0}, {64, 64, 0, 6}, {1, 1, 2, 10}, {64, 64, 65, 130},
		{1, 1, 1, 0}, {64, 64, 2, 1}, {64, 64, 64, 63}, /* too few probes */
		{1, 1, 1, 16}, {64, 64, 2, 31}, {64, 64, 16, 241}, {1, 1, 1, 255},
	};

	for (size_t i = 0; i < COUNT(good); i++)
		CHECK(bloom_geometry_valid(&good[i]), "good[%zu]", i);
	for (size_t i = 0; i < COUNT(bad); i++)
		CHECK(!bloom_geometry_valid(&bad[i]), "bad[%zu]", i);
}

/* Estimates at the ends, and between them for distinct values */
static void
estimates(void)
{
	static const BloomGeometry geometry = {1000, 1, 1, 6};
	static const BloomGeometry many = {100, 1, 1, 15};
	double		bits = (double) bloom_geometry_bits(&geometry);
	double		last = bloom_occupancy_cardinality(&geometry, 511999);
	double		full = bloom_occupancy_cardinality(&geometry, 512000);

	CHECK(bits == 512000, "%f bits", bits);
	CHECK(bloom_occupancy_cardinality(&geometry, 0) == 0, "%g",
		  bloom_occupancy_cardinality(&geometry, 0));
	CHECK(isfinite(full) && full > last, "%g after %g", full, last);
	/* six probes of one line are 5.9709 bits on average */
	CHECK(fabs(bloom_occupancy_cardinality(&geometry, 6) - 1.0049) < 1e-4,
		  "%.6f", bloom_occupancy_cardinality(&geometry, 6));
	CHECK(bloom_occupancy_fpp(&many, 0) == 0, "%g",
		  bloom_occupancy_fpp(&many, 0));
	CHECK(fabs(bloom_occupancy_fpp(&geometry, 1e18) - 1) < 1e-9, "%g",
		  bloom_occupancy_fpp(&geometry, 1e18));
	for (double values = 1000; values < 1e9; values *= 1.1)
	{
		double		less = bloom_occupancy_fpp(&geometry, values);
		double		more = bloom_occupancy_fpp(&geometry, values * 1.1);

		CHECK(less < more || more > 1 - 1e-9, "%g, then %g", less, more);
	}
}

/* The chance that the probes from the i-th touched line on hit, by trying */
static double
hit_slowly(const BloomGeometry *geometry, const uint16_t *line_bits,
		   unsigned taken, int i)
{
	int			probes = geometry->probes / geometry->touched +
		(i < geometry->probes % geometry->touched);
	double		sum = 0;

	if (i == geometry->touched)
		return 1;
	for (int line = 0; line < geometry->block; line++)
		if ((taken >> line & 1) == 0)
			sum += pow(line_bits[line] / 512.0, probes) *
				hit_slowly(geometry, line_bits, taken | 1u << line, i + 1);
	return sum / (geometry->block - i);
}

/* The error rate that lines with so many bits have, one block and several */
static void
rates_of_lines(void)
{
	static const BloomGeometry geometries[] = {
		{1, 1, 1, 1}, {1, 1, 1, 15}, {2, 2, 1, 3}, {2, 2, 2, 2},
		{2, 2, 2, 11}, {4, 4, 2, 10}, {4, 4, 3, 8}, {4, 4, 4, 23},
		{8, 8, 3, 19}, {8, 8, 5, 33}, {8, 8, 8, 60},
	};
	uint16_t	line_bits[24];

	for (size_t i = 0; i < COUNT(geometries); i++)
		for (uint64_t round = 0; round < 20; round++)
		{
			const BloomGeometry *geometry = &geometries[i];
			double		wanted = 0;
			double		seen;

			for (int line = 0; line < 24; line++)
				line_bits[line] = round == 0 ? 0 : round == 1 ? 512 :
					scramble(round * 1000 + i * 50 + line) % 513;
			for (int block = 0; block < 3; block++)
				wanted += hit_slowly(geometry,
									 line_bits + block * geometry->block,
									 0, 0);
			seen = bloom_occupancy_blocks_fpp(geometry, line_bits, 3);
			CHECK(fabs(seen - wanted) <= 1e-9 * wanted, "{%u, %u, %u, %u}: "
				  "%.12g, not %.12g", geometry->lines, geometry->block,
				  geometry->touched, geometry->probes, seen, wanted);
		}
}

int
main(void)
{
	RUN(size_table);
	RUN(no_history);
	RUN(same_loads);
	RUN(promised_rates);
	RUN(minimal_sizes);
	RUN(block_sizes);
	RUN(rounding);
	RUN(folds);
	RUN(limits);
	RUN(small_capacities);
	RUN(nonsense);
	RUN(estimates);
	RUN(rates_of_lines);
	return unit_end("core/geometry");
}
