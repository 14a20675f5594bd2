/*
 * filter/list.c
 *		Collecting hashes: they are appended in any order, and sorted when the
 *		list is full or read.
 */
#include "filter/list.h"

#define MIN_ROOM		10

/* Up to this number of hashes, sorting needs no memory but the stack */
#define FEW				1024

bool
bloom_list_init(BloomList *list, BloomMemory memory, const uint64_t *hashes,
				size_t count, size_t limit)
{
	memset(list, 0, sizeof(*list));
	list->memory = memory;
	list->room = BLOOM_MAX(count, MIN_ROOM);
	list->limit = limit;
	list->mask = ~UINT64_C(0);
	list->space = list->hashes =
		bloom_allocate(memory, list->room * sizeof(uint64_t));
	if (list->hashes == NULL)
		return false;
	if (count > 0)
		bloom_copy_bytes(memory, list->hashes, hashes,
						 count * sizeof(uint64_t));
	list->sorted = list->count = count;
	return true;
}

void
bloom_list_place(BloomList *list)
{
	size_t		size = bloom_hashes_places_size(list->count);

	if (size == 0)
		return;
	list->places = bloom_allocate(list->memory, size);
	if (list->places != NULL)
		bloom_hashes_place(list->places, list->hashes, list->count);
}

void
bloom_list_forget_places(BloomList *list)
{
	bloom_release(list->memory, list->places);
	list->places = NULL;
}

/* Sort the first `added` of the unsorted hashes and merge them */
static void
sort_part(BloomList *list, uint64_t *spare, size_t added)
{
	uint64_t   *first = list->hashes + list->sorted;
	size_t		behind = list->count - list->sorted - added;

	list->sorted = bloom_hashes_sort_behind(list->hashes, list->sorted, added,
											spare, list->memory.host->pause);
	memmove(list->hashes + list->sorted, first + added,
			behind * sizeof(uint64_t));
	list->count = list->sorted + behind;
}

/* Needs spare memory of half of the list's size */
bool
bloom_list_sort(BloomList *list)
{
	size_t		part = BLOOM_MAX(list->count / 2, MIN_ROOM);
	uint64_t	few[FEW];
	uint64_t   *spare = few;

	if (list->count == list->sorted)
		return true;
	bloom_list_forget_places(list);
	bloom_release(list->memory, list->spare);
	list->spare = NULL;
	part = BLOOM_MIN(part, list->count - list->sorted);
	if (part > FEW)
	{
		spare = bloom_allocate(list->memory, part * sizeof(uint64_t));
		if (spare == NULL)
			return false;
		/* an error of the server may come while it is used */
		list->spare = spare;
	}
	while (list->count > list->sorted)
		sort_part(list, spare, BLOOM_MIN(part, list->count - list->sorted));
	bloom_release(list->memory, list->spare);
	list->spare = NULL;
	return true;
}

bool
bloom_list_reserve(BloomList *list, size_t room)
{
	const BloomHost *host = list->memory.host;
	size_t		size = room * sizeof(uint64_t);
	bool		own = list->space == list->hashes && list->space != NULL;
	uint64_t   *hashes;

	if (room <= list->room)
		return true;
	if (room > SIZE_MAX / sizeof(uint64_t))
		return false;
	hashes = own ? host->resize(list->hashes, size) :
		bloom_allocate(list->memory, size);
	if (hashes == NULL)
		return false;
	if (!own)
	{
		if (list->count > 0)
			memcpy(hashes, list->hashes, list->count * sizeof(uint64_t));
		bloom_release(list->memory, list->space);
	}
	list->space = list->hashes = hashes;
	list->room = room;
	return true;
}

size_t
bloom_list_next_room(const BloomList *list)
{
	size_t		most = list->limit + list->limit / 16 + MIN_ROOM;
	size_t		room = BLOOM_MIN(2 * list->count + MIN_ROOM, most);

	return BLOOM_MAX(room, list->count + 1);
}

void
bloom_list_free(BloomList *list)
{
	bloom_list_forget_places(list);
	bloom_release(list->memory, list->spare);
	bloom_release(list->memory, list->space);
	list->hashes = list->space = list->spare = NULL;
}
