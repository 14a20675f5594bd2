/*
 * value/canonical.h
 *		The bytes that stand for an SQL value, for ever and on every machine.
 *		Knows nothing of hashing them.
 */
#ifndef BLOOM_CANONICAL_H
#define BLOOM_CANONICAL_H

#include "value/valuecompat.h"

#include "format/class.h"

/* The canonical bytes of a value, which may be part of it */
typedef struct BloomBytes
{
	const void *data;
	Size		size;
	uint64		number;			/* what data points to, of some types */
	void	   *garbage;		/* to be freed after use, or NULL */
} BloomBytes;

typedef struct BloomHasher BloomHasher;
struct BloomHasher
{
	Oid			type;			/* base type */
	BloomClass	class;
	uint64		(*hash) (BloomHasher *hasher, Datum value, uint64 seed);
	void		(*bytes) (BloomHasher *hasher, Datum value, BloomBytes *bytes);
	FmgrInfo	send;			/* for types of which it gives the bytes */
	struct BloomRow *row;		/* for rows: their fields */
};

extern void bloom_canonical_init(BloomHasher *hasher, Oid type, Oid collation,
								 MemoryContext context);
extern bool bloom_hashing_is_safe(Oid type);
extern bool bloom_canonical_is_possible(Oid type, Oid collation);
extern bool bloom_hashes_stay(const BloomHasher *hasher);
extern bool bloom_canonical_as_text(Oid type);
extern void bloom_canonical_refuse(Oid type);
extern void bloom_bytes_of_text(BloomHasher *hasher, Datum value,
								BloomBytes *bytes);
extern void bloom_bytes_of_int8(BloomHasher *hasher, Datum value,
								BloomBytes *bytes);
extern void bloom_hash_check_other_collation(Oid collation);
extern const char *bloom_class_name(BloomClass class);
extern const char *bloom_class_cast(BloomClass held, BloomClass class);

static inline void
bloom_bytes_free(BloomBytes *bytes)
{
	if (unlikely(bytes->garbage != NULL))
		pfree(bytes->garbage);
}

#endif							/* BLOOM_CANONICAL_H */
