/*
 * value/canonical.c
 *		Canonical bytes of SQL values.
 *
 * Filters outlive servers: they are dumped, upgraded and shipped.  So what is
 * hashed are bytes that depend on the value alone, and none of PostgreSQL's
 * own hash functions is used, for they change between major versions and with
 * the byte order.  The bytes for each type are in doc/format.md; they never
 * change.
 *
 * A type that isn't listed is taken only if its default btree operator class
 * says that equal values have equal images, for then equal values have equal
 * binary send forms.  Types without that promise (jsonb, interval, citext)
 * would give false negatives for equal values and are refused.
 */
#include "value/canonical.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/table.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/syscache.h"
#include "utils/typcache.h"
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
 * Characters in the database's encoding, which become UTF-8.  What SQL_ASCII
 * stands for is not known: its bytes are taken as they are.
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

/* What is to be freed of a value that was detoasted */
static inline void *
copy_of(const void *detoasted, Datum value)
{
	return detoasted == DatumGetPointer(value) ? NULL : (void *) detoasted;
}

void
bloom_bytes_of_text(BloomHasher *hasher, Datum value, BloomBytes *bytes)
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

/* A literal in a row that nothing gave a type */
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

void
bloom_bytes_of_int8(BloomHasher *hasher, Datum value, BloomBytes *bytes)
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

/* 1.0 and 1.00 are one value: trailing zeros are left out */
static void
bytes_of_numeric(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	Numeric		number = DatumGetNumeric(value);
	char	   *digits = numeric_normalize(number);

	set_bytes(bytes, digits, strlen(digits), digits);
	if ((Pointer) number != DatumGetPointer(value))
		pfree(number);
}

static void
bytes_of_enum(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	char	   *label = OutputFunctionCall(&hasher->send, value);

	set_chars(bytes, label, strlen(label), label);
}

static void
bytes_of_sent(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	bytea	   *sent = SendFunctionCall(&hasher->send, value);

	set_bytes(bytes, VARDATA(sent), VARSIZE(sent) - VARHDRSZ, sent);
}

/* The types whose class isn't their own name */
typedef struct BuiltinType
{
	Oid			type;
	BloomClass	class;
	void		(*bytes) (BloomHasher *hasher, Datum value, BloomBytes *bytes);
} BuiltinType;

static const BuiltinType builtin_types[] = {
	{TEXTOID, BLOOM_CLASS_TEXT, bloom_bytes_of_text},
	{VARCHAROID, BLOOM_CLASS_TEXT, bloom_bytes_of_text},
	{BPCHAROID, BLOOM_CLASS_TEXT, bytes_of_bpchar},
	{NAMEOID, BLOOM_CLASS_TEXT, bytes_of_name},
	{UNKNOWNOID, BLOOM_CLASS_TEXT, bytes_of_unknown},
	{INT2OID, BLOOM_CLASS_INTEGER, bytes_of_int2},
	{INT4OID, BLOOM_CLASS_INTEGER, bytes_of_int4},
	{INT8OID, BLOOM_CLASS_INTEGER, bloom_bytes_of_int8},
	{OIDOID, BLOOM_CLASS_INTEGER, bytes_of_oid},
	{BYTEAOID, BLOOM_CLASS_BYTEA, bytes_of_bytea},
	{UUIDOID, BLOOM_CLASS_UUID, bytes_of_uuid},
	{FLOAT4OID, BLOOM_CLASS_FLOAT, bytes_of_float4},
	{FLOAT8OID, BLOOM_CLASS_FLOAT, bytes_of_float8},
	{NUMERICOID, BLOOM_CLASS_NUMERIC, bytes_of_numeric},
};

/* The type among them, or NULL */
static const BuiltinType *
find_builtin(Oid type)
{
	for (size_t i = 0; i < lengthof(builtin_types); i++)
		if (builtin_types[i].type == type)
			return &builtin_types[i];
	return NULL;
}

