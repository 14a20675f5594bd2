/*
 * file.c
 *		Filters from files, which are read to where their bits are aligned.
 */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codec/bytes.h"

#define HEADER_BYTES	(BLOOM_HEADER_SIZE(0) - BLOOM_LENGTH_SIZE)
#define ALIGNMENT		(BLOOM_LINE_BITS / 8)

/* Read so many bytes, or up to the end; returns how many, or -1 */
static ssize_t
read_bytes(int file, uint8_t *to, size_t size)
{
	size_t		done = 0;

	while (done < size)
	{
		ssize_t		part = read(file, to + done, size - done);

		if (part < 0 && errno == EINTR)
			continue;
		if (part < 0)
			return -1;
		if (part == 0)
			break;
		done += (size_t) part;
	}
	return (ssize_t) done;
}

/*
 * How many bytes before an aligned address the filter has to begin, so that
 * its content is there; whatever the header says, less than 2 MB
 */
static size_t
lead(const uint8_t header[HEADER_BYTES])
{
	return HEADER_BYTES + bloom_get_le(header + 8, 2) * sizeof(BloomLayer) +
		bloom_get_le(header + 10, 2) * sizeof(uint64_t);
}

/* A filter of so many bytes, which the file has from here on */
static bloomext_filter *
read_file(int file, size_t size, bloomext_error *error)
{
	uint8_t		header[HEADER_BYTES] = {0};
	ssize_t		start = read_bytes(file, header, HEADER_BYTES);
	bloomext_filter *filter = NULL;
	void	   *space;
	uint8_t    *bytes;
	ssize_t		rest;

	if (start < 0)
	{
		bloomext_fail(error, BLOOMEXT_FILE, NULL);
		return NULL;
	}
	if ((size_t) start < HEADER_BYTES || size < HEADER_BYTES)
		return bloomext_load(header, (size_t) start, error);
	bytes = (uint8_t *) bloomext_make_words(size + 2 * ALIGNMENT, &space);
	if (bytes == NULL)
	{
		bloomext_fail(error, BLOOMEXT_MEMORY, NULL);
		return NULL;
	}
	bytes += ALIGNMENT - lead(header) % ALIGNMENT;
	memcpy(bytes, header, HEADER_BYTES);
	rest = read_bytes(file, bytes + HEADER_BYTES, size - HEADER_BYTES);
	if (rest < 0)
		bloomext_fail(error, BLOOMEXT_FILE, NULL);
	else
		filter = bloomext_take(bytes, HEADER_BYTES + (size_t) rest, &space,
							   error);
	free(space);
	return filter;
}

bloomext_filter *
bloomext_load_file(const char *path, bloomext_error *error)
{
	int			file = open(path, O_RDONLY | O_CLOEXEC);
	bloomext_filter *filter = NULL;
	struct stat status;
	int			saved;

	if (file < 0 || fstat(file, &status) != 0)
		bloomext_fail(error, BLOOMEXT_FILE, NULL);
	else if (!S_ISREG(status.st_mode))
	{
		errno = EINVAL;			/* its size isn't known */
		bloomext_fail(error, BLOOMEXT_FILE, NULL);
	}
	else if (status.st_size > BLOOM_MAX_BYTES)
		bloomext_fail(error, BLOOMEXT_TOO_LARGE, NULL);
	else
		filter = read_file(file, (size_t) status.st_size, error);
	saved = errno;
	if (file >= 0)
		close(file);
	errno = saved;
	return filter;
}
