/*
 * value/sort.c
 *		Runs of ascending hashes, in a temporary file or packed in memory, and
 *		merging them.
 *
 * There are two ways to merge.  If there are many hashes for their length,
 * those of one range after the other become bits (core/range).  Otherwise, a
 * part of each run is read, and all hashes that no unread one can precede are
 * sorted again.  Either is faster than a heap, because no hashes are compared
 * with each other.
 */
#include "value/sort.h"

#include "core/hashes.h"
#include "value/expanded.h"
#include "value/heads.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/memutils.h"

/* The number of hashes of a run that are read at a time */
#define MIN_READ	128
#define MAX_READ	8192

/* Likewise of all packed runs together, which then stay in the cache */
#define MAX_UNPACKED	16384

/* The number of hashes that are packed together */
#define PACKED		4096

/* The number of hashes of a range that are returned at a time */
#define TAKEN		1024

/*
 * Ranges are used if they have this number of hashes on average, and one for
 * each run: a range has to be searched for its bits, and each run for hashes
 * of the range
 */
#define MIN_IN_RANGE	128

/*
 * Coded hashes, from which the first one was subtracted, so that the highest
 * bits of all are 0 and need not be coded
 */
typedef struct BloomPacked
{
	struct BloomPacked *next;
	uint64		first;
	int			zeros;			/* the number of highest bits */
	int			bits;			/* the length of the coded hashes */
	uint64		words[FLEXIBLE_ARRAY_MEMBER];
} BloomPacked;

