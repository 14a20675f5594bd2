/*
 * value/canonical.c
 *		Canonical bytes of SQL values, and their hashes: XXH3_64bits of these.
 *
 * Filters outlive servers: they are dumped, upgraded and moved.  So the hashed
 * bytes depend only on the value.  PostgreSQL's own hash functions are not
 * used, because they change between major versions and with the byte order.
 * doc/format.md describes the bytes for each type.  They never change.
 */
#include "value/canonical.h"

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/numeric.h"
#include "utils/uuid.h"

#include "format/xxh3.h"

static inline void
set_bytes(BloomBytes *bytes, const void *data, Size size, void *garbage)
{
	bytes->data = data;
	bytes->size = size;
	bytes->garbage = garbage;
}

static inline void
set_number(BloomBytes *bytes, int64 number)
{
	bytes->number = bloom_le64((uint64) number);
	set_bytes(bytes, &bytes->number, sizeof(uint64), NULL);
}

/*
 * Set bytes to characters in the database's encoding, converted to UTF-8.  The
 * encoding SQL_ASCII has no characters, so its bytes are used as they are.
 */
static void
set_chars(BloomBytes *bytes, const char *chars, Size size, void *garbage)
{
	int			encoding = GetDatabaseEncoding();
	char	   *utf8;

	set_bytes(bytes, chars, size, garbage);
	if (likely(encoding == PG_UTF8 || encoding == PG_SQL_ASCII))
		return;
	utf8 = pg_server_to_any(chars, (int) size, PG_UTF8);
	if (utf8 == chars)
		return;
	bloom_bytes_free(bytes);
	set_bytes(bytes, utf8, strlen(utf8), utf8);
}

/* The memory to be freed after use of a detoasted value, or NULL */
static inline void *
copy_of(const void *detoasted, Datum value)
{
	return detoasted == DatumGetPointer(value) ? NULL : (void *) detoasted;
}

static void
bytes_of_text(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	struct varlena *chars = PG_DETOAST_DATUM_PACKED(value);

	set_chars(bytes, VARDATA_ANY(chars), VARSIZE_ANY_EXHDR(chars),
			  copy_of(chars, value));
}

static void
bytes_of_bpchar(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	struct varlena *chars = PG_DETOAST_DATUM_PACKED(value);

	set_chars(bytes, VARDATA_ANY(chars),
			  bpchartruelen(VARDATA_ANY(chars), VARSIZE_ANY_EXHDR(chars)),
			  copy_of(chars, value));
}

static void
bytes_of_name(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	const char *name = NameStr(*DatumGetName(value));

	set_chars(bytes, name, strlen(name), NULL);
}

/* A literal in a row that has no type */
static void
bytes_of_unknown(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	const char *chars = DatumGetCString(value);

	set_chars(bytes, chars, strlen(chars), NULL);
}

static void
bytes_of_int2(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	set_number(bytes, DatumGetInt16(value));
}

static void
bytes_of_int4(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	set_number(bytes, DatumGetInt32(value));
}

static void
bytes_of_int8(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	set_number(bytes, DatumGetInt64(value));
}

static void
bytes_of_oid(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	set_number(bytes, DatumGetObjectId(value));
}

static void
bytes_of_bytea(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	struct varlena *data = PG_DETOAST_DATUM_PACKED(value);

	set_bytes(bytes, VARDATA_ANY(data), VARSIZE_ANY_EXHDR(data),
			  copy_of(data, value));
}

static void
bytes_of_uuid(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	set_bytes(bytes, DatumGetUUIDP(value)->data, UUID_LEN, NULL);
}

static void
set_double(BloomBytes *bytes, double value)
{
	set_number(bytes, (int64) bloom_float_image(value));
}

static void
bytes_of_float4(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	set_double(bytes, DatumGetFloat4(value));
}

static void
bytes_of_float8(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	set_double(bytes, DatumGetFloat8(value));
}

/* 1.0 and 1.00 are the same value, so trailing zeros are removed */
static void
bytes_of_numeric(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	Numeric		number = DatumGetNumeric(value);
	char	   *digits = numeric_normalize(number);

	set_bytes(bytes, digits, strlen(digits), digits);
	if ((Pointer) number != DatumGetPointer(value))
		pfree(number);
}

/*
 * The canonical bytes of an enum: its label.  hasher->function is the type's
 * output function.
 */
