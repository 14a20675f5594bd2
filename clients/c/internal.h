/*
 * internal.h
 *		The structure of a filter, and the functions that the library's files
 *		share.
 *
 * Most of the work is done by src/filter and the modules below it, which the
 * extension uses, too.  The library adds memory management, and the interface
 * for callers.  bloomext.h has the contracts of the public functions, and this
 * header those of the others.
 */
#ifndef BLOOMEXT_INTERNAL_H
#define BLOOMEXT_INTERNAL_H

#include "bloomext.h"

#include "filter/combine.h"

/*
 * The maximum number of runs in a list.  They are merged so that each is
 * usually several times as long as the next.  But the last one may first grow
 * to more than a thousand hashes.  A list with as many runs merges the last
 * two.
 */
#define BLOOMEXT_MAX_RUNS	10

/* Hashes per batch: enough for prefetching, and few enough for the stack */
#define BLOOMEXT_BATCH		512

/* Number of bytes before the layer table */
#define BLOOMEXT_HEADER_BYTES	(BLOOM_HEADER_SIZE(0) - BLOOM_LENGTH_SIZE)

/*
 * A filter of src/filter, which can be read at any time: no hash waits in a
 * queue, and a list consists of ascending runs, one after the other.  The
 * first run is the sorted part of the list.  Runs may have hashes in common
 * with each other and with the coded ones, because finding these at once would
 * take longer than adding the hashes.
 */
struct bloomext_filter
{
	BloomFilter core;			/* first: the host knows only this */
	const void *raw;			/* the words of a dense filter, if they are the
								 * caller's bytes and not aligned */
	size_t		end[BLOOMEXT_MAX_RUNS]; /* of each run */
	int			runs;
	bool		borrowed;		/* the content is in the caller's memory */
	uint64_t	added;			/* values since bloomext_report_capacity() has
								 * last examined the filter, at most */
	uint64_t	examine;		/* value of added from which the filter is
								 * examined again */
};

/* Many values from the caller */
typedef struct Values
{
	enum
	{
		VALUES_HASHES, VALUES_INTEGERS, VALUES_FLOATS, VALUES_UUIDS,
		VALUES_PACKED
	}			kind;
	bloomext_class class;		/* BLOOM_CLASS_NONE for hashes */
	const void *data;
	const size_t *offsets;		/* of packed values */
	size_t		count;
} Values;

/*
 * values.c
 */

/* BLOOMEXT_OK, or BLOOMEXT_ARGUMENT if offsets descend or a length is wrong */
extern int	bloomext_check_values(const Values *values);

/* Whether canonical bytes of the class can have that length */
extern bool bloomext_size_is_right(bloomext_class class, size_t size);

/* Set hashes[] to the hashes of count values, from index `from` on */
extern void bloomext_hash_values(const Values *values, size_t from,
								 size_t count, uint64_t seed,
								 uint64_t *hashes);

/*
 * The canonical bytes of the i-th value, and their length in *size.  They may
 * be stored in number[].
 */
extern const void *bloomext_value_bytes(const Values *values, size_t i,
										uint8_t number[8], size_t *size);

/*
 * error.c
 */

/*
 * Set *error, unless error is NULL, to a status with a message; NULL: the text
 * of the status.  Returns the status.
 */
extern int	bloomext_fail(bloomext_error *error, int status,
						  const char *message);

/* Set *error, unless error is NULL, to a status with its text; returns NULL */
extern void *bloomext_no_filter(bloomext_error *error, int status);

/* Like bloomext_fail(), for a problem of src/format */
extern int	bloomext_fail_with(bloomext_error *error,
							   const BloomProblem *problem);

/* Likewise, if problem describes an error; `done` is what a call returned */
extern int	bloomext_status_of(bool done, const BloomProblem *problem,
							   bloomext_error *error);

/*
 * memory.c
 */

/* The host of all filters */
extern const BloomHost bloomext_host;

/*
 * Allocate memory for the bytes of a filter with that header, so that its
 * content is aligned.  Copies the header, of which `known` bytes are known.
 * Returns NULL if out of memory.
 */
extern uint8_t *bloomext_make_bytes(size_t size, const uint8_t *header,
									size_t known, void **space);

/*
 * Replace the content of a filter by that of another one, unless the status is
 * an error.  The other filter is closed in both cases.  Returns the status.
 */
extern int	bloomext_take_over(bloomext_filter *filter,
							   bloomext_filter *content, int status);

/*
 * Replace the content of a filter by that of one of src/filter, which is freed
 * after an error.  If it is NULL, only returns false.
 */
extern bool bloomext_replace(bloomext_filter *filter, BloomFilter *content,
							 BloomProblem *problem);

