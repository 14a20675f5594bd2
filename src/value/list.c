/*
 * value/list.c
 *		Collecting hashes: they are appended as they come, and sorted when
 *		there is no more room or somebody looks.
 */
#include "value/list.h"

#include "value/format.h"

#include "utils/memutils.h"

#define MIN_ROOM		10

/* A list of so many ascending hashes, which are copied */
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
	list->places = NULL;
}

/* Make the table of the places of a settled list, if it is long enough */
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

/* The places are others now */
static void
forget_places(BloomList *list)
{
	if (list->places != NULL)
		pfree(list->places);
	list->places = NULL;
}

/*
 * Sort the hashes that were appended since the list was in order.  After an
 * error the spare room is freed, and all are there still.
 */
static pg_noinline void
sort_added(BloomList *list, uint64 *spare)
{
	PG_TRY();
	{
		list->count = list->sorted +
			bloom_hashes_sort(list->hashes + list->sorted, spare,
							  list->count - list->sorted,
							  bloom_check_interrupts);
	}
	PG_CATCH();
	{
		pfree(spare);
		PG_RE_THROW();
	}
	PG_END_TRY();
}

/*
 * Bring all hashes into ascending order, each once.  If this is cancelled, all
 * are there still.  The caller's memory context may be one in which nothing
 * can be freed: that of a sort's tuples, from 17 on.
 */
void
bloom_list_settle(BloomList *list)
{
	Size		new = list->count - list->sorted;
	uint64	   *added = list->hashes + list->sorted;
	uint64	   *spare;

	if (new == 0)
		return;
	forget_places(list);
	spare = MemoryContextAllocHuge(GetMemoryChunkContext(list->hashes),
								   new * sizeof(uint64));
	sort_added(list, spare);
	new = list->count - list->sorted;
	if (list->sorted > 0)
		memcpy(spare, added, new * sizeof(uint64));
	list->count = list->sorted == 0 ? new :
		bloom_hashes_merge(list->hashes, list->sorted, spare, new);
	list->sorted = list->count;
	pfree(spare);
}

/*
 * Settle the list, and make room for as many hashes again.  So settling takes
 * half of the list's memory more.  The room never gets much larger than the
 * limit needs.
 */
void
bloom_list_make_room(BloomList *list)
{
	Size		room;

	bloom_list_settle(list);
	room = Min(2 * list->count,
			   list->limit + list->limit / 16) + MIN_ROOM;
	room = Max(room, list->count + 1);
	if (room <= list->room)
		return;
	list->hashes = repalloc_huge(list->hashes, room * sizeof(uint64));
	list->room = room;
}

void
bloom_list_free(BloomList *list)
{
	forget_places(list);
	pfree(list->hashes);
	list->hashes = NULL;
}
