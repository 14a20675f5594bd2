/*
 * func/stored.c
 *		The filters stored out of line that a function has come across.
 *
 * A value's place in a TOAST table stands for its bytes: a row that changes
 * gets another place, and none is given again before 4 billion others were,
 * in all of the cluster.  So a filter can be known by it for as long as a
 * query runs, or for PL/pgSQL's simple expressions a transaction.
 *
 * Testing a value by slices is cheap, but not for many values; reading the
 * whole filter pays if many follow.  What follows nobody knows.  So a filter
 * is tested by slices until they have cost as much as reading it would have,
 * and then it is kept: that costs at most twice of what would have been best.
 *
 * Those that are kept take hash_mem, or one alone what it needs.  One that
 * would be kept replaces those that nobody has asked for while it was tested
 * by slices.  If they all were in use, as when a nested loop comes to more
 * filters than fit, again and again, those that fit stay.
 */
#include "func/stored.h"

#include "common/hashfn.h"
#include "miscadmin.h"
#include "optimizer/cost.h"
#include "utils/memutils.h"

/* A longer head is read each time */
#define MAX_HEAD		1024

/* Those that aren't kept: as many as could be if they were small */
#define NOTE_SHARE		2048

typedef struct Place
{
	struct varatt_external pointer;
	BloomStored *stored;
	char		status;
} Place;

#define SH_PREFIX			places
#define SH_ELEMENT_TYPE		Place
#define SH_KEY_TYPE			struct varatt_external
#define SH_KEY				pointer
#define SH_HASH_KEY(t, k)	hash_combine(murmurhash32((k).va_valueid), \
										 (k).va_toastrelid)
#define SH_EQUAL(t, a, b)	(memcmp(&(a), &(b), sizeof(a)) == 0)
#define SH_SCOPE			static inline
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

/* Forget the filter that wasn't kept and that nobody has asked for longest */
static void
forget_oldest(BloomStoredFilters *filters)
{
	BloomStored *stored = dlist_tail_element(BloomStored, node,
											 &filters->notes);

	places_delete(filters->places, stored->pointer);
	dlist_delete(&stored->node);
	filters->noted--;
	if (stored->head != NULL)
		pfree(stored->head);
	pfree(stored);
}

/* Note a filter that was never asked for, or is forgotten */
static BloomStored *
note(BloomStoredFilters *filters, const struct varatt_external *at)
{
	BloomStored *stored = MemoryContextAllocZero(filters->context,
												 sizeof(BloomStored));
	bool		found;

	places_insert(filters->places, *at, &found)->stored = stored;
	stored->pointer = *at;
	stored->size = at->va_rawsize;
	stored->since = filters->clock;
	dlist_push_head(&filters->notes, &stored->node);
	filters->noted++;
	if (filters->noted > get_hash_memory_limit() / NOTE_SHARE)
		forget_oldest(filters);
	return stored;
}

/* bloom_stored_find, if it isn't the same as the last time */
BloomStored *
bloom_stored_look_up(BloomStoredFilters *filters,
					 const struct varatt_external *at)
{
	Place	   *place;
	BloomStored *stored;

	if (filters->places == NULL)
		filters->places = places_create(filters->context, 8, NULL);
	place = places_lookup(filters->places, *at);
	if (place == NULL)
		stored = note(filters, at);
	else
	{
		stored = place->stored;
		dlist_move_head(stored->filter != NULL ? &filters->kept :
						&filters->notes, &stored->node);
	}
	filters->last = stored;
	return stored;
}

/* Its head, as bloom_slice_head gives it; good for the present row */
const Bloom *
bloom_stored_head(BloomStoredFilters *filters, BloomStored *stored,
				  Datum value)
{
	Bloom	   *head;
	Size		size;

	if (stored->head != NULL)
		return stored->head;
	head = bloom_slice_head(value);
	size = Max(bloom_prefix_size(head), BLOOM_HEADER_SIZE(1));
	if (size <= MAX_HEAD)
	{
		stored->head = MemoryContextAlloc(filters->context, size);
		memcpy(stored->head, head, size);
	}
	return head;
}

/* Free a filter that is kept, and begin to count what is read of it */
static void
drop(BloomStoredFilters *filters, BloomStored *stored)
{
	MemoryContextDelete(stored->filter->hdr.eoh_context);
	stored->filter = NULL;
	stored->read = 0;
	stored->since = filters->clock;
	filters->kept_bytes -= stored->size;
	dlist_delete(&stored->node);
	dlist_push_head(&filters->notes, &stored->node);
	filters->noted++;
}

/*
 * Make room for a filter, by dropping those that weren't asked for since what
 * is read of this one is counted.  Returns whether there is room then.
 */
static bool
make_room(BloomStoredFilters *filters, const BloomStored *stored)
{
	Size		limit = get_hash_memory_limit();

	while (!dlist_is_empty(&filters->kept) &&
		   filters->kept_bytes + stored->size > limit)
	{
		BloomStored *oldest = dlist_tail_element(BloomStored, node,
												 &filters->kept);

		if (oldest->used > stored->since)
			return false;
		drop(filters, oldest);
	}
	return true;
}

/* Read the filter, and keep a copy that is aligned to lines */
static void
keep(BloomStoredFilters *filters, BloomStored *stored, Datum value)
{
	/* an error leaves nothing behind */
	stored->filter = bloom_slice_keep(value, CurrentMemoryContext);
	MemoryContextSetParent(stored->filter->hdr.eoh_context, filters->context);
	stored->view = bloom_expanded_view(stored->filter);
	filters->kept_bytes += stored->size;
	dlist_delete(&stored->node);
	dlist_push_head(&filters->kept, &stored->node);
	filters->noted--;
}

/*
 * Whether the filter is kept, or is from now on; if not, the caller reads
 * something of it instead, which costs as much as reading so many bytes.
 */
bool
bloom_stored_keep(BloomStoredFilters *filters, BloomStored *stored,
				  Datum value, Size cost)
{
	if (stored->filter != NULL)
		return true;
	if (stored->read >= stored->size)
	{
		if (make_room(filters, stored))
		{
			keep(filters, stored, value);
			return true;
		}
		stored->read = 0;
		stored->since = filters->clock;
	}
	stored->read += cost;
	return false;
}
