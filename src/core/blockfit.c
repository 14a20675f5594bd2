/*
 * core/blockfit.c
 *		The error rate of a blocked bit array with a given number of values,
 *		and how many values a block holds at an error rate.
 *
 * The blocks of a blocked filter (Putze, Sanders, Singler: "Cache-, Hash- and
 * Space-Efficient Bloom Filters", 2007) get different numbers of values, so
 * the error rate is higher than the classic formula (1 - e^(-kn/m))^k says.
 * Here it is computed from the actual mixture: the number of values in a block
 * has a Poisson distribution, each value touches a given line of its block
 * with the same probability, and the number of set bits on a line has an
 * occupancy distribution.
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

/* A model for one more probe is made even if no line has that many */
#define MAX_MODEL_PROBES	(BLOOM_MAX_LINE_PROBES + 1)

/* The probes of a tested value on one of its lines */
typedef struct LineModel
{
	int			probes;			/* probes on the line */
	int			lines;			/* lines of the value with that many */
	double		coefficient[MAX_MODEL_PROBES + 1];
} LineModel;

/* x to the power of n, computed by multiplications only */
double
bloom_blockfit_power(double x, unsigned n)
{
	double		result = 1.0;

	for (; n > 0; n >>= 1, x *= x)
		if (n & 1)
			result *= x;
	return result;
}

/*
 * Prepare for computing the probability that all probes of a line hit.  If the
 * probes have d distinct positions, it is the sum of
 * (-1)^i C(d, i) P(i given bits are all clear), by inclusion and exclusion.
 * coefficient[i] is the factor of that P, summed over the distribution of d.
 */
static void
line_model_init(LineModel *model, int probes, int lines)
{
	double		distinct[MAX_MODEL_PROBES + 1] = {1.0};

	model->probes = probes;
	model->lines = lines;
	for (int i = 0; i < probes; i++)
		for (int d = i + 1; d >= 0; d--)
		{
			double		again = distinct[d] * d / BLOOM_LINE_BITS;
			double		fresh = d == 0 ? 0.0 : distinct[d - 1] *
				(BLOOM_LINE_BITS - (d - 1)) / BLOOM_LINE_BITS;

			distinct[d] = again + fresh;
		}

	for (int i = 0; i <= probes; i++)
	{
		double		sum = 0.0;

		for (int d = i; d <= probes; d++)
		{
			double		choose = 1.0;

			for (int j = 0; j < i; j++)
				choose = choose * (d - j) / (j + 1);
			sum += distinct[d] * choose;
		}
		model->coefficient[i] = i % 2 == 0 ? sum : -sum;
	}
}

/* The probability that all probes hit.  clear[i]: i given bits are clear. */
static double
line_hit(const LineModel *model, const double *clear)
{
	double		sum = 0.0;

	if (model->lines == 0)
		return 1.0;
	for (int i = 0; i <= model->probes; i++)
		sum += model->coefficient[i] * clear[i];
	return bloom_blockfit_power(sum > 0.0 ? sum : 0.0, model->lines);
}

/*
 * Sum over the numbers of values in a block, from the most likely one in one
 * direction.  Adds up the weights, and the error rates times the weights.
 * stay[i] is the probability that a value leaves i given bits of a line clear.
 */
static void
add_terms(const LineModel models[2], const double *stay, double load,
		  int direction, double *weights, double *hits)
{
	unsigned	start = (unsigned) load + (direction > 0);
	unsigned	n = start;
	double		clear[MAX_MODEL_PROBES + 1];
	double		weight = direction > 0 ? load / start : 1.0;
	int			terms = models[1].lines ? models[1].probes : models[0].probes;

	for (int i = 0; i <= terms; i++)
		clear[i] = bloom_blockfit_power(stay[i], start);

	while (weight > 1e-24)
	{
		*weights += weight;
		*hits += weight * line_hit(&models[0], clear) *
			line_hit(&models[1], clear);
		if (direction < 0 && n == 0)
			break;
		weight *= direction > 0 ? load / (n + 1) : n / load;
		n += direction;
		for (int i = 0; i <= terms; i++)
			clear[i] = direction > 0 ? clear[i] * stay[i] : clear[i] / stay[i];
	}
}

/*
 * The error rate if blocks of `block` cache lines hold `load` values on
 * average.  load > 0.
 */
double
bloom_blockfit_fpp(double load, int block, int touched, int probes)
{
	int			more = probes % touched;	/* lines with one more probe */
	int			each = probes / touched;
	LineModel	models[2];
	double		stay[MAX_MODEL_PROBES + 1];
	double		weights = 0.0;
	double		hits = 0.0;

	line_model_init(&models[0], each, touched - more);
	line_model_init(&models[1], each + 1, more);
	for (int i = 0; i <= each + 1; i++)
	{
		double		a = 1.0 - (double) i / BLOOM_LINE_BITS;
		double		mean =
			((touched - more) * bloom_blockfit_power(a, each) +
			 more * bloom_blockfit_power(a, each + 1)) / touched;

		stay[i] = 1.0 - (1.0 - mean) * touched / block;
	}

	add_terms(models, stay, load, -1, &weights, &hits);
	add_terms(models, stay, load, +1, &weights, &hits);
	return hits / weights;
}

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

		if (bloom_blockfit_fpp(middle, block, touched, probes) <= error_rate)
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
	while (bloom_blockfit_power(0.5, 5 * (probes + 1)) >
		   bloom_blockfit_power(error_rate, 4))
		probes++;

	/* in a filter with half of its bits set, load * probes is 0.7 * bits */
	for (; best.probes == 0 || probes <= best.probes + 2; probes++)
	{
		double		high = (double) block * BLOOM_LINE_BITS / probes;

		if (best.load > 0.0 &&
			bloom_blockfit_fpp(best.load, block, touched, probes) > error_rate)
			continue;
		best.load = solve_load(error_rate, block, touched, probes,
							   best.load, high);
		best.probes = probes;
	}
	return best;
}

/*
 * The best fit for a block of 2^size_log cache lines, if each value touches
 * bloom_blockfit_touched(error_rate) of them.  Computing it takes 2 ms.  So
 * each thread caches the fits for as many error rates as a growing filter and
 * its layers have; threads matter to libbloomext.  The result is valid until
 * the next call.
 */
const BloomBlockFit *
bloom_blockfit(double error_rate, int size_log)
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
		*fit = fit_block(error_rate, 1 << size_log,
						 bloom_blockfit_touched(error_rate));
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
												  __builtin_ctz(block));

		if (fit->probes == probes)
			return fit->load;
	}
	return solve_load(error_rate, block, touched, probes, 0.0,
					  (double) block * BLOOM_LINE_BITS);
}
