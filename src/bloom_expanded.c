/*
 * bloom_expanded.c
 *		Filters in memory: building, combining, counting and reading them.
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

/*
 * Add a hash of a value of the class; of BLOOM_CLASS_NONE, if the caller has
 * only the hash.  An error if the filter holds another class.
 */
void
bloom_expanded_add(BloomExpanded *filter, BloomClass class, uint64 hash)
{
	if (unlikely(bloom_is_identity(filter->head)))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("this version of bloomext does not support adding to a filter that sizes itself"),
				 errhint("Make a filter with bloom(capacity, error_rate).")));
	if (unlikely(filter->head->class != class))
		bloom_set_class(filter->head, class);
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
	const BloomGeometry *geometry = &filter->head->layer[0].geometry;

	if (bloom_view_contains(bloom_expanded_view(filter), class, hash))
		return false;
	bloom_set_class(filter->head, class);
	bloom_bits_add(filter->words, geometry, hash);
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

/* Apply one of bloom_bits_or and _and to all words; can be cancelled */
static void
combine_words(BloomExpanded *filter, const uint64 *other,
			  void (*combine) (uint64 *to, const uint64 *from, size_t lines))
{
	Size		lines = bloom_words_size(filter->head) / LINE_BYTES;

	for (Size done = 0; done < lines; done += BLOOM_INTERRUPT_LINES)
	{
		combine(filter->words + done * BLOOM_LINE_WORDS,
				other + done * BLOOM_LINE_WORDS,
				Min(lines - done, BLOOM_INTERRUPT_LINES));
		CHECK_FOR_INTERRUPTS();
	}
	filter->counted = false;
}

/* Make bloom(), which filter is, a copy of the other filter */
static void
become(BloomExpanded *filter, BloomView other)
{
	MemoryContext old = MemoryContextSwitchTo(filter->hdr.eoh_context);

	filter->head = bloom_head_copy(other.head);
	allocate_words(filter);
	memcpy(filter->words, other.words, bloom_words_size(other.head));
	filter->counted = other.counted;
	MemoryContextSwitchTo(old);
}

/*
 * A filter of the shape of `to`, in a memory context of its own under parent,
 * with the members of the given one, which folds to that shape.  It is bit
 * for bit what adding the same values to it would have given.
 */
BloomExpanded *
bloom_expanded_fold(BloomView view, const Bloom *to, MemoryContext parent)
{
	BloomExpanded *filter = bloom_expanded_create(to, parent);
	const BloomGeometry *geometry = &to->layer[0].geometry;
	Size		factor = bloom_fold_factor(view.head, to);
	Size		batch = Max(BLOOM_INTERRUPT_LINES / geometry->region / factor,
							1) * geometry->region;

	Assert(factor > 0);
	for (Size done = 0; done < geometry->lines; done += batch)
	{
		Size		lines = Min(batch, geometry->lines - done);

		bloom_bits_fold(filter->words + done * BLOOM_LINE_WORDS,
						view.words + done * factor * BLOOM_LINE_WORDS,
						lines / geometry->region, geometry->region, factor);
		CHECK_FOR_INTERRUPTS();
	}
	filter->head->class = view.head->class;
	filter->counted = false;
	return filter;
}

/* The other filter, folded to the shape of head if it is larger */
static BloomView
fold_larger(BloomView other, const Bloom *head)
{
	if (bloom_is_identity(head) || other.head->capacity <= head->capacity)
		return other;
	return bloom_expanded_view(bloom_expanded_fold(other, head,
												   CurrentMemoryContext));
}

/* The same in place: the folded words are in a context under the filter's */
static void
fold_in_place(BloomExpanded *filter, const Bloom *to)
{
	BloomExpanded *folded = bloom_expanded_fold(bloom_expanded_view(filter),
												to, filter->hdr.eoh_context);

	pfree(filter->space);
	filter->head = folded->head;
	filter->words = folded->words;
	filter->space = folded->space;
	filter->counted = false;
}

/*
 * Bring a filter and another one that it combines with to one shape: the
 * smaller one's, to which the larger one is folded.
 */
static BloomView
meet(BloomExpanded *filter, BloomView other)
{
	bloom_check_combinable(filter->head, other.head);
	drain_ring(filter);
	if (!bloom_is_identity(other.head) &&
		filter->head->capacity > other.head->capacity)
		fold_in_place(filter, other.head);
	return fold_larger(other, filter->head);
}

/*
 * Add all members of the other filter.  An error if the two can't be
 * combined; then nothing has changed.
 */
void
bloom_expanded_unite(BloomExpanded *filter, BloomView other)
{
	other = meet(filter, other);
	if (bloom_is_identity(other.head))
		return;
	if (bloom_is_identity(filter->head))
	{
		become(filter, other);
		return;
	}
	bloom_set_class(filter->head, other.head->class);
	combine_words(filter, other.words, bloom_bits_or);
}

/*
 * Keep the members that are in the other filter too.  An error if the two
 * can't be combined; then nothing has changed.
 */
void
bloom_expanded_intersect(BloomExpanded *filter, BloomView other)
{
	other = meet(filter, other);
	if (bloom_is_identity(filter->head) || bloom_is_identity(other.head))
	{
		/* nothing is in both, in the shape of the one that has a shape */
		if (bloom_is_identity(filter->head))
			become(filter, other);
		memset(filter->words, 0, bloom_words_size(filter->head));
		filter->counted = false;
		return;
	}
	bloom_set_class(filter->head, other.head->class);
	combine_words(filter, other.words, bloom_bits_and);
}

/* Whether a hash of a value of the class may be in the filter */
bool
bloom_view_contains(BloomView view, BloomClass class, uint64 hash)
{
	const uint64 *words = view.words;

	if (unlikely(view.head->class != class))
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

/* The same for the union of two filters, which is not built */
double
bloom_view_union_cardinality(BloomView a, BloomView b)
{
	double		values = 0.0;
	Size		offset = 0;

	bloom_check_combinable(a.head, b.head);
	if (bloom_is_identity(a.head) || bloom_is_identity(b.head))
		return bloom_view_cardinality(bloom_is_identity(a.head) ? b : a);
	a = fold_larger(a, b.head);
	b = fold_larger(b, a.head);
	for (int i = 0; i < a.head->layers; i++)
	{
		const BloomGeometry *geometry = &a.head->layer[i].geometry;
		uint64		bits_set = 0;

		for (Size done = 0; done < geometry->lines;
			 done += BLOOM_INTERRUPT_LINES)
		{
			Size		at = offset + done * BLOOM_LINE_WORDS;

			bits_set += bloom_bits_count_or(a.words + at, b.words + at,
											Min(geometry->lines - done,
												BLOOM_INTERRUPT_LINES));
			CHECK_FOR_INTERRUPTS();
		}
		values += bloom_geometry_cardinality(geometry, bits_set);
		offset += (Size) geometry->lines * BLOOM_LINE_WORDS;
	}
	return values;
}
