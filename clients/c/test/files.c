/*
 * test/files.c
 *		Filters as text, in files and in pipes, complete and truncated.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bloomext.h"
#include "unit/unit.h"

/* An empty filter consists of the header only */
#define EMPTY_SIZE	36

/* A filter of a number of integers, as bytes and as text */
typedef struct Sample
{
	int64_t		count;
	size_t		size;
	char	   *bytes;
	size_t		chars;
	char	   *text;
} Sample;

static void
fill(Sample *sample, int64_t count)
{
	bloomext_filter *filter = bloomext_new(count, 0.01, 0, NULL);

	for (int64_t i = 0; i < count * 9 / 10; i++)
		(void) bloomext_add_integer(filter, i);
	sample->count = count;
	sample->size = bloomext_size(filter);
	sample->chars = bloomext_text_size(filter);
	sample->bytes = malloc(sample->size);
	sample->text = malloc(sample->chars);
	bloomext_write(filter, sample->bytes);
	bloomext_write_text(filter, sample->text);
	bloomext_close(filter);
}

static void
discard(Sample *sample)
{
	free(sample->bytes);
	free(sample->text);
}

/* Close a filter, and return whether it equals the sample */
static bool
is_sample(bloomext_filter *filter, const Sample *sample)
{
	char	   *bytes = malloc(sample->size);
	bool		same = filter != NULL &&
		bloomext_size(filter) == sample->size &&
		bloomext_contains_integer(filter, sample->count / 2) == 1;

	if (same)
	{
		bloomext_write(filter, bytes);
		same = memcmp(bytes, sample->bytes, sample->size) == 0;
	}
	free(bytes);
	bloomext_close(filter);
	return same;
}

/* Read a filter from a pipe that a child process writes, or from a file */
static bloomext_filter *
through(bool pipes, const char *data, size_t size, bloomext_error *error)
{
	char		path[] = "/tmp/bloomext-files.XXXXXX";
	int			ends[2] = {-1, -1};
	pid_t		writer = -1;
	bloomext_filter *filter;

	if (!pipes)
	{
		ends[1] = mkstemp(path);
		if (write(ends[1], data, size) != (ssize_t) size)
			abort();
		close(ends[1]);
		filter = bloomext_load_file(path, error);
		unlink(path);
		return filter;
	}
	if (pipe(ends) != 0 || (writer = fork()) < 0)
		abort();
	if (writer == 0)
		close(ends[0]);
	if (writer == 0)
		for (size_t done = 0;;)
		{
			/* in parts of odd sizes */
			size_t		rest = size - done < 1001 ? size - done : 1001;

			if (rest == 0)
				_exit(0);
			if (write(ends[1], data + done, rest) != (ssize_t) rest)
				_exit(1);
			done += rest;
		}
	close(ends[1]);
	filter = bloomext_load_fd(ends[0], error);
	close(ends[0]);
	waitpid(writer, NULL, 0);
	return filter;
}

static void
test_whole(void)
{
	bloomext_error error = {0};
	Sample		sample;

	for (int64_t count = 10; count <= 1000000; count *= 10)
	{
		fill(&sample, count);
		CHECK(memcmp(sample.text, "\\x010", 5) == 0, "begins with %.6s",
			  sample.text);
		CHECK(is_sample(bloomext_load(sample.text, sample.chars, NULL),
						&sample), "text of %d", (int) count);
		for (int pipes = 0; pipes < 2; pipes++)
		{
			CHECK(is_sample(through(pipes, sample.bytes, sample.size, &error),
							&sample), "bytes of %d: %s", (int) count,
				  error.message);
			CHECK(is_sample(through(pipes, sample.text, sample.chars, &error),
							&sample), "text of %d: %s", (int) count,
				  error.message);
		}
		discard(&sample);
	}
}

