/*
 * set/loadagg.c
 *		Loading shared sets from rows, by an aggregate, and from a filter.
 */
#include "set/load.h"

#include "func/argument.h"
#include "func/call.h"
#include "set/valueclass.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/snapmgr.h"

BLOOM_FUNCTION(bloom_set_load_agg_add);
BLOOM_FUNCTION(bloom_set_load_agg_final);
BLOOM_FUNCTION(bloom_set_load);

/* The aggregate's state: the values' hashes, while they are sorted */
typedef struct LoadState
{
	Oid			view;
	uint64		seed;
	BloomLoadSort sort;
} LoadState;

/* Give the files and memory of a sort back, if the query ends before it */
static void
query_ends(Datum argument)
{
	bloom_load_sort_end(&((LoadState *) DatumGetPointer(argument))->sort);
}

/* Refuse values that were cast to text by implication, as all aggregates do */
static void
check_argument(FunctionCallInfo fcinfo)
{
	Aggref	   *aggref = AggGetAggref(fcinfo);

	if (aggref != NULL && list_length(aggref->args) > 1)
		bloom_argument_check(lsecond_node(TargetEntry, aggref->args)->expr);
}

/* The state before the first value, in the aggregate's memory */
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
	/* an error is better now than after a long time; claims go on */
	check_argument(fcinfo);
	set = bloom_set_open_owned(PG_GETARG_OID(1), BLOOM_SET_READ, NULL);
	bloom_class_check(set, class);
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

/* The transition function of bloom_set_load_agg(set, value) */
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

/* How many values were new; none if there were no rows */
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

/* An error unless a filter's values can be told to the set */
static void
check_filter(const BloomSet *set, const Bloom *head)
{
	if (bloom_is_imported(head) || bloom_is_counting(head) ||
		bloom_is_rollup(head) ||
		(!bloom_is_sparse(head) && head->growth == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("shared set \"%s\" cannot be loaded from a filter like this",
						RelationGetRelationName(set->view)),
				 errdetail("It has %s.", bloom_is_imported(head) ?
						   "another library's hashes" :
						   bloom_head_text(head)),
				 errhint("It can from what bloom_set_filter gives, from filters that grow, and from the values by bloom_set_load_agg.")));
	if (head->seed != set->seed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("filter and shared set \"%s\" have different seeds",
						RelationGetRelationName(set->view)),
				 errhint("Create a set with the filter's seed, " INT64_FORMAT ".",
						 (int64) head->seed)));
	bloom_class_check(set, head->class);
}

/* Load the hashes of a list into a set that was open */
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
	/* bloom() tells nothing, and may be of any class and seed */
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
