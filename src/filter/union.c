/*
 * filter/union.c
 *		The union of two filters.
 */
#include "filter/combine.h"

#include <math.h>

#include "core/occupancy.h"

/* Up to this number, hashes are added to bits without a pause */
#define FEW_HASHES		(1024 * 1024)

/*
 * Add the words of a dense filter with the same parameters.  The words of the
 * largest filter take a fifth of a second, so this does not pause: half of the
 * members would be worse.
 */
static void
add_words(BloomFilter *filter, const void *words)
{
	size_t		lines = bloom_lines(filter->head);

	filter->counted = false;
	if (bloom_is_counting(filter->head))
		bloom_counters_sum(filter->layers.words, words, lines);
	else
		bloom_bits_or(filter->layers.words, words, lines);
}

/* Likewise for imported filters, of which some count their keys */
static void
add_imported(BloomFilter *filter, BloomView other)
{
	uint64_t	before[BLOOM_IMPORTED_MAX_LAYERS];

	bloom_filter_count(filter);
	for (int i = 0; i < filter->head->layers; i++)
		before[i] = filter->head->layer[i].bits_set;
	add_words(filter, other.words);
	bloom_imported_recount(filter, before);
	bloom_imported_learn_parameters(filter, other);
}

/*
 * Whether a layer with that many set bits keeps the error rate.  The classic
 * formula gives less than the layer's error rate, so it excludes most layers
 * that exceed the rate without the slower computation.
 */
static bool
keeps_rate(const BloomGeometry *geometry, uint64_t bits_set, double rate)
{
	double		share = (double) bits_set / bloom_geometry_bits(geometry);

	return pow(share, geometry->probes) <= rate &&
		bits_set <= bloom_occupancy_full_bits(geometry, rate);
}

/*
 * Combine a layer of another growing filter with one that has the same
 * geometry and enough room, or else append it
 */
static bool
add_layer(BloomFilter *filter, const BloomGeometry *geometry,
		  const uint64_t *words, BloomProblem *problem)
{
	BloomPause	pause = filter->memory.host->pause;
	size_t		lines = geometry->lines;
	uint64_t   *own = filter->layers.words;
	BloomLayer *layer = filter->head->layer;

	for (int i = 0; i < filter->head->layers; i++, layer++)
	{
		bloom_pause(filter->memory);
		if (memcmp(geometry, &layer->geometry, sizeof(BloomGeometry)) == 0)
		{
			double		rate =
				bloom_geometry_layer_rate(filter->head->error_rate, i);
			uint64_t	bits_set = bloom_layer_count_or(filter->head, own,
														words, lines, pause);

			if (bits_set == layer->bits_set ||
				keeps_rate(geometry, bits_set, rate))
			{
				bloom_bits_or(own, words, lines);
				layer->bits_set = bits_set;
				return true;
			}
		}
		own += (size_t) layer->geometry.lines * BLOOM_LINE_WORDS;
	}

	if (!bloom_layers_append(&filter->layers, filter->memory, &filter->head,
							 geometry, problem))
		return false;
	own = filter->layers.words + bloom_words_size(filter->head) /
		sizeof(uint64_t) - lines * BLOOM_LINE_WORDS;
	memcpy(own, words, lines * BLOOM_LINE_WORDS * sizeof(uint64_t));
	filter->head->layer[filter->head->layers - 1].bits_set =
		bloom_layer_count_or(filter->head, own, own, lines, NULL);
	return true;
}

/* Add all layers of a dense growing filter to another one */
static bool
add_layers(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	const uint64_t *words = other.words;

	bloom_layers_drain(&filter->layers, filter->head);
	bloom_filter_count(filter);
	for (int i = 0; i < other.head->layers; i++)
	{
		const BloomGeometry *geometry = &other.head->layer[i].geometry;

		if (!add_layer(filter, geometry, words, problem))
			return false;
		words += (size_t) geometry->lines * BLOOM_LINE_WORDS;
	}
	return true;
}

