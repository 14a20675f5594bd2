/*
 * codec/bitmap.c
 *		Bare bitmaps of chfguo/bloomfilter.
 */
#include "codec/bitmap.h"

#include <math.h>
#include <string.h>

#include "codec/murmur.h"

static void
key_positions(const BloomImported *imported, unsigned layer, const void *key,
			  size_t size, uint64_t *positions)
{
	const BloomImportedLayer *head = &imported->layer[layer];
	uint32_t	seed = 314159265;

	for (uint64_t i = 0; i < head->probes; i++)
	{
		positions[i] = bloom_murmur2_64(key, size, seed) % head->bits;
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

const char *
bloom_bitmap_size(uint64_t capacity, double error_rate, bool prime,
				  uint64_t *bits, uint64_t *probes)
{
	double		error = (float) error_rate;
	double		number;

	if (capacity < 1 || capacity > UINT32_MAX)
		return "Its capacity is too small or too large.";
	if (!(error > 0 && error < 1))
		return "Its error rate is not between 0 and 1.";
	number = -(log(error) * (double) capacity) / (log(2) * log(2));
	if (!(number >= 1 && number <= (double) BLOOM_IMPORTED_MAX_BITS))
		return "There is no filter of its capacity and error rate.";
	*bits = (uint64_t) number;
	while (prime && !is_prime(*bits))
		(*bits)++;
	number = ceil(log(2) * (double) *bits / (double) capacity);
	if (!(number >= 1 && number <= BLOOM_IMPORTED_MAX_PROBES))
		return "There is no filter of its capacity and error rate.";
	*probes = (uint64_t) number;
	return NULL;
}

/* Capacity and error rate are not in the file.  0 if they are unknown. */
static const char *
data_problem(const BloomImported *imported, unsigned layers)
{
	const BloomImportedLayer *layer = &imported->layer[0];

	if (imported->variant > (BLOOM_BITMAP_HIGH_FIRST | BLOOM_BITMAP_PRIME) ||
		layers != 1 || imported->growth != 0 || imported->count != 0 ||
		imported->ratio != 0 || layer->count != 0 ||
		layer->bits_per_key != 0 || layer->bits_log != 0)
		return "It has unrecognized fields.";
	if (imported->options > layer->bits / 8 + 1)
		return "It is too long.";
	if (!(imported->error_rate >= 0 && imported->error_rate < 1) ||
		!(layer->error_rate >= 0 && layer->error_rate < 1))
		return "Its error rate is not between 0 and 1.";
	return NULL;
}

const char *
bloom_bitmap_read(const uint8_t *data, size_t size, uint64_t bits,
				  uint64_t probes, bool high_first, BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	uint64_t	most = bits / 8 + (bits % 8 != 0);

	memset(file, 0, sizeof(*file));
	imported->variant = high_first ? BLOOM_BITMAP_HIGH_FIRST : 0;
	imported->options = size;
	imported->layer[0].bits = bits;
	imported->layer[0].probes = probes;
	/* the library's own bitmap may have one more byte */
	if (size > bits / 8 + 1)
		return "It is longer than its bits.";
	if (!bloom_imported_ends(data, size, bits, high_first))
		return "Bits are set beyond its end.";
	file->layers = 1;
	file->bytes[0] = data;
	file->size[0] = size < most ? size : (size_t) most;
	file->high_first = high_first;
	return bloom_codec_problem(&bloom_bitmap_codec, imported, 1);
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
	bool		high_first = imported->variant & BLOOM_BITMAP_HIGH_FIRST;

	(void) layers;				/* always 1 */
	if (data != NULL)
	{
		bloom_imported_store(words[0], used, high_first, false, data, pause);
		if (used < least)
			memset(data + used, 0, least - used);
	}
	return used < least ? least : used;
}

const char *
bloom_bitmap_new(uint64_t capacity, double error_rate, bool prime,
				 BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	BloomImportedLayer *layer = &imported->layer[0];
	const char *problem;

	memset(file, 0, sizeof(*file));
	problem = bloom_bitmap_size(capacity, error_rate, prime, &layer->bits,
								&layer->probes);
	if (problem != NULL)
		return problem;
	layer->capacity = capacity;
	layer->error_rate = error_rate;
	imported->variant = BLOOM_BITMAP_HIGH_FIRST |
		(prime ? BLOOM_BITMAP_PRIME : 0);
	imported->capacity = capacity;
	imported->error_rate = error_rate;
	file->layers = 1;
	file->high_first = true;
	return bloom_codec_problem(&bloom_bitmap_codec, imported, 1);
}

static const char *
read_file(const BloomImportedOptions *options, const BloomImportedInput *input,
		  BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	uint64_t	bits;
	uint64_t	probes;
	const char *problem = bloom_bitmap_size(options->capacity,
											options->error_rate,
											options->prime, &bits, &probes);

	if (problem == NULL)
		problem = bloom_bitmap_read(input->data, input->size, bits, probes,
									!options->low_first, file);
	if (problem != NULL)
		return problem;
	imported->capacity = imported->layer[0].capacity = options->capacity;
	imported->error_rate = imported->layer[0].error_rate = options->error_rate;
	if (options->prime)
		imported->variant |= BLOOM_BITMAP_PRIME;
	return NULL;
}

static const char *
make_filter(const BloomImportedOptions *options, BloomImportedFile *file)
{
	return bloom_bitmap_new(options->capacity, options->error_rate,
							options->prime, file);
}

const BloomCodec bloom_bitmap_codec = {
	.name = "redis-bitmap",
	.problem = data_problem,
	.read = read_file,
	.make = make_filter,
	.positions = key_positions,
	.write = write_file,
	.any_length = true,
	.needs_parameters = true
};
