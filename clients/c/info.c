/*
 * info.c
 *		Information about a filter, and writing its bytes.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"
#include "format/estimate.h"
#include "format/validate.h"

/* The number of bits that are set in the i-th layer */
uint64_t
bloomext_bits_set(const bloomext_filter *filter, int i)
{
	const Bloom *head = filter->head;

	/* only the layer of a fixed filter can change, and then it has words */
	if (filter->counted)
		return head->layer[i].bits_set;
	return bloom_count_or(head, filter->words, filter->words,
						  head->layer[i].geometry.lines, NULL);
}

size_t
bloomext_size(const bloomext_filter *filter)
{
	return BLOOM_HEADER_SIZE(filter->head->layers) - BLOOM_LENGTH_SIZE +
		bloom_imported_size(filter->head) + bloom_words_size(filter->head) +
		bloom_list_size(filter->head, filter->count + filter->tail);
}

/* Set the fields about the first layer */
static void
tell_layer(const bloomext_filter *filter, bloomext_info *info)
{
	const BloomGeometry *first = &filter->head->layer[0].geometry;

	info->probes = first->probes;
	if (filter->imported != NULL)
		return;
	info->cache_lines = first->touched;
	info->block_lines = first->block;
}

/* Set the fields that depend on the number of set bits */
static void
tell_bits(const bloomext_filter *filter, bloomext_info *info)
{
	const Bloom *head = filter->head;
	size_t		count = filter->count + filter->tail;
	BloomHeadRoom fresh;

	for (int i = 0; i < head->layers; i++)
	{
		info->bits += filter->imported != NULL ?
			filter->imported->layer[i].bits :
			bloom_geometry_bits(&head->layer[i].geometry);
		info->bits_set += bloomext_bits_set(filter, i);
	}
	if (!filter->counted && !bloom_is_sparse(head))
	{
		memcpy(&fresh, head, BLOOM_HEADER_SIZE(1));
		fresh.head.layer[0].bits_set = info->bits_set;
		head = &fresh.head;
	}
	info->cardinality = bloom_estimate_cardinality(head, filter->imported,
												   count, NULL);
	info->fpp = bloom_estimate_expected_fpp(head, filter->imported, count,
											NULL);
}

double
bloomext_fpp(const bloomext_filter *filter)
{
	const void *content = filter->raw != NULL ? (const void *) filter->raw :
		filter->words;

	return bloom_estimate_fpp(filter->head, filter->imported, content,
							  filter->count + filter->tail, NULL);
}

void
bloomext_get_info(const bloomext_filter *filter, bloomext_info *info)
{
	const Bloom *head = filter->head;

	memset(info, 0, sizeof(*info));
	info->representation = bloom_is_rollup(head) ? "rollup" :
		bloom_is_sparse(head) ? "sparse" : "dense";
	info->format = bloom_format_name(head->format);
	info->class_ = head->class;
	info->growth = filter->imported != NULL ? (int) filter->imported->growth :
		head->growth;
	info->counting = bloom_is_counting(head);
	info->read_only = bloomext_changeable(filter) != BLOOMEXT_OK;
	info->capacity = head->capacity;
	info->error_rate = head->error_rate;
	info->seed = head->seed;
	info->size = bloomext_size(filter);
	info->layers = head->layers;
	if (!bloom_is_sparse(head))
		tell_layer(filter, info);
	tell_bits(filter, info);
}

/* Write 64-bit numbers to any address; returns the address after them */
static uint8_t *
put_words(uint8_t *to, const void *words, size_t count)
{
	memcpy(to, words, count * sizeof(uint64_t));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	for (size_t i = 0; i < count; i++)
		bloom_put_le64(to + 8 * i, ((const uint64_t *) words)[i]);
#endif
	return to + count * sizeof(uint64_t);
}

static uint8_t *
put_header(uint8_t *to, const bloomext_filter *filter)
{
	const Bloom *head = filter->head;

	to[0] = head->version;
	to[1] = head->flags;
	to[2] = head->format;
	to[3] = head->growth;
	bloom_put_le32(to + 4, head->class);
	bloom_put_le(to + 8, 2, head->layers);
	bloom_put_le(to + 10, 2, head->extra);
	bloom_put_le64(to + 12, head->seed);
	bloom_put_le64(to + 20, (uint64_t) head->capacity);
	bloom_put_le_double(to + 28, head->error_rate);
	to += 36;
	for (int i = 0; i < head->layers; i++, to += 16)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		bloom_put_le32(to, geometry->lines);
		bloom_put_le(to + 4, 2, geometry->block);
		to[6] = geometry->touched;
		to[7] = geometry->probes;
		bloom_put_le64(to + 8, bloomext_bits_set(filter, i));
	}
	return to;
}

/* Write both lists of hashes as one */
static void
put_hashes(uint8_t *to, const bloomext_filter *filter)
{
	const uint64_t *first = filter->hashes;
	const uint64_t *first_end = first + filter->count;
	const uint64_t *second = first_end;
	const uint64_t *second_end = second + filter->tail;

	while (second < second_end)
	{
		const uint64_t **next = first < first_end && *first < *second ?
			&first : &second;

		bloom_put_le64(to, *(*next)++);
		to += 8;
	}
	put_words(to, first, (size_t) (first_end - first));
}

void
bloomext_write(const bloomext_filter *filter, void *bytes)
{
	const Bloom *head = filter->head;
	uint8_t    *to = put_header(bytes, filter);

	if (filter->imported != NULL)
		to = put_words(to, filter->imported, head->extra);
	if (bloom_is_rollup(head))
		put_words(to, filter->coded,
				  bloom_list_size(head, filter->count) / sizeof(uint64_t));
	else if (bloom_is_sparse(head))
		put_hashes(to, filter);
	else if (filter->raw != NULL)
		memcpy(to, filter->raw, bloom_words_size(head));
	else
		put_words(to, filter->words,
				  bloom_words_size(head) / sizeof(uint64_t));
}