/* Add the hashes of a list to a dense filter; see is_safe() */
static bool
add_hashes(BloomFilter *filter, BloomView list, BloomProblem *problem)
{
	BloomListStream stream;
	const uint64_t *hashes;
	size_t		count;

	if (filter->head->growth != 0 || list.count > FEW_HASHES)
		return bloom_filter_add_list(filter, list, problem);
	filter->counted = false;
	bloom_view_stream(list, bloom_hash_bits(filter->head), &stream);
	while ((count = bloom_stream_next(&stream.all, &hashes)) > 0)
		bloom_layers_add_each(&filter->layers, filter->head, hashes, count);
	return true;
}

/* Replace a list by a copy of a dense filter, and add the list's hashes */
static bool
become_like(BloomFilter *filter, BloomView view, BloomView other,
			BloomProblem *problem)
{
	BloomFilter *content = bloom_filter_copy(filter->memory.host, other,
											 problem);

	if (content == NULL)
		return false;
	if (bloom_filter_add_list(content, view, problem))
		return bloom_filter_take_over(filter, content);
	bloom_filter_free(content);
	return false;
}

/*
 * Set head to that of the union of two lists, neither of which is the
 * identity.  An error if the filter would be too large.
 */
static bool
join_heads(Bloom *head, BloomView view, BloomView other, BloomProblem *problem)
{
	*head = *view.head;
	bloom_head_join(head, other.head);
	if (!bloom_combine_fits(view, other))
		return bloom_head_too_large(head, problem);
	/* without an elastic filter, the number of hashes decides nothing */
	if (bloom_is_elastic(head) || !(head->flags & BLOOM_FLAG_WHOLE))
		return true;
	if (view.count + other.count <= (uint64_t) head->capacity)
	{
		bloom_head_settle(head, 0);
		return true;
	}
	bloom_head_settle(head, bloom_view_count_both(view, other, BLOOM_HASH_BITS,
												  view.pause));
	return true;
}

/* Add the hashes of a list to a list, which gets the parameters of head */
static bool
append_list(BloomFilter *filter, const Bloom *head, BloomView other,
			BloomProblem *problem)
{
	BloomList  *list = &filter->list;
	size_t		most = list->count + other.count;
	BloomListStream stream;
	const uint64_t *hashes;
	size_t		count;

	/*
	 * With room for all, nothing can fail.  The first layer of a growing
	 * filter is for the number of all hashes, in whatever order they are
	 * added, so the list is not given up before.
	 */
	if (most > list->room &&
		!bloom_list_reserve(list,
							BLOOM_MAX(most, list->room + list->room / 2)))
		return bloom_no_memory(problem);
	bloom_list_forget_places(list);
	bloom_view_stream(other, bloom_hash_bits(head), &stream);
	while ((count = bloom_stream_next(&stream.all, &hashes)) > 0)
		bloom_filter_append(filter, hashes, count);
	if (filter->coded == NULL)
	{
		bloom_head_copy_parameters(filter->head, head);
		/* if it is too long, the next reader gives it up */
		list->limit = bloom_head_limit(head);
	}
	return true;
}

/* Add the hashes of a list to a list, neither of which is the identity */
static bool
unite_lists(BloomFilter *filter, BloomView view, BloomView other,
			BloomProblem *problem)
{
	Bloom		head;

	if (!join_heads(&head, view, other, problem))
		return false;
	if (!bloom_is_shortened(&head) ||
		(memcmp(&head, view.head, sizeof(Bloom)) == 0 &&
		 other.count <= filter->list.limit))
		return append_list(filter, &head, other, problem);
	return bloom_filter_code(filter, &head, view, other, problem);
}

/* Add a dense filter to one with another capacity, of which one folds */
static bool
unite_folded(BloomFilter *filter, BloomView view, BloomView other,
			 BloomProblem *problem)
{
	const BloomHost *host = filter->memory.host;
	bool		smaller = view.head->capacity < other.head->capacity;
	BloomFilter *folded = smaller ?
		bloom_filter_fold(host, other, view.head, problem) :
		bloom_filter_fold(host, view, other.head, problem);

	if (folded == NULL)
		return false;
	add_words(folded, smaller ? view.words : other.words);
	return bloom_filter_take_over(filter, folded);
}

