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
 * A larger state collects hashes as long as the result may be a list, or its
 * parameters may depend on the number of values (value/collect.c).  Otherwise,
 * it is an expanded filter.
 */
#include "func/state.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "miscadmin.h"
#include "nodes/nodes.h"
#include "nodes/primnodes.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

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

/*
 * A state in memory with the members of a filter, under parent.  That of a
 * list collects hashes (see bloom_collect_create())
 */
static BloomState
expand(FunctionCallInfo fcinfo, BloomView view, bool turns_dense,
	   MemoryContext parent)
{
	BloomSpill *spill;

	if (!bloom_is_sparse(view.head))
		return (BloomState) {
			.filter = bloom_expanded_move(BLOOM_MAKE(bloom_filter_copy, view),
										  parent)
		};
	spill = bloom_spill_of(bloom_state_context(fcinfo));
	return (BloomState) {
		.collection = bloom_collect_create(view, spill, turns_dense, parent)
	};
}

/* Make a state in memory of a flat one to which values are added */
static BloomState
expand_flat(FunctionCallInfo fcinfo, const Bloom *flat)
{
	return expand(fcinfo, bloom_view_stored(flat), !depends_on_number(flat),
				  bloom_state_context(fcinfo));
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

/* bloom_state_get() for a state that is not an expanded object, or none */
bool
bloom_state_get_flat(FunctionCallInfo fcinfo, BloomState *state)
{
	*state = (BloomState) {NULL, NULL, NULL};
	bloom_state_context(fcinfo);
	if (PG_ARGISNULL(0))
		return false;
	state->flat = (Bloom *) PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	if (!can_be_flat(state->flat))
	{
		*state = expand_flat(fcinfo, state->flat);
		return true;
	}
	/* the initial state is bloom(), without the flag of one from a row */
	return (state->flat->flags & BLOOM_FLAG_PARTIAL) != 0 ||
		!bloom_is_identity(bloom_view_stored(state->flat));
}

/* Create an empty state with the parameters of head, for the first row */
BloomState
bloom_state_create(FunctionCallInfo fcinfo, const Bloom *head)
{
	BloomState	state = {NULL, NULL, NULL};
	Bloom	   *empty = bloom_head_empty(head);

	if (bloom_is_sparse(empty))
	{
		SET_VARSIZE(empty, BLOOM_HEADER_SIZE(0));
		if (bloom_has_no_capacity(empty))
			empty->flags = BLOOM_FLAG_PARTIAL;
		state.flat = empty;
	}
	else
		state.filter = bloom_expanded_move(BLOOM_MAKE(bloom_filter_create,
													  head),
										   bloom_state_context(fcinfo));
	return state;
}

/*
 * Whether the state will be combined with others: in a partial aggregate, or
 * in one of an engine such as Citus, which calls the transition function
 */
static bool
is_partial(FunctionCallInfo fcinfo)
{
	const Aggref *aggref = AggGetAggref(fcinfo);
	HeapTuple	tuple;
	Oid			function;

	if (aggref == NULL)
		return false;
	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggref->aggfnoid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	function = ((Form_pg_aggregate) GETSTRUCT(tuple))->aggtransfn;
	ReleaseSysCache(tuple);
	return DO_AGGSPLIT_SKIPFINAL(aggref->aggsplit) ||
		function != fcinfo->flinfo->fn_oid;
}

/*
 * Create an empty state with the format and parameters of a filter.  Raises an
 * error in a partial aggregate if the filter is imported and grows.  Two such
 * states would each have layers that are full, in the sizes of the library, so
 * they have no union.
 */
BloomState
bloom_state_create_like(FunctionCallInfo fcinfo, BloomView view)
{
	if (bloom_is_imported(view.head) && view.imported->growth != 0 &&
		is_partial(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("growing bloom filter of format %s cannot be built in parts",
						bloom_format_name(view.head->format)),
				 errdetail("Parallel workers, partitions or shards would build filters that do not combine."),
				 errhint("Set max_parallel_workers_per_gather to 0 and enable_partitionwise_aggregate to off, or use a filter without growth that has a capacity for all values.")));
	if (bloom_is_imported(view.head))
		return (BloomState) {
			.filter = bloom_expanded_move(BLOOM_MAKE(bloom_filter_empty, view),
										  bloom_state_context(fcinfo))
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

/* bloom_state_add() for a flat state; returns the changed or another state */
Datum
bloom_state_add_flat(FunctionCallInfo fcinfo, Bloom *flat, BloomClass class,
					 uint64 hash)
{
	BloomState	state;
	Bloom	   *dense;
	Size		at;

	bloom_set_class(flat, class);
	Assert(!bloom_is_counting(flat));
	if (!bloom_is_sparse(flat))
	{
		flat->layer[0].bits_set +=
			bloom_bits_add(bloom_stored_words(flat), &flat->layer[0].geometry,
						   hash);
		return PointerGetDatum(flat);
	}
	at = bloom_hashes_find(bloom_stored_hashes(flat),
						   bloom_stored_count(flat), hash);
	if (at < bloom_stored_count(flat) && bloom_stored_hashes(flat)[at] == hash)
		return PointerGetDatum(flat);
	if (bloom_stored_count(flat) < flat_limit(flat))
		return PointerGetDatum(insert(flat, at, hash));
	dense = depends_on_number(flat) ? NULL : flat_dense(flat);
	if (dense != NULL)
		return bloom_state_add_flat(fcinfo, dense, class, hash);
	state = expand_flat(fcinfo, flat);
	return bloom_state_add(fcinfo, &state, class, hash);
}

/*
 * bloom_state_add() for a state that has to turn dense.  The executor frees
 * the old state.
 */
Datum
bloom_state_turn_dense(FunctionCallInfo fcinfo, BloomCollection *collection,
					   uint64 hash)
{
	BloomFilter *filter = bloom_collect_result(collection);

	bloom_expanded_move(filter, bloom_state_context(fcinfo));
	bloom_collect_give_back(collection);
	BLOOM_CALL(bloom_filter_add, filter, BLOOM_CLASS_NONE, hash);
	return bloom_expanded_datum(filter);
}

/* A state that is not flat as a result: flattened if it is small */
static Datum
make_state(FunctionCallInfo fcinfo, const BloomState *state)
{
	Datum		value = bloom_state_datum(state);
	ExpandedObjectHeader *header = DatumGetEOHP(value);
	const Bloom *head = bloom_state_head(state);
	BloomCollection *collection = state->collection;
	Size		size;
	Bloom	   *flat;

	if ((collection != NULL && bloom_collect_spilled(collection)) ||
		bloom_is_counting(head) || bloom_is_imported(head) ||
		(size = EOH_get_flat_size(header)) > MAX_FLAT)
		return TransferExpandedObject(value, bloom_state_context(fcinfo));
	flat = palloc(size);
	EOH_flatten_into(header, flat, size);
	if (collection != NULL)
		bloom_collect_give_back(collection);
	return PointerGetDatum(flat);
}

/* A state with the members of the filter in argument 0, or of none */
static BloomState
create_union(FunctionCallInfo fcinfo)
{
	BloomView	view = {.counted = true};

	if (PG_ARGISNULL(0))
		view.head = bloom_head_elastic(BLOOM_DEFAULT_ERROR_RATE);
	else
		view = PG_GETARG_BLOOM_VIEW(0);
	return expand(fcinfo, view, false, CurrentMemoryContext);
}

/*
 * The union of the state in argument 0 and the filter in argument 1.  If
 * `checked` is true, the result must not exceed its error rate.
 */
static Datum
unite(FunctionCallInfo fcinfo, bool in_place, bool checked)
{
	BloomView	other = PG_GETARG_BLOOM_VIEW(1);
	BloomFilter *filter;
	BloomState	state;

	if (in_place)
		bloom_state_get(fcinfo, &state);
	else
		state = create_union(fcinfo);
	if (state.collection == NULL)
	{
		BLOOM_CALL(bloom_unite_part, state.filter, other, checked);
		/* a stored imported filter has no mark; more rows add to the rate */
		if (bloom_is_imported(other.head))
			BLOOM_CALL(bloom_combine_check_rate, state.filter, false);
	}
	else if ((filter = bloom_collect_unite(state.collection, other,
										   checked)) != NULL)
	{
		bloom_collect_give_back(state.collection);
		state = (BloomState) {.filter = filter};
		in_place = false;
	}
	return in_place ? PG_GETARG_DATUM(0) : make_state(fcinfo, &state);
}

/* The intersection of the state in argument 0 and the filter in argument 1 */
static Datum
intersect(FunctionCallInfo fcinfo, bool in_place)
{
	BloomView	other = PG_GETARG_BLOOM_VIEW(1);
	BloomState	state = {NULL, NULL, NULL};
	uint8		mark;

	if (PG_ARGISNULL(0))
	{
		state.filter = BLOOM_MAKE(bloom_filter_copy, other);
		BLOOM_CALL(bloom_combine_check_rate, state.filter, false);
	}
	else
	{
		mark = PG_GETARG_BLOOM_VIEW(0).head->flags & BLOOM_FLAG_PARTIAL;
		state.filter = PG_GETARG_BLOOM_FILTER(0);
		state.filter->head->flags |= mark;
		BLOOM_CALL(bloom_intersect_part, state.filter, other);
	}
	return in_place ? PG_GETARG_DATUM(0) : make_state(fcinfo, &state);
}

/*
 * Combine the filter in argument 1, if it is not null, into the state in
 * argument 0.  Raises the errors of union or intersection, and an error
 * outside of an aggregate.
 */
Datum
bloom_state_combine(FunctionCallInfo fcinfo, BloomStateCombine combine)
{
	Datum		value = PG_GETARG_DATUM(0);
	bool		in_place = !PG_ARGISNULL(0) &&
		VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value));

	bloom_state_context(fcinfo);
	if (!PG_ARGISNULL(1))
		return combine == BLOOM_STATE_INTERSECTION ?
			intersect(fcinfo, in_place) :
			unite(fcinfo, in_place, combine == BLOOM_STATE_UNION);
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	return value;
}

/* The result of a flat state, or NULL if the state itself is the result */
static BloomFilter *
flat_result(const Bloom *flat)
{
	BloomView	view = bloom_view_stored(flat);

	if (bloom_is_sparse(flat))
		return bloom_collect_result_of(view);
	if ((flat->flags & (BLOOM_FLAG_MIXED | BLOOM_FLAG_PARTIAL)) != 0)
		return BLOOM_MAKE(bloom_filter_copy, view);
	/* an expanded filter warns when it is counted */
	if (flat->growth == 0 && !bloom_is_imported(flat))
		bloom_warn_over_capacity(flat, 0, bloom_view_cardinality(view));
	return NULL;
}

/*
 * The result of a state.  Raises an error if it is the union of filters and
 * exceeds its error rate.  Warns if a fixed or elastic filter has more values
 * than its capacity.
 */
Datum
bloom_state_final(FunctionCallInfo fcinfo, Datum value)
{
	BloomCollection *collection = bloom_collect_of(value);
	BloomFilter *filter = bloom_expanded_of(value);
	const Bloom *flat = NULL;
	const Bloom *head;

	if (collection == NULL && filter == NULL)
		flat = (Bloom *) PG_DETOAST_DATUM(value);
	head = collection != NULL ? collection->head : flat;
	if (collection != NULL)
		filter = bloom_collect_result(collection);
	else if (flat != NULL)
		filter = flat_result(flat);
	else if (filter->coded == NULL && bloom_is_elastic(filter->head))
		/* an intersection with a long list, as in flat_result() */
		filter = bloom_collect_result_of(bloom_expanded_view(filter));
	else if ((filter->head->flags & BLOOM_FLAG_MIXED) != 0)
		/* the next row of a window needs the mark */
		filter = BLOOM_MAKE(bloom_filter_copy, bloom_expanded_view(filter));
	if (filter == NULL)
		return value;
	BLOOM_CALL(bloom_combine_check_rate, filter, head != NULL &&
			   bloom_is_sparse(head) && !bloom_is_shortened(head));
	bloom_expanded_count(filter);
	return bloom_expanded_read_only(filter);
}
