/*
 * value/intersect.c
 *		Intersection, and the cardinality of a union.
 *
 * The intersection with a list is a list of those hashes that the other filter
 * contains.  Two lists are compared in one pass over both.
 */
#include "value/combine.h"

#include "core/common.h"
#include "value/imported.h"

#include "miscadmin.h"

#include <float.h>

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
 * into *other, and return the number of bits of hashes that both have.  A list
 * with fewer bits must be the tested one.  Otherwise, the shorter list is
 * read.
 */
static int
choose_list(BloomView a, BloomView b, BloomView *list, BloomView *other)
{
	int			bits[2] = {bloom_hash_bits(a.head), bloom_hash_bits(b.head)};
	bool		read_a = bloom_is_sparse(a.head) &&
		(!bloom_is_sparse(b.head) || bits[0] > bits[1] ||
		 (bits[0] == bits[1] && a.count <= b.count));

	*list = read_a ? a : b;
	*other = read_a ? b : a;
	return Min(bits[0], bits[1]);
}

/*
 * The intersection of two filters, at least one of which is a list, in a
 * memory context of its own under the current one.  It has the parameters of
 * the list.  For two lists, it has the parameters of their union.
 */
static BloomExpanded *
intersect_sparse(BloomView a, BloomView b)
{
	BloomView	list;
	BloomView	other;
	int			bits = choose_list(a, b, &list, &other);
	const Bloom *like = bloom_is_sparse(other.head) &&
		bloom_head_outranks(other.head, list.head) ? other.head : list.head;
	BloomExpanded *content;

	if (bloom_is_shortened(like))
		content = bloom_expanded_coded(like, 0, CurrentMemoryContext);
	else
		content = bloom_expanded_create(like, CurrentMemoryContext);
	(void) find_common(list, other, bits, content);
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
	uint64		common;
	uint64		bits_set;
	int			bits;

	bloom_combine_check(a, b);
	if (bloom_is_sparse(a.head) || bloom_is_sparse(b.head))
	{
		bits = choose_list(a, b, &list, &other);
		common = find_common(list, other, bits, NULL);
		if (!bloom_is_sparse(other.head))
			return bloom_view_cardinality(other) + (list.count - common) /
				Max(1.0 - bloom_view_expected_fpp(other), DBL_EPSILON);
		other.count += bloom_view_count(list, bits) - common;
		if (bloom_head_outranks(list.head, other.head))
			other.head = list.head;
		return bloom_view_cardinality(other);
	}

	check_comparable(a, b);
	(void) bloom_combine_fold(&a, b);
	(void) bloom_combine_fold(&b, a);
	bits_set = bloom_count_or(a.head, a.words, b.words, bloom_lines(a.head),
							  bloom_check_interrupts);
	return bloom_view_layer_cardinality(a, 0, bits_set);
}
