/*
 * value/expandedadd.c
 *		Changing filters in memory: adding and removing hashes, and from a list
 *		to bits.
 *
 * A filter begins as a list of hashes.  It turns dense when the list gets too
 * long.  Hashes are not sorted and set bits not counted with each change, but
 * when a reader needs that (value/expandedread.c).
 */
#include "value/expanded.h"

#include "miscadmin.h"

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
	bloom_layers_add(&filter->layers, &filter->head, filter->part, hash);
}

/*
 * The head for the dense filter that a list is about to become.  A list in an
 * aggregate's state can be longer than in a stored filter.  If such a filter
 * grows, its first layer takes as much memory as the list, and the final
 * function fits it to its number of values.
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

/* The error for a list of a rollup filter, which cannot turn dense */
static void
too_many_hashes(BloomList *list)
{
	/* so that make_readable() tries again */
	list->sorted--;
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("rollup filter cannot hold more than " UINT64_FORMAT " values",
					(uint64) BLOOM_CODED_MAX_COUNT),
			 errhint("Spread the values over several filters by bloom_shard.")));
}

/*
 * Turn a list into the dense filter that the same hashes would give.  Raises
 * an error for a rollup filter, or if the dense filter would be too large or
 * the query is cancelled.  After any error, the filter is unchanged.
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
		/* PL/pgSQL can catch the error and use the filter again */
		if (dense.head != filter->head)
			pfree(dense.head);
		bloom_layers_free(&dense.layers);
		/* so that make_readable() tries again */
		if (list->sorted > 0)
			list->sorted--;
		PG_RE_THROW();
	}
	PG_END_TRY();
	bloom_expanded_replace(filter, &dense);
	MemoryContextSwitchTo(old);
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

/* Add a hash to a list, which may turn dense */
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
	add(filter, hash);
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
