/*
 * core/geometry.c
 *		From a capacity and an error rate to the size of a bit array.
 *
 * Sizes must be the same on every machine and with every C library, because
 * machines exchange filters.  So this file uses only + - * / on doubles, and
 * is compiled without contraction of a * b + c (see the Makefile).
 */
#include "core/geometry.h"

/*
 * The error rates of a growing filter's layers are a geometric series
 * (Almeida et al., "Scalable Bloom Filters", 2007), whose sum is the filter's
 * error rate.  A ratio of 1/2 would save 4 bits per value in the first layer,
 * but need twice the space from the 17th layer on.
 */
#define RATE_RATIO			0.92
#define FIRST_RATE			0.08	/* 1 - RATE_RATIO */

/*
 * Limits of the loss by rounding up to whole blocks.  A filter of at least 32
 * of the largest blocks loses at most 1/32.  Smaller blocks are used if
 * rounding adds at most 3 %.
 */
#define MIN_LARGE_BLOCKS	32
#define MAX_ROUNDING_LOSS	0.03

/*
 * A filter consists of fold units of equal size.  Folding reduces their number
 * and leaves their size as it is.  A fold unit has at least this many blocks,
 * so rounding up costs less than 1/50.
 */
#define MIN_UNIT_BLOCKS	50

/* Results that a thread caches */
#define SOLVED			64

/*
 * The capacity of a fold unit: the smallest divisor of the capacity that
 * fills MIN_UNIT_BLOCKS blocks, or else the capacity itself.
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
 * Compute the geometry without the cache of bloom_geometry_solve().
 *
 * The filter consists of equal fold units, each for the smallest divisor of
 * the capacity that fills 50 blocks or more.  So a filter for a multiple of
 * that divisor has the same multiple of blocks, and combining consecutive
 * blocks of the larger filter with OR gives the smaller one: filters of round
 * capacities can be folded.  This costs at most 2 % of space.
 */
static bool
solve(uint64_t capacity, double error_rate, BloomGeometry *geometry)
{
	int			touched = bloom_blockfit_touched(error_rate);
	int			size_log = touched == 1 ? 0 : BLOOM_BLOCK_SIZES - 1;
	const BloomBlockFit *fit;
	double		blocks;
	uint64_t	unit;
	uint64_t	lines;

	/* more values than the largest filter has bits */
	if (capacity > (uint64_t) BLOOM_MAX_LINES * BLOOM_LINE_BITS)
		return false;

	for (;;)
	{
		fit = bloom_blockfit(error_rate, size_log);
		blocks = capacity / fit->load;
		if ((1 << size_log) < 2 * touched || size_log == 0)
			break;				/* the smallest block with enough lines */
		if (size_log == BLOOM_BLOCK_SIZES - 1 ?
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
 * Find the smallest geometry that keeps the error rate with `capacity`
 * distinct values.  Returns false if it would have more than BLOOM_MAX_LINES
 * lines.  The capacity is at least 1, the error rate at most
 * BLOOM_MAX_ERROR_RATE.  Each thread caches its last results, because filters
 * with the same parameters are often created one after the other, and shared
 * sets use those of several filters in turn.
 */
bool
bloom_geometry_solve(uint64_t capacity, double error_rate,
					 BloomGeometry *geometry)
{
	static _Thread_local struct
	{
		uint64_t	capacity;	/* 0: not used yet */
		double		error_rate;
		BloomGeometry geometry;
	}			solved[SOLVED];
	static _Thread_local int oldest = 0;

	for (int i = 0; i < SOLVED; i++)
		if (solved[i].capacity == capacity &&
			solved[i].error_rate == error_rate)
		{
			*geometry = solved[i].geometry;
			return true;
		}
	if (!solve(capacity, error_rate, geometry))
		return false;
	solved[oldest].capacity = capacity;
	solved[oldest].error_rate = error_rate;
	solved[oldest].geometry = *geometry;
	oldest = (oldest + 1) % SOLVED;
	return true;
}

/*
 * The error rate of a layer of a growing filter; the first layer is number 0.
 * All layers after the first BLOOM_MAX_RATES have the same rate.  Only unions
 * can have that many layers.
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
 * Find the geometry of a growing filter's next layer.  Its capacity is the
 * first of capacity, growth * capacity, growth^2 * capacity ... that is at
 * least `values` and gives at least 1.5 times `largest` lines, the number of
 * lines in the largest existing layer.  It keeps the error rate at that
 * capacity.  Returns false if it would have more than BLOOM_MAX_LINES lines.
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

/* Whether a geometry from stored or received bytes is safe to use */
bool
bloom_geometry_valid(const BloomGeometry *geometry)
{
	return geometry->lines >= 1 && geometry->lines <= BLOOM_MAX_LINES &&
		geometry->block >= 1 && geometry->block <= BLOOM_MAX_BLOCK &&
		(geometry->block & (geometry->block - 1)) == 0 &&
		geometry->lines % geometry->block == 0 &&
		geometry->touched >= 1 && geometry->touched <= geometry->block &&
		geometry->probes >= geometry->touched &&
		geometry->probes <= geometry->touched * BLOOM_MAX_LINE_PROBES;
}

/*
 * The number of consecutive blocks of `from` that become one block of `to`
 * when they are combined with OR.  The result equals a layer that was built
 * with the geometry `to`.  1 if both have the same geometry, 0 if `from`
 * cannot be folded to `to`.
 */
uint32_t
bloom_geometry_fold_factor(const BloomGeometry *from, const BloomGeometry *to)
{
	if (from->block != to->block || from->touched != to->touched ||
		from->probes != to->probes || from->lines % to->lines != 0)
		return 0;
	return from->lines / to->lines;
}
