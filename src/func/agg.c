/*
 * func/agg.c
 *		Transition, combine and final functions of the aggregates.
 *
 * The state is a filter, so no serialize functions are needed, and partial
 * results are combined by their union.  The initial state of bloom_agg is
 * bloom(), the identity of union.  The first row replaces it with a filter of
 * the requested parameters.
 *
 * Common types of keys have their own aggregates, which engines such as Citus
 * push down.  These engines call transition functions without the types of
 * the arguments.  So each type has its own SQL function.  All of them share
 * one C function, which uses the declared type of its argument.
 *
 * The aggregates of values of any type do the same, but their state is a
 * filter in a box, which has the type internal in SQL.  Engines that push down
 * partial aggregates, such as Citus, cannot do that with a polymorphic one,
 * because the worker does not know the type of its argument.  They would fail.
 * With an internal state, they fetch the rows instead.
 */
#include "func/argument.h"
#include "func/call.h"
#include "func/state.h"
#include "value/member.h"
#include "value/slice.h"

#include "utils/datum.h"

BLOOM_FUNCTION(bloom_agg_typed);
BLOOM_FUNCTION(bloom_agg_of_hash);
BLOOM_FUNCTION(bloom_agg_like_typed);
BLOOM_FUNCTION(bloom_agg_like_of_hash);
BLOOM_FUNCTION(bloom_agg_final);
BLOOM_FUNCTION(bloom_agg_combine);
BLOOM_FUNCTION(bloom_agg_union);
BLOOM_FUNCTION(bloom_agg_union_final);
BLOOM_FUNCTION(bloom_agg_intersection);
BLOOM_FUNCTION(bloom_agg_any);
BLOOM_FUNCTION(bloom_agg_like_any);
BLOOM_FUNCTION(bloom_agg_any_combine);
BLOOM_FUNCTION(bloom_agg_any_serialize);
BLOOM_FUNCTION(bloom_agg_any_deserialize);
BLOOM_FUNCTION(bloom_agg_any_final);

/* Whether a state has the parameters in the row's arguments */
static inline bool
has_parameters(FunctionCallInfo fcinfo, const Bloom *head)
{
	if (PG_NARGS() > 3 &&
		(PG_ARGISNULL(3) || head->error_rate != PG_GETARG_FLOAT8(3)))
		return false;
	if (PG_NARGS() > 2 && !PG_ARGISNULL(2))
		return head->growth == 0 && !bloom_is_elastic(head) &&
			head->capacity == PG_GETARG_INT64(2);
	return bloom_is_elastic(head);
}

/*
 * A new state for the arguments (value [, capacity [, error_rate]]) of the
 * first row
 */
static BloomState *
create_sized(FunctionCallInfo fcinfo)
{
	BloomParameters parameters = {.error_rate = BLOOM_DEFAULT_ERROR_RATE};

	if (PG_NARGS() > 3)
	{
		if (PG_ARGISNULL(3))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("error rate must not be null")));
		parameters.error_rate = PG_GETARG_FLOAT8(3);
	}
	if (PG_NARGS() < 3 || PG_ARGISNULL(2))
		return bloom_state_create(fcinfo,
								  bloom_head_elastic(parameters.error_rate));
	parameters.capacity = PG_GETARG_INT64(2);
	return bloom_state_create(fcinfo, bloom_head_make(&parameters));
}

/* bloom_argument_check() for the argument that is aggregated */
static void
check_value(FunctionCallInfo fcinfo)
{
	const Aggref *aggref = AggGetAggref(fcinfo);

	if (aggref != NULL && aggref->args != NIL)
		bloom_argument_check(linitial_node(TargetEntry, aggref->args)->expr);
	else if (aggref == NULL)
		bloom_argument_check_windows(fcinfo);
}

/* The state of an aggregate of (value [, capacity [, error_rate]]) */
static inline BloomState *
sized_state(FunctionCallInfo fcinfo)
{
	BloomState *state = bloom_state_get(fcinfo);

	if (state == NULL)
	{
		check_value(fcinfo);
		return create_sized(fcinfo);
	}
	if (unlikely(!has_parameters(fcinfo, state->head)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("capacity and error rate must be the same for all rows of an aggregate"),
				 errhint("To add several columns as one value, write them as a row: bloom_agg((a, b)).")));
	return state;
}

/* The state of an aggregate of (value, like), like the filter of all rows */
static BloomState *
like_state(FunctionCallInfo fcinfo)
{
	BloomState *state = bloom_state_get(fcinfo);

	if (PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("filter must not be null")));
	if (state == NULL)
	{
		check_value(fcinfo);
		return bloom_state_create_like(fcinfo, PG_GETARG_BLOOM_HEAD(2));
	}
	if (!bloom_call_is_fixed(fcinfo, 2))
		bloom_state_check_like(state, bloom_call_head(fcinfo, 2));
	return state;
}

/* Add the value of this row, whose type is found in the call */
static Datum
add_value(FunctionCallInfo fcinfo, BloomState *state)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);
	Datum		value = PG_GETARG_DATUM(1);
	const Bloom *head = state->head;

	if (PG_ARGISNULL(1))
		return bloom_state_datum(state);
	if (likely(!bloom_is_imported(head)))
		bloom_state_add(state, hasher->class,
						hasher->hash(hasher, value, head->seed));
	else
		bloom_member_add(state->filter, hasher, value);
	return bloom_state_datum(state);
}

/* Add the hash in this row's argument */
static Datum
add_hash(FunctionCallInfo fcinfo, BloomState *state)
{
	if (!PG_ARGISNULL(1))
		bloom_state_add(state, BLOOM_CLASS_NONE, PG_GETARG_INT64(1));
	return bloom_state_datum(state);
}

