/*
 * core/raw.h
 *		Tests of a layer's bytes as they are on the wire: at any address, and
 *		little-endian on every machine.
 *
 * Who has them in memory of his own, as words, tests those: they are faster.
 *
 * Plain C: no PostgreSQL header is included here or by core/raw.c.
 */
#ifndef BLOOM_RAW_H
#define BLOOM_RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/geometry.h"

/* As bloom_bits_test and bloom_counters_test */
extern bool bloom_raw_test_bits(const uint8_t *layer,
								const BloomGeometry *geometry, uint64_t hash);
extern bool bloom_raw_test_counters(const uint8_t *layer,
									const BloomGeometry *geometry,
									uint64_t hash);

/*
 * Start to load the bits of hashes from memory.  A line begins anywhere, so
 * two lines of the cache have it.
 */
extern void bloom_raw_prefetch(const uint8_t *layer,
							   const BloomGeometry *geometry,
							   const uint64_t *hashes, size_t count);

#endif							/* BLOOM_RAW_H */
