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

void
stop(const char *what, const char *why)
{
	fflush(stdout);
	fprintf(stderr, "bloom: %s: %s\n", what, why);
	exit(EXIT_TROUBLE);
}

void
show_error(const char *what, const bloomext_error *error)
{
	fflush(stdout);
	fprintf(stderr, "bloom: %s: %s\n", what,
			error->status == BLOOMEXT_FILE ? strerror(errno) : error->message);
	if (error->detail[0] != '\0')
		fprintf(stderr, "  %s\n", error->detail);
	if (error->hint[0] != '\0')
		fprintf(stderr, "  %s\n", error->hint);
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
	{
		fprintf(stderr, "bloom: standard output: %s\n", strerror(errno));
		exit(EXIT_TROUBLE);
	}
}
