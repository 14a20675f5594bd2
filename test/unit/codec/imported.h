/*
 * unit/codec/imported.h
 *		Real files of other libraries' filters, for tests: test/imported.
 */
#ifndef UNIT_IMPORTED_H
#define UNIT_IMPORTED_H

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codecs.h"
#include "codec/pybloom_layers.h"
#include "unit/codec/make.h"
#include "unit/unit.h"

#define MEMBERS	4000
#define PROBES	16000
#define FEWER_PROBES	5000	/* of numbers and UTF-16 */

/* What doesn't stand in a folder's filter itself */
typedef struct Folder
{
	const char *name;
	BloomFormat format;
	bool		flag;			/* pybloom: XXH3; bitmap: high bits first */
	BloomKeys	keys;			/* Guava, Spark, Parquet */
	double		error_rate;		/* bitmap */
	uint64_t	capacity;		/* bitmap */
	bool		prime;			/* bitmap */
} Folder;

static const Folder folders[] = {
	{"chfguo-local-lsb", BLOOM_FORMAT_REDIS_BITMAP, false, 0, 0.005, 4000, false},
	{"chfguo-local-msb", BLOOM_FORMAT_REDIS_BITMAP, true, 0, 0.05, 4000, true},
	{"chfguo-redis-noprime", BLOOM_FORMAT_REDIS_BITMAP, true, 0, 0.02, 4500, false},
	{"chfguo-redis-prime", BLOOM_FORMAT_REDIS_BITMAP, true, 0, 0.01, 4000, true},
	{"guava-integer", BLOOM_FORMAT_GUAVA, false, BLOOM_KEYS_INTEGER, 0, 0, false},
	{"guava-long", BLOOM_FORMAT_GUAVA, false, BLOOM_KEYS_LONG, 0, 0, false},
	{"guava-s0", BLOOM_FORMAT_GUAVA, false, 0, 0, 0, false},
	{"guava-s1", BLOOM_FORMAT_GUAVA, false, 0, 0, 0, false},
	{"guava-utf16", BLOOM_FORMAT_GUAVA, false, BLOOM_KEYS_UTF16, 0, 0, false},
	{"parquet-integer", BLOOM_FORMAT_PARQUET, false, BLOOM_KEYS_INTEGER, 0, 0, false},
	{"parquet-long", BLOOM_FORMAT_PARQUET, false, BLOOM_KEYS_LONG, 0, 0, false},
	{"parquet-text", BLOOM_FORMAT_PARQUET, false, 0, 0, 0, false},
	{"pybloom-e0001", BLOOM_FORMAT_PYBLOOM, false, 0, 0, 0, false},
	{"pybloom-e01", BLOOM_FORMAT_PYBLOOM, false, 0, 0, 0, false},
	{"pybloom-live3", BLOOM_FORMAT_PYBLOOM, false, 0, 0, 0, false},
	{"pybloom-live3-scalable", BLOOM_FORMAT_PYBLOOM, false, 0, 0, 0, false},
	{"pybloom-live4", BLOOM_FORMAT_PYBLOOM, true, 0, 0, 0, false},
	{"pybloom-live4-head", BLOOM_FORMAT_PYBLOOM, true, 0, 0, 0, false},
	{"pybloom-live4-scalable", BLOOM_FORMAT_PYBLOOM, true, 0, 0, 0, false},
	{"pybloom-scalable", BLOOM_FORMAT_PYBLOOM, false, 0, 0, 0, false},
	{"pybloom-sha1", BLOOM_FORMAT_PYBLOOM, false, 0, 0, 0, false},
	{"pybloom-sha384", BLOOM_FORMAT_PYBLOOM, false, 0, 0, 0, false},
	{"pybloom-two-digests", BLOOM_FORMAT_PYBLOOM, false, 0, 0, 0, false},
	{"redisbloom-1.x-scaling", BLOOM_FORMAT_REDISBLOOM, false, 0, 0, 0, false},
	{"redisbloom-2.0-scaling", BLOOM_FORMAT_REDISBLOOM, false, 0, 0, 0, false},
	{"redisbloom-fixed", BLOOM_FORMAT_REDISBLOOM, false, 0, 0, 0, false},
	{"redisbloom-scaling", BLOOM_FORMAT_REDISBLOOM, false, 0, 0, 0, false},
	{"redisbloom-upgraded", BLOOM_FORMAT_REDISBLOOM, false, 0, 0, 0, false},
	{"spark-v1", BLOOM_FORMAT_SPARK, false, 0, 0, 0, false},
	{"spark-v1-long", BLOOM_FORMAT_SPARK, false, BLOOM_KEYS_LONG, 0, 0, false},
	{"spark-v2", BLOOM_FORMAT_SPARK, false, 0, 0, 0, false},
	{"spark-v2-long", BLOOM_FORMAT_SPARK, false, BLOOM_KEYS_LONG, 0, 0, false},
};

#define FOLDERS	((int) (sizeof(folders) / sizeof(folders[0])))

/* Bytes in a block of just their size, so that reading beyond it is noticed */
typedef struct Bytes
{
	uint8_t    *data;
	size_t		size;
} Bytes;

/* A dump: header is empty but for RedisBloom */
typedef struct Dump
{
	Bytes		header;
	Bytes		body;
} Dump;

/* A filter in memory, and what it was read from */
typedef struct Filter
{
	BloomFormat format;
	BloomCodecFile file;
	unsigned	layers;
	uint64_t   *words[BLOOM_IMPORTED_MAX_LAYERS];
} Filter;

static inline void *
unit_alloc(size_t size)
{
	void	   *block = malloc(size > 0 ? size : 1);

	if (block == NULL)
		abort();
	return block;
}

