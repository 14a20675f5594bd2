/*
 * value/combine.c
 *		Which filters combine, and their union.
 *
 * A list combines with any filter that has its seed and value class, because
 * it has the full hashes: they are added to the other filter, which keeps its
 * parameters.  Two lists take the parameters that bloom_head_outranks()
 * prefers.  Two dense filters need the same parameters, or one of them has to
 * fold to those of the other without exceeding the error rate.
 */
#include "value/combine.h"

#include "core/occupancy.h"
#include "value/library.h"
#include "value/refit.h"
#include "value/unionstate.h"

#include "miscadmin.h"

#include <math.h>

/* A fold may raise the error rate to so many times what was asked for */
#define TOLERANCE	1.1

/* Whether the parameters of two native filters allow combining them */
static bool
parameters_combine(BloomView a, BloomView b)
{
	/* a union adds up counters, which a list doesn't have */
	if (a.head->seed != b.head->seed ||
		bloom_is_counting(a.head) != bloom_is_counting(b.head))
		return false;
	/* nor has a rollup filter the whole hashes that bits are made of */
	if (bloom_is_rollup(a.head) || bloom_is_rollup(b.head))
		return bloom_is_sparse(a.head) && bloom_is_sparse(b.head);
	return bloom_is_sparse(a.head) || bloom_is_sparse(b.head) ||
		bloom_fold_factor(a.head, b.head) != 0 ||
		bloom_fold_factor(b.head, a.head) != 0;
}

/* Whether a filter may have grown from bloom() */
static bool
may_be_grown(const Bloom *head)
{
	return head->growth != 0 && head->capacity == BLOOM_SELF_SIZING_CAPACITY;
}

/* What else may help to combine two filters, after another sentence */
static const char *
combine_hint(const Bloom *a, const Bloom *b)
{
	const Bloom *larger = a->capacity > b->capacity ? a : b;
	const char *capacities;

	if (bloom_is_rollup(a) || bloom_is_rollup(b))
		return " A rollup filter has only a part of each hash, so it combines only with lists and other rollup filters.";
	if (may_be_grown(a) || may_be_grown(b))
		return " A filter that has grown from bloom() combines only with lists and with other filters that have grown from bloom().";
	if (bloom_is_sparse(a) || bloom_is_sparse(b) ||
		a->capacity == b->capacity || larger->growth != 0)
		return "";
	capacities = bloom_refit_capacities(larger);
	if (capacities[0] == '\0')
		return psprintf(" Capacity " INT64_FORMAT " does not fold to another one.",
						larger->capacity);
	return psprintf(" Capacity " INT64_FORMAT " folds to %s.",
					larger->capacity, capacities);
}

/*
 * Whether two filters combine, as far as their heads tell: two dense filters
 * of different capacities may still exceed their error rate.
 */
bool
bloom_combine_possible(BloomView a, BloomView b)
{
	if (bloom_is_identity(a) || bloom_is_identity(b))
		return true;
	return a.head->format == b.head->format &&
		!bloom_classes_conflict(a.head->class, b.head->class) &&
		(bloom_is_imported(a.head) ? bloom_library_alike(a, b) :
		 parameters_combine(a, b));
}

/* Whether two filters that combine do so by folding one of them */
bool
bloom_combine_folds(BloomView a, BloomView b)
{
	return !bloom_is_sparse(a.head) && !bloom_is_sparse(b.head) &&
		!bloom_is_imported(a.head) && !bloom_is_imported(b.head) &&
		a.head->capacity != b.head->capacity;
}

