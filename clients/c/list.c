/*
 * list.c
 *		Lists of hashes that can be read at any time while values are added.
 *
 * New hashes become a run at the end of an array.  The last two runs are
 * merged when their lengths get similar, so that each hash is moved a
 * logarithmic number of times, and a test searches few runs.  An elastic
 * filter codes its runs together with the hashes that are coded already when
 * the runs are as long as these.  So building takes linear time.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Up to this length, single hashes are inserted into the last run */
#define MAX_INSERTED	1024

/* A run has at least this many times the length of the next one */
#define RATIO			4

#define MIN_ROOM		16

/* The start and the length of a run */
static uint64_t *
run_start(const bloomext_filter *filter, int run)
{
	return filter->hashes + (run == 0 ? 0 : filter->end[run - 1]);
}

static size_t
run_length(const bloomext_filter *filter, int run)
{
	return filter->end[run] - (run == 0 ? 0 : filter->end[run - 1]);
}

/*
 * Start reading the hashes of a list.  Short runs are merged first, so that
 * few hashes pass through many unions.
 */
void
bloomext_stream(const bloomext_filter *filter, int bits, ListStream *stream)
{
	BloomStream *next = stream->stream;

	stream->all = next++;
	bloom_stream_array(stream->all, NULL, 0, bits);
	/* from the last run to the first one, and then, as -1, the coded hashes */
	for (int i = filter->runs; i-- > (filter->coded == NULL ? 0 : -1);)
	{
		BloomStream *run = i == filter->runs - 1 ? stream->all : next++;

		if (i >= 0)
			bloom_stream_array(run, run_start(filter, i),
							   run_length(filter, i), bits);
		else
			bloom_stream_coded(run, filter->coded,
							   bloom_hash_bits(filter->head), bits);
		if (run == stream->all)
			continue;
		bloom_stream_union(next, run, stream->all);
		stream->all = next++;
	}
}

size_t
bloomext_count(const bloomext_filter *filter)
{
	ListStream	stream;

	if (!bloom_is_sparse(filter->head))
		return 0;
	if (filter->runs == 0)
		return filter->coded == NULL ? 0 : (size_t) *filter->coded;
	if (filter->runs == 1 && filter->coded == NULL)
		return filter->end[0];
	bloomext_stream(filter, bloom_hash_bits(filter->head), &stream);
	return (size_t) bloom_stream_count(stream.all, NULL);
}

bool
bloomext_list_has(const bloomext_filter *filter, uint64_t hash)
{
	if (filter->coded != NULL &&
		bloom_coded_contains(filter->coded, bloom_hash_bits(filter->head),
							 hash))
		return true;
	hash = bloom_cut_hash(filter->head, hash);
	for (int i = 0; i < filter->runs; i++)
		if (bloom_hashes_contain(run_start(filter, i), run_length(filter, i),
								 i == 0 ? filter->places : NULL, hash))
			return true;
	return false;
}

void
bloomext_list_has_each(const bloomext_filter *filter, const uint64_t *hashes,
					   size_t count, bool *found)
{
	uint64_t	cut[BLOOMEXT_BATCH];
	bool		here[BLOOMEXT_BATCH];

	memset(found, false, count);
	if (filter->coded != NULL)
		bloom_coded_contains_each(filter->coded,
								  bloom_hash_bits(filter->head), hashes,
								  count, found);
	for (size_t i = 0; i < count && filter->runs > 0; i++)
		cut[i] = bloom_cut_hash(filter->head, hashes[i]);
	for (int run = 0; run < filter->runs; run++)
	{
		bloom_hashes_contain_each(run_start(filter, run),
								  run_length(filter, run),
								  run == 0 ? filter->places : NULL, cut,
								  count, here);
		for (size_t i = 0; i < count; i++)
			found[i] |= here[i];
	}
}

/* The last n runs change: forget the lookup table if it is of one of them */
static void
forget_places(bloomext_filter *filter, int n)
{
	if (filter->runs > n)
		return;
	free(filter->places);
	filter->places = NULL;
}

void
bloomext_place(bloomext_filter *filter)
{
	size_t		size = filter->runs != 1 ? 0 :
		bloom_hashes_places_size(filter->end[0]);

	if (size == 0)
		return;
	filter->places = malloc(size);
	if (filter->places != NULL)
		bloom_hashes_place(filter->places, filter->hashes, filter->end[0]);
}

bool
bloomext_make_room(bloomext_filter *filter, size_t more)
{
	size_t		total = bloomext_total(filter);
	size_t		room = total + total / 2 + MIN_ROOM;
	uint64_t   *hashes;

	if (more <= filter->room && total <= filter->room - more)
		return true;
	if (room < total + more)
		room = total + more;
	if (room < more || room > SIZE_MAX / sizeof(uint64_t))
		return false;
	hashes = realloc(filter->room > 0 ? filter->hashes : NULL,
					 room * sizeof(uint64_t));
	if (hashes == NULL)
		return false;
	if (filter->room == 0 && total > 0)
		memcpy(hashes, filter->hashes, total * sizeof(uint64_t));
	if (filter->room == 0 && filter->coded == NULL)
	{
		free(filter->space);
		filter->space = NULL;
	}
	filter->hashes = hashes;
	filter->room = room;
	return true;
}

