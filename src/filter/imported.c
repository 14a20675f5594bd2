/*
 * filter/imported.c
 *		Imported filters: creating, extending and comparing them.
 *
 * An imported filter is dense and has the layers that its library created.
 * Words, numbers of set bits and the layer table are like those of native
 * filters.  Only codec/ knows the bits of a value, and when a layer is full.
 */
#include "filter/filter.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

BloomFilter *
bloom_imported_make(const BloomHost *host, BloomFormat format,
					const BloomCodecFile *file, BloomProblem *problem)
{
	const BloomImported *imported = &file->head.imported;
	union
	{
		Bloom		head;
		uint64_t	room[BLOOM_HEADER_SIZE(BLOOM_IMPORTED_MAX_LAYERS) / 8];
	}			room = {0};
	Bloom	   *head = &room.head;
	BloomFilter *filter;
	uint64_t   *words;

	head->version = BLOOM_FORMAT_VERSION;
	head->flags = BLOOM_FLAG_DENSE;
	head->format = (uint8_t) format;
	head->layers = (uint16_t) file->layers;
	head->capacity = (int64_t) imported->capacity;
	head->error_rate = imported->error_rate;
	for (unsigned i = 0; i < file->layers; i++)
		head->layer[i].geometry = bloom_imported_geometry(&imported->layer[i]);
	if (BLOOM_HEADER_SIZE(head->layers) + bloom_imported_size(head) +
		bloom_words_size(head) > BLOOM_MAX_BYTES)
	{
		bloom_head_too_large(head, problem);
		return NULL;
	}

	filter = bloom_filter_zeroed(host, head, imported, problem);
	if (filter == NULL)
		return NULL;
	words = filter->layers.words;
	for (unsigned i = 0; i < file->layers; i++)
	{
		bloom_codec_load(file, i, words, host->pause);
		words += bloom_imported_words(&imported->layer[i]);
	}
	filter->counted = false;
	bloom_filter_count(filter);
	filter->known = filter->head->layer[0].bits_set;
	return filter;
}

/* Append the next layer, as the library of the full filter would do it */
static bool
append_layer(BloomFilter *filter, const BloomImportedLayer *next,
			 BloomProblem *problem)
{
	BloomGeometry geometry = bloom_imported_geometry(next);
	size_t		size = bloom_imported_size(filter->head) + sizeof(*next);
	const BloomHost *host = filter->memory.host;
	BloomImported *longer = host->resize(filter->imported, size);

	if (longer == NULL)
		return bloom_no_memory(problem);
	filter->imported = longer;
	if (!bloom_layers_append(&filter->layers, filter->memory, &filter->head,
							 &geometry, problem))
		return false;
	filter->head->extra = (uint16_t) (size / sizeof(uint64_t));
	longer->layer[filter->head->layers - 1] = *next;
	return true;
}

bool
bloom_imported_add(BloomFilter *filter, const BloomKey *key,
				   BloomProblem *problem)
{
	int			format = filter->head->format;
	BloomView	view = {
		.head = filter->head, .imported = filter->imported,
		.words = filter->layers.words
	};
	BloomImportedLayer next;
	uint64_t   *end;
	unsigned	added;
	int			last;

	if (filter->imported->growth != 0)
	{
		if (bloom_view_has_key(view, key))
			return true;
		if (bloom_codec_full(format, filter->imported, filter->head->layers) &&
			!(bloom_codec_next(format, filter->imported, filter->head->layers,
							   &next) ?
			  append_layer(filter, &next, problem) :
			  bloom_head_too_large(filter->head, problem)))
			return false;
	}
	last = filter->head->layers - 1;
	end = filter->layers.words +
		bloom_words_size(filter->head) / sizeof(uint64_t);
	end -= bloom_imported_words(&filter->imported->layer[last]);
	added = bloom_codec_add(format, filter->imported, last, end, key);
	filter->head->layer[last].bits_set += added;
	if (added > 0)
		bloom_codec_count(format, filter->imported, last);
	return true;
}

