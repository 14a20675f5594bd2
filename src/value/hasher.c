/*
 * value/hasher.c
 *		Hashes of SQL values: XXH3_64bits of their canonical bytes.
 */
#include "value/hasher.h"
#include "value/row.h"

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"

#include "format/xxh3.h"

/* The hash of bytes that are not canonical bytes of a value */
uint64
bloom_hash_bytes(const void *bytes, Size size, uint64 seed)
{
	return bloom_xxh3(bytes, size, seed);
}

/* The hash of an integer of any type */
uint64
bloom_hash_int64(int64 value, uint64 seed)
{
	return bloom_hash_integer(value, seed);
}

static uint64
hash_of_bytes(BloomHasher *hasher, Datum value, uint64 seed)
{
	BloomBytes	bytes;
	uint64		hash;

	hasher->bytes(hasher, value, &bytes);
	hash = bloom_xxh3(bytes.data, bytes.size, seed);
	bloom_bytes_free(&bytes);
	return hash;
}

/* The most common types are hashed without BloomBytes, which is faster */
static uint64
hash_of_text(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_text(value, seed);
}

static uint64
hash_of_int2(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_int64(DatumGetInt16(value), seed);
}

static uint64
hash_of_int4(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_int64(DatumGetInt32(value), seed);
}

static uint64
hash_of_int8(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_int64(DatumGetInt64(value), seed);
}

/* The hash of a text or varchar, which may be compressed or out of line */
uint64
bloom_hash_text(Datum value, uint64 seed)
{
	static int	encoding = -1;	/* it never changes in a session */
	BloomHasher hasher;
	struct varlena *chars = (struct varlena *) DatumGetPointer(value);

	if (unlikely(encoding < 0))
		encoding = GetDatabaseEncoding();
	if (likely((encoding == PG_UTF8 || encoding == PG_SQL_ASCII) &&
			   !VARATT_IS_COMPRESSED(chars) && !VARATT_IS_EXTERNAL(chars)))
		return bloom_xxh3(VARDATA_ANY(chars), VARSIZE_ANY_EXHDR(chars), seed);
	hasher.bytes = bloom_bytes_of_text;
	return hash_of_bytes(&hasher, value, seed);
}

/*
 * Prepare the hasher for values of a type.  Allocates in context.  Raises an
 * error if values of the type have no stable hash.
 */
void
bloom_hasher_init(BloomHasher *hasher, Oid type, Oid collation,
				  MemoryContext context)
{
	bloom_row_init(hasher, type, collation, context);
	switch (hasher->type)
	{
		case TEXTOID:
		case VARCHAROID:
			hasher->hash = hash_of_text;
			break;
		case INT2OID:
			hasher->hash = hash_of_int2;
			break;
		case INT4OID:
			hasher->hash = hash_of_int4;
			break;
		case INT8OID:
			hasher->hash = hash_of_int8;
			break;
		default:
			hasher->hash = hash_of_bytes;
	}
}

/*
 * Whether values of a type can be hashed: neither bloom_hasher_init() nor
 * hashing a value raises an error
 */
bool
bloom_hasher_is_possible(Oid type, Oid collation)
{
	return bloom_row_is_possible(type, collation);
}

/*
 * Whether every value of the type has a hash.  Text in other encodings than
 * UTF-8 may have characters that UTF-8 does not have.
 */
bool
bloom_hasher_is_total(const BloomHasher *hasher)
{
	switch (hasher->type)
	{
		case TEXTOID:
		case VARCHAROID:
		case BPCHAROID:
			return GetDatabaseEncoding() == PG_UTF8 ||
				GetDatabaseEncoding() == PG_SQL_ASCII;
		case INT2OID:
		case INT4OID:
		case INT8OID:
		case BYTEAOID:
		case UUIDOID:
			return true;
		default:
			return false;
	}
}
