/*
 * codec/pybloom.h
 *		Files of pybloom and pybloom-live: BloomFilter and ScalableBloomFilter.
 *
 * The library creates the first layer of a scalable filter when the first key
 * is added.  A file without layers is read as a filter with an empty first
 * layer (BLOOM_PYBLOOM_EMPTY).  If no key was counted since, it is written
 * without layers again.  The same applies to new scalable filters.
 *
 * The "small hash" is MD5 or XXH3-128, depending on the version of the
 * library.  Layers whose positions need more bits use SHA instead.  Functions
 * that return a text return NULL, or a sentence about the error.
 */
#ifndef BLOOM_PYBLOOM_H
#define BLOOM_PYBLOOM_H

#include "codec/imported.h"

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

/*
 * Read and validate a file of either class.  xxh3 says which small hash it
 * uses, because the file does not contain that.
 */
extern const char *bloom_pybloom_read(const uint8_t *data, size_t size,
									  bool xxh3, BloomImportedFile *file);

/* Write a file.  Returns its size, and writes nothing if data is NULL. */
extern size_t bloom_pybloom_write(const BloomImported *imported,
								  unsigned layers,
								  const uint64_t *const *words, uint8_t *data,
								  BloomPause pause);

/*
 * Whether the small hash matters: a layer uses it, or the filter had no layers
 * and the error rate of its first one depends on it
 */
extern bool bloom_pybloom_uses_hash(const BloomImported *imported,
									unsigned layers);

/*
 * Make a new filter.  Each layer of a scalable one has twice the capacity of
 * the layer before, or four times if the caller changes the growth to 4.
 */
extern const char *bloom_pybloom_new(uint64_t capacity, double error_rate,
									 bool xxh3, bool scalable,
									 BloomImportedFile *file);

/*
 * Append the first layer to a scalable filter without layers.  Its error rate
 * follows the rule of pybloom-live if the small hash is XXH3-128, otherwise
 * that of pybloom 2.0.
 */
extern const char *bloom_pybloom_first(BloomImportedFile *file);

extern const BloomCodec bloom_pybloom_codec;

#endif							/* BLOOM_PYBLOOM_H */
