/*
 * filter/layers.h
 *		The bit arrays of a dense filter in memory.
 */
#ifndef BLOOM_LAYERS_H
#define BLOOM_LAYERS_H

#include "format/layer.h"
#include "format/head.h"
#include "filter/host.h"

#define BLOOM_QUEUE_SIZE	(2 * 16)

/* Layer hashes that wait until their cache lines are in the cache */
typedef struct BloomQueue
{
	int			count;
	uint64_t	hashes[BLOOM_QUEUE_SIZE];
} BloomQueue;

typedef struct BloomLayers
{
	uint64_t   *words;			/* of all layers, aligned to cache lines */
	void	   *space;			/* the allocation that contains words; NULL if
								 * they are the caller's, and never changed */
	void	   *spare;			/* of an append that was cancelled, or NULL */
	BloomQueue *queue;			/* NULL if the filter is imported */
	int			open;			/* the layer that a growing filter fills */
	uint64_t	full_bits;		/* number of set bits with which it is full;
								 * 0: it is unknown which layer is open */
} BloomLayers;

/*
 * Allocate words, aligned to cache lines, which *space contains.  Returns NULL
 * if there is no memory.
 */
extern uint64_t *bloom_allocate_words(BloomMemory memory, size_t size,
									  void **space);

/*
 * Allocate the layers of a head.  The caller must set the words.  Returns
 * false if there is no memory.
 */
extern bool bloom_layers_allocate(BloomLayers *layers, BloomMemory memory,
								  const Bloom *head);

/*
 * Append an empty layer.  Returns false and sets problem if the filter would
 * become too large, or if there is no memory.  Then nothing has changed.
 */
extern bool bloom_layers_append(BloomLayers *layers, BloomMemory memory,
								Bloom **head, const BloomGeometry *geometry,
								BloomProblem *problem);

/*
 * Add a hash to a growing filter without the queue: to the open layer, or to a
 * new one if all are full.  Fails like bloom_layers_append().
 */
extern bool bloom_layers_grow(BloomLayers *layers, BloomMemory memory,
							  Bloom **head, uint64_t hash,
							  BloomProblem *problem);

/* Add many hashes to a fixed filter of bits, prefetching the next batch */
extern void bloom_layers_add_each(BloomLayers *layers, const Bloom *head,
								  const uint64_t *hashes, size_t count);

/* Make room in a full queue: add its first half, prefetch for the second */
extern void bloom_layers_dequeue(BloomLayers *layers, Bloom *head);

/* Add the hashes that wait in the queue */
extern void bloom_layers_drain(BloomLayers *layers, Bloom *head);

/* Whether a layer of a native filter has all bits of a hash */
extern bool bloom_layers_contain(const Bloom *head, const void *words,
								 uint64_t hash);

/* Prefetch the cache lines of layer hashes in all layers */
extern void bloom_layers_prefetch(const Bloom *head, const void *words,
								  const uint64_t *layer_hash, size_t count);

/* Set contained[i] to the result of bloom_layers_contain() for hashes[i] */
extern void bloom_layers_contain_each(const Bloom *head, const void *words,
									  const uint64_t *hashes, size_t count,
									  bool *contained, BloomPause pause);

/*
 * Set the numbers of set bits in the head to those of the words, which may be
 * at any address
 */
extern void bloom_layers_count(Bloom *head, const void *words,
							   BloomPause pause);

/* Free the layers, which may be incomplete */
extern void bloom_layers_free(BloomLayers *layers, BloomMemory memory);

/*
 * Add a hash, now or when the queue is full.  The set bits of a growing filter
 * must have been counted before the first hash.  From then on, the count lacks
 * those of the hashes in the queue.  Its hashes wait only if the open layer
 * has room for all of them, so adding them later cannot fail.
 */
static inline bool
bloom_layers_add(BloomLayers *layers, BloomMemory memory, Bloom **head,
				 uint64_t hash, BloomProblem *problem)
{
	BloomQueue *queue = layers->queue;
	const BloomLayer *open = &(*head)->layer[layers->open];

	if ((*head)->growth != 0 &&
		open->bits_set + BLOOM_QUEUE_SIZE * open->geometry.probes >=
		layers->full_bits)
		return bloom_layers_grow(layers, memory, head, hash, problem);
	queue->hashes[queue->count++] = bloom_layer_hash(*head, hash);
	if (queue->count == BLOOM_QUEUE_SIZE)
		bloom_layers_dequeue(layers, *head);
	return true;
}

#endif							/* BLOOM_LAYERS_H */
