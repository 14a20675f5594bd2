/*
 * tool/input.c
 *		Converts the lines of files to values and hashes.
 */
#include "tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Begin a message about a line */
static void
begin_message(const Input *input, uint64_t number)
{
	fflush(stdout);
	fputs("bloom: ", stderr);
	put_string(stderr, shown_name(input->path));
	fprintf(stderr, ":%" PRIu64 ": ", number);
}

/* Report a line that is not a value, and end the tool */
static void
__attribute__((noreturn))
refuse_line(const Input *input, uint64_t number, const Line *line)
{
	size_t		size = line->size < 100 ? line->size : 100;

	/* not in the middle of a character of UTF-8 */
	while (size > 0 && size < line->size && (line->text[size] & 0xc0) == 0x80)
		size--;
	begin_message(input, number);
	fputs("not a value of type ", stderr);
	put_string(stderr, input->kind.name);
	fputs(": ", stderr);
	put_text(stderr, line->text, size);
	fputc('\n', stderr);
	if (strstr(input->kind.name, "timestamptz") != NULL)
		fprintf(stderr, "  It needs its time zone, as in 2026-01-31 12:00:00+00.\n");
	exit(EXIT_TROUBLE);
}

/* Warn of a mark at the start of a file: the first field has it, too */
static void
check_mark(const Input *input, const Line *line)
{
	bool		eight = line->size > 2 &&
		memcmp(line->text, "\xef\xbb\xbf", 3) == 0;

	if (!eight && (line->size < 2 || (memcmp(line->text, "\xff\xfe", 2) != 0 &&
									  memcmp(line->text, "\xfe\xff", 2) != 0)))
		return;
	begin_message(input, 1);
	fputs(eight ? "the line begins with a byte order mark, which is part of "
		  "the value\n  To remove it, use tail -c +4.\n" :
		  "the file seems to be UTF-16, in which no line equals a value in "
		  "SQL\n  Convert it with iconv -f UTF-16 -t UTF-8.\n", stderr);
}

/*
 * Warn of the first line of a file that ends with \r\n, because \r is part of
 * the value.  Other lines may lack it, so that equal ones become different
 * values.
 */
static void
check_line_ends(Input *input, const Line *lines, size_t count,
				uint64_t number)
{
	if (number == 1)
	{
		input->warned = !ends_in_text(&input->kind);
		if (count > 0)
			check_mark(input, lines);
	}
	for (size_t i = 0; i < count && !input->warned; i++)
	{
		const char *end = lines[i].text + lines[i].size;

		if (lines[i].size == 0 || end[-1] != '\r' || *end != '\n')
			continue;
		begin_message(input, number + i);
		fputs("the line ends with \\r\\n, and \\r is part of the value\n"
			  "  Further lines of the file are not checked.  To remove \\r, use tr -d '\\r'.\n",
			  stderr);
		input->warned = true;
	}
}

void
hash_lines(Input *input, const Line *lines, size_t count, uint64_t number,
		   uint64_t *hashes)
{
	check_line_ends(input, lines, count, number);
	for (size_t i = 0; i < count; i++)
		if (!hash_line(&input->kind, &lines[i], input->seed, &input->scratch,
					   &hashes[i]))
			refuse_line(input, number + i, &lines[i]);
}

void
line_bytes(Input *input, const Line *line, uint64_t number)
{
	check_line_ends(input, line, 1, number);
	if (!encode_line(&input->kind, line, &input->scratch))
		refuse_line(input, number, line);
}
