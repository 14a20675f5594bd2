/*
 * filter/filter.c
 *		Filters in memory: creating them, and replacing their content.
 */
#include "filter/filter.h"

/*
 * The least number of hashes beside the coded ones that are coded with them.
 * Coding fewer again and again would take longer than searching them.
 */
#define CODED_TAIL		1024

/*
 * Create a filter with a copy of a head, which has that number of layers.  Of
 * the flags of partial states, only MIXED remains.
 */
static BloomFilter *
make(const BloomHost *host, const Bloom *head, int layers,
	 BloomProblem *problem)
{
	BloomFilter *filter = host->create();
	size_t		size = BLOOM_HEADER_SIZE(BLOOM_MAX(layers, 1));

	if (filter != NULL)
	{
		filter->counted = true;
		filter->head = bloom_allocate(filter->memory, size);
	}
	if (filter == NULL || filter->head == NULL)
		return bloom_filter_without_memory(filter, problem);
	memset(filter->head, 0, size);
	memcpy(filter->head, head, BLOOM_HEADER_SIZE(layers));
	filter->head->flags &= (uint8_t) ~(BLOOM_FLAG_PARTIAL |
									   BLOOM_FLAG_CODED_STATE);
	return filter;
}

BloomFilter *
bloom_filter_discard(BloomFilter *filter)
{
	bloom_filter_free(filter);
	return NULL;
}

BloomFilter *
bloom_filter_without_memory(BloomFilter *filter, BloomProblem *problem)
{
	bloom_no_memory(problem);
	return bloom_filter_discard(filter);
}

/* Discard a filter that would have more bytes than one with that head may */
static BloomFilter *
too_large(BloomFilter *filter, const Bloom *head, BloomProblem *problem)
{
	bloom_head_too_large(head, problem);
	return bloom_filter_discard(filter);
}

/* Store a copy of own data in an imported filter; returns false: no memory */
static bool
set_imported(BloomFilter *filter, const BloomImported *imported)
{
	size_t		size = bloom_imported_size(filter->head);

	filter->imported = bloom_allocate(filter->memory, size);
	if (filter->imported == NULL)
		return false;
	memcpy(filter->imported, imported, size);
	filter->head->extra = (uint16_t) (size / sizeof(uint64_t));
	return true;
}

BloomFilter *
bloom_filter_dense(const BloomHost *host, const Bloom *head,
				   const BloomImported *imported, BloomProblem *problem)
{
	BloomFilter *filter = make(host, head, head->layers, problem);

	if (filter == NULL)
		return NULL;
	return bloom_layers_allocate(&filter->layers, filter->memory, head) &&
		(imported == NULL || set_imported(filter, imported)) ?
		filter : bloom_filter_without_memory(filter, problem);
}

BloomFilter *
bloom_filter_zeroed(const BloomHost *host, const Bloom *head,
					const BloomImported *imported, BloomProblem *problem)
{
	BloomFilter *filter = bloom_filter_dense(host, head, imported, problem);

	if (filter != NULL)
		bloom_zero_bytes(filter->memory, filter->layers.words,
						 bloom_words_size(head));
	return filter;
}

size_t
bloom_filter_list_limit(const Bloom *head, size_t count)
{
	size_t		limit = bloom_head_limit(head);

	if (!bloom_is_elastic(head) || bloom_is_shortened(head))
		return limit;
	return BLOOM_MAX(limit, BLOOM_MIN(count, BLOOM_ELASTIC_MAX_LIST));
}

BloomFilter *
bloom_filter_list(const BloomHost *host, const Bloom *head,
				  const uint64_t *hashes, size_t count, BloomProblem *problem)
{
	BloomFilter *filter = make(host, head, 0, problem);
	size_t		limit;

	if (filter == NULL)
		return NULL;
	bloom_head_settle(filter->head, count);
	limit = bloom_filter_list_limit(filter->head, count);
	/* only a state can have such parameters */
	if (limit == 0)
		return too_large(filter, filter->head, problem);
	if (!bloom_list_init(&filter->list, filter->memory, hashes, count, limit))
		return bloom_filter_without_memory(filter, problem);
	filter->list.mask = bloom_cut_hash(head, ~UINT64_C(0));
	return filter;
}

size_t
bloom_filter_tail_limit(const BloomHost *host, uint64_t count)
{
	return BLOOM_MAX(CODED_TAIL, (size_t) (count / host->coded_share));
}

BloomFilter *
bloom_filter_to_code(const BloomHost *host, const Bloom *head, uint64_t count,
					 uint64_t **words, BloomProblem *problem)
{
	BloomFilter *filter = bloom_filter_list(host, head, NULL, 0, problem);
	size_t		size;

	if (filter == NULL)
		return NULL;
	if (!bloom_list_fits(filter->head, count))
		return too_large(filter, head, problem);
	size = bloom_list_size(filter->head, count);
	*words = bloom_allocate(filter->memory, size);
	if (*words == NULL)
		return bloom_filter_without_memory(filter, problem);
	filter->coded = filter->coded_space = *words;
	bloom_zero_bytes(filter->memory, *words, size);
	/* the list is coded, too, when there is much of it */
	filter->list.limit = bloom_filter_tail_limit(host, count);
	return filter;
}

