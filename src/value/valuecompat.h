/*
 * value/valuecompat.h
 *		The differences between PostgreSQL 13 to 19, and between machines.
 *		Of the code that needs PostgreSQL, only this file,
 *		scan/scancompat.h and set/setcompat.h test PG_VERSION_NUM or the
 *		byte order.
 */
#ifndef BLOOM_VALUECOMPAT_H
#define BLOOM_VALUECOMPAT_H

#include "postgres.h"

#include "fmgr.h"
#include "nodes/supportnodes.h"
#include "port/pg_bswap.h"
#include "utils/builtins.h"

#if PG_VERSION_NUM < 130000
#error "bloomext needs PostgreSQL 13 or later"
#endif

#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#include "varatt.h"
#else
/* without soft errors, an input error ends the statement */
#define ereturn(context, result, ...) \
	do { (void) (context); ereport(ERROR, __VA_ARGS__); } while (0)
#endif

/* 18 introduced pg_noreturn */
#if PG_VERSION_NUM < 180000
#define pg_noreturn		__attribute__((noreturn))
#endif

/* up to 15, this defines VARATT_EXTERNAL_GET_POINTER */
#include "access/detoast.h"

/* from 14 on, the field also contains the compression method */
#if PG_VERSION_NUM < 140000
#define VARATT_EXTERNAL_GET_EXTSIZE(pointer)	((pointer).va_extsize)
#endif

/* Like VARATT_EXTERNAL_IS_COMPRESSED, which compares signed with unsigned */
static inline bool
bloom_toast_is_compressed(const struct varatt_external *pointer)
{
	return (int64) VARATT_EXTERNAL_GET_EXTSIZE(*pointer) <
		(int64) pointer->va_rawsize - (int64) VARHDRSZ;
}

/*
 * The extension is compiled with hidden visibility, because the server and
 * contrib/bloom also export symbols that begin with bloom_.  From 16 on, the
 * server's macros export the functions that SQL calls.
 */
#if PG_VERSION_NUM < 160000
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif
#define BLOOM_FUNCTION(name) \
	extern PGDLLEXPORT Datum name(PG_FUNCTION_ARGS); \
	PG_FUNCTION_INFO_V1(name)

/*
 * The result for a SupportRequestModifyInPlace of PL/pgSQL: the first argument
 * of x := f(x, ...) if f may change it in place, or NULL.  f must read its
 * other arguments before it changes anything.  Before 18, there is no such
 * request.
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

/* Reject IGNORE NULLS, which the parser accepts from 19 on */
#if PG_VERSION_NUM >= 190000
#define bloom_refuse_ignore_nulls(window, fcinfo) \
	WinCheckAndInitializeNullTreatment(window, false, fcinfo)
#else
#define bloom_refuse_ignore_nulls(window, fcinfo)	((void) 0)
#endif

/* From now on, SET of an undefined bloomext.* setting is an error */
#if PG_VERSION_NUM >= 150000
#define bloom_reserve_settings()	MarkGUCPrefixReserved("bloomext")
#else
#define bloom_reserve_settings()	EmitWarningsOnPlaceholders("bloomext")
#endif

/* Convert a number from native to little-endian order, or back */
#ifdef WORDS_BIGENDIAN
#define bloom_le32(x)	pg_bswap32(x)
#define bloom_le64(x)	pg_bswap64(x)
#else
#define bloom_le32(x)	(x)
#define bloom_le64(x)	(x)
#endif

#endif							/* BLOOM_VALUECOMPAT_H */
