/*
 * format/estimate.h
 *		What set bits tell: how many values there are, and how many others
 *		test positive.
 */
#ifndef BLOOM_ESTIMATE_H
#define BLOOM_ESTIMATE_H

#include "core/pause.h"
#include "format/layout.h"

/*
 * How many distinct values set so many bits of a layer; imported is the own
 * data of another library's filter
 */
extern double bloom_estimate_layer(const Bloom *head,
								   const BloomImported *imported, int i,
								   uint64_t bits_set);

/*
 * The number of distinct members: of a list, so many; estimated of a dense
 * filter, whose head has the right numbers of set bits.
 */
extern double bloom_estimate_cardinality(const Bloom *head,
										 const BloomImported *imported,
										 size_t count);

/*
 * The chance that a value that was never added tests positive: that at least
 * one layer has all its bits, or a list its hash.  content is the layers', at
 * any address, and all of it is read; pause is called every so often, unless
 * it is NULL.
 */
extern double bloom_estimate_fpp(const Bloom *head,
								 const BloomImported *imported,
								 const void *content, size_t count,
								 BloomPause pause);

/* The same as the set bits of whole layers tell it, which the head has */
extern double bloom_estimate_expected_fpp(const Bloom *head,
										  const BloomImported *imported,
										  size_t count);

#endif							/* BLOOM_ESTIMATE_H */
