/*
 * unit/codec/files.c
 *		Tests of the codecs with real files: every answer of the library that
 *		wrote one, every byte of it, and how it came to be.
 */
#include <math.h>

#include "core/bytes.h"
#include "codec/murmur.h"
#include "format/estimate.h"
#include "unit/codec/imported.h"

/* A folder's probes and the library's answers */
typedef struct Probes
{
	char		text[PROBES][256];
	bool		found[PROBES];
	int			count;
} Probes;

static Probes probes;

static void
read_probes(const Folder *folder)
{
	char		command[256];
	char		line[256];
	FILE	   *pipe;
	int			count = 0;
	bool		fewer = folder->keys != BLOOM_KEYS_TEXT;

	snprintf(command, sizeof(command),
			 "test/imported/probes %s", folder->name);
	pipe = popen(command, "r");
	if (pipe == NULL)
		abort();
	for (; count < PROBES && fgets(line, sizeof(line), pipe); count++)
	{
		char	   *tab = strchr(line, '\t');

		if (tab == NULL)
			abort();
		*tab = '\0';
		strcpy(probes.text[count], line);
		probes.found[count] = tab[1] == '1';
	}
	CHECK(pclose(pipe) == 0 && count == (fewer ? FEWER_PROBES : PROBES),
		  "%d probes of %s", count, folder->name);
	probes.count = count;
}

/* The bytes of a probe: those of its characters, or of the number */
static const char *
probe_key(const Folder *folder, int i, size_t *size)
{
	static uint8_t bytes[8];

	*size = strlen(probes.text[i]);
	if (folder->keys == BLOOM_KEYS_TEXT || folder->keys == BLOOM_KEYS_UTF16)
		return probes.text[i];
	*size = folder->keys;
	bloom_put_le64(bytes, (uint64_t) strtoll(probes.text[i], NULL, 10));
	return (const char *) bytes;
}

static bool
test_probe(const Folder *folder, const Filter *filter, int i)
{
	size_t		size;
	const char *key = probe_key(folder, i, &size);

	return filter_test(filter, key, size);
}

static void
add_members(const Folder *folder, Filter *filter)
{
	for (int i = 0; i < MEMBERS; i++)
	{
		size_t		size;
		const char *key = probe_key(folder, i, &size);

		filter_add(filter, key, size);
	}
}

/* An empty filter with the first layer of one that was read */
static void
filter_reset(Filter *filter)
{
	BloomImported *imported = &filter->file.head.imported;

	while (filter->layers > 1)
		free(filter->words[--filter->layers]);
	memset(filter->words[0], 0, bloom_imported_words(&imported->layer[0]) * 8);
	imported->layer[0].count = 0;
	imported->count = 0;
}

static void
check_dump(const Folder *folder, const Filter *filter, const Dump *wanted,
		   const char *what)
{
	Dump		dump = dump_write(filter);

	CHECK(dump_equal(&dump, wanted), "%s %s: %zu and %zu bytes, "
		  "not these %zu and %zu", folder->name, what, dump.header.size,
		  dump.body.size, wanted->header.size, wanted->body.size);
	dump_done(&dump);
}

/* What was read gives all answers and is written as it was */
static void
check_folder(const Folder *folder)
{
	Filter		filter;
	Dump		dump = dump_of(folder);
	const char *problem = dump_read(folder, &dump, &filter.file);
	int			wrong = 0;

	CHECK(problem == NULL, "%s: %s", folder->name, problem);
	if (problem != NULL)
		return;
	filter_load(&filter, folder->format);
	read_probes(folder);
	for (int i = 0; i < probes.count; i++)
		wrong += test_probe(folder, &filter, i) != probes.found[i];
	CHECK(wrong == 0, "%s: %d wrong answers", folder->name, wrong);
	check_dump(folder, &filter, &dump, "read");

	/* 2.0 made this one, and its rule for layers was another one */
	if (strcmp(folder->name, "redisbloom-upgraded") != 0)
	{
		filter_reset(&filter);
		add_members(folder, &filter);
		check_dump(folder, &filter, &dump, "made again");
	}
	filter_done(&filter);
	dump_done(&dump);
}

static void
real_files(void)
{
	for (int i = 0; i < FOLDERS; i++)
		check_folder(&folders[i]);
}

static const Folder *
folder_named(const char *name)
{
	for (int i = 0; i < FOLDERS; i++)
		if (strcmp(folders[i].name, name) == 0)
			return &folders[i];
	abort();
}

