/*
 * set/serialize.c
 *		Serialization failures of shared sets.
 *
 * Claims use the current state.  In REPEATABLE READ and SERIALIZABLE, a claim
 * whose answer depends on something that the transaction's snapshot does not
 * show fails with a serialization failure, as INSERT ... ON CONFLICT does.  No
 * serial order of the transactions would explain the answer.
 */
#include "set/serialize.h"

#include "access/genam.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "utils/fmgroids.h"
#include "utils/snapmgr.h"

/* Raise a serialization failure with this detail */
void
bloom_serialize_fail(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
			 errmsg("could not serialize access due to concurrent update"),
			 errdetail("%s", detail)));
}

/*
 * Fail if this transaction keeps a snapshot that does not show the row of a
 * filter; writer is the transaction that inserted the row.  If we replaced it,
 * our snapshot would show values that it must not show.
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
 * Fail if the set existed before the snapshot but its settings are not
 * visible: it has been emptied since.  A set that is newer than the snapshot
 * counts as an empty one.  Does nothing if the transaction keeps no snapshot.
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
