/*
 * codec/bitmap.c
 *		Bare bitmaps of chfguo/bloomfilter: a Redis string, or the bytes of its
 *		own bitmap.
 *
 * A Redis string may be shorter than its bits, because the bytes after the
 * last bit that is set can be missing.  The number of bytes that were read is
 * stored as options (0 in a new filter), and at least as many are written,
 * because SETBIT never shortens a string.
 */
#include "codec/codec.h"

#include <math.h>
#include <string.h>

#include "codec/murmur.h"

/* variant */
#define HIGH_FIRST	0x01		/* bit p is 0x80 >> p mod 8 */
#define PRIME		0x02		/* the number of bits is a prime */

static void
key_positions(const BloomImported *imported, unsigned layer,
			  const BloomKey *key, uint64_t *positions)
{
	const BloomImportedLayer *head = &imported->layer[layer];
	uint32_t	seed = 314159265;

	for (uint64_t i = 0; i < head->probes; i++)
	{
		positions[i] = bloom_murmur2_64(key->data, key->size, seed) %
			head->bits;
		seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
	}
}

/* As in the library, 1 is a prime */
static bool
is_prime(uint64_t number)
{
	if (number % 2 == 0)
		return number == 2;
	for (uint64_t divisor = 3; divisor * divisor <= number; divisor += 2)
		if (number % divisor == 0)
			return false;
	return true;
}

/*
 * Make an empty filter, a Redis string.  The library computes its bits and
 * probes from the capacity and the error rate.  Also called by read_file(),
 * for which nothing was checked.
 */
static const char *
make_filter(const BloomCodecOptions *options, BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	BloomImportedLayer *layer = &imported->layer[0];
	uint64_t	capacity = options->capacity;
	double		error = (float) options->error_rate;
	double		number;

	if (capacity > UINT32_MAX)
		return "Its capacity is too large.";
	number = -(log(error) * (double) capacity) / (log(2) * log(2));
	if (!(number >= 1 && number <= (double) BLOOM_IMPORTED_MAX_BITS))
		return "There is no filter of its capacity and error rate.";
	layer->bits = (uint64_t) number;
	while (options->prime && !is_prime(layer->bits))
		layer->bits++;
	number = ceil(log(2) * (double) layer->bits / (double) capacity);
	if (!(number >= 1 && number <= BLOOM_IMPORTED_MAX_PROBES))
		return "There is no filter of its capacity and error rate.";
	layer->probes = (uint64_t) number;
	imported->capacity = layer->capacity = capacity;
	imported->error_rate = layer->error_rate = options->error_rate;
	imported->variant = HIGH_FIRST | (options->prime ? PRIME : 0);
	file->layers = 1;
	file->high_first = true;
	return NULL;
}

static const char *
data_problem(const BloomImported *imported, unsigned layers)
{
	if (imported->variant > (HIGH_FIRST | PRIME))
		return "The filter has unrecognized fields.";
	if (imported->options > imported->layer[0].bits / 8 + 1)
		return "It is too long.";
	return bloom_codec_bits_problem(imported, layers);
}

/* Read a bitmap, or the beginning of one */
static const char *
read_file(const BloomCodecOptions *options, const BloomCodecInput *input,
		  BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	const char *problem = make_filter(options, file);
	uint64_t	bits = imported->layer[0].bits;
	uint64_t	most = bits / 8 + (bits % 8 != 0);

	if (problem != NULL)
		return problem;
	if (options->low_first)
		imported->variant &= ~(uint64_t) HIGH_FIRST;
	file->high_first = !options->low_first;
	imported->options = input->size;
	/* the library's own bitmap may have one more byte */
	if (input->size > bits / 8 + 1)
		return "It is longer than its bits.";
	if (!bloom_codec_ends(input->data, input->size, bits, file->high_first))
		return "Bits are set beyond its end.";
	file->bytes[0] = input->data;
	file->size[0] = input->size < most ? input->size : (size_t) most;
	return NULL;
}

/* The number of bytes up to the last one that is not 0 */
static size_t
used_bytes(const BloomImportedLayer *layer, const uint64_t *words)
{
	size_t		count = bloom_imported_words(layer);

	while (count > 0 && words[count - 1] == 0)
		count--;
	if (count == 0)
		return 0;
	return 8 * count - (size_t) __builtin_clzll(words[count - 1]) / 8;
}

static size_t
write_file(const BloomImported *imported, unsigned layers,
		   const uint64_t *const *words, uint8_t *data, BloomPause pause)
{
	const BloomImportedLayer *layer = &imported->layer[0];
	size_t		used = used_bytes(layer, words[0]);
	size_t		least = (size_t) imported->options;
	bool		high_first = imported->variant & HIGH_FIRST;

	(void) layers;				/* always 1 */
	if (data != NULL)
	{
		bloom_codec_store(words[0], used, high_first, false, data, pause);
		if (used < least)
			memset(data + used, 0, least - used);
	}
	return used < least ? least : used;
}

const BloomCodec bloom_bitmap_codec = {
	.problem = data_problem,
	.read = read_file,
	.make = make_filter,
	.positions = key_positions,
	.write = write_file,
	.any_length = true,
	.needs_parameters = true
};
