/*
 * format/xxh3.h
 *		The hash of a value: XXH3_64bits of its canonical bytes.  It never
 *		changes, and is equal on all machines.
 */
#ifndef BLOOM_XXH3_H
#define BLOOM_XXH3_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* inlined, hashing a short value takes half as long, without a library */
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

/* The hash of an integer of any type */
static inline uint64_t
bloom_hash_integer(int64_t value, uint64_t seed)
{
	uint8_t		bytes[8];

	bloom_put_le64(bytes, (uint64_t) value);
	return bloom_xxh3(bytes, sizeof(bytes), seed);
}

/* The canonical bits of a double: all zeros are equal, and all NaNs */
static inline uint64_t
bloom_float_image(double value)
{
	uint64_t	image;

	if (value != value)
		return UINT64_C(0x7FF8000000000000);
	if (value == 0.0)
		value = 0.0;			/* removes the sign of -0 */
	memcpy(&image, &value, sizeof(image));
	return image;
}

#endif							/* BLOOM_XXH3_H */
