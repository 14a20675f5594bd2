/*
 * value/combine.h
 *		Union and intersection of filters.
 */
#ifndef BLOOM_COMBINE_H
#define BLOOM_COMBINE_H

#include "value/expanded.h"

/* Combines cache lines of two filters for a union or an intersection */
typedef void (*BloomCombineLines) (uint64 *to, const uint64 *from,
								   size_t lines);

/* combine.c */
extern void bloom_combine_check(BloomView a, BloomView b);
extern BloomClass bloom_combine_class(BloomView a, BloomView b);
extern bool bloom_combine_folds(BloomView a, BloomView b);
extern BloomExpanded *bloom_combine_fold(BloomView *view, BloomView other);
extern bool bloom_combine_fits(BloomView a, BloomView b);
extern bool bloom_combine_same_capacity(BloomView a, BloomView b);
extern bool bloom_combine_can_exceed(BloomView a, BloomView b);
extern BloomView bloom_combine_counted(BloomExpanded *filter);
extern bool bloom_combine_exceeds(BloomExpanded *filter);
extern void bloom_combine_refuse(BloomExpanded *filter, bool whole);
extern void bloom_combine_check_rate(BloomExpanded *filter, bool whole);
extern BloomExpanded *bloom_combine_get(Datum value, MemoryContext parent);
extern bool bloom_combine_possible(BloomView a, BloomView b);

/* union.c */
extern bool bloom_combine_keeps_rate(BloomView a, BloomView b);
extern uint8 bloom_combine_mark(BloomView a, BloomView b, bool checked);
extern void bloom_combine_words(BloomExpanded *filter, const uint64 *other,
								BloomCombineLines combine);
extern void bloom_combine_add(BloomExpanded *filter, BloomView other,
							  bool checked);
extern void bloom_combine_unite(BloomExpanded *filter, BloomView other);

/* intersect.c */
extern void bloom_combine_intersect_all(BloomExpanded *filter,
										BloomView other);
extern void bloom_combine_intersect(BloomExpanded *filter, BloomView other);
extern BloomExpanded *bloom_combine_intersection(BloomView a, BloomView b);
extern double bloom_combine_cardinality(BloomView a, BloomView b);

#define PG_GETARG_BLOOM_EXPANDED(n) \
	bloom_combine_get(PG_GETARG_DATUM(n), CurrentMemoryContext)

#endif							/* BLOOM_COMBINE_H */
