/*
 * seems.c
 *		Recognizes what bytes seem to be that are not a filter.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

#include "core/bytes.h"

/* Number of bytes of a text that a message shows */
#define SHOWN	40

static const struct
{
	const char *start;
	size_t		size;
	const char *what;
}			known[] = {
	{"\x1f\x8b", 2, "a gzip file"},
	{"PK\3\4", 4, "a zip file"},
	{"\x28\xb5\x2f\xfd", 4, "a zstd file"},
	{"\xfd" "7zXZ", 5, "an xz file"},
	{"BZh", 3, "a bzip2 file"},
	{"\x89PNG", 4, "a PNG image"},
	{"\xff\xd8\xff", 3, "a JPEG image"},
	{"GIF8", 4, "a GIF image"},
	{"%PDF", 4, "a PDF document"},
	{"\x7f" "ELF", 4, "a program"},
	{"PGCOPY\n\xff\r\n", 10, "a binary COPY, which has more than the filter"},
	{"PGDMP", 5, "a dump of pg_dump"},
	{"SQLite format 3", 15, "a SQLite database"},
	{"REDIS", 5, "a dump of Redis"},
	{"AQAB", 4, "base64 of a filter"},
	{"AQEB", 4, "base64 of a filter"},
	{"AQMB", 4, "base64 of a filter"},
	{"010001", 6, "hexadecimal digits of a filter, without \\x"},
	{"010101", 6, "hexadecimal digits of a filter, without \\x"},
	{"010301", 6, "hexadecimal digits of a filter, without \\x"},
	{"PAR1", 4, "a Parquet file"},
	{"{", 1, "JSON"},
	{"[", 1, "JSON"},
	{"<", 1, "HTML or XML"},
	{"#!", 2, "a script"},
	{"\0\0\0\1", 4, "a filter of Spark, which bloom_import reads in SQL"},
	{"\0\0\0\2", 4, "a filter of Spark, which bloom_import reads in SQL"},
};

/* A strategy, the number of bits of a value, which is not 0, and a length */
static bool
begins_like_guava(const uint8_t *start, size_t size)
{
	return size >= 6 && start[0] == 1 && start[1] != 0 && start[2] == 0;
}

/* A number that takes up to five bytes, and then an algorithm */
static bool
begins_like_parquet(const uint8_t *start, size_t size)
{
	for (size_t at = 2; at <= 6 && at + 4 <= size; at++)
		if (start[0] == 0x15 && memcmp(start + at, "\x1c\x1c\0", 4) == 0)
			return true;
	return false;
}

/*
 * An error rate below 1, and a number of slices below 256.  If it grows, a
 * factor of 2 or 4, and a ratio below 1.
 */
static bool
begins_like_pybloom(const uint8_t *start, size_t size)
{
	static const uint8_t zeros[7];

	return size >= 16 &&
		(((start[7] == 0x3e || start[7] == 0x3f) &&
		  memcmp(start + 9, zeros, sizeof(zeros)) == 0) ||
		 ((start[0] == 2 || start[0] == 4) &&
		  memcmp(start + 1, zeros, 3) == 0 && start[11] == 0x3f));
}

/* The length of a text up to the end of its line, or 0 if it is not a text */
static int
text_size(const uint8_t *start, size_t size)
{
	int			length = 0;

	while ((size_t) length < size && length < SHOWN &&
		   start[length] != '\n' && start[length] != '\r')
	{
		if ((start[length] < ' ' && start[length] != '\t') ||
			start[length] == 0x7f)
			return 0;
		length++;
	}
	/* not in the middle of a character of UTF-8 */
	if ((size_t) length < size && (start[length] & 0xc0) == 0x80)
		while (length > 0 && (start[--length] & 0xc0) == 0x80)
			;
	return length;
}

/* What data that are not a filter begin like; NULL if that is unknown */
static const char *
kind_of(const uint8_t *start, size_t size)
{
	if (begins_like_guava(start, size))
		return "a filter of Guava, which bloom_import reads in SQL";
	if (begins_like_parquet(start, size))
		return "a filter of Parquet, which bloom_import reads in SQL";
	if (begins_like_pybloom(start, size))
		return "a filter of pybloom, which bloom_import reads in SQL";
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (size >= known[i].size &&
			memcmp(start, known[i].start, known[i].size) == 0)
			return known[i].what;
	return NULL;
}

bool
bloomext_seems_other(const uint8_t *start, size_t size,
					 bloomext_error *error)
{
	char		message[sizeof(((bloomext_error *) NULL)->message)];
	int			length = text_size(start, size);
	const char *kind = kind_of(start, size);

	/*
	 * The first byte can be a version.  Then only a file whose third byte, the
	 * format, is 0 can be of another kind.
	 */
	if (size > 0 && start[0] >= 1 && start[0] < 9 &&
		(kind == NULL || start[2] != 0))
		return false;
	if (size == 0)
		strcpy(message, "not a bloom filter; it is empty");
	else if (kind != NULL)
		snprintf(message, sizeof(message),
				 "not a bloom filter; it begins like %s", kind);
	else if (length > 0)
		snprintf(message, sizeof(message),
				 "not a bloom filter; it begins like text: \"%.*s\"", length,
				 (const char *) start);
	else
		snprintf(message, sizeof(message),
				 "not a bloom filter; it begins with the bytes %02x %02x %02x %02x",
				 start[0], start[size > 1], start[size > 2 ? 2 : 0],
				 start[size > 3 ? 3 : 0]);
	bloomext_fail(error, BLOOMEXT_INVALID, message);
	return true;
}
