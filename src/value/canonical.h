/*
 * value/canonical.h
 *		Canonical bytes of SQL values, the same on every machine and in every
 *		version.
 */
#ifndef BLOOM_CANONICAL_H
#define BLOOM_CANONICAL_H

#include "value/valuecompat.h"

#include "format/class.h"

/* The canonical bytes of a value; not to be copied */
typedef struct BloomBytes
{
	const void *data;			/* in the value, in number, or garbage */
	Size		size;
	uint64		number;			/* data points here for some types */
	void	   *garbage;		/* memory to free after use, or NULL */
} BloomBytes;

typedef struct BloomHasher BloomHasher;
typedef uint64 (*BloomHashValue) (BloomHasher *hasher, Datum value,
								  uint64 seed);
typedef void (*BloomGetBytes) (BloomHasher *hasher, Datum value,
							   BloomBytes *bytes);

struct BloomHasher
{
	Oid			type;			/* base type */
	BloomClass	class;
	BloomHashValue hash;
	BloomGetBytes bytes;		/* freed by bloom_bytes_free() */
	FmgrInfo	function;		/* the type's send function, or the output
								 * function of an enum; unused for rows and
								 * types with bytes of their own */
	struct BloomRow *row;		/* for rows: the fields */
};

extern bool bloom_canonical_builtin(BloomHasher *hasher, Oid type);
extern void bloom_canonical_other(BloomHasher *hasher, BloomClass class,
								  BloomGetBytes bytes);
extern BloomClass bloom_canonical_named_class(const char *name);
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
