/*
 * info.c
 *		Information about a filter, and writing its bytes.
 */
#include "internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"
#include "format/byteorder.h"
#include "format/estimate.h"
#include "format/validate.h"

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

void
bloomext_counted_head(const bloomext_filter *filter, BloomHeadRoom *head)
{
	memcpy(head, filter->head, BLOOM_HEADER_SIZE(filter->head->layers));
	if (!bloom_is_sparse(filter->head))
		head->head.layer[0].bits_set = bloomext_bits_set(filter, 0);
}

/* The number of bytes of a filter that has so many hashes if it is a list */
static size_t
size_of(const bloomext_filter *filter, size_t count)
{
	const Bloom *head = filter->head;

	return BLOOM_HEADER_SIZE(head->layers) - BLOOM_LENGTH_SIZE +
		bloom_imported_size(head) + bloom_words_size(head) +
		bloom_list_size(head, count);
}

size_t
bloomext_size(const bloomext_filter *filter)
{
	return size_of(filter, bloomext_count(filter));
}

/* Set the fields that depend on the number of set bits */
static void
set_bits(const bloomext_filter *filter, size_t count, bloomext_info *info)
{
	const Bloom *head = filter->head;
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
							  bloomext_count(filter), NULL);
}

/* Only fixed and elastic filters of this library can be changed */
int
bloomext_changeable(const bloomext_filter *filter)
{
	const Bloom *head = filter->head;

	if (filter->imported != NULL || bloom_is_counting(head) ||
		(head->growth != 0 && !bloom_is_elastic(head)) || filter->borrowed)
		return BLOOMEXT_READ_ONLY;
	return BLOOMEXT_OK;
}

void
bloomext_get_info(const bloomext_filter *filter, bloomext_info *info)
{
	const Bloom *head = filter->head;
	const BloomGeometry *first = &head->layer[0].geometry;
	size_t		count = bloomext_count(filter);

	memset(info, 0, sizeof(*info));
	info->representation = bloom_is_coded(head) ? "coded" :
		bloom_is_sparse(head) ? "sparse" : "dense";
	info->format = bloom_format_name(head->format);
	info->class_ = head->class;
	info->growth = filter->imported == NULL ?
		(bloom_is_elastic(head) ? 0 : head->growth) :
		filter->imported->growth > INT_MAX ? INT_MAX :
		(int) filter->imported->growth;
	info->counting = bloom_is_counting(head);
	info->read_only = bloomext_changeable(filter) != BLOOMEXT_OK;
	info->capacity = bloom_promised_capacity(head);
	info->error_rate = head->error_rate;
	info->seed = head->seed;
	info->size = size_of(filter, count);
	info->layers = head->layers;
	if (!bloom_is_sparse(head))
		info->probes = first->probes;
	if (!bloom_is_sparse(head) && filter->imported == NULL)
	{
		info->cache_lines = first->touched;
		info->block_lines = first->block;
	}
	set_bits(filter, count, info);
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

static void
put_header(uint8_t *to, const bloomext_filter *filter)
{
	BloomHeadRoom room;

	memcpy(&room, filter->head, BLOOM_HEADER_SIZE(0));
	bloom_wire_swap_header(&room.head);
	memcpy(to, &room.head.version, BLOOMEXT_HEADER_BYTES);
	to += BLOOMEXT_HEADER_BYTES;
	room.head.layers = 1;
	for (int i = 0; i < filter->head->layers; i++, to += sizeof(BloomLayer))
	{
		room.head.layer[0] = filter->head->layer[i];
		room.head.layer[0].bits_set = bloomext_bits_set(filter, i);
		bloom_wire_swap_layers(&room.head);
		memcpy(to, room.head.layer, sizeof(BloomLayer));
	}
}

/* Write the hashes of a list as an array */
static void
put_array(uint8_t *to, const bloomext_filter *filter)
{
	ListStream	stream;
	const uint64_t *hashes;
	size_t		batch;

	bloomext_stream(filter, BLOOM_HASH_BITS, &stream);
	while ((batch = bloom_stream_next(stream.all, &hashes)) > 0)
		to = put_words(to, hashes, batch);
}

/*
 * Write `count` hashes of a list, coded.  The words are made at an aligned
 * address up to 7 bytes before `to`, in the header, which is written later.
 */
static void
put_coded(uint8_t *to, const bloomext_filter *filter, size_t count)
{
	int			bits = bloom_hash_bits(filter->head);
	size_t		size = (size_t) bloom_coded_words(count, bits) *
		sizeof(uint64_t);
	uint8_t    *start = to - (uintptr_t) to % _Alignof(uint64_t);
	uint64_t   *words = (uint64_t *) (void *) start;
	ListStream	stream;

	if (filter->runs == 0)
	{
		put_words(to, filter->coded, size / sizeof(uint64_t));
		return;
	}
	memset(words, 0, size);
	bloomext_stream(filter, bits, &stream);
	bloom_stream_code(stream.all, words, count, bits, NULL);
	bloom_wire_swap_words(words, size / sizeof(uint64_t));
	memmove(to, words, size);
}

void
bloomext_write(const bloomext_filter *filter, void *bytes)
{
	const Bloom *head = filter->head;
	uint8_t    *to = (uint8_t *) bytes + BLOOM_HEADER_SIZE(head->layers) -
		BLOOM_LENGTH_SIZE;

	if (filter->imported != NULL)
		to = put_words(to, filter->imported, head->extra);
	if (bloom_is_coded(head))
		put_coded(to, filter, bloomext_count(filter));
	else if (bloom_is_sparse(head))
		put_array(to, filter);
	else if (filter->raw != NULL)
		memcpy(to, filter->raw, bloom_words_size(head));
	else
		put_words(to, filter->words,
				  bloom_words_size(head) / sizeof(uint64_t));
	put_header(bytes, filter);
}
