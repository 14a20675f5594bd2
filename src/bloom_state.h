/*
 * bloom_state.h
 *		The state of an aggregate: a flat value while it is small, then a
 *		filter in memory.
 */
#ifndef BLOOM_STATE_H
#define BLOOM_STATE_H

#include "bloom_expanded.h"

/* One of the two is NULL */
typedef struct BloomState
{
	Bloom	   *flat;
	BloomExpanded *expanded;
} BloomState;

static inline const Bloom *
bloom_state_head(const BloomState *state)
{
	return state->flat != NULL ? state->flat : state->expanded->head;
}

extern bool bloom_state_get(FunctionCallInfo fcinfo, BloomState *state);
extern BloomState bloom_state_create(FunctionCallInfo fcinfo,
									 const Bloom *head);
extern Datum bloom_state_datum(const BloomState *state);
extern Datum bloom_state_add(FunctionCallInfo fcinfo, BloomState *state,
							 BloomClass class, uint64 hash);
extern Datum bloom_state_combine(FunctionCallInfo fcinfo, bool partial,
								 void (*combine) (BloomExpanded *filter,
												  BloomView other));
extern Datum bloom_state_final(Datum value);

#endif							/* BLOOM_STATE_H */
