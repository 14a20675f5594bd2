/*
 * value/collect.c
 *		States of aggregates that collect any number of hashes.
 *
 * The parameters of the result may depend on the number of its values, and
 * those of a union on a later row.  Whether a fixed filter is a list depends
 * on that number, too.  Such a state therefore is a list until the final
 * function, or until it is known that the result is dense.  Hashes that exceed
 * hash_mem go to a temporary file.  So the result depends neither on memory
 * nor on the plan.
 *
 * All states of an aggregate in a plan node share hash_mem and a file, because
 * hash aggregation has many of them at a time.  When hash_mem is used up, a
 * state of which the list is full writes the list to the file.
 */
#include "value/collect.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include "value/member.h"
#include "value/heads.h"

/*
 * The least number of hashes that are written to the file as a run.  They take
 * 32 kB in the list, and 16 kB more while they are sorted.
 */
#define MIN_RUN		4096

/*
 * A run has at least this share of the hashes in the file, although hash_mem
 * is used up.  That limits the number of runs, because reading a run takes
 * memory, too.
 */
#define MIN_SHARE	128

/*
 * Beyond hash_mem, runs take at most this many times the memory of merged ones
 */
#define MAX_MERGED		3

/* The limit of the list of a state that never turns dense */
#define NO_LIMIT	(SIZE_MAX / 2)

/* Bytes that a list with this room takes while it is sorted */
static Size
list_memory(Size room)
{
	return room * sizeof(uint64) / 2 * 3;
}

/* Sort the list of a state */
static void
sort_list(BloomCollection *state)
{
	if (state->list.sorted == state->list.count)
		return;
	(void) bloom_list_sort(&state->list);
	state->distinct = 0;
}

/* A view of all hashes of a state; their number is that of those in memory */
static BloomView
all_hashes(BloomCollection *state)
{
	sort_list(state);
	return (BloomView) {
		.head = state->head, .hashes = state->list.hashes,
		.source = bloom_collect_spilled(state) ? &state->sort.source : NULL,
		.pause = bloom_check_interrupts,
		.uncoded = state->list.count, .count = state->list.count,
		.counted = true
	};
}

/* Merge all hashes of a state with shortened ones into one packed run */
static void
merge_all(BloomCollection *state)
{
	BloomSort	all;
	BloomSort  *sort = &state->sort;

	sort_list(state);
	bloom_sort_init(&all, sort->spill, sort->context);
	bloom_sort_pack(&all, sort, state->list.hashes, state->list.count,
					bloom_hash_bits(state->head));
	bloom_sort_free(sort);
	*sort = all;
	state->list.count = state->list.sorted = 0;
	state->distinct = all.total;
}

/*
 * The hashes of a state, as a list.  Valid until the next change.  Some may be
 * in the file or packed, so it can only be streamed.
 */
static BloomView
collected(BloomCollection *state)
{
	BloomView	view = all_hashes(state);
	BloomListStream stream;

	if (view.source == NULL)
		return view;
	if (state->distinct == 0 && bloom_is_shortened(state->head))
	{
		merge_all(state);
		view = all_hashes(state);
	}
	else if (state->distinct == 0)
	{
		bloom_view_stream(view, BLOOM_HASH_BITS, &stream);
		state->distinct = bloom_stream_count(&stream.all,
											 bloom_check_interrupts);
	}
	view.count = state->distinct;
	return view;
}

/*
 * Whether a fixed filter with the hashes would not be a list.  Counting reads
 * the file, so it is repeated only when there are twice as many hashes.
 */
static bool
has_too_many(BloomCollection *state)
{
	uint64		count = state->sort.total + state->list.count;

	if (count <= state->check_at)
		return false;
	state->check_at = 2 * count;
	return collected(state).count > state->list.limit;
}

/*
 * Merge the runs of a state with shortened hashes if they take more than what
 * the others leave of hash_mem, and if there are enough new ones for the time
 * that it takes
 */
