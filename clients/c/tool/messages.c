/*
 * tool/messages.c
 *		Messages, and output that can fail.
 */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *
shown_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "(standard input)" : path;
}

/*
 * The size of the character at the start of a text, which is not empty; 0 if
 * it is a control character, or not UTF-8
 */
static size_t
character_size(const unsigned char *text, size_t size)
{
	unsigned char first = text[0];
	size_t		length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

	if (first < 0x80)
		return (first >= ' ' && first != 0x7f) || first == '\t';
	if (first < 0xc2 || first > 0xf4 || length > size ||
	/* U+0080 to U+009F are control characters; others must not be longer
	 * than needed */
		(first == 0xc2 && text[1] < 0xa0) ||
		(first == 0xe0 && text[1] < 0xa0) ||
		(first == 0xf0 && text[1] < 0x90))
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

void
put_text(FILE *file, const char *text, size_t size)
{
	const unsigned char *at = (const unsigned char *) text;
	size_t		length;

	for (; size > 0; at += length, size -= length)
	{
		length = character_size(at, size);
		if (length > 0)
			fwrite(at, 1, length, file);
		else
		{
			fprintf(file, "\\%03o", *at);
			length = 1;
		}
	}
}

void
put_string(FILE *file, const char *text)
{
	put_text(file, text, strlen(text));
}

void
complain(const char *what, const char *why)
{
	fflush(stdout);
	fputs("bloom: ", stderr);
	put_string(stderr, what);
	fputs(": ", stderr);
	put_string(stderr, why);
	fputc('\n', stderr);
}

void
stop(const char *what, const char *why)
{
	complain(what, why);
	exit(EXIT_TROUBLE);
}

/* Detail or hint, which may be empty */
static void
put_remark(const char *text)
{
	if (text[0] == '\0')
		return;
	fputs("  ", stderr);
	put_string(stderr, text);
	fputc('\n', stderr);
}

void
show_error(const char *what, const bloomext_error *error)
{
	complain(what, error->status == BLOOMEXT_FILE ? strerror(errno) :
			 error->message);
	put_remark(error->detail);
	put_remark(error->hint);
}

void
stop_with(const char *what, const bloomext_error *error)
{
	show_error(what, error);
	exit(EXIT_TROUBLE);
}

void *
check_memory(void *memory)
{
	if (memory == NULL)
		stop("memory", "out of memory");
	return memory;
}

void
flush_output(void)
{
	if (fflush(stdout) != 0 || ferror(stdout))
		stop("standard output", strerror(errno));
}
