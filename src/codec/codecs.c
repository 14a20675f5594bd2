/*
 * codec/codecs.c
 *		The table of codecs, and operations that are the same for all of them.
 */
#include "codec/codecs.h"

#include "core/bytes.h"

static const BloomCodec *const codecs[] = {
	[BLOOM_FORMAT_PYBLOOM] = &bloom_pybloom_codec,
	[BLOOM_FORMAT_REDISBLOOM] = &bloom_redisbloom_codec,
	[BLOOM_FORMAT_REDIS_BITMAP] = &bloom_bitmap_codec,
	[BLOOM_FORMAT_GUAVA] = &bloom_guava_codec,
	[BLOOM_FORMAT_SPARK] = &bloom_spark_codec,
	[BLOOM_FORMAT_PARQUET] = &bloom_parquet_codec
};

const BloomCodec *
bloom_format_codec(int format)
{
	int			count = sizeof(codecs) / sizeof(codecs[0]);

	return format >= 0 && format < count ? codecs[format] : NULL;
}

const char *
bloom_codec_problem(BloomFormat format, const BloomImported *imported,
					unsigned layers)
{
	const BloomCodec *codec = bloom_format_codec((int) format);

	if (codec == NULL)
		return "Its format is not recognized.";
	return bloom_codec_validate(codec, imported, layers);
}

bool
bloom_codec_test(BloomFormat format, const BloomImported *imported,
				 unsigned layer, const void *words, const BloomKey *key)
{
	uint64_t	positions[BLOOM_IMPORTED_MAX_PROBES];
	uint64_t	probes = imported->layer[layer].probes;

	codecs[format]->positions(imported, layer, key, positions);
	for (uint64_t i = 0; i < probes; i++)
		if ((bloom_get_word(words, (size_t) (positions[i] / 64)) >>
			 positions[i] % 64 & 1) == 0)
			return false;
	return true;
}

unsigned
bloom_codec_add(BloomFormat format, const BloomImported *imported,
				unsigned layer, uint64_t *words, const BloomKey *key)
{
	uint64_t	positions[BLOOM_IMPORTED_MAX_PROBES];
	uint64_t	probes = imported->layer[layer].probes;
	unsigned	changed = 0;

	codecs[format]->positions(imported, layer, key, positions);
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
bloom_codec_count(BloomFormat format, BloomImported *imported,
				  unsigned layer)
{
	if (codecs[format]->count != NULL)
		codecs[format]->count(imported, layer);
}

void
bloom_codec_clear(BloomFormat format, BloomImported *imported)
{
	imported->count = 0;
	imported->layer[0].count = 0;
	if (codecs[format]->clear != NULL)
		codecs[format]->clear(imported);
}

bool
bloom_codec_full(BloomFormat format, const BloomImported *imported,
				 unsigned layers)
{
	const BloomImportedLayer *last = &imported->layer[layers - 1];

	/* all libraries compare the count of the last layer */
	return codecs[format]->next != NULL && imported->growth > 0 &&
		last->count >= last->capacity;
}

bool
bloom_codec_next(BloomFormat format, const BloomImported *imported,
				 unsigned layers, BloomImportedLayer *next)
{
	return codecs[format]->next != NULL && imported->growth > 0 &&
		layers < BLOOM_IMPORTED_MAX_LAYERS &&
		codecs[format]->next(imported, layers, next);
}
