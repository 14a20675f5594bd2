/*
 * build.c
 *		Creates filters, replaces their content, and completes partial states.
 */
#include "internal.h"

int
bloomext_changeable(const bloomext_filter *filter)
{
	return filter->borrowed ? BLOOMEXT_READ_ONLY : BLOOMEXT_OK;
}

int
bloomext_take_over(bloomext_filter *filter, bloomext_filter *content,
				   int status)
{
	if (status != BLOOMEXT_OK)
	{
		bloomext_close(content);
		return status;
	}
	filter->raw = NULL;
	filter->runs = content->runs;
	memcpy(filter->end, content->end, sizeof(filter->end));
	bloom_filter_take_over(&filter->core, &content->core);
	return BLOOMEXT_OK;
}

/* Make a filter that src/filter has made one that can be read at any time */
static bool
settle(bloomext_filter *filter, BloomProblem *problem)
{
	BloomView	view;

	if (!bloom_filter_view(&filter->core, &view, problem))
		return false;
	filter->end[0] = view.uncoded;
	filter->runs = view.uncoded > 0;
	return true;
}

bool
bloomext_replace(bloomext_filter *filter, BloomFilter *content,
				 BloomProblem *problem)
{
	bloomext_filter *settled = (bloomext_filter *) content;

	if (content == NULL)
		return false;
	if (settle(settled, problem))
		return bloomext_take_over(filter, settled, BLOOMEXT_OK) == BLOOMEXT_OK;
	bloom_filter_free(content);
	return false;
}

int
bloomext_complete(const bloomext_filter *filter, bloomext_filter **complete)
{
	RunReader	reader;
	BloomProblem problem;
	BloomFilter *content = bloom_filter_copy(&bloomext_host,
											 bloomext_view(filter, &reader,
														   true), &problem);

	*complete = (bloomext_filter *) content;
	if (content != NULL &&
		bloom_combine_check_rate(content, false, &problem) &&
		settle(*complete, &problem))
		return BLOOMEXT_OK;
	bloom_filter_free(content);
	*complete = NULL;
	return bloomext_fail_with(NULL, &problem);
}

/* Create an empty filter with these parameters; NULL after an error */
static bloomext_filter *
make(const BloomParameters *parameters, bloomext_error *error)
{
	BloomHeadRoom room;
	BloomProblem problem;
	BloomFilter *core = NULL;

	if (bloom_head_init(&room.head, parameters, &problem))
		core = bloom_filter_create(&bloomext_host, &room.head, &problem);
	bloomext_status_of(core != NULL, &problem, error);
	return (bloomext_filter *) core;
}

bloomext_filter *
bloomext_new(int64_t capacity, double error_rate, uint64_t seed,
			 bloomext_error *error)
{
	if (capacity == 0)
		return bloomext_new_elastic(0, error_rate, seed, error);
	return make(&(BloomParameters) {
				.capacity = capacity, .error_rate = error_rate,
				.seed = (int64_t) seed
				}, error);
}

bloomext_filter *
bloomext_new_elastic(int64_t capacity, double error_rate, uint64_t seed,
					 bloomext_error *error)
{
	return make(&(BloomParameters) {
				.capacity = capacity == 0 ? BLOOM_ELASTIC_CAPACITY : capacity,
				.error_rate = error_rate, .seed = (int64_t) seed,
				.elastic = true
				}, error);
}

bloomext_filter *
bloomext_new_growing(int64_t capacity, double error_rate, int growth,
					 uint64_t seed, bloomext_error *error)
{
	return make(&(BloomParameters) {
				.capacity = capacity, .error_rate = error_rate,
				.growth = growth, .seed = (int64_t) seed
				}, error);
}

bloomext_filter *
bloomext_new_counting(int64_t capacity, double error_rate, uint64_t seed,
					  bloomext_error *error)
{
	return make(&(BloomParameters) {
				.capacity = capacity, .error_rate = error_rate,
				.counting = true, .seed = (int64_t) seed
				}, error);
}
