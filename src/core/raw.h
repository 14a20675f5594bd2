/*
 * core/raw.h
 *		Tests of a layer's bytes as they are sent: at any address, and
 *		little-endian on every machine.
 *
 * Tests of words (core/bits.h, core/counters.h) are faster.
 *
 * Plain C: no PostgreSQL header is included here or by core/raw.c.
 */
#ifndef BLOOM_RAW_H
#define BLOOM_RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/geometry.h"

extern bool bloom_raw_test_bits(const uint8_t *layer,
								const BloomGeometry *geometry, uint64_t hash);
extern bool bloom_raw_test_counters(const uint8_t *layer,
									const BloomGeometry *geometry,
									uint64_t hash);

extern void bloom_raw_prefetch(const uint8_t *layer,
							   const BloomGeometry *geometry,
							   const uint64_t *hashes, size_t count);

#endif							/* BLOOM_RAW_H */
