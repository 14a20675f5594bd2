/*
 * value/expandedcollect.c
 *		States of aggregates that collect any number of hashes.
 *
 * The parameters of the result may depend on the number of its values, and
 * those of a union on a later row.  Such a state therefore is a list until the
 * final function, which knows both.  Hashes that exceed hash_mem go to a
 * temporary file.  So the result depends neither on memory nor on the plan.
 *
 * All states of an aggregate in a plan node share hash_mem and a file, because
 * hash aggregation has many of them at a time.  When hash_mem is used up, a
 * state of which the list is full writes the list to the file.
 */
#include "value/expanded.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/memutils.h"

/*
 * A list is not written to the file before it has so many hashes.  They take
 * 32 kB, and half of that while they are sorted.
 */
#define MIN_RUN		4096

/* A spill, and the memory context of the states that share it */
typedef struct Shared
{
	BloomSpill	spill;
	MemoryContext context;
	MemoryContextCallback callback;
	struct Shared *next;
} Shared;

/* Those of all running aggregates */
static Shared *all_shared = NULL;

/*
 * Called when the memory of an aggregate's states is freed.  If a transaction
 * is aborted, its resource owner closes files, perhaps before.
 */
static void
forget(void *argument)
{
	Shared	   *shared = argument;
	Shared	  **at = &all_shared;

	while (*at != shared)
		at = &(*at)->next;
	*at = shared->next;
	if (IsTransactionState())
		bloom_spill_close(&shared->spill);
}

/* The spill of the aggregate whose states are in a memory context */
BloomSpill *
bloom_collect_spill(MemoryContext context)
{
	Shared	   *shared = all_shared;

	while (shared != NULL && shared->context != context)
		shared = shared->next;
	if (shared == NULL)
	{
		shared = MemoryContextAllocZero(context, sizeof(Shared));
		shared->spill.context = context;
		shared->spill.limit = Min(get_hash_memory_limit(), SIZE_MAX / 2);
		shared->context = context;
		shared->callback.func = forget;
		shared->callback.arg = shared;
		MemoryContextRegisterResetCallback(context, &shared->callback);
		shared->next = all_shared;
		all_shared = shared;
	}
	return &shared->spill;
}

/* The memory of a list with room for so many hashes, with that for sorting */
static Size
list_memory(Size room)
{
	return room * sizeof(uint64) / 2 * 3;
}

/* Make a sparse filter a state that collects hashes */
static void
begin_collecting(BloomExpanded *filter, BloomSpill *spill)
{
	MemoryContext context = filter->hdr.eoh_context;

	filter->collected = MemoryContextAllocZero(context,
											   sizeof(BloomCollected));
	filter->collected->spill = spill;
	bloom_sort_init(&filter->collected->sort, spill, context);
	filter->list.limit = SIZE_MAX;
	filter->head->flags |= BLOOM_FLAG_PARTIAL;
	spill->used += list_memory(filter->list.room);
}

/*
 * A state with the hashes of a list of whole hashes, in a memory context of
 * its own under parent
 */
BloomExpanded *
bloom_collect_copy(BloomView view, BloomSpill *spill, MemoryContext parent)
{
	BloomExpanded *state = bloom_expanded_list(view.head, NULL, 0, parent);
	BloomListStream stream;

	begin_collecting(state, spill);
	bloom_view_stream(view, BLOOM_HASH_BITS, &stream);
	bloom_expanded_add_stream(state, &stream.all);
	return state;
}

/* Whether the result's geometry does not depend on the number of values */
static bool
has_fixed_geometry(const BloomExpanded *state)
{
	return state->head->growth == 0 && !bloom_is_elastic(state->head);
}

/* Add all hashes of the list to the cached result, if there is one */
static void
update_result(BloomExpanded *state)
{
	BloomCollected *collected = state->collected;
	BloomList  *list = &state->list;

	if (collected->result == NULL)
		return;
	bloom_expanded_add_list(collected->result,
							list->hashes + collected->result_count,
							list->count - collected->result_count);
	collected->result_count = list->count;
}

/* Sort the list of a state */
void
bloom_collect_sort(BloomExpanded *state)
{
	if (state->list.sorted == state->list.count)
		return;
	update_result(state);
	bloom_list_sort(&state->list);
	state->collected->result_count = state->list.count;
	state->collected->distinct = 0;
}

/*
 * Make room for more hashes in a full list.  First, repeated hashes are
 * removed, unless the result is dense in any case and there is memory.
 */
