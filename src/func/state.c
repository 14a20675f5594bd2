/*
 * func/state.c
 *		The state of an aggregate: adding hashes, combining, the result.
 *
 * An expanded filter has its own memory context, which takes a kilobyte, and
 * hash aggregation adds up the sizes of all contexts for every new group.  So
 * a state is flat while it is small: a stored filter that is changed in place.
 * If a transition function returns another flat state, the executor copies it
 * into the aggregate's memory.
 *
 * If the parameters of the result depend on the number of values, an expanded
 * state collects hashes (value/expandedcollect.c).
 */
#include "func/state.h"

#include "miscadmin.h"
#include "nodes/primnodes.h"
#include "utils/memutils.h"

#include "value/combine.h"

/* The largest flat state in bytes */
#define MAX_FLAT		8192

/*
 * What an allocation takes in addition to its contents, at most: the server's
 * header of a chunk, and a check byte in a build with assertions
 */
#define CHUNK_OVERHEAD	32

/* The memory context for states; an error outside of an aggregate */
MemoryContext
bloom_state_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("aggregate transition function called outside of an aggregate")));
	return context;
}

/* Whether the parameters of the result depend on the number of values */
static bool
depends_on_number(const Bloom *head)
{
	return head->growth != 0 || bloom_is_elastic(head);
}

/* An expanded copy of a filter that collects hashes if it is a list of them */
static BloomExpanded *
collect(FunctionCallInfo fcinfo, BloomView view, MemoryContext parent)
{
	if (!bloom_is_sparse(view.head) || bloom_is_shortened(view.head))
		return bloom_expanded_copy(view, parent);
	return bloom_collect_copy(view,
							  bloom_collect_spill(bloom_state_context(fcinfo)),
							  parent);
}

/* Make an expanded state of a flat one */
static BloomExpanded *
expand(FunctionCallInfo fcinfo, const Bloom *flat)
{
	MemoryContext context = bloom_state_context(fcinfo);
	BloomView	view = bloom_view_stored(flat);

	return depends_on_number(flat) ? collect(fcinfo, view, context) :
		bloom_expanded_copy(view, context);
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
	bloom_state_context(fcinfo);
	if (PG_ARGISNULL(0))
		return false;
	state->flat = (Bloom *) PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	if (!can_be_flat(state->flat))
	{
		state->expanded = expand(fcinfo, state->flat);
		state->flat = NULL;
		return true;
	}
	return !bloom_has_no_capacity(state->flat) || state->flat->growth == 0 ||
		bloom_stored_count(state->flat) > 0;
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
		state.flat = empty;
	}
	else
		state.expanded = bloom_expanded_create(head,
											   bloom_state_context(fcinfo));
	return state;
}

/*
 * Create an empty state of bloom_agg without a capacity.  Only its flag and
 * its growth distinguish it from bloom().
 */
BloomState
bloom_state_create_sized(FunctionCallInfo fcinfo, double error_rate)
{
	BloomState	state = bloom_state_create(fcinfo,
										   bloom_head_elastic(error_rate));

	state.flat->growth = 0;
	state.flat->flags = BLOOM_FLAG_PARTIAL;
	return state;
}

/* Create an empty state with the format and parameters of a filter */
BloomState
bloom_state_create_like(FunctionCallInfo fcinfo, BloomView view)
{
	if (bloom_is_imported(view.head))
		return (BloomState) {
			.expanded = bloom_expanded_empty(view, bloom_state_context(fcinfo))
		};
	return bloom_state_create(fcinfo, view.head);
}

/*
 * Make a flat dense state of a flat list of a fixed filter.  Returns NULL if
 * it would be too large.
 */
