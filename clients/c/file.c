/*
 * file.c
 *		Reads filters from files and pipes, as bytes or as text, into memory
 *		where their bits are aligned.
 */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER_BYTES	BLOOMEXT_HEADER_BYTES
/* Characters of the largest filter in the text format, with some blanks */
#define MOST_CHARS		(2 * (size_t) BLOOM_MAX_BYTES + 1024)
#define FIRST_ROOM		((size_t) 64 * 1024)

/* Read size bytes, or up to the end; returns their number, or -1 */
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
 * The number of bytes that are left in a file, or 0 if it is not known.  If
 * these are too many, the result is, too.
 */
static size_t
bytes_left(int file)
{
	struct stat status;
	off_t		at;
	off_t		left;

	if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
		return 0;
	at = lseek(file, 0, SEEK_CUR);
	left = at < 0 || at >= status.st_size ? 0 : status.st_size - at;
	return left > (off_t) MOST_CHARS ? MOST_CHARS + 1 : (size_t) left;
}

/* Read a filter of size bytes, of which HEADER_BYTES were already read */
static bloomext_filter *
read_sized(int file, const uint8_t *header, size_t size,
		   bloomext_error *error)
{
	bloomext_filter *filter = NULL;
	void	   *space;
	uint8_t    *bytes;
	ssize_t		rest;

	if (size > BLOOM_MAX_BYTES)
		return bloomext_no_filter(error, BLOOMEXT_TOO_LARGE);
	bytes = bloomext_make_bytes(size, header, HEADER_BYTES, &space);
	if (bytes == NULL)
		return bloomext_no_filter(error, BLOOMEXT_MEMORY);
	rest = read_bytes(file, bytes + HEADER_BYTES, size - HEADER_BYTES);
	if (rest < 0)
		bloomext_fail(error, BLOOMEXT_FILE, NULL);
	else
		filter = bloomext_take(bytes, HEADER_BYTES + (size_t) rest, &space,
							   error);
	free(space);
	return filter;
}

/*
 * Read the rest of a file, of which HEADER_BYTES were already read.  Returns
 * allocated memory, or NULL after an error.
 */
static uint8_t *
read_all(int file, const uint8_t *start, size_t *size, size_t most,
		 bloomext_error *error)
{
	size_t		room = *size <= FIRST_ROOM ? FIRST_ROOM :
		*size <= most ? *size : most + 1;
	uint8_t    *bytes = malloc(room);
	size_t		filled = HEADER_BYTES;
	int			status = BLOOMEXT_OK;

	if (bytes != NULL)
		memcpy(bytes, start, HEADER_BYTES);
	while (bytes != NULL && status == BLOOMEXT_OK)
	{
		ssize_t		part = read_bytes(file, bytes + filled, room - filled);
		uint8_t    *larger;

		if (part < 0)
			status = BLOOMEXT_FILE;
		else if ((filled += (size_t) part) > most)
			status = BLOOMEXT_TOO_LARGE;
		else if (filled < room)
			break;
		else if ((larger = realloc(bytes, room *= 2)) == NULL)
			status = BLOOMEXT_MEMORY;
		else
			bytes = larger;
	}
	*size = filled;
	if (bytes != NULL && status == BLOOMEXT_OK)
		return bytes;
	bloomext_fail(error, bytes == NULL ? BLOOMEXT_MEMORY : status, NULL);
	free(bytes);
	return NULL;
}

bloomext_filter *
bloomext_load_fd(int file, bloomext_error *error)
{
	size_t		size = bytes_left(file);
	uint8_t		header[HEADER_BYTES] = {0};
	ssize_t		start = read_bytes(file, header, HEADER_BYTES);
	bool		text;
	bloomext_filter *filter;
	uint8_t    *bytes;

	if (start < 0)
		return bloomext_no_filter(error, BLOOMEXT_FILE);
	/* many blanks can precede text, but no filter begins with one */
	text = bloomext_is_blank((char) header[0]) ||
		bloomext_text_start((char *) header, (size_t) start) > 0;
	/* before the whole file is read */
	if (!text && bloomext_seems_other(header, (size_t) start, error))
		return NULL;
	if ((size_t) start < HEADER_BYTES)
		return bloomext_load(header, (size_t) start, error);
	if (!text && size >= HEADER_BYTES)
		return read_sized(file, header, size, error);

	/* with one more byte, the end of the file is found in one read */
	size++;
	bytes = read_all(file, header, &size,
					 text ? MOST_CHARS : (size_t) BLOOM_MAX_BYTES, error);
	if (bytes == NULL)
		return NULL;
	filter = bloomext_load(bytes, size, error);
	free(bytes);
	return filter;
}

bloomext_filter *
bloomext_load_file(const char *path, bloomext_error *error)
{
	int			file = open(path, O_RDONLY | O_CLOEXEC);
	bloomext_filter *filter = NULL;
	int			saved;

	if (file < 0)
		bloomext_fail(error, BLOOMEXT_FILE, NULL);
	else
		filter = bloomext_load_fd(file, error);
	saved = errno;
	if (file >= 0)
		close(file);
	errno = saved;
	return filter;
}
