/*
 * filter/view.c
 *		Reading filters in the same way, whatever their representation.
 */
#include "filter/view.h"

#include "core/bytes.h"

void
bloom_view_stream(BloomView view, int bits, BloomListStream *stream)
{
	if (view.source == NULL)
	{
		bloom_stream_list(stream, view.coded, bloom_hash_bits(view.head),
						  view.hashes, view.uncoded, bits);
		return;
	}
	view.source->begin(view.source, view.hashes, view.uncoded, bits);
	if (view.coded == NULL)
	{
		bloom_stream_source(&stream->all, view.source->next, view.source,
							bits);
		return;
	}
	bloom_stream_coded(&stream->coded, view.coded, bloom_hash_bits(view.head),
					   bits);
	bloom_stream_source(&stream->array, view.source->next, view.source, bits);
	bloom_stream_union(&stream->all, &stream->coded, &stream->array);
}

void
bloom_view_stream_both(BloomView a, BloomView b, int bits,
					   BloomListStream streams[2], BloomStream *both)
{
	bloom_view_stream(a, bits, &streams[0]);
	bloom_view_stream(b, bits, &streams[1]);
	bloom_stream_union(both, &streams[0].all, &streams[1].all);
}

uint64_t
bloom_view_count_both(BloomView a, BloomView b, int bits, BloomPause pause)
{
	BloomListStream streams[2];
	BloomStream both;

	bloom_view_stream_both(a, b, bits, streams, &both);
	return bloom_stream_count(&both, pause);
}

uint64_t
bloom_view_count(BloomView list, int bits)
{
	BloomListStream stream;

	if (bits == bloom_hash_bits(list.head))
		return list.count;
	bloom_view_stream(list, bits, &stream);
	return bloom_stream_count(&stream.all, list.pause);
}

size_t
bloom_view_size(BloomView view)
{
	return BLOOM_HEADER_SIZE(view.head->layers) +
		bloom_imported_size(view.head) +
		bloom_words_size(view.head) + bloom_list_size(view.head, view.count);
}

uint64_t
bloom_view_layer_bits(BloomView view, int i)
{
	const char *words = view.words;
	const BloomLayer *layer = view.head->layer;
	size_t		line_size = bloom_line_words(view.head) * sizeof(uint64_t);

	if (view.counted)
		return layer[i].bits_set;
	for (int j = 0; j < i; j++)
		words += layer[j].geometry.lines * line_size;
	return bloom_layer_count_or(view.head, words, words,
								layer[i].geometry.lines, view.pause);
}

uint64_t
bloom_view_bits(BloomView view)
{
	uint64_t	bits_set = 0;

	for (int i = 0; i < view.head->layers; i++)
		bits_set += bloom_view_layer_bits(view, i);
	return bits_set;
}

/* Set contained[i] to whether a list with coded hashes has the i-th hash */
static void
coded_has_each(BloomView view, const uint64_t *hashes, size_t count,
			   bool *contained)
{
	bloom_coded_contains_each(view.coded, bloom_hash_bits(view.head), hashes,
							  count, contained);
	if (view.uncoded == 0)
		return;
	for (size_t i = 0; i < count; i++)
		contained[i] = contained[i] ||
			bloom_hashes_contain(view.hashes, view.uncoded, NULL,
								 bloom_cut_hash(view.head, hashes[i]));
}

void
bloom_view_has_each(BloomView view, const uint64_t *hashes, size_t count,
					bool *contained)
{
	if (view.coded != NULL)
		coded_has_each(view, hashes, count, contained);
	else if (bloom_is_sparse(view.head))
		bloom_hashes_contain_each(view.hashes, view.uncoded, view.places,
								  hashes, count, contained);
	else
		bloom_layers_contain_each(view.head, view.words, hashes, count,
								  contained, view.pause);
}

void
bloom_view_has_ascending(BloomView view, const uint64_t *hashes, size_t count,
						 bool *contained)
{
	if (bloom_is_sparse(view.head) && view.coded == NULL)
		bloom_hashes_contain_ascending(view.hashes, view.uncoded, hashes,
									   count, contained);
	else
		bloom_view_has_each(view, hashes, count, contained);
}

bool
bloom_view_has_keys_of(BloomView view, BloomClass class)
{
	switch (view.imported->keys)
	{
		case BLOOM_KEYS_TEXT:
			return class == BLOOM_CLASS_TEXT || class == BLOOM_CLASS_BYTEA;
		case BLOOM_KEYS_UTF16:
			return class == BLOOM_CLASS_TEXT;
		default:
			return class == BLOOM_CLASS_INTEGER;
	}
}

bool
bloom_view_key(BloomView view, const void *bytes, size_t size, BloomKey *key)
{
	uint64_t	keys = view.imported->keys;
	int64_t		number;

	*key = (BloomKey) {
		.data = bytes, .size = size,
		.pause = size >= BLOOM_PAUSE_BYTES ? view.pause : NULL
	};
	if (keys == BLOOM_KEYS_TEXT || keys == BLOOM_KEYS_UTF16)
		return true;
	number = (int64_t) bloom_get_le64(bytes);
	key->size = (size_t) keys;	/* the lowest bytes come first */
	return keys == BLOOM_KEYS_LONG || number == (int32_t) number;
}

bool
bloom_view_has_key(BloomView view, const BloomKey *key)
{
	const char *words = view.words;

	for (int i = 0; i < view.head->layers; i++)
	{
		if (key->pause != NULL)
			key->pause();
		if (bloom_codec_test(view.head->format, view.imported, i, words, key))
			return true;
		words += bloom_imported_words(&view.imported->layer[i]) *
			sizeof(uint64_t);
	}
	return false;
}
