/*
 * value/unionstate.c
 *		The state of bloom_union_agg.
 *
 * A union of lists takes the largest of their parameters, which are only known
 * after the last row.  So the state stays a list while memory allows, even if
 * it is longer than a stored list may be.  Then the result does not depend on
 * the order of rows.  Once the list has more distinct hashes than a stored
 * list may have, it need not be sorted, because the result will be dense.
 */
#include "value/unionstate.h"

#include "utils/memutils.h"

/* Turn a filter into a state whose list may have up to limit hashes */
void
bloom_unionstate_prepare(BloomExpanded *state, Size limit)
{
	BloomList  *list = &state->list;

	state->state_limit = limit;
	if (!bloom_is_sparse(state->head))
		return;
	state->head->flags |= BLOOM_FLAG_PARTIAL;
	if (list->dense_from == SIZE_MAX)
		list->dense_from = bloom_head_limit(state->head);
	list->limit = Max(list->dense_from, limit);
}

/* Whether the list only got more hashes since the result was made */
static bool
result_is_valid(const BloomExpanded *state)
{
	return state->result != NULL &&
		state->result_sorts == state->list.sorts &&
		!bloom_head_outranks(state->head, state->result->head);
}

/* Create an empty result with the state's parameters */
static void
make_result(BloomExpanded *state)
{
	Bloom	   *head = bloom_head_empty(state->head);

	bloom_head_first_layer(head, 0, false);
	if (state->result != NULL)
		MemoryContextDelete(state->result->hdr.eoh_context);
	state->result = NULL;
	state->result = bloom_expanded_clear(head, state->hdr.eoh_context);
	state->result_sorts = state->list.sorts;
	state->result_count = 0;
	pfree(head);
}

/*
 * The dense filter for a list with the parameters of a fixed filter.  It is
 * cached, because a window function needs the result after each row.
 */
static BloomExpanded *
fixed_result(BloomExpanded *state)
{
	BloomList  *list = &state->list;

	if (!result_is_valid(state))
		make_result(state);
	bloom_set_class(state->result->head, state->head->class);
	bloom_expanded_add_list(state->result,
							list->hashes + state->result_count,
							list->count - state->result_count);
	state->result_count = list->count;
	return state->result;
}

/* The estimated number of hashes in a dense filter */
static double
cardinality(BloomExpanded *filter)
{
	BloomView	view = bloom_expanded_view(filter);

	bloom_layers_count(&filter->layers, filter->head);
	return bloom_view_cardinality(view);
}

/*
 * Whether a list should turn dense, because it has no memory for `more`
 * hashes.  If the result will be dense, sorting the list is only worthwhile if
 * half of its hashes are repeated.  The dense result shows that.
 */
static bool
turns_dense(BloomExpanded *state, Size more)
{
	const BloomList *list = &state->list;

	return bloom_is_sparse(state->head) && state->head->growth == 0 &&
		list->sorted > list->dense_from &&
		list->count + more > list->limit &&
		cardinality(fixed_result(state)) > list->limit / 2;
}

/* Like bloom_expanded_add_list(), for a state of bloom_union_agg */
void
bloom_unionstate_add_list(BloomExpanded *state, const uint64 *hashes,
						  Size count)
{
	BloomExpanded *result;

	if (turns_dense(state, count))
	{
		result = state->result;
		state->result = NULL;
		bloom_expanded_take_over(state, result);
	}
	bloom_expanded_add_list(state, hashes, count);
}

/* A copy of a state, dense if its list is too long for its parameters */
static BloomExpanded *
copied_result(BloomView view)
{
	BloomExpanded *copy = bloom_expanded_copy(view, CurrentMemoryContext);

	if (bloom_is_sparse(copy->head) && bloom_list_over_limit(&copy->list))
		bloom_expanded_turn_dense(copy);
	return copy;
}

/*
 * The result of bloom_union_agg for a state.  It is valid until the state
 * changes.  The state can be used further.
 */
Datum
bloom_unionstate_result(Datum value)
{
	BloomExpanded *state = bloom_expanded_of(value);
	const Bloom *head = state != NULL ? state->head :
		bloom_expanded_read(value).head;

	if ((head->flags & BLOOM_FLAG_PARTIAL) == 0)
		return value;
	if (state != NULL && bloom_is_sparse(head) && head->growth == 0)
	{
		if (state->list.sorted <= state->list.dense_from)
			bloom_list_sort(&state->list);
		if (state->list.sorted > state->list.dense_from)
			return EOHPGetRODatum(&fixed_result(state)->hdr);
	}
	return EOHPGetRWDatum(&copied_result(bloom_expanded_read(value))->hdr);
}
