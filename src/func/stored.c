/*
 * func/stored.c
 *		Filters that are cached while a query tests values with them.
 *
 * A caller is a function in an expression, or a plan node.  In a query on a
 * table with 200 partitions, each test has 200 callers, and each of them has
 * its own state.  But all of these states are in the memory context of the
 * query.  So all callers with the same memory context share their filters, and
 * each filter is in memory once.
 *
 * A TOAST pointer identifies the bytes of a value.  A changed row gets another
 * value, and the number of a value is reused only after 4 billion others in
 * the whole cluster.  So the pointer identifies a filter until the memory
 * context is reset.  That is at the end of the query or, for simple
 * expressions of PL/pgSQL, at the end of the transaction.
 *
 * Testing a value with a slice of the filter is cheap.  Reading the whole
 * filter pays if many values follow, but their number is unknown.  So slices
 * are read until they have cost as much as the whole filter would.  Then the
 * filter is read and cached.  That costs at most twice the optimum.
 *
 * A cached filter that no caller uses at the moment is idle.  Idle filters
 * take at most hash_mem per caller.  To make room for a new filter, idle ones
 * are dropped, but only those that were not looked up while slices of the new
 * one were read.  So in a nested loop over more filters than fit, the cached
 * ones stay.  If no filter is idle, a caller's filter is always cached,
 * regardless of its size.  A filter that is not in memory has a note instead:
 * its head, and the cost of the slices read so far.
 */
#include "func/stored.h"

#include "common/hashfn.h"
#include "miscadmin.h"
#include "utils/memutils.h"

/* Heads (header and layer table) longer than this are read each time */
#define MAX_HEAD		2048

/* Notes of filters are limited to one per this many bytes of hash_mem */
#define NOTE_SHARE		4096

/* Smaller constants are copied rather than compared */
#define MIN_SHARED		(64 * 1024)

/* An entry of the hash table of filters */
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

/* A constant filter of a query */
typedef struct Constant
{
	slist_node	node;
	BloomView	view;
} Constant;

/* The filters of all running queries, the most recently used first */
static dlist_head all_queries = DLIST_STATIC_INIT(all_queries);

/* Callback: the memory context of the filters is being reset */
static void
forget_query(void *filters)
{
	dlist_delete(&((BloomQueryFilters *) filters)->node);
}

/* The filters of all callers in a memory context */
static BloomQueryFilters *
find_query(MemoryContext context)
{
	BloomQueryFilters *filters;
	dlist_iter	iter;

	dlist_foreach(iter, &all_queries)
	{
		filters = dlist_container(BloomQueryFilters, node, iter.cur);
		if (filters->context == context)
		{
			dlist_move_head(&all_queries, &filters->node);
			return filters;
		}
	}
	filters = MemoryContextAllocZero(context, sizeof(BloomQueryFilters));
	filters->context = context;
	filters->places = places_create(context, 8, NULL);
	dlist_init(&filters->idle);
	dlist_init(&filters->notes);
	slist_init(&filters->constants);
	filters->callback.func = forget_query;
	filters->callback.arg = filters;
	MemoryContextRegisterResetCallback(context, &filters->callback);
	dlist_push_head(&all_queries, &filters->node);
	return filters;
}

/* The filters of a caller's query.  Counts a caller at its first call. */
static BloomQueryFilters *
callers_filters(BloomCaller *caller)
{
	if (caller->filters == NULL)
	{
		caller->filters = find_query(caller->context);
		caller->filters->callers++;
	}
	return caller->filters;
}

/* The number of bytes that the idle filters of all callers may use */
static Size
idle_limit(const BloomQueryFilters *filters)
{
	Size		limit = get_hash_memory_limit();

	return limit > SIZE_MAX / filters->callers ? SIZE_MAX :
		limit * filters->callers;
}

/* Remove the note of the least recently used filter that is not in memory */
static void
forget_oldest(BloomQueryFilters *filters)
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

/* Add a filter without users to the list of idle filters or that of notes */
static void
push(BloomQueryFilters *filters, BloomStored *stored)
{
	if (stored->filter != NULL)
	{
		dlist_push_head(&filters->idle, &stored->node);
		filters->idle_bytes += stored->size;
		return;
	}
	dlist_push_head(&filters->notes, &stored->node);
	if (++filters->noted > idle_limit(filters) / NOTE_SHARE)
		forget_oldest(filters);
}

/* Remove a filter without users from the list that push() added it to */
static void
take(BloomQueryFilters *filters, BloomStored *stored)
{
	dlist_delete(&stored->node);
	if (stored->filter != NULL)
		filters->idle_bytes -= stored->size;
	else
		filters->noted--;
}

/* Create the entry of a filter; it has no users yet, and is in no list */
static BloomStored *
note(BloomQueryFilters *filters, const struct varatt_external *at)
{
	BloomStored *stored = MemoryContextAllocZero(filters->context,
												 sizeof(BloomStored));
	bool		found;

	places_insert(filters->places, *at, &found)->stored = stored;
	stored->pointer = *at;
	stored->size = at->va_rawsize;
	stored->since = filters->clock;
	return stored;
}

/*
 * bloom_stored_find() for a filter other than the caller's last one.  at is
 * its TOAST pointer.
 */
BloomStored *
bloom_stored_find_at(BloomCaller *caller, const struct varatt_external *at)
{
	BloomQueryFilters *filters = callers_filters(caller);
	Place	   *place = places_lookup(filters->places, *at);
	BloomStored *stored;

	if (place == NULL)
		stored = note(filters, at);
	else
	{
		stored = place->stored;
		if (stored->users == 0)
			take(filters, stored);
	}
	stored->users++;
	if (caller->last != NULL && --caller->last->users == 0)
		push(filters, caller->last);
	caller->last = stored;
	return stored;
}

