/*
 * codec/redisbloom.c
 *		RedisBloom's filters, as returned by BF.SCANDUMP: a header, and then
 *		the bytes of all links, one after the other.
 */
#include "codec/redisbloom_links.h"

#include <string.h>

#include "core/bytes.h"
#include "codec/murmur.h"

static void
key_positions(const BloomImported *imported, unsigned layer,
			  const BloomKey *key, uint64_t *positions)
{
	const BloomImportedLayer *head = &imported->layer[layer];
	uint64_t	bits = bloom_imported_positions(head);
	uint64_t	hash;
	uint64_t	step;

	if (imported->variant & BLOOM_REDISBLOOM_FORCE64)
	{
		hash = bloom_murmur2_64(key->data, key->size,
								UINT64_C(0xc6a4a7935bd1e995));
		step = bloom_murmur2_64(key->data, key->size, hash);
	}
	else
	{
		hash = bloom_murmur2_32(key->data, key->size, UINT32_C(0x9747b28c));
		step = bloom_murmur2_32(key->data, key->size, (uint32_t) hash);
	}
	for (uint64_t i = 0; i < head->probes; i++, hash += step)
		positions[i] = hash % bits;
}

static size_t
header_size(unsigned which)
{
	return which == BLOOM_REDISBLOOM_OLD ? 16 : 20;
}

static size_t
entry_size(unsigned which)
{
	return which == BLOOM_REDISBLOOM_WIDE ? 53 : 49;
}

/* The number of bytes of a link in the body */
static size_t
link_size(const BloomImported *imported, unsigned layer)
{
	return (size_t) ((imported->layer[layer].bits + 7) / 8);
}

/* The number of bits in a link's entry of the header */
static uint64_t
written_bits(const BloomImported *imported, unsigned layer)
{
	const BloomImportedLayer *head = &imported->layer[layer];
	bool		old =
		bloom_redisbloom_layout(imported) == BLOOM_REDISBLOOM_OLD;

	if (head->bits_log > 0 &&
		(old || layer < bloom_redisbloom_zeros(imported)))
		return 0;
	return head->bits;
}

/*
 * Read a link: its entry of the header is at data, its bytes at body.  size is
 * the number of bytes from there to the end of the body.
 */
static const char *
read_link(const uint8_t *data, const uint8_t *body, uint64_t size,
		  BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	unsigned	which = bloom_redisbloom_layout(imported);
	unsigned	width = which == BLOOM_REDISBLOOM_WIDE ? 8 : 4;
	BloomImportedLayer *layer = &imported->layer[file->layers];
	uint64_t	bytes = bloom_get_le64(data);
	uint64_t	bits = bloom_get_le64(data + 8);

	if (bytes > size)
		return "The lengths in its header do not match its data.";
	if (bytes > BLOOM_IMPORTED_MAX_BITS / 8)
		return "It is too large.";
	layer->count = bloom_get_le64(data + 16);
	layer->error_rate = bloom_get_le_double(data + 24);
	layer->bits_per_key = bloom_get_le_double(data + 32);
	layer->probes = bloom_get_le32(data + 40);
	layer->capacity = bloom_get_le(data + 44, width);
	layer->bits_log = data[44 + width];
	layer->bits = layer->bits_log > 0 ? bytes * 8 : bits;
	if (layer->bits_log > BLOOM_REDISBLOOM_MAX_LOG)
		return "It is too large.";
	if (layer->bits_log > 0 && bits == 0 && which != BLOOM_REDISBLOOM_OLD &&
		bloom_redisbloom_zeros(imported) == file->layers)
		imported->variant += UINT64_C(1) << BLOOM_REDISBLOOM_ZEROS_SHIFT;
	if (layer->bits > BLOOM_IMPORTED_MAX_BITS ||
		bytes != (layer->bits + 7) / 8 ||
		bits != written_bits(imported, file->layers))
		return "Its number of bits does not match its length.";
	if (!bloom_codec_ends(body, (size_t) bytes,
						  bloom_imported_positions(layer), false))
		return "Bits are set beyond its end.";
	file->bytes[file->layers] = body;
	file->size[file->layers++] = (size_t) bytes;
	return NULL;
}

/* Find the layout from the length of the header and its number of links */
static bool
find_layout(const uint8_t *header, size_t size, unsigned *which,
			uint32_t *links)
{
	if (size < header_size(BLOOM_REDISBLOOM_OLD))
		return false;
	*links = bloom_get_le32(header + 8);
	if (*links < 1 || *links > BLOOM_IMPORTED_MAX_LAYERS)
		return false;
	for (*which = BLOOM_REDISBLOOM_OLD; *which <= BLOOM_REDISBLOOM_WIDE;
		 (*which)++)
		if (size == header_size(*which) + entry_size(*which) * *links)
			return true;
	return false;
}

