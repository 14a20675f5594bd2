/*
 * codec/redisbloom.h
 *		RedisBloom's filters, as BF.SCANDUMP gives them: a header, and then
 *		the bytes of all links, end to end.
 *
 * A layer's bits are all of its link's bytes, even if positions are those of
 * a smaller power of two (bits_log), as there are in links below 64 bits.
 */
#ifndef BLOOM_REDISBLOOM_H
#define BLOOM_REDISBLOOM_H

#include "codec/imported.h"

/* variant: the layout of the header ... */
#define BLOOM_REDISBLOOM_LAYOUT		0x03
#define BLOOM_REDISBLOOM_OLD		0x00	/* 16 + 49 n bytes: 1.x and 2.0 */
#define BLOOM_REDISBLOOM_GROWTH		0x01	/* 20 + 49 n bytes: 2.2.0 */
#define BLOOM_REDISBLOOM_WIDE		0x02	/* 20 + 53 n bytes: since 2.2.1 */
/* ... 64-bit hashes, as the options say as well ... */
#define BLOOM_REDISBLOOM_FORCE64	0x04
/* ... the first links, made by 1.x or 2.0, that say 0 for their bits ... */
#define BLOOM_REDISBLOOM_ZEROS_SHIFT	8
#define BLOOM_REDISBLOOM_ZEROS		0xFF00
/* ... and the growth that the header has, even if the filter is fixed */
#define BLOOM_REDISBLOOM_GROWTH_SHIFT	32

/* options */
#define BLOOM_REDISBLOOM_OPT_NOROUND	1
#define BLOOM_REDISBLOOM_OPT_LOG		2
#define BLOOM_REDISBLOOM_OPT_FORCE64	4
#define BLOOM_REDISBLOOM_OPT_FIXED		8

#define BLOOM_REDISBLOOM_OLD_GROWTH	2	/* of versions that don't write it */
#define BLOOM_REDISBLOOM_MAX_LOG	32	/* of what bits_log may be */

/*
 * Read a filter: body is all chunks but the first, end to end.  Returns NULL
 * or what is wrong.
 */
extern const char *bloom_redisbloom_read(const uint8_t *header,
										 size_t header_size,
										 const uint8_t *body,
										 size_t body_size,
										 BloomImportedFile *file);

/* Bytes of the header and of the body, which are written if data is given */
extern size_t bloom_redisbloom_write_header(const BloomImported *imported,
											unsigned layers, uint8_t *data);
extern size_t bloom_redisbloom_write_body(const BloomImported *imported,
										  unsigned layers,
										  const uint64_t *const *words,
										  uint8_t *data, BloomPause pause);

/* Bytes of a link in the body: no chunk goes on over the end of one */
extern size_t bloom_redisbloom_link_size(const BloomImported *imported,
										 unsigned layer);

/*
 * A new filter as BF.RESERVE of 2.8 makes it; growth 0 stands for NONSCALING.
 * Returns NULL or what is wrong.
 */
extern const char *bloom_redisbloom_new(uint64_t capacity, double error_rate,
										uint64_t growth,
										BloomImportedFile *file);

/* The error rate that the user has asked for */
extern double bloom_redisbloom_asked_rate(const BloomImported *imported);

extern const BloomCodec bloom_redisbloom_codec;

static inline unsigned
bloom_redisbloom_layout(const BloomImported *imported)
{
	return imported->variant & BLOOM_REDISBLOOM_LAYOUT;
}

/* What the header has for the growth; nothing in the old layout */
static inline uint64_t
bloom_redisbloom_written_growth(const BloomImported *imported)
{
	return imported->variant >> BLOOM_REDISBLOOM_GROWTH_SHIFT;
}

/* How many of the first links say 0 for their bits */
static inline uint64_t
bloom_redisbloom_zeros(const BloomImported *imported)
{
	return (imported->variant & BLOOM_REDISBLOOM_ZEROS) >>
		BLOOM_REDISBLOOM_ZEROS_SHIFT;
}

/* How many positions a link's hashes choose from */
static inline uint64_t
bloom_redisbloom_modulus(const BloomImportedLayer *layer)
{
	return layer->bits_log > 0 ? UINT64_C(1) << layer->bits_log : layer->bits;
}

#endif							/* BLOOM_REDISBLOOM_H */
