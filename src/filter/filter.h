/*
 * filter/filter.h
 *		A filter in memory: creating and changing it.
 *
 * A filter begins as a list of hashes.  If the list gets too long, an elastic
 * filter codes it, and another one turns dense.  Hashes are not sorted and set
 * bits not counted with each change, but when a reader needs that.
 *
 * Functions that return a bool or a filter return false or NULL after an
 * error, and describe it in *problem.  Then the filter is unchanged, unless
 * the comment says something else.
 */
#ifndef BLOOM_FILTER_H
#define BLOOM_FILTER_H

#include "filter/layers.h"
#include "filter/list.h"
#include "filter/view.h"

typedef struct BloomFilter
{
	BloomMemory memory;			/* of what is allocated from now on */
	bool		counted;		/* bits_set in head are up to date */
	bool		decreased;		/* counters were decreased since it was known
								 * that one of them is not 0 */
	uint64_t	known;			/* for warnings: set bits of a dense fixed or
								 * imported filter, or hashes of a coded list,
								 * when last counted */
	Bloom	   *head;			/* header and layer table */
	BloomList	list;			/* if sparse: the hashes that are not coded */
	const uint64_t *coded;		/* the coded hashes, which the sorted part of
								 * the list does not have, or NULL */
	void	   *coded_space;	/* the allocation with them; see list.h */
	bool		repeated;		/* the sorted part may have coded hashes, after
								 * a sort of a full list was cancelled */
	BloomLayers layers;			/* if dense */
	BloomImported *imported;	/* if imported: own data */
	struct BloomFilter *taken;	/* whose content was taken over, or NULL */
} BloomFilter;

/*
 * Create a dense filter with the layers of head, which is copied, except for
 * BLOOM_FLAG_PARTIAL, and with a copy of own data, which are NULL for a native
 * filter.  The caller must set the words, or, for bloom_filter_zeroed(), they
 * are clear.  The numbers of set bits in head count as right, unless the
 * caller sets `counted` to false.
 */
extern BloomFilter *bloom_filter_dense(const BloomHost *host,
									   const Bloom *head,
									   const BloomImported *imported,
									   BloomProblem *problem);
extern BloomFilter *bloom_filter_zeroed(const BloomHost *host,
										const Bloom *head,
										const BloomImported *imported,
										BloomProblem *problem);

/*
 * The limit of a list without coded hashes that has `count` hashes now.  An
 * elastic list that was stored with more than BLOOM_ELASTIC_LIST hashes stays
 * a list until others are added.
 */
extern size_t bloom_filter_list_limit(const Bloom *head, size_t count);

/*
 * Create a sparse filter with the parameters, the class and the kind of a
 * sparse head, and a list of `count` ascending hashes.  head, except
 * BLOOM_FLAG_PARTIAL and BLOOM_FLAG_CODED_STATE, and hashes are copied.  An
 * error if a dense filter with these parameters would be too large.
 */
extern BloomFilter *bloom_filter_list(const BloomHost *host, const Bloom *head,
									  const uint64_t *hashes, size_t count,
									  BloomProblem *problem);

/* Create an empty native filter with the parameters of a head */
extern BloomFilter *bloom_filter_create(const BloomHost *host,
										const Bloom *head,
										BloomProblem *problem);

/* Create an empty filter with the format and the parameters of a filter */
extern BloomFilter *bloom_filter_empty(const BloomHost *host, BloomView view,
									   BloomProblem *problem);

/* Whether bloom_filter_empty() makes equal filters of two views */
extern bool bloom_filter_same_parameters(BloomView a, BloomView b);

/* The limit of a list beside `count` coded hashes */
extern size_t bloom_filter_tail_limit(const BloomHost *host, uint64_t count);

/*
 * Create a coded filter with the parameters of head, whose list is empty and
 * whose words, for `count` hashes, are clear; *words points to them
 */
extern BloomFilter *bloom_filter_to_code(const BloomHost *host,
										 const Bloom *head, uint64_t count,
										 uint64_t **words,
										 BloomProblem *problem);

/*
 * bloom_filter_coded() for a list whose hashes have as many bits as those of
 * the filter, and whose number is right.  It need not be counted.
 */
extern BloomFilter *bloom_filter_coded_of(const BloomHost *host,
										  const Bloom *head, BloomView list,
										  BloomProblem *problem);

/*
 * Create a coded filter with the parameters of head, that of a coded filter,
 * and the hashes of two lists
 */
extern BloomFilter *bloom_filter_coded(const BloomHost *host,
									   const Bloom *head, BloomView a,
									   BloomView b, BloomProblem *problem);

/* Free a filter, or do nothing if it is NULL */
extern void bloom_filter_free(BloomFilter *filter);

/* Free a filter that could not be completed, and return NULL */
extern BloomFilter *bloom_filter_discard(BloomFilter *filter);

/* Likewise, with the error that there is no memory */
extern BloomFilter *bloom_filter_without_memory(BloomFilter *filter,
												BloomProblem *problem);

/*
 * Replace the filter's content with that of `content`, which must not be used
 * any more.  If that is NULL, only returns false.
 */
extern bool bloom_filter_take_over(BloomFilter *filter, BloomFilter *content);

