/*
 * build.c
 *		Creates filters.  As in the extension, a filter is a list of hashes,
 *		and turns dense when that is smaller.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/bits.h"

/* Only fixed filters and lists that size themselves can be changed */
int
bloomext_changeable(const bloomext_filter *filter)
{
	const Bloom *head = filter->head;

	if (filter->imported != NULL || bloom_is_counting(head) ||
		bloom_is_rollup(head) ||
		(head->growth != 0 && !bloom_sizes_itself(head)) ||
		filter->space == NULL)
		return BLOOMEXT_READ_ONLY;
	return BLOOMEXT_OK;
}

/*
 * Turn a partial state of bloom_union_agg into a complete filter.  After an
 * error, it is unchanged.
 */
int
bloomext_complete(bloomext_filter *filter)
{
	int			status = BLOOMEXT_OK;

	if ((filter->head->flags & BLOOM_FLAG_PARTIAL) == 0)
		return BLOOMEXT_OK;
	if (bloom_is_sparse(filter->head) && filter->count > filter->limit)
		status = bloomext_turn_dense(filter);
	if (status == BLOOMEXT_OK)
		filter->head->flags &= (uint8_t) ~BLOOM_FLAG_PARTIAL;
	return status;
}

/* Prepare the filter for a change; returns a status */
int
bloomext_begin_change(bloomext_filter *filter)
{
	int			status = bloomext_changeable(filter);

	return status == BLOOMEXT_OK ? bloomext_complete(filter) : status;
}

/* Make room for that many hashes in a sparse filter; false: out of memory */
bool
bloomext_make_room(bloomext_filter *filter, size_t room)
{
	void	   *space;
	uint64_t   *hashes;

	if (room <= filter->room)
		return true;
	hashes = bloomext_make_words(room * sizeof(uint64_t), &space);
	if (hashes == NULL)
		return false;
	if (filter->count + filter->tail > 0)
		memcpy(hashes, filter->hashes,
			   (filter->count + filter->tail) * sizeof(uint64_t));
	free(filter->space);
	filter->space = space;
	filter->hashes = hashes;
	filter->room = room;
	return true;
}

/* Create an empty filter with a sparse head; NULL: out of memory */
bloomext_filter *
bloomext_make_empty(const Bloom *head)
{
	bloomext_filter *filter = bloomext_make(head);

	if (filter == NULL)
		return NULL;
	filter->counted = true;
	filter->limit = bloomext_limit(head);
	if (bloomext_make_room(filter, BLOOMEXT_MIN_ROOM))
		return filter;
	bloomext_close(filter);
	return NULL;
}

bloomext_filter *
bloomext_new(int64_t capacity, double error_rate, uint64_t seed,
			 bloomext_error *error)
{
	BloomParameters parameters = {
		.capacity = capacity == 0 ? 1 : capacity, .error_rate = error_rate,
		.growth = capacity == 0 ? 2 : 0, .seed = (int64_t) seed
	};
	BloomHeadRoom head;
	BloomProblem problem;
	bloomext_filter *filter;

	if (!bloom_head_init(&head.head, &parameters, &problem))
	{
		bloomext_fail_with(error, &problem);
		return NULL;
	}
	head.head.capacity = capacity;
	filter = bloomext_make_empty(&head.head);
	if (filter == NULL)
		bloomext_fail(error, BLOOMEXT_MEMORY, NULL);
	return filter;
}

/* Add many hashes to the bits of a dense filter */
void
bloomext_add_bits(bloomext_filter *filter, const uint64_t *hashes,
				  size_t count)
{
	const BloomGeometry *geometry = &filter->head->layer[0].geometry;
	size_t		batch;

	filter->counted = false;
	for (; count > 0; count -= batch, hashes += batch)
	{
		batch = count < BLOOM_AHEAD ? count : BLOOM_AHEAD;
		/* prefetch the next batch while this one is added */
		if (count > batch)
			bloom_bits_prefetch(filter->words, geometry, hashes + batch,
								count - batch < BLOOM_AHEAD ? count - batch :
								BLOOM_AHEAD);
		bloom_bits_add_each(filter->words, geometry, hashes, batch);
	}
}

/* Turn a sparse filter dense; after an error, it is unchanged */
int
bloomext_turn_dense(bloomext_filter *filter)
{
	BloomHeadRoom head;
	void	   *space;
	uint64_t   *words;
	uint64_t   *hashes = filter->hashes;
	void	   *old = filter->space;
	size_t		count = filter->count + filter->tail;
	size_t		size;

	memcpy(&head, filter->head, BLOOM_HEADER_SIZE(1));
	if (!bloom_head_try_layer(&head.head, 0, false))
		return BLOOMEXT_TOO_LARGE;
	size = bloom_words_size(&head.head);
	words = bloomext_make_words(size, &space);
	if (words == NULL)
		return BLOOMEXT_MEMORY;
	memset(words, 0, size);

	filter->space = NULL;
	bloomext_free_content(filter);
	memcpy(filter->head, &head, BLOOM_HEADER_SIZE(1));
	filter->words = words;
	filter->space = space;
	bloomext_add_bits(filter, hashes, count);
	free(old);
	return BLOOMEXT_OK;
}
