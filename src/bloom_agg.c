/*
 * bloom_agg.c
 *		Transition, combine and final functions of the aggregates.
 *
 * The state is a filter: an expanded object that is changed in place, and
 * flattened by the executor when it is sent to another process or stored.  So
 * there are no serialize functions, and partial results are filters that are
 * united.  The initial state of bloom_agg is bloom(), the identity of union,
 * which the first row replaces by a filter of the shape that was asked for.
 *
 * While it is aggregated, a filter that sizes itself or grows stays a list
 * for as long as memory allows, so that the final function knows for how many
 * values it is to be.
 *
 * Each type of value has its own function, for a pushed-down aggregate (in
 * Citus, say) has nowhere to look up its arguments' types.
 */
#include "bloom_call.h"
#include "bloom_combine.h"

#include "miscadmin.h"
#include "nodes/primnodes.h"
#include "optimizer/cost.h"

BLOOM_FUNCTION(bloom_agg_any);
BLOOM_FUNCTION(bloom_agg_text);
BLOOM_FUNCTION(bloom_agg_int2);
BLOOM_FUNCTION(bloom_agg_int4);
BLOOM_FUNCTION(bloom_agg_int8);
BLOOM_FUNCTION(bloom_agg_of_hash);
BLOOM_FUNCTION(bloom_agg_like_any);
BLOOM_FUNCTION(bloom_agg_like_text);
BLOOM_FUNCTION(bloom_agg_like_int2);
BLOOM_FUNCTION(bloom_agg_like_int4);
BLOOM_FUNCTION(bloom_agg_like_int8);
BLOOM_FUNCTION(bloom_agg_like_of_hash);
BLOOM_FUNCTION(bloom_agg_combine);
BLOOM_FUNCTION(bloom_agg_final);
BLOOM_FUNCTION(bloom_agg_union);
BLOOM_FUNCTION(bloom_agg_intersection);

static MemoryContext
aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("aggregate transition function called outside of an aggregate")));
	return context;
}

/*
 * How many hashes a list may have: sorting and enlarging it take up to as
 * much memory again as half of it.
 */
static Size
list_limit(void)
{
	return Min(get_hash_memory_limit(), BLOOM_MAX_BYTES) /
		(2 * sizeof(uint64));
}

/*
 * Let a filter that sizes itself or grows know that it is a state.  Partial
 * ones share the error rate, for each adds layers to their union.
 */
static BloomExpanded *
prepare_state(FunctionCallInfo fcinfo, BloomExpanded *state)
{
	const Aggref *aggref = AggGetAggref(fcinfo);

	if (state->head->growth == 0)
		return state;
	if (bloom_is_sparse(state->head))
		state->list.limit = Max(state->list.limit, list_limit());
	if (aggref != NULL && aggref->aggsplit != AGGSPLIT_SIMPLE)
		state->parts = max_parallel_workers_per_gather + 1;
	return state;
}

/* A state for the first row, of the shape of head */
static BloomExpanded *
create_state(FunctionCallInfo fcinfo, const Bloom *head)
{
	return prepare_state(fcinfo,
						 bloom_expanded_create(head,
											   aggregate_context(fcinfo)));
}

/*
 * The state, if an earlier row has made one, or NULL.  It is flat if the
 * aggregate was begun elsewhere.
 */
static inline BloomExpanded *
running_state(FunctionCallInfo fcinfo)
{
	BloomView	view;

	if (PG_ARGISNULL(0))
		return NULL;
	if (likely(VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(PG_GETARG_DATUM(0)))))
		return PG_GETARG_BLOOM_EXPANDED(0);
	view = PG_GETARG_BLOOM_VIEW(0);
	if (bloom_is_identity(view))
		return NULL;
	return prepare_state(fcinfo,
						 bloom_expanded_copy(view, aggregate_context(fcinfo)));
}

/*
 * Whether a filter has the shape that the row's arguments ask for.  Only
 * without a capacity does it grow.
 */
static inline bool
shape_is_argument(FunctionCallInfo fcinfo, const Bloom *head)
{
	if (PG_NARGS() > 3 &&
		(PG_ARGISNULL(3) || head->error_rate != PG_GETARG_FLOAT8(3)))
		return false;
	if (PG_NARGS() > 2 && !PG_ARGISNULL(2))
		return head->growth == 0 && head->capacity == PG_GETARG_INT64(2);
	return head->growth != 0;
}

/*
 * The state of an aggregate of (value [, capacity [, error_rate]]): a fixed
 * filter, or without a capacity one that sizes itself.
 */
static BloomExpanded *
sized_state(FunctionCallInfo fcinfo)
{
	BloomExpanded *state = running_state(fcinfo);
	BloomShape	shape = {.error_rate = BLOOM_DEFAULT_ERROR_RATE};

	if (likely(state != NULL && shape_is_argument(fcinfo, state->head)))
		return state;
	if (state != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("capacity and error rate must be the same for all rows of an aggregate")));
	if (PG_NARGS() > 3)
	{
		if (PG_ARGISNULL(3))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("error rate must not be null")));
		shape.error_rate = PG_GETARG_FLOAT8(3);
	}
	if (PG_NARGS() < 3 || PG_ARGISNULL(2))
		return create_state(fcinfo, bloom_head_self_sizing(shape.error_rate));
	shape.capacity = PG_GETARG_INT64(2);
	return create_state(fcinfo, bloom_head_make(&shape));
}

