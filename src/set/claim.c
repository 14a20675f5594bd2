/*
 * set/claim.c
 *		Claiming values for a shared set, and asking for them.
 *
 * A value that was ever claimed is in the table of recent hashes or in a
 * filter, for merging moves it in one transaction.  A claim first looks at
 * the filters, then inserts its hash into the table, where the unique index
 * decides who is first and waits for those who haven't committed.  Then a
 * merge that committed between the two may have moved a hash that was just
 * inserted; so the claim looks at the filters again, if they aren't the same
 * rows, and takes the hash out if they have it.  That needs no lock: if
 * a hash could be inserted, the merge that removed it from the table has
 * committed, and a later snapshot sees its filter.
 *
 * All of this uses the latest snapshot, whatever the transaction's isolation
 * level: as with unique keys, an older one can't tell.
 */
#include "func/call.h"
#include "set/filters.h"
#include "set/merge.h"
#include "set/query.h"
#include "set/worker.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/snapmgr.h"

BLOOM_FUNCTION(bloom_claim);
BLOOM_FUNCTION(bloom_claim_all);
BLOOM_FUNCTION(bloom_seen);

/*
 * The set holds values of the class from now on.  The first claim says so;
 * others that come at the same time wait for it to be committed.
 */
static void
settle_class(BloomSet *set, BloomClass class)
{
	if (set->class == BLOOM_CLASS_NONE)
	{
		Oid			type = INT8OID;
		Datum		value = Int64GetDatum(class);

		SPI_connect();
		bloom_set_execute(set,
						  psprintf("UPDATE %s SET class = $1 WHERE class OPERATOR(pg_catalog.=) 0",
								   set->relation_name),
						  1, &type, &value);
		SPI_finish();
		set->class = bloom_set_open_latest(set->relation, ACL_INSERT)->class;
	}
	if (set->class != class)
		bloom_class_mismatch(set->class, class);
}

/* Move the hashes that are not contained to the front; returns their number */
static int
drop_contained(uint64 *hashes, int count, const bool *contained)
{
	int			left = 0;

	for (int i = 0; i < count; i++)
		if (!contained[i])
			hashes[left++] = hashes[i];
	return left;
}

static Datum
array_of_hashes(const uint64 *hashes, int count)
{
	Datum	   *elements = palloc(count * sizeof(Datum));

	for (int i = 0; i < count; i++)
		elements[i] = Int64GetDatum((int64) hashes[i]);
	return PointerGetDatum(construct_array(elements, count, INT8OID, 8,
										   FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
}

/* Run a statement that returns hashes, which are put into the array */
static int
run_statement(const BloomSet *set, BloomSetStatement statement, Datum argument,
			  uint64 *hashes)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	int			count = (int) bloom_set_run(set, statement, argument, latest);

	UnregisterSnapshot(latest);
	for (int i = 0; i < count; i++)
	{
		bool		null;

		hashes[i] = (uint64) DatumGetInt64(bloom_set_column(i, 1, &null));
	}
	return count;
}

/*
 * Insert ascending hashes into the recent ones.  Those that weren't there are
 * put into `new`, in the same order; returns their number.
 */
static int
insert_once(const BloomSet *set, const uint64 *hashes, int count, uint64 *new)
{
	if (count == 0)
		return 0;
	if (count == 1)
		return run_statement(set, BLOOM_SET_INSERT_ONE,
							 Int64GetDatum((int64) hashes[0]), new);
	return run_statement(set, BLOOM_SET_INSERT_MANY,
						 array_of_hashes(hashes, count), new);
}

/*
 * The same; a hash that has expired counts as not there.  Leaves those that
 * weren't.
 */
static int
insert_hashes(const BloomSet *set, uint64 *hashes, int count)
{
	uint64	   *new = palloc(2 * count * sizeof(uint64));
	int			new_count;

	SPI_connect();
	new_count = insert_once(set, hashes, count, new);
	if (set->keep != 0 && new_count < count)
	{
		uint64	   *expired = palloc(count * sizeof(uint64));
		int			expired_count = run_statement(set, BLOOM_SET_FORGET,
												  array_of_hashes(hashes, count),
												  expired);

		expired_count = bloom_hashes_sort(expired, new + count, expired_count,
										  NULL);
		expired_count = insert_once(set, expired, expired_count, expired);
		new_count = bloom_hashes_merge(new, new_count, expired, expired_count);
	}
	SPI_finish();
	memcpy(hashes, new, new_count * sizeof(uint64));
	pfree(new);
	return new_count;
}

/* Take hashes that a filter has, as it turns out, out of the recent ones */
static void
delete_contained(const BloomSet *set, const uint64 *hashes, int count,
				 const bool *contained)
{
	uint64	   *gone = palloc(count * sizeof(uint64));
	int			gone_count = 0;
	Oid			type = INT8ARRAYOID;
	Datum		array;

	for (int i = 0; i < count; i++)
		if (contained[i])
			gone[gone_count++] = hashes[i];
	if (gone_count == 0)
		return;
	SPI_connect();
	array = array_of_hashes(gone, gone_count);
	bloom_set_execute(set,
					  psprintf("DELETE FROM %s WHERE hash OPERATOR(pg_catalog.=) ANY ($1)",
							   set->recent_name),
					  1, &type, &array);
	SPI_finish();
}

/*
 * Claim hashes of values of the class.  They ascend, so that no two claims
 * wait for each other.  Leaves those that are new, in the same order, and
 * returns their number.
 */
static int
claim_hashes(BloomSet *set, BloomClass class, uint64 *hashes, int count)
{
	bool	   *contained = palloc(count * sizeof(bool));
	BloomSetTested first;
	BloomSetTested then;
	uint64		interval;

	settle_class(set, class);
	first = bloom_set_test_latest(set, hashes, count, contained);
	count = drop_contained(hashes, count, contained);
	count = insert_hashes(set, hashes, count);
	if (count == 0)
		return 0;

	then = bloom_set_test_latest(set, hashes, 0, contained);
	if (then.version != first.version)
	{
		then = bloom_set_test_latest(set, hashes, count, contained);
		delete_contained(set, hashes, count, contained);
		count = drop_contained(hashes, count, contained);
	}
	interval = bloom_merge_interval(set, then.part);
	for (int i = 0; i < count; i++)
		if (hashes[i] % interval == 0)
		{
			bloom_worker_launch(set);
			break;
		}
	return count;
}

/* bloom_claim(set, value) */
Datum
bloom_claim(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);
	BloomSet   *set = bloom_set_open_latest(PG_GETARG_OID(0), ACL_INSERT);
	uint64		hash = hasher->hash(hasher, PG_GETARG_DATUM(1), set->seed);

	PG_RETURN_BOOL(claim_hashes(set, hasher->class, &hash, 1) == 1);
}

