/*
 * unit/core/grown.h
 *		What unit/core/random.c and unit/core/filled.c test: a growing filter
 *		made of the plain C part, the way that doc/format.md tells.
 */
#ifndef UNIT_GROWN_H
#define UNIT_GROWN_H

#include "core/bits.h"
#include "core/hashes.h"
#include "core/occupancy.h"
#include "unit/core/reference.h"

#define GROWN_MOST_LAYERS	200
#define GROWN_MOST_HASHES	8000	/* of a sparse filter */
#define SELF_SIZING_LIMIT		1024
#define SELF_SIZING_CAPACITY	4096

typedef struct GrownLayer
{
	BloomGeometry geometry;
	Array		array;
	uint64_t	bits_set;
} GrownLayer;

typedef struct Grown
{
	uint64_t	capacity;		/* 0: it sizes itself */
	int			growth;
	double		error_rate;
	size_t		count;			/* hashes, while there is no layer */
	uint64_t	hashes[GROWN_MOST_HASHES];
	int			layers;
	GrownLayer	layer[GROWN_MOST_LAYERS];
} Grown;

/* How many hashes take no more bytes than so many lines */
static size_t
few_hashes(uint32_t lines)
{
	return ((size_t) lines * 64 + 15) / 8;
}

static Grown *
grown_make(uint64_t capacity, int growth, double error_rate)
{
	Grown	   *grown = calloc(1, sizeof(Grown));

	if (grown == NULL)
		abort();
	grown->capacity = capacity;
	grown->growth = growth;
	grown->error_rate = error_rate;
	return grown;
}

static void
grown_done(Grown *grown)
{
	for (int i = 0; i < grown->layers; i++)
		array_done(grown->layer[i].array);
	free(grown);
}

static double
grown_rate(const Grown *grown, int layer)
{
	return bloom_geometry_layer_rate(grown->error_rate, layer);
}

static void
grown_append(Grown *grown, const BloomGeometry *geometry)
{
	GrownLayer *layer = &grown->layer[grown->layers];

	if (grown->layers++ == GROWN_MOST_LAYERS)
		abort();
	layer->geometry = *geometry;
	layer->array = array_make(geometry->lines, 0);
	layer->bits_set = 0;
}

/* Append the layer that takes so many values at once */
static void
grown_append_next(Grown *grown, uint64_t values)
{
	uint32_t	largest = 0;
	BloomGeometry geometry;

	for (int i = 0; i < grown->layers; i++)
		if (grown->layer[i].geometry.lines > largest)
			largest = grown->layer[i].geometry.lines;
	if (!bloom_geometry_grow(grown->capacity, grown->growth, values, largest,
							 grown_rate(grown, grown->layers), &geometry))
		abort();
	CHECK(grown->layers == 0 || geometry.lines >= largest * 1.5 - 0.5,
		  "%u lines after %u", geometry.lines, largest);
	grown_append(grown, &geometry);
}

static bool
grown_test(const Grown *grown, uint64_t hash)
{
	for (int i = 0; i < grown->layers; i++)
		if (bloom_bits_test(grown->layer[i].array.words,
							&grown->layer[i].geometry,
							bloom_bits_rotated(hash)))
			return true;
	return bloom_hashes_contain(grown->hashes, grown->count, NULL, hash);
}

static void
grown_add_dense(Grown *grown, uint64_t hash)
{
	GrownLayer *last = &grown->layer[grown->layers - 1];

	if (grown_test(grown, hash))
		return;
	if (last->bits_set >=
		bloom_occupancy_full_bits(&last->geometry,
								  grown_rate(grown, grown->layers - 1)))
	{
		grown_append_next(grown, 0);
		last++;
	}
	last->bits_set += bloom_bits_add(last->array.words, &last->geometry,
									 bloom_bits_rotated(hash));
}

/* How many hashes a filter has before it turns dense */
static size_t
grown_limit(const Grown *grown)
{
	BloomGeometry geometry;

	if (grown->capacity == 0)
		return SELF_SIZING_LIMIT;
	if (!bloom_geometry_solve(grown->capacity, grown_rate(grown, 0),
							  &geometry))
		abort();
	return few_hashes(geometry.lines);
}

static void
grown_turn_dense(Grown *grown)
{
	size_t		count = grown->count;

	if (grown->capacity == 0)
		grown->capacity = SELF_SIZING_CAPACITY;
	grown->count = 0;
	grown_append_next(grown, count);
	for (size_t i = 0; i < count; i++)
		grown_add_dense(grown, grown->hashes[i]);
}

/* Add hashes in any order, and with repeats */
static void
grown_add(Grown *grown, const uint64_t *hashes, size_t count)
{
	uint64_t	more[GROWN_MOST_HASHES];
	uint64_t	spare[GROWN_MOST_HASHES];

	if (grown->layers == 0)
	{
		if (grown->count + count > GROWN_MOST_HASHES)
			abort();
		memcpy(more, hashes, count * sizeof(uint64_t));
		count = bloom_hashes_sort(more, spare, count, NULL);
		grown->count = bloom_hashes_merge(grown->hashes, grown->count, more,
										  count);
		if (grown->count > grown_limit(grown))
			grown_turn_dense(grown);
		return;
	}
	for (size_t i = 0; i < count; i++)
		grown_add_dense(grown, hashes[i]);
}

#endif							/* UNIT_GROWN_H */