static const char *
read_chunks(const BloomCodecOptions *options,
			const BloomCodecInput *input, BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	const uint8_t *header = input->header;
	const uint8_t *body = input->data;
	size_t		body_size = input->size;
	unsigned	which;
	uint32_t	links;
	const char *problem;

	(void) options;				/* not needed to read the file */
	if (!find_layout(header, input->header_size, &which, &links))
		return "The length of its header does not match its number of links.";
	imported->variant = which;
	imported->count = bloom_get_le64(header);
	imported->options = bloom_get_le32(header + 12);
	imported->growth = BLOOM_REDISBLOOM_OLD_GROWTH;
	if (which != BLOOM_REDISBLOOM_OLD)
	{
		imported->growth = bloom_get_le32(header + 16);
		imported->variant |= imported->growth << BLOOM_REDISBLOOM_GROWTH_SHIFT;
	}
	if (imported->options & BLOOM_REDISBLOOM_OPT_FORCE64)
		imported->variant |= BLOOM_REDISBLOOM_FORCE64;
	if (imported->options & BLOOM_REDISBLOOM_OPT_FIXED)
		imported->growth = 0;
	header += header_size(which);
	for (; links > 0; links--)
	{
		problem = read_link(header, body, body_size, file);
		if (problem != NULL)
			return problem;
		header += entry_size(which);
		body += file->size[file->layers - 1];
		body_size -= file->size[file->layers - 1];
	}
	if (body_size != 0)
		return "The lengths in its header do not match its data.";
	imported->capacity = imported->layer[0].capacity;
	imported->error_rate = bloom_redisbloom_asked_rate(imported);
	return NULL;
}

/* Write the header, which has an entry for each link */
static size_t
write_header(const BloomImported *imported, unsigned layers, uint8_t *data)
{
	unsigned	which = bloom_redisbloom_layout(imported);
	unsigned	width = which == BLOOM_REDISBLOOM_WIDE ? 8 : 4;

	if (data == NULL)
		return header_size(which) + layers * entry_size(which);
	bloom_put_le64(data, imported->count);
	bloom_put_le32(data + 8, layers);
	bloom_put_le32(data + 12, (uint32_t) imported->options);
	if (which != BLOOM_REDISBLOOM_OLD)
		bloom_put_le32(data + 16,
					   (uint32_t) bloom_redisbloom_written_growth(imported));
	data += header_size(which);
	for (unsigned i = 0; i < layers; i++, data += entry_size(which))
	{
		const BloomImportedLayer *layer = &imported->layer[i];

		bloom_put_le64(data, link_size(imported, i));
		bloom_put_le64(data + 8, written_bits(imported, i));
		bloom_put_le64(data + 16, layer->count);
		bloom_put_le_double(data + 24, layer->error_rate);
		bloom_put_le_double(data + 32, layer->bits_per_key);
		bloom_put_le32(data + 40, (uint32_t) layer->probes);
		bloom_put_le(data + 44, width, layer->capacity);
		data[44 + width] = (uint8_t) layer->bits_log;
	}
	return header_size(which) + layers * entry_size(which);
}

static size_t
write_body(const BloomImported *imported, unsigned layers,
		   const uint64_t *const *words, uint8_t *data, BloomPause pause)
{
	size_t		at = 0;

	for (unsigned i = 0; i < layers; i++)
	{
		size_t		bytes = link_size(imported, i);

		if (data != NULL)
			bloom_codec_store(words[i], bytes, false, false, data + at,
							  pause);
		at += bytes;
	}
	return at;
}

/* As BF.RESERVE of version 2.8 does; a growth of 0 means NONSCALING */
static const char *
make_filter(const BloomCodecOptions *options, BloomCodecFile *file)
{
	BloomImported *imported = &file->head.imported;
	uint64_t	growth = (uint64_t) options->growth;
	uint64_t	written = growth > 0 ? growth : BLOOM_REDISBLOOM_OLD_GROWTH;

	if (growth > UINT32_MAX)
		return "Its growth is too large.";
	imported->options = BLOOM_REDISBLOOM_OPT_NOROUND |
		BLOOM_REDISBLOOM_OPT_FORCE64 |
		(growth == 0 ? BLOOM_REDISBLOOM_OPT_FIXED : 0);
	imported->variant = BLOOM_REDISBLOOM_WIDE | BLOOM_REDISBLOOM_FORCE64 |
		written << BLOOM_REDISBLOOM_GROWTH_SHIFT;
	imported->growth = growth;
	imported->capacity = options->capacity;
	imported->error_rate = options->error_rate;
	if (!bloom_redisbloom_link(imported, options->capacity,
							   options->error_rate * (growth == 0 ? 1 : 0.5),
							   &imported->layer[0]))
		return "There is no filter of its capacity and error rate.";
	file->layers = 1;
	return NULL;
}

/* Only the first link remains, so at most one has 0 as its number of bits */
static void
keep_first(BloomImported *imported)
{
	if (bloom_redisbloom_zeros(imported) > 1)
	{
		imported->variant &= ~(uint64_t) BLOOM_REDISBLOOM_ZEROS;
		imported->variant |= (uint64_t) 1 << BLOOM_REDISBLOOM_ZEROS_SHIFT;
	}
}

/* The count of a file can be any number, and must not wrap around */
static void
count_key(BloomImported *imported, unsigned layer)
{
	if (imported->count < UINT64_MAX)
	{
		imported->layer[layer].count++;
		imported->count++;
	}
}

const BloomCodec bloom_redisbloom_codec = {
	.problem = bloom_redisbloom_problem,
	.read = read_chunks,
	.make = make_filter,
	.positions = key_positions,
	.write = write_body,
	.write_header = write_header,
	.layer_size = link_size,
	.count = count_key,
	.next = bloom_redisbloom_next,
	.clear = keep_first,
	.sums_counts = true
};
