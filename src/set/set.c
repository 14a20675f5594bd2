/*
 * set.c
 *		Opening a shared set: its relations are found, locked and checked, and
 *		used by OID from then on; and what its settings say.
 *
 * Whoever has a privilege on the view may have done to the tables what that
 * stands for.  No statement is run on them, so none is run as somebody else.
 */
#include "set/set.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include <math.h>

/*
 * The set that this transaction has opened last, and for what: it has the
 * locks, and nothing about the relations has changed since, so they need no
 * second look.
 */
static struct
{
	Oid			view;			/* InvalidOid: there is none */
	BloomSetUse use;
	Oid			tables[BLOOM_PIECES];
	Oid			indexes[BLOOM_PIECES];
}			opened;

/* A filter of a shard is meant to have so many bytes at most */
#define SHARD_BYTES		(2 * 1024 * 1024)
#define MAX_SHARDS		(1 << 24)

static void
relation_changes(Datum arg, Oid relation)
{
	bool		ours = !OidIsValid(relation) || relation == opened.view;

	for (int i = 0; i < BLOOM_PIECES; i++)
		ours = ours || relation == opened.tables[i] ||
			relation == opened.indexes[i];
	if (ours)
		opened.view = InvalidOid;
}

static void
transaction_ends(XactEvent event, void *arg)
{
	opened.view = InvalidOid;
}

/* Locks that a subtransaction took go when it is rolled back */
static void
subtransaction_ends(SubXactEvent event, SubTransactionId mine,
					SubTransactionId parent, void *arg)
{
	if (event == SUBXACT_EVENT_ABORT_SUB)
		opened.view = InvalidOid;
}

static void
watch_changes(void)
{
	static bool watched = false;

	if (watched)
		return;
	watched = true;
	CacheRegisterRelcacheCallback(relation_changes, (Datum) 0);
	RegisterXactCallback(transaction_ends, NULL);
	RegisterSubXactCallback(subtransaction_ends, NULL);
}

static void
not_a_set(Relation relation)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("\"%s\" is not a shared bloom set",
					RelationGetRelationName(relation)),
			 errhint("Shared sets are made by bloom_set_create.")));
}

/* The lock that a use takes of a table */
static LOCKMODE
lock_mode(BloomSetUse use, BloomPiece piece)
{
	if (use == BLOOM_SET_ALONE)
		return AccessExclusiveLock;
	if ((use == BLOOM_SET_MERGE && piece != BLOOM_SETTINGS) ||
		(use == BLOOM_SET_CLAIM && piece == BLOOM_RECENT))
		return RowExclusiveLock;
	return AccessShareLock;
}

/* Lock and open a relation; NULL if we are not to wait, or it is gone */
static Relation
lock_relation(Oid oid, LOCKMODE mode, bool wait)
{
	if (wait)
		LockRelationOid(oid, mode);
	else if (!ConditionalLockRelationOid(oid, mode))
		return NULL;
	return try_relation_open(oid, NoLock);
}

/* Close what is open, and keep the locks */
void
bloom_set_close(BloomSet *set)
{
	for (int i = 0; i < BLOOM_PIECES; i++)
	{
		if (set->indexes[i] != NULL)
			relation_close(set->indexes[i], NoLock);
		if (set->tables[i] != NULL)
			relation_close(set->tables[i], NoLock);
		set->indexes[i] = set->tables[i] = NULL;
	}
	if (set->view != NULL)
		relation_close(set->view, NoLock);
	set->view = NULL;
}

/* Open what this transaction has opened and checked before */
static void
reopen(BloomSet *set)
{
	for (int i = 0; i < BLOOM_PIECES; i++)
	{
		set->tables[i] = relation_open(opened.tables[i], NoLock);
		if (OidIsValid(opened.indexes[i]))
			set->indexes[i] = relation_open(opened.indexes[i], NoLock);
	}
}

/* Open and check the one index that a table has, unless it is to have none */
static bool
open_index(BloomSet *set, BloomPiece piece, LOCKMODE mode, bool wait)
{
	Relation	table = set->tables[piece];
	List	   *indexes = RelationGetIndexList(table);
	bool		keyed = *bloom_piece_key(piece) != '\0';

	if (list_length(indexes) != (keyed ? 1 : 0))
		bloom_piece_wrong(table, keyed && indexes == NIL ?
						  "It has lost its primary key." :
						  "It has another index.");
	if (!keyed)
		return true;
	set->indexes[piece] = lock_relation(linitial_oid(indexes), mode, wait);
	if (set->indexes[piece] == NULL)
		return false;
	bloom_piece_check_index(set->indexes[piece], table, piece);
	return true;
}

