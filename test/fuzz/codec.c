/*
 * fuzz/codec.c
 *		Fuzz target: files of other libraries' filters, and what is done with
 *		those that are accepted.
 *
 * Input: kind, keys to add, then what the kind reads (see fuzz_one).
 */
#include "fuzz/fuzz.h"
#include "unit/codec/imported.h"

/* Layers that are larger are made by header fields alone: not loaded */
#define MAX_BITS	(8 * 1024 * 1024)

enum
{
	KIND_PYBLOOM_MD5,
	KIND_PYBLOOM_XXH3,
	KIND_REDISBLOOM,
	KIND_BITMAP_LOW,
	KIND_BITMAP_HIGH,
	KIND_GUAVA,
	KIND_GUAVA_UTF16,
	KIND_SPARK,
	KIND_PARQUET,
	KIND_DATA,					/* no file, but the data of a stored filter */
	KINDS
};

static Folder
kind_folder(unsigned kind)
{
	switch (kind)
	{
		case KIND_PYBLOOM_MD5:
		case KIND_PYBLOOM_XXH3:
			return (Folder) {"pybloom", BLOOM_FORMAT_PYBLOOM,
				kind == KIND_PYBLOOM_XXH3, 0, 0, 0, false};
		case KIND_REDISBLOOM:
			return (Folder) {"redisbloom", BLOOM_FORMAT_REDISBLOOM, false,
				0, 0, 0, false};
		case KIND_GUAVA:
		case KIND_GUAVA_UTF16:
			return (Folder) {"guava", BLOOM_FORMAT_GUAVA, false,
				kind == KIND_GUAVA ? BLOOM_KEYS_TEXT : BLOOM_KEYS_UTF16,
				0, 0, false};
		case KIND_SPARK:
			return (Folder) {"spark", BLOOM_FORMAT_SPARK, false, 8, 0, 0,
				false};
		case KIND_PARQUET:
			return (Folder) {"parquet", BLOOM_FORMAT_PARQUET, false, 4, 0, 0,
				false};
		default:
			return (Folder) {"bitmap", BLOOM_FORMAT_REDIS_BITMAP,
				kind == KIND_BITMAP_HIGH, 0, 0, 0, false};
	}
}

static bool
fits_memory(const BloomImported *imported, unsigned layers)
{
	uint64_t	bits = 0;

	for (unsigned i = 0; i < layers; i++)
		bits += imported->layer[i].bits;
	return bits <= MAX_BITS;
}

/* All positions of a key are within the layer, at whatever size of key */
static void
check_positions(BloomFormat format, const BloomImported *imported,
				unsigned layers, const uint8_t *bytes, size_t size)
{
	const BloomKey key = {bytes, size};
	uint64_t	positions[BLOOM_IMPORTED_MAX_PROBES];

	for (unsigned i = 0; i < layers; i++)
	{
		bloom_format_codec((int) format)->positions(imported, i, &key,
													positions);
		for (uint64_t j = 0; j < imported->layer[i].probes; j++)
			REQUIRE(positions[j] < imported->layer[i].bits,
					"position %" PRIu64 " of %" PRIu64, positions[j],
					imported->layer[i].bits);
	}
}

/* Add a key as the libraries do, and as filter/imported.c does */
static void
add_key(Filter *filter, const uint8_t *bytes, size_t size)
{
	const BloomKey key = {bytes, size};
	BloomImported *imported = &filter->file.head.imported;
	unsigned	last;

	check_positions(filter->format, imported, filter->layers, bytes, size);
	if (filter_test(filter, (const char *) bytes, size))
		return;
	if (bloom_codec_full(filter->format, imported, filter->layers))
	{
		BloomImportedLayer next = {0};

		if (!bloom_codec_next(filter->format, imported, filter->layers,
							  &next) || next.bits > MAX_BITS)
			return;
		REQUIRE(next.bits > 0 && next.probes > 0 &&
				next.probes <= BLOOM_IMPORTED_MAX_PROBES, "%" PRIu64
				" bits, %" PRIu64 " probes", next.bits, next.probes);
		imported->layer[filter->layers] = next;
		filter->words[filter->layers++] =
			calloc(bloom_imported_words(&next), 8);
		REQUIRE(bloom_codec_problem(filter->format, imported,
									filter->layers) == NULL, "next: %s",
				bloom_codec_problem(filter->format, imported,
									filter->layers));
	}
	last = filter->layers - 1;
	if (bloom_codec_add(filter->format, imported, last, filter->words[last],
						&key) > 0)
		bloom_codec_count(filter->format, imported, last);
	REQUIRE(filter_test(filter, (const char *) bytes, size), "lost a key");
}

/*
 * As many keys as can be counted, or nearly: the numbers of a file are what
 * somebody wrote.
 */
