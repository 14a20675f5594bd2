/*
 * value/expanded.c
 *		Filters in memory: building, counting and reading them.
 *
 * A stored filter is copied once into an expanded object, changed there as
 * often as needed, and flattened once when it is stored or sent.  It begins
 * as a list of hashes and turns dense when that gets too long.  Set bits are
 * counted and hashes sorted when somebody asks, not with each change.
 */
#include "value/expanded.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include "value/receive.h"

#define BLOOM_EXPANDED_MAGIC	0x626c6f6d

/* Loops over hashes look for a cancel request after so many */
#define INTERRUPT_HASHES		65536

static Size expanded_flat_size(ExpandedObjectHeader *header);
static void expanded_flatten(ExpandedObjectHeader *header, void *result,
							 Size size);

static const ExpandedObjectMethods expanded_methods = {
	expanded_flat_size,
	expanded_flatten
};

/* A filter without content, to which a copy of the head is given */
static BloomExpanded *
make_expanded(MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "bloom filter",
												  ALLOCSET_START_SMALL_SIZES);
	BloomExpanded *filter = MemoryContextAllocZero(context,
												   sizeof(BloomExpanded));

	EOH_init_header(&filter->hdr, &expanded_methods, context);
	filter->magic = BLOOM_EXPANDED_MAGIC;
	filter->counted = true;
	return filter;
}

/*
 * A filter with the layers of head, in a memory context of its own under
 * parent, whose words the caller sets.  head is copied.
 */
BloomExpanded *
bloom_expanded_dense(const Bloom *head, MemoryContext parent)
{
	BloomExpanded *filter = make_expanded(parent);
	Size		head_size = BLOOM_HEADER_SIZE(head->layers);

	filter->head = MemoryContextAlloc(filter->hdr.eoh_context, head_size);
	memcpy(filter->head, head, head_size);
	filter->head->flags &= ~BLOOM_FLAG_PARTIAL;
	bloom_layers_allocate(&filter->layers, filter->hdr.eoh_context, head);
	return filter;
}

/* The same, of which all bits are clear */
BloomExpanded *
bloom_expanded_clear(const Bloom *head, MemoryContext parent)
{
	BloomExpanded *filter = bloom_expanded_dense(head, parent);

	bloom_zero_bytes(filter->layers.words, bloom_words_size(head));
	return filter;
}

/* A sparse filter of the hashes and the head that the view tells, likewise */
static BloomExpanded *
create_sparse(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter;

	view = bloom_view_list(view, view.head);
	filter = make_expanded(parent);
	filter->head = MemoryContextAllocZero(filter->hdr.eoh_context,
										  BLOOM_HEADER_SIZE(1));
	memcpy(filter->head, view.head, BLOOM_HEADER_SIZE(0));
	filter->head->extra = 0;
	filter->head->flags &= ~(BLOOM_FLAG_PARTIAL | BLOOM_FLAG_NOT_CODED);
	bloom_list_init(&filter->list, filter->hdr.eoh_context, view.hashes,
					view.count, bloom_head_limit(view.head));
	filter->list.mask = bloom_cut_hash(view.head, ~UINT64CONST(0));
	return filter;
}

/* A copy of a rollup filter that stays coded, and isn't to be changed */
static BloomExpanded *
cache_coded(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter = create_sparse((BloomView) {.head = view.head},
										  parent);
	Size		size = bloom_list_size(view.head, view.count);

	filter->coded = MemoryContextAllocHuge(filter->hdr.eoh_context, size);
	bloom_copy_bytes(filter->coded, view.coded, size);
	return filter;
}

/*
 * An empty filter of the parameters that head tells, in a memory context of
 * its own under parent.  head is copied.
 */
BloomExpanded *
bloom_expanded_create(const Bloom *head, MemoryContext parent)
{
	Bloom	   *empty = bloom_head_empty(head);
	BloomExpanded *filter;

	if (bloom_is_sparse(empty))
		filter = create_sparse((BloomView) {.head = empty}, parent);
	else
		filter = bloom_expanded_clear(empty, parent);
	pfree(empty);
	return filter;
}

