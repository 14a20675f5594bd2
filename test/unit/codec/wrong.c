/*
 * unit/codec/wrong.c
 *		Tests of what the codecs refuse: numbers in files that contradict the
 *		others, and filters that nobody can ask for.
 */
#include "core/bytes.h"
#include "unit/codec/imported.h"

/* Single numbers of real files that nothing else in them agrees with */
static const struct
{
	const char *folder;
	size_t		at;				/* of the header if there is one */
	unsigned	width;
	uint64_t	number;
}			wrong[] =
{
	{"pybloom-e01", 0, 8, 0},	/* error rates */
	{"pybloom-e01", 0, 8, UINT64_C(0x3FF0000000000000)},
	{"pybloom-e01", 0, 8, UINT64_C(0x7FF0000000000000)},
	{"pybloom-e01", 0, 8, UINT64_C(0x7FF8000000000000)},
	{"pybloom-e01", 0, 8, UINT64_C(0xBF847AE147AE147B)},
	{"pybloom-e01", 0, 8, UINT64_C(0x3F857AE147AE147B)},
	{"pybloom-e01", 8, 8, 0},	/* slices */
	{"pybloom-e01", 8, 8, 6},
	{"pybloom-e01", 8, 8, UINT64_C(0x100000007)},
	{"pybloom-e01", 16, 8, 5477},
	{"pybloom-e01", 16, 8, 0},
	{"pybloom-e01", 24, 8, 0},	/* capacities */
	{"pybloom-e01", 24, 8, 4001},
	{"pybloom-e01", 24, 8, UINT64_MAX},
	{"pybloom-e01", 4833, 1, 4},	/* beyond its bits */
	{"pybloom-scalable", 0, 4, 0},	/* scales */
	{"pybloom-scalable", 0, 4, 4},
	{"pybloom-scalable", 0, 4, UINT32_MAX},
	{"pybloom-scalable", 4, 8, UINT64_C(0x3FF0000000000000)},
	{"pybloom-scalable", 4, 8, UINT64_C(0x3FE0000000000000)},
	{"pybloom-scalable", 12, 8, 501},
	{"pybloom-scalable", 20, 8, UINT64_C(0x3F857AE147AE147B)},
	{"pybloom-scalable", 28, 4, 3}, /* layers */
	{"pybloom-scalable", 28, 4, 0},
	{"pybloom-scalable", 28, 4, UINT32_MAX},
	{"pybloom-scalable", 32, 8, 940},	/* lengths */
	{"pybloom-scalable", 32, 8, UINT64_MAX},
	{"redisbloom-scaling", 0, 8, 3970}, /* count of keys */
	{"redisbloom-scaling", 8, 4, 3},	/* links */
	{"redisbloom-scaling", 8, 4, 0},
	{"redisbloom-scaling", 12, 4, 16},	/* options */
	{"redisbloom-scaling", 12, 4, 13},
	{"redisbloom-scaling", 20, 8, 688}, /* bytes of a link */
	{"redisbloom-scaling", 20, 8, UINT64_MAX},
	{"redisbloom-scaling", 28, 8, 0},	/* bits */
	{"redisbloom-scaling", 28, 8, 5504},
	{"redisbloom-scaling", 36, 8, 501}, /* size */
	{"redisbloom-scaling", 44, 8, UINT64_C(0x7FF8000000000000)},
	{"redisbloom-scaling", 44, 8, UINT64_C(0x3F747AE247AE147B)},
	{"redisbloom-scaling", 52, 8, UINT64_C(0x4022000000000000)},
	{"redisbloom-scaling", 60, 4, 7},	/* hashes */
	{"redisbloom-scaling", 64, 8, 0},	/* entries */
	{"redisbloom-scaling", 72, 1, 13},	/* n2 */
	{"redisbloom-scaling", 72, 1, 64},
	{"redisbloom-1.x-scaling", 64, 1, 11},
	{"redisbloom-1.x-scaling", 64, 1, 13},
	{"redisbloom-1.x-scaling", 24, 8, 4096},
	{"redisbloom-1.x-scaling", 12, 4, 8},
	{"parquet-text", 0, 1, 0x25},	/* fields */
	{"parquet-text", 1, 1, 0x81},	/* bytes */
	{"parquet-text", 1, 1, 0xC0},
	{"parquet-text", 2, 1, 0x20},
	{"parquet-text", 3, 1, 0x2C},	/* algorithm, hash, compression */
	{"parquet-text", 4, 1, 0x2C},
	{"parquet-text", 8, 1, 0x2C},
	{"parquet-text", 12, 1, 0x2C},
	{"parquet-text", 15, 1, 1},
	{"guava-s1", 0, 1, 2},		/* strategy */
	{"guava-s1", 1, 1, 0},		/* k */
	{"guava-s1", 5, 1, 0x59},	/* words */
	{"guava-s1", 2, 1, 0xFF},
	{"spark-v1", 3, 1, 0},		/* version */
	{"spark-v1", 3, 1, 2},
	{"spark-v1", 3, 1, 3},
	{"spark-v1", 0, 1, 1},
	{"spark-v1", 7, 1, 0},		/* k */
	{"spark-v1", 6, 1, 1},
	{"spark-v1", 11, 1, 0x59},	/* words */
	{"spark-v1", 8, 1, 0xFF},
	{"spark-v2", 3, 1, 1},
	{"spark-v2", 3, 1, 3},
	{"spark-v2", 15, 1, 0x3C},
	{"chfguo-local-lsb", 5513, 1, 0x80},
	{"chfguo-redis-prime", 4793, 1, 0x01},
};

