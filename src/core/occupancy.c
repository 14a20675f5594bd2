/*
 * core/occupancy.c
 *		What the set bits of a bit array show: the number of values in it, its
 *		error rate, and whether it is full.
 *
 * The growth of a filter depends on when a layer is full.  So that part uses
 * only + - * / on doubles, as core/geometry.c does.  The estimates may use
 * log, exp and pow.
 */
#include "core/occupancy.h"

#include <math.h>
#include <string.h>

/* The expected error rate of a layer with that many distinct values */
double
bloom_occupancy_fpp(const BloomGeometry *geometry, double values)
{
	double		load = values * geometry->block / geometry->lines;

	/* beyond this load, practically every bit is set */
	if (load > 40.0 * geometry->block * BLOOM_LINE_BITS)
		return 1.0;
	if (load <= 0.0)
		return 0.0;
	return bloom_blockfit_fpp(load, geometry->block, geometry->touched,
							  geometry->probes);
}

/* The most sums below: half of the lines of a block have one probe more */
#define MAX_SUMS	((BLOOM_MAX_BLOCK / 2 + 1) * (BLOOM_MAX_BLOCK / 2 + 1))

/*
 * The probability that all probes of a value hit set bits in a block, averaged
 * over all choices of cache lines.  A value touches `more` lines with one
 * probe more than the `others` lines.  hits[i] is the probability that the
 * probes for one of the others hit on line i, shares[i] that a single probe
 * does.  The sum at a and b adds up the probabilities over all choices of a
 * lines with one probe more and b others.
 */
static double
block_fpp(int block, int more, int others, const double *hits,
		  const double *shares)
{
	double		sums[MAX_SUMS] = {1.0};
	int			row = others + 1;
	double		choices = 1.0;

	for (int i = 0; i < block; i++)
		for (int a = more; a >= 0; a--)
			for (int b = others; b >= 0; b--)
			{
				double	   *sum = &sums[a * row + b];

				*sum += (a > 0 ? sum[-row] * hits[i] * shares[i] : 0.0) +
					(b > 0 ? sum[-1] * hits[i] : 0.0);
			}
	for (int i = 0; i < more + others; i++)
		choices *= (double) (block - i) / (i < more ? i + 1 : i - more + 1);
	return sums[more * row + others] / choices;
}

/*
 * The sum of the error rates of blocks.  line_bits has the number of set bits
 * for each cache line of the blocks.
 */
double
bloom_occupancy_blocks_fpp(const BloomGeometry *geometry,
						   const uint16_t *line_bits, size_t blocks)
{
	int			more = geometry->probes % geometry->touched;
	double		power[BLOOM_LINE_BITS + 1];
	double		hits[BLOOM_MAX_BLOCK];
	double		shares[BLOOM_MAX_BLOCK];
	double		sum = 0.0;

	for (int bits = 0; bits <= BLOOM_LINE_BITS; bits++)
		power[bits] = bloom_blockfit_power((double) bits / BLOOM_LINE_BITS,
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

/* The average number of distinct bits that a value sets */
static double
value_bits(const BloomGeometry *geometry)
{
	double		distinct = 0.0;
	int			each = geometry->probes / geometry->touched;
	int			more = geometry->probes % geometry->touched;

	for (int i = 0; i < geometry->touched; i++)
		distinct += BLOOM_LINE_BITS *
			(1.0 - bloom_blockfit_power(1.0 - 1.0 / BLOOM_LINE_BITS,
										each + (i < more)));
	return distinct;
}

/*
 * An estimate of the number of distinct values that set that many bits.  A
 * value leaves a given bit clear with probability 1 - d / m.  Here d is the
 * average number of distinct bits that a value sets, and m the number of
 * bits.  So the share of clear bits is (1 - d / m)^n (Swamidass and Baldi,
 * 2007).  If no bit is clear, the formula gets half a clear bit, and the
 * result is a lower bound.
 */
double
bloom_occupancy_cardinality(const BloomGeometry *geometry, uint64_t bits_set)
{
	double		bits = (double) bloom_geometry_bits(geometry);
	double		clear = bits - (double) bits_set;

	if (clear < 0.5)
		clear = 0.5;
	return log(clear / bits) / log1p(-value_bits(geometry) / bits);
}

/* Compute the result of bloom_occupancy_full_bits() without its cache */
static uint64_t
full_bits(const BloomGeometry *geometry, double error_rate)
{
	double		bits = (double) bloom_geometry_bits(geometry);
	double		blocks = geometry->lines / geometry->block;
	double		stay_clear = 1.0 - value_bits(geometry) / bits;
	double		load = bloom_blockfit_load(error_rate, geometry->block,
										   geometry->touched,
										   geometry->probes);
	double		full;

	full = bits * (1.0 - bloom_blockfit_power(stay_clear,
											  (unsigned) (load * blocks)));
	return full < 1.0 ? 1 : (uint64_t) full;
}

/*
 * The number of set bits with which a layer is full, at least 1.  It is the
 * average number of bits set by as many values as the layer holds at the error
 * rate.  The geometry may have been computed for another error rate: a union
 * compares a layer with those of another filter.  Each thread caches as many
 * results as such a union needs.
 */
uint64_t
bloom_occupancy_full_bits(const BloomGeometry *geometry, double error_rate)
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
 * The error rate of a filter without blocks, by the classic formula (Bloom,
 * 1970; Broder and Mitzenmacher, 2004).  bits_per_value > 0, probes >= 1.
 */
double
bloom_occupancy_classic_fpp(double bits_per_value, int probes)
{
	return pow(-expm1(-probes / bits_per_value), probes);
}

/*
 * The error rate of a split-block filter, whose blocks of eight words of 32
 * bits have `values` values each on average: the mean over a Poisson
 * distribution.  A value sets one bit per word, so a block of n values has the
 * rate (1 - (31/32)^n)^8.
 */
double
bloom_occupancy_split_fpp(double values)
{
	double		sum = 0.0;
	double		chance = exp(-values);	/* that a block has n values */
	double		clear = 1.0;	/* share of its bits */

	/* practically every bit is set, and exp() would be 0 */
	if (values > 700.0)
		return 1.0;
	for (int n = 1; n <= values || chance > 1e-16 * sum; n++)
	{
		chance *= values / n;
		clear *= 31.0 / 32.0;
		sum += chance * pow(1.0 - clear, 8.0);
	}
	return sum;
}
