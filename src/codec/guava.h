/*
 * codec/guava.h
 *		Files of Guava's BloomFilter, as written by writeTo.
 *
 * Keys are the bytes that the filter's funnel produces from a value.  The file
 * does not contain the funnel.  Functions that return a text return NULL, or a
 * sentence about the error.
 */
#ifndef BLOOM_GUAVA_H
#define BLOOM_GUAVA_H

#include "codec/imported.h"

/* variant: the strategy, MURMUR128_MITZ_32 or MURMUR128_MITZ_64 */
#define BLOOM_GUAVA_MITZ_32		0
#define BLOOM_GUAVA_MITZ_64		1

/* Read and validate a file */
extern const char *bloom_guava_read(const uint8_t *data, size_t size,
									BloomImportedFile *file);

/* Make a new filter, as BloomFilter.create does */
extern const char *bloom_guava_new(uint64_t capacity, double error_rate,
								   BloomImportedFile *file);

extern const BloomCodec bloom_guava_codec;

#endif							/* BLOOM_GUAVA_H */
