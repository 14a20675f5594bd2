/*
 * unite.c
 *		Union, intersection, and turning a filter that sizes itself into a
 *		fixed filter.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"

static bool
is_identity(const bloomext_filter *filter)
{
	return bloom_sizes_itself(filter->head) &&
		filter->count + filter->tail == 0;
}

/* Whether the library can combine filters of this kind */
static bool
is_plain(const bloomext_filter *filter)
{
	return filter->imported == NULL && !bloom_is_counting(filter->head) &&
		!bloom_is_rollup(filter->head) &&
		(filter->head->growth == 0 || bloom_sizes_itself(filter->head));
}

static int
refuse_parameters(const Bloom *a, const Bloom *b, bloomext_error *error)
{
	char		texts[2][BLOOM_DESCRIPTION_SIZE];

	bloomext_fail(error, BLOOMEXT_PARAMETERS, NULL);
	if (error == NULL)
		return BLOOMEXT_PARAMETERS;
	bloom_head_describe(a, texts[0]);
	bloom_head_describe(b, texts[1]);
	snprintf(error->detail, sizeof(error->detail),
			 "One has %s, the other %s.", texts[0], texts[1]);
	snprintf(error->hint, sizeof(error->hint),
			 "Build both with the same capacity, error rate and seed.");
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

	if (bloomext_changeable(a) != BLOOMEXT_OK)
		return bloomext_fail(error, BLOOMEXT_READ_ONLY, NULL);
	if (!is_plain(b))
		return bloomext_fail(error, BLOOMEXT_PARAMETERS,
							 "growing, counting, rollup and other libraries' filters are combined by SQL alone");
	if (!is_identity(a) && !is_identity(b) &&
		!bloom_head_parameters_combine(a->head, b->head))
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

/* Replace the content of a filter by that of another one, which is freed */
static void
take_over(bloomext_filter *filter, bloomext_filter *content)
{
	bloomext_filter old = *filter;

	*filter = *content;
	*content = old;
	bloomext_close(content);
}

/* Add all hashes of a list, without changing the class */
static int
add_list(bloomext_filter *filter, const bloomext_filter *list)
{
	return bloomext_add_hashes(filter, list->hashes,
							   list->count + list->tail);
}

/* Add the members of a list */
static int
unite_list(bloomext_filter *filter, const bloomext_filter *list)
{
	int			status = add_list(filter, list);

	if (status == BLOOMEXT_OK && bloom_is_sparse(filter->head) &&
		filter->count + filter->tail > filter->limit)
		status = bloomext_turn_dense(filter);
	return status;
}

/* Give a list the parameters of another one, and add the latter's members */
static int
become_list_like(bloomext_filter *filter, const bloomext_filter *list)
{
	bloomext_filter *copy = bloomext_clone(filter, NULL);
	int			status;

	if (copy == NULL)
		return BLOOMEXT_MEMORY;
	bloom_head_copy_parameters(copy->head, list->head);
	copy->limit = bloomext_limit(list->head);
	status = unite_list(copy, list);
	if (status == BLOOMEXT_OK)
		take_over(filter, copy);
	else
		bloomext_close(copy);
	return status;
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
	filter->counted = true;
	filter->words = bloomext_make_words(bloom_words_size(like),
										&filter->space);
	if (filter->words == NULL)
	{
		bloomext_close(filter);
		return NULL;
	}
	memset(filter->words, 0, bloom_words_size(like));
	return filter;
}

/* Whether a dense filter keeps its error rate, within the tolerance */
static bool
keeps_rate(bloomext_filter *filter)
{
	return bloomext_fpp(filter) <=
		BLOOM_FOLD_TOLERANCE * filter->head->error_rate;
}

/*
 * Fold a dense filter to the parameters of `small`, and add the members of
 * another dense filter, which also folds to them, unless it is NULL.  Returns
 * BLOOMEXT_PARAMETERS without changing anything if that exceeds the error
 * rate.
 */
static int
fold_to(bloomext_filter *filter, const Bloom *small,
		const bloomext_filter *other)
{
	bloomext_filter *folded = make_dense(small);

	if (folded == NULL)
		return BLOOMEXT_MEMORY;
	folded->head->class = filter->head->class;
	fold_words(folded, filter->words, bloom_fold_factor(filter->head, small));
	if (other != NULL)
		fold_words(folded, other->words,
				   bloom_fold_factor(other->head, small));
	if (!keeps_rate(folded))
	{
		bloomext_close(folded);
		return BLOOMEXT_PARAMETERS;
	}
	take_over(filter, folded);
	return BLOOMEXT_OK;
}

/* Replace a list by a copy of another filter with the list's hashes added */
static int
become_like(bloomext_filter *filter, const bloomext_filter *other)
{
	bloomext_filter *copy = bloomext_clone(other, NULL);
	int			status;

	if (copy == NULL)
		return BLOOMEXT_MEMORY;
	copy->head->class = filter->head->class;
	status = add_list(copy, filter);
	if (status == BLOOMEXT_OK)
		take_over(filter, copy);
	else
		bloomext_close(copy);
	return status;
}

/* Add the members of another dense filter */
static int
unite_words(bloomext_filter *filter, const bloomext_filter *other)
{
	bloomext_filter *copy = NULL;
	int			status = BLOOMEXT_OK;

	if (other->raw != NULL)
	{
		copy = bloomext_clone(other, NULL);
		if (copy == NULL)
			return BLOOMEXT_MEMORY;
		other = copy;
	}
	if (filter->head->capacity == other->head->capacity)
		fold_words(filter, other->words, 1);
	else
		status = fold_to(filter,
						 filter->head->capacity < other->head->capacity ?
						 filter->head : other->head, other);
	bloomext_close(copy);
	return status;
}

/* Add the members of a filter that combines and is not the identity */
static int
unite(bloomext_filter *filter, const bloomext_filter *other)
{
	if (is_identity(filter) || (bloom_is_sparse(filter->head) &&
								!bloom_is_sparse(other->head)))
		return become_like(filter, other);
	if (!bloom_is_sparse(other->head))
		return unite_words(filter, other);
	if (bloom_is_sparse(filter->head) &&
		bloom_head_outranks(other->head, filter->head))
		return become_list_like(filter, other);
	return unite_list(filter, other);
}

/* Keep the members that are also in another filter; one of them is a list */
static int
intersect_list(bloomext_filter *filter, const bloomext_filter *other)
{
	bool		ours = bloom_is_sparse(filter->head);
	const bloomext_filter *list = ours ? filter : other;
	const bloomext_filter *tested = ours ? other : filter;
	bool		takes_other = ours && bloom_is_sparse(other->head) &&
		bloom_head_outranks(other->head, filter->head);
	bloomext_filter *common =
		bloomext_make_empty(takes_other ? other->head : list->head);
	int			status;

	if (common == NULL)
		return BLOOMEXT_MEMORY;
	common->head->class = filter->head->class;
	status = bloomext_complete(common);
	for (size_t i = 0; i < list->count + list->tail; i++)
		if (status == BLOOMEXT_OK && bloomext_has(tested, list->hashes[i]))
			status = bloomext_add_hash(common, list->hashes[i]);
	if (status == BLOOMEXT_OK)
		take_over(filter, common);
	else
		bloomext_close(common);
	return status;
}

/* Keep the bits that are also set in another dense filter */
static int
intersect_words(bloomext_filter *filter, const bloomext_filter *other)
{
	bloomext_filter *copy = NULL;
	int			status = BLOOMEXT_OK;

	/* Before the filter changes, because there may not be enough memory */
	if (other->raw != NULL || filter->head->capacity < other->head->capacity)
	{
		other = copy = bloomext_clone(other, NULL);
		if (copy == NULL)
			return BLOOMEXT_MEMORY;
	}
	if (filter->head->capacity > other->head->capacity)
		status = fold_to(filter, other->head, NULL);
	else if (filter->head->capacity < other->head->capacity)
		status = fold_to(copy, filter->head, NULL);
	if (status == BLOOMEXT_OK)
	{
		filter->counted = false;
		bloom_bits_and(filter->words, other->words,
					   filter->head->layer[0].geometry.lines);
	}
	bloomext_close(copy);
	return status;
}

/* The common part of union and intersection */
static int
combine(bloomext_filter *filter, const bloomext_filter *other,
		bool intersect, bloomext_error *error)
{
	bloomext_class class = other->head->class;
	int			status = check_combinable(filter, other, error);

	if (status == BLOOMEXT_OK)
		status = bloomext_complete(filter);
	if (status != BLOOMEXT_OK)
		return status;
	if (filter == other)
		return BLOOMEXT_OK;
	if (!intersect)
		status = is_identity(other) ? BLOOMEXT_OK : unite(filter, other);
	else if (bloom_is_sparse(filter->head) || bloom_is_sparse(other->head))
		status = intersect_list(filter, other);
	else
		status = intersect_words(filter, other);
	if (status == BLOOMEXT_PARAMETERS)
		return bloomext_fail(error, status,
							 "bloom filters cannot be combined without exceeding their error rate");
	if (status != BLOOMEXT_OK)
		return bloomext_fail(error, status, NULL);
	if (class != BLOOM_CLASS_NONE)
		filter->head->class = class;
	return BLOOMEXT_OK;
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

int
bloomext_fit(bloomext_filter *filter, bloomext_error *error)
{
	bloomext_filter *fixed;
	bloomext_class class = filter->head->class;
	size_t		count = filter->count + filter->tail;
	int			status = BLOOMEXT_OK;

	if (!bloom_sizes_itself(filter->head) || count == 0)
		return BLOOMEXT_OK;
	fixed = bloomext_new((int64_t) count, filter->head->error_rate,
						 filter->head->seed, error);
	if (fixed == NULL)
		return error != NULL ? error->status : BLOOMEXT_TOO_LARGE;
	status = add_list(fixed, filter);
	if (status != BLOOMEXT_OK)
	{
		bloomext_close(fixed);
		return bloomext_fail(error, status, NULL);
	}
	fixed->head->class = class;
	take_over(filter, fixed);
	return BLOOMEXT_OK;
}
