/*
 * unit/core/model.h
 *		What unit/core/rates.c compares with: the error rate of a layout,
 *		summed up over everything that may be on the lines that a value is
 *		tested against.
 *
 * core/blockfit.c takes a shortcut, by the chances that bits are clear.
 * This sums over the numbers of values in a block (Poisson), of those on a
 * line (binomial), of those with one probe more (binomial), and of the bits
 * that so many probes set (occupancy), in long double.
 */
#ifndef UNIT_MODEL_H
#define UNIT_MODEL_H

#include <math.h>
#include <stdlib.h>

#include "core/geometry.h"

#define MODEL_VALUES	8000	/* in a block */
#define MODEL_PROBES	8000	/* on a line */

static long double model_log_factorial[MODEL_VALUES + 1];

static long double
model_binomial(int n, int k, long double chance)
{
	if (chance == 0 || chance == 1)
		return k == n * chance;
	return expl(model_log_factorial[n] - model_log_factorial[k] -
				model_log_factorial[n - k] + k * logl(chance) +
				(n - k) * log1pl(-chance));
}

/* hits[t] becomes the chance that all probes hit where t probes were set */
static void
model_occupancy(int probes, int most, long double *hits)
{
	long double set[513] = {1};
	long double all_hit[513];

	if (most > MODEL_PROBES)
		abort();
	for (int x = 0; x <= 512; x++)
		all_hit[x] = powl(x / 512.0L, probes);
	for (int t = 0; t <= most; t++)
	{
		hits[t] = 0;
		for (int x = 0; x <= 512; x++)
			hits[t] += set[x] * all_hit[x];
		for (int x = 512; x > 0; x--)
			set[x] = set[x] * x / 512 + set[x - 1] * (513 - x) / 512;
		set[0] = 0;
	}
}

/* hits[j] becomes the chance that all probes hit a line of j values */
static void
model_line(const BloomGeometry *geometry, int probes, int values,
		   long double *hits)
{
	static long double by_probes[MODEL_PROBES + 1];
	int			each = geometry->probes / geometry->touched;
	int			rest = geometry->probes % geometry->touched;
	long double more = (long double) rest / geometry->touched;

	model_occupancy(probes, values * (each + (rest > 0)), by_probes);
	for (int j = 0; j <= values; j++)
	{
		hits[j] = 0;
		for (int i = 0; i <= (rest > 0 ? j : 0); i++)
			hits[j] += model_binomial(j, i, more) * by_probes[each * j + i];
	}
}

/* So far from a mean there is next to nothing */
static int
model_most(long double mean)
{
	return (int) (mean + 12 * sqrtl(mean) + 40);
}

/* The error rate with so many values in a block on average */
static long double
model_fpp(const BloomGeometry *geometry, long double load)
{
	static long double hits[2][MODEL_VALUES + 1];
	int			each = geometry->probes / geometry->touched;
	int			rest = geometry->probes % geometry->touched;
	long double share = (long double) geometry->touched / geometry->block;
	int			most = model_most(load);
	int			most_on_line = share == 1 ? most : model_most(load * share);
	long double sum = 0;

	if (most > MODEL_VALUES)
		abort();
	for (int i = 0; i <= most; i++)
		model_log_factorial[i] = lgammal(i + 1);
	model_line(geometry, each, most_on_line, hits[0]);
	model_line(geometry, each + 1, most_on_line, hits[1]);

	for (int n = 0; n <= most; n++)
	{
		long double weight = expl(n * logl(load) - load -
								  model_log_factorial[n]);
		long double line[2] = {0, 0};

		if (weight < 1e-30L)
			continue;
		for (int j = 0; j <= n && j <= most_on_line; j++)
		{
			long double chance = model_binomial(n, j, share);

			line[0] += chance * hits[0][j];
			line[1] += chance * hits[1][j];
		}
		sum += weight * powl(line[0], geometry->touched - rest) *
			powl(line[1], rest);
	}
	return sum;
}

#endif							/* UNIT_MODEL_H */
