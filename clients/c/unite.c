/*
 * unite.c
 *		Union and intersection.
 */
#include "internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"
#include "format/estimate.h"
#include "format/validate.h"

static const uint64_t no_coded_hashes[1] = {0};

/* Whether a filter is a list without hashes */
static bool
is_empty_list(const bloomext_filter *filter)
{
	return bloom_is_sparse(filter->head) && bloomext_most(filter) == 0;
}

/* Whether the filter is bloom(), the identity of union */
static bool
is_identity(const bloomext_filter *filter)
{
	return bloom_head_is_default(filter->head) && is_empty_list(filter);
}

/* Whether the library can combine filters of this kind */
static bool
is_plain(const bloomext_filter *filter)
{
	return filter->imported == NULL && !bloom_is_counting(filter->head) &&
		(filter->head->growth == 0 || bloom_is_elastic(filter->head));
}

/* Whether the union of two filters has the capacity and rate of both */
static bool
same_capacity(const Bloom *a, const Bloom *b)
{
	return bloom_promised_capacity(a) == bloom_promised_capacity(b) &&
		a->error_rate == b->error_rate;
}

/*
 * Whether a filter is empty, and the union with the other one has the
 * parameters of the latter
 */
static bool
adds_nothing(const bloomext_filter *filter, const bloomext_filter *other)
{
	bool		empty = bloom_is_sparse(filter->head) ?
		is_empty_list(filter) : bloomext_bits_set(filter, 0) == 0;

	return empty &&
		(is_identity(filter) || same_capacity(filter->head, other->head) ||
		 (bloom_is_sparse(filter->head) && !bloom_is_sparse(other->head)));
}

/* An estimate of the number of values; `count` is that of a list's hashes */
static double
values_of(const bloomext_filter *filter, size_t count)
{
	BloomHeadRoom head;

	bloomext_counted_head(filter, &head);
	return bloom_estimate_cardinality(&head.head, NULL, count, NULL);
}

/*
 * Whether the union has no more values than its capacity, because both filters
 * together have no more.  Counting the hashes of a list can take long, so that
 * is only done if equal ones may matter.
 */
static bool
surely_fits(const bloomext_filter *a, const bloomext_filter *b)
{
	double		capacity = (double) bloom_promised_capacity(a->head);

	return same_capacity(a->head, b->head) &&
		(values_of(a, bloomext_most(a)) + values_of(b, bloomext_most(b)) <=
		 capacity ||
		 values_of(a, bloomext_count(a)) + values_of(b, bloomext_count(b)) <=
		 capacity);
}

/* Whether the error rate of the union of two filters has to be checked */
static bool
can_exceed(const bloomext_filter *a, const bloomext_filter *b)
{
	return ((a->head->flags | b->head->flags) & BLOOM_FLAG_MIXED) ||
		(!adds_nothing(b, a) && !adds_nothing(a, b) && !surely_fits(a, b));
}

static bool
is_whole_list(const bloomext_filter *filter)
{
	return bloom_is_sparse(filter->head) && !bloom_is_shortened(filter->head);
}

/*
 * Set *error for a union or a fold that exceeds its error rate, with a counted
 * head, and `count` hashes if it is a list.  `whole` says that all of the
 * filters were lists of whole hashes.
 */
static int
refuse_rate(const Bloom *head, size_t count, bool whole, bloomext_error *error)
{
	bloomext_fail(error, BLOOMEXT_PARAMETERS,
				  "bloom filters cannot be combined without exceeding their error rate");
	snprintf(error->detail, sizeof(error->detail),
			 "With about %.0f values at capacity %" PRId64 ", the error rate would be %.3g instead of %.3g.",
			 bloom_estimate_cardinality(head, NULL, count, NULL),
			 bloom_promised_capacity(head),
			 bloom_estimate_expected_fpp(head, NULL, count, NULL),
			 head->error_rate);
	snprintf(error->hint, sizeof(error->hint), "%s", whole ?
			 "Cast each filter to bloom(elastic), or build them with a capacity for the values of all." :
			 "Build the filters with bloom_agg(value), or with a capacity for the values of all.");
	return BLOOMEXT_PARAMETERS;
}

