/*
 * value/reshape.h
 *		The same members in a filter of another shape.
 */
#ifndef BLOOM_RESHAPE_H
#define BLOOM_RESHAPE_H

#include "value/expanded.h"

extern BloomExpanded *bloom_reshape_fold(BloomView view, const Bloom *to,
										 MemoryContext parent);
extern BloomExpanded *bloom_reshape_fit(BloomView view, MemoryContext parent);
extern Bloom *bloom_reshape_head(const Bloom *head, int64 capacity);
extern char *bloom_reshape_capacities(const Bloom *head);
extern BloomExpanded *bloom_reshape_uncount(BloomView view,
											MemoryContext parent);

#endif							/* BLOOM_RESHAPE_H */
