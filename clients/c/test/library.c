/*
 * test/library.c
 *		Tests of the header's promises that golden vectors and comparisons
 *		with SQL do not cover: errors, limits of changes, threads.
 */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bloomext.h"
#include "unit/unit.h"

#define KEYS		20000
#define THREADS		4

static int64_t numbers[2 * KEYS];
static bool found[2 * KEYS];

#ifdef __GLIBC__
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

/* The number of allocations of the library until one fails; -1: none fails */
static int	allocations = -1;

static bool
allocation_fails(void)
{
	return allocations >= 0 && allocations-- == 0;
}

BLOOMEXT_API void *
malloc(size_t size)
{
	return allocation_fails() ? NULL : __libc_malloc(size);
}

BLOOMEXT_API void *
calloc(size_t count, size_t size)
{
	return allocation_fails() ? NULL : __libc_calloc(count, size);
}

BLOOMEXT_API void *
realloc(void *memory, size_t size)
{
	return allocation_fails() ? NULL : __libc_realloc(memory, size);
}
#endif

static bloomext_filter *
make(int64_t capacity, double rate)
{
	bloomext_filter *filter = bloomext_new(capacity, rate, 0, NULL);

	if (filter == NULL)
		abort();
	return filter;
}

/* Copy a filter's bytes to an address with that offset from alignment */
static uint8_t *
bytes_of(const bloomext_filter *filter, size_t shift)
{
	size_t		room = bloomext_size(filter) / 64 * 64 + 128;
	uint8_t    *bytes = aligned_alloc(64, room);

	if (bytes == NULL)
		abort();
	bloomext_write(filter, bytes + shift);
	return bytes;
}

static bloomext_info
info_of(const bloomext_filter *filter)
{
	bloomext_info info;

	bloomext_get_info(filter, &info);
	return info;
}