/* bloom_filter_coded() for lists with `count` hashes together */
static BloomFilter *
code_lists(const BloomHost *host, const Bloom *head, BloomView a, BloomView b,
		   uint64_t count, BloomProblem *problem)
{
	int			bits = bloom_hash_bits(head);
	BloomListStream streams[2];
	BloomStream all;
	uint64_t   *words;
	BloomFilter *filter = bloom_filter_to_code(host, head, count, &words,
											   problem);

	if (filter == NULL)
		return NULL;
	bloom_view_stream_both(a, b, bits, streams, &all);
	if (bloom_stream_code(&all, words, count, bits, host->pause))
		return filter;
	bloom_problem(problem, BLOOM_PROBLEM_CORRUPT, "bloom filter is corrupt");
	return bloom_filter_discard(filter);
}

BloomFilter *
bloom_filter_coded(const BloomHost *host, const Bloom *head, BloomView a,
				   BloomView b, BloomProblem *problem)
{
	/* shortened hashes of different values may be equal */
	return code_lists(host, head, a, b,
					  bloom_view_count_both(a, b, bloom_hash_bits(head),
											host->pause), problem);
}

BloomFilter *
bloom_filter_coded_of(const BloomHost *host, const Bloom *head, BloomView list,
					  BloomProblem *problem)
{
	return code_lists(host, head, list, (BloomView) {.head = head}, list.count,
					  problem);
}

BloomFilter *
bloom_filter_create(const BloomHost *host, const Bloom *head,
					BloomProblem *problem)
{
	BloomHeadRoom empty;

	bloom_head_clear(&empty.head, head);
	return bloom_is_sparse(&empty.head) ?
		bloom_filter_list(host, &empty.head, NULL, 0, problem) :
		bloom_filter_zeroed(host, &empty.head, NULL, problem);
}

BloomFilter *
bloom_filter_empty(const BloomHost *host, BloomView view,
				   BloomProblem *problem)
{
	BloomFilter *filter;
	BloomHeadRoom first;

	if (!bloom_is_imported(view.head))
		return bloom_filter_create(host, view.head, problem);
	memcpy(&first, view.head, BLOOM_HEADER_SIZE(1));
	first.head.class = BLOOM_CLASS_NONE;
	first.head.layers = 1;
	first.head.layer[0].bits_set = 0;
	filter = bloom_filter_zeroed(host, &first.head, view.imported, problem);
	if (filter != NULL)
		bloom_codec_clear(first.head.format, filter->imported);
	return filter;
}

/* Copy the own data of an imported filter, as an empty one would have them */
static void
empty_data(BloomView view, BloomImportedRoom *data)
{
	memcpy(data, view.imported,
		   sizeof(BloomImported) + sizeof(BloomImportedLayer));
	bloom_codec_clear(view.head->format, &data->imported);
}

bool
bloom_filter_same_parameters(BloomView a, BloomView b)
{
	BloomHeadRoom heads[2];
	BloomImportedRoom data[2];

	if (a.head->format != b.head->format)
		return false;
	if (bloom_is_imported(a.head))
	{
		empty_data(a, &data[0]);
		empty_data(b, &data[1]);
		return memcmp(&data[0], &data[1], sizeof(BloomImported) +
					  sizeof(BloomImportedLayer)) == 0;
	}
	bloom_head_clear(&heads[0].head, a.head);
	bloom_head_clear(&heads[1].head, b.head);
	return memcmp(&heads[0].head.version, &heads[1].head.version,
				  BLOOM_HEADER_SIZE(1) - BLOOM_LENGTH_SIZE) == 0;
}

/* Destroy what was taken over, from the first to the last */
static void
destroy(const BloomHost *host, BloomFilter *taken)
{
	if (taken == NULL)
		return;
	destroy(host, taken->taken);
	host->destroy(taken);
}

/* Free the content of a filter, which may be incomplete */
static void
free_content(BloomFilter *filter)
{
	BloomMemory memory = filter->memory;

	if (filter->list.memory.host != NULL)
		bloom_list_free(&filter->list);
	bloom_layers_free(&filter->layers, memory);
	bloom_release(memory, filter->coded_space);
	bloom_release(memory, filter->imported);
	bloom_release(memory, filter->head);
	destroy(memory.host, filter->taken);
	filter->taken = NULL;
}

void
bloom_filter_free(BloomFilter *filter)
{
	if (filter == NULL)
		return;
	free_content(filter);
	filter->memory.host->destroy(filter);
}

/*
 * The memory of `content` belongs to the filter then, and is freed with it.
 * So a filter can take over content any number of times without using more
 * memory.
 */
bool
bloom_filter_take_over(BloomFilter *filter, BloomFilter *content)
{
	BloomMemory memory = filter->memory;

	if (content == NULL)
		return false;
	free_content(filter);
	*filter = *content;
	filter->memory = memory;
	filter->taken = content;
	memory.host->adopt(filter, content);
	return true;
}

void
bloom_filter_count(BloomFilter *filter)
{
	if (!filter->counted)
		bloom_layers_count(filter->head, filter->layers.words,
						   filter->memory.host->pause);
	filter->counted = true;
}