void
bloom_collect_make_room(BloomExpanded *state)
{
	BloomCollected *collected = state->collected;
	BloomSpill *spill = collected->spill;
	BloomList  *list = &state->list;
	Size		more = list_memory(list->room);
	bool		enlarge = list->room < MIN_RUN ||
		spill->used + more <= spill->limit;

	if (!enlarge || !has_fixed_geometry(state) ||
		list->sorted <= bloom_head_limit(state->head))
	{
		bloom_collect_sort(state);
		if (list->count <= list->room / 2)
			return;
	}
	if (enlarge)
	{
		list->hashes = repalloc_huge(list->hashes,
									 2 * list->room * sizeof(uint64));
		list->room *= 2;
		spill->used += more;
		return;
	}
	bloom_sort_write(&collected->sort, list->hashes, list->count);
	list->count = list->sorted = 0;
	collected->result_count = 0;
}

/* Start reading all hashes, shortened to `bits` bits */
static BloomSort *
begin_reading(BloomExpanded *state, int bits)
{
	bloom_collect_sort(state);
	bloom_sort_begin(&state->collected->sort, state->list.hashes,
					 state->list.count, bloom_coded_mask(bits));
	return &state->collected->sort;
}

/* The number of distinct hashes, shortened to `bits` bits */
static uint64
count_hashes(BloomExpanded *state, int bits)
{
	BloomSort  *sort = begin_reading(state, bits);
	const uint64 *hashes;
	uint64		sum = 0;
	Size		count;

	while ((count = bloom_sort_next(sort, &hashes)) > 0)
		sum += count;
	bloom_sort_end(sort);
	return sum;
}

/* The number of distinct hashes of a state */
static uint64
count_distinct(BloomExpanded *state)
{
	BloomCollected *collected = state->collected;

	bloom_collect_sort(state);
	if (!bloom_collect_spilled(state))
		return state->list.count;
	if (collected->distinct == 0)
		collected->distinct = count_hashes(state,
										   bloom_hash_bits(state->head));
	return collected->distinct;
}

/*
 * Add all hashes of a state to a filter, which must take them in their
 * length.  Can be cancelled half way.
 */
void
bloom_collect_add_to(BloomExpanded *state, BloomExpanded *filter)
{
	BloomSort  *sort = begin_reading(state, bloom_hash_bits(state->head));
	const uint64 *hashes;
	Size		count;

	while ((count = bloom_sort_next(sort, &hashes)) > 0)
		bloom_expanded_add_list(filter, hashes, count);
	bloom_sort_end(sort);
}

/* Code all hashes of a state, of which there are `count` of `bits` bits */
static void
code_hashes(BloomExpanded *state, uint64 *words, uint64 count, int bits)
{
	BloomSort  *sort = begin_reading(state, bits);
	BloomCodedWriter writer;
	const uint64 *hashes;
	Size		batch;

	bloom_coded_begin(&writer, words, count, bits);
	while ((batch = bloom_sort_next(sort, &hashes)) > 0)
		bloom_coded_append(&writer, hashes, batch);
	bloom_coded_end(&writer, bloom_check_interrupts);
	bloom_sort_end(sort);
}

/* Give up what a state has in addition to its list, which is freed */
void
bloom_collect_free(BloomExpanded *state)
{
	BloomCollected *collected = state->collected;

	collected->spill->used -= list_memory(state->list.room);
	bloom_sort_free(&collected->sort);
	if (collected->result != NULL)
		MemoryContextDelete(collected->result->hdr.eoh_context);
	pfree(collected);
	state->collected = NULL;
}

/* Make the head of a state as a stored value, which is a partial state */
static void
make_flat_head(BloomExpanded *state, Bloom *head)
{
	memcpy(head, state->head, BLOOM_HEADER_SIZE(0));
	/* up to that length, coding saves little */
	if (!bloom_is_coded(head) && count_distinct(state) > BLOOM_ELASTIC_LIST)
		head->flags |= BLOOM_FLAG_CODED_STATE;
}

/*
 * The size of a state as a stored value.  Raises an error if it would be too
 * large for a value of PostgreSQL.
 */
Size
bloom_collect_flat_size(BloomExpanded *state)
{
	Bloom		head;
	uint64		size;

	make_flat_head(state, &head);
	size = BLOOM_HEADER_SIZE(0) +
		bloom_list_size(&head, count_distinct(state));
	if (size > MaxAllocSize)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("partial state of the aggregate would be larger than 1 GB"),
				 errdetail("It has " UINT64_FORMAT " distinct values.",
						   count_distinct(state)),
				 errhint("Disable parallel plans for this query, or give the aggregate a capacity.")));
	return size;
}

