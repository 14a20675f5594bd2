/*
 * value/layers.c
 *		Creating, filling, growing and counting the bit arrays of a filter.
 *
 * The words of all layers follow each other, aligned to cache lines.  Words of
 * stored filters cannot be aligned.
 *
 * Adding to a large filter misses the cache for every line.  So hashes wait in
 * a queue.  When it is full, the cache lines of its second half are
 * prefetched, and its first half is added, whose cache lines have arrived in
 * the meantime.  Code that reads the words must drain the queue first.
 *
 * A growing filter tests each hash before it adds it, because repeated values
 * would otherwise fill its layers.  It counts its set bits with each addition.
 */
#include "value/layers.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include "core/occupancy.h"

#include <sys/mman.h>

#define LINE_BYTES				(BLOOM_LINE_BITS / 8)
#define HUGE_PAGE				((Size) 2 * 1024 * 1024)

/* Number of hashes that are tested against one layer before the next one */
#define BATCH				256

/*
 * Allocate words, aligned to cache lines.  A large filter gets huge pages if
 * the system has them.  Each test touches another page, and 12 MB are more
 * pages of 4 kB than the processor's TLB holds.
 */
static void
allocate_words(BloomLayers *layers, MemoryContext context, Size size)
{
	Size		align = size >= HUGE_PAGE ? HUGE_PAGE : LINE_BYTES;

	layers->space = MemoryContextAllocHuge(context, size + align);
	layers->words = (uint64 *) TYPEALIGN(align, layers->space);
#ifdef MADV_HUGEPAGE
	/* if the system refuses, the filter is only slower */
	if (align == HUGE_PAGE)
		(void) madvise(layers->words, TYPEALIGN_DOWN(HUGE_PAGE, size),
					   MADV_HUGEPAGE);
#endif
}

/* Allocate the layers of a head in context.  The caller must set the words. */
void
bloom_layers_allocate(BloomLayers *layers, MemoryContext context,
					  const Bloom *head)
{
	allocate_words(layers, context, bloom_words_size(head));
	layers->queue = NULL;
	if (!bloom_is_imported(head))
		layers->queue = MemoryContextAllocZero(context, sizeof(BloomQueue));
	layers->open = 0;
	layers->full_bits = 0;
}

/*
 * Copy `size` bytes of words, and clear `more` bytes after them.  After an
 * error, free the words, because PL/pgSQL can catch the error and use the
 * filter again.
 */
static pg_noinline void
fill_words(BloomLayers *layers, const uint64 *from, Size size, Size more)
{
	PG_TRY();
	{
		bloom_copy_bytes(layers->words, from, size);
		bloom_zero_bytes((char *) layers->words + size, more);
	}
	PG_CATCH();
	{
		pfree(layers->space);
		PG_RE_THROW();
	}
	PG_END_TRY();
}

/*
 * Append an empty layer.  Raises an error if the filter would become too
 * large.  After any error, nothing has changed.
 */
void
bloom_layers_append(BloomLayers *layers, Bloom **head,
					const BloomGeometry *geometry)
{
	Size		size = bloom_words_size(*head);
	Size		more = (Size) geometry->lines * LINE_BYTES;
	Size		own = bloom_is_imported(*head) ?
		bloom_imported_size(*head) + sizeof(BloomImportedLayer) : 0;
	BloomLayers new = *layers;

	/* hashes wait for the open layer only */
	Assert(layers->queue == NULL || layers->queue->count == 0);

	if ((*head)->layers == PG_UINT16_MAX ||
		BLOOM_HEADER_SIZE((*head)->layers + 1) + own + size + more >
		BLOOM_MAX_BYTES)
		bloom_too_large(*head);
	*head = repalloc(*head, BLOOM_HEADER_SIZE((*head)->layers + 1));
	allocate_words(&new, GetMemoryChunkContext(layers->space), size + more);
	fill_words(&new, layers->words, size, more);

	pfree(layers->space);
	*layers = new;
	(*head)->layer[(*head)->layers].geometry = *geometry;
	(*head)->layer[(*head)->layers].bits_set = 0;
	(*head)->layers++;
	layers->open = 0;
	layers->full_bits = 0;
}