/* The state of an aggregate of (value, like): the first row's filter counts */
static BloomExpanded *
like_state(FunctionCallInfo fcinfo)
{
	BloomExpanded *state = running_state(fcinfo);

	if (likely(state != NULL))
		return state;
	if (PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the filter to be like must not be null")));
	return create_state(fcinfo, PG_GETARG_BLOOM_VIEW(2).head);
}

/* Add the value of this row, whose type only the call tells */
static Datum
add_any(FunctionCallInfo fcinfo, BloomExpanded *state)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);

	if (!PG_ARGISNULL(1))
		bloom_expanded_add(state, hasher->class,
						   hasher->hash(hasher, PG_GETARG_DATUM(1),
										state->head->seed));
	PG_RETURN_BLOOM_EXPANDED(state);
}

static Datum
add_text(FunctionCallInfo fcinfo, BloomExpanded *state)
{
	bloom_hash_check_collation(PG_GET_COLLATION());
	if (!PG_ARGISNULL(1))
		bloom_expanded_add(state, BLOOM_CLASS_TEXT,
						   bloom_hash_text(PG_GETARG_DATUM(1),
										   state->head->seed));
	PG_RETURN_BLOOM_EXPANDED(state);
}

/* value is meaningless if the argument is null */
static Datum
add_integer(FunctionCallInfo fcinfo, BloomExpanded *state, int64 value)
{
	if (!PG_ARGISNULL(1))
		bloom_expanded_add(state, BLOOM_CLASS_INTEGER,
						   bloom_hash_int64(value, state->head->seed));
	PG_RETURN_BLOOM_EXPANDED(state);
}

static Datum
add_hash(FunctionCallInfo fcinfo, BloomExpanded *state)
{
	if (!PG_ARGISNULL(1))
		bloom_expanded_add(state, BLOOM_CLASS_NONE, PG_GETARG_INT64(1));
	PG_RETURN_BLOOM_EXPANDED(state);
}

Datum
bloom_agg_any(PG_FUNCTION_ARGS)
{
	return add_any(fcinfo, sized_state(fcinfo));
}

Datum
bloom_agg_text(PG_FUNCTION_ARGS)
{
	return add_text(fcinfo, sized_state(fcinfo));
}

Datum
bloom_agg_int2(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, sized_state(fcinfo), PG_GETARG_INT16(1));
}

Datum
bloom_agg_int4(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, sized_state(fcinfo), PG_GETARG_INT32(1));
}

Datum
bloom_agg_int8(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, sized_state(fcinfo), PG_GETARG_INT64(1));
}

Datum
bloom_agg_of_hash(PG_FUNCTION_ARGS)
{
	return add_hash(fcinfo, sized_state(fcinfo));
}

Datum
bloom_agg_like_any(PG_FUNCTION_ARGS)
{
	return add_any(fcinfo, like_state(fcinfo));
}

Datum
bloom_agg_like_text(PG_FUNCTION_ARGS)
{
	return add_text(fcinfo, like_state(fcinfo));
}

Datum
bloom_agg_like_int2(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, like_state(fcinfo), PG_GETARG_INT16(1));
}

Datum
bloom_agg_like_int4(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, like_state(fcinfo), PG_GETARG_INT32(1));
}

Datum
bloom_agg_like_int8(PG_FUNCTION_ARGS)
{
	return add_integer(fcinfo, like_state(fcinfo), PG_GETARG_INT64(1));
}

Datum
bloom_agg_like_of_hash(PG_FUNCTION_ARGS)
{
	return add_hash(fcinfo, like_state(fcinfo));
}

/*
 * Combine the row's filter into the state.  There is none before the first
 * filter that isn't null, if the aggregate has no initial state.
 */
static Datum
combine_state(FunctionCallInfo fcinfo,
			  void (*combine) (BloomExpanded *state, BloomView other))
{
	MemoryContext context = aggregate_context(fcinfo);
	BloomExpanded *state;

	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	if (PG_ARGISNULL(0))
		state = bloom_expanded_copy(PG_GETARG_BLOOM_VIEW(1), context);
	else
	{
		state = bloom_expanded_get(PG_GETARG_DATUM(0), context);
		combine(state, PG_GETARG_BLOOM_VIEW(1));
	}
	PG_RETURN_BLOOM_EXPANDED(state);
}

/* Unite two states of bloom_agg, neither of which is null */
Datum
bloom_agg_combine(PG_FUNCTION_ARGS)
{
	BloomExpanded *state = bloom_expanded_get(PG_GETARG_DATUM(0),
											  aggregate_context(fcinfo));

	bloom_combine_unite(prepare_state(fcinfo, state),
						PG_GETARG_BLOOM_VIEW(1));
	PG_RETURN_BLOOM_EXPANDED(state);
}

/*
 * The result of bloom_agg: of a filter that sizes itself, a fixed one for as
 * many values as there were.
 */
Datum
bloom_agg_final(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_VIEW(0);

	if (view.head->growth == 0 || bloom_is_identity(view))
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	PG_RETURN_BLOOM_EXPANDED(bloom_combine_fit(PG_GETARG_BLOOM_COUNTED(0),
											   CurrentMemoryContext));
}

Datum
bloom_agg_union(PG_FUNCTION_ARGS)
{
	return combine_state(fcinfo, bloom_combine_unite);
}

Datum
bloom_agg_intersection(PG_FUNCTION_ARGS)
{
	return combine_state(fcinfo, bloom_combine_intersect);
}
