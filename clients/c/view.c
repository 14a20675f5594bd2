/*
 * view.c
 *		Views of filters for src/filter, which do not change them.
 */
#include "internal.h"

bloomext_class
bloomext_held_class(const bloomext_filter *filter)
{
	const BloomFilter *core = &filter->core;
	size_t		words = bloom_words_size(core->head) / sizeof(uint64_t);

	if (!core->decreased)
		return core->head->class;
	for (size_t i = 0; i < words; i++)
		if (core->layers.words[i] != 0)
			return core->head->class;
	return BLOOM_CLASS_NONE;
}

/* The begin function of a RunReader */
static void
begin(BloomSource *source, const uint64_t *hashes, size_t count, int bits)
{
	RunReader  *reader = (RunReader *) source;

	(void) hashes;
	(void) count;
	(void) bits;
	for (int i = 0; i < reader->filter->runs; i++)
		reader->at[i] = bloomext_run_begin(reader->filter, i);
	reader->started = false;
}

/*
 * Set *run to that with the least next hash, and *bound to the least next hash
 * of the others.  Returns false if all were read.
 */
static bool
choose_run(const RunReader *reader, int *run, uint64_t *bound)
{
	const uint64_t *hashes = reader->filter->core.list.hashes;
	uint64_t	least = UINT64_MAX;

	*run = -1;
	*bound = UINT64_MAX;
	for (int i = 0; i < reader->filter->runs; i++)
	{
		uint64_t	hash;

		if (reader->at[i] == reader->filter->end[i])
			continue;
		hash = hashes[reader->at[i]];
		if (*run < 0 || hash < least)
		{
			*bound = least;
			least = hash;
			*run = i;
		}
		else if (hash < *bound)
			*bound = hash;
	}
	return *run >= 0;
}

/* The next function of a RunReader */
static size_t
next(void *source, const uint64_t **hashes)
{
	RunReader  *reader = source;
	const uint64_t *all = reader->filter->core.list.hashes;
	size_t		count = 0;
	int			run;
	uint64_t	bound;

	while (count < BLOOM_STREAM_BATCH && choose_run(reader, &run, &bound))
	{
		size_t		at = reader->at[run];
		size_t		end = reader->filter->end[run];

		for (; at < end && all[at] <= bound && count < BLOOM_STREAM_BATCH;
			 at++)
		{
			if (reader->started && all[at] == reader->last)
				continue;
			reader->batch[count++] = reader->last = all[at];
			reader->started = true;
		}
		reader->at[run] = at;
	}
	*hashes = reader->batch;
	return count;
}

BloomView
bloomext_view(const bloomext_filter *filter, RunReader *reader, bool counted)
{
	const BloomFilter *core = &filter->core;
	BloomView	view = {
		.head = core->head, .imported = core->imported,
		.counted = core->counted
	};
	BloomListStream stream;

	if (!bloom_is_sparse(core->head))
	{
		view.words = filter->raw != NULL ? filter->raw : core->layers.words;
		if (core->decreased)
		{
			/* readers cannot store that a filter is emptied */
			memcpy(&reader->head, core->head, BLOOM_HEADER_SIZE(1));
			reader->head.head.class = bloomext_held_class(filter);
			view.head = &reader->head.head;
		}
		return view;
	}
	view.coded = core->coded;
	view.hashes = core->list.hashes;
	view.places = core->list.places;
	view.uncoded = core->list.count;
	view.count = bloomext_most(filter);
	if (filter->runs > 1)
	{
		reader->source = (BloomSource) {begin, next};
		reader->filter = filter;
		view.source = &reader->source;
	}
	if (counted &&
		(filter->runs > 1 || (view.coded != NULL && view.uncoded > 0)))
	{
		bloom_view_stream(view, bloom_hash_bits(view.head), &stream);
		view.count = bloom_stream_count(&stream.all, NULL);
	}
	return view;
}

void
bloomext_count_view(BloomView *view, BloomHeadRoom *head)
{
	/* filters of several layers are counted with each change */
	if (view->counted || bloom_is_sparse(view->head))
		return;
	memcpy(head, view->head, BLOOM_HEADER_SIZE(1));
	head->head.layer[0].bits_set = bloom_view_layer_bits(*view, 0);
	view->head = &head->head;
	view->counted = true;
}
