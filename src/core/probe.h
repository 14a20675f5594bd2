/*
 * core/probe.h
 *		From a hash to its cache lines in a layer, and to its bits in them.
 *		Shared by layers of bits and of counters.
 *
 * All bits of a value come from its 64-bit hash.  The high half of
 * hash * blocks selects the block (Lemire, "Fast Random Integer Generation in
 * an Interval", 2019), so that combining f consecutive blocks with OR gives
 * the filter with 1/f of the blocks.  Cache lines and bits come from
 * multiplicative remixes of the hash, always from the highest bits of a
 * product.  Bits in a line do not follow a fixed stride, as in double hashing,
 * because that gives up to 150 times the error rate.
 *
 * This determines the meaning of stored filters, so it never changes.
 * doc/format.md describes it, too.
 */
#ifndef BLOOM_PROBE_H
#define BLOOM_PROBE_H

#include <stddef.h>
#include <stdint.h>

#include "core/geometry.h"

#define BITS_PER_PROBE		9	/* log2(BLOOM_LINE_BITS) */
#define PROBES_PER_ROUND	7	/* per product; its low bit is unused */
#define MULTIPLIER			UINT64_C(0x9E3779B97F4A7C15)	/* 2^64 / phi */

/* The sequence of the cache lines that a hash touches */
typedef struct Probe
{
	size_t		block;			/* number of the block's first line */
	uint32_t	mask;			/* lines per block - 1 */
	uint32_t	line;			/* current line in the block */
	uint32_t	stride;			/* odd, so that no line is repeated */
	uint64_t	mix;			/* the last product */
} Probe;

/* The next product of a sequence */
static inline uint64_t
remix(uint64_t mix)
{
	return (mix ^ (mix >> 32)) * MULTIPLIER;
}

/*
 * The hash, scaled to 0 .. range - 1: the high half of the 128-bit product.
 * With a range that is f times smaller, the result is this one divided by f,
 * rounded down.
 */
static inline uint32_t
scale(uint64_t hash, uint32_t range)
{
	return (uint32_t) (((hash >> 32) * range +
						(((hash & UINT32_MAX) * range) >> 32)) >> 32);
}

/* Begin the sequence for a hash */
static inline Probe
probe_start(const BloomGeometry *geometry, uint64_t hash)
{
	int			size_log = __builtin_ctz(geometry->block);
	Probe		probe;

	probe.mask = geometry->block - 1u;
	probe.block = (size_t) scale(hash, geometry->lines >> size_log) <<
		size_log;
	probe.mix = remix(hash);
	/* two shifts, because a shift by 64 is undefined */
	probe.line = (uint32_t) (probe.mix >> 1 >> (63 - size_log));
	probe.stride = 1 |
		(uint32_t) (probe.mix << size_log >> 1 >> (63 - size_log));
	return probe;
}

/* Returns the number of the current line, and advances to the next one */
static inline size_t
probe_line(Probe *probe)
{
	size_t		line = probe->block + probe->line;

	probe->line = (probe->line + probe->stride) & probe->mask;
	return line;
}

/*
 * The next round: a product whose highest bits give the bits of the next
 * PROBES_PER_ROUND probes in the current line, or of those that are left.
 * Each line begins with a new round.
 */
static inline uint64_t
probe_round(Probe *probe)
{
	probe->mix = remix(probe->mix);
	return probe->mix;
}

/* The next bit of a round, as its number in the line */
static inline unsigned
round_bit(uint64_t *round)
{
	unsigned	bit = (unsigned) (*round >> (64 - BITS_PER_PROBE));

	*round <<= BITS_PER_PROBE;
	return bit;
}

/* The number of probes in a round if `left` are left in the line */
static inline int
round_probes(int left)
{
	return left < PROBES_PER_ROUND ? left : PROBES_PER_ROUND;
}

/* The number of probes of a value on the i-th line that it touches */
static inline int
line_probes(const BloomGeometry *geometry, int i)
{
	if (geometry->touched == 1)
		return geometry->probes;	/* the common case needs no division */
	return geometry->probes / geometry->touched +
		(i < geometry->probes % geometry->touched);
}

#endif							/* BLOOM_PROBE_H */
