/*
 * unit/core/reference.h
 *		What unit/core/bits.c compares with: a slow implementation of the
 *		layout, written from its rule alone, on arrays between guards.
 */
#ifndef UNIT_REFERENCE_H
#define UNIT_REFERENCE_H

#include <stdlib.h>
#include <string.h>

#include "core/geometry.h"
#include "unit/unit.h"

#define MOST_PROBES		255		/* of a value */
#define GUARD			4		/* lines before and after an array */
#define GUARD_BYTE		0xA5

/* An array between guards, at any alignment */
typedef struct Array
{
	char	   *block;
	uint64_t   *words;
	size_t		lines;
} Array;

static inline Array
array_make(size_t lines, size_t misaligned)
{
	size_t		size = (lines + 2 * GUARD + 1) * 64;
	Array		array = {aligned_alloc(64, size), NULL, lines};

	if (array.block == NULL)
		abort();
	memset(array.block, GUARD_BYTE, size);
	array.words = (uint64_t *) (array.block + GUARD * 64 + misaligned);
	memset(array.words, 0, lines * 64);
	return array;
}

/* Free an array, if nothing was written outside of it */
static inline void
array_done(Array array)
{
	const char *end = (const char *) (array.words + array.lines * 8);

	for (size_t i = 0; i < GUARD * 64; i++)
	{
		CHECK((unsigned char) array.block[i] == GUARD_BYTE,
			  "%zu bytes before the array's guard ends", GUARD * 64 - i);
		CHECK((unsigned char) end[i] == GUARD_BYTE,
			  "%zu bytes after an array of %zu lines", i, array.lines);
	}
	free(array.block);
}

static inline bool
array_equal(Array a, Array b)
{
	return a.lines == b.lines && memcmp(a.words, b.words, a.lines * 64) == 0;
}

/* `count` bits of x after the first `skip`, counted from the top */
static uint64_t
bits_from_top(uint64_t x, int skip, int count)
{
	uint64_t	result = 0;

	for (int i = 0; i < count; i++)
		result = result * 2 + (x >> (63 - skip - i)) % 2;
	return result;
}

/* a * b / 2^64, by digits: a 32-bit compiler has no wider numbers */
static uint64_t
product_top(uint64_t a, uint64_t b)
{
	uint64_t	sum[4] = {0, 0, 0, 0};	/* 32 bits each, the lowest first */

	for (int i = 0; i < 2; i++)
	{
		uint64_t	carry = 0;

		for (int j = 0; j < 2; j++)
		{
			uint64_t	digit = sum[i + j] + carry +
				(a >> 32 * i & UINT32_MAX) * (b >> 32 * j & UINT32_MAX);

			sum[i + j] = digit & UINT32_MAX;
			carry = digit >> 32;
		}
		sum[i + 2] = carry;
	}
	return sum[3] << 32 | sum[2];
}

/* The layout's rule, step by step: the positions of the hash's probes */
static int
reference(const BloomGeometry *geometry, uint64_t h, uint64_t *positions)
{
	uint64_t	R = geometry->block;
	uint64_t	block = product_top(h, geometry->lines / R);
	uint64_t	x = (h ^ (h >> 32)) * 0x9E3779B97F4A7C15u;
	int			log2R = 0;
	int			found = 0;
	uint64_t	l,
				s;

	while (1u << log2R != R)
		log2R++;
	l = bits_from_top(x, 0, log2R);
	s = bits_from_top(x, log2R, log2R);
	if (s % 2 == 0)
		s++;
	for (int i = 0; i < geometry->touched; i++)
	{
		uint64_t	line = block * R + (l + i * s) % R;
		int			probes = geometry->probes / geometry->touched;

		if (i < geometry->probes % geometry->touched)
			probes++;
		for (int j = 0; j < probes; j++)
		{
			if (j % 7 == 0)
			{
				x ^= x >> 32;
				x *= 0x9E3779B97F4A7C15u;
			}
			positions[found++] = line * 512 + bits_from_top(x, j % 7 * 9, 9);
		}
	}
	return found;
}

static inline void
reference_add(uint64_t *words, const BloomGeometry *geometry, uint64_t hash)
{
	uint64_t	positions[MOST_PROBES];
	int			found = reference(geometry, hash, positions);

	for (int i = 0; i < found; i++)
		words[positions[i] / 64] |= UINT64_C(1) << positions[i] % 64;
}

static inline bool
reference_test(const uint64_t *words, const BloomGeometry *geometry,
			   uint64_t hash)
{
	uint64_t	positions[MOST_PROBES];
	int			found = reference(geometry, hash, positions);

	for (int i = 0; i < found; i++)
		if ((words[positions[i] / 64] >> positions[i] % 64) % 2 == 0)
			return false;
	return true;
}

#endif							/* UNIT_REFERENCE_H */
