/*
 * info.c
 *		Information about a filter, and writing its bytes.
 */
#include "internal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"
#include "format/byteorder.h"
#include "format/estimate.h"
#include "format/validate.h"

size_t
bloomext_size(const bloomext_filter *filter)
{
	RunReader	reader;

	return bloom_view_size(bloomext_view(filter, &reader, true)) -
		BLOOM_LENGTH_SIZE;
}

double
bloomext_fpp(const bloomext_filter *filter)
{
	RunReader	reader;

	return bloom_view_fpp(bloomext_view(filter, &reader, true));
}

void
bloomext_get_info(const bloomext_filter *filter, bloomext_info *info)
{
	const BloomImported *imported = filter->core.imported;
	RunReader	reader;
	BloomHeadRoom room;
	BloomView	view = bloomext_view(filter, &reader, true);
	const Bloom *head;
	const BloomGeometry *first;

	bloomext_count_view(&view, &room);
	head = view.head;
	first = &head->layer[0].geometry;
	memset(info, 0, sizeof(*info));
	info->representation = bloom_is_coded(head) ? "coded" :
		bloom_is_sparse(head) ? "sparse" : "dense";
	info->format = bloom_format_name(head->format);
	info->class_ = head->class;
	info->growth = imported == NULL ?
		(bloom_is_elastic(head) ? 0 : head->growth) :
		imported->growth > INT_MAX ? INT_MAX : (int) imported->growth;
	info->elastic = bloom_is_elastic(head);
	info->counting = bloom_is_counting(head);
	info->read_only = bloomext_changeable(filter) != BLOOMEXT_OK;
	info->capacity = bloom_promised_capacity(head);
	info->error_rate = head->error_rate;
	info->seed = head->seed;
	info->size = bloom_view_size(view) - BLOOM_LENGTH_SIZE;
	info->layers = head->layers;
	if (!bloom_is_sparse(head))
		info->probes = first->probes;
	if (!bloom_is_sparse(head) && imported == NULL)
	{
		info->cache_lines = first->touched;
		info->block_lines = first->block;
	}
	for (int i = 0; i < head->layers; i++)
		info->bits += imported != NULL ? imported->layer[i].bits :
			bloom_geometry_bits(&head->layer[i].geometry);
	info->bits_set = bloom_view_bits(view);
	info->cardinality = bloom_view_cardinality(view);
	if (bloom_is_limited(head, imported))
	{
		info->over_capacity = bloom_view_exceeds(view);
		info->saturated = bloom_estimate_saturated(head, info->cardinality);
	}
	info->fpp = bloom_view_expected_fpp(view);
}

int
bloomext_report_capacity(bloomext_filter *filter, bloomext_error *error)
{
	const Bloom *head = filter->core.head;
	double		capacity = (double) bloom_promised_capacity(head);
	RunReader	reader;
	BloomHeadRoom room;
	BloomView	view;
	double		values;
	BloomProblem problem;

	if (filter->added < filter->examine || bloom_is_state(head) ||
		!bloom_is_limited(head, filter->core.imported))
		return BLOOMEXT_OK;
	view = bloomext_view(filter, &reader, true);
	bloomext_count_view(&view, &room);
	values = bloom_view_cardinality(view);
	filter->added = 0;
	if (!bloom_view_exceeds(view))
	{
		filter->examine = 1 + (uint64_t) fmax(capacity - values,
											  capacity / 64);
		return BLOOMEXT_OK;
	}
	filter->examine = error == NULL ? 0 : UINT64_MAX;
	bloom_estimate_describe(view.head, values, bloom_view_expected_fpp(view),
							&problem);
	return bloomext_fail_with(error, &problem);
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
put_header(uint8_t *to, BloomView view)
{
	BloomHeadRoom room;

	memcpy(&room, view.head, BLOOM_HEADER_SIZE(0));
	bloom_wire_swap_header(&room.head);
	memcpy(to, &room.head.version, BLOOMEXT_HEADER_BYTES);
	to += BLOOMEXT_HEADER_BYTES;
	room.head.layers = 1;
	for (int i = 0; i < view.head->layers; i++, to += sizeof(BloomLayer))
	{
		room.head.layer[0] = view.head->layer[i];
		room.head.layer[0].bits_set = bloom_view_layer_bits(view, i);
		bloom_wire_swap_layers(&room.head);
		memcpy(to, room.head.layer, sizeof(BloomLayer));
	}
}

/* Write the hashes of a list as an array */
static void
put_array(uint8_t *to, BloomView view)
{
	BloomListStream stream;
	const uint64_t *hashes;
	size_t		batch;

	bloom_view_stream(view, BLOOM_HASH_BITS, &stream);
	while ((batch = bloom_stream_next(&stream.all, &hashes)) > 0)
		to = put_words(to, hashes, batch);
}

/*
 * Write the hashes of a list, coded.  The words are made at an aligned address
 * up to 7 bytes before `to`, in the header, which is written later.
 */
static void
put_coded(uint8_t *to, BloomView view)
{
	int			bits = bloom_hash_bits(view.head);
	size_t		size = (size_t) bloom_coded_words(view.count, bits) *
		sizeof(uint64_t);
	uint8_t    *start = to - (uintptr_t) to % _Alignof(uint64_t);
	uint64_t   *words = (uint64_t *) (void *) start;
	BloomListStream stream;

	if (view.uncoded == 0 && view.coded != NULL)
	{
		put_words(to, view.coded, size / sizeof(uint64_t));
		return;
	}
	memset(words, 0, size);
	bloom_view_stream(view, bits, &stream);
	bloom_stream_code(&stream.all, words, view.count, bits, NULL);
	bloom_wire_swap_words(words, size / sizeof(uint64_t));
	memmove(to, words, size);
}

void
bloomext_write(const bloomext_filter *filter, void *bytes)
{
	RunReader	reader;
	const Bloom *head = filter->core.head;
	BloomView	view = bloomext_view(filter, &reader, bloom_is_coded(head));
	uint8_t    *to = (uint8_t *) bytes + BLOOM_HEADER_SIZE(head->layers) -
		BLOOM_LENGTH_SIZE;

	if (view.imported != NULL)
		to = put_words(to, view.imported, head->extra);
	if (bloom_is_coded(head))
		put_coded(to, view);
	else if (bloom_is_sparse(head))
		put_array(to, view);
	else if (filter->raw != NULL)
		memcpy(to, filter->raw, bloom_words_size(head));
	else
		put_words(to, view.words, bloom_words_size(head) / sizeof(uint64_t));
	put_header(bytes, view);
}
