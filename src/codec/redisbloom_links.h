/*
 * codec/redisbloom_links.h
 *		Links of RedisBloom's filters: their sizes, and what is valid.
 *
 * RedisBloom calls a layer a link.  The bits of a layer are those of all bytes
 * of the link, even if positions are below a smaller power of two (bits_log).
 * This is the case for the smallest links, which are rounded up to 64 bits, or
 * to 8 bits in earlier layouts.
 */
#ifndef BLOOM_REDISBLOOM_LINKS_H
#define BLOOM_REDISBLOOM_LINKS_H

#include "codec/codec.h"

/* variant: the layout of the header ... */
#define BLOOM_REDISBLOOM_LAYOUT		0x03
#define BLOOM_REDISBLOOM_OLD		0x00	/* 16 + 49 n bytes: 1.x and 2.0 */
#define BLOOM_REDISBLOOM_GROWTH		0x01	/* 20 + 49 n bytes: 2.2.0 */
#define BLOOM_REDISBLOOM_WIDE		0x02	/* 20 + 53 n bytes: since 2.2.1 */
/* ... whether hashes have 64 bits, as the options also say ... */
#define BLOOM_REDISBLOOM_FORCE64	0x04
/* ... number of first links, from 1.x or 2.0, that state 0 bits ... */
#define BLOOM_REDISBLOOM_ZEROS_SHIFT	8
#define BLOOM_REDISBLOOM_ZEROS		0xFF00
/* ... and the growth in the header, even if the filter is fixed */
#define BLOOM_REDISBLOOM_GROWTH_SHIFT	32

/* options */
#define BLOOM_REDISBLOOM_OPT_NOROUND	1
#define BLOOM_REDISBLOOM_OPT_LOG		2
#define BLOOM_REDISBLOOM_OPT_FORCE64	4
#define BLOOM_REDISBLOOM_OPT_FIXED		8

#define BLOOM_REDISBLOOM_OLD_GROWTH	2	/* if the header lacks it */
#define BLOOM_REDISBLOOM_MAX_LOG	32	/* largest bits_log */

/* Make an empty link, as the library would.  False if it cannot exist. */
extern bool bloom_redisbloom_link(const BloomImported *imported,
								  uint64_t capacity, double error_rate,
								  BloomImportedLayer *layer);

/* The error rate that was requested for the filter */
extern double bloom_redisbloom_asked_rate(const BloomImported *imported);

/* The members next and problem of the codec */
extern bool bloom_redisbloom_next(const BloomImported *imported,
								  unsigned layers, BloomImportedLayer *next);
extern const char *bloom_redisbloom_problem(const BloomImported *imported,
											unsigned layers);

static inline unsigned
bloom_redisbloom_layout(const BloomImported *imported)
{
	return imported->variant & BLOOM_REDISBLOOM_LAYOUT;
}

/* The growth in the header; 0 in the old layout, which has none */
static inline uint64_t
bloom_redisbloom_written_growth(const BloomImported *imported)
{
	return imported->variant >> BLOOM_REDISBLOOM_GROWTH_SHIFT;
}

/* How many of the first links have 0 as their number of bits */
static inline uint64_t
bloom_redisbloom_zeros(const BloomImported *imported)
{
	return (imported->variant & BLOOM_REDISBLOOM_ZEROS) >>
		BLOOM_REDISBLOOM_ZEROS_SHIFT;
}

#endif							/* BLOOM_REDISBLOOM_LINKS_H */
