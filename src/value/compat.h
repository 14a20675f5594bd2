/*
 * value/compat.h
 *		The differences between PostgreSQL 13 to 18, and between machines: the
 *		only place that tests PG_VERSION_NUM or the byte order.
 */
#ifndef BLOOM_COMPAT_H
#define BLOOM_COMPAT_H

#include "postgres.h"

#include "access/genam.h"
#include "catalog/index.h"
#include "commands/tablecmds.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/supportnodes.h"
#include "pgstat.h"
#include "port/pg_bswap.h"
#include "storage/proc.h"
#include "utils/acl.h"
#include "utils/builtins.h"

#if PG_VERSION_NUM < 130000
#error "bloomext needs PostgreSQL 13 or later"
#endif

#if PG_VERSION_NUM >= 150000
#include "common/pg_prng.h"
#endif
#if PG_VERSION_NUM >= 140000
#include "utils/backend_status.h"
#endif
#if PG_VERSION_NUM >= 160000
#include "catalog/pg_class.h"
#include "nodes/miscnodes.h"
#include "varatt.h"
#else
/* without soft errors, an error in input ends the statement */
#define ereturn(context, result, ...) \
	do { (void) (context); ereport(ERROR, __VA_ARGS__); } while (0)
#endif

/* up to 13, functions that share their C code have one name */
#if PG_VERSION_NUM < 140000
#define F_TIMESTAMPTZ_GE	F_TIMESTAMP_GE
#endif

/* up to 15, VARATT_EXTERNAL_GET_POINTER is here */
#include "access/detoast.h"

/*
 * We are compiled with hidden visibility, for the server and contrib/bloom
 * export symbols that begin with bloom_ too.  From 16 on the server's macros
 * exempt what SQL calls.
 */
#if PG_VERSION_NUM < 160000
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif
#define BLOOM_FUNCTION(name) \
	extern PGDLLEXPORT Datum name(PG_FUNCTION_ARGS); \
	PG_FUNCTION_INFO_V1(name)

/*
 * The answer to PL/pgSQL's question whether the first argument of x := f(x,
 * ...) may be changed in place: the Param of it, or NULL.  The other arguments
 * are values that f reads before it changes anything.  Up to 17 nobody asks.
 */
static inline void *
bloom_modify_in_place(Node *request)
{
#if PG_VERSION_NUM >= 180000
	if (IsA(request, SupportRequestModifyInPlace))
	{
		SupportRequestModifyInPlace *change =
			(SupportRequestModifyInPlace *) request;
		Param	   *first = linitial(change->args);

		if (first != NULL && IsA(first, Param) &&
			first->paramkind == PARAM_EXTERN &&
			first->paramid == change->paramid)
			return first;
	}
#endif
	(void) request;
	return NULL;
}

/* A random number that nobody can foresee from outside */
static inline uint32
bloom_random(void)
{
#if PG_VERSION_NUM >= 150000
	return pg_prng_uint32(&pg_global_prng_state);
#else
	return (uint32) random() << 1;
#endif
}

/* Whether the user owns a relation, or is a member of the role that does */
static inline bool
bloom_is_owner(Oid relation)
{
#if PG_VERSION_NUM >= 160000
	return object_ownercheck(RelationRelationId, relation, GetUserId());
#else
	return pg_class_ownercheck(relation, GetUserId());
#endif
}

/* Begin to scan an index with so many keys, which index_rescan gives */
static inline IndexScanDesc
bloom_index_beginscan(Relation table, Relation index, Snapshot snapshot,
					  int keys)
{
#if PG_VERSION_NUM >= 180000
	return index_beginscan(table, index, snapshot, NULL, keys, 0);
#else
	return index_beginscan(table, index, snapshot, keys, 0);
#endif
}

/* Make the entry of a new row in an index; false as aminsert says */
static inline bool
bloom_index_insert(Relation index, Datum *values, bool *nulls,
				   ItemPointer place, Relation table, IndexUniqueCheck check)
{
	IndexInfo  *info = BuildIndexInfo(index);
	bool		unique;

#if PG_VERSION_NUM >= 140000
	unique = index_insert(index, values, nulls, place, table, check, false,
						  info);
#else
	unique = index_insert(index, values, nulls, place, table, check, info);
#endif
	pfree(info);
	return unique;
}

/* Truncate open tables, which are locked as that needs */
static inline void
bloom_truncate(List *tables, List *oids, List *logged)
{
#if PG_VERSION_NUM >= 160000
	ExecuteTruncateGuts(tables, oids, logged, DROP_RESTRICT, false, false);
#else
	ExecuteTruncateGuts(tables, oids, logged, DROP_RESTRICT, false);
#endif
}

/*
 * Show a background worker as one of a role's, who then may signal it.  In 13
 * the list of activities doesn't say so.
 */
static inline void
bloom_appear_as(Oid role)
{
	MyProc->roleId = role;
#if PG_VERSION_NUM >= 140000
	{
		volatile PgBackendStatus *entry = MyBEEntry;

		PGSTAT_BEGIN_WRITE_ACTIVITY(entry);
		entry->st_userid = role;
		PGSTAT_END_WRITE_ACTIVITY(entry);
	}
#endif
}

/* Turns a number from native to little-endian order or back */
#ifdef WORDS_BIGENDIAN
#define bloom_le16(x)	pg_bswap16(x)
#define bloom_le32(x)	pg_bswap32(x)
#define bloom_le64(x)	pg_bswap64(x)
#else
#define bloom_le16(x)	(x)
#define bloom_le32(x)	(x)
#define bloom_le64(x)	(x)
#endif

#endif							/* BLOOM_COMPAT_H */
