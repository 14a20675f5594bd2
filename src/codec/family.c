/*
 * codec/family.c
 *		Every family's codec, and what is done alike with all of them.
 */
#include "codec/family.h"

#include "codec/bitmap.h"
#include "codec/guava.h"
#include "codec/pybloom.h"
#include "codec/redisbloom.h"
#include "codec/spark.h"

static const BloomCodec *const codecs[] = {
	[BLOOM_FAMILY_PYBLOOM] = &bloom_pybloom_codec,
	[BLOOM_FAMILY_REDISBLOOM] = &bloom_redisbloom_codec,
	[BLOOM_FAMILY_REDIS_BITMAP] = &bloom_bitmap_codec,
	[BLOOM_FAMILY_GUAVA] = &bloom_guava_codec,
	[BLOOM_FAMILY_SPARK] = &bloom_spark_codec
};

const BloomCodec *
bloom_family_codec(int family)
{
	int			count = sizeof(codecs) / sizeof(codecs[0]);

	return family >= 0 && family < count ? codecs[family] : NULL;
}

const char *
bloom_family_name(int family)
{
	const BloomCodec *codec = bloom_family_codec(family);

	if (family == BLOOM_FAMILY_NATIVE)
		return "native";
	return codec != NULL ? codec->name : NULL;
}

const char *
bloom_foreign_problem(BloomFamily family, const BloomForeign *foreign,
					  unsigned layers)
{
	const BloomCodec *codec = bloom_family_codec((int) family);

	if (codec == NULL)
		return "it is of an unknown family";
	return bloom_codec_problem(codec, foreign, layers);
}

void
bloom_foreign_positions(BloomFamily family, const BloomForeign *foreign,
						unsigned layer, const void *key, size_t size,
						uint64_t *positions)
{
	codecs[family]->positions(foreign, layer, key, size, positions);
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
	if (codecs[family]->count != NULL)
		codecs[family]->count(foreign, layer);
}

void
bloom_foreign_clear(BloomFamily family, BloomForeign *foreign)
{
	foreign->count = 0;
	foreign->layer[0].count = 0;
	if (codecs[family]->clear != NULL)
		codecs[family]->clear(foreign);
}

bool
bloom_foreign_full(BloomFamily family, const BloomForeign *foreign,
				   unsigned layers)
{
	const BloomForeignLayer *last = &foreign->layer[layers - 1];

	/* all go by what was counted, and by the last layer alone */
	return codecs[family]->next != NULL && foreign->growth > 0 &&
		last->count >= last->capacity;
}

bool
bloom_foreign_next(BloomFamily family, const BloomForeign *foreign,
				   unsigned layers, BloomForeignLayer *next)
{
	return codecs[family]->next != NULL && foreign->growth > 0 &&
		layers < BLOOM_FOREIGN_MAX_LAYERS &&
		codecs[family]->next(foreign, layers, next);
}
