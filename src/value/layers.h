/*
 * value/layers.h
 *		The bit arrays of a dense filter in memory.
 */
#ifndef BLOOM_LAYERS_H
#define BLOOM_LAYERS_H

#include "format/layer.h"
#include "value/heads.h"

#define BLOOM_QUEUE_SIZE	(2 * 16)

/* Layer hashes that wait until their cache lines are in the cache */
typedef struct BloomQueue
{
	int			count;
	uint64		hashes[BLOOM_QUEUE_SIZE];
} BloomQueue;

typedef struct BloomLayers
{
	uint64	   *words;			/* of all layers, aligned to cache lines */
	void	   *space;			/* the allocation that contains words */
	BloomQueue *queue;			/* NULL if the filter is imported */
	int			open;			/* the layer that a growing filter fills */
	uint64		full_bits;		/* number of set bits with which it is full;
								 * 0: it is unknown which layer is open */
} BloomLayers;

extern void bloom_layers_allocate(BloomLayers *layers, MemoryContext context,
								  const Bloom *head);
extern void bloom_layers_append(BloomLayers *layers, Bloom **head,
								const BloomGeometry *geometry);
extern void bloom_layers_grow(BloomLayers *layers, Bloom **head, uint64 hash);
extern void bloom_layers_add_each(BloomLayers *layers, const Bloom *head,
								  const uint64 *hashes, Size count);
extern void bloom_layers_dequeue(BloomLayers *layers, Bloom *head);
extern void bloom_layers_drain(BloomLayers *layers, Bloom *head);
extern bool bloom_layers_contain(const Bloom *head, const uint64 *words,
								 uint64 hash);
extern void bloom_layers_prefetch(const Bloom *head, const uint64 *words,
								  const uint64 *layer_hash, int count);
extern void bloom_layers_contain_each(const Bloom *head, const uint64 *words,
									  const uint64 *hashes, int count,
									  bool *contained);
extern void bloom_layers_count(const BloomLayers *layers, Bloom *head);
extern void bloom_layers_free(BloomLayers *layers);

/*
 * Add a hash, now or when the queue is full.  The set bits of a growing filter
 * must have been counted before the first hash.  From then on, the count lacks
 * those of the hashes in the queue.  Its hashes wait only if the open layer
 * has room for all of them, so adding them later cannot fail.
 */
static inline void
bloom_layers_add(BloomLayers *layers, Bloom **head, uint64 hash)
{
	BloomQueue *queue = layers->queue;
	const BloomLayer *open = &(*head)->layer[layers->open];

	if ((*head)->growth != 0 &&
		open->bits_set + BLOOM_QUEUE_SIZE * open->geometry.probes >=
		layers->full_bits)
	{
		bloom_layers_grow(layers, head, hash);
		return;
	}
	queue->hashes[queue->count++] = bloom_layer_hash(*head, hash);
	if (queue->count == BLOOM_QUEUE_SIZE)
		bloom_layers_dequeue(layers, *head);
}

#endif							/* BLOOM_LAYERS_H */
