/*
 * format/estimate.h
 *		Estimates of the number of values in a filter, and of its error rate.
 *
 * `imported` is the own data of an imported filter, otherwise NULL.  `count`
 * is the number of hashes in a list.  The head must have the right numbers of
 * set bits.
 */
#ifndef BLOOM_ESTIMATE_H
#define BLOOM_ESTIMATE_H

#include "core/pause.h"
#include "format/layout.h"
#include "format/problem.h"

/* The number of distinct values that set this number of bits in layer i */
extern double bloom_estimate_layer(const Bloom *head,
								   const BloomImported *imported, int i,
								   uint64_t bits_set);

/*
 * The number of distinct members: exact for a list of whole hashes, otherwise
 * an estimate.  pause is called for each layer unless it is NULL.
 */
extern double bloom_estimate_cardinality(const Bloom *head,
										 const BloomImported *imported,
										 size_t count, BloomPause pause);

/*
 * The probability that a value that was never added tests positive: at least
 * one layer has all of its bits, or a list has its hash.  Reads all words of a
 * dense filter at content, which may be unaligned.  pause is called regularly
 * unless it is NULL.
 */
extern double bloom_estimate_fpp(const Bloom *head,
								 const BloomImported *imported,
								 const void *content, size_t count,
								 BloomPause pause);

/* Like bloom_estimate_fpp(), but computed from the head alone */
extern double bloom_estimate_expected_fpp(const Bloom *head,
										  const BloomImported *imported,
										  size_t count, BloomPause pause);

/* Whether a filter has a capacity, beyond which it does not grow */
static inline bool
bloom_is_limited(const Bloom *head, const BloomImported *imported)
{
	if (imported == NULL)
		return head->growth == 0;
	return imported->growth == 0 && head->capacity > 0;
}

/*
 * Whether a native fixed or elastic filter with that many values has more than
 * its capacity, and therefore a higher error rate than requested.  `values`
 * may be an estimate: the margin is well above its error.  A small filter
 * consists of whole cache lines, so it may hold more values than its capacity
 * at its error rate.
 */
extern bool bloom_estimate_over_capacity(const Bloom *head, double values);

/* The error rate of a native fixed or elastic filter with that many values */
extern double bloom_estimate_rate_of(const Bloom *head, double values);

/*
 * Whether such a number is the highest estimate, because almost all bits of a
 * native filter are set.  Then the filter may have any number of values more.
 */
extern bool bloom_estimate_saturated(const Bloom *head, double values);

/*
 * Describe that a filter with that many values, and therefore that error rate,
 * is over its capacity
 */
extern void bloom_estimate_describe(const Bloom *head, double values,
									double rate, BloomProblem *problem);

/*
 * Whether the filter exceeds its error rate so far that it must not be the
 * union of others.  That is if it is over its capacity, as above.  A filter of
 * several layers is if the sum of their rates is more than a tenth too high,
 * and has no capacity otherwise.  A list of whole hashes is not, nor is a
 * filter of which capacity or error rate are unknown.
 */
extern bool bloom_estimate_exceeds(const Bloom *head,
								   const BloomImported *imported,
								   size_t count, BloomPause pause);

#endif							/* BLOOM_ESTIMATE_H */
