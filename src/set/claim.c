/*
 * set/claim.c
 *		Claiming values for a shared set, and testing whether it has them.
 *
 * A claimed value is among the recent hashes or in a filter, because a merge
 * moves it from one to the other in one transaction.  A claim first tests the
 * filters.  Then it inserts the hash among the recent ones (insert.c), where
 * the first of several claims is determined.  In between, a merge of the same
 * hash may have committed, after which the hash can be inserted again.
 * So the claim tests the filters again if their rows have changed, and
 * deletes its own row if a filter has the hash.  That needs no lock: if the
 * hash could be inserted, the merge that removed it has committed, so a later
 * snapshot shows its filter.
 *
 * Claims use the latest snapshot at every isolation level.  As with unique
 * keys, an older snapshot cannot decide which claim is first.  If the
 * transaction keeps an older one that does not show why a value is not new,
 * the claim fails.  README.md has a table of interleavings.
 */
#include "set/claim.h"

#include "func/call.h"
#include "func/result.h"
#include "set/insert.h"
#include "set/recent.h"
#include "set/test.h"
#include "set/worker.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/snapmgr.h"

BLOOM_FUNCTION(bloom_claim);
BLOOM_FUNCTION(bloom_claim_all);
BLOOM_FUNCTION(bloom_seen);
BLOOM_FUNCTION(bloom_seen_all);

/*
 * Drop the hashes that are marked in contained, and their versions.  Returns
 * the number of those that are left.
 */
static int
drop_contained(uint64 *hashes, uint64 *versions, int count,
			   const bool *contained)
{
	int			left = 0;

	for (int i = 0; i < count; i++)
		if (!contained[i])
		{
			versions[left] = versions[i];
			hashes[left++] = hashes[i];
		}
	return left;
}

/*
 * Insert ascending hashes that the filters did not contain when they had the
 * given versions.  Drops those that are not new, and returns the number of
 * those that are left, which keep their order.
 */
static int
insert_hashes(const BloomSet *set, uint64 *hashes, uint64 *versions,
			  int count, bool *contained)
{
	uint64	   *inserted = palloc(count * sizeof(uint64));
	int			inserted_count;

	memcpy(inserted, hashes, count * sizeof(uint64));
	inserted_count = bloom_recent_insert(set, inserted, count);
	/* mark those that were not inserted, to drop them with their versions */
	for (int i = 0; i < count; i++)
		contained[i] = true;
	for (int i = 0, at = 0; at < inserted_count; i++)
		if (hashes[i] == inserted[at])
		{
			contained[i] = false;
			at++;
		}
	pfree(inserted);
	count = drop_contained(hashes, versions, count, contained);
	if (count == 0)
		return 0;

	memset(contained, 0, count * sizeof(bool));
	/* model: second-look */
	bloom_filters_test_changed(set, hashes, count, contained, versions);
	/* model: take-out */
	bloom_recent_delete(set, hashes, count, contained);
	return drop_contained(hashes, versions, count, contained);
}

/*
 * Used if the transaction keeps its snapshot.  Raises a serialization error if
 * another transaction has claimed one of the hashes after the snapshot was
 * taken.  The hashes in new are not checked, because this transaction has just
 * claimed them.  Both arrays are in ascending order.
 */
void
bloom_claim_check_known(const BloomSet *set, const uint64 *hashes,
						int count, const uint64 *new, int new_count)
{
	uint64	   *known = palloc(count * sizeof(uint64));
	uint64	   *versions = palloc(count * sizeof(uint64));
	bool	   *contained = palloc(count * sizeof(bool));
	int			known_count = 0;

	CommandCounterIncrement();
	PushCopiedSnapshot(GetTransactionSnapshot());
	UpdateActiveSnapshotCommandId();
	for (int i = 0, at = 0; i < count; i++)
		if (at < new_count && hashes[i] == new[at])
			at++;
		/* model: known-now */
		else if (!bloom_recent_is_known(set, GetActiveSnapshot(), hashes[i]))
			known[known_count++] = hashes[i];
	/* model: known-by-snapshot */
	if (known_count > 0)
		bloom_filters_test(set, GetActiveSnapshot(), known, known_count,
						   contained, versions);
	for (int i = 0; i < known_count; i++)
		if (!contained[i] &&
			!bloom_recent_contains(set, GetActiveSnapshot(), known[i]))
			bloom_serialize_fail("A value was claimed after the transaction's snapshot was taken.");
	PopActiveSnapshot();
	pfree(known);
	pfree(versions);
	pfree(contained);
}

