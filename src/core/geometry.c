/*
 * core/geometry.c
 *		Sizes and probes of one bit array, and what its set bits tell.
 *
 * Sizes must come out alike on every machine and with every C library, for
 * filters are exchanged between them.  So the solver uses nothing but
 * + - * / on doubles, and is compiled without contraction of a * b + c (see
 * the Makefile); log, exp and pow serve only the estimates.
 */
#include "core/geometry.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* A line of a solved geometry gets about as many probes as 7 bits of error */
#define BITS_PER_LINE		7
#define BLOCK_SIZES		7		/* 1, 2, 4 ... BLOOM_MAX_BLOCK lines */

/*
 * The error rates of a growing filter's layers are a geometric series
 * (Almeida et al., "Scalable Bloom Filters", 2007), whose sum is the filter's
 * error rate.  A ratio of 1/2 costs 4 bits a value less in the first layer,
 * but twice the space from the 17th on.
 */
#define RATE_RATIO			0.92
#define FIRST_RATE			0.08	/* 1 - RATE_RATIO */

/* A filter of this many of the largest blocks loses up to 1/32 in rounding */
#define MIN_LARGE_BLOCKS	32
#define MAX_ROUNDING_LOSS	0.03

/*
 * Loads are found this exactly, on the side that keeps the error rate, so
 * that another implementation of doc/format.md comes to the same lines.
 */
#define LOAD_PRECISION		1e-10

/*
 * A fold unit is the part of a filter that folding keeps whole: it has at
 * least this many blocks, so rounding it up costs less than 1/50.
 */
#define MIN_UNIT_BLOCKS	50

/* The best geometry of one block size: what a block can hold, and how */
typedef struct BlockFit
{
	double		load;			/* values a block at the asked error rate */
	int			probes;			/* 0: not solved yet */
} BlockFit;

/* log2(1 / error rate), rounded up to a whole number of BITS_PER_LINE */
static int
cache_lines(double error_rate)
{
	int			touched = 1;
	double		limit = 1.0 / (1 << BITS_PER_LINE);

	for (double rate = limit; error_rate < rate; rate *= limit)
		touched++;
	return touched;
}

/*
 * The most values that a block of the given geometry holds at the error
 * rate, found by bisection between a load that is known to keep it and one
 * that does not.
 */