/* Whether a filter has as many hashes or set bits as one with that head */
static bool
has_as_many(const bloomext_filter *filter, const Bloom *head, size_t count)
{
	if (bloom_is_sparse(filter->head) != bloom_is_sparse(head))
		return false;
	return bloom_is_sparse(head) ? bloomext_count(filter) == count :
		bloomext_bits_set(filter, 0) == head->layer[0].bits_set;
}

/*
 * Returns BLOOMEXT_OK if the union of two filters, with a counted head and
 * `count` hashes if it is a list, does not exceed its error rate, or has no
 * more than one of the two with the same parameters; otherwise sets *error
 */
static int
check_union(const bloomext_filter *a, const bloomext_filter *b,
			const Bloom *head, size_t count, bloomext_error *error)
{
	if (!bloom_estimate_exceeds(head, NULL, count, NULL) ||
		(same_capacity(a->head, b->head) &&
		 (has_as_many(a, head, count) || has_as_many(b, head, count))))
		return BLOOMEXT_OK;
	return refuse_rate(head, count, is_whole_list(a) && is_whole_list(b),
					   error);
}

static int
refuse_parameters(const Bloom *a, const Bloom *b, bloomext_error *error)
{
	char		texts[2][BLOOM_DESCRIPTION_SIZE];

	bloomext_fail(error, BLOOMEXT_PARAMETERS,
				  "bloom filters have different parameters");
	bloom_head_describe(a, texts[0]);
	bloom_head_describe(b, texts[1]);
	snprintf(error->detail, sizeof(error->detail),
			 "One has %s, the other %s.", texts[0], texts[1]);
	snprintf(error->hint, sizeof(error->hint),
			 a->seed == b->seed &&
			 (bloom_is_shortened(a) || bloom_is_shortened(b)) ?
			 "An elastic filter of more than 16 values combines only with elastic filters, and with others of few values." :
			 "Build both with bloom_agg(value), or with the same capacity, error rate and seed.");
	return BLOOMEXT_PARAMETERS;
}

/* Returns BLOOMEXT_OK if the filters can be combined; otherwise sets *error */
static int
check_combinable(const bloomext_filter *a, const bloomext_filter *b,
				 bloomext_error *error)
{
	const char *name = bloomext_class_name(a->head->class);
	const char *other = bloomext_class_name(b->head->class);
	char		message[160];

	if (!is_plain(a) || !is_plain(b))
		return bloomext_fail(error, is_plain(a) ? BLOOMEXT_PARAMETERS :
							 BLOOMEXT_READ_ONLY,
							 "growing and counting filters, and those of other libraries, can only be combined in SQL");
	if (bloomext_changeable(a) != BLOOMEXT_OK)
		return bloomext_fail(error, BLOOMEXT_READ_ONLY, NULL);
	if (is_identity(a) || is_identity(b))
		return BLOOMEXT_OK;
	if (!bloom_head_parameters_combine(a->head, b->head))
		return refuse_parameters(a->head, b->head, error);
	if (!bloom_classes_conflict(a->head->class, b->head->class))
		return BLOOMEXT_OK;
	if (strcmp(name, other) == 0)
		return bloomext_fail(error, BLOOMEXT_CLASS,
							 "bloom filters hold values of different types");
	snprintf(message, sizeof(message),
			 "one bloom filter holds %s values, the other %s values",
			 name, other);
	return bloomext_fail(error, BLOOMEXT_CLASS, message);
}

/* Add the hashes of a list to a dense filter */
static int
add_list(bloomext_filter *filter, const bloomext_filter *list)
{
	ListStream *stream = malloc(sizeof(ListStream));
	const uint64_t *hashes;
	size_t		batch;

	if (stream == NULL)
		return BLOOMEXT_MEMORY;
	bloomext_stream(list, BLOOM_HASH_BITS, stream);
	while ((batch = bloom_stream_next(stream->all, &hashes)) > 0)
		bloomext_add_bits(filter, hashes, batch);
	free(stream);
	return BLOOMEXT_OK;
}

/*
 * Returns BLOOMEXT_OK if a list with the parameters of the union of two lists
 * is possible; otherwise sets *error
 */
static int
check_fits(const bloomext_filter *a, const bloomext_filter *b,
		   bloomext_error *error)
{
	Bloom		head = *a->head;
	BloomProblem problem;

	/* only a state can have impossible parameters itself */
	if (is_identity(a) || is_identity(b) ||
		(same_capacity(a->head, b->head) &&
		 !bloomext_is_partial(a) && !bloomext_is_partial(b)))
		return BLOOMEXT_OK;
	bloom_head_join(&head, b->head);
	if (bloom_is_shortened(&head) || bloom_head_fits(&head))
		return BLOOMEXT_OK;
	bloom_head_too_large(&head, &problem);
	return bloomext_fail_with(error, &problem);
}

