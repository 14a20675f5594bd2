/*
 * core/mixture.c
 *		The error rate of a blocked bit array with a given number of values.
 *
 * The blocks of a blocked filter (Putze, Sanders, Singler: "Cache-, Hash- and
 * Space-Efficient Bloom Filters", 2007) get different numbers of values, so
 * the error rate is higher than the classic formula (1 - e^(-kn/m))^k says.
 * Here it is computed from the actual mixture: the number of values in a block
 * has a Poisson distribution, each value touches a given line of its block
 * with the same probability, and the number of set bits on a line has an
 * occupancy distribution.
 *
 * The sizes of filters are computed from this.  They must be the same on every
 * machine and with every C library, because machines exchange filters.  So
 * this file uses only + - * / on doubles, and is compiled without contraction
 * of a * b + c (see the Makefile).
 */
#include "core/mixture.h"

/* The probes of a tested value on one of its lines */
typedef struct LineModel
{
	int			probes;			/* probes on the line */
	int			lines;			/* lines of the value with that many */
	double		coefficient[BLOOM_MAX_LINE_PROBES + 1];
} LineModel;

/* x to the power of n, computed by multiplications only */
double
bloom_mixture_power(double x, unsigned n)
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
	double		distinct[BLOOM_MAX_LINE_PROBES + 2] = {1.0};

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
	return bloom_mixture_power(sum > 0.0 ? sum : 0.0, model->lines);
}

/*
 * Sum over the numbers of values in a block, from the most likely one in one
 * direction.  Adds up the weights, and the error rates times the weights.
 * stay[i] is the probability that a value leaves i given bits of a line clear.
 */
static void
probe(const LineModel models[2], const double *stay, double load,
	  int direction, double *weights, double *hits)
{
	unsigned	start = (unsigned) load + (direction > 0);
	unsigned	n = start;
	double		clear[BLOOM_MAX_LINE_PROBES + 1];
	double		weight = direction > 0 ? load / start : 1.0;
	int			terms = models[1].lines ? models[1].probes : models[0].probes;

	for (int i = 0; i <= terms; i++)
		clear[i] = bloom_mixture_power(stay[i], start);

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
bloom_mixture_fpp(double load, int block, int touched, int probes)
{
	int			more = probes % touched;	/* lines with one more probe */
	int			each = probes / touched;
	LineModel	models[2];
	double		stay[BLOOM_MAX_LINE_PROBES + 1];
	double		weights = 0.0;
	double		hits = 0.0;

	line_model_init(&models[0], each, touched - more);
	line_model_init(&models[1], each + 1, more);
	for (int i = 0; i <= each + 1; i++)
	{
		double		a = 1.0 - (double) i / BLOOM_LINE_BITS;
		double		mean = ((touched - more) * bloom_mixture_power(a, each) +
							more * bloom_mixture_power(a, each + 1)) / touched;

		stay[i] = 1.0 - (1.0 - mean) * touched / block;
	}

	probe(models, stay, load, -1, &weights, &hits);
	probe(models, stay, load, +1, &weights, &hits);
	return hits / weights;
}