static Bloom *
flat_dense(const Bloom *flat)
{
	Bloom	   *head = bloom_head_empty(flat);
	Bloom	   *dense;
	Size		size;

	bloom_head_first_layer(head, 0);
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

/* The number of hashes with which a flat list is full */
static Size
flat_limit(const Bloom *flat)
{
	static int64 capacity = 0;
	static double error_rate = 0;
	static Size limit = 0;

	if (depends_on_number(flat))
		return (MAX_FLAT - BLOOM_HEADER_SIZE(0)) / sizeof(uint64);
	/* computing it for each value would take longer than adding the value */
	if (flat->capacity != capacity || flat->error_rate != error_rate)
	{
		limit = Min(bloom_head_limit(flat),
					(MAX_FLAT - BLOOM_HEADER_SIZE(0)) / sizeof(uint64));
		capacity = flat->capacity;
		error_rate = flat->error_rate;
	}
	return limit;
}

/*
 * A flat list that is longer by one hash at index `at`: the list itself if its
 * allocation has room for it, or a copy.  Allocations in the aggregate's
 * memory are rounded up to a power of two, so few copies are made.
 */
static Bloom *
insert(Bloom *flat, Size at, uint64 hash)
{
	Size		size = VARSIZE(flat);
	Size		behind = bloom_stored_count(flat) - at;
	Bloom	   *longer;
	uint64	   *hashes;

	if (size + sizeof(uint64) + CHUNK_OVERHEAD <= GetMemoryChunkSpace(flat))
	{
		longer = repalloc(flat, size + sizeof(uint64));
		Assert(longer == flat);
	}
	else
	{
		longer = palloc(size + sizeof(uint64));
		memcpy(longer, flat, size);
	}
	SET_VARSIZE(longer, size + sizeof(uint64));
	hashes = bloom_stored_hashes(longer);
	memmove(hashes + at + 1, hashes + at, behind * sizeof(uint64));
	hashes[at] = hash;
	return longer;
}

/* Add a hash to a flat state; returns another state if it has no room */
static BloomState
add_flat(FunctionCallInfo fcinfo, Bloom *flat, uint64 hash)
{
	BloomState	state = {flat, NULL};
	Size		at;

	Assert(!bloom_is_counting(flat));
	if (!bloom_is_sparse(flat))
	{
		flat->layer[0].bits_set +=
			bloom_bits_add(bloom_stored_words(flat), &flat->layer[0].geometry,
						   hash);
		return state;
	}
	at = bloom_hashes_find(bloom_stored_hashes(flat),
						   bloom_stored_count(flat), hash);
	if (at < bloom_stored_count(flat) && bloom_stored_hashes(flat)[at] == hash)
		return state;
	if (bloom_stored_count(flat) < flat_limit(flat))
	{
		state.flat = insert(flat, at, hash);
		return state;
	}
	state.flat = depends_on_number(flat) ? NULL : flat_dense(flat);
	if (state.flat != NULL)
		return add_flat(fcinfo, state.flat, hash);
	state.expanded = expand(fcinfo, flat);
	bloom_expanded_add(state.expanded, BLOOM_CLASS_NONE, hash);
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
	MemoryContext context = bloom_state_context(fcinfo);
	Size		size;
	Bloom	   *flat;

	if (bloom_collect_spilled(filter) || bloom_is_counting(filter->head) ||
		bloom_is_imported(filter->head) ||
		(size = EOH_get_flat_size(&filter->hdr)) > MAX_FLAT)
		return TransferExpandedObject(value, context);
	flat = palloc(size);
	EOH_flatten_into(&filter->hdr, flat, size);
	if (filter->collected != NULL)
		bloom_collect_free(filter);
	return PointerGetDatum(flat);
}

/* The expanded state in argument 0, or one that is made of it */
static BloomExpanded *
get_expanded(FunctionCallInfo fcinfo)
{
	Datum		value = PG_GETARG_DATUM(0);
	BloomView	view;

	if (!PG_ARGISNULL(0) &&
		VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		return bloom_expanded_of(value);
	view = (BloomView) {.counted = true};
	if (PG_ARGISNULL(0))
		view.head = bloom_head_elastic(BLOOM_DEFAULT_ERROR_RATE);
	else
		view = bloom_expanded_read(value);
	return collect(fcinfo, view, CurrentMemoryContext);
}

/*
 * Combine the filter in argument 1, if it is not null, into the state in
 * argument 0: by union, or else by intersection.  Raises the errors of these,
 * and an error outside of an aggregate.
 */
Datum
bloom_state_combine(FunctionCallInfo fcinfo, bool unite)
{
	Datum		value = PG_GETARG_DATUM(0);
	BloomExpanded *filter;

	bloom_state_context(fcinfo);
	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(value);
	}
	if (unite)
	{
		filter = get_expanded(fcinfo);
		bloom_combine_add(filter, PG_GETARG_BLOOM_VIEW(1));
	}
	else if (PG_ARGISNULL(0))
		filter = bloom_expanded_copy(PG_GETARG_BLOOM_VIEW(1),
									 CurrentMemoryContext);
	else
	{
		filter = bloom_expanded_get(value, CurrentMemoryContext);
		bloom_combine_intersect(filter, PG_GETARG_BLOOM_VIEW(1));
	}
	if (!PG_ARGISNULL(0) &&
		VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		PG_RETURN_DATUM(value);
	return make_state(fcinfo, filter);
}

/*
 * A read-only pointer to an expanded filter, in the current memory context.
 * Up to PostgreSQL 15, the executor copies a result that is in another one.
 */
static Datum
result_pointer(BloomExpanded *filter)
{
	void	   *pointer = palloc(EXPANDED_POINTER_SIZE);

	memcpy(pointer, filter->hdr.eoh_ro_ptr, EXPANDED_POINTER_SIZE);
	return PointerGetDatum(pointer);
}

/*
 * The result of a state.  Raises an error if it is the union of filters with
 * different parameters and exceeds its error rate.  Warns if a fixed or
 * elastic filter has more values than its capacity.
 */
Datum
bloom_state_final(FunctionCallInfo fcinfo, Datum value)
{
	BloomExpanded *filter = bloom_expanded_of(value);
	const Bloom *flat;
	BloomView	view;

	if (filter == NULL)
	{
		flat = (Bloom *) PG_DETOAST_DATUM(value);
		view = bloom_view_stored(flat);
		if (bloom_is_sparse(flat) && view.coded == NULL)
			filter = bloom_collect_list_result(view);
		else if (bloom_is_sparse(flat) ||
				 flat->flags & (BLOOM_FLAG_MIXED | BLOOM_FLAG_PARTIAL))
			filter = expand(fcinfo, flat);
		else if (flat->growth == 0 && !bloom_is_imported(flat))
			bloom_warn_over_capacity(flat, 0, bloom_view_cardinality(view));
	}
	if (filter == NULL)
		return value;
	if (filter->collected != NULL)
		filter = bloom_collect_result(filter);
	bloom_combine_check_rate(filter, NULL, NULL);
	bloom_expanded_count(filter);
	return result_pointer(filter);
}