/* An error that says why, if they can't */
void
bloom_combine_check(BloomView a, BloomView b)
{
	if (bloom_combine_possible(a, b))
		return;
	if (a.head->format != b.head->format)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters are of different formats"),
				 errdetail("One is of format %s, the other of format %s: they hash values in different ways.",
						   bloom_format_name(a.head->format),
						   bloom_format_name(b.head->format))));
	if (bloom_is_imported(a.head) && !bloom_library_alike(a, b))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters of format %s differ in their parameters",
						bloom_format_name(a.head->format)),
				 errdetail("One has %s, the other %s.",
						   bloom_library_text(a), bloom_library_text(b)),
				 errhint("Bits, probes, layers, hash and keys have to be the same: make both with the same parameters.")));
	if (!bloom_is_imported(a.head) && !parameters_combine(a, b))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters have different parameters"),
				 errdetail("One has %s, the other %s.",
						   bloom_head_text(a.head), bloom_head_text(b.head)),
				 errhint("Build both with the same capacity, error rate, growth, counting and seed, for example in a column of type bloom(capacity, error_rate).%s",
						 combine_hint(a.head, b.head))));
	if (bloom_classes_conflict(a.head->class, b.head->class))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("one bloom filter holds %s values, the other %s values",
						bloom_class_name(a.head->class),
						bloom_class_name(b.head->class))));
}

/* The error rate of a fixed, dense filter in memory */
static double
actual_rate(BloomExpanded *filter)
{
	BloomView	view = bloom_expanded_view(filter);

	bloom_layers_count(&filter->layers, filter->head);
	return bloom_view_fpp(view);
}

/* An error unless a filter that was folded for two others keeps its rate */
static void
check_rate(BloomExpanded *folded, BloomView a, BloomView b)
{
	double		rate = actual_rate(folded);

	if (rate <= TOLERANCE * folded->head->error_rate)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_DATA_EXCEPTION),
			 errmsg("bloom filters cannot be combined without exceeding their error rate"),
			 errdetail("One has %s, the other %s. At capacity " INT64_FORMAT " the error rate would be %.3g.",
					   bloom_head_text(a.head), bloom_head_text(b.head),
					   folded->head->capacity, rate),
			 errhint("To accept that error rate, fold the larger filter first: bloom_fold(filter, " INT64_FORMAT ").",
					 folded->head->capacity)));
}

/*
 * A dense filter, folded to the smaller capacity of another dense one; itself
 * if its capacity isn't larger.  An error if it would exceed its error rate.
 */
BloomView
bloom_combine_fold(BloomView view, BloomView smaller)
{
	BloomExpanded *folded;

	if (!bloom_combine_folds(view, smaller) ||
		view.head->capacity < smaller.head->capacity)
		return view;
	folded = bloom_refit_fold(view, smaller.head, CurrentMemoryContext);
	check_rate(folded, view, smaller);
	return bloom_expanded_view(folded);
}

static BloomCombineLines
unite_lines(const Bloom *head)
{
	return bloom_is_counting(head) ? bloom_counters_sum : bloom_bits_or;
}

/* Apply such a function to so many lines; can be cancelled */
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
 * Apply a function that unites or intersects lines to all words of two dense
 * filters of the same parameters
 */
void
bloom_combine_words(BloomExpanded *filter, const uint64 *other,
					BloomCombineLines combine)
{
	filter->counted = false;
	combine_lines(filter->head, filter->layers.words, other,
				  bloom_lines(filter->head), combine);
	bloom_library_recount(filter);
}

/*
 * Whether a layer with so many bits keeps the error rate.  The classic formula
 * is less than a layer's rate, and tells of most that they don't.
 */
static bool
keeps_rate(const BloomGeometry *geometry, uint64 bits_set, double rate)
{
	double		share = (double) bits_set / bloom_geometry_bits(geometry);

	return pow(share, geometry->probes) <= rate &&
		bits_set <= bloom_occupancy_full_bits(geometry, rate);
}

