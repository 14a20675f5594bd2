/*
 * bloom_combine.c
 *		Two filters to one: union, intersection, folding, and the cardinality
 *		of a union.
 *
 * Filters combine if they have one shape, or if one of them folds to the
 * other's; then the larger one is folded first.  bloom(), the empty set of
 * any shape, combines with all.
 */
#include "bloom_combine.h"

#include "miscadmin.h"

/* Apply one of bloom_bits_or and _and to all words; can be cancelled */
static void
combine_words(BloomExpanded *filter, const uint64 *other,
			  void (*combine) (uint64 *to, const uint64 *from, size_t lines))
{
	Size		lines = bloom_words_size(filter->head) /
		(BLOOM_LINE_BITS / 8);

	for (Size done = 0; done < lines; done += BLOOM_INTERRUPT_LINES)
	{
		combine(filter->words + done * BLOOM_LINE_WORDS,
				other + done * BLOOM_LINE_WORDS,
				Min(lines - done, BLOOM_INTERRUPT_LINES));
		CHECK_FOR_INTERRUPTS();
	}
	filter->counted = false;
}

/*
 * Put the content of another filter, in a context under this one's, in place
 * of the filter's own.
 */
static void
take_over(BloomExpanded *filter, BloomExpanded *content)
{
	pfree(filter->space);
	filter->head = content->head;
	filter->words = content->words;
	filter->space = content->space;
	filter->counted = content->counted;
}

/*
 * A filter of the shape of `to`, in a memory context of its own under parent,
 * with the members of the given one, which folds to that shape.  It is bit
 * for bit what adding the same values to it would have given.
 */
BloomExpanded *
bloom_combine_fold(BloomView view, const Bloom *to, MemoryContext parent)
{
	BloomExpanded *filter = bloom_expanded_create(to, parent);
	const BloomGeometry *geometry = &to->layer[0].geometry;
	Size		factor = bloom_fold_factor(view.head, to);
	Size		batch = Max(BLOOM_INTERRUPT_LINES / geometry->region / factor,
							1) * geometry->region;

	Assert(factor > 0);
	for (Size done = 0; done < geometry->lines; done += batch)
	{
		Size		lines = Min(batch, geometry->lines - done);

		bloom_bits_fold(filter->words + done * BLOOM_LINE_WORDS,
						view.words + done * factor * BLOOM_LINE_WORDS,
						lines / geometry->region, geometry->region, factor);
		CHECK_FOR_INTERRUPTS();
	}
	filter->head->class = view.head->class;
	filter->counted = false;
	return filter;
}

/* The other filter, folded to the shape of head if it is larger */
static BloomView
fold_larger(BloomView other, const Bloom *head)
{
	if (bloom_is_identity(head) || other.head->capacity <= head->capacity)
		return other;
	return bloom_expanded_view(bloom_combine_fold(other, head,
												  CurrentMemoryContext));
}

/*
 * Bring a filter and another one that it combines with to one shape: the
 * smaller one's, to which the larger one is folded.  bloom() takes the other
 * one's shape, and its members.
 */
static BloomView
meet(BloomExpanded *filter, BloomView other)
{
	MemoryContext context = filter->hdr.eoh_context;
	BloomView	view = bloom_expanded_view(filter);

	bloom_check_combinable(view.head, other.head);
	if (!bloom_is_identity(other.head) &&
		view.head->capacity > other.head->capacity)
		take_over(filter, bloom_combine_fold(view, other.head, context));
	else if (bloom_is_identity(view.head))
		take_over(filter, bloom_expanded_copy(other, context));
	return fold_larger(other, filter->head);
}

/*
 * Add all members of the other filter.  An error if the two can't be
 * combined; then nothing has changed.
 */
void
bloom_combine_unite(BloomExpanded *filter, BloomView other)
{
	bool		was_identity = bloom_is_identity(filter->head);

	other = meet(filter, other);
	if (was_identity || bloom_is_identity(other.head))
		return;
	bloom_set_class(filter->head, other.head->class);
	combine_words(filter, other.words, bloom_bits_or);
}

/*
 * Keep the members that are in the other filter too.  An error if the two
 * can't be combined; then nothing has changed.
 */
void
bloom_combine_intersect(BloomExpanded *filter, BloomView other)
{
	bool		one_is_identity = bloom_is_identity(filter->head) ||
		bloom_is_identity(other.head);

	other = meet(filter, other);
	if (one_is_identity)
	{
		/* nothing is in both, in the shape of the one that has a shape */
		memset(filter->words, 0, bloom_words_size(filter->head));
		filter->counted = false;
		return;
	}
	bloom_set_class(filter->head, other.head->class);
	combine_words(filter, other.words, bloom_bits_and);
}

/*
 * An estimate of the number of distinct members of either filter, both of
 * which have to be counted.  Errors as bloom_combine_unite.
 */
double
bloom_combine_cardinality(BloomView a, BloomView b)
{
	double		values = 0.0;
	Size		offset = 0;

	bloom_check_combinable(a.head, b.head);
	if (bloom_is_identity(a.head) || bloom_is_identity(b.head))
		return bloom_view_cardinality(bloom_is_identity(a.head) ? b : a);
	a = fold_larger(a, b.head);
	b = fold_larger(b, a.head);
	for (int i = 0; i < a.head->layers; i++)
	{
		const BloomGeometry *geometry = &a.head->layer[i].geometry;
		uint64		bits_set = 0;

		for (Size done = 0; done < geometry->lines;
			 done += BLOOM_INTERRUPT_LINES)
		{
			Size		at = offset + done * BLOOM_LINE_WORDS;

			bits_set += bloom_bits_count_or(a.words + at, b.words + at,
											Min(geometry->lines - done,
												BLOOM_INTERRUPT_LINES));
			CHECK_FOR_INTERRUPTS();
		}
		values += bloom_geometry_cardinality(geometry, bits_set);
		offset += (Size) geometry->lines * BLOOM_LINE_WORDS;
	}
	return values;
}
