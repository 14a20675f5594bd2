/*
 * internal.h
 *		What the library's files know of a filter.
 *
 * The work is that of src/core, src/codec and src/format, which the extension
 * runs as well; here is memory, and the way from the caller to them.
 */
#ifndef BLOOMEXT_INTERNAL_H
#define BLOOMEXT_INTERNAL_H

#include "bloomext.h"

#include "core/hashes.h"
#include "format/head.h"

/* Added hashes are sorted in after so many */
#define TAIL_SIZE	1024

/* The bytes before the layer table */
#define BLOOMEXT_HEADER_BYTES	(BLOOM_HEADER_SIZE(0) - BLOOM_LENGTH_SIZE)

struct bloomext_filter
{
	Bloom	   *head;			/* header and layer table, with room for one
								 * layer at least */
	BloomImported *imported;	/* own data of another library's filter */
	bool		counted;		/* head's bits_set are right */

	/*
	 * The layers of a dense filter: words, or the caller's bytes at an
	 * address that isn't one for words
	 */
	uint64_t   *words;
	const uint8_t *raw;

	/*
	 * The hashes of a sparse one: two ascending lists that have none in
	 * common, one behind the other.  Only one that is being added to has a
	 * second one.  places belong to the first, and may be NULL.
	 */
	uint64_t   *hashes;
	size_t		count;			/* of the first list */
	size_t		tail;			/* of the second */
	size_t		room;			/* for both; 0: they aren't ours */
	size_t		limit;			/* more hashes: turn to bits */
	BloomPlaces *places;

	const uint64_t *coded;		/* instead, a rollup filter's coded list of
								 * `count` hashes, which stays as it is */

	void	   *space;			/* the allocation that words or hashes are in;
								 * NULL: they are the caller's */
};

/* Many values, as a caller gives them */
typedef struct Values
{
	enum
	{
		VALUES_HASHES, VALUES_INTEGERS, VALUES_FLOATS, VALUES_UUIDS,
		VALUES_PACKED
	}			kind;
	bloomext_class class;		/* BLOOM_CLASS_NONE of hashes */
	const void *data;
	const size_t *offsets;		/* of packed ones */
	size_t		count;
} Values;

/* values.c: OK, or that the values' lengths can't be */
extern int	bloomext_check_values(const Values *values);
extern bool bloomext_size_is_right(bloomext_class class, size_t size);
extern void bloomext_hash_values(const Values *values, size_t from,
								 size_t count, uint64_t seed,
								 uint64_t *hashes);
extern const void *bloomext_value_bytes(const Values *values, size_t i,
										uint8_t number[8], size_t *size);

/* error.c: return the status */
extern int	bloomext_fail(bloomext_error *error, int status,
						  const char *message);
extern int	bloomext_fail_with(bloomext_error *error,
							   const BloomProblem *problem);

/* memory.c: NULL if there is none left */
extern uint64_t *bloomext_make_words(size_t bytes, void **space);
extern uint8_t *bloomext_make_bytes(size_t size, const uint8_t *header,
									size_t known, void **space);
extern bloomext_filter *bloomext_make(const Bloom *head);
extern void bloomext_free_content(bloomext_filter *filter);
extern void bloomext_place(bloomext_filter *filter);

/* text.c */
extern size_t bloomext_text_start(const char *text, size_t size);

/* seems.c */
extern bool bloomext_seems_other(const uint8_t *start, size_t size,
								 bloomext_error *error);

/* open.c */
extern bloomext_filter *bloomext_take(const void *bytes, size_t size,
									  void **space, bloomext_error *error);

/* contains.c: whether values of the class can be in it, or a status */
extern int	bloomext_takes(const bloomext_filter *filter,
						   bloomext_class class);
extern bool bloomext_has(const bloomext_filter *filter, uint64_t hash);

/* build.c: whether it can be changed, or a status; and making and changing */
extern int	bloomext_changeable(const bloomext_filter *filter);
extern int	bloomext_complete(bloomext_filter *filter);
extern int	bloomext_begin_change(bloomext_filter *filter);
extern bloomext_filter *bloomext_make_empty(const Bloom *head);
extern int	bloomext_turn_dense(bloomext_filter *filter);

/* The most hashes that a sparse filter of a head may have */
static inline size_t
bloomext_limit(const Bloom *head)
{
	return bloom_sizes_itself(head) ? SIZE_MAX : bloom_head_limit(head);
}

/* info.c */
extern uint64_t bloomext_bits_set(const bloomext_filter *filter, int i);

#endif							/* BLOOMEXT_INTERNAL_H */