/* A filter made from nothing, with the members added, is the library's */
static void
check_new(const char *name, const char *problem, Filter *filter)
{
	const Folder *folder = folder_named(name);
	Dump		dump = dump_of(folder);

	CHECK(problem == NULL, "%s: %s", name, problem);
	filter->file.head.imported.keys = folder->keys;
	filter_load(filter, folder->format);
	read_probes(folder);
	add_members(folder, filter);
	check_dump(folder, filter, &dump, "made");
	filter_done(filter);
	dump_done(&dump);
}

static void
new_filters(void)
{
	Filter		f;
	BloomCodecFile *file = &f.file;

	check_new("guava-s1", MAKE(guava, file, 4000, 0.01), &f);
	check_new("guava-long", MAKE(guava, file, 4000, 0.01), &f);
	check_new("guava-integer", MAKE(guava, file, 4000, 0.01), &f);
	check_new("guava-utf16", MAKE(guava, file, 2400, 0.01), &f);
	check_new("parquet-text", MAKE(parquet, file, 4000, 0.031), &f);
	check_new("parquet-long", MAKE(parquet, file, 4000, 0.031), &f);
	check_new("parquet-integer", MAKE(parquet, file, 4000, 0.031), &f);
	check_new("spark-v1", MAKE(spark, file, 4000, 0.01, .version = 1), &f);
	check_new("spark-v2", MAKE(spark, file, 4500, 0.02, .version = 2), &f);
	check_new("spark-v1-long",
			  MAKE(spark, file, 4000, 0.03, .version = 1), &f);
	check_new("pybloom-e01", MAKE(pybloom, file, 4000, 0.01), &f);
	check_new("pybloom-e0001", MAKE(pybloom, file, 4500, 0.0001), &f);
	check_new("pybloom-live4",
			  MAKE(pybloom, file, 4000, 0.01, .xxh3 = true), &f);
	check_new("pybloom-two-digests", MAKE(pybloom, file, 25000, 1e-6), &f);
	check_new("pybloom-scalable",
			  MAKE(pybloom, file, 500, 0.01, .growth = 2), &f);
	check_new("redisbloom-fixed", MAKE(redisbloom, file, 4000, 0.01), &f);
	check_new("redisbloom-scaling",
			  MAKE(redisbloom, file, 500, 0.01, .growth = 2), &f);
	check_new("chfguo-redis-prime",
			  MAKE(bitmap, file, 4000, 0.01, .prime = true), &f);
	check_new("chfguo-redis-noprime", MAKE(bitmap, file, 4500, 0.02), &f);
}

/* Scalable filters of pybloom-live, whose first layer has another rate */
static void
new_scalable(void)
{
	Filter		f;
	BloomImported *imported = &f.file.head.imported;

	check_new("pybloom-live4-scalable",
			  MAKE(pybloom, &f.file, 600, 0.0045, .xxh3 = true,
				   .growth = 2), &f);
	memset(&f.file, 0, sizeof(f.file));
	imported->variant = BLOOM_PYBLOOM_SCALABLE | BLOOM_PYBLOOM_FIRST_RATIO;
	imported->growth = 4;
	imported->ratio = BLOOM_PYBLOOM_RATIO;
	imported->capacity = 300;
	imported->error_rate = 0.05;
	check_new("pybloom-live3-scalable", bloom_pybloom_first(&f.file), &f);
}

/* Which folders' answers depend on the small hash */
static void
small_hashes(void)
{
	for (int i = 0; i < FOLDERS; i++)
	{
		Dump		dump = dump_of(&folders[i]);
		const char *name = folders[i].name;
		BloomCodecFile file;
		bool		uses = strstr(name, "live") != NULL ||
			strcmp(name, "pybloom-e01") == 0;

		if (folders[i].format == BLOOM_FORMAT_PYBLOOM &&
			dump_read(&folders[i], &dump, &file) == NULL)
			CHECK(bloom_pybloom_codec.needs_hash(&file.head.imported,
												 file.layers) == uses, "%s", name);
		dump_done(&dump);
	}
}

