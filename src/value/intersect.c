/*
 * value/intersect.c
 *		Intersection, and the cardinality of a union.
 *
 * The intersection with a list is a list of those hashes that the other filter
 * contains.  Of two lists, it has the hashes with more bits, so it does not
 * depend on the order in which lists are intersected.  Two lists of the same
 * number of bits are compared in one pass over both.
 */
#include "value/combine.h"

#include "core/common.h"
#include "value/imported.h"

#include "miscadmin.h"

#include <float.h>

/* Raise the error for filters of which the layer of a value is unknown */
static void
refuse_grown(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("cannot intersect bloom filters that have grown"),
			 errdetail("The same value may be in different layers of the two."),
			 errhint("Build both with a capacity that they do not exceed.")));
}

/*
 * Raise an error unless the same bits mean the same values in two dense
 * filters.  In grown filters they do not.
 */
static void
check_comparable(BloomView a, BloomView b)
{
	if ((a.head->growth != 0 || bloom_is_imported(a.head)) &&
		(a.head->layers > 1 || b.head->layers > 1 ||
		 memcmp(&a.head->layer[0].geometry, &b.head->layer[0].geometry,
				sizeof(BloomGeometry)) != 0))
		refuse_grown();
}

/* The function that intersects the words of two filters of a kind */
static BloomCombineLines
intersect_lines(const Bloom *head)
{
	return bloom_is_counting(head) ? bloom_counters_least : bloom_bits_and;
}

/* find_common() for two lists of which no hash is coded */
static uint64
find_in_arrays(BloomView a, BloomView b, BloomExpanded *common)
{
	Size		count;

	if (common != NULL)
		bloom_list_reserve(&common->list, Min(a.count, b.count) + 1);
	count = bloom_hashes_common(a.hashes, a.count, b.hashes, b.count,
								common != NULL ? common->list.hashes : NULL,
								bloom_check_interrupts);
	if (common != NULL)
		common->list.sorted = common->list.count = count;
	return count;
}

/*
 * The number of hashes of a list, shortened to `bits` bits, that test positive
 * in another filter.  Adds them to `common`, an empty list, unless it is NULL.
 * Can be cancelled.
 */
static uint64
find_common(BloomView list, BloomView other, int bits, BloomExpanded *common)
{
	BloomListStream stream;
	const uint64 *hashes;
	bool		contained[BLOOM_STREAM_BATCH];
	uint64		found[BLOOM_STREAM_BATCH];
	uint64		sum = 0;
	Size		count;

	if (bloom_is_sparse(other.head) && list.coded == NULL &&
		other.coded == NULL)
		return find_in_arrays(list, other, common);
	bloom_view_stream(list, bits, &stream);
	while ((count = bloom_stream_next(&stream.all, &hashes)) > 0)
	{
		int			number = 0;

		CHECK_FOR_INTERRUPTS();
		bloom_view_contains_ascending(other, BLOOM_CLASS_NONE, hashes,
									  (int) count, contained);
		for (Size i = 0; i < count; i++)
		{
			found[number] = hashes[i];
			number += contained[i];
		}
		sum += number;
		if (common != NULL)
			bloom_expanded_add_list(common, found, number);
	}
	return sum;
}

/*
 * Put the list to read into *list and the filter to test its hashes against
 * into *other.  The list with more bits of each hash is read, or the shorter
 * one.
 */
static void
choose_list(BloomView a, BloomView b, BloomView *list, BloomView *other)
{
	int			bits[2] = {bloom_hash_bits(a.head), bloom_hash_bits(b.head)};
	bool		read_a = bloom_is_sparse(a.head) &&
		(!bloom_is_sparse(b.head) || bits[0] > bits[1] ||
		 (bits[0] == bits[1] && a.count <= b.count));

	*list = read_a ? a : b;
	*other = read_a ? b : a;
}

/*
 * The intersection of two filters, at least one of which is a list, in a
 * memory context of its own under the current one.  It has the parameters of
 * the list, and for two lists those of bloom_head_intersect().
 */
static BloomExpanded *
intersect_sparse(BloomView a, BloomView b)
{
	BloomView	list;
	BloomView	other;
	Bloom		like;
	BloomExpanded *content;

	choose_list(a, b, &list, &other);
	like = *list.head;
	if (bloom_is_sparse(other.head))
		bloom_head_intersect(&like, other.head);
	if (!bloom_combine_fits(a, b))
		bloom_too_large(&like);
	if (bloom_is_shortened(&like))
		content = bloom_expanded_coded(&like, 0, CurrentMemoryContext);
	else
		content = bloom_expanded_create(&like, CurrentMemoryContext);
	/* lists of this length were written once, and would be shortened */
	if (bloom_is_elastic(&like) && !bloom_is_shortened(&like))
		content->list.limit = Max(BLOOM_ELASTIC_LIST,
								  Min(list.count, BLOOM_ELASTIC_MAX_LIST));
	(void) find_common(list, other, bloom_hash_bits(list.head), content);
	if (bloom_is_elastic(&like) && !bloom_is_shortened(&like))
		content->list.limit = Max(BLOOM_ELASTIC_LIST,
								  Min(content->list.count,
									  BLOOM_ELASTIC_MAX_LIST));
	content->head->flags &= ~BLOOM_FLAG_MIXED;
	content->head->class = bloom_combine_class(a, b);
	return content;
}

