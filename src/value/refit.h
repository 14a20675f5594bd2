/*
 * value/refit.h
 *		Giving a filter's members to a filter with other parameters.
 */
#ifndef BLOOM_REFIT_H
#define BLOOM_REFIT_H

#include "value/expanded.h"

extern BloomExpanded *bloom_refit_fold(BloomView view, const Bloom *to,
									   MemoryContext parent);
extern Bloom *bloom_refit_head(const Bloom *head, int64 capacity);
extern char *bloom_refit_capacities(const Bloom *head);
extern BloomExpanded *bloom_refit_uncount(BloomView view,
										  MemoryContext parent);

#endif							/* BLOOM_REFIT_H */
