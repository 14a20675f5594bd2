/*
 * codec/pybloom.c
 *		pybloom's filters: positions of keys, and files.
 */
#include "codec/pybloom_layers.h"

#include <string.h>

#include "core/bytes.h"
#include "codec/digest.h"

#define LAYER_HEADER	40
#define SCALABLE_HEADER	32

/* The size of a digest's words in bytes.  Each word yields a position. */
static unsigned
word_size(uint64_t slice)
{
	if (slice >= UINT64_C(1) << 31)
		return 8;
	return slice >= UINT64_C(1) << 15 ? 4 : 2;
}

static unsigned
digest_of(const BloomImported *imported, const BloomImportedLayer *layer)
{
	uint64_t	bits = layer->probes * 8 *
		word_size(layer->bits / layer->probes);

	if (bits > 384)
		return BLOOM_SHA512;
	if (bits > 256)
		return BLOOM_SHA384;
	if (bits > 160)
		return BLOOM_SHA256;
	if (bits > 128)
		return BLOOM_SHA1;
	return imported->variant & BLOOM_PYBLOOM_XXH3 ? BLOOM_DIGEST_XXH3 :
		BLOOM_MD5;
}

/*
 * Whether the small hash matters: a layer uses it, or the filter had no layers
 * and the error rate of its first one depends on it
 */
static bool
uses_small_hash(const BloomImported *imported, unsigned layers)
{
	if (imported->variant & BLOOM_PYBLOOM_EMPTY)
		return true;
	for (unsigned i = 0; i < layers; i++)
	{
		unsigned	kind = digest_of(imported, &imported->layer[i]);

		if (kind == BLOOM_MD5 || kind == BLOOM_DIGEST_XXH3)
			return true;
	}
	return false;
}

static void
key_positions(const BloomImported *imported, unsigned layer,
			  const BloomKey *key, uint64_t *positions)
{
	const BloomImportedLayer *head = &imported->layer[layer];
	unsigned	kind = digest_of(imported, head);
	uint64_t	slice = head->bits / head->probes;
	unsigned	width = word_size(slice);
	unsigned	words = bloom_digest_size(kind) / width;
	uint8_t		digest[BLOOM_SHA_MAX_SIZE];

	for (unsigned i = 0; i < head->probes; i++)
	{
		if (i % words == 0)
			bloom_digest_salted(kind, i / words, key, digest);
		positions[i] = i * slice +
			bloom_get_le(digest + i % words * width, width) % slice;
	}
}

/* Read a BloomFilter: its header, and then its bits */
static const char *
read_layer(const uint8_t *data, uint64_t size, BloomCodecFile *file)
{
	BloomImportedLayer *layer = &file->head.imported.layer[file->layers];
	uint64_t	slice;

	if (size < LAYER_HEADER)
		return "The file is too short.";
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
	if (!bloom_codec_ends(data, (size_t) size, layer->bits, false))
		return "Bits are set beyond its end.";
	file->bytes[file->layers] = data;
	file->size[file->layers++] = (size_t) size;
	return NULL;
}

static const char *
read_fixed(const uint8_t *data, size_t size, BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	const char *problem = read_layer(data, size, file);

	imported->capacity = imported->layer[0].capacity;
	imported->error_rate = imported->layer[0].error_rate;
	return problem;
}