/*
 * Add a layer of another growing filter: to one of the same geometry that has
 * room for it, else as one more layer.
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
		if (memcmp(geometry, &layer->geometry, sizeof(BloomGeometry)) == 0)
		{
			double		rate = bloom_layer_rate(filter->head, i, lines,
												filter->part);
			uint64		bits_set = bloom_count_lines_or(filter->head, own,
														words, lines);

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

/* Add all layers of another filter to a growing one; both are dense */
static void
unite_layers(BloomExpanded *filter, BloomView other)
{
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

/* Take another filter's content in place of a list, and keep its hashes */
static void
become_like(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	BloomExpanded *content = bloom_expanded_copy(other, CurrentMemoryContext);

	content->part = filter->part;
	bloom_set_class(content->head, view.head->class);
	bloom_expanded_add_list(content, view.hashes, view.count);
	bloom_expanded_take_over(filter, content);
}

/*
 * The union of two dense filters of which one folds to the other, in a memory
 * context of its own under that of the caller
 */
static BloomExpanded *
folded_union(BloomView a, BloomView b)
{
	bool		a_is_larger = a.head->capacity > b.head->capacity;
	BloomView	smaller = a_is_larger ? b : a;
	BloomExpanded *folded = bloom_refit_fold(a_is_larger ? a : b,
											 smaller.head,
											 CurrentMemoryContext);

	bloom_combine_words(folded, smaller.words, unite_lines(smaller.head));
	bloom_set_class(folded->head, smaller.head->class);
	return folded;
}

/* Add its members; an error if the union exceeds the error rate */
static void
unite_folded(BloomExpanded *filter, BloomView other)
{
	BloomView	view = bloom_expanded_view(filter);
	BloomExpanded *folded = folded_union(view, other);

	check_rate(folded, view, other);
	if (filter->state_limit > 0)
		folded->head->flags |= BLOOM_FLAG_PARTIAL;
	bloom_expanded_take_over(filter, folded);
}

/* Add the words of another dense filter */
static void
unite_dense(BloomExpanded *filter, BloomView other)
{
	if (filter->head->growth != 0)
		unite_layers(filter, other);
	else if (bloom_combine_folds(bloom_expanded_head(filter), other))
		unite_folded(filter, other);
	else
		bloom_combine_words(filter, other.words, unite_lines(filter->head));
	if (bloom_is_imported(other.head) && filter->imported != NULL)
		bloom_library_learn_parameters(filter, other);
}

/* Add the members of another filter, which combines and isn't bloom() */
static void
unite(BloomExpanded *filter, BloomView head, BloomView other)
{
	if (!bloom_is_sparse(other.head) && !bloom_is_sparse(head.head))
		unite_dense(filter, other);
	else if (!bloom_is_sparse(other.head) ||
			 (bloom_is_identity(head) && filter->state_limit == 0))
		become_like(filter, other);
	else
	{
		if (bloom_is_sparse(head.head) &&
			(bloom_is_identity(head) ||
			 bloom_head_outranks(other.head, head.head)))
			bloom_expanded_take_parameters(filter, other.head);
		other = bloom_view_list(other, filter->head);
		bloom_unionstate_add_list(filter, other.hashes, other.count);
	}
}

/*
 * A state of bloom_union_agg that was folded, or takes over a partial state
 * that was, has to keep its error rate whatever comes later: then the order
 * of rows doesn't decide whether there is an error.
 */
static void
check_state(BloomExpanded *filter, BloomView other)
{
	if (bloom_is_sparse(filter->head) || filter->state_limit == 0)
		return;
	if (!bloom_is_sparse(other.head))
		filter->head->flags |= other.head->flags & BLOOM_FLAG_PARTIAL;
	if (filter->head->flags & BLOOM_FLAG_PARTIAL)
		check_rate(filter, bloom_expanded_head(filter), other);
}

/*
 * Add all members of the other filter.  An error if the two can't be
 * combined; then nothing has changed.
 */
void
bloom_combine_unite(BloomExpanded *filter, BloomView other)
{
	/* adding a list needs no more: many lists are sorted once, together */
	BloomView	head = bloom_expanded_head(filter);

	/* a list that is too long is a dense filter as soon as it matters */
	if (bloom_is_sparse(head.head) && head.count > filter->list.limit &&
		(!bloom_is_sparse(other.head) ||
		 bloom_head_outranks(other.head, head.head)))
		head = bloom_expanded_view(filter);
	bloom_combine_check(head, other);
	if (!bloom_is_identity(other))
	{
		unite(filter, head, other);
		check_state(filter, other);
	}
	bloom_set_class(filter->head, other.head->class);
}

/*
 * Whether two filters that combine keep their error rate then: one of them may
 * have to be folded.
 */
bool
bloom_combine_keeps_rate(BloomView a, BloomView b)
{
	return !bloom_combine_folds(a, b) ||
		actual_rate(folded_union(a, b)) <=
		TOLERANCE * Min(a.head->error_rate, b.head->error_rate);
}
