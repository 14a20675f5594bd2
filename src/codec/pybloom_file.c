/*
 * codec/pybloom_file.c
 *		Reading and writing files of pybloom and pybloom-live.
 */
#include "codec/pybloom.h"

#include <string.h>

#include "core/bytes.h"

#define LAYER_HEADER	40
#define SCALABLE_HEADER	32

/* Read a BloomFilter: its header, and then its bits */
static const char *
read_layer(const uint8_t *data, uint64_t size, BloomImportedFile *file)
{
	BloomImportedLayer *layer = &file->head.imported.layer[file->layers];
	uint64_t	slice;

	if (size < LAYER_HEADER)
		return "It is too short.";
	memset(layer, 0, sizeof(*layer));
	layer->error_rate = bloom_get_le_double(data);
	layer->probes = bloom_get_le64(data + 8);
	slice = bloom_get_le64(data + 16);
	layer->capacity = bloom_get_le64(data + 24);
	layer->count = bloom_get_le64(data + 32);
	if (layer->probes < 1 || layer->probes > BLOOM_IMPORTED_MAX_PROBES)
		return "It has too few or too many slices.";
	if (slice < 1 || slice > BLOOM_IMPORTED_MAX_BITS)
		return "Its slices are too short or too long.";
	layer->bits = layer->probes * slice;
	if (size - LAYER_HEADER != (layer->bits + 7) / 8)
		return "The lengths in its header do not match its data.";
	data += LAYER_HEADER;
	size -= LAYER_HEADER;
	if (!bloom_imported_ends(data, (size_t) size, layer->bits, false))
		return "Bits are set beyond its end.";
	file->bytes[file->layers] = data;
	file->size[file->layers++] = (size_t) size;
	return NULL;
}

static const char *
read_fixed(const uint8_t *data, size_t size, BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	const char *problem = read_layer(data, size, file);

	imported->capacity = imported->layer[0].capacity;
	imported->error_rate = imported->layer[0].error_rate;
	return problem;
}

/* Read a ScalableBloomFilter, which may have no layers */
static const char *
read_scalable(const uint8_t *data, size_t size, BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	const char *problem = NULL;
	uint64_t	layers;
	uint64_t	at;

	if (size < SCALABLE_HEADER)
		return "It is too short.";
	imported->variant |= BLOOM_PYBLOOM_SCALABLE;
	imported->growth = bloom_get_le32(data);
	imported->ratio = bloom_get_le_double(data + 4);
	imported->capacity = bloom_get_le64(data + 12);
	imported->error_rate = bloom_get_le_double(data + 20);
	layers = bloom_get_le32(data + 28);
	if (layers > BLOOM_IMPORTED_MAX_LAYERS)
		return "It has too many layers.";
	at = SCALABLE_HEADER + 8 * layers;
	if (at > size)
		return "It is too short.";
	for (unsigned i = 0; i < layers && problem == NULL; i++)
	{
		uint64_t	length = bloom_get_le64(data + SCALABLE_HEADER + 8 * i);

		if (length > size - at)
			return "The lengths in its header do not match its data.";
		problem = read_layer(data + at, length, file);
		at += length;
	}
	if (problem == NULL && at != size)
		return "The lengths in its header do not match its data.";
	return problem;
}

/*
 * Find a version of the library whose rules match all sizes, and set the
 * variant accordingly.  Returns NULL, or the error for the first rules that
 * were tried.
 */
static const char *
find_rules(BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	uint64_t	variant = imported->variant;
	uint64_t	flip = variant & BLOOM_PYBLOOM_XXH3 ?
		BLOOM_PYBLOOM_FIRST_RATIO : 0;
	uint64_t	last = variant & BLOOM_PYBLOOM_SCALABLE ?
		BLOOM_PYBLOOM_FIRST_ALL : 0;
	const char *first = NULL;

	for (uint64_t rest = 0; rest <= last; rest += BLOOM_PYBLOOM_FIRST_RATIO)
		for (int doubled = 0; doubled <= BLOOM_PYBLOOM_DOUBLED;
			 doubled += BLOOM_PYBLOOM_DOUBLED)
		{
			/* with XXH3, try the rule of pybloom-live first */
			uint64_t	rule = last == 0 || rest == last ? rest : rest ^ flip;
			const char *problem;

			imported->variant = variant | rule | doubled;
			problem = bloom_codec_problem(&bloom_pybloom_codec, imported,
										  file->layers);
			if (problem == NULL)
				return NULL;
			if (first == NULL)
				first = problem;
		}
	return first;
}

const char *
bloom_pybloom_read(const uint8_t *data, size_t size, bool xxh3,
				   BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	const char *problem;
	const char *other;

	memset(file, 0, sizeof(*file));
	imported->variant = xxh3 ? BLOOM_PYBLOOM_XXH3 : 0;
	problem = read_fixed(data, size, file);
	if (problem == NULL)
		problem = find_rules(file);
	if (problem == NULL)
		return NULL;

	memset(file, 0, sizeof(*file));
	imported->variant = xxh3 ? BLOOM_PYBLOOM_XXH3 : 0;
	other = read_scalable(data, size, file);
	if (other == NULL && file->layers == 0)
		other = bloom_pybloom_first(file);
	if (other == NULL)
		other = find_rules(file);
	/* return the error for the class that the file seems to have */
	if (other != NULL && imported->ratio != BLOOM_PYBLOOM_RATIO)
		return problem;
	return other;
}

size_t
bloom_pybloom_write(const BloomImported *imported, unsigned layers,
					const uint64_t *const *words, uint8_t *data,
					BloomPause pause)
{
	bool		scalable = imported->variant & BLOOM_PYBLOOM_SCALABLE;
	size_t		at;

	if (imported->variant & BLOOM_PYBLOOM_EMPTY && layers == 1 &&
		imported->layer[0].count == 0)
		layers = 0;
	at = scalable ? SCALABLE_HEADER + 8 * layers : 0;
	if (scalable && data != NULL)
	{
		bloom_put_le32(data, (uint32_t) imported->growth);
		bloom_put_le_double(data + 4, imported->ratio);
		bloom_put_le64(data + 12, imported->capacity);
		bloom_put_le_double(data + 20, imported->error_rate);
		bloom_put_le32(data + 28, layers);
	}
	for (unsigned i = 0; i < layers; i++)
	{
		const BloomImportedLayer *layer = &imported->layer[i];
		size_t		bytes = (size_t) ((layer->bits + 7) / 8);

		if (data != NULL)
		{
			if (scalable)
				bloom_put_le64(data + SCALABLE_HEADER + 8 * i,
							   LAYER_HEADER + bytes);
			bloom_put_le_double(data + at, layer->error_rate);
			bloom_put_le64(data + at + 8, layer->probes);
			bloom_put_le64(data + at + 16, layer->bits / layer->probes);
			bloom_put_le64(data + at + 24, layer->capacity);
			bloom_put_le64(data + at + 32, layer->count);
			bloom_imported_store(words[i], bytes, false, false,
								 data + at + LAYER_HEADER, pause);
		}
		at += LAYER_HEADER + bytes;
	}
	return at;
}
