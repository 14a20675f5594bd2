/*
 * set/cache.c
 *		The filters of shared sets that a session has cached.
 *
 * To test a hash, a slice of each filter is read.  When a session has read so
 * many slices of a filter that reading all of it would have been less work, it
 * is likely to go on.  So it caches the filter, if all filters of the set fit
 * into the memory that a hash table may take.  Of larger sets, it caches the
 * places of the filters' chunks, which take a few thousandths of their size.
 * Half of the work of reading a slice is finding it in the TOAST table's
 * index.
 */
#include "set/cache.h"

#include "access/detoast.h"
#include "access/genam.h"
#include "access/heaptoast.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/toast_internals.h"
#include "miscadmin.h"
#include "utils/fmgroids.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "set/setcompat.h"

/*
 * The cost of reading a slice, in bytes of a filter that is read as a whole:
 * with an index search, and if the places of the chunks are cached
 */
#define SLICE_COST		14000
#define PLACED_COST		3000

/* After how many tests of a filter the places of its chunks are cached */
#define MANY_TESTS		64

/* The cached filters, the last used first, and the memory of all */
static dlist_head cached_filters = DLIST_STATIC_INIT(cached_filters);
static Size cached_memory = 0;

/*
 * How often filters that are not cached were tested.  The place of a filter is
 * the number of its TOAST value, modulo TEST_COUNTS.
 */
#define TEST_COUNTS	1024

static struct
{
	Oid			toast_relation;
	Oid			toast_value;
	int			count;
}			test_counts[TEST_COUNTS];

/* The last filter that was read without being cached */
static BloomCached uncached = {0};

/* Remove a filter from the cache */
static void
drop(BloomCached *cached)
{
	dlist_delete(&cached->node);
	cached_memory -= cached->memory;
	MemoryContextDelete(cached->context);
}

/* Count more tests of a filter, and return the number of all */
static int
count_tests(const struct varatt_external *pointer, int more)
{
	int			at = pointer->va_valueid % TEST_COUNTS;

	if (test_counts[at].toast_relation != pointer->va_toastrelid ||
		test_counts[at].toast_value != pointer->va_valueid)
		test_counts[at].count = 0;
	test_counts[at].toast_relation = pointer->va_toastrelid;
	test_counts[at].toast_value = pointer->va_valueid;
	test_counts[at].count = Min(test_counts[at].count, INT_MAX / 2) +
		Min(more, INT_MAX / 2);
	return test_counts[at].count;
}

/* Whether a filter of that size, and all of the set's, fit into the cache */
static bool
fits_cache(const BloomSet *set, Size size)
{
	BloomGeometry geometry;
	Size		limit = get_hash_memory_limit();

	if (size > limit || !bloom_set_geometry(set, 0, &geometry))
		return false;
	return (double) bloom_filter_size(&geometry) * set->partitions *
		bloom_set_buckets(set) <= limit;
}

/*
 * A context for a filter.  It becomes permanent when the filter has been read
 * without an error.
 */
static MemoryContext
own_context(void)
{
	return AllocSetContextCreate(CurrentMemoryContext, "bloomext cached filter",
								 ALLOCSET_SMALL_SIZES);
}

/* Read the bits of a filter, into a permanent context */
static void
read_words(const BloomSetFilter *row, BloomCached *cached)
{
	MemoryContext own = own_context();
	MemoryContext old = MemoryContextSwitchTo(own);

	cached->size = cached->memory = bloom_filter_size(&row->geometry);
	cached->words = bloom_filter_words(row);
	cached->context = own;
	MemoryContextSwitchTo(old);
	MemoryContextSetParent(own, CacheMemoryContext);
}

/*
 * Read the places of the chunks of a filter, into a permanent context.
 * Returns false if some are missing, which reading the filter will report.
 */
static bool
read_places(const BloomSetFilter *row, struct varatt_external *pointer,
			BloomCached *cached)
{
	Relation	table = table_open(pointer->va_toastrelid, AccessShareLock);
	int			chunks = (int) ((pointer->va_rawsize - VARHDRSZ - 1) /
								TOAST_MAX_CHUNK_SIZE + 1);
	SnapshotData snapshot = bloom_toast_snapshot();
	MemoryContext own = own_context();
	Relation   *indexes;
	int			count;
	int			index = toast_open_indexes(table, AccessShareLock, &indexes,
										   &count);
	SysScanDesc scan;
	ScanKeyData key;
	HeapTuple	tuple;
	int			found = 0;

	cached->size = bloom_filter_size(&row->geometry);
	cached->memory = chunks * sizeof(ItemPointerData);
	cached->places = MemoryContextAlloc(own, cached->memory);
	cached->toast_file = table->rd_rel->relfilenode;
	cached->context = own;
	ScanKeyInit(&key, (AttrNumber) 1, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(pointer->va_valueid));
	scan = systable_beginscan_ordered(table, indexes[index], &snapshot, 1,
									  &key);
	while (found < chunks &&
		   (tuple = systable_getnext_ordered(scan,
											 ForwardScanDirection)) != NULL)
		cached->places[found++] = tuple->t_self;
	systable_endscan_ordered(scan);
	toast_close_indexes(indexes, count, AccessShareLock);
	table_close(table, AccessShareLock);
	MemoryContextSetParent(own, CacheMemoryContext);
	if (found < chunks)
		MemoryContextDelete(own);
	return found == chunks;
}

