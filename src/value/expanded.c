/*
 * value/expanded.c
 *		Filters in memory: creating them, and replacing their content.
 *
 * A stored filter is copied once into an expanded object, changed there as
 * often as needed (value/expandedadd.c), and flattened once, when it is stored
 * or sent (value/expandedread.c).
 */
#include "value/expanded.h"

#include "utils/memutils.h"

#include "codec/codecs.h"

/*
 * The least number of hashes beside the coded ones that are coded with them.
 * Coding fewer again and again would take longer than searching them.
 */
#define CODED_TAIL		1024

/* A filter without content, in a memory context of its own under parent */
static BloomExpanded *
make_expanded(MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "bloom filter",
												  ALLOCSET_START_SMALL_SIZES);
	BloomExpanded *filter = MemoryContextAllocZero(context,
												   sizeof(BloomExpanded));

	/* bloom_expanded_datum() adds the methods */
	EOH_init_header(&filter->hdr, NULL, context);
	filter->counted = true;
	return filter;
}

/*
 * A dense filter with the layers of head, in a memory context of its own under
 * parent.  head is copied, except BLOOM_FLAG_PARTIAL.  The words are not
 * initialized; the caller must set them.
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
bloom_expanded_zeroed(const Bloom *head, MemoryContext parent)
{
	BloomExpanded *filter = bloom_expanded_dense(head, parent);

	bloom_zero_bytes(filter->layers.words, bloom_words_size(head));
	return filter;
}

/*
 * A sparse filter with the parameters, the class and the kind of a sparse
 * head, and a list of `count` ascending hashes, in a memory context of its own
 * under parent.  head, except flags of states, and hashes are copied.  Raises
 * an error if a dense filter with these parameters would be too large.
 */
BloomExpanded *
bloom_expanded_list(const Bloom *head, const uint64 *hashes, Size count,
					MemoryContext parent)
{
	BloomExpanded *filter = make_expanded(parent);
	Size		limit;

	filter->head = MemoryContextAllocZero(filter->hdr.eoh_context,
										  BLOOM_HEADER_SIZE(1));
	memcpy(filter->head, head, BLOOM_HEADER_SIZE(0));
	filter->head->flags &= ~(BLOOM_FLAG_PARTIAL | BLOOM_FLAG_CODED_STATE);
	bloom_head_settle(filter->head, count);
	/* only a state can have such parameters */
	limit = bloom_head_limit(filter->head);
	if (limit == 0)
		bloom_too_large(filter->head);
	bloom_list_init(&filter->list, filter->hdr.eoh_context, hashes, count,
					limit);
	/* a longer list that is only read stays as it was stored */
	if (bloom_is_elastic(filter->head) && !bloom_is_shortened(filter->head))
		filter->list.limit = Max(filter->list.limit,
								 Min(count, BLOOM_ELASTIC_MAX_LIST));
	filter->list.mask = bloom_cut_hash(head, ~UINT64CONST(0));
	return filter;
}

/*
 * A coded elastic filter for `count` hashes, in a memory context of its own
 * under parent.  head, that of a coded filter, is copied.  The caller must
 * code the hashes; the words are clear.  Raises an error if the filter would
 * be too large.  Can be cancelled.
 */
BloomExpanded *
bloom_expanded_coded(const Bloom *head, uint64 count, MemoryContext parent)
{
	BloomExpanded *filter = bloom_expanded_list(head, NULL, 0, parent);
	uint64		size = bloom_list_size(filter->head, count);

	if (!bloom_list_fits(filter->head, count))
		bloom_too_large(head);
	filter->coded = MemoryContextAllocHuge(filter->hdr.eoh_context, size);
	bloom_zero_bytes(filter->coded, size);
	/* the list is coded, too, when there is much of it */
	filter->list.limit = Max(CODED_TAIL, count / 4);
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
		filter = bloom_expanded_list(empty, NULL, 0, parent);
	else
		filter = bloom_expanded_zeroed(empty, parent);
	pfree(empty);
	return filter;
}

/*
 * Store a copy of own data in an imported filter that has none yet
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
	filter = bloom_expanded_zeroed(head, parent);
	bloom_expanded_set_imported(filter, view.imported);
	bloom_codec_clear(head->format, filter->imported);
	pfree(head);
	return filter;
}

/* Free the content of a filter */
static void
free_content(BloomExpanded *filter)
{
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
	if (filter->coded != NULL)
		pfree(filter->coded);
	if (filter->imported != NULL)
		pfree(filter->imported);
	pfree(filter->head);
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
	free_content(filter);
	filter->head = content->head;
	filter->list = content->list;
	filter->coded = content->coded;
	filter->layers = content->layers;
	filter->imported = content->imported;
	filter->counted = content->counted;
	filter->decreased = content->decreased;
	filter->known = content->known;
	filter->taken = content->hdr.eoh_context;
	MemoryContextSetParent(filter->taken, filter->hdr.eoh_context);
}
