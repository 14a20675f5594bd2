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
 * The filter for a state's hashes, a list, in a memory context of its own
 * under parent.  The state can be used further.
 */
BloomExpanded *
bloom_collect_result(BloomView list, MemoryContext parent)
{
	Bloom	   *head = result_head(list.head, list.count);
	BloomExpanded *filter = bloom_is_shortened(head) ?
		bloom_expanded_coded_of(head, list, (BloomView) {.head = head},
								parent) :
		bloom_expanded_of_list(head, list, parent);

	filter->head->class = list.head->class;
	filter->head->flags |= list.head->flags & BLOOM_FLAG_MIXED;
	pfree(head);
	return filter;
}