/* Merge the last two runs; false: out of memory */
static bool
merge_last(bloomext_filter *filter)
{
	int			run = filter->runs - 2;
	size_t		count = run_length(filter, run + 1);
	uint64_t   *copy = malloc(count * sizeof(uint64_t));

	if (copy == NULL)
		return false;
	forget_places(filter, 2);
	memcpy(copy, run_start(filter, run + 1), count * sizeof(uint64_t));
	filter->end[run] = (size_t) (run_start(filter, run) - filter->hashes) +
		bloom_hashes_merge(run_start(filter, run), run_length(filter, run),
						   copy, count);
	filter->runs--;
	free(copy);
	return true;
}

/* Without memory for merging, there are more runs, and tests are slower */
static void
merge_runs(bloomext_filter *filter)
{
	while (filter->runs > 1 &&
		   run_length(filter, filter->runs - 2) / RATIO <
		   run_length(filter, filter->runs - 1) && merge_last(filter))
		;
}

/*
 * Whether the list may be too long with more hashes: it has to be coded or
 * turn dense, or would be too large
 */
static bool
may_exceed(const bloomext_filter *filter, size_t more)
{
	size_t		total = bloomext_total(filter) + more;

	return total > filter->limit ||
		(bloom_is_shortened(filter->head) && filter->coded != NULL &&
		 !bloom_list_fits(filter->head, *filter->coded + total));
}

static size_t
count_found(const bool *found, size_t count)
{
	size_t		sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += found[i];
	return sum;
}

/*
 * Remove hashes that the list has, unless most of them are likely to be new.
 * Returns the number of hashes that are left.
 */
static size_t
drop_known(const bloomext_filter *filter, uint64_t *hashes, size_t count)
{
	bool		found[BLOOMEXT_BATCH];
	size_t		kept = 0;
	size_t		batch;

	for (size_t done = 0; done < count; done += batch)
	{
		batch = count - done < BLOOMEXT_BATCH ? count - done : BLOOMEXT_BATCH;
		bloomext_list_has_each(filter, hashes + done, batch, found);
		if (done == 0 && 2 * count_found(found, batch) < batch)
			return count;
		for (size_t i = 0; i < batch; i++)
			if (!found[i])
				hashes[kept++] = hashes[done + i];
	}
	return kept;
}

int
bloomext_list_append(bloomext_filter *filter, size_t count)
{
	uint64_t   *hashes = filter->hashes + bloomext_total(filter);
	uint64_t   *spare = malloc(count * sizeof(uint64_t) + 1);
	int			status = BLOOMEXT_OK;

	if (spare == NULL)
		return BLOOMEXT_MEMORY;
	for (size_t i = 0; i < count; i++)
		hashes[i] = bloom_cut_hash(filter->head, hashes[i]);
	count = bloom_hashes_sort(hashes, spare, count, NULL);
	free(spare);
	/* rebuilding a list takes long, and is in vain if nothing is new */
	if (may_exceed(filter, count))
		count = drop_known(filter, hashes, count);
	if (count == 0)
		return BLOOMEXT_OK;
	if (filter->runs == BLOOMEXT_MAX_RUNS)
	{
		if (!merge_last(filter))
			return BLOOMEXT_MEMORY;
		/* the merged runs are shorter if they had hashes in common */
		memmove(filter->hashes + bloomext_total(filter), hashes,
				count * sizeof(uint64_t));
	}
	filter->end[filter->runs] = bloomext_total(filter) + count;
	filter->runs++;
	if (may_exceed(filter, 0))
		status = bloomext_rebuild(filter, filter->head, NULL);
	else
		merge_runs(filter);
	if (status != BLOOMEXT_OK)
		filter->runs--;
	return status;
}

int
bloomext_list_add(bloomext_filter *filter, uint64_t hash)
{
	int			last = filter->runs - 1;
	uint64_t   *start;
	size_t		length;
	size_t		at;

	hash = bloom_cut_hash(filter->head, hash);
	if (!bloomext_make_room(filter, 1))
		return BLOOMEXT_MEMORY;
	if (last < 0 || run_length(filter, last) >= MAX_INSERTED ||
		may_exceed(filter, 1))
	{
		filter->hashes[bloomext_total(filter)] = hash;
		return bloomext_list_append(filter, 1);
	}
	start = run_start(filter, last);
	length = run_length(filter, last);
	at = bloom_hashes_find(start, length, hash);
	if (at < length && start[at] == hash)
		return BLOOMEXT_OK;
	forget_places(filter, 1);
	memmove(start + at + 1, start + at, (length - at) * sizeof(uint64_t));
	start[at] = hash;
	filter->end[last]++;
	if (length + 1 == MAX_INSERTED)
		merge_runs(filter);
	return BLOOMEXT_OK;
}

