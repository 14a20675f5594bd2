/*
 * test/answers.c
 *		The library's program for a comparison with SQL:
 *
 *		answers test KIND FILTER <values		t, f or ERROR for each
 *		answers build KIND CAPACITY RATE SEED <values
 *		answers add KIND FILTER <values			these print digits
 *		answers remove KIND FILTER <values
 *		answers combine FILTER...				for each pair: union,
 *												intersection, three numbers
 *		answers info FILTER
 *
 * A FILTER is a file with the result of filter::bytea.  KIND is the kind of
 * values on the lines: text, integer, hash (decimal numbers), bytea, uuid,
 * float (the results of byteasend, uuid_send and float8send, as digits).
 *
 * CAPACITY is that of a fixed filter, or 0 for any number of values.  Before
 * it, there is an "e" for an elastic filter, whose capacity may be left out, a
 * "c" for a counting one, or a "g" for one with growth 2.
 *
 * All functions for testing and building are called, and must have the same
 * result.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bloomext.h"

typedef struct Values
{
	bloomext_class class;		/* 0 of hashes */
	uint8_t    *bytes;			/* canonical, end to end */
	size_t	   *offsets;
	size_t		count;
	int64_t    *integers;		/* of integers and hashes */
	double	   *floats;
} Values;

static void
die(const char *what)
{
	fprintf(stderr, "answers: %s\n", what);
	exit(2);
}

static void *
check_memory(void *memory)
{
	if (memory == NULL)
		die("no memory");
	return memory;
}

