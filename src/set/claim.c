/*
 * set/claim.c
 *		Claiming values for a shared set, giving them back, and testing whether
 *		it has them.
 *
 * A claimed value is among the recent hashes or in a filter, because a merge
 * moves it from one to the other in one transaction.  A claim first tests the
 * filters.  Then it inserts the hash among the recent ones (insert.c), where
 * the first of several claims is determined.  In between, a merge of the same
 * hash may have committed, after which the hash can be inserted again.
 * So the claim tests the filters again if a transaction has ended since, and
 * deletes its own row if a filter has the hash.  That needs no lock: if the
 * hash could be inserted, the merge that removed it has committed, so a later
 * snapshot shows its filter.
 *
 * Claims use the latest snapshot at every isolation level.  As with unique
 * keys, an older snapshot cannot decide which claim is first.  If the
 * transaction keeps an older one that does not show why a value is not new,
 * the claim fails.  README.md has a table of interleavings.
 */
#include "set/recent.h"

#include "func/call.h"
#include "func/result.h"
#include "set/filters.h"
#include "set/worker.h"

BLOOM_FUNCTION(bloom_claim);
BLOOM_FUNCTION(bloom_claim_all);
BLOOM_FUNCTION(bloom_unclaim);
BLOOM_FUNCTION(bloom_seen);
BLOOM_FUNCTION(bloom_seen_all);

/* Room for `count` hashes, of as many elements as an array can have */
static BloomSetHash *
alloc_hashes(int count)
{
	uint64		size = (uint64) count * sizeof(BloomSetHash);

	/* a size_t of 32 bits may be too small, and SIZE_MAX is refused */
	return MemoryContextAllocHuge(CurrentMemoryContext, Min(size, SIZE_MAX));
}

/*
 * Test the filters again, after hashes were inserted, and delete the rows of
 * those that a filter has now.  Does nothing if the latest snapshot shows the
 * same as at the first look, because then no merge has committed.  Returns the
 * number of rows deleted.
 */
static int
take_out(const BloomSet *set, BloomSetHash *hashes, int count, uint64 state)
{
	int			taken = 0;

	if (bloom_known_state(GetLatestSnapshot()) == state)
		return 0;
	/* model: second-look */
	bloom_filters_test(set, NULL, true, hashes, count);
	for (int i = 0; i < count; i++)
	{
		/* model: keep-given-back; the filter may have had it all along */
		if (hashes[i].given_back)
			hashes[i].known = false;
		if (!hashes[i].known || !ItemPointerIsValid(&hashes[i].row))
			continue;
		/* model: delete-command */
		if (taken++ == 0)
			CommandCounterIncrement();
		/* model: take-out */
		if (!bloom_delete_row(bloom_set_table(set, BLOOM_RECENT),
							  &hashes[i].row, false))
			elog(ERROR, "could not delete a row that was just inserted");
	}
	return taken;
}

/* Mark the hashes as known of which the snapshot shows that they are */
static void
find_seen(const BloomSet *set, Snapshot snapshot, BloomSetHash *hashes,
		  int count)
{
	BloomLookup lookup;

	bloom_filters_test(set, snapshot, false, hashes, count);
	bloom_lookup_begin(&lookup, set, snapshot);
	/* model: seen */
	for (int i = 0; i < count; i++)
		hashes[i].known = (hashes[i].known && !set->unclaim) ||
			bloom_lookup_contains(&lookup, hashes[i].hash, hashes[i].known);
	bloom_lookup_end(&lookup);
}

/*
 * Make the snapshot that the transaction keeps the active one, and let it show
 * what the transaction has done so far
 */
static void
push_kept_snapshot(void)
{
	CommandCounterIncrement();
	PushCopiedSnapshot(GetTransactionSnapshot());
	UpdateActiveSnapshotCommandId();
}

/*
 * Used if the transaction keeps its snapshot.  Raises a serialization error if
 * another transaction has claimed one of the known hashes after the snapshot
 * was taken.  The recent hashes are read as they are now first, because that
 * is not recorded as a read of the transaction.
 */
