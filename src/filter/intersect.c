/*
 * filter/intersect.c
 *		Intersection, and the cardinality of a union.
 *
 * The intersection with a list is a list of those hashes that the other filter
 * contains.  Of two lists, it has the hashes with more bits, so it does not
 * depend on the order in which lists are intersected.  Two lists of the same
 * number of bits are compared in one pass over both.
 */
#include "filter/combine.h"

#include <float.h>

#include "core/hashes.h"

/* Testing a hash takes as long as reading this number of hashes of a list */
#define MAX_READ		16

/* Up to this number, common hashes of elastic filters are not coded */
#define MAX_COMMON		1000000

/* The error for filters of which the layer of a value is unknown */
static bool
refuse_grown(BloomProblem *problem)
{
	bloom_problem(problem, BLOOM_PROBLEM_COMBINE,
				  "cannot intersect bloom filters that have grown");
	bloom_problem_detail(problem,
						 "The same value may be in different layers of the two.");
	return bloom_problem_hint(problem,
							  "Build both with a capacity that they do not exceed.");
}

/*
 * An error unless the same bits mean the same values in two dense filters.  In
 * grown filters they do not.
 */
static bool
check_comparable(BloomView a, BloomView b, BloomProblem *problem)
{
	if ((a.head->growth != 0 || bloom_is_imported(a.head)) &&
		(a.head->layers > 1 || b.head->layers > 1 ||
		 memcmp(&a.head->layer[0].geometry, &b.head->layer[0].geometry,
				sizeof(BloomGeometry)) != 0))
		return refuse_grown(problem);
	return true;
}

/* Find the common hashes of two lists of which no hash is coded */
static bool
find_in_arrays(BloomView a, BloomView b, BloomFilter *common, uint64_t *count,
			   BloomProblem *problem)
{
	uint64_t   *hashes = NULL;

	if (common != NULL)
	{
		if (!bloom_list_reserve(&common->list,
								BLOOM_MIN(a.count, b.count) + 1))
			return bloom_no_memory(problem);
		hashes = common->list.hashes;
	}
	*count = bloom_hashes_common(a.hashes, a.count, b.hashes, b.count, hashes,
								 a.pause);
	if (common != NULL)
		common->list.sorted = common->list.count = *count;
	return true;
}

/*
 * Put those of the next ascending hashes that another list has into `found`,
 * and return their number.  The other list is read at the same time.  mask
 * has the bits of its hashes.
 */
static size_t
find_beside(BloomStream *other, uint64_t mask, const uint64_t *hashes,
			size_t count, uint64_t *found)
{
	size_t		number = 0;
	size_t		i = 0;

	while (i < count && bloom_stream_fill(other))
	{
		const uint64_t *next = other->next;

		while (i < count && next < other->end)
		{
			uint64_t	hash = hashes[i] & mask;

			if (*next < hash)
				next++;
			else
			{
				found[number] = hashes[i++];
				number += *next == hash;
			}
		}
		other->next = next;
	}
	return number;
}

/* Put those of the hashes that another filter contains into `found` */
static size_t
find_each(BloomView other, const uint64_t *hashes, size_t count,
		  uint64_t *found)
{
	bool		contained[BLOOM_STREAM_BATCH];
	size_t		number = 0;

	bloom_view_has_ascending(other, hashes, count, contained);
	for (size_t i = 0; i < count; i++)
	{
		found[number] = hashes[i];
		number += contained[i];
	}
	return number;
}

/* What is done with common hashes: the members of one of these are set */
typedef struct Common
{
	BloomFilter *filter;		/* an empty list to which they are added */
	uint64_t	most;			/* but no more when there are more */
	BloomCodedWriter *writer;	/* codes them */
} Common;

/*
 * Set *sum to the number of hashes of a list, shortened to `bits` bits, that
 * test positive in another filter.  to is NULL if only that is needed.
 */
