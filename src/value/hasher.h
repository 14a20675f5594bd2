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
extern bool bloom_hasher_cannot_fail_inline(Oid type);
extern bool bloom_hasher_accepts(Oid type, Oid collation);
extern bool bloom_hasher_is_stable(const BloomHasher *hasher);
extern bool bloom_hasher_as_text(Oid type);
extern void bloom_hasher_refuse(Oid type);

/*
 * Whether a value has to be detoasted, which can raise an error.  typlen is
 * the length of its type.
 */
static inline bool
bloom_value_is_toasted(Datum value, int typlen)
{
	return typlen == -1 && (VARATT_IS_EXTERNAL(DatumGetPointer(value)) ||
							VARATT_IS_COMPRESSED(DatumGetPointer(value)));
}

#endif							/* BLOOM_HASHER_H */
