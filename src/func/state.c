/*
 * func/state.c
 *		The state of an aggregate: adding hashes, combining, the result.
 *
 * There may be millions of states at a time, and hash aggregation adds up the
 * sizes of all memory contexts for every new group.  So states of values share
 * a context, and have no other one while they are small: up to 8 kB, they are
 * a list or a dense filter.  Hashes are appended to the list, and sorted when
 * it is full or read.
 *
 * A larger state collects hashes as long as the result may be a list, or its
 * parameters may depend on the number of values (value/collect.c).  Otherwise,
 * it is a filter in memory.  Both have a context of their own.
 *
 * The state of an aggregate of filters is such a collection or filter, or a
 * stored filter if that is small.
 */
#include "func/state.h"

#include "func/argument.h"

#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/nodes.h"
#include "nodes/primnodes.h"
#include "utils/memutils.h"

/* The largest small state in bytes */
#define MAX_SMALL		8192
#define MAX_HASHES		(MAX_SMALL / sizeof(uint64))

/* The room of a list that does not fit into the state */
#define FIRST_ROOM		16

/* How many heads are remembered, to be shared */
#define MAX_HEADS		8

/* What the states of values of an aggregate share */
typedef struct BloomStates
{
	MemoryContext context;
	const Bloom *heads[MAX_HEADS];
	int			next_head;		/* whose place the next one takes */
} BloomStates;

/* Whether an aggregate that a user has created is called with its MSFUNC */
static bool
is_moving(FunctionCallInfo fcinfo)
{
	const WindowAggState *window = (WindowAggState *) fcinfo->context;

	/* only such an aggregate has a context of its own */
	return IsA(window, WindowAggState) &&
		window->curaggcontext != window->aggcontext;
}

/*
 * The memory context for states; an error outside of an aggregate.  The state
 * of a moving aggregate would also be passed to an inverse function.  If that
 * is in PL/pgSQL and returns it, PL/pgSQL moves it to another memory context,
 * which the executor does not notice.
 */
MemoryContext
bloom_state_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("aggregate transition function called outside of an aggregate")));
	if (is_moving(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("moving aggregates cannot use transition functions of bloomext")));
	return context;
}

/* Whether the parameters of the result depend on the number of values */
static bool
depends_on_number(const Bloom *head)
{
	return head->growth != 0 || bloom_is_elastic(head);
}

/* The states of values of an aggregate */
static BloomStates *
states_of(BloomSpill *spill)
{
	BloomStates *states = spill->states;
	Size		largest = ALLOCSET_DEFAULT_MAXSIZE;
	MemoryContext context;

	if (states != NULL)
		return states;
	/* like those of the executor, so that blocks exceed hash_mem by little */
	while (largest > Max(spill->limit / 16, ALLOCSET_DEFAULT_INITSIZE))
		largest /= 2;
	context = AllocSetContextCreate(spill->context, "bloom states",
									ALLOCSET_SMALL_MINSIZE,
									ALLOCSET_SMALL_INITSIZE, largest);
	states = MemoryContextAllocZero(context, sizeof(BloomStates));
	states->context = context;
	spill->states = states;
	return states;
}

/* The spill of the aggregate to which a state of values belongs */
static BloomSpill *
spill_of(const BloomState *state)
{
	return bloom_spill_of(MemoryContextGetParent(state->hdr.eoh_context));
}

/* A head without layers that equals another one, for several states */
static const Bloom *
share_head(BloomStates *states, const Bloom *head)
{
	Bloom	   *copy;

	for (int i = 0; i < MAX_HEADS && states->heads[i] != NULL; i++)
		if (memcmp(states->heads[i], head, sizeof(Bloom)) == 0)
			return states->heads[i];
	copy = MemoryContextAlloc(states->context, sizeof(Bloom));
	memcpy(copy, head, sizeof(Bloom));
	states->heads[states->next_head] = copy;
	states->next_head = (states->next_head + 1) % MAX_HEADS;
	return copy;
}

