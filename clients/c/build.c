/*
 * build.c
 *		Creates filters, and completes partial states.
 */
#include "internal.h"

int
bloomext_changeable(const bloomext_filter *filter)
{
	return filter->borrowed ? BLOOMEXT_READ_ONLY : BLOOMEXT_OK;
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
		bloomext_settle(*complete, &problem))
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
