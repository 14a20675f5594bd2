/*
 * value/hasher.h
 *		From an SQL value to the 64-bit hash that stands for it, for ever and
 *		on every machine.  Knows nothing of filters.
 */
#ifndef BLOOM_HASHER_H
#define BLOOM_HASHER_H

#include "value/hashable.h"

#include "catalog/pg_collation.h"

extern void bloom_hasher_init(BloomHasher *hasher, Oid type, Oid collation,
							  MemoryContext context);
extern bool bloom_hasher_is_possible(Oid type, Oid collation);
extern bool bloom_hasher_is_total(const BloomHasher *hasher);

/* The same for types that are known when compiling */
extern uint64 bloom_hash_bytes(const void *bytes, Size size, uint64 seed);
extern uint64 bloom_hash_int64(int64 value, uint64 seed);
extern uint64 bloom_hash_text(Datum value, uint64 seed);

/*
 * Text that a collation may call equal in spite of different bytes has no
 * stable hash: an error.
 */
static inline void
bloom_hash_check_collation(Oid collation)
{
	/* asked for each row, and the default is deterministic */
	if (unlikely(collation != DEFAULT_COLLATION_OID))
		bloom_hashable_check_collation(collation);
}

#endif							/* BLOOM_HASHER_H */