/* Create a state of values with the parameters of a head, as an empty list */
static BloomState *
create_state(FunctionCallInfo fcinfo, const Bloom *head)
{
	BloomSpill *spill = bloom_spill_of(bloom_state_context(fcinfo));
	BloomStates *states;
	BloomState *state;

	states = states_of(spill);
	state = MemoryContextAlloc(states->context, sizeof(BloomState));
	EOH_init_header(&state->hdr, &bloom_state_methods, states->context);
	state->head = share_head(states, head);
	state->count = state->sorted = 0;
	state->room = lengthof(state->few);
	state->kind = BLOOM_STATE_LIST;
	state->hashes = state->few;
	return state;
}

/* Give a state a filter in memory */
static void
set_filter(BloomState *state, BloomFilter *filter)
{
	state->filter = bloom_expanded_move(filter, state->hdr.eoh_context);
	state->kind = BLOOM_STATE_FILTER;
}

/* Give a state a collection with the hashes of a list, and room for more */
static void
set_collection(BloomState *state, BloomView view)
{
	state->collection =
		bloom_collect_create(view, 2 * view.uncoded, spill_of(state),
							 !depends_on_number(view.head),
							 state->hdr.eoh_context);
	state->kind = BLOOM_STATE_COLLECTION;
}

/* bloom_state_get() for a stored filter in argument 0, or none */
BloomState *
bloom_state_from_stored(FunctionCallInfo fcinfo)
{
	const Bloom *filter;
	BloomView	view;
	BloomState *state;

	bloom_state_context(fcinfo);
	if (PG_ARGISNULL(0))
		return NULL;
	filter = (const Bloom *) PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	view = bloom_view_stored(filter);
	/* the initial state is bloom(), without the flag of one from a row */
	if ((filter->flags & BLOOM_FLAG_PARTIAL) == 0 && bloom_is_identity(view))
		return NULL;
	/* of aggregates that users have created with these functions */
	state = create_state(fcinfo, filter);
	if (bloom_is_sparse(filter))
		set_collection(state, view);
	else
		set_filter(state, BLOOM_MAKE(bloom_filter_copy, view));
	return state;
}

/* Create an empty state with the parameters of head, for the first row */
BloomState *
bloom_state_create(FunctionCallInfo fcinfo, const Bloom *head)
{
	Bloom	   *empty = bloom_head_empty(head);
	BloomState *state;

	SET_VARSIZE(empty, BLOOM_HEADER_SIZE(0));
	if (bloom_is_sparse(empty) && bloom_has_no_capacity(empty))
		empty->flags = BLOOM_FLAG_PARTIAL;
	state = create_state(fcinfo, empty);
	if (!bloom_is_sparse(empty))
		set_filter(state, BLOOM_MAKE(bloom_filter_create, head));
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

	return aggref != NULL && (DO_AGGSPLIT_SKIPFINAL(aggref->aggsplit) ||
							  fcinfo->flinfo->fn_oid !=
							  bloom_argument_transition(aggref->aggfnoid));
}

/*
 * Create an empty state with the format and parameters of a filter.  Raises an
 * error in a partial aggregate if the filter is imported and grows.  Two such
 * states would each have layers that are full, in the sizes of the library, so
 * they have no union.
 */
BloomState *
bloom_state_create_like(FunctionCallInfo fcinfo, BloomView view)
{
	BloomState *state;

	if (!bloom_is_imported(view.head))
		return bloom_state_create(fcinfo, view.head);
	if (view.imported->growth != 0 && is_partial(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("growing bloom filter of format %s cannot be built in parts",
						bloom_format_name(view.head->format)),
				 errdetail("Parallel workers, partitions or shards would build filters that do not combine."),
				 errhint("Set max_parallel_workers_per_gather to 0 and enable_partitionwise_aggregate to off, or use a filter without growth that has a capacity for all values.")));
	state = create_state(fcinfo, view.head);
	set_filter(state, BLOOM_MAKE(bloom_filter_empty, view));
	return state;
}