/* bloom_agg(value [, capacity [, error_rate]]) */
Datum
bloom_agg_typed(PG_FUNCTION_ARGS)
{
	return add_value(fcinfo, sized_state(fcinfo));
}

/* bloom_agg_hash(hash [, capacity [, error_rate]]) */
Datum
bloom_agg_of_hash(PG_FUNCTION_ARGS)
{
	return add_hash(fcinfo, sized_state(fcinfo));
}

/* bloom_agg_like(value, like) */
Datum
bloom_agg_like_typed(PG_FUNCTION_ARGS)
{
	return add_value(fcinfo, like_state(fcinfo));
}

/* bloom_agg_like_hash(hash, like) */
Datum
bloom_agg_like_of_hash(PG_FUNCTION_ARGS)
{
	return add_hash(fcinfo, like_state(fcinfo));
}

/* The combine function of bloom_agg and bloom_agg_like */
Datum
bloom_agg_combine(PG_FUNCTION_ARGS)
{
	return bloom_state_combine(fcinfo, BLOOM_STATE_PARTS);
}

/* The transition and combine function of bloom_union_agg */
Datum
bloom_agg_union(PG_FUNCTION_ARGS)
{
	return bloom_state_combine(fcinfo, BLOOM_STATE_UNION);
}

/* The final function of bloom_agg and bloom_agg_like */
Datum
bloom_agg_final(PG_FUNCTION_ARGS)
{
	return bloom_state_final(PG_GETARG_DATUM(0), true);
}

/* The final function of bloom_union_agg and bloom_intersection_agg */
Datum
bloom_agg_union_final(PG_FUNCTION_ARGS)
{
	return bloom_state_final(PG_GETARG_DATUM(0), false);
}

/* The transition and combine function of bloom_intersection_agg */
Datum
bloom_agg_intersection(PG_FUNCTION_ARGS)
{
	return bloom_state_combine(fcinfo, BLOOM_STATE_INTERSECTION);
}

/* The state of the aggregates of any type, created by the first row */
typedef struct Box
{
	Datum		filter;			/* in the aggregate's memory */
} Box;

#define PG_GETARG_BOX(n)	\
	(PG_ARGISNULL(n) ? NULL : (Box *) PG_GETARG_POINTER(n))

/* Replace the filter in the box, like the executor replaces a state */
static void
replace(Box *box, Datum filter, MemoryContext context)
{
	Datum		old = box->filter;
	MemoryContext caller;

	if (filter == old)
		return;
	if (!VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(filter)))
	{
		caller = MemoryContextSwitchTo(context);
		filter = datumCopy(filter, false, -1);
		MemoryContextSwitchTo(caller);
	}
	box->filter = filter;
	if (old == (Datum) 0)
		return;
	if (VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(old)))
		DeleteExpandedObject(old);
	else
		pfree(DatumGetPointer(old));
}

/*
 * Call a transition or combine function with the filter in the box, and put
 * its result into the box
 */
static Datum
call_with(FunctionCallInfo fcinfo, Box *box, PGFunction function)
{
	MemoryContext context = bloom_state_context(fcinfo);

	if (box == NULL)
		box = MemoryContextAllocZero(context, sizeof(Box));
	fcinfo->args[0].value = box->filter;
	fcinfo->args[0].isnull = box->filter == (Datum) 0;
	replace(box, function(fcinfo), context);
	PG_RETURN_POINTER(box);
}

/* The transition function of bloom_agg(anyelement ...) */
Datum
bloom_agg_any(PG_FUNCTION_ARGS)
{
	return call_with(fcinfo, PG_GETARG_BOX(0), bloom_agg_typed);
}

/* The transition function of bloom_agg_like(anyelement, like) */
Datum
bloom_agg_like_any(PG_FUNCTION_ARGS)
{
	return call_with(fcinfo, PG_GETARG_BOX(0), bloom_agg_like_typed);
}

/* The combine function: the union of two states; the second is unchanged */
Datum
bloom_agg_any_combine(PG_FUNCTION_ARGS)
{
	Box		   *box = PG_GETARG_BOX(0);
	Box		   *other = PG_GETARG_BOX(1);

	if (other == NULL && box == NULL)
		PG_RETURN_NULL();
	if (other == NULL)
		PG_RETURN_POINTER(box);
	fcinfo->args[1].value = other->filter;
	return call_with(fcinfo, box, bloom_agg_combine);
}

/* The serialize function: the bytes of the stored filter */
Datum
bloom_agg_any_serialize(PG_FUNCTION_ARGS)
{
	Box		   *box = PG_GETARG_BOX(0);

	PG_RETURN_POINTER(PG_DETOAST_DATUM(box->filter));
}

/* The deserialize function: a box with a copy of the bytes */
Datum
bloom_agg_any_deserialize(PG_FUNCTION_ARGS)
{
	Box		   *box = palloc(sizeof(Box));

	box->filter = PointerGetDatum(PG_GETARG_BYTEA_P_COPY(0));
	PG_RETURN_POINTER(box);
}

/* The final function; the result for no rows is bloom() */
Datum
bloom_agg_any_final(PG_FUNCTION_ARGS)
{
	Box		   *box = PG_GETARG_BOX(0);
	Bloom	   *empty;

	if (box == NULL)
	{
		empty = bloom_head_elastic(BLOOM_DEFAULT_ERROR_RATE);
		SET_VARSIZE(empty, BLOOM_HEADER_SIZE(0));
		PG_RETURN_POINTER(empty);
	}
	fcinfo->args[0].value = MakeExpandedObjectReadOnly(box->filter, false, -1);
	return bloom_agg_final(fcinfo);
}
