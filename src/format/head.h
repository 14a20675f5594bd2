/*
 * format/head.h
 *		Heads of filters: from parameters to the header and first layer that a
 *		filter of it has, and which parameters go together.
 */
#ifndef BLOOM_HEAD_H
#define BLOOM_HEAD_H

#include "format/layout.h"
#include "format/problem.h"

/* Of bloom_head_describe */
#define BLOOM_DESCRIPTION_SIZE	160

/*
 * Make the head of an empty filter, with room for a layer.  Returns false if
 * the parameters can't be had.
 */
extern bool bloom_head_init(Bloom *head, const BloomParameters *parameters,
							BloomProblem *problem);

/*
 * Make the head of an empty filter of the same parameters, which may hold any
 * class, with room for a layer.  It is sparse, unless the filter counts or its
 * geometry isn't the one that a sparse filter turns to.
 */
extern void bloom_head_clear(Bloom *empty, const Bloom *head);

/*
 * Give a sparse head, which has room for it, the layer with which a filter
 * turns dense holding so many values, be it whole or a part of a union.
 * Returns false if it can't be had.
 */
extern bool bloom_head_try_layer(Bloom *head, uint64_t values, bool part);

/*
 * With how many hashes a sparse filter is still smaller than a dense one; 0
 * if there is no dense one.
 */
extern size_t bloom_head_limit(const Bloom *head);

/*
 * By how much the first filter has to be folded to have the second one's
 * parameters; 1 if both have the same parameters, 0 if folding doesn't lead
 * there.
 */
extern uint32_t bloom_fold_factor(const Bloom *from, const Bloom *to);

/*
 * Whether the parameters of two native filters allow combining them.  Two
 * dense filters combine if one of them folds to the parameters of the other.
 * The fold may still exceed its error rate; see BLOOM_FOLD_TOLERANCE.
 */
extern bool bloom_head_parameters_combine(const Bloom *a, const Bloom *b);

/*
 * Filters that were folded to be combined may have this multiple of their
 * error rate
 */
#define BLOOM_FOLD_TOLERANCE	1.1

/* Give a list the capacity, error rate, growth and seed of another filter */
extern void bloom_head_copy_parameters(Bloom *to, const Bloom *from);

/*
 * Whether the union of two lists takes the parameters of the first rather than
 * those of the second: those of a rollup filter, of two the one with fewer
 * bits per hash; then the larger capacity, then the smaller error rate, then
 * the larger growth.  False if both have the same parameters.
 */
extern bool bloom_head_outranks(const Bloom *a, const Bloom *b);

/* What users know parameters by; only what is set appears */
extern void bloom_head_describe(const Bloom *head,
								char text[BLOOM_DESCRIPTION_SIZE]);

/* A filter would have more than BLOOM_MAX_BYTES */
extern void bloom_head_too_large(const Bloom *head, BloomProblem *problem);

#endif							/* BLOOM_HEAD_H */
