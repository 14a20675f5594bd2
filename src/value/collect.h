/*
 * value/collect.h
 *		States of aggregates that collect any number of hashes.
 */
#ifndef BLOOM_COLLECT_H
#define BLOOM_COLLECT_H

#include "value/expanded.h"
#include "value/sort.h"

/* What such a state has in addition to the list of an expanded filter */
typedef struct BloomCollected
{
	BloomSpill *spill;			/* shared by all states of the aggregate */
	BloomSort	sort;			/* the hashes that did not fit into memory */
	uint64		distinct;		/* how many hashes there are, as of ... */
	int			runs;			/* ... this number of runs */
	uint64		sorts;			/* ... this number of sorts of the list */
	Size		count;			/* ... this length of the list */
	BloomExpanded *result;		/* dense filter with some of the hashes, whose
								 * parameters are those of the state; or NULL */
	Size		result_count;	/* it has so many hashes of the list, and all
								 * that were sorted */
} BloomCollected;

extern BloomSpill *bloom_collect_spill(MemoryContext context);
extern void bloom_collect_begin(BloomExpanded *filter, BloomSpill *spill);
extern BloomExpanded *bloom_collect_copy(BloomView view, BloomSpill *spill,
										 MemoryContext parent);
extern void bloom_collect_make_room(BloomExpanded *state);
extern void bloom_collect_sort(BloomExpanded *state);
extern void bloom_collect_add_to(BloomExpanded *state, BloomExpanded *filter);
extern void bloom_collect_free(BloomExpanded *state);
extern Size bloom_collect_flat_size(BloomExpanded *state);
extern void bloom_collect_flatten(BloomExpanded *state, Bloom *result);
extern BloomExpanded *bloom_collect_result(BloomExpanded *state);
extern BloomExpanded *bloom_collect_list_result(BloomView view);

/* Whether some of the hashes are in a temporary file */
static inline bool
bloom_collect_spilled(const BloomExpanded *state)
{
	return state->collected != NULL && state->collected->sort.run_count > 0;
}

#endif							/* BLOOM_COLLECT_H */
