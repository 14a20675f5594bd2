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
 * the arguments.  So each type has its own SQL function.  The most common
 * types have their own C functions; the others share one, which uses the
 * declared type of its argument.
 */
#include "func/agg.h"
#include "func/argument.h"
#include "func/call.h"
#include "func/state.h"
#include "value/library.h"
#include "value/slice.h"

#include "catalog/pg_type.h"

BLOOM_FUNCTION(bloom_agg_typed);
BLOOM_FUNCTION(bloom_agg_text);
BLOOM_FUNCTION(bloom_agg_int2);
BLOOM_FUNCTION(bloom_agg_int4);
BLOOM_FUNCTION(bloom_agg_int8);
BLOOM_FUNCTION(bloom_agg_of_hash);
BLOOM_FUNCTION(bloom_agg_like_typed);
BLOOM_FUNCTION(bloom_agg_like_text);
BLOOM_FUNCTION(bloom_agg_like_int2);
BLOOM_FUNCTION(bloom_agg_like_int4);
BLOOM_FUNCTION(bloom_agg_like_int8);
BLOOM_FUNCTION(bloom_agg_like_of_hash);
BLOOM_FUNCTION(bloom_agg_final);
BLOOM_FUNCTION(bloom_agg_union);
BLOOM_FUNCTION(bloom_agg_intersection);

/* Whether a state has the parameters in the row's arguments */
static inline bool
parameters_is_argument(FunctionCallInfo fcinfo, const Bloom *head)
{
	if (PG_NARGS() > 3 &&
		(PG_ARGISNULL(3) || head->error_rate != PG_GETARG_FLOAT8(3)))
		return false;
	if (PG_NARGS() > 2 && !PG_ARGISNULL(2))
		return head->growth == 0 && head->capacity == PG_GETARG_INT64(2);
	return head->capacity == 0;
}

/*
 * A new state for the arguments (value [, capacity [, error_rate]]) of the
 * first row
 */
static BloomState
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
		return bloom_state_create_sized(fcinfo, parameters.error_rate);
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
static inline BloomState
sized_state(FunctionCallInfo fcinfo)
{
	BloomState	state;

	if (!bloom_state_get(fcinfo, &state))
	{
		check_value(fcinfo);
		return create_sized(fcinfo);
	}
	if (unlikely(!parameters_is_argument(fcinfo, bloom_state_head(&state))))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("capacity and error rate must be the same for all rows of an aggregate")));
	return state;
}

/* The state of an aggregate of (value, like), like the first row's filter */
static BloomState
like_state(FunctionCallInfo fcinfo)
{
	BloomState	state;

	if (bloom_state_get(fcinfo, &state))
		return state;
	check_value(fcinfo);
	if (PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("filter must not be null")));
	return bloom_state_create_like(fcinfo, PG_GETARG_BLOOM_HEAD(2));
}

/* Add a value to an imported filter; false if the state is a native one */
static inline bool
add_imported(BloomState *state, BloomHasher *hasher, Datum value)
{
	if (likely(state->expanded == NULL ||
			   !bloom_is_imported(state->expanded->head)))
		return false;
	bloom_library_add(state->expanded, hasher, value);
	return true;
}

/* Add the value of this row, whose type is found in the call */
static Datum
add_typed(FunctionCallInfo fcinfo, BloomState state)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);

	if (PG_ARGISNULL(1) || add_imported(&state, hasher, PG_GETARG_DATUM(1)))
		return bloom_state_datum(&state);
	return bloom_state_add(fcinfo, &state, hasher->class,
						   hasher->hash(hasher, PG_GETARG_DATUM(1),
										bloom_state_head(&state)->seed));
}

/* Add the value of this row, which is a text */
static Datum
add_text(FunctionCallInfo fcinfo, BloomState state)
{
	BloomHasher hasher = {
		.type = TEXTOID, .class = BLOOM_CLASS_TEXT,
		.bytes = bloom_bytes_of_text
	};

	bloom_hash_check_collation(PG_GET_COLLATION());
	if (PG_ARGISNULL(1) || add_imported(&state, &hasher, PG_GETARG_DATUM(1)))
		return bloom_state_datum(&state);
	return bloom_state_add(fcinfo, &state, BLOOM_CLASS_TEXT,
						   bloom_hash_text(PG_GETARG_DATUM(1),
										   bloom_state_head(&state)->seed));
}