static void
limit_memory(BloomCollection *state)
{
	const BloomSort *sort = &state->sort;
	const BloomSpill *spill = state->spill;
	Size		others = spill->used - sort->memory;
	Size		share = spill->limit > others ? spill->limit - others : 0;

	if (bloom_is_shortened(state->head) && sort->run_count > 1 &&
		sort->memory > share + MAX_MERGED * sort->packed)
		merge_all(state);
}

/*
 * Make room for more hashes in a full list.  Returns false if the state has to
 * turn dense instead.
 */
static bool
make_room(BloomCollection *state)
{
	BloomSpill *spill = state->spill;
	BloomList  *list = &state->list;
	Size		room = list->room;

	sort_list(state);
	if (has_too_many(state))
		return false;
	if (list->count <= room / 2)
		return true;
	if (room < MIN_RUN || room < state->sort.total / MIN_SHARE ||
		spill->used + list_memory(room) <= spill->limit)
	{
		(void) bloom_list_reserve(list, bloom_list_next_room(list));
		spill->used += list_memory(list->room) - list_memory(room);
		return true;
	}
	if (bloom_is_shortened(state->head))
		bloom_sort_add_array(&state->sort, list->hashes, list->count,
							 bloom_hash_bits(state->head));
	else
		bloom_sort_write(&state->sort, list->hashes, list->count);
	list->count = list->sorted = 0;
	limit_memory(state);
	return true;
}

/* Add the hashes of a stream to a state that never turns dense */
static void
add_stream(BloomCollection *state, BloomStream *stream)
{
	BloomList  *list = &state->list;
	const uint64 *hashes;
	Size		count;

	Assert(list->limit == NO_LIMIT);
	while ((count = bloom_stream_next(stream, &hashes)) > 0)
	{
		CHECK_FOR_INTERRUPTS();
		for (Size i = 0; i < count; i++)
		{
			if (list->count == list->room)
				(void) make_room(state);
			list->hashes[list->count++] = hashes[i] & list->mask;
		}
	}
}

/*
 * Add all hashes of a list to a state, which has its parameters and never
 * turns dense
 */
static void
add_list(BloomCollection *state, BloomView list)
{
	BloomListStream stream;

	state->distinct = 0;
	if (bloom_is_shortened(state->head) && list.coded != NULL &&
		list.coded[0] >= MIN_RUN)
	{
		bloom_sort_add_coded(&state->sort, list.coded,
							 bloom_hash_bits(list.head));
		list.coded = NULL;
		limit_memory(state);
	}
	bloom_view_stream(list, bloom_hash_bits(state->head), &stream);
	add_stream(state, &stream.all);
}

/*
 * A state with the hashes of a list and room for `room` hashes, in a memory
 * context of its own under parent.  If turns_dense is true,
 * bloom_collect_add() returns false when a fixed filter of these parameters
 * has too many hashes for a list.
 */
BloomCollection *
bloom_collect_create(BloomView view, Size room, BloomSpill *spill,
					 bool turns_dense, MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "bloom aggregate",
												  ALLOCSET_START_SMALL_SIZES);
	BloomCollection *state = MemoryContextAllocZero(context,
													sizeof(BloomCollection));
	BloomList  *list = &state->list;

	EOH_init_header(&state->hdr, &bloom_collect_methods, context);
	state->head = MemoryContextAlloc(context, BLOOM_HEADER_SIZE(0));
	memcpy(state->head, view.head, BLOOM_HEADER_SIZE(0));
	state->head->flags &= ~BLOOM_FLAG_CODED_STATE;
	state->head->flags |= BLOOM_FLAG_PARTIAL;
	state->check_at = PG_UINT64_MAX;
	state->spill = spill;
	bloom_sort_init(&state->sort, spill, context);
	(void) bloom_list_init(list, BLOOM_MEMORY(context), NULL, 0, NO_LIMIT);
	/* at once, because a list that is replaced leaves a gap in the context */
	(void) bloom_list_reserve(list, Max(room, view.uncoded));
	if (view.uncoded > 0)
		memcpy(list->hashes, view.hashes, view.uncoded * sizeof(uint64));
	list->sorted = list->count = view.uncoded;
	list->mask = bloom_cut_hash(view.head, ~UINT64CONST(0));
	spill->used += list_memory(list->room);
	if (view.coded != NULL)
	{
		view.uncoded = 0;
		add_list(state, view);
	}
	if (turns_dense)
		state->check_at = list->limit = bloom_head_limit(state->head);
	return state;
}

