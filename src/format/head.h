/*
 * format/head.h
 *		Heads of native filters: making them from parameters, and deciding
 *		which of them can be combined.
 */
#ifndef BLOOM_HEAD_H
#define BLOOM_HEAD_H

#include "format/layout.h"
#include "format/problem.h"

/* The size of the text of bloom_head_describe() */
#define BLOOM_DESCRIPTION_SIZE	160

/*
 * Make the head of an empty filter.  head must have room for one layer.
 * Returns false and sets problem if the parameters are invalid, or if the
 * filter would be too large.
 */
extern bool bloom_head_init(Bloom *head, const BloomParameters *parameters,
							BloomProblem *problem);

/*
 * Make the head of an empty filter with the parameters of another one, and
 * without a value class.  empty must have room for one layer.  It is sparse,
 * unless the other filter counts, or is fixed and dense with another geometry
 * than a sparse filter of these parameters would get.
 */
extern void bloom_head_clear(Bloom *empty, const Bloom *head);

/*
 * Append the first layer to the head of a sparse filter that turns dense with
 * `values` values.  head must have room for it.  Returns false if the filter
 * would be too large.
 */
extern bool bloom_head_try_layer(Bloom *head, uint64_t values);

/* Whether a filter with as many values as its capacity is not too large */
extern bool bloom_head_fits(const Bloom *head);

/* Make the head of an elastic filter that of a coded one */
extern void bloom_head_code(Bloom *head);

/*
 * The maximum number of whole hashes in a sparse filter.  With more, an
 * elastic filter is coded, and another one would be larger than if dense.  0
 * if a dense filter of these parameters would be too large.  Readers accept
 * BLOOM_ELASTIC_MAX_LIST in an elastic one.
 */
extern size_t bloom_head_limit(const Bloom *head);

/*
 * The factor by which `from` must be folded to have the parameters of `to`: 1
 * if both have the same parameters, 0 if no fold gives these parameters
 */
extern uint32_t bloom_fold_factor(const Bloom *from, const Bloom *to);

/*
 * Whether two native filters combine, by their parameters alone: the caller
 * checks their classes, and whether one is bloom().  Two dense filters combine
 * if one of them folds to the parameters of the other.  The union may still
 * exceed its error rate; see bloom_estimate_exceeds().
 */
extern bool bloom_head_parameters_combine(const Bloom *a, const Bloom *b);

/*
 * Whether a filter without members has the parameters of bloom(), the identity
 * of union
 */
extern bool bloom_head_is_default(const Bloom *head);

/* Copy the parameters of a sparse filter to another one */
extern void bloom_head_copy_parameters(Bloom *to, const Bloom *from);

/*
 * Give `to` the parameters of the union of two lists, of which it has those of
 * one.  The result does not depend on the order in which lists are joined.
 *
 * If a list has shortened hashes, so has the union: of those with the fewest
 * bits, the one with the largest capacity and then the smallest error rate
 * gives the parameters.  Otherwise, the union has the larger capacity, the
 * smaller error rate and the larger growth of both.  It is elastic if both
 * are.  If one is, `to` is marked with BLOOM_FLAG_WHOLE until
 * bloom_head_settle().  bloom_head_fits() tells whether such a filter is
 * possible.
 */
extern void bloom_head_join(Bloom *to, const Bloom *other);

/*
 * Decide the parameters of a list with `count` distinct whole hashes, after
 * bloom_head_join(): if an elastic filter took part, and the hashes are too
 * many for the capacity of the other ones, it is elastic.
 */
extern void bloom_head_settle(Bloom *head, uint64_t count);

/*
 * Give `to` the parameters of the intersection of two lists, of which it has
 * those of one: of the list with more bits of each hash.  If both have the
 * same number, it gets those of the union.
 */
extern void bloom_head_intersect(Bloom *to, const Bloom *other);

/* Describe the parameters of a filter, except defaults, for messages */
extern void bloom_head_describe(const Bloom *head,
								char text[BLOOM_DESCRIPTION_SIZE]);

/*
 * Describe the error that a filter would be larger than BLOOM_MAX_BYTES.
 * Returns false.
 */
extern bool bloom_head_too_large(const Bloom *head, BloomProblem *problem);

/* Likewise, the error for using hashes with an imported filter */
extern bool bloom_no_hashes(const Bloom *head, BloomProblem *problem);

#endif							/* BLOOM_HEAD_H */
