/*
 * set/loaders.c
 *		The SQL functions that load a shared set: an aggregate that loads rows,
 *		and a function that loads a filter, to copy, move or combine sets.
 *
 * bloom_set_filter() makes a list of hashes of a set without filters and with
 * few hashes, which is loaded like rows.  Otherwise it makes a layer of each
 * part of the set: the filters of all partitions, one after the other.  Here,
 * such a layer is cut into these filters again.  Each becomes the part of this
 * set, or is combined with it.
 */
#include "set/load.h"

#include "core/occupancy.h"
#include "func/call.h"
#include "set/filters.h"
#include "set/recent.h"

#include "utils/memutils.h"

#include <math.h>

BLOOM_FUNCTION(bloom_set_load_agg_add);
BLOOM_FUNCTION(bloom_set_load_agg_final);
BLOOM_FUNCTION(bloom_set_load);

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
	set = bloom_set_open(PG_GETARG_OID(1), BLOOM_OWNERSHIP, BLOOM_SET_READ,
						 NULL);
	bloom_set_check_class(set, class);
	old = MemoryContextSwitchTo(context);
	state = bloom_load_begin(set, class);
	MemoryContextSwitchTo(old);
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
	if (PG_ARGISNULL(0))
		PG_RETURN_INT64(0);
	PG_RETURN_INT64(bloom_load_run((BloomLoad *) PG_GETARG_POINTER(0)));
}

/* Raise the error that a filter was not made of a set like this one */
pg_noreturn static void
refuse_parameters(const BloomSet *set, const Bloom *head)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("filter and shared set \"%s\" have different parameters",
					RelationGetRelationName(bloom_set_view(set))),
			 errdetail("The filter's parameters are: %s.",
					   bloom_head_text(head)),
			 set->doublings > 0 ?
			 errhint("The set's capacity was raised. Load the values themselves with bloom_set_load_agg().") :
			 errhint("Load the result of bloom_set_filter() for a set with the same capacity, error rate, retention and bucket, whose capacity was not raised, or the values themselves with bloom_set_load_agg().")));
}

/*
 * The part of the set whose filters form this layer.  Raises an error if there
 * is none.
 */
static int32
find_part(const BloomSet *set, const Bloom *head,
		  const BloomGeometry *layer)
{
	BloomGeometry geometry;

	for (int32 part = 0; part < BLOOM_SET_MAX_PARTS; part++)
	{
		bloom_set_geometry(set, part, &geometry);
		if ((uint64) geometry.lines * set->partitions == layer->lines &&
			geometry.block == layer->block &&
			geometry.touched == layer->touched &&
			geometry.probes == layer->probes)
			return part;
	}
	refuse_parameters(set, head);
}

/* Estimate the number of values that have set the bits of a filter */
static int64
estimate(const BloomGeometry *geometry, uint64 bits_set)
{
	return (int64) rint(bloom_occupancy_cardinality(geometry, bits_set));
}

/* Raise an error if the set cannot be loaded from a filter like this */
static void
check_filter(const BloomSet *set, const Bloom *head)
{
	if (bloom_is_imported(head) || bloom_is_counting(head) ||
		bloom_is_coded(head) ||
		(!bloom_is_sparse(head) &&
		 (head->growth == 0 || set->doublings > 0 ||
		  head->capacity != set->capacity ||
		  head->error_rate != set->error_rate)))
		refuse_parameters(set, head);
	if (head->seed != set->seed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("filter and shared set \"%s\" have different seeds",
						RelationGetRelationName(bloom_set_view(set))),
				 errhint("Create a set with the filter's seed, " INT64_FORMAT ".",
						 (int64) head->seed)));
	bloom_set_check_class(set, head->class);
}

/*
 * Load the filter of one partition.  Returns an estimate of the number of new
 * members.  Raises an error if the part of the set would get too full.
 */
static int64
load_slice(const BloomSet *set, int32 partition, int32 part,
		   const uint64 *slice, Size lines)
{
	BloomFilling filling;
	BloomSetFilter *row = &filling.row;
	int64		capacity;
	int64		before;
	int64		more;

	if (bloom_bits_count(slice, lines) == 0)
		return 0;
	bloom_fill_open_part(&filling, set, partition, bloom_current_bucket(set),
						 part);
	capacity = filling.room + row->members;
	before = estimate(&row->geometry, row->bits_set);
	bloom_bits_or(filling.words, slice, lines);
	more = estimate(&row->geometry, bloom_bits_count(filling.words, lines));
	/* the first one may be too full, as it was in the other set */
	if (before > 0 && more > before && more > capacity)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("filter does not fit into shared set \"%s\"",
						RelationGetRelationName(bloom_set_view(set))),
				 errdetail("A filter of a set partition would exceed its capacity."),
				 errhint("Load the values with bloom_set_load_agg().")));
	row->members += more - before;
	bloom_fill_write(&filling, set);
	return more - before;
}

/*
 * Load the layers of view, a dense growing filter with the set's parameters.
 * Returns an estimate of the number of new members.
 */
static int64
load_layers(const BloomSet *set, BloomView view)
{
	MemoryContext work = AllocSetContextCreate(CurrentMemoryContext,
											   "bloomext load slice",
											   ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(work);
	const uint64 *words = view.words;
	int64		loaded = 0;

	CommandCounterIncrement();
	if (set->unclaim)
		loaded = bloom_recent_take_back(set, view);
	for (int i = 0; i < view.head->layers; i++)
	{
		const BloomGeometry *layer = &view.head->layer[i].geometry;
		int32		part = find_part(set, view.head, layer);
		Size		lines = layer->lines / set->partitions;

		for (int32 j = 0; j < set->partitions; j++)
		{
			CHECK_FOR_INTERRUPTS();
			loaded += load_slice(set, j, part, words, lines);
			words += lines * BLOOM_LINE_WORDS;
			MemoryContextReset(work);
		}
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(work);
	return loaded;
}

/*
 * Load the hashes of a sparse filter.  set was opened for reading, which is
 * enough to sort them.
 */
static int64
load_hashes(const BloomSet *set, BloomView view)
{
	BloomLoad  *load = bloom_load_begin(set, view.head->class);

	for (Size i = 0; i < view.count; i++)
	{
		if (i % 100000 == 0)
			CHECK_FOR_INTERRUPTS();
		bloom_load_put(load, view.hashes[i]);
	}
	return bloom_load_run(load);
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
	set = bloom_is_sparse(view.head) ?
		bloom_set_open(oid, BLOOM_OWNERSHIP, BLOOM_SET_READ, NULL) :
		bloom_load_open(oid);
	/* bloom() has no members, whatever its class and seed */
	if (!bloom_is_identity(view))
		check_filter(set, view.head);
	if (!bloom_is_sparse(view.head))
		loaded = load_layers(set, view);
	else if (view.count > 0)
		loaded = load_hashes(set, view);
	bloom_set_close(set);
	PG_RETURN_INT64(loaded);
}