/*
 * Add the hash of a value of the class, which is BLOOM_CLASS_NONE if only the
 * hash is known.  Returns false, and adds only the class, if the state has to
 * turn dense: bloom_collect_result() then is a dense filter, which takes the
 * place of the state.  Raises an error if the state has values of another
 * class.
 */
bool
bloom_collect_add(BloomCollection *state, BloomClass class, uint64 hash)
{
	BloomList  *list = &state->list;

	bloom_set_class(state->head, class);
	if (list->count == list->room && !make_room(state))
		return false;
	list->hashes[list->count++] = hash & list->mask;
	return true;
}

/*
 * Give a state the parameters of the union with another list.  The first
 * filter that is not bloom() gives all of its parameters.
 */
static void
join(BloomCollection *state, BloomView view, const Bloom *other)
{
	BloomList  *list = &state->list;
	Bloom		before = *state->head;
	uint64		mask;

	if (bloom_is_identity(view))
		bloom_head_copy_parameters(state->head, other);
	else
		bloom_head_join(state->head, other);
	if (memcmp(&before, state->head, sizeof(Bloom)) == 0)
		return;
	state->distinct = 0;
	mask = bloom_cut_hash(state->head, ~UINT64CONST(0));
	if (list->mask == mask)
		return;
	/* shortened hashes may be equal; sorting removes duplicates */
	list->mask = mask;
	for (Size i = 0; i < list->count; i++)
		list->hashes[i] &= mask;
	list->sorted = 0;
}

/*
 * Add all members of a filter to a state, and return NULL.  If the filter is
 * dense, returns the union instead, a filter that takes the place of the
 * state, in a memory context of its own under the current one.  If `checked`
 * is true, the error rate of the result is checked when it is finished.
 * Raises an error, and changes nothing, if the two do not combine.
 */
BloomFilter *
bloom_collect_unite(BloomCollection *state, BloomView other, bool checked)
{
	BloomView	view = {
		.head = state->head,
		.count = state->list.count + state->sort.total
	};
	uint8		mixed;
	BloomClass	class;
	BloomFilter *filter;

	BLOOM_CALL(bloom_unite_mark, view, other, checked, &mixed);
	class = bloom_combine_class(view, other);
	/* the next row may have other parameters */
	state->list.limit = NO_LIMIT;
	state->check_at = PG_UINT64_MAX;
	if (!bloom_is_sparse(other.head))
	{
		filter = BLOOM_MAKE(bloom_filter_copy, other);
		filter->head->flags |= mixed;
		filter->head->class = class;
		BLOOM_CALL(bloom_filter_add_list, filter, all_hashes(state));
		return filter;
	}
	if (!bloom_is_identity(other))
	{
		join(state, view, other.head);
		add_list(state, other);
	}
	state->head->flags |= mixed;
	state->head->class = class;
	return NULL;
}

/* The list that a state is as a stored value, with its head in *head */
static BloomView
flat_view(BloomCollection *state, Bloom *head)
{
	BloomView	view = collected(state);

	memcpy(head, view.head, BLOOM_HEADER_SIZE(0));
	/* up to that length, coding saves little */
	if (!bloom_is_coded(head) && view.count > BLOOM_ELASTIC_MAX_LIST)
		head->flags |= BLOOM_FLAG_CODED_STATE;
	view.head = head;
	return view;
}