/*
 * Insert the new ones of ascending hashes, and drop the others.  Returns the
 * number of new ones.
 */
static int
claim_new(const BloomSet *set, uint64 *hashes, int count)
{
	bool	   *contained = palloc(count * sizeof(bool));
	uint64	   *versions = palloc(count * sizeof(uint64));
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());

	/* model: first-look */
	bloom_filters_test(set, latest, hashes, count, contained, versions);
	UnregisterSnapshot(latest);
	count = drop_contained(hashes, versions, count, contained);
	if (count > 0)
		count = insert_hashes(set, hashes, versions, count, contained);
	pfree(contained);
	pfree(versions);
	return count;
}

/*
 * Claim distinct hashes, in ascending order.  Drops those that are not new,
 * and returns the number of those that are left, which keep their order.  The
 * set must be open with its current settings, for BLOOM_SET_CLAIM or a use
 * that takes stronger locks.  Raises an error if the transaction keeps a
 * snapshot that does not show why a value is not new.
 */
int
bloom_claim_hashes(const BloomSet *set, uint64 *hashes, int count)
{
	uint64	   *all = NULL;
	int			new;

	if (IsolationUsesXactSnapshot())
	{
		all = palloc(count * sizeof(uint64));
		memcpy(all, hashes, count * sizeof(uint64));
	}
	new = claim_new(set, hashes, count);
	if (all != NULL)
	{
		/* model: check-known */
		bloom_claim_check_known(set, all, count, hashes, new);
		pfree(all);
	}
	bloom_worker_check(set, hashes, new);
	return new;
}

/* Open a set for claims; command is the function's name in error messages */
static BloomSet *
open_to_claim(Oid view, const char *command)
{
	PreventCommandIfReadOnly(command);
	PreventCommandIfParallelMode(command);
	if (IsolationUsesXactSnapshot())
	{
		/* raises an error if the set was emptied after the snapshot */
		BloomSet   *set = bloom_set_open(view, ACL_INSERT, BLOOM_SET_CLAIM,
										 GetTransactionSnapshot());

		bloom_set_close(set);
	}
	return bloom_set_open(view, ACL_INSERT, BLOOM_SET_CLAIM, NULL);
}

/*
 * The hash by which a set identifies a value.  The layers of growing filters,
 * such as the result of bloom_set_filter(), use the same one.
 */
static uint64
set_hash(const BloomSet *set, BloomHasher *hasher, Datum value)
{
	return bloom_bits_rotated(hasher->hash(hasher, value, set->seed));
}

/* bloom_claim(set, value): true if the value is new */
Datum
bloom_claim(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);
	BloomSet   *set = open_to_claim(PG_GETARG_OID(0), "bloom_claim()");
	uint64		hash = set_hash(set, hasher, PG_GETARG_DATUM(1));
	bool		new;

	bloom_set_check_class(set, hasher->class);
	new = bloom_claim_hashes(set, &hash, 1) == 1;
	bloom_set_close(set);
	PG_RETURN_BOOL(new);
}

/* The hash of an array's element, and its place in the array */
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

/*
 * Find the distinct elements that are not null, in the order of their hashes.
 * Of equal elements, the first one in the array is found.  Returns the number
 * of elements found.
 */
static int
distinct_elements(const BloomSet *set, const BloomElements *elements,
				  Element *found)
{
	int			count = 0;
	int			distinct = 0;

	for (int i = 0; i < elements->count; i++)
		if (!elements->nulls[i])
		{
			found[count].hash = set_hash(set, elements->hasher,
										 elements->values[i]);
			found[count++].place = i;
		}
	qsort(found, count, sizeof(Element), compare_hashes);
	for (int i = 0; i < count; i++)
		if (distinct == 0 || found[i].hash != found[distinct - 1].hash)
			found[distinct++] = found[i];
	return distinct;
}