/* Give a filter of another library its own data, which is copied */
void
bloom_expanded_set_imported(BloomExpanded *filter,
							const BloomImported *imported)
{
	Size		size = bloom_imported_size(filter->head);

	filter->imported = MemoryContextAlloc(filter->hdr.eoh_context, size);
	memcpy(filter->imported, imported, size);
	filter->head->extra = size / sizeof(uint64);
}

/*
 * An empty filter like the one in the view, in a memory context of its own
 * under parent.
 */
BloomExpanded *
bloom_expanded_empty(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter;
	Bloom	   *head;

	if (!bloom_is_imported(view.head))
		return bloom_expanded_create(view.head, parent);
	head = palloc(BLOOM_HEADER_SIZE(1));
	memcpy(head, view.head, BLOOM_HEADER_SIZE(1));
	head->class = BLOOM_CLASS_NONE;
	head->layers = 1;
	head->layer[0].bits_set = 0;
	filter = bloom_expanded_clear(head, parent);
	bloom_expanded_set_imported(filter, view.imported);
	bloom_imported_clear(head->format, filter->imported);
	pfree(head);
	return filter;
}

/* A copy of any filter, in a memory context of its own under parent */
BloomExpanded *
bloom_expanded_copy(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter;

	if (bloom_is_sparse(view.head))
	{
		filter = create_sparse(view, parent);
		filter->known = view.count;
		return filter;
	}
	filter = bloom_expanded_dense(view.head, parent);
	bloom_copy_bytes(filter->layers.words, view.words,
					 bloom_words_size(view.head));
	filter->counted = view.counted;
	if (view.counted)
		filter->known = view.head->layer[0].bits_set;
	if (bloom_is_imported(view.head))
		bloom_expanded_set_imported(filter, view.imported);
	return filter;
}

/* The same, to be tested often: a long list knows its places */
BloomExpanded *
bloom_expanded_cache(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter;

	if (view.coded != NULL)
		return cache_coded(view, parent);
	filter = bloom_expanded_copy(view, parent);
	if (bloom_is_sparse(filter->head))
		bloom_list_place(&filter->list);
	return filter;
}

/* Free the content of a filter */
static void
free_content(BloomExpanded *filter)
{
	if (filter->result != NULL)
		MemoryContextDelete(filter->result->hdr.eoh_context);
	filter->result = NULL;
	if (filter->taken != NULL)
	{
		MemoryContextDelete(filter->taken);
		filter->taken = NULL;
		return;
	}
	if (bloom_is_sparse(filter->head))
		bloom_list_free(&filter->list);
	else
		bloom_layers_free(&filter->layers);
	if (filter->imported != NULL)
		pfree(filter->imported);
	pfree(filter->head);
}

/* Put other content in place of the filter's own, which is freed */
static void
replace_content(BloomExpanded *filter, const BloomExpanded *content)
{
	free_content(filter);
	filter->head = content->head;
	filter->list = content->list;
	filter->layers = content->layers;
	filter->imported = content->imported;
	filter->counted = content->counted;
	filter->known = content->known;
}

/*
 * Put the content of another filter, in a memory context of its own, in place
 * of the filter's.  The context becomes the filter's and goes when the content
 * does, so that a filter can take over content any number of times.
 */
void
bloom_expanded_take_over(BloomExpanded *filter, BloomExpanded *content)
{
	replace_content(filter, content);
	filter->taken = content->hdr.eoh_context;
	MemoryContextSetParent(filter->taken, filter->hdr.eoh_context);
}

