/*
 * value/refit.c
 *		Giving a filter's members to a filter with other parameters: folding,
 *		removing counters.
 */
#include "value/refit.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"

/*
 * Add the words of a filter that folds by `factor` to a dense filter of one
 * layer.  Can be cancelled.
 */
static void
fold_words(BloomExpanded *filter, const uint64 *from, Size factor)
{
	const BloomGeometry *geometry = &filter->head->layer[0].geometry;
	Size		line_words = bloom_line_words(filter->head);
	void		(*fold) (uint64 *, const uint64 *, size_t, size_t, size_t) =
		bloom_is_counting(filter->head) ? bloom_counters_fold :
		bloom_bits_fold;
	Size		batch = Max(BLOOM_INTERRUPT_LINES / geometry->block / factor,
							1) * geometry->block;

	filter->counted = false;
	for (Size done = 0; done < geometry->lines; done += batch)
	{
		Size		lines = Min(batch, geometry->lines - done);

		fold(filter->layers.words + done * line_words,
			 from + done * factor * line_words,
			 lines / geometry->block, geometry->block, factor);
		CHECK_FOR_INTERRUPTS();
	}
}

/*
 * A fixed filter with the parameters of `to` and the members of the view,
 * which must fold to these parameters, in a memory context of its own under
 * parent.  It equals a filter to which the same values were added.
 */
BloomExpanded *
bloom_refit_fold(BloomView view, const Bloom *to, MemoryContext parent)
{
	Size		factor = bloom_fold_factor(view.head, to);
	Bloom	   *head;
	BloomExpanded *filter;

	Assert(factor > 0);
	if (bloom_is_sparse(view.head))
		return bloom_expanded_of_list(to, view, parent);
	head = bloom_head_empty(to);
	if (bloom_is_sparse(head))
		bloom_head_first_layer(head, 0);
	filter = bloom_expanded_zeroed(head, parent);
	fold_words(filter, view.words, factor);
	pfree(head);
	filter->head->class = view.head->class;
	return filter;
}

/*
 * A filter without counters with the members of a counting filter, in a memory
 * context of its own under parent.  The view must be counted.
 */
BloomExpanded *
bloom_refit_uncount(BloomView view, MemoryContext parent)
{
	Size		lines = bloom_lines(view.head);
	Bloom	   *head = palloc(BLOOM_HEADER_SIZE(1));
	BloomExpanded *filter;

	memcpy(head, view.head, BLOOM_HEADER_SIZE(1));
	head->flags &= ~BLOOM_FLAG_COUNTING;
	filter = bloom_expanded_zeroed(head, parent);
	for (Size done = 0; done < lines; done += BLOOM_INTERRUPT_LINES)
	{
		bloom_counters_bits(filter->layers.words + done * BLOOM_LINE_WORDS,
							view.words + done * BLOOM_COUNTER_LINE_WORDS,
							Min(lines - done, BLOOM_INTERRUPT_LINES));
		CHECK_FOR_INTERRUPTS();
	}
	return filter;
}

/* The head of a fixed filter like another one, with this capacity */
Bloom *
bloom_refit_head(const Bloom *head, int64 capacity)
{
	BloomParameters parameters = {
		.capacity = capacity,
		.error_rate = head->error_rate,
		.counting = bloom_is_counting(head),
		.seed = (int64) head->seed
	};

	return bloom_head_make(&parameters);
}

/*
 * The capacities to which a filter can be folded, for messages.  The largest
 * comes first.  Empty if there are none.
 */
char *
bloom_refit_capacities(const Bloom *head)
{
	Bloom	   *from = bloom_head_empty(head);
	uint32		lines;
	StringInfoData text;

	if (bloom_is_elastic(head))
		return "";
	if (bloom_is_sparse(from))
		bloom_head_first_layer(from, 0);
	lines = from->layer[0].geometry.lines;
	initStringInfo(&text);
	for (uint32 factor = 2; factor <= lines && head->growth == 0; factor++)
	{
		int64		capacity = head->capacity / factor;
		Bloom	   *to;

		if (head->capacity % factor != 0 || lines % factor != 0)
			continue;
		to = bloom_refit_head(head, capacity);
		if (bloom_fold_factor(from, to) != 0)
			appendStringInfo(&text, "%s" INT64_FORMAT,
							 text.len == 0 ? "" : ", ", capacity);
		pfree(to);
		CHECK_FOR_INTERRUPTS();
	}
	return text.data;
}