void
bloom_bytes_of_enum(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	char	   *label = OutputFunctionCall(&hasher->function, value);

	set_chars(bytes, label, strlen(label), label);
}

/*
 * The canonical bytes of a type without bytes of its own: its binary form.
 * hasher->function is the type's send function.
 */
void
bloom_bytes_of_sent(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	bytea	   *sent = SendFunctionCall(&hasher->function, value);

	set_bytes(bytes, VARDATA(sent), VARSIZE(sent) - VARHDRSZ, sent);
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
	static int	encoding = -1;	/* it never changes in a session */
	struct varlena *chars = (struct varlena *) DatumGetPointer(value);

	if (unlikely(encoding < 0))
		encoding = GetDatabaseEncoding();
	if (likely((encoding == PG_UTF8 || encoding == PG_SQL_ASCII) &&
			   !VARATT_IS_COMPRESSED(chars) && !VARATT_IS_EXTERNAL(chars)))
		return bloom_xxh3(VARDATA_ANY(chars), VARSIZE_ANY_EXHDR(chars), seed);
	return hash_of_bytes(hasher, value, seed);
}

static uint64
hash_of_int2(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_integer(DatumGetInt16(value), seed);
}

static uint64
hash_of_int4(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_integer(DatumGetInt32(value), seed);
}

static uint64
hash_of_int8(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_integer(DatumGetInt64(value), seed);
}

/* The built-in types with bytes of their own */
static const struct
{
	Oid			type;
	BloomClass	class;
	BloomHashValue hash;
	BloomGetBytes bytes;
}			builtin_types[] = {
	{TEXTOID, BLOOM_CLASS_TEXT, hash_of_text, bytes_of_text},
	{VARCHAROID, BLOOM_CLASS_TEXT, hash_of_text, bytes_of_text},
	{BPCHAROID, BLOOM_CLASS_TEXT, hash_of_bytes, bytes_of_bpchar},
	{NAMEOID, BLOOM_CLASS_TEXT, hash_of_bytes, bytes_of_name},
	{UNKNOWNOID, BLOOM_CLASS_TEXT, hash_of_bytes, bytes_of_unknown},
	{INT2OID, BLOOM_CLASS_INTEGER, hash_of_int2, bytes_of_int2},
	{INT4OID, BLOOM_CLASS_INTEGER, hash_of_int4, bytes_of_int4},
	{INT8OID, BLOOM_CLASS_INTEGER, hash_of_int8, bytes_of_int8},
	{OIDOID, BLOOM_CLASS_INTEGER, hash_of_bytes, bytes_of_oid},
	{BYTEAOID, BLOOM_CLASS_BYTEA, hash_of_bytes, bytes_of_bytea},
	{UUIDOID, BLOOM_CLASS_UUID, hash_of_bytes, bytes_of_uuid},
	{FLOAT4OID, BLOOM_CLASS_FLOAT, hash_of_bytes, bytes_of_float4},
	{FLOAT8OID, BLOOM_CLASS_FLOAT, hash_of_bytes, bytes_of_float8},
	{NUMERICOID, BLOOM_CLASS_NUMERIC, hash_of_bytes, bytes_of_numeric},
};

/*
 * Set class and functions of a hasher for a built-in type with bytes of its
 * own.  Returns false, and changes nothing, if the type is none.
 */
bool
bloom_canonical_builtin(BloomHasher *hasher, Oid type)
{
	for (size_t i = 0; i < lengthof(builtin_types); i++)
		if (builtin_types[i].type == type)
		{
			hasher->class = builtin_types[i].class;
			hasher->hash = builtin_types[i].hash;
			hasher->bytes = builtin_types[i].bytes;
			return true;
		}
	return false;
}

/* Set class and functions of a hasher for a type without bytes of its own */
void
bloom_canonical_other(BloomHasher *hasher, BloomClass class,
					  BloomGetBytes bytes)
{
	hasher->class = class;
	hasher->hash = hash_of_bytes;
	hasher->bytes = bytes;
}

/* The class of values of a type that has a class of its own */
BloomClass
bloom_canonical_named_class(const char *name)
{
	BloomBytes	bytes;
	BloomClass	class;

	set_chars(&bytes, name, strlen(name), NULL);
	class = bloom_class_of_type(bytes.data, bytes.size);
	bloom_bytes_free(&bytes);
	return class;
}