/* Whether two native heads are equal, regardless of the number of bits */
static bool
equal_heads(const Bloom *a, const Bloom *b)
{
	return memcmp(&a->version, &b->version,
				  BLOOM_HEADER_SIZE(0) - BLOOM_LENGTH_SIZE) == 0 &&
		(bloom_is_sparse(a) ||
		 memcmp(&a->layer[0].geometry, &b->layer[0].geometry,
				sizeof(BloomGeometry)) == 0);
}

/*
 * Raise an error unless all rows, of a worker and of all workers, ask for
 * filters of the same parameters
 */
static void
check_same_parameters(BloomView a, BloomView b)
{
	static BloomHeadRoom last[2];

	/* comparing them for each row would take longer than adding its value */
	if (equal_heads(a.head, &last[0].head) &&
		equal_heads(b.head, &last[1].head))
		return;
	if (!bloom_filter_same_parameters(a, b))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("filter parameters must be the same for all rows of an aggregate")));
	if (bloom_is_imported(a.head))
		return;
	memcpy(&last[0], a.head, BLOOM_HEADER_SIZE(!bloom_is_sparse(a.head)));
	memcpy(&last[1], b.head, BLOOM_HEADER_SIZE(!bloom_is_sparse(b.head)));
}

/* The parameters of a state, as a view without its content */
static BloomView
parameters_of(const BloomState *state)
{
	return (BloomView) {
		.head = state->kind == BLOOM_STATE_FILTER ? state->filter->head :
			state->head,
		.imported = state->kind == BLOOM_STATE_FILTER ?
			state->filter->imported : NULL
	};
}

/* Raise an error unless a filter has the parameters of a state */
void
bloom_state_check_like(const BloomState *state, BloomView view)
{
	check_same_parameters(parameters_of(state), view);
}

/* Sort the hashes of a list and remove repeated ones */
static void
sort_list(BloomState *state)
{
	uint64		spare[MAX_HASHES];

	if (state->count > state->sorted)
		state->count = state->sorted =
			bloom_hashes_sort_behind(state->hashes, state->sorted,
									 state->count - state->sorted, spare,
									 NULL);
}

/* Free the memory of a list outside of the state */
static void
free_list(BloomState *state, uint64 *hashes)
{
	if (hashes != state->few)
		pfree(hashes);
}

/* Turn a list of a fixed filter dense */
static void
turn_dense(BloomState *state)
{
	uint64	   *hashes = state->hashes;
	Bloom	   *head = bloom_head_empty(state->head);
	Bloom	   *dense;
	Size		size;

	bloom_head_first_layer(head, 0);
	size = BLOOM_HEADER_SIZE(1) + bloom_words_size(head);
	/* a filter turns dense when the list would take more */
	Assert(size <= MAX_SMALL);
	dense = MemoryContextAllocZero(state->hdr.eoh_context, size);
	memcpy(dense, head, BLOOM_HEADER_SIZE(1));
	SET_VARSIZE(dense, size);
	for (Size i = 0; i < state->count; i++)
		dense->layer[0].bits_set +=
			bloom_bits_add(bloom_stored_words(dense),
						   &dense->layer[0].geometry, hashes[i]);
	state->dense = dense;
	state->kind = BLOOM_STATE_DENSE;
	free_list(state, hashes);
}

/* With more distinct hashes, a fixed filter would not be a list */
static Size
list_limit(const Bloom *head)
{
	static int64 capacity = 0;
	static double error_rate = 0;
	static Size limit = 0;

	/* computing it for each group would take longer than adding its values */
	if (head->capacity != capacity || head->error_rate != error_rate)
	{
		limit = bloom_head_limit(head);
		capacity = head->capacity;
		error_rate = head->error_rate;
	}
	return limit;
}