/*
 * Keep only those members that are also in the other filter.  Raises an error
 * if the two cannot be combined.  Then nothing has changed.  Can be cancelled
 * half way.
 */
void
bloom_combine_intersect(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	BloomExpanded *folded;

	bloom_combine_check(view, other);
	if (bloom_is_sparse(view.head) || bloom_is_sparse(other.head))
	{
		bloom_expanded_take_over(filter, intersect_sparse(view, other));
		return;
	}

	check_comparable(view, other);
	folded = bloom_combine_fold(&view, other);
	if (folded != NULL)
		bloom_expanded_take_over(filter, folded);
	else
		(void) bloom_combine_fold(&other, view);
	filter->head->flags &= ~BLOOM_FLAG_MIXED;
	bloom_set_class(filter->head, other.head->class);
	bloom_combine_words(filter, other.words, intersect_lines(filter->head));
}

/*
 * Raise an error unless two of many filters, which combine, can be intersected
 * in any order.  Otherwise, a list would hide that two dense filters have no
 * intersection, or only one whose bits depend on which are folded first.
 */
static void
check_intersects_all(BloomView a, BloomView b)
{
	if (bloom_is_elastic(a.head) && bloom_is_elastic(b.head))
		return;
	if (a.head->layers > 1 || b.head->layers > 1)
		refuse_grown();
	if (!bloom_is_imported(a.head) && bloom_fold_factor(a.head, b.head) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters have different parameters"),
				 errdetail("One has %s, the other %s.",
						   bloom_head_text(a.head), bloom_head_text(b.head)),
				 errhint("bloom_intersection_agg needs the same parameters for all filters: build them with bloom_agg(value), or with the same capacity and error rate.")));
	if (a.head->growth != 0 &&
		bloom_is_sparse(a.head) != bloom_is_sparse(b.head))
		refuse_grown();
}

/* Remove all members of a filter that bloom() is intersected with */
static BloomExpanded *
without_members(BloomView view)
{
	BloomExpanded *filter;

	if (bloom_is_sparse(view.head))
		return bloom_expanded_empty(view, CurrentMemoryContext);
	filter = bloom_expanded_zeroed(view.head, CurrentMemoryContext);
	filter->head->layer[0].bits_set = 0;
	if (bloom_is_imported(view.head))
		bloom_expanded_set_imported(filter, view.imported);
	return filter;
}

/* Whether one of many filters to intersect is bloom(), and not a result */
static bool
is_bloom(BloomView view)
{
	return bloom_is_identity(view) &&
		(view.head->flags & BLOOM_FLAG_PARTIAL) == 0;
}

/*
 * Like bloom_combine_intersect(), but raises an error also if the result would
 * depend on the order in which many filters are intersected.  Marks the result
 * with BLOOM_FLAG_PARTIAL if it could be taken for bloom(), which may be
 * intersected with all filters.
 */
void
bloom_combine_intersect_all(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	bool		both_elastic = bloom_is_elastic(view.head) &&
		bloom_is_elastic(other.head);
	bool		marked = both_elastic && !(is_bloom(view) && is_bloom(other));
	BloomClass	class;
	BloomExpanded *content;

	bloom_combine_check(view, other);
	if (both_elastic || (!is_bloom(view) && !is_bloom(other)))
	{
		check_intersects_all(view, other);
		bloom_combine_intersect(filter, other);
		if (marked && !bloom_is_shortened(filter->head))
			filter->head->flags |= BLOOM_FLAG_PARTIAL;
		return;
	}
	if (view.head->layers > 1 || other.head->layers > 1)
		refuse_grown();
	class = bloom_combine_class(view, other);
	content = without_members(is_bloom(view) ? other : view);
	content->head->class = class;
	bloom_expanded_take_over(filter, content);
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
	BloomView	list;
	BloomView	other;
	uint64		bits_set;
	int			bits;

	bloom_combine_check(a, b);
	if (bloom_is_sparse(a.head) || bloom_is_sparse(b.head))
	{
		choose_list(a, b, &list, &other);
		bits = bloom_hash_bits(other.head);
		if (!bloom_is_sparse(other.head))
			return bloom_view_cardinality(other) +
				(list.count - find_common(list, other, bits, NULL)) /
				Max(1.0 - bloom_view_expected_fpp(other), DBL_EPSILON);
		/* a union is as fine as the coarser of the two */
		other.count += bloom_view_count(list, bits) -
			find_common(list, other, bits, NULL);
		return bloom_view_cardinality(other);
	}

	check_comparable(a, b);
	(void) bloom_combine_fold(&a, b);
	(void) bloom_combine_fold(&b, a);
	bits_set = bloom_count_or(a.head, a.words, b.words, bloom_lines(a.head),
							  bloom_check_interrupts);
	return bloom_view_layer_cardinality(a, 0, bits_set);
}
