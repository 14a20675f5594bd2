/*
 * value/list.h
 *		The hashes of a sparse filter in memory.
 */
#ifndef BLOOM_LIST_H
#define BLOOM_LIST_H

#include "value/valuecompat.h"

#include "core/hashes.h"

/* The first `sorted` hashes are ascending, the others in any order */
typedef struct BloomList
{
	uint64	   *hashes;
	Size		sorted;
	Size		count;
	Size		room;
	Size		limit;			/* with more distinct hashes, it is given up */
	uint64		mask;			/* the bits of a hash that are stored */
	BloomPlaces *places;		/* lookup table of a sorted list, or NULL */
} BloomList;

extern void bloom_list_init(BloomList *list, MemoryContext context,
							const uint64 *hashes, Size count, Size limit);
extern void bloom_list_sort(BloomList *list);
extern void bloom_list_reserve(BloomList *list, Size room);
extern void bloom_list_make_room(BloomList *list);
extern void bloom_list_place(BloomList *list);
extern void bloom_list_free(BloomList *list);

/* Whether a sorted list has too many hashes */
static inline bool
bloom_list_over_limit(const BloomList *list)
{
	return list->sorted > list->limit;
}

#endif							/* BLOOM_LIST_H */