/* Make a filter that src/filter has changed readable at any time */
extern bool bloomext_settle(bloomext_filter *filter, BloomProblem *problem);

/*
 * view.c
 */

/*
 * The class of the values in a filter: BLOOM_CLASS_NONE if all were removed.
 * Searches a filter for a counter that is not 0 if counters were decreased.
 */
extern bloomext_class bloomext_held_class(const bloomext_filter *filter);

/* Reads the distinct hashes of all runs of a list in ascending order */
typedef struct RunReader
{
	BloomSource source;
	const bloomext_filter *filter;
	size_t		at[BLOOMEXT_MAX_RUNS];	/* the next hash of each run */
	uint64_t	last;
	bool		started;		/* last is set */
	uint64_t	batch[BLOOM_STREAM_BATCH];
	BloomHeadRoom head;			/* of a view of an emptied filter */
} RunReader;

/*
 * A view of a filter, which uses *reader if its list has several runs, or if
 * values were removed.  The number of hashes is right if `counted` is true;
 * counting takes as long as reading the list, if it was changed.
 */
extern BloomView bloomext_view(const bloomext_filter *filter,
							   RunReader *reader, bool counted);

/* Make a view of a filter counted; *head has room for its head */
extern void bloomext_count_view(BloomView *view, BloomHeadRoom *head);

/* The index of the first hash of a run */
static inline size_t
bloomext_run_begin(const bloomext_filter *filter, int run)
{
	return run == 0 ? 0 : filter->end[run - 1];
}

/*
 * list.c: functions that return an int return BLOOMEXT_OK or another status.
 * After another one, the filter is unchanged.
 */

/* The number of hashes in runs; hashes in several runs count several times */
static inline size_t
bloomext_total(const bloomext_filter *filter)
{
	return filter->core.list.count;
}

/* The number of all hashes of a list, where equal ones count, too */
static inline size_t
bloomext_most(const bloomext_filter *filter)
{
	return bloomext_total(filter) +
		(filter->core.coded != NULL ? (size_t) *filter->core.coded : 0);
}

/* Whether a list has the hash, which it may have to shorten */
extern bool bloomext_list_has(const bloomext_filter *filter, uint64_t hash);

/* Set found[i] to that for the i-th of at most BLOOMEXT_BATCH hashes */
extern void bloomext_list_has_each(const bloomext_filter *filter,
								   const uint64_t *hashes, size_t count,
								   bool *found);

/* Make room for more hashes in runs; false: out of memory */
extern bool bloomext_make_room(bloomext_filter *filter, size_t more);

/* Add a hash to a list */
extern int	bloomext_list_add(bloomext_filter *filter, uint64_t hash);

/*
 * Add hashes, in any order, that were written behind the runs of a list, for
 * which bloomext_make_room() was called
 */
extern int	bloomext_list_append(bloomext_filter *filter, size_t count);

/*
 * text.c
 */

/*
 * The index of the first hexadecimal digit, or 0 if the text does not begin
 * like the text format
 */
extern size_t bloomext_text_start(const char *text, size_t size);

/* Decode pairs of digits up to another character; returns their number */
extern size_t bloomext_decode_text(const char *digits, size_t size,
								   uint8_t *bytes);

extern bool bloomext_is_blank(char c);

/*
 * seems.c: whether data that starts with these bytes cannot be a filter of any
 * version; then *error says what it seems to be
 */
extern bool bloomext_seems_other(const uint8_t *start, size_t size,
								 bloomext_error *error);

/*
 * open.c: like bloomext_load(), but takes the allocation *space with the
 * bytes, and sets *space to NULL, if the content is aligned.  Otherwise, the
 * bytes are copied.
 */
extern bloomext_filter *bloomext_take(const void *bytes, size_t size,
									  void **space, bloomext_error *error);

/*
 * contains.c
 */

/* Returns BLOOMEXT_OK if values of the class can be in the filter */
extern int	bloomext_takes(const bloomext_filter *filter,
						   bloomext_class class);

/* Whether a native filter contains a hash */
extern bool bloomext_has(const bloomext_filter *filter, uint64_t hash);

/* Set found[i] to that for the i-th of at most BLOOMEXT_BATCH hashes */
extern void bloomext_has_each(const bloomext_filter *filter,
							  const uint64_t *hashes, size_t count,
							  bool *found);

/*
 * build.c: these functions return BLOOMEXT_OK or another status
 */

/* Whether the filter can be changed */
extern int	bloomext_changeable(const bloomext_filter *filter);

/*
 * Set *complete to a copy of a filter, which is not the partial state of an
 * aggregate any more; or to NULL, also if it exceeds its error rate
 */
extern int	bloomext_complete(const bloomext_filter *filter,
							  bloomext_filter **complete);

#endif							/* BLOOMEXT_INTERNAL_H */