/* Sort a list, and turn it dense if it has too many hashes */
static void
settle(BloomState *state)
{
	sort_list(state);
	if (!depends_on_number(state->head) &&
		state->count > list_limit(state->head))
		turn_dense(state);
}

/* The hashes of a sorted list.  Valid until the next change. */
static BloomView
view_list(const BloomState *state)
{
	Assert(state->count == state->sorted);
	return (BloomView) {
		.head = state->head, .hashes = state->hashes,
		.pause = bloom_check_interrupts, .uncoded = state->count,
		.count = state->count, .counted = true
	};
}

/*
 * Make room in a full list, or give the state another kind if it has too many
 * hashes
 */
static void
make_room(BloomState *state)
{
	uint64	   *hashes = state->hashes;
	Size		room = state->room * sizeof(uint64);

	settle(state);
	if (state->kind != BLOOM_STATE_LIST || state->count <= state->room / 2)
		return;
	if (room == MAX_SMALL)
	{
		set_collection(state, view_list(state));
		free_list(state, hashes);
		return;
	}
	/* allocations are rounded up to powers of two */
	if (hashes == state->few)
	{
		state->hashes = MemoryContextAlloc(state->hdr.eoh_context,
										   FIRST_ROOM * sizeof(uint64));
		memcpy(state->hashes, hashes, sizeof(state->few));
		state->room = FIRST_ROOM;
	}
	else
	{
		state->hashes = repalloc(hashes, 2 * room);
		state->room *= 2;
	}
}

/* bloom_state_add() for a list or a dense filter */
void
bloom_state_add_few(BloomState *state, BloomClass class, uint64 hash)
{
	Bloom		head;

	if (unlikely(class != BLOOM_CLASS_NONE && class != state->head->class))
	{
		head = *state->head;
		bloom_set_class(&head, class);
		state->head = share_head(states_of(spill_of(state)), &head);
	}
	if (state->kind == BLOOM_STATE_DENSE)
		state->dense->layer[0].bits_set +=
			bloom_bits_add(bloom_stored_words(state->dense),
						   &state->dense->layer[0].geometry, hash);
	else if (likely(state->count < state->room))
		state->hashes[state->count++] = hash;
	else
	{
		make_room(state);
		bloom_state_add(state, class, hash);
	}
}

/* bloom_state_add() for a collection that has to turn dense */
void
bloom_state_turn_dense(BloomState *state, uint64 hash)
{
	BloomCollection *collection = state->collection;

	set_filter(state, bloom_collect_result(collection));
	bloom_collect_give_back(collection);
	MemoryContextDelete(collection->hdr.eoh_context);
	BLOOM_CALL(bloom_filter_add, state->filter, BLOOM_CLASS_NONE, hash);
}

/* The stored filter of a dense state */
static const Bloom *
stored_dense(BloomState *state)
{
	state->dense->class = state->head->class;
	return state->dense;
}

/* The object in a state that is a collection or a filter in memory */
static ExpandedObjectHeader *
object_of(BloomState *state)
{
	return state->kind == BLOOM_STATE_COLLECTION ? &state->collection->hdr :
		DatumGetEOHP(bloom_expanded_datum(state->filter));
}

/* The get_flat_size method of expanded objects */
static Size
flat_size(ExpandedObjectHeader *header)
{
	BloomState *state = (BloomState *) header;

	if (state->kind == BLOOM_STATE_LIST)
		settle(state);
	if (state->kind == BLOOM_STATE_LIST)
		return bloom_view_size(view_list(state));
	if (state->kind == BLOOM_STATE_DENSE)
		return VARSIZE(state->dense);
	return EOH_get_flat_size(object_of(state));
}

