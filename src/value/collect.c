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

#include "value/combine.h"
#include "value/receive.h"

/*
 * The least number of hashes that are written to the file as a run.  They take
 * 32 kB in the list, and 16 kB more while they are sorted.
 */
#define MIN_RUN		4096

/*
 * With more runs than that, a list becomes larger although hash_mem is used
 * up, because reading a run takes memory, too
 */
#define MANY_RUNS	128

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
	bloom_list_sort(&state->list);
	state->distinct = 0;
}

/* Start reading all hashes, shortened to `bits` bits */
static BloomSort *
begin_reading(BloomCollection *state, int bits)
{
	sort_list(state);
	bloom_sort_begin(&state->sort, state->list.hashes, state->list.count,
					 bloom_coded_mask(bits));
	return &state->sort;
}

/* The number of distinct hashes of a state, shortened to `bits` bits */
uint64
bloom_collect_count_bits(BloomCollection *state, int bits)
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

/* The number of distinct hashes of a state, in their length */
uint64
bloom_collect_count(BloomCollection *state)
{
	sort_list(state);
	if (!bloom_collect_spilled(state))
		return state->list.count;
	if (state->distinct == 0)
		state->distinct =
			bloom_collect_count_bits(state, bloom_hash_bits(state->head));
	return state->distinct;
}

/*
 * Whether a fixed filter with the hashes would not be a list.  Counting reads
 * the file, so it is repeated only when there are twice as many hashes.
 */
static bool
has_too_many(BloomCollection *state)
{
	uint64		count = state->sort.written + state->list.count;

	if (count <= state->check_at)
		return false;
	state->check_at = 2 * count;
	return bloom_collect_count(state) > state->list.limit;
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
	if (room < MIN_RUN || room < state->sort.written / MANY_RUNS ||
		spill->used + list_memory(room) <= spill->limit)
	{
		bloom_list_make_room(list);
		spill->used += list_memory(list->room) - list_memory(room);
		return true;
	}
	bloom_sort_write(&state->sort, list->hashes, list->count);
	list->count = list->sorted = 0;
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
 * A state with the hashes of a list of whole hashes, in a memory context of
 * its own under parent.  turns_dense: it is for a fixed filter with the
 * parameters of the list
 */
BloomCollection *
bloom_collect_create(BloomView view, BloomSpill *spill, bool turns_dense,
					 MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "bloom aggregate",
												  ALLOCSET_START_SMALL_SIZES);
	BloomCollection *state = MemoryContextAllocZero(context,
													sizeof(BloomCollection));
	BloomListStream stream;

	EOH_init_header(&state->hdr, &bloom_collect_methods, context);
	state->head = MemoryContextAlloc(context, BLOOM_HEADER_SIZE(0));
	memcpy(state->head, view.head, BLOOM_HEADER_SIZE(0));
	state->head->flags &= ~BLOOM_FLAG_CODED_STATE;
	state->head->flags |= BLOOM_FLAG_PARTIAL;
	state->check_at = PG_UINT64_MAX;
	state->spill = spill;
	bloom_sort_init(&state->sort, spill, context);
	bloom_list_init(&state->list, context, view.hashes,
					bloom_view_uncoded(view), NO_LIMIT);
	spill->used += list_memory(state->list.room);
	if (view.coded != NULL)
	{
		bloom_view_stream(view, BLOOM_HASH_BITS, &stream);
		add_stream(state, &stream.all);
	}
	if (turns_dense)
		state->check_at = state->list.limit = bloom_head_limit(state->head);
	return state;
}

/*
 * Add the hash of a value of the class, which is BLOOM_CLASS_NONE if only the
 * hash is known.  Returns false, and does not add it, if the state has to turn
 * dense: bloom_collect_result() then is a dense filter, which takes the place
 * of the state.  Raises an error if the state has values of another class.
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

/* Add all hashes of a state to a filter, which must take their length */
void
bloom_collect_add_to(BloomCollection *state, BloomExpanded *filter)
{
	BloomSort  *sort = begin_reading(state, bloom_hash_bits(state->head));
	const uint64 *hashes;
	Size		count;

	while ((count = bloom_sort_next(sort, &hashes)) > 0)
		bloom_expanded_add_list(filter, hashes, count);
	bloom_sort_end(sort);
}

