/*
 * codec/pybloom_layers.h
 *		Layers of pybloom's and pybloom-live's BloomFilter and
 *		ScalableBloomFilter: their sizes, and what is valid.
 *
 * A layer consists of slices.  A key has one position in each slice.
 *
 * The library creates the first layer of a scalable filter when the first key
 * is added.  A file without layers is read as a filter with an empty first
 * layer (BLOOM_PYBLOOM_EMPTY).  If no key was counted since, it is written
 * without layers again.  The same applies to new scalable filters.
 *
 * The "small hash" is MD5 or XXH3-128, depending on the version of the
 * library.  Layers whose positions need more bits use SHA instead.
 */
#ifndef BLOOM_PYBLOOM_LAYERS_H
#define BLOOM_PYBLOOM_LAYERS_H

#include "codec/codec.h"

/* variant */
#define BLOOM_PYBLOOM_XXH3		0x01	/* instead of MD5: pybloom-live 4 */
#define BLOOM_PYBLOOM_SCALABLE	0x02	/* a ScalableBloomFilter's file */
#define BLOOM_PYBLOOM_DOUBLED	0x04	/* slices twice as long: up to 1.1 */
#define BLOOM_PYBLOOM_EMPTY		0x08	/* the file had no layers */
/* the first layer's error rate: that of the scalable filter ... */
#define BLOOM_PYBLOOM_FIRST		0x30
#define BLOOM_PYBLOOM_FIRST_REST	0x00	/* ... times 1 - ratio: 2.0 */
#define BLOOM_PYBLOOM_FIRST_RATIO	0x10	/* ... times ratio: live */
#define BLOOM_PYBLOOM_FIRST_ALL		0x20	/* ... unchanged: up to 1.1 */
#define BLOOM_PYBLOOM_KNOWN		0x3F

#define BLOOM_PYBLOOM_RATIO		0.9 /* in all versions */

/* Whether an error rate is possible */
static inline bool
bloom_pybloom_rate_valid(double error_rate)
{
	return error_rate > 0 && error_rate < 1;
}

/* Make an empty layer, as the library would.  False if it cannot exist. */
extern bool bloom_pybloom_layer(const BloomImported *imported,
								uint64_t capacity, double error_rate,
								BloomImportedLayer *layer);

/*
 * Append the first layer to a scalable filter without layers.  Its error rate
 * follows the rule of pybloom-live if the small hash is XXH3-128, otherwise
 * that of pybloom 2.0.  Returns NULL, or a sentence about the error.
 */
extern const char *bloom_pybloom_first(BloomCodecFile *file);

/* The members next and problem of the codec */
extern bool bloom_pybloom_next(const BloomImported *imported, unsigned layers,
							   BloomImportedLayer *next);
extern const char *bloom_pybloom_problem(const BloomImported *imported,
										 unsigned layers);

#endif							/* BLOOM_PYBLOOM_LAYERS_H */
