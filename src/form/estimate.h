/*
 * form/estimate.h
 *		What set bits tell: how many values there are, and how many others
 *		test positive.
 */
#ifndef BLOOM_ESTIMATE_H
#define BLOOM_ESTIMATE_H

#include "form/format.h"

/*
 * How many distinct values set so many bits of a layer; foreign is the own
 * data of another library's filter
 */
extern double bloom_estimate_layer(const Bloom *head,
								   const BloomForeign *foreign, int i,
								   uint64_t bits_set);

/*
 * The number of distinct members: of a list, so many; estimated of a dense
 * filter, whose head has the right numbers of set bits.
 */
extern double bloom_estimate_cardinality(const Bloom *head,
										 const BloomForeign *foreign,
										 size_t count);

/* The chance that a value that was never added tests positive */
extern double bloom_estimate_fpp(const Bloom *head,
								 const BloomForeign *foreign, size_t count);

#endif							/* BLOOM_ESTIMATE_H */