/* A scalable filter without keys has no layers in its file; read it again */
static void
empty_scalable(void)
{
	for (int xxh3 = 0; xxh3 < 2; xxh3++)
	{
		Filter		filter;
		Filter		again;
		Dump		dump;
		const char *problem;

		problem = MAKE(pybloom, &filter.file, 100, 0.001, .xxh3 = xxh3,
					   .growth = 2);
		CHECK(problem == NULL, "%s", problem);
		filter_load(&filter, BLOOM_FORMAT_PYBLOOM);
		dump = dump_write(&filter);
		CHECK(dump.body.size == 32, "%zu bytes", dump.body.size);
		problem = dump_read(folder_named(xxh3 ? "pybloom-live4" :
										 "pybloom-e01"), &dump, &again.file);
		CHECK(problem == NULL, "%s", problem);
		CHECK(memcmp(&again.file.head, &filter.file.head,
					 sizeof(again.file.head)) == 0, "another head");
		dump_done(&dump);
		/* bits without a count, which only an attacker can write */
		filter.words[0][1] = 1;
		dump = dump_write(&filter);
		CHECK(dump.body.size > 80, "%zu bytes", dump.body.size);
		dump_done(&dump);
		filter_add(&filter, "key", 3);
		dump = dump_write(&filter);
		CHECK(dump.body.size > 80, "%zu bytes", dump.body.size);
		dump_done(&dump);
		filter_done(&filter);
	}
}

/* Fixed filters, and all but pybloom's and RedisBloom's, never go on */
static void
fixed_filters(void)
{
	for (int i = 0; i < FOLDERS; i++)
	{
		Dump		dump = dump_of(&folders[i]);
		BloomCodecFile file;
		BloomImportedLayer next;
		bool		grows = strstr(folders[i].name, "scal") != NULL ||
			strstr(folders[i].name, "upgraded") != NULL;

		CHECK(dump_read(&folders[i], &dump, &file) == NULL, "%s",
			  folders[i].name);
		file.head.imported.layer[file.layers - 1].count = 1000000;
		CHECK(bloom_codec_full(folders[i].format, &file.head.imported,
							   file.layers) == grows, "%s", folders[i].name);
		CHECK(bloom_codec_next(folders[i].format, &file.head.imported,
							   file.layers, &next) == grows, "%s",
			  folders[i].name);
		dump_done(&dump);
	}
}

/* pybloom up to 1.1 had slices twice as long, and other rates for layers */
static void
doubled_slices(void)
{
	Filter		filter;
	BloomImported *imported = &filter.file.head.imported;
	BloomCodecFile again;
	Dump		dump;
	const char *problem;

	memset(&filter, 0, sizeof(filter));
	imported->variant = BLOOM_PYBLOOM_SCALABLE | BLOOM_PYBLOOM_DOUBLED |
		BLOOM_PYBLOOM_FIRST_ALL;
	imported->growth = 2;
	imported->ratio = 0.9;
	imported->capacity = 100;
	imported->error_rate = 0.001;
	imported->layer[0] = (BloomImportedLayer)
	{
		.bits = 10 * 288, .probes = 10, .capacity = 100, .error_rate = 0.001
	};
	CHECK(bloom_codec_next(BLOOM_FORMAT_PYBLOOM, imported, 1,
						   &imported->layer[1]), "no second layer");
	CHECK(imported->layer[1].error_rate == 0.001 * 0.9, "%g",
		  imported->layer[1].error_rate);
	filter.file.layers = 2;
	filter_load(&filter, BLOOM_FORMAT_PYBLOOM);
	dump = dump_write(&filter);
	problem = dump_read(folder_named("pybloom-e01"), &dump, &again);
	CHECK(problem == NULL, "%s", problem);
	CHECK(memcmp(&again.head, &filter.file.head, sizeof(again.head)) == 0,
		  "variant %" PRIX64, again.head.imported.variant);
	filter_done(&filter);
	dump_done(&dump);
}

static void
check_bitmap(uint64_t capacity, double error_rate, bool prime, uint64_t bits,
			 uint64_t probes)
{
	BloomCodecFile file;
	BloomImportedLayer *layer = file.head.imported.layer;

	CHECK(MAKE(bitmap, &file, capacity, error_rate, .prime = prime) == NULL &&
		  layer->bits == bits && layer->probes == probes,
		  "%" PRIu64 " bits, %" PRIu64, layer->bits, layer->probes);
}

static void
bitmap_sizes(void)
{
	BloomCodecFile file;

	check_bitmap(4000, 0.005, false, 44111, 8);
	check_bitmap(4000, 0.05, true, 24943, 5);
	check_bitmap(437000000, 0.01, true, UINT64_C(4188670537), 7);
	CHECK(MAKE(bitmap, &file, 0, 0.01) != NULL, "capacity 0");
	CHECK(MAKE(bitmap, &file, 100, 1e-46) != NULL, "rate 0");
	CHECK(MAKE(bitmap, &file, 100, 0.99999999) != NULL, "rate 1");
}

