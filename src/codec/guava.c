/*
 * codec/guava.c
 *		Files of Guava's BloomFilter, as written by writeTo.
 *
 * Keys are the bytes that the filter's funnel produces from a value.  The file
 * does not contain the funnel.
 */
#include "core/bytes.h"
#include "codec/classic.h"
#include "codec/murmur.h"

/* variant: the strategy, MURMUR128_MITZ_32 or MURMUR128_MITZ_64 */
#define MITZ_64	1

#define HEADER	6				/* strategy, probes, number of words */

static void
positions_64(const BloomImportedLayer *layer, uint64_t low, uint64_t high,
			 uint64_t *positions)
{
	for (uint64_t i = 0; i < layer->probes; i++, low += high)
		positions[i] = (low & INT64_MAX) % layer->bits;
}

static void
key_positions(const BloomImported *imported, unsigned layer,
			  const BloomKey *key, uint64_t *positions)
{
	uint64_t	low;
	uint64_t	high;

	if (imported->keys == BLOOM_KEYS_UTF16)
		bloom_murmur3_128_utf16(key->data, key->size, &low, &high);
	else
		bloom_murmur3_128(key->data, key->size, 0, &low, &high);
	if (imported->variant == MITZ_64)
		positions_64(&imported->layer[layer], low, high, positions);
	else
		bloom_classic_positions(&imported->layer[layer], (uint32_t) low,
								(uint32_t) (low >> 32), positions);
}

static const char *
data_problem(const BloomImported *imported, unsigned layers)
{
	if (imported->variant > MITZ_64)
		return "Its strategy is not recognized.";
	if (imported->options != 0)
		return "The filter has unrecognized fields.";
	return bloom_classic_problem(imported, layers);
}

static const char *
read_file(const BloomCodecOptions *options, const BloomCodecInput *input,
		  BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	const uint8_t *data = input->data;

	(void) options;				/* not needed to read the file */
	if (input->size < HEADER)
		return "The file is too short.";
	imported->variant = data[0];
	imported->layer[0].probes = data[1];
	return bloom_classic_read(data + HEADER, input->size - HEADER,
							  bloom_get_be32(data + 2), file);
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

/* As BloomFilter.create does */
static const char *
make_filter(const BloomCodecOptions *options, BloomCodecFile *file)
{
	file->head.imported.variant = MITZ_64;
	return bloom_classic_make(options, file);
}

const BloomCodec bloom_guava_codec = {
	.problem = data_problem,
	.read = read_file,
	.make = make_filter,
	.positions = key_positions,
	.write = write_file,
	.keys = BLOOM_KEYS_UTF16 | BLOOM_KEYS_INTEGER | BLOOM_KEYS_LONG,
	.untold_parameters = true,
	.recognizable = true
};
