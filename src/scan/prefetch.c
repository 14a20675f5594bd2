/*
 * scan/prefetch.c
 *		Hashes the values of a page's next rows, and tests them together, which
 *		prefetches the cache lines of their tests.
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

/* Hash a row's value.  BLOOM_ROW_CONTAINED: hashed, but not tested yet. */
static inline BloomRowState
hash_row(BloomScanTest *test, HeapTuple tuple, TupleDesc desc, uint64 *hash)
{
	AttrNumber	column = test->clause.column->varattno;
	bool		is_null;
	Datum		value = heap_getattr(tuple, column, desc, &is_null);

	*hash = 0;
	if (is_null)
		return BLOOM_ROW_NULL;
	if (bloom_value_is_toasted(value, TupleDescAttr(desc, column - 1)->attlen))
		return BLOOM_ROW_UNKNOWN;
	*hash = test->hasher->hash(test->hasher, value, test->view.head->seed);
	return BLOOM_ROW_CONTAINED;
}

/*
 * Hash and test a batch of rows, of which the current one is the first.  Rows
 * beyond the page are not read.
 */
static void
test_batch(BloomScan *scan, BloomScanTest *test)
{
	HeapScanDesc heap = (HeapScanDesc) scan->css.ss.ss_currentScanDesc;
	TupleDesc	desc = RelationGetDescr(scan->css.ss.ss_currentRelation);
	Page		page = BufferGetPage(heap->rs_cbuf);
	HeapTupleData tuple;
	uint64		hashes[BLOOM_PREFETCH_BATCH];
	bool		contained[BLOOM_PREFETCH_BATCH];

	test->block = heap->rs_cblock;
	test->begin = (int) heap->rs_cindex;
	test->count = Min(BLOOM_PREFETCH_BATCH,
					  (int) heap->rs_ntuples - test->begin);
	for (int i = 0; i < test->count; i++)
	{
		OffsetNumber offset = heap->rs_vistuples[test->begin + i];
		ItemId		item = PageGetItemId(page, offset);

		tuple.t_data = (HeapTupleHeader) PageGetItem(page, item);
		tuple.t_len = ItemIdGetLength(item);
		test->known[i] = hash_row(test, &tuple, desc, &hashes[i]);
	}
	bloom_view_contains_each(test->view, test->hasher->class, hashes,
							 test->count, contained);
	for (int i = 0; i < test->count; i++)
		if (test->known[i] == BLOOM_ROW_CONTAINED && !contained[i])
			test->known[i] = BLOOM_ROW_MISSING;
	test->hashed += test->count;
}

/* Whether enough of the hashed rows have been tested */
static bool
pays(const BloomScanTest *test)
{
	return test->hashed < TRIAL ||
		test->tests * MAX_SKIPPED >= test->hashed ||
		bloom_prefetch_mode == BLOOM_PREFETCH_ALWAYS;
}

/*
 * What is known of the current row, which has reached a test that prefetches,
 * in a scan that runs forward.  Tests the next rows together if it is not
 * among those that were tested.  Stops prefetching for the test until the next
 * rescan if that does not pay.
 */
BloomRowState
bloom_scan_prefetch(BloomScan *scan, BloomScanTest *test)
{
	HeapScanDesc heap = (HeapScanDesc) scan->css.ss.ss_currentScanDesc;
	int			place = (int) heap->rs_cindex - test->begin;

	test->tests++;
	if (test->block == heap->rs_cblock && place >= 0 && place < test->count)
		return test->known[place];
	test->prefetches = pays(test);
	if (!test->prefetches)
		return BLOOM_ROW_UNKNOWN;
	test_batch(scan, test);
	return test->known[0];
}
