/*
 * value/expandedadd.c
 *		Changing filters in memory: adding and removing hashes, and from a list
 *		to bits.
 *
 * A filter begins as a list of hashes.  If the list gets too long, an elastic
 * filter codes it, and another one turns dense.  Hashes are not sorted and set
 * bits not counted with each change, but when a reader needs that
 * (value/expandedread.c).
 */
#include "value/expanded.h"

#include "miscadmin.h"

#include "value/receive.h"

/* Number of hashes that are tested together */
#define BATCH					256

/* Loops over hashes check for a cancel request after this many */
#define INTERRUPT_HASHES		65536

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
	bloom_layers_add(&filter->layers, &filter->head, hash);
}

/* Start reading the hashes of two lists, shortened to `bits` bits */
static void
stream_both(BloomView a, BloomView b, int bits, BloomListStream *streams,
			BloomStream *all)
{
	bloom_view_stream(a, bits, &streams[0]);
	bloom_view_stream(b, bits, &streams[1]);
	bloom_stream_union(all, &streams[0].all, &streams[1].all);
}

/*
 * A coded filter with the parameters of head and the hashes of two lists, in a
 * memory context of its own under parent.  head is that of a coded filter.
 * Raises an error if the filter would be too large.  Can be cancelled.
 */
BloomExpanded *
bloom_expanded_coded_of(const Bloom *head, BloomView a, BloomView b,
						MemoryContext parent)
{
	int			bits = bloom_hash_bits(head);
	BloomListStream streams[2];
	BloomStream all;
	BloomExpanded *filter;
	uint64		count;

	stream_both(a, b, bits, streams, &all);
	/* shortened hashes of different values may be equal */
	count = bloom_stream_count(&all, bloom_check_interrupts);

	filter = bloom_expanded_coded(head, count, parent);
	stream_both(a, b, bits, streams, &all);
	bloom_check_sound(bloom_stream_code(&all, filter->coded, count, bits,
										bloom_check_interrupts));
	return filter;
}

/*
 * Replace the content of a list by the coded list of the hashes of a and b,
 * with the parameters of head.  a and b may be views of the filter.  After any
 * error, the filter is unchanged.
 */
void
bloom_expanded_code(BloomExpanded *filter, const Bloom *head, BloomView a,
					BloomView b)
{
	BloomExpanded *content = bloom_expanded_coded_of(head, a, b,
													 CurrentMemoryContext);

	content->known = filter->known;
	bloom_expanded_take_over(filter, content);
}

/*
 * Code the list of an elastic filter, together with the hashes that are coded
 * already.  After any error, the filter is unchanged.
 */
static void
code_list(BloomExpanded *filter)
{
	BloomView	coded = {.head = filter->head, .coded = filter->coded};
	BloomView	list = {
		.head = filter->head, .hashes = filter->list.hashes,
		.uncoded = filter->list.count
	};
	Bloom		head = *filter->head;

	bloom_head_code(&head);
	bloom_expanded_code(filter, &head, coded, list);
}

/*
 * Turn a list into the dense filter that the same hashes would give.  After
 * any error, the filter is unchanged.
 */
static void
turn_dense(BloomExpanded *filter)
{
	BloomList  *list = &filter->list;
	/* not freed: the context may not support that (see bloom_list_sort()) */
	Bloom	   *head = bloom_head_empty(filter->head);
	BloomExpanded *dense;

	head->class = filter->head->class;
	bloom_head_first_layer(head, list->count);
	dense = bloom_expanded_zeroed(head, CurrentMemoryContext);
	bloom_expanded_add_list(dense, list->hashes, list->count);
	bloom_expanded_take_over(filter, dense);
}

/*
 * Give up the list of a filter, if it has too many hashes: code it, or turn it
 * dense.  Raises an error if the filter would be too large, with a list beside
 * the coded hashes, too, or if the query is cancelled.  After any error, the
 * filter is unchanged.
 */
void
bloom_expanded_give_up_list(BloomExpanded *filter)
{
	BloomList  *list = &filter->list;
	uint8		mixed = filter->head->flags & BLOOM_FLAG_MIXED;

	bloom_list_sort(list);
	if (filter->coded != NULL &&
		!bloom_list_fits(filter->head, *filter->coded + list->count))
		bloom_too_large(filter->head);
	if (!bloom_list_over_limit(list))
		return;
	if (bloom_is_elastic(filter->head))
		code_list(filter);
	else
		turn_dense(filter);
	filter->head->flags |= mixed;
}

