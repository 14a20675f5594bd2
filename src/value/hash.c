/*
 * value/hash.c
 *		Canonical bytes of SQL values, hashed by XXH3.
 *
 * Filters outlive servers: they are dumped, upgraded and shipped.  So the
 * hash is XXH3_64bits of bytes that depend on the value alone, and none of
 * PostgreSQL's own hash functions is used, for they change between major
 * versions and with the byte order.  The bytes for each type are in
 * doc/format.md; they never change.
 *
 * A type that isn't listed is taken only if its default btree operator class
 * says that equal values have equal images, for then equal values have equal
 * binary send forms.  Types without that promise (jsonb, interval, citext)
 * would give false negatives for equal values and are refused.
 */
#include "value/hash.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/syscache.h"
#include "utils/typcache.h"
#include "utils/uuid.h"

#include <math.h>

/* inlined, a hash of a short value costs half as much */
#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64
hash_bytes(const void *bytes, size_t size, uint64 seed)
{
	return XXH3_64bits_withSeed(bytes, size, seed);
}

/*
 * Characters in the database's encoding, hashed as UTF-8.  What SQL_ASCII
 * stands for is not known: its bytes are taken as they are.
 */
static inline uint64
hash_chars(const char *chars, int size, uint64 seed)
{
	static int	encoding = -1;	/* a session stays in one database */
	char	   *utf8;
	uint64		hash;

	if (unlikely(encoding < 0))
		encoding = GetDatabaseEncoding();
	if (likely(encoding == PG_UTF8 || encoding == PG_SQL_ASCII))
		return hash_bytes(chars, size, seed);
	utf8 = pg_server_to_any(chars, size, PG_UTF8);
	hash = hash_bytes(utf8, utf8 == chars ? (size_t) size : strlen(utf8),
					  seed);
	if (utf8 != chars)
		pfree(utf8);
	return hash;
}

/* value is a text or varchar, in line, compressed or out of line */
uint64
bloom_hash_text(Datum value, uint64 seed)
{
	struct varlena *chars = PG_DETOAST_DATUM_PACKED(value);
	uint64		hash = hash_chars(VARDATA_ANY(chars),
								  VARSIZE_ANY_EXHDR(chars), seed);

	if (unlikely((Pointer) chars != DatumGetPointer(value)))
		pfree(chars);
	return hash;
}

/* The hash of bytes that aren't a value's */
uint64
bloom_hash_bytes(const void *bytes, Size size, uint64 seed)
{
	return hash_bytes(bytes, size, seed);
}

uint64
bloom_hash_int64(int64 value, uint64 seed)
{
	uint64		bytes = bloom_le64((uint64) value);

	return hash_bytes(&bytes, sizeof(bytes), seed);
}

static uint64
hash_of_text(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_text(value, seed);
}

static uint64
hash_of_bpchar(BloomHasher *hasher, Datum value, uint64 seed)
{
	struct varlena *chars = PG_DETOAST_DATUM_PACKED(value);
	int			size = bpchartruelen(VARDATA_ANY(chars),
									 VARSIZE_ANY_EXHDR(chars));
	uint64		hash = hash_chars(VARDATA_ANY(chars), size, seed);

	if ((Pointer) chars != DatumGetPointer(value))
		pfree(chars);
	return hash;
}

