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

/* Initialize prefetching for a column, in the current memory context */
void
bloom_prefetch_init(BloomPrefetch *prefetch, AttrNumber column)
{
	prefetch->column = column;
	prefetch->hashes = palloc(MaxHeapTuplesPerPage * sizeof(uint64));
	prefetch->known = palloc(MaxHeapTuplesPerPage);
	bloom_prefetch_reset(prefetch);
}

/* Discard the hashed rows, because the filter may be another one now */
void
bloom_prefetch_reset(BloomPrefetch *prefetch)
{
	prefetch->block = InvalidBlockNumber;
}

/*
 * Hash a row's value and prefetch.  A value that has to be detoasted is left
 * to the row's turn, because detoasting can raise an error.
 */
static inline void
hash_row(BloomPrefetch *prefetch, HeapTuple tuple, TupleDesc desc, int place,
		 BloomHasher *hasher, BloomView view)
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
		prefetch->known[place] = BLOOM_ROW_HASHED;
		prefetch->hashes[place] = hasher->hash(hasher, value,
											   view.head->seed);
		bloom_view_prefetch(view, prefetch->hashes[place]);
	}
}

/* The number of the current row on its page if it was hashed, or -1 */
int
bloom_prefetch_place(BloomScan *scan, BloomPrefetch *prefetch)
{
	HeapScanDesc heap = (HeapScanDesc) scan->css.ss.ss_currentScanDesc;
	int			place = (int) heap->rs_cindex;

	return prefetch->block == heap->rs_cblock && place >= prefetch->begin &&
		place < prefetch->end ? place : -1;
}

/*
 * Hash a batch of rows from the current one on, for a native filter, and
 * prefetch.  Rows beyond the page are not read.  Returns the number of the
 * current row on its page.
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
