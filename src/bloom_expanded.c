/*
 * bloom_expanded.c
 *		Filters in memory: building, counting and reading them.
 *
 * A stored filter is copied once into an expanded object, changed there as
 * often as needed, and flattened once when it is stored or sent.  Its words
 * are aligned to lines, which the stored form's can't be, and its set bits
 * are counted when somebody asks, not with each change.
 *
 * Adding to a large filter misses the cache for every line.  So a hash first
 * enters a ring, where its lines are prefetched, and is added when 16 more
 * have come, or when anybody looks: who reads the words drains the ring first.
 */
#include "bloom_expanded.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#include <math.h>
#include <sys/mman.h>

#define BLOOM_EXPANDED_MAGIC	0x626c6f6d
#define LINE_BYTES				(BLOOM_LINE_BITS / 8)
#define HUGE_PAGE				((Size) 2 * 1024 * 1024)

static Size expanded_flat_size(ExpandedObjectHeader *header);
static void expanded_flatten(ExpandedObjectHeader *header, void *result,
							 Size size);

static const ExpandedObjectMethods expanded_methods = {
	expanded_flat_size,
	expanded_flatten
};

/*
 * Give the filter clear words for the layers of its head, aligned to a line.
 * Those of a large filter are put on huge pages where the system has them:
 * each test of a value touches another page, and 12 MB are more pages of 4 kB
 * than the processor remembers.
 */
static void
allocate_words(BloomExpanded *filter)
{
	Size		size = bloom_words_size(filter->head);
	Size		align = size >= HUGE_PAGE ? HUGE_PAGE : LINE_BYTES;

	filter->space = MemoryContextAlloc(filter->hdr.eoh_context, size + align);
	filter->words = (uint64 *) TYPEALIGN(align, filter->space);
#ifdef MADV_HUGEPAGE
	/* the system may refuse: it is only slower then */
	if (align == HUGE_PAGE)
		(void) madvise(filter->words, TYPEALIGN_DOWN(HUGE_PAGE, size),
					   MADV_HUGEPAGE);
#endif
	memset(filter->words, 0, size);
}

/*
 * An empty filter of the shape that head tells, in a memory context of its
 * own under parent.  head is copied.
 */
BloomExpanded *
bloom_expanded_create(const Bloom *head, MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "bloom filter",
												  ALLOCSET_START_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	BloomExpanded *filter = palloc(sizeof(BloomExpanded));

	EOH_init_header(&filter->hdr, &expanded_methods, context);
	filter->magic = BLOOM_EXPANDED_MAGIC;
	filter->head = bloom_head_empty(head);
	allocate_words(filter);
	filter->counted = true;
	filter->ring.entered = 0;
	MemoryContextSwitchTo(old);
	return filter;
}

/* A copy of any filter, in a memory context of its own under parent */
BloomExpanded *
bloom_expanded_copy(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter = bloom_expanded_create(view.head, parent);

	memcpy(filter->head, view.head, BLOOM_HEADER_SIZE(view.head->layers));
	memcpy(filter->words, view.words, bloom_words_size(view.head));
	filter->counted = view.counted;
	return filter;
}

/* Add the hashes that wait in the ring; there are none in bloom() */
static void
drain_ring(BloomExpanded *filter)
{
	if (filter->ring.entered > 0)
		bloom_bits_drain(filter->words, &filter->head->layer[0].geometry,
						 &filter->ring);
}

/* What is asked of a filter that a value is to be added to */
static inline void
prepare_to_add(BloomExpanded *filter, BloomClass class)
{
	if (unlikely(bloom_is_identity(filter->head)))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("this version of bloomext does not support adding to a filter that sizes itself"),
				 errhint("Make a filter with bloom(capacity, error_rate).")));
	bloom_set_class(filter->head, class);
}

/*
 * Add a hash of a value of the class; of BLOOM_CLASS_NONE, if the caller has
 * only the hash.  An error if the filter holds another class.
 */
void
bloom_expanded_add(BloomExpanded *filter, BloomClass class, uint64 hash)
{
	prepare_to_add(filter, class);
	bloom_bits_add_later(filter->words, &filter->head->layer[0].geometry,
						 &filter->ring, hash);
	filter->counted = false;
}

/*
 * Add a hash of a value of the class, unless it tests positive; tell whether
 * it was added.  Errors as bloom_expanded_add.
 */
bool
bloom_expanded_add_new(BloomExpanded *filter, BloomClass class, uint64 hash)
{
	prepare_to_add(filter, class);
	if (bloom_view_contains(bloom_expanded_view(filter), class, hash))
		return false;
	bloom_bits_add(filter->words, &filter->head->layer[0].geometry, hash);
	filter->counted = false;
	return true;
}

