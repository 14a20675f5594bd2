/*
 * value/sort.h
 *		Merging more hashes than fit into memory as an array.
 *
 * Ascending hashes are runs: in a temporary file, with eight bytes per hash,
 * or packed in memory.  The sort is that of sparse filters, which is several
 * times as fast as tuplesort.
 */
#ifndef BLOOM_SORT_H
#define BLOOM_SORT_H

#include "value/valuecompat.h"

#include "core/range.h"
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
	struct BloomRun *runs;
	int			run_count;
	uint64		total;			/* number of hashes of all runs */
	Size		memory;			/* bytes of packed runs */
	Size		packed;			/* of the first run, if it was made from all
								 * hashes that there were; else 0 */
	int			reading;		/* number of runs being read */
	Size		batch;			/* hashes of each that are read at a time */
	uint64	   *merged;			/* hashes of all runs that come next */
	uint64	   *spare;			/* for sorting them */
	BloomRange *range;			/* hashes of all runs with the same highest
								 * bits, or NULL: they are sorted */
	int			range_bits;		/* the number of these bits */
	uint64		next_range;		/* the highest bits of the hashes after them */
} BloomSort;

extern void bloom_sort_init(BloomSort *sort, BloomSpill *spill,
							MemoryContext context);
extern void bloom_sort_write(BloomSort *sort, const uint64 *hashes,
							 Size count);
extern void bloom_sort_add_coded(BloomSort *sort, const uint64 *words,
								 int bits);
extern void bloom_sort_add_array(BloomSort *sort, const uint64 *hashes,
								 Size count, int bits);
extern void bloom_sort_pack(BloomSort *sort, BloomSort *from,
							const uint64 *hashes, Size count, int bits);
extern void bloom_sort_free(BloomSort *sort);
extern void bloom_sort_begin(BloomSource *source, const uint64_t *hashes,
							 size_t count, int bits);
extern size_t bloom_sort_next(void *source, const uint64_t **hashes);
extern BloomSpill *bloom_spill_create(MemoryContext context, Size limit);
extern BloomSpill *bloom_spill_of(MemoryContext context);

#endif							/* BLOOM_SORT_H */
