/*
 * set/serialize.c
 *		What a transaction that keeps one snapshot cannot be told.
 *
 * Claims go by what is now.  In REPEATABLE READ and SERIALIZABLE, a claim
 * whose answer depends on something that the transaction's snapshot does not
 * show fails with a serialization failure, as INSERT ... ON CONFLICT does: no
 * order of transactions, one after the other, would explain the answer.
 */
#include "set/serialize.h"

#include "access/genam.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "utils/fmgroids.h"
#include "utils/snapmgr.h"

/* The error itself */
void
bloom_serialize_fail(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("could not serialize access due to concurrent update"),
			 errdetail("%s", detail)));
}

/*
 * An error if the transaction's snapshot does not show the row of a filter,
 * which was written by that transaction.  If it were replaced, the snapshot
 * would show all that was added to it.
 */
void
bloom_serialize_shown(TransactionId writer)
{
	if (IsolationUsesXactSnapshot() &&
		!TransactionIdIsCurrentTransactionId(writer) &&
		XidInMVCCSnapshot(writer, GetTransactionSnapshot()))
		bloom_serialize_fail("A shared set was changed after the transaction's snapshot was taken.");
}

/*
 * An error if a set whose settings the transaction's snapshot does not show is
 * older than that: then it was emptied.  A newer one is like an empty one.
 */
void
bloom_serialize_emptied(Relation view, Snapshot snapshot)
{
	Relation	classes;
	ScanKeyData key;
	SysScanDesc scan;
	bool		older;

	if (!IsolationUsesXactSnapshot())
		return;
	classes = table_open(RelationRelationId, AccessShareLock);
	ScanKeyInit(&key, Anum_pg_class_oid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(RelationGetRelid(view)));
	scan = systable_beginscan(classes, ClassOidIndexId, true, snapshot, 1,
							  &key);
	older = HeapTupleIsValid(systable_getnext(scan));
	systable_endscan(scan);
	table_close(classes, AccessShareLock);
	if (older)
		bloom_serialize_fail("A shared set was emptied after the transaction's snapshot was taken.");
}