/*
 * Copy what of own data determines the bits of a key: all except the numbers
 * of keys and the parameters that an import may not know
 */
static void
meaning(BloomView view, BloomImportedRoom *data)
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);
	BloomImported *imported = &data->imported;

	memcpy(data, view.imported, sizeof(BloomImported) +
		   view.head->layers * sizeof(BloomImportedLayer));
	imported->count = 0;
	if (codec->any_length)
		imported->options = 0;
	if (codec->untold_parameters)
		imported->capacity = imported->error_rate = 0;
	for (int i = 0; i < view.head->layers; i++)
	{
		BloomImportedLayer *layer = &imported->layer[i];

		layer->count = 0;
		if (codec->untold_parameters)
			layer->capacity = layer->error_rate = 0;
	}
}

bool
bloom_imported_alike(BloomView a, BloomView b)
{
	BloomImportedRoom x;
	BloomImportedRoom y;

	if (a.head->layers != b.head->layers)
		return false;
	meaning(a, &x);
	meaning(b, &y);
	return memcmp(&x, &y, sizeof(BloomImported) +
				  a.head->layers * sizeof(BloomImportedLayer)) == 0;
}

void
bloom_imported_learn_parameters(BloomFilter *filter, BloomView other)
{
	BloomImported *imported = filter->imported;

	if (!bloom_format_codec(filter->head->format)->untold_parameters ||
		other.imported->capacity < imported->capacity ||
		(other.imported->capacity == imported->capacity &&
		 other.imported->error_rate >= imported->error_rate))
		return;
	filter->head->capacity = other.head->capacity;
	filter->head->error_rate = other.head->error_rate;
	imported->capacity = other.imported->capacity;
	imported->error_rate = other.imported->error_rate;
	imported->layer[0].capacity = other.imported->layer[0].capacity;
	imported->layer[0].error_rate = other.imported->layer[0].error_rate;
}

const char *
bloom_imported_keys_name(uint64_t keys)
{
	return keys == BLOOM_KEYS_TEXT ? "text" :
		keys == BLOOM_KEYS_UTF16 ? "utf16" :
		keys == BLOOM_KEYS_INTEGER ? "integer" :
		keys == BLOOM_KEYS_LONG ? "long" : NULL;
}

/* Append to a text of BLOOM_IMPORTED_TEXT_SIZE bytes, which are enough */
#define APPEND(text, ...) \
	snprintf((text) + strlen(text), BLOOM_IMPORTED_TEXT_SIZE - strlen(text), \
			 __VA_ARGS__)

void
bloom_imported_describe(BloomView view, char text[BLOOM_IMPORTED_TEXT_SIZE])
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);
	const BloomImported *imported = view.imported;

	bloom_head_describe(view.head, text);
	APPEND(text, ", first layer of %" PRIu64 " bits, variant %" PRIu64,
		   imported->layer[0].bits, imported->variant);
	if (imported->options != 0 && !codec->any_length)
		APPEND(text, ", options %" PRIu64, imported->options);
	if (codec->keys != 0)
		APPEND(text, ", %s keys", bloom_imported_keys_name(imported->keys));
}

void
bloom_imported_recount(BloomFilter *filter, const uint64_t *before)
{
	const BloomCodec *codec = bloom_format_codec(filter->head->format);
	BloomImported *imported = filter->imported;
	BloomLayer *layer = filter->head->layer;

	if (codec->count == NULL)
		return;
	/* without a pause: the words have changed, and the numbers have not */
	bloom_layers_count(filter->head, filter->layers.words, NULL);
	filter->counted = true;
	imported->count = 0;
	for (int i = 0; i < filter->head->layers; i++)
	{
		/* also replace a count that is impossibly high */
		if (layer[i].bits_set != before[i] ||
			imported->layer[i].count > INT64_MAX / BLOOM_IMPORTED_MAX_LAYERS)
			imported->layer[i].count = (uint64_t)
				rint(bloom_estimate_layer(filter->head, imported, i,
										  layer[i].bits_set));
		if (codec->sums_counts)
			imported->count += imported->layer[i].count;
	}
}
