/*
 * set/loadagg.c
 *		SQL functions that load shared sets: an aggregate, which loads rows,
 *		and a function, which loads a filter.
 */
#include "set/load.h"

#include "func/argument.h"
#include "func/call.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/snapmgr.h"

BLOOM_FUNCTION(bloom_set_load_agg_add);
BLOOM_FUNCTION(bloom_set_load_agg_final);
BLOOM_FUNCTION(bloom_set_load);

/* The aggregate's state */
typedef struct LoadState
{
	Oid			view;
	uint64		seed;
	BloomLoadSort sort;
} LoadState;

/* Release the files and memory of a sort if the query fails or is canceled */
static void
query_ends(Datum argument)
{
	bloom_load_sort_end(&((LoadState *) DatumGetPointer(argument))->sort);
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
static LoadState *
begin_load(FunctionCallInfo fcinfo, BloomClass class)
{
	BloomSet   *set;
	LoadState  *state;
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
	set = bloom_set_open_owned(PG_GETARG_OID(1), BLOOM_SET_READ, NULL);
	bloom_set_check_class(set, class);
	old = MemoryContextSwitchTo(context);
	state = palloc(sizeof(LoadState));
	state->view = PG_GETARG_OID(1);
	state->seed = set->seed;
	bloom_load_sort_begin(&state->sort, set, class);
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
	LoadState  *state = PG_ARGISNULL(0) ? NULL :
		(LoadState *) PG_GETARG_POINTER(0);

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
		bloom_load_put(&state->sort,
					   hasher->hash(hasher, PG_GETARG_DATUM(2), state->seed));
	PG_RETURN_POINTER(state);
}

/* bloom_set_load_agg_final(state): the number of new values */
Datum
bloom_set_load_agg_final(PG_FUNCTION_ARGS)
{
	LoadState  *state;
	int64		loaded;

	if (PG_ARGISNULL(0))
		PG_RETURN_INT64(0);
	state = (LoadState *) PG_GETARG_POINTER(0);
	loaded = bloom_load_hashes(state->view, &state->sort,
							   "bloom_set_load_agg()");
	bloom_load_sort_end(&state->sort);
	PG_RETURN_INT64(loaded);
}

/* Raise an error if the set cannot be loaded from a filter like this */
static void
check_filter(const BloomSet *set, const Bloom *head)
{
	if (bloom_is_imported(head) || bloom_is_counting(head) ||
		bloom_is_coded(head) ||
		(!bloom_is_sparse(head) && head->growth == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("shared set \"%s\" cannot be loaded from this kind of filter",
						RelationGetRelationName(set->view)),
				 bloom_is_imported(head) ?
				 errdetail("The filter has another library's hashes.") :
				 errdetail("The filter's parameters are: %s.",
						   bloom_head_text(head)),
				 errhint("Load a filter from bloom_set_filter(), or the values themselves with bloom_set_load_agg().")));
	if (head->seed != set->seed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("filter and shared set \"%s\" have different seeds",
						RelationGetRelationName(set->view)),
				 errhint("Create a set with the filter's seed, " INT64_FORMAT ".",
						 (int64) head->seed)));
	if (!bloom_is_sparse(head) && (head->capacity != set->capacity ||
								   head->error_rate != set->error_rate))
		bloom_load_refuse(set);
	bloom_set_check_class(set, head->class);
}

/*
 * Load the hashes of a sparse filter.  set was opened for reading; closes it,
 * and opens it again for loading.
 */
static int64
load_list(BloomSet *set, BloomView view)
{
	Oid			oid = RelationGetRelid(set->view);
	BloomLoadSort sort;
	int64		loaded;

	bloom_load_sort_begin(&sort, set, view.head->class);
	bloom_set_close(set);
	for (Size i = 0; i < view.count; i++)
	{
		if (i % 100000 == 0)
			CHECK_FOR_INTERRUPTS();
		bloom_load_put(&sort, view.hashes[i]);
	}
	loaded = bloom_load_hashes(oid, &sort, "bloom_set_load()");
	bloom_load_sort_end(&sort);
	return loaded;
}

/* bloom_set_load(set, filter) */
Datum
bloom_set_load(PG_FUNCTION_ARGS)
{
	Oid			oid = PG_GETARG_OID(0);
	BloomView	view = bloom_call_filter(fcinfo, 1);
	BloomSet   *set;
	int64		loaded = 0;

	PreventCommandIfReadOnly("bloom_set_load()");
	PreventCommandIfParallelMode("bloom_set_load()");
	set = bloom_set_open_owned(oid, BLOOM_SET_READ, NULL);
	/* bloom() has no members, whatever its class and seed */
	if (!bloom_is_identity(view))
		check_filter(set, view.head);
	if (bloom_is_sparse(view.head))
		loaded = view.count == 0 ? 0 : load_list(set, view);
	bloom_set_close(set);
	if (!bloom_is_sparse(view.head))
	{
		set = bloom_load_open(oid, "bloom_set_load()");
		check_filter(set, view.head);
		loaded = bloom_load_layers(set, view);
		bloom_set_close(set);
	}
	PG_RETURN_INT64(loaded);
}
