/*
 * bloomext.h
 *		libbloomext: the filters of bloomext, the PostgreSQL extension, outside
 *		of the server.
 *
 * A filter travels as bytes: what `filter::bytea` gives in SQL, what binary
 * COPY and binary parameters carry, and what SQL takes back by `bytes::bloom`.
 * doc/format.md describes them.  This library reads filters of every form
 * (lists, bits, growing, counting and rollup ones, other libraries'), makes
 * and changes fixed ones, and writes for the same values the same bytes as
 * bloom_agg does.
 *
 * The bytes are never trusted: they are validated when a filter is opened, by
 * the extension's own validator, and what has passed can't crash anything.
 *
 * Nothing here prints, exits or keeps state between calls.  Tests allocate
 * nothing.  Any number of threads may read a filter at the same time; who
 * changes one has to be alone with it.
 *
 * Strings are in UTF-8, need no end of string where a size is given, and
 * those that are returned are constant.
 */
#ifndef BLOOMEXT_H
#define BLOOMEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The extension's version, in step with it */
#define BLOOMEXT_VERSION	"1.0.0"

#if defined(_WIN32) || !defined(__GNUC__)
#define BLOOMEXT_API
#else
#define BLOOMEXT_API	__attribute__((visibility("default")))
#endif

/* A filter; only by pointers that the library has made */
typedef struct bloomext_filter bloomext_filter;

/*
 * What can go wrong.  Functions that return an int return one of these,
 * negative, for an error.
 */
typedef enum bloomext_status
{
	BLOOMEXT_OK = 0,
	BLOOMEXT_INVALID = -1,		/* the bytes aren't a filter */
	BLOOMEXT_UNSUPPORTED = -2,	/* they are one of a later version */
	BLOOMEXT_ARGUMENT = -3,		/* a capacity, an error rate ... can't be */
	BLOOMEXT_CLASS = -4,		/* the filter holds values of another class */
	BLOOMEXT_HASH = -5,			/* another library's filter has no 64-bit
								 * hashes: give the value itself */
	BLOOMEXT_PARAMETERS = -6,	/* filters of these parameters do not
								 * combine */
	BLOOMEXT_READ_ONLY = -7,	/* filters of this kind aren't changed here,
								 * or the filter uses the caller's bytes */
	BLOOMEXT_TOO_LARGE = -8,	/* more than 500 MB */
	BLOOMEXT_MEMORY = -9,		/* there is no memory left */
	BLOOMEXT_FILE = -10			/* a file can't be read; errno tells */
} bloomext_status;

/*
 * What went wrong, in words.  Where a function takes a pointer to one of
 * these, it may be NULL; if nothing went wrong, it is left alone.  Message,
 * detail and hint are those of the SQL functions; the last two may be empty.
 */
typedef struct bloomext_error
{
	bloomext_status status;
	char		message[160];
	char		detail[384];
	char		hint[160];
} bloomext_error;

/* A status in words, for errors that come without a bloomext_error */
BLOOMEXT_API const char *bloomext_status_text(int status);

/* The version of the library that runs */
BLOOMEXT_API const char *bloomext_version(void);

/*
 * What values are.  Values of one class are comparable with each other, and a
 * filter holds values of one class only.  Classes of other SQL types have the
 * highest bit set (bloomext_class_of_type).
 */
typedef uint32_t bloomext_class;

#define BLOOMEXT_NONE		0	/* nothing added yet, or hashes only */
#define BLOOMEXT_TEXT		1	/* text, varchar, char(n), name: UTF-8 */
#define BLOOMEXT_INTEGER	2	/* smallint, integer, bigint, oid */
#define BLOOMEXT_BYTES		3	/* bytea */
#define BLOOMEXT_UUID		4
#define BLOOMEXT_FLOAT		5	/* real, double precision */
#define BLOOMEXT_NUMERIC	6	/* digits; doc/format.md tells */
#define BLOOMEXT_ROW		7	/* fields; doc/format.md tells */

/* The class of another type, by its name in pg_type ("date", "inet") */
BLOOMEXT_API bloomext_class bloomext_class_of_type(const char *name);

