/*
 * codec/redisbloom_file.c
 *		Reading and writing RedisBloom's dumps.
 */
#include "codec/redisbloom.h"

#include <string.h>

#include "core/bytes.h"

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

size_t
bloom_redisbloom_link_size(const BloomImported *imported, unsigned layer)
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
		  BloomImportedFile *file)
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
	if (!bloom_imported_ends(body, (size_t) bytes,
							 bloom_redisbloom_modulus(layer), false))
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

const char *
bloom_redisbloom_read(const uint8_t *header, size_t size,
					  const uint8_t *body, size_t body_size,
					  BloomImportedFile *file)
{
	BloomImported *imported = &file->head.imported;
	unsigned	which;
	uint32_t	links;
	const char *problem = NULL;

	memset(file, 0, sizeof(*file));
	if (!find_layout(header, size, &which, &links))
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
	for (; links > 0 && problem == NULL; links--)
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
	return bloom_codec_problem(&bloom_redisbloom_codec, imported,
							   file->layers);
}

size_t
bloom_redisbloom_write_header(const BloomImported *imported, unsigned layers,
							  uint8_t *data)
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

		bloom_put_le64(data, bloom_redisbloom_link_size(imported, i));
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

size_t
bloom_redisbloom_write_body(const BloomImported *imported, unsigned layers,
							const uint64_t *const *words, uint8_t *data,
							BloomPause pause)
{
	size_t		at = 0;

	for (unsigned i = 0; i < layers; i++)
	{
		size_t		bytes = bloom_redisbloom_link_size(imported, i);

		if (data != NULL)
			bloom_imported_store(words[i], bytes, false, false, data + at,
								 pause);
		at += bytes;
	}
	return at;
}
