/*
 * set/list.c
 *		The list of all shared sets, from the catalogs.
 */
#include "set/worker.h"

#include "executor/spi.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

/*
 * Opening the relations of a listed view loads less text than this, because
 * that cannot be cancelled.  A set has about 16 kB.  Each row of a catalog
 * counts as ROW_TEXT more, so that MOST_ROWS are too many, and no more are
 * read for a view: many views can name one table with any number of rows.
 */
#define MOST_TEXT		"100000"
#define ROW_TEXT		"1000"
#define MOST_ROWS		"100"
#define TEXT_BYTES(column) \
	"COALESCE(pg_catalog.octet_length(" column "::pg_catalog.text), 0)"

/* The relations, other than a view c, that its rule r depends on */
#define FROM_NAMED \
	"FROM pg_catalog.pg_depend WHERE classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND objid = r.oid " \
	"AND refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND refobjid <> c.oid"

/*
 * Whether a view c with the rule r names three relations, none of them has
 * MOST_ROWS columns, and little is attached to them and to the view:
 * octet_length() does not read the text.  Missing values, which sets do not
 * have, are compressed in their rows.  Columns may be read for each view that
 * names a table, so of more relations nothing is read.
 */
#define IS_SMALL \
	"CASE WHEN (SELECT pg_catalog.count(DISTINCT refobjid) " FROM_NAMED ") = 3 THEN " \
	"(SELECT pg_catalog.sum(size + " ROW_TEXT ") FROM (SELECT t.size FROM (SELECT c.oid UNION SELECT refobjid " FROM_NAMED ") AS o, LATERAL (" \
	"SELECT " TEXT_BYTES("ev_action") " + " TEXT_BYTES("ev_qual") " AS size " \
	"FROM pg_catalog.pg_rewrite WHERE ev_class = o.oid " \
	"UNION ALL SELECT " MOST_TEXT " FROM pg_catalog.pg_attribute WHERE attrelid = o.oid " \
	"AND attnum <= " MOST_ROWS " AND (atthasmissing OR attnum = " MOST_ROWS ") " \
	"UNION ALL SELECT 0 FROM pg_catalog.pg_inherits WHERE inhparent = o.oid " \
	"UNION ALL SELECT " TEXT_BYTES("adbin") " FROM pg_catalog.pg_attrdef WHERE adrelid = o.oid " \
	"UNION ALL SELECT " TEXT_BYTES("conbin") " FROM pg_catalog.pg_constraint WHERE conrelid = o.oid " \
	"UNION ALL SELECT " TEXT_BYTES("polqual") " + " TEXT_BYTES("polwithcheck") " FROM pg_catalog.pg_policy WHERE polrelid = o.oid " \
	"UNION ALL SELECT " TEXT_BYTES("tgqual") " + pg_catalog.octet_length(tgargs) FROM pg_catalog.pg_trigger WHERE tgrelid = o.oid" \
	") AS t LIMIT " MOST_ROWS ") AS s) < " MOST_TEXT " END "

/*
 * The views in the result of a query, which has their OIDs and those of their
 * owners.  Only catalogs are read, and their operators cannot be replaced by
 * other ones that the search path finds.  Returns a palloc'd array, and its
 * length in count.
 */
static BloomSetView *
list(const char *query, int *count)
{
	int			level = NewGUCNestLevel();
	BloomSetView *views;

	bloom_override("search_path", "pg_catalog, pg_temp");
	/* only index scans end after MOST_ROWS, or at once if there are no rows */
	bloom_override("enable_bitmapscan", "off");
	bloom_override("enable_seqscan", "off");
	/* what is opened next is as it is now, not as in an older snapshot */
	PushActiveSnapshot(GetLatestSnapshot());
	SPI_connect();
	if (SPI_execute(query, true, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not list shared sets");
	*count = (int) SPI_processed;
	views = SPI_palloc(*count * sizeof(BloomSetView) + 1);
	for (int i = 0; i < *count; i++)
	{
		HeapTuple	tuple = SPI_tuptable->vals[i];
		TupleDesc	desc = SPI_tuptable->tupdesc;
		bool		null;

		views[i].view = DatumGetObjectId(SPI_getbinval(tuple, desc, 1, &null));
		views[i].owner = DatumGetObjectId(SPI_getbinval(tuple, desc, 2,
														&null));
	}
	SPI_finish();
	PopActiveSnapshot();
	AtEOXact_GUC(true, level);
	return views;
}

/* How many changes were reported when the views were listed */
static uint64 listed = 0;

/*
 * List the relations that may be views of sets: those that call
 * bloom_set_class_name().  The caller has to open and check them, as long as
 * bloom_may_open() permits it.  Returns as list() does.
 */
BloomSetView *
bloom_list_views(int *count)
{
	uint64		changes = bloom_known_changes();
	BloomSetView *views;

	views = list("SELECT c.oid, c.relowner FROM pg_catalog.pg_depend AS d "
				 "JOIN pg_catalog.pg_rewrite AS r ON r.oid = d.objid "
				 "JOIN pg_catalog.pg_class AS c ON c.oid = r.ev_class "
				 /* looked up first: others have functions of that name */
				 "WHERE d.refobjid = (SELECT p.oid FROM pg_catalog.pg_extension AS e "
				 "JOIN pg_catalog.pg_depend AS m ON m.refobjid = e.oid "
				 "JOIN pg_catalog.pg_proc AS p ON p.oid = m.objid "
				 "WHERE e.extname = 'bloomext' AND p.proname = '" BLOOM_SET_CLASS_NAME "' "
				 "AND m.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass "
				 "AND m.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass) "
				 "AND d.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass "
				 "AND d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass "
				 "AND r.rulename = '_RETURN' AND c.relpersistence = 'p' "
				 "AND " IS_SMALL "ORDER BY c.oid", count);
	listed = changes;
	return views;
}

/*
 * Empty the session's caches if they have grown by more than 64 MiB since the
 * first view, or since they were emptied.  They keep each relation that was
 * opened, and any role can create many views.
 */
static void
limit_caches(void)
{
	static unsigned int calls = 0;
	static Size base = 0;
	Size		size;

	/* the size is a sum over all cached indexes */
	if (calls++ % 16 != 0)
		return;
	size = MemoryContextMemAllocated(CacheMemoryContext, true);
	if (base == 0)
		base = size;
	if (size <= base + 64 * 1024 * 1024)
		return;
	bloom_known_empty_caches();
	base = MemoryContextMemAllocated(CacheMemoryContext, true);
}

/*
 * Whether a listed view is still small, and so may be opened.  May empty the
 * session's caches.
 */
bool
bloom_may_open(Oid view)
{
	int			count;

	limit_caches();
	if (bloom_known_changes() == listed)
		return true;
	(void) list(psprintf("SELECT c.oid, c.relowner FROM pg_catalog.pg_class AS c "
						 "JOIN pg_catalog.pg_rewrite AS r ON r.ev_class = c.oid "
						 "WHERE c.oid = %u AND r.rulename = '_RETURN' AND "
						 IS_SMALL, view), &count);
	return count > 0;
}
