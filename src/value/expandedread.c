/*
 * value/expandedread.c
 *		Reading and copying filters in memory, and flattening them to stored
 *		filters.
 *
 * Lists are sorted and set bits counted here, before a reader needs it.
 */
#include "value/expanded.h"

#include "value/receive.h"

/*
 * Make the content ready to be read: sort a list, give it up if it is too
 * long, and add the hashes that wait in the queue.
 */
static void
make_readable(BloomExpanded *filter)
{
	if (bloom_is_sparse(filter->head) &&
		(filter->list.count > filter->list.sorted ||
		 bloom_list_over_limit(&filter->list)))
		bloom_expanded_give_up_list(filter);
	if (!bloom_is_sparse(filter->head))
		bloom_layers_drain(&filter->layers, filter->head);
}

/* The number of values that give an elastic filter that many hashes */
static double
list_values(BloomExpanded *filter, uint64 count)
{
	return bloom_estimate_cardinality(filter->head, NULL, count, NULL);
}

/*
 * Bring the numbers of set bits in the head up to date.  Warns if a fixed or
 * elastic filter exceeds its capacity.
 */
void
bloom_expanded_count(BloomExpanded *filter)
{
	make_readable(filter);
	if (filter->coded != NULL && (filter->head->flags & BLOOM_FLAG_MIXED) == 0)
	{
		uint64		count = *filter->coded + filter->list.count;

		bloom_warn_over_capacity(filter->head,
								 list_values(filter, filter->known),
								 list_values(filter, count));
		filter->known = count;
	}
	if (filter->counted)
		return;
	bloom_layers_count(&filter->layers, filter->head);
	filter->counted = true;
	/* what is mixed will be checked */
	if (filter->head->growth == 0 && !bloom_is_imported(filter->head) &&
		(filter->head->flags & BLOOM_FLAG_MIXED) == 0)
	{
		BloomView	view = bloom_expanded_view(filter);
		double		before = bloom_view_layer_cardinality(view, 0,
														  filter->known);

		bloom_warn_over_capacity(filter->head, before,
								 bloom_view_cardinality(view));
		filter->known = filter->head->layer[0].bits_set;
	}
}

/* The get_flat_size method of expanded objects */
static Size
expanded_flat_size(ExpandedObjectHeader *header)
{
	return bloom_view_size(bloom_expanded_view((BloomExpanded *) header));
}

/* The flatten_into method of expanded objects */
static void
expanded_flatten(ExpandedObjectHeader *header, void *result, Size size)
{
	BloomExpanded *filter = (BloomExpanded *) header;

	Assert(size == expanded_flat_size(header));
	bloom_expanded_count(filter);
	bloom_view_flatten(bloom_expanded_view(filter), result);
	Assert(bloom_valid(result));
}

static const ExpandedObjectMethods methods = {
	expanded_flat_size,
	expanded_flatten
};

/* A read-write pointer to a filter.  Sets the methods that SQL needs. */
Datum
bloom_expanded_datum(BloomExpanded *filter)
{
	filter->hdr.eoh_methods = &methods;
	return EOHPGetRWDatum(&filter->hdr);
}

/* The content of an expanded filter.  Valid until the next change. */
BloomView
bloom_expanded_view(BloomExpanded *filter)
{
	make_readable(filter);
	bloom_expanded_check_emptied(filter);
	if (bloom_is_sparse(filter->head))
		return (BloomView) {
			.head = filter->head, .hashes = filter->list.hashes,
			.coded = filter->coded, .places = filter->list.places,
			.uncoded = filter->list.count,
			.count = filter->list.count +
			(filter->coded != NULL ? *filter->coded : 0),
			.counted = true
		};
	return (BloomView) {
		.head = filter->head, .words = filter->layers.words,
		.imported = filter->imported, .counted = filter->counted
	};
}

/*
 * The expanded filter that a value is, to be read; NULL if it is stored, or a
 * state that collects hashes (value/collect.h)
 */
BloomExpanded *
bloom_expanded_of(Datum value)
{
	ExpandedObjectHeader *header;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return NULL;
	header = DatumGetEOHP(value);
	return header->eoh_methods == &methods ? (BloomExpanded *) header : NULL;
}

/*
 * A view of a filter, stored or expanded.  A stored one is detoasted and
 * checked.
 */
BloomView
bloom_expanded_read(Datum value)
{
	BloomExpanded *filter = bloom_expanded_of(value);

	if (filter != NULL)
		return bloom_expanded_view(filter);
	return bloom_view_stored((const Bloom *) PG_DETOAST_DATUM(value));
}

/* Like bloom_expanded_read(), but with the right numbers of set bits */
BloomView
bloom_expanded_read_counted(Datum value)
{
	BloomExpanded *filter = bloom_expanded_of(value);

	if (filter != NULL)
		bloom_expanded_count(filter);
	return bloom_expanded_read(value);
}

/*
 * A filter with the parameters of head and the values of a list of whole
 * hashes, in a memory context of its own under parent.  head, that of an empty
 * filter or of a list, is copied.  Can be cancelled.
 */
BloomExpanded *
bloom_expanded_of_list(const Bloom *head, BloomView list, MemoryContext parent)
{
	BloomExpanded *filter = bloom_is_sparse(head) ?
		bloom_expanded_list(head, NULL, 0, parent) :
		bloom_expanded_zeroed(head, parent);

	filter->head->class = list.head->class;
	if (bloom_is_sparse(head))
		bloom_list_reserve(&filter->list,
						   Min(list.count, filter->list.limit));
	bloom_expanded_add_view(filter, list);
	/* they were added in ascending order */
	if (bloom_is_sparse(filter->head) && filter->coded == NULL)
		filter->list.sorted = filter->list.count;
	return filter;
}

/* A copy of a sparse filter; can be cancelled */
static BloomExpanded *
copy_sparse(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter;
	Bloom		head = *view.head;

	if (view.coded == NULL)
		return bloom_expanded_list(view.head, view.hashes, view.count, parent);
	/* a partial state is coded, too */
	if (!bloom_is_shortened(view.head))
	{
		bloom_head_settle(&head, view.count);
		return bloom_expanded_of_list(&head, view, parent);
	}
	filter = bloom_expanded_coded(view.head, *view.coded, parent);
	bloom_copy_bytes(filter->coded, view.coded,
					 bloom_list_size(view.head, *view.coded));
	bloom_list_reserve(&filter->list, view.uncoded + 1);
	bloom_copy_bytes(filter->list.hashes, view.hashes,
					 view.uncoded * sizeof(uint64));
	filter->list.sorted = filter->list.count = view.uncoded;
	return filter;
}

/* A copy of any filter, in a memory context of its own under parent */
BloomExpanded *
bloom_expanded_copy(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter;

	if (bloom_is_sparse(view.head))
	{
		filter = copy_sparse(view, parent);
		filter->known = view.count;
		/* early versions had states of bloom_agg(value) with growth 0 */
		if (bloom_has_no_capacity(filter->head))
			filter->head->growth = 2;
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
 * not changed.  A list gets a lookup table if it is long.
 */
BloomExpanded *
bloom_expanded_cache(BloomView view, MemoryContext parent)
{
	BloomExpanded *filter = bloom_expanded_copy(view, parent);
	BloomList  *list = &filter->list;

	if (bloom_is_sparse(filter->head) && list->count == list->sorted)
	{
		/* of any length: what is only read is not given up */
		list->limit = Max(list->limit, list->count);
		bloom_list_place(list);
	}
	return filter;
}
