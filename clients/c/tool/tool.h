/*
 * tool/tool.h
 *		What the files of the tool bloom know of each other.
 */
#ifndef BLOOM_TOOL_H
#define BLOOM_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bloomext.h"

#define BATCH		4096
#define MOST_FIELDS	32

/* As grep's */
enum
{
	EXIT_FOUND = 0, EXIT_NOT_FOUND = 1, EXIT_TROUBLE = 2
};

typedef struct Line
{
	const char *text;
	size_t		size;			/* without the end of line */
} Line;

/* Bytes that grow */
typedef struct Buffer
{
	uint8_t    *data;
	size_t		size;
	size_t		room;
} Buffer;

/*
 * Appends the canonical bytes of a value (doc/format.md), whose text has an
 * end of string and no blanks around it; false if it isn't one.
 */
typedef bool (*Encode) (const char *text, size_t size, Buffer *bytes);

typedef struct Type
{
	const char *name;
	bloomext_class class;		/* 0: that of its name */
	Encode		encode;			/* NULL: as the text is */
} Type;

/* What lines are: values of a type, or rows, whose fields tabs separate */
typedef struct Kind
{
	const char *name;
	bloomext_class class;
	bool		hashes;			/* bloom_hash's results */
	unsigned	count;
	Type		type[MOST_FIELDS];
} Kind;

/* bloom.c: messages, which end the tool, and what else all commands need */
extern void stop(const char *what, const char *why)
			__attribute__((noreturn));
extern void stop_with(const char *what, const bloomext_error *error)
			__attribute__((noreturn));
extern void *check_memory(void *memory);

extern void flush_output(void);
extern bloomext_filter *read_filter(const char *path);
/* The error of a line that isn't a value */
extern void refuse_line(const char *path, uint64_t number, const Kind *kind,
						const Line *line)
			__attribute__((noreturn));

/* test.c; paths are the filter's, and those of lines, if any */
struct Options;
extern int	run_test(const struct Options *options, char **paths);

/* type.c: the kind of a name, or of a filter's values, or the tool ends */
extern Kind kind_of_name(const char *name);
extern Kind kind_of_filter(const char *path, const bloomext_filter *filter);
/* The name of a class, of another type as well if it is known here */
extern const char *class_shown(bloomext_class class);
/* false: the line isn't a value; bytes are overwritten */
extern bool encode_line(const Kind *kind, const Line *line, Buffer *bytes);
extern bool hash_line(const Kind *kind, const Line *line, uint64_t seed,
					  Buffer *scratch, uint64_t *hash);
extern uint8_t *extend(Buffer *bytes, size_t size);
extern void put_big(Buffer *bytes, uint64_t number, unsigned size);

/* time.c */
extern bool encode_date(const char *text, size_t size, Buffer *bytes);
extern bool encode_time(const char *text, size_t size, Buffer *bytes);
extern bool encode_timetz(const char *text, size_t size, Buffer *bytes);
extern bool encode_timestamp(const char *text, size_t size, Buffer *bytes);
extern bool encode_timestamptz(const char *text, size_t size,
							   Buffer *bytes);

/* number.c and address.c */
extern bool encode_integer(const char *text, size_t size, Buffer *bytes);
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
extern int	hex_digit(char c);

/* lines.c */

/* What becomes of lines, of which the first has a number; false: no more */
typedef bool (*Take) (void *context, const Line *lines, size_t count,
					  uint64_t number);

/* "(standard input)" for -, else the path */
extern const char *shown_name(const char *path);
/* Hand on a file's lines in batches; false, and a message: it can't be read */
extern bool each_line(const char *path, char end, Take take, void *context);

#endif							/* BLOOM_TOOL_H */