static uint64
hash_of_name(BloomHasher *hasher, Datum value, uint64 seed)
{
	const char *name = NameStr(*DatumGetName(value));

	return hash_chars(name, strlen(name), seed);
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

static uint64
hash_of_oid(BloomHasher *hasher, Datum value, uint64 seed)
{
	return bloom_hash_int64(DatumGetObjectId(value), seed);
}

static uint64
hash_of_bytea(BloomHasher *hasher, Datum value, uint64 seed)
{
	struct varlena *bytes = PG_DETOAST_DATUM_PACKED(value);
	uint64		hash = hash_bytes(VARDATA_ANY(bytes),
								  VARSIZE_ANY_EXHDR(bytes), seed);

	if ((Pointer) bytes != DatumGetPointer(value))
		pfree(bytes);
	return hash;
}

static uint64
hash_of_uuid(BloomHasher *hasher, Datum value, uint64 seed)
{
	return hash_bytes(DatumGetUUIDP(value)->data, UUID_LEN, seed);
}

static uint64
hash_double(double value, uint64 seed)
{
	uint64		bits;

	if (isnan(value))
		bits = UINT64CONST(0x7FF8000000000000);
	else
	{
		if (value == 0.0)
			value = 0.0;		/* without the sign of -0 */
		memcpy(&bits, &value, sizeof(bits));
	}
	return bloom_hash_int64((int64) bits, seed);
}

static uint64
hash_of_float4(BloomHasher *hasher, Datum value, uint64 seed)
{
	return hash_double(DatumGetFloat4(value), seed);
}

static uint64
hash_of_float8(BloomHasher *hasher, Datum value, uint64 seed)
{
	return hash_double(DatumGetFloat8(value), seed);
}

/* 1.0 and 1.00 are one value: trailing zeros are left out */
static uint64
hash_of_numeric(BloomHasher *hasher, Datum value, uint64 seed)
{
	Numeric		number = DatumGetNumeric(value);
	char	   *digits = numeric_normalize(number);
	uint64		hash = hash_bytes(digits, strlen(digits), seed);

	pfree(digits);
	if ((Pointer) number != DatumGetPointer(value))
		pfree(number);
	return hash;
}

static uint64
hash_of_enum(BloomHasher *hasher, Datum value, uint64 seed)
{
	char	   *label = OutputFunctionCall(&hasher->send, value);
	uint64		hash = hash_chars(label, strlen(label), seed);

	pfree(label);
	return hash;
}

static uint64
hash_of_sent(BloomHasher *hasher, Datum value, uint64 seed)
{
	bytea	   *bytes = SendFunctionCall(&hasher->send, value);
	uint64		hash = hash_bytes(VARDATA(bytes), VARSIZE(bytes) - VARHDRSZ,
								  seed);

	pfree(bytes);
	return hash;
}

/* How the types are hashed whose class isn't their own name */
static const struct
{
	Oid			type;
	BloomClass	class;
	uint64		(*hash) (BloomHasher *hasher, Datum value, uint64 seed);
}			builtin_types[] =
{
	{TEXTOID, BLOOM_CLASS_TEXT, hash_of_text},
	{VARCHAROID, BLOOM_CLASS_TEXT, hash_of_text},
	{BPCHAROID, BLOOM_CLASS_TEXT, hash_of_bpchar},
	{NAMEOID, BLOOM_CLASS_TEXT, hash_of_name},
	{INT2OID, BLOOM_CLASS_INTEGER, hash_of_int2},
	{INT4OID, BLOOM_CLASS_INTEGER, hash_of_int4},
	{INT8OID, BLOOM_CLASS_INTEGER, hash_of_int8},
	{OIDOID, BLOOM_CLASS_INTEGER, hash_of_oid},
	{BYTEAOID, BLOOM_CLASS_BYTEA, hash_of_bytea},
	{UUIDOID, BLOOM_CLASS_UUID, hash_of_uuid},
	{FLOAT4OID, BLOOM_CLASS_FLOAT, hash_of_float4},
	{FLOAT8OID, BLOOM_CLASS_FLOAT, hash_of_float8},
	{NUMERICOID, BLOOM_CLASS_NUMERIC, hash_of_numeric},
};

/* In the order of BLOOM_CLASS_* */
static const char *const class_names[] = {
	"unclassified", "text", "integer", "bytea", "uuid", "float", "numeric"
};

static BloomClass
class_of_name(const char *name)
{
	return (BloomClass) hash_chars(name, strlen(name), 0) | BLOOM_CLASS_NAMED;
}

bool
bloom_class_valid(BloomClass class)
{
	return class < lengthof(class_names) || class >= BLOOM_CLASS_NAMED;
}

/*
 * The name of a class, for messages.  The type behind a named class is
 * looked for in this database.
 */
const char *
bloom_class_name(BloomClass class)
{
	Relation	types;
	SysScanDesc scan;
	HeapTuple	tuple;
	const char *name = "unknown";

	if (class < lengthof(class_names))
		return class_names[class];

	types = table_open(TypeRelationId, AccessShareLock);
	scan = systable_beginscan(types, InvalidOid, false, NULL, 0, NULL);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		const char *typname =
			NameStr(((Form_pg_type) GETSTRUCT(tuple))->typname);

		if (class_of_name(typname) == class)
		{
			name = pstrdup(typname);
			break;
		}
	}
	systable_endscan(scan);
	table_close(types, AccessShareLock);
	return name;
}