static void
test_arguments(void)
{
	static const struct
	{
		int64_t		capacity;
		double		rate;
		bloomext_status status;
		const char *message;
	}			wrong[] = {
		{-1, 0.01, BLOOMEXT_ARGUMENT, "capacity must be at least 1"},
		{-1000, 0.01, BLOOMEXT_ARGUMENT, "capacity must be at least 1"},
		{10, 0, BLOOMEXT_ARGUMENT, "error rate must be between 1e-09 and 0.5"},
		{10, NAN, BLOOMEXT_ARGUMENT, "error rate must be between 1e-09 and 0.5"},
		{10, 1, BLOOMEXT_ARGUMENT, "error rate must be between 1e-09 and 0.5"},
		{0, 0.6, BLOOMEXT_ARGUMENT, "error rate must be between 1e-09 and 0.5"},
		{1000000000, 0.01, BLOOMEXT_TOO_LARGE, "bloom filter would be larger than 500 MiB"},
		{INT64_MAX, 0.01, BLOOMEXT_TOO_LARGE, "bloom filter would be larger than 500 MiB"},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
	{
		bloomext_error error;

		CHECK(bloomext_new(wrong[i].capacity, wrong[i].rate, 0, NULL) == NULL,
			  "%zu", i);
		CHECK(bloomext_new(wrong[i].capacity, wrong[i].rate, 0, &error) ==
			  NULL, "%zu", i);
		CHECK(error.status == wrong[i].status &&
			  strcmp(error.message, wrong[i].message) == 0, "%zu: %d, %s", i,
			  error.status, error.message);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		CHECK(wrong[i].capacity == 0 || wrong[i].rate == 0.6 ||
			  bloomext_new_elastic(wrong[i].capacity, wrong[i].rate, 0, NULL)
			  == NULL, "elastic %zu", i);
	for (int status = BLOOMEXT_FILE; status <= BLOOMEXT_OK; status++)
		CHECK(strcmp(bloomext_status_text(status), "unrecognized status") != 0,
			  "%d", status);
	CHECK(strcmp(bloomext_version(), BLOOMEXT_VERSION) == 0, "%s",
		  bloomext_version());
}

/* Each prefix of a filter is refused, and so are additional bytes */
static void
test_cut(void)
{
	bloomext_filter *filter = make(100, 0.01);
	bloomext_error error;
	uint8_t    *bytes;
	size_t		size;

	bloomext_add_integers(filter, numbers, 100);
	size = bloomext_size(filter);
	bytes = bytes_of(filter, 0);
	bytes[size] = 0;
	for (size_t i = 0; i <= size + 1; i++)
	{
		uint8_t    *exact = malloc(i + 1);
		bloomext_filter *opened;

		if (exact == NULL)
			abort();
		memcpy(exact, bytes, i);
		opened = bloomext_open(exact, i, &error);
		CHECK((opened != NULL) == (i == size), "%zu bytes", i);
		CHECK(i == size || error.status == BLOOMEXT_INVALID, "%zu bytes: %s",
			  i, error.message);
		bloomext_close(opened);
		free(exact);
	}
	CHECK(bloomext_open(bytes, SIZE_MAX, &error) == NULL &&
		  error.status == BLOOMEXT_TOO_LARGE, "%s", error.message);
	/* wrong numbers in the header must not be used */
	for (size_t i = 0; i < 52; i++)
		for (int value = 0; value < 256; value += 17)
		{
			uint8_t		byte = bytes[i];
			bloomext_filter *opened;

			bytes[i] = (uint8_t) value;
			opened = bloomext_load(bytes, size, NULL);
			CHECK(opened == NULL || bloomext_size(opened) == size,
				  "byte %zu is %d", i, value);
			bloomext_close(opened);
			bytes[i] = byte;
		}
	bytes[0] = 2;
	CHECK(bloomext_load(bytes, size, &error) == NULL &&
		  error.status == BLOOMEXT_UNSUPPORTED, "%s", error.message);
	memcpy(bytes, "\\x0101", 6);
	CHECK(bloomext_load(bytes, size, &error) == NULL &&
		  error.status == BLOOMEXT_INVALID, "%s", error.message);
	CHECK(bloomext_load_file("/nonexistent/file", &error) == NULL &&
		  error.status == BLOOMEXT_FILE, "%s", error.message);
	CHECK(bloomext_load_file("/dev/null", &error) == NULL &&
		  error.status == BLOOMEXT_INVALID, "%s", error.message);
	free(bytes);
	bloomext_close(filter);
	bloomext_close(NULL);
}

/* Bytes that only an attacker can write */
static void
test_refused(void)
{
	static const char *const texts[] = {
		/* coded: a hash descends after the largest one */
		"\\x01900100000000000000000000000000000000000000000000000000"
		"7b14ae47e17a843f0400000000000000000000000000000071000000"
		"0000000005000000000000c0ffffffffffffffcfffffffffffffffff"
		"ffffffffffffff00"
	};
	/* coded states of capacity 2^62 that are fixed and grow */
	static const char *const states[] = {
		"\\x01900100000000000000000000000000000000000000000000000040"
		"7b14ae47e17a843f0300000000000000000000000000000007000000"
		"0000000005000000000000000000000080000000000000000000001c",
		"\\x01900102000000000000000000000000000000000000000000000040"
		"7b14ae47e17a843f0300000000000000000000000000000007000000"
		"0000000005000000000000000000000080000000000000000000001c"
	};
	/* a layer of RedisBloom with 64 bits, of which keys can set the first 8 */
	static const char small[] =
		"\\x01010300000000000100100000000000000000000100000000000000"
		"9a9999999999b93f0100000001000104000000000000000006000000"
		"02000000020000000000000001000000000000000000000000000000"
		"9a9999999999b93f0000000000000000040000000000000000000000"
		"00000000400000000000000004000000000000000100000000000000"
		"00000000000000009a9999999999b93f88168ac58c2b134003000000"
		"00000000";
	bloomext_error error;
	uint8_t		bytes[244] = {0};
	bloomext_filter *full;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECK(bloomext_load(texts[i], strlen(texts[i]), &error) == NULL &&
			  error.status == BLOOMEXT_INVALID, "%zu", i);
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
	{
		bloomext_filter *state = bloomext_load(states[i], strlen(states[i]),
											   &error);

		CHECK(state != NULL &&
			  bloomext_add_hash(state, 1) == BLOOMEXT_TOO_LARGE, "%zu", i);
		bloomext_close(state);
	}
	for (size_t i = 0; 2 * i + 3 < sizeof(small); i++)
		sscanf(small + 2 + 2 * i, "%2hhx", &bytes[i]);
	bytes[44] = 1;				/* bits set */
	for (int bit = 0; bit < 64; bit++)
	{
		bloomext_filter *filter;

		bytes[180 + bit / 8] = (uint8_t) (1 << bit % 8);
		filter = bloomext_load(bytes, sizeof(bytes), NULL);
		CHECK((filter != NULL) == (bit < 8), "bit %d", bit);
		bloomext_close(filter);
		bytes[180 + bit / 8] = 0;
	}
	bytes[44] = 8;
	bytes[180] = 0xff;
	full = bloomext_load(bytes, sizeof(bytes), NULL);
	CHECK(full != NULL && bloomext_fpp(full) == 1 && info_of(full).fpp == 1 &&
		  info_of(full).cardinality > 5, "all 8 bits are set");
	bloomext_close(full);
}

static void
test_classes(void)
{
	bloomext_filter *filter = make(100, 0.01);
	bloomext_error error;
	static const uint8_t uuid[16] = {1};
	size_t		offsets[] = {0, 8, 4};

	CHECK(bloomext_class_of_type("int4") == BLOOMEXT_INTEGER &&
		  bloomext_class_of_type("varchar") == BLOOMEXT_TEXT &&
		  bloomext_class_of_type("date") > BLOOMEXT_ROW,
		  "classes of types");

	CHECK(bloomext_contains_text(filter, "a", 1) == 0, "of no class yet");
	CHECK(bloomext_add_text(filter, "a", 1) == BLOOMEXT_OK, "text");
	CHECK(bloomext_contains_text(filter, "a", 1) == 1, "text");
	CHECK(bloomext_contains_integer(filter, 1) == BLOOMEXT_CLASS, "integer");
	CHECK(bloomext_add_integer(filter, 1) == BLOOMEXT_CLASS, "integer");
	CHECK(bloomext_add_uuid(filter, uuid) == BLOOMEXT_CLASS, "uuid");
	CHECK(bloomext_contains_floats(filter, NULL, 0, NULL) == BLOOMEXT_CLASS,
		  "floats");
	CHECK(bloomext_contains_integers(filter, numbers, 5, found) ==
		  BLOOMEXT_CLASS, "integers");
	CHECK(bloomext_check_class(filter, BLOOMEXT_INTEGER, &error) ==
		  BLOOMEXT_CLASS && strcmp(error.message,
								   "bloom filter holds text values, not integer") == 0,
		  "%s", error.message);
	CHECK(bloomext_check_class(filter, 99, NULL) == BLOOMEXT_ARGUMENT, "99");
	CHECK(bloomext_contains(filter, BLOOMEXT_NONE, "", 0) ==
		  BLOOMEXT_ARGUMENT, "no class");
	CHECK(bloomext_contains_hash(filter, bloomext_hash_text("a", 1, 0)) == 1,
		  "its hash");
	bloomext_close(filter);

	filter = make(100, 0.01);
	CHECK(bloomext_add(filter, BLOOMEXT_INTEGER, "abc", 3) ==
		  BLOOMEXT_ARGUMENT, "integer of three bytes");
	CHECK(bloomext_add_packed(filter, BLOOMEXT_TEXT, "abcdefgh", offsets, 2)
		  == BLOOMEXT_ARGUMENT, "offsets that descend");
	CHECK(bloomext_add_packed(filter, BLOOMEXT_NONE, "abcdefgh",
							  (size_t[]) {0, 8}, 1) == BLOOMEXT_ARGUMENT,
		  "values without a class");
	CHECK(info_of(filter).class_ == BLOOMEXT_NONE &&
		  info_of(filter).cardinality == 0, "added in spite of an error");
	CHECK(bloomext_add(filter, bloomext_class_of_type("date"), "\0\0\1\2", 4)
		  == BLOOMEXT_OK, "date");
	CHECK(bloomext_contains(filter, bloomext_class_of_type("date"),
							"\0\0\1\2", 4) == 1, "date");
	CHECK(bloomext_contains(filter, bloomext_class_of_type("inet"),
							"\0\0\1\2", 4) == BLOOMEXT_CLASS, "inet");
	bloomext_close(filter);
}

/* The caller's bytes are not changed; copies can be */
static void
test_changing(void)
{
	bloomext_filter *filter = make(1000, 0.01);
	bloomext_filter *opened;
	uint8_t    *bytes;
	uint8_t    *before;

	bloomext_add_integers(filter, numbers, 1000);
	for (size_t shift = 0; shift < 8; shift++)
	{
		bytes = bytes_of(filter, shift);
		before = bytes_of(filter, shift);
		opened = bloomext_open(bytes + shift, bloomext_size(filter), NULL);
		CHECK(opened != NULL && info_of(opened).read_only, "%zu", shift);
		CHECK(bloomext_add_integer(opened, 1) == BLOOMEXT_READ_ONLY, "add");
		CHECK(bloomext_add_hashes(opened, NULL, 0) == BLOOMEXT_READ_ONLY,
			  "add none");
		CHECK(bloomext_unite(opened, filter, NULL) == BLOOMEXT_READ_ONLY,
			  "unite");
		CHECK(bloomext_unite(filter, opened, NULL) == BLOOMEXT_OK, "unite");
		CHECK(memcmp(bytes + shift, before + shift, bloomext_size(filter)) ==
			  0, "changed");
		bloomext_close(opened);
		free(bytes);
		free(before);
	}
	opened = bloomext_clone(filter, NULL);
	CHECK(opened != NULL && bloomext_add_integer(opened, -1) == BLOOMEXT_OK,
		  "clone");
	CHECK(bloomext_unite(filter, filter, NULL) == BLOOMEXT_OK, "with itself");
	bloomext_close(opened);
	bloomext_close(filter);
}

/*
 * Adding one at a time, with tests in between, at all sizes of a list and
 * while it turns dense: all members are found, and other values at most at the
 * error rate
 */
static void
test_one_by_one(void)
{
	static const struct
	{
		int64_t		capacity;
		double		rate;
	}			parameters[] = {
		{0, 0.01}, {0, 0.5}, {200000, 0.001}, {KEYS, 0.01}, {KEYS, 1e-6}
	};

	for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++)
	{
		bloomext_filter *filter = make(parameters[i].capacity,
									   parameters[i].rate);
		int			wrong = 0;
		double		expected;

		for (int j = 0; j < KEYS; j++)
		{
			CHECK(bloomext_add_integer(filter, numbers[j]) == BLOOMEXT_OK,
				  "%d", j);
			CHECK(bloomext_contains_integer(filter, numbers[j / 2]) == 1,
				  "%d of %d", j / 2, j);
			if (j % 3 == 0)
				bloomext_add_integer(filter, numbers[j / 3]);
		}
		bloomext_contains_integers(filter, numbers, 2 * KEYS, found);
		for (int j = 0; j < 2 * KEYS; j++)
		{
			CHECK(found[j] == bloomext_contains_integer(filter, numbers[j]),
				  "%d of many", j);
			CHECK(j >= KEYS || found[j], "%d is lost", j);
			wrong += j >= KEYS && found[j];
		}
		expected = KEYS * bloomext_fpp(filter);
		CHECK(wrong <= expected + 4 * sqrt(expected) + 1 &&
			  wrong >= expected - 4 * sqrt(expected) - 1,
			  "%d wrong, %g expected", wrong, expected);
		CHECK(fabs(info_of(filter).cardinality - KEYS) <
			  (strcmp(info_of(filter).representation, "sparse") == 0 ? 0.5 :
			   0.02 * KEYS), "%g values",
			  info_of(filter).cardinality);
		bloomext_close(filter);
	}
}

/* Adding one by one, in parts or with repeats gives the same bytes */
static void
test_parts(void)
{
	static const size_t parts[] = {1, 7, 600, 1024, 3000, 5000, KEYS};
	static const int64_t capacities[] = {0, 150000, KEYS};

	for (size_t i = 0; i < sizeof(capacities) / sizeof(capacities[0]); i++)
	{
		uint8_t    *wanted = NULL;
		size_t		size = 0;

		for (size_t j = 0; j < sizeof(parts) / sizeof(parts[0]); j++)
		{
			bloomext_filter *filter = make(capacities[i], 0.01);
			uint8_t    *bytes;

			for (size_t done = 0; done < KEYS; done += parts[j])
			{
				size_t		count = done + parts[j] > KEYS ? KEYS - done :
					parts[j];

				bloomext_add_integers(filter, numbers + done, count);
				bloomext_add_integers(filter, numbers + done / 2, count / 2);
			}
			bytes = bytes_of(filter, 0);
			if (wanted == NULL)
			{
				wanted = bytes;
				size = bloomext_size(filter);
			}
			else
			{
				CHECK(bloomext_size(filter) == size &&
					  memcmp(bytes, wanted, size) == 0,
					  "capacity %" PRId64 ", parts of %zu", capacities[i],
					  parts[j]);
				free(bytes);
			}
			bloomext_close(filter);
		}
		free(wanted);
	}
}

/* What has these hashes must be found, also after loading the bytes */
static void
check_hashes(const bloomext_filter *filter, const uint64_t *hashes,
			 size_t count, const char *what)
{
	uint8_t    *bytes = bytes_of(filter, 0);
	bloomext_filter *loaded = bloomext_load(bytes, bloomext_size(filter),
											NULL);

	CHECK(loaded != NULL, "%s: invalid bytes", what);
	for (int i = 0; i < 2 && loaded != NULL; i++)
	{
		const bloomext_filter *tested = i == 0 ? filter : loaded;
		size_t		lost = 0;

		CHECK(bloomext_contains_hashes(tested, hashes, count, found) ==
			  BLOOMEXT_OK, "%s", what);
		for (size_t j = 0; j < count; j++)
			lost += !found[j] ||
				bloomext_contains_hash(tested, hashes[j]) != 1;
		CHECK(lost == 0, "%s: %zu lost", what, lost);
	}
	bloomext_close(loaded);
	free(bytes);
}

/*
 * Hashes that are not random, as an attacker would choose them, in several
 * orders.  Additions to a stored filter continue where it ended.
 */
static void
test_chosen_hashes(void)
{
	static uint64_t hashes[2 * KEYS];
	static const char *const what[] = {
		"ascending", "descending", "of one bucket", "with short runs"
	};

	for (int i = 0; i < 4; i++)
	{
		bloomext_filter *filter = make(0, 0.01);
		uint8_t    *bytes;

		for (uint64_t j = 0; j < 2 * KEYS; j++)
			hashes[j] = i == 0 ? j << 33 : i == 1 ? ~j << 20 : i == 2 ? j :
				(j % 64) << 58 | j << 31;
		for (size_t j = 0; j < KEYS; j += 500)
			CHECK(bloomext_add_hashes(filter, hashes + j, 500) == BLOOMEXT_OK,
				  "%s", what[i]);
		check_hashes(filter, hashes, KEYS, what[i]);
		bytes = bytes_of(filter, 0);
		for (int copy = 0; copy < 2; copy++)
		{
			bloomext_filter *more = copy == 0 ? bloomext_clone(filter, NULL) :
				bloomext_load(bytes, bloomext_size(filter), NULL);

			for (size_t j = KEYS; j < 2 * KEYS; j++)
				CHECK(bloomext_add_hash(more, hashes[j]) == BLOOMEXT_OK, "%s",
					  what[i]);
			check_hashes(more, hashes, 2 * KEYS, what[i]);
			bloomext_close(more);
		}
		free(bytes);
		bloomext_close(filter);
	}
}

/*
 * A list with as many runs as possible, the last two of which have hashes in
 * common, gets another one.  64 hashes begin a run, and single ones are
 * inserted into it.
 */
static void
test_runs(void)
{
	static uint64_t hashes[11 * 1000];
	bloomext_filter *filter = make(1000000, 0.01);
	uint64_t	same[64];

	for (int run = 0; run < 11; run++)
		for (int i = 0; i < 1000; i++)
		{
			uint64_t   *hash = &hashes[run * 1000 + i];

			*hash = run == 9 && i < 50 ? hash[-1000] :
				bloomext_hash_integer(numbers[run * 1000 + i], 0);
			for (int j = 0; j < 64 && i == 0; j++)
				same[j] = *hash;
			CHECK((i == 0 ? bloomext_add_hashes(filter, same, 64) :
				   bloomext_add_hash(filter, *hash)) == BLOOMEXT_OK,
				  "%d of run %d", i, run);
		}
	check_hashes(filter, hashes, 11 * 1000, "with many runs");
	bloomext_close(filter);
}

/* A union with the hashes of all numbers from `from` to `to` */
static bloomext_filter *
with_range(const char *kind, int from, int to)
{
	bloomext_filter *filter = kind[0] == 'e' ? make(0, 0.01) :
		kind[0] == 'o' ? bloomext_new_elastic(300000, 0.01, 0, NULL) :
		make(30000, 0.01);

	if (filter == NULL)
		abort();
	bloomext_add_integers(filter, numbers + from, (size_t) (to - from));
	return filter;
}

/*
 * Unions and intersections of elastic and fixed filters have the members that
 * they must have, and few others
 */
static void
test_elastic(void)
{
	static const char *const kinds[] = {"elastic", "other", "fixed"};
	static const int counts[] = {16, 3000, KEYS};

	for (int i = 0; i < 81; i++)
	{
		const char *a = kinds[i % 3];
		const char *b = kinds[i / 3 % 3];
		int			n = counts[i / 9 % 3];
		int			m = counts[i / 27];
		bloomext_filter *both = with_range(a, 0, n);
		bloomext_filter *common = with_range(a, 0, n);
		bloomext_filter *other = with_range(b, n / 2, n / 2 + m);
		bool		possible = !((n == KEYS && a[0] == 'f' && b[0] != 'f' &&
								  m > 16) ||
								 (m == KEYS && b[0] == 'f' && a[0] != 'f' &&
								  n > 16));
		int			end = n / 2 + m < n ? n / 2 + m : n;
		int			wrong = 0;

		CHECK((bloomext_unite(both, other, NULL) == BLOOMEXT_OK) == possible,
			  "union of %s %d and %s %d", a, n, b, m);
		CHECK((bloomext_intersect(common, other, NULL) == BLOOMEXT_OK) ==
			  possible, "intersection of %s %d and %s %d", a, n, b, m);
		bloomext_contains_integers(both, numbers, 2 * KEYS, found);
		for (int j = 0; j < 2 * KEYS && possible; j++)
			if (j < n || (j >= n / 2 && j < n / 2 + m))
				CHECK(found[j], "union of %s %d and %s %d: %d", a, n, b, m, j);
			else
				wrong += found[j];
		bloomext_contains_integers(common, numbers, 2 * KEYS, found);
		for (int j = 0; j < 2 * KEYS && possible; j++)
			if (j >= n / 2 && j < end)
				CHECK(found[j], "intersection of %s %d and %s %d: %d", a, n,
					  b, m, j);
		CHECK(wrong < 2 * KEYS * 0.02, "union of %s %d and %s %d: %d wrong",
			  a, n, b, m, wrong);
		bloomext_close(both);
		bloomext_close(common);
		bloomext_close(other);
	}
}

/* Filters of numbers, and partial states as workers send them */
static const struct
{
	int64_t		capacity;		/* -1: a list of any length; 0: elastic */
	int			from;
	int			to;
	uint8_t		flags;			/* of a state, which are set afterwards ... */
	uint8_t		new_capacity;	/* ... and the capacity of a list */
}			parts[] = {
	{0, 0, 0, 0, 0}, {0, 0, 16, 0, 0}, {0, 0, 1000, 0, 0},
	{0, 500, 3000, 0, 0}, {10000, 900, 950, 0, 0}, {10000, 500, 3000, 0, 0},
	{20000, 0, 10000, 0, 0}, {1000, 0, 3000, 0, 0},
	/* old lists of whole hashes */
	{-1, 0, 17, 0, 0}, {-1, 0, 1024, 0, 0},
	{-1, 0, 0, 0x80, 0}, {-1, 0, 1024, 0x80, 0}, {-1, 0, 3000, 0x80, 0},
	{-1, 0, 3000, 0x80, 100}, {-1, 0, 3000, 0xA0, 100},
	{-1, 0, 40, 0xA0, 100}, {0, 500, 3000, 0x80, 0},
	{10000, 500, 3000, 0x80, 0}, {20000, 0, 10000, 0xA0, 0},
	{1000, 0, 3000, 0xA0, 0},
	/* an elastic filter took part in the union */
	{-1, 0, 3000, 0x88, 100}, {-1, 0, 3000, 0xA8, 100}, {-1, 0, 9, 0x88, 100}
};

#define PARTS	(sizeof(parts) / sizeof(parts[0]))

static bloomext_filter *
make_part(size_t i)
{
	bloomext_filter *filter = make(parts[i].capacity < 0 ? 1 << 24 :
								   parts[i].capacity, 0.01);
	bloomext_filter *loaded;
	uint8_t    *bytes;

	bloomext_add_integers(filter, numbers + parts[i].from,
						  (size_t) (parts[i].to - parts[i].from));
	bytes = bytes_of(filter, 0);
	bytes[1] |= parts[i].flags;
	if (parts[i].capacity < 0)
	{
		memset(bytes + 20, 0, 8);
		bytes[20] = parts[i].new_capacity;
		bytes[3] = parts[i].new_capacity > 0 ? 0 : 2;
	}
	loaded = bloomext_load(bytes, bloomext_size(filter), NULL);
	if (loaded == NULL)
		abort();
	free(bytes);
	bloomext_close(filter);
	return loaded;
}

/* Whether a filter is a partial state, or cannot be read */
static bool
is_unfinished(const bloomext_filter *filter)
{
	uint8_t    *bytes = bytes_of(filter, 0);
	bloomext_filter *loaded = bloomext_load(bytes, bloomext_size(filter),
											NULL);
	bool		result = loaded == NULL || (bytes[1] & 0xB0) != 0;

	bloomext_close(loaded);
	free(bytes);
	return result;
}

static bool
same_bytes(const bloomext_filter *a, const bloomext_filter *b)
{
	uint8_t    *bytes[2] = {bytes_of(a, 0), bytes_of(b, 0)};
	bool		same = bloomext_size(a) == bloomext_size(b) &&
		memcmp(bytes[0], bytes[1], bloomext_size(a)) == 0;

	free(bytes[0]);
	free(bytes[1]);
	return same;
}

/*
 * The result of a combination is complete and has all members.  An error is
 * one of the parameters, and changes nothing.  Additions that are refused
 * change nothing, either.
 */
static void
test_states(void)
{
	static const size_t descending[] = {8, 0};

	for (size_t i = 0; i < 2 * PARTS * PARTS; i++)
	{
		size_t		a = i / 2 / PARTS;
		size_t		b = i / 2 % PARTS;
		bloomext_filter *filter = make_part(a);
		bloomext_filter *before = bloomext_clone(filter, NULL);
		bloomext_filter *other = make_part(b);
		bloomext_error error = {.status = BLOOMEXT_OK};
		int			status = (i % 2 ? bloomext_intersect : bloomext_unite)
			(filter, other, &error);
		int			lost = 0;

		CHECK(status == (int) error.status &&
			  (status == BLOOMEXT_OK || status == BLOOMEXT_PARAMETERS),
			  "%zu and %zu: %d, %d", a, b, status, error.status);
		CHECK(same_bytes(filter, before) || status == BLOOMEXT_OK,
			  "%zu and %zu: changed", a, b);
		CHECK(!is_unfinished(filter) || status != BLOOMEXT_OK,
			  "%zu and %zu: unfinished", a, b);
		for (int j = 0; j < KEYS && status == BLOOMEXT_OK; j++)
		{
			int			in = (j >= parts[a].from && j < parts[a].to) +
				(j >= parts[b].from && j < parts[b].to);

			lost += in > (int) (i % 2) &&
				bloomext_contains_integer(filter, numbers[j]) != 1;
		}
		CHECK(lost == 0, "%zu and %zu: %d lost", a, b, lost);
		bloomext_close(filter);
		bloomext_close(before);
		bloomext_close(other);
	}
	for (size_t i = 0; i < PARTS; i++)
	{
		bloomext_filter *filter = make_part(i);
		bloomext_filter *copy = bloomext_clone(filter, NULL);
		bool		too_many = (parts[i].flags & 0x28) == 0x20 &&
			parts[i].to - parts[i].from > 2 * info_of(filter).capacity;

		CHECK(same_bytes(filter, copy), "copy of %zu", i);
		CHECK(bloomext_add(filter, BLOOMEXT_INTEGER, "abc", 3) ==
			  BLOOMEXT_ARGUMENT &&
			  bloomext_add_packed(filter, BLOOMEXT_INTEGER, "", descending, 1)
			  == BLOOMEXT_ARGUMENT &&
			  bloomext_set_class(filter, 99) == BLOOMEXT_ARGUMENT &&
			  bloomext_add_integers(filter, numbers, 0) == BLOOMEXT_OK &&
			  same_bytes(filter, copy), "nothing added to %zu", i);
		for (int many = 0; many < 2 && too_many; many++)
			CHECK((many ? bloomext_add_integers(copy, numbers, 1) :
				   bloomext_add_integer(copy, 7)) == BLOOMEXT_PARAMETERS &&
				  same_bytes(filter, copy), "too many in %zu", i);
		if (!too_many)
			CHECK(bloomext_add_integer(copy, 7) == BLOOMEXT_OK &&
				  !is_unfinished(copy), "added to %zu", i);
		bloomext_close(filter);
		bloomext_close(copy);
	}
}

/* A filter with the first numbers, added at once */
static bloomext_filter *
with_first(bloomext_filter *filter, size_t count)
{
	if (filter == NULL ||
		bloomext_add_integers(filter, numbers, count) != BLOOMEXT_OK)
		abort();
	return filter;
}

/* An elastic list of the first numbers as it was written once: not coded */
static bloomext_filter *
old_list(size_t count)
{
	bloomext_filter *list = with_first(make(1 << 24, 0.01), count);
	uint8_t    *bytes = bytes_of(list, 0);
	bloomext_filter *old;

	bytes[3] = 2;
	memset(bytes + 20, 0, 8);
	old = bloomext_load(bytes, bloomext_size(list), NULL);
	CHECK(old != NULL && bloomext_size(old) == 36 + 8 * count, "old list");
	free(bytes);
	bloomext_close(list);
	return old;
}

/* Elastic filters are lists of up to 16 hashes; old ones stay as they are */
static void
test_old_lists(void)
{
	bloomext_filter *few = with_first(make(0, 0.01), 16);
	bloomext_filter *more = with_first(make(0, 0.01), 17);
	bloomext_filter *built = with_first(make(0, 0.01), 500);
	bloomext_filter *old = old_list(500);
	bloomext_filter *copy = bloomext_clone(old, NULL);
	bloomext_filter *dense = with_first(make(2000, 0.01), 400);

	CHECK(strcmp(info_of(few).representation, "sparse") == 0 &&
		  bloomext_size(few) == 36 + 16 * 8, "16 values");
	CHECK(strcmp(info_of(more).representation, "coded") == 0, "17 values");
	CHECK(strcmp(info_of(old).representation, "sparse") == 0 &&
		  info_of(old).cardinality == 500 &&
		  info_of(old).capacity == 50000000, "old list");
	for (int i = 0; i < 1000; i++)
		CHECK(bloomext_contains_integer(old, numbers[i]) == (i < 500),
			  "old list: %d", i);

	/* nothing new */
	CHECK(bloomext_add_integer(copy, numbers[499]) == BLOOMEXT_OK &&
		  bloomext_add_integers(copy, numbers, 500) == BLOOMEXT_OK &&
		  bloomext_add_integers(copy, numbers + 400, 70) == BLOOMEXT_OK &&
		  same_bytes(copy, old), "known values");
	CHECK(bloomext_unite(few, old, NULL) == BLOOMEXT_OK &&
		  bloomext_unite(dense, old, NULL) == BLOOMEXT_OK &&
		  same_bytes(copy, old), "the other argument");
	CHECK(same_bytes(few, built), "union of a list and an old one");
	CHECK(info_of(dense).capacity == 2000 && info_of(dense).layers == 1,
		  "union of bits and an old list");
	CHECK(bloomext_intersect(copy, built, NULL) == BLOOMEXT_OK &&
		  bloomext_intersect(copy, old, NULL) == BLOOMEXT_OK &&
		  same_bytes(copy, old), "intersection");

	/* something new */
	for (int many = 0; many < 2; many++)
	{
		bloomext_close(copy);
		copy = bloomext_clone(old, NULL);
		CHECK((many ? bloomext_add_integers(copy, numbers + 450, 150) :
			   bloomext_add_integer(copy, numbers[500])) == BLOOMEXT_OK,
			  "new values");
		CHECK(strcmp(info_of(copy).representation, "coded") == 0, "%d", many);
		with_first(built, many ? 600 : 501);
		CHECK(same_bytes(copy, built), "other bytes than a new filter");
	}
	/* the result of an intersection is an old list as well */
	bloomext_close(copy);
	copy = bloomext_clone(old, NULL);
	bloomext_close(more);
	more = old_list(300);
	CHECK(bloomext_intersect(copy, more, NULL) == BLOOMEXT_OK &&
		  same_bytes(copy, more), "intersection of old lists");
	bloomext_add_integer(copy, numbers[300]);
	CHECK(strcmp(info_of(copy).representation, "coded") == 0, "changed");
	bloomext_close(few);
	bloomext_close(more);
	bloomext_close(built);
	bloomext_close(old);
	bloomext_close(copy);
	bloomext_close(dense);
}

/* A union that fails, with this message, and changes neither filter */
static void
check_refused(bloomext_filter *filter, bloomext_filter *other, int status,
			  const char *message, const char *detail, const char *hint)
{
	bloomext_filter *before[] = {
		bloomext_clone(filter, NULL), bloomext_clone(other, NULL)
	};
	bloomext_error error = {.status = BLOOMEXT_OK};

	CHECK(bloomext_unite(filter, other, NULL) == status &&
		  bloomext_unite(filter, other, &error) == status &&
		  (int) error.status == status, "%d: %s", error.status, error.message);
	CHECK(strcmp(error.message, message) == 0, "%s", error.message);
	CHECK(strncmp(error.detail, detail, strlen(detail)) == 0, "%s",
		  error.detail);
	CHECK(strcmp(error.hint, hint) == 0, "%s", error.hint);
	CHECK(same_bytes(filter, before[0]) && same_bytes(other, before[1]),
		  "%s: changed", detail);
	bloomext_close(before[0]);
	bloomext_close(before[1]);
	bloomext_close(filter);
	bloomext_close(other);
}

/* A filter with the numbers from an index on */
static bloomext_filter *
with_later(bloomext_filter *filter, size_t from, size_t count)
{
	bloomext_add_integers(filter, numbers + from, count);
	return filter;
}

/* Unions that would exceed their error rate, or be too large */
static void
test_exceeding(void)
{
	static const char exceeds[] =
		"bloom filters cannot be combined without exceeding their error rate";
	static const char hint[] =
		"Build the filters with bloom_agg(value), or with a capacity for the values of all.";
	bloomext_filter *full = with_first(make(1000, 0.01), 2500);
	bloomext_filter *copy = bloomext_clone(full, NULL);
	bloomext_filter *part = with_first(make(1000, 0.01), 900);

	check_refused(with_first(make(1000, 0.01), 900),
				  with_later(make(1000, 0.01), 900, 900), BLOOMEXT_PARAMETERS,
				  exceeds, "With about 1", hint);
	/* a list that is added to bits, and bits to a list */
	check_refused(with_first(make(1000, 0.01), 1130),
				  with_later(make(2000, 0.01), 2000, 150), BLOOMEXT_PARAMETERS,
				  exceeds, "With about 1", hint);
	check_refused(with_later(make(2000, 0.01), 2000, 150),
				  with_first(make(1000, 0.01), 1130), BLOOMEXT_PARAMETERS,
				  exceeds, "With about 1", hint);
	/* lists that become bits */
	check_refused(with_first(make(1500, 1e-9), 1000),
				  with_later(make(1500, 1e-9), 1000, 1000),
				  BLOOMEXT_PARAMETERS, exceeds, "With about 19",
				  "Cast each filter to bloom(elastic), or build them with a capacity for the values of all.");
	/* coded ones */
	check_refused(with_first(bloomext_new_elastic(300, 0.1, 0, NULL), 300),
				  with_later(bloomext_new_elastic(300, 0.1, 0, NULL), 300,
							 300), BLOOMEXT_PARAMETERS, exceeds, "With about 598 values", hint);
	check_refused(with_first(make(400000000, 0.01), 5), make(10, 0.001),
				  BLOOMEXT_TOO_LARGE, "bloom filter would be larger than 500 MiB",
				  "It would have capacity 400000000, error rate 0.001.",
				  "Spread the values over several filters with bloom_shard().");

	/* a union that is one of the two is no error, nor is it to add values */
	CHECK(bloomext_unite(full, full, NULL) == BLOOMEXT_OK &&
		  bloomext_unite(full, part, NULL) == BLOOMEXT_OK &&
		  same_bytes(full, copy), "a part");
	CHECK(bloomext_unite(part, full, NULL) == BLOOMEXT_OK &&
		  same_bytes(part, full), "the whole");
	CHECK(bloomext_add_integer(full, 1) == BLOOMEXT_OK, "a value");
	bloomext_close(full);
	bloomext_close(copy);
	bloomext_close(part);
}

/* A filter of the numbers from an index on */
typedef struct Operand
{
	char		kind;			/* fixed, elastic, or an old list */
	int64_t		capacity;
	double		rate;
	size_t		from;
	size_t		count;
} Operand;

static bloomext_filter *
make_operand(Operand operand)
{
	if (operand.kind == 'o')
		return old_list(operand.count);
	return with_later(operand.kind == 'f' ?
					  make(operand.capacity, operand.rate) :
					  bloomext_new_elastic(operand.capacity, operand.rate, 0,
										   NULL), operand.from, operand.count);
}

/* What two lists give in either order */
static const struct
{
	Operand		operands[2];
	bool		intersect;
	int64_t		capacity;
	double		rate;
	const char *representation;
	int			cardinality;
}			joined[] = {
	/* the larger capacity and the smaller rate of each */
	{{{'f', 5000, 0.01, 0, 9}, {'f', 400, 0.001, 9, 9}},
	false, 5000, 0.001, "sparse", 18},
	{{{'e', 0, 0.05, 0, 9}, {'e', 60000000, 0.2, 5, 9}},
	false, 60000000, 0.05, "sparse", 14},
	{{{'e', 0, 0.05, 0, 9}, {'e', 0, 0.2, 5, 15}},
	false, 50000000, 0.05, "coded", 20},
	/* of an elastic one, only the rate counts ... */
	{{{'e', 0, 0.001, 0, 9}, {'f', 400, 0.01, 9, 20}},
	false, 400, 0.001, "sparse", 29},
	{{{'o', 0, 0.01, 0, 500}, {'f', 500, 0.01, 0, 9}},
	false, 500, 0.01, "dense", 500},
	/* ... unless the values are too many for the other's capacity */
	{{{'o', 0, 0.01, 0, 500}, {'f', 500, 0.001, 500, 1}},
	false, 50000000, 0.001, "coded", 501},
	{{{'e', 0, 0.01, 0, 11}, {'f', 20, 0.01, 11, 9}},
	false, 20, 0.01, "dense", 20},
	{{{'e', 0, 0.01, 0, 12}, {'f', 20, 0.01, 12, 9}},
	false, 50000000, 0.01, "coded", 21},
	/* bloom() is the identity; an empty one of another rate is not */
	{{{'e', 0, 0.01, 0, 0}, {'f', 20, 0.1, 0, 5}},
	false, 20, 0.1, "sparse", 5},
	{{{'e', 0, 0.001, 0, 0}, {'f', 20, 0.1, 0, 5}},
	false, 20, 0.001, "sparse", 5},
	/* coded: the fewest bits, then the larger capacity */
	{{{'e', 0, 0.01, 0, 300}, {'e', 100000, 0.01, 200, 300}},
	false, 100000, 0.01, "coded", 500},
	{{{'e', 100001, 0.01, 0, 300}, {'e', 100000, 0.01, 200, 300}},
	false, 100001, 0.01, "coded", 500},
	{{{'e', 0, 0.01, 0, 300}, {'f', 400, 0.01, 290, 20}},
	false, 50000000, 0.01, "coded", 310},
	/* intersections are like the one with more bits */
	{{{'e', 0, 0.01, 0, 300}, {'f', 4000, 0.01, 290, 100}},
	true, 4000, 0.01, "sparse", 10},
	{{{'e', 0, 0.01, 0, 300}, {'e', 100000, 0.01, 200, 300}},
	true, 50000000, 0.01, "coded", 100},
	{{{'e', 0, 0.001, 0, 9}, {'f', 400, 0.01, 5, 20}},
	true, 400, 0.001, "sparse", 4},
	{{{'o', 0, 0.01, 0, 500}, {'e', 0, 0.01, 100, 1000}},
	true, 50000000, 0.01, "sparse", 400}
};

static void
test_joined(void)
{
	for (size_t i = 0; i < sizeof(joined) / sizeof(joined[0]); i++)
	{
		bloomext_filter *result[2];

		for (int j = 0; j < 2; j++)
		{
			bloomext_filter *other = make_operand(joined[i].operands[!j]);
			bloomext_info info;

			result[j] = make_operand(joined[i].operands[j]);
			CHECK((joined[i].intersect ? bloomext_intersect : bloomext_unite)
				  (result[j], other, NULL) == BLOOMEXT_OK, "%zu", i);
			info = info_of(result[j]);
			CHECK(info.capacity == joined[i].capacity &&
				  info.error_rate == joined[i].rate &&
				  strcmp(info.representation, joined[i].representation) == 0 &&
				  fabs(info.cardinality / joined[i].cardinality - 1) < 0.02,
				  "%zu: %s, capacity %" PRId64 ", rate %g, %g values", i,
				  info.representation, info.capacity, info.error_rate,
				  info.cardinality);
			bloomext_close(other);
		}
		CHECK(same_bytes(result[0], result[1]), "%zu", i);
		bloomext_close(result[0]);
		bloomext_close(result[1]);
	}
}

/* Empty filters for 20 texts, as bloom_new() returns them */
static const char guava[] =
	"\\x010105000000000001001000000000000000000014000000000000007b14ae47"
	"e17a843f01000000010001070000000000000000010000000000000000000000"
	"00000000140000000000000000000000000000007b14ae47e17a843f00000000"
	"0000000000000000000000000000000000000000c00000000000000007000000"
	"00000000140000000000000000000000000000007b14ae47e17a843f00000000"
	"0000000000000000000000000000000000000000000000000000000000000000"
	"0000000000000000000000000000000000000000000000000000000000000000"
	"0000000000000000000000000000000000000000";
/* at an error rate of 0.1, with growth 2 */
static const char redisbloom[] =
	"\\x010103000000000001001000000000000000000014000000000000009a999999"
	"9999b93f01000000010001050000000000000000060000000200000002000000"
	"00000000140000000000000000000000000000009a9999999999b93f00000000"
	"0000000005000000000000000000000000000000800000000000000005000000"
	"00000000140000000000000000000000000000009a9999999999a93f4af7d49e"
	"def0184000000000000000000000000000000000000000000000000000000000"
	"0000000000000000000000000000000000000000000000000000000000000000"
	"0000000000000000000000000000000000000000";

/* An imported filter of `count` texts from a number on */
static bloomext_filter *
imported(const char *text, int from, int count)
{
	bloomext_filter *filter = bloomext_load(text, strlen(text), NULL);
	char		value[20];

	for (int i = from; i < from + count; i++)
	{
		int			size = sprintf(value, "%d", i);

		if (filter == NULL ||
			bloomext_add_text(filter, value, (size_t) size) != BLOOMEXT_OK)
			abort();
	}
	return filter;
}

static int
remove_integer(bloomext_filter *filter, int64_t number, bloomext_error *error)
{
	uint8_t		bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t) ((uint64_t) number >> 8 * i);
	return bloomext_remove(filter, BLOOMEXT_INTEGER, bytes, 8, error);
}

