/*
 * codec/pybloom_layers.c
 *		Sizes and validation of pybloom's layers.
 */
#include "codec/pybloom_layers.h"

#include <math.h>
#include <string.h>

/* The logarithms of two machines may differ in their last bits */
#define SLACK			1e-12

static bool
nearly(double a, double b)
{
	return fabs(a - b) <= SLACK * fabs(b);
}

/* The number of slices of a layer before it is rounded up */
static double
exact_slices(double error_rate)
{
	return log(1 / error_rate) / log(2);
}

/* The number of bits of a slice before it is rounded up */
static double
exact_slice(const BloomImported *imported, double capacity, double error_rate,
			uint64_t slices)
{
	double		doubled = imported->variant & BLOOM_PYBLOOM_DOUBLED ? 2 : 1;

	return doubled * capacity * fabs(log(error_rate)) /
		((double) slices * (log(2) * log(2)));
}

/* Whether the result can be the number, rounded up on some machine */
static bool
rounds_up(double number, uint64_t result)
{
	return ceil(number * (1 - SLACK)) <= (double) result &&
		ceil(number * (1 + SLACK)) >= (double) result;
}

bool
bloom_pybloom_layer(const BloomImported *imported, uint64_t capacity,
					double error_rate, BloomImportedLayer *layer)
{
	double		slices;
	double		slice;

	if (capacity < 1 || !bloom_pybloom_rate_valid(error_rate))
		return false;
	slices = ceil(exact_slices(error_rate));
	if (!(slices >= 1 && slices <= BLOOM_IMPORTED_MAX_PROBES))
		return false;
	slice = ceil(exact_slice(imported, (double) capacity, error_rate,
							 (uint64_t) slices));
	if (!(slice >= 1 && slices * slice <= (double) BLOOM_IMPORTED_MAX_BITS))
		return false;
	memset(layer, 0, sizeof(*layer));
	layer->probes = (uint64_t) slices;
	layer->bits = layer->probes * (uint64_t) slice;
	layer->capacity = capacity;
	layer->error_rate = error_rate;
	return true;
}

/* The error rate of a scalable filter's first layer */
static double
first_rate(const BloomImported *imported)
{
	switch (imported->variant & BLOOM_PYBLOOM_FIRST)
	{
		case BLOOM_PYBLOOM_FIRST_REST:
			return imported->error_rate * (1 - imported->ratio);
		case BLOOM_PYBLOOM_FIRST_RATIO:
			return imported->error_rate * imported->ratio;
		default:
			return imported->error_rate;
	}
}

/*
 * The error rate of the layer that follows `layers` others.  pybloom up to 1.1
 * computes it with pow, later versions multiply that of the last layer.
 */
static double
next_rate(const BloomImported *imported, unsigned layers)
{
	if ((imported->variant & BLOOM_PYBLOOM_FIRST) == BLOOM_PYBLOOM_FIRST_ALL)
		return imported->error_rate * pow(imported->ratio, layers);
	return imported->layer[layers - 1].error_rate * imported->ratio;
}

bool
bloom_pybloom_next(const BloomImported *imported, unsigned layers,
				   BloomImportedLayer *next)
{
	uint64_t	capacity = imported->layer[layers - 1].capacity;

	if (capacity > UINT64_MAX / imported->growth)
		return false;
	return bloom_pybloom_layer(imported, capacity * imported->growth,
							   next_rate(imported, layers), next);
}

static const char *
layer_problem(const BloomImported *imported, const BloomImportedLayer *layer)
{
	if (!bloom_pybloom_rate_valid(layer->error_rate))
		return "Its error rate is not between 0 and 1.";
	if (layer->capacity < 1)
		return "Its capacity is 0.";
	if (!rounds_up(exact_slices(layer->error_rate), layer->probes))
		return "Its slices do not match its error rate.";
	if (layer->bits % layer->probes != 0 ||
		!rounds_up(exact_slice(imported, (double) layer->capacity,
							   layer->error_rate, layer->probes),
				   layer->bits / layer->probes))
		return "Its slices do not match its capacity.";
	if (layer->bits_per_key != 0 || layer->bits_log != 0)
		return "The filter has unrecognized fields.";
	return NULL;
}

static const char *
scalable_problem(const BloomImported *imported, unsigned layers)
{
	const BloomImportedLayer *layer = imported->layer;

	if (imported->growth < 1 || imported->growth > INT32_MAX)
		return "Its scale is not positive.";
	if (!(imported->ratio > 0 && imported->ratio < 1))
		return "Its ratio is not between 0 and 1.";
	/* the library allows 1 or more, of which the first layer has a part */
	if (!(imported->error_rate > 0) || isinf(imported->error_rate))
		return "Its error rate is not a positive number.";
	if (layer[0].capacity != imported->capacity)
		return "Its capacities do not match each other.";
	if (!nearly(layer[0].error_rate, first_rate(imported)))
		return "Its error rates do not match each other.";
	for (unsigned i = 1; i < layers; i++)
	{
		if (layer[i - 1].capacity > UINT64_MAX / imported->growth ||
			layer[i].capacity != layer[i - 1].capacity * imported->growth)
			return "Its capacities do not match each other.";
		if (!nearly(layer[i].error_rate, next_rate(imported, i)))
			return "Its error rates do not match each other.";
	}
	return NULL;
}

const char *
bloom_pybloom_problem(const BloomImported *imported, unsigned layers)
{
	uint64_t	first = imported->variant & BLOOM_PYBLOOM_FIRST;
	const char *problem = NULL;

	if ((imported->variant & ~(uint64_t) BLOOM_PYBLOOM_KNOWN) != 0 ||
		first == BLOOM_PYBLOOM_FIRST || imported->count != 0 ||
		imported->options != 0)
		return "The filter has unrecognized fields.";
	for (unsigned i = 0; i < layers && problem == NULL; i++)
		problem = layer_problem(imported, &imported->layer[i]);
	if (problem != NULL)
		return problem;
	if (imported->variant & BLOOM_PYBLOOM_SCALABLE)
		return scalable_problem(imported, layers);
	if (layers != 1 || imported->growth != 0 || imported->ratio != 0 ||
		first != 0 || imported->variant & BLOOM_PYBLOOM_EMPTY ||
		imported->capacity != imported->layer[0].capacity ||
		imported->error_rate != imported->layer[0].error_rate)
		return "The filter has unrecognized fields.";
	return NULL;
}

const char *
bloom_pybloom_first(BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;

	imported->variant |= BLOOM_PYBLOOM_EMPTY;
	if (imported->variant & BLOOM_PYBLOOM_XXH3)
		imported->variant |= BLOOM_PYBLOOM_FIRST_RATIO;
	if (!bloom_pybloom_layer(imported, imported->capacity,
							 first_rate(imported), &imported->layer[0]))
		return "There is no layer of its capacity and error rate.";
	file->layers = 1;
	return NULL;
}