static inline Bytes
bytes_copy(const uint8_t *data, size_t size)
{
	Bytes		copy = {unit_alloc(size), size};

	if (size > 0)
		memcpy(copy.data, data, size);
	return copy;
}

/* Append a file to bytes; false if there is none */
static inline bool
bytes_append(Bytes *bytes, const char *folder, const char *name)
{
	char		path[256];
	FILE	   *file;
	long		size;

	snprintf(path, sizeof(path), "test/imported/%s/%s", folder, name);
	file = fopen(path, "rb");
	if (file == NULL)
		return false;
	if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
		abort();
	rewind(file);
	bytes->data = realloc(bytes->data, bytes->size + (size_t) size + 1);
	if (bytes->data == NULL ||
		fread(bytes->data + bytes->size, 1, (size_t) size, file) !=
		(size_t) size)
		abort();
	bytes->size += (size_t) size;
	fclose(file);
	return true;
}

static inline Dump
dump_of(const Folder *folder)
{
	Dump		dump = {{NULL, 0}, {NULL, 0}};
	char		chunk[32];

	if (folder->format != BLOOM_FORMAT_REDISBLOOM)
	{
		if (!bytes_append(&dump.body, folder->name, "filter.bin"))
			abort();
		return dump;
	}
	if (!bytes_append(&dump.header, folder->name, "header.bin"))
		abort();
	for (int i = 1; i < 100; i++)
	{
		snprintf(chunk, sizeof(chunk), "chunk-%03d.bin", i);
		if (!bytes_append(&dump.body, folder->name, chunk))
			break;
	}
	return dump;
}

static inline void
dump_done(Dump *dump)
{
	free(dump->header.data);
	free(dump->body.data);
}

/* Read a file with its codec */
static inline const char *
dump_read(const Folder *folder, const Dump *dump, BloomCodecFile *file)
{
	BloomCodecOptions options = {
		.xxh3 = folder->flag, .low_first = !folder->flag,
		.prime = folder->prime, .capacity = folder->capacity,
		.error_rate = folder->error_rate
	};
	BloomCodecInput input = {
		.data = dump->body.data, .size = dump->body.size,
		.header = dump->header.data, .header_size = dump->header.size
	};
	const char *problem = bloom_codec_read(bloom_format_codec((int)
															  folder->format),
										   &options, &input, file);

	file->head.imported.keys = folder->keys;
	return problem;
}

/* Both passes of a codec's writer */
static inline Dump
dump_write(const Filter *filter)
{
	const BloomCodec *codec = bloom_format_codec((int) filter->format);
	const BloomImported *imported = &filter->file.head.imported;
	const uint64_t *const *words = (const uint64_t *const *) filter->words;
	Dump		dump = {{NULL, 0}, {NULL, 0}};

	for (int pass = 0; pass < 2; pass++)
	{
		uint8_t    *data = dump.body.data;
		size_t		size;

		if (codec->write_header != NULL)
			dump.header.size = codec->write_header(imported, filter->layers,
												   dump.header.data);
		size = codec->write(imported, filter->layers, words, data, NULL);
		if (pass == 0)
		{
			dump.body.data = unit_alloc(size);
			dump.header.data = unit_alloc(dump.header.size);
		}
		CHECK(pass == 0 || size == dump.body.size, "%zu and then %zu bytes",
			  dump.body.size, size);
		dump.body.size = size;
	}
	return dump;
}

static inline bool
bytes_equal(const Bytes *a, const Bytes *b)
{
	return a->size == b->size &&
		(a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

static inline bool
dump_equal(const Dump *a, const Dump *b)
{
	return bytes_equal(&a->header, &b->header) &&
		bytes_equal(&a->body, &b->body);
}

/* Load the layers of filter->file */
static inline void
filter_load(Filter *filter, BloomFormat format)
{
	filter->format = format;
	filter->layers = filter->file.layers;
	for (unsigned i = 0; i < filter->layers; i++)
	{
		const BloomImportedLayer *layer = &filter->file.head.imported.layer[i];

		filter->words[i] = unit_alloc(bloom_imported_words(layer) * 8);
		bloom_codec_load(&filter->file, i, filter->words[i], NULL);
	}
}

static inline void
filter_done(Filter *filter)
{
	for (unsigned i = 0; i < filter->layers; i++)
		free(filter->words[i]);
}

static inline bool
filter_test(const Filter *filter, const char *bytes, size_t size)
{
	BloomKey	key = {.data = bytes, .size = size};

	for (unsigned i = 0; i < filter->layers; i++)
		if (bloom_codec_test(filter->format, &filter->file.head.imported, i,
							 filter->words[i], &key))
			return true;
	return false;
}

/* Add a key as the libraries do: if it isn't there, and to the last layer */
static inline void
filter_add(Filter *filter, const char *bytes, size_t size)
{
	BloomKey	key = {.data = bytes, .size = size};
	BloomImported *imported = &filter->file.head.imported;
	unsigned	last;

	if (filter_test(filter, bytes, size))
		return;
	if (bloom_codec_full(filter->format, imported, filter->layers))
	{
		BloomImportedLayer *next = &imported->layer[filter->layers];

		if (!bloom_codec_next(filter->format, imported, filter->layers,
							  next))
			abort();
		filter->words[filter->layers++] =
			calloc(bloom_imported_words(next), 8);
	}
	last = filter->layers - 1;
	if (bloom_codec_add(filter->format, imported, last, filter->words[last],
						&key) > 0)
		bloom_codec_count(filter->format, imported, last);
}

#endif							/* UNIT_IMPORTED_H */