/* Find, lock and check the tables; false if we are not to wait for one */
static bool
open_tables(BloomSet *set, BloomSetUse use, bool wait)
{
	Oid			tables[BLOOM_PIECES];

	if (!bloom_pieces_find(set->view, tables))
		not_a_set(set->view);
	for (int i = 0; i < BLOOM_PIECES; i++)
	{
		LOCKMODE	mode = lock_mode(use, i);

		set->tables[i] = lock_relation(tables[i], mode, wait);
		if (set->tables[i] == NULL)
			return false;
		bloom_piece_check(set->tables[i], i, set->view);
		if (!open_index(set, i, mode, wait))
			return false;
	}
	watch_changes();
	for (int i = 0; i < BLOOM_PIECES; i++)
	{
		opened.tables[i] = RelationGetRelid(set->tables[i]);
		opened.indexes[i] = set->indexes[i] == NULL ? InvalidOid :
			RelationGetRelid(set->indexes[i]);
	}
	opened.use = use;
	opened.view = RelationGetRelid(set->view);
	return true;
}

/*
 * Open a set without its settings, palloc'd; NULL if we are not to wait for a
 * lock that it needs, or there is no such relation.
 */
static BloomSet *
open_pieces(Oid oid, AclMode privilege, BloomSetUse use, bool wait)
{
	BloomSet   *set = palloc0(sizeof(BloomSet));
	AclResult	allowed;

	set->view = lock_relation(oid, use == BLOOM_SET_ALONE ?
							  AccessExclusiveLock : AccessShareLock, wait);
	if (set->view == NULL)
		return NULL;
	if (set->view->rd_rel->relkind != RELKIND_VIEW)
		not_a_set(set->view);
	set->name = quote_qualified_identifier(get_namespace_name(RelationGetNamespace(set->view)),
										   RelationGetRelationName(set->view));
	allowed = privilege == ACL_NO_RIGHTS ? ACLCHECK_OK :
		pg_class_aclcheck(oid, GetUserId(), privilege);
	if (allowed != ACLCHECK_OK)
		aclcheck_error(allowed, OBJECT_VIEW,
					   RelationGetRelationName(set->view));
	if (opened.view == oid && opened.use >= use)
		reopen(set);
	else if (!open_tables(set, use, wait))
	{
		bloom_set_close(set);
		return NULL;
	}
	return set;
}

/* The error that settings are none: their owner may have changed the row */
static void
wrong_settings(BloomSet *set, const char *what)
{
	bloom_piece_wrong(set->tables[BLOOM_SETTINGS], what);
}

/* Whether a set can be like that */
bool
bloom_set_is_possible(const BloomSet *set)
{
	if (set->capacity < 1 || set->capacity > BLOOM_SET_MAX_CAPACITY ||
		!bloom_class_valid(set->class) ||
		!(set->error_rate >= BLOOM_MIN_ERROR_RATE &&
		  set->error_rate <= BLOOM_MAX_ERROR_RATE))
		return false;
	if (set->shards < 1 || set->shards > MAX_SHARDS)
		return false;
	if (set->keep == 0)
		return set->bucket == 0;
	return set->keep > 0 && set->bucket > 0 &&
		bloom_set_buckets(set) <= BLOOM_SET_MAX_BUCKETS;
}

/* Take the settings from their row */
static void
read_row(BloomSet *set, TupleTableSlot *slot)
{
	Datum	   *values = slot->tts_values;
	bool	   *nulls = slot->tts_isnull;
	bool		possible = true;

	for (int i = 0; i < SETTINGS_COLUMNS; i++)
		if (nulls[i] && i != SETTINGS_KEEP && i != SETTINGS_BUCKET)
			wrong_settings(set, "There is a null in its row.");
	if (DatumGetInt16(values[SETTINGS_VERSION]) != BLOOM_SET_VERSION)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("shared bloom set %s is from a newer version of bloomext",
						set->name)));
	set->settings = slot->tts_tid;
	set->class = (BloomClass) DatumGetInt64(values[SETTINGS_CLASS]);
	set->capacity = DatumGetInt64(values[SETTINGS_CAPACITY]);
	set->error_rate = DatumGetFloat8(values[SETTINGS_ERROR_RATE]);
	set->seed = (uint64) DatumGetInt64(values[SETTINGS_SEED]);
	set->shards = DatumGetInt32(values[SETTINGS_SHARDS]);
	if (!nulls[SETTINGS_KEEP] && !nulls[SETTINGS_BUCKET])
	{
		set->given_keep = *DatumGetIntervalP(values[SETTINGS_KEEP]);
		set->given_bucket = *DatumGetIntervalP(values[SETTINGS_BUCKET]);
		possible = set->given_keep.month == 0 && set->given_bucket.month == 0;
		set->keep = possible ? bloom_set_interval(&set->given_keep) : 0;
		set->bucket = possible ? bloom_set_interval(&set->given_bucket) : 0;
		possible = possible && set->keep != 0;
	}
	if (!possible || nulls[SETTINGS_KEEP] != nulls[SETTINGS_BUCKET] ||
		!bloom_set_is_possible(set))
		wrong_settings(set, "There is no set like that in its row.");
}

