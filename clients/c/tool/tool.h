/*
 * tool/tool.h
 *		Types and functions that the files of the tool bloom share.
 */
#ifndef BLOOM_TOOL_H
#define BLOOM_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bloomext.h"

#define BATCH		4096
#define MOST_FIELDS	32

/* Exit status, as in grep */
enum
{
	EXIT_FOUND = 0, EXIT_NOT_FOUND = 1, EXIT_TROUBLE = 2
};

typedef struct Line
{
	const char *text;
	size_t		size;			/* without the end of line */
} Line;

/* A growing array of bytes */
typedef struct Buffer
{
	uint8_t    *data;
	size_t		size;
	size_t		room;
} Buffer;

/*
 * Append the canonical bytes of a value (see doc/format.md).  Its text has a
 * terminating zero, and no blanks around it unless it is a bytea.
 * encode_text() and encode_char() get the line as it is.  Returns false if it
 * is not a value of the type.
 */
typedef bool (*Encode) (const char *text, size_t size, Buffer *bytes);

typedef struct Type
{
	const char *name;
	bloomext_class class;		/* 0: named class of that name */
	Encode		encode;			/* NULL: the text itself */
} Type;

/* The kind of lines: values of a type, or rows with tab-separated fields */
typedef struct Kind
{
	const char *name;
	bloomext_class class;
	bool		hashes;			/* results of bloom_hash */
	unsigned	count;
	Type		type[MOST_FIELDS];
} Kind;

/* Lines of a file, which are converted to values */
typedef struct Input
{
	const char *path;
	Kind		kind;
	uint64_t	seed;
	Buffer		scratch;
	bool		warned;			/* of \r\n in this file */
} Input;

struct Options;

/*
 * messages.c: what is not UTF-8, or a control character other than a tab, is
 * shown as \ooo, so that no file can control the terminal.  stop() and
 * stop_with() end the tool after a message.
 */
extern void put_text(FILE *file, const char *text, size_t size);
extern void put_string(FILE *file, const char *text);
extern void complain(const char *what, const char *why);
extern void stop(const char *what, const char *why)
			__attribute__((noreturn));
extern void stop_with(const char *what, const bloomext_error *error)
			__attribute__((noreturn));
extern void show_error(const char *what, const bloomext_error *error);
extern void *check_memory(void *memory);
extern void flush_output(void);

/* "(standard input)" for -, otherwise the path */
extern const char *shown_name(const char *path);

/* buffer.c */
extern uint8_t *extend(Buffer *bytes, size_t size);
extern void put_big(Buffer *bytes, uint64_t number, unsigned size);
extern int	hex_digit(char c);

/*
 * filter.c: try_filter() returns NULL after a message, and the others end the
 * tool
 */
extern bloomext_filter *try_filter(const char *path);
extern bloomext_filter *read_filter(const char *path);
extern void write_filter(const bloomext_filter *filter,
						 const struct Options *options);

/* Refuse to write bytes to a terminal, before any work is done */
extern void check_output(const struct Options *options);

/* build.c and test.c: the commands; the first path of test is a filter's */
extern int	run_build(const struct Options *options, char **paths);
extern int	run_test(const struct Options *options, char **paths);

/* type.c: the kind of lines for a type name, or a filter; may end the tool */
extern Kind kind_of_name(const char *name);
extern Kind kind_of_filter(const char *path, const bloomext_filter *filter);

/* The name of a class, or of its type if the tool knows it */
extern const char *class_shown(bloomext_class class);

/* Overwrites bytes; returns false if the line is not a value */
extern bool encode_line(const Kind *kind, const Line *line, Buffer *bytes);
extern bool hash_line(const Kind *kind, const Line *line, uint64_t seed,
					  Buffer *scratch, uint64_t *hash);

/* Whether the end of a line is part of the value, if it is text */
extern bool ends_in_text(const Kind *kind);

/*
 * input.c: convert lines, the first of which has that number, to hashes, or
 * one line to bytes in input->scratch.  A line that is not a value ends the
 * tool.  Warns of the first line of a file that ends with \r\n.
 */
extern void hash_lines(Input *input, const Line *lines, size_t count,
					   uint64_t number, uint64_t *hashes);
extern void line_bytes(Input *input, const Line *line, uint64_t number);

/* time.c */
extern bool encode_date(const char *text, size_t size, Buffer *bytes);
extern bool encode_time(const char *text, size_t size, Buffer *bytes);
extern bool encode_timetz(const char *text, size_t size, Buffer *bytes);
extern bool encode_timestamp(const char *text, size_t size, Buffer *bytes);
extern bool encode_timestamptz(const char *text, size_t size,
							   Buffer *bytes);

/* number.c and address.c */
extern bool encode_integer(const char *text, size_t size, Buffer *bytes);
extern bool encode_oid(const char *text, size_t size, Buffer *bytes);
extern bool encode_float(const char *text, size_t size, Buffer *bytes);
extern bool encode_real(const char *text, size_t size, Buffer *bytes);
extern bool encode_numeric(const char *text, size_t size, Buffer *bytes);
extern bool encode_lsn(const char *text, size_t size, Buffer *bytes);
extern bool encode_bits(const char *text, size_t size, Buffer *bytes);
extern bool encode_bool(const char *text, size_t size, Buffer *bytes);
extern bool encode_bytea(const char *text, size_t size, Buffer *bytes);
extern bool encode_uuid(const char *text, size_t size, Buffer *bytes);
extern bool encode_inet(const char *text, size_t size, Buffer *bytes);
extern bool encode_cidr(const char *text, size_t size, Buffer *bytes);
extern bool encode_macaddr(const char *text, size_t size, Buffer *bytes);
extern bool encode_macaddr8(const char *text, size_t size, Buffer *bytes);

/* lines.c */

/* Receives lines, and the number of the first; false: no more are wanted */
typedef bool (*Take) (void *context, const Line *lines, size_t count,
					  uint64_t number);

/* Pass on the lines of a file in batches; false after a message */
extern bool each_line(const char *path, char end, Take take, void *context);

#endif							/* BLOOM_TOOL_H */