static unsigned
digit(int c)
{
	return (unsigned) (c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
}

static bloomext_class
class_of(const char *kind)
{
	static const char *const kinds[] = {
		"hash", "text", "integer", "bytea", "uuid", "float"
	};

	for (unsigned i = 0; i < 6; i++)
		if (strcmp(kind, kinds[i]) == 0)
			return i;
	die("unknown kind");
	return 0;
}

/* Write the canonical bytes of a line; returns the address after them */
static uint8_t *
decode(bloomext_class class, const char *line, size_t size, uint8_t *to)
{
	if (class == BLOOMEXT_TEXT)
	{
		memcpy(to, line, size);
		return to + size;
	}
	if (class == BLOOMEXT_INTEGER || class == BLOOMEXT_NONE)
	{
		int64_t		number = strtoll(line, NULL, 10);

		for (int i = 0; i < 8; i++)
			*to++ = (uint8_t) ((uint64_t) number >> 8 * i);
		return to;
	}
	for (size_t i = 0; i + 1 < size; i += 2)
		*to++ = (uint8_t) (digit(line[i]) * 16 + digit(line[i + 1]));
	return to;
}

/* Convert a big-endian float, as SQL sends it, to a number */
static double
float_of(uint8_t *bytes)
{
	uint64_t	image = 0;
	double		value;

	for (int i = 0; i < 8; i++)
		image = image << 8 | bytes[i];
	memcpy(&value, &image, 8);
	return value;
}

static Values
read_values(bloomext_class class)
{
	Values		values = {.class = class};
	size_t		room = 1 << 20;
	size_t		most = 1 << 16;
	size_t		used = 0;
	char	   *line = NULL;
	size_t		line_room = 0;
	ssize_t		size;

	values.bytes = check_memory(malloc(room));
	values.offsets = check_memory(malloc((most + 1) * sizeof(size_t)));
	values.offsets[0] = 0;
	while ((size = getline(&line, &line_room, stdin)) >= 0)
	{
		if (size > 0 && line[size - 1] == '\n')
			size--;
		if (room - used < (size_t) size + 8)
		{
			room = 2 * room + (size_t) size;
			values.bytes = check_memory(realloc(values.bytes, room));
		}
		if (values.count == most)
			values.offsets =
				check_memory(realloc(values.offsets,
									 ((most *= 2) + 1) * sizeof(size_t)));
		used = (size_t) (decode(class, line, (size_t) size,
								values.bytes + used) - values.bytes);
		values.offsets[++values.count] = used;
	}
	free(line);
	values.integers = check_memory(calloc(values.count + 1, 8));
	values.floats = check_memory(calloc(values.count + 1, 8));
	for (size_t i = 0; i < values.count; i++)
	{
		uint8_t    *bytes = values.bytes + values.offsets[i];

		if (class == BLOOMEXT_INTEGER || class == BLOOMEXT_NONE)
			for (int j = 8; j-- > 0;)
				values.integers[i] =
					(int64_t) ((uint64_t) values.integers[i] << 8 | bytes[j]);
		if (class == BLOOMEXT_FLOAT)
			values.floats[i] = float_of(bytes);
	}
	return values;
}

static int
test_one(const bloomext_filter *filter, const Values *values, size_t i)
{
	const uint8_t *bytes = values->bytes + values->offsets[i];
	size_t		size = values->offsets[i + 1] - values->offsets[i];

	switch (values->class)
	{
		case BLOOMEXT_NONE:
			return bloomext_contains_hash(filter,
										  (uint64_t) values->integers[i]);
		case BLOOMEXT_TEXT:
			return bloomext_contains_text(filter, (const char *) bytes, size);
		case BLOOMEXT_INTEGER:
			return bloomext_contains_integer(filter, values->integers[i]);
		case BLOOMEXT_BYTES:
			return bloomext_contains_bytes(filter, bytes, size);
		case BLOOMEXT_UUID:
			return bloomext_contains_uuid(filter, bytes);
	}
	return bloomext_contains_float(filter, values->floats[i]);
}

static int
test_many(const bloomext_filter *filter, const Values *values, bool *found)
{
	switch (values->class)
	{
		case BLOOMEXT_NONE:
			return bloomext_contains_hashes(filter,
											(uint64_t *) values->integers,
											values->count, found);
		case BLOOMEXT_INTEGER:
			return bloomext_contains_integers(filter, values->integers,
											  values->count, found);
		case BLOOMEXT_UUID:
			return bloomext_contains_uuids(filter, values->bytes,
										   values->count, found);
		case BLOOMEXT_FLOAT:
			return bloomext_contains_floats(filter, values->floats,
											values->count, found);
	}
	return bloomext_contains_packed(filter, values->class, values->bytes,
									values->offsets, values->count, found);
}

static int
add_one(bloomext_filter *filter, const Values *values, size_t i)
{
	const uint8_t *bytes = values->bytes + values->offsets[i];
	size_t		size = values->offsets[i + 1] - values->offsets[i];

	switch (values->class)
	{
		case BLOOMEXT_NONE:
			return bloomext_add_hash(filter, (uint64_t) values->integers[i]);
		case BLOOMEXT_TEXT:
			return bloomext_add_text(filter, (const char *) bytes, size);
		case BLOOMEXT_INTEGER:
			return bloomext_add_integer(filter, values->integers[i]);
		case BLOOMEXT_BYTES:
			return bloomext_add_bytes(filter, bytes, size);
		case BLOOMEXT_UUID:
			return bloomext_add_uuid(filter, bytes);
	}
	return bloomext_add_float(filter, values->floats[i]);
}

static int
add_many(bloomext_filter *filter, const Values *values)
{
	switch (values->class)
	{
		case BLOOMEXT_NONE:
			return bloomext_add_hashes(filter, (uint64_t *) values->integers,
									   values->count);
		case BLOOMEXT_INTEGER:
			return bloomext_add_integers(filter, values->integers,
										 values->count);
		case BLOOMEXT_UUID:
			return bloomext_add_uuids(filter, values->bytes, values->count);
		case BLOOMEXT_FLOAT:
			return bloomext_add_floats(filter, values->floats, values->count);
	}
	return bloomext_add_packed(filter, values->class, values->bytes,
							   values->offsets, values->count);
}

static bloomext_filter *
load(const char *path)
{
	bloomext_error error;
	bloomext_filter *filter = bloomext_load_file(path, &error);

	if (filter == NULL)
		die(error.message);
	return filter;
}

static uint8_t *
bytes_of(const bloomext_filter *filter, size_t shift)
{
	uint8_t    *bytes = check_memory(malloc(bloomext_size(filter) + 8));

	bloomext_write(filter, bytes + shift);
	return bytes;
}

static void
print(const bloomext_filter *filter)
{
	uint8_t    *bytes = bytes_of(filter, 0);

	for (size_t i = 0; i < bloomext_size(filter); i++)
		printf("%02x", bytes[i]);
	printf("\n");
	free(bytes);
}

/* With a loaded filter, and with one that is opened at an odd address */
static void
test(const char *kind, const char *path)
{
	Values		values = read_values(class_of(kind));
	bloomext_filter *loaded = load(path);
	uint8_t    *bytes = bytes_of(loaded, 1);
	bloomext_filter *opened = bloomext_open(bytes + 1, bloomext_size(loaded),
											NULL);
	bool	   *found[2];
	int			status[2];

	if (opened == NULL)
		die("what was written can't be opened");
	for (int i = 0; i < 2; i++)
	{
		found[i] = check_memory(calloc(values.count + 1, 1));
		status[i] = test_many(i == 0 ? loaded : opened, &values, found[i]);
	}
	for (size_t i = 0; i < values.count; i++)
	{
		int			one = test_one(loaded, &values, i);
		int			other = test_one(opened, &values, i);

		if (one != other || status[0] != status[1] ||
			one != (status[0] < 0 ? status[0] : found[0][i]) ||
			(status[0] == 0 && found[0][i] != found[1][i]))
			die("tests of one kind say what those of another don't");
		puts(one < 0 ? "ERROR" : one ? "t" : "f");
	}
}

static bloomext_filter *
make(const char *capacity, double rate, uint64_t seed, bloomext_error *error)
{
	switch (capacity[0])
	{
		case 'e':
			return bloomext_new_elastic(atoll(capacity + 1), rate, seed,
										error);
		case 'c':
			return bloomext_new_counting(atoll(capacity + 1), rate, seed,
										 error);
		case 'g':
			return bloomext_new_growing(atoll(capacity + 1), rate, 2, seed,
										error);
	}
	return bloomext_new(atoll(capacity), rate, seed, error);
}

/*
 * Add values to two equal filters, to one at once, and to the other one by
 * one, and print the result
 */
static void
add(bloomext_filter *filters[2], const Values *values)
{
	uint8_t    *bytes[2];
	int			status = add_many(filters[0], values);

	for (size_t i = 0; i < values->count && status == BLOOMEXT_OK; i++)
		status = add_one(filters[1], values, i);
	if (status != BLOOMEXT_OK)
		die(bloomext_status_text(status));
	for (int i = 0; i < 2; i++)
		bytes[i] = bytes_of(filters[i], 0);
	if (bloomext_size(filters[0]) != bloomext_size(filters[1]) ||
		memcmp(bytes[0], bytes[1], bloomext_size(filters[0])) != 0)
		die("added one by one, other bytes than added at once");
	print(filters[0]);
}

static void
build(const char *kind, const char *capacity, const char *rate,
	  const char *seed)
{
	Values		values = read_values(class_of(kind));
	bloomext_filter *filters[2];
	bloomext_error error;

	for (int i = 0; i < 2; i++)
	{
		filters[i] = make(capacity, atof(rate), (uint64_t) atoll(seed),
						  &error);
		if (filters[i] == NULL)
			die(error.message);
	}
	add(filters, &values);
}

static void
print_error(const bloomext_error *error)
{
	printf("ERROR: %s|%s|%s\n", error->message, error->detail, error->hint);
}

static void
remove_values(bloomext_filter *filter, const Values *values)
{
	bloomext_error error;
	int			status = BLOOMEXT_OK;

	for (size_t i = 0; i < values->count && status == BLOOMEXT_OK; i++)
	{
		uint8_t    *bytes = values->bytes + values->offsets[i];
		size_t		size = values->offsets[i + 1] - values->offsets[i];

		/* floats are big-endian on their lines */
		for (size_t j = 0; j < 4 && values->class == BLOOMEXT_FLOAT; j++)
		{
			uint8_t		byte = bytes[j];

			bytes[j] = bytes[7 - j];
			bytes[7 - j] = byte;
		}
		status = bloomext_remove(filter, values->class, bytes, size, &error);
	}
	if (status == BLOOMEXT_OK)
		print(filter);
	else
		print_error(&error);
}

static void
combine(const bloomext_filter *a, const bloomext_filter *b)
{
	bloomext_filter *united = bloomext_clone(a, NULL);
	bloomext_filter *common = bloomext_clone(a, NULL);
	bloomext_overlap overlap;
	bloomext_error error;

	if (bloomext_unite(united, b, &error) == BLOOMEXT_OK)
		print(united);
	else
		print_error(&error);
	if (bloomext_intersect(common, b, &error) == BLOOMEXT_OK)
		print(common);
	else
		print_error(&error);
	if (bloomext_compare(a, b, &overlap, &error) == BLOOMEXT_OK)
		printf("%.0f|%.0f|%.9g\n", overlap.union_cardinality,
			   overlap.intersection_cardinality, overlap.jaccard);
	else
		print_error(&error);
	bloomext_close(united);
	bloomext_close(common);
}

/* In the format of bloom_info in psql -At, without the class */
static void
info(const char *path)
{
	bloomext_info info;

	bloomext_get_info(load(path), &info);
	printf("%s|%s|%" PRId64 "|%g|%d|%s|%" PRId64 "|%zu|%u|%" PRIu64 "|%" PRIu64
		   "|%u|%u|%u|%.0f|%.12g\n", info.representation, info.format, info.capacity,
		   info.error_rate, info.growth, info.counting ? "t" : "f",
		   (int64_t) info.seed, info.size + 4, info.layers, info.bits,
		   info.bits_set, info.probes, info.cache_lines, info.block_lines,
		   info.cardinality, info.fpp);
}

int
main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "test") == 0)
		test(argv[2], argv[3]);
	else if (argc == 6 && strcmp(argv[1], "build") == 0)
		build(argv[2], argv[3], argv[4], argv[5]);
	else if (argc == 4 && strcmp(argv[1], "add") == 0)
	{
		Values		values = read_values(class_of(argv[2]));

		add((bloomext_filter *[2]) {load(argv[3]), load(argv[3])}, &values);
	}
	else if (argc == 4 && strcmp(argv[1], "remove") == 0)
	{
		Values		values = read_values(class_of(argv[2]));

		remove_values(load(argv[3]), &values);
	}
	else if (argc > 2 && strcmp(argv[1], "combine") == 0)
		for (int i = 2; i < argc; i++)
			for (int j = 2; j < argc; j++)
			{
				bloomext_filter *a = load(argv[i]);
				bloomext_filter *b = load(argv[j]);

				combine(a, b);
				bloomext_close(a);
				bloomext_close(b);
			}
	else if (argc == 3 && strcmp(argv[1], "info") == 0)
		info(argv[2]);
	else
		die("see its head");
	return 0;
}
