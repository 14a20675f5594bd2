/*
 * value/canonical.h
 *		Canonical bytes of SQL values, the same on every machine and in every
 *		version.  How they are hashed is in value/hasher.h.
 */
#ifndef BLOOM_CANONICAL_H
#define BLOOM_CANONICAL_H

#include "value/valuecompat.h"

#include "format/class.h"

/* The canonical bytes of a value.  data may point into the value. */
typedef struct BloomBytes
{
	const void *data;
	Size		size;
	uint64		number;			/* data points here for some types */
	void	   *garbage;		/* memory to free after use, or NULL */
} BloomBytes;

typedef struct BloomHasher BloomHasher;
struct BloomHasher
{
	Oid			type;			/* base type */
	BloomClass	class;
	uint64		(*hash) (BloomHasher *hasher, Datum value, uint64 seed);
	void		(*bytes) (BloomHasher *hasher, Datum value, BloomBytes *bytes);
	FmgrInfo	send;			/* for types whose bytes it returns */
	struct BloomRow *row;		/* for rows: the fields */
};

/* A built-in type with bytes of its own, whose class may have another name */
typedef struct BloomBuiltinType
{
	Oid			type;
	BloomClass	class;
	void		(*bytes) (BloomHasher *hasher, Datum value, BloomBytes *bytes);
} BloomBuiltinType;

extern const BloomBuiltinType *bloom_canonical_builtin(Oid type);
extern BloomClass bloom_canonical_named_class(const char *name);
extern void bloom_bytes_of_text(BloomHasher *hasher, Datum value,
								BloomBytes *bytes);
extern void bloom_bytes_of_int8(BloomHasher *hasher, Datum value,
								BloomBytes *bytes);
extern void bloom_bytes_of_enum(BloomHasher *hasher, Datum value,
								BloomBytes *bytes);
extern void bloom_bytes_of_sent(BloomHasher *hasher, Datum value,
								BloomBytes *bytes);

/* Free the memory that canonical bytes needed, if any */
static inline void
bloom_bytes_free(BloomBytes *bytes)
{
	if (unlikely(bytes->garbage != NULL))
		pfree(bytes->garbage);
}

#endif							/* BLOOM_CANONICAL_H */
