/*
 * set/loadagg.c
 *		The aggregate that loads rows into a shared set.
 */
#include "set/load.h"

#include "func/argument.h"
#include "func/call.h"


BLOOM_FUNCTION(bloom_set_load_agg_add);
BLOOM_FUNCTION(bloom_set_load_agg_final);

/* Release the files and memory of a sort if the query fails or is canceled */
static void
query_ends(Datum argument)
{
	bloom_load_end((BloomLoad *) DatumGetPointer(argument));
}

/* Refuse values that were cast to text implicitly, as all aggregates do */
static void
check_argument(FunctionCallInfo fcinfo)
{
	Aggref	   *aggref = AggGetAggref(fcinfo);

	if (aggref != NULL && list_length(aggref->args) > 1)
		bloom_argument_check(lsecond_node(TargetEntry, aggref->args)->expr);
}

/* Create the state, in the aggregate's memory context */
static BloomLoad *
begin_load(FunctionCallInfo fcinfo, BloomClass class)
{
	BloomSet   *set;
	BloomLoad  *state;
	MemoryContext context;
	MemoryContext old;

	if (AggCheckCallContext(fcinfo, &context) != AGG_CONTEXT_AGGREGATE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("bloom_set_load_agg cannot be called as a window function")));
	PreventCommandIfReadOnly("bloom_set_load_agg()");
	PreventCommandIfParallelMode("bloom_set_load_agg()");
	/* check early, with a lock that does not block claims */
	check_argument(fcinfo);
	set = bloom_set_open(PG_GETARG_OID(1), BLOOM_OWNERSHIP, BLOOM_SET_READ,
						 NULL);
	bloom_set_check_class(set, class);
	old = MemoryContextSwitchTo(context);
	state = palloc(sizeof(BloomLoad));
	bloom_load_begin(state, set, class);
	MemoryContextSwitchTo(old);
	AggRegisterCallback(fcinfo, query_ends, PointerGetDatum(state));
	bloom_set_close(set);
	return state;
}

/* bloom_set_load_agg_add(state, set, value): transition function */
Datum
bloom_set_load_agg_add(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 2);
	BloomLoad  *state = PG_ARGISNULL(0) ? NULL :
		(BloomLoad *) PG_GETARG_POINTER(0);

	if (PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the set to load must not be null")));
	if (state == NULL)
		state = begin_load(fcinfo, hasher->class);
	if (state->view != PG_GETARG_OID(1))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the set must be the same for all rows of an aggregate")));
	if (!PG_ARGISNULL(2))
		bloom_load_put(state,
					   hasher->hash(hasher, PG_GETARG_DATUM(2), state->seed));
	PG_RETURN_POINTER(state);
}

/* bloom_set_load_agg_final(state): the number of new values */
Datum
bloom_set_load_agg_final(PG_FUNCTION_ARGS)
{
	BloomLoad  *state;
	int64		loaded;

	if (PG_ARGISNULL(0))
		PG_RETURN_INT64(0);
	state = (BloomLoad *) PG_GETARG_POINTER(0);
	loaded = bloom_load_run(state, "bloom_set_load_agg()");
	bloom_load_end(state);
	PG_RETURN_INT64(loaded);
}
