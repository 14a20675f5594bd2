/*
 * core/bytes.h
 *		Numbers at any address: words of filters, and those in files, which are
 *		of either byte order.
 */
#ifndef BLOOM_BYTES_H
#define BLOOM_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The i-th word of an array in native byte order */
static inline uint64_t
bloom_get_word(const void *words, size_t i)
{
	uint64_t	word;

	memcpy(&word, (const char *) words + i * sizeof(word), sizeof(word));
	return word;
}

static inline uint64_t
bloom_get_le(const uint8_t *bytes, unsigned count)
{
	uint64_t	number = 0;

	while (count > 0)
		number = number << 8 | bytes[--count];
	return number;
}

static inline uint32_t
bloom_get_le32(const uint8_t *bytes)
{
	uint32_t	number;

	memcpy(&number, bytes, sizeof(number));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	number = __builtin_bswap32(number);
#endif
	return number;
}

static inline uint64_t
bloom_get_le64(const uint8_t *bytes)
{
	uint64_t	number;

	memcpy(&number, bytes, sizeof(number));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	number = __builtin_bswap64(number);
#endif
	return number;
}

static inline uint32_t
bloom_get_be32(const uint8_t *bytes)
{
	return __builtin_bswap32((uint32_t) bloom_get_le(bytes, 4));
}

static inline double
bloom_get_le_double(const uint8_t *bytes)
{
	uint64_t	image = bloom_get_le64(bytes);
	double		number;

	memcpy(&number, &image, sizeof(number));
	return number;
}

static inline void
bloom_put_le(uint8_t *bytes, unsigned count, uint64_t number)
{
	for (unsigned i = 0; i < count; i++)
		bytes[i] = (uint8_t) (number >> 8 * i);
}

static inline void
bloom_put_le32(uint8_t *bytes, uint32_t number)
{
	bloom_put_le(bytes, 4, number);
}

static inline void
bloom_put_be32(uint8_t *bytes, uint32_t number)
{
	bloom_put_le32(bytes, __builtin_bswap32(number));
}

static inline void
bloom_put_le64(uint8_t *bytes, uint64_t number)
{
	bloom_put_le(bytes, 8, number);
}

static inline void
bloom_put_le_double(uint8_t *bytes, double number)
{
	uint64_t	image;

	memcpy(&image, &number, sizeof(image));
	bloom_put_le64(bytes, image);
}

#endif							/* BLOOM_BYTES_H */