/* Count the set bits of a filter in whose queue no hashes wait */
extern void bloom_filter_count(BloomFilter *filter);

/* The following functions are in add.c */

/*
 * Add the hash of a value of the class, which is BLOOM_CLASS_NONE if only the
 * hash is known.  An error if the filter is imported, holds values of another
 * class, or would become too large.
 */
extern bool bloom_filter_add(BloomFilter *filter, BloomClass class,
							 uint64_t hash, BloomProblem *problem);

/*
 * Add many hashes.  The filter must be native and have the class of their
 * values, or none.  After an error, some may have been added.
 */
extern bool bloom_filter_add_each(BloomFilter *filter, const uint64_t *hashes,
								  size_t count, BloomProblem *problem);

/* Likewise for the hashes of a list */
extern bool bloom_filter_add_list(BloomFilter *filter, BloomView list,
								  BloomProblem *problem);

/* Append hashes to a list that has room for them */
extern void bloom_filter_append(BloomFilter *filter, const uint64_t *hashes,
								size_t count);

/*
 * Replace the content of a list by the coded list of the hashes of a and b,
 * with the parameters of head.  a and b may be views of the filter.
 */
extern bool bloom_filter_code(BloomFilter *filter, const Bloom *head,
							  BloomView a, BloomView b, BloomProblem *problem);

/*
 * Add a hash to a fixed, dense filter of bits.  Returns whether that set a
 * bit, so that the hash tested negative before.  The caller sets the class.
 */
extern bool bloom_filter_add_new(BloomFilter *filter, uint64_t hash);

/*
 * Remove the hash of a value of the class from a counting filter, which
 * reverts one bloom_filter_add().  An error if the filter does not count,
 * holds values of another class, or does not contain the hash.
 */
extern bool bloom_filter_remove(BloomFilter *filter, BloomClass class,
								uint64_t hash, BloomProblem *problem);

/*
 * Sort a list, without the hashes that are coded already.  If it has too many
 * hashes, code it, or turn the filter dense.  An error if the filter would be
 * too large, with a list beside the coded hashes, too.
 */
extern bool bloom_filter_settle(BloomFilter *filter, BloomProblem *problem);

/*
 * Reset the class of a counting filter from which all values were removed, as
 * if no value had ever been added.  The search usually ends early.
 */
extern void bloom_filter_check_emptied(BloomFilter *filter);

/* The following functions are in read.c */

/*
 * Sort a list and give it up if it is too long, add the hashes that wait in
 * the queue, and set *view, which is valid until the next change.  After an
 * error, the filter has the same members.
 */
extern bool bloom_filter_view(BloomFilter *filter, BloomView *view,
							  BloomProblem *problem);

/* Likewise, with the right numbers of set bits */
extern bool bloom_filter_view_counted(BloomFilter *filter, BloomView *view,
									  BloomProblem *problem);

/*
 * Create a filter with the parameters of head, that of an empty filter or of a
 * list, and the values of a list of whole hashes
 */
extern BloomFilter *bloom_filter_of_list(const BloomHost *host,
										 const Bloom *head, BloomView list,
										 BloomProblem *problem);

/* Copy any filter.  Of the flags of a partial state, only MIXED remains. */
extern BloomFilter *bloom_filter_copy(const BloomHost *host, BloomView view,
									  BloomProblem *problem);

/*
 * Likewise, for a filter that will be tested often and not changed.  A list
 * gets a lookup table if it is long.
 */
extern BloomFilter *bloom_filter_cache(const BloomHost *host, BloomView view,
									   BloomProblem *problem);

/* The following functions for imported filters are in imported.c */

/*
 * Create the filter of a file that a codec has read.  An error if it would be
 * too large.
 */
extern BloomFilter *bloom_imported_make(const BloomHost *host,
										BloomFormat format,
										const BloomCodecFile *file,
										BloomProblem *problem);

/*
 * Add a key, as its library would do it.  The caller has checked the class and
 * sets it.  An error if the filter would become too large.
 */
extern bool bloom_imported_add(BloomFilter *filter, const BloomKey *key,
							   BloomProblem *problem);

/*
 * Whether the bits of two imported filters of the same format have the same
 * meaning, because they have the same layers
 */
extern bool bloom_imported_alike(BloomView a, BloomView b);

/*
 * If the requested parameters are not in the file, take those of another
 * filter, for which bloom_imported_alike() is true, if it has a larger
 * capacity or else a smaller error rate.  Unknown ones are 0.
 */
extern void bloom_imported_learn_parameters(BloomFilter *filter,
											BloomView other);

/* The parameters of an imported filter, for messages */
#define BLOOM_IMPORTED_TEXT_SIZE	(BLOOM_DESCRIPTION_SIZE + 160)
extern void bloom_imported_describe(BloomView view,
									char text[BLOOM_IMPORTED_TEXT_SIZE]);

/* The name of a BloomKeys in SQL, or NULL if the number is none */
extern const char *bloom_imported_keys_name(uint64_t keys);

/*
 * Estimate the numbers of keys in a filter whose bits changed in another way
 * than by adding keys, if its library counts keys.  `before` has the numbers
 * of set bits before the change.
 */
extern void bloom_imported_recount(BloomFilter *filter,
								   const uint64_t *before);

#endif							/* BLOOM_FILTER_H */