/* In the formats of psql and COPY, and with uppercase digits */
static void
test_around(void)
{
	static const char *const before[] = {
		"", "\\", "                                        ", "\n\t"
	};
	static const char *const behind[] = {"", "\n", "\r\n", " \n\n"};
	bloomext_error error = {0};
	Sample		sample;
	char	   *text;

	fill(&sample, 100);
	text = malloc(sample.chars + 50);
	for (int i = 0; i < 16; i++)
	{
		size_t		size = 0;

		size += strlen(strcpy(text, before[i / 4]));
		memcpy(text + size, sample.text, sample.chars);
		size += sample.chars;
		size += strlen(strcpy(text + size, behind[i % 4]));
		if (i % 3 == 0)
			for (char *c = strchr(text, 'x') + 1; *c != '\0'; c++)
				*c -= *c >= 'a' ? 'a' - 'A' : 0;
		CHECK(is_sample(bloomext_load(text, size, &error), &sample),
			  "%d: %s", i, error.message);
		CHECK(is_sample(through(i % 2, text, size, &error), &sample),
			  "%d: %s", i, error.message);
	}
	free(text);
	discard(&sample);
}

static void
test_cut(void)
{
	bloomext_error error;
	Sample		sample;

	fill(&sample, 100);
	for (size_t i = 0; i < sample.chars; i++)
	{
		char	   *exact = memcpy(malloc(i + 1), sample.text, i);

		CHECK(i == 2 + 2 * EMPTY_SIZE ||
			  (bloomext_load(exact, i, &error) == NULL &&
			   error.status == BLOOMEXT_INVALID), "%zu characters", i);
		CHECK(i == 2 + 2 * EMPTY_SIZE || i % 7 != 0 ||
			  (through(i % 2, exact, i, &error) == NULL &&
			   error.status == BLOOMEXT_INVALID), "%zu characters", i);
		free(exact);
	}
	for (size_t i = 0; i < sample.size; i += 5)
		CHECK(i == EMPTY_SIZE ||
			  (through(i % 2, sample.bytes, i, &error) == NULL &&
			   error.status == BLOOMEXT_INVALID), "%zu bytes", i);
	sample.text[sample.chars / 2] = 'g';
	CHECK(bloomext_load(sample.text, sample.chars, &error) == NULL &&
		  error.status == BLOOMEXT_INVALID, "%s", error.message);
	discard(&sample);
}

static void
test_others(void)
{
	static const struct
	{
		const char *bytes;
		size_t		size;
		const char *said;
	}			others[] = {
		{"", 0, "it is empty"},
		{"\x1f\x8b\x08", 3, "a gzip file"},
		{"PGCOPY\n\xff\r\n\0", 11, "a binary COPY"},
		{"http://example.com/\nhttp://", 27, "text: \"http://example.com/\""},
		{"\xff\xfe\0\0\0", 5, "the bytes ff fe 00 00"},
		{"\0", 1, "the bytes 00 00"},
		{"010001", 6, "without \\x"},
	};
	bloomext_error error;

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		for (int way = 0; way < 4; way++)
		{
			const char *bytes = others[i].bytes;
			size_t		size = others[i].size;
			bloomext_filter *filter = way < 2 ?
				through(way == 1, bytes, size, &error) :
				(way == 2 ? bloomext_load : bloomext_open) (bytes, size,
															&error);

			CHECK(filter == NULL && error.status == BLOOMEXT_INVALID &&
				  strstr(error.message, others[i].said) != NULL, "%zu, %d: %s",
				  i, way, error.message);
		}
	/* a filter of a later version */
	CHECK(through(true, "\2\0\1\2", 4, &error) == NULL &&
		  strstr(error.message, "begins") == NULL, "%s", error.message);
	CHECK(bloomext_load_file("/", &error) == NULL &&
		  error.status == BLOOMEXT_FILE, "%s", error.message);
}

int
main(void)
{
	RUN(test_whole);
	RUN(test_around);
	RUN(test_cut);
	RUN(test_others);
	return unit_end("files");
}
