/*
 * dense.c
 *		The bits of dense filters.
 */
#include "internal.h"

#include <string.h>

#include "core/bits.h"

bool
bloomext_make_dense(bloomext_filter *filter)
{
	size_t		size = bloom_words_size(filter->head);

	filter->words = bloomext_make_words(size, &filter->space);
	if (filter->words != NULL)
		memset(filter->words, 0, size);
	return filter->words != NULL;
}

void
bloomext_add_bits(bloomext_filter *filter, const uint64_t *hashes,
				  size_t count)
{
	const BloomGeometry *geometry = &filter->head->layer[0].geometry;
	size_t		batch;

	filter->counted = false;
	for (; count > 0; count -= batch, hashes += batch)
	{
		batch = count < BLOOM_AHEAD ? count : BLOOM_AHEAD;
		/* prefetch the next batch while this one is added */
		if (count > batch)
			bloom_bits_prefetch(filter->words, geometry, hashes + batch,
								count - batch < BLOOM_AHEAD ? count - batch :
								BLOOM_AHEAD);
		bloom_bits_add_each(filter->words, geometry, hashes, batch);
	}
}
