/*
 * value/union.c
 *		The union of two filters.
 */
#include "value/combine.h"

#include "core/occupancy.h"
#include "value/imported.h"
#include "value/refit.h"

#include "miscadmin.h"

#include <math.h>

/* The function that combines the words of two filters of a kind */
static BloomCombineLines
unite_lines(const Bloom *head)
{
	return bloom_is_counting(head) ? bloom_counters_sum : bloom_bits_or;
}

/* Apply a function to cache lines of two filters; can be cancelled */
static void
combine_lines(const Bloom *head, uint64 *to, const uint64 *from, Size lines,
			  BloomCombineLines combine)
{
	Size		line_words = bloom_line_words(head);

	for (Size done = 0; done < lines; done += BLOOM_INTERRUPT_LINES)
	{
		combine(to + done * line_words, from + done * line_words,
				Min(lines - done, BLOOM_INTERRUPT_LINES));
		CHECK_FOR_INTERRUPTS();
	}
}

/*
 * Apply a function for union or intersection to all words of two dense filters
 * with the same parameters; can be cancelled half way
 */
void
bloom_combine_words(BloomExpanded *filter, const uint64 *other,
					BloomCombineLines combine)
{
	/* bloom_imported_recount() compares with the numbers before */
	if (bloom_is_imported(filter->head) && !filter->counted)
		bloom_layers_count(&filter->layers, filter->head);
	filter->counted = false;
	combine_lines(filter->head, filter->layers.words, other,
				  bloom_lines(filter->head), combine);
	bloom_imported_recount(filter);
}

/*
 * Whether a layer with that many set bits keeps the error rate.  The classic
 * formula gives less than the layer's error rate, so it excludes most layers
 * that exceed the rate without the slower computation.
 */
static bool
keeps_rate(const BloomGeometry *geometry, uint64 bits_set, double rate)
{
	double		share = (double) bits_set / bloom_geometry_bits(geometry);

	return pow(share, geometry->probes) <= rate &&
		bits_set <= bloom_occupancy_full_bits(geometry, rate);
}

/*
 * Combine a layer of another growing filter with one that has the same
 * geometry and enough room, or else append it
 */
static void
unite_layer(BloomExpanded *filter, const BloomGeometry *geometry,
			const uint64 *words)
{
	Size		lines = geometry->lines;
	uint64	   *own = filter->layers.words;
	BloomLayer *layer = filter->head->layer;

	for (int i = 0; i < filter->head->layers; i++, layer++)
	{
		CHECK_FOR_INTERRUPTS();
		if (memcmp(geometry, &layer->geometry, sizeof(BloomGeometry)) == 0)
		{
			double		rate =
				bloom_geometry_layer_rate(filter->head->error_rate, i);
			uint64		bits_set = bloom_count_or(filter->head, own, words,
												  lines,
												  bloom_check_interrupts);

			if (bits_set == layer->bits_set ||
				keeps_rate(geometry, bits_set, rate))
			{
				combine_lines(filter->head, own, words, lines, bloom_bits_or);
				layer->bits_set = bits_set;
				return;
			}
		}
		own += (Size) layer->geometry.lines * BLOOM_LINE_WORDS;
	}

	bloom_layers_append(&filter->layers, &filter->head, geometry);
	own = filter->layers.words + bloom_words_size(filter->head) /
		sizeof(uint64) - lines * BLOOM_LINE_WORDS;
	bloom_copy_bytes(own, words, lines * BLOOM_LINE_WORDS * sizeof(uint64));
	filter->head->layer[filter->head->layers - 1].bits_set =
		bloom_count_lines(filter->head, own, lines);
}

/* Add all layers of a dense growing filter to another one */
static void
unite_layers(BloomExpanded *filter, BloomView other)
{
	bloom_layers_drain(&filter->layers, filter->head);
	if (!filter->counted)
		bloom_layers_count(&filter->layers, filter->head);
	filter->counted = true;
	for (int i = 0; i < other.head->layers; i++)
	{
		unite_layer(filter, &other.head->layer[i].geometry, other.words);
		other.words += (Size) other.head->layer[i].geometry.lines *
			BLOOM_LINE_WORDS;
	}
}

