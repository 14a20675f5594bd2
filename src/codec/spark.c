/*
 * codec/spark.c
 *		Spark's BloomFilter.
 */
#include "codec/spark.h"

#include <string.h>

#include "core/bytes.h"
#include "codec/classic.h"
#include "codec/murmur.h"

/* Four bytes each: version, probes, seed (version 2 only), number of words */
static size_t
header_size(uint64_t version)
{
	return version == BLOOM_SPARK_V2 ? 16 : 12;
}

static uint64_t
signed_32(uint32_t number)
{
	return (uint64_t) (int64_t) (int32_t) number;
}

/* Unlike in version 1, the next sum starts from the result of ~ */
static void
positions_64(const BloomImportedLayer *layer, uint32_t hash, uint32_t step,
			 uint64_t *positions)
{
	uint64_t	sum = signed_32(hash) * INT32_MAX;

	for (uint64_t i = 0; i < layer->probes; i++)
	{
		sum += signed_32(step);
		if (sum >> 63)
			sum = ~sum;
		positions[i] = sum % layer->bits;
	}
}

static void
key_positions(const BloomImported *imported, unsigned layer, const void *key,
			  size_t size, uint64_t *positions)
{
	uint32_t	hash = bloom_murmur3_spark(key, size,
										   (uint32_t) imported->options);
	uint32_t	step = bloom_murmur3_spark(key, size, hash);

	if (imported->variant == BLOOM_SPARK_V2)
		positions_64(&imported->layer[layer], hash, step, positions);
	else
		bloom_classic_positions(&imported->layer[layer], hash, step,
								positions);
}

static const char *
data_problem(const BloomImported *imported, unsigned layers)
{
	if (imported->variant != BLOOM_SPARK_V1 &&
		imported->variant != BLOOM_SPARK_V2)
		return "Its version is not recognized.";
	if (imported->options >
		(imported->variant == BLOOM_SPARK_V2 ? UINT32_MAX : 0))
		return "It has unrecognized fields.";
	return bloom_classic_problem(imported, layers);
}

const char *
bloom_spark_read(const uint8_t *data, size_t size, BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	uint32_t	version = size >= 4 ? bloom_get_be32(data) : 0;
	size_t		header = header_size(version);
	const char *problem;

	memset(file, 0, sizeof(*file));
	if (size < header)
		return "It is too short.";
	if (version != BLOOM_SPARK_V1 && version != BLOOM_SPARK_V2)
		return "Its version is not recognized.";
	problem = bloom_classic_read(data + header, size - header,
								 bloom_get_be32(data + header - 4), file);
	if (problem != NULL)
		return problem;
	imported->variant = version;
	imported->layer[0].probes = bloom_get_be32(data + 4);
	if (version == BLOOM_SPARK_V2)
		imported->options = bloom_get_be32(data + 8);
	return bloom_codec_problem(&bloom_spark_codec, imported, 1);
}

static size_t
write_file(const BloomImported *imported, unsigned layers,
		   const uint64_t *const *words, uint8_t *data, BloomPause pause)
{
	(void) layers;				/* always 1 */
	if (data != NULL)
	{
		bloom_put_be32(data, (uint32_t) imported->variant);
		bloom_put_be32(data + 4, (uint32_t) imported->layer[0].probes);
		if (imported->variant == BLOOM_SPARK_V2)
			bloom_put_be32(data + 8, (uint32_t) imported->options);
	}
	return bloom_classic_write(imported, words[0],
							   header_size(imported->variant), data, pause);
}

const char *
bloom_spark_new(uint64_t capacity, double error_rate, int version,
				BloomImportedFile *file)
{
	const char *problem = bloom_classic_new(capacity, error_rate, file);

	if (problem != NULL)
		return problem;
	file->head.imported.variant = (uint64_t) version;
	return bloom_codec_problem(&bloom_spark_codec, &file->head.imported, 1);
}

static const char *
read_file(const BloomImportedOptions *options, const BloomImportedInput *input,
		  BloomImportedFile *file)
{
	(void) options;				/* not needed to read the file */
	return bloom_spark_read(input->data, input->size, file);
}

static const char *
make_filter(const BloomImportedOptions *options, BloomImportedFile *file)
{
	return bloom_spark_new(options->capacity, options->error_rate,
						   options->version, file);
}

const BloomCodec bloom_spark_codec = {
	.name = "spark",
	.problem = data_problem,
	.read = read_file,
	.make = make_filter,
	.positions = key_positions,
	.write = write_file,
	.integer_sizes = 8,
	.untold_parameters = true,
	.recognizable = true
};
