/*
 * unite.c
 *		Union and intersection.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bits.h"

static const uint64_t no_coded_hashes[1] = {0};

/* Whether the filter is bloom(), the identity of union */
static bool
is_identity(const bloomext_filter *filter)
{
	return bloom_has_no_capacity(filter->head) && filter->coded == NULL &&
		filter->runs == 0;
}

/* Whether the library can combine filters of this kind */
static bool
is_plain(const bloomext_filter *filter)
{
	return filter->imported == NULL && !bloom_is_counting(filter->head) &&
		(filter->head->growth == 0 || bloom_is_elastic(filter->head));
}

/*
 * Whether the union of two filters has to be checked, because the capacity of
 * one of them was not meant for the values of the other
 */
static bool
mixes(const bloomext_filter *a, const bloomext_filter *b)
{
	const bloomext_filter *list = bloom_is_sparse(a->head) ? a : b;

	/* an empty list has no effect on a dense filter */
	if (bloom_is_sparse(a->head) != bloom_is_sparse(b->head) &&
		list->runs == 0 && list->coded == NULL)
		return false;
	return !is_identity(a) && !is_identity(b) &&
		(a->head->capacity != b->head->capacity ||
		 a->head->error_rate != b->head->error_rate);
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
			 a->seed == b->seed &&
			 (bloom_is_shortened(a) || bloom_is_shortened(b)) ?
			 "An elastic filter of more than 1024 values combines only with sparse and elastic filters." :
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

	if (!is_plain(a) || !is_plain(b))
		return bloomext_fail(error, is_plain(a) ? BLOOMEXT_PARAMETERS :
							 BLOOMEXT_READ_ONLY,
							 "growing and counting filters, and those of other libraries, can only be combined in SQL");
	if (bloomext_changeable(a) != BLOOMEXT_OK)
		return bloomext_fail(error, BLOOMEXT_READ_ONLY, NULL);
	if (a->collects || b->collects)
		return bloomext_fail(error, BLOOMEXT_PARAMETERS,
							 "a filter that collects values has to be fitted first");
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

/* Add the hashes of a list to a list */
static int
unite_lists(bloomext_filter *filter, const bloomext_filter *other)
{
	size_t		count = bloomext_total(other);

	if (is_identity(filter) || bloom_head_outranks(other->head, filter->head))
		return bloomext_rebuild(filter, other->head, other);
	/* a short list need not be merged with the whole of a long one */
	if (other->coded != NULL || count >= bloomext_total(filter))
		return bloomext_rebuild(filter, filter->head, other);
	if (!bloomext_make_room(filter, count))
		return BLOOMEXT_MEMORY;
	memcpy(filter->hashes + bloomext_total(filter), other->hashes,
		   count * sizeof(uint64_t));
	return bloomext_list_append(filter, count);
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
 * another dense filter, which also folds to them, unless it is NULL.  After an
 * error, the filter is unchanged.
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
	return bloomext_take_over(filter, folded,
							  other != NULL || bloomext_keeps_rate(folded) ?
							  BLOOMEXT_OK : BLOOMEXT_PARAMETERS);
}

/* Replace a list by a copy of another filter with the list's hashes added */
static int
become_like(bloomext_filter *filter, const bloomext_filter *other)
{
	bloomext_filter *copy;
	int			status = bloomext_complete_copy(other, &copy);

	if (status != BLOOMEXT_OK)
		return status;
	copy->head->class = filter->head->class;
	return bloomext_take_over(filter, copy, add_list(copy, filter));
}

/* Add the members of another dense filter */
static int
unite_words(bloomext_filter *filter, const bloomext_filter *other)
{
	bloomext_filter *copy = NULL;
	int			status = BLOOMEXT_OK;

	if (other->raw != NULL)
	{
		status = bloomext_complete_copy(other, &copy);
		if (status != BLOOMEXT_OK)
			return status;
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
	bool		sparse = bloom_is_sparse(filter->head);

	if (bloom_is_sparse(other->head))
		return sparse ? unite_lists(filter, other) : add_list(filter, other);
	return sparse ? become_like(filter, other) : unite_words(filter, other);
}

/* Add the hashes of a list that another filter has to a filter */
static int
add_common(bloomext_filter *filter, const bloomext_filter *list,
		   const bloomext_filter *tested, int bits)
{
	ListStream *stream = malloc(sizeof(ListStream));
	const uint64_t *hashes;
	uint64_t	common[BLOOM_STREAM_BATCH];
	bool		found[BLOOM_STREAM_BATCH];
	size_t		count;
	size_t		n;
	int			status = stream == NULL ? BLOOMEXT_MEMORY : BLOOMEXT_OK;

	if (stream != NULL)
		bloomext_stream(list, bits, stream);
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
	const Bloom *like = bloom_is_sparse(tested->head) &&
		bloom_head_outranks(tested->head, list->head) ? tested->head :
		list->head;
	int			bits = bloom_hash_bits(tested->head);
	BloomHeadRoom head;
	bloomext_filter *common;
	int			status;

	bloom_head_clear(&head.head, like);
	head.head.class = filter->head->class;
	if (bloom_is_shortened(like))
		bloom_head_code(&head.head);
	common = bloomext_make_list(&head.head);
	if (common == NULL)
		return BLOOMEXT_MEMORY;
	if (bloom_is_shortened(like))
		common->coded = no_coded_hashes;
	status = add_common(common, list, tested,
						bits < bloom_hash_bits(list->head) ? bits :
						bloom_hash_bits(list->head));
	return bloomext_take_over(filter, common, status);
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
		status = bloomext_complete_copy(other, &copy);
		if (status != BLOOMEXT_OK)
			return status;
		other = copy;
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

/* Combine a filter with one with which it combines */
static int
apply(bloomext_filter *filter, const bloomext_filter *other, bool intersect,
	  bool mixed)
{
	bloomext_class class = bloom_classes_combined(filter->head->class,
												  is_identity(filter),
												  other->head->class,
												  is_identity(other));
	int			status = BLOOMEXT_OK;

	if (!intersect)
		status = is_identity(other) ? BLOOMEXT_OK : unite(filter, other);
	else if (bloom_is_sparse(filter->head) || bloom_is_sparse(other->head))
		status = intersect_list(filter, other);
	else
		status = intersect_words(filter, other);
	if (status == BLOOMEXT_OK && mixed && !bloomext_keeps_rate(filter))
		status = BLOOMEXT_PARAMETERS;
	if (status != BLOOMEXT_OK)
		return status;
	filter->head->class = class;
	filter->head->flags &= (uint8_t) ~BLOOMEXT_PARTIAL;
	return BLOOMEXT_OK;
}

/*
 * The common part of union and intersection.  As in SQL, the filter is
 * complete before the members of `other` are added, and a partial state as
 * `other` has all of its hashes.
 */
static int
combine(bloomext_filter *filter, const bloomext_filter *other,
		bool intersect, bloomext_error *error)
{
	bool		partial = bloomext_is_partial(filter);
	bool		mixed = !intersect &&
		((filter->head->flags | other->head->flags) & BLOOM_FLAG_MIXED);
	bloomext_filter *copy = NULL;
	int			status = check_combinable(filter, other, error);

	if (status != BLOOMEXT_OK || (filter == other && !partial))
		return status;
	/*
	 * These unions can fail after a change, so a copy is changed.  Otherwise,
	 * errors come before any change.
	 */
	if (!intersect && (partial || mixed || mixes(filter, other)))
	{
		status = bloomext_complete_copy(filter, &copy);
		if (status == BLOOMEXT_OK &&
			check_combinable(copy, other, error) != BLOOMEXT_OK)
			return bloomext_take_over(filter, copy, BLOOMEXT_PARAMETERS);
		mixed = mixed || (status == BLOOMEXT_OK && mixes(copy, other));
	}
	if (status == BLOOMEXT_OK)
		status = apply(copy != NULL ? copy : filter, other, intersect, mixed);
	if (copy != NULL)
		status = bloomext_take_over(filter, copy, status);
	if (status == BLOOMEXT_PARAMETERS)
		return bloomext_fail(error, status,
							 "bloom filters cannot be combined without exceeding their error rate");
	return status == BLOOMEXT_OK ? status : bloomext_fail(error, status, NULL);
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
