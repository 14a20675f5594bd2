/*
 * func/state.c
 *		The state of an aggregate: adding hashes, combining, the result.
 *
 * An expanded filter has its own memory context, which takes a kilobyte, and
 * hash aggregation adds up the sizes of all contexts for every new group.  So
 * a state is flat while it is small: a stored filter that is changed in
 * place, with room for more hashes before its list.  If a transition function
 * returns another flat state, the executor copies it into the aggregate's
 * memory.
 *
 * In a state, a filter that sizes itself or grows stays a list as long as
 * memory allows.  Then the final function knows the number of values, and can
 * choose the size of the filter.
 */
#include "func/state.h"

#include "miscadmin.h"
#include "nodes/primnodes.h"

#include "value/combine.h"
#include "value/refit.h"
#include "value/unionstate.h"

/* The largest flat state in bytes, including its room for more hashes */
#define MAX_FLAT		8192

/* The memory context for states; an error outside of an aggregate */
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
 * The largest number of hashes in the list of a state.  With its room, and
 * with the memory for sorting it, each takes 8 * 17/16 * 3/2 bytes.
 */
static Size
list_limit(void)
{
	return Min(get_hash_memory_limit(), BLOOM_MAX_BYTES) / 13;
}

/*
 * Mark a filter that sizes itself or grows as a state, and as a partial one if
 * it is.  Each partial state adds layers to the union of all.  Their number is
 * unknown, because each partition of a table can have several.  A call without
 * an expression is from another engine, such as Citus, which has its own
 * partial states.
 */
void
bloom_state_prepare(FunctionCallInfo fcinfo, BloomExpanded *filter)
{
	const Aggref *aggref = AggGetAggref(fcinfo);

	if (filter->head->growth == 0)
		return;
	if (bloom_is_sparse(filter->head))
		filter->list.limit = Max(filter->list.limit, list_limit());
	if (fcinfo->flinfo->fn_expr == NULL ||
		(aggref != NULL && aggref->aggsplit != AGGSPLIT_SIMPLE))
		filter->part = true;
}

/*
 * Mark a filter as a state of bloom_union_agg.  A dense filter that is a copy
 * of an argument is a partial state if the argument is.
 */
