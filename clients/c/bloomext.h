/*
 * bloomext.h
 *		libbloomext: the filters of bloomext, the PostgreSQL extension, outside
 *		of the server.
 *
 * Filters are exchanged as bytes.  `filter::bytea`, binary COPY and binary
 * parameters use these bytes, and `bytes::bloom` converts them back.
 * doc/format.md describes them.  The library reads and changes filters of all
 * kinds: fixed, elastic, growing, counting and imported filters.  It does so
 * with the extension's own code, so that it writes the same bytes as SQL.
 *
 * The bytes are never trusted.  They are validated when a filter is opened, by
 * the extension's own validator, and bytes that have passed are safe to use.
 *
 * No function prints, exits, or keeps state between calls that threads share.
 * Tests do not allocate memory, but if the library was loaded with dlopen(),
 * the C library may allocate a thread's caches.  Any number of threads may
 * read a filter at the same time.  While a thread changes a filter, no other
 * thread may use it.
 *
 * Strings are in UTF-8.  Where a size is given, they need no terminating zero.
 * Strings that are returned are constant.
 */
#ifndef BLOOMEXT_H
#define BLOOMEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version, which is that of the extension */
#define BLOOMEXT_VERSION	"1.0.0"

#if defined(_WIN32) || !defined(__GNUC__)
#define BLOOMEXT_API
#else
#define BLOOMEXT_API	__attribute__((visibility("default")))
#endif

/* A filter.  Use only pointers that the library has returned. */
typedef struct bloomext_filter bloomext_filter;

/*
 * Status codes.  Functions that return an int return one of the negative codes
 * after an error.
 */
typedef enum bloomext_status
{
	BLOOMEXT_OK = 0,
	BLOOMEXT_INVALID = -1,		/* the bytes are not a filter */
	BLOOMEXT_UNSUPPORTED = -2,	/* the filter has a later version */
	BLOOMEXT_ARGUMENT = -3,		/* invalid capacity, error rate, etc. */
	BLOOMEXT_CLASS = -4,		/* the filter holds values of another class */
	BLOOMEXT_HASH = -5,			/* an imported filter has no 64-bit hashes:
								 * pass the value itself */
	BLOOMEXT_PARAMETERS = -6,	/* filters with these parameters do not
								 * combine, the union would exceed its error
								 * rate, or a value cannot be removed */
	BLOOMEXT_READ_ONLY = -7,	/* the filter uses the caller's bytes */
	BLOOMEXT_TOO_LARGE = -8,	/* more than 500 MiB */
	BLOOMEXT_MEMORY = -9,		/* out of memory */
	BLOOMEXT_FILE = -10,		/* cannot read a file; see errno */
	BLOOMEXT_CAPACITY = -11		/* the filter holds more values than its
								 * capacity */
} bloomext_status;

/*
 * The description of an error.  A pointer to it may be NULL in all functions.
 * Without an error, it is not changed.  Message, detail and hint are those of
 * the SQL functions.  Detail and hint may be empty.
 */
typedef struct bloomext_error
{
	bloomext_status status;
	char		message[160];
	char		detail[768];
	char		hint[512];
} bloomext_error;

/* The text for a status, for functions without a bloomext_error */
BLOOMEXT_API const char *bloomext_status_text(int status);

/* The version of the library at run time */
BLOOMEXT_API const char *bloomext_version(void);

/*
 * Value classes.  Values of one class are comparable with each other, and a
 * filter holds values of one class only.  Classes of other SQL types have the
 * highest bit set; see bloomext_class_of_type().
 */
typedef uint32_t bloomext_class;

#define BLOOMEXT_NONE		0	/* no values yet, or only hashes */
#define BLOOMEXT_TEXT		1	/* text, varchar, char(n), name: UTF-8 */
#define BLOOMEXT_INTEGER	2	/* smallint, integer, bigint, oid */
#define BLOOMEXT_BYTES		3	/* bytea */
#define BLOOMEXT_UUID		4
#define BLOOMEXT_FLOAT		5	/* real, double precision */
#define BLOOMEXT_NUMERIC	6	/* digits; see doc/format.md */
#define BLOOMEXT_ROW		7	/* fields; see doc/format.md */

/*
 * The class of a type, by its name in pg_type ("int4", "date", "inet").  Any
 * other name is that of an enum, or of a type of an extension.
 */
BLOOMEXT_API bloomext_class bloomext_class_of_type(const char *name);

/*
 * The name of a class: "text", "integer", "bytea", "uuid", "float", "numeric",
 * "row", "unclassified" for BLOOMEXT_NONE, and "other" for all others
 */