/* Add the hashes of a list to a list; neither is the identity */
static int
unite_lists(bloomext_filter *filter, const bloomext_filter *other)
{
	size_t		count = bloomext_total(other);
	size_t		most = bloomext_most(filter);
	Bloom		head = *filter->head;

	bloom_head_join(&head, other->head);
	if (most + bloomext_most(other) <= (uint64_t) head.capacity)
		bloom_head_settle(&head, 0);
	/*
	 * A short list need not be merged with the whole of a long one, unless
	 * that is an elastic list that has to be coded
	 */
	if (memcmp(&head, filter->head, sizeof(Bloom)) == 0 &&
		other->coded == NULL && count < most &&
		bloomext_total(filter) <= filter->limit)
	{
		if (!bloomext_make_room(filter, count))
			return BLOOMEXT_MEMORY;
		memcpy(filter->hashes + bloomext_total(filter), other->hashes,
			   count * sizeof(uint64_t));
		return bloomext_list_append(filter, count);
	}
	return bloomext_rebuild(filter, &head, other);
}

/* OR the words of a filter that folds to a dense one into the latter */
static void
fold_words(bloomext_filter *filter, const uint64_t *words, size_t factor)
{
	const BloomGeometry *geometry = &filter->head->layer[0].geometry;

	filter->counted = false;
	bloom_bits_fold(filter->words, words, geometry->lines / geometry->block,
					geometry->block, factor);
}

/* Create an empty dense filter with the head of another dense filter */
static bloomext_filter *
make_dense(const Bloom *like)
{
	bloomext_filter *filter = bloomext_make(like);

	if (filter == NULL)
		return NULL;
	filter->head->class = BLOOM_CLASS_NONE;
	filter->head->layer[0].geometry = like->layer[0].geometry;
	if (bloomext_make_dense(filter))
		return filter;
	bloomext_close(filter);
	return NULL;
}

/*
 * Fold a dense filter to the parameters of `small`, and add the members of
 * another dense filter, which also folds to them, unless it is NULL.  The
 * result must not exceed its error rate.  After an error, the filter is
 * unchanged.
 */
static int
fold_to(bloomext_filter *filter, const Bloom *small,
		const bloomext_filter *other, bloomext_error *error)
{
	bloomext_filter *folded = make_dense(small);
	int			status = BLOOMEXT_OK;
	BloomHeadRoom head;

	if (folded == NULL)
		return BLOOMEXT_MEMORY;
	folded->head->class = filter->head->class;
	fold_words(folded, filter->words, bloom_fold_factor(filter->head, small));
	if (other != NULL)
		fold_words(folded, other->words,
				   bloom_fold_factor(other->head, small));
	bloomext_counted_head(folded, &head);
	if (bloom_estimate_exceeds(&head.head, NULL, 0, NULL))
		status = refuse_rate(&head.head, 0, false, error);
	return bloomext_take_over(filter, folded, status);
}

/* Replace a list by a copy of another filter with the list's hashes added */
static int
become_like(bloomext_filter *filter, const bloomext_filter *other)
{
	bloomext_filter *copy;
	int			status = bloomext_complete_copy(other, false, &copy);

	if (status != BLOOMEXT_OK)
		return status;
	copy->head->class = filter->head->class;
	return bloomext_take_over(filter, copy, add_list(copy, filter));
}

/* check_union() for two dense filters of the same size */
static int
check_words(const bloomext_filter *filter, const bloomext_filter *other,
			bloomext_error *error)
{
	BloomHeadRoom head;
	BloomLayer *layer = &head.head.layer[0];

	memcpy(&head, filter->head, BLOOM_HEADER_SIZE(1));
	layer->bits_set = bloom_count_or(&head.head, filter->words,
									 other->raw != NULL ?
									 (const void *) other->raw : other->words,
									 layer->geometry.lines, NULL);
	return check_union(filter, other, &head.head, 0, error);
}

