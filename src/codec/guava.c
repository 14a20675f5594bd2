/*
 * codec/guava.c
 *		Guava's BloomFilter.
 */
#include "codec/guava.h"

#include <string.h>

#include "core/bytes.h"
#include "codec/classic.h"
#include "codec/murmur.h"

#define HEADER	6				/* strategy, probes, number of words */

static void
positions_64(const BloomImportedLayer *layer, uint64_t low, uint64_t high,
			 uint64_t *positions)
{
	for (uint64_t i = 0; i < layer->probes; i++, low += high)
		positions[i] = (low & INT64_MAX) % layer->bits;
}

static void
key_positions(const BloomImported *imported, unsigned layer, const void *key,
			  size_t size, uint64_t *positions)
{
	uint64_t	low;
	uint64_t	high;

	bloom_murmur3_128(key, size, 0, &low, &high);
	if (imported->variant == BLOOM_GUAVA_MITZ_64)
		positions_64(&imported->layer[layer], low, high, positions);
	else
		bloom_classic_positions(&imported->layer[layer], (uint32_t) low,
								(uint32_t) (low >> 32), positions);
}

static const char *
data_problem(const BloomImported *imported, unsigned layers)
{
	if (imported->variant > BLOOM_GUAVA_MITZ_64)
		return "Its strategy is not recognized.";
	if (imported->options != 0)
		return "It has unrecognized fields.";
	return bloom_classic_problem(imported, layers);
}

const char *
bloom_guava_read(const uint8_t *data, size_t size, BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	const char *problem;

	memset(file, 0, sizeof(*file));
	if (size < HEADER)
		return "It is too short.";
	problem = bloom_classic_read(data + HEADER, size - HEADER,
								 bloom_get_be32(data + 2), file);
	if (problem != NULL)
		return problem;
	imported->variant = data[0];
	imported->layer[0].probes = data[1];
	return bloom_codec_problem(&bloom_guava_codec, imported, 1);
}

static size_t
write_file(const BloomImported *imported, unsigned layers,
		   const uint64_t *const *words, uint8_t *data, BloomPause pause)
{
	(void) layers;				/* always 1 */
	if (data != NULL)
	{
		data[0] = (uint8_t) imported->variant;
		data[1] = (uint8_t) imported->layer[0].probes;
	}
	return bloom_classic_write(imported, words[0], HEADER, data, pause);
}

const char *
bloom_guava_new(uint64_t capacity, double error_rate, BloomImportedFile *file)
{
	const char *problem = bloom_classic_new(capacity, error_rate, file);

	if (problem != NULL)
		return problem;
	file->head.imported.variant = BLOOM_GUAVA_MITZ_64;
	return bloom_codec_problem(&bloom_guava_codec, &file->head.imported, 1);
}

static const char *
read_file(const BloomImportedOptions *options, const BloomImportedInput *input,
		  BloomImportedFile *file)
{
	(void) options;				/* not needed to read the file */
	return bloom_guava_read(input->data, input->size, file);
}

static const char *
make_filter(const BloomImportedOptions *options, BloomImportedFile *file)
{
	return bloom_guava_new(options->capacity, options->error_rate, file);
}

const BloomCodec bloom_guava_codec = {
	.name = "guava",
	.problem = data_problem,
	.read = read_file,
	.make = make_filter,
	.positions = key_positions,
	.write = write_file,
	.integer_sizes = 4 | 8,
	.untold_parameters = true,
	.recognizable = true
};
