/*
 * codec/redisbloom_file.c
 *		RedisBloom's dumps, read and written.
 */
#include "codec/redisbloom.h"

#include <string.h>

#include "codec/bytes.h"

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
bloom_redisbloom_link_size(const BloomForeign *foreign, unsigned layer)
{
	return (size_t) ((foreign->layer[layer].bits + 7) / 8);
}

/* What a link's entry in the header has for its bits */
static uint64_t
written_bits(const BloomForeign *foreign, unsigned layer)
{
	const BloomForeignLayer *head = &foreign->layer[layer];
	bool		old = bloom_redisbloom_layout(foreign) == BLOOM_REDISBLOOM_OLD;

	if (head->bits_log > 0 && (old || layer < bloom_redisbloom_zeros(foreign)))
		return 0;
	return head->bits;
}

/* Read a link's entry of the header; its bytes begin where the body does */
static const char *
read_link(const uint8_t *data, const uint8_t *body, uint64_t size,
		  BloomForeignFile *file)
{
	BloomForeign *foreign = &file->head.foreign;
	unsigned	which = bloom_redisbloom_layout(foreign);
	unsigned	width = which == BLOOM_REDISBLOOM_WIDE ? 8 : 4;
	BloomForeignLayer *layer = &foreign->layer[file->layers];
	uint64_t	bytes = bloom_get_le64(data);
	uint64_t	bits = bloom_get_le64(data + 8);

	if (bytes > size)
		return "its lengths don't add up";
	if (bytes > BLOOM_FOREIGN_MAX_BITS / 8)
		return "it is too large";
	layer->count = bloom_get_le64(data + 16);
	layer->error_rate = bloom_get_le_double(data + 24);
	layer->bits_per_key = bloom_get_le_double(data + 32);
	layer->probes = bloom_get_le32(data + 40);
	layer->capacity = bloom_get_le(data + 44, width);
	layer->bits_log = data[44 + width];
	layer->bits = layer->bits_log > 0 ? bytes * 8 : bits;
	if (layer->bits_log > BLOOM_REDISBLOOM_MAX_LOG)
		return "it is too large";
	if (layer->bits_log > 0 && bits == 0 && which != BLOOM_REDISBLOOM_OLD &&
		bloom_redisbloom_zeros(foreign) == file->layers)
		foreign->variant += UINT64_C(1) << BLOOM_REDISBLOOM_ZEROS_SHIFT;
	if (layer->bits > BLOOM_FOREIGN_MAX_BITS ||
		bytes != (layer->bits + 7) / 8 ||
		bits != written_bits(foreign, file->layers))
		return "its bits don't fit its bytes";
	if (!bloom_foreign_ends(body, (size_t) bytes,
							bloom_redisbloom_modulus(layer), false))
		return "bits are set beyond its end";
	file->bytes[file->layers] = body;
	file->size[file->layers++] = (size_t) bytes;
	return NULL;
}

/* The layout follows from the header's length and the links that it counts */
static bool
find_layout(const uint8_t *header, size_t size, unsigned *which,
			uint32_t *links)
{
	if (size < header_size(BLOOM_REDISBLOOM_OLD))
		return false;
	*links = bloom_get_le32(header + 8);
	if (*links < 1 || *links > BLOOM_FOREIGN_MAX_LAYERS)
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
					  BloomForeignFile *file)
{
	BloomForeign *foreign = &file->head.foreign;
	unsigned	which;
	uint32_t	links;
	const char *problem = NULL;

	memset(file, 0, sizeof(*file));
	if (!find_layout(header, size, &which, &links))
		return "its header's length doesn't fit its links";
	foreign->variant = which;
	foreign->count = bloom_get_le64(header);
	foreign->options = bloom_get_le32(header + 12);
	foreign->growth = BLOOM_REDISBLOOM_OLD_GROWTH;
	if (which != BLOOM_REDISBLOOM_OLD)
	{
		foreign->growth = bloom_get_le32(header + 16);
		foreign->variant |= foreign->growth << BLOOM_REDISBLOOM_GROWTH_SHIFT;
	}
	if (foreign->options & BLOOM_REDISBLOOM_OPT_FORCE64)
		foreign->variant |= BLOOM_REDISBLOOM_FORCE64;
	if (foreign->options & BLOOM_REDISBLOOM_OPT_FIXED)
		foreign->growth = 0;
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
		return "its lengths don't add up";
	foreign->capacity = foreign->layer[0].capacity;
	foreign->error_rate = bloom_redisbloom_asked_rate(foreign);
	return bloom_codec_problem(&bloom_redisbloom_codec, foreign,
							   file->layers);
}

size_t
bloom_redisbloom_write_header(const BloomForeign *foreign, unsigned layers,
							  uint8_t *data)
{
	unsigned	which = bloom_redisbloom_layout(foreign);
	unsigned	width = which == BLOOM_REDISBLOOM_WIDE ? 8 : 4;

	if (data == NULL)
		return header_size(which) + layers * entry_size(which);
	bloom_put_le64(data, foreign->count);
	bloom_put_le32(data + 8, layers);
	bloom_put_le32(data + 12, (uint32_t) foreign->options);
	if (which != BLOOM_REDISBLOOM_OLD)
		bloom_put_le32(data + 16,
					   (uint32_t) bloom_redisbloom_written_growth(foreign));
	data += header_size(which);
	for (unsigned i = 0; i < layers; i++, data += entry_size(which))
	{
		const BloomForeignLayer *layer = &foreign->layer[i];

		bloom_put_le64(data, bloom_redisbloom_link_size(foreign, i));
		bloom_put_le64(data + 8, written_bits(foreign, i));
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
bloom_redisbloom_write_body(const BloomForeign *foreign, unsigned layers,
							const uint64_t *const *words, uint8_t *data,
							BloomPause pause)
{
	size_t		at = 0;

	for (unsigned i = 0; i < layers; i++)
	{
		size_t		bytes = bloom_redisbloom_link_size(foreign, i);

		if (data != NULL)
			bloom_foreign_store(words[i], bytes, false, false, data + at,
								pause);
		at += bytes;
	}
	return at;
}