/* A removal that fails, with this message, and changes nothing */
static void
check_not_removed(bloomext_filter *filter, bloomext_class class, int status,
				  const char *message, const char *hint)
{
	bloomext_filter *before = bloomext_clone(filter, NULL);
	bloomext_error error = {.status = BLOOMEXT_OK};

	CHECK(bloomext_remove(filter, class, "\1\0\0\0\0\0\0", 8, &error) ==
		  status && (int) error.status == status &&
		  strcmp(error.message, message) == 0 &&
		  strcmp(error.hint, hint) == 0, "%d: %s %s", error.status,
		  error.message, error.hint);
	CHECK(same_bytes(filter, before), "%s: changed", message);
	bloomext_close(before);
}

static void
test_counting(void)
{
	static const char uncounted[] =
		"cannot remove values from a bloom filter that does not count them";
	static const char hint[] = "Build it with counting => true.";
	bloomext_filter *filter = bloomext_new_counting(1000, 0.01, 5, NULL);
	bloomext_filter *new = bloomext_new_counting(1000, 0.01, 5, NULL);
	bloomext_filter *half = bloomext_new_counting(1000, 0.01, 5, NULL);
	bloomext_filter *other = make(1000, 0.01);
	uint8_t    *bytes;

	CHECK(info_of(filter).counting && info_of(filter).seed == 5, "counting");
	with_first(filter, 1000);
	with_first(half, 500);
	/* what was added twice stays */
	bloomext_add_integer(filter, numbers[0]);
	for (int i = 999; i >= 500; i--)
		CHECK(remove_integer(filter, numbers[i], NULL) == BLOOMEXT_OK, "%d",
			  i);
	CHECK(remove_integer(filter, numbers[0], NULL) == BLOOMEXT_OK &&
		  same_bytes(filter, half), "other bytes than without the removed");
	CHECK(bloomext_contains_text(filter, "a", 1) == BLOOMEXT_CLASS, "class");
	check_not_removed(filter, BLOOMEXT_INTEGER, BLOOMEXT_PARAMETERS,
					  "cannot remove a value that is not in the bloom filter",
					  "");
	check_not_removed(filter, BLOOMEXT_TEXT, BLOOMEXT_CLASS,
					  "bloom filter holds integer values, not text", "");
	check_not_removed(filter, BLOOMEXT_UUID, BLOOMEXT_ARGUMENT,
					  "wrong argument", "");
	check_not_removed(filter, 99, BLOOMEXT_ARGUMENT, "wrong argument", "");
	check_not_removed(filter, BLOOMEXT_NONE, BLOOMEXT_ARGUMENT,
					  "wrong argument", "");

	/* without values, it has no class */
	for (int i = 0; i < 500; i++)
		CHECK(remove_integer(filter, numbers[i], NULL) == BLOOMEXT_OK, "%d",
			  i);
	CHECK(same_bytes(filter, new), "other bytes than a new one");
	CHECK(info_of(filter).class_ == BLOOMEXT_NONE &&
		  info_of(filter).cardinality == 0 &&
		  bloomext_contains_text(filter, "a", 1) == 0 &&
		  bloomext_check_class(filter, BLOOMEXT_UUID, NULL) == BLOOMEXT_OK,
		  "class of an emptied filter");
	CHECK(bloomext_unite(half, filter, NULL) == BLOOMEXT_OK &&
		  bloomext_unite(filter, half, NULL) == BLOOMEXT_OK &&
		  same_bytes(filter, half), "union with an emptied filter");
	bloomext_close(filter);
	filter = bloomext_clone(new, NULL);
	CHECK(bloomext_add_integer(filter, 1) == BLOOMEXT_OK &&
		  remove_integer(filter, 1, NULL) == BLOOMEXT_OK &&
		  bloomext_add_text(filter, "a", 1) == BLOOMEXT_OK &&
		  info_of(filter).class_ == BLOOMEXT_TEXT, "text after an integer");
	CHECK(bloomext_remove(filter, BLOOMEXT_TEXT, "a", 1, NULL) == BLOOMEXT_OK
		  && bloomext_add_hash(filter, 1) == BLOOMEXT_OK &&
		  info_of(filter).class_ == BLOOMEXT_NONE, "a hash after text");

	bytes = bytes_of(half, 1);
	bloomext_close(new);
	new = bloomext_open(bytes + 1, bloomext_size(half), NULL);
	check_not_removed(new, BLOOMEXT_INTEGER, BLOOMEXT_READ_ONLY,
					  "bloom filter cannot be changed", "");
	bloomext_add_integer(other, 1);
	check_not_removed(other, BLOOMEXT_INTEGER, BLOOMEXT_PARAMETERS, uncounted,
					  hint);
	check_not_removed(other, BLOOMEXT_TEXT, BLOOMEXT_PARAMETERS, uncounted,
					  hint);
	bloomext_close(other);
	other = imported(guava, 0, 20);
	check_not_removed(other, BLOOMEXT_INTEGER, BLOOMEXT_PARAMETERS, uncounted,
					  hint);
	check_refused(with_first(make(1000, 0.01), 1000),
				  with_first(bloomext_new_counting(1000, 0.01, 0, NULL), 5),
				  BLOOMEXT_PARAMETERS,
				  "bloom filters have different parameters",
				  "One has capacity 1000, error rate 0.01, 20 cache lines, the other capacity 1000, error rate 0.01, counting, ",
				  "Build both with bloom_agg(value), or with the same capacity, error rate, growth, counting and seed. In SQL, use bloom_uncount(filter) in place of the counting filter.");
	bloomext_close(filter);
	bloomext_close(half);
	bloomext_close(new);
	bloomext_close(other);
	free(bytes);
}