/*
 * A fixed filter that holds more than its capacity may err more often than it
 * was asked to: then say so, once a statement.  The margin is well over what
 * an estimate of the number of values may be off by.  (A small filter has
 * room to spare, for it consists of whole lines.)
 */
void
bloom_warn_over_capacity(const Bloom *head, double values)
{
	static TimestampTz warned = 0;
	double		fpp;

	if (values <= 1.01 * head->capacity + 3.0 * sqrt(head->capacity) ||
		warned == GetCurrentStatementStartTimestamp() || IsParallelWorker())
		return;
	fpp = bloom_geometry_fpp(&head->layer[0].geometry, values);
	if (fpp <= head->error_rate)
		return;
	warned = GetCurrentStatementStartTimestamp();
	ereport(WARNING,
			(errmsg("bloom filter holds about %.0f values, more than its capacity of " INT64_FORMAT,
					values, head->capacity),
			 errdetail("Its error rate is now about %.3g instead of %.3g.",
					   fpp, head->error_rate),
			 errhint("Build the filter again with a larger capacity.")));
}

/* Bring the header up to date with the words */
static void
count_bits(BloomExpanded *filter)
{
	const uint64 *words = filter->words;

	drain_ring(filter);
	if (filter->counted)
		return;
	for (int i = 0; i < filter->head->layers; i++)
	{
		BloomLayer *layer = &filter->head->layer[i];

		layer->bits_set = bloom_count_lines(words, layer->geometry.lines);
		words += (Size) layer->geometry.lines * BLOOM_LINE_WORDS;
	}
	filter->counted = true;
	if (!bloom_is_identity(filter->head))
		bloom_warn_over_capacity(filter->head,
								 bloom_view_cardinality(bloom_expanded_view(filter)));
}

static Size
expanded_flat_size(ExpandedObjectHeader *header)
{
	BloomExpanded *filter = (BloomExpanded *) header;

	return BLOOM_HEADER_SIZE(filter->head->layers) +
		bloom_words_size(filter->head);
}

static void
expanded_flatten(ExpandedObjectHeader *header, void *result, Size size)
{
	BloomExpanded *filter = (BloomExpanded *) header;
	Size		head_size = BLOOM_HEADER_SIZE(filter->head->layers);

	Assert(size == expanded_flat_size(header));
	count_bits(filter);
	memcpy(result, filter->head, head_size);
	memcpy((char *) result + head_size, filter->words, size - head_size);
	SET_VARSIZE(result, size);
	Assert(bloom_valid(result));
}

/* What an expanded filter holds now; no longer valid after a change */
BloomView
bloom_expanded_view(BloomExpanded *filter)
{
	drain_ring(filter);
	return (BloomView) {filter->head, filter->words, filter->counted};
}

static BloomExpanded *
datum_expanded(Datum value)
{
	BloomExpanded *filter = (BloomExpanded *) DatumGetEOHP(value);

	Assert(filter->magic == BLOOM_EXPANDED_MAGIC);
	return filter;
}

/* Read a filter in any form; a stored one is detoasted */
BloomView
bloom_view_get(Datum value)
{
	const Bloom *filter;

	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return bloom_expanded_view(datum_expanded(value));
	filter = (const Bloom *) PG_DETOAST_DATUM(value);
	bloom_check_stored(filter);
	return (BloomView) {filter, bloom_stored_words(filter), true};
}

/* The same, with bits_set that are right */
BloomView
bloom_view_counted(Datum value)
{
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		count_bits(datum_expanded(value));
	return bloom_view_get(value);
}

/*
 * A filter to change: the one that was given, if it is ours to change, or
 * else a copy under parent.
 */
BloomExpanded *
bloom_expanded_get(Datum value, MemoryContext parent)
{
	if (VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		return datum_expanded(value);
	return bloom_expanded_copy(bloom_view_get(value), parent);
}

/* Whether a hash of a value of the class may be in the filter */
bool
bloom_view_contains(BloomView view, BloomClass class, uint64 hash)
{
	const uint64 *words = view.words;

	bloom_check_class(view.head, class);
	for (int i = 0; i < view.head->layers; i++)
	{
		const BloomGeometry *geometry = &view.head->layer[i].geometry;

		if (bloom_bits_test(words, geometry, hash))
			return true;
		words += (Size) geometry->lines * BLOOM_LINE_WORDS;
	}
	return false;
}

/* An estimate of the number of distinct members; view has to be counted */
double
bloom_view_cardinality(BloomView view)
{
	double		values = 0.0;

	for (int i = 0; i < view.head->layers; i++)
		values += bloom_geometry_cardinality(&view.head->layer[i].geometry,
											 view.head->layer[i].bits_set);
	return values;
}
