/*
 * set/valueclass.c
 *		The value class of a shared set, which the first claim determines.
 *
 * The first claim writes a row of settings with the class.  Claims that come
 * before it is committed write such a row, too, because the first one may be
 * rolled back.  So claims of one class do not wait for each other.  A claim of
 * another class waits, because at most one of the two can succeed.
 */
#include "set/valueclass.h"

#include "access/tableam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "set/set.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/snapmgr.h"
#include "value/classname.h"

/* What the rows of settings say about the class */
typedef struct Look
{
	TransactionId other;		/* in progress, has written another class */
	bool		deletable;		/* a row without a class can be deleted */
	ItemPointerData place;		/* of that row */
} Look;

/*
 * Note in *look what a row of settings, found by a dirty snapshot, says about
 * the class.  Sets the class of the set if it is decided.
 */
static void
look_at_row(BloomSet *set, BloomClass wanted, TupleTableSlot *slot,
			Snapshot dirty, Look *look)
{
	bool		null;
	Datum		value = slot_getattr(slot, SETTINGS_CLASS + 1, &null);
	BloomClass	class = null ? BLOOM_CLASS_NONE :
		(BloomClass) DatumGetInt64(value);

	if (class == BLOOM_CLASS_NONE)
	{
		look->deletable = !TransactionIdIsValid(dirty->xmin) &&
			!TransactionIdIsValid(dirty->xmax);
		look->place = slot->tts_tid;
	}
	/* model: class-look */
	else if (!TransactionIdIsValid(dirty->xmin))
		set->class = class;
	else if (class != wanted)
		look->other = dirty->xmin;
}

/* Read all rows of settings, as look_at_row() does */
static Look
look_at_rows(BloomSet *set, BloomClass wanted)
{
	Relation	table = set->tables[BLOOM_SETTINGS];
	TupleTableSlot *slot = table_slot_create(table, NULL);
	Look		look = {.other = InvalidTransactionId};
	SnapshotData dirty;
	TableScanDesc scan;

	InitDirtySnapshot(dirty);
	scan = bloom_table_beginscan(table, &dirty);
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
		look_at_row(set, wanted, slot, &dirty, &look);
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
	return look;
}

/* Write a row of settings with the class, and delete the one without it */
static void
write_class(BloomSet *set, BloomClass class, Look *look)
{
	CommandCounterIncrement();
	if (look->deletable)
		(void) bloom_delete_row(set->tables[BLOOM_SETTINGS], &look->place,
								false);
	set->class = class;
	bloom_settings_insert(set);
}

/*
 * Find or write the class of a set that had none.  Returns the transaction to
 * wait for, or InvalidTransactionId if the set has a class now.
 */
static TransactionId
try_class(BloomSet *set, BloomClass class)
{
	Oid			table = RelationGetRelid(set->tables[BLOOM_SETTINGS]);
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, table, 0);
	Look		look;

	/* model: class-lock; so that no two claims miss each other's row */
	(void) LockAcquire(&tag, ExclusiveLock, false, false);
	look = look_at_rows(set, class);
	/* model: class-row */
	if (set->class == BLOOM_CLASS_NONE && !TransactionIdIsValid(look.other))
		write_class(set, class, &look);
	LockRelease(&tag, ExclusiveLock, false);
	return set->class == BLOOM_CLASS_NONE ? look.other : InvalidTransactionId;
}

/* Raise an error if the set has values of another class */
void
bloom_class_check(const BloomSet *set, BloomClass class)
{
	/* model: class-check */
	if (bloom_classes_conflict(set->class, class))
	{
		const char *type = bloom_class_cast(set->class, class);

		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("shared set \"%s\" holds %s values, not %s",
						RelationGetRelationName(set->view),
						bloom_class_name(set->class),
						bloom_class_name(class)),
				 type != NULL ?
				 errhint("Cast the value to the type of the set's values. A parameter without a type is text: write $1::%s, or $1::%s[] for an array.",
						 type, type) :
				 errhint("Cast the value to the type of the set's values.")));
	}
}

/*
 * Make sure that the set has a value class, and raise an error if it is
 * another one than class.  Writes the class if the set has none, and waits for
 * transactions in progress that have written another one.
 */
void
bloom_class_resolve(BloomSet *set, BloomClass class)
{
	if (set->class == BLOOM_CLASS_NONE)
	{
		TransactionId other;

		bloom_set_lock_settings(set);
		/* model: class-wait */
		while (TransactionIdIsValid(other = try_class(set, class)))
			XactLockTableWait(other, set->tables[BLOOM_SETTINGS], NULL,
							  XLTW_None);
	}
	bloom_class_check(set, class);
}
