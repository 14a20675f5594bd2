/*
 * codec/classic.c
 *		The common part of Guava's and Spark's filters.
 */
#include "codec/classic.h"

#include <math.h>

#include "core/bytes.h"

const char *
bloom_classic_make(const BloomCodecOptions *options,
				   BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	BloomImportedLayer *layer = &imported->layer[0];
	uint64_t	capacity = options->capacity;
	double		error_rate = options->error_rate;
	double		bits;
	double		probes;

	bits = trunc(-(double) capacity * log(error_rate) / (log(2) * log(2)));
	if (!(bits >= 1 && bits <= (double) BLOOM_IMPORTED_MAX_BITS))
		return "There is no filter of its capacity and error rate.";
	/* from the number of bits before it is rounded up to whole words */
	probes = floor(bits / (double) capacity * log(2) + 0.5);
	layer->probes = probes < 1 ? 1 : (uint64_t) probes;
	layer->bits = ((uint64_t) bits + 63) / 64 * 64;
	layer->capacity = capacity;
	layer->error_rate = error_rate;
	imported->capacity = capacity;
	imported->error_rate = error_rate;
	file->layers = 1;
	file->big_words = true;
	return NULL;
}

const char *
bloom_classic_read(const uint8_t *words, size_t size, uint32_t count,
				   BloomCodecFile *file)
{
	if (count > BLOOM_IMPORTED_MAX_BITS / 64)
		return "It is too large.";
	if (size != (uint64_t) count * 8)
		return "The lengths in its header do not match its data.";
	file->head.imported.layer[0].bits = (uint64_t) count * 64;
	file->layers = 1;
	file->bytes[0] = words;
	file->size[0] = size;
	file->big_words = true;
	return NULL;
}

size_t
bloom_classic_write(const BloomImported *imported, const uint64_t *words,
					size_t header, uint8_t *data, BloomPause pause)
{
	size_t		size = (size_t) (imported->layer[0].bits / 8);

	if (data != NULL)
	{
		bloom_put_be32(data + header - 4, (uint32_t) (size / 8));
		bloom_codec_store(words, size, false, true, data + header, pause);
	}
	return header + size;
}

const char *
bloom_classic_problem(const BloomImported *imported, unsigned layers)
{
	if (imported->layer[0].bits % 64 != 0)
		return "Its bits are not whole words.";
	return bloom_codec_bits_problem(imported, layers);
}

void
bloom_classic_positions(const BloomImportedLayer *layer, uint32_t hash,
						uint32_t step, uint64_t *positions)
{
	for (uint64_t i = 0; i < layer->probes; i++)
	{
		hash += step;
		/* signed in Java, where ~ makes negative numbers positive */
		positions[i] = (hash >> 31 ? ~hash : hash) % layer->bits;
	}
}
