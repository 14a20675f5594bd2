/*
 * codec/guava.c
 *		Guava's BloomFilter.
 */
#include "codec/guava.h"

#include <math.h>
#include <string.h>

#include "codec/bytes.h"
#include "codec/murmur.h"

#define HEADER	6

static void
positions_32(const BloomForeignLayer *layer, uint64_t low, uint64_t *positions)
{
	uint32_t	hash = (uint32_t) low;
	uint32_t	step = (uint32_t) (low >> 32);

	for (uint64_t i = 0; i < layer->probes; i++)
	{
		hash += step;
		/* a signed number there; ~ makes the negative ones positive */
		positions[i] = (hash >> 31 ? ~hash : hash) % layer->bits;
	}
}

static void
positions_64(const BloomForeignLayer *layer, uint64_t low, uint64_t high,
			 uint64_t *positions)
{
	for (uint64_t i = 0; i < layer->probes; i++, low += high)
		positions[i] = (low & INT64_MAX) % layer->bits;
}

static void
key_positions(const BloomForeign *foreign, unsigned layer, const void *key,
			  size_t size, uint64_t *positions)
{
	uint64_t	low;
	uint64_t	high;

	bloom_murmur3_128(key, size, 0, &low, &high);
	if (foreign->variant == BLOOM_GUAVA_MITZ_64)
		positions_64(&foreign->layer[layer], low, high, positions);
	else
		positions_32(&foreign->layer[layer], low, positions);
}

/* Capacity and error rate aren't written: the user may have told them */
static const char *
data_problem(const BloomForeign *foreign, unsigned layers)
{
	const BloomForeignLayer *layer = &foreign->layer[0];

	if (foreign->variant > BLOOM_GUAVA_MITZ_64)
		return "its strategy is unknown";
	if (layers != 1 || foreign->growth != 0 || foreign->count != 0 ||
		foreign->ratio != 0 || foreign->options != 0 || layer->count != 0 ||
		layer->bits_per_key != 0 || layer->bits_log != 0)
		return "it has unknown fields";
	if (layer->bits % 64 != 0)
		return "its bits are not whole words";
	if (!(foreign->error_rate >= 0 && foreign->error_rate < 1) ||
		!(layer->error_rate >= 0 && layer->error_rate < 1))
		return "its error rate is not between 0 and 1";
	return NULL;
}

const char *
bloom_guava_read(const uint8_t *data, size_t size, BloomForeignFile *file)
{
	BloomForeign *foreign = &file->head.foreign;
	uint32_t	count;

	memset(file, 0, sizeof(*file));
	if (size < HEADER)
		return "it is too short";
	count = __builtin_bswap32((uint32_t) bloom_get_le(data + 2, 4));
	if (count > BLOOM_FOREIGN_MAX_BITS / 64)
		return "it is too large";
	if (size - HEADER != (uint64_t) count * 8)
		return "its lengths don't add up";
	foreign->variant = data[0];
	foreign->layer[0].probes = data[1];
	foreign->layer[0].bits = (uint64_t) count * 64;
	file->layers = 1;
	file->bytes[0] = data + HEADER;
	file->size[0] = size - HEADER;
	file->big_words = true;
	return bloom_codec_problem(&bloom_guava_codec, foreign, 1);
}

static size_t
write_file(const BloomForeign *foreign, unsigned layers,
		   const uint64_t *const *words, uint8_t *data, BloomPause pause)
{
	const BloomForeignLayer *layer = &foreign->layer[0];
	uint32_t	count = (uint32_t) (layer->bits / 64);

	(void) layers;				/* always 1 */
	if (data != NULL)
	{
		data[0] = (uint8_t) foreign->variant;
		data[1] = (uint8_t) layer->probes;
		bloom_put_le32(data + 2, __builtin_bswap32(count));
		bloom_foreign_store(words[0], (size_t) count * 8, false, true,
							data + HEADER, pause);
	}
	return HEADER + (size_t) count * 8;
}

const char *
bloom_guava_new(uint64_t capacity, double error_rate, BloomForeignFile *file)
{
	BloomForeign *foreign = &file->head.foreign;
	BloomForeignLayer *layer = &foreign->layer[0];
	double		bits;
	double		probes;

	memset(file, 0, sizeof(*file));
	if (capacity < 1)
		return "its capacity is 0";
	if (!(error_rate > 0 && error_rate < 1))
		return "its error rate is not between 0 and 1";
	bits = trunc(-(double) capacity * log(error_rate) / (log(2) * log(2)));
	if (!(bits >= 1 && bits <= (double) BLOOM_FOREIGN_MAX_BITS))
		return "there is no filter of its capacity and error rate";
	/* the hashes are those for the bits before they fill whole words */
	probes = floor(bits / (double) capacity * log(2) + 0.5);
	layer->probes = probes < 1 ? 1 : (uint64_t) probes;
	layer->bits = ((uint64_t) bits + 63) / 64 * 64;
	layer->capacity = capacity;
	layer->error_rate = error_rate;
	foreign->variant = BLOOM_GUAVA_MITZ_64;
	foreign->capacity = capacity;
	foreign->error_rate = error_rate;
	file->layers = 1;
	file->big_words = true;
	return bloom_codec_problem(&bloom_guava_codec, foreign, 1);
}

const BloomCodec bloom_guava_codec = {
	.name = "guava",
	.problem = data_problem,
	.positions = key_positions,
	.write = write_file,
	.untold_shape = true
};
