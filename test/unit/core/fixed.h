/*
 * unit/core/fixed.h
 *		What unit/core/random.c tests: a fixed filter made of the plain C part,
 *		the way that doc/format.md tells, and the set that it stands for.
 */
#ifndef UNIT_FIXED_H
#define UNIT_FIXED_H

#include "core/bits.h"
#include "core/hashes.h"
#include "unit/core/grown.h"
#include "unit/core/reference.h"

#define UNIVERSE		1000	/* hashes that there are in a program */

/* A fixed filter, and what is known of its members */
typedef struct Fixed
{
	BloomGeometry geometry;
	bool		dense;
	bool		exact;			/* nothing tells how its bits came about */
	size_t		count;			/* hashes, while it's sparse */
	uint64_t	hashes[2 * UNIVERSE];
	Array		array;
	uint64_t	bits_set;
	bool		member[UNIVERSE];
} Fixed;

static void
fixed_init(Fixed *fixed, BloomGeometry geometry)
{
	memset(fixed, 0, sizeof(Fixed));
	fixed->geometry = geometry;
	fixed->exact = true;
}

static void
fixed_done(Fixed *fixed)
{
	if (fixed->dense)
		array_done(fixed->array);
}

static void
fixed_copy(Fixed *to, const Fixed *from)
{
	*to = *from;
	if (from->dense)
	{
		to->array = array_make(from->geometry.lines, 8);
		memcpy(to->array.words, from->array.words, from->array.lines * 64);
	}
}

/* Hashes enter a dense filter one by one, or even numbers of them together */
static void
fixed_add_dense(Fixed *fixed, const uint64_t *hashes, size_t count)
{
	uint64_t   *words = fixed->array.words;

	if (count % 2 != 0)
	{
		for (size_t i = 0; i < count; i++)
			fixed->bits_set += bloom_bits_add(words, &fixed->geometry,
											  hashes[i]);
		return;
	}
	bloom_bits_add_each(words, &fixed->geometry, hashes, count);
	fixed->bits_set = bloom_bits_count(words, fixed->geometry.lines);
}

static void
fixed_turn_dense(Fixed *fixed)
{
	fixed->dense = true;
	fixed->array = array_make(fixed->geometry.lines, 0);
	fixed->bits_set = 0;
	fixed_add_dense(fixed, fixed->hashes, fixed->count);
	fixed->count = 0;
}

/* Add hashes in any order, and with repeats; not to the set */
static void
fixed_add(Fixed *fixed, const uint64_t *hashes, size_t count)
{
	uint64_t	more[UNIVERSE];
	uint64_t	spare[UNIVERSE];

	if (fixed->dense)
	{
		fixed_add_dense(fixed, hashes, count);
		return;
	}
	memcpy(more, hashes, count * sizeof(uint64_t));
	count = bloom_hashes_sort(more, spare, count, NULL);
	fixed->count = bloom_hashes_merge(fixed->hashes, fixed->count, more,
									  count);
	if (fixed->count > few_hashes(fixed->geometry.lines))
		fixed_turn_dense(fixed);
}

static bool
fixed_test(const Fixed *fixed, uint64_t hash)
{
	if (fixed->dense)
		return bloom_bits_test(fixed->array.words, &fixed->geometry, hash);
	return bloom_hashes_contain(fixed->hashes, fixed->count, NULL, hash);
}

/* Fold to another geometry, which has to be possible */
static void
fixed_fold(Fixed *fixed, BloomGeometry to)
{
	uint32_t	factor = bloom_geometry_fold_factor(&fixed->geometry, &to);
	Array		array;

	if (factor == 1)
		return;
	fixed->geometry = to;
	if (!fixed->dense)
	{
		if (fixed->count > few_hashes(to.lines))
			fixed_turn_dense(fixed);
		return;
	}
	array = array_make(to.lines, 16);
	bloom_bits_fold(array.words, fixed->array.words, to.lines / to.block,
					to.block, factor);
	array_done(fixed->array);
	fixed->array = array;
	fixed->bits_set = bloom_bits_count(array.words, to.lines);
}

/* Both filters to the geometry of the smaller one; false if that can't be */
static bool
fixed_fold_larger(Fixed *a, Fixed *b)
{
	if (bloom_geometry_fold_factor(&a->geometry, &b->geometry) > 0)
		fixed_fold(a, b->geometry);
	else if (bloom_geometry_fold_factor(&b->geometry, &a->geometry) > 0)
		fixed_fold(b, a->geometry);
	else
		return false;
	return true;
}

/* to = to | from, which is left changed */
static void
fixed_unite(Fixed *to, Fixed *from)
{
	uint32_t	lines = to->geometry.lines;
	uint64_t	hashes[UNIVERSE];
	size_t		count = to->count;

	for (int i = 0; i < UNIVERSE; i++)
		to->member[i] |= from->member[i];
	to->exact &= from->exact;
	if (!from->dense)
		fixed_add(to, from->hashes, from->count);
	else if (!to->dense)
	{
		/* add to a copy of the dense one */
		memcpy(hashes, to->hashes, count * sizeof(uint64_t));
		to->dense = true;
		to->array = array_make(lines, 0);
		memcpy(to->array.words, from->array.words, from->array.lines * 64);
		to->bits_set = from->bits_set;
		to->count = 0;
		fixed_add(to, hashes, count);
	}
	else
	{
		to->bits_set = bloom_bits_count_or(to->array.words, from->array.words,
										   lines);
		bloom_bits_or(to->array.words, from->array.words, lines);
	}
}

#endif							/* UNIT_FIXED_H */