/* The flatten_into method of expanded objects */
static void
flatten(ExpandedObjectHeader *header, void *result, Size size)
{
	BloomState *state = (BloomState *) header;

	if (state->kind == BLOOM_STATE_LIST)
		bloom_view_flatten(view_list(state), result);
	else if (state->kind == BLOOM_STATE_DENSE)
		memcpy(result, stored_dense(state), size);
	else
		EOH_flatten_into(object_of(state), result, size);
}

const ExpandedObjectMethods bloom_state_methods = {flat_size, flatten};

/* The state of an aggregate of filters; one of the two is NULL */
typedef struct Union
{
	BloomCollection *collection;
	BloomFilter *filter;
} Union;

/* A changed state of filters as a result: flattened if it is small */
static Datum
make_state(FunctionCallInfo fcinfo, Union state)
{
	BloomCollection *collection = state.collection;
	Datum		value = collection != NULL ?
		EOHPGetRWDatum(&collection->hdr) : bloom_expanded_datum(state.filter);
	ExpandedObjectHeader *header = DatumGetEOHP(value);
	const Bloom *head = collection != NULL ? collection->head :
		state.filter->head;
	Size		size;
	Bloom	   *flat;

	if ((collection != NULL && bloom_collect_spilled(collection)) ||
		bloom_is_counting(head) || bloom_is_imported(head) ||
		(size = EOH_get_flat_size(header)) > MAX_SMALL)
		return TransferExpandedObject(value, bloom_state_context(fcinfo));
	flat = palloc(size);
	EOH_flatten_into(header, flat, size);
	if (collection != NULL)
		bloom_collect_give_back(collection);
	return PointerGetDatum(flat);
}

/* A state with the members of the filter in argument 0, or of none */
static Union
create_union(FunctionCallInfo fcinfo)
{
	BloomView	view = {.counted = true};
	Union		state = {NULL, NULL};

	if (PG_ARGISNULL(0))
		view.head = bloom_head_elastic(BLOOM_DEFAULT_ERROR_RATE);
	else
		view = PG_GETARG_BLOOM_VIEW(0);
	if (bloom_is_sparse(view.head))
		state.collection =
			bloom_collect_create(view, 0,
								 bloom_spill_of(bloom_state_context(fcinfo)),
								 false, CurrentMemoryContext);
	else
		state.filter = BLOOM_MAKE(bloom_filter_copy, view);
	return state;
}

/*
 * Raise an error unless a partial state has the parameters of a state of
 * values.  Over no rows, either of them is bloom().
 */
static void
check_part(Union state, BloomView part)
{
	const BloomCollection *collection = state.collection;
	BloomView	view = {0};

	if (collection == NULL)
		view = (BloomView) {
			.head = state.filter->head, .imported = state.filter->imported
		};
	else
		view = (BloomView) {
			.head = collection->head,
			.count = collection->list.count + collection->sort.total
		};
	if (!bloom_is_identity(view) &&
		(!bloom_is_identity(part) ||
		 (part.head->flags & BLOOM_FLAG_PARTIAL) != 0))
		check_same_parameters(view, part);
}

/*
 * The union of the state in argument 0 and the filter in argument 1.  If
 * `checked` is true, the result must not exceed its error rate.  Otherwise,
 * both are partial states.
 */
static Datum
unite(FunctionCallInfo fcinfo, bool in_place, bool checked)
{
	BloomView	other = PG_GETARG_BLOOM_VIEW(1);
	BloomFilter *filter;
	Union		state = {
		.collection = in_place ? bloom_collect_of(PG_GETARG_DATUM(0)) : NULL,
		.filter = in_place ? bloom_expanded_of(PG_GETARG_DATUM(0)) : NULL
	};

	if (!in_place)
		state = create_union(fcinfo);
	if (!checked)
		check_part(state, other);
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
		state = (Union) {.filter = filter};
		in_place = false;
	}
	return in_place ? PG_GETARG_DATUM(0) : make_state(fcinfo, state);
}

