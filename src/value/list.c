/*
 * value/list.c
 *		Collecting hashes: they are appended in any order, and sorted when the
 *		list is full or read.
 */
#include "value/list.h"

#include "value/heads.h"

#include "utils/memutils.h"

#define MIN_ROOM		10

/*
 * Create a list with `count` ascending hashes, which are copied, in context.
 * A filter gives up a list with more than `limit` distinct hashes.
 */
void
bloom_list_init(BloomList *list, MemoryContext context,
				const uint64 *hashes, Size count, Size limit)
{
	list->room = Max(count, MIN_ROOM);
	list->hashes = MemoryContextAllocHuge(context,
										  list->room * sizeof(uint64));
	if (count > 0)
		bloom_copy_bytes(list->hashes, hashes, count * sizeof(uint64));
	list->sorted = list->count = count;
	list->limit = limit;
	list->mask = ~UINT64CONST(0);
	list->places = NULL;
}

/* Make the lookup table of a sorted list if the list is long enough */
void
bloom_list_place(BloomList *list)
{
	Size		size = bloom_hashes_places_size(list->count);

	Assert(list->count == list->sorted && list->places == NULL);
	if (size == 0)
		return;
	list->places = MemoryContextAllocHuge(GetMemoryChunkContext(list->hashes),
										  size);
	bloom_hashes_place(list->places, list->hashes, list->count);
}

/* Free the lookup table, because the list changes */
static void
forget_places(BloomList *list)
{
	if (list->places != NULL)
		pfree(list->places);
	list->places = NULL;
}

/*
 * Sort the first `added` of the unsorted hashes, and remove repeated ones.
 * Returns their new number.  After an error, spare is freed and the list still
 * has all hashes.
 */
static pg_noinline Size
sort_added(BloomList *list, uint64 *spare, Size added)
{
	Size		distinct;

	PG_TRY();
	{
		distinct = bloom_hashes_sort(list->hashes + list->sorted, spare, added,
									 bloom_check_interrupts);
	}
	PG_CATCH();
	{
		pfree(spare);
		PG_RE_THROW();
	}
	PG_END_TRY();
	return distinct;
}

/* Sort the first `added` of the unsorted hashes and merge them */
static void
sort_part(BloomList *list, uint64 *spare, Size added)
{
	uint64	   *first = list->hashes + list->sorted;
	Size		behind = list->count - list->sorted - added;
	Size		distinct = sort_added(list, spare, added);

	if (list->sorted > 0)
		memcpy(spare, first, distinct * sizeof(uint64));
	list->sorted = list->sorted == 0 ? distinct :
		bloom_hashes_merge(list->hashes, list->sorted, spare, distinct);
	memmove(list->hashes + list->sorted, first + added,
			behind * sizeof(uint64));
	list->count = list->sorted + behind;
}

/*
 * Sort all hashes and remove repeated ones.  If this is cancelled, the list
 * still has all hashes.  Needs spare memory of half of the list's size.  It is
 * not allocated in the current memory context, because that may not support
 * freeing: in PostgreSQL 17 and later, it may be that of a sort's tuples.
 */
void
bloom_list_sort(BloomList *list)
{
	Size		part = Max(list->count / 2, MIN_ROOM);
	uint64	   *spare;

	if (list->count == list->sorted)
		return;
	forget_places(list);
	part = Min(part, list->count - list->sorted);
	spare = MemoryContextAllocHuge(GetMemoryChunkContext(list->hashes),
								   part * sizeof(uint64));
	while (list->count > list->sorted)
		sort_part(list, spare, Min(part, list->count - list->sorted));
	pfree(spare);
}

/* Give a list room for at least `room` hashes */
void
bloom_list_reserve(BloomList *list, Size room)
{
	if (room <= list->room)
		return;
	list->hashes = repalloc_huge(list->hashes, room * sizeof(uint64));
	list->room = room;
}

/* Sort the list, and double its room, up to slightly more than the limit */
void
bloom_list_make_room(BloomList *list)
{
	Size		most = list->limit + list->limit / 16 + MIN_ROOM;
	Size		room;

	bloom_list_sort(list);
	room = Min(2 * list->count + MIN_ROOM, most);
	bloom_list_reserve(list, Max(room, list->count + 1));
}

/* Free the memory of a list */
void
bloom_list_free(BloomList *list)
{
	forget_places(list);
	pfree(list->hashes);
	list->hashes = NULL;
}