static double
solve_load(double error_rate, int block, int touched, int probes,
		   double low, double high)
{
	while (high - low > high * LOAD_PRECISION)
	{
		double		middle = (low + high) / 2;

		if (bloom_mixture_fpp(middle, block, touched, probes) <= error_rate)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/*
 * The number of probes with which a block of the given size holds most
 * values at the error rate, and that number of values.
 */
static BlockFit
fit_block(double error_rate, int block, int touched)
{
	BlockFit	best = {0.0, 0};
	int			probes = touched;

	/* the best number is near log2(1 / error rate), never under 4/5 of it */
	while (bloom_mixture_power(0.5, 5 * (probes + 1)) >
		   bloom_mixture_power(error_rate, 4))
		probes++;

	/* a filter half full has about as many bits set as 0.7 * load * probes */
	for (; best.probes == 0 || probes <= best.probes + 2; probes++)
	{
		double		high = (double) block * BLOOM_LINE_BITS / probes;

		if (best.load > 0.0 &&
			bloom_mixture_fpp(best.load, block, touched, probes) > error_rate)
			continue;
		best.load = solve_load(error_rate, block, touched, probes,
							   best.load, high);
		best.probes = probes;
	}
	return best;
}

/*
 * The same, remembered, for solving takes 2 ms: for as many error rates as
 * the layers of a growing filter have.  (Each thread does, for libbloomext.)
 */
static const BlockFit *
block_fit(double error_rate, int size_log, int touched)
{
	static _Thread_local struct
	{
		double		error_rate;
		BlockFit	fits[BLOCK_SIZES];
	}			solved[BLOOM_MAX_RATES + 1];
	static _Thread_local int oldest = 0;
	BlockFit  *fit = NULL;

	for (int i = 0; i <= BLOOM_MAX_RATES && fit == NULL; i++)
		if (solved[i].error_rate == error_rate)
			fit = &solved[i].fits[size_log];
	if (fit == NULL)
	{
		solved[oldest].error_rate = error_rate;
		for (int i = 0; i < BLOCK_SIZES; i++)
			solved[oldest].fits[i].probes = 0;
		fit = &solved[oldest].fits[size_log];
		oldest = (oldest + 1) % (BLOOM_MAX_RATES + 1);
	}
	if (fit->probes == 0)
		*fit = fit_block(error_rate, 1 << size_log, touched);
	return fit;
}

/*
 * The smallest divisor of the capacity that fills MIN_UNIT_BLOCKS blocks,
 * or the capacity.
 */
static uint64_t
unit_capacity(uint64_t capacity, double load)
{
	double		least = MIN_UNIT_BLOCKS * load;
	uint64_t	best = capacity;

	if (capacity < least)
		return capacity;
	for (uint64_t d = 1; d <= capacity / d; d++)
	{
		if (capacity % d != 0)
			continue;
		if (d >= least && d < best)
			best = d;
		if (capacity / d >= least && capacity / d < best)
			best = capacity / d;
	}
	return best;
}

/* value rounded up */
static uint64_t
round_up(double value)
{
	uint64_t	whole = (uint64_t) value;

	return whole + (whole < value);
}

/*
 * Find the smallest geometry that keeps the error rate when it holds
 * `capacity` distinct values.  Returns false if there is none of at most
 * BLOOM_MAX_LINES lines.  The capacity is at least 1, the error rate at most
 * BLOOM_MAX_ERROR_RATE.
 *
 * The filter is made of equal fold units, each for the smallest divisor of the
 * capacity that gives 50 blocks or more.  So the filter for a multiple of
 * that divisor has the same multiple of blocks, and OR-ing consecutive
 * blocks of a larger filter gives the smaller one: filters of round
 * capacities can be folded.  The price is at most 2 % of space.
 */
static bool
solve(uint64_t capacity, double error_rate, BloomGeometry *geometry)
{
	int			touched = cache_lines(error_rate);
	int			size_log = touched == 1 ? 0 : BLOCK_SIZES - 1;
	const BlockFit *fit;
	double		blocks;
	uint64_t	unit;
	uint64_t	lines;

	/* a filter can't hold more values than it has bits: avoid the work */
	if (capacity > (uint64_t) BLOOM_MAX_LINES * BLOOM_LINE_BITS)
		return false;

	for (;;)
	{
		fit = block_fit(error_rate, size_log, touched);
		blocks = capacity / fit->load;
		if ((1 << size_log) < 2 * touched || size_log == 0)
			break;				/* the smallest block that has the lines */
		if (size_log == BLOCK_SIZES - 1 ?
			round_up(blocks) >= MIN_LARGE_BLOCKS :
			round_up(blocks) - blocks <= MAX_ROUNDING_LOSS * blocks)
			break;
		size_log--;
	}

	unit = unit_capacity(capacity, fit->load);
	lines = capacity / unit * round_up(unit / fit->load) << size_log;
	if (lines > BLOOM_MAX_LINES)
		return false;
	geometry->lines = (uint32_t) lines;
	geometry->block = (uint16_t) (1 << size_log);
	geometry->touched = (uint8_t) touched;
	geometry->probes = (uint8_t) fit->probes;
	return true;
}

/*
 * The same, remembered for the last parameters: who makes one filter makes
 * more
 */
bool
bloom_geometry_solve(uint64_t capacity, double error_rate,
					 BloomGeometry *geometry)
{
	static _Thread_local uint64_t last_capacity = 0;
	static _Thread_local double last_rate;
	static _Thread_local bool last_result;
	static _Thread_local BloomGeometry last;

	if (capacity != last_capacity || error_rate != last_rate)
	{
		last_result = solve(capacity, error_rate, &last);
		last_capacity = capacity;
		last_rate = error_rate;
	}
	*geometry = last;
	return last_result;
}

/*
 * The error rate of the n-th layer, from 0, of a growing filter.  That of
 * layers past BLOOM_MAX_RATES, which only unions have, is that of the last
 * before.
 */
double
bloom_geometry_layer_rate(double error_rate, unsigned layer)
{
	double		rate = error_rate * FIRST_RATE;

	for (unsigned i = 0; i < layer && i < BLOOM_MAX_RATES - 1; i++)
		rate *= RATE_RATIO;
	return rate;
}

/*
 * The same of a filter that will be united with any number of others: the
 * share of the whole error rate that the layer's lines are of all that fit
 * into one filter, if that is less.  So a union that isn't too large keeps
 * the rate, whatever layers it is made of.
 */
double
bloom_geometry_part_rate(double error_rate, unsigned layer, uint32_t lines)
{
	double		rate = bloom_geometry_layer_rate(error_rate, layer);
	double		share = error_rate * lines / BLOOM_MAX_LINES;

	return share < rate ? share : rate;
}

/*
 * Find the geometry of a growing filter's next layer: the smallest for
 * capacity, growth * capacity, growth^2 * capacity ... that keeps the error
 * rate for so many values, and has half as many lines again as the largest
 * layer yet has.  Returns false if there is none of at most BLOOM_MAX_LINES
 * lines.
 */
bool
bloom_geometry_grow(uint64_t capacity, int growth, uint64_t values,
					uint32_t largest, double error_rate,
					BloomGeometry *geometry)
{
	for (;; capacity *= growth)
	{
		if (capacity < values && capacity <= UINT64_MAX / growth)
			continue;
		if (!bloom_geometry_solve(capacity, error_rate, geometry))
			return false;
		if (geometry->lines > largest &&
			geometry->lines >= largest + largest / 2)
			return true;
	}
}

/* Whether a geometry that was read from outside is safe to work with */
bool
bloom_geometry_valid(const BloomGeometry *geometry)
{
	return geometry->lines >= 1 && geometry->lines <= BLOOM_MAX_LINES &&
		geometry->block >= 1 && geometry->block <= BLOOM_MAX_BLOCK &&
		(geometry->block & (geometry->block - 1)) == 0 &&
		geometry->lines % geometry->block == 0 &&
		geometry->touched >= 1 && geometry->touched <= geometry->block &&
		geometry->probes >= geometry->touched &&
		geometry->probes <= geometry->touched * (BLOOM_MAX_LINE_PROBES - 1);
}

/*
 * How many consecutive blocks of one layer have to be OR-ed for each block
 * of the other, so that the result is what a direct build of the other gives;
 * 1 if they are alike, 0 if that can't be done.
 */
uint32_t
bloom_geometry_fold_factor(const BloomGeometry *from, const BloomGeometry *to)
{
	if (from->block != to->block || from->touched != to->touched ||
		from->probes != to->probes || from->lines % to->lines != 0)
		return 0;
	return from->lines / to->lines;
}

/*
 * The expected error rate of a layer that holds so many distinct values.
 */
double
bloom_geometry_fpp(const BloomGeometry *geometry, double values)
{
	double		load = values * geometry->block / geometry->lines;

	/* past this load all but every bit is set */
	if (load > 40.0 * geometry->block * BLOOM_LINE_BITS)
		return 1.0;
	if (load <= 0.0)
		return 0.0;
	return bloom_mixture_fpp(load, geometry->block, geometry->touched,
					   geometry->probes);
}

/*
 * The chance that all probes hit in a block, on average over all choices of
 * the lines touched, of which `more` get a probe more than the others do.
 * hits[i] is the chance that the others' probes hit on line i, shares[i] that
 * of a single one.  sums[a][b] adds up the chances over all choices of a lines
 * with more probes and b others.
 */
static double
block_fpp(int block, int more, int others, const double *hits,
		  const double *shares)
{
	double		sums[BLOOM_MAX_BLOCK + 1][BLOOM_MAX_BLOCK + 1];
	double		choices = 1.0;

	for (int a = 0; a <= more; a++)
		for (int b = 0; b <= others; b++)
			sums[a][b] = a + b == 0;
	for (int i = 0; i < block; i++)
		for (int a = more; a >= 0; a--)
			for (int b = others; b >= 0; b--)
				sums[a][b] +=
					(a > 0 ? sums[a - 1][b] * hits[i] * shares[i] : 0.0) +
					(b > 0 ? sums[a][b - 1] * hits[i] : 0.0);
	for (int i = 0; i < more + others; i++)
		choices *= (double) (block - i) / (i < more ? i + 1 : i - more + 1);
	return sums[more][others] / choices;
}

/*
 * The sum of the error rates of so many blocks, whose lines have so many
 * bits set.
 */
double
bloom_geometry_blocks_fpp(const BloomGeometry *geometry,
						  const uint16_t *line_bits, size_t blocks)
{
	int			more = geometry->probes % geometry->touched;
	double		power[BLOOM_LINE_BITS + 1];
	double		hits[BLOOM_MAX_BLOCK];
	double		shares[BLOOM_MAX_BLOCK];
	double		sum = 0.0;

	for (int bits = 0; bits <= BLOOM_LINE_BITS; bits++)
		power[bits] = bloom_mixture_power((double) bits / BLOOM_LINE_BITS,
										  geometry->probes /
										  geometry->touched);
	for (; blocks > 0; blocks--, line_bits += geometry->block)
	{
		for (int i = 0; i < geometry->block; i++)
		{
			hits[i] = power[line_bits[i]];
			shares[i] = (double) line_bits[i] / BLOOM_LINE_BITS;
		}
		sum += geometry->block == 1 ? hits[0] :
			block_fpp(geometry->block, more, geometry->touched - more, hits,
					  shares);
	}
	return sum;
}

/* The number of distinct bits that a value sets, on average */
static double
value_bits(const BloomGeometry *geometry)
{
	double		distinct = 0.0;
	int			each = geometry->probes / geometry->touched;
	int			more = geometry->probes % geometry->touched;

	for (int i = 0; i < geometry->touched; i++)
		distinct += BLOOM_LINE_BITS *
			(1.0 - bloom_mixture_power(1.0 - 1.0 / BLOOM_LINE_BITS,
									   each + (i < more)));
	return distinct;
}

/*
 * An estimate of how many distinct values set that many bits.  A value
 * leaves a given bit clear with chance 1 - d / m, where d is the number of
 * distinct bits that it sets on average and m the number of bits, so the
 * share of clear bits is (1 - d / m)^n (Swamidass and Baldi, 2007).  If no
 * bit is clear, half of one is taken to be: a lower bound.
 */
double
bloom_geometry_cardinality(const BloomGeometry *geometry, uint64_t bits_set)
{
	double		bits = (double) bloom_geometry_bits(geometry);
	double		clear = bits - (double) bits_set;

	if (clear < 0.5)
		clear = 0.5;
	return log(clear / bits) / log1p(-value_bits(geometry) / bits);
}

/*
 * The number of set bits from which on a layer is full: as many as the values
 * set, on average, that take it to the error rate; at least 1.
 */
static uint64_t
full_bits(const BloomGeometry *geometry, double error_rate)
{
	double		bits = (double) bloom_geometry_bits(geometry);
	double		blocks = geometry->lines / geometry->block;
	double		stay_clear = 1.0 - value_bits(geometry) / bits;
	double		load = 0.0;
	double		full;

	if (geometry->touched == cache_lines(error_rate))
	{
		const BlockFit *fit = block_fit(error_rate,
										__builtin_ctz(geometry->block),
										geometry->touched);

		if (fit->probes == geometry->probes)
			load = fit->load;
	}
	if (load == 0.0)
		load = solve_load(error_rate, geometry->block, geometry->touched,
						  geometry->probes, 0.0,
						  (double) geometry->block * BLOOM_LINE_BITS);
	full = bits * (1.0 - bloom_mixture_power(stay_clear,
											 (unsigned) (load * blocks)));
	return full < 1.0 ? 1 : (uint64_t) full;
}

/*
 * The same, remembered for as many layers as a union compares another one
 * with, whose rates their probes may not have been solved for.
 */
uint64_t
bloom_geometry_full_bits(const BloomGeometry *geometry, double error_rate)
{
	static _Thread_local struct
	{
		BloomGeometry geometry;
		double		error_rate;
		uint64_t	bits;
	}			solved[BLOOM_MAX_RATES];
	static _Thread_local int oldest = 0;

	for (int i = 0; i < BLOOM_MAX_RATES; i++)
		if (solved[i].error_rate == error_rate &&
			memcmp(&solved[i].geometry, geometry, sizeof(*geometry)) == 0)
			return solved[i].bits;
	oldest = (oldest + 1) % BLOOM_MAX_RATES;
	solved[oldest].geometry = *geometry;
	solved[oldest].error_rate = error_rate;
	solved[oldest].bits = full_bits(geometry, error_rate);
	return solved[oldest].bits;
}

/*
 * The classic formula (Bloom, 1970; Broder and Mitzenmacher, 2004) for an
 * unblocked filter with that many bits a value.  bits_per_value > 0,
 * probes >= 1.
 */
double
bloom_geometry_classic_fpp(double bits_per_value, int probes)
{
	return pow(-expm1(-probes / bits_per_value), probes);
}