void
bloom_claim_check_known(const BloomSet *set, const BloomSetHash *hashes,
						int count)
{
	BloomSetHash *rest = alloc_hashes(count);
	int			rest_count = 0;
	SnapshotData dirty;
	BloomLookup lookup;

	InitDirtySnapshot(dirty);
	push_kept_snapshot();
	bloom_lookup_begin(&lookup, set, &dirty);
	for (int i = 0; i < count; i++)
		/* model: known-now */
		if (hashes[i].known &&
			!bloom_lookup_is_known(&lookup, GetActiveSnapshot(),
								   hashes[i].hash))
			rest[rest_count++] = bloom_set_hash(set, hashes[i].hash);
	bloom_lookup_end(&lookup);
	/* model: known-by-snapshot */
	find_seen(set, GetActiveSnapshot(), rest, rest_count);
	for (int i = 0; i < rest_count; i++)
		if (!rest[i].known)
			bloom_serialize_fail("A value was claimed after the transaction's snapshot was taken.");
	PopActiveSnapshot();
	pfree(rest);
}

/*
 * Claim distinct hashes, in ascending order.  Marks those as known that are
 * not new, and returns the number of the others.  The set must be open with
 * its current settings, for BLOOM_SET_CLAIM or a use that takes stronger
 * locks.  Raises an error if the transaction keeps a snapshot that does not
 * show why a value is not new.
 */
int
bloom_claim_hashes(const BloomSet *set, BloomSetHash *hashes, int count)
{
	/* model: first-look */
	uint64		state = bloom_filters_test(set, NULL, false, hashes, count);
	int			new = bloom_recent_insert(set, hashes, count);

	if (new > 0)
		new -= take_out(set, hashes, count, state);
	/* model: check-known */
	if (IsolationUsesXactSnapshot() && new < count)
		bloom_claim_check_known(set, hashes, count);
	if (new > 0)
		bloom_worker_check(set, hashes, count);
	return new;
}

/*
 * Open a set for claims of values of a class; command is the function's name
 * in error messages
 */
static BloomSet *
open_to_claim(Oid view, BloomClass class, const char *command)
{
	BloomSet   *set;

	PreventCommandIfReadOnly(command);
	PreventCommandIfParallelMode(command);
	set = bloom_set_open(view, ACL_INSERT, BLOOM_SET_CLAIM, NULL);
	/* the snapshot may show other settings, or none */
	if (IsolationUsesXactSnapshot() &&
		XidInMVCCSnapshot(set->writer, GetTransactionSnapshot()))
	{
		/* raises an error if the set was emptied after the snapshot */
		bloom_settings_read(set, GetTransactionSnapshot());
		bloom_settings_read(set, NULL);
	}
	bloom_set_check_class(set, class);
	return set;
}

/*
 * The hash by which a set identifies a value.  The layers of growing filters,
 * such as the result of bloom_set_filter(), use the same one.
 */
static BloomSetHash
hash_value(const BloomSet *set, BloomHasher *hasher, Datum value)
{
	return bloom_set_hash(set, bloom_bits_rotated(hasher->hash(hasher, value,
															   set->seed)));
}

/* bloom_claim(set, value): true if the value is new */
Datum
bloom_claim(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);
	BloomSet   *set = open_to_claim(PG_GETARG_OID(0), hasher->class,
									"bloom_claim()");
	BloomSetHash hash = hash_value(set, hasher, PG_GETARG_DATUM(1));
	bool		new = bloom_claim_hashes(set, &hash, 1) == 1;

	bloom_set_close(set);
	PG_RETURN_BOOL(new);
}

/*
 * Whether the snapshot of this transaction, which keeps it, shows that a hash
 * is known, or whether the transaction has claimed it
 */
static bool
is_seen_by_transaction(const BloomSet *set, BloomSetHash hash)
{
	push_kept_snapshot();
	find_seen(set, GetActiveSnapshot(), &hash, 1);
	PopActiveSnapshot();
	return hash.known;
}