/* Growing filters keep their error rate, and imported ones can grow, too */
static void
test_growing(void)
{
	bloomext_filter *filter = bloomext_new_growing(1000, 0.01, 2, 0, NULL);
	bloomext_filter *other = bloomext_new_growing(1000, 0.01, 2, 0, NULL);
	bloomext_error error;

	for (int i = 0; i < KEYS; i++)
		CHECK(bloomext_add_integer(filter, numbers[i]) == BLOOMEXT_OK, "%d",
			  i);
	CHECK(info_of(filter).growth == 2 && info_of(filter).layers > 3 &&
		  info_of(filter).capacity == 1000, "%u layers",
		  info_of(filter).layers);
	with_first(other, KEYS);
	CHECK(same_bytes(filter, other), "one by one, and at once");
	bloomext_contains_integers(filter, numbers, 2 * KEYS, found);
	for (int i = 0; i < KEYS; i++)
		CHECK(found[i], "%d is lost", i);
	CHECK(bloomext_fpp(filter) <= 0.01, "%g", bloomext_fpp(filter));
	CHECK(bloomext_unite(other, filter, NULL) == BLOOMEXT_OK, "with itself");
	CHECK(bloomext_intersect(other, filter, &error) == BLOOMEXT_PARAMETERS &&
		  strcmp(error.message, "cannot intersect bloom filters that have grown") ==
		  0, "%s", error.message);
	bloomext_close(other);
	other = with_later(bloomext_new_growing(1000, 0.01, 2, 0, NULL), KEYS,
					   KEYS);
	CHECK(bloomext_unite(other, filter, NULL) == BLOOMEXT_OK, "union");
	bloomext_contains_integers(other, numbers, 2 * KEYS, found);
	for (int i = 0; i < 2 * KEYS; i++)
		CHECK(found[i], "%d is not in the union", i);
	CHECK(bloomext_new_growing(1000, 0.01, 3, 0, &error) == NULL &&
		  error.status == BLOOMEXT_ARGUMENT &&
		  strcmp(error.message, "growth must be 0, 2 or 4") == 0, "%s",
		  error.message);
	CHECK(bloomext_new_growing(0, 0.01, 2, 0, &error) == NULL &&
		  strcmp(error.message, "capacity must be at least 1") == 0, "%s",
		  error.message);
	CHECK(bloomext_new_counting(0, 0.01, 0, &error) == NULL &&
		  strcmp(error.message, "capacity must be at least 1") == 0, "%s",
		  error.message);
	bloomext_close(filter);
	bloomext_close(other);
}

