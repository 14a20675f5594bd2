/*
 * bloom_view.c
 *		Reading filters of every form alike.
 */
#include "bloom_view.h"

#include <math.h>

#include "bloom_wire.h"

/* A stored value that has been detoasted */
BloomView
bloom_view_stored(const Bloom *filter)
{
	BloomView	view = {.head = filter, .counted = true};

	bloom_check_stored(filter);
	if (bloom_is_sparse(filter))
	{
		view.hashes = bloom_stored_hashes(filter);
		view.count = bloom_stored_count(filter);
	}
	else
		view.words = bloom_stored_words(filter);
	return view;
}

/* The bytes of the stored form of a filter */
Size
bloom_view_size(BloomView view)
{
	return BLOOM_HEADER_SIZE(view.head->layers) +
		bloom_words_size(view.head) + view.count * sizeof(uint64);
}

/* Write it, so many bytes; the filter has to be counted */
void
bloom_view_flatten(BloomView view, Bloom *result)
{
	Size		head_size = BLOOM_HEADER_SIZE(view.head->layers);
	Size		size = bloom_view_size(view);

	memcpy(result, view.head, head_size);
	if (size > head_size)
		memcpy((char *) result + head_size,
			   bloom_is_sparse(view.head) ? view.hashes : view.words,
			   size - head_size);
	result->extra = 0;
	SET_VARSIZE(result, size);
}

/* Estimates of one layer, whose set bits are counted */
static double
layer_cardinality(const BloomLayer *layer)
{
	return bloom_geometry_cardinality(&layer->geometry, layer->bits_set);
}

static double
layer_fpp(const BloomLayer *layer)
{
	return bloom_geometry_fpp(&layer->geometry, layer_cardinality(layer));
}

/*
 * The number of distinct members: exact of a sparse filter, an estimate of a
 * dense one, which has to be counted.  A layer got no values that earlier
 * ones took for theirs: their share is added.
 */
double
bloom_view_cardinality(BloomView view)
{
	double		values = view.count;
	double		right = 1.0;

	for (int i = 0; i < view.head->layers; i++)
	{
		values += layer_cardinality(&view.head->layer[i]) / right;
		if (i + 1 < view.head->layers)
			right = Max(right * (1.0 - layer_fpp(&view.head->layer[i])), 0.5);
	}
	return values;
}

/*
 * The chance that a value that was never added tests positive: that at least
 * one layer has all its bits, or a list its hash.  The filter has to be
 * counted.
 */
double
bloom_view_fpp(BloomView view)
{
	double		right = 1.0;

	if (bloom_is_sparse(view.head))
		return ldexp((double) view.count, -64);
	for (int i = 0; i < view.head->layers; i++)
		right *= 1.0 - layer_fpp(&view.head->layer[i]);
	return 1.0 - right;
}