/* Read a ScalableBloomFilter, which may have no layers */
static const char *
read_scalable(const uint8_t *data, size_t size, BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	const char *problem = NULL;
	uint64_t	layers;
	uint64_t	at;

	if (size < SCALABLE_HEADER)
		return "The file is too short.";
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
		return "The file is too short.";
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
find_rules(BloomCodecFile *file)
{
	static const uint64_t rules[2][3] = {
		{BLOOM_PYBLOOM_FIRST_REST, BLOOM_PYBLOOM_FIRST_RATIO,
		BLOOM_PYBLOOM_FIRST_ALL},
		{BLOOM_PYBLOOM_FIRST_RATIO, BLOOM_PYBLOOM_FIRST_REST,
		BLOOM_PYBLOOM_FIRST_ALL}
	};
	BloomImported *imported = &file->head.imported;
	uint64_t	variant = imported->variant;
	bool		scalable = (variant & BLOOM_PYBLOOM_SCALABLE) != 0;
	/* with XXH3, try the rule of pybloom-live first */
	bool		live = scalable && variant & BLOOM_PYBLOOM_XXH3;
	const char *first = NULL;

	for (int i = 0; i < (scalable ? 3 : 1); i++)
		for (int doubled = 0; doubled <= BLOOM_PYBLOOM_DOUBLED;
			 doubled += BLOOM_PYBLOOM_DOUBLED)
		{
			const char *problem;

			imported->variant = variant | rules[live][i] | doubled;
			problem = bloom_pybloom_problem(imported, file->layers);
			if (problem == NULL)
				return NULL;
			if (first == NULL)
				first = problem;
		}
	return first;
}

/* Read a file of either class */
static const char *
read_file(const BloomCodecOptions *options, const BloomCodecInput *input,
		  BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	uint64_t	variant = options->xxh3 ? BLOOM_PYBLOOM_XXH3 : 0;
	const char *problem;
	const char *other;

	imported->variant = variant;
	problem = read_fixed(input->data, input->size, file);
	if (problem == NULL)
		problem = find_rules(file);
	if (problem == NULL)
		return NULL;

	memset(file, 0, sizeof(*file));
	imported->variant = variant;
	other = read_scalable(input->data, input->size, file);
	if (other == NULL && file->layers == 0)
		other = bloom_pybloom_first(file);
	if (other == NULL)
		other = find_rules(file);
	/* return the error for the class that the file seems to have */
	if (other != NULL && imported->ratio != BLOOM_PYBLOOM_RATIO)
		return problem;
	return other;
}

static size_t
write_file(const BloomImported *imported, unsigned layers,
		   const uint64_t *const *words, uint8_t *data, BloomPause pause)
{
	bool		scalable = imported->variant & BLOOM_PYBLOOM_SCALABLE;
	size_t		at;

	/* a layer with bits is written even if its count, from outside, is 0 */
	if (imported->variant & BLOOM_PYBLOOM_EMPTY && layers == 1 &&
		imported->layer[0].count == 0 &&
		bloom_codec_ends((const uint8_t *) words[0], sizeof(uint64_t) *
						 bloom_imported_words(&imported->layer[0]), 0, false))
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
			bloom_codec_store(words[i], bytes, false, false,
							  data + at + LAYER_HEADER, pause);
		}
		at += LAYER_HEADER + bytes;
	}
	return at;
}

/* The count of a file can be any number, and must not wrap around */
static void
count_key(BloomImported *imported, unsigned layer)
{
	if (imported->layer[layer].count < UINT64_MAX)
		imported->layer[layer].count++;
}

/* Each layer of a scalable filter has twice the capacity of the one before */
static const char *
make_filter(const BloomCodecOptions *options, BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;

	if (options->growth != 0 && options->growth != 2)
		return "It can only grow twofold.";
	imported->variant = options->xxh3 ? BLOOM_PYBLOOM_XXH3 : 0;
	imported->capacity = options->capacity;
	imported->error_rate = options->error_rate;
	if (options->growth != 0)
	{
		imported->variant |= BLOOM_PYBLOOM_SCALABLE;
		imported->growth = 2;
		imported->ratio = BLOOM_PYBLOOM_RATIO;
		return bloom_pybloom_first(file);
	}
	if (!bloom_pybloom_layer(imported, options->capacity, options->error_rate,
							 &imported->layer[0]))
		return "There is no layer of its capacity and error rate.";
	file->layers = 1;
	return NULL;
}

const BloomCodec bloom_pybloom_codec = {
	.problem = bloom_pybloom_problem,
	.read = read_file,
	.make = make_filter,
	.needs_hash = uses_small_hash,
	.positions = key_positions,
	.write = write_file,
	.count = count_key,
	.next = bloom_pybloom_next,
	.recognizable = true
};
