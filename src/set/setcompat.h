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
#include "storage/bufmgr.h"
#include "storage/latch.h"
#include "storage/lock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/sinvaladt.h"
#include "utils/acl.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

#if PG_VERSION_NUM >= 150000
#include "common/pg_prng.h"
#endif
#if PG_VERSION_NUM >= 180000
#include "commands/vacuum.h"
#endif

/* Names and arguments of later versions */
#if PG_VERSION_NUM < 140000
/* SQL functions with the same C function share one macro */
#define F_TIMESTAMPTZ_GE	F_TIMESTAMP_GE
#define index_insert(index, values, nulls, place, table, check, same, info) \
	index_insert(index, values, nulls, place, table, check, info)
/* its pages are not looked for in the buffers where they were */
#define ReadRecentBuffer(file, fork, block, buffer)	false
#endif
#if PG_VERSION_NUM < 160000
#define RelFileLocator		RelFileNode
#define rd_locator			rd_node
#define object_ownercheck(class, oid, role)	pg_class_ownercheck(oid, role)
#define ExecuteTruncateGuts(tables, oids, logged, behavior, restart, as_user) \
	ExecuteTruncateGuts(tables, oids, logged, behavior, restart)
#endif
#if PG_VERSION_NUM < 170000
#define ProcNumberGetProc	BackendIdGetProc
#define procNumber			backendId
#define bloom_lxid(process)	((process)->lxid)
#else
#define bloom_lxid(process)	((process)->vxid.lxid)
#endif
#if PG_VERSION_NUM >= 180000
#define init_toast_snapshot(snapshot)	(*(snapshot) = *get_toast_snapshot())
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

/* Whether the user is the owner of a relation, or a member of that role */
#define bloom_is_owner(relation) \
	object_ownercheck(RelationRelationId, relation, GetUserId())

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

/* VACUUM of a table removes rows that were deleted before this transaction */
static inline TransactionId
bloom_horizon(Relation table)
{
#if PG_VERSION_NUM >= 140000
	return GetOldestNonRemovableTransactionId(table);
#else
	return GetOldestXmin(table, PROCARRAY_FLAGS_VACUUM);
#endif
}

/* A snapshot that shows all rows of a table that VACUUM would not remove */
static inline SnapshotData
bloom_kept_snapshot(Relation table)
{
	SnapshotData snapshot;
	/* otherwise that of GlobalVisTestFor() can be the one before the last */
	TransactionId horizon = bloom_horizon(table);

#if PG_VERSION_NUM >= 140000
	(void) horizon;
	InitNonVacuumableSnapshot(snapshot, GlobalVisTestFor(table));
#else
	InitNonVacuumableSnapshot(snapshot, horizon);
#endif
	return snapshot;
}

/* Copy words between native and stored byte order, at unaligned addresses */
static inline void
bloom_set_filter_copy(void *to, const void *from, Size size)
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
