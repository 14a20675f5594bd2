/*
 * filter/list.h
 *		The hashes of a sparse filter in memory.
 *
 * Functions that return a bool return false if there is no memory.  Then the
 * list still has all hashes.
 */
#ifndef BLOOM_LIST_H
#define BLOOM_LIST_H

#include "core/hashes.h"
#include "filter/host.h"

/* The first `sorted` hashes are ascending, the others in any order */
typedef struct BloomList
{
	BloomMemory memory;
	uint64_t   *hashes;
	void	   *space;			/* the allocation that contains them; NULL if
								 * they are the caller's, and never changed */
	size_t		sorted;
	size_t		count;
	size_t		room;
	size_t		limit;			/* with more distinct hashes, it is given up */
	uint64_t	mask;			/* the bits of a hash that are stored */
	uint64_t   *spare;			/* of a sort that was cancelled, or NULL */
	BloomPlaces *places;		/* lookup table of a sorted list, or NULL */
} BloomList;

/*
 * Create a list with `count` ascending hashes, which are copied.  A filter
 * gives up a list with more than `limit` distinct hashes.
 */
extern bool bloom_list_init(BloomList *list, BloomMemory memory,
							const uint64_t *hashes, size_t count,
							size_t limit);

/* Sort all hashes and remove repeated ones */
extern bool bloom_list_sort(BloomList *list);

/* Give a list room for at least `room` hashes */
extern bool bloom_list_reserve(BloomList *list, size_t room);

/*
 * The room to give to a full list: twice as much, up to slightly above the
 * limit
 */
extern size_t bloom_list_next_room(const BloomList *list);

/*
 * Make the lookup table of a sorted list, if the list is long enough and there
 * is memory for it
 */
extern void bloom_list_place(BloomList *list);

/* Free the lookup table, because the list changes */
extern void bloom_list_forget_places(BloomList *list);

/* Free the memory of a list */
extern void bloom_list_free(BloomList *list);

/* Whether a sorted list has too many hashes */
static inline bool
bloom_list_over_limit(const BloomList *list)
{
	return list->sorted > list->limit;
}

#endif							/* BLOOM_LIST_H */