/* Give a list, which isn't too long, the parameters of another one */
void
bloom_expanded_take_parameters(BloomExpanded *filter, const Bloom *head)
{
	BloomList  *list = &filter->list;

	filter->head->capacity = head->capacity;
	filter->head->error_rate = head->error_rate;
	filter->head->growth = head->growth;
	filter->head->seed = head->seed;
	list->limit = Max(bloom_head_limit(head), filter->state_limit);
	list->dense_from = filter->state_limit > 0 ? bloom_head_limit(head) :
		SIZE_MAX;
	filter->head->flags |= head->flags & BLOOM_FLAG_ROLLUP;
	if (list->mask != bloom_cut_hash(head, ~UINT64CONST(0)))
	{
		list->mask = bloom_cut_hash(head, ~UINT64CONST(0));
		/* those that coincide when they are cut are found by sorting */
		for (Size i = 0; i < list->count; i++)
			list->hashes[i] &= list->mask;
		list->sorted = 0;
	}
	/* so that settling compares it with the limit */
	if (list->count > list->limit && list->sorted == list->count)
		list->sorted--;
}

/* Add a hash to a dense filter */
static inline void
add_dense(BloomExpanded *filter, uint64 hash)
{
	if (filter->head->growth == 0)
		filter->counted = false;
	else if (unlikely(!filter->counted))
	{
		bloom_layers_count(&filter->layers, filter->head);
		filter->counted = true;
	}
	bloom_layers_add(&filter->layers, &filter->head, filter->part, hash);
}

/*
 * The head of the dense filter that a sparse one is about to turn to.  A
 * growing one whose list could get longer than in a stored value takes as
 * much memory for its first layer as the list had: who made it so will fit
 * it to what it holds.
 */
static Bloom *
dense_head(const BloomExpanded *filter)
{
	const BloomList *list = &filter->list;
	Bloom	   *head = bloom_head_empty(filter->head);

	head->class = filter->head->class;
	if (bloom_sizes_itself(head))
		head->capacity = BLOOM_SELF_SIZING_CAPACITY;
	if (head->growth != 0 && list->limit > bloom_head_limit(filter->head) &&
		bloom_head_try_layer(head, 4 * (uint64) list->limit, filter->part))
		return head;
	bloom_head_first_layer(head, list->count, filter->part);
	return head;
}

/* A rollup filter, which never turns dense, would have too many hashes */
static void
too_many_hashes(BloomList *list)
{
	/* so that settle tries again */
	list->sorted--;
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("rollup filter cannot hold more than " UINT64_FORMAT " values",
					(uint64) BLOOM_CODED_MAX_COUNT),
			 errhint("Spread the values over several filters by bloom_shard.")));
}

/*
 * Turn a sparse filter into the dense one that the same hashes would give.
 * After any error, nothing has changed.
 */
void
bloom_expanded_turn_dense(BloomExpanded *filter)
{
	BloomList  *list = &filter->list;
	BloomExpanded dense;
	MemoryContext old;

	bloom_list_sort(list);
	if (bloom_is_rollup(filter->head))
		too_many_hashes(list);
	old = MemoryContextSwitchTo(filter->hdr.eoh_context);
	dense = *filter;
	PG_TRY();
	{
		dense.head = dense_head(filter);
		bloom_layers_allocate(&dense.layers, CurrentMemoryContext,
							  dense.head);
		bloom_zero_bytes(dense.layers.words, bloom_words_size(dense.head));
		bloom_expanded_add_list(&dense, list->hashes, list->count);
	}
	PG_CATCH();
	{
		/* the filter may live on: PL/pgSQL can catch the error */
		if (dense.head != filter->head)
			pfree(dense.head);
		bloom_layers_free(&dense.layers);
		/* so that settle tries again */
		if (list->sorted > 0)
			list->sorted--;
		PG_RE_THROW();
	}
	PG_END_TRY();
	replace_content(filter, &dense);
	MemoryContextSwitchTo(old);
}

/* Make the filter's form and content ready to be read */
static void
settle(BloomExpanded *filter)
{
	BloomList  *list = &filter->list;

	/* a partial state's list, as it came, may be over the limit */
	if (bloom_is_sparse(filter->head) && list->count > list->sorted)
	{
		bloom_list_sort(list);
		if (bloom_list_over_limit(list))
			bloom_expanded_turn_dense(filter);
	}
	if (!bloom_is_sparse(filter->head))
		bloom_layers_drain(&filter->layers, filter->head);
}

