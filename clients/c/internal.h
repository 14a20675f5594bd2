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
#include "format/head.h"

/* Maximum length of the second list of hashes before the two are merged */
#define TAIL_SIZE	1024

/* Minimum room for hashes in a sparse filter */
#define BLOOMEXT_MIN_ROOM	16

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
	 * The hashes of a sparse filter: two ascending lists without common
	 * hashes, one after the other.  The second list is empty unless hashes
	 * are being added.  `places` is for the first list, and may be NULL.
	 */
	uint64_t   *hashes;
	size_t		count;			/* length of the first list */
	size_t		tail;			/* length of the second list */
	size_t		room;			/* for both; 0: the memory is the caller's */
	size_t		limit;			/* with more hashes, the filter turns dense */
	BloomPlaces *places;

	const uint64_t *coded;		/* the coded list of a rollup filter, with
								 * `count` hashes; it is never changed */

	void	   *space;			/* the allocation with words or hashes; NULL:
								 * they are the caller's */
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

/* Returns BLOOMEXT_OK, or BLOOMEXT_ARGUMENT for wrong offsets or lengths */
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

/* Likewise for a problem of src/format */
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

/* Free the words or hashes of a filter */
extern void bloomext_free_content(bloomext_filter *filter);

/* Make the lookup table of a long list, if there is memory for it */
extern void bloomext_place(bloomext_filter *filter);

/* text.c: the index of the first hexadecimal digit, or 0 if it is no filter */
extern size_t bloomext_text_start(const char *text, size_t size);

/*
 * seems.c: whether a file that starts with these bytes is something else than
 * a filter; then *error says what it seems to be
 */
extern bool bloomext_seems_other(const uint8_t *start, size_t size,
								 bloomext_error *error);

/*
 * open.c: like bloomext_load(), but takes the allocation *space with the
 * bytes, and sets *space to NULL, if the content is aligned
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

/*
 * build.c: these functions return BLOOMEXT_OK or another status
 */

/* Whether the filter can be changed */
extern int	bloomext_changeable(const bloomext_filter *filter);

/* Turn a partial state of bloom_union_agg into a complete filter */
extern int	bloomext_complete(bloomext_filter *filter);

/* Prepare the filter for a change */
extern int	bloomext_begin_change(bloomext_filter *filter);

/* Make room for that many hashes in a sparse filter; false: out of memory */
extern bool bloomext_make_room(bloomext_filter *filter, size_t room);

/* Add many hashes to the bits of a dense filter */
extern void bloomext_add_bits(bloomext_filter *filter, const uint64_t *hashes,
							  size_t count);

/* Create an empty filter with a sparse head; NULL: out of memory */
extern bloomext_filter *bloomext_make_empty(const Bloom *head);

/* Turn a sparse filter dense; after an error, it is unchanged */
extern int	bloomext_turn_dense(bloomext_filter *filter);

/* The maximum number of hashes of a sparse filter with that head */
static inline size_t
bloomext_limit(const Bloom *head)
{
	return bloom_sizes_itself(head) ? SIZE_MAX : bloom_head_limit(head);
}

/* info.c: the number of bits that are set in the i-th layer */
extern uint64_t bloomext_bits_set(const bloomext_filter *filter, int i);

#endif							/* BLOOMEXT_INTERNAL_H */