static void
test_imported(void)
{
	bloomext_filter *filter = imported(guava, 0, 20);
	bloomext_filter *other = imported(guava, 10, 20);
	bloomext_filter *grown = imported(redisbloom, 0, 30);
	uint8_t    *bytes = bytes_of(filter, 1);
	bloomext_filter *opened = bloomext_open(bytes + 1, bloomext_size(filter),
											NULL);
	bloomext_filter *second;
	bloomext_filter *copy;
	size_t		offsets[] = {0, 1, 3};

	CHECK(bloomext_contains_packed(filter, BLOOMEXT_TEXT, "719", offsets, 2,
								   found) == BLOOMEXT_OK && found[0] &&
		  found[1], "members");
	CHECK(info_of(grown).layers == 2 && info_of(grown).growth == 2, "grown");
	CHECK(bloomext_add_hash(filter, 1) == BLOOMEXT_HASH &&
		  bloomext_add_integer(filter, 1) == BLOOMEXT_CLASS &&
		  bloomext_add_text(opened, "1", 1) == BLOOMEXT_READ_ONLY, "refused");
	CHECK(bloomext_unite(other, opened, NULL) == BLOOMEXT_OK &&
		  bloomext_contains_text(other, "0", 1) == 1 &&
		  bloomext_contains_text(other, "29", 2) == 1, "union");
	second = imported(redisbloom, 0, 22);
	CHECK(bloomext_unite(second, grown, NULL) == BLOOMEXT_OK &&
		  info_of(second).layers == 2, "union of layers");
	copy = bloomext_clone(second, NULL);
	CHECK(info_of(second).bits_set == info_of(copy).bits_set &&
		  info_of(second).bits_set == info_of(grown).bits_set,
		  "%" PRIu64 " bits of %" PRIu64, info_of(second).bits_set,
		  info_of(copy).bits_set);
	CHECK(bloomext_intersect(other, opened, NULL) == BLOOMEXT_OK &&
		  bloomext_intersect(opened, other, NULL) == BLOOMEXT_READ_ONLY &&
		  same_bytes(other, filter), "intersection");
	check_refused(filter, grown, BLOOMEXT_PARAMETERS,
				  "bloom filters are of different formats",
				  "One is of format guava, the other of format redisbloom: they hash values in different ways.",
				  "");
	bloomext_close(opened);
	bloomext_close(other);
	bloomext_close(second);
	bloomext_close(copy);
	free(bytes);
}