/* Ascending hashes: in the file, in an array, or packed */
typedef struct BloomRun
{
	int64		start;			/* in the file, in bytes */
	Size		count;
	Size		read;			/* how many were read */
	const uint64 *array;
	BloomPacked *packed;
	BloomPacked *unpacking;		/* those of them that are being read */
	BloomCodedReader reader;	/* of those */
	uint64	   *buffer;			/* for hashes that are not in an array */
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

/* Add a run; there is always room for one more, which is read with them */
static void
add_run(BloomSort *sort, BloomRun run)
{
	int			count = sort->run_count;

	/* room for twice as many whenever their number is a power of two */
	if ((count & (count - 1)) == 0)
	{
		Size		size = (2 * count + 2) * sizeof(BloomRun);

		sort->runs = sort->runs == NULL ?
			MemoryContextAlloc(sort->context, size) :
			repalloc_huge(sort->runs, size);
	}
	sort->runs[sort->run_count++] = run;
	sort->total += run.count;
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
	MemoryContext old = MemoryContextSwitchTo(spill->context);

	if (spill->file == NULL)
	{
		spill->file = BufFileCreateTemp(false);
		spill->owner = CurrentResourceOwner;
	}
	seek(spill->file, spill->end);
	for (Size done = 0; done < count; done += MAX_READ)
	{
		CHECK_FOR_INTERRUPTS();
		BufFileWrite(spill->file, (void *) (hashes + done),
					 Min(count - done, MAX_READ) * sizeof(uint64));
	}
	MemoryContextSwitchTo(old);
	add_run(sort, (BloomRun) {.start = spill->end, .count = count});
	spill->end += count * sizeof(uint64);
}

/*
 * Memory for `count` packed hashes of `bits` bits.  The words are not
 * initialized.
 */
static BloomPacked *
allocate_packed(BloomSort *sort, uint64 count, int bits)
{
	Size		size = offsetof(BloomPacked, words) +
		bloom_coded_words(count, bits) * sizeof(uint64);
	BloomPacked *packed = MemoryContextAllocHuge(sort->context, size);

	*packed = (BloomPacked) {.bits = bits};
	sort->memory += size;
	sort->spill->used += size;
	return packed;
}

/* Add a copy of coded hashes of `bits` bits as a run */
void
bloom_sort_add_coded(BloomSort *sort, const uint64 *words, int bits)
{
	BloomPacked *packed = allocate_packed(sort, words[0], bits);

	bloom_copy_bytes(BLOOM_MEMORY(sort->context), packed->words, words,
					 bloom_coded_words(words[0], bits) * sizeof(uint64));
	add_run(sort, (BloomRun) {.packed = packed, .count = words[0]});
}

/*
 * Pack ascending hashes that are shortened to `bits` bits.  Changes the array.
 */
static BloomPacked *
pack_part(BloomSort *sort, uint64 *hashes, Size count, int bits)
{
	uint64		first = hashes[0];
	uint64		range = (hashes[count - 1] - first) >> (64 - bits);
	int			coded_bits = 64 - __builtin_clzll(range | 1);
	BloomPacked *packed = allocate_packed(sort, count, coded_bits);
	BloomCodedWriter writer;

	packed->first = first;
	packed->zeros = bits - coded_bits;
	memset(packed->words, 0, bloom_coded_words(count, coded_bits) *
		   sizeof(uint64));
	for (Size i = 0; i < count; i++)
		hashes[i] = (hashes[i] - first) << packed->zeros;
	bloom_coded_begin(&writer, packed->words, count, coded_bits);
	bloom_coded_append(&writer, hashes, count);
	(void) bloom_coded_end(&writer, NULL);
	return packed;
}

/* Pack all hashes of a stream, which shortens them to `bits` bits, as a run */
static void
pack_stream(BloomSort *sort, BloomStream *stream, int bits)
{
	BloomRun	run = {0};
	BloomPacked **to = &run.packed;
	uint64	   *all = MemoryContextAlloc(sort->context,
										 (PACKED + BLOOM_STREAM_BATCH) *
										 sizeof(uint64));
	Size		count = 0;
	const uint64 *hashes;
	Size		batch;

	do
	{
		CHECK_FOR_INTERRUPTS();
		batch = bloom_stream_next(stream, &hashes);
		Assert(batch <= BLOOM_STREAM_BATCH);
		memcpy(all + count, hashes, batch * sizeof(uint64));
		count += batch;
		if (count >= PACKED || (batch == 0 && count > 0))
		{
			*to = pack_part(sort, all, count, bits);
			to = &(*to)->next;
			run.count += count;
			count = 0;
		}
	} while (batch > 0);
	pfree(all);
	add_run(sort, run);
}

/* Add ascending hashes, shortened to `bits` bits and packed, as a run */
void
bloom_sort_add_array(BloomSort *sort, const uint64 *hashes, Size count,
					 int bits)
{
	BloomStream stream;

	bloom_stream_array(&stream, hashes, count, bits);
	pack_stream(sort, &stream, bits);
}

/*
 * Add all hashes of another sort and of an ascending array, shortened to
 * `bits` bits and packed, as the first run of an empty sort.  sort->total then
 * is the number of distinct hashes.
 */
void
bloom_sort_pack(BloomSort *sort, BloomSort *from, const uint64 *hashes,
				Size count, int bits)
{
	BloomStream stream;

	Assert(sort->run_count == 0);
	bloom_sort_begin(&from->source, hashes, count, bits);
	bloom_stream_source(&stream, bloom_sort_next, from, bits);
	pack_stream(sort, &stream, bits);
	sort->packed = sort->memory;
}

/* Free the memory for reading */
static void
end_reading(BloomSort *sort)
{
	for (int i = 0; i < sort->reading; i++)
		if (sort->runs[i].buffer != NULL)
			pfree(sort->runs[i].buffer);
	if (sort->merged != NULL)
		pfree(sort->merged);
	if (sort->spare != NULL)
		pfree(sort->spare);
	if (sort->range != NULL)
		pfree(sort->range);
	sort->reading = 0;
	sort->merged = sort->spare = NULL;
	sort->range = NULL;
}

/* Free all memory of a sort, which then has no hashes */
void
bloom_sort_free(BloomSort *sort)
{
	end_reading(sort);
	for (int i = 0; i < sort->run_count; i++)
	{
		BloomPacked *next;

		for (BloomPacked *at = sort->runs[i].packed; at != NULL; at = next)
		{
			next = at->next;
			pfree(at);
		}
	}
	if (sort->runs != NULL)
		pfree(sort->runs);
	sort->spill->used -= sort->memory;
	bloom_sort_init(sort, sort->spill, sort->context);
}

/*
 * Have a range if there are enough hashes for it.  Only the highest `bits`
 * bits of the hashes are needed.
 */
static void
begin_ranges(BloomSort *sort, uint64 count, int bits)
{
	/* at least two ranges, so that no shift is by 64 bits */
	int			range_bits = Max(1, bits - BLOOM_RANGE_BITS);

	if (sort->reading < 2 || range_bits > 32 ||
		(uint64) (MIN_IN_RANGE + sort->reading) << range_bits > count)
		return;
	sort->range = MemoryContextAllocZero(sort->context, sizeof(BloomRange));
	sort->range_bits = range_bits;
	sort->next_range = 0;
}

/* Start reading a run */
static void
begin_run(BloomSort *sort, BloomRun *run)
{
	run->read = 0;
	run->next = run->end = NULL;
	run->unpacking = run->packed;
	if (run->packed != NULL)
		run->reader = (BloomCodedReader) {
			.words = run->packed->words, .bits = run->packed->bits
		};
	run->buffer = run->array != NULL ? NULL :
		MemoryContextAlloc(sort->context, sort->batch * sizeof(uint64));
}

/*
 * Start reading all runs and `count` ascending hashes in memory, which must
 * not change meanwhile.  The buffers of all runs and their work space take a
 * third of the spill's limit, or 3 kB per run if that is more, and a range
 * takes 520 kB, until the last hash was read.  The hashes in memory take up to
 * two thirds of the limit.
 */
void
bloom_sort_begin(BloomSource *source, const uint64_t *hashes, size_t count,
				 int bits)
{
	BloomSort  *sort = (BloomSort *) source;
	Size		size;
	Size		most = MAX_READ;

	end_reading(sort);
	sort->reading = sort->run_count;
	if (count > 0)
	{
		if (sort->runs == NULL)
			sort->runs = MemoryContextAlloc(sort->context, sizeof(BloomRun));
		sort->runs[sort->reading++] = (BloomRun) {
			.count = count, .array = hashes
		};
	}
	if (sort->reading == 0)
		return;
	if (sort->runs[0].packed != NULL)
		most = MAX_UNPACKED / sort->reading;
	sort->batch = sort->spill->limit / 3 / sizeof(uint64) / 3 / sort->reading;
	sort->batch = Max(MIN_READ, Min(sort->batch, most));
	for (int i = 0; i < sort->reading; i++)
		begin_run(sort, &sort->runs[i]);
	begin_ranges(sort, sort->total + count, bits);
	if (sort->range != NULL)
		sort->merged = MemoryContextAlloc(sort->context,
										  TAKEN * sizeof(uint64));
	else if (sort->reading > 1)
	{
		size = sort->batch * sort->reading * sizeof(uint64);
		sort->merged = MemoryContextAllocHuge(sort->context, size);
		sort->spare = MemoryContextAllocHuge(sort->context, size);
	}
}

/* Read the next hashes of a run from the file, at most `count` */
static Size
read_file(BloomSort *sort, BloomRun *run, Size count)
{
	Size		size = count * sizeof(uint64);

	seek(sort->spill->file, run->start + run->read * sizeof(uint64));
	if (BufFileRead(sort->spill->file, run->buffer, size) != size)
		ereport(ERROR,
				(errcode(ERRCODE_IO_ERROR),
				 errmsg("could not read from temporary file: unexpected end of file")));
	return count;
}

/* Unpack the next hashes of a run, at most `count`, and return their number */
static Size
unpack(BloomRun *run, Size count)
{
	const BloomPacked *packed = run->unpacking;
	Size		found = bloom_coded_next(&run->reader, run->buffer, count);

	if (found == 0 && packed->next != NULL)
	{
		run->unpacking = packed->next;
		run->reader = (BloomCodedReader) {
			.words = packed->next->words, .bits = packed->next->bits
		};
		return unpack(run, count);
	}
	/* copies of coded hashes are complete */
	if (packed->first != 0 || packed->zeros != 0)
		for (Size i = 0; i < found; i++)
			run->buffer[i] = packed->first +
				(run->buffer[i] >> packed->zeros);
	return found;
}

/*
 * Read the next hashes of a run, after all that were read before are merged.
 * Returns false if there are no more.
 */
static bool
read_run(BloomSort *sort, BloomRun *run)
{
	Size		count = Min(sort->batch, run->count - run->read);

	if (count == 0)
		return false;
	if (run->array != NULL)
		run->next = run->array + run->read;
	else
	{
		count = run->packed != NULL ? unpack(run, count) :
			read_file(sort, run, count);
		/* words of a table may be corrupt */
		if (count == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DATA_CORRUPTED),
					 errmsg("bloom filter is corrupt")));
		run->next = run->buffer;
	}
	run->end = run->next + count;
	run->read += count;
	return true;
}

