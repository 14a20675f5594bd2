/*
 * filter/read.c
 *		Reading filters in memory, and copying them.
 *
 * Lists are sorted and coded here, and hashes added that wait in a queue,
 * before a reader needs it.
 */
#include "filter/filter.h"

/*
 * Make the content ready to be read: sort a list, give it up if it is too
 * long, and add the hashes that wait in the queue.
 */
static bool
make_readable(BloomFilter *filter, BloomProblem *problem)
{
	if (bloom_is_sparse(filter->head) &&
		(filter->list.count > filter->list.sorted || filter->repeated ||
		 bloom_list_over_limit(&filter->list)) &&
		!bloom_filter_settle(filter, problem))
		return false;
	if (!bloom_is_sparse(filter->head))
		bloom_layers_drain(&filter->layers, filter->head);
	return true;
}

bool
bloom_filter_view(BloomFilter *filter, BloomView *view, BloomProblem *problem)
{
	if (!make_readable(filter, problem))
		return false;
	bloom_filter_check_emptied(filter);
	*view = (BloomView) {
		.head = filter->head, .pause = filter->memory.host->pause,
		.counted = filter->counted
	};
	if (bloom_is_sparse(filter->head))
	{
		view->hashes = filter->list.hashes;
		view->coded = filter->coded;
		view->places = filter->list.places;
		view->uncoded = filter->list.count;
		view->count = filter->list.count +
			(filter->coded != NULL ? *filter->coded : 0);
	}
	else
	{
		view->words = filter->layers.words;
		view->imported = filter->imported;
	}
	return true;
}

bool
bloom_filter_view_counted(BloomFilter *filter, BloomView *view,
						  BloomProblem *problem)
{
	if (!bloom_filter_view(filter, view, problem))
		return false;
	bloom_filter_count(filter);
	view->counted = true;
	return true;
}

BloomFilter *
bloom_filter_of_list(const BloomHost *host, const Bloom *head, BloomView list,
					 BloomProblem *problem)
{
	bool		sparse = bloom_is_sparse(head);
	BloomFilter *filter = sparse ?
		bloom_filter_list(host, head, NULL, 0, problem) :
		bloom_filter_zeroed(host, head, NULL, problem);

	if (filter == NULL)
		return NULL;
	filter->head->class = list.head->class;
	if (sparse &&
		!bloom_list_reserve(&filter->list,
							BLOOM_MIN(list.count, filter->list.limit)))
		return bloom_filter_without_memory(filter, problem);
	if (!bloom_filter_add_list(filter, list, problem))
		return bloom_filter_discard(filter);
	/* they were added in ascending order */
	if (bloom_is_sparse(filter->head) && filter->coded == NULL)
		filter->list.sorted = filter->list.count;
	return filter;
}

/* Copy a coded elastic filter */
static BloomFilter *
copy_coded(const BloomHost *host, BloomView view, BloomProblem *problem)
{
	uint64_t   *words;
	BloomFilter *filter;

	if (view.source != NULL)
		return bloom_filter_coded(host, view.head, view,
								  (BloomView) {.head = view.head}, problem);
	filter = bloom_filter_to_code(host, view.head, *view.coded, &words,
								  problem);
	if (filter == NULL)
		return NULL;
	bloom_copy_bytes(filter->memory, words, view.coded,
					 bloom_list_size(view.head, *view.coded));
	if (!bloom_list_reserve(&filter->list, view.uncoded + 1))
		return bloom_filter_without_memory(filter, problem);
	bloom_copy_bytes(filter->memory, filter->list.hashes, view.hashes,
					 view.uncoded * sizeof(uint64_t));
	filter->list.sorted = filter->list.count = view.uncoded;
	return filter;
}

/* Copy a sparse filter */
static BloomFilter *
copy_sparse(const BloomHost *host, BloomView view, BloomProblem *problem)
{
	Bloom		head = *view.head;
	BloomFilter *filter;

	if (bloom_is_shortened(view.head))
		filter = copy_coded(host, view, problem);
	else if (view.coded == NULL && view.source == NULL)
		filter = bloom_filter_list(host, view.head, view.hashes, view.count,
								   problem);
	else
	{
		/* a partial state is coded, too */
		bloom_head_settle(&head, view.count);
		filter = bloom_filter_of_list(host, &head, view, problem);
	}
	if (filter == NULL)
		return NULL;
	filter->known = view.count;
	/* early versions had states of bloom_agg(value) with growth 0 */
	if (bloom_has_no_capacity(filter->head))
		filter->head->growth = 2;
	return filter;
}

BloomFilter *
bloom_filter_copy(const BloomHost *host, BloomView view, BloomProblem *problem)
{
	BloomFilter *filter;

	if (bloom_is_sparse(view.head))
		return copy_sparse(host, view, problem);
	filter = bloom_filter_dense(host, view.head, view.imported, problem);
	if (filter == NULL)
		return NULL;
	bloom_copy_bytes(filter->memory, filter->layers.words, view.words,
					 bloom_words_size(view.head));
	filter->counted = view.counted;
	if (view.counted)
		filter->known = view.head->layer[0].bits_set;
	return filter;
}

BloomFilter *
bloom_filter_cache(const BloomHost *host, BloomView view,
				   BloomProblem *problem)
{
	BloomFilter *filter = bloom_filter_copy(host, view, problem);
	BloomList  *list;

	if (filter == NULL || !bloom_is_sparse(filter->head))
		return filter;
	list = &filter->list;
	if (list->count == list->sorted)
	{
		/* of any length: what is only read is not given up */
		list->limit = BLOOM_MAX(list->limit, list->count);
		bloom_list_place(list);
	}
	return filter;
}
