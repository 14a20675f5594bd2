/*
 * core/blockfit.c
 *		How many values a block of a bit array holds at an error rate.
 *
 * The results determine the sizes of filters.  They must be the same on every
 * machine and with every C library, because machines exchange filters.  So
 * this file uses only + - * / on doubles, and is compiled without contraction
 * of a * b + c (see the Makefile).
 */
#include "core/blockfit.h"

#include <stddef.h>

/* A cache line gets about as many probes as 7 bits of error rate need */
#define BITS_PER_LINE		7

/*
 * The relative precision of a load.  The result is the lower bound, which
 * keeps the error rate.  Another implementation of doc/format.md needs the
 * same precision to get the same number of lines.
 */
#define LOAD_PRECISION		1e-10

/*
 * The number of cache lines that each value touches: log2(1 / error_rate)
 * divided by BITS_PER_LINE, rounded up.
 */
int
bloom_blockfit_touched(double error_rate)
{
	int			touched = 1;
	double		limit = 1.0 / (1 << BITS_PER_LINE);

	for (double rate = limit; error_rate < rate; rate *= limit)
		touched++;
	return touched;
}

/*
 * The most values that a block holds at the error rate, on average.  The
 * bisection starts between low, which keeps the error rate, and high, which
 * does not.
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
 * The number of probes with which a block of the given size holds the most
 * values at the error rate, and that number of values.
 */
static BloomBlockFit
fit_block(double error_rate, int block, int touched)
{
	BloomBlockFit best = {0.0, 0};
	int			probes = touched;

	/* the best number is near log2(1 / error rate), never under 4/5 of it */
	while (bloom_mixture_power(0.5, 5 * (probes + 1)) >
		   bloom_mixture_power(error_rate, 4))
		probes++;

	/* in a filter with half of its bits set, load * probes is 0.7 * bits */
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
 * The best fit for a block of 2^size_log cache lines, of which each value
 * touches `touched`.  Computing it takes 2 ms.  So each thread caches the fits
 * for as many error rates as a growing filter and its layers have; threads
 * matter to libbloomext.  The result is valid until the next call.
 */
const BloomBlockFit *
bloom_blockfit(double error_rate, int size_log, int touched)
{
	static _Thread_local struct
	{
		double		error_rate;
		BloomBlockFit fits[BLOOM_BLOCK_SIZES];
	}			solved[BLOOM_MAX_RATES + 1];
	static _Thread_local int oldest = 0;
	BloomBlockFit *fit = NULL;

	for (int i = 0; i <= BLOOM_MAX_RATES && fit == NULL; i++)
		if (solved[i].error_rate == error_rate)
			fit = &solved[i].fits[size_log];
	if (fit == NULL)
	{
		solved[oldest].error_rate = error_rate;
		for (int i = 0; i < BLOOM_BLOCK_SIZES; i++)
			solved[oldest].fits[i].probes = 0;
		fit = &solved[oldest].fits[size_log];
		oldest = (oldest + 1) % (BLOOM_MAX_RATES + 1);
	}
	if (fit->probes == 0)
		*fit = fit_block(error_rate, 1 << size_log, touched);
	return fit;
}

/*
 * The most values that a block with the given numbers of cache lines, of
 * lines touched by each value, and of probes holds at the error rate.
 */
double
bloom_blockfit_load(double error_rate, int block, int touched, int probes)
{
	if (touched == bloom_blockfit_touched(error_rate))
	{
		const BloomBlockFit *fit = bloom_blockfit(error_rate,
												  __builtin_ctz(block),
												  touched);

		if (fit->probes == probes)
			return fit->load;
	}
	return solve_load(error_rate, block, touched, probes, 0.0,
					  (double) block * BLOOM_LINE_BITS);
}