static void
fill_counts(BloomImported *imported, unsigned layers, uint64_t left)
{
	uint64_t	others = 0;

	for (unsigned i = 1; i < layers; i++)
		others += imported->layer[i].count;
	if (others > UINT64_MAX - left)
		return;
	imported->count = UINT64_MAX - left;
	imported->layer[0].count = imported->count - others;
	REQUIRE(bloom_codec_problem(BLOOM_FORMAT_REDISBLOOM, imported,
								layers) == NULL, "%" PRIu64 " keys: %s",
			imported->count,
			bloom_codec_problem(BLOOM_FORMAT_REDISBLOOM, imported, layers));
}

/* A filter with keys added is one that can be written and read again */
static void
check_again(const Folder *folder, const Filter *filter)
{
	Dump		dump = dump_write(filter);
	Folder		again = *folder;
	Filter		read = {.format = filter->format};
	const char *problem = dump_read(&again, &dump, &read.file);

	REQUIRE(problem == NULL, "what was written: %s", problem);
	REQUIRE(read.file.layers == filter->layers, "%u layers of %u",
			read.file.layers, filter->layers);
	filter_load(&read, filter->format);
	for (unsigned i = 0; i < read.layers; i++)
	{
		size_t		words =
			bloom_imported_words(&filter->file.head.imported.layer[i]);

		REQUIRE(memcmp(read.words[i], filter->words[i], words * 8) == 0,
				"layer %u has other bits", i);
	}
	filter_done(&read);
	dump_done(&dump);
}

/* All that can be done with a file that was read */
static void
check_file(const Folder *folder, const Dump *dump,
		   const BloomCodecFile *file, Input keys, unsigned count)
{
	Filter		filter = {.file = *file};
	BloomImported *imported = &filter.file.head.imported;
	Dump		written;

	REQUIRE(bloom_codec_problem(folder->format, imported, file->layers) ==
			NULL, "read, but %s",
			bloom_codec_problem(folder->format, imported, file->layers));
	if (!fits_memory(imported, file->layers))
		return;
	filter_load(&filter, folder->format);
	written = dump_write(&filter);
	REQUIRE(dump_equal(&written, dump), "%zu and %zu bytes, not %zu and %zu",
			written.header.size, written.body.size, dump->header.size,
			dump->body.size);
	dump_done(&written);
	if (count & 64 && folder->format == BLOOM_FORMAT_REDISBLOOM)
		fill_counts(imported, filter.layers, count >> 7);
	for (count %= 64; count > 0; count--)
	{
		size_t		size;
		uint8_t    *key = input_block(&keys, (count - 1) * 7 % 41, &size);

		add_key(&filter, key, size);
		free(key);
	}
	if (fits_memory(imported, filter.layers))
		check_again(folder, &filter);
	filter_done(&filter);
}

