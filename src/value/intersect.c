/*
 * value/intersect.c
 *		Intersection, and the cardinality of a union.
 *
 * The intersection with a list is a list of those hashes that the other filter
 * contains.  Two lists are compared in one pass over both.
 */
#include "value/combine.h"

#include "core/common.h"
#include "value/library.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include <float.h>

/* Number of hashes of a list that are tested together */
#define BATCH		256

/*
 * Raise an error unless the same bits mean the same values in two dense
 * filters.  In grown filters they do not, because the layer of a value is
 * unknown.
 */
static void
check_comparable(BloomView a, BloomView b)
{
	if ((a.head->growth != 0 || bloom_is_imported(a.head)) &&
		(a.head->layers > 1 || b.head->layers > 1 ||
		 memcmp(&a.head->layer[0].geometry, &b.head->layer[0].geometry,
				sizeof(BloomGeometry)) != 0))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("cannot intersect bloom filters that have grown"),
				 errdetail("The same value may be in different layers of the two."),
				 errhint("Build both with a capacity that they do not exceed.")));
}

/* The function that intersects the words of two filters of a kind */
static BloomCombineLines
intersect_lines(const Bloom *head)
{
	return bloom_is_counting(head) ? bloom_counters_least : bloom_bits_and;
}

/*
 * The number of members of a sparse filter that test positive in the other
 * one.  Writes their hashes to `common`, which has room for all, unless it is
 * NULL.  Can be cancelled.
 */
static Size
common_hashes(BloomView sparse, BloomView other, uint64 *common)
{
	bool		contained[BATCH];
	Size		count = 0;

	if (bloom_is_sparse(other.head))
		return bloom_hashes_common(sparse.hashes, sparse.count, other.hashes,
								   other.count, common,
								   bloom_check_interrupts);
	for (Size done = 0; done < sparse.count; done += BATCH)
	{
		const uint64 *hashes = sparse.hashes + done;
		int			batch = Min(sparse.count - done, BATCH);

		CHECK_FOR_INTERRUPTS();
		bloom_view_contains_each(other, BLOOM_CLASS_NONE, hashes, batch,
								 contained);
		for (int i = 0; i < batch; i++)
		{
			if (contained[i] && common != NULL)
				common[count] = hashes[i];
			count += contained[i];
		}
	}
	return count;
}

/*
 * A filter with the parameters of `like` and the members of a sparse filter
 * that test positive in the other one, in a memory context of its own under
 * the current one
 */
static BloomExpanded *
keep_common(BloomView like, BloomView sparse, BloomView other)
{
	BloomExpanded *content = bloom_expanded_empty(like, CurrentMemoryContext);
	MemoryContext context = content->hdr.eoh_context;
	BloomList  *list = &content->list;
	uint64	   *common;
	Size		count;

	common = MemoryContextAllocHuge(context,
									(sparse.count + 1) * sizeof(uint64));
	count = common_hashes(sparse, other, common);
	if (bloom_is_sparse(content->head) && count <= list->limit)
	{
		/* the hashes are in order, so the array becomes the list */
		pfree(list->hashes);
		list->sorted = list->count = count;
		list->room = count + 1;
		list->hashes = repalloc_huge(common, list->room * sizeof(uint64));
		return content;
	}
	bloom_expanded_add_list(content, common, count);
	pfree(common);
	return content;
}

/* Cut the hashes of two lists to the same length if one is a rollup filter */
static void
alike(BloomView *list, BloomView *other)
{
	if (bloom_is_sparse(other->head))
	{
		*list = bloom_view_list(*list, other->head);
		*other = bloom_view_list(*other, list->head);
	}
}

/*
 * The intersection of two filters, at least one of which is a list, in a
 * memory context of its own under the current one.  It has the parameters of
 * the list.  For two lists, it has the parameters of their union.
 */
static BloomExpanded *
intersect_sparse(BloomView a, BloomView b)
{
	BloomView	list = bloom_is_sparse(a.head) ? a : b;
	BloomView	other = bloom_is_sparse(a.head) ? b : a;
	bool		take_other = bloom_is_sparse(other.head) &&
		bloom_head_outranks(other.head, list.head);
	BloomExpanded *content;

	alike(&list, &other);
	content = keep_common(take_other ? other : list, list, other);
	content->head->class = a.head->class;
	bloom_set_class(content->head, b.head->class);
	return content;
}

/*
 * Keep only those members that are also in the other filter.  Raises an error
 * if the two cannot be combined.  Then nothing has changed.
 */
void
bloom_combine_intersect(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);

	bloom_combine_check(view, other);
	if (bloom_is_sparse(view.head) || bloom_is_sparse(other.head))
	{
		bloom_expanded_take_over(filter, intersect_sparse(view, other));
		return;
	}

	check_comparable(view, other);
	if (bloom_combine_folds(view, other) &&
		view.head->capacity > other.head->capacity)
	{
		view = bloom_combine_fold(view, other);
		bloom_expanded_take_over(filter,
								 bloom_expanded_copy(view,
													 CurrentMemoryContext));
	}
	else
		other = bloom_combine_fold(other, view);
	bloom_set_class(filter->head, other.head->class);
	bloom_combine_words(filter, other.words, intersect_lines(filter->head));
}

/*
 * A filter with the members that are in both filters, in a memory context of
 * its own under the current one.  Raises the errors of
 * bloom_combine_intersect().
 */
BloomExpanded *
bloom_combine_intersection(BloomView a, BloomView b)
{
	BloomExpanded *filter;

	bloom_combine_check(a, b);
	if (bloom_is_sparse(a.head) || bloom_is_sparse(b.head))
		return intersect_sparse(a, b);
	filter = bloom_expanded_copy(a, CurrentMemoryContext);
	bloom_combine_intersect(filter, b);
	return filter;
}

/*
 * The number of distinct members of the union of two filters.  It is exact if
 * both are sparse, and estimated otherwise.  Both must be counted.  Raises the
 * errors of bloom_combine_intersect().
 */
double
bloom_combine_cardinality(BloomView a, BloomView b)
{
	BloomView	sparse = bloom_is_sparse(a.head) ? a : b;
	BloomView	other = bloom_is_sparse(a.head) ? b : a;
	Size		missing;
	uint64		bits_set;

	bloom_combine_check(a, b);
	if (bloom_is_sparse(sparse.head))
	{
		alike(&sparse, &other);
		missing = sparse.count - common_hashes(sparse, other, NULL);
		if (bloom_is_sparse(other.head))
		{
			if (bloom_head_outranks(sparse.head, other.head))
				other.head = sparse.head;
			other.count += missing;
			return bloom_view_cardinality(other);
		}
		return bloom_view_cardinality(other) +
			missing / Max(1.0 - bloom_view_expected_fpp(other), DBL_EPSILON);
	}

	check_comparable(a, b);
	a = bloom_combine_fold(a, b);
	b = bloom_combine_fold(b, a);
	bits_set = bloom_count_lines_or(a.head, a.words, b.words,
									bloom_lines(a.head));
	return bloom_view_layer_cardinality(a, 0, bits_set);
}
