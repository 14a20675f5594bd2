/*
 * codec/pybloom.c
 *		pybloom's filters: sizes of layers, validation, and positions of keys.
 *
 * A layer consists of slices.  A key has one position in each slice.
 */
#include "codec/pybloom.h"

#include <math.h>

#include <string.h>

#include "core/bytes.h"
#include "codec/digest.h"

/* The logarithms of two machines may differ in their last bits */
#define SLACK			1e-12

static bool
nearly(double a, double b)
{
	return fabs(a - b) <= SLACK * fabs(b);
}

static bool
rate_valid(double error_rate)
{
	return error_rate > 0 && error_rate < 1;
}

/* The number of slices of a layer before it is rounded up */
static double
exact_slices(double error_rate)
{
	return log(1 / error_rate) / log(2);
}

/* The number of bits of a slice before it is rounded up */
static double
exact_slice(const BloomImported *imported, double capacity, double error_rate,
			uint64_t slices)
{
	double		doubled = imported->variant & BLOOM_PYBLOOM_DOUBLED ? 2 : 1;

	return doubled * capacity * fabs(log(error_rate)) /
		((double) slices * (log(2) * log(2)));
}

/* Whether the result can be the number, rounded up on some machine */
static bool
rounds_up(double number, uint64_t result)
{
	return ceil(number * (1 - SLACK)) <= (double) result &&
		ceil(number * (1 + SLACK)) >= (double) result;
}

/* Make an empty layer, as the library would.  False if it cannot exist. */
static bool
make_layer(const BloomImported *imported, uint64_t capacity, double error_rate,
		   BloomImportedLayer *layer)
{
	double		slices;
	double		slice;

	if (capacity < 1 || !rate_valid(error_rate))
		return false;
	slices = ceil(exact_slices(error_rate));
	if (!(slices >= 1 && slices <= BLOOM_IMPORTED_MAX_PROBES))
		return false;
	slice = ceil(exact_slice(imported, (double) capacity, error_rate,
							 (uint64_t) slices));
	if (!(slice >= 1 && slices * slice <= (double) BLOOM_IMPORTED_MAX_BITS))
		return false;
	memset(layer, 0, sizeof(*layer));
	layer->probes = (uint64_t) slices;
	layer->bits = layer->probes * (uint64_t) slice;
	layer->capacity = capacity;
	layer->error_rate = error_rate;
	return true;
}

/* The error rate of a scalable filter's first layer */
static double
first_rate(const BloomImported *imported)
{
	switch (imported->variant & BLOOM_PYBLOOM_FIRST)
	{
		case BLOOM_PYBLOOM_FIRST_REST:
			return imported->error_rate * (1 - imported->ratio);
		case BLOOM_PYBLOOM_FIRST_RATIO:
			return imported->error_rate * imported->ratio;
		default:
			return imported->error_rate;
	}
}

/*
 * The error rate of the layer that follows `layers` others.  pybloom up to 1.1
 * computes it with pow, later versions multiply that of the last layer.
 */
static double
next_rate(const BloomImported *imported, unsigned layers)
{
	if ((imported->variant & BLOOM_PYBLOOM_FIRST) == BLOOM_PYBLOOM_FIRST_ALL)
		return imported->error_rate * pow(imported->ratio, layers);
	return imported->layer[layers - 1].error_rate * imported->ratio;
}

static bool
next_layer(const BloomImported *imported, unsigned layers,
		   BloomImportedLayer *next)
{
	uint64_t	capacity = imported->layer[layers - 1].capacity;

	if (capacity > UINT64_MAX / imported->growth)
		return false;
	return make_layer(imported, capacity * imported->growth,
					  next_rate(imported, layers), next);
}

/* The size of a digest's words in bytes.  Each word yields a position. */
static unsigned
word_size(uint64_t slice)
{
	if (slice >= UINT64_C(1) << 31)
		return 8;
	return slice >= UINT64_C(1) << 15 ? 4 : 2;
}

static BloomDigest
digest_of(const BloomImported *imported, const BloomImportedLayer *layer)
{
	uint64_t	bits = layer->probes * 8 *
		word_size(layer->bits / layer->probes);

	if (bits > 384)
		return BLOOM_DIGEST_SHA512;
	if (bits > 256)
		return BLOOM_DIGEST_SHA384;
	if (bits > 160)
		return BLOOM_DIGEST_SHA256;
	if (bits > 128)
		return BLOOM_DIGEST_SHA1;
	return imported->variant & BLOOM_PYBLOOM_XXH3 ? BLOOM_DIGEST_XXH3 :
		BLOOM_DIGEST_MD5;
}

bool
bloom_pybloom_uses_hash(const BloomImported *imported, unsigned layers)
{
	/* the error rate of the first layer depends on it */
	if (imported->variant & BLOOM_PYBLOOM_EMPTY)
		return true;
	for (unsigned i = 0; i < layers; i++)
	{
		BloomDigest kind = digest_of(imported, &imported->layer[i]);

		if (kind == BLOOM_DIGEST_MD5 || kind == BLOOM_DIGEST_XXH3)
			return true;
	}
	return false;
}

static void
key_positions(const BloomImported *imported, unsigned layer, const void *key,
			  size_t size, uint64_t *positions)
{
	const BloomImportedLayer *head = &imported->layer[layer];
	BloomDigest kind = digest_of(imported, head);
	uint64_t	slice = head->bits / head->probes;
	unsigned	width = word_size(slice);
	unsigned	words = bloom_digest_size(kind) / width;
	uint8_t		digest[BLOOM_DIGEST_MAX_SIZE];

	for (unsigned i = 0; i < head->probes; i++)
	{
		if (i % words == 0)
			bloom_digest_salted(kind, i / words, key, size, digest);
		positions[i] = i * slice +
			bloom_get_le(digest + i % words * width, width) % slice;
	}
}