/* Append the next layer of a full growing filter */
static void
append_next(BloomLayers *layers, Bloom **head)
{
	uint32		largest = 0;
	double		rate;
	BloomGeometry geometry;

	for (int i = 0; i < (*head)->layers; i++)
		largest = Max(largest, (*head)->layer[i].geometry.lines);
	rate = bloom_geometry_layer_rate((*head)->error_rate, (*head)->layers);
	if (!bloom_geometry_grow((*head)->capacity, (*head)->growth, 0, largest,
							 rate, &geometry))
		bloom_too_large(*head);
	bloom_layers_append(layers, head, &geometry);
}

/* Whether a layer has all bits of a layer hash */
static bool
any_contains(const Bloom *head, const uint64 *words, uint64 layer_hash)
{
	for (int i = 0; i < head->layers; i++)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		if (bloom_layer_contains(head, geometry, words, layer_hash))
			return true;
		words += geometry->lines * bloom_line_words(head);
	}
	return false;
}

/*
 * Set contained[i] to whether one of the layers has all bits of the i-th of at
 * most BATCH layer hashes.  The layer `except` is not tested.
 */
static void
any_contains_each(const Bloom *head, int except, const uint64 *words,
				  const uint64 *layer_hash, int count, bool *contained)
{
	bool		found[BATCH];

	memset(contained, false, count);
	for (int i = 0; i < head->layers; i++)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		if (i != except)
		{
			bloom_layer_contains_each(head, geometry, words, layer_hash,
									  count, found);
			for (int j = 0; j < count; j++)
				contained[j] |= found[j];
		}
		words += geometry->lines * bloom_line_words(head);
	}
}

/*
 * Add at most BATCH layer hashes to the open layer of a growing filter, except
 * those that another layer contains.  Adding a hash that the open layer
 * contains changes nothing.
 */
static void
add_to_open(BloomLayers *layers, Bloom *head, const uint64 *layer_hash,
			int count)
{
	BloomLayer *open = &head->layer[layers->open];
	uint64	   *words = layers->words;
	bool		contained[BATCH];

	for (int i = 0; i < layers->open; i++)
		words += (Size) head->layer[i].geometry.lines * BLOOM_LINE_WORDS;
	any_contains_each(head, layers->open, layers->words, layer_hash, count,
					  contained);
	for (int i = 0; i < count; i++)
		if (!contained[i])
			open->bits_set += bloom_bits_add(words, &open->geometry,
											 layer_hash[i]);
}

/*
 * Open the last layer that is not full.  Returns false if all are full.  After
 * a union, other layers than the last one may have room.  Can be cancelled.
 */
static bool
open_layer(BloomLayers *layers, const Bloom *head)
{
	for (int i = head->layers - 1; i >= 0; i--)
	{
		const BloomLayer *layer = &head->layer[i];
		double		rate = bloom_geometry_layer_rate(head->error_rate, i);
		uint64		full_bits = bloom_occupancy_full_bits(&layer->geometry,
														  rate);

		if (layer->bits_set < full_bits)
		{
			layers->open = i;
			layers->full_bits = full_bits;
			return true;
		}
		CHECK_FOR_INTERRUPTS();
	}
	return false;
}

/*
 * Add a hash to a growing filter without the queue: to the open layer, or to a
 * new one if all are full.  Raises an error if the filter would become too
 * large.  After any error, nothing has changed.
 */
void
bloom_layers_grow(BloomLayers *layers, Bloom **head, uint64 hash)
{
	uint64		layer_hash = bloom_layer_hash(*head, hash);

	bloom_layers_drain(layers, *head);
	if (any_contains(*head, layers->words, layer_hash))
		return;
	if ((layers->full_bits == 0 ||
		 (*head)->layer[layers->open].bits_set >= layers->full_bits) &&
		!open_layer(layers, *head))
	{
		append_next(layers, head);
		open_layer(layers, *head);
	}
	add_to_open(layers, *head, &layer_hash, 1);
}