/* Replace a list by a copy of another filter, and add the list's hashes */
static void
become_like(BloomExpanded *filter, BloomView other)
{
	BloomExpanded *content = bloom_expanded_copy(other, CurrentMemoryContext);

	bloom_expanded_add_view(content, bloom_expanded_view(filter));
	bloom_expanded_take_over(filter, content);
}

/*
 * Set head to that of the union of two lists, neither of which is the
 * identity.  Raises an error if the filter would be too large.  Can be
 * cancelled.
 */
static void
join_heads(Bloom *head, BloomView view, BloomView other)
{
	BloomListStream streams[2];
	BloomStream all;

	bloom_head_join(head, other.head);
	if (!bloom_combine_fits(view, other))
		bloom_too_large(head);
	/* without an elastic filter, the number of hashes decides nothing */
	if (bloom_is_elastic(head) || !(head->flags & BLOOM_FLAG_WHOLE))
		return;
	if (view.count + other.count <= (uint64) head->capacity)
	{
		bloom_head_settle(head, 0);
		return;
	}
	bloom_view_stream(view, BLOOM_HASH_BITS, &streams[0]);
	bloom_view_stream(other, BLOOM_HASH_BITS, &streams[1]);
	bloom_stream_union(&all, &streams[0].all, &streams[1].all);
	bloom_head_settle(head, bloom_stream_count(&all, bloom_check_interrupts));
}

/*
 * Give a list of whole hashes the parameters of another one.  If it is too
 * long for them, the next reader gives it up.
 */
static void
take_parameters(BloomExpanded *filter, const Bloom *head)
{
	bloom_head_copy_parameters(filter->head, head);
	filter->list.limit = bloom_head_limit(head);
}

/* Add the hashes of a list to a list, of which `view` is a view */
static void
unite_lists(BloomExpanded *filter, BloomView view, BloomView other)
{
	Bloom		head = *view.head;
	Size		limit;

	join_heads(&head, view, other);
	if (bloom_is_shortened(&head))
	{
		if (memcmp(&head, view.head, sizeof(Bloom)) != 0 ||
			other.count > filter->list.limit)
			bloom_expanded_code(filter, &head, view, other);
		else
			bloom_expanded_add_view(filter, other);
		return;
	}
	take_parameters(filter, &head);
	/*
	 * The first layer of a growing filter is for the number of all hashes, in
	 * whatever order they are added.  So the list is not given up before.
	 */
	limit = filter->list.limit;
	/* more hashes than any filter has */
	filter->list.limit = Max(limit, BLOOM_MAX_BYTES);
	bloom_expanded_add_view(filter, other);
	filter->list.limit = limit;
}

/* Add a dense filter to another one by folding the larger one */
static void
unite_folded(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	bool		is_larger = view.head->capacity > other.head->capacity;
	BloomView	smaller = is_larger ? other : view;
	BloomExpanded *folded = bloom_refit_fold(is_larger ? view : other,
											 smaller.head,
											 CurrentMemoryContext);

	bloom_combine_words(folded, smaller.words, unite_lines(smaller.head));
	bloom_expanded_take_over(filter, folded);
}

/* Add a dense filter to another one */
static void
unite_dense(BloomExpanded *filter, BloomView other)
{
	if (filter->head->growth != 0)
		unite_layers(filter, other);
	else if (bloom_combine_folds(bloom_expanded_view(filter), other))
		unite_folded(filter, other);
	else
		bloom_combine_words(filter, other.words, unite_lines(filter->head));
	if (bloom_is_imported(other.head) && filter->imported != NULL)
		bloom_imported_learn_parameters(filter, other);
}

/*
 * Add the members of a filter that combines and is not the identity to a
 * filter, of which `view` is a view.  The caller sets the class.
 */
static void
unite(BloomExpanded *filter, BloomView view, BloomView other)
{
	if (bloom_is_identity(view))
		bloom_expanded_take_over(filter,
								 bloom_expanded_copy(other,
													 CurrentMemoryContext));
	else if (bloom_is_sparse(view.head) && bloom_is_sparse(other.head))
		unite_lists(filter, view, other);
	else if (bloom_is_sparse(view.head))
		become_like(filter, other);
	else if (!bloom_is_sparse(other.head))
		unite_dense(filter, other);
	else
		bloom_expanded_add_view(filter, other);
}

