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

/* Up to this length, single hashes are inserted into the last run */
#define MAX_INSERTED	1024

/* A run has at least this many times the length of the next one */
#define RATIO			4

#define MIN_ROOM		16

/* The first hash of a run, and its length */
static uint64_t *
run_start(const bloomext_filter *filter, int run)
{
	return filter->core.list.hashes + bloomext_run_begin(filter, run);
}

static size_t
run_length(const bloomext_filter *filter, int run)
{
	return filter->end[run] - bloomext_run_begin(filter, run);
}

bool
bloomext_list_has(const bloomext_filter *filter, uint64_t hash)
{
	const BloomFilter *core = &filter->core;

	if (core->coded != NULL &&
		bloom_coded_contains(core->coded, bloom_hash_bits(core->head), hash))
		return true;
	hash = bloom_cut_hash(core->head, hash);
	for (int i = 0; i < filter->runs; i++)
		if (bloom_hashes_contain(run_start(filter, i), run_length(filter, i),
								 i == 0 ? core->list.places : NULL, hash))
			return true;
	return false;
}

void
bloomext_list_has_each(const bloomext_filter *filter, const uint64_t *hashes,
					   size_t count, bool *found)
{
	const BloomFilter *core = &filter->core;
	uint64_t	cut[BLOOMEXT_BATCH];
	bool		here[BLOOMEXT_BATCH];

	memset(found, false, count);
	if (core->coded != NULL)
		bloom_coded_contains_each(core->coded, bloom_hash_bits(core->head),
								  hashes, count, found);
	for (size_t i = 0; i < count && filter->runs > 0; i++)
		cut[i] = bloom_cut_hash(core->head, hashes[i]);
	for (int run = 0; run < filter->runs; run++)
	{
		bloom_hashes_contain_each(run_start(filter, run),
								  run_length(filter, run),
								  run == 0 ? core->list.places : NULL, cut,
								  count, here);
		for (size_t i = 0; i < count; i++)
			found[i] |= here[i];
	}
}

/* The last n runs change: forget the lookup table if it is of one of them */
static void
forget_places(bloomext_filter *filter, int n)
{
	if (filter->runs <= n)
		bloom_list_forget_places(&filter->core.list);
}

bool
bloomext_make_room(bloomext_filter *filter, size_t more)
{
	size_t		total = bloomext_total(filter);
	size_t		room = total + total / 2 + MIN_ROOM;

	if (more > SIZE_MAX / sizeof(uint64_t) - total)
		return false;
	return total + more <= filter->core.list.room ||
		bloom_list_reserve(&filter->core.list, BLOOM_MAX(room, total + more));
}

/* Set the number of hashes, after the first or the last run has changed */
static void
set_total(bloomext_filter *filter)
{
	filter->core.list.count = filter->end[filter->runs - 1];
	filter->core.list.sorted = filter->end[0];
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
	filter->end[run] = bloomext_run_begin(filter, run) +
		bloom_hashes_merge(run_start(filter, run), run_length(filter, run),
						   copy, count);
	filter->runs--;
	set_total(filter);
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
	const BloomFilter *core = &filter->core;
	size_t		total = bloomext_total(filter) + more;

	return total > core->list.limit ||
		(core->coded != NULL &&
		 !bloom_list_fits(core->head, *core->coded + total));
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

/*
 * Code a list that may be too long, turn it dense, or merge its runs.  New
 * content is made apart, so that after an error the list has its runs.
 */
static int
give_up_list(bloomext_filter *filter)
{
	RunReader	reader;
	BloomView	view = bloomext_view(filter, &reader,
									 filter->core.coded == NULL);
	bool		many = view.count > filter->core.list.limit;
	BloomHeadRoom room;
	Bloom	   *head = &room.head;
	BloomProblem problem;
	BloomFilter *content;

	memcpy(head, view.head, BLOOM_HEADER_SIZE(0));
	if (view.coded != NULL || (many && bloom_is_elastic(head)))
	{
		bloom_head_code(head);
		content = bloom_filter_coded(&bloomext_host, head, view,
									 (BloomView) {.head = head}, &problem);
	}
	else if (many && !bloom_head_try_layer(head, view.count))
		return BLOOMEXT_TOO_LARGE;
	else
		content = bloom_filter_of_list(&bloomext_host, head, view, &problem);
	return bloomext_status_of(bloomext_replace(filter, content, &problem),
							  &problem, NULL);
}

int
bloomext_list_append(bloomext_filter *filter, size_t count)
{
	uint64_t   *hashes = filter->core.list.hashes + bloomext_total(filter);
	uint64_t   *spare = malloc(count * sizeof(uint64_t) + 1);
	int			status = BLOOMEXT_OK;

	if (spare == NULL)
		return BLOOMEXT_MEMORY;
	for (size_t i = 0; i < count; i++)
		hashes[i] = bloom_cut_hash(filter->core.head, hashes[i]);
	count = bloom_hashes_sort(hashes, spare, count, NULL);
	free(spare);
	/* coding a list takes long, and is in vain if nothing is new */
	if (may_exceed(filter, count))
		count = drop_known(filter, hashes, count);
	if (count == 0)
		return BLOOMEXT_OK;
	if (filter->runs == BLOOMEXT_MAX_RUNS)
	{
		if (!merge_last(filter))
			return BLOOMEXT_MEMORY;
		/* the merged runs are shorter if they had hashes in common */
		memmove(filter->core.list.hashes + bloomext_total(filter), hashes,
				count * sizeof(uint64_t));
	}
	filter->end[filter->runs] = bloomext_total(filter) + count;
	filter->runs++;
	set_total(filter);
	if (may_exceed(filter, 0))
		status = give_up_list(filter);
	else
		merge_runs(filter);
	if (status == BLOOMEXT_OK)
		return status;
	filter->runs--;
	if (filter->runs > 0)
		set_total(filter);
	else
		filter->core.list.count = filter->core.list.sorted = 0;
	return status;
}

int
bloomext_list_add(bloomext_filter *filter, uint64_t hash)
{
	int			last = filter->runs - 1;
	uint64_t   *start;
	size_t		length;
	size_t		at;

	hash = bloom_cut_hash(filter->core.head, hash);
	if (!bloomext_make_room(filter, 1))
		return BLOOMEXT_MEMORY;
	if (last < 0 || run_length(filter, last) >= MAX_INSERTED ||
		may_exceed(filter, 1))
	{
		filter->core.list.hashes[bloomext_total(filter)] = hash;
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
	set_total(filter);
	if (length + 1 == MAX_INSERTED)
		merge_runs(filter);
	return BLOOMEXT_OK;
}
