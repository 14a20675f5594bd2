/*
 * build.c
 *		Creates filters, and completes partial states.
 */
#include "internal.h"

#include "format/estimate.h"

/*
 * Complete a list that is a partial state.  A short one of an elastic filter
 * stays a list, and is coded when something is added.
 */
static int
complete_list(bloomext_filter *filter)
{
	size_t		count = bloomext_count(filter);
	Bloom		head = *filter->head;

	bloom_head_settle(&head, count);
	if (!bloom_is_elastic(&head) || filter->coded != NULL ||
		count > BLOOM_ELASTIC_MAX_LIST)
		return bloomext_rebuild(filter, &head, NULL);
	/* early versions had states of bloom_agg(value) with growth 0 */
	if (bloom_has_no_capacity(&head))
		head.growth = 2;
	*filter->head = head;
	filter->limit = bloomext_limit(filter);
	return BLOOMEXT_OK;
}

int
bloomext_complete_copy(const bloomext_filter *filter, bool checked,
					   bloomext_filter **copy)
{
	bool		mixed = (filter->head->flags & BLOOM_FLAG_MIXED) != 0;
	bloomext_error error = {.status = BLOOMEXT_OK};
	int			status = BLOOMEXT_OK;
	BloomHeadRoom head;

	*copy = bloomext_clone(filter, &error);
	if (*copy == NULL)
		return error.status;
	if (bloomext_is_partial(filter) && bloom_is_sparse(filter->head))
		status = complete_list(*copy);
	(*copy)->head->flags &= (uint8_t) ~BLOOMEXT_PARTIAL;
	if (status == BLOOMEXT_OK && checked && mixed)
	{
		bloomext_counted_head(*copy, &head);
		if (bloom_estimate_exceeds(&head.head, NULL, bloomext_count(*copy),
								   NULL))
			status = BLOOMEXT_PARAMETERS;
	}
	if (status != BLOOMEXT_OK)
	{
		bloomext_close(*copy);
		*copy = NULL;
	}
	return status;
}

int
bloomext_complete(bloomext_filter *filter)
{
	bloomext_filter *copy;
	int			status;

	if (!bloomext_is_partial(filter))
		return BLOOMEXT_OK;
	status = bloomext_complete_copy(filter, true, &copy);
	return status != BLOOMEXT_OK ? status :
		bloomext_take_over(filter, copy, status);
}

/* Create an empty list with these parameters; NULL after an error */
static bloomext_filter *
make_list(const BloomParameters *parameters, bloomext_error *error)
{
	BloomHeadRoom head;
	BloomProblem problem;
	bloomext_filter *filter;

	if (!bloom_head_init(&head.head, parameters, &problem))
	{
		bloomext_fail_with(error, &problem);
		return NULL;
	}
	filter = bloomext_make_list(&head.head);
	if (filter == NULL)
		bloomext_fail(error, BLOOMEXT_MEMORY, NULL);
	return filter;
}

bloomext_filter *
bloomext_new(int64_t capacity, double error_rate, uint64_t seed,
			 bloomext_error *error)
{
	BloomParameters parameters = {
		.capacity = capacity, .error_rate = error_rate,
		.seed = (int64_t) seed
	};

	return capacity == 0 ?
		bloomext_new_elastic(0, error_rate, seed, error) :
		make_list(&parameters, error);
}

bloomext_filter *
bloomext_new_elastic(int64_t capacity, double error_rate, uint64_t seed,
					 bloomext_error *error)
{
	BloomParameters parameters = {
		.capacity = capacity == 0 ? BLOOM_ELASTIC_CAPACITY : capacity,
		.error_rate = error_rate, .seed = (int64_t) seed, .elastic = true
	};

	return make_list(&parameters, error);
}