/* Add the members of another dense filter */
static int
unite_words(bloomext_filter *filter, const bloomext_filter *other,
			bool checked, bloomext_error *error)
{
	bool		fold = filter->head->capacity != other->head->capacity;
	bloomext_filter *copy = NULL;
	int			status = fold || !checked ? BLOOMEXT_OK :
		check_words(filter, other, error);

	if (status == BLOOMEXT_OK && other->raw != NULL)
	{
		status = bloomext_complete_copy(other, false, &copy);
		other = copy;
	}
	if (status != BLOOMEXT_OK)
		return status;
	if (fold)
		status = fold_to(filter,
						 filter->head->capacity < other->head->capacity ?
						 filter->head : other->head, other, error);
	else
		fold_words(filter, other->words, 1);
	bloomext_close(copy);
	return status;
}

/* Add the members of a filter, one of the two being a list */
static int
unite_list(bloomext_filter *filter, const bloomext_filter *other)
{
	if (is_identity(other))
		return BLOOMEXT_OK;
	if (!bloom_is_sparse(filter->head))
		return add_list(filter, other);
	return bloom_is_sparse(other->head) && !is_identity(filter) ?
		unite_lists(filter, other) : become_like(filter, other);
}

/* Add the members of a filter that combines; unchanged after an error */
static int
unite(bloomext_filter *filter, const bloomext_filter *other,
	  bloomext_error *error)
{
	bool		checked = can_exceed(filter, other);
	bloomext_filter *copy;
	BloomHeadRoom head;
	int			status;

	if (!bloom_is_sparse(filter->head) && !bloom_is_sparse(other->head))
		return unite_words(filter, other, checked, error);
	if (!checked)
		return unite_list(filter, other);
	status = bloomext_complete_copy(filter, false, &copy);
	if (status != BLOOMEXT_OK)
		return status;
	status = unite_list(copy, other);
	if (status == BLOOMEXT_OK)
	{
		bloomext_counted_head(copy, &head);
		status = check_union(filter, other, &head.head, bloomext_count(copy),
							 error);
	}
	return bloomext_take_over(filter, copy, status);
}

/* Add the hashes of a list that another filter has to a filter */
static int
add_common(bloomext_filter *filter, const bloomext_filter *list,
		   const bloomext_filter *tested)
{
	ListStream *stream = malloc(sizeof(ListStream));
	const uint64_t *hashes;
	uint64_t	common[BLOOM_STREAM_BATCH];
	bool		found[BLOOM_STREAM_BATCH];
	size_t		count;
	size_t		n;
	int			status = stream == NULL ? BLOOMEXT_MEMORY : BLOOMEXT_OK;

	if (stream != NULL)
		bloomext_stream(list, bloom_hash_bits(list->head), stream);
	while (status == BLOOMEXT_OK &&
		   (count = bloom_stream_next(stream->all, &hashes)) > 0)
	{
		bloomext_has_each(tested, hashes, count, found);
		n = 0;
		for (size_t i = 0; i < count; i++)
			if (found[i])
				common[n++] = hashes[i];
		/* the hashes of a partial state can be too many for a list */
		status = bloomext_add_hashes(filter, common, n);
	}
	free(stream);
	return status;
}

/*
 * Whether to read filter a, and test its hashes against filter b.  A list with
 * shorter hashes must be the tested one.
 */
static bool
reads_first(const bloomext_filter *a, const bloomext_filter *b)
{
	int			bits[2] = {bloom_hash_bits(a->head), bloom_hash_bits(b->head)};

	return bloom_is_sparse(a->head) &&
		(!bloom_is_sparse(b->head) || bits[0] > bits[1] ||
		 (bits[0] == bits[1] && bloomext_count(a) <= bloomext_count(b)));
}

/* Keep the members that are also in another filter; one of them is a list */
static int
intersect_list(bloomext_filter *filter, const bloomext_filter *other)
{
	bool		first = reads_first(filter, other);
	const bloomext_filter *list = first ? filter : other;
	const bloomext_filter *tested = first ? other : filter;
	Bloom		like = *list->head;
	size_t		most = bloomext_most(list);
	BloomHeadRoom head;
	bloomext_filter *common;
	int			status;

	if (bloom_is_sparse(tested->head))
		bloom_head_intersect(&like, tested->head);
	bloom_head_clear(&head.head, &like);
	head.head.class = filter->head->class;
	if (bloom_is_shortened(&like))
		bloom_head_code(&head.head);
	common = bloomext_make_list(&head.head);
	if (common == NULL)
		return BLOOMEXT_MEMORY;
	if (bloom_is_shortened(&like))
		common->coded = no_coded_hashes;
	else if (bloom_is_elastic(&like) && most > common->limit)
		/* a part of an old list that is not coded is not coded, either */
		common->limit = most < BLOOM_ELASTIC_MAX_LIST ? most :
			BLOOM_ELASTIC_MAX_LIST;
	status = add_common(common, list, tested);
	common->limit = bloomext_limit(common);
	return bloomext_take_over(filter, common, status);
}

