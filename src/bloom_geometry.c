/*
 * bloom_geometry.c
 *		Sizes, probes, error rates and cardinalities of one bit array.
 *
 * A blocked filter (Putze, Sanders, Singler: "Cache-, Hash- and Space-
 * Efficient Bloom Filters", 2007) has regions that get unequal numbers of
 * values, so the classic formula (1 - e^(-kn/m))^k promises too much.  Here
 * the error rate is computed from the mixture that the layout really has:
 * the values of a region are Poisson distributed, each of them touches a
 * given line of it with the same chance, and the bits that are set on a line
 * follow the occupancy distribution.
 *
 * Sizes must come out alike on every machine and with every C library, for
 * filters are exchanged between them.  So the solver uses nothing but
 * + - * / on doubles, and is compiled without contraction of a * b + c (see
 * the Makefile); log, exp and pow serve only the estimates.
 */
#include "bloom_geometry.h"

#include <math.h>

/* A line of a solved geometry gets about as many probes as 7 bits of error */
#define BITS_PER_LINE		7
#define MAX_LINE_PROBES		16
#define REGION_SIZES		7	/* 1, 2, 4 ... BLOOM_MAX_REGION lines */

/* A filter of this many of the largest regions loses up to 1/32 in rounding */
#define MIN_LARGE_REGIONS	32
#define MAX_ROUNDING_LOSS	0.03

/*
 * Loads are found this exactly, on the side that keeps the error rate, so
 * that another implementation of doc/format.md comes to the same lines.
 */
#define LOAD_PRECISION		1e-10

/*
 * A block is the part of a filter that folding keeps whole: it has at least
 * this many regions, so rounding it up costs less than 1/50.
 */
#define MIN_BLOCK_REGIONS	50

/* What a value added to a region does to one of the region's lines */
typedef struct LineModel
{
	int			probes;			/* probes of a tested value on this line */
	int			lines;			/* how many lines of a value have so many */
	double		coefficient[MAX_LINE_PROBES + 1];
} LineModel;

/* The best geometry of one region size: what a region can hold, and how */
typedef struct RegionFit
{
	double		load;			/* values a region at the asked error rate */
	int			probes;			/* 0: not solved yet */
} RegionFit;

/* x to the power of n, by multiplications only */
static double
power(double x, unsigned n)
{
	double		result = 1.0;

	for (; n > 0; n >>= 1, x *= x)
		if (n & 1)
			result *= x;
	return result;
}

/*
 * Prepare the chance that all probes of a line hit.  With d distinct
 * positions among the probes, it is by inclusion and exclusion the sum of
 * (-1)^i C(d, i) P(i given bits are all clear); this gathers the factors of
 * the last term over the distribution of d.
 */
