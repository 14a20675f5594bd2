/*
 * form/estimate.c
 *		Cardinality and error rate of a filter as it is.
 */
#include "form/estimate.h"

#include <math.h>

/* Of another library's layer by the classic formula (Swamidass, Baldi 2007) */
double
bloom_estimate_layer(const Bloom *head, const BloomForeign *foreign, int i,
					 uint64_t bits_set)
{
	double		bits;
	double		clear;

	if (!bloom_is_foreign(head))
		return bloom_geometry_cardinality(&head->layer[i].geometry, bits_set);
	bits = (double) foreign->layer[i].bits;
	clear = bits - (double) bits_set;
	if (clear < 0.5)
		clear = 0.5;
	return -log(clear / bits) * bits / (double) foreign->layer[i].probes;
}

static double
layer_fpp(const Bloom *head, const BloomForeign *foreign, int i)
{
	const BloomLayer *layer = &head->layer[i];

	if (bloom_is_foreign(head))
		return pow((double) layer->bits_set /
				   (double) foreign->layer[i].bits,
				   (double) foreign->layer[i].probes);
	return bloom_geometry_fpp(&layer->geometry,
							  bloom_estimate_layer(head, foreign, i,
												   layer->bits_set));
}

/* A layer got no values that earlier ones took for theirs: those are added */
double
bloom_estimate_cardinality(const Bloom *head, const BloomForeign *foreign,
						   size_t count)
{
	double		values = (double) count;
	double		right = 1.0;

	for (int i = 0; i < head->layers; i++)
	{
		values += bloom_estimate_layer(head, foreign, i,
									   head->layer[i].bits_set) / right;
		if (i + 1 < head->layers)
		{
			right *= 1.0 - layer_fpp(head, foreign, i);
			if (right < 0.5)
				right = 0.5;
		}
	}
	return values;
}

/* That at least one layer has all its bits, or a list its hash */
double
bloom_estimate_fpp(const Bloom *head, const BloomForeign *foreign,
				   size_t count)
{
	double		right = 1.0;

	if (bloom_is_sparse(head))
		return ldexp((double) count, -64);
	for (int i = 0; i < head->layers; i++)
		right *= 1.0 - layer_fpp(head, foreign, i);
	return 1.0 - right;
}
