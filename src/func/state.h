/*
 * func/state.h
 *		The state of an aggregate: a flat value while it is small, then hashes
 *		that are collected, or a filter in memory.
 */
#ifndef BLOOM_STATE_H
#define BLOOM_STATE_H

#include "value/collect.h"

/* A state; exactly one of the three is not NULL */
typedef struct BloomState
{
	Bloom	   *flat;
	BloomCollection *collection;
	BloomFilter *filter;
} BloomState;

/* How a state is combined with another filter */
typedef enum BloomStateCombine
{
	BLOOM_STATE_UNION,			/* must not exceed its error rate */
	BLOOM_STATE_PARTS,			/* states to which values were added: unites
								 * them, and they may be too full */
	BLOOM_STATE_INTERSECTION
} BloomStateCombine;

/* The header of a state, with its parameters */
static inline const Bloom *
bloom_state_head(const BloomState *state)
{
	return state->flat != NULL ? state->flat :
		state->collection != NULL ? state->collection->head :
		state->filter->head;
}

extern MemoryContext bloom_state_context(FunctionCallInfo fcinfo);
extern bool bloom_state_get_flat(FunctionCallInfo fcinfo, BloomState *state);
extern BloomState bloom_state_create(FunctionCallInfo fcinfo,
									 const Bloom *head);
extern BloomState bloom_state_create_like(FunctionCallInfo fcinfo,
										  BloomView view);
extern Datum bloom_state_add_flat(FunctionCallInfo fcinfo, Bloom *flat,
								  BloomClass class, uint64 hash);
extern Datum bloom_state_turn_dense(FunctionCallInfo fcinfo,
									BloomCollection *collection, uint64 hash);
extern Datum bloom_state_combine(FunctionCallInfo fcinfo,
								 BloomStateCombine combine);
extern Datum bloom_state_final(FunctionCallInfo fcinfo, Datum value);

/*
 * Get the state in argument 0, to change it in place.  Returns false if no
 * earlier row has created it.  Outside of an aggregate, raises an error unless
 * the state is expanded and read-write.
 */
static inline bool
bloom_state_get(FunctionCallInfo fcinfo, BloomState *state)
{
	Datum		value = PG_GETARG_DATUM(0);
	ExpandedObjectHeader *header;

	if (unlikely(PG_ARGISNULL(0) ||
				 !VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value))))
		return bloom_state_get_flat(fcinfo, state);
	header = DatumGetEOHP(value);
	*state = (BloomState) {NULL, NULL, NULL};
	if (header->eoh_methods == &bloom_collect_methods)
		state->collection = (BloomCollection *) header;
	else
		state->filter = bloom_expanded_of_header(header);
	return true;
}

/* A state as the result of a transition function */
static inline Datum
bloom_state_datum(const BloomState *state)
{
	return state->flat != NULL ? PointerGetDatum(state->flat) :
		state->collection != NULL ?
		EOHPGetRWDatum(&state->collection->hdr) :
		bloom_expanded_datum(state->filter);
}

/*
 * Add the hash of a value of a class, and return the state.  Raises an error
 * if the filter has values of another class.
 */
static inline Datum
bloom_state_add(FunctionCallInfo fcinfo, BloomState *state, BloomClass class,
				uint64 hash)
{
	if (unlikely(state->flat != NULL))
		return bloom_state_add_flat(fcinfo, state->flat, class, hash);
	if (state->filter != NULL)
		BLOOM_CALL(bloom_filter_add, state->filter, class, hash);
	else if (unlikely(!bloom_collect_add(state->collection, class, hash)))
		return bloom_state_turn_dense(fcinfo, state->collection, hash);
	return bloom_state_datum(state);
}

#endif							/* BLOOM_STATE_H */