static void
wrong_numbers(void)
{
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		for (int j = 0; j < FOLDERS; j++)
			if (strcmp(folders[j].name, wrong[i].folder) == 0)
			{
				BloomCodecFile file;
				Dump		dump = dump_of(&folders[j]);
				uint8_t    *data = dump.header.size > 0 ? dump.header.data :
					dump.body.data;

				bloom_put_le(data + wrong[i].at, wrong[i].width,
							 wrong[i].number);
				CHECK(dump_read(&folders[j], &dump, &file) != NULL,
					  "%s: %" PRIX64 " at %zu", wrong[i].folder,
					  wrong[i].number, wrong[i].at);
				dump_done(&dump);
			}
}

/* What nobody can ask for, or what would be too large */
static void
refused_sizes(void)
{
	static const struct
	{
		uint64_t	capacity;
		double		error_rate;
	}			cases[] = {
		{0, 0.01}, {100, 0}, {100, 1}, {100, -0.5}, {100, 2},
		{100, __builtin_nan("")}, {100, __builtin_inf()},
		{UINT64_MAX, 0.01}, {UINT64_C(1) << 33, 0.01}, {1, 1e-300},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		uint64_t	capacity = cases[i].capacity;
		double		rate = cases[i].error_rate;
		BloomCodecFile file;

		CHECK(MAKE(guava, &file, capacity, rate) != NULL, "case %zu", i);
		CHECK(MAKE(parquet, &file, capacity, rate) != NULL, "case %zu", i);
		for (int version = 0; version < 4; version++)
			CHECK(MAKE(spark, &file, capacity, rate,
					   .version = version) != NULL, "case %zu", i);
		CHECK(MAKE(bitmap, &file, capacity, rate) != NULL,
			  "case %zu", i);
		for (int flag = 0; flag < 4; flag++)
			CHECK(MAKE(pybloom, &file, capacity, rate, .xxh3 = flag & 1,
					   .growth = flag & 2) != NULL, "case %zu", i);
		CHECK(MAKE(redisbloom, &file, capacity, rate, .growth = 2) != NULL,
			  "case %zu", i);
		CHECK(MAKE(redisbloom, &file, capacity, rate) != NULL,
			  "case %zu", i);
	}
}

/* Versions that Spark doesn't have, and keys that a library doesn't */
static void
refused_kinds(void)
{
	static const struct
	{
		BloomFormat format;
		uint64_t	keys;		/* bit i: BloomKeys i */
	}			kinds[] = {
		{BLOOM_FORMAT_GUAVA, 0x115}, {BLOOM_FORMAT_SPARK, 0x101},
			{BLOOM_FORMAT_PARQUET, 0x111}
	};
	BloomCodecFile file;

	/* with 2^31 bits, and with more */
	CHECK(MAKE(spark, &file, 224044000, 0.01, .version = 1) == NULL &&
		  MAKE(spark, &file, 224046000, 0.01, .version = 1) != NULL &&
		  MAKE(spark, &file, 224046000, 0.01, .version = 2) == NULL,
		  "%" PRIu64 " bits", file.head.imported.layer[0].bits);
	for (int version = -1; version < 5; version++)
		CHECK((MAKE(spark, &file, 100, 0.01, .version = version) == NULL) ==
			  (version == 1 || version == 2), "version %d", version);
	for (int i = 0; i < FOLDERS; i++)
	{
		BloomImported *imported = &file.head.imported;
		Dump		dump = dump_of(&folders[i]);
		uint64_t	allowed = 1 << BLOOM_KEYS_TEXT;

		for (size_t j = 0; j < sizeof(kinds) / sizeof(kinds[0]); j++)
			if (kinds[j].format == folders[i].format)
				allowed = kinds[j].keys;
		CHECK(dump_read(&folders[i], &dump, &file) == NULL, "not read");
		for (unsigned keys = 0; keys < 64; keys++)
		{
			imported->keys = keys;
			CHECK((bloom_codec_problem(folders[i].format, imported,
									   file.layers) == NULL) ==
				  (allowed >> keys & 1), "%s: keys %u", folders[i].name,
				  keys);
		}
		dump_done(&dump);
	}
}

/* Numbers that no file of Parquet has, but a stored filter may have */
static void
parquet_data(void)
{
	BloomCodecFile file;
	BloomImported *imported = &file.head.imported;
	uint64_t   *numbers[] = {
		&imported->variant, &imported->options, &imported->layer[0].probes,
		&imported->layer[0].bits
	};

	CHECK(MAKE(parquet, &file, 100, 0.01) == NULL, "no filter");
	for (int i = 0; i < 4; i++)
		for (int change = -1; change <= 1; change++)
		{
			*numbers[i] += (uint64_t) change;
			CHECK((bloom_codec_problem(BLOOM_FORMAT_PARQUET, imported, 1) ==
				   NULL) == (change == 0), "number %d, %+d", i, change);
			*numbers[i] -= (uint64_t) change;
		}
}

/* Bits by themselves: which ones are beyond the end */
static void
ends(void)
{
	for (uint64_t bits = 0; bits <= 40; bits++)
		for (uint64_t p = 0; p < 32; p++)
		{
			uint8_t		low[4] = {0};
			uint8_t		high[4] = {0};

			low[p / 8] = (uint8_t) (1 << p % 8);
			high[p / 8] = (uint8_t) (0x80 >> p % 8);
			CHECK(bloom_codec_ends(low, 4, bits, false) == (p < bits),
				  "bit %" PRIu64 " of %" PRIu64, p, bits);
			CHECK(bloom_codec_ends(high, 4, bits, true) == (p < bits),
				  "bit %" PRIu64 " of %" PRIu64, p, bits);
		}
}

int
main(void)
{
	RUN(wrong_numbers);
	RUN(refused_sizes);
	RUN(refused_kinds);
	RUN(parquet_data);
	RUN(ends);
	return unit_end("codec/wrong");
}
