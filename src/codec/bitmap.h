/*
 * codec/bitmap.h
 *		Bare bitmaps of chfguo/bloomfilter: a Redis string, or its own bytes.
 *
 * A Redis string ends somewhere after its highest bit that is set.  The bytes
 * that were read are kept as options, and at least as many are written, which
 * is what SETBIT does as well; in a new one that is 0.
 */
#ifndef BLOOM_BITMAP_H
#define BLOOM_BITMAP_H

#include "codec/imported.h"

/* variant */
#define BLOOM_BITMAP_HIGH_FIRST	0x01	/* bit p in 0x80 >> p mod 8 */
#define BLOOM_BITMAP_PRIME		0x02	/* the bits are a prime */

/*
 * The bits and probes for a capacity and an error rate, with prime_length or
 * without.  Returns NULL or what is wrong.
 */
extern const char *bloom_bitmap_size(uint64_t capacity, double error_rate,
									 bool prime, uint64_t *bits,
									 uint64_t *probes);

/* Read a bitmap of so many bits, or its beginning.  NULL or what is wrong. */
extern const char *bloom_bitmap_read(const uint8_t *data, size_t size,
									 uint64_t bits, uint64_t probes,
									 bool high_first, BloomImportedFile *file);

/* A new Redis string: high bits first.  Returns NULL or what is wrong. */
extern const char *bloom_bitmap_new(uint64_t capacity, double error_rate,
									bool prime, BloomImportedFile *file);

extern const BloomCodec bloom_bitmap_codec;

#endif							/* BLOOM_BITMAP_H */
