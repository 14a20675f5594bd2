/*
 * codec/foreign.c
 *		Filters that other libraries wrote: bits in and out, and the way to
 *		each family's codec.
 */
#include "codec/foreign.h"

#include "codec/bitmap.h"
#include "codec/bytes.h"
#include "codec/guava.h"
#include "codec/pybloom.h"
#include "codec/redisbloom.h"

#define LINE_BITS	512
#define PAUSE_WORDS	((size_t) 1 << 19)	/* 4 MB */

size_t
bloom_foreign_words(const BloomForeignLayer *layer)
{
	return (size_t) ((layer->bits + LINE_BITS - 1) / LINE_BITS) *
		(LINE_BITS / 64);
}

/* The same bits of each byte in reverse order */
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

/* From a word as it was read, low byte first, to one of ours, and back */
static inline uint64_t
turn(uint64_t word, bool high_first, bool big_words)
{
	if (high_first)
		word = reverse_bytes(word);
	return big_words ? __builtin_bswap64(word) : word;
}

void
bloom_foreign_load(const BloomForeignFile *file, unsigned layer,
				   uint64_t *words, BloomPause pause)
{
	const BloomForeignLayer *head = &file->head.foreign.layer[layer];
	size_t		count = bloom_foreign_words(head);
	const uint8_t *bytes = file->bytes[layer];
	size_t		size = file->size[layer];

	for (size_t i = 0; i < count; i++)
	{
		uint64_t	word = 0;

		if (i < size / 8)
			word = bloom_get_le64(bytes + 8 * i);
		else if (i == size / 8 && size % 8 != 0)
			word = bloom_get_le(bytes + 8 * i, size % 8);
		words[i] = turn(word, file->high_first, file->big_words);
		if (pause != NULL && i % PAUSE_WORDS == 0)
			pause();
	}
}

void
bloom_foreign_store(const uint64_t *words, size_t size, bool high_first,
					bool big_words, uint8_t *bytes, BloomPause pause)
{
	for (size_t i = 0; i < size / 8; i++)
	{
		bloom_put_le64(bytes + 8 * i, turn(words[i], high_first, big_words));
		if (pause != NULL && i % PAUSE_WORDS == 0)
			pause();
	}
	if (size % 8 != 0)
		bloom_put_le(bytes + size / 8 * 8, size % 8,
					 turn(words[size / 8], high_first, big_words));
}

