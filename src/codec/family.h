/*
 * codec/family.h
 *		The way from a family's number, which is stored, to its codec.
 */
#ifndef BLOOM_FAMILY_H
#define BLOOM_FAMILY_H

#include "codec/foreign.h"

/* NULL if it is our own, or unknown */
extern const BloomCodec *bloom_family_codec(int family);

/* What users know a family by; NULL if it is unknown */
extern const char *bloom_family_name(int family);

/*
 * What is wrong with the family's data of a filter of so many layers, or NULL
 */
extern const char *bloom_foreign_problem(BloomFamily family,
										 const BloomForeign *foreign,
										 unsigned layers);

/* The positions of a key in a layer: as many as it has probes, with repeats */
extern void bloom_foreign_positions(BloomFamily family,
									const BloomForeign *foreign,
									unsigned layer, const void *key,
									size_t size, uint64_t *positions);

extern bool bloom_foreign_test(BloomFamily family, const BloomForeign *foreign,
							   unsigned layer, const uint64_t *words,
							   const void *key, size_t size);

/* Returns the number of bits that weren't set before; counts nothing */
extern unsigned bloom_foreign_add(BloomFamily family,
								  const BloomForeign *foreign, unsigned layer,
								  uint64_t *words, const void *key,
								  size_t size);

/*
 * Count a key that was added to a layer, as the library would: to be called
 * only if bloom_foreign_add has set a bit.
 */
extern void bloom_foreign_count(BloomFamily family, BloomForeign *foreign,
								unsigned layer);

/* Make the data of a filter those of an empty one, of its first layer */
extern void bloom_foreign_clear(BloomFamily family, BloomForeign *foreign);

/*
 * Whether the library would go on with a further layer before the next key;
 * never of a fixed filter, whatever it holds.
 */
extern bool bloom_foreign_full(BloomFamily family, const BloomForeign *foreign,
							   unsigned layers);

/*
 * The layer that the library would add; false if the filter is fixed, has
 * BLOOM_FOREIGN_MAX_LAYERS, or its next layer would be too large.
 */
extern bool bloom_foreign_next(BloomFamily family, const BloomForeign *foreign,
							   unsigned layers, BloomForeignLayer *next);

#endif							/* BLOOM_FAMILY_H */