/* The lists of which a new one is made, and streams to read them */
typedef struct Sources
{
	const bloomext_filter *list[2]; /* the second one may be NULL */
	ListStream	stream[2];
	BloomStream both;
} Sources;

/* Start reading the hashes that a list with the head would have */
static BloomStream *
open_sources(Sources *sources, const Bloom *head)
{
	int			bits = bloom_hash_bits(head);

	bloomext_stream(sources->list[0], bits, &sources->stream[0]);
	if (sources->list[1] == NULL)
		return sources->stream[0].all;
	bloomext_stream(sources->list[1], bits, &sources->stream[1]);
	bloom_stream_union(&sources->both, sources->stream[0].all,
					   sources->stream[1].all);
	return &sources->both;
}

/* Fill an empty list with `count` hashes, as they are */
static int
fill_array(bloomext_filter *filter, BloomStream *stream, size_t count)
{
	const uint64_t *hashes;
	size_t		batch;
	size_t		done = 0;

	if (!bloomext_make_room(filter, count))
		return BLOOMEXT_MEMORY;
	while ((batch = bloom_stream_next(stream, &hashes)) > 0)
	{
		memcpy(filter->hashes + done, hashes, batch * sizeof(uint64_t));
		done += batch;
	}
	filter->end[0] = count;
	filter->runs = count > 0;
	return BLOOMEXT_OK;
}

/* Code `count` hashes as the content of an empty elastic filter */
static int
fill_coded(bloomext_filter *filter, BloomStream *stream, uint64_t count)
{
	uint64_t	size = bloom_list_size(filter->head, count);
	uint64_t   *words;

	if (!bloom_list_fits(filter->head, count))
		return BLOOMEXT_TOO_LARGE;
	words = bloomext_make_words((size_t) size, &filter->space);
	if (words == NULL)
		return BLOOMEXT_MEMORY;
	memset(words, 0, (size_t) size);
	bloom_stream_code(stream, words, count, bloom_hash_bits(filter->head),
					  NULL);
	filter->coded = words;
	filter->limit = bloomext_limit(filter);
	return BLOOMEXT_OK;
}

/* Add hashes to the bits of a filter with an empty list, which turns dense */
static int
fill_bits(bloomext_filter *filter, BloomStream *stream)
{
	const uint64_t *hashes;
	size_t		batch;

	if (!bloom_head_try_layer(filter->head, 0))
		return BLOOMEXT_TOO_LARGE;
	if (!bloomext_make_dense(filter))
		return BLOOMEXT_MEMORY;
	while ((batch = bloom_stream_next(stream, &hashes)) > 0)
		bloomext_add_bits(filter, hashes, batch);
	return BLOOMEXT_OK;
}

/* Fill a filter, which is an empty list */
static int
fill(bloomext_filter *filter, Sources *sources)
{
	Bloom	   *head = filter->head;
	uint64_t	count = bloom_stream_count(open_sources(sources, head), NULL);

	bloom_head_settle(head, count);
	filter->limit = bloomext_limit(filter);
	if (filter->limit == 0)
		return BLOOMEXT_TOO_LARGE;
	if (bloom_is_elastic(head) && !bloom_is_shortened(head) &&
		count > filter->limit)
	{
		bloom_head_code(head);
		/* shortened hashes of different values may be equal */
		count = bloom_stream_count(open_sources(sources, head), NULL);
	}
	if (bloom_is_shortened(head))
		return fill_coded(filter, open_sources(sources, head), count);
	if (count > filter->limit)
		return fill_bits(filter, open_sources(sources, head));
	return fill_array(filter, open_sources(sources, head), (size_t) count);
}

int
bloomext_rebuild(bloomext_filter *filter, const Bloom *like,
				 const bloomext_filter *other)
{
	Bloom		head = *filter->head;
	bloomext_filter *content;
	Sources    *sources = malloc(sizeof(Sources));
	int			status = BLOOMEXT_MEMORY;

	bloom_head_copy_parameters(&head, like);
	/* early versions had states of bloom_agg(value) with growth 0 */
	if (bloom_has_no_capacity(&head))
		head.growth = 2;
	head.flags &= BLOOM_FLAG_ELASTIC | BLOOM_FLAG_WHOLE;
	content = bloomext_make_list(&head);
	if (content != NULL && sources != NULL)
	{
		sources->list[0] = filter;
		sources->list[1] = other;
		status = fill(content, sources);
	}
	free(sources);
	return bloomext_take_over(filter, content, status);
}
