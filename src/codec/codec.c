/*
 * codec/codec.c
 *		Filters of other libraries: reading and writing bits, and the
 *		validation that all formats have in common.
 */
#include "codec/codec.h"

#include <string.h>

#include "core/bytes.h"

#define PAUSE_WORDS	((size_t) 1 << 19)	/* 4 MiB */

/* Reverse the order of the bits in each byte */
static inline uint64_t
reverse_bytes(uint64_t word)
{
	const uint64_t ones = UINT64_C(0x5555555555555555);
	const uint64_t twos = UINT64_C(0x3333333333333333);
	const uint64_t fours = UINT64_C(0x0F0F0F0F0F0F0F0F);

	word = (word & ones) << 1 | (word >> 1 & ones);
	word = (word & twos) << 2 | (word >> 2 & twos);
	return (word & fours) << 4 | (word >> 4 & fours);
}

/* Convert a word that was read as little-endian to ours, or the reverse */
static inline uint64_t
convert(uint64_t word, bool high_first, bool big_words)
{
	if (high_first)
		word = reverse_bytes(word);
	return big_words ? __builtin_bswap64(word) : word;
}

void
bloom_codec_load(const BloomCodecFile *file, unsigned layer,
				 uint64_t *words, BloomPause pause)
{
	const BloomImportedLayer *head = &file->head.imported.layer[layer];
	size_t		count = bloom_imported_words(head);
	const uint8_t *bytes = file->bytes[layer];
	size_t		size = file->size[layer];

	for (size_t i = 0; i < count; i++)
	{
		uint64_t	word = 0;

		if (i < size / 8)
			word = bloom_get_le64(bytes + 8 * i);
		else if (i == size / 8 && size % 8 != 0)
			word = bloom_get_le(bytes + 8 * i, size % 8);
		words[i] = convert(word, file->high_first, file->big_words);
		if (pause != NULL && i % PAUSE_WORDS == 0)
			pause();
	}
}

void
bloom_codec_store(const uint64_t *words, size_t size, bool high_first,
				  bool big_words, uint8_t *bytes, BloomPause pause)
{
	for (size_t i = 0; i < size / 8; i++)
	{
		bloom_put_le64(bytes + 8 * i,
					   convert(words[i], high_first, big_words));
		if (pause != NULL && i % PAUSE_WORDS == 0)
			pause();
	}
	if (size % 8 != 0)
		bloom_put_le(bytes + size / 8 * 8, size % 8,
					 convert(words[size / 8], high_first, big_words));
}

bool
bloom_codec_ends(const uint8_t *bytes, size_t size, uint64_t bits,
				 bool high_first)
{
	unsigned	used = bits % 8;
	uint64_t	byte = bits / 8;

	if (used != 0 && byte < size)
	{
		if (high_first ? bytes[byte] & 0xFF >> used : bytes[byte] >> used)
			return false;
		byte++;
	}
	for (; byte < size; byte++)
		if (bytes[byte] != 0)
			return false;
	return true;
}

static bool
keys_valid(const BloomCodec *codec, uint64_t keys)
{
	return keys == BLOOM_KEYS_TEXT ||
		((keys == BLOOM_KEYS_UTF16 || keys == BLOOM_KEYS_INTEGER ||
		  keys == BLOOM_KEYS_LONG) && (codec->keys & keys) != 0);
}

/* Validate what all formats have in common */
static const char *
common_problem(const BloomCodec *codec, const BloomImported *imported,
			   unsigned layers)
{
	uint64_t	bits = 0;

	if (layers < 1 || layers > BLOOM_IMPORTED_MAX_LAYERS)
		return "It has too few or too many layers.";
	if (!keys_valid(codec, imported->keys))
		return "It cannot have such keys.";
	/* the header has it as a signed number */
	if (imported->capacity > INT64_MAX)
		return "Its capacity is too large.";
	for (unsigned i = 0; i < layers; i++)
	{
		const BloomImportedLayer *layer = &imported->layer[i];

		if (layer->reserved != 0)
			return "The filter has unrecognized fields.";
		if (layer->probes < 1 || layer->probes > BLOOM_IMPORTED_MAX_PROBES)
			return "It sets too few or too many bits per key.";
		if (layer->bits < 1)
			return "It has no bits.";
		if (layer->bits > BLOOM_IMPORTED_MAX_BITS)
			return "It is too large.";
		bits += layer->bits;
	}
	/* so that sizes in bytes fit into a size_t of 32 bits */
	if (bits > 2 * BLOOM_IMPORTED_MAX_BITS)
		return "It is too large.";
	return NULL;
}

const char *
bloom_codec_bits_problem(const BloomImported *imported, unsigned layers)
{
	const BloomImportedLayer *layer = &imported->layer[0];

	if (layers != 1 || imported->growth != 0 || imported->count != 0 ||
		imported->ratio != 0 || layer->count != 0 ||
		layer->bits_per_key != 0 || layer->bits_log != 0)
		return "The filter has unrecognized fields.";
	if (!(imported->error_rate >= 0 && imported->error_rate < 1) ||
		!(layer->error_rate >= 0 && layer->error_rate < 1))
		return "Its error rate is not between 0 and 1.";
	return NULL;
}

const char *
bloom_codec_validate(const BloomCodec *codec, const BloomImported *imported,
					 unsigned layers)
{
	const char *problem = common_problem(codec, imported, layers);

	return problem != NULL ? problem : codec->problem(imported, layers);
}

const char *
bloom_codec_read(const BloomCodec *codec, const BloomCodecOptions *options,
				 const BloomCodecInput *input, BloomCodecFile *file)
{
	const char *problem;

	memset(file, 0, sizeof(*file));
	problem = codec->read(options, input, file);
	return problem != NULL ? problem :
		bloom_codec_validate(codec, &file->head.imported, file->layers);
}

const char *
bloom_codec_make(const BloomCodec *codec, const BloomCodecOptions *options,
				 BloomCodecFile *file)
{
	const char *problem;

	if (options->capacity < 1)
		return "Its capacity is less than 1.";
	/* written so that NaN fails */
	if (!(options->error_rate > 0 && options->error_rate < 1))
		return "Its error rate is not between 0 and 1.";
	memset(file, 0, sizeof(*file));
	problem = codec->make(options, file);
	return problem != NULL ? problem :
		bloom_codec_validate(codec, &file->head.imported, file->layers);
}