BLOOMEXT_API const char *bloomext_class_name(bloomext_class class_);

/*
 * Opening and closing
 */

/*
 * Bytes from outside are read in two formats: the bytes of filter::bytea, and
 * the text format, \x and hexadecimal digits, as psql, COPY and drivers
 * return a filter in text mode.  Blanks and newlines around the text are
 * ignored.  For anything else, the message says what it seems to be.
 */

/*
 * Open a filter that uses the caller's bytes in place, at any address.  The
 * bytes must not change, and must stay allocated, until bloomext_close().  The
 * filter needs a few hundred bytes of memory, and for a long list of hashes up
 * to a 32nd of its size.  The text format is always copied, and so is a list
 * that is not aligned for 64-bit numbers.  On big-endian machines, everything
 * is copied.  A filter in place cannot be changed.  Opening takes as long as
 * reading all bytes once.
 *
 * Returns NULL after an error.
 */
BLOOMEXT_API bloomext_filter *bloomext_open(const void *bytes, size_t size,
											bloomext_error *error);

/*
 * Copy the bytes to a filter with memory of its own.  The memory is aligned to
 * cache lines, which makes tests fastest.  The filter can be changed.  Returns
 * NULL after an error.
 */
BLOOMEXT_API bloomext_filter *bloomext_load(const void *bytes, size_t size,
											bloomext_error *error);

/*
 * Like bloomext_load(), from a file or pipe, which is read once, to the end.
 * bloomext_load_fd() does not close the descriptor.  These functions are not
 * available in WebAssembly.
 */
BLOOMEXT_API bloomext_filter *bloomext_load_file(const char *path,
												 bloomext_error *error);
BLOOMEXT_API bloomext_filter *bloomext_load_fd(int file,
											   bloomext_error *error);

/* A copy of a filter, which can be changed */
BLOOMEXT_API bloomext_filter *bloomext_clone(const bloomext_filter *filter,
											 bloomext_error *error);

/* Free the memory that the library has allocated for a filter, or NULL */
BLOOMEXT_API void bloomext_close(bloomext_filter *filter);

/*
 * Testing
 *
 * The functions for one value return 1 if it may be in the filter, 0 if it was
 * never added, or a negative status.  The status is BLOOMEXT_CLASS if the
 * filter holds values of another class.  That depends only on the filter and
 * the class, not on the value, so bloomext_check_class() can be called once
 * instead.  Some imported filters hold integers, or only text; all others hold
 * text and bytes.
 */
BLOOMEXT_API int bloomext_contains_text(const bloomext_filter *filter,
										const char *text, size_t size);
BLOOMEXT_API int bloomext_contains_integer(const bloomext_filter *filter,
										   int64_t value);
BLOOMEXT_API int bloomext_contains_bytes(const bloomext_filter *filter,
										 const void *bytes, size_t size);
/* 16 bytes, in the order of the text format */
BLOOMEXT_API int bloomext_contains_uuid(const bloomext_filter *filter,
										const uint8_t *uuid);
BLOOMEXT_API int bloomext_contains_float(const bloomext_filter *filter,
										 double value);
/* The result of bloom_hash(value, seed) in SQL, with the filter's seed */
BLOOMEXT_API int bloomext_contains_hash(const bloomext_filter *filter,
										uint64_t hash);
/* A value of any class, as canonical bytes (see doc/format.md) */
BLOOMEXT_API int bloomext_contains(const bloomext_filter *filter,
								   bloomext_class class_,
								   const void *bytes, size_t size);

/*
 * Test many values at once.  In a large filter, this costs a fraction of
 * single tests, because memory is prefetched.  found[i] is set to whether the
 * i-th value may be in the filter.  Returns BLOOMEXT_OK, or a negative status
 * without setting anything.
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
/* 16 bytes each, without gaps */
BLOOMEXT_API int bloomext_contains_uuids(const bloomext_filter *filter,
										 const uint8_t *uuids,
										 size_t count, bool *found);
/*
 * Values of any class as canonical bytes (for text: UTF-8), in one array.  The
 * i-th value is from offsets[i] to offsets[i + 1], so there are count + 1
 * offsets, in ascending order.
 */
BLOOMEXT_API int bloomext_contains_packed(const bloomext_filter *filter,
										  bloomext_class class_,
										  const void *bytes,
										  const size_t *offsets,
										  size_t count, bool *found);

/* Returns BLOOMEXT_OK if values of the class can be tested and added */
BLOOMEXT_API int bloomext_check_class(const bloomext_filter *filter,
									  bloomext_class class_,
									  bloomext_error *error);

/*
 * Hashes, like bloom_hash(value, seed) in SQL
 */