/* Warn if the hashes that a rollup filter got pass its capacity */
static void
count_hashes(BloomExpanded *filter)
{
	bloom_warn_over_capacity(filter->head, filter->known, filter->list.count);
	filter->known = filter->list.count;
}

/* Bring the header up to date with the words */
static void
count_bits(BloomExpanded *filter)
{
	settle(filter);
	if (bloom_is_rollup(filter->head) && filter->coded == NULL)
		count_hashes(filter);
	if (filter->counted)
		return;
	bloom_layers_count(&filter->layers, filter->head);
	filter->counted = true;
	/* as if no value had ever been added */
	if (bloom_is_counting(filter->head) &&
		filter->head->layer[0].bits_set == 0)
		filter->head->class = BLOOM_CLASS_NONE;
	if (filter->head->growth == 0 && !bloom_is_imported(filter->head))
	{
		BloomView	view = bloom_expanded_view(filter);
		double		before = bloom_view_layer_cardinality(view, 0,
														  filter->known);

		bloom_warn_over_capacity(filter->head, before,
								 bloom_view_cardinality(view));
		filter->known = filter->head->layer[0].bits_set;
	}
}

/* Make room in a full list, or turn it dense; returns whether it is a list */
static bool
make_room(BloomExpanded *filter)
{
	bloom_list_make_room(&filter->list);
	if (!bloom_list_over_limit(&filter->list))
		return true;
	bloom_expanded_turn_dense(filter);
	return false;
}

/* Append a hash to the list of a sparse filter, which may turn dense */
static void
add_sparse(BloomExpanded *filter, uint64 hash)
{
	BloomList  *list = &filter->list;

	if (list->count < list->room || make_room(filter))
		list->hashes[list->count++] = hash & list->mask;
	else
		add_dense(filter, hash);
}

static inline void
add(BloomExpanded *filter, uint64 hash)
{
	if (bloom_is_sparse(filter->head))
		add_sparse(filter, hash);
	else
		add_dense(filter, hash);
}

/* bloom_check_class; a filter from which all was removed has no class */
static inline void
check_class(BloomExpanded *filter, BloomClass class)
{
	if (unlikely(bloom_classes_conflict(filter->head->class, class)) &&
		bloom_is_counting(filter->head))
		count_bits(filter);
	bloom_check_class(filter->head, class);
}

/*
 * Add a hash of a value of the class; of BLOOM_CLASS_NONE, if the caller has
 * only the hash.  An error if the filter holds another class, or would grow
 * larger than a value can be; then it is as before.
 */
void
bloom_expanded_add(BloomExpanded *filter, BloomClass class, uint64 hash)
{
	if (unlikely(bloom_is_imported(filter->head)))
		bloom_no_hashes(filter->head);
	check_class(filter, class);
	add(filter, hash);
	bloom_set_class(filter->head, class);
}

/*
 * Remove a hash of a value of the class from a counting filter: undo one
 * addition of it.  An error if the filter doesn't count, holds another class,
 * or doesn't hold the value; then it is as before.
 */
void
bloom_expanded_remove(BloomExpanded *filter, BloomClass class, uint64 hash)
{
	if (!bloom_is_counting(filter->head))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("cannot remove values from a bloom filter that does not count them"),
				 errhint("Build it with counting => true.")));
	check_class(filter, class);
	bloom_layers_drain(&filter->layers, filter->head);
	if (!bloom_counters_remove(filter->layers.words,
							   &filter->head->layer[0].geometry, hash))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("cannot remove a value that is not in the bloom filter")));
	filter->counted = false;
}

/*
 * Add at least one of some hashes, and return how many: as many as can be
 * added alike without looking for a cancel request
 */
static Size
add_some(BloomExpanded *filter, const uint64 *hashes, Size count)
{
	BloomList  *list = &filter->list;

	count = Min(count, INTERRUPT_HASHES);
	if (bloom_is_sparse(filter->head) &&
		(list->count < list->room || make_room(filter)))
	{
		count = Min(count, list->room - list->count);
		memcpy(list->hashes + list->count, hashes, count * sizeof(uint64));
		for (Size i = 0; i < count && bloom_is_rollup(filter->head); i++)
			list->hashes[list->count + i] &= list->mask;
		list->count += count;
	}
	else if (filter->head->growth == 0 && !bloom_is_counting(filter->head))
	{
		filter->counted = false;
		bloom_layers_add_each(&filter->layers, filter->head, hashes, count);
	}
	else
		for (Size i = 0; i < count; i++)
			add_dense(filter, hashes[i]);
	return count;
}

