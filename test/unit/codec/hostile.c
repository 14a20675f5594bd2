/*
 * unit/codec/hostile.c
 *		Tests of the codecs with bytes that no library wrote.
 *
 * Whatever is read or taken for a filter must be one that can be loaded,
 * tested, added to, grown and written; a file just as it was read.  To be run
 * with UNIT_CFLAGS=-fsanitize=address,undefined as well.
 */
#include "unit/codec/imported.h"
#include "unit/scramble.h"

#define MUTATIONS	20000
#define JUNK		200000

static uint64_t random_state;

/* A random number below another */
static uint64_t
random_below(uint64_t end)
{
	return draw(&random_state, end);
}

/* A number that is at some limit, or near one, or any */
static uint64_t
odd_number(void)
{
	static const uint64_t limits[] = {
		0, 7, 8, 31, 32, 49, 63, 64, 255, 256, 65535, INT32_MAX, UINT32_MAX,
		INT64_MAX, UINT64_MAX, BLOOM_IMPORTED_MAX_BITS,
		BLOOM_IMPORTED_MAX_BITS / 8, BLOOM_IMPORTED_MAX_BITS / 64,
		UINT64_C(0x3FF0000000000000), UINT64_C(0x7FF0000000000000),
		UINT64_C(0x7FF8000000000000), UINT64_C(0xBFE0000000000000),
		UINT64_C(0x3F847AE147AE147B), UINT64_C(0x8000000000000000), 1, 2, 3,
	};
	uint64_t	number = limits[random_below(sizeof(limits) / 8)];

	switch (random_below(8))
	{
		case 0:
			return number + 1;
		case 1:
			return number - 1;
		case 2:
			return scramble(random_state++) >> random_below(64);
		default:
			return number;
	}
}

