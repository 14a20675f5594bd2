/*
 * core/geometry.h
 *		From a capacity and an error rate to the size of a bit array.
 */
#ifndef BLOOM_GEOMETRY_H
#define BLOOM_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/blockfit.h"

#define BLOOM_LINE_WORDS	(BLOOM_LINE_BITS / 64)

/*
 * The text form of a filter takes two characters per byte.  It must fit into
 * PostgreSQL's limit of 1 GB for a string in COPY, and so in pg_dump.
 */
#define BLOOM_MAX_BYTES		(500 * 1024 * 1024)
#define BLOOM_MAX_LINES		(BLOOM_MAX_BYTES / (BLOOM_LINE_BITS / 8))

#define BLOOM_MIN_ERROR_RATE	1e-9
#define BLOOM_MAX_ERROR_RATE	0.5

/* The layout of one bit array, as in the layer table of a stored filter */
typedef struct BloomGeometry
{
	uint32_t	lines;			/* cache lines, a multiple of block */
	uint16_t	block;			/* cache lines per block, a power of two */
	uint8_t		touched;		/* cache lines per value, all in one block */
	uint8_t		probes;			/* probes per value, in all its cache lines */
} BloomGeometry;

extern bool bloom_geometry_solve(uint64_t capacity, double error_rate,
								 BloomGeometry *geometry);
extern double bloom_geometry_layer_rate(double error_rate, unsigned layer);
extern bool bloom_geometry_grow(uint64_t capacity, int growth,
								uint64_t values, uint32_t largest,
								double error_rate, BloomGeometry *geometry);
extern bool bloom_geometry_valid(const BloomGeometry *geometry);
extern uint32_t bloom_geometry_fold_factor(const BloomGeometry *from,
										   const BloomGeometry *to);

/* The number of bits in a layer */
static inline uint64_t
bloom_geometry_bits(const BloomGeometry *geometry)
{
	return (uint64_t) geometry->lines * BLOOM_LINE_BITS;
}

/* The layout of a single block, which is a bit array by itself */
static inline BloomGeometry
bloom_geometry_block(const BloomGeometry *geometry)
{
	BloomGeometry block = *geometry;

	block.lines = block.block;
	return block;
}

#endif							/* BLOOM_GEOMETRY_H */
