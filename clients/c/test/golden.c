/*
 * test/golden.c
 *		Compares the public functions with the results of a second
 *		implementation (test/golden/clients.txt):
 *
 *			golden clients.txt
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bloomext.h"
#include "unit/unit.h"

#define MOST_VALUES		200000
#define MOST_BYTES		(1024 * 1024)

/* Values without gaps */
typedef struct List
{
	uint8_t		bytes[MOST_BYTES];
	size_t		offsets[MOST_VALUES + 1];
	size_t		count;
} List;

static List list;
static uint8_t wire[MOST_BYTES + 3];
static bool found[MOST_VALUES];
static const char *path;

static unsigned
digit(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Decode hexadecimal digits up to the end or a comma; "-" means no bytes */
static size_t
unhex(const char *text, uint8_t *bytes)
{
	size_t		size = 0;

	for (; *text != '-' && *text != '\0' && *text != ','; text += 2)
		bytes[size++] = (uint8_t) (digit(text[0]) * 16 + digit(text[1]));
	return size;
}

static void
append(const void *bytes, size_t size)
{
	size_t		at = list.offsets[list.count];

	if (list.count == MOST_VALUES || at + size > MOST_BYTES)
		abort();
	memcpy(list.bytes + at, bytes, size);
	list.offsets[++list.count] = at + size;
}

static void
append_integer(int64_t number)
{
	uint8_t		bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t) ((uint64_t) number >> 8 * i);
	append(bytes, 8);
}

/* Read i..j, or values separated by commas; class 0 has none */
static void
read_list(const char *text, unsigned class)
{
	const char *dots = strstr(text, "..");
	uint8_t		bytes[4096];

	list.count = 0;
	if (class == 0)
		return;
	if (dots != NULL)
		for (int64_t i = atoll(text); i <= atoll(dots + 2); i++)
			append_integer(i);
	else
		for (; text != NULL; text = strchr(text, ','))
		{
			text += *text == ',';
			append(bytes, unhex(text, bytes));
		}
}

static uint64_t
checksum(const uint8_t *bytes, size_t size)
{
	uint64_t	sum = UINT64_C(0xCBF29CE484222325);

	for (size_t i = 0; i < size; i++)
		sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
	return sum;
}

/* The next word of a line; aborts if there is none */
static char *
word(char **rest)
{
	char	   *start = strtok_r(NULL, " \n", rest);

	if (start == NULL)
		abort();
	return start;
}

static void
check_hash(char *rest)
{
	unsigned	class = (unsigned) strtoul(word(&rest), NULL, 10);
	uint8_t		bytes[4096];
	size_t		size = unhex(word(&rest), bytes);
	uint64_t	seed = strtoull(word(&rest), NULL, 10);
	uint64_t	wanted = strtoull(word(&rest), NULL, 16);
	uint64_t	got = bloomext_hash_bytes(bytes, size, seed);

	CHECK(got == wanted, "class %u, %zu bytes: %" PRIx64, class, size, got);
	if (class == BLOOMEXT_INTEGER || class == BLOOMEXT_FLOAT)
	{
		uint64_t	number = 0;
		double		value;

		for (int i = 8; i-- > 0;)
			number = number << 8 | bytes[i];
		memcpy(&value, &number, 8);
		got = class == BLOOMEXT_FLOAT ? bloomext_hash_float(value, seed) :
			bloomext_hash_integer((int64_t) number, seed);
		CHECK(got == wanted, "class %u: %" PRIx64, class, got);
	}
}

static void
check_bytes(const bloomext_filter *filter, size_t size, uint64_t sum,
			const char *how)
{
	uint8_t    *bytes = malloc(bloomext_size(filter) + 1);

	if (bytes == NULL)
		abort();
	bloomext_write(filter, bytes + 1);
	CHECK(bloomext_size(filter) == size, "%s: %zu bytes, not %zu", how,
		  bloomext_size(filter), size);
	CHECK(checksum(bytes + 1, bloomext_size(filter)) == sum, "%s: other bytes",
		  how);
	free(bytes);
}

static bloomext_filter *
make(const char *kind, int64_t capacity, double rate, uint64_t seed)
{
	bloomext_filter *filter = strcmp(kind, "elastic") == 0 ?
		bloomext_new_elastic(capacity, rate, seed, NULL) :
		bloomext_new(capacity, rate, seed, NULL);

	if (filter == NULL)
		abort();
	return filter;
}

/* Add values of the list, from number `from` on */
static void
add(bloomext_filter *filter, unsigned class, size_t from, size_t count)
{
	if (count > 0)
		CHECK(bloomext_add_packed(filter, class, list.bytes,
								  list.offsets + from, count) == BLOOMEXT_OK,
			  "%zu values", count);
}

/* Fill a filter with all values of the list, in one of several ways */
static void
fill(bloomext_filter *filter, unsigned class, size_t part)
{
	size_t		at;

	for (size_t i = 0; i < list.count && part == 0; i++)
	{
		at = list.offsets[i];
		CHECK(bloomext_add(filter, class, list.bytes + at,
						   list.offsets[i + 1] - at) == BLOOMEXT_OK,
			  "value %zu", i);
	}
	/* from the end, with some of them twice */
	for (size_t done = list.count; done > 0 && part > 0; done = at)
	{
		at = done > part ? done - part : 0;
		add(filter, class, at, done - at);
		add(filter, class, at, (done - at) / 2);
	}
}

/*
 * Building one by one, in parts of several sizes and from halves gives the
 * same bytes
 */