/* An int8 argument, or 0 for null: on 32 bits it is passed by reference */
#define INT64_ARGUMENT(n)	(PG_ARGISNULL(n) ? 0 : PG_GETARG_INT64(n))

/* Add the value of this row, an integer; value is unused if it is null */
static Datum
add_integer(FunctionCallInfo fcinfo, BloomState state, int64 value)
{
	BloomHasher hasher = {
		.type = INT8OID, .class = BLOOM_CLASS_INTEGER,
		.bytes = bloom_bytes_of_int8
	};

	if (PG_ARGISNULL(1) || add_imported(&state, &hasher, Int64GetDatum(value)))
		return bloom_state_datum(&state);
	return bloom_state_add(fcinfo, &state, BLOOM_CLASS_INTEGER,
						   bloom_hash_int64(value,
											bloom_state_head(&state)->seed));
}

/* Add the hash in this row's argument */
static Datum
add_hash(FunctionCallInfo fcinfo, BloomState state)
{
	if (PG_ARGISNULL(1))
		return bloom_state_datum(&state);
	return bloom_state_add(fcinfo, &state, BLOOM_CLASS_NONE,
						   PG_GETARG_INT64(1));
}

/* bloom_agg(value [, capacity [, error_rate]]) of any type */
Datum
bloom_agg_typed(PG_FUNCTION_ARGS)
{
	return add_typed(fcinfo, sized_state(fcinfo));
}

/* bloom_agg() of text */
Datum
bloom_agg_text(PG_FUNCTION_ARGS)
{
	return add_text(fcinfo, sized_state(fcinfo));
}

/* bloom_agg() of int2 */
Datum
bloom_agg_int2(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, sized_state(fcinfo), PG_GETARG_INT16(1));
}

/* bloom_agg() of int4 */
Datum
bloom_agg_int4(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, sized_state(fcinfo), PG_GETARG_INT32(1));
}

/* bloom_agg() of int8 */
Datum
bloom_agg_int8(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, sized_state(fcinfo), INT64_ARGUMENT(1));
}

/* bloom_agg_hash(hash [, capacity [, error_rate]]) */
Datum
bloom_agg_of_hash(PG_FUNCTION_ARGS)
{
	return add_hash(fcinfo, sized_state(fcinfo));
}

/* bloom_agg_like(value, like) of any type */
Datum
bloom_agg_like_typed(PG_FUNCTION_ARGS)
{
	return add_typed(fcinfo, like_state(fcinfo));
}

/* bloom_agg_like() of text */
Datum
bloom_agg_like_text(PG_FUNCTION_ARGS)
{
	return add_text(fcinfo, like_state(fcinfo));
}

/* bloom_agg_like() of int2 */
Datum
bloom_agg_like_int2(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, like_state(fcinfo), PG_GETARG_INT16(1));
}

/* bloom_agg_like() of int4 */
Datum
bloom_agg_like_int4(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, like_state(fcinfo), PG_GETARG_INT32(1));
}

/* bloom_agg_like() of int8 */
Datum
bloom_agg_like_int8(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, like_state(fcinfo), INT64_ARGUMENT(1));
}

/* bloom_agg_like_hash(hash, like) */
Datum
bloom_agg_like_of_hash(PG_FUNCTION_ARGS)
{
	return add_hash(fcinfo, like_state(fcinfo));
}

/*
 * The combine function of bloom_agg and bloom_agg_like, and the transition and
 * combine function of bloom_union_agg
 */
Datum
bloom_agg_union(PG_FUNCTION_ARGS)
{
	return bloom_state_combine(fcinfo, true);
}

/* The final function of bloom_agg, bloom_agg_like and bloom_union_agg */
Datum
bloom_agg_final(PG_FUNCTION_ARGS)
{
	return bloom_state_final(fcinfo, PG_GETARG_DATUM(0));
}

/* The transition and combine function of bloom_intersection_agg */
Datum
bloom_agg_intersection(PG_FUNCTION_ARGS)
{
	return bloom_state_combine(fcinfo, false);
}