static const char *
layer_problem(const BloomImported *imported, const BloomImportedLayer *layer)
{
	if (!rate_valid(layer->error_rate))
		return "Its error rate is not between 0 and 1.";
	if (layer->capacity < 1)
		return "Its capacity is 0.";
	if (!rounds_up(exact_slices(layer->error_rate), layer->probes))
		return "Its slices do not match its error rate.";
	if (layer->bits % layer->probes != 0 ||
		!rounds_up(exact_slice(imported, (double) layer->capacity,
							   layer->error_rate, layer->probes),
				   layer->bits / layer->probes))
		return "Its slices do not match its capacity.";
	if (layer->bits_per_key != 0 || layer->bits_log != 0)
		return "It has unrecognized fields.";
	return NULL;
}

static const char *
scalable_problem(const BloomImported *imported, unsigned layers)
{
	const BloomImportedLayer *layer = imported->layer;

	if (imported->growth < 1 || imported->growth > INT32_MAX)
		return "Its scale is not positive.";
	if (!(imported->ratio > 0 && imported->ratio < 1))
		return "Its ratio is not between 0 and 1.";
	if (!(imported->error_rate > 0) || isinf(imported->error_rate))
		return "Its error rate is not between 0 and 1.";
	if (layer[0].capacity != imported->capacity)
		return "Its capacities do not match each other.";
	if (!nearly(layer[0].error_rate, first_rate(imported)))
		return "Its error rates do not match each other.";
	for (unsigned i = 1; i < layers; i++)
	{
		if (layer[i - 1].capacity > UINT64_MAX / imported->growth ||
			layer[i].capacity != layer[i - 1].capacity * imported->growth)
			return "Its capacities do not match each other.";
		if (!nearly(layer[i].error_rate, next_rate(imported, i)))
			return "Its error rates do not match each other.";
	}
	return NULL;
}

static const char *
data_problem(const BloomImported *imported, unsigned layers)
{
	uint64_t	first = imported->variant & BLOOM_PYBLOOM_FIRST;
	const char *problem = NULL;

	if ((imported->variant & ~(uint64_t) BLOOM_PYBLOOM_KNOWN) != 0 ||
		first == BLOOM_PYBLOOM_FIRST || imported->count != 0 ||
		imported->options != 0)
		return "It has unrecognized fields.";
	for (unsigned i = 0; i < layers && problem == NULL; i++)
		problem = layer_problem(imported, &imported->layer[i]);
	if (problem != NULL)
		return problem;
	if (imported->variant & BLOOM_PYBLOOM_SCALABLE)
		return scalable_problem(imported, layers);
	if (layers != 1 || imported->growth != 0 || imported->ratio != 0 ||
		first != 0 || imported->variant & BLOOM_PYBLOOM_EMPTY ||
		imported->capacity != imported->layer[0].capacity ||
		imported->error_rate != imported->layer[0].error_rate)
		return "It has unrecognized fields.";
	return NULL;
}

const char *
bloom_pybloom_first(BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;

	imported->variant |= BLOOM_PYBLOOM_EMPTY;
	if (imported->variant & BLOOM_PYBLOOM_XXH3)
		imported->variant |= BLOOM_PYBLOOM_FIRST_RATIO;
	if (!make_layer(imported, imported->capacity, first_rate(imported),
					&imported->layer[0]))
		return "There is no layer of its capacity and error rate.";
	file->layers = 1;
	return NULL;
}

const char *
bloom_pybloom_new(uint64_t capacity, double error_rate, bool xxh3,
				  bool scalable, BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	const char *problem = NULL;

	memset(file, 0, sizeof(*file));
	if (capacity < 1)
		return "Its capacity is 0.";
	if (!rate_valid(error_rate))
		return "Its error rate is not between 0 and 1.";
	imported->variant = xxh3 ? BLOOM_PYBLOOM_XXH3 : 0;
	imported->capacity = capacity;
	imported->error_rate = error_rate;
	if (scalable)
	{
		imported->variant |= BLOOM_PYBLOOM_SCALABLE;
		imported->growth = 2;
		imported->ratio = BLOOM_PYBLOOM_RATIO;
		problem = bloom_pybloom_first(file);
	}
	else if (make_layer(imported, capacity, error_rate, &imported->layer[0]))
		file->layers = 1;
	else
		problem = "There is no layer of its capacity and error rate.";
	if (problem != NULL)
		return problem;
	return bloom_codec_problem(&bloom_pybloom_codec, imported, file->layers);
}

/* The count of a file can be any number, and must not wrap around */
static void
count_key(BloomImported *imported, unsigned layer)
{
	if (imported->layer[layer].count < UINT64_MAX)
		imported->layer[layer].count++;
}

static const char *
read_file(const BloomImportedOptions *options, const BloomImportedInput *input,
		  BloomImportedFile *file)
{
	return bloom_pybloom_read(input->data, input->size, options->xxh3, file);
}

static const char *
make_filter(const BloomImportedOptions *options, BloomImportedFile *file)
{
	if (options->growth != 0 && options->growth != 2)
		return "It can only grow twofold.";
	return bloom_pybloom_new(options->capacity, options->error_rate,
							 options->xxh3, options->growth != 0, file);
}

const BloomCodec bloom_pybloom_codec = {
	.name = "pybloom",
	.problem = data_problem,
	.read = read_file,
	.make = make_filter,
	.needs_hash = bloom_pybloom_uses_hash,
	.positions = key_positions,
	.write = bloom_pybloom_write,
	.count = count_key,
	.next = next_layer,
	.recognizable = true
};
