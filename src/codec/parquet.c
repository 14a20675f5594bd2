/*
 * codec/parquet.c
 *		Parquet's split-block Bloom filters: the bytes of the filter of a
 *		column chunk, a header and its bits.
 *
 * A block has eight words of 32 bits.  A key sets one bit in each word of a
 * block.  It consists of the bytes of the plain encoding, without a length.
 */
#include "codec/codec.h"

#include <string.h>

#include "core/bytes.h"
#include "core/occupancy.h"
#include "format/xxh3.h"

#define BLOCK_BITS	256
#define WORDS		8			/* of a block */
#define LEAST_BYTES	UINT64_C(32)	/* of a new filter: powers of two */
#define MOST_BYTES	(UINT64_C(128) * 1024 * 1024)
#define MOST_DIGITS	5			/* of a number, in the header */
#define MAX_HEADER	(1 + MOST_DIGITS + 13)

static void
key_positions(const BloomImported *imported, unsigned layer,
			  const BloomKey *key, uint64_t *positions)
{
	static const uint32_t salts[WORDS] = {
		0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d,
		0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
	};
	uint64_t	hash = XXH64(key->data, key->size, 0);
	uint64_t	blocks = imported->layer[layer].bits / BLOCK_BITS;
	uint64_t	start = ((hash >> 32) * blocks >> 32) * BLOCK_BITS;

	for (unsigned i = 0; i < WORDS; i++)
		positions[i] = start + 32 * i + ((uint32_t) hash * salts[i] >> 27);
}

/*
 * Write the header, in Thrift's compact protocol: the number of bytes as a
 * zigzag varint, and the only algorithm, hash and compression that exist.
 * Returns the size.
 */
static size_t
put_header(uint64_t bytes, uint8_t *header)
{
	static const uint8_t choices[] = {
		0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0
	};
	uint64_t	number = 2 * bytes;
	size_t		size = 0;

	header[size++] = 0x15;
	for (; number >= 0x80; number >>= 7)
		header[size++] = (uint8_t) (number | 0x80);
	header[size++] = (uint8_t) number;
	memcpy(header + size, choices, sizeof(choices));
	return size + sizeof(choices);
}

static const char *
data_problem(const BloomImported *imported, unsigned layers)
{
	if (imported->variant != 0 || imported->options != 0 ||
		imported->layer[0].probes != WORDS)
		return "The filter has unrecognized fields.";
	if (imported->layer[0].bits % BLOCK_BITS != 0)
		return "Its bits are not whole blocks.";
	return bloom_codec_bits_problem(imported, layers);
}

static const char *
read_file(const BloomCodecOptions *options, const BloomCodecInput *input,
		  BloomCodecFile *file)
{
	uint8_t		header[MAX_HEADER];
	uint64_t	number = 0;
	size_t		size;

	(void) options;
	for (size_t i = 1; i < input->size && i <= MOST_DIGITS; i++)
	{
		number |= (uint64_t) (input->data[i] & 0x7f) << 7 * (i - 1);
		if (input->data[i] < 0x80)
			break;
	}
	size = put_header(number / 2, header);
	/* a number that is not written in the same way is no header, either */
	if (input->size < size || memcmp(input->data, header, size) != 0)
		return "It does not begin with the header of a split-block filter.";
	if (input->size - size != number / 2)
		return "The length in its header does not match its data.";
	file->head.imported.layer[0].bits = number / 2 * 8;
	file->head.imported.layer[0].probes = WORDS;
	file->layers = 1;
	file->bytes[0] = input->data + size;
	file->size[0] = input->size - size;
	return NULL;
}

static size_t
write_file(const BloomImported *imported, unsigned layers,
		   const uint64_t *const *words, uint8_t *data, BloomPause pause)
{
	size_t		bytes = (size_t) (imported->layer[0].bits / 8);
	uint8_t		header[MAX_HEADER];
	size_t		size = put_header(bytes, header);

	(void) layers;
	if (data != NULL)
	{
		memcpy(data, header, size);
		bloom_codec_store(words[0], bytes, false, false, data + size, pause);
	}
	return size + bytes;
}

/* The least power of two that keeps the error rate */
static const char *
make_filter(const BloomCodecOptions *options, BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	uint64_t	bytes = LEAST_BYTES;

	while (bloom_occupancy_split_fpp((double) options->capacity /
									 (double) (bytes * 8 / BLOCK_BITS)) >
		   options->error_rate)
		if ((bytes *= 2) > MOST_BYTES)
			return "There is no filter of its capacity and error rate.";
	imported->capacity = options->capacity;
	imported->error_rate = options->error_rate;
	imported->layer[0] = (BloomImportedLayer) {
		.bits = bytes * 8, .probes = WORDS, .capacity = options->capacity,
		.error_rate = options->error_rate
	};
	file->layers = 1;
	return NULL;
}

const BloomCodec bloom_parquet_codec = {
	.problem = data_problem,
	.read = read_file,
	.make = make_filter,
	.positions = key_positions,
	.write = write_file,
	.keys = BLOOM_KEYS_INTEGER | BLOOM_KEYS_LONG,
	.untold_parameters = true,
	.recognizable = true
};
