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

#include <stdbool.h>
#include <stddef.h>

#include "core/inline.h"

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

/* What the error rate of a block depends on, besides its load */
typedef struct BlockModel
{
	LineModel	each;			/* the lines with the fewest probes */
	LineModel	more;			/* the lines with one probe more */
	int			terms;			/* most probes on a line */
	/* the probability that a value leaves i given bits of a line clear */
	double		stay[MAX_MODEL_PROBES + 1];
} BlockModel;

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

/* Prepare for computing the error rates of blocks with any load */
static void
block_model_init(BlockModel *model, int block, int touched, int probes)
{
	int			more = probes % touched;	/* lines with one more probe */
	int			each = probes / touched;

	line_model_init(&model->each, each, touched - more);
	line_model_init(&model->more, each + 1, more);
	model->terms = more > 0 ? each + 1 : each;
	for (int i = 0; i <= each + 1; i++)
	{
		double		a = 1.0 - (double) i / BLOOM_LINE_BITS;
		double		mean =
			((touched - more) * bloom_blockfit_power(a, each) +
			 more * bloom_blockfit_power(a, each + 1)) / touched;

		model->stay[i] = 1.0 - (1.0 - mean) * touched / block;
	}
}

/* The probability that all probes hit.  clear[i]: i given bits are clear. */
static inline double
line_hit(const LineModel *model, const double *clear)
{
	double		sum = 0.0;

	if (model->lines == 0)
		return 1.0;
	for (int i = 0; i <= model->probes; i++)
		sum += model->coefficient[i] * clear[i];
	return bloom_blockfit_power(sum > 0.0 ? sum : 0.0, model->lines);
}

/* The sums of add_terms() */
typedef struct Sums
{
	double		weights;
	double		hits;			/* error rates times weights */
} Sums;

/*
 * Sum over the numbers of values in a block, from the most likely one down, or
 * from the next one up.  With a stride, only each stride-th number is used.
 */
ALWAYS_INLINE void
add_terms(const BlockModel *model, double load, bool up, unsigned stride,
		  Sums *sums)
{
	unsigned	n = (unsigned) load;
	double		weight = 1.0;
	double		clear[MAX_MODEL_PROBES + 1];
	double		stay[MAX_MODEL_PROBES + 1];

	for (unsigned i = 0; up && i < stride; i++)
		weight *= load / ++n;
	for (int i = 0; i <= model->terms; i++)
	{
		clear[i] = bloom_blockfit_power(model->stay[i], n);
		stay[i] = bloom_blockfit_power(model->stay[i], stride);
	}

	while (weight > 1e-24)
	{
		sums->weights += weight;
		sums->hits += weight * line_hit(&model->each, clear) *
			line_hit(&model->more, clear);
		if (!up && n < stride)
			break;
		for (unsigned i = 0; i < stride; i++)
			weight *= up ? load / ++n : n-- / load;
		for (int i = 0; i <= model->terms; i++)
			clear[i] = up ? clear[i] * stay[i] : clear[i] / stay[i];
	}
}

/* The error rate at a load, by each stride-th number of values in a block */
ALWAYS_INLINE double
fpp_by(const BlockModel *model, double load, unsigned stride)
{
	Sums		sums = {0.0, 0.0};

	add_terms(model, load, false, stride, &sums);
	add_terms(model, load, true, stride, &sums);
	return sums.hits / sums.weights;
}

/* The error rate at a load.  This determines sizes. */
static double
exact_fpp(const BlockModel *model, double load)
{
	return fpp_by(model, load, 1);
}

/* Nearly the error rate at a load, for guesses */
static double
rough_fpp(const BlockModel *model, double load, unsigned stride)
{
	return fpp_by(model, load, stride);
}

/*
 * The error rate if blocks of `block` cache lines hold `load` values on
 * average.  load > 0.
 */
double
bloom_blockfit_fpp(double load, int block, int touched, int probes)
{
	BlockModel	model;

	block_model_init(&model, block, touched, probes);
	return exact_fpp(&model, load);
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
 * A load near the one with the error rate, by the secant method.  The terms of
 * the sum are a smooth curve that is wider than the stride, so about 12 digits
 * are right.  The result may be anything if `start` is far from it.
 */
static double
guess_load(const BlockModel *model, double error_rate, double start)
{
	unsigned	stride = 1;
	double		load = start;
	double		last = 0.95 * start;
	double		last_fpp;

	while (2.0 * (stride + 1) * (stride + 1) < start)
		stride++;
	last_fpp = rough_fpp(model, last, stride);
	for (int i = 0; i < 16; i++)
	{
		double		fpp = rough_fpp(model, load, stride);
		double		step = (error_rate - fpp) * (load - last) /
			(fpp - last_fpp);

		if (!(step > -0.5 * load && step < load))
			break;
		last = load;
		last_fpp = fpp;
		load += step;
		if (step > -1e-8 * load && step < 1e-8 * load)
			break;
	}
	return load;
}

/*
 * Bisect between *low and *high, which become the last interval.  The load
 * with the error rate is `guess`, or 0 to compute the error rate in each step.
 */
static void
bisect(const BlockModel *model, double error_rate, double guess, double *low,
	   double *high)
{
	while (*high - *low > *high * LOAD_PRECISION)
	{
		double		middle = (*low + *high) / 2;

		if (guess > 0.0 ? middle < guess :
			exact_fpp(model, middle) <= error_rate)
			*low = middle;
		else
			*high = middle;
	}
}

/*
 * The most values that a block holds at the error rate, on average.  The
 * bisection starts between low, which keeps the error rate, and high, which
 * does not.
 *
 * The exact result determines sizes.  An error rate takes so long to compute
 * that the bisection first follows a guess.  Its last interval shows whether
 * all of its steps were right, because a higher load has a higher error rate.
 */
static double
solve_load(const BlockModel *model, double error_rate, double low, double high)
{
	double		guess = guess_load(model, error_rate,
								   low > 0.0 ? low : 0.6 * high);
	double		from = low;
	double		to = high;

	bisect(model, error_rate, guess, &from, &to);
	if (from > low && to < high &&
		exact_fpp(model, from) <= error_rate &&
		exact_fpp(model, to) > error_rate)
		return from;
	bisect(model, error_rate, 0.0, &low, &high);
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
		BlockModel	model;

		block_model_init(&model, block, touched, probes);
		if (best.load > 0.0 && exact_fpp(&model, best.load) > error_rate)
			continue;
		best.load = solve_load(&model, error_rate, best.load, high);
		best.probes = probes;
	}
	return best;
}

/*
 * The best fit for a block of 2^size_log cache lines, if each value touches
 * bloom_blockfit_touched(error_rate) of them.  Computing it takes up to
 * 0.2 ms.  So each thread caches the fits for as many error rates as a growing
 * filter and its layers have; threads matter to libbloomext.  The result is
 * valid until the next call.
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
	BlockModel	model;

	if (touched == bloom_blockfit_touched(error_rate))
	{
		const BloomBlockFit *fit = bloom_blockfit(error_rate,
												  __builtin_ctz(block));

		if (fit->probes == probes)
			return fit->load;
	}
	block_model_init(&model, block, touched, probes);
	return solve_load(&model, error_rate, 0.0,
					  (double) block * BLOOM_LINE_BITS);
}