/* The intersection of the state in argument 0 and the filter in argument 1 */
static Datum
intersect(FunctionCallInfo fcinfo, bool in_place)
{
	BloomView	other = PG_GETARG_BLOOM_VIEW(1);
	Union		state = {NULL, NULL};
	uint8		mark;

	if (PG_ARGISNULL(0))
	{
		state.filter = BLOOM_MAKE(bloom_filter_copy, other);
		BLOOM_CALL(bloom_combine_check_rate, state.filter, false);
		/* one without members is not bloom() */
		if (bloom_is_identity(other))
			state.filter->head->flags |=
				other.head->flags & BLOOM_FLAG_PARTIAL;
	}
	else
	{
		mark = PG_GETARG_BLOOM_VIEW(0).head->flags & BLOOM_FLAG_PARTIAL;
		state.filter = PG_GETARG_BLOOM_FILTER(0);
		state.filter->head->flags |= mark;
		BLOOM_CALL(bloom_intersect_part, state.filter, other);
	}
	return in_place ? PG_GETARG_DATUM(0) : make_state(fcinfo, state);
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
	/* another state would take its place, and it must not be deleted */
	if (in_place && bloom_state_of(value) != NULL)
		elog(ERROR, "state of an aggregate of values cannot be combined in place");
	if (!PG_ARGISNULL(1))
		return combine == BLOOM_STATE_INTERSECTION ?
			intersect(fcinfo, in_place) :
			unite(fcinfo, in_place, combine == BLOOM_STATE_UNION);
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	return value;
}

/*
 * The result of a flat state, or NULL if the state itself is the result.  Only
 * if `values` were added does it warn.
 */
static BloomFilter *
flat_result(const Bloom *flat, bool values)
{
	BloomView	view = bloom_view_stored(flat);

	if (bloom_is_sparse(flat))
		return bloom_collect_result_of(view);
	if (bloom_is_state(flat))
		return BLOOM_MAKE(bloom_filter_copy, view);
	/* an expanded filter warns when it is counted */
	if (values && flat->growth == 0 && !bloom_is_imported(flat))
		bloom_warn_over_capacity(flat, bloom_view_cardinality(view), NULL);
	return NULL;
}

/* The result of a sorted list of values */
static Datum
list_result(const BloomState *state)
{
	BloomView	view = view_list(state);
	Bloom	   *list = bloom_collect_list(view);
	BloomFilter *filter;

	if (list != NULL)
		return PointerGetDatum(list);
	filter = bloom_collect_result_of(view);
	bloom_expanded_count(filter);
	return bloom_expanded_read_only(filter);
}

/*
 * The result of a state.  Raises an error if it is the union of filters and
 * exceeds its error rate.  If `values` were added, not filters, warns if a
 * fixed or elastic filter has more than its capacity.
 */
Datum
bloom_state_final(Datum value, bool values)
{
	BloomState *state = bloom_state_of(value);
	BloomCollection *collection;
	BloomFilter *filter;
	const Bloom *flat = NULL;
	const Bloom *head;

	if (state != NULL && state->kind == BLOOM_STATE_LIST)
		settle(state);
	if (state != NULL && state->kind == BLOOM_STATE_LIST)
		return list_result(state);
	if (state != NULL)
		value = state->kind == BLOOM_STATE_DENSE ?
			PointerGetDatum(stored_dense(state)) :
			EOHPGetRWDatum(object_of(state));
	collection = bloom_collect_of(value);
	filter = bloom_expanded_of(value);
	if (collection == NULL && filter == NULL)
		flat = (Bloom *) PG_DETOAST_DATUM(value);
	head = collection != NULL ? collection->head : flat;
	if (collection != NULL)
		filter = bloom_collect_result(collection);
	else if (flat != NULL)
		filter = flat_result(flat, values);
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
	/* a union or intersection that may be over its capacity adds nothing */
	if (!values && filter->coded != NULL)
		filter->known = bloom_expanded_view(filter).count;
	bloom_expanded_count(filter);
	return bloom_expanded_read_only(filter);
}
