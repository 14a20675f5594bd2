/*
 * codec/guava.h
 *		Guava's BloomFilter, as writeTo writes it.
 *
 * Keys are the bytes that its funnel gives, which doesn't stand in the file.
 */
#ifndef BLOOM_GUAVA_H
#define BLOOM_GUAVA_H

#include "codec/imported.h"

/* variant: the strategy, MURMUR128_MITZ_32 or MURMUR128_MITZ_64 */
#define BLOOM_GUAVA_MITZ_32		0
#define BLOOM_GUAVA_MITZ_64		1

/* Returns NULL or what is wrong */
extern const char *bloom_guava_read(const uint8_t *data, size_t size,
									BloomImportedFile *file);

/* A new filter as BloomFilter.create makes it.  NULL or what is wrong. */
extern const char *bloom_guava_new(uint64_t capacity, double error_rate,
								   BloomImportedFile *file);

extern const BloomCodec bloom_guava_codec;

#endif							/* BLOOM_GUAVA_H */