/* Make room in a full list, or give it up; returns whether there is a list */
static bool
make_room(BloomExpanded *filter)
{
	bloom_list_make_room(&filter->list);
	bloom_expanded_give_up_list(filter);
	return bloom_is_sparse(filter->head);
}

/* Add a hash to a list, which may be given up */
static void
add_sparse(BloomExpanded *filter, uint64 hash)
{
	BloomList  *list = &filter->list;

	if (list->count == list->room && !make_room(filter))
		add_dense(filter, hash);
	else if (filter->coded == NULL ||
			 !bloom_coded_contains(filter->coded,
								   bloom_hash_bits(filter->head), hash))
		list->hashes[list->count++] = hash & list->mask;
}

/*
 * Reset the class of a counting filter from which all values were removed, as
 * if no value had ever been added.  The search usually ends early.  Can be
 * cancelled; then nothing has changed.
 */
void
bloom_expanded_check_emptied(BloomExpanded *filter)
{
	Size		words;
	Size		i = 0;

	if (likely(!filter->decreased))
		return;
	bloom_layers_drain(&filter->layers, filter->head);
	words = bloom_words_size(filter->head) / sizeof(uint64);
	while (i < words && filter->layers.words[i] == 0)
		if (++i % (BLOOM_INTERRUPT_BYTES / sizeof(uint64)) == 0)
			CHECK_FOR_INTERRUPTS();
	filter->decreased = false;
	if (i == words)
		filter->head->class = BLOOM_CLASS_NONE;
}

/*
 * Raise an error if the filter holds values of another class.  A counting
 * filter has no class if all of its values were removed.
 */
static inline void
check_class(BloomExpanded *filter, BloomClass class)
{
	if (unlikely(bloom_classes_conflict(filter->head->class, class)))
		bloom_expanded_check_emptied(filter);
	bloom_check_class(filter->head, class);
}

/*
 * Add the hash of a value of the class, which is BLOOM_CLASS_NONE if only the
 * hash is known.  Raises an error if the filter is imported, holds values of
 * another class, or would become too large.  Then it is unchanged.
 */
void
bloom_expanded_add(BloomExpanded *filter, BloomClass class, uint64 hash)
{
	if (unlikely(bloom_is_imported(filter->head)))
		bloom_no_hashes(filter->head);
	check_class(filter, class);
	if (bloom_is_sparse(filter->head))
		add_sparse(filter, hash);
	else
		add_dense(filter, hash);
	bloom_set_class(filter->head, class);
}

/*
 * Remove the hash of a value of the class from a counting filter, which
 * reverts one bloom_expanded_add().  Raises an error if the filter does not
 * count, holds values of another class, or does not contain the hash.  Then it
 * is unchanged.
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
	filter->decreased = true;
}

/*
 * Append hashes to a list that has room for them, except for those that are
 * coded already
 */
static void
append(BloomExpanded *filter, const uint64 *hashes, Size count)
{
	BloomList  *list = &filter->list;
	uint64	   *to = list->hashes + list->count;
	bool		coded[BATCH] = {false};

	for (Size done = 0; done < count; done += BATCH)
	{
		Size		batch = Min(count - done, BATCH);

		if (filter->coded != NULL)
			bloom_coded_contains_each(filter->coded,
									  bloom_hash_bits(filter->head),
									  hashes + done, batch, coded);
		for (Size i = 0; i < batch; i++)
		{
			*to = hashes[done + i] & list->mask;
			to += !coded[i];
		}
	}
	list->count = to - list->hashes;
}

/*
 * Add some of the hashes, at least one, and return how many.  They are as many
 * as can be added in the same way without checking for a cancel request.
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
		append(filter, hashes, count);
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

/*
 * Add many hashes.  The filter must have the class of their values, or none.
 * Can be cancelled half way.
 */
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

/* Like bloom_expanded_add_list(), for the hashes of a list */
void
bloom_expanded_add_view(BloomExpanded *filter, BloomView list)
{
	BloomListStream stream;
	const uint64 *hashes;
	Size		count;

	bloom_view_stream(list, bloom_hash_bits(filter->head), &stream);
	while ((count = bloom_stream_next(&stream.all, &hashes)) > 0)
		bloom_expanded_add_list(filter, hashes, count);
}

/*
 * Add the hash of a value of the class to a fixed, dense filter of bits.
 * Returns whether that set a bit, so that the hash tested negative before.
 * The class must be that of the filter's other values.
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