/*
 * The beginning of the caller's last filter.  It is valid for the current row.
 * value is the filter's TOAST pointer.
 */
BloomPrefix
bloom_stored_prefix(BloomCaller *caller, BloomStored *stored, Datum value)
{
	BloomPrefix prefix;
	Size		size;

	if (stored->head != NULL)
		return (BloomPrefix) {stored->head,
			bloom_slice_head_size(stored->head)};
	prefix = bloom_slice_prefix(value, caller->coded);
	caller->coded = bloom_is_coded(prefix.head);
	size = bloom_slice_head_size(prefix.head);
	if (size <= MAX_HEAD)
	{
		stored->head = MemoryContextAlloc(caller->filters->context, size);
		memcpy(stored->head, prefix.head, size);
	}
	return prefix;
}

/* Free the memory of an idle filter, and restart counting its reads */
static void
drop(BloomQueryFilters *filters, BloomStored *stored)
{
	take(filters, stored);
	bloom_filter_free(stored->filter);
	stored->filter = NULL;
	stored->read = 0;
	stored->since = filters->clock;
	push(filters, stored);
}

/*
 * Make room for a filter by dropping idle ones that were not looked up after
 * the count of the filter's reads began.  Returns false if that is not enough.
 */
static bool
make_room(BloomQueryFilters *filters, const BloomStored *stored)
{
	Size		limit = idle_limit(filters);

	while (!dlist_is_empty(&filters->idle) &&
		   filters->idle_bytes + stored->size > limit)
	{
		BloomStored *oldest = dlist_tail_element(BloomStored, node,
												 &filters->idle);

		if (oldest->used > stored->since)
			return false;
		drop(filters, oldest);
	}
	return true;
}

/* Read a filter, and cache a copy that is aligned to cache lines */
static void
read_whole(BloomQueryFilters *filters, BloomStored *stored, Datum value)
{
	/* read into the current context, so that an error leaves nothing behind */
	BloomFilter *filter = bloom_slice_cache(value);

	stored->view = bloom_expanded_view(filter);
	stored->filter = bloom_expanded_move(filter, filters->context);
}

/*
 * Cache the caller's last filter if reading it has cost enough before this
 * call (stored->read >= stored->size) and there is room.  Returns whether it
 * is in memory.  If not, the caller reads what it needs itself, a slice or the
 * whole filter.  cost, which is added to stored->read, is what that costs: the
 * number of bytes of a large value that could be read in the same time.  value
 * is the filter's TOAST pointer.
 */
bool
bloom_stored_cache(BloomCaller *caller, BloomStored *stored, Datum value,
				   Size cost)
{
	BloomQueryFilters *filters = caller->filters;

	Assert(stored == caller->last);
	if (stored->filter != NULL)
		return true;
	if (stored->read >= stored->size)
	{
		if (make_room(filters, stored))
		{
			read_whole(filters, stored, value);
			return true;
		}
		stored->read = 0;
		stored->since = filters->clock;
	}
	stored->read += cost;
	return false;
}

/* Whether two filters that are not changed have the same stored bytes */
static bool
have_same_bytes(BloomView a, BloomView b)
{
	Size		head_size = BLOOM_HEADER_SIZE(a.head->layers) -
		BLOOM_LENGTH_SIZE;

	if (bloom_view_size(a) != bloom_view_size(b) ||
		a.head->layers != b.head->layers ||
		memcmp(&a.head->version, &b.head->version, head_size) != 0)
		return false;
	if (bloom_is_sparse(a.head))
		return memcmp(a.coded != NULL ? a.coded : a.hashes,
					  b.coded != NULL ? b.coded : b.hashes,
					  bloom_list_size(a.head, a.count)) == 0;
	return memcmp(a.words, b.words, bloom_words_size(a.head)) == 0 &&
		(!bloom_is_imported(a.head) ||
		 memcmp(a.imported, b.imported, bloom_imported_size(a.head)) == 0);
}

/* A constant of the query that is equal to the filter, or NULL */
static Constant *
find_constant(BloomQueryFilters *filters, BloomView view)
{
	slist_iter	iter;

	slist_foreach(iter, &filters->constants)
	{
		Constant   *constant = slist_container(Constant, node, iter.cur);

		if (have_same_bytes(constant->view, view))
			return constant;
	}
	return NULL;
}

/*
 * A copy of a constant filter, aligned to cache lines, that lives as long as
 * the caller.  Copies of a large constant are shared, because the planner
 * copies a constant for each partition.
 */
BloomView
bloom_stored_constant(BloomCaller *caller, Datum value)
{
	BloomQueryFilters *filters = callers_filters(caller);
	BloomView	view = bloom_expanded_read_counted(value);
	bool		large = bloom_view_size(view) >= MIN_SHARED;
	Constant   *constant = large ? find_constant(filters, view) : NULL;
	BloomFilter *filter;

	if (constant != NULL)
		return constant->view;
	/* as in read_whole() */
	filter = BLOOM_MAKE(bloom_filter_cache, view);
	constant = MemoryContextAlloc(filters->context, sizeof(Constant));
	constant->view = bloom_expanded_view(filter);
	(void) bloom_expanded_move(filter, filters->context);
	if (large)
		slist_push_head(&filters->constants, &constant->node);
	return constant->view;
}