/* The check for a collation that isn't the default */
void
bloom_hash_check_other_collation(Oid collation)
{
	if (!OidIsValid(collation) || get_collation_isdeterministic(collation))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("text under the nondeterministic collation \"%s\" has no stable hash",
					get_collation_name(collation)),
			 errhint("Add COLLATE \"C\" to the value.")));
}

static void
refuse_type(Oid type)
{
	const char *name = format_type_be(type);

	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("type %s has no stable hash", name),
			 OidIsValid(get_element_type(type)) ?
			 errhint("For the elements of an array, use bloom_add_all, bloom_contains_any, bloom_contains_all or bloom_contains_each.") :
			 strcmp(name, "bloom") == 0 ?
			 errhint("To unite bloom filters, use bloom_union or |.") :
			 errhint("Cast the value to text.")));
}

/* Whether the type's default btree operator class promises equal images */
static bool
equality_is_image_equality(Oid type, Oid collation)
{
	TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY);
	Oid			promise;
	Datum		compared;

	if (!OidIsValid(entry->btree_opf))
		return false;
	promise = get_opfamily_proc(entry->btree_opf, entry->btree_opintype,
								entry->btree_opintype, BTEQUALIMAGE_PROC);
	compared = ObjectIdGetDatum(entry->btree_opintype);
	return OidIsValid(promise) &&
		DatumGetBool(OidFunctionCall1Coll(promise, collation, compared));
}

/* Set up hashing of a type by its own name, or refuse it */
static void
init_named_class(BloomHasher *hasher, Oid type, Oid collation,
				 MemoryContext context)
{
	HeapTuple	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	Form_pg_type form;
	bool		is_enum;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for type %u", type);
	form = (Form_pg_type) GETSTRUCT(tuple);
	is_enum = form->typtype == TYPTYPE_ENUM;
	if (!is_enum && (!OidIsValid(form->typsend) ||
					 OidIsValid(get_element_type(type)) ||
					 !equality_is_image_equality(type, collation)))
		refuse_type(type);

	hasher->class = class_of_name(NameStr(form->typname));
	/* an enum's send form is in the client's encoding: take the label */
	hasher->hash = is_enum ? hash_of_enum : hash_of_sent;
	fmgr_info_cxt(is_enum ? form->typoutput : form->typsend, &hasher->send,
				  context);
	ReleaseSysCache(tuple);
}

/*
 * The bytes that other libraries hash for a value: characters as UTF-8, or the
 * bytes of a bytea.  An error for other types, for each library has its own
 * idea of a number's bytes.  The result may point into the value.
 */
const char *
bloom_hasher_key(BloomHasher *hasher, Datum value, Size *size)
{
	struct varlena *chars;
	const char *key;

	if (hasher->type == NAMEOID)
	{
		key = NameStr(*DatumGetName(value));
		*size = strlen(key);
	}
	else if (hasher->class == BLOOM_CLASS_TEXT ||
			 hasher->class == BLOOM_CLASS_BYTEA)
	{
		chars = PG_DETOAST_DATUM_PACKED(value);
		key = VARDATA_ANY(chars);
		*size = VARSIZE_ANY_EXHDR(chars);
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filters of other libraries hold text or bytea values, not %s",
						bloom_class_name(hasher->class)),
				 errhint("Cast the value to what the other program hashed, as text or bytea.")));
	if (hasher->type == BPCHAROID)
		*size = bpchartruelen(unconstify(char *, key), *size);
	if (hasher->class == BLOOM_CLASS_TEXT)
	{
		char	   *utf8 = pg_server_to_any(key, *size, PG_UTF8);

		if (utf8 != key)
			*size = strlen(utf8);
		return utf8;
	}
	return key;
}

/*
 * Prepare to hash values of a type, or refuse it with an error.  What the
 * hasher needs is allocated in context.
 */
void
bloom_hasher_init(BloomHasher *hasher, Oid type, Oid collation,
				  MemoryContext context)
{
	Oid			base = getBaseType(type);

	hasher->type = base;
	for (size_t i = 0; i < lengthof(builtin_types); i++)
		if (builtin_types[i].type == base)
		{
			hasher->class = builtin_types[i].class;
			hasher->hash = builtin_types[i].hash;
			if (hasher->class == BLOOM_CLASS_TEXT)
				bloom_hash_check_collation(collation);
			return;
		}
	init_named_class(hasher, base, collation, context);
}
