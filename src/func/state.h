/*
 * func/state.h
 *		The state of an aggregate: a list or a dense filter while it is small,
 *		then hashes that are collected, or a filter in memory.
 */
#ifndef BLOOM_STATE_H
#define BLOOM_STATE_H

#include "value/collect.h"

typedef enum BloomStateKind
{
	BLOOM_STATE_LIST,
	BLOOM_STATE_DENSE,
	BLOOM_STATE_COLLECTION,
	BLOOM_STATE_FILTER
} BloomStateKind;

/*
 * The state of an aggregate of values: an expanded object, which SQL regards
 * as a value of type bloom.  All states of an aggregate share its memory
 * context, so it must not be deleted: a transition function always returns
 * the state that it got.  Inverse functions may not; see
 * bloom_state_context().
 *
 * What a row of a short list reads is in here, because each read of another
 * cache line takes longer than adding a value.
 */
typedef struct BloomState
{
	ExpandedObjectHeader hdr;
	uint16		count;			/* of the hashes of a list */
	uint16		sorted;			/* the first ones, which are ascending */
	uint16		room;
	uint16		kind;			/* BloomStateKind */
	const Bloom *head;			/* parameters, shared with other states; of a
								 * list or a dense filter, also the class */
	union
	{
		uint64	   *hashes;
		Bloom	   *dense;		/* stored */
		BloomCollection *collection;
		BloomFilter *filter;
	};
	uint64		few[7];			/* the first room of a list */
} BloomState;

/* How a state is combined with another filter */
typedef enum BloomStateCombine
{
	BLOOM_STATE_UNION,			/* must not exceed its error rate */
	BLOOM_STATE_PARTS,			/* states to which values were added: unites
								 * them, and they may be too full */
	BLOOM_STATE_INTERSECTION
} BloomStateCombine;

extern const ExpandedObjectMethods bloom_state_methods;

extern BloomState *bloom_state_from_stored(FunctionCallInfo fcinfo);
extern MemoryContext bloom_state_context(FunctionCallInfo fcinfo);
extern BloomState *bloom_state_create(FunctionCallInfo fcinfo,
									  const Bloom *head);
extern BloomState *bloom_state_create_like(FunctionCallInfo fcinfo,
										   BloomView view);
extern void bloom_state_check_like(const BloomState *state, BloomView view);
extern void bloom_state_add_few(BloomState *state, BloomClass class,
								 uint64 hash);
extern void bloom_state_turn_dense(BloomState *state, uint64 hash);
extern Datum bloom_state_combine(FunctionCallInfo fcinfo,
								 BloomStateCombine combine);
extern Datum bloom_state_final(Datum value, bool values);

/* The state that a datum points to, or NULL if it is not one of values */
static inline BloomState *
bloom_state_of(Datum value)
{
	ExpandedObjectHeader *header;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return NULL;
	header = DatumGetEOHP(value);
	return header->eoh_methods == &bloom_state_methods ?
		(BloomState *) header : NULL;
}

/*
 * The state of values in argument 0, to change it, or NULL if no earlier row
 * has created it.  Raises an error outside of an aggregate.
 */
static inline BloomState *
bloom_state_get(FunctionCallInfo fcinfo)
{
	BloomState *state = NULL;

	if (likely(!PG_ARGISNULL(0)))
	{
		char	   *pointer = PG_GETARG_POINTER(0);

		/* the state has two cache lines; the pointer is in the first one */
		__builtin_prefetch(pointer + 40);
		if (likely(VARATT_IS_EXTERNAL_EXPANDED_RW(pointer)))
			state = bloom_state_of(PointerGetDatum(pointer));
	}
	return likely(state != NULL) ? state : bloom_state_from_stored(fcinfo);
}

/* A state as the result of a transition function */
static inline Datum
bloom_state_datum(const BloomState *state)
{
	return EOHPGetRWDatum(&state->hdr);
}

/*
 * Add the hash of a value of a class.  Raises an error, and changes nothing,
 * if the state has values of another class.
 */
static inline void
bloom_state_add(BloomState *state, BloomClass class, uint64 hash)
{
	if (state->kind == BLOOM_STATE_LIST || state->kind == BLOOM_STATE_DENSE)
		bloom_state_add_few(state, class, hash);
	else if (state->kind == BLOOM_STATE_FILTER)
		BLOOM_CALL(bloom_filter_add, state->filter, class, hash);
	else if (unlikely(!bloom_collect_add(state->collection, class, hash)))
		bloom_state_turn_dense(state, hash);
}

#endif							/* BLOOM_STATE_H */