static void
check_filter(const char *kind, char *rest)
{
	static const size_t parts[] = {0, 70, 1000, 5000, MOST_VALUES};
	unsigned	class = (unsigned) strtoul(word(&rest), NULL, 10);
	int64_t		capacity = atoll(word(&rest));
	double		rate = strtod(word(&rest), NULL);
	uint64_t	seed = strtoull(word(&rest), NULL, 10);
	const char *values = word(&rest);
	size_t		size = strtoull(word(&rest), NULL, 10);
	uint64_t	sum = strtoull(word(&rest), NULL, 16);
	size_t		half;

	read_list(values, class);
	half = list.count / 2;
	for (size_t i = 0; i <= sizeof(parts) / sizeof(parts[0]); i++)
	{
		bloomext_filter *filter = make(kind, capacity, rate, seed);
		bloomext_filter *other = make(kind, capacity, rate, seed);
		char		how[40] = "united";
		int			status;

		if (i < sizeof(parts) / sizeof(parts[0]))
		{
			fill(filter, class, parts[i]);
			snprintf(how, sizeof(how), "in parts of %zu", parts[i]);
		}
		else
		{
			add(filter, class, 0, half);
			add(other, class, half, list.count - half);
			status = bloomext_unite(filter, other, NULL);
			CHECK(status == BLOOMEXT_OK || (status == BLOOMEXT_PARAMETERS &&
											(int64_t) list.count > capacity),
				  "unite: %d", status);
			/* a union that would exceed the error rate changes nothing */
			if (status != BLOOMEXT_OK)
				add(filter, class, half, list.count - half);
		}
		check_bytes(filter, size, sum, how);
		bloomext_close(filter);
		bloomext_close(other);
	}
}

/* A partial state is complete after a union */
static void
check_state(char *rest)
{
	size_t		size = unhex(word(&rest), wire);
	size_t		wanted = strtoull(word(&rest), NULL, 10);
	uint64_t	sum = strtoull(word(&rest), NULL, 16);
	bloomext_filter *filter = bloomext_load(wire, size, NULL);

	check_bytes(filter, size, checksum(wire, size), "read");
	CHECK(bloomext_unite(filter, filter, NULL) == BLOOMEXT_OK, "unite");
	check_bytes(filter, wanted, sum, "complete");
	bloomext_close(filter);
}

/* Whether exactly the integers of a list test positive */
static void
check_found(const bloomext_filter *filter, int64_t first, int64_t last,
			const bool *wanted, const char *how)
{
	int64_t		numbers[4096];
	size_t		count = (size_t) (last - first + 1);

	if (count > 4096)
		abort();
	for (size_t i = 0; i < count; i++)
		numbers[i] = first + (int64_t) i;
	CHECK(bloomext_contains_integers(filter, numbers, count, found) ==
		  BLOOMEXT_OK, "%s", how);
	for (size_t i = 0; i < count; i++)
	{
		CHECK(found[i] == wanted[i], "%s: %" PRId64 " of many: %d", how,
			  numbers[i], found[i]);
		CHECK(bloomext_contains_integer(filter, numbers[i]) == wanted[i],
			  "%s: %" PRId64, how, numbers[i]);
	}
}

static void
check_members(char *rest)
{
	const char *digits = word(&rest);
	size_t		size = unhex(digits, wire);
	unsigned	class = (unsigned) strtoul(word(&rest), NULL, 10);
	const char *range = word(&rest);
	int64_t		first = atoll(range);
	int64_t		last = atoll(strstr(range, "..") + 2);
	const char *members = word(&rest);
	bool		wanted[4096] = {false};
	bloomext_filter *filter;

	(void) class;
	for (; *members != '-' && members != NULL; members = strchr(members, ','))
	{
		members += *members == ',';
		wanted[atoll(members) - first] = true;
		if (strchr(members, ',') == NULL)
			break;
	}
	for (int shift = 0; shift < 9; shift++)
	{
		uint8_t    *bytes = aligned_alloc(8, (size + 16) / 8 * 8);

		if (bytes == NULL)
			abort();
		memcpy(bytes + shift, wire, size > 0 ? size : 1);
		filter = shift < 8 ? bloomext_open(bytes + shift, size, NULL) :
			bloomext_load(bytes + shift, size, NULL);
		CHECK(filter != NULL, "at address %d", shift);
		if (filter != NULL)
		{
			check_found(filter, first, last, wanted,
						shift < 8 ? "opened" : "loaded");
			check_bytes(filter, size, checksum(wire, size), "written again");
		}
		bloomext_close(filter);
		free(bytes);
	}
}

static void
test_golden(void)
{
	FILE	   *file = fopen(path, "r");
	static char line[1024 * 1024];
	int			lines = 0;

	if (file == NULL)
	{
		CHECK(false, "%s can't be read", path);
		return;
	}
	for (; fgets(line, sizeof(line), file) != NULL; lines++)
	{
		char	   *rest;
		const char *kind = strtok_r(line, " ", &rest);

		if (strcmp(kind, "hash") == 0)
			check_hash(rest);
		else if (strcmp(kind, "fixed") == 0 || strcmp(kind, "elastic") == 0)
			check_filter(kind, rest);
		else if (strcmp(kind, "state") == 0)
			check_state(rest);
		else if (strcmp(kind, "members") == 0)
			check_members(rest);
		else
			CHECK(false, "line %d is of an unknown kind", lines + 1);
	}
	CHECK(lines > 200, "%d lines", lines);
	fclose(file);
}

int
main(int argc, char **argv)
{
	path = argc > 1 ? argv[1] : "clients.txt";
	RUN(test_golden);
	return unit_end("golden");
}
