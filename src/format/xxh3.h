/*
 * format/xxh3.h
 *		The hash that stands for a value, for ever and on every machine:
 *		XXH3_64bits of its canonical bytes.
 */
#ifndef BLOOM_FORM_HASH_H
#define BLOOM_FORM_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* inlined, a hash of a short value costs half as much; no library is needed */
#define XXH_INLINE_ALL
#include <xxhash.h>

#if XXH_VERSION_NUMBER < 800
#error "XXH3 of xxhash before 0.8 has other hashes: install xxhash 0.8 or later"
#endif

#include "core/bytes.h"

static inline uint64_t
bloom_xxh3(const void *bytes, size_t size, uint64_t seed)
{
	return XXH3_64bits_withSeed(bytes, size, seed);
}

/* Of an integer of any type */
static inline uint64_t
bloom_hash_integer(int64_t value, uint64_t seed)
{
	uint8_t		bytes[8];

	bloom_put_le64(bytes, (uint64_t) value);
	return bloom_xxh3(bytes, sizeof(bytes), seed);
}

/* The bits of a number that stand for it: one zero, and one NaN */
static inline uint64_t
bloom_float_image(double value)
{
	uint64_t	image;

	if (value != value)
		return UINT64_C(0x7FF8000000000000);
	if (value == 0.0)
		value = 0.0;			/* without the sign of -0 */
	memcpy(&image, &value, sizeof(image));
	return image;
}

#endif							/* BLOOM_FORM_HASH_H */
