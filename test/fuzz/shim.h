/*
 * fuzz/shim.h
 *		As much of a PostgreSQL server as reading, changing and writing a
 *		filter needs, for fuzz targets that run the extension outside of one.
 *
 * Memory is malloc's, so that a sanitizer watches each allocation, and is
 * freed by fuzz_reset.  An error ends fuzz_call.  What isn't here is linked
 * as address 0: calling it is a crash, and then it is to be added here.
 */
#ifndef FUZZ_SHIM_H
#define FUZZ_SHIM_H

#include "value/valuecompat.h"

/* No allocation may be larger: that is an error, as on a server */
#define FUZZ_MAX_ALLOCATION	((Size) 32 * 1024 * 1024)

/* What get_fn_expr_argtype will answer */
extern Oid	fuzz_value_type;

/* The last error or warning */
extern char fuzz_message[1024];
extern char fuzz_detail[1024];

/* So many allocations succeed, the next doesn't, and others do; -1: all do */
extern long fuzz_allocations;

/*
 * How often somebody has looked for a cancel request, while InterruptPending,
 * and the look that finds one; -1: none does.
 */
extern long fuzz_looks;
extern long fuzz_cancel_at;

/* Bit i: argument i of the next call is null */
extern unsigned fuzz_nulls;

/* The memory that aggregates may use for hashes, in bytes */
extern size_t fuzz_hash_memory;

/*
 * Call a function as SQL does, also as the function of an aggregate; false if
 * it ended in an error.  A set that it returns is thrown away.
 */
extern bool fuzz_call(PGFunction function, int count, const Datum *args,
					  Datum *result);

/* The stored form of a value */
extern struct varlena *fuzz_flatten(Datum value);

/* End the call as an error does */
extern void fuzz_throw(void) __attribute__((noreturn));

/* The bytes that are allocated in a context, without its children */
extern Size fuzz_bytes(MemoryContext owner);

/* Free all memory */
extern void fuzz_reset(void);

#endif							/* FUZZ_SHIM_H */
