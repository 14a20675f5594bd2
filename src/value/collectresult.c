/*
 * value/collectresult.c
 *		The results of aggregates that collect hashes.
 */
#include "value/collect.h"

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
 * The filter for a state's hashes, in a memory context of its own under
 * parent.  The state can be used further.
 */
BloomExpanded *
bloom_collect_result(BloomCollection *state, MemoryContext parent)
{
	uint64		count = bloom_collect_count(state);
	Bloom	   *head = result_head(state->head, count);
	int			bits = bloom_hash_bits(head);
	BloomExpanded *filter;

	if (!bloom_is_sparse(head))
	{
		filter = bloom_expanded_clear(head, parent);
		bloom_collect_add_to(state, filter);
	}
	else if (bloom_is_shortened(head))
	{
		count = bloom_collect_count_bits(state, bits);
		filter = bloom_expanded_coded(head, count, parent);
		bloom_collect_code(state, filter->coded, count, bits);
	}
	else
	{
		filter = bloom_expanded_list(head, NULL, 0, parent);
		bloom_list_reserve(&filter->list, count);
		bloom_collect_add_to(state, filter);
		filter->list.sorted = filter->list.count;
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