BLOOMEXT_API uint64_t bloomext_hash_text(const char *text, size_t size,
										 uint64_t seed);
BLOOMEXT_API uint64_t bloomext_hash_integer(int64_t value, uint64_t seed);
BLOOMEXT_API uint64_t bloomext_hash_float(double value, uint64_t seed);
/* For bytes, the 16 bytes of a uuid, and all other canonical bytes */
BLOOMEXT_API uint64_t bloomext_hash_bytes(const void *bytes, size_t size,
										  uint64_t seed);

/*
 * Information about a filter, like the columns of bloom_info in SQL
 */
typedef struct bloomext_info
{
	const char *representation;	/* "sparse", "dense" or "coded" */
	const char *format;			/* "native", or the name of a format */
	bloomext_class class_;		/* class of the values */
	int			growth;			/* factor between layers; 0: none */
	bool		elastic;		/* its size follows the number of values */
	bool		counting;		/* values can be removed */
	bool		read_only;		/* it uses the caller's bytes */
	bool		over_capacity;	/* it has more values than its capacity, and
								 * does not grow, so its error rate is higher
								 * than requested */
	bool		saturated;		/* almost all bits are set, and cardinality is
								 * a lower bound */
	int64_t		capacity;		/* number of values that keep the error rate;
								 * 0: not known */
	double		error_rate;		/* requested; 0: not known */
	uint64_t	seed;			/* seed of the hashes */
	size_t		size;			/* number of bytes; 4 more in SQL */
	unsigned	layers;			/* 0 if it is not dense */
	unsigned	probes;			/* bits per value, in the first layer */
	unsigned	cache_lines;	/* cache lines of 64 bytes with these bits; 0:
								 * not known, or not dense */
	unsigned	block_lines;	/* cache lines in a block */
	uint64_t	bits;			/* bits or counters of all layers */
	uint64_t	bits_set;		/* number of these that are not 0 */
	double		cardinality;	/* number of distinct values: exact if sparse,
								 * otherwise an estimate */
	double		fpp;			/* expected fraction of other values that test
								 * positive, computed from bits_set */
	uint64_t	reserved[8];	/* 0 */
} bloomext_info;

/*
 * Takes less than a millisecond per layer.  Filters from SQL have few layers,
 * but bytes from an attacker can have 65,535.  Then this takes up to 20
 * seconds (measured with 250 MB).
 */
BLOOMEXT_API void bloomext_get_info(const bloomext_filter *filter,
									bloomext_info *info);

/*
 * The fraction of other values that test positive, like bloom_fpp in SQL.  It
 * is computed from the bits of each cache line, so it is also correct if the
 * values were selected by their hashes.  Reads all bytes.  This can take
 * several seconds for bytes of hundreds of MB from an attacker.
 */
BLOOMEXT_API double bloomext_fpp(const bloomext_filter *filter);

/*
 * Building and changing filters
 *
 * A fixed filter has the size for its capacity.  An elastic filter holds any
 * number of values, up to a size of 500 MiB, in about 2 bytes per value.  Up
 * to 16 values, it is an exact list.  With more, it combines with sparse and
 * elastic filters only.  A growing filter gets larger layers when it is full.
 * A counting filter is four times as large, and values can be removed from it.
 */

/*
 * Create an empty fixed filter, like bloom(capacity, error_rate) in SQL.
 * capacity is the number of distinct values, at least 1.  error_rate is the
 * fraction of false positives at capacity, 1e-9 to 0.5; the default of SQL is
 * 0.01.  The default seed is 0.  Capacity 0 creates an elastic filter with the
 * default capacity of SQL, like bloom() and the result of bloom_agg(value).
 */
BLOOMEXT_API bloomext_filter *bloomext_new(int64_t capacity,
										   double error_rate, uint64_t seed,
										   bloomext_error *error);

/*
 * Create an empty elastic filter, like bloom_elastic(capacity, error_rate).
 * capacity is the number of values up to which it keeps the error rate; 0: the
 * default, 50 million.
 */
BLOOMEXT_API bloomext_filter *bloomext_new_elastic(int64_t capacity,
												   double error_rate,
												   uint64_t seed,
												   bloomext_error *error);

/*
 * Create an empty growing filter: each layer has `growth` times the bits of
 * the one before, 2 or 4 (with 0, the filter does not grow).  capacity is that
 * of the first layer.
 */
BLOOMEXT_API bloomext_filter *bloomext_new_growing(int64_t capacity,
												   double error_rate,
												   int growth, uint64_t seed,
												   bloomext_error *error);

