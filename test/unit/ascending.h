/*
 * unit/ascending.h
 *		Sets of hashes as ascending arrays, made and compared by the C library
 *		alone: what the tests of such arrays have as a reference.
 */
#ifndef ASCENDING_H
#define ASCENDING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unit/scramble.h"

/* For qsort and bsearch */
static inline int
compare(const void *a, const void *b)
{
	uint64_t	left = *(const uint64_t *) a;
	uint64_t	right = *(const uint64_t *) b;

	return (left > right) - (left < right);
}

static inline bool
equal(const uint64_t *a, const uint64_t *b, size_t count)
{
	return count == 0 || memcmp(a, b, count * sizeof(uint64_t)) == 0;
}

/* Sort, and keep each hash once; returns how many there are */
static inline size_t
reference_sort(uint64_t *hashes, size_t count)
{
	size_t		distinct = 0;

	qsort(hashes, count, sizeof(uint64_t), compare);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || hashes[i] != hashes[i - 1])
			hashes[distinct++] = hashes[i];
	return distinct;
}

/* Up to so many hashes, ascending, out of a range that may not have so many */
static inline size_t
draw_set(uint64_t *state, uint64_t *hashes, size_t most, uint64_t range)
{
	size_t		count = draw(state, most + 1);

	for (size_t i = 0; i < count; i++)
		hashes[i] = scramble(draw(state, range));
	return reference_sort(hashes, count);
}

#endif							/* ASCENDING_H */
