/*
 * value/layers.h
 *		The bit arrays of a dense filter in memory.
 */
#ifndef BLOOM_LAYERS_H
#define BLOOM_LAYERS_H

#include "core/bits.h"
#include "value/format.h"

typedef struct BloomLayers
{
	uint64	   *words;			/* of all layers, aligned to a line */
	void	   *space;			/* the allocation that words are in */
	BloomRing  *ring;			/* a fixed filter's hashes on their way */
	uint64		full_bits;		/* of the last layer of a growing filter: it's
								 * full with so many set bits; 0: not known */
} BloomLayers;

extern void bloom_layers_init(BloomLayers *layers, MemoryContext context,
							  const Bloom *head);
extern void bloom_layers_append(BloomLayers *layers, Bloom **head,
								const BloomGeometry *geometry);
extern void bloom_layers_grow(BloomLayers *layers, Bloom **head, int parts,
							  uint64 hash);
extern bool bloom_layers_contain(const Bloom *head, const uint64 *words,
								 uint64 hash);
extern void bloom_layers_prefetch(const Bloom *head, const uint64 *words,
								  uint64 hash);
extern void bloom_layers_count(const BloomLayers *layers, Bloom *head);
extern void bloom_layers_free(BloomLayers *layers);

/* Whether a layer of bits or counters has all that a hash stands for */
static inline bool
bloom_layer_contains(const Bloom *head, const BloomGeometry *geometry,
					 const uint64 *words, uint64 hash)
{
	return bloom_is_counting(head) ?
		bloom_counters_test(words, geometry, hash) :
		bloom_bits_test(words, geometry, hash);
}

/* Add a hash to a fixed filter: at once, or when more have come */
static inline void
bloom_layers_add_later(BloomLayers *layers, const Bloom *head, uint64 hash)
{
	bloom_bits_add_later(layers->words, &head->layer[0].geometry,
						 layers->ring, hash);
}

/* Add the hashes that wait in the ring */
static inline void
bloom_layers_drain(BloomLayers *layers, const Bloom *head)
{
	if (layers->ring != NULL && layers->ring->entered > 0)
		bloom_bits_drain(layers->words, &head->layer[0].geometry,
						 layers->ring);
}

#endif							/* BLOOM_LAYERS_H */
