/*
 * scan/prefetch.c
 *		Hashes the values of a page's next rows, and prefetches the cache
 *		lines that their tests will read.
 *
 * A heap scan in page-at-a-time mode, which all scans with an MVCC snapshot
 * use, has a pin on the page and the offsets of its visible rows.  So these
 * can be read without a lock, another pin or a slot.  Nothing is read beyond
 * the page.  So the tests of its last rows do not overlap with hashing the
 * first rows of the next page, but hashing a whole batch hides the cache
 * misses as well.
 */
#include "scan/scan.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "storage/bufmgr.h"

/* How many rows are hashed before it is known how many of them are tested */
#define TRIAL		1024

/* Hashing all rows pays if at least one of this number of rows is tested */
#define MAX_SKIPPED	4

int			bloom_prefetch_mode = BLOOM_PREFETCH_ON;

/* Discard the hashed rows, for a rescan: the filter may be another one now */
void
bloom_prefetch_reset(BloomPrefetch *prefetch)
{
	prefetch->block = InvalidBlockNumber;
	prefetch->hashed = 0;
}

/* The place of the current row among those that were hashed, or -1 */
int
bloom_prefetch_place(BloomScan *scan, BloomPrefetch *prefetch)
{
	HeapScanDesc heap = (HeapScanDesc) scan->css.ss.ss_currentScanDesc;
	int			place = (int) heap->rs_cindex - prefetch->begin;

	return prefetch->block == heap->rs_cblock && place >= 0 &&
		place < prefetch->count ? place : -1;
}

/*
 * Hash a row's value.  A value that has to be detoasted is left to the row's
 * turn, because detoasting can raise an error.
 */
static inline void
hash_row(BloomPrefetch *prefetch, HeapTuple tuple, TupleDesc desc, int place,
		 BloomHasher *hasher, uint64 seed)
{
	bool		is_null;
	Datum		value = heap_getattr(tuple, prefetch->column, desc, &is_null);

	prefetch->hashes[place] = 0;
	if (is_null)
		prefetch->known[place] = BLOOM_ROW_NULL;
	else if (TupleDescAttr(desc, prefetch->column - 1)->attlen == -1 &&
			 (VARATT_IS_EXTERNAL(DatumGetPointer(value)) ||
			  VARATT_IS_COMPRESSED(DatumGetPointer(value))))
		prefetch->known[place] = BLOOM_ROW_UNKNOWN;
	else
	{
		prefetch->known[place] = BLOOM_ROW_CONTAINED;
		prefetch->hashes[place] = hasher->hash(hasher, value, seed);
	}
}

/*
 * Hash a batch of rows, of which the current one is the first.  Rows beyond
 * the page are not read.
 */
void
bloom_prefetch_hash(BloomScan *scan, BloomPrefetch *prefetch,
					BloomHasher *hasher, uint64 seed)
{
	HeapScanDesc heap = (HeapScanDesc) scan->css.ss.ss_currentScanDesc;
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);
	Page		page = BufferGetPage(heap->rs_cbuf);
	HeapTupleData tuple;

	prefetch->block = heap->rs_cblock;
	prefetch->begin = (int) heap->rs_cindex;
	prefetch->count = Min(BLOOM_PREFETCH_BATCH,
						  (int) heap->rs_ntuples - prefetch->begin);
	for (int i = 0; i < prefetch->count; i++)
	{
		OffsetNumber offset = heap->rs_vistuples[prefetch->begin + i];
		ItemId		item = PageGetItemId(page, offset);

		tuple.t_data = (HeapTupleHeader) PageGetItem(page, item);
		tuple.t_len = ItemIdGetLength(item);
		hash_row(prefetch, &tuple, desc, i, hasher, seed);
	}
	prefetch->hashed += prefetch->count;
}

/* Whether enough of the hashed rows have been tested; tests is how many */
bool
bloom_prefetch_pays(const BloomPrefetch *prefetch, uint64 tests)
{
	return prefetch->hashed < TRIAL ||
		tests * MAX_SKIPPED >= prefetch->hashed ||
		bloom_prefetch_mode == BLOOM_PREFETCH_ALWAYS;
}