/* Remove from the cache the filter that this one has replaced */
static void
drop_replaced(const BloomSetFilter *row, const struct varatt_external *pointer)
{
	dlist_mutable_iter iter;

	dlist_foreach_modify(iter, &cached_filters)
	{
		BloomCached *cached = dlist_container(BloomCached, node, iter.cur);

		if (cached->toast_relation == pointer->va_toastrelid &&
			cached->partition == row->partition &&
			cached->bucket == row->bucket && cached->part == row->part)
			drop(cached);
	}
}

/* Add what was read of a filter to the cache, which may drop others */
static const BloomCached *
cache_filter(const BloomSetFilter *row, struct varatt_external *pointer,
			 const BloomCached *read)
{
	BloomCached *cached = MemoryContextAlloc(read->context,
											  sizeof(BloomCached));

	drop_replaced(row, pointer);
	*cached = *read;
	cached->partition = row->partition;
	cached->bucket = row->bucket;
	cached->part = row->part;
	cached->toast_relation = pointer->va_toastrelid;
	cached->toast_value = pointer->va_valueid;
	cached->writer = row->writer;
	dlist_push_head(&cached_filters, &cached->node);
	cached_memory += cached->memory;
	while (cached_memory > get_hash_memory_limit() &&
		   dlist_has_next(&cached_filters, &cached->node))
		drop(dlist_tail_element(BloomCached, node, &cached_filters));
	return cached;
}

/* Find a filter in the cache, and mark it as used; NULL if it is not there */
static BloomCached *
find_cached(const BloomSetFilter *row, struct varatt_external *pointer)
{
	dlist_iter	iter;

	dlist_foreach(iter, &cached_filters)
	{
		BloomCached *cached = dlist_container(BloomCached, node, iter.cur);

		if (cached->toast_relation != pointer->va_toastrelid ||
			cached->toast_value != pointer->va_valueid ||
			/* model: cache-writer */
			cached->writer != row->writer ||
			cached->size != bloom_filter_size(&row->geometry))
			continue;
		dlist_move_head(&cached_filters, &cached->node);
		return cached;
	}
	return NULL;
}

/* Read the bits of a filter without caching it; valid until the next call */
static const BloomCached *
read_uncached(const BloomSetFilter *row)
{
	if (uncached.context != NULL)
		MemoryContextDelete(uncached.context);
	uncached.context = NULL;
	read_words(row, &uncached);
	return &uncached;
}

/*
 * Get a filter to test count hashes: its bits, or the places of its chunks.
 * Returns NULL if a slice should be read for each hash by the TOAST table's
 * index, or if the filter is not stored out of line.  The result is valid
 * until the next call.
 */
const BloomCached *
bloom_cached_filter(const BloomSet *set, const BloomSetFilter *row, int count)
{
	Size		size = bloom_filter_size(&row->geometry);
	BloomCached read = {0};
	BloomCached *cached;
	struct varatt_external pointer;
	int			times;

	if (!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(row->bits)))
		return NULL;
	VARATT_EXTERNAL_GET_POINTER(pointer, DatumGetPointer(row->bits));
	cached = find_cached(row, &pointer);
	if (cached != NULL && cached->words == NULL && fits_cache(set, size))
	{
		/* the memory limit is higher than it was */
		drop(cached);
		cached = NULL;
	}
	if (cached != NULL && (cached->words != NULL ||
						   (Size) count * PLACED_COST < size))
		return cached;
	if (cached != NULL)
		return read_uncached(row);
	times = count_tests(&pointer, count);
	if (fits_cache(set, size))
	{
		if ((Size) times * SLICE_COST < size)
			return NULL;
		read_words(row, &read);
		return cache_filter(row, &pointer, &read);
	}
	/* chunks of a compressed value are not slices of the filter */
	if (times >= MANY_TESTS && (Size) count * PLACED_COST < size &&
		!bloom_toast_is_compressed(&pointer) &&
		read_places(row, &pointer, &read))
		return cache_filter(row, &pointer, &read);
	return (Size) count * SLICE_COST >= size ? read_uncached(row) : NULL;
}