/* All that can be done with a filter that was accepted */
static void
check_accepted(const Folder *folder, const Dump *dump,
			   const BloomCodecFile *file)
{
	Filter		filter = {.file = *file};
	BloomImported *imported = &filter.file.head.imported;
	BloomImportedLayer next;
	const BloomKey key = {"key", 3};
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

/* Spoil one place of some bytes, more often near their beginning */
static void
spoil(Bytes *bytes)
{
	uint64_t	number = odd_number();
	size_t		at;
	size_t		width = (size_t) 1 << random_below(4);

	if (bytes->size == 0)
		return;
	at = random_below(random_below(4) > 0 && bytes->size > 300 ? 300 :
					  bytes->size);
	switch (random_below(8))
	{
		case 0:
			bytes->data[at] ^= 1 << random_below(8);
			break;
		case 1:
			bytes->data[at] = (uint8_t) number;
			break;
		case 2:
			bytes->data[bytes->size - 1 - at] ^= 1 << random_below(8);
			break;
		case 3:
			bytes->data[at] += random_below(5) - 2;
			break;
		default:
			/* fields of the headers are at multiples of 4, or odd ones */
			if (random_below(2) == 0)
				at &= ~(size_t) 3;
			if (at + width <= bytes->size)
				memcpy(bytes->data + at, &number, width);
	}
}

/* Make bytes a little longer or shorter */
static void
resize(Bytes *bytes)
{
	size_t		size = bytes->size + random_below(9) - 4;
	Bytes		copy = {unit_alloc(size), size};

	if (bytes->size + 4 < 8)
		size = copy.size = bytes->size;
	memset(copy.data, 0, size);
	memcpy(copy.data, bytes->data, size < bytes->size ? size : bytes->size);
	free(bytes->data);
	*bytes = copy;
}

static void
check_mutations(Folder folder)
{
	Dump		whole = dump_of(&folder);
	uint64_t	capacity = folder.capacity;
	double		rate = folder.error_rate;
	int			accepted = 0;

	for (int i = 0; i < MUTATIONS; i++)
	{
		Dump		dump = {bytes_copy(whole.header.data, whole.header.size),
			bytes_copy(whole.body.data, whole.body.size)};

		for (uint64_t times = random_below(3); times < 3; times++)
			spoil(whole.header.size > 0 && random_below(4) > 0 ?
				  &dump.header : &dump.body);
		if (random_below(16) == 0)
			resize(&dump.body);
		if (random_below(64) == 0 && dump.header.size > 0)
			resize(&dump.header);
		if (capacity > 0 && random_below(4) == 0)
			folder.capacity = random_below(2) ? capacity + random_below(20) :
				random_below(capacity * 2);
		if (capacity > 0 && random_below(4) == 0)
			folder.error_rate = rate * (double) random_below(300) / 100;
		accepted += try_dump(&folder, &dump);
		dump_done(&dump);
	}
	CHECK(accepted > 0 && accepted < MUTATIONS, "%s: %d accepted",
		  folder.name, accepted);
	dump_done(&whole);
}

/* One of each format */
static void
mutations(void)
{
	static const char *const names[] = {
		"chfguo-local-lsb", "chfguo-local-msb", "guava-s0", "guava-s1",
		"pybloom-live4-head", "pybloom-live3-scalable",
		"redisbloom-1.x-scaling", "redisbloom-fixed", "redisbloom-scaling",
		"redisbloom-upgraded", "spark-v1", "spark-v2-long",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		for (int j = 0; j < FOLDERS; j++)
			if (strcmp(folders[j].name, names[i]) == 0)
				check_mutations(folders[j]);
}

/* A filter's data from outside: refused, or all positions are within it */
static void
check_data(BloomFormat format, const BloomImportedRoom *room, unsigned layers)
{
	const BloomImported *imported = &room->imported;
	const BloomKey key = {"a key", 5};
	uint64_t	positions[BLOOM_IMPORTED_MAX_PROBES];

	if (bloom_codec_problem(format, imported, layers) != NULL)
		return;
	for (unsigned i = 0; i < layers; i++)
	{
		const BloomImportedLayer *layer = &imported->layer[i];

		bloom_format_codec((int) format)->positions(imported, i, &key,
													positions);
		for (uint64_t j = 0; j < layer->probes; j++)
			CHECK(positions[j] < layer->bits, "position %" PRIu64 " of %"
				  PRIu64, positions[j], layer->bits);
	}
}

/* Nothing but odd numbers */
static void
junk(void)
{
	BloomImportedRoom room;

	for (int i = 0; i < JUNK; i++)
	{
		unsigned	layers = (unsigned) random_below(68);

		if (random_below(2) == 0)
			layers = (unsigned) random_below(3);
		for (size_t j = 0; j < sizeof(room.room) / 8; j++)
			room.room[j] = random_below(2) ? odd_number() : 0;
		for (int format = 0; format < 8; format++)
			check_data((BloomFormat) format, &room, layers);
	}
}

/* Data of real filters, one or two numbers of which are odd */
static void
nearly_right(void)
{
	for (int i = 0; i < FOLDERS; i++)
	{
		Dump		dump = dump_of(&folders[i]);
		BloomCodecFile file;
		BloomImportedRoom room;

		CHECK(dump_read(&folders[i], &dump, &file) == NULL, "%s",
			  folders[i].name);
		for (int j = 0; j < JUNK / 4; j++)
		{
			room = file.head;
			for (uint64_t times = random_below(2); times < 2; times++)
			{
				uint64_t   *field =
					&room.room[random_below(8 + 8 * file.layers)];

				*field = random_below(2) ? odd_number() :
					*field + random_below(17) - 8;
			}
			check_data(folders[i].format, &room,
					   file.layers + (random_below(8) == 0));
		}
		dump_done(&dump);
	}
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
	RUN(mutations);
	RUN(junk);
	RUN(nearly_right);
	RUN(most_layers);
	return unit_end("codec/hostile");
}