/* Numbers that are nearly those of lists, and errors */
static void
test_compare(void)
{
	bloomext_filter *few = with_first(make(0, 0.01), 16);
	bloomext_filter *others = with_later(make(0, 0.01), 12, 12);
	bloomext_filter *many = with_first(make(2000, 0.001), 2000);
	bloomext_filter *half = with_later(make(2000, 0.001), 1000, 2000);
	bloomext_filter *empty = make(0, 0.01);
	bloomext_filter *counting = bloomext_new_counting(1000, 0.01, 0, NULL);
	bloomext_filter *texts = make(0, 0.01);
	uint8_t    *bytes = bytes_of(many, 3);
	bloomext_filter *opened = bloomext_open(bytes + 3, bloomext_size(many),
											NULL);
	bloomext_overlap overlap = {0};
	bloomext_error error;

	CHECK(bloomext_compare(few, others, &overlap, NULL) == BLOOMEXT_OK &&
		  overlap.union_cardinality == 24 &&
		  overlap.intersection_cardinality == 4 &&
		  overlap.jaccard == 4.0 / 24, "%g of %g, %g",
		  overlap.intersection_cardinality, overlap.union_cardinality,
		  overlap.jaccard);
	CHECK(bloomext_compare(opened, half, &overlap, NULL) == BLOOMEXT_OK &&
		  fabs(overlap.union_cardinality - 3000) < 100 &&
		  fabs(overlap.intersection_cardinality - 1000) < 100 &&
		  fabs(overlap.jaccard - 1.0 / 3) < 0.03, "%g of %g, %g",
		  overlap.intersection_cardinality, overlap.union_cardinality,
		  overlap.jaccard);
	CHECK(bloomext_compare(empty, empty, &overlap, NULL) == BLOOMEXT_OK &&
		  overlap.jaccard == 1 && overlap.union_cardinality == 0, "empty: %g",
		  overlap.jaccard);
	CHECK(bloomext_compare(counting, counting, &overlap, NULL) ==
		  BLOOMEXT_OK && overlap.jaccard == 1 &&
		  overlap.union_cardinality == 0 &&
		  !signbit(overlap.union_cardinality), "empty counters: %g",
		  overlap.union_cardinality);
	overlap.jaccard = -1;
	CHECK(bloomext_compare(many, counting, &overlap, &error) ==
		  BLOOMEXT_PARAMETERS && overlap.jaccard == -1 &&
		  strcmp(error.message, "bloom filters have different parameters") ==
		  0, "%s", error.message);
	bloomext_add_text(texts, "a", 1);
	CHECK(bloomext_compare(texts, few, &overlap, &error) == BLOOMEXT_CLASS &&
		  overlap.jaccard == -1 &&
		  strcmp(error.message, "one bloom filter holds text values, the other integer values") ==
		  0, "%s", error.message);
	bloomext_close(few);
	bloomext_close(others);
	bloomext_close(many);
	bloomext_close(half);
	bloomext_close(empty);
	bloomext_close(counting);
	bloomext_close(texts);
	bloomext_close(opened);
	free(bytes);
}