/* An element of an array, by its hash and place */
typedef struct Element
{
	uint64		hash;
	int			place;
} Element;

static int
compare_hashes(const void *a, const void *b)
{
	const Element *x = a;
	const Element *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->place - y->place;
}

/* The elements that aren't null, by hash; of equal ones the first */
static int
distinct_elements(const BloomElements *elements, uint64 seed, Element *found)
{
	int			count = 0;
	int			distinct = 0;

	for (int i = 0; i < elements->count; i++)
		if (!elements->nulls[i])
		{
			found[count].hash = elements->hasher->hash(elements->hasher,
													   elements->values[i],
													   seed);
			found[count++].place = i;
		}
	qsort(found, count, sizeof(Element), compare_hashes);
	for (int i = 0; i < count; i++)
		if (distinct == 0 || found[i].hash != found[distinct - 1].hash)
			found[distinct++] = found[i];
	return distinct;
}

/* bloom_claim_all(set, values) */
Datum
bloom_claim_all(PG_FUNCTION_ARGS)
{
	BloomElements elements = bloom_call_elements(fcinfo, 1);
	BloomSet   *set = bloom_set_open_latest(PG_GETARG_OID(0), ACL_INSERT);
	Element    *found = palloc(elements.count * sizeof(Element));
	int			count = distinct_elements(&elements, set->seed, found);
	uint64	   *hashes = palloc(count * sizeof(uint64));
	bool	   *new = palloc0(elements.count * sizeof(bool));
	int			new_count = 0;
	TupleDesc	desc;
	Tuplestorestate *rows = bloom_call_begin_rows(fcinfo,
												  ARR_ELEMTYPE(elements.array),
												  &desc);

	for (int i = 0; i < count; i++)
		hashes[i] = found[i].hash;
	if (count > 0)
		new_count = claim_hashes(set, elements.hasher->class, hashes, count);
	for (int i = 0, at = 0; at < new_count; i++)
		if (found[i].hash == hashes[at])
		{
			new[found[i].place] = true;
			at++;
		}
	for (int i = 0; i < elements.count; i++)
		if (new[i])
			tuplestore_putvalues(rows, desc, &elements.values[i],
								 &elements.nulls[i]);
	return (Datum) 0;
}

/* bloom_seen(set, value): by the snapshot of the query */
Datum
bloom_seen(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);
	BloomSet   *set = bloom_set_open(PG_GETARG_OID(0), ACL_SELECT,
									 GetActiveSnapshot());
	uint64		hash = hasher->hash(hasher, PG_GETARG_DATUM(1), set->seed);
	bool		seen;

	if (set->class == BLOOM_CLASS_NONE)
		PG_RETURN_BOOL(false);
	if (bloom_classes_conflict(set->class, hasher->class))
		bloom_class_mismatch(set->class, hasher->class);
	bloom_set_test(set, GetActiveSnapshot(), &hash, 1, &seen);
	if (!seen)
	{
		SPI_connect();
		seen = bloom_set_run(set, BLOOM_SET_FIND_RECENT,
							 Int64GetDatum((int64) hash),
							 GetActiveSnapshot()) > 0;
		SPI_finish();
	}
	PG_RETURN_BOOL(seen);
}
