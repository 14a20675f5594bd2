/*
 * codec/bitmap.h
 *		Bare bitmaps of chfguo/bloomfilter: a Redis string, or the bytes of its
 *		own bitmap.
 *
 * A Redis string may be shorter than its bits, because the bytes after the
 * last bit that is set can be missing.  The number of bytes that were read is
 * stored as options (0 in a new filter), and at least as many are written,
 * because SETBIT never shortens a string.  Functions that return a text return
 * NULL, or a sentence about the error.
 */
#ifndef BLOOM_BITMAP_H
#define BLOOM_BITMAP_H

#include "codec/imported.h"

/* variant */
#define BLOOM_BITMAP_HIGH_FIRST	0x01	/* bit p is 0x80 >> p mod 8 */
#define BLOOM_BITMAP_PRIME		0x02	/* the number of bits is a prime */

/*
 * Compute the bits and probes for a capacity and an error rate.  prime is the
 * library's prime_length.
 */
extern const char *bloom_bitmap_size(uint64_t capacity, double error_rate,
									 bool prime, uint64_t *bits,
									 uint64_t *probes);

/* Read a bitmap of this number of bits, or the beginning of one */
extern const char *bloom_bitmap_read(const uint8_t *data, size_t size,
									 uint64_t bits, uint64_t probes,
									 bool high_first, BloomImportedFile *file);

/* Make a new Redis string, which has the high bit of a byte first */
extern const char *bloom_bitmap_new(uint64_t capacity, double error_rate,
									bool prime, BloomImportedFile *file);

extern const BloomCodec bloom_bitmap_codec;

#endif							/* BLOOM_BITMAP_H */
