/*
 * core/hashes.h
 *		Sets of hashes as ascending arrays: the contents of sparse filters.
 */
#ifndef BLOOM_HASHES_H
#define BLOOM_HASHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/pause.h"
#include "core/window.h"

/*
 * The lookup table of a long ascending array.  For each value of the highest
 * bits, it has the place of the first such hash.  The table is small enough to
 * stay in the cache.  So a search reads memory once instead of once per step.
 */
typedef struct BloomPlaces
{
	int			bits;
	uint32_t	first[];		/* for each value, and the end of the array */
} BloomPlaces;

extern size_t bloom_hashes_sort(uint64_t *hashes, uint64_t *spare,
								size_t count, BloomPause pause);
extern size_t bloom_hashes_merge(uint64_t *hashes, size_t count,
								 const uint64_t *other, size_t other_count);
extern size_t bloom_hashes_sort_behind(uint64_t *hashes, size_t count,
									   size_t added, uint64_t *spare,
									   BloomPause pause);
extern size_t bloom_hashes_find(const uint64_t *hashes, size_t count,
								uint64_t hash);
extern size_t bloom_hashes_find_near(const uint64_t *hashes, size_t low,
									 size_t high, size_t guess,
									 uint64_t hash);
extern size_t bloom_hashes_places_size(size_t count);
extern void bloom_hashes_place(BloomPlaces *places, const uint64_t *hashes,
							   size_t count);
extern bool bloom_hashes_contain(const uint64_t *hashes, size_t count,
								 const BloomPlaces *places, uint64_t hash);
extern void bloom_hashes_contain_each(const uint64_t *hashes, size_t count,
									  const BloomPlaces *places,
									  const uint64_t *sought,
									  size_t sought_count, bool *contained);
extern void bloom_hashes_contain_ascending(const uint64_t *hashes,
										   size_t count,
										   const uint64_t *sought,
										   size_t sought_count,
										   bool *contained);
extern bool bloom_hashes_ascend(const uint64_t *hashes, size_t count);

/* The following function is in hashescommon.c */

extern size_t bloom_hashes_common(const uint64_t *a, size_t a_count,
								  const uint64_t *b, size_t b_count,
								  uint64_t *common, BloomPause pause);

/* The following function is in hashessearch.c */

/*
 * Whether an ascending array of `count` hashes contains a hash.  Usually reads
 * once, or twice if the array is long.  If the hashes were chosen by an
 * attacker, the number of reads is logarithmic.  Ends even if the array is not
 * in ascending order.
 */
extern bool bloom_hashes_search(BloomReadWords read, void *argument,
								size_t count, uint64_t hash);

#endif							/* BLOOM_HASHES_H */
