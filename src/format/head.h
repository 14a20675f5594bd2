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

/* Make the head of an elastic filter that of a coded one */
extern void bloom_head_code(Bloom *head);

/*
 * The maximum number of whole hashes in a sparse filter.  With more, an
 * elastic filter is coded, and another one would be larger than if dense.  0
 * if a dense filter of these parameters would be too large.
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
 * if one of them folds to the parameters of the other.  The fold may still
 * exceed its error rate; see BLOOM_RATE_TOLERANCE.
 */
extern bool bloom_head_parameters_combine(const Bloom *a, const Bloom *b);

/* The union of filters may exceed its error rate by up to this factor */
#define BLOOM_RATE_TOLERANCE	1.1

/* Copy the parameters of a sparse filter to another one */
extern void bloom_head_copy_parameters(Bloom *to, const Bloom *from);

/*
 * Whether the union of two lists gets the parameters of a rather than those of
 * b.  Shortened hashes are preferred, because the others are not known, and
 * then filters that are not elastic, because that is what the user asked for.
 * Of two elastic filters, the one with fewer bits per hash is preferred.  Then
 * the larger capacity decides, then the smaller error rate, then the larger
 * growth.  False if all are equal.
 */
extern bool bloom_head_outranks(const Bloom *a, const Bloom *b);

/* Describe the parameters of a filter, except defaults, for messages */
extern void bloom_head_describe(const Bloom *head,
								char text[BLOOM_DESCRIPTION_SIZE]);

/* Describe the error that a filter would be larger than BLOOM_MAX_BYTES */
extern void bloom_head_too_large(const Bloom *head, BloomProblem *problem);

#endif							/* BLOOM_HEAD_H */
