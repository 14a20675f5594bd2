/*
 * value/hasher.h
 *		From an SQL value to its 64-bit hash, which is the same on every
 *		machine and in every version.
 */
#ifndef BLOOM_HASHER_H
#define BLOOM_HASHER_H

#include "value/hashable.h"

#include "catalog/pg_collation.h"

extern void bloom_hasher_init(BloomHasher *hasher, Oid type, Oid collation,
							  MemoryContext context);
extern bool bloom_hasher_is_possible(Oid type, Oid collation);
extern bool bloom_hasher_is_total(const BloomHasher *hasher);

/* Hashes of types that are known at compile time */
extern uint64 bloom_hash_bytes(const void *bytes, Size size, uint64 seed);
extern uint64 bloom_hash_int64(int64 value, uint64 seed);
extern uint64 bloom_hash_text(Datum value, uint64 seed);

/*
 * Raise an error for a nondeterministic collation, which may treat texts with
 * different bytes as equal
 */
static inline void
bloom_hash_check_collation(Oid collation)
{
	/* called for each row; the default collation is deterministic */
	if (unlikely(collation != DEFAULT_COLLATION_OID))
		bloom_hashable_check_collation(collation);
}

#endif							/* BLOOM_HASHER_H */