/* Add many hashes of the class that the filter has; can be cancelled */
void
bloom_expanded_add_list(BloomExpanded *filter, const uint64 *hashes,
						Size count)
{
	Size		added;

	for (; count > 0; hashes += added, count -= added)
	{
		CHECK_FOR_INTERRUPTS();
		added = add_some(filter, hashes, count);
	}
}

/*
 * Add a hash of a value of the class, and tell whether it tested negative
 * before: then it set a bit.  The filter is fixed and dense.  Errors as
 * bloom_expanded_add.
 */
bool
bloom_expanded_add_new(BloomExpanded *filter, BloomClass class, uint64 hash)
{
	const BloomGeometry *geometry = &filter->head->layer[0].geometry;

	bloom_set_class(filter->head, class);
	bloom_layers_drain(&filter->layers, filter->head);
	filter->counted = false;
	return bloom_bits_add(filter->layers.words, geometry, hash) > 0;
}

static Size
expanded_flat_size(ExpandedObjectHeader *header)
{
	return bloom_view_size(bloom_expanded_view((BloomExpanded *) header));
}

static void
expanded_flatten(ExpandedObjectHeader *header, void *result, Size size)
{
	BloomExpanded *filter = (BloomExpanded *) header;

	Assert(size == expanded_flat_size(header));
	count_bits(filter);
	bloom_view_flatten(bloom_expanded_view(filter), result);
	Assert(bloom_valid(result));
}

/* What an expanded filter holds now; no longer valid after a change */
BloomView
bloom_expanded_view(BloomExpanded *filter)
{
	settle(filter);
	if (filter->coded != NULL)
		return (BloomView) {
			.head = filter->head, .coded = filter->coded,
			.count = *filter->coded, .counted = true
		};
	if (bloom_is_sparse(filter->head))
		return (BloomView) {
			.head = filter->head, .hashes = filter->list.hashes,
			.places = filter->list.places, .count = filter->list.count,
			.counted = true
		};
	return (BloomView) {
		.head = filter->head, .words = filter->layers.words,
		.imported = filter->imported, .counted = filter->counted
	};
}

/*
 * The same without words and hashes, so that a list need not be sorted; the
 * count is 0 only of an empty one.  A list that sizes itself has to be, if it
 * may be too long: then it gets other parameters.
 */
BloomView
bloom_expanded_head(BloomExpanded *filter)
{
	if (bloom_sizes_itself(filter->head) &&
		filter->list.count > filter->list.limit)
		settle(filter);
	return (BloomView) {
		.head = filter->head, .imported = filter->imported,
		.count = bloom_is_sparse(filter->head) ? filter->list.count : 0
	};
}

static BloomExpanded *
datum_expanded(Datum value)
{
	BloomExpanded *filter = (BloomExpanded *) DatumGetEOHP(value);

	Assert(filter->magic == BLOOM_EXPANDED_MAGIC);
	return filter;
}

/* The filter in memory that a value is, to be read; NULL if it is stored */
BloomExpanded *
bloom_expanded_of(Datum value)
{
	return VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) ?
		datum_expanded(value) : NULL;
}

/* Read a filter in any form; a stored one is detoasted */
BloomView
bloom_expanded_read(Datum value)
{
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return bloom_expanded_view(datum_expanded(value));
	return bloom_view_stored((const Bloom *) PG_DETOAST_DATUM(value));
}

/* The same, with bits_set that are right */
BloomView
bloom_expanded_read_counted(Datum value)
{
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		count_bits(datum_expanded(value));
	return bloom_expanded_read(value);
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
	return bloom_expanded_copy(bloom_expanded_read(value), parent);
}
