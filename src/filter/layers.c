/*
 * filter/layers.c
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
#include "filter/layers.h"

#include "core/occupancy.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#define LINE_BYTES			(BLOOM_LINE_BITS / 8)
#define HUGE_PAGE			((size_t) 2 * 1024 * 1024)

/* Number of hashes that are tested against one layer before the next one */
#define BATCH				256

/*
 * A large filter gets huge pages if the system has them.  Each test touches
 * another page, and 12 MB are more pages of 4 kB than the processor's TLB
 * holds.
 */
uint64_t *
bloom_allocate_words(BloomMemory memory, size_t size, void **space)
{
	size_t		align = size >= HUGE_PAGE ? HUGE_PAGE : LINE_BYTES;
	uintptr_t	start;

	*space = bloom_allocate(memory, size + align);
	if (*space == NULL)
		return NULL;
	start = ((uintptr_t) *space + align - 1) / align * align;
#ifdef MADV_HUGEPAGE
	/* if the system refuses, the filter is only slower */
	if (align == HUGE_PAGE)
		(void) madvise((void *) start, size / HUGE_PAGE * HUGE_PAGE,
					   MADV_HUGEPAGE);
#endif
	return (uint64_t *) start;
}

bool
bloom_layers_allocate(BloomLayers *layers, BloomMemory memory,
					  const Bloom *head)
{
	memset(layers, 0, sizeof(*layers));
	layers->words = bloom_allocate_words(memory, bloom_words_size(head),
										 &layers->space);
	if (layers->words == NULL)
		return false;
	if (bloom_is_imported(head))
		return true;
	layers->queue = bloom_allocate(memory, sizeof(BloomQueue));
	if (layers->queue == NULL)
		return false;
	layers->queue->count = 0;
	return true;
}

bool
bloom_layers_append(BloomLayers *layers, BloomMemory memory, Bloom **head,
					const BloomGeometry *geometry, BloomProblem *problem)
{
	size_t		size = bloom_words_size(*head);
	size_t		more = (size_t) geometry->lines * LINE_BYTES;
	size_t		own = bloom_is_imported(*head) ?
		bloom_imported_size(*head) + sizeof(BloomImportedLayer) : 0;
	size_t		head_size = BLOOM_HEADER_SIZE((*head)->layers + 1);
	uint64_t   *words;
	Bloom	   *longer;

	/* hashes wait for the open layer only, so none waits here */
	if ((*head)->layers == UINT16_MAX ||
		head_size + own + size + more > BLOOM_MAX_BYTES)
		return bloom_head_too_large(*head, problem);
	longer = memory.host->resize(*head, head_size);
	if (longer != NULL)
		*head = longer;
	bloom_release(memory, layers->spare);
	layers->spare = NULL;
	words = longer == NULL ? NULL :
		bloom_allocate_words(memory, size + more, &layers->spare);
	if (words == NULL)
		return bloom_no_memory(problem);
	bloom_copy_bytes(memory, words, layers->words, size);
	bloom_zero_bytes(memory, (char *) words + size, more);

	bloom_release(memory, layers->space);
	layers->words = words;
	layers->space = layers->spare;
	layers->spare = NULL;
	layers->open = 0;
	layers->full_bits = 0;
	(*head)->layer[(*head)->layers].geometry = *geometry;
	(*head)->layer[(*head)->layers].bits_set = 0;
	(*head)->layers++;
	return true;
}

/* Append the next layer of a full growing filter */
static bool
append_next(BloomLayers *layers, BloomMemory memory, Bloom **head,
			BloomProblem *problem)
{
	uint32_t	largest = 0;
	double		rate;
	BloomGeometry geometry;

	for (int i = 0; i < (*head)->layers; i++)
		largest = BLOOM_MAX(largest, (*head)->layer[i].geometry.lines);
	rate = bloom_geometry_layer_rate((*head)->error_rate, (*head)->layers);
	if (!bloom_geometry_grow((*head)->capacity, (*head)->growth, 0, largest,
							 rate, &geometry))
		return bloom_head_too_large(*head, problem);
	return bloom_layers_append(layers, memory, head, &geometry, problem);
}

/* The address of the layer that follows the i-th one, which is at words */
static const void *
after_layer(const Bloom *head, int i, const void *words)
{
	return (const char *) words + head->layer[i].geometry.lines *
		bloom_line_words(head) * sizeof(uint64_t);
}

/* Whether a layer has all bits of a layer hash */
static bool
any_contains(const Bloom *head, const void *words, uint64_t layer_hash)
{
	for (int i = 0; i < head->layers; i++)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		if (bloom_layer_contains(head, geometry, words, layer_hash))
			return true;
		words = after_layer(head, i, words);
	}
	return false;
}

/*
 * Set contained[i] to whether one of the layers has all bits of the i-th of at
 * most BATCH layer hashes.  The layer `except` is not tested.
 */
static void
any_contains_each(const Bloom *head, int except, const void *words,
				  const uint64_t *layer_hash, size_t count, bool *contained)
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
			for (size_t j = 0; j < count; j++)
				contained[j] |= found[j];
		}
		words = after_layer(head, i, words);
	}
}

/*
 * Add at most BATCH layer hashes to the open layer of a growing filter, except
 * those that another layer contains.  Adding a hash that the open layer
 * contains changes nothing.
 */
