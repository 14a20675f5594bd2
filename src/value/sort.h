/*
 * value/sort.h
 *		Sorting more hashes than fit into memory.
 *
 * The sort is that of sparse filters, which is several times as fast as
 * tuplesort.  Hashes that do not fit into memory are written to a temporary
 * file as sorted runs of eight bytes per hash.
 */
#ifndef BLOOM_SORT_H
#define BLOOM_SORT_H

#include "value/valuecompat.h"

#include "filter/view.h"

#include "storage/buffile.h"
#include "utils/resowner.h"

/* The memory and the temporary file that several sorts share */
typedef struct BloomSpill
{
	MemoryContext context;		/* of the file's buffer */
	struct BloomStates *states; /* the aggregate's states of values, or NULL */
	Size		limit;			/* memory for all of them in bytes */
	Size		used;			/* what they take */
	BufFile    *file;			/* NULL until something is written */
	ResourceOwner owner;		/* of the file */
	int64		end;			/* length of the file in bytes */
} BloomSpill;

typedef struct BloomSort
{
	BloomSource source;			/* of a stream that merges the hashes */
	BloomSpill *spill;
	MemoryContext context;
	struct BloomRun *runs;		/* in the file; one more if being read */
	int			run_count;
	uint64		written;		/* number of hashes in the file */
	int			reading;		/* number of runs being read */
	Size		batch;			/* hashes of each that are read at a time */
	uint64	   *merged;			/* hashes of all runs that come next */
	uint64	   *spare;
} BloomSort;

extern void bloom_sort_init(BloomSort *sort, BloomSpill *spill,
							MemoryContext context);
extern void bloom_sort_write(BloomSort *sort, const uint64 *hashes,
							 Size count);
extern void bloom_sort_begin(BloomSource *source, const uint64_t *hashes,
							 size_t count);
extern size_t bloom_sort_next(void *source, const uint64_t **hashes);
extern BloomSpill *bloom_spill_create(MemoryContext context, Size limit);
extern BloomSpill *bloom_spill_of(MemoryContext context);

#endif							/* BLOOM_SORT_H */