/* What stands in a stored filter's own data: nobody read it from a file */
static void
check_data(Input *input)
{
	BloomFormat format = (BloomFormat) input_number(input, 1);
	unsigned	layers = (unsigned) input_number(input, 1);
	BloomImportedRoom room;

	memset(&room, 0, sizeof(room));
	for (unsigned i = 0; i < 8 + 8 * layers && i < sizeof(room) / 8; i++)
		room.room[i] = input_number(input, 8);
	if (bloom_codec_problem(format, &room.imported, layers) != NULL)
		return;
	check_positions(format, &room.imported, layers, (const uint8_t *) "key", 3);
	bloom_codec_full(format, &room.imported, layers);
	if (layers < BLOOM_IMPORTED_MAX_LAYERS &&
		bloom_codec_next(format, &room.imported, layers,
						 &room.imported.layer[layers]))
		check_positions(format, &room.imported, layers + 1,
						(const uint8_t *) "", 0);
	if (fits_memory(&room.imported, layers))
	{
		Filter		filter = {.file.head = room, .format = format,
		.layers = layers};
		Dump		dump;

		for (unsigned i = 0; i < layers; i++)
			filter.words[i] =
				calloc(bloom_imported_words(&room.imported.layer[i]), 8);
		dump = dump_write(&filter);
		dump_done(&dump);
		filter_done(&filter);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Input		input = {data, size};
	Input		keys = input;
	unsigned	kind = input_number(&input, 1) % KINDS;
	unsigned	count = input_number(&input, 1);
	Folder		folder = kind_folder(kind);
	Dump		dump = {{NULL, 0}, {NULL, 0}};
	BloomCodecFile file;
	size_t		header = 0;

	if (kind == KIND_DATA)
	{
		check_data(&input);
		return 0;
	}
	if (kind == KIND_REDISBLOOM)
		header = input_number(&input, 2);
	if (folder.format == BLOOM_FORMAT_REDIS_BITMAP)
	{
		uint64_t	image = input_number(&input, 8);

		memcpy(&folder.error_rate, &image, sizeof(image));
		folder.capacity = input_number(&input, 5);
		folder.prime = input_number(&input, 1) & 1;
	}
	dump.header.data = input_block(&input, header, &dump.header.size);
	dump.body.data = input_block(&input, input.size, &dump.body.size);
	if (dump_read(&folder, &dump, &file) == NULL)
		check_file(&folder, &dump, &file, keys, count);
	dump_done(&dump);
	fuzz_abort_if_failed();
	return 0;
}

#ifdef FUZZ_MAIN
static unsigned
folder_kind(const Folder *folder)
{
	switch (folder->format)
	{
		case BLOOM_FORMAT_PYBLOOM:
			return folder->flag ? KIND_PYBLOOM_XXH3 : KIND_PYBLOOM_MD5;
		case BLOOM_FORMAT_REDISBLOOM:
			return KIND_REDISBLOOM;
		case BLOOM_FORMAT_GUAVA:
			return folder->keys == BLOOM_KEYS_UTF16 ?
				KIND_GUAVA_UTF16 : KIND_GUAVA;
		case BLOOM_FORMAT_SPARK:
			return KIND_SPARK;
		case BLOOM_FORMAT_PARQUET:
			return KIND_PARQUET;
		case BLOOM_FORMAT_REDIS_BITMAP:
			return folder->flag ? KIND_BITMAP_HIGH : KIND_BITMAP_LOW;
		default:
			fprintf(stderr, "test/fuzz/codec.c has no kind for %s\n",
					folder->name);
			exit(1);
	}
}

static void
seed_dump(Seed *seed, const Folder *folder, const Dump *dump)
{
	seed_number(seed, 1, folder_kind(folder));
	seed_number(seed, 1, dump->body.size % 2 ? 63 : 255);
	if (folder->format == BLOOM_FORMAT_REDISBLOOM)
		seed_number(seed, 2, dump->header.size);
	if (folder->format == BLOOM_FORMAT_REDIS_BITMAP)
	{
		uint64_t	image;

		memcpy(&image, &folder->error_rate, sizeof(image));
		seed_number(seed, 8, image);
		seed_number(seed, 5, folder->capacity);
		seed_number(seed, 1, folder->prime);
	}
	seed_bytes(seed, dump->header.data, dump->header.size);
	seed_bytes(seed, dump->body.data, dump->body.size);
}

/* Small filters, some of which have grown: most of a file is its head then */
static bool
make_small(unsigned number, Folder *folder, Filter *filter)
{
	BloomCodecFile *file = &filter->file;
	const char *problem;

	switch (number)
	{
		case 0:
		case 1:
		case 2:
		case 3:
			*folder = kind_folder(number / 2);
			problem = MAKE(pybloom, file, 20, 0.01, .xxh3 = number / 2,
						   .growth = number % 2 * 2);
			break;
		case 4:
		case 5:
		case 6:
			*folder = kind_folder(KIND_REDISBLOOM);
			problem = MAKE(redisbloom, file, 20, 0.01, .growth = number - 4);
			break;
		case 7:
			*folder = kind_folder(KIND_BITMAP_HIGH);
			problem = MAKE(bitmap, file, 20, 0.01, .prime = true);
			folder->capacity = 20;
			folder->error_rate = 0.01;
			folder->prime = true;
			break;
		case 8:
			*folder = kind_folder(KIND_GUAVA);
			problem = MAKE(guava, file, 20, 0.01);
			break;
		case 9:
		case 10:
			*folder = kind_folder(KIND_SPARK);
			problem = MAKE(spark, file, 20, 0.01, .version = number - 8);
			break;
		case 11:
			*folder = kind_folder(KIND_PARQUET);
			problem = MAKE(parquet, file, 20, 0.01);
			break;
		default:
			return false;
	}
	if (problem != NULL)
		abort();
	filter_load(filter, folder->format);
	for (int i = 0; i < 60; i++)
	{
		char		key[16];

		snprintf(key, sizeof(key), "key %d", i);
		filter_add(filter, key, strlen(key));
	}
	return true;
}

/* A small filter's file, and then its data */
static bool
seed_small(unsigned number, Seed *seed)
{
	Folder		folder;
	Filter		filter;
	Dump		dump;

	if (!make_small(number / 2, &folder, &filter))
		return false;
	if (number % 2 == 0)
	{
		dump = dump_write(&filter);
		seed_dump(seed, &folder, &dump);
		dump_done(&dump);
	}
	else
	{
		seed_number(seed, 1, KIND_DATA);
		seed_number(seed, 1, 0);
		seed_number(seed, 1, folder.format);
		seed_number(seed, 1, filter.layers);
		for (unsigned i = 0; i < 8 + 8 * filter.layers; i++)
			seed_number(seed, 8, filter.file.head.room[i]);
	}
	filter_done(&filter);
	return true;
}

/* Of the real files those that aren't too large */
static bool
make_seed(unsigned number, Seed *seed)
{
	Dump		dump;

	if (number >= (unsigned) FOLDERS)
		return seed_small(number - FOLDERS, seed);
	dump = dump_of(&folders[number]);
	seed_dump(seed, &folders[number], &dump);
	dump_done(&dump);
	return true;
}
#endif