static void
add_to_open(BloomLayers *layers, Bloom *head, const uint64_t *layer_hash,
			size_t count)
{
	BloomLayer *open = &head->layer[layers->open];
	uint64_t   *words = layers->words;
	bool		contained[BATCH];

	for (int i = 0; i < layers->open; i++)
		words += (size_t) head->layer[i].geometry.lines * BLOOM_LINE_WORDS;
	any_contains_each(head, layers->open, layers->words, layer_hash, count,
					  contained);
	for (size_t i = 0; i < count; i++)
		if (!contained[i])
			open->bits_set += bloom_bits_add(words, &open->geometry,
											 layer_hash[i]);
}

/* Open the i-th layer; returns false if it is full */
static bool
open_one(BloomLayers *layers, const Bloom *head, int i)
{
	const BloomLayer *layer = &head->layer[i];
	double		rate = bloom_geometry_layer_rate(head->error_rate, i);
	uint64_t	full_bits = bloom_occupancy_full_bits(&layer->geometry, rate);

	if (layer->bits_set >= full_bits)
		return false;
	layers->open = i;
	layers->full_bits = full_bits;
	return true;
}

/*
 * Open the last layer that is not full.  Returns false if all are full.  After
 * a union, other layers than the last one may have room.
 */
static bool
open_layer(BloomLayers *layers, const Bloom *head, BloomMemory memory)
{
	for (int i = head->layers - 1; i >= 0; i--)
	{
		if (open_one(layers, head, i))
			return true;
		bloom_pause(memory);
	}
	return false;
}

bool
bloom_layers_grow(BloomLayers *layers, BloomMemory memory, Bloom **head,
				  uint64_t hash, BloomProblem *problem)
{
	uint64_t	layer_hash = bloom_layer_hash(*head, hash);

	bloom_layers_drain(layers, *head);
	if (any_contains(*head, layers->words, layer_hash))
		return true;
	if ((layers->full_bits == 0 ||
		 (*head)->layer[layers->open].bits_set >= layers->full_bits) &&
		!open_layer(layers, *head, memory))
	{
		if (!append_next(layers, memory, head, problem))
			return false;
		(void) open_one(layers, *head, (*head)->layers - 1);
	}
	add_to_open(layers, *head, &layer_hash, 1);
	return true;
}

/* Add the first hashes of the queue */
static void
add_queued(BloomLayers *layers, Bloom *head, int count)
{
	const BloomGeometry *geometry = &head->layer[0].geometry;
	const uint64_t *hashes = layers->queue->hashes;

	if (bloom_is_counting(head))
		for (int i = 0; i < count; i++)
			bloom_counters_add(layers->words, geometry, hashes[i]);
	else if (head->growth != 0)
		add_to_open(layers, head, hashes, count);
	else
		bloom_bits_add_each(layers->words, geometry, hashes, count);
}

void
bloom_layers_add_each(BloomLayers *layers, const Bloom *head,
					  const uint64_t *hashes, size_t count)
{
	const BloomGeometry *geometry = &head->layer[0].geometry;
	size_t		batch;

	for (; count > 0; hashes += batch, count -= batch)
	{
		batch = BLOOM_MIN(count, BLOOM_AHEAD);
		bloom_bits_prefetch(layers->words, geometry, hashes + batch,
							BLOOM_MIN(count - batch, BLOOM_AHEAD));
		bloom_bits_add_each(layers->words, geometry, hashes, batch);
	}
}

void
bloom_layers_dequeue(BloomLayers *layers, Bloom *head)
{
	const int	half = BLOOM_QUEUE_SIZE / 2;
	uint64_t   *hashes = layers->queue->hashes;

	bloom_layers_prefetch(head, layers->words, hashes + half, half);
	add_queued(layers, head, half);
	memcpy(hashes, hashes + half, half * sizeof(uint64_t));
	layers->queue->count = half;
}

void
bloom_layers_drain(BloomLayers *layers, Bloom *head)
{
	if (layers->queue != NULL && layers->queue->count > 0)
	{
		add_queued(layers, head, layers->queue->count);
		layers->queue->count = 0;
	}
}

bool
bloom_layers_contain(const Bloom *head, const void *words, uint64_t hash)
{
	return any_contains(head, words, bloom_layer_hash(head, hash));
}

void
bloom_layers_prefetch(const Bloom *head, const void *words,
					  const uint64_t *layer_hash, size_t count)
{
	for (int i = 0; i < head->layers; i++)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		if (bloom_is_counting(head))
			bloom_counters_prefetch(words, geometry, layer_hash, count);
		else
			bloom_bits_prefetch(words, geometry, layer_hash, count);
		words = after_layer(head, i, words);
	}
}

void
bloom_layers_contain_each(const Bloom *head, const void *words,
						  const uint64_t *hashes, size_t count,
						  bool *contained, BloomPause pause)
{
	uint64_t	layer_hash[BATCH];

	for (size_t done = 0; done < count; done += BATCH)
	{
		size_t		batch = BLOOM_MIN(count - done, BATCH);

		/* there may be thousands of layers */
		if (pause != NULL)
			pause();
		for (size_t i = 0; i < batch; i++)
			layer_hash[i] = bloom_layer_hash(head, hashes[done + i]);
		any_contains_each(head, -1, words, layer_hash, batch,
						  contained + done);
	}
}

void
bloom_layers_count(Bloom *head, const void *words, BloomPause pause)
{
	for (int i = 0; i < head->layers; i++)
	{
		head->layer[i].bits_set =
			bloom_layer_count_or(head, words, words,
								 head->layer[i].geometry.lines, pause);
		words = after_layer(head, i, words);
	}
}

void
bloom_layers_free(BloomLayers *layers, BloomMemory memory)
{
	bloom_release(memory, layers->space);
	bloom_release(memory, layers->spare);
	bloom_release(memory, layers->queue);
	memset(layers, 0, sizeof(*layers));
}