/* Read the settings as the snapshot shows them, or as they are now if NULL */
static void
read_settings(BloomSet *set, Snapshot snapshot)
{
	Relation	table = set->tables[BLOOM_SETTINGS];
	Snapshot	used = RegisterSnapshot(snapshot != NULL ? snapshot :
										GetLatestSnapshot());
	TableScanDesc scan = table_beginscan(table, used, 0, NULL);
	TupleTableSlot *slot = table_slot_create(table, NULL);

	if (!table_scan_getnextslot(scan, ForwardScanDirection, slot))
		wrong_settings(set, "It has no row.");
	slot_getallattrs(slot);
	read_row(set, slot);
	if (table_scan_getnextslot(scan, ForwardScanDirection, slot))
		wrong_settings(set, "It has more than one row.");
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	UnregisterSnapshot(used);
}

/*
 * Open a set, as the snapshot shows it, or as it is now if that is NULL.  An
 * error if it is none or isn't whole, or the user lacks the privilege.  Its
 * locks stay until the transaction ends.
 */
BloomSet *
bloom_set_open(Oid view, AclMode privilege, BloomSetUse use,
			   Snapshot snapshot)
{
	BloomSet   *set = open_pieces(view, privilege, use, true);

	if (set == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("there is no shared bloom set with OID %u", view)));
	read_settings(set, snapshot);
	return set;
}

/* The same for what only its owner may do */
BloomSet *
bloom_set_open_owned(Oid view, BloomSetUse use, Snapshot snapshot)
{
	if (get_rel_relkind(view) == RELKIND_VIEW && !bloom_is_owner(view))
		aclcheck_error(ACLCHECK_NOT_OWNER, OBJECT_VIEW, get_rel_name(view));
	return bloom_set_open(view, ACL_NO_RIGHTS, use, snapshot);
}

/* The same, whoever asks; NULL if it is gone, or a lock would have to wait */
BloomSet *
bloom_set_try_open(Oid view, BloomSetUse use)
{
	BloomSet   *set = open_pieces(view, ACL_NO_RIGHTS, use, false);

	if (set != NULL)
		read_settings(set, NULL);
	return set;
}

/* The same of a set that has no settings yet */
BloomSet *
bloom_set_open_pieces(Oid view, BloomSetUse use)
{
	return open_pieces(view, ACL_NO_RIGHTS, use, true);
}

/* Insert the row of settings */
void
bloom_set_write_settings(BloomSet *set)
{
	Relation	table = set->tables[BLOOM_SETTINGS];
	HeapTuple	tuple;
	Datum		values[] = {
		[SETTINGS_VERSION] = Int16GetDatum(BLOOM_SET_VERSION),
		[SETTINGS_CLASS] = Int64GetDatum(set->class),
		[SETTINGS_CAPACITY] = Int64GetDatum(set->capacity),
		[SETTINGS_ERROR_RATE] = Float8GetDatum(set->error_rate),
		[SETTINGS_SEED] = Int64GetDatum((int64) set->seed),
		[SETTINGS_KEEP] = IntervalPGetDatum(&set->given_keep),
		[SETTINGS_BUCKET] = IntervalPGetDatum(&set->given_bucket),
		[SETTINGS_SHARDS] = Int32GetDatum(set->shards)
	};
	bool		nulls[SETTINGS_COLUMNS] = {0};

	nulls[SETTINGS_KEEP] = nulls[SETTINGS_BUCKET] = set->keep == 0;
	tuple = bloom_piece_form_row(table, BLOOM_SETTINGS, values, nulls);
	heap_insert(table, tuple, GetCurrentCommandId(true), 0, NULL);
	heap_freetuple(tuple);
	CommandCounterIncrement();
}

/*
 * Replace the row of settings by one with this class.  Waits for another
 * transaction that has done so; false if that was committed.
 */
static bool
write_class(BloomSet *set, BloomClass class)
{
	Relation	table = set->tables[BLOOM_SETTINGS];
	TM_FailureData failure;
	TM_Result	result;

	LockRelation(table, RowExclusiveLock);
	CommandCounterIncrement();
	result = table_tuple_delete(table, &set->settings,
								GetCurrentCommandId(true), InvalidSnapshot,
								InvalidSnapshot, true, &failure, false);
	if (result != TM_Ok)
		return false;
	set->class = class;
	bloom_set_write_settings(set);
	return true;
}