/*
 * Raise an error if two filters do not combine.  Returns BLOOM_FLAG_MIXED if
 * bloom_combine_check_rate() has to check their union, else 0.  If `checked`
 * is false, it has to check only what was marked before: the two are partial
 * states, to which values were added.
 */
uint8
bloom_combine_mark(BloomView a, BloomView b, bool checked)
{
	bloom_combine_check(a, b);
	return checked && bloom_combine_can_exceed(a, b) ? BLOOM_FLAG_MIXED :
		(a.head->flags | b.head->flags) & BLOOM_FLAG_MIXED;
}

/*
 * Add all members of `other` to a filter.  bloom_combine_check_rate() has to
 * check the filter if it gets the mark of bloom_combine_mark().  An error
 * because the two do not combine changes nothing; any other one may come half
 * way.
 */
void
bloom_combine_add(BloomExpanded *filter, BloomView other, bool checked)
{
	BloomView	view = bloom_expanded_view(filter);
	uint8		mixed = bloom_combine_mark(view, other, checked);
	BloomClass	class = bloom_combine_class(view, other);

	if (!bloom_is_identity(other))
		unite(filter, view, other);
	filter->head->flags |= mixed;
	filter->head->class = class;
}

/* The number of set bits of all layers, or of hashes; of a counted filter */
static uint64
content(BloomView view)
{
	uint64		bits_set = 0;

	if (bloom_is_sparse(view.head))
		return view.count;
	for (int i = 0; i < view.head->layers; i++)
		bits_set += view.head->layer[i].bits_set;
	return bits_set;
}

/* The same of a filter that need not be counted */
static uint64
count_content(BloomView view)
{
	uint64		bits_set = 0;

	if (view.counted)
		return content(view);
	for (int i = 0; i < view.head->layers; i++)
	{
		Size		lines = view.head->layer[i].geometry.lines;

		bits_set += bloom_count_lines(view.head, view.words, lines);
		view.words += lines * bloom_line_words(view.head);
	}
	return bits_set;
}

/*
 * Add all members of `other` to `filter`, with which it combines, and return
 * whether the union must not be: because it exceeds the error rate, and is
 * more than each of the two.
 */
static bool
add_too_many(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	bool		same = bloom_combine_same_capacity(view, other);
	bool		was_sparse = bloom_is_sparse(view.head);
	bool		is_sparse;
	uint64		before;

	if (bloom_combine_can_exceed(view, other))
		view = bloom_combine_counted(filter);
	before = view.counted ? content(view) : 0;
	bloom_combine_add(filter, other, true);
	if ((filter->head->flags & BLOOM_FLAG_MIXED) == 0 ||
		!bloom_combine_exceeds(filter))
		return false;
	view = bloom_expanded_view(filter);
	is_sparse = bloom_is_sparse(view.head);
	return !same || bloom_is_counting(filter->head) ||
		!((is_sparse == was_sparse && content(view) == before) ||
		  (is_sparse == bloom_is_sparse(other.head) &&
		   content(view) == count_content(other)));
}

/*
 * Add all members of `other` to `filter`.  Raises an error, and changes
 * nothing, if the two do not combine.  If their union would exceed the error
 * rate, raises an error, but may have changed `filter`.
 */
void
bloom_combine_unite(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	bool		whole = bloom_is_sparse(view.head) &&
		!bloom_is_shortened(view.head) && bloom_is_sparse(other.head) &&
		!bloom_is_shortened(other.head);

	if (add_too_many(filter, other))
		bloom_combine_refuse(filter, whole);
	filter->head->flags &= ~BLOOM_FLAG_MIXED;
}

/* Whether the union of two filters that combine keeps the error rate */
bool
bloom_combine_keeps_rate(BloomView a, BloomView b)
{
	return !add_too_many(bloom_expanded_copy(a, CurrentMemoryContext), b);
}
