/*
 * value/layers.c
 *		Making, filling, growing and counting the bit arrays of a filter.
 *
 * The words of all layers follow each other, aligned to lines, which those of
 * a stored value can't be.
 *
 * Adding to a large filter misses the cache for every line.  So a fixed
 * filter's hash first enters a ring, where its lines are prefetched, and is
 * added when 16 more have come, or when anybody looks.  A growing filter has
 * to test each hash before it is added, or repeats would fill its layers; it
 * has no ring, and counts its set bits as they come.  A counting filter has
 * none either.
 */
#include "value/layers.h"

#include "utils/memutils.h"

#include <sys/mman.h>

#define LINE_BYTES				(BLOOM_LINE_BITS / 8)
#define HUGE_PAGE				((Size) 2 * 1024 * 1024)

/*
 * Room for so many bytes of words, aligned to a line.  Those of a large
 * filter are put on huge pages where the system has them: each test of a
 * value touches another page, and 12 MB are more pages of 4 kB than the
 * processor remembers.
 */
static void
allocate_words(BloomLayers *layers, MemoryContext context, Size size)
{
	Size		align = size >= HUGE_PAGE ? HUGE_PAGE : LINE_BYTES;

	layers->space = MemoryContextAllocHuge(context, size + align);
	layers->words = (uint64 *) TYPEALIGN(align, layers->space);
#ifdef MADV_HUGEPAGE
	/* the system may refuse: it is only slower then */
	if (align == HUGE_PAGE)
		(void) madvise(layers->words, TYPEALIGN_DOWN(HUGE_PAGE, size),
					   MADV_HUGEPAGE);
#endif
}

/* Clear words for the layers of a head */
void
bloom_layers_init(BloomLayers *layers, MemoryContext context,
				  const Bloom *head)
{
	allocate_words(layers, context, bloom_words_size(head));
	bloom_zero_bytes(layers->words, bloom_words_size(head));
	layers->ring = NULL;
	if (head->growth == 0 && !bloom_is_counting(head) &&
		!bloom_is_foreign(head))
		layers->ring = MemoryContextAllocZero(context, sizeof(BloomRing));
	layers->full_bits = 0;
}

/*
 * Copy so many bytes of other words, and clear as many more as are said.
 * After an error the room is freed, for the filter may live on: PL/pgSQL can
 * catch the error.
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
 * Append a clear layer; an error if the filter gets too large.  After any
 * error, nothing has changed.
 */
void
bloom_layers_append(BloomLayers *layers, Bloom **head,
					const BloomGeometry *geometry)
{
	Size		size = bloom_words_size(*head);
	Size		more = (Size) geometry->lines * LINE_BYTES;
	BloomLayers new = *layers;

	if ((*head)->layers == PG_UINT16_MAX ||
		BLOOM_HEADER_SIZE((*head)->layers + 1) + size + more > BLOOM_MAX_BYTES)
		bloom_too_large(*head);
	*head = repalloc(*head, BLOOM_HEADER_SIZE((*head)->layers + 1));
	allocate_words(&new, GetMemoryChunkContext(layers->space), size + more);
	fill_words(&new, layers->words, size, more);

	pfree(layers->space);
	*layers = new;
	(*head)->layer[(*head)->layers].geometry = *geometry;
	(*head)->layer[(*head)->layers].bits_set = 0;
	(*head)->layers++;
	layers->full_bits = 0;
}

/* Append the layer that a full growing filter goes on with */
static void
append_next(BloomLayers *layers, Bloom **head, int parts)
{
	double		rate = bloom_geometry_layer_rate((*head)->error_rate,
												 (*head)->layers) / parts;
	uint32		largest = 0;
	BloomGeometry geometry;

	for (int i = 0; i < (*head)->layers; i++)
		largest = Max(largest, (*head)->layer[i].geometry.lines);
	if (!bloom_geometry_grow((*head)->capacity, (*head)->growth, 0, largest,
							 rate, &geometry))
		bloom_too_large(*head);
	bloom_layers_append(layers, head, &geometry);
}

/*
 * Add a hash to a growing filter, if none of its layers has it: to the last
 * one, or a new one if that is full.  The set bits have to be counted, and
 * stay so.  parts is as for bloom_head_first_layer.
 */
void
bloom_layers_grow(BloomLayers *layers, Bloom **head, int parts, uint64 hash)
{
	int			last = (*head)->layers - 1;
	BloomLayer *layer = &(*head)->layer[last];
	double		rate;
	uint64	   *end;

	if (bloom_layers_contain(*head, layers->words, hash))
		return;
	if (layers->full_bits == 0)
	{
		rate = bloom_geometry_layer_rate((*head)->error_rate, last) / parts;
		layers->full_bits = bloom_geometry_full_bits(&layer->geometry, rate);
	}
	if (layer->bits_set >= layers->full_bits)
	{
		append_next(layers, head, parts);
		bloom_layers_grow(layers, head, parts, hash);
		return;
	}
	end = layers->words + bloom_words_size(*head) / sizeof(uint64);
	layer->bits_set +=
		bloom_bits_add(end - (Size) layer->geometry.lines * BLOOM_LINE_WORDS,
					   &layer->geometry, hash);
}

/* Whether a layer has all bits of a hash */
bool
bloom_layers_contain(const Bloom *head, const uint64 *words, uint64 hash)
{
	if (bloom_is_foreign(head))
		bloom_no_hashes(head);
	for (int i = 0; i < head->layers; i++)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		if (bloom_layer_contains(head, geometry, words, hash))
			return true;
		words += geometry->lines * bloom_line_words(head);
	}
	return false;
}

/* Start to load the lines that a hash has in all layers from memory */
void
bloom_layers_prefetch(const Bloom *head, const uint64 *words, uint64 hash)
{
	for (int i = 0; i < head->layers; i++)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		if (bloom_is_counting(head))
			bloom_counters_prefetch(words, geometry, hash);
		else
			bloom_bits_prefetch(words, geometry, hash);
		words += geometry->lines * bloom_line_words(head);
	}
}

/* Bring the numbers of set bits in the head up to date */
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

/* Some may not be there, if making them has failed */
void
bloom_layers_free(BloomLayers *layers)
{
	if (layers->space != NULL)
		pfree(layers->space);
	if (layers->ring != NULL)
		pfree(layers->ring);
}
