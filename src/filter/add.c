/*
 * filter/add.c
 *		Adding hashes to filters in memory and removing them, and from a list
 *		to codes or bits.
 */
#include "filter/filter.h"

/* Number of hashes that are tested together */
#define BATCH			256

/* Loops over hashes pause after this many */
#define PAUSE_HASHES	65536

/* Add a hash to a dense filter */
static inline bool
add_dense(BloomFilter *filter, uint64_t hash, BloomProblem *problem)
{
	if (filter->head->growth == 0)
		filter->counted = false;
	else if (!filter->counted)
		bloom_filter_count(filter);
	return bloom_layers_add(&filter->layers, filter->memory, &filter->head,
							hash, problem);
}

bool
bloom_filter_code(BloomFilter *filter, const Bloom *head, BloomView a,
				  BloomView b, BloomProblem *problem)
{
	BloomFilter *content = bloom_filter_coded(filter->memory.host, head, a, b,
											  problem);

	if (content != NULL)
		content->known = filter->known;
	return bloom_filter_take_over(filter, content);
}

/* Code the list of an elastic filter, together with what is coded already */
static bool
code_list(BloomFilter *filter, BloomProblem *problem)
{
	BloomView	coded = {.head = filter->head, .coded = filter->coded};
	BloomView	list = {
		.head = filter->head, .hashes = filter->list.hashes,
		.uncoded = filter->list.count
	};
	Bloom		head = *filter->head;

	bloom_head_code(&head);
	return bloom_filter_code(filter, &head, coded, list, problem);
}

/* Turn a list into the dense filter that the same hashes would give */
static bool
turn_dense(BloomFilter *filter, BloomProblem *problem)
{
	BloomList  *list = &filter->list;
	BloomHeadRoom room;
	BloomFilter *dense;

	bloom_head_clear(&room.head, filter->head);
	room.head.class = filter->head->class;
	if (!bloom_head_try_layer(&room.head, list->count))
		return bloom_head_too_large(filter->head, problem);
	dense = bloom_filter_zeroed(filter->memory.host, &room.head, NULL,
								problem);
	if (dense == NULL)
		return false;
	if (bloom_filter_add_each(dense, list->hashes, list->count, problem))
		return bloom_filter_take_over(filter, dense);
	bloom_filter_free(dense);
	return false;
}

/*
 * Remove the hashes from number `from` on that are coded, too.  If that is
 * cancelled, some are there twice.
 */
static void
drop_coded(BloomFilter *filter, size_t from)
{
	BloomList  *list = &filter->list;
	bool		ascending = list->sorted == list->count;
	uint64_t   *to = list->hashes + from;
	bool		coded[BATCH];

	/* what is there twice is not ascending */
	list->sorted = BLOOM_MIN(from, list->sorted);
	for (size_t done = from; done < list->count; done += BATCH)
	{
		const uint64_t *hashes = list->hashes + done;
		size_t		batch = BLOOM_MIN(list->count - done, BATCH);

		bloom_coded_contains_each(filter->coded, bloom_hash_bits(filter->head),
								  hashes, batch, coded);
		for (size_t i = 0; i < batch; i++)
		{
			*to = hashes[i];
			to += !coded[i];
		}
		if (done / BATCH % 64 == 0)
			bloom_pause(filter->memory);
	}
	list->count = (size_t) (to - list->hashes);
	if (ascending)
		list->sorted = list->count;
	filter->repeated = false;
}

/*
 * Whether each hash is coded already is tested only here: when a list is full,
 * it is coded without these tests
 */
bool
bloom_filter_settle(BloomFilter *filter, BloomProblem *problem)
{
	BloomList  *list = &filter->list;
	bool		coded = filter->coded != NULL &&
		(list->count > list->sorted || filter->repeated);
	bool		many = list->count > list->limit;
	uint8_t		mixed = filter->head->flags & BLOOM_FLAG_MIXED;

	if (coded && !many)
		drop_coded(filter, filter->repeated ? 0 : list->sorted);
	else if (coded)
		filter->repeated = true;
	if (!bloom_list_sort(list))
		return bloom_no_memory(problem);
	if (coded && many && !bloom_list_over_limit(list))
		drop_coded(filter, 0);
	if (!bloom_list_over_limit(list))
		return filter->coded == NULL ||
			bloom_list_fits(filter->head, *filter->coded + list->count) ||
			bloom_head_too_large(filter->head, problem);
	if (!(bloom_is_elastic(filter->head) ? code_list(filter, problem) :
		  turn_dense(filter, problem)))
		return false;
	filter->head->flags |= mixed;
	return true;
}

/* Make room in a full list, or give it up */
static bool
make_room(BloomFilter *filter, BloomProblem *problem)
{
	BloomList  *list = &filter->list;

	/* a list beside coded hashes is sorted when it is as long as it may be */
	if ((filter->coded == NULL || list->room > list->limit) &&
		!bloom_filter_settle(filter, problem))
		return false;
	return !bloom_is_sparse(filter->head) ||
		bloom_list_reserve(list, bloom_list_next_room(list)) ||
		bloom_no_memory(problem);
}

