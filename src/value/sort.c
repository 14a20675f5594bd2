/*
 * value/sort.c
 *		Writing sorted runs of hashes to a temporary file, and merging them.
 *
 * To merge the runs, a part of each is read, and all hashes that no unread one
 * can precede are sorted again.  That is faster than a heap, because the sort
 * does not compare hashes.
 */
#include "value/sort.h"

#include "core/hashes.h"
#include "value/heads.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/memutils.h"

/* The number of hashes of a run that are read at a time */
#define MIN_READ	128
#define MAX_READ	8192

/* Ascending hashes, in the file or in memory */
typedef struct BloomRun
{
	int64		start;			/* in the file, in bytes */
	Size		count;
	Size		read;			/* how many were read */
	const uint64 *memory;		/* the hashes, if they are not in the file */
	uint64	   *buffer;			/* for those in the file */
	const uint64 *next;			/* hashes that were read and not yet merged */
	const uint64 *end;
} BloomRun;

/*
 * Start a sort without hashes, whose memory is in context.  spill must live as
 * long as the sort.
 */
void
bloom_sort_init(BloomSort *sort, BloomSpill *spill, MemoryContext context)
{
	*sort = (BloomSort) {
		.source = {bloom_sort_begin, bloom_sort_next}, .spill = spill,
		.context = context
	};
}

