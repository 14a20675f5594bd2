/*
 * internal.h
 *		The structure of a filter, and the functions that the library's files
 *		share.
 *
 * Most of the work is done by src/core, src/codec and src/format, which the
 * extension uses, too.  The library adds memory management, and the interface
 * for callers.  bloomext.h has the contracts of the public functions, and this
 * header those of the others.
 */
#ifndef BLOOMEXT_INTERNAL_H
#define BLOOMEXT_INTERNAL_H

#include "bloomext.h"

#include "core/hashes.h"
#include "core/stream.h"
#include "format/head.h"

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

struct bloomext_filter
{
	Bloom	   *head;			/* header and layer table, with room for at
								 * least one layer */
	BloomImported *imported;	/* own data of an imported filter, or NULL */
	bool		counted;		/* bits_set in the head is correct */

	/*
	 * The layers of a dense filter: words, or the caller's bytes if they are
	 * not aligned for words
	 */
	uint64_t   *words;
	const uint8_t *raw;

	/*
	 * The hashes of a list: those that are coded, which are never changed in
	 * place, and ascending runs, one after the other.  Runs may have hashes in
	 * common with each other and with the coded ones, because finding these
	 * at once would take longer than adding the hashes.
	 */
	const uint64_t *coded;		/* NULL if none are coded */
	uint64_t   *hashes;
	size_t		end[BLOOMEXT_MAX_RUNS]; /* of each run */
	int			runs;
	size_t		room;			/* for all runs; 0: the memory is part of
								 * `space`, or the caller's */
	size_t		limit;			/* with more distinct hashes in runs, they are
								 * coded, or the filter turns dense */
	BloomPlaces *places;		/* lookup table of the first run, or NULL */

	void	   *space;			/* the allocation with words, coded hashes or
								 * hashes that were read, or NULL */
	bool		borrowed;		/* the content is in the caller's memory */
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

/*
 * memory.c: these functions return NULL if out of memory
 */

/* Allocate words, aligned to a cache line; *space is to be freed */
extern uint64_t *bloomext_make_words(size_t bytes, void **space);

/*
 * Allocate memory for the bytes of a filter with that header, so that its
 * content is aligned.  Copies the header, of which `known` bytes are known.
 */
extern uint8_t *bloomext_make_bytes(size_t size, const uint8_t *header,
									size_t known, void **space);

/* Create a filter with a copy of the head, without layers and content */
extern bloomext_filter *bloomext_make(const Bloom *head);

/* The maximum number of hashes in the runs of a list */
extern size_t bloomext_limit(const bloomext_filter *filter);

/* Create an empty list with a copy of the head, which must be valid */
extern bloomext_filter *bloomext_make_list(const Bloom *head);

/*
 * Replace the content of a filter by that of another one, unless the status is
 * an error.  The other filter is closed in both cases.  Returns the status.
 */
extern int	bloomext_take_over(bloomext_filter *filter,
							   bloomext_filter *content, int status);

/*
 * dense.c
 */

/*
 * Give a dense filter clear words.  Its head must have the layer.  Returns
 * false if out of memory.
 */
extern bool bloomext_make_dense(bloomext_filter *filter);

/* Add many hashes to the bits of a dense filter */
extern void bloomext_add_bits(bloomext_filter *filter, const uint64_t *hashes,
							  size_t count);

/*
 * list.c: functions that return an int return BLOOMEXT_OK or another status.
 * After another one, the filter is unchanged.
 */

/* Reads the distinct hashes of a list in ascending order */
typedef struct ListStream
{
	BloomStream stream[2 * BLOOMEXT_MAX_RUNS + 1];
	BloomStream *all;			/* all hashes, for bloom_stream_next() etc. */
} ListStream;

/* Start reading the hashes of a list, shortened to `bits` bits */
extern void bloomext_stream(const bloomext_filter *filter, int bits,
							ListStream *stream);

/* The number of hashes in runs; hashes in several runs count several times */
static inline size_t
bloomext_total(const bloomext_filter *filter)
{
	return filter->runs == 0 ? 0 : filter->end[filter->runs - 1];
}

/* The number of all hashes of a list, where equal ones count, too */
static inline size_t
bloomext_most(const bloomext_filter *filter)
{
	return bloomext_total(filter) +
		(filter->coded != NULL ? (size_t) *filter->coded : 0);
}

/*
 * The number of distinct hashes of a list; 0 if the filter is dense.  While
 * values are being added, this takes as long as reading the list.
 */
extern size_t bloomext_count(const bloomext_filter *filter);

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
 * Give a list the parameters of a sparse filter's head, and add the hashes of
 * another list unless it is NULL.  It becomes what a complete filter with
 * these hashes is: a list, coded or dense.
 */
extern int	bloomext_rebuild(bloomext_filter *filter, const Bloom *like,
							 const bloomext_filter *other);

/* Make the lookup table of a long list, if there is memory for it */
extern void bloomext_place(bloomext_filter *filter);

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
 * Turn a partial state of an aggregate into a complete filter, unless it
 * exceeds its error rate
 */
extern int	bloomext_complete(bloomext_filter *filter);

/*
 * Set *copy to a copy of the filter, of which a state is complete, or NULL.
 * If `checked` is true, a union must not exceed its error rate.
 */
extern int	bloomext_complete_copy(const bloomext_filter *filter, bool checked,
								   bloomext_filter **copy);

/* The flags of partial states, of which a complete filter has none */
#define BLOOMEXT_PARTIAL	\
	(BLOOM_FLAG_PARTIAL | BLOOM_FLAG_CODED_STATE | BLOOM_FLAG_MIXED)

/* Whether the filter is a partial state of an aggregate */
static inline bool
bloomext_is_partial(const bloomext_filter *filter)
{
	return (filter->head->flags & BLOOMEXT_PARTIAL) != 0;
}

/*
 * info.c
 */

/* The number of bits that are set in the i-th layer */
extern uint64_t bloomext_bits_set(const bloomext_filter *filter, int i);

/* Set bits_set in a copy of the head of a filter with at most one layer */
extern void bloomext_counted_head(const bloomext_filter *filter,
								  BloomHeadRoom *head);

#endif							/* BLOOMEXT_INTERNAL_H */