/* Add a dense filter to another one */
static bool
unite_dense(BloomFilter *filter, BloomView view, BloomView other,
			BloomProblem *problem)
{
	if (filter->head->growth != 0)
		return add_layers(filter, other, problem);
	if (bloom_combine_folds(view, other))
		return unite_folded(filter, view, other, problem);
	if (bloom_is_imported(filter->head))
		add_imported(filter, other);
	else
		add_words(filter, other.words);
	/* a warning was due for the other one, so not again for the union */
	if (other.counted && other.head->layer[0].bits_set > filter->known)
		filter->known = other.head->layer[0].bits_set;
	return true;
}

/* Add the members of a filter that combines, and set class and mark */
static bool
unite(BloomFilter *filter, BloomView view, BloomView other, uint8_t mark,
	  BloomProblem *problem)
{
	BloomClass	class = bloom_combine_class(view, other);
	bool		done;

	if (bloom_is_identity(other))
		done = true;
	else if (bloom_is_identity(view))
		done = bloom_filter_take_over(filter,
									  bloom_filter_copy(filter->memory.host,
														other, problem));
	else if (bloom_is_sparse(view.head) && bloom_is_sparse(other.head))
		done = unite_lists(filter, view, other, problem);
	else if (bloom_is_sparse(view.head))
		done = become_like(filter, view, other, problem);
	else if (bloom_is_sparse(other.head))
		done = add_hashes(filter, other, problem);
	else
		done = unite_dense(filter, view, other, problem);
	if (!done)
		return false;
	filter->head->flags |= mark;
	filter->head->class = class;
	return true;
}

bool
bloom_unite_mark(BloomView a, BloomView b, bool checked, uint8_t *mark,
				 BloomProblem *problem)
{
	if (!bloom_combine_check(a, b, problem))
		return false;
	*mark = checked && bloom_combine_can_exceed(a, b) ? BLOOM_FLAG_MIXED :
		(a.head->flags | b.head->flags) & BLOOM_FLAG_MIXED;
	return true;
}

bool
bloom_unite_part(BloomFilter *filter, BloomView other, bool checked,
				 BloomProblem *problem)
{
	BloomView	view;
	uint8_t		mark;

	return bloom_filter_view(filter, &view, problem) &&
		bloom_unite_mark(view, other, checked, &mark, problem) &&
		unite(filter, view, other, mark, problem);
}

/* The number of hashes of a list, or of set bits of all layers */
static uint64_t
content(BloomView view)
{
	return bloom_is_sparse(view.head) ? view.count : bloom_view_bits(view);
}

/* Whether a union has no more than one of its filters, which was checked */
static bool
is_only(BloomView all, BloomView one)
{
	return (one.head->flags & BLOOM_FLAG_MIXED) == 0 &&
		bloom_is_sparse(all.head) == bloom_is_sparse(one.head) &&
		content(all) == content(one);
}

/*
 * Whether the union of two filters must not be: because it exceeds the error
 * rate, and is more than each of the two
 */
static bool
is_too_much(BloomView all, BloomView a, BloomView b)
{
	return bloom_view_exceeds(all) &&
		(!bloom_combine_same_capacity(a, b) || bloom_is_counting(all.head) ||
		 !(is_only(all, a) || is_only(all, b)));
}

/*
 * Set *bits_set to the number of set bits of the union of two filters of one
 * layer of the same geometry.  An error if the union would be too much.
 */
static bool
check_words(BloomView a, BloomView b, uint64_t *bits_set,
			BloomProblem *problem)
{
	BloomHeadRoom room;
	BloomView	all = a;

	memcpy(&room, a.head, BLOOM_HEADER_SIZE(1));
	*bits_set = room.head.layer[0].bits_set =
		bloom_layer_count_or(a.head, a.words, b.words, bloom_lines(a.head),
							 a.pause);
	all.head = &room.head;
	all.counted = true;
	return !is_too_much(all, a, b) ||
		bloom_combine_refuse(all, false, problem);
}

