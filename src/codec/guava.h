/*
 * codec/guava.h
 *		Guava's BloomFilter, as writeTo writes it.
 *
 * Keys are the bytes that its funnel gives, which doesn't stand in the file.
 */
#ifndef BLOOM_GUAVA_H
#define BLOOM_GUAVA_H

#include "codec/foreign.h"

/* variant: the strategy, MURMUR128_MITZ_32 or MURMUR128_MITZ_64 */
#define BLOOM_GUAVA_MITZ_32		0
#define BLOOM_GUAVA_MITZ_64		1

/* Returns NULL or what is wrong */
extern const char *bloom_guava_read(const uint8_t *data, size_t size,
									BloomForeignFile *file);

/* Bytes of the file, which is written if data is given */
extern size_t bloom_guava_write(const BloomForeign *foreign, unsigned layers,
								const uint64_t *const *words, uint8_t *data,
								BloomPause pause);

/* A new filter as BloomFilter.create makes it.  NULL or what is wrong. */
extern const char *bloom_guava_new(uint64_t capacity, double error_rate,
								   BloomForeignFile *file);

/* For codec/foreign.c, which has checked what is common to all families */
extern const char *bloom_guava_problem(const BloomForeign *foreign,
									   unsigned layers);
extern void bloom_guava_positions(const BloomForeign *foreign, unsigned layer,
								  const void *key, size_t size,
								  uint64_t *positions);

#endif							/* BLOOM_GUAVA_H */
