/*
 * value/list.h
 *		The hashes of a sparse filter in memory.
 */
#ifndef BLOOM_LIST_H
#define BLOOM_LIST_H

#include "value/valuecompat.h"

#include "core/hashes.h"

/* Palloc'd; ascending up to `sorted`, then as they came, with repeats */
typedef struct BloomList
{
	uint64	   *hashes;
	Size		sorted;
	Size		count;
	Size		room;
	Size		limit;			/* more distinct hashes: turn to bits */
	Size		dense_from;		/* more distinct hashes: bits in the end, so
								 * sort only when room ends */
	uint64		mask;			/* the bits of a hash that it has */
	BloomPlaces *places;		/* of hashes in order, or NULL */
} BloomList;

extern void bloom_list_init(BloomList *list, MemoryContext context,
							const uint64 *hashes, Size count, Size limit);
extern void bloom_list_sort(BloomList *list);
extern void bloom_list_make_room(BloomList *list);
extern void bloom_list_place(BloomList *list);
extern void bloom_list_free(BloomList *list);

/* Whether settling has left too many hashes for a list */
static inline bool
bloom_list_over_limit(const BloomList *list)
{
	return list->sorted > list->limit;
}

#endif							/* BLOOM_LIST_H */