/* Move to a place in the file */
static void
seek(BufFile *file, int64 to)
{
	if (BufFileSeekBlock(file, to / BLCKSZ) != 0 ||
		BufFileSeek(file, 0, to % BLCKSZ, SEEK_CUR) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not seek in temporary file: %m")));
}

/* Write ascending hashes to the end of the file, as a run */
void
bloom_sort_write(BloomSort *sort, const uint64 *hashes, Size count)
{
	BloomSpill *spill = sort->spill;
	MemoryContext old = MemoryContextSwitchTo(sort->context);

	if (spill->file == NULL)
	{
		MemoryContextSwitchTo(spill->context);
		spill->file = BufFileCreateTemp(false);
		spill->owner = CurrentResourceOwner;
		MemoryContextSwitchTo(sort->context);
	}
	/* room for twice as many whenever their number is a power of two */
	if ((sort->run_count & (sort->run_count - 1)) == 0)
	{
		Size		size = (2 * sort->run_count + 2) * sizeof(BloomRun);

		sort->runs = sort->runs == NULL ? palloc(size) :
			repalloc_huge(sort->runs, size);
	}
	seek(spill->file, spill->end);
	for (Size done = 0; done < count; done += MAX_READ)
	{
		CHECK_FOR_INTERRUPTS();
		BufFileWrite(spill->file, (void *) (hashes + done),
					 Min(count - done, MAX_READ) * sizeof(uint64));
	}
	sort->runs[sort->run_count++] = (BloomRun) {
		.start = spill->end, .count = count
	};
	sort->written += count;
	spill->end += count * sizeof(uint64);
	MemoryContextSwitchTo(old);
}

/* Free the memory for reading */
static void
end_reading(BloomSort *sort)
{
	for (int i = 0; i < sort->reading; i++)
		if (sort->runs[i].buffer != NULL)
			pfree(sort->runs[i].buffer);
	if (sort->reading > 0)
	{
		pfree(sort->merged);
		pfree(sort->spare);
	}
	sort->reading = 0;
}

/*
 * Start reading all runs and `count` ascending hashes in memory, which must
 * not change meanwhile.  The buffers of all runs and their work space take a
 * third of the spill's limit, or 3 kB per run if that is more, until the last
 * hash was read.  The hashes in memory take up to two thirds of it.
 */
void
bloom_sort_begin(BloomSource *source, const uint64_t *hashes, size_t count)
{
	BloomSort  *sort = (BloomSort *) source;
	int			runs = sort->run_count;
	Size		size;

	end_reading(sort);
	sort->reading = runs + 1;
	if (sort->runs == NULL)
		sort->runs = MemoryContextAlloc(sort->context, sizeof(BloomRun));
	sort->runs[runs] = (BloomRun) {.count = count, .memory = hashes};
	sort->batch = sort->spill->limit / 3 / sizeof(uint64) / 3 / sort->reading;
	sort->batch = Max(MIN_READ, Min(sort->batch, MAX_READ));
	size = sort->batch * sizeof(uint64);
	for (int i = 0; i <= runs; i++)
	{
		BloomRun   *run = &sort->runs[i];

		run->read = 0;
		run->next = run->end = NULL;
		run->buffer = run->memory != NULL || run->count == 0 ? NULL :
			MemoryContextAlloc(sort->context, size);
	}
	size *= sort->reading;
	sort->merged = MemoryContextAllocHuge(sort->context, size);
	sort->spare = MemoryContextAllocHuge(sort->context, size);
}

/* Read the next hashes of a run, after all that were read before are merged */
static void
read_run(BloomSort *sort, BloomRun *run)
{
	Size		count = Min(sort->batch, run->count - run->read);
	Size		size = count * sizeof(uint64);

	if (run->memory != NULL)
		run->next = run->memory + run->read;
	else
	{
		seek(sort->spill->file, run->start + run->read * sizeof(uint64));
		if (BufFileRead(sort->spill->file, run->buffer, size) != size)
			ereport(ERROR,
					(errcode(ERRCODE_IO_ERROR),
					 errmsg("could not read from temporary file: unexpected end of file")));
		run->next = run->buffer;
	}
	run->end = run->next + count;
	run->read += count;
}

/*
 * Move to `merged` the hashes that no unread one can precede, and return their
 * number: 0 if all were read
 */
static Size
take_next(BloomSort *sort)
{
	uint64		bound = PG_UINT64_MAX;
	Size		count = 0;

	for (int i = 0; i < sort->reading; i++)
	{
		BloomRun   *run = &sort->runs[i];

		if (run->next == run->end && run->read < run->count)
			read_run(sort, run);
		if (run->read < run->count)
			bound = Min(bound, run->end[-1]);
	}
	for (int i = 0; i < sort->reading; i++)
	{
		BloomRun   *run = &sort->runs[i];

		while (run->next < run->end && *run->next <= bound)
			sort->merged[count++] = *run->next++;
	}
	return count;
}

/*
 * Set *hashes to the next hashes, ascending and without repeated ones, and
 * return their number: 0 after the last one.  They are valid until the next
 * call.  source is the BloomSort.
 */
size_t
bloom_sort_next(void *source, const uint64_t **hashes)
{
	BloomSort  *sort = source;
	Size		count = take_next(sort);

	CHECK_FOR_INTERRUPTS();
	*hashes = sort->merged;
	if (count == 0)
		end_reading(sort);
	/* ranges of hashes that are read one after the other do not overlap */
	return sort->reading <= 1 ? count :
		bloom_hashes_sort(sort->merged, sort->spare, count,
						  bloom_check_interrupts);
}

/* A spill; spill.context is that of the sorts that share it */
typedef struct Shared
{
	BloomSpill	spill;
	MemoryContextCallback callback;
	struct Shared *next;
} Shared;

/* All spills */
static Shared *all_shared = NULL;

/*
 * Called when a resource owner releases what it has.  If an error ends a
 * subtransaction, that includes the file of a cursor that was opened before.
 * The cursor's memory is freed later, and must not close the file again.
 */
static void
owner_closes(ResourceReleasePhase phase, bool commits, bool is_top,
			 void *argument)
{
	for (Shared *shared = all_shared; shared != NULL; shared = shared->next)
		if (phase == RESOURCE_RELEASE_AFTER_LOCKS &&
			shared->spill.owner == CurrentResourceOwner)
			shared->spill.file = NULL;
}

/*
 * Called when the memory of the sorts is freed.  If a transaction is aborted,
 * its resource owner closes the file.
 */
static void
forget(void *argument)
{
	Shared	   *shared = argument;
	Shared	  **at = &all_shared;

	while (*at != shared)
		at = &(*at)->next;
	*at = shared->next;
	if (shared->spill.file != NULL && IsTransactionState())
		BufFileClose(shared->spill.file);
}

/*
 * Create the spill of sorts in a memory context, with a limit in bytes.  Its
 * file is closed when the context is reset.
 */
BloomSpill *
bloom_spill_create(MemoryContext context, Size limit)
{
	static bool registered = false;
	Shared	   *shared = MemoryContextAllocZero(context, sizeof(Shared));

	if (!registered)
		RegisterResourceReleaseCallback(owner_closes, NULL);
	registered = true;
	shared->spill.context = context;
	shared->spill.limit = limit;
	shared->callback.func = forget;
	shared->callback.arg = shared;
	MemoryContextRegisterResetCallback(context, &shared->callback);
	shared->next = all_shared;
	all_shared = shared;
	return &shared->spill;
}

/*
 * The spill, with hash_mem as its limit, of the aggregate whose states are in
 * a memory context
 */
BloomSpill *
bloom_spill_of(MemoryContext context)
{
	for (Shared *shared = all_shared; shared != NULL; shared = shared->next)
		if (shared->spill.context == context)
			return &shared->spill;
	return bloom_spill_create(context,
							  Min(get_hash_memory_limit(), SIZE_MAX / 2));
}