static void *
read_and_make(void *arg)
{
	const bloomext_filter *filter = arg;
	bool		here[2 * KEYS];
	size_t		lost = 0;

	for (int round = 0; round < 5; round++)
	{
		bloomext_filter *own = bloomext_new(1000 + 77 * round, 0.001, 0,
											NULL);

		lost += own == NULL ||
			bloomext_add_integers(own, numbers, 300) != BLOOMEXT_OK;
		bloomext_close(own);
		bloomext_contains_integers(filter, numbers, 2 * KEYS, here);
		for (int i = 0; i < KEYS; i++)
			lost += !here[i] ||
				bloomext_contains_integer(filter, numbers[i]) != 1;
	}
	return (void *) lost;
}

static void
test_threads(void)
{
	bloomext_filter *filter = make(KEYS, 0.001);
	pthread_t	threads[THREADS];

	bloomext_add_integers(filter, numbers, KEYS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, read_and_make, filter) != 0)
			abort();
	for (int i = 0; i < THREADS; i++)
	{
		void	   *lost;

		pthread_join(threads[i], &lost);
		CHECK(lost == NULL, "thread %d lost %zu", i, (size_t) lost);
	}
	bloomext_close(filter);
}

#ifdef __GLIBC__
/*
 * The filter with the first numbers; at capacity -1, a partial list; at -2, a
 * state of bloom_agg(value); at -3, a growing filter; at -4, one that counts;
 * at -5, an imported filter of texts
 */
static bloomext_filter *
with_numbers(int64_t capacity, int count)
{
	bloomext_filter *filter;
	char		text[1000];

	if (capacity >= 0)
	{
		filter = make(capacity, 0.01);
		bloomext_add_integers(filter, numbers, count);
		return filter;
	}
	if (capacity == -3)
		return with_first(bloomext_new_growing(200, 0.01, 2, 0, NULL), count);
	if (capacity == -4)
		return with_first(bloomext_new_counting(200, 0.01, 0, NULL), count);
	if (capacity == -5)
		return imported(redisbloom, 0, count);
	sprintf(text, "\\x01800100%032d0%d000000000000007b14ae47e17a843f", 0,
			capacity == -1);
	for (int i = 1; i <= count; i++)
		sprintf(text + strlen(text), "%02x00000000000000", i);
	filter = bloomext_load(text, strlen(text), NULL);
	if (filter == NULL)
		abort();
	return filter;
}

/*
 * Each allocation of a change fails once.  Then the filter must have the same
 * bytes as before.
 */
static void
test_memory(void)
{
	static const struct
	{
		int64_t		capacity;
		int			count;
		int64_t		other_capacity; /* -1: one value is added */
		int			other_count;
		bool		intersect;
	}			changes[] = {
		{0, 16, 1000, 150, false},	/* takes its parameters */
		{0, 16, 18, 9, false},		/* both lists are elastic afterwards */
		{0, 5000, 1000, 10, false}, /* stays coded */
		{0, 16, -1, 0, false},		/* is coded */
		{0, 5000, 0, 6000, false},
		{0, 5000, 0, 100, false},
		{0, 5000, 0, 6000, true},
		{1000, 10, 10000, 100, false},
		{10000, 1700, 10000, 1700, false},
		{10000, 1700, 10000, 9000, false},
		{9000, 8000, 18000, 8000, false},
		{18000, 8000, 9000, 8000, false},
		{9000, 8000, 18000, 8000, true},
		{18000, 8000, 9000, 8000, true},
		{1000, 10, 10000, 9000, true},
		{10000, 9000, 1000, 10, true},
		{-1, 20, -1, 0, false},
		{-1, 20, 1, 1, false},
		{-2, 20, -1, 0, false},
		{-2, 20, 0, 9, false},
		{-2, 20, 1, 1, true},
		{1, 1, 0, 20, true},
		{-3, 150, -1, 0, false},	/* is dense */
		{-3, 500, -1, 0, false},
		{-3, 200, -1, 0, false},
		{-3, 20, -3, 3000, false},
		{-3, 3000, -3, 20, false},
		{-3, 300, -3, 3000, false},
		{-3, 3000, -3, 300, false},
		{-3, 150, -3, 150, true},
		{-3, 3000, -3, 20, true},
		{-4, 100, -1, 0, false},
		{-4, 100, -4, 50, false},
		{-4, 100, -4, 50, true},
		{-5, 10, -1, 0, false},
		{-5, 20, -1, 0, false},		/* grows */
		{-5, 20, -5, 10, false},
		{-5, 20, -5, 10, true},
	};
	int			failed[6] = {0};	/* by negated capacity */

	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
	{
		int64_t		capacity = changes[i].other_capacity;
		bloomext_filter *other = with_numbers(capacity == -1 ? 1 : capacity,
											  changes[i].other_count);
		bool		enough = false;

		for (int number = 0; !enough; number++)
		{
			bloomext_filter *filter = with_numbers(changes[i].capacity,
												   changes[i].count);
			uint8_t    *before = bytes_of(filter, 0);
			uint8_t    *after;
			size_t		size = bloomext_size(filter);
			int			status;

			allocations = number;
			status = capacity == -1 ? (changes[i].capacity == -5 ?
									   bloomext_add_text(filter, "new", 3) :
									   bloomext_add_integer(filter, 1)) :
				changes[i].intersect ?
				bloomext_intersect(filter, other, NULL) :
				bloomext_unite(filter, other, NULL);
			enough = allocations >= 0;
			/* it may also succeed without an allocation that failed */
			CHECK(status == BLOOMEXT_OK ||
				  (status == BLOOMEXT_MEMORY && !enough), "%zu, %d: %d", i,
				  number, status);
			allocations = -1;
			if (status != BLOOMEXT_OK && changes[i].capacity < 0)
				failed[-changes[i].capacity]++;
			after = bytes_of(filter, 0);
			CHECK(status == BLOOMEXT_OK || (bloomext_size(filter) == size &&
											memcmp(before, after, size) == 0),
				  "%zu, allocation %d", i, number);
			free(after);
			free(before);
			bloomext_close(filter);
		}
		bloomext_close(other);
	}
	for (int i = 1; i < 6; i++)
		CHECK(failed[i] > 0, "nothing failed at capacity %d", -i);
}
#endif

