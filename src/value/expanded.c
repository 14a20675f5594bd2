/*
 * value/expanded.c
 *		Filters in memory: creating and copying them, and replacing their
 *		content.
 *
 * A stored filter is copied once into an expanded object, changed there as
 * often as needed (value/expandedadd.c), and flattened once, when it is stored
 * or sent (value/expandedread.c).
 */
#include "value/expanded.h"

#include "utils/memutils.h"

#include "codec/codecs.h"

/* A filter without content, in a memory context of its own under parent */
static BloomExpanded *
make_expanded(MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "bloom filter",
												  ALLOCSET_START_SMALL_SIZES);
	BloomExpanded *filter = MemoryContextAllocZero(context,
												   sizeof(BloomExpanded));

	EOH_init_header(&filter->hdr, &bloom_expanded_methods, context);
	filter->magic = BLOOM_EXPANDED_MAGIC;
	filter->counted = true;
	return filter;
}

/*
 * A dense filter with the layers of head, in a memory context of its own under
 * parent.  head is copied.  The words are not initialized; the caller must set
 * them.
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

/* Like bloom_expanded_dense(), but with all bits clear */
BloomExpanded *
bloom_expanded_clear(const Bloom *head, MemoryContext parent)
{
	BloomExpanded *filter = bloom_expanded_dense(head, parent);

	bloom_zero_bytes(filter->layers.words, bloom_words_size(head));
	return filter;
}

/*
 * A sparse filter with the hashes and the head of the view, in a memory
 * context of its own under parent
 */
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

/* A copy of a rollup filter that stays coded and must not be changed */
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
 * An empty native filter with the parameters of head, in a memory context of
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

/*
 * Store a copy of the codec's data in an imported filter, which has none yet
 */
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
 * An empty filter with the format and the parameters of the view, in a memory
 * context of its own under parent
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

/*
 * Like bloom_expanded_copy(), but for a filter that will be tested often and
 * not changed.  A list gets a lookup table if it is long.  A coded list stays
 * coded.
 */
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

/*
 * Free the content of the filter, and give it that of `content`, which must be
 * in the filter's memory context or in a child of it
 */
void
bloom_expanded_replace(BloomExpanded *filter, const BloomExpanded *content)
{
	free_content(filter);
	filter->head = content->head;
	filter->list = content->list;
	filter->layers = content->layers;
	filter->imported = content->imported;
	filter->counted = content->counted;
	filter->decreased = content->decreased;
	filter->known = content->known;
}

/*
 * Replace the filter's content with that of `content`, which must not be used
 * any more.  The memory context of `content` becomes a child of the filter's
 * and is deleted with the content, so a filter can take over content any
 * number of times without using more memory.
 */
void
bloom_expanded_take_over(BloomExpanded *filter, BloomExpanded *content)
{
	bloom_expanded_replace(filter, content);
	filter->taken = content->hdr.eoh_context;
	MemoryContextSetParent(filter->taken, filter->hdr.eoh_context);
}

/*
 * Give a list the parameters of head.  The list must not be longer than its
 * present parameters allow.  If it is too long for the new ones, the next
 * reader turns it dense.
 */
void
bloom_expanded_take_parameters(BloomExpanded *filter, const Bloom *head)
{
	BloomList  *list = &filter->list;

	bloom_head_copy_parameters(filter->head, head);
	list->limit = Max(bloom_head_limit(head), filter->state_limit);
	list->dense_from = filter->state_limit > 0 ? bloom_head_limit(head) :
		SIZE_MAX;
	filter->head->flags |= head->flags & BLOOM_FLAG_ROLLUP;
	if (list->mask != bloom_cut_hash(head, ~UINT64CONST(0)))
	{
		list->mask = bloom_cut_hash(head, ~UINT64CONST(0));
		/* shortened hashes may be equal; sorting removes duplicates */
		for (Size i = 0; i < list->count; i++)
			list->hashes[i] &= list->mask;
		list->sorted = 0;
	}
	/* so that make_readable() compares the list's length with the limit */
	if (list->count > list->limit && list->sorted == list->count)
		list->sorted--;
}
