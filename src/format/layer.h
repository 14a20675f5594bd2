/*
 * format/layer.h
 *		Testing one layer of a dense filter.
 *
 * Plain C: no PostgreSQL header is included here.
 */
#ifndef BLOOM_LAYER_H
#define BLOOM_LAYER_H

#include "core/bits.h"
#include "core/counters.h"
#include "format/layout.h"

/*
 * The hash that stands for a value in the layers.  A growing filter exchanges
 * the halves of the value's hash; bloom_bits_rotated says why.
 */
static inline uint64_t
bloom_layer_hash(const Bloom *head, uint64_t hash)
{
	return head->growth == 0 ? hash : bloom_bits_rotated(hash);
}

/* Whether the layer that starts at words may contain that hash */
static inline bool
bloom_layer_contains(const Bloom *head, const BloomGeometry *geometry,
					 const uint64_t *words, uint64_t layer_hash)
{
	return bloom_is_counting(head) ?
		bloom_counters_test(words, geometry, layer_hash) :
		bloom_bits_test(words, geometry, layer_hash);
}

#endif							/* BLOOM_LAYER_H */
