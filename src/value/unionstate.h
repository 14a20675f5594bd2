/*
 * value/unionstate.h
 *		The state of bloom_union_agg.
 */
#ifndef BLOOM_UNIONSTATE_H
#define BLOOM_UNIONSTATE_H

#include "value/expanded.h"

extern void bloom_unionstate_prepare(BloomExpanded *state, Size limit);
extern void bloom_unionstate_add_list(BloomExpanded *state,
									  const uint64 *hashes, Size count);
extern Datum bloom_unionstate_result(Datum value);

#endif							/* BLOOM_UNIONSTATE_H */