/* The sizes of new filters, and that parquet-mr sets the same bits */
static void
parquet_filters(void)
{
	static const char *const keys[] = {"hello", "parquet", "bloom", "filter"};
	Filter		f;
	BloomCodecFile *file = &f.file;
	const BloomImportedLayer *layer = file->head.imported.layer;
	Dump		dump;
	uint64_t	sum = 0;

	CHECK(MAKE(parquet, file, 1, 0.5) == NULL && layer->bits == 256,
		  "%" PRIu64, layer->bits);
	/* rates that parquet-format names: 1.26 % at 10 bits per key */
	CHECK(MAKE(parquet, file, 26214, 0.01265) == NULL &&
		  layer->bits == 262144, "%" PRIu64, layer->bits);
	CHECK(MAKE(parquet, file, 26214, 0.01264) == NULL &&
		  layer->bits == 524288, "%" PRIu64, layer->bits);
	/* a block of one key on average */
	CHECK(MAKE(parquet, file, 1, 2.2876e-9) == NULL && layer->bits == 256,
		  "%" PRIu64, layer->bits);
	CHECK(MAKE(parquet, file, 1, 2.2875e-9) == NULL && layer->bits == 512,
		  "%" PRIu64, layer->bits);
	CHECK(MAKE(parquet, file, 100000000, 0.01) == NULL &&
		  layer->bits == UINT64_C(1) << 30, "%" PRIu64, layer->bits);
	CHECK(MAKE(parquet, file, 110000000, 0.01) != NULL, "more than 128 MB");

	CHECK(MAKE(parquet, file, 700, 0.01) == NULL, "no filter");
	filter_load(&f, BLOOM_FORMAT_PARQUET);
	for (int i = 0; i < 4; i++)
		filter_add(&f, keys[i], strlen(keys[i]));
	dump = dump_write(&f);
	for (size_t i = 0; i < dump.body.size; i++)
		sum = sum * 31 + dump.body.data[i];
	CHECK(dump.body.size == 1040 && sum == UINT64_C(0xd020c4ceadc5daaa), "%zu bytes, %" PRIx64,
		  dump.body.size, sum);
	dump_done(&dump);
	filter_done(&f);
}

/*
 * The verification values that SMHasher publishes for hash functions: of the
 * hashes of 256 keys, the hash's first four bytes.
 */
static uint32_t
verification(int width)
{
	uint8_t		hashes[256 * 16];
	uint8_t		key[256];

	for (unsigned i = 0; i <= 256; i++)
	{
		const uint8_t *data = i < 256 ? key : hashes;
		size_t		size = i < 256 ? i : 256 * (size_t) width;
		uint64_t	low = 0;
		uint64_t	high = 0;

		if (width == 4)
			low = bloom_murmur2_32(data, size, 256 - i);
		else if (width == 8)
			low = bloom_murmur2_64(data, size, 256 - i);
		else
			bloom_murmur3_128(data, size, 256 - i, &low, &high);
		if (i == 256)
			return (uint32_t) low;
		for (int j = 0; j < width; j++)
			hashes[i * (unsigned) width + (unsigned) j] =
				(uint8_t) ((j < 8 ? low : high) >> j % 8 * 8);
		key[i] = (uint8_t) i;
	}
	return 0;
}

static void
murmur(void)
{
	uint64_t	low;
	uint64_t	high;
	uint32_t	word;

	CHECK(verification(4) == 0x27864C1E, "%08" PRIX32, verification(4));
	CHECK(verification(8) == 0x1F0D3804, "%08" PRIX32, verification(8));
	CHECK(verification(16) == 0x6384BA69, "%08" PRIX32, verification(16));
	bloom_murmur3_128("hello", 5, 0, &low, &high);
	CHECK(low == UINT64_C(0xcbd8a7b341bd9b02) &&
		  high == UINT64_C(0x5b1e906a48ae1d19),
		  "%016" PRIX64 " %016" PRIX64, low, high);

	/* hash() of Spark SQL, as PySpark's documentation shows it */
	word = bloom_murmur3_spark("ABC", 3, 42);
	CHECK(word == (uint32_t) -757602832, "%08" PRIX32, word);
	word = bloom_murmur3_spark("DEF", 3, word);
	CHECK(word == 599895104, "%08" PRIX32, word);
}