/* The next hashes of the only run */
static Size
take_run(BloomSort *sort, const uint64 **hashes)
{
	BloomRun   *run = &sort->runs[0];

	if (!read_run(sort, run))
		return 0;
	*hashes = run->next;
	return run->end - run->next;
}

/* The hashes of all runs that no unread one can precede */
static Size
take_sorted(BloomSort *sort, const uint64 **hashes)
{
	uint64		bound = PG_UINT64_MAX;
	Size		count = 0;

	for (int i = 0; i < sort->reading; i++)
	{
		BloomRun   *run = &sort->runs[i];

		if (run->next == run->end)
			(void) read_run(sort, run);
		if (run->read < run->count)
			bound = Min(bound, run->end[-1]);
	}
	for (int i = 0; i < sort->reading; i++)
	{
		BloomRun   *run = &sort->runs[i];

		while (run->next < run->end && *run->next <= bound)
			sort->merged[count++] = *run->next++;
	}
	*hashes = sort->merged;
	/* what is taken next does not overlap */
	return bloom_hashes_sort(sort->merged, sort->spare, count,
							 bloom_check_interrupts);
}

/* Set the bits of all hashes of a run up to `last` */
static void
add_to_range(BloomSort *sort, BloomRun *run, uint64 last)
{
	int			shift = 64 - sort->range_bits - BLOOM_RANGE_BITS;
	const uint32 mask = (1 << BLOOM_RANGE_BITS) - 1;
	BloomRange *range = sort->range;

	while (run->next < run->end || read_run(sort, run))
	{
		const uint64 *next = run->next;
		const uint64 *end = run->end;

		for (; next < end && *next <= last; next++)
			bloom_range_add(range, (uint32) (*next >> shift) & mask);
		run->next = next;
		if (next < end)
			break;
	}
}

/* The next hashes of the range, or of the next one that has any */
static Size
take_range(BloomSort *sort, const uint64 **hashes)
{
	int			shift = 64 - sort->range_bits;
	Size		count = 0;

	*hashes = sort->merged;
	for (;;)
	{
		uint64		range = sort->next_range;

		if (range > 0)
			count = bloom_range_take(sort->range, (range - 1) << shift,
									 shift - BLOOM_RANGE_BITS, sort->merged,
									 TAKEN);
		if (count > 0 || range >> sort->range_bits != 0)
			return count;
		CHECK_FOR_INTERRUPTS();
		for (int i = 0; i < sort->reading; i++)
			add_to_range(sort, &sort->runs[i], ((range + 1) << shift) - 1);
		sort->next_range++;
	}
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
	Size		count;

	CHECK_FOR_INTERRUPTS();
	if (sort->reading == 0)
		return 0;
	if (sort->range != NULL)
		count = take_range(sort, hashes);
	else
		count = sort->reading == 1 ? take_run(sort, hashes) :
			take_sorted(sort, hashes);
	if (count == 0)
		end_reading(sort);
	return count;
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