/*
 * "text", "integer", "bytea", "uuid", "float", "numeric", "row";
 * "unclassified" for BLOOMEXT_NONE and "other" for all others
 */
BLOOMEXT_API const char *bloomext_class_name(bloomext_class class_);

/*
 * Opening and closing
 */

/*
 * A filter that reads the caller's bytes where they are, at any address: they
 * must stay, and stay as they are, until bloomext_close.  It takes a few
 * hundred bytes more, and for a long list of hashes an eighth of it.  (Lists
 * whose address isn't one for 64-bit numbers are copied, and on machines of
 * the other byte order all is.)  It can't be changed.  Takes the time to read
 * all bytes once.
 *
 * Returns NULL after an error.
 */
BLOOMEXT_API bloomext_filter *bloomext_open(const void *bytes, size_t size,
											bloomext_error *error);

/*
 * A filter of its own memory, to which the bytes are copied: aligned to cache
 * lines, and so the fastest to test.  It can be changed if it is fixed.
 */
BLOOMEXT_API bloomext_filter *bloomext_load(const void *bytes, size_t size,
											bloomext_error *error);

/*
 * The same from the text form: \x and hexadecimal digits, as psql, COPY and
 * drivers that ask for text give a filter.  Blanks and ends of lines around
 * it are skipped.
 */
BLOOMEXT_API bloomext_filter *bloomext_load_text(const char *text,
												 size_t size,
												 bloomext_error *error);

/*
 * The same from a file or a pipe, of bytes or of the text form, which is read
 * to its end, and only once.  If it has anything else, the message says what
 * that seems to be.  bloomext_load_fd leaves the descriptor open.  Not in
 * WebAssembly.
 */
BLOOMEXT_API bloomext_filter *bloomext_load_file(const char *path,
												 bloomext_error *error);
BLOOMEXT_API bloomext_filter *bloomext_load_fd(int file,
											   bloomext_error *error);

/* A copy of any filter, which can be changed if it is fixed */
BLOOMEXT_API bloomext_filter *bloomext_clone(const bloomext_filter *filter,
											 bloomext_error *error);

/* Frees all that the library has allocated for it; NULL is fine */
BLOOMEXT_API void bloomext_close(bloomext_filter *filter);

/*
 * Testing
 *
 * One value: 1, it may be in the filter; 0, it never was added; negative, a
 * status.  That is BLOOMEXT_CLASS if the filter holds values of another class,
 * which depends on the filter and the class alone, never on the value: it can
 * be asked once by bloomext_check_class.  (Of other libraries' filters, a few
 * have integers for keys, all others take text and bytes.)
 */
BLOOMEXT_API int bloomext_contains_text(const bloomext_filter *filter,
										const char *text, size_t size);
BLOOMEXT_API int bloomext_contains_integer(const bloomext_filter *filter,
										   int64_t value);
BLOOMEXT_API int bloomext_contains_bytes(const bloomext_filter *filter,
										 const void *bytes, size_t size);
/* 16 bytes, in the order of the text form */
BLOOMEXT_API int bloomext_contains_uuid(const bloomext_filter *filter,
										const uint8_t *uuid);
BLOOMEXT_API int bloomext_contains_float(const bloomext_filter *filter,
										 double value);
/* What bloom_hash(value, seed of the filter) gives in SQL */
BLOOMEXT_API int bloomext_contains_hash(const bloomext_filter *filter,
										uint64_t hash);
/* A value of any class, as the canonical bytes that doc/format.md tells */
BLOOMEXT_API int bloomext_contains(const bloomext_filter *filter,
								   bloomext_class class_,
								   const void *bytes, size_t size);

/*
 * Many values at once, which costs a fraction in a large filter, for memory is
 * loaded ahead.  found[i] is set to whether the i-th value may be in the
 * filter.  Returns BLOOMEXT_OK or a negative status; then nothing is set.
 */
BLOOMEXT_API int bloomext_contains_hashes(const bloomext_filter *filter,
										  const uint64_t *hashes,
										  size_t count, bool *found);