static void
line_model_init(LineModel *model, int probes, int lines)
{
	double		distinct[MAX_LINE_PROBES + 2] = {1.0};

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

/* The chance that all of a line's probes hit, from P(i bits are clear) */
static double
line_hit(const LineModel *model, const double *clear)
{
	double		sum = 0.0;

	if (model->lines == 0)
		return 1.0;
	for (int i = 0; i <= model->probes; i++)
		sum += model->coefficient[i] * clear[i];
	return power(sum > 0.0 ? sum : 0.0, model->lines);
}

/*
 * Walk from the likeliest number of values in a region outward, in one
 * direction, and add up weight and weighted error rate.  stay[i] is the
 * chance that a value leaves i given bits of a line clear.
 */
static void
mixture_walk(const LineModel models[2], const double *stay, double load,
			 int direction, double *weights, double *hits)
{
	unsigned	start = (unsigned) load + (direction > 0);
	unsigned	n = start;
	double		clear[MAX_LINE_PROBES + 1];
	double		weight = direction > 0 ? load / start : 1.0;
	int			terms = models[1].lines ? models[1].probes : models[0].probes;

	for (int i = 0; i <= terms; i++)
		clear[i] = power(stay[i], start);

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
 * The error rate of regions that hold `load` values on average (load > 0).
 */
static double
mixture_fpp(double load, int region, int touched, int probes)
{
	int			more = probes % touched;	/* lines with one probe more */
	int			each = probes / touched;
	LineModel	models[2];
	double		stay[MAX_LINE_PROBES + 1];
	double		weights = 0.0;
	double		hits = 0.0;

	line_model_init(&models[0], each, touched - more);
	line_model_init(&models[1], each + 1, more);
	for (int i = 0; i <= each + 1; i++)
	{
		double		a = 1.0 - (double) i / BLOOM_LINE_BITS;
		double		mean = ((touched - more) * power(a, each) +
							more * power(a, each + 1)) / touched;

		stay[i] = 1.0 - (1.0 - mean) * touched / region;
	}

	mixture_walk(models, stay, load, -1, &weights, &hits);
	mixture_walk(models, stay, load, +1, &weights, &hits);
	return hits / weights;
}

/* log2(1 / error rate), rounded up to a whole number of BITS_PER_LINE */
static int
lines_touched(double error_rate)
{
	int			touched = 1;
	double		limit = 1.0 / (1 << BITS_PER_LINE);

	for (double rate = limit; error_rate < rate; rate *= limit)
		touched++;
	return touched;
}

/*
 * The most values that a region of the given geometry holds at the error
 * rate, found by bisection between a load that is known to keep it and one
 * that does not.
 */
static double
solve_load(double error_rate, int region, int touched, int probes,
		   double low, double high)
{
	while (high - low > high * LOAD_PRECISION)
	{
		double		middle = (low + high) / 2;

		if (mixture_fpp(middle, region, touched, probes) <= error_rate)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/*
 * The number of probes with which a region of the given size holds most
 * values at the error rate, and that number of values.
 */
static RegionFit
fit_region(double error_rate, int region, int touched)
{
	RegionFit	best = {0.0, 0};
	int			probes = touched;

	/* the best number is near log2(1 / error rate), never under 4/5 of it */
	while (power(0.5, 5 * (probes + 1)) > power(error_rate, 4))
		probes++;

	/* a filter half full has about as many bits set as 0.7 * load * probes */
	for (; best.probes == 0 || probes <= best.probes + 2; probes++)
	{
		double		high = (double) region * BLOOM_LINE_BITS / probes;

		if (best.load > 0.0 &&
			mixture_fpp(best.load, region, touched, probes) > error_rate)
			continue;
		best.load = solve_load(error_rate, region, touched, probes,
							   best.load, high);
		best.probes = probes;
	}
	return best;
}

/* The same, remembered for the last error rate, for solving takes 2 ms */
static const RegionFit *
region_fit(double error_rate, int size_log, int touched)
{
	static double last_rate = 0.0;
	static RegionFit fits[REGION_SIZES];

	if (error_rate != last_rate)
		for (int i = 0; i < REGION_SIZES; i++)
			fits[i].probes = 0;
	last_rate = error_rate;
	if (fits[size_log].probes == 0)
		fits[size_log] = fit_region(error_rate, 1 << size_log, touched);
	return &fits[size_log];
}

/*
 * The smallest divisor of the capacity that fills MIN_BLOCK_REGIONS regions,
 * or the capacity.
 */
static uint64_t
block_capacity(uint64_t capacity, double load)
{
	double		least = MIN_BLOCK_REGIONS * load;
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
 * The filter is made of equal blocks, each for the smallest divisor of the
 * capacity that gives 50 regions or more.  So the filter for a multiple of
 * that divisor has the same multiple of regions, and OR-ing consecutive
 * regions of a larger filter gives the smaller one: filters of round
 * capacities can be folded.  The price is at most 2 % of space.
 */
bool
bloom_geometry_solve(uint64_t capacity, double error_rate,
					 BloomGeometry *geometry)
{
	int			touched = lines_touched(error_rate);
	int			size_log = touched == 1 ? 0 : REGION_SIZES - 1;
	const RegionFit *fit;
	double		regions;
	uint64_t	block;
	uint64_t	lines;

	/* a filter can't hold more values than it has bits: avoid the work */
	if (capacity > (uint64_t) BLOOM_MAX_LINES * BLOOM_LINE_BITS)
		return false;

	for (;;)
	{
		fit = region_fit(error_rate, size_log, touched);
		regions = capacity / fit->load;
		if ((1 << size_log) < 2 * touched || size_log == 0)
			break;				/* the smallest region that has the lines */
		if (size_log == REGION_SIZES - 1 ?
			round_up(regions) >= MIN_LARGE_REGIONS :
			round_up(regions) - regions <= MAX_ROUNDING_LOSS * regions)
			break;
		size_log--;
	}

	block = block_capacity(capacity, fit->load);
	lines = capacity / block * round_up(block / fit->load) << size_log;
	if (lines > BLOOM_MAX_LINES)
		return false;
	geometry->lines = (uint32_t) lines;
	geometry->region = (uint16_t) (1 << size_log);
	geometry->touched = (uint8_t) touched;
	geometry->probes = (uint8_t) fit->probes;
	return true;
}

/* Whether a geometry that was read from outside is safe to work with */
bool
bloom_geometry_valid(const BloomGeometry *geometry)
{
	return geometry->lines >= 1 && geometry->lines <= BLOOM_MAX_LINES &&
		geometry->region >= 1 && geometry->region <= BLOOM_MAX_REGION &&
		(geometry->region & (geometry->region - 1)) == 0 &&
		geometry->lines % geometry->region == 0 &&
		geometry->touched >= 1 && geometry->touched <= geometry->region &&
		geometry->probes >= geometry->touched &&
		geometry->probes <= geometry->touched * (MAX_LINE_PROBES - 1);
}

/*
 * How many consecutive regions of one layer have to be OR-ed for each region
 * of the other, so that the result is what a direct build of the other gives;
 * 1 if they are alike, 0 if that can't be done.
 */
uint32_t
bloom_geometry_fold_factor(const BloomGeometry *from, const BloomGeometry *to)
{
	if (from->region != to->region || from->touched != to->touched ||
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
	double		load = values * geometry->region / geometry->lines;

	/* past this load all but every bit is set */
	if (load > 40.0 * geometry->region * BLOOM_LINE_BITS)
		return 1.0;
	if (load <= 0.0)
		return 0.0;
	return mixture_fpp(load, geometry->region, geometry->touched,
					   geometry->probes);
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
	double		distinct = 0.0;
	int			each = geometry->probes / geometry->touched;
	int			more = geometry->probes % geometry->touched;

	for (int i = 0; i < geometry->touched; i++)
		distinct += BLOOM_LINE_BITS *
			(1.0 - pow(1.0 - 1.0 / BLOOM_LINE_BITS, each + (i < more)));
	if (clear < 0.5)
		clear = 0.5;
	return log(clear / bits) / log1p(-distinct / bits);
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
