/*
 * tool/input.c
 *		Converts the lines of files to values and hashes.
 */
#include "tool.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Report a line that is not a value, and end the tool */
static void
__attribute__((noreturn))
refuse_line(const Input *input, uint64_t number, const Line *line)
{
	char		text[100];
	size_t		size = line->size < sizeof(text) ? line->size : sizeof(text);

	/* control characters could change the state of a terminal */
	for (size_t i = 0; i < size; i++)
		text[i] = iscntrl((unsigned char) line->text[i]) &&
			line->text[i] != '\t' ? '?' : line->text[i];
	/* not in the middle of a character of UTF-8 */
	while (size > 0 && size < line->size && (line->text[size] & 0xc0) == 0x80)
		size--;
	fflush(stdout);
	fprintf(stderr, "bloom: %s:%" PRIu64 ": not a value of type %s: %.*s\n",
			shown_name(input->path), number, input->kind.name, (int) size,
			text);
	if (strstr(input->kind.name, "timestamptz") != NULL)
		fprintf(stderr, "  It needs its time zone, as in 2026-01-31 12:00:00+00.\n");
	exit(EXIT_TROUBLE);
}

/* Warn if the first line of a file ends with \r, which is part of the value */
static void
check_line_end(const Input *input, const Line *line)
{
	if (line->size == 0 || line->text[line->size - 1] != '\r' ||
		!ends_in_text(&input->kind))
		return;
	fflush(stdout);
	fprintf(stderr, "bloom: %s: lines end with \\r\\n, and \\r is part of the values\n"
			"  To remove it, use tr -d '\\r'.\n", shown_name(input->path));
}

void
hash_lines(Input *input, const Line *lines, size_t count, uint64_t number,
		   uint64_t *hashes)
{
	if (number == 1)
		check_line_end(input, lines);
	for (size_t i = 0; i < count; i++)
		if (!hash_line(&input->kind, &lines[i], input->seed, &input->scratch,
					   &hashes[i]))
			refuse_line(input, number + i, &lines[i]);
}

void
line_bytes(Input *input, const Line *line, uint64_t number)
{
	if (number == 1)
		check_line_end(input, line);
	if (!encode_line(&input->kind, line, &input->scratch))
		refuse_line(input, number, line);
}
