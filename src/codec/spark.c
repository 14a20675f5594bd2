/*
 * codec/spark.c
 *		Files of Spark's BloomFilter (org.apache.spark.util.sketch), as written
 *		by writeTo.
 *
 * An integer of any type is a key of eight bytes.
 */
#include "core/bytes.h"
#include "codec/classic.h"
#include "codec/murmur.h"

/* variant: the version of the file; options: the seed, 0 in version 1 */
#define VERSION_1	1			/* of Spark up to 4.0, read by later ones */
#define VERSION_2	2			/* of Spark 4.1 and later */

#define VERSION_1_MAX_BITS	(UINT64_C(1) << 31)

/* Four bytes each: version, probes, seed (version 2 only), number of words */
static size_t
header_size(uint64_t version)
{
	return version == VERSION_2 ? 16 : 12;
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
key_positions(const BloomImported *imported, unsigned layer,
			  const BloomKey *key, uint64_t *positions)
{
	uint32_t	hash = bloom_murmur3_spark(key->data, key->size,
										   (uint32_t) imported->options);
	uint32_t	step = bloom_murmur3_spark(key->data, key->size, hash);

	if (imported->variant == VERSION_2)
		positions_64(&imported->layer[layer], hash, step, positions);
	else
		bloom_classic_positions(&imported->layer[layer], hash, step,
								positions);
}

static const char *
data_problem(const BloomImported *imported, unsigned layers)
{
	if (imported->variant != VERSION_1 &&
		imported->variant != VERSION_2)
		return "Its version is not recognized.";
	if (imported->options >
		(imported->variant == VERSION_2 ? UINT32_MAX : 0))
		return "The filter has unrecognized fields.";
	return bloom_classic_problem(imported, layers);
}

static const char *
read_file(const BloomCodecOptions *options, const BloomCodecInput *input,
		  BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	const uint8_t *data = input->data;
	uint32_t	version = input->size >= 4 ? bloom_get_be32(data) : 0;
	size_t		header = header_size(version);

	(void) options;				/* not needed to read the file */
	if (input->size < header)
		return "The file is too short.";
	if (version != VERSION_1 && version != VERSION_2)
		return "Its version is not recognized.";
	imported->variant = version;
	imported->layer[0].probes = bloom_get_be32(data + 4);
	if (version == VERSION_2)
		imported->options = bloom_get_be32(data + 8);
	return bloom_classic_read(data + header, input->size - header,
							  bloom_get_be32(data + header - 4), file);
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
		if (imported->variant == VERSION_2)
			bloom_put_be32(data + 8, (uint32_t) imported->options);
	}
	return bloom_classic_write(imported, words[0],
							   header_size(imported->variant), data, pause);
}

/* As BloomFilter.create does, which also makes filters that are too large */
static const char *
make_filter(const BloomCodecOptions *options, BloomCodecFile *file)
{
	const char *problem = bloom_classic_make(options, file);

	file->head.imported.variant = (uint64_t) options->version;
	if (problem == NULL && options->version == VERSION_1 &&
		file->head.imported.layer[0].bits > VERSION_1_MAX_BITS)
		return "Version 1 of its format sets no bits from 2^31 on.";
	return problem;
}

const BloomCodec bloom_spark_codec = {
	.problem = data_problem,
	.read = read_file,
	.make = make_filter,
	.positions = key_positions,
	.write = write_file,
	.keys = BLOOM_KEYS_LONG,
	.untold_parameters = true,
	.recognizable = true,
	.has_versions = true
};
