/*
 * core/mixture.c
 *		The error rate of a blocked bit array that holds so many values.
 *
 * A blocked filter (Putze, Sanders, Singler: "Cache-, Hash- and Space-
 * Efficient Bloom Filters", 2007) has blocks that get unequal numbers of
 * values, so the classic formula (1 - e^(-kn/m))^k promises too much.  Here
 * the error rate is computed from the mixture that the layout really has:
 * the values of a block are Poisson distributed, each of them touches a
 * given line of it with the same chance, and the bits that are set on a line
 * follow the occupancy distribution.
 *
 * Sizes are solved from this, and must come out alike on every machine and
 * with every C library, for filters are exchanged between them.  So there is
 * nothing but + - * / on doubles, compiled without contraction of a * b + c
 * (see the Makefile).
 */
#include "core/mixture.h"

/* What a value added to a block does to one of the block's lines */
typedef struct LineModel
{
	int			probes;			/* probes of a tested value on this line */
	int			lines;			/* how many lines of a value have so many */
	double		coefficient[BLOOM_MAX_LINE_PROBES + 1];
} LineModel;

/* x to the power of n, by multiplications only */
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
 * Prepare the chance that all probes of a line hit.  With d distinct
 * positions among the probes, it is by inclusion and exclusion the sum of
 * (-1)^i C(d, i) P(i given bits are all clear); this gathers the factors of
 * the last term over the distribution of d.
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

/* The chance that all of a line's probes hit, from P(i bits are clear) */
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
 * Probe from the likeliest number of values in a block outward, in one
 * direction, and add up weight and weighted error rate.  stay[i] is the
 * chance that a value leaves i given bits of a line clear.
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
 * The error rate of blocks that hold `load` values on average (load > 0).
 */
double
bloom_mixture_fpp(double load, int block, int touched, int probes)
{
	int			more = probes % touched;	/* lines with one probe more */
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