static bool
find_common(BloomView list, BloomView other, int bits, const Common *to,
			uint64_t *sum, BloomProblem *problem)
{
	BloomListStream stream;
	const uint64_t *hashes;
	uint64_t	found[BLOOM_STREAM_BATCH];
	bool		both = bloom_is_sparse(other.head) &&
		other.count / MAX_READ < list.count;
	int			other_bits = bloom_hash_bits(other.head);
	BloomListStream beside;
	size_t		count;

	if (bloom_is_sparse(other.head) && list.coded == NULL &&
		other.coded == NULL)
		return find_in_arrays(list, other, to == NULL ? NULL : to->filter, sum,
							  problem);
	*sum = 0;
	bloom_view_stream(list, bits, &stream);
	if (both)
		bloom_view_stream(other, other_bits, &beside);
	while ((count = bloom_stream_next(&stream.all, &hashes)) > 0)
	{
		size_t		number = both ?
			find_beside(&beside.all, bloom_coded_mask(other_bits), hashes,
						count, found) :
			find_each(other, hashes, count, found);

		if (list.pause != NULL)
			list.pause();
		*sum += number;
		if (to == NULL)
			continue;
		if (to->writer != NULL)
			bloom_coded_append(to->writer, found, number);
		else if (*sum <= to->most &&
				 !bloom_filter_add_each(to->filter, found, number, problem))
			return false;
	}
	return true;
}