/* Use all that needs much of the stack: lists with several runs, and layers */
static void *
use_stack(void *arg)
{
	bloomext_filter **kinds = arg;
	bloomext_error error;
	bloomext_info info;
	bloomext_overlap overlap;

	for (int i = 0; i < 16; i++)
	{
		bloomext_filter *filter = bloomext_clone(kinds[i / 4], &error);

		for (int part = 0; part < 4; part++)
			bloomext_add_integers(filter, numbers + 700 * part, 650 - part);
		free(bytes_of(filter, 0));
		bloomext_get_info(filter, &info);
		bloomext_fpp(filter);
		bloomext_compare(filter, kinds[i % 4], &overlap, &error);
		bloomext_unite(filter, kinds[i % 4], &error);
		bloomext_intersect(filter, kinds[i % 4], &error);
		bloomext_close(filter);
	}
	return NULL;
}

/* A thread may have a stack of 64 kB */
static void
test_stack(void)
{
	bloomext_filter *kinds[] = {
		make(0, 0.01), make(1000000, 0.01), make(2000, 0.01),
		bloomext_new_growing(100, 0.01, 2, 0, NULL)
	};
	pthread_attr_t attributes;
	pthread_t	thread;

	for (int i = 0; i < 4; i++)
		bloomext_add_integers(kinds[i], numbers, i == 1 ? 900 : 2000);
	CHECK(pthread_attr_init(&attributes) == 0 &&
		  pthread_attr_setstacksize(&attributes, 64 * 1024) == 0 &&
		  pthread_create(&thread, &attributes, use_stack, kinds) == 0 &&
		  pthread_join(thread, NULL) == 0, "a thread with 64 kB");
	pthread_attr_destroy(&attributes);
	for (int i = 0; i < 4; i++)
		bloomext_close(kinds[i]);
}

/* Add numbers up to index `to`; returns the index at which it was reported */
static int
reported(bloomext_filter *filter, int from, int to, int step,
		 bloomext_error *error)
{
	int			first = 0;

	for (int i = from; i < to; i += step)
	{
		if (step == 1)
			bloomext_add_integer(filter, numbers[i]);
		else
			bloomext_add_integers(filter, numbers + i, (size_t) step);
		if (bloomext_report_capacity(filter, error) == BLOOMEXT_OK)
			continue;
		CHECK(first == 0, "reported twice, after %d and %d", first, i);
		first = i + step;
	}
	return first;
}

/* Filters that hold more values than their capacity are reported once */
static void
test_capacity(void)
{
	const char *start = "bloom filter holds about 1";
	const char *end = ", more than its capacity of 1000";

	for (int kind = 0; kind < 3; kind++)
		for (int step = 1; step <= 10; step += 9)
		{
			bloomext_filter *filter = kind == 0 ? make(1000, 0.01) :
				kind == 1 ? bloomext_new_counting(1000, 1e-9, 0, NULL) :
				bloomext_new_elastic(1000, 0.0079, 0, NULL);
			bloomext_error error = {0};
			int			first;
			double		rate;

			CHECK(reported(filter, 0, 1000, step, &error) == 0 &&
				  !info_of(filter).over_capacity && error.status == 0,
				  "kind %d: reported at its capacity", kind);
			first = reported(filter, 1000, KEYS, step, &error);
			CHECK(first > 1000 && first < 1200, "kind %d: after %d", kind,
				  first);
			CHECK(error.status == BLOOMEXT_CAPACITY &&
				  strncmp(error.message, start, strlen(start)) == 0 &&
				  strcmp(error.message + strlen(error.message) - strlen(end),
						 end) == 0 &&
				  sscanf(error.detail, "Its error rate is now about %lg",
						 &rate) == 1 && rate > info_of(filter).error_rate &&
				  rate < 5 * info_of(filter).error_rate,
				  "%s, %s", error.message, error.detail);
			CHECK(info_of(filter).over_capacity &&
				  info_of(filter).saturated == (kind == 0),
				  "kind %d: over its capacity", kind);
			/* a copy, in which the other one is all that was added */
			if (kind == 0)
			{
				bloomext_filter *other = make(1000, 0.01);

				CHECK(reported(other, 0, 900, 10, NULL) == 0, "900");
				CHECK(bloomext_unite(filter, filter, NULL) == BLOOMEXT_OK &&
					  bloomext_report_capacity(filter, NULL) == BLOOMEXT_OK,
					  "reported again");
				bloomext_close(other);
				other = make(1000, 0.01);
				CHECK(bloomext_report_capacity(other, NULL) == BLOOMEXT_OK &&
					  bloomext_unite(other, filter, NULL) == BLOOMEXT_OK &&
					  bloomext_report_capacity(other, NULL) ==
					  BLOOMEXT_CAPACITY, "a full one was added");
				bloomext_close(other);
				other = make(1000, 0.01);
				bloomext_add_integers(other, numbers, 900);
				CHECK(bloomext_intersect(filter, other, NULL) == BLOOMEXT_OK,
					  "intersection");
				bloomext_close(other);
				other = bloomext_clone(filter, NULL);
				CHECK(bloomext_report_capacity(other, &error) == BLOOMEXT_OK
					  && !info_of(other).over_capacity, "900");
				bloomext_close(other);
			}
			bloomext_close(filter);
		}
}

/* Those that have none, or do not exceed it, are not */
static void
test_no_capacity(void)
{
	bloomext_filter *kinds[] = {
		make(0, 0.01), make(KEYS, 0.01), make(1000000, 0.01),
		bloomext_new_growing(100, 0.01, 2, 0, NULL)
	};

	for (int i = 0; i < 4; i++)
	{
		CHECK(reported(kinds[i], 0, KEYS, 1 + i % 2 * 99, NULL) == 0 &&
			  !info_of(kinds[i]).over_capacity &&
			  !info_of(kinds[i]).saturated, "kind %d", i);
		bloomext_close(kinds[i]);
	}
}

/* Imported filters are reported, too, unless they grow */
static void
test_imported_capacity(void)
{
	for (int growing = 0; growing <= 1; growing++)
		for (int count = 20; count <= 60; count += 40)
		{
			bloomext_filter *filter = imported(growing ? redisbloom : guava,
											   0, count);
			bool		over = !growing && count == 60;

			CHECK(info_of(filter).over_capacity == over &&
				  bloomext_report_capacity(filter, NULL) ==
				  (over ? BLOOMEXT_CAPACITY : BLOOMEXT_OK),
				  "growing %d, %d values", growing, count);
			bloomext_close(filter);
		}
}

int
main(void)
{
	for (int i = 0; i < 2 * KEYS; i++)
		numbers[i] = (int64_t) i * 1000003 - 77;
	RUN(test_arguments);
	RUN(test_cut);
	RUN(test_refused);
	RUN(test_classes);
	RUN(test_changing);
	RUN(test_one_by_one);
	RUN(test_parts);
	RUN(test_chosen_hashes);
	RUN(test_runs);
	RUN(test_elastic);
	RUN(test_states);
	RUN(test_old_lists);
	RUN(test_exceeding);
	RUN(test_joined);
	RUN(test_counting);
	RUN(test_growing);
	RUN(test_imported);
	RUN(test_compare);
	RUN(test_threads);
	RUN(test_stack);
	RUN(test_capacity);
	RUN(test_no_capacity);
	RUN(test_imported_capacity);
#ifdef __GLIBC__
	RUN(test_memory);
#endif
	return unit_end("library");
}