/* Write a state as a stored value of bloom_collect_flat_size() bytes */
void
bloom_collect_flatten(BloomExpanded *state, Bloom *result)
{
	uint64		count = count_distinct(state);
	Bloom		head;
	Size		size;

	make_flat_head(state, &head);
	size = bloom_list_size(&head, count);
	memcpy(result, &head, BLOOM_HEADER_SIZE(0));
	SET_VARSIZE(result, BLOOM_HEADER_SIZE(0) + size);
	if (!bloom_is_coded(&head))
	{
		memcpy(bloom_stored_hashes(result), state->list.hashes, size);
		return;
	}
	bloom_zero_bytes(bloom_stored_hashes(result), size);
	code_hashes(state, bloom_stored_hashes(result), count,
				bloom_hash_bits(&head));
}

/*
 * The head of the filter for a state with this head and `count` hashes: of a
 * list, of a dense filter, or of a coded one; palloc'd
 */
static Bloom *
result_head(const Bloom *state, uint64 count)
{
	Bloom	   *head;

	/* bloom_agg(value): a fixed filter for the number of values */
	if (bloom_has_no_capacity(state) && state->growth == 0)
		head = count == 0 ? bloom_head_elastic(BLOOM_DEFAULT_ERROR_RATE) :
			bloom_head_make(&(BloomParameters) {
							.capacity = count,
							.error_rate = state->error_rate,
							.seed = state->seed
							});
	else
		head = bloom_head_empty(state);
	head->class = state->class;
	if (bloom_is_shortened(state) ||
		(bloom_is_elastic(head) && count > BLOOM_ELASTIC_LIST))
		bloom_head_code(head);
	else if (count > bloom_head_limit(head))
		bloom_head_first_layer(head, count);
	return head;
}

/* A coded filter with the head and the hashes of a state */
static BloomExpanded *
coded_result(BloomExpanded *state, const Bloom *head)
{
	int			bits = bloom_hash_bits(head);
	uint64		count = count_hashes(state, bits);
	BloomExpanded *filter = bloom_expanded_coded(head, count,
												 CurrentMemoryContext);

	code_hashes(state, filter->coded, count, bits);
	return filter;
}

/*
 * A dense filter with the head and the hashes of a state.  If the head does
 * not depend on their number, the filter is cached in the state, because a
 * window function needs the result after each row.
 */
static BloomExpanded *
dense_result(BloomExpanded *state, const Bloom *head)
{
	BloomCollected *collected = state->collected;
	BloomExpanded *filter = collected->result;
	bool		cached = has_fixed_geometry(state);

	if (filter != NULL && (filter->head->capacity != head->capacity ||
						   filter->head->error_rate != head->error_rate))
	{
		collected->result = NULL;
		MemoryContextDelete(filter->hdr.eoh_context);
		filter = NULL;
	}
	if (filter == NULL)
	{
		filter = bloom_expanded_clear(head, cached ? state->hdr.eoh_context :
									  CurrentMemoryContext);
		bloom_collect_add_to(state, filter);
		if (!cached)
			return filter;
		collected->result = filter;
		collected->result_count = state->list.count;
	}
	update_result(state);
	bloom_set_class(filter->head, head->class);
	return filter;
}

/*
 * Give a filter that was made with the head the class and the mark of a state,
 * and free the head
 */
static BloomExpanded *
finish(BloomExpanded *filter, Bloom *head, const Bloom *state)
{
	filter->head->class = state->class;
	filter->head->flags |= state->flags & BLOOM_FLAG_MIXED;
	pfree(head);
	return filter;
}

/*
 * The filter for a state's hashes: in memory of the state, or in a memory
 * context of its own under the current one.  The state can be used further.
 */
BloomExpanded *
bloom_collect_result(BloomExpanded *state)
{
	Bloom	   *head = result_head(state->head, count_distinct(state));
	BloomExpanded *filter;

	if (!bloom_is_sparse(head))
		filter = dense_result(state, head);
	else if (bloom_is_shortened(head))
		filter = coded_result(state, head);
	else
	{
		filter = bloom_expanded_create(head, CurrentMemoryContext);
		bloom_collect_add_to(state, filter);
	}
	return finish(filter, head, state->head);
}

/* Like bloom_collect_result(), for a state that is a list of whole hashes */
BloomExpanded *
bloom_collect_list_result(BloomView view)
{
	Bloom	   *head = result_head(view.head, view.count);
	BloomExpanded *filter = bloom_is_sparse(head) ?
		bloom_expanded_create(head, CurrentMemoryContext) :
		bloom_expanded_clear(head, CurrentMemoryContext);

	bloom_expanded_add_list(filter, view.hashes, view.count);
	return finish(filter, head, view.head);
}
