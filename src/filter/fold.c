/*
 * filter/fold.c
 *		Giving a filter's members to a filter with other parameters: folding,
 *		removing counters.
 */
#include "filter/combine.h"

#include <inttypes.h>
#include <stdio.h>

/* Loops over words pause after this number of cache lines */
#define PAUSE_LINES		((size_t) 65536)

/* Add the words of a filter that folds by `factor` to an empty one */
static void
fold_words(BloomFilter *filter, const uint64_t *from, size_t factor)
{
	const BloomGeometry *geometry = &filter->head->layer[0].geometry;
	size_t		line_words = bloom_line_words(filter->head);
	void		(*fold) (uint64_t *to, const uint64_t *from, size_t blocks,
						 size_t block_lines, size_t factor) =
		bloom_is_counting(filter->head) ? bloom_counters_fold :
		bloom_bits_fold;
	size_t		batch = PAUSE_LINES / geometry->block / factor;

	batch = BLOOM_MAX(batch, 1) * geometry->block;
	filter->counted = false;
	for (size_t done = 0; done < geometry->lines; done += batch)
	{
		size_t		lines = BLOOM_MIN(batch, geometry->lines - done);

		fold(filter->layers.words + done * line_words,
			 from + done * factor * line_words,
			 lines / geometry->block, geometry->block, factor);
		bloom_pause(filter->memory);
	}
}

BloomFilter *
bloom_filter_fold(const BloomHost *host, BloomView view, const Bloom *to,
				  BloomProblem *problem)
{
	BloomHeadRoom room;
	BloomFilter *filter;

	if (bloom_is_sparse(view.head))
		return bloom_filter_of_list(host, to, view, problem);
	bloom_head_clear(&room.head, to);
	if (bloom_is_sparse(&room.head) && !bloom_head_try_layer(&room.head, 0))
	{
		bloom_head_too_large(to, problem);
		return NULL;
	}
	filter = bloom_filter_zeroed(host, &room.head, NULL, problem);
	if (filter == NULL)
		return NULL;
	fold_words(filter, view.words, bloom_fold_factor(view.head, to));
	filter->head->class = view.head->class;
	return filter;
}

BloomFilter *
bloom_filter_uncount(const BloomHost *host, BloomView view,
					 BloomProblem *problem)
{
	const uint64_t *counters = view.words;
	size_t		lines = bloom_lines(view.head);
	BloomHeadRoom room;
	BloomFilter *filter;

	memcpy(&room, view.head, BLOOM_HEADER_SIZE(1));
	room.head.flags &= (uint8_t) ~BLOOM_FLAG_COUNTING;
	filter = bloom_filter_zeroed(host, &room.head, NULL, problem);
	if (filter == NULL)
		return NULL;
	for (size_t done = 0; done < lines; done += PAUSE_LINES)
	{
		bloom_counters_bits(filter->layers.words + done * BLOOM_LINE_WORDS,
							counters + done * BLOOM_COUNTER_LINE_WORDS,
							BLOOM_MIN(lines - done, PAUSE_LINES));
		bloom_pause(filter->memory);
	}
	return filter;
}

bool
bloom_fold_head(BloomHeadRoom *to, const Bloom *head, int64_t capacity,
				BloomProblem *problem)
{
	BloomParameters parameters = {
		.capacity = capacity,
		.error_rate = head->error_rate,
		.counting = bloom_is_counting(head),
		.seed = (int64_t) head->seed
	};

	return bloom_head_init(&to->head, &parameters, problem);
}

/* Whether a filter with a head of one layer folds to a capacity */
static bool
folds_to(const Bloom *from, int64_t capacity)
{
	BloomHeadRoom to;
	BloomProblem ignored;

	return bloom_fold_head(&to, from, capacity, &ignored) &&
		bloom_fold_factor(from, &to.head) != 0;
}

void
bloom_fold_capacities(const Bloom *head, char *text, size_t size,
					  BloomPause pause)
{
	BloomHeadRoom from;
	uint32_t	lines;
	size_t		length = 0;

	text[0] = '\0';
	if (bloom_is_elastic(head) || head->growth != 0)
		return;
	bloom_head_clear(&from.head, head);
	if (bloom_is_sparse(&from.head) && !bloom_head_try_layer(&from.head, 0))
		return;
	lines = from.head.layer[0].geometry.lines;
	for (uint32_t factor = 2; factor <= lines; factor++)
	{
		int64_t		capacity = head->capacity / factor;

		if (pause != NULL)
			pause();
		if (head->capacity % factor != 0 || lines % factor != 0 ||
			!folds_to(&from.head, capacity))
			continue;
		/* a number has at most 19 digits; then ", ..." has room */
		if (length + 32 > size)
		{
			snprintf(text + length, size - length, ", ...");
			return;
		}
		length += (size_t) snprintf(text + length, size - length,
									"%s%" PRId64, length == 0 ? "" : ", ",
									capacity);
	}
}
