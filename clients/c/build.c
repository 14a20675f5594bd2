/*
 * build.c
 *		Creates filters, completes partial states, and fits filters to their
 *		number of values.
 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"

/* Whether a filter that may be too full keeps its error rate */
bool
bloomext_keeps_rate(const bloomext_filter *filter)
{
	bloomext_info info;

	if (bloom_is_sparse(filter->head) ? !bloom_is_shortened(filter->head) :
		filter->head->growth != 0)
		return true;
	/* then it need not be computed from the bits of each cache line */
	bloomext_get_info(filter, &info);
	return rint(info.cardinality) <= (double) info.capacity ||
		bloomext_fpp(filter) <= BLOOM_RATE_TOLERANCE * info.error_rate;
}

int
bloomext_complete(bloomext_filter *filter)
{
	int			status = BLOOMEXT_OK;

	if (!bloomext_is_partial(filter) || filter->collects)
		return BLOOMEXT_OK;
	if (bloom_is_sparse(filter->head))
		status = bloomext_rebuild(filter, filter->head, NULL);
	if (status == BLOOMEXT_OK)
		filter->head->flags &= (uint8_t) ~BLOOMEXT_PARTIAL;
	return status;
}

int
bloomext_complete_copy(const bloomext_filter *filter, bloomext_filter **copy)
{
	bloomext_error error;
	int			status;

	*copy = bloomext_clone(filter, &error);
	if (*copy == NULL)
		return error.status;
	status = bloomext_complete(*copy);
	if (status == BLOOMEXT_OK)
		return status;
	bloomext_close(*copy);
	*copy = NULL;
	return status;
}

/* Create an empty list with these parameters; NULL after an error */
static bloomext_filter *
make_list(const BloomParameters *parameters, bool collects,
		  bloomext_error *error)
{
	BloomHeadRoom head;
	BloomProblem problem;
	bloomext_filter *filter;

	if (!bloom_head_init(&head.head, parameters, &problem))
	{
		bloomext_fail_with(error, &problem);
		return NULL;
	}
	if (collects)
	{
		head.head.growth = 0;
		head.head.flags = BLOOM_FLAG_PARTIAL;
	}
	filter = bloomext_make_list(&head.head);
	if (filter == NULL)
		bloomext_fail(error, BLOOMEXT_MEMORY, NULL);
	else
		filter->collects = collects;
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
		make_list(&parameters, false, error);
}

bloomext_filter *
bloomext_new_elastic(int64_t capacity, double error_rate, uint64_t seed,
					 bloomext_error *error)
{
	BloomParameters parameters = {
		.capacity = capacity == 0 ? BLOOM_ELASTIC_CAPACITY : capacity,
		.error_rate = error_rate, .seed = (int64_t) seed, .elastic = true
	};

	return make_list(&parameters, false, error);
}

bloomext_filter *
bloomext_new_collecting(double error_rate, uint64_t seed,
						bloomext_error *error)
{
	BloomParameters parameters = {
		.capacity = BLOOM_ELASTIC_CAPACITY, .error_rate = error_rate,
		.seed = (int64_t) seed, .elastic = true
	};

	return make_list(&parameters, true, error);
}

/* Like bloom_agg(value): without values, the result is bloom() */
int
bloomext_fit(bloomext_filter *filter, bloomext_error *error)
{
	size_t		count;
	bloomext_filter *like;
	int			status = bloomext_changeable(filter);
	bloomext_error problem;

	if (status == BLOOMEXT_OK && !bloomext_is_state(filter))
	{
		/* without memory for that, reading the hashes takes longer */
		if (filter->coded != NULL && filter->runs > 0)
			(void) bloomext_rebuild(filter, filter->head, NULL);
		return BLOOMEXT_OK;
	}
	if (status != BLOOMEXT_OK)
		return bloomext_fail(error, status, NULL);
	if (error == NULL)
		error = &problem;
	count = bloomext_count(filter);
	like = count == 0 ?
		bloomext_new(0, BLOOM_DEFAULT_ERROR_RATE, 0, error) :
		bloomext_new((int64_t) count, filter->head->error_rate,
					 filter->head->seed, error);
	if (like == NULL)
		return error->status;
	status = bloomext_rebuild(filter, like->head, NULL);
	bloomext_close(like);
	return status == BLOOMEXT_OK ? status :
		bloomext_fail(error, status, NULL);
}