/*
 * The set holds values of the class from now on; an error if it holds others.
 * The first claim says so, and others that come at the same time wait for it.
 */
void
bloom_set_settle_class(BloomSet *set, BloomClass class)
{
	while (set->class == BLOOM_CLASS_NONE && !write_class(set, class))
		read_settings(set, NULL);
	if (set->class != class)
		bloom_class_mismatch(set->class, class);
}

/* An interval of days and time, in microseconds; past the limit, the limit */
int64
bloom_set_interval(const Interval *interval)
{
	int64		days = Max(Min(interval->day, 2 * BLOOM_SET_MAX_DAYS),
						   -2 * BLOOM_SET_MAX_DAYS);
	int64		time = Max(Min(interval->time, BLOOM_SET_MAX_DAYS * USECS_PER_DAY),
						   -BLOOM_SET_MAX_DAYS * USECS_PER_DAY);

	if (interval->month != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("keep and bucket must not have months or years"),
				 errhint("Give them in days, or shorter units.")));
	return Max(Min(days * USECS_PER_DAY + time,
				   BLOOM_SET_MAX_DAYS * USECS_PER_DAY),
			   -BLOOM_SET_MAX_DAYS * USECS_PER_DAY);
}

/* How many buckets are live at a time */
int64
bloom_set_buckets(const BloomSet *set)
{
	if (set->keep == 0)
		return 1;
	return (set->keep - 1) / set->bucket + 2;
}

/* What a bucket's filters with that number are for, if it were one shard */
static BloomShape
bucket_shape(const BloomSet *set, int part)
{
	int64		buckets = bloom_set_buckets(set);
	BloomShape	shape = {
		.capacity = (set->capacity - 1) / buckets + 1,
		.error_rate = set->error_rate / buckets * (part == 0 ? 0.75 : 0.25),
		.seed = (int64) set->seed
	};

	/* no set has grown so often, but its owner may say so */
	for (int i = 0; i < Min(part, 64); i++)
	{
		/* past what a filter can have, anyway */
		if (shape.capacity <= PG_INT64_MAX / 2)
			shape.capacity *= 2;
		shape.error_rate /= 2.0;
	}
	shape.error_rate = Max(shape.error_rate, BLOOM_MIN_ERROR_RATE);
	return shape;
}

/* So many shards let a filter stay small; the size of a classic one is near */
int32
bloom_set_needed_shards(const BloomSet *set)
{
	BloomShape	shape = bucket_shape(set, 0);
	double		bytes = shape.capacity * -log(shape.error_rate) /
		(M_LN2 * M_LN2 * 8);

	return (int32) Min(ceil(bytes / SHARD_BYTES), MAX_SHARDS);
}

/*
 * What the filter with that number in a bucket and shard is for.  The buckets
 * share the error rate and the capacity.  In a bucket, the first filter gets
 * 3/4 of the rate, those that are added past the capacity 1/8, 1/16 ...; each
 * is for twice as many values as the one before.  Shards are filled alike but
 * for chance, whose four standard deviations each has room for.
 */
BloomShape
bloom_set_shape(const BloomSet *set, int part)
{
	BloomShape	shape = bucket_shape(set, part);

	if (set->shards > 1)
	{
		shape.capacity = (shape.capacity - 1) / set->shards + 1;
		shape.capacity += (int64) (4.0 * sqrt((double) shape.capacity));
	}
	return shape;
}

/* How many values a filter is for: of one that would be too large, fewer */
int64
bloom_set_part_capacity(const BloomSet *set, int part)
{
	BloomShape	shape = bloom_set_shape(set, part);
	BloomGeometry geometry;

	while (!bloom_geometry_solve(shape.capacity, shape.error_rate, &geometry))
		shape.capacity /= 2;
	return shape.capacity;
}

/* The layout of the filter with that number in a bucket and shard */
bool
bloom_set_geometry(const BloomSet *set, int part, BloomGeometry *geometry)
{
	return bloom_geometry_solve(bloom_set_part_capacity(set, part),
								bloom_set_shape(set, part).error_rate,
								geometry);
}

/* The bucket that claims go to now */
TimestampTz
bloom_set_bucket(const BloomSet *set)
{
	TimestampTz now = GetCurrentTimestamp();

	if (set->keep == 0)
		return DT_NOBEGIN;
	return now - now % set->bucket;
}

/* The oldest bucket that may have values that are still to be kept */
TimestampTz
bloom_set_live(const BloomSet *set)
{
	if (set->keep == 0)
		return DT_NOBEGIN;
	return bloom_set_bucket(set) - (bloom_set_buckets(set) - 1) * set->bucket;
}