/* Whether two filters are fixed, dense and without counters, and not folded */
static bool
are_bits(BloomView a, BloomView b)
{
	return !bloom_is_sparse(a.head) && !bloom_is_sparse(b.head) &&
		a.head->growth == 0 && !bloom_is_imported(a.head) &&
		!bloom_is_counting(a.head) && !bloom_combine_folds(a, b);
}

/* Whether unite() for two filters cannot fail when it has changed something */
static bool
is_safe(BloomView a, BloomView b)
{
	if (bloom_is_sparse(a.head) || bloom_is_identity(b))
		return true;
	return a.head->growth == 0 &&
		(!bloom_is_sparse(b.head) || b.count <= FEW_HASHES);
}

/*
 * The union of two filters that combine, in a copy of the first one.  Returns
 * NULL, with BLOOM_PROBLEM_COMBINE, if it must not be, which is checked if
 * there is a mark.
 */
static BloomFilter *
unite_copy(const BloomHost *host, BloomView a, BloomView b, uint8_t mark,
		   BloomProblem *problem)
{
	BloomFilter *all = bloom_filter_copy(host, a, problem);
	BloomView	view;

	if (all == NULL)
		return NULL;
	if (!bloom_filter_view(all, &view, problem) ||
		!unite(all, view, b, 0, problem) ||
		!(mark == 0 ? bloom_filter_view(all, &view, problem) :
		  bloom_filter_view_counted(all, &view, problem)))
		return bloom_filter_discard(all);
	all->head->flags &= (uint8_t) ~BLOOM_FLAG_MIXED;
	if (mark == 0)
		return all;
	if (!is_too_much(view, a, b))
	{
		/* it is over its capacity only if a filter already was */
		if (all->coded != NULL)
			all->known = view.count;
		return all;
	}
	bloom_combine_refuse(view, bloom_is_whole_list(a) &&
						 bloom_is_whole_list(b), problem);
	return bloom_filter_discard(all);
}

BloomFilter *
bloom_union_of(const BloomHost *host, BloomView a, BloomView b,
			   BloomProblem *problem)
{
	uint8_t		mark;
	BloomFilter *complete;

	if (!bloom_is_state(a.head))
		return bloom_unite_mark(a, b, true, &mark, problem) ?
			unite_copy(host, a, b, mark, problem) : NULL;
	/* a list may turn dense, and then combines with fewer filters */
	complete = bloom_filter_copy(host, a, problem);
	return complete == NULL || bloom_unite(complete, b, problem) ? complete :
		bloom_filter_discard(complete);
}

bool
bloom_unite(BloomFilter *filter, BloomView other, BloomProblem *problem)
{
	BloomView	view;
	uint8_t		mark;
	uint64_t	bits_set;

	if (!bloom_filter_view(filter, &view, problem) ||
		!bloom_unite_mark(view, other, true, &mark, problem))
		return false;
	if (mark != 0 && are_bits(view, other))
	{
		if (!check_words(view, other, &bits_set, problem) ||
			!unite(filter, view, other, 0, problem))
			return false;
		filter->head->layer[0].bits_set = bits_set;
		filter->counted = true;
	}
	else if (mark != 0 || !is_safe(view, other))
		return bloom_filter_take_over(filter,
									  unite_copy(filter->memory.host, view,
												 other, mark, problem));
	else if (!unite(filter, view, other, 0, problem))
		return false;
	filter->head->flags &= (uint8_t) ~BLOOM_FLAG_MIXED;
	return true;
}

bool
bloom_unite_keeps_rate(const BloomHost *host, BloomView a, BloomView b,
					   bool *keeps, BloomProblem *problem)
{
	uint8_t		mark;
	BloomFilter *all = NULL;

	if (!bloom_unite_mark(a, b, true, &mark, problem))
		return false;
	if (mark != 0)
		all = unite_copy(host, a, b, mark, problem);
	*keeps = mark == 0 || all != NULL;
	bloom_filter_free(all);
	return *keeps || problem->kind == BLOOM_PROBLEM_COMBINE;
}
