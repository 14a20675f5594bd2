/*
 * scan/prefetch.c
 *		Hashing the values of a page's next rows, and prefetching what their
 *		tests will read.
 *
 * A scan of a heap in page-at-a-time mode, as all of an MVCC snapshot are,
 * has a pin on the page and the places of its visible rows, so they can be
 * read without a lock, a pin or a slot.  Nothing is read beyond the page.  At
 * its end the tests of the last rows do not overlap with hashing the first
 * ones of the next, but hashing a whole batch hides the misses as well.
 */
#include "scan/scan.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "storage/bufmgr.h"

void
bloom_prefetch_init(BloomPrefetch *prefetch, AttrNumber column)
{
	prefetch->column = column;
	prefetch->hashes = palloc(MaxHeapTuplesPerPage * sizeof(uint64));
	prefetch->known = palloc(MaxHeapTuplesPerPage);
	bloom_prefetch_reset(prefetch);
}

/* Forget the rows: they were hashed for another filter */
void
bloom_prefetch_reset(BloomPrefetch *prefetch)
{
	prefetch->block = InvalidBlockNumber;
}

/*
 * Hash a row's value.  One that has to be fetched or decompressed may be one
 * that can't be: it is left to its turn.
 */
static inline void
hash_row(BloomPrefetch *prefetch, HeapTuple tuple, TupleDesc desc, int place,
		 BloomHasher *hasher, BloomView view)
{
	bool		is_null;
	Datum		value = heap_getattr(tuple, prefetch->column, desc, &is_null);

	prefetch->hashes[place] = 0;
	if (is_null)
		prefetch->known[place] = BLOOM_AHEAD_NULL;
	else if (TupleDescAttr(desc, prefetch->column - 1)->attlen == -1 &&
			 (VARATT_IS_EXTERNAL(DatumGetPointer(value)) ||
			  VARATT_IS_COMPRESSED(DatumGetPointer(value))))
		prefetch->known[place] = BLOOM_AHEAD_UNKNOWN;
	else
	{
		prefetch->known[place] = BLOOM_AHEAD_HASHED;
		prefetch->hashes[place] = hasher->hash(hasher, value,
											   view.head->seed);
		bloom_view_prefetch(view, prefetch->hashes[place]);
	}
}

/* The current row's place if it was hashed, or -1 */
int
bloom_prefetch_place(BloomScan *scan, BloomPrefetch *prefetch)
{
	HeapScanDesc heap = (HeapScanDesc) scan->css.ss.ss_currentScanDesc;
	int			place = (int) heap->rs_cindex;

	return prefetch->block == heap->rs_cblock && place >= prefetch->begin &&
		place < prefetch->end ? place : -1;
}

/*
 * Hash the rows of the page from the current one on, for a filter of hashes,
 * and prefetch.  Returns the current row's place.
 */
int
bloom_prefetch_page(BloomScan *scan, BloomPrefetch *prefetch,
					BloomHasher *hasher, BloomView view)
{
	HeapScanDesc heap = (HeapScanDesc) scan->css.ss.ss_currentScanDesc;
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);
	Page		page = BufferGetPage(heap->rs_cbuf);
	HeapTupleData tuple;

	prefetch->block = heap->rs_cblock;
	prefetch->begin = (int) heap->rs_cindex;
	prefetch->end = Min(prefetch->begin + BLOOM_PREFETCH_BATCH,
						(int) heap->rs_ntuples);
	for (int i = prefetch->begin; i < prefetch->end; i++)
	{
		ItemId		item = PageGetItemId(page, heap->rs_vistuples[i]);

		tuple.t_data = (HeapTupleHeader) PageGetItem(page, item);
		tuple.t_len = ItemIdGetLength(item);
		hash_row(prefetch, &tuple, desc, i, hasher, view);
	}
	return prefetch->begin;
}
