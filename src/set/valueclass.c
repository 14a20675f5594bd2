/*
 * set/valueclass.c
 *		Which class of values a shared set holds: the first claim decides.
 *
 * The first claim writes a row of settings with the class.  If others come
 * before it is committed, each of them writes such a row, too, for the first
 * one may be rolled back.  So they do not wait for each other, unless they
 * are of different classes: then one of them is not to be.
 */
#include "set/valueclass.h"

#include "access/tableam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "set/set.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/snapmgr.h"

/* What the rows of settings say of the class now */
typedef struct Look
{
	TransactionId other;		/* has written another class, and not ended */
	bool		deletable;		/* there is a row without a class */
	ItemPointerData place;		/* of that */
} Look;

/* Take note of a row of settings, by a dirty snapshot */
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

/* Write a row of settings with the class; that without goes, if it can */
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
 * Find or write the class of a set that had none.  Returns who must be waited
 * for, or InvalidTransactionId.
 */
static TransactionId
try_class(BloomSet *set, BloomClass class)
{
	Oid			table = RelationGetRelid(set->tables[BLOOM_SETTINGS]);
	LOCKTAG		tag = bloom_set_locktag(MyDatabaseId, table, 0);
	Look		look;

	/* model: class-lock; not for longer, so that no two miss each other */
	(void) LockAcquire(&tag, ExclusiveLock, false, false);
	look = look_at_rows(set, class);
	/* model: class-row */
	if (set->class == BLOOM_CLASS_NONE && !TransactionIdIsValid(look.other))
		write_class(set, class, &look);
	LockRelease(&tag, ExclusiveLock, false);
	return set->class == BLOOM_CLASS_NONE ? look.other : InvalidTransactionId;
}

/* An error if the set holds values of another class */
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
 * The set holds values of the class from now on; an error if it holds others.
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
