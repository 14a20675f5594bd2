/*
 * core/geometry.h
 *		From what a user asks of a filter to the sizes of its bit array, and
 *		from the bits that are set back to what the filter tells.
 *
 * Plain C: no PostgreSQL header is included here or by core/geometry.c.
 */
#ifndef BLOOM_GEOMETRY_H
#define BLOOM_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/mixture.h"

#define BLOOM_LINE_WORDS	(BLOOM_LINE_BITS / 64)
#define BLOOM_MAX_BLOCK	64		/* lines: 4 kB, one page of memory */

/*
 * The text form of a value takes two characters a byte and has to fit into
 * PostgreSQL's limit of 1 GB for a string, in COPY and so in pg_dump.
 */
#define BLOOM_MAX_BYTES		(500 * 1024 * 1024)
#define BLOOM_MAX_LINES		(BLOOM_MAX_BYTES / (BLOOM_LINE_BITS / 8))

/* Layers of a growing filter that have each a rate of its own */
#define BLOOM_MAX_RATES		32

#define BLOOM_MIN_ERROR_RATE	1e-9
#define BLOOM_MAX_ERROR_RATE	0.5

/* The layout of one bit array, as it stands in a stored value's layer table */
typedef struct BloomGeometry
{
	uint32_t	lines;			/* lines in all, a multiple of block */
	uint16_t	block;			/* lines in a block, a power of two */
	uint8_t		touched;		/* lines of its block that a value touches */
	uint8_t		probes;			/* bits of a value, over all of its lines */
} BloomGeometry;

extern bool bloom_geometry_solve(uint64_t capacity, double error_rate,
								 BloomGeometry *geometry);
extern double bloom_geometry_layer_rate(double error_rate, unsigned layer);
extern double bloom_geometry_part_rate(double error_rate, unsigned layer,
									   uint32_t lines);
extern bool bloom_geometry_grow(uint64_t capacity, int growth,
								uint64_t values, uint32_t largest,
								double error_rate, BloomGeometry *geometry);
extern uint64_t bloom_geometry_full_bits(const BloomGeometry *geometry,
										 double error_rate);
extern bool bloom_geometry_valid(const BloomGeometry *geometry);
extern uint32_t bloom_geometry_fold_factor(const BloomGeometry *from,
										   const BloomGeometry *to);
extern double bloom_geometry_fpp(const BloomGeometry *geometry,
								 double values);
extern double bloom_geometry_blocks_fpp(const BloomGeometry *geometry,
										const uint16_t *line_bits,
										size_t blocks);
extern double bloom_geometry_cardinality(const BloomGeometry *geometry,
										 uint64_t bits_set);
extern double bloom_geometry_classic_fpp(double bits_per_value, int probes);

/* Bits of a layer */
static inline uint64_t
bloom_geometry_bits(const BloomGeometry *geometry)
{
	return (uint64_t) geometry->lines * BLOOM_LINE_BITS;
}

#endif							/* BLOOM_GEOMETRY_H */