BLOOMEXT_API int bloomext_contains_integers(const bloomext_filter *filter,
											const int64_t *values,
											size_t count, bool *found);
BLOOMEXT_API int bloomext_contains_floats(const bloomext_filter *filter,
										  const double *values,
										  size_t count, bool *found);
/* 16 bytes each, end to end */
BLOOMEXT_API int bloomext_contains_uuids(const bloomext_filter *filter,
										 const uint8_t *uuids,
										 size_t count, bool *found);
/*
 * Values of any class as canonical bytes (of text: UTF-8), in one array: the
 * i-th is from offsets[i] to offsets[i + 1], so there are count + 1 offsets,
 * which must not descend.
 */
BLOOMEXT_API int bloomext_contains_packed(const bloomext_filter *filter,
										  bloomext_class class_,
										  const void *bytes,
										  const size_t *offsets,
										  size_t count, bool *found);

/* Whether values of the class can be tested and added: BLOOMEXT_OK or not */
BLOOMEXT_API int bloomext_check_class(const bloomext_filter *filter,
									  bloomext_class class_,
									  bloomext_error *error);

/*
 * Hashes, as bloom_hash(value, seed) in SQL
 */
BLOOMEXT_API uint64_t bloomext_hash_text(const char *text, size_t size,
										 uint64_t seed);
BLOOMEXT_API uint64_t bloomext_hash_integer(int64_t value, uint64_t seed);
BLOOMEXT_API uint64_t bloomext_hash_float(double value, uint64_t seed);
/* Of bytes, of a uuid's 16 bytes, and of all other canonical bytes */
BLOOMEXT_API uint64_t bloomext_hash_bytes(const void *bytes, size_t size,
										  uint64_t seed);

/*
 * What a filter tells about itself: as the columns of bloom_info in SQL
 */
typedef struct bloomext_info
{
	const char *representation;	/* "sparse", "dense" or "rollup" */
	const char *format;			/* "native", or the name of a format */
	bloomext_class class_;		/* of its values */
	int			growth;			/* 0: fixed; else the factor between layers */
	bool		counting;		/* values can be removed, in SQL */
	bool		read_only;		/* it can't be changed here */
	int64_t		capacity;		/* 0: it sizes itself, or isn't known */
	double		error_rate;		/* asked for; 0: not known */
	uint64_t	seed;			/* of its hashes */
	size_t		size;			/* of its bytes; SQL counts 4 more */
	unsigned	layers;			/* 0 if it is sparse */
	unsigned	probes;			/* bits of a value, in the first layer */
	unsigned	cache_lines;	/* lines of 64 bytes that those are in; 0: not
								 * known, or sparse */
	unsigned	block_lines;	/* lines that those are chosen from */
	uint64_t	bits;			/* of all layers, or counters */
	uint64_t	bits_set;		/* of those, the ones that aren't 0 */
	double		cardinality;	/* distinct values: exact if it is sparse, else
								 * an estimate */
	double		fpp;			/* share of other values that is expected to
								 * test positive, by bits_set */
	uint64_t	reserved[8];	/* 0 */
} bloomext_info;

BLOOMEXT_API void bloomext_get_info(const bloomext_filter *filter,
									bloomext_info *info);

/*
 * The share of other values that test positive, as bloom_fpp in SQL: by the
 * bits of each line, so that it is right for values that came by their
 * hashes, too.  Reads all bytes.
 */
BLOOMEXT_API double bloomext_fpp(const bloomext_filter *filter);

/*
 * Making and changing: fixed filters, and lists that size themselves
 */

/*
 * An empty filter for so many distinct values, at least 1, with that share of
 * false positives once they are in it, 1e-9 to 0.5; SQL's default is 0.01.
 * seed is 0 unless the hash shall be another one.
 *
 * Capacity 0 makes a filter that sizes itself: it stays an exact list, of 8
 * bytes a value, until bloomext_fit.
 */
BLOOMEXT_API bloomext_filter *bloomext_new(int64_t capacity,
										   double error_rate, uint64_t seed,
										   bloomext_error *error);

