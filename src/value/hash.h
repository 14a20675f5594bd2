/*
 * value/hash.h
 *		From an SQL value to the 64-bit hash that stands for it, for ever and
 *		on every machine.  Knows nothing of filters.
 */
#ifndef BLOOM_HASH_H
#define BLOOM_HASH_H

#include "value/compat.h"

#include "catalog/pg_collation.h"

/*
 * Values of one class are comparable with each other, and a filter holds
 * values of one class only.  Classes of other types have the highest bit set
 * and are a hash of the type's name.
 */
typedef uint32 BloomClass;

#define BLOOM_CLASS_NONE	0	/* nothing added yet, or hashes only */
#define BLOOM_CLASS_TEXT	1
#define BLOOM_CLASS_INTEGER	2
#define BLOOM_CLASS_BYTEA	3
#define BLOOM_CLASS_UUID	4
#define BLOOM_CLASS_FLOAT	5
#define BLOOM_CLASS_NUMERIC	6
#define BLOOM_CLASS_NAMED	UINT32_C(0x80000000)

typedef struct BloomHasher BloomHasher;
struct BloomHasher
{
	Oid			type;			/* base type */
	BloomClass	class;
	uint64		(*hash) (BloomHasher *hasher, Datum value, uint64 seed);
	FmgrInfo	send;			/* for types that are hashed by it */
};

extern void bloom_hasher_init(BloomHasher *hasher, Oid type, Oid collation,
							  MemoryContext context);

extern const char *bloom_hasher_key(BloomHasher *hasher, Datum value,
									Size *size);

/* The same for types that are known when compiling */
extern uint64 bloom_hash_bytes(const void *bytes, Size size, uint64 seed);
extern uint64 bloom_hash_int64(int64 value, uint64 seed);
extern uint64 bloom_hash_text(Datum value, uint64 seed);
extern void bloom_hash_check_other_collation(Oid collation);

/*
 * Text that a collation may call equal in spite of different bytes has no
 * stable hash: an error.
 */
static inline void
bloom_hash_check_collation(Oid collation)
{
	/* asked for each row, and the default is deterministic */
	if (unlikely(collation != DEFAULT_COLLATION_OID))
		bloom_hash_check_other_collation(collation);
}

extern bool bloom_class_valid(BloomClass class);
extern const char *bloom_class_name(BloomClass class);

#endif							/* BLOOM_HASH_H */