/* Create an empty counting filter */
BLOOMEXT_API bloomext_filter *bloomext_new_counting(int64_t capacity,
													double error_rate,
													uint64_t seed,
													bloomext_error *error);

/*
 * Add a value.  Returns BLOOMEXT_OK, or a negative status without changing the
 * filter.  The first value determines the value class of the filter.  Hashes
 * do not determine it.  A filter may get more values than its capacity.  Then
 * its error rate rises, which bloomext_report_capacity() reports.
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
 * Add many values at once, several times faster.  The parameters are those of
 * the test functions.  After BLOOMEXT_MEMORY or BLOOMEXT_TOO_LARGE, some may
 * have been added, and a partial state may have been completed.
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
 * Remove a value, given by its canonical bytes, from a counting filter.  This
 * reverts one addition.  The status is BLOOMEXT_PARAMETERS if the filter does
 * not count, or does not contain the value.
 */
BLOOMEXT_API int bloomext_remove(bloomext_filter *filter,
								 bloomext_class class_, const void *bytes,
								 size_t size, bloomext_error *error);

/*
 * Report once that a filter that does not grow exceeds its capacity.  The
 * first call after that returns BLOOMEXT_CAPACITY, and describes it like the
 * server's warning.  All others return BLOOMEXT_OK.
 * If error is NULL, the call does not count as a report.
 * A call after each addition costs a few nanoseconds on average, because the
 * filter is examined only when additions can have filled it.
 */
BLOOMEXT_API int bloomext_report_capacity(bloomext_filter *filter,
										  bloomext_error *error);

/*
 * Set the value class of a filter to which hashes are added.  Returns
 * BLOOMEXT_CLASS if the filter holds values of another class.
 */
BLOOMEXT_API int bloomext_set_class(bloomext_filter *filter,
									bloomext_class class_);

/*
 * Add all members of another filter, like bloom_union.  If one filter is
 * sparse, its members are added to the other one, which keeps its parameters.
 * If both are sparse, the result has the larger capacity and the smaller error
 * rate of the two.  It is elastic if both are.  If one is, its capacity does
 * not count, but the result is elastic if it has more values than the capacity
 * of the other one.  Of two coded filters, the result has the shorter hashes.
 * Two dense filters must have the same parameters, or one of them must fold to
 * those of the other.  The status is BLOOMEXT_PARAMETERS if the filters do not
 * combine, or if the union would exceed its error rate.  If `filter` is a
 * partial state, it is completed first.  After an error, the filter is
 * unchanged.  `other` is not changed, and may use the caller's bytes.
 */
BLOOMEXT_API int bloomext_unite(bloomext_filter *filter,
								const bloomext_filter *other,
								bloomext_error *error);

/*
 * Keep only the members that are also in another filter, like
 * bloom_intersection.  If one filter is not dense, the result is like it.  If
 * both are not, it has the parameters of the filter with longer hashes, or if
 * these are equally long, the parameters that bloomext_unite() sets.  The
 * intersection of two dense filters has at least the common members, and more
 * false positives than a filter that is built from them.
 */
BLOOMEXT_API int bloomext_intersect(bloomext_filter *filter,
									const bloomext_filter *other,
									bloomext_error *error);

/* How many values two filters have in common */
typedef struct bloomext_overlap
{
	double		union_cardinality;	/* number of values in at least one */
	double		intersection_cardinality;	/* number of values in both */
	double		jaccard;		/* the latter divided by the former; 1 if both
								 * filters are empty */
} bloomext_overlap;

/*
 * Compare two filters, like bloom_union_cardinality,
 * bloom_intersection_cardinality and bloom_jaccard.  The numbers are exact for
 * two lists of whole hashes, and estimated otherwise.  The status is
 * BLOOMEXT_PARAMETERS or BLOOMEXT_CLASS if the filters do not combine.
 */
BLOOMEXT_API int bloomext_compare(const bloomext_filter *a,
								  const bloomext_filter *b,
								  bloomext_overlap *overlap,
								  bloomext_error *error);

/* The number of bytes that bloomext_write() writes */
BLOOMEXT_API size_t bloomext_size(const bloomext_filter *filter);

/*
 * Write the filter to any address, as the bytes that PostgreSQL accepts as a
 * binary value of type bloom, or as bytea
 */
BLOOMEXT_API void bloomext_write(const bloomext_filter *filter, void *bytes);

/* The same functions for the text format; no zero byte is written */
BLOOMEXT_API size_t bloomext_text_size(const bloomext_filter *filter);
BLOOMEXT_API void bloomext_write_text(const bloomext_filter *filter,
									  char *text);

#ifdef __cplusplus
}
#endif

#endif							/* BLOOMEXT_H */
