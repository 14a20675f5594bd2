/*
 * format/layer.h
 *		One layer of a dense filter: testing it and counting its bits.
 */
#ifndef BLOOM_LAYER_H
#define BLOOM_LAYER_H

#include "core/bits.h"
#include "core/counters.h"
#include "core/pause.h"
#include "format/layout.h"

/*
 * The hash that stands for a value in the layers.  A growing filter exchanges
 * the halves of the value's hash; bloom_bits_rotated() says why.
 */
static inline uint64_t
bloom_layer_hash(const Bloom *head, uint64_t hash)
{
	return head->growth == 0 ? hash : bloom_bits_rotated(hash);
}

/* Whether the layer at words, which may be unaligned, may contain that hash */
static inline bool
bloom_layer_contains(const Bloom *head, const BloomGeometry *geometry,
					 const void *words, uint64_t layer_hash)
{
	return bloom_is_counting(head) ?
		bloom_counters_test(words, geometry, layer_hash) :
		bloom_bits_test(words, geometry, layer_hash);
}

/*
 * Set contained[i] to the result of bloom_layer_contains() for the i-th of
 * many hashes.  The memory for later hashes is prefetched.
 */
static inline void
bloom_layer_contains_each(const Bloom *head, const BloomGeometry *geometry,
						  const void *words, const uint64_t *layer_hash,
						  size_t count, bool *contained)
{
	if (!bloom_is_counting(head))
	{
		bloom_bits_test_each(words, geometry, layer_hash, count, contained);
		return;
	}
	bloom_counters_prefetch(words, geometry, layer_hash, count);
	for (size_t i = 0; i < count; i++)
		contained[i] = bloom_counters_test(words, geometry, layer_hash[i]);
}

/*
 * The number of bits that are set in at least one of two arrays with this
 * number of cache lines.  In a counting filter, it is that of counters that
 * are not 0.  The arrays may be at any address.  pause is called regularly
 * unless it is NULL.
 */
extern uint64_t bloom_layer_count_or(const Bloom *head, const void *a,
									 const void *b, size_t lines,
									 BloomPause pause);

#endif							/* BLOOM_LAYER_H */
