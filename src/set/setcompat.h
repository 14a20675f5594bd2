/*
 * set/setcompat.h
 *		Differences between PostgreSQL versions and between machines that
 *		matter for shared sets only.  The others are in value/valuecompat.h.
 *
 * No other file of this module tests PG_VERSION_NUM or the byte order.
 */
#ifndef BLOOM_SET_COMPAT_H
#define BLOOM_SET_COMPAT_H

#include "value/valuecompat.h"

#include "access/genam.h"
#include "access/tableam.h"
#include "access/toast_internals.h"
#include "access/xact.h"
#include "catalog/index.h"
#include "catalog/pg_class.h"
#include "commands/tablecmds.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/autovacuum.h"
#include "storage/latch.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/sinvaladt.h"
#include "utils/acl.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#if PG_VERSION_NUM < 140000
/* before 14, SQL functions with the same C function share one macro */
#define F_TIMESTAMPTZ_GE	F_TIMESTAMP_GE
#endif
#if PG_VERSION_NUM >= 150000
#include "common/pg_prng.h"
#endif
#if PG_VERSION_NUM >= 180000
#include "commands/vacuum.h"
#endif

/* A random number that other sessions cannot predict */
static inline uint32
bloom_random(void)
{
#if PG_VERSION_NUM >= 150000
	return pg_prng_uint32(&pg_global_prng_state);
#else
	return (uint32) random() << 1;
#endif
}

/*
 * The index of a table's primary key, or InvalidOid if there is none or it is
 * deferrable.  RelationGetIndexList() was called before.
 */
static inline Oid
bloom_primary_index(Relation table)
{
#if PG_VERSION_NUM >= 170000
	if (table->rd_ispkdeferrable)
		return InvalidOid;
#endif
	return table->rd_pkindex;
}

/* Whether the user is the owner of a relation, or a member of that role */
#if PG_VERSION_NUM >= 160000
#define bloom_is_owner(relation) \
	object_ownercheck(RelationRelationId, relation, GetUserId())
#else
#define bloom_is_owner(relation)	pg_class_ownercheck(relation, GetUserId())
#endif

/* Begin an index scan; index_rescan then supplies that number of keys */
static inline IndexScanDesc
bloom_index_beginscan(Relation table, Relation index, Snapshot snapshot,
					  int keys)
{
#if PG_VERSION_NUM >= 190000
	return index_beginscan(table, index, snapshot, NULL, keys, 0, SO_NONE);
#elif PG_VERSION_NUM >= 180000
	return index_beginscan(table, index, snapshot, NULL, keys, 0);
#else
	return index_beginscan(table, index, snapshot, keys, 0);
#endif
}

/*
 * Delete a row.  Returns false if another transaction has deleted it, or if
 * one has locked it and wait is false.
 */
static inline bool
bloom_delete_row(Relation table, const ItemPointerData *place, bool wait)
{
	CommandId	command = GetCurrentCommandId(true);
	ItemPointerData copy = *place;
	TM_FailureData failure;

#if PG_VERSION_NUM >= 190000
	return table_tuple_delete(table, &copy, command, 0, InvalidSnapshot,
							  InvalidSnapshot, wait, &failure) == TM_Ok;
#else
	return table_tuple_delete(table, &copy, command, InvalidSnapshot,
							  InvalidSnapshot, wait, &failure,
							  false) == TM_Ok;
#endif
}

/* The snapshot for reading TOAST tables */
static inline SnapshotData
bloom_toast_snapshot(void)
{
#if PG_VERSION_NUM >= 180000
	return *get_toast_snapshot();
#else
	SnapshotData snapshot;

	init_toast_snapshot(&snapshot);
	return snapshot;
#endif
}

/* Insert the entry of a new row in a unique index */
static inline void
bloom_index_insert(Relation index, Datum *values, bool *nulls,
				   ItemPointer place, Relation table)
{
	IndexInfo  *info = BuildIndexInfo(index);

#if PG_VERSION_NUM >= 140000
	index_insert(index, values, nulls, place, table, UNIQUE_CHECK_YES, false,
				 info);
#else
	index_insert(index, values, nulls, place, table, UNIQUE_CHECK_YES, info);
#endif
	pfree(info);
}

/* Truncate open tables.  The caller holds AccessExclusiveLock on them. */
static inline void
bloom_truncate(List *tables, List *oids, List *logged)
{
#if PG_VERSION_NUM >= 160000
	ExecuteTruncateGuts(tables, oids, logged, DROP_RESTRICT, false, false);
#else
	ExecuteTruncateGuts(tables, oids, logged, DROP_RESTRICT, false);
#endif
}

/* Set the latch of the process that runs a transaction, if it still does */
static inline void
bloom_set_latch_of(const VirtualTransactionId *transaction)
{
#if PG_VERSION_NUM >= 170000
	PGPROC	   *process = ProcNumberGetProc(transaction->procNumber);
#else
	PGPROC	   *process = BackendIdGetProc(transaction->backendId);
#endif

	if (process != NULL)
		SetLatch(&process->procLatch);
}

/* Whether VACUUM may truncate a table: the parameter vacuum_truncate */
static inline bool
bloom_may_truncate(Relation table)
{
	StdRdOptions *options = (StdRdOptions *) table->rd_options;

#if PG_VERSION_NUM >= 190000
	if (options == NULL || options->vacuum_truncate == PG_TERNARY_UNSET)
		return vacuum_truncate;
	return options->vacuum_truncate == PG_TERNARY_TRUE;
#elif PG_VERSION_NUM >= 180000
	return options == NULL || !options->vacuum_truncate_set ?
		vacuum_truncate : options->vacuum_truncate;
#else
	return options == NULL || options->vacuum_truncate;
#endif
}

/* Whether autovacuum processes a table */
static inline bool
bloom_has_autovacuum(Relation table)
{
	StdRdOptions *options = (StdRdOptions *) table->rd_options;

	return AutoVacuumingActive() &&
		(options == NULL || options->autovacuum.enabled);
}

/* A snapshot that shows all rows of a table that VACUUM would not remove */
static inline SnapshotData
bloom_kept_snapshot(Relation table)
{
	SnapshotData snapshot;

#if PG_VERSION_NUM >= 140000
	/* otherwise the horizon is that of before the last transaction ID */
	(void) GetOldestNonRemovableTransactionId(table);
	InitNonVacuumableSnapshot(snapshot, GlobalVisTestFor(table));
#else
	InitNonVacuumableSnapshot(snapshot,
							  GetOldestXmin(table, PROCARRAY_FLAGS_VACUUM));
#endif
	return snapshot;
}

/* Copy words between native and stored byte order, at unaligned addresses */
static inline void
bloom_filter_copy(void *to, const void *from, Size size)
{
	if (to != from)
		memcpy(to, from, size);
#ifdef WORDS_BIGENDIAN
	for (Size at = 0; at < size; at += sizeof(uint64))
	{
		uint64		word;

		memcpy(&word, (char *) to + at, sizeof(word));
		word = bloom_le64(word);
		memcpy((char *) to + at, &word, sizeof(word));
	}
#endif
}

#endif							/* BLOOM_SET_COMPAT_H */