static BloomClass
class_of_name(const char *name)
{
	BloomBytes	bytes;
	BloomClass	class;

	set_chars(&bytes, name, strlen(name), NULL);
	class = bloom_class_of_type(bytes.data, bytes.size);
	bloom_bytes_free(&bytes);
	return class;
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
	const char *name = bloom_class_own_name(class);

	if (name != NULL)
		return name;
	name = "unknown";
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

/*
 * The type to cast text to where values of a class are held, or NULL if a cast
 * is not the remedy.  What is text by mistake is mostly a parameter to which
 * the driver gives no type.
 */
const char *
bloom_class_cast(BloomClass held, BloomClass class)
{
	const char *name = bloom_class_own_name(held);

	if (class != BLOOM_CLASS_TEXT || held == BLOOM_CLASS_ROW)
		return NULL;
	if (name != NULL)
		return held == BLOOM_CLASS_INTEGER ? "bigint" :
			held == BLOOM_CLASS_FLOAT ? "double precision" : name;
	name = bloom_class_name(held);
	return strcmp(name, "unknown") == 0 ? NULL : quote_identifier(name);
}

/*
 * Text that a collation may call equal in spite of different bytes has no
 * stable hash: an error.
 */
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

static bool
is_string(Oid type)
{
	char		category;
	bool		preferred;

	get_type_category_preferred(type, &category, &preferred);
	return category == TYPCATEGORY_STRING;
}

/* The error of a type whose values have no bytes that stand for them */
void
bloom_canonical_refuse(Oid type)
{
	const char *name = format_type_be(type);

	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("type %s has no stable hash", name),
			 OidIsValid(get_element_type(type)) ?
			 errhint("For the elements of an array, use bloom_add_all, bloom_contains_any, bloom_contains_all, bloom_contains_each or bloom_claim_all.") :
			 strcmp(name, "bloom") == 0 ?
			 errhint("To unite bloom filters, use bloom_union or |.") :
			 is_string(type) ?
			 errhint("Use an expression of type text that is the same for equal values, such as lower(value).") :
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

/* Whether a type that isn't built in has values with a stable hash */
static bool
has_named_class(Form_pg_type form, Oid type, Oid collation)
{
	return form->typtype == TYPTYPE_ENUM ||
		(OidIsValid(form->typsend) && !OidIsValid(get_element_type(type)) &&
		 equality_is_image_equality(type, collation));
}

/* Set up a type of a class of its own name, or refuse it */
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
	if (!has_named_class(form, type, collation))
		bloom_canonical_refuse(type);

	is_enum = form->typtype == TYPTYPE_ENUM;
	hasher->class = class_of_name(NameStr(form->typname));
	/* an enum's send form is in the client's encoding: take the label */
	hasher->bytes = is_enum ? bytes_of_enum : bytes_of_sent;
	fmgr_info_cxt(is_enum ? form->typoutput : form->typsend, &hasher->send,
				  context);
	ReleaseSysCache(tuple);
}

/*
 * Prepare for values of a base type that isn't one of rows, or refuse it with
 * an error.  What is needed is allocated in context.
 */
void
bloom_canonical_init(BloomHasher *hasher, Oid type, Oid collation,
					 MemoryContext context)
{
	const BuiltinType *builtin = find_builtin(type);

	hasher->type = type;
	if (builtin == NULL)
	{
		init_named_class(hasher, type, collation, context);
		return;
	}
	hasher->class = builtin->class;
	hasher->bytes = builtin->bytes;
	if (hasher->class == BLOOM_CLASS_TEXT &&
		collation != DEFAULT_COLLATION_OID)
		bloom_hash_check_other_collation(collation);
}

/*
 * Whether hashing values of a type that are in line and not compressed can't
 * fail: no function of the type is called for it, and no characters are
 * converted to UTF-8, which may not have them.
 */
bool
bloom_hashing_is_safe(Oid type)
{
	const BuiltinType *builtin = find_builtin(getBaseType(type));
	int			encoding = GetDatabaseEncoding();

	return builtin != NULL &&
		(builtin->class != BLOOM_CLASS_TEXT || encoding == PG_UTF8 ||
		 encoding == PG_SQL_ASCII);
}

/*
 * Whether bloom_canonical_init takes the type, and no value of it is an error,
 * unless a send function of the type itself raises one
 */
bool
bloom_canonical_is_possible(Oid type, Oid collation)
{
	HeapTuple	tuple;
	bool		possible;

	if (find_builtin(type) != NULL)
		return bloom_hashing_is_safe(type) &&
			(find_builtin(type)->class != BLOOM_CLASS_TEXT ||
			 !OidIsValid(collation) ||
			 get_collation_isdeterministic(collation));
	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	if (!HeapTupleIsValid(tuple))
		return false;
	possible = has_named_class((Form_pg_type) GETSTRUCT(tuple), type,
							   collation);
	ReleaseSysCache(tuple);
	return possible;
}

/*
 * Whether the hash of a value never changes.  Labels of enums can be renamed,
 * and fields of rows may be enums.
 */
bool
bloom_hashes_stay(const BloomHasher *hasher)
{
	return hasher->class != BLOOM_CLASS_ROW && hasher->bytes != bytes_of_enum;
}

/*
 * Whether equal values of a type, or of its base type, have equal bytes: so
 * those of a type that is cast to text by implication may be hashed as text.
 */
bool
bloom_canonical_as_text(Oid type)
{
	type = getBaseType(type);
	return find_builtin(type) != NULL ||
		equality_is_image_equality(type, DEFAULT_COLLATION_OID);
}
