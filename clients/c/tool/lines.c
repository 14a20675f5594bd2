/*
 * tool/lines.c
 *		Reads lines from files and pipes.
 *
 * Each byte is examined once, even in long lines.  The memory is that of the
 * longest line.
 */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK		((size_t) 256 * 1024)

/* The state of reading a file */
typedef struct Reader
{
	int			file;
	char	   *buffer;
	size_t		room;
	size_t		filled;
	size_t		scanned;		/* this much of it has no end of line */
	bool		ended;
} Reader;

/* Read more, as far as the buffer has room; false after an error */
static bool
read_more(Reader *reader, char end)
{
	ssize_t		part;

	if (reader->filled == reader->room)
		reader->buffer =
			check_memory(realloc(reader->buffer, reader->room *= 2));
	do
		part = read(reader->file, reader->buffer + reader->filled,
					reader->room - reader->filled);
	while (part < 0 && errno == EINTR);
	if (part < 0)
		return false;
	reader->ended = part == 0;
	reader->filled += (size_t) part;
	/* the last line may lack an end of line */
	if (reader->ended && reader->filled > 0)
		reader->buffer[reader->filled++] = end;
	return true;
}

/* Pass on all complete lines of the buffer; false: no more are wanted */
static bool
take_lines(Reader *reader, char end, Take take, void *context,
		   uint64_t *number)
{
	static Line lines[BATCH];
	char	   *line = reader->buffer;
	char	   *from = line + reader->scanned;
	char	   *limit = line + reader->filled;
	bool		more = true;

	while (more && from != NULL)
	{
		size_t		count = 0;

		while (count < BATCH &&
			   (from = memchr(from, end, (size_t) (limit - from))) != NULL)
		{
			lines[count++] = (Line) {line, (size_t) (from - line)};
			line = ++from;
		}
		if (count > 0)
			more = take(context, lines, count, *number);
		*number += count;
	}
	reader->filled = (size_t) (limit - line);
	reader->scanned = reader->filled;
	memmove(reader->buffer, line, reader->filled);
	return more;
}

bool
each_line(const char *path, char end, Take take, void *context)
{
	bool		standard = strcmp(path, "-") == 0;
	Reader		reader = {
		.file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC),
		.room = BLOCK
	};
	uint64_t	number = 1;
	bool		fine = reader.file >= 0;
	int			saved;

	reader.buffer = check_memory(malloc(reader.room));
	while (fine && !reader.ended && (fine = read_more(&reader, end)) &&
		   take_lines(&reader, end, take, context, &number))
		;
	saved = errno;
	if (!standard && reader.file >= 0)
		close(reader.file);
	free(reader.buffer);
	if (!fine)
		complain(shown_name(path), strerror(saved));
	return fine;
}
