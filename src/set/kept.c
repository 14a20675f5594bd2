/*
 * set/kept.c
 *		Filters of shared sets that a session keeps in memory.
 *
 * A hash is tested by a slice of each filter.  When a session has asked one so
 * often that reading all of it would have been less work, it is likely to go
 * on: then the filter stays in memory, if all those of the set fit into what a
 * hash table may take.
 */
#include "set/kept.h"

#include "access/detoast.h"
#include "lib/ilist.h"
#include "miscadmin.h"
#include "utils/memutils.h"

/* Reading so many bytes of a filter costs as much as reading a slice */
#define SLICE_COST		14000

typedef struct Kept
{
	dlist_node	node;
	Oid			toast_relation; /* where it is stored: never changed there */
	Oid			toast_value;
	TransactionId writer;		/* numbers of values come again, but not his */
	Size		size;
	MemoryContext context;		/* that it is in */
	uint64	   *words;
} Kept;

/* The last used first; and the bytes of all */
static dlist_head kept_filters = DLIST_STATIC_INIT(kept_filters);
static Size kept_size = 0;

/* How often filters were asked that aren't kept, by their place there */
#define ASKED_PLACES	64

static struct
{
	Oid			toast_relation;
	Oid			toast_value;
	int			count;
}			asked[ASKED_PLACES];

/* The last one that was read and is not kept; good until the next one */
static MemoryContext passing = NULL;

static void
drop(Kept *kept)
{
	dlist_delete(&kept->node);
	kept_size -= kept->size;
	MemoryContextDelete(kept->context);
}

/* How often a filter was asked, with so many times more */
static int
count_asked(const struct varatt_external *pointer, int more)
{
	int			at = pointer->va_valueid % ASKED_PLACES;

	if (asked[at].toast_relation != pointer->va_toastrelid ||
		asked[at].toast_value != pointer->va_valueid)
		asked[at].count = 0;
	asked[at].toast_relation = pointer->va_toastrelid;
	asked[at].toast_value = pointer->va_valueid;
	asked[at].count = Min(asked[at].count, INT_MAX / 2) +
		Min(more, INT_MAX / 2);
	return asked[at].count;
}

/* Whether the filters of a whole set may take so much memory */
static bool
may_keep(const BloomSet *set, Size size)
{
	BloomGeometry geometry;
	Size		limit = get_hash_memory_limit();

	if (size > limit || !bloom_set_geometry(set, 0, &geometry))
		return false;
	return (double) bloom_filter_size(&geometry) * set->shards *
		bloom_set_buckets(set) <= limit;
}

/* Read the bits of a filter into a context of their own that stays */
static uint64 *
read_words(const BloomSetFilter *row, MemoryContext *context)
{
	MemoryContext own = AllocSetContextCreate(CurrentMemoryContext,
											  "bloomext kept filter",
											  ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(own);
	uint64	   *words = bloom_filter_words(row);

	MemoryContextSwitchTo(old);
	/* until it is read, an error ends it */
	MemoryContextSetParent(own, CacheMemoryContext);
	*context = own;
	return words;
}

static const uint64 *
keep(const BloomSetFilter *row, struct varatt_external *pointer, Size size)
{
	MemoryContext context;
	uint64	   *words = read_words(row, &context);
	Kept	   *kept = MemoryContextAlloc(context, sizeof(Kept));

	kept->toast_relation = pointer->va_toastrelid;
	kept->toast_value = pointer->va_valueid;
	kept->writer = row->writer;
	kept->size = size;
	kept->context = context;
	kept->words = words;
	dlist_push_head(&kept_filters, &kept->node);
	kept_size += size;
	/* filters that were replaced are never asked for again, and end up last */
	while (kept_size > get_hash_memory_limit())
		drop(dlist_tail_element(Kept, node, &kept_filters));
	return words;
}

/*
 * The bits of a filter to test so many hashes against, good until the next
 * call; or NULL, if reading a slice for each is less work.
 */
const uint64 *
bloom_kept_words(const BloomSet *set, const BloomSetFilter *row, int count)
{
	Size		size = bloom_filter_size(&row->geometry);
	struct varatt_external pointer;
	dlist_iter	iter;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(row->bits)))
		return NULL;
	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(row->bits));
	dlist_foreach(iter, &kept_filters)
	{
		Kept	   *kept = dlist_container(Kept, node, iter.cur);

		if (kept->toast_relation != pointer.va_toastrelid ||
			kept->toast_value != pointer.va_valueid ||
			kept->writer != row->writer || kept->size != size)
			continue;
		dlist_move_head(&kept_filters, &kept->node);
		return kept->words;
	}
	if (may_keep(set, size))
	{
		if ((Size) count_asked(&pointer, count) * SLICE_COST < size)
			return NULL;
		return keep(row, &pointer, size);
	}
	if ((Size) count * SLICE_COST < size)
		return NULL;
	if (passing != NULL)
		MemoryContextDelete(passing);
	passing = NULL;
	return read_words(row, &passing);
}
