/*
 * value/combine.h
 *		Union and intersection of filters.
 */
#ifndef BLOOM_COMBINE_H
#define BLOOM_COMBINE_H

#include "value/expanded.h"

extern void bloom_combine_unite(BloomExpanded *filter, BloomView other);
extern void bloom_combine_intersect(BloomExpanded *filter, BloomView other);
extern BloomExpanded *bloom_combine_intersection(BloomView a, BloomView b);
extern double bloom_combine_cardinality(BloomView a, BloomView b);
extern bool bloom_combine_possible(BloomView a, BloomView b);

#endif							/* BLOOM_COMBINE_H */
