/*
 * unit/codec/hostile.c
 *		Tests of the codecs with bytes that no library wrote.
 *
 * Whatever is read or taken for a filter must be one that can be loaded,
 * tested, added to, grown and written; a file just as it was read.  To be run
 * with UNIT_CFLAGS=-fsanitize=address,undefined as well.
 */
#include "unit/codec/imported.h"

/* All that can be done with a filter that was accepted */
static void
check_accepted(const Folder *folder, const Dump *dump,
			   const BloomCodecFile *file)
{
	Filter		filter = {.file = *file};
	BloomImported *imported = &filter.file.head.imported;
	BloomImportedLayer next;
	const BloomKey key = {.data = "key", .size = 3};
	Dump		written;
	const char *problem;

	problem = bloom_codec_problem(folder->format, imported, file->layers);
	CHECK(problem == NULL, "%s: read, but %s", folder->name, problem);
	filter_load(&filter, folder->format);
	written = dump_write(&filter);
	CHECK(dump_equal(&written, dump), "%s: %zu and %zu bytes, not %zu and %zu",
		  folder->name, written.header.size, written.body.size,
		  dump->header.size, dump->body.size);
	dump_done(&written);
	for (unsigned i = 0; i < filter.layers; i++)
	{
		bloom_codec_test(folder->format, imported, i, filter.words[i],
						 &key);
		bloom_codec_add(folder->format, imported, i, filter.words[i],
						&key);
		CHECK(bloom_codec_test(folder->format, imported, i, filter.words[i],
							   &key), "%s: lost", folder->name);
	}
	if (bloom_codec_next(folder->format, imported, filter.layers, &next))
	{
		imported->layer[filter.layers] = next;
		problem = bloom_codec_problem(folder->format, imported,
									  filter.layers + 1);
		CHECK(problem == NULL || strcmp(problem, "It is too large.") == 0,
			  "%s: %s after its next layer", folder->name, problem);
	}
	filter_done(&filter);
}

/* Returns whether it was accepted */
static bool
try_dump(const Folder *folder, const Dump *dump)
{
	BloomCodecFile file;

	if (dump_read(folder, dump, &file) != NULL)
		return false;
	check_accepted(folder, dump, &file);
	return true;
}

/* A file that ends too early is refused; but a bitmap may end anywhere */
static void
check_truncations(const Folder *folder)
{
	Dump		whole = dump_of(folder);
	bool		bitmap = folder->format == BLOOM_FORMAT_REDIS_BITMAP;
	size_t		most = whole.body.size < 16384 ? whole.body.size : 1024;

	for (size_t size = 0; size < most; size++)
	{
		Dump		dump = {whole.header, bytes_copy(whole.body.data, size)};

		CHECK(try_dump(folder, &dump) == bitmap, "%s: %zu bytes",
			  folder->name, size);
		free(dump.body.data);
	}
	for (size_t size = 0; size < whole.header.size; size++)
	{
		Dump		dump = {bytes_copy(whole.header.data, size), whole.body};

		/* one link without its last four bytes is one as 2.2.0 wrote it */
		bool		wide = whole.header.size == 20 + 53;

		CHECK(try_dump(folder, &dump) == (wide && size == 20 + 49),
			  "%s: header of %zu bytes", folder->name, size);
		free(dump.header.data);
	}
	dump_done(&whole);
}

static void
truncations(void)
{
	for (int i = 0; i < FOLDERS; i++)
		check_truncations(&folders[i]);
}

/* Room for as many layers as there can be, and no more */
static void
most_layers(void)
{
	Filter		filter;
	BloomImported *imported = &filter.file.head.imported;
	unsigned	layers = 1;

	CHECK(MAKE(redisbloom, &filter.file, 10, 0.9, .growth = 1) == NULL,
		  "not made");
	while (bloom_codec_next(BLOOM_FORMAT_REDISBLOOM, imported, layers,
							&imported->layer[layers]))
		layers++;
	CHECK(layers == BLOOM_IMPORTED_MAX_LAYERS, "%u layers", layers);
	CHECK(bloom_codec_problem(BLOOM_FORMAT_REDISBLOOM, imported,
							  layers) == NULL, "%s",
		  bloom_codec_problem(BLOOM_FORMAT_REDISBLOOM, imported, layers));
	CHECK(bloom_codec_problem(BLOOM_FORMAT_REDISBLOOM, imported,
							  layers + 1) != NULL, "a layer too many");

	/* and those that grow end where a layer would be too large */
	layers = 1;
	CHECK(MAKE(redisbloom, &filter.file, 1000, 0.01, .growth = 1000) == NULL,
		  "not made");
	while (bloom_codec_next(BLOOM_FORMAT_REDISBLOOM, imported, layers,
							&imported->layer[layers]))
		layers++;
	CHECK(layers == 2, "%u layers", layers);
}

int
main(void)
{
	RUN(truncations);
	RUN(most_layers);
	return unit_end("codec/hostile");
}
