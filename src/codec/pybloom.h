/*
 * codec/pybloom.h
 *		Files of pybloom and pybloom-live: BloomFilter and ScalableBloomFilter.
 *
 * A scalable file without layers is read as one with an empty first layer,
 * for the library makes it with the first key; written again before a key was
 * counted, it has no layers again.  A new scalable filter is such a one.
 */
#ifndef BLOOM_PYBLOOM_H
#define BLOOM_PYBLOOM_H

#include "codec/imported.h"

/* variant */
#define BLOOM_PYBLOOM_XXH3		0x01	/* instead of MD5, as live 4 */
#define BLOOM_PYBLOOM_SCALABLE	0x02	/* a ScalableBloomFilter's file */
#define BLOOM_PYBLOOM_DOUBLED	0x04	/* slices twice as long: up to 1.1 */
#define BLOOM_PYBLOOM_EMPTY		0x08	/* the file had no layers */
/* the first layer's share of a scalable filter's error rate, in two bits */
#define BLOOM_PYBLOOM_FIRST		0x30
#define BLOOM_PYBLOOM_FIRST_REST	0x00	/* 1 - ratio: pybloom 2.0 */
#define BLOOM_PYBLOOM_FIRST_RATIO	0x10	/* ratio: pybloom-live */
#define BLOOM_PYBLOOM_FIRST_ALL		0x20	/* all of it: up to 1.1 */
#define BLOOM_PYBLOOM_KNOWN		0x3F

#define BLOOM_PYBLOOM_RATIO		0.9 /* of all versions */

/*
 * Read a file of either class.  Which small hash it has doesn't stand in it.
 * Returns NULL or what is wrong.
 */
extern const char *bloom_pybloom_read(const uint8_t *data, size_t size,
									  bool xxh3, BloomImportedFile *file);

/* Bytes of the file, which is written if data is given */
extern size_t bloom_pybloom_write(const BloomImported *imported,
								  unsigned layers,
								  const uint64_t *const *words, uint8_t *data,
								  BloomPause pause);

/*
 * Whether it matters which small hash it has: only with that are there other
 * answers, or other layers to come.
 */
extern bool bloom_pybloom_uses_hash(const BloomImported *imported,
									unsigned layers);

/*
 * A new filter without keys; scalable ones grow twofold, and fourfold if the
 * caller makes the growth 4.  Returns NULL or what is wrong.
 */
extern const char *bloom_pybloom_new(uint64_t capacity, double error_rate,
									 bool xxh3, bool scalable,
									 BloomImportedFile *file);

/*
 * Give a scalable filter its first layer, for it has none yet, by the rule of
 * the version that its small hash points to.  Returns NULL or what is wrong.
 */
extern const char *bloom_pybloom_first(BloomImportedFile *file);

extern const BloomCodec bloom_pybloom_codec;

#endif							/* BLOOM_PYBLOOM_H */
