/*
 * filter/combine.h
 *		Union and intersection of filters; filters with other parameters.
 *
 * See filter.h for errors.  The heads of dense filters need not be counted,
 * unless a comment says so.
 */
#ifndef BLOOM_COMBINE_H
#define BLOOM_COMBINE_H

#include "filter/filter.h"

/* combine.c */

/*
 * Whether two filters combine, according to their heads.  The union may still
 * have impossible parameters or exceed the error rate.
 */
extern bool bloom_combine_possible(BloomView a, BloomView b);

/* Likewise, with an error that says why not */
extern bool bloom_combine_check(BloomView a, BloomView b,
								BloomProblem *problem);

/* The error for different formats or parameters, without a hint */
extern bool bloom_combine_differ(const Bloom *a, const Bloom *b,
								 BloomProblem *problem);

/*
 * Whether a list with the parameters of the union of two lists is possible;
 * true for other filters that combine
 */
extern bool bloom_combine_fits(BloomView a, BloomView b);

/* The class of the union or intersection of two filters that combine */
extern BloomClass bloom_combine_class(BloomView a, BloomView b);

/* Whether the union of two filters has the capacity and rate of both */
extern bool bloom_combine_same_capacity(BloomView a, BloomView b);

/*
 * Whether the union of two filters that combine can exceed its error rate, as
 * far as their heads tell
 */
extern bool bloom_combine_can_exceed(BloomView a, BloomView b);

/* Whether two dense filters that combine have to be folded for that */
extern bool bloom_combine_folds(BloomView a, BloomView b);

/*
 * Set the error for a counted union or fold that exceeds its error rate.  The
 * hint is for filters that were all lists of whole hashes if `whole` is true.
 * Returns false.
 */
extern bool bloom_combine_refuse(BloomView view, bool whole,
								 BloomProblem *problem);

/*
 * An error if a filter is marked with BLOOM_FLAG_MIXED and exceeds its error
 * rate.  Removes the mark.  See above for `whole`.
 */
extern bool bloom_combine_check_rate(BloomFilter *filter, bool whole,
									 BloomProblem *problem);

/*
 * If both filters are dense and that of `view` has the larger capacity, fold
 * it to the capacity of `other`.  Sets *folded to the filter, of which `view`
 * becomes a view, or to NULL.  An error if it would exceed its error rate.
 */
extern bool bloom_combine_fold(const BloomHost *host, BloomView *view,
							   BloomView other, BloomFilter **folded,
							   BloomProblem *problem);

/* fold.c */

/*
 * A fixed filter with the parameters of `to` and the members of the view,
 * which must fold to these parameters.  It equals a filter to which the same
 * values were added.
 */
extern BloomFilter *bloom_filter_fold(const BloomHost *host, BloomView view,
									  const Bloom *to, BloomProblem *problem);

/*
 * Make the head of a fixed filter like another one, with this capacity.  An
 * error as from bloom_head_init().
 */
extern bool bloom_fold_head(BloomHeadRoom *to, const Bloom *head,
							int64_t capacity, BloomProblem *problem);

/*
 * Write the capacities to which a filter can be folded, for messages.  The
 * largest comes first, and "..." if not all have room.  Empty if there are
 * none.
 */
extern void bloom_fold_capacities(const Bloom *head, char *text, size_t size,
								  BloomPause pause);

/*
 * A filter without counters with the members of a counting filter, which must
 * be counted
 */
extern BloomFilter *bloom_filter_uncount(const BloomHost *host, BloomView view,
										 BloomProblem *problem);

/* union.c */

/*
 * Add all members of `other` to a filter.  An error if the two do not combine,
 * or if their union would exceed the error rate, unless one of them adds
 * nothing to the other.
 */
extern bool bloom_unite(BloomFilter *filter, BloomView other,
						BloomProblem *problem);

/* Likewise, a new filter with the members of both */
extern BloomFilter *bloom_union_of(const BloomHost *host, BloomView a,
								   BloomView b, BloomProblem *problem);

/*
 * Like bloom_unite() for one of many filters.  Whether the union exceeds the
 * error rate is checked at the end, by bloom_combine_check_rate(), if the
 * filter has the mark for it.  If `checked` is false, the two are partial
 * states, to which values were added, so only a mark that they have counts.
 * After an error, some members may have been added.
 */
extern bool bloom_unite_part(BloomFilter *filter, BloomView other,
							 bool checked, BloomProblem *problem);

/*
 * An error if two filters do not combine.  Otherwise, *mark is the mark that
 * bloom_unite_part() gives their union, or 0.
 */
extern bool bloom_unite_mark(BloomView a, BloomView b, bool checked,
							 uint8_t *mark, BloomProblem *problem);

/*
 * Set *keeps to whether bloom_unite() of two filters that combine, and whose
 * union has possible parameters, keeps the error rate
 */
extern bool bloom_unite_keeps_rate(const BloomHost *host, BloomView a,
								   BloomView b, bool *keeps,
								   BloomProblem *problem);

/* intersect.c */

/*
 * Keep only those members that are also in the other filter.  An error if the
 * two do not combine.
 */
extern bool bloom_intersect(BloomFilter *filter, BloomView other,
							BloomProblem *problem);

/*
 * Likewise for one of many filters.  Also an error if the result would depend
 * on the order in which they are intersected.  Marks the result with
 * BLOOM_FLAG_PARTIAL if it could be taken for bloom(), which may be
 * intersected with all filters.
 */
extern bool bloom_intersect_part(BloomFilter *filter, BloomView other,
								 BloomProblem *problem);

/* A filter with the members that are in both filters */
extern BloomFilter *bloom_intersection_of(const BloomHost *host, BloomView a,
										  BloomView b, BloomProblem *problem);

/* How many values two filters have in common */
typedef struct BloomOverlap
{
	double		union_cardinality;
	double		intersection_cardinality;
	double		jaccard;		/* the Jaccard index */
} BloomOverlap;

/*
 * Compare two counted filters.  The numbers are exact if both are lists of
 * whole hashes, and estimated otherwise.  The errors of bloom_intersect().
 */
extern bool bloom_compare(const BloomHost *host, BloomView a, BloomView b,
						  BloomOverlap *overlap, BloomProblem *problem);

#endif							/* BLOOM_COMBINE_H */
