/*
 * unite.c
 *		Union and intersection.
 */
#include "internal.h"

/*
 * Whether the union of two lists has the parameters of the first one, and can
 * neither exceed a limit nor its error rate.  Then a short list is added to a
 * long one without reading the long one.
 */
static bool
is_addition(const bloomext_filter *filter, const bloomext_filter *other)
{
	const Bloom *head = filter->core.head;
	Bloom		joined = *head;
	size_t		most = bloomext_most(filter) + bloomext_most(other);

	if (!bloom_is_sparse(head) || !bloom_is_sparse(other->core.head) ||
		bloom_is_state(head) || bloom_is_state(other->core.head) ||
		bloomext_most(filter) == 0 ||
		most > (size_t) bloom_promised_capacity(head) ||
		(bloom_is_elastic(head) && filter->core.coded == NULL &&
		 most > BLOOM_ELASTIC_LIST) ||
		bloom_classes_conflict(head->class, other->core.head->class))
		return false;
	bloom_head_join(&joined, other->core.head);
	bloom_head_settle(&joined, 0);
	return joined.seed == other->core.head->seed &&
		memcmp(&joined, head, sizeof(Bloom)) == 0;
}

/* Add the hashes of a list to a list */
static int
add_hashes(bloomext_filter *filter, const bloomext_filter *other)
{
	RunReader	reader;
	BloomView	all = {.head = filter->core.head, .count = 1};
	BloomView	added;
	BloomClass	class;
	BloomListStream stream;
	const uint64_t *hashes;
	uint64_t   *to;
	size_t		count;
	int			status;

	if (!bloomext_make_room(filter, bloomext_most(other)))
		return BLOOMEXT_MEMORY;
	/* now, because the two may be the same filter */
	added = bloomext_view(other, &reader, false);
	class = bloom_combine_class(all, added);
	to = filter->core.list.hashes + bloomext_total(filter);
	bloom_view_stream(added, bloom_hash_bits(all.head), &stream);
	while ((count = bloom_stream_next(&stream.all, &hashes)) > 0)
	{
		memcpy(to, hashes, count * sizeof(uint64_t));
		to += count;
	}
	count = (size_t) (to - filter->core.list.hashes) - bloomext_total(filter);
	status = count == 0 ? BLOOMEXT_OK : bloomext_list_append(filter, count);
	if (status == BLOOMEXT_OK)
		filter->core.head->class = class;
	return status;
}

/*
 * A view of a filter for functions that need a list in one array and aligned
 * words.  *copy, which is to be freed, has them if the filter does not.
 */
static bool
view_whole(const bloomext_filter *filter, RunReader *reader, BloomView *view,
		   BloomFilter **copy, BloomProblem *problem)
{
	*copy = NULL;
	*view = bloomext_view(filter, reader, true);
	if (view->source == NULL && filter->raw == NULL &&
		(view->coded == NULL || view->count == *view->coded + view->uncoded))
		return true;
	*copy = bloom_filter_copy(&bloomext_host, *view, problem);
	return *copy != NULL && bloom_filter_view(*copy, view, problem);
}

/* Add the members of a filter, given by a view, to a filter */
static bool
unite(bloomext_filter *filter, BloomView other, BloomProblem *problem)
{
	RunReader	reader;

	if (!bloom_is_sparse(filter->core.head) &&
		!bloom_is_state(filter->core.head))
	{
		if (!bloom_unite(&filter->core, other, problem))
			return false;
		bloom_layers_drain(&filter->core.layers, filter->core.head);
		return true;
	}
	return bloomext_replace(filter,
							bloom_union_of(&bloomext_host,
										   bloomext_view(filter, &reader,
														 true), other,
										   problem), problem);
}

/* Keep those members of a filter that another one has, given by a view */
static bool
intersect(bloomext_filter *filter, BloomView other, BloomProblem *problem)
{
	RunReader	reader;
	BloomView	view;
	BloomFilter *copy;
	BloomFilter *content = NULL;

	if (!bloom_is_sparse(filter->core.head) && !bloom_is_sparse(other.head) &&
		!bloom_is_state(filter->core.head))
		return bloom_intersect(&filter->core, other, problem);
	if (view_whole(filter, &reader, &view, &copy, problem))
		content = bloom_intersection_of(&bloomext_host, view, other, problem);
	bloom_filter_free(copy);
	return bloomext_replace(filter, content, problem);
}

/* Change a filter by a function of it and a view of another one */
static int
combine(bloomext_filter *filter, const bloomext_filter *other,
		bool (*change) (bloomext_filter *filter, BloomView other,
						BloomProblem *problem), bloomext_error *error)
{
	RunReader	reader;
	BloomView	view;
	BloomFilter *copy;
	BloomProblem problem;
	bool		done = view_whole(other, &reader, &view, &copy, &problem) &&
		change(filter, view, &problem);

	bloom_filter_free(copy);
	return bloomext_status_of(done, &problem, error);
}

int
bloomext_unite(bloomext_filter *filter, const bloomext_filter *other,
			   bloomext_error *error)
{
	int			status = bloomext_changeable(filter);

	if (status != BLOOMEXT_OK)
		return bloomext_fail(error, status, NULL);
	filter->added += bloom_is_sparse(other->core.head) ?
		bloomext_most(other) : UINT32_MAX;
	if (!is_addition(filter, other))
		return combine(filter, other, unite, error);
	status = add_hashes(filter, other);
	return status == BLOOMEXT_OK ? status : bloomext_fail(error, status, NULL);
}

int
bloomext_intersect(bloomext_filter *filter, const bloomext_filter *other,
				   bloomext_error *error)
{
	int			status = bloomext_changeable(filter);

	return status == BLOOMEXT_OK ? combine(filter, other, intersect, error) :
		bloomext_fail(error, status, NULL);
}

/* A counted view; `head` has room for the head of a filter of one layer */
static bool
view_counted(const bloomext_filter *filter, RunReader *reader,
			 BloomHeadRoom *head, BloomView *view, BloomFilter **copy,
			 BloomProblem *problem)
{
	if (!view_whole(filter, reader, view, copy, problem))
		return false;
	bloomext_count_view(view, head);
	return true;
}

int
bloomext_compare(const bloomext_filter *a, const bloomext_filter *b,
				 bloomext_overlap *overlap, bloomext_error *error)
{
	RunReader	readers[2];
	BloomHeadRoom heads[2];
	BloomView	views[2];
	BloomFilter *copies[2] = {NULL, NULL};
	BloomOverlap result;
	BloomProblem problem;
	bool		done =
		view_counted(a, &readers[0], &heads[0], &views[0], &copies[0],
					 &problem) &&
		view_counted(b, &readers[1], &heads[1], &views[1], &copies[1],
					 &problem) &&
		bloom_compare(&bloomext_host, views[0], views[1], &result, &problem);

	bloom_filter_free(copies[0]);
	bloom_filter_free(copies[1]);
	if (done)
		*overlap = (bloomext_overlap) {
			result.union_cardinality, result.intersection_cardinality,
			result.jaccard
		};
	return bloomext_status_of(done, &problem, error);
}