/* Add a hash to a list, which may be given up */
static bool
add_sparse(BloomFilter *filter, uint64_t hash, BloomProblem *problem)
{
	BloomList  *list = &filter->list;

	if (list->count == list->room)
	{
		if (!make_room(filter, problem))
			return false;
		if (!bloom_is_sparse(filter->head))
			return add_dense(filter, hash, problem);
	}
	list->hashes[list->count++] = hash & list->mask;
	return true;
}

void
bloom_filter_check_emptied(BloomFilter *filter)
{
	size_t		words;
	size_t		i = 0;

	if (!filter->decreased)
		return;
	bloom_layers_drain(&filter->layers, filter->head);
	words = bloom_words_size(filter->head) / sizeof(uint64_t);
	while (i < words && filter->layers.words[i] == 0)
		if (++i % (BLOOM_PAUSE_BYTES / sizeof(uint64_t)) == 0)
			bloom_pause(filter->memory);
	filter->decreased = false;
	if (i == words)
		filter->head->class = BLOOM_CLASS_NONE;
}

/*
 * Whether the filter can hold values of the class.  A counting filter has no
 * class if all of its values were removed.
 */
static inline bool
check_class(BloomFilter *filter, BloomClass class, BloomProblem *problem)
{
	bool		hash = class == BLOOM_CLASS_NONE && filter->decreased;

	if (!hash && !bloom_classes_conflict(filter->head->class, class))
		return true;
	bloom_filter_check_emptied(filter);
	return !bloom_classes_conflict(filter->head->class, class) ||
		bloom_problem_class(problem, BLOOM_PROBLEM_CLASS, filter->head->class,
							class);
}

bool
bloom_filter_add(BloomFilter *filter, BloomClass class, uint64_t hash,
				 BloomProblem *problem)
{
	if (bloom_is_imported(filter->head))
		return bloom_no_hashes(filter->head, problem);
	if (!check_class(filter, class, problem) ||
		!(bloom_is_sparse(filter->head) ?
		  add_sparse(filter, hash, problem) :
		  add_dense(filter, hash, problem)))
		return false;
	if (class != BLOOM_CLASS_NONE)
		filter->head->class = class;
	return true;
}

bool
bloom_filter_remove(BloomFilter *filter, BloomClass class, uint64_t hash,
					BloomProblem *problem)
{
	if (!bloom_is_counting(filter->head))
	{
		bloom_problem(problem, BLOOM_PROBLEM_REMOVE,
					  "cannot remove values from a bloom filter that does not count them");
		return bloom_problem_hint(problem,
								  "Build it with counting => true.");
	}
	if (!check_class(filter, class, problem))
		return false;
	bloom_layers_drain(&filter->layers, filter->head);
	if (!bloom_counters_remove(filter->layers.words,
							   &filter->head->layer[0].geometry, hash))
		return bloom_problem(problem, BLOOM_PROBLEM_REMOVE,
							 "cannot remove a value that is not in the bloom filter");
	filter->counted = false;
	filter->decreased = true;
	return true;
}

void
bloom_filter_append(BloomFilter *filter, const uint64_t *hashes, size_t count)
{
	BloomList  *list = &filter->list;
	uint64_t   *to = list->hashes + list->count;

	for (size_t i = 0; i < count; i++)
		to[i] = hashes[i] & list->mask;
	list->count += count;
}

/*
 * Add some of the hashes, at least one, and set *added to their number.  They
 * are as many as can be added in the same way without a pause.
 */
static bool
add_some(BloomFilter *filter, const uint64_t *hashes, size_t count,
		 size_t *added, BloomProblem *problem)
{
	BloomList  *list = &filter->list;

	if (bloom_is_sparse(filter->head) && list->count == list->room &&
		!make_room(filter, problem))
		return false;
	count = BLOOM_MIN(count, PAUSE_HASHES);
	if (bloom_is_sparse(filter->head))
	{
		count = BLOOM_MIN(count, list->room - list->count);
		bloom_filter_append(filter, hashes, count);
	}
	else if (filter->head->growth == 0 && !bloom_is_counting(filter->head))
	{
		filter->counted = false;
		bloom_layers_add_each(&filter->layers, filter->head, hashes, count);
	}
	else
		for (size_t i = 0; i < count; i++)
			if (!add_dense(filter, hashes[i], problem))
				return false;
	*added = count;
	return true;
}

bool
bloom_filter_add_each(BloomFilter *filter, const uint64_t *hashes,
					  size_t count, BloomProblem *problem)
{
	size_t		added;

	for (; count > 0; hashes += added, count -= added)
	{
		bloom_pause(filter->memory);
		if (!add_some(filter, hashes, count, &added, problem))
			return false;
	}
	return true;
}

bool
bloom_filter_add_list(BloomFilter *filter, BloomView list,
					  BloomProblem *problem)
{
	BloomListStream stream;
	const uint64_t *hashes;
	size_t		count;

	bloom_view_stream(list, bloom_hash_bits(filter->head), &stream);
	while ((count = bloom_stream_next(&stream.all, &hashes)) > 0)
		if (!bloom_filter_add_each(filter, hashes, count, problem))
			return false;
	return true;
}

bool
bloom_filter_add_new(BloomFilter *filter, uint64_t hash)
{
	bloom_layers_drain(&filter->layers, filter->head);
	filter->counted = false;
	return bloom_bits_add(filter->layers.words,
						  &filter->head->layer[0].geometry, hash) > 0;
}