/* Give a state the parameters of head, another sparse filter */
static void
take_parameters(BloomCollection *state, const Bloom *head)
{
	BloomList  *list = &state->list;
	uint64		mask = bloom_cut_hash(head, ~UINT64CONST(0));

	bloom_head_copy_parameters(state->head, head);
	state->distinct = 0;
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
 * state, in a memory context of its own under the current one.  Raises an
 * error, and changes nothing, if the two do not combine.
 */
BloomExpanded *
bloom_collect_unite(BloomCollection *state, BloomView other)
{
	BloomView	view = {
		.head = state->head,
		.count = state->list.count + state->sort.written
	};
	uint8		mixed = bloom_combine_mark(view, other);
	BloomExpanded *filter;
	BloomListStream stream;

	/* the next row may have other parameters */
	state->list.limit = NO_LIMIT;
	state->check_at = PG_UINT64_MAX;
	if (!bloom_is_sparse(other.head))
	{
		filter = bloom_expanded_copy(other, CurrentMemoryContext);
		filter->head->flags |= mixed;
		bloom_set_class(filter->head, state->head->class);
		bloom_collect_add_to(state, filter);
		return filter;
	}
	if (!bloom_is_identity(other))
	{
		if (bloom_is_identity(view) ||
			bloom_head_outranks(other.head, state->head))
			take_parameters(state, other.head);
		bloom_view_stream(other, bloom_hash_bits(state->head), &stream);
		add_stream(state, &stream.all);
	}
	state->head->flags |= mixed;
	bloom_set_class(state->head, other.head->class);
	return NULL;
}

/*
 * Code all hashes of a state, of which there are `count` of `bits` bits.  The
 * words must be clear.
 */
void
bloom_collect_code(BloomCollection *state, uint64 *words, uint64 count,
				   int bits)
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

/* Make the head of a state as a stored value, and return its size */
static uint64
make_flat_head(BloomCollection *state, Bloom *head)
{
	uint64		count = bloom_collect_count(state);

	memcpy(head, state->head, BLOOM_HEADER_SIZE(0));
	/* up to that length, coding saves little */
	if (!bloom_is_coded(head) && count > BLOOM_ELASTIC_LIST)
		head->flags |= BLOOM_FLAG_CODED_STATE;
	return BLOOM_HEADER_SIZE(0) + bloom_list_size(head, count);
}

/* The get_flat_size method of expanded objects */
static Size
flat_size(ExpandedObjectHeader *header)
{
	BloomCollection *state = (BloomCollection *) header;
	Bloom		head;
	uint64		size = make_flat_head(state, &head);

	if (size > MaxAllocSize)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("partial state of the aggregate would be larger than 1 GB"),
				 errdetail("It has " UINT64_FORMAT " distinct values.",
						   bloom_collect_count(state)),
				 errhint("Disable parallel plans for this query, or give the aggregate a capacity.")));
	return size;
}

/* The flatten_into method of expanded objects */
static void
flatten(ExpandedObjectHeader *header, void *result, Size size)
{
	BloomCollection *state = (BloomCollection *) header;
	uint64	   *hashes = (uint64 *) ((char *) result + BLOOM_HEADER_SIZE(0));
	Bloom		head;

	(void) make_flat_head(state, &head);
	memcpy(result, &head, BLOOM_HEADER_SIZE(0));
	SET_VARSIZE(result, size);
	size -= BLOOM_HEADER_SIZE(0);
	if (bloom_is_coded(&head))
	{
		bloom_zero_bytes(hashes, size);
		bloom_collect_code(state, hashes, bloom_collect_count(state),
						   bloom_hash_bits(&head));
	}
	else
		memcpy(hashes, state->list.hashes, size);
	Assert(bloom_valid(result));
}

const ExpandedObjectMethods bloom_collect_methods = {flat_size, flatten};

/*
 * Return a state's share of hash_mem.  It must not be used any more; the
 * caller or the executor deletes its memory context.
 */
void
bloom_collect_give_back(BloomCollection *state)
{
	state->spill->used -= list_memory(state->list.room);
}