/* Texts, also invalid ones, and the code units that stand for them */
static void
utf16(void)
{
	static const struct
	{
		const char *text;
		unsigned	count;
		uint16_t	units[10];
	}			cases[] = {
		{"", 0, {0}},
		{"a\xC3\xBC\xE4\xBD\xA0\xF0\x9F\x98\x80", 5,
		{'a', 0xFC, 0x4F60, 0xD83D, 0xDE00}},
		{"\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF", 5,
		{0x7F, 0x80, 0x7FF, 0x800, 0xFFFF}},
		{"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 4,
		{0xD800, 0xDC00, 0xDBFF, 0xDFFF}},
		/* blocks of eight units: one ends, or ends within a pair */
		{"12345678", 8, {'1', '2', '3', '4', '5', '6', '7', '8'}},
		{"1234567\xF0\x9F\x98\x80!", 10,
		{'1', '2', '3', '4', '5', '6', '7', 0xD83D, 0xDE00, '!'}},
		/* a half by itself */
		{"\xED\xA0\xBD!", 2, {0xD83D, '!'}},
		/* no characters: too long, too large, cut short, without a start */
		{"\xC1\x81", 2, {0xFFFD, 0xFFFD}},
		{"\xE0\x9F\xBF", 3, {0xFFFD, 0xFFFD, 0xFFFD}},
		{"\xF0\x8F\xBF\xBF", 4, {0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD}},
		{"\xF4\x90\x80\x80", 4, {0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD}},
		{"\xF8\x88\x98", 3, {0xFFFD, 0xFFFD, 0xFFFD}},
		{"\xF0\x9F\x98", 3, {0xFFFD, 0xFFFD, 0xFFFD}},
		{"\xC3(\x80", 3, {0xFFFD, '(', 0xFFFD}},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		Bytes		text = bytes_copy((const uint8_t *) cases[i].text,
									  strlen(cases[i].text));
		uint8_t		units[20];
		uint64_t	hash[2];
		uint64_t	wanted[2];

		for (unsigned j = 0; j < cases[i].count; j++)
			bloom_put_le(units + 2 * j, 2, cases[i].units[j]);
		bloom_murmur3_128(units, 2 * cases[i].count, 0, &wanted[0],
						  &wanted[1]);
		bloom_murmur3_128_utf16(text.data, text.size, &hash[0], &hash[1]);
		CHECK(memcmp(hash, wanted, sizeof(hash)) == 0, "text %zu", i);
		free(text.data);
	}
}

/*
 * Filters whose positions have 31 bits, as they were built once from a number
 * of keys: the bits that were set, and how many of 10^6 other keys had all
 */
static void
large_filters(void)
{
	static const struct
	{
		BloomFormat format;
		uint64_t	bits;
		double		keys;
		uint64_t	bits_set;
		double		found;
	}			large[] = {
		{BLOOM_FORMAT_SPARK, UINT64_C(3834023296), 50e6, 322965458, 1.5},
		{BLOOM_FORMAT_GUAVA, UINT64_C(1610612736), 100e6, 555818864, 1152},
	};

	for (int i = 0; i < 2; i++)
	{
		BloomImportedRoom room = {.room = {0}};
		BloomHeadRoom head = {.room = {0}};
		double		keys;
		double		found;

		room.imported.variant = large[i].format == BLOOM_FORMAT_SPARK;
		room.imported.layer[0].bits = large[i].bits;
		room.imported.layer[0].probes = 7;
		head.head.flags = BLOOM_FLAG_DENSE;
		head.head.format = (uint8_t) large[i].format;
		head.head.layers = 1;
		for (int full = 0; full < 2; full++)
		{
			head.head.layer[0].bits_set = full * large[i].bits;
			keys = bloom_estimate_cardinality(&head.head, &room.imported, 0,
											  NULL);
			found = bloom_estimate_fpp(&head.head, &room.imported, NULL, 0,
									   NULL);
			CHECK(full ? keys < 1e11 && fabs(found - 1) < 1e-6 :
				  keys == 0 && found == 0, "%g keys, rate %g", keys, found);
		}
		head.head.layer[0].bits_set = large[i].bits_set;
		keys = bloom_estimate_cardinality(&head.head, &room.imported, 0, NULL);
		found = bloom_estimate_fpp(&head.head, &room.imported, NULL, 0, NULL) *
			1e6;
		CHECK(fabs(keys / large[i].keys - 1) < 1e-4 &&
			  fabs(found - large[i].found) < 4 * sqrt(found),
			  "%g keys, %g found", keys, found);
	}
}

int
main(void)
{
	RUN(murmur);
	RUN(utf16);
	RUN(real_files);
	RUN(new_filters);
	RUN(new_scalable);
	RUN(small_hashes);
	RUN(empty_scalable);
	RUN(fixed_filters);
	RUN(doubled_slices);
	RUN(bitmap_sizes);
	RUN(parquet_filters);
	RUN(large_filters);
	return unit_end("codec/files");
}