/* Return the chosen elements as rows, in the array's order */
static void
return_chosen(FunctionCallInfo fcinfo, const BloomElements *elements,
			  const bool *chosen)
{
	Oid			type = ARR_ELEMTYPE(elements->array);
	Tuplestorestate *rows = NULL;
	TupleDesc	desc;

	for (int i = 0; i < elements->count; i++)
	{
		if (!chosen[i])
			continue;
		if (rows == NULL)
			rows = bloom_result_begin_set(fcinfo, type, elements->values[i],
										   &desc);
		bloom_result_put(rows, desc, type, elements->values[i]);
	}
}

/* bloom_claim_all(set, values): returns the new values as rows */
Datum
bloom_claim_all(PG_FUNCTION_ARGS)
{
	BloomElements elements = bloom_call_elements(fcinfo, 1);
	BloomSet   *set = open_to_claim(PG_GETARG_OID(0), "bloom_claim_all()");
	Element    *found = palloc(elements.count * sizeof(Element));
	int			count = distinct_elements(set, &elements, found);
	uint64	   *hashes = palloc(count * sizeof(uint64));
	bool	   *new = palloc0(elements.count * sizeof(bool));
	int			new_count = 0;

	bloom_set_check_class(set, elements.hasher->class);
	bloom_result_empty_set(fcinfo);
	for (int i = 0; i < count; i++)
		hashes[i] = found[i].hash;
	if (count > 0)
		new_count = bloom_claim_hashes(set, hashes, count);
	bloom_set_close(set);
	for (int i = 0, at = 0; at < new_count; i++)
		if (found[i].hash == hashes[at])
		{
			new[found[i].place] = true;
			at++;
		}
	return_chosen(fcinfo, &elements, new);
	return (Datum) 0;
}

/* Set seen[i] to whether the snapshot shows that the i-th hash was claimed */
static void
find_seen(const BloomSet *set, Snapshot snapshot, const uint64 *hashes,
		  int count, bool *seen)
{
	uint64	   *versions = palloc(count * sizeof(uint64));

	bloom_filters_test(set, snapshot, hashes, count, seen, versions);
	/* model: seen */
	for (int i = 0; i < count; i++)
		seen[i] = seen[i] || bloom_recent_contains(set, snapshot, hashes[i]);
	pfree(versions);
}

/* Open a set to test values of a class */
static BloomSet *
open_to_test(Oid view, BloomClass class)
{
	BloomSet   *set = bloom_set_open(view, ACL_SELECT, BLOOM_SET_READ,
									 GetActiveSnapshot());

	bloom_set_check_class(set, class);
	return set;
}

/* bloom_seen(set, value): true if the query's snapshot shows the value */
Datum
bloom_seen(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);
	BloomSet   *set = open_to_test(PG_GETARG_OID(0), hasher->class);
	uint64		hash = set_hash(set, hasher, PG_GETARG_DATUM(1));
	bool		seen;

	find_seen(set, GetActiveSnapshot(), &hash, 1, &seen);
	bloom_set_close(set);
	PG_RETURN_BOOL(seen);
}

/* bloom_seen_all(set, values): returns the values that were seen as rows */
Datum
bloom_seen_all(PG_FUNCTION_ARGS)
{
	BloomElements elements = bloom_call_elements(fcinfo, 1);
	BloomSet   *set = open_to_test(PG_GETARG_OID(0), elements.hasher->class);
	Element    *found = palloc(elements.count * sizeof(Element));
	int			count = distinct_elements(set, &elements, found);
	uint64	   *hashes = palloc(count * sizeof(uint64));
	bool	   *seen = palloc(count * sizeof(bool));
	bool	   *chosen = palloc0(elements.count * sizeof(bool));

	bloom_result_empty_set(fcinfo);
	for (int i = 0; i < count; i++)
		hashes[i] = found[i].hash;
	find_seen(set, GetActiveSnapshot(), hashes, count, seen);
	for (int i = 0; i < count; i++)
		chosen[found[i].place] = seen[i];
	bloom_set_close(set);
	return_chosen(fcinfo, &elements, chosen);
	return (Datum) 0;
}