/*
 * bloom_unclaim(set, value): gives a value back.  Returns whether it was
 * known, which is decided by the current state, as for claims.
 */
Datum
bloom_unclaim(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 1);
	BloomSet   *set = open_to_claim(PG_GETARG_OID(0), hasher->class,
									"bloom_unclaim()");
	BloomSetHash hash = hash_value(set, hasher, PG_GETARG_DATUM(1));
	bool		kept = IsolationUsesXactSnapshot();
	bool		seen;
	bool		known;

	if (!set->unclaim)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("values of shared set \"%s\" cannot be given back",
						RelationGetRelationName(bloom_set_view(set))),
				 errhint("Create a set with unclaim => true.")));
	seen = kept && is_seen_by_transaction(set, hash);
	known = bloom_unclaim_hash(set, hash.hash);
	/* model: unclaim-kept; a snapshot may show another row of the hash */
	if (kept && (known != seen ||
				 (known && is_seen_by_transaction(set, hash))))
		bloom_serialize_fail("A value was claimed or given back after the transaction's snapshot was taken.");
	bloom_set_close(set);
	PG_RETURN_BOOL(known);
}

static int
compare_hashes(const void *a, const void *b)
{
	const BloomSetHash *x = a;
	const BloomSetHash *y = b;

	CHECK_FOR_INTERRUPTS();
	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->place - y->place;
}

/*
 * The hashes of the distinct elements that are not null, palloc'd and in
 * ascending order.  Of equal elements, the first one in the array counts.
 */
static BloomSetHash *
hash_elements(const BloomSet *set, const BloomElements *elements, int *count)
{
	BloomSetHash *hashes = alloc_hashes(elements->count);
	int			all = 0;

	*count = 0;
	for (int i = 0; i < elements->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (elements->nulls[i])
			continue;
		hashes[all] = hash_value(set, elements->hasher, elements->values[i]);
		hashes[all++].place = i;
	}
	qsort(hashes, all, sizeof(BloomSetHash), compare_hashes);
	for (int i = 0; i < all; i++)
		if (*count == 0 || hashes[i].hash != hashes[*count - 1].hash)
			hashes[(*count)++] = hashes[i];
	return hashes;
}

/* Return the elements that are known, or are not, as rows in their order */
static void
return_elements(FunctionCallInfo fcinfo, const BloomElements *elements,
				const BloomSetHash *hashes, int count, bool known)
{
	bool	   *chosen = palloc0(elements->count * sizeof(bool));
	Oid			type = ARR_ELEMTYPE(elements->array);
	Tuplestorestate *rows = NULL;
	TupleDesc	desc;

	for (int i = 0; i < count; i++)
		chosen[hashes[i].place] = hashes[i].known == known;
	bloom_result_empty_set(fcinfo);
	for (int i = 0; i < elements->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
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
	BloomSet   *set = open_to_claim(PG_GETARG_OID(0), elements.hasher->class,
									"bloom_claim_all()");
	int			count;
	BloomSetHash *hashes = hash_elements(set, &elements, &count);

	bloom_claim_hashes(set, hashes, count);
	bloom_set_close(set);
	return_elements(fcinfo, &elements, hashes, count, false);
	return (Datum) 0;
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
	BloomSetHash hash = hash_value(set, hasher, PG_GETARG_DATUM(1));

	find_seen(set, GetActiveSnapshot(), &hash, 1);
	bloom_set_close(set);
	PG_RETURN_BOOL(hash.known);
}

/* bloom_seen_all(set, values): returns the values that were seen as rows */
Datum
bloom_seen_all(PG_FUNCTION_ARGS)
{
	BloomElements elements = bloom_call_elements(fcinfo, 1);
	BloomSet   *set = open_to_test(PG_GETARG_OID(0), elements.hasher->class);
	int			count;
	BloomSetHash *hashes = hash_elements(set, &elements, &count);

	find_seen(set, GetActiveSnapshot(), hashes, count);
	bloom_set_close(set);
	return_elements(fcinfo, &elements, hashes, count, true);
	return (Datum) 0;
}