/* Keep the bits that are also set in another dense filter */
static int
intersect_words(bloomext_filter *filter, const bloomext_filter *other,
				bloomext_error *error)
{
	bloomext_filter *copy = NULL;
	int			status = BLOOMEXT_OK;

	/* Before the filter changes, because there may not be enough memory */
	if (other->raw != NULL || filter->head->capacity < other->head->capacity)
	{
		status = bloomext_complete_copy(other, false, &copy);
		if (status != BLOOMEXT_OK)
			return status;
		other = copy;
	}
	if (filter->head->capacity > other->head->capacity)
		status = fold_to(filter, other->head, NULL, error);
	else if (filter->head->capacity < other->head->capacity)
		status = fold_to(copy, filter->head, NULL, error);
	if (status == BLOOMEXT_OK)
	{
		filter->counted = false;
		bloom_bits_and(filter->words, other->words,
					   filter->head->layer[0].geometry.lines);
	}
	bloomext_close(copy);
	return status;
}

/* Combine a filter with one with which it combines */
static int
apply(bloomext_filter *filter, const bloomext_filter *other, bool intersect,
	  bloomext_error *error)
{
	bloomext_class class = bloom_classes_combined(filter->head->class,
												  is_identity(filter),
												  other->head->class,
												  is_identity(other));
	int			status = BLOOMEXT_OK;

	if (bloom_is_sparse(filter->head) && bloom_is_sparse(other->head))
		status = check_fits(filter, other, error);
	if (status != BLOOMEXT_OK)
		return status;
	if (!intersect)
		status = unite(filter, other, error);
	else if (bloom_is_sparse(filter->head) || bloom_is_sparse(other->head))
		status = intersect_list(filter, other);
	else
		status = intersect_words(filter, other, error);
	if (status != BLOOMEXT_OK)
		return status;
	filter->head->class = class;
	filter->head->flags &= (uint8_t) ~BLOOMEXT_PARTIAL;
	return BLOOMEXT_OK;
}

/*
 * Add the members of another filter to a partial state.  As in SQL, it is
 * completed before, and a state as `other` has all of its hashes.
 */
static int
unite_state(bloomext_filter *filter, const bloomext_filter *other,
			bloomext_error *error)
{
	uint8_t		mixed = filter->head->flags & BLOOM_FLAG_MIXED;
	bloomext_filter *copy;
	int			status = bloomext_complete_copy(filter, false, &copy);

	if (status != BLOOMEXT_OK)
		return status;
	copy->head->flags |= mixed;
	status = check_combinable(copy, other, error);
	if (status == BLOOMEXT_OK)
		status = apply(copy, other, false, error);
	return bloomext_take_over(filter, copy, status);
}

/* The common part of union and intersection */
static int
combine(bloomext_filter *filter, const bloomext_filter *other,
		bool intersect, bloomext_error *error)
{
	bloomext_error problem = {.status = BLOOMEXT_OK};
	int			status = check_combinable(filter, other, &problem);

	if (status == BLOOMEXT_OK)
		status = !intersect && bloomext_is_partial(filter) ?
			unite_state(filter, other, &problem) :
			apply(filter, other, intersect, &problem);
	if (status != BLOOMEXT_OK && problem.status == BLOOMEXT_OK)
		bloomext_fail(&problem, status, NULL);
	if (status != BLOOMEXT_OK && error != NULL)
		*error = problem;
	return status;
}

int
bloomext_unite(bloomext_filter *filter, const bloomext_filter *other,
			   bloomext_error *error)
{
	return combine(filter, other, false, error);
}

int
bloomext_intersect(bloomext_filter *filter, const bloomext_filter *other,
				   bloomext_error *error)
{
	return combine(filter, other, true, error);
}
