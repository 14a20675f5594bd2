/*
 * value/expandedread.c
 *		Reading filters in memory, and flattening them to stored filters.
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
	if (filter->collected != NULL)
		bloom_collect_sort(filter);
	else if (bloom_is_sparse(filter->head) &&
			 (filter->list.count > filter->list.sorted ||
			  bloom_list_over_limit(&filter->list)))
		bloom_expanded_give_up_list(filter);
	if (!bloom_is_sparse(filter->head))
		bloom_layers_drain(&filter->layers, filter->head);
}

/*
 * Reset the class of a counting filter from which all values were removed, as
 * if no value had ever been added.  The search usually ends early.
 */
void
bloom_expanded_check_emptied(BloomExpanded *filter)
{
	Size		words;

	if (likely(!filter->decreased))
		return;
	bloom_layers_drain(&filter->layers, filter->head);
	filter->decreased = false;
	words = bloom_lines(filter->head) * bloom_line_words(filter->head);
	for (Size i = 0; i < words; i++)
		if (filter->layers.words[i] != 0)
			return;
	filter->head->class = BLOOM_CLASS_NONE;
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

		bloom_warn_over_capacity(filter->head, filter->known, count);
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
	BloomExpanded *filter = (BloomExpanded *) header;

	return filter->collected != NULL ? bloom_collect_flat_size(filter) :
		bloom_view_size(bloom_expanded_view(filter));
}

/* The flatten_into method of expanded objects */
static void
expanded_flatten(ExpandedObjectHeader *header, void *result, Size size)
{
	BloomExpanded *filter = (BloomExpanded *) header;

	Assert(size == expanded_flat_size(header));
	if (filter->collected != NULL)
		bloom_collect_flatten(filter, result);
	else
	{
		bloom_expanded_count(filter);
		bloom_view_flatten(bloom_expanded_view(filter), result);
	}
	Assert(bloom_valid(result));
}

const ExpandedObjectMethods bloom_expanded_methods = {
	expanded_flat_size,
	expanded_flatten
};

/* The number of hashes of a sparse filter that is ready to be read */
static Size
list_count(const BloomExpanded *filter)
{
	return (filter->coded != NULL ? *filter->coded : 0) + filter->list.count;
}

/*
 * The content of an expanded filter, which has no hashes in a temporary file.
 * Valid until the next change.
 */
BloomView
bloom_expanded_view(BloomExpanded *filter)
{
	make_readable(filter);
	bloom_expanded_check_emptied(filter);
	Assert(!bloom_collect_spilled(filter));
	if (bloom_is_sparse(filter->head))
		return (BloomView) {
			.head = filter->head, .hashes = filter->list.hashes,
			.coded = filter->coded, .places = filter->list.places,
			.count = list_count(filter), .counted = true
		};
	return (BloomView) {
		.head = filter->head, .words = filter->layers.words,
		.imported = filter->imported, .counted = filter->counted
	};
}

/*
 * A view without words and hashes, for which a list need not be sorted.  Its
 * count is only 0 if the filter is empty.  A list that may be too long must be
 * sorted, because it may get another head then.
 */
BloomView
bloom_expanded_head(BloomExpanded *filter)
{
	if (bloom_is_sparse(filter->head) &&
		filter->list.count > filter->list.limit)
		make_readable(filter);
	bloom_expanded_check_emptied(filter);
	return (BloomView) {
		.head = filter->head, .imported = filter->imported,
		.count = bloom_is_sparse(filter->head) ?
		list_count(filter) + bloom_collect_spilled(filter) : 0
	};
}

/* The expanded filter that a datum points to */
static BloomExpanded *
datum_expanded(Datum value)
{
	BloomExpanded *filter = (BloomExpanded *) DatumGetEOHP(value);

	Assert(filter->magic == BLOOM_EXPANDED_MAGIC);
	return filter;
}

/* The expanded filter that a value is, to be read, or NULL if it is stored */
BloomExpanded *
bloom_expanded_of(Datum value)
{
	return VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) ?
		datum_expanded(value) : NULL;
}

/*
 * A view of a filter, stored or expanded.  A stored one is detoasted and
 * checked.
 */
BloomView
bloom_expanded_read(Datum value)
{
	BloomExpanded *filter = bloom_expanded_of(value);

	if (filter != NULL && !bloom_collect_spilled(filter))
		return bloom_expanded_view(filter);
	return bloom_view_stored((const Bloom *) PG_DETOAST_DATUM(value));
}

/* Like bloom_expanded_read(), but with the right numbers of set bits */
BloomView
bloom_expanded_read_counted(Datum value)
{
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		bloom_expanded_count(datum_expanded(value));
	return bloom_expanded_read(value);
}

/*
 * A filter that may be changed: the expanded filter itself if the value is a
 * read-write pointer, or else a copy under parent
 */
BloomExpanded *
bloom_expanded_get(Datum value, MemoryContext parent)
{
	if (VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		return datum_expanded(value);
	return bloom_expanded_copy(bloom_expanded_read(value), parent);
}
