/*
 * value/hasher.h
 *		From an SQL value to its 64-bit hash, which is the same on every
 *		machine and in every version.
 */
#ifndef BLOOM_HASHER_H
#define BLOOM_HASHER_H

#include "value/canonical.h"

extern void bloom_hasher_init(BloomHasher *hasher, Oid type, Oid collation,
							  MemoryContext context);
extern bool bloom_hasher_is_safe(Oid type);
extern bool bloom_hasher_is_possible(Oid type, Oid collation);
extern bool bloom_hasher_is_stable(const BloomHasher *hasher);
extern bool bloom_hasher_as_text(Oid type);
extern void bloom_hasher_refuse(Oid type);

#endif							/* BLOOM_HASHER_H */