/* The get_flat_size method of expanded objects */
static Size
flat_size(ExpandedObjectHeader *header)
{
	Bloom		head;
	BloomView	view = flat_view((BloomCollection *) header, &head);
	uint64		size = BLOOM_HEADER_SIZE(0) +
		bloom_list_size(&head, view.count);

	if (size > MaxAllocSize)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("partial state of the aggregate would be larger than 1 GB"),
				 errdetail("It has " UINT64_FORMAT " distinct values.",
						   (uint64) view.count),
				 errhint("Set max_parallel_workers_per_gather to 0 and enable_partitionwise_aggregate to off, or give the aggregate a capacity.")));
	return size;
}

/* The flatten_into method of expanded objects */
static void
flatten(ExpandedObjectHeader *header, void *result, Size size)
{
	Bloom		head;

	bloom_view_flatten(flat_view((BloomCollection *) header, &head), result);
	Assert(VARSIZE(result) == size && bloom_valid(result));
}

const ExpandedObjectMethods bloom_collect_methods = {flat_size, flatten};

/*
 * Return a state's share of hash_mem.  It must not be used any more; the
 * caller or the executor deletes its memory context.
 */
void
bloom_collect_give_back(BloomCollection *state)
{
	state->spill->used -= list_memory(state->list.room) + state->sort.memory;
}

/*
 * The head of the filter for a state with this head and `count` hashes: of a
 * list, of a dense filter, or of a coded one; palloc'd
 */
static Bloom *
result_head(const Bloom *state, uint64 count)
{
	Bloom		settled = *state;
	Bloom	   *head;

	bloom_head_settle(&settled, count);
	head = bloom_head_empty(&settled);
	head->class = state->class;
	if (bloom_is_shortened(state) ||
		(bloom_is_elastic(head) && count > BLOOM_ELASTIC_LIST))
		bloom_head_code(head);
	else if (count > bloom_head_limit(head))
		bloom_head_first_layer(head, count);
	return head;
}

/* Set what a result has from its state, and return it */
static BloomFilter *
complete(BloomFilter *filter, const Bloom *state)
{
	filter->head->class = state->class;
	filter->head->flags |= state->flags & BLOOM_FLAG_MIXED;
	return filter;
}

/* The filter for the hashes of a list of a state */
BloomFilter *
bloom_collect_result_of(BloomView list)
{
	Bloom	   *head = result_head(list.head, list.count);
	BloomFilter *filter = bloom_is_shortened(head) ?
		BLOOM_MAKE(bloom_filter_coded, head, list,
				   (BloomView) {.head = head}) :
		BLOOM_MAKE(bloom_filter_of_list, head, list);

	pfree(head);
	return complete(filter, list.head);
}

/* The filter for the hashes of a state, which can be used further */
BloomFilter *
bloom_collect_result(BloomCollection *state)
{
	Bloom	   *head;
	BloomFilter *filter;

	if (!bloom_collect_spilled(state) || !bloom_is_elastic(state->head))
		return bloom_collect_result_of(collected(state));
	/* more than a list has, although shortened ones can be equal */
	head = result_head(state->head, BLOOM_CODED_MAX_COUNT);
	filter = bloom_is_shortened(state->head) ?
		BLOOM_MAKE(bloom_filter_coded_of, head, collected(state)) :
		BLOOM_MAKE(bloom_filter_coded, head, all_hashes(state),
				   (BloomView) {.head = head});
	pfree(head);
	return complete(filter, state->head);
}

/*
 * The result for a state's hashes, which are in memory, as a stored filter if
 * it is a list that is not coded, or else NULL.  Faster than making a filter.
 */
Bloom *
bloom_collect_list(BloomView list)
{
	Bloom	   *head = result_head(list.head, list.count);
	Bloom	   *result = NULL;

	if (bloom_is_sparse(head) && !bloom_is_coded(head))
	{
		list.head = head;
		result = palloc(bloom_view_size(list));
		bloom_view_flatten(list, result);
	}
	pfree(head);
	return result;
}