/*
 * Add a value: BLOOMEXT_OK or a negative status, after which the filter is as
 * before.  The first value decides which class of values the filter holds;
 * hashes leave it open.
 */
BLOOMEXT_API int bloomext_add_text(bloomext_filter *filter,
								   const char *text, size_t size);
BLOOMEXT_API int bloomext_add_integer(bloomext_filter *filter, int64_t value);
BLOOMEXT_API int bloomext_add_bytes(bloomext_filter *filter,
									const void *bytes, size_t size);
BLOOMEXT_API int bloomext_add_uuid(bloomext_filter *filter,
								   const uint8_t *uuid);
BLOOMEXT_API int bloomext_add_float(bloomext_filter *filter, double value);
BLOOMEXT_API int bloomext_add_hash(bloomext_filter *filter, uint64_t hash);
BLOOMEXT_API int bloomext_add(bloomext_filter *filter, bloomext_class class_,
							  const void *bytes, size_t size);

/*
 * Many at once, several times as fast; parameters as for testing.  If there is
 * no memory left, some may be added.
 */
BLOOMEXT_API int bloomext_add_hashes(bloomext_filter *filter,
									 const uint64_t *hashes, size_t count);
BLOOMEXT_API int bloomext_add_integers(bloomext_filter *filter,
									   const int64_t *values, size_t count);
BLOOMEXT_API int bloomext_add_floats(bloomext_filter *filter,
									 const double *values, size_t count);
BLOOMEXT_API int bloomext_add_uuids(bloomext_filter *filter,
									const uint8_t *uuids, size_t count);
BLOOMEXT_API int bloomext_add_packed(bloomext_filter *filter,
									 bloomext_class class_,
									 const void *bytes,
									 const size_t *offsets, size_t count);

/*
 * From now on the filter holds values of this class: for who adds their
 * hashes.  BLOOMEXT_CLASS if it holds others.
 */
BLOOMEXT_API int bloomext_set_class(bloomext_filter *filter,
									bloomext_class class_);

/*
 * Add all members of another filter, as bloom_union does.  Those of a list are
 * added to the other filter, which keeps its parameters; two lists take the
 * larger capacity, then the smaller error rate.  Two dense filters have the
 * same parameters, or one of them folds to the other's without exceeding the
 * error rate.  The other one isn't changed, may be of the caller's bytes, and
 * may not grow.
 */
BLOOMEXT_API int bloomext_unite(bloomext_filter *filter,
								const bloomext_filter *other,
								bloomext_error *error);

/*
 * Keep only the members that another filter has, too, as bloom_intersection
 * does.  The intersection with a list is a list, with its parameters, or those
 * that bloomext_unite gives two lists.  That of two dense filters has at least
 * the members of both, and more false positives than either built from them.
 */
BLOOMEXT_API int bloomext_intersect(bloomext_filter *filter,
									const bloomext_filter *other,
									bloomext_error *error);

/*
 * Turn a filter that sizes itself to the fixed one of the capacity that is its
 * number of distinct values, as bloom_agg without a capacity gives it (where
 * the server has memory for the list).  Any other filter is left as it is, and
 * so is an empty one, which is bloom().
 */
BLOOMEXT_API int bloomext_fit(bloomext_filter *filter, bloomext_error *error);

/* The bytes that bloomext_write will write */
BLOOMEXT_API size_t bloomext_size(const bloomext_filter *filter);

/*
 * Write the filter as so many bytes, to any address: what PostgreSQL takes as
 * binary value of type bloom, or as bytea.
 */
BLOOMEXT_API void bloomext_write(const bloomext_filter *filter, void *bytes);

/* The same in the text form, for any parameter or psql; without a '\0' */
BLOOMEXT_API size_t bloomext_text_size(const bloomext_filter *filter);
BLOOMEXT_API void bloomext_write_text(const bloomext_filter *filter,
									  char *text);

#ifdef __cplusplus
}
#endif

#endif							/* BLOOMEXT_H */
