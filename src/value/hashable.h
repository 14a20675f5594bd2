/*
 * value/hashable.h
 *		Which types have values with a stable hash.
 */
#ifndef BLOOM_HASHABLE_H
#define BLOOM_HASHABLE_H

#include "value/canonical.h"

extern void bloom_hashable_init(BloomHasher *hasher, Oid type, Oid collation,
								MemoryContext context);
extern bool bloom_hashable_is_safe(Oid type);
extern bool bloom_hashable_is_possible(Oid type, Oid collation);
extern bool bloom_hashable_is_stable(const BloomHasher *hasher);
extern bool bloom_hashable_as_text(Oid type);
extern void bloom_hashable_refuse(Oid type);
extern void bloom_hashable_check_collation(Oid collation);

#endif							/* BLOOM_HASHABLE_H */