/* Add the first hashes of the queue */
static void
add_queued(BloomLayers *layers, Bloom *head, int count)
{
	const BloomGeometry *geometry = &head->layer[0].geometry;
	const uint64 *hashes = layers->queue->hashes;

	if (bloom_is_counting(head))
		for (int i = 0; i < count; i++)
			bloom_counters_add(layers->words, geometry, hashes[i]);
	else if (head->growth != 0)
		add_to_open(layers, head, hashes, count);
	else
		bloom_bits_add_each(layers->words, geometry, hashes, count);
}

/* Add many hashes to a fixed filter of bits, prefetching the next batch */
void
bloom_layers_add_each(BloomLayers *layers, const Bloom *head,
					  const uint64 *hashes, Size count)
{
	const BloomGeometry *geometry = &head->layer[0].geometry;
	Size		batch;

	for (; count > 0; hashes += batch, count -= batch)
	{
		batch = Min(count, BATCH);
		bloom_bits_prefetch(layers->words, geometry, hashes + batch,
							Min(count - batch, BATCH));
		bloom_bits_add_each(layers->words, geometry, hashes, batch);
	}
}

/* Make room in a full queue: add its first half, prefetch for the second */
void
bloom_layers_dequeue(BloomLayers *layers, Bloom *head)
{
	const int	half = BLOOM_QUEUE_SIZE / 2;
	uint64	   *hashes = layers->queue->hashes;

	bloom_layers_prefetch(head, layers->words, hashes + half, half);
	add_queued(layers, head, half);
	memcpy(hashes, hashes + half, half * sizeof(uint64));
	layers->queue->count = half;
}

/* Add the hashes that wait in the queue */
void
bloom_layers_drain(BloomLayers *layers, Bloom *head)
{
	if (layers->queue != NULL && layers->queue->count > 0)
	{
		add_queued(layers, head, layers->queue->count);
		layers->queue->count = 0;
	}
}

/*
 * Whether a layer has all bits of a hash.  Raises an error if the filter is
 * imported.
 */
bool
bloom_layers_contain(const Bloom *head, const uint64 *words, uint64 hash)
{
	if (bloom_is_imported(head))
		bloom_no_hashes(head);
	return any_contains(head, words, bloom_layer_hash(head, hash));
}

/* Prefetch the cache lines of layer hashes in all layers */
void
bloom_layers_prefetch(const Bloom *head, const uint64 *words,
					  const uint64 *layer_hash, int count)
{
	for (int i = 0; i < head->layers; i++)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		if (bloom_is_counting(head))
			bloom_counters_prefetch(words, geometry, layer_hash, count);
		else
			bloom_bits_prefetch(words, geometry, layer_hash, count);
		words += geometry->lines * bloom_line_words(head);
	}
}

/*
 * Set contained[i] to the result of bloom_layers_contain() for hashes[i].  Can
 * be cancelled.
 */
void
bloom_layers_contain_each(const Bloom *head, const uint64 *words,
						  const uint64 *hashes, int count, bool *contained)
{
	uint64		layer_hash[BATCH];

	if (bloom_is_imported(head))
		bloom_no_hashes(head);
	for (int done = 0; done < count; done += BATCH)
	{
		int			batch = Min(count - done, BATCH);

		/* there may be thousands of layers */
		CHECK_FOR_INTERRUPTS();
		for (int i = 0; i < batch; i++)
			layer_hash[i] = bloom_layer_hash(head, hashes[done + i]);
		any_contains_each(head, -1, words, layer_hash, batch,
						  contained + done);
	}
}

/* Set the numbers of set bits in the head.  The queue must be empty. */
void
bloom_layers_count(const BloomLayers *layers, Bloom *head)
{
	const uint64 *words = layers->words;

	for (int i = 0; i < head->layers; i++)
	{
		BloomLayer *layer = &head->layer[i];

		layer->bits_set = bloom_count_lines(head, words,
											layer->geometry.lines);
		words += layer->geometry.lines * bloom_line_words(head);
	}
}

/* Free the layers.  After an error, they may be incomplete. */
void
bloom_layers_free(BloomLayers *layers)
{
	if (layers->space != NULL)
		pfree(layers->space);
	if (layers->queue != NULL)
		pfree(layers->queue);
}