bool
bloom_foreign_ends(const uint8_t *bytes, size_t size, uint64_t bits,
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

/* What all families have in common */
static const char *
common_problem(const BloomForeign *foreign, unsigned layers)
{
	uint64_t	bits = 0;

	if (layers < 1 || layers > BLOOM_FOREIGN_MAX_LAYERS)
		return "it has too few or too many layers";
	if (foreign->reserved != 0)
		return "it has unknown fields";
	/* elsewhere it is a signed number */
	if (foreign->capacity > INT64_MAX)
		return "its capacity is too large";
	for (unsigned i = 0; i < layers; i++)
	{
		const BloomForeignLayer *layer = &foreign->layer[i];

		if (layer->reserved != 0)
			return "it has unknown fields";
		if (layer->probes < 1 || layer->probes > BLOOM_FOREIGN_MAX_PROBES)
			return "it has too few or too many bits for a key";
		if (layer->bits < 1)
			return "it has no bits";
		if (layer->bits > BLOOM_FOREIGN_MAX_BITS)
			return "it is too large";
		bits += layer->bits;
	}
	/* so that sizes in bytes fit size_t even if it has 32 bits */
	if (bits > 2 * BLOOM_FOREIGN_MAX_BITS)
		return "it is too large";
	return NULL;
}

const char *
bloom_foreign_problem(BloomFamily family, const BloomForeign *foreign,
					  unsigned layers)
{
	const char *problem = common_problem(foreign, layers);

	if (problem != NULL)
		return problem;
	switch (family)
	{
		case BLOOM_FAMILY_NATIVE:
			break;
		case BLOOM_FAMILY_PYBLOOM:
			return bloom_pybloom_problem(foreign, layers);
		case BLOOM_FAMILY_REDISBLOOM:
			return bloom_redisbloom_problem(foreign, layers);
		case BLOOM_FAMILY_REDIS_BITMAP:
			return bloom_bitmap_problem(foreign, layers);
		case BLOOM_FAMILY_GUAVA:
			return bloom_guava_problem(foreign, layers);
	}
	return "it is of an unknown family";
}

void
bloom_foreign_positions(BloomFamily family, const BloomForeign *foreign,
						unsigned layer, const void *key, size_t size,
						uint64_t *positions)
{
	switch (family)
	{
		case BLOOM_FAMILY_NATIVE:
			break;
		case BLOOM_FAMILY_PYBLOOM:
			bloom_pybloom_positions(foreign, layer, key, size, positions);
			break;
		case BLOOM_FAMILY_REDISBLOOM:
			bloom_redisbloom_positions(foreign, layer, key, size, positions);
			break;
		case BLOOM_FAMILY_REDIS_BITMAP:
			bloom_bitmap_positions(foreign, layer, key, size, positions);
			break;
		case BLOOM_FAMILY_GUAVA:
			bloom_guava_positions(foreign, layer, key, size, positions);
			break;
	}
}

bool
bloom_foreign_test(BloomFamily family, const BloomForeign *foreign,
				   unsigned layer, const uint64_t *words,
				   const void *key, size_t size)
{
	uint64_t	positions[BLOOM_FOREIGN_MAX_PROBES];
	uint64_t	probes = foreign->layer[layer].probes;

	bloom_foreign_positions(family, foreign, layer, key, size, positions);
	for (uint64_t i = 0; i < probes; i++)
		if ((words[positions[i] / 64] >> positions[i] % 64 & 1) == 0)
			return false;
	return true;
}

unsigned
bloom_foreign_add(BloomFamily family, const BloomForeign *foreign,
				  unsigned layer, uint64_t *words,
				  const void *key, size_t size)
{
	uint64_t	positions[BLOOM_FOREIGN_MAX_PROBES];
	uint64_t	probes = foreign->layer[layer].probes;
	unsigned	changed = 0;

	bloom_foreign_positions(family, foreign, layer, key, size, positions);
	for (uint64_t i = 0; i < probes; i++)
	{
		uint64_t   *word = &words[positions[i] / 64];
		uint64_t	bit = UINT64_C(1) << positions[i] % 64;

		changed += (*word & bit) == 0;
		*word |= bit;
	}
	return changed;
}

void
bloom_foreign_count(BloomFamily family, BloomForeign *foreign, unsigned layer)
{
	/* a file may say anything: what it counts must not begin again at 0 */
	if (family == BLOOM_FAMILY_PYBLOOM &&
		foreign->layer[layer].count < UINT64_MAX)
		foreign->layer[layer].count++;
	if (family == BLOOM_FAMILY_REDISBLOOM && foreign->count < UINT64_MAX)
	{
		foreign->layer[layer].count++;
		foreign->count++;
	}
}

void
bloom_foreign_clear(BloomFamily family, BloomForeign *foreign)
{
	foreign->count = 0;
	foreign->layer[0].count = 0;
	if (family == BLOOM_FAMILY_REDISBLOOM)
		bloom_redisbloom_keep_first(foreign);
}

bool
bloom_foreign_full(BloomFamily family, const BloomForeign *foreign,
				   unsigned layers)
{
	const BloomForeignLayer *last = &foreign->layer[layers - 1];

	/* both go by what was counted, and by the last layer alone */
	return (family == BLOOM_FAMILY_PYBLOOM ||
			family == BLOOM_FAMILY_REDISBLOOM) &&
		foreign->growth > 0 && last->count >= last->capacity;
}

bool
bloom_foreign_next(BloomFamily family, const BloomForeign *foreign,
				   unsigned layers, BloomForeignLayer *next)
{
	if (foreign->growth == 0 || layers >= BLOOM_FOREIGN_MAX_LAYERS)
		return false;
	switch (family)
	{
		case BLOOM_FAMILY_NATIVE:
		case BLOOM_FAMILY_REDIS_BITMAP:
		case BLOOM_FAMILY_GUAVA:
			break;
		case BLOOM_FAMILY_PYBLOOM:
			return bloom_pybloom_next(foreign, layers, next);
		case BLOOM_FAMILY_REDISBLOOM:
			return bloom_redisbloom_next(foreign, layers, next);
	}
	return false;
}
