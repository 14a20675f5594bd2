/*
 * core/probe.h
 *		From a hash to the lines of a layer, and the bits in them, that it
 *		stands for; shared by layers of bits and of counters.
 *
 * A value's bits all come from its one 64-bit hash.  Its block is chosen by
 * the high half of hash * blocks (Lemire, "Fast Random Integer Generation in
 * an Interval", 2019), so that OR-ing f consecutive blocks gives the filter
 * with 1/f of the blocks.  Lines and bits come from multiplicative remixes
 * of the hash, always from the top of a product.  Nothing here steps through
 * positions by a fixed stride, as double hashing does: within a line that
 * gives up to 150 times the error rate.
 *
 * This is the on-disk meaning of a filter.  doc/format.md states the same,
 * and neither changes.
 *
 * Plain C: no PostgreSQL header is included here.
 */
#ifndef BLOOM_PROBE_H
#define BLOOM_PROBE_H

#include <stddef.h>
#include <stdint.h>

#include "core/geometry.h"

#define BITS_PER_PROBE		9	/* log2(BLOOM_LINE_BITS) */
#define PROBES_PER_ROUND	7	/* of a 64-bit product, low bits left out */
#define MULTIPLIER			UINT64_C(0x9E3779B97F4A7C15)	/* 2^64 / phi */

/* The lines that one hash touches, one after the other */
typedef struct Probe
{
	size_t		block;			/* first line of the block */
	uint32_t	mask;			/* lines of a block - 1 */
	uint32_t	line;			/* within the block */
	uint32_t	stride;			/* odd, so that no line comes twice */
	uint64_t	mix;			/* the last product */
} Probe;

static inline uint64_t
remix(uint64_t mix)
{
	return (mix ^ (mix >> 32)) * MULTIPLIER;
}

/* The high half of the 128-bit product: a hash scaled to 0 .. range - 1 */
static inline uint32_t
scale(uint64_t hash, uint32_t range)
{
	return (uint32_t) (((hash >> 32) * range +
						(((hash & UINT32_MAX) * range) >> 32)) >> 32);
}

static inline Probe
probe_start(const BloomGeometry *geometry, uint64_t hash)
{
	int			size_log = __builtin_ctz(geometry->block);
	Probe		probe;

	probe.mask = geometry->block - 1u;
	probe.block = (size_t) scale(hash, geometry->lines >> size_log) <<
		size_log;
	probe.mix = remix(hash);
	/* two shifts, for one by 64 is undefined */
	probe.line = (uint32_t) (probe.mix >> 1 >> (63 - size_log));
	probe.stride = 1 |
		(uint32_t) (probe.mix << size_log >> 1 >> (63 - size_log));
	return probe;
}

/* The number of the current line; moves on to the next one */
static inline size_t
probe_line(Probe *probe)
{
	size_t		line = probe->block + probe->line;

	probe->line = (probe->line + probe->stride) & probe->mask;
	return line;
}

/*
 * The next product, whose top has the bits of so many probes as are left of a
 * line, or of PROBES_PER_ROUND.  A line begins with a round of its own.
 */
static inline uint64_t
probe_round(Probe *probe)
{
	probe->mix = remix(probe->mix);
	return probe->mix;
}

/* The number in its line of the next bit of a round */
static inline unsigned
round_bit(uint64_t *round)
{
	unsigned	bit = (unsigned) (*round >> (64 - BITS_PER_PROBE));

	*round <<= BITS_PER_PROBE;
	return bit;
}

/* How many probes a round has if so many are left of the line */
static inline int
round_probes(int left)
{
	return left < PROBES_PER_ROUND ? left : PROBES_PER_ROUND;
}

/* How many of a value's bits are on the i-th line that it touches */
static inline int
line_probes(const BloomGeometry *geometry, int i)
{
	if (geometry->touched == 1)
		return geometry->probes;	/* the common case needs no division */
	return geometry->probes / geometry->touched +
		(i < geometry->probes % geometry->touched);
}

#endif							/* BLOOM_PROBE_H */