/* The coded filter of `count` common hashes, which are found again */
static BloomFilter *
code_common(const BloomHost *host, const Bloom *head, BloomView list,
			BloomView other, uint64_t count, BloomProblem *problem)
{
	int			bits = bloom_hash_bits(head);
	uint64_t   *words;
	BloomFilter *result = bloom_filter_to_code(host, head, count, &words,
											   problem);
	BloomCodedWriter writer;

	if (result == NULL)
		return NULL;
	bloom_coded_begin(&writer, words, count, bits);
	if (!find_common(list, other, bits, &(Common) {.writer = &writer}, &count,
					 problem))
		return bloom_filter_discard(result);
	(void) bloom_coded_end(&writer, host->pause);
	return result;
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
 * The intersection of two filters that combine, at least one of which is a
 * list.  It has the parameters of the list, and for two lists those of
 * bloom_head_intersect().
 */
static BloomFilter *
intersect_sparse(const BloomHost *host, BloomView a, BloomView b,
				 BloomProblem *problem)
{
	BloomView	list;
	BloomView	other;
	Bloom		like;
	bool		whole;
	uint64_t	count;
	Common		common = {.most = UINT64_MAX};
	BloomFilter *result;

	choose_list(a, b, &list, &other);
	like = *list.head;
	if (bloom_is_sparse(other.head))
		bloom_head_intersect(&like, other.head);
	if (!bloom_combine_fits(a, b))
	{
		bloom_head_too_large(&like, problem);
		return NULL;
	}
	if (bloom_is_shortened(&like))
		result = bloom_filter_coded(host, &like, (BloomView) {.head = &like},
									(BloomView) {.head = &like}, problem);
	else
		result = bloom_filter_create(host, &like, problem);
	if (result == NULL)
		return NULL;
	whole = bloom_is_elastic(&like) && !bloom_is_shortened(&like);
	if (whole)
		result->list.limit = bloom_filter_list_limit(&like, list.count);
	else if (bloom_is_shortened(&like))
		result->list.limit = common.most = MAX_COMMON;
	common.filter = result;
	if (!find_common(list, other, bloom_hash_bits(list.head), &common, &count,
					 problem))
		return bloom_filter_discard(result);
	if (whole)
		result->list.limit = bloom_filter_list_limit(&like,
													 result->list.count);
	/* they were added in ascending order */
	if (bloom_is_shortened(&like))
		result->list.sorted = result->list.count;
	if (count > common.most)
	{
		bloom_filter_free(result);
		result = code_common(host, &like, list, other, count, problem);
		if (result == NULL)
			return NULL;
	}
	/* nothing was added, so there is no reason for a warning */
	if (result->coded != NULL)
		result->known = count;
	result->head->flags &= (uint8_t) ~BLOOM_FLAG_MIXED;
	result->head->class = bloom_combine_class(a, b);
	return result;
}

/*
 * Keep the bits or counters that are also in a dense filter with the same
 * parameters.  Like add_words(), this does not pause.
 */
static void
keep_words(BloomFilter *filter, BloomView other)
{
	size_t		lines = bloom_lines(filter->head);
	uint64_t	before = 0;

	/* an imported filter has one layer here */
	if (bloom_is_imported(filter->head))
	{
		bloom_filter_count(filter);
		before = filter->head->layer[0].bits_set;
	}
	filter->counted = false;
	if (bloom_is_counting(filter->head))
		bloom_counters_least(filter->layers.words, other.words, lines);
	else
		bloom_bits_and(filter->layers.words, other.words, lines);
	if (bloom_is_imported(filter->head))
	{
		bloom_imported_recount(filter, &before);
		bloom_imported_learn_parameters(filter, other);
	}
}

/* Keep the members of a dense filter that are also in another dense one */
static bool
intersect_dense(BloomFilter *filter, BloomView view, BloomView other,
				BloomProblem *problem)
{
	const BloomHost *host = filter->memory.host;
	BloomClass	class = bloom_combine_class(view, other);
	BloomFilter *mine;
	BloomFilter *others = NULL;

	if (!check_comparable(view, other, problem) ||
		!bloom_combine_fold(host, &view, other, &mine, problem) ||
		(mine == NULL &&
		 !bloom_combine_fold(host, &other, view, &others, problem)))
		return false;
	if (mine != NULL)
		(void) bloom_filter_take_over(filter, mine);
	keep_words(filter, other);
	bloom_filter_free(others);
	filter->head->flags &= (uint8_t) ~BLOOM_FLAG_MIXED;
	filter->head->class = class;
	return true;
}

/* Keep the members of a filter that are also in one with which it combines */
static bool
intersect(BloomFilter *filter, BloomView view, BloomView other,
		  BloomProblem *problem)
{
	if (!bloom_is_sparse(view.head) && !bloom_is_sparse(other.head))
		return intersect_dense(filter, view, other, problem);
	return bloom_filter_take_over(filter,
								  intersect_sparse(filter->memory.host, view,
												   other, problem));
}

bool
bloom_intersect(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	BloomView	view;

	return bloom_filter_view(filter, &view, problem) &&
		bloom_combine_check(view, other, problem) &&
		intersect(filter, view, other, problem);
}

/*
 * An error unless two of many filters, which combine, can be intersected in
 * any order.  Otherwise, a list would hide that two dense filters have no
 * intersection, or only one whose bits depend on which are folded first.
 */
static bool
check_any_order(BloomView a, BloomView b, BloomProblem *problem)
{
	if (bloom_is_elastic(a.head) && bloom_is_elastic(b.head))
		return true;
	if (a.head->layers > 1 || b.head->layers > 1)
		return refuse_grown(problem);
	if (!(bloom_is_imported(a.head) && bloom_is_imported(b.head)) &&
		bloom_fold_factor(a.head, b.head) != 1)
	{
		bloom_combine_differ(a.head, b.head, problem);
		return bloom_problem_hint(problem,
								  "bloom_intersection_agg needs the same parameters for all filters: build them with bloom_agg(value), or with the same capacity and error rate.");
	}
	if (a.head->growth != 0 &&
		bloom_is_sparse(a.head) != bloom_is_sparse(b.head))
		return refuse_grown(problem);
	return true;
}

/* A filter that bloom() is intersected with, without its members */
static BloomFilter *
without_members(const BloomHost *host, BloomView view, BloomProblem *problem)
{
	BloomFilter *filter;

	if (bloom_is_sparse(view.head))
		return bloom_filter_empty(host, view, problem);
	filter = bloom_filter_zeroed(host, view.head, view.imported, problem);
	if (filter != NULL)
		filter->head->layer[0].bits_set = 0;
	return filter;
}

/* Whether one of many filters to intersect is bloom(), and not a result */
static bool
is_bloom(BloomView view)
{
	return bloom_is_identity(view) &&
		(view.head->flags & BLOOM_FLAG_PARTIAL) == 0;
}

/* An error for two classes.  A result without members still has its class. */
static bool
check_classes(BloomView a, BloomView b, BloomProblem *problem)
{
	return is_bloom(a) || is_bloom(b) ||
		!bloom_classes_conflict(a.head->class, b.head->class) ||
		bloom_problem_class(problem, BLOOM_PROBLEM_CLASSES, a.head->class,
							b.head->class);
}

bool
bloom_intersect_part(BloomFilter *filter, BloomView other,
					 BloomProblem *problem)
{
	BloomView	view;
	bool		both_elastic;
	bool		marked;
	BloomClass	class;

	if (!bloom_filter_view(filter, &view, problem) ||
		!bloom_combine_check(view, other, problem))
		return false;
	both_elastic = bloom_is_elastic(view.head) && bloom_is_elastic(other.head);
	marked = both_elastic && !(is_bloom(view) && is_bloom(other));
	class = bloom_classes_combined(view.head->class, is_bloom(view),
								   other.head->class, is_bloom(other));
	if (both_elastic || (!is_bloom(view) && !is_bloom(other)))
	{
		if (!check_any_order(view, other, problem) ||
			!check_classes(view, other, problem) ||
			!intersect(filter, view, other, problem))
			return false;
		filter->head->class = class;
		if (marked && !bloom_is_shortened(filter->head))
			filter->head->flags |= BLOOM_FLAG_PARTIAL;
		return true;
	}
	if (view.head->layers > 1 || other.head->layers > 1)
		return refuse_grown(problem);
	if (!bloom_filter_take_over(filter,
								without_members(filter->memory.host,
												is_bloom(view) ? other : view,
												problem)))
		return false;
	filter->head->class = class;
	return true;
}

BloomFilter *
bloom_intersection_of(const BloomHost *host, BloomView a, BloomView b,
					  BloomProblem *problem)
{
	BloomFilter *filter;

	if (!bloom_combine_check(a, b, problem))
		return NULL;
	if (bloom_is_sparse(a.head) || bloom_is_sparse(b.head))
		return intersect_sparse(host, a, b, problem);
	filter = bloom_filter_copy(host, a, problem);
	if (filter == NULL || bloom_intersect(filter, b, problem))
		return filter;
	return bloom_filter_discard(filter);
}

/*
 * Set *cardinality to that of the union of two filters, at least one of which
 * is a list
 */
static bool
sparse_cardinality(BloomView a, BloomView b, double *cardinality,
				   BloomProblem *problem)
{
	BloomView	list;
	BloomView	other;
	uint64_t	common;
	uint64_t	count;
	int			bits;

	choose_list(a, b, &list, &other);
	/* a union is as fine as the coarser of the two */
	bits = bloom_hash_bits(other.head);
	count = bloom_is_sparse(other.head) ? bloom_view_count(list, bits) :
		list.count;
	if (!find_common(list, other, bits, NULL, &common, problem))
		return false;
	if (bloom_is_sparse(other.head))
	{
		other.count += count - common;
		*cardinality = bloom_view_cardinality(other);
	}
	else
		*cardinality = bloom_view_cardinality(other) +
			(double) (count - common) /
			BLOOM_MAX(1.0 - bloom_view_expected_fpp(other), DBL_EPSILON);
	return true;
}

/* The same for two dense filters */
static bool
dense_cardinality(const BloomHost *host, BloomView a, BloomView b,
				  double *cardinality, BloomProblem *problem)
{
	BloomFilter *folded[2];
	uint64_t	bits_set;

	if (!check_comparable(a, b, problem) ||
		!bloom_combine_fold(host, &a, b, &folded[0], problem))
		return false;
	if (!bloom_combine_fold(host, &b, a, &folded[1], problem))
	{
		bloom_filter_free(folded[0]);
		return false;
	}
	bits_set = bloom_layer_count_or(a.head, a.words, b.words,
									bloom_lines(a.head), a.pause);
	*cardinality = bloom_view_layer_cardinality(a, 0, bits_set);
	bloom_filter_free(folded[0]);
	bloom_filter_free(folded[1]);
	return true;
}

/*
 * The cardinality of the intersection is computed by inclusion and exclusion.
 * It cannot be computed from the AND of the bits, because more of these can be
 * set by different values than by common ones.
 */
bool
bloom_compare(const BloomHost *host, BloomView a, BloomView b,
			  BloomOverlap *overlap, BloomProblem *problem)
{
	double		all;
	double		common;

	if (!bloom_combine_check(a, b, problem) ||
		!(bloom_is_sparse(a.head) || bloom_is_sparse(b.head) ?
		  sparse_cardinality(a, b, &all, problem) :
		  dense_cardinality(host, a, b, &all, problem)))
		return false;
	common = bloom_view_cardinality(a) + bloom_view_cardinality(b) - all;
	overlap->union_cardinality = all + 0.0;	/* -0 of no bits is 0 */
	overlap->intersection_cardinality = BLOOM_MAX(common, 0.0);
	/* two empty sets are equal */
	overlap->jaccard = all <= 0.0 ? 1.0 :
		BLOOM_MIN(overlap->intersection_cardinality / all, 1.0);
	return true;
}