void
bloom_state_prepare_union(FunctionCallInfo fcinfo, BloomExpanded *filter)
{
	Datum		value = PG_GETARG_DATUM(PG_ARGISNULL(0) ? 1 : 0);

	bloom_unionstate_prepare(filter, list_limit());
	if (!bloom_is_sparse(filter->head) &&
		!VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		filter->head->flags |= bloom_expanded_read(value).head->flags &
			BLOOM_FLAG_PARTIAL;
}

/* Make an expanded filter of a flat state */
static BloomExpanded *
expand(FunctionCallInfo fcinfo, const Bloom *flat)
{
	BloomExpanded *filter = bloom_expanded_copy(bloom_view_stored(flat),
												aggregate_context(fcinfo));

	bloom_state_prepare(fcinfo, filter);
	return filter;
}

/*
 * Whether a stored filter can be a flat state.  Other filters can be states of
 * aggregates that users have created with these functions.
 */
static bool
can_be_flat(const Bloom *filter)
{
	return !bloom_is_imported(filter) && !bloom_is_counting(filter) &&
		!bloom_is_coded(filter) &&
		(bloom_is_sparse(filter) ||
		 (filter->growth == 0 && filter->layers == 1));
}

/* bloom_state_get() for a state that is not an expanded filter, or none */
bool
bloom_state_get_flat(FunctionCallInfo fcinfo, BloomState *state)
{
	*state = (BloomState) {NULL, NULL};
	aggregate_context(fcinfo);
	if (PG_ARGISNULL(0))
		return false;
	state->flat = (Bloom *) PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	if (!can_be_flat(state->flat))
	{
		state->expanded = expand(fcinfo, state->flat);
		state->flat = NULL;
		return true;
	}
	return !bloom_sizes_itself(state->flat) ||
		bloom_stored_count(state->flat) > 0;
}

/*
 * A copy of a flat list with twice the size, or NULL if that is too large.
 * limit is the number of hashes that the list may have; the copy has no room
 * for more.
 */
static Bloom *
enlarge(const Bloom *flat, Size limit)
{
	Size		count = bloom_stored_count(flat);
	Size		size = 64;
	Size		room;
	Bloom	   *larger;

	while (size < 2 * VARSIZE(flat))
		size *= 2;
	if (size > MAX_FLAT)
		return NULL;
	room = Min((size - BLOOM_HEADER_SIZE(0)) / sizeof(uint64), limit);
	larger = palloc0(BLOOM_HEADER_SIZE(0) + room * sizeof(uint64));
	memcpy(larger, flat, BLOOM_HEADER_SIZE(0));
	larger->extra = room - count;
	SET_VARSIZE(larger, BLOOM_HEADER_SIZE(0) + room * sizeof(uint64));
	memcpy(bloom_stored_hashes(larger), bloom_stored_hashes(flat),
		   count * sizeof(uint64));
	return larger;
}

/* Create an empty state with the parameters of head, for the first row */
BloomState
bloom_state_create(FunctionCallInfo fcinfo, const Bloom *head)
{
	BloomState	state = {NULL, NULL};
	Bloom	   *empty = bloom_head_empty(head);

	if (bloom_is_sparse(empty))
	{
		SET_VARSIZE(empty, BLOOM_HEADER_SIZE(0));
		if (bloom_is_rollup(empty))
			empty->flags |= BLOOM_FLAG_NOT_CODED;
		state.flat = empty;
	}
	else
		state.expanded = bloom_expanded_create(head,
											   aggregate_context(fcinfo));
	return state;
}

/* Create an empty state with the format and parameters of a filter */
BloomState
bloom_state_create_like(FunctionCallInfo fcinfo, BloomView view)
{
	if (bloom_is_imported(view.head))
		return (BloomState) {
			.expanded = bloom_expanded_empty(view, aggregate_context(fcinfo))
		};
	return bloom_state_create(fcinfo, view.head);
}

/*
 * Make a flat dense state of a flat list.  Returns NULL if the filter is not a
 * fixed one, or would be too large.
 */
static Bloom *
flat_dense(const Bloom *flat)
{
	Bloom	   *head;
	Bloom	   *dense;
	Size		size;

	if (flat->growth != 0)
		return NULL;
	head = bloom_head_empty(flat);
	bloom_head_first_layer(head, 0, false);
	size = BLOOM_HEADER_SIZE(1) + bloom_words_size(head);
	if (size > MAX_FLAT)
		return NULL;
	dense = palloc0(size);
	memcpy(dense, head, BLOOM_HEADER_SIZE(1));
	dense->class = flat->class;
	SET_VARSIZE(dense, size);
	for (Size i = 0; i < bloom_stored_count(flat); i++)
		dense->layer[0].bits_set +=
			bloom_bits_add(bloom_stored_words(dense),
						   &dense->layer[0].geometry,
						   bloom_stored_hashes(flat)[i]);
	return dense;
}

/* Insert a hash at a place of a flat list, which has room and not the hash */
static void
insert(Bloom *flat, Size at, uint64 hash)
{
	uint64	   *hashes = bloom_stored_hashes(flat);

	memmove(hashes - 1, hashes, at * sizeof(uint64));
	hashes[(ptrdiff_t) at - 1] = hash;
	flat->extra--;
}

/* Add a hash to a flat state; returns another state if it has no room */
static BloomState
add_flat(FunctionCallInfo fcinfo, Bloom *flat, uint64 hash)
{
	BloomState	state = {flat, NULL};
	Size		at;
	Size		limit;

	Assert(!bloom_is_counting(flat));
	if (!bloom_is_sparse(flat))
	{
		flat->layer[0].bits_set +=
			bloom_bits_add(bloom_stored_words(flat), &flat->layer[0].geometry,
						   hash);
		return state;
	}
	hash = bloom_cut_hash(flat, hash);
	at = bloom_hashes_find(bloom_stored_hashes(flat),
						   bloom_stored_count(flat), hash);
	if (at < bloom_stored_count(flat) && bloom_stored_hashes(flat)[at] == hash)
		return state;

	if (flat->extra == 0)
	{
		limit = bloom_head_limit(flat);
		state.flat = bloom_stored_count(flat) < limit ?
			enlarge(flat, limit) : flat_dense(flat);
		if (state.flat == NULL)
		{
			state.expanded = expand(fcinfo, flat);
			bloom_expanded_add(state.expanded, BLOOM_CLASS_NONE, hash);
			return state;
		}
		if (!bloom_is_sparse(state.flat))
			return add_flat(fcinfo, state.flat, hash);
	}
	insert(state.flat, at, hash);
	return state;
}

/* bloom_state_add() for a flat state; returns the changed or another state */
Datum
bloom_state_add_flat(FunctionCallInfo fcinfo, Bloom *flat, BloomClass class,
					 uint64 hash)
{
	BloomState	state;

	bloom_set_class(flat, class);
	state = add_flat(fcinfo, flat, hash);
	return bloom_state_datum(&state);
}

/* Make a state of an expanded filter: a flat one if it is small */
static Datum
make_state(FunctionCallInfo fcinfo, BloomExpanded *filter)
{
	Datum		value = EOHPGetRWDatum(&filter->hdr);
	MemoryContext context = aggregate_context(fcinfo);
	Size		size = EOH_get_flat_size(&filter->hdr);
	Bloom	   *flat;

	if (size > MAX_FLAT || bloom_is_counting(filter->head) ||
		bloom_is_imported(filter->head))
		return TransferExpandedObject(value, context);
	flat = palloc(size);
	EOH_flatten_into(&filter->hdr, flat, size);
	return PointerGetDatum(flat);
}

/*
 * Combine the filter in argument 1 into the state in argument 0.  A state that
 * is null becomes a copy of the first filter that is not null.  prepare marks
 * the state, or is NULL.  Raises the errors of combine, and an error outside
 * of an aggregate.
 */
Datum
bloom_state_combine(FunctionCallInfo fcinfo,
					void (*prepare) (FunctionCallInfo fcinfo,
									 BloomExpanded *filter),
					void (*combine) (BloomExpanded *filter, BloomView other))
{
	Datum		value = PG_GETARG_DATUM(0);
	bool		expanded = !PG_ARGISNULL(0) &&
		VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value));
	BloomExpanded *filter;

	aggregate_context(fcinfo);
	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(value);
	}
	if (PG_ARGISNULL(0))
	{
		filter = bloom_expanded_copy(PG_GETARG_BLOOM_VIEW(1),
									 CurrentMemoryContext);
		if (prepare != NULL)
			prepare(fcinfo, filter);
		return make_state(fcinfo, filter);
	}
	filter = bloom_expanded_get(value, CurrentMemoryContext);
	if (prepare != NULL)
		prepare(fcinfo, filter);
	combine(filter, PG_GETARG_BLOOM_VIEW(1));
	if (expanded)
		PG_RETURN_DATUM(value);
	return make_state(fcinfo, filter);
}

/*
 * The result of a state of bloom_agg.  A filter that sizes itself becomes a
 * fixed one for the number of its values.  Warns if a fixed filter has more
 * values than its capacity.
 */
Datum
bloom_state_final(Datum value)
{
	BloomView	view = bloom_expanded_read(value);
	Bloom	   *flat;

	if (bloom_is_identity(view))
		return value;
	if (view.head->growth == 0 && !bloom_is_sparse(view.head))
	{
		/* an expanded filter warns when it is flattened */
		if (view.counted && !bloom_is_imported(view.head))
			bloom_warn_over_capacity(view.head, 0,
									 bloom_view_cardinality(view));
		return value;
	}
	if (view.head->growth == 0)
	{
		if (bloom_is_rollup(view.head))
			bloom_warn_over_capacity(view.head, 0, view.count);
		flat = palloc(bloom_view_size(view));
		bloom_view_flatten(view, flat);
		return PointerGetDatum(flat);
	}
	view = bloom_expanded_read_counted(value);
	return EOHPGetRWDatum(&bloom_refit_fit(view, CurrentMemoryContext)->hdr);
}
