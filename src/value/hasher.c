/*
 * value/hasher.c
 *		Which types have values with a stable hash, and how these are hashed.
 *
 * The types in value/canonical.c have canonical bytes of their own.  Another
 * type is only accepted if its default btree operator class guarantees that
 * equal values have equal images, because then they have equal binary forms,
 * too.  Types without that guarantee (jsonb, interval, citext) are rejected:
 * a filter could test negative for a value that equals a member.
 */
#include "value/hasher.h"

#include "access/htup_details.h"
#include "access/nbtree.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/*
 * Raise an error for a nondeterministic collation.  It may treat texts with
 * different bytes as equal, so they have no stable hash.
 */
static void
check_collation(Oid collation)
{
	if (!OidIsValid(collation) || get_collation_isdeterministic(collation))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("text under the nondeterministic collation \"%s\" has no stable hash",
					get_collation_name(collation)),
			 errhint("Add COLLATE \"C\" to the value.")));
}

/* Whether a type is in the category of strings */
static bool
is_string(Oid type)
{
	char		category;
	bool		preferred;

	get_type_category_preferred(type, &category, &preferred);
	return category == TYPCATEGORY_STRING;
}

/* Raise the error for a type whose values have no stable hash */
void
bloom_hasher_refuse(Oid type)
{
	Oid			output;
	bool		is_varlena;

	getTypeOutputInfo(type, &output, &is_varlena);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION),
			 errmsg("type %s has no stable hash", format_type_be(type)),
			 OidIsValid(get_element_type(type)) ?
			 errhint("For the elements of an array, use unnest(), or the function whose name ends in _all, _any or _each.") :
			 strcmp(get_func_name(output), "bloom_out") == 0 ?
			 errhint("To combine bloom filters, use bloom_union_agg(), bloom_union() or |.") :
			 type == JSONOID || type == JSONBOID ?
			 errhint("Take a text out of it with ->> or #>> instead of -> or #>. A string that is cast to text keeps its quotes.") :
			 is_string(type) ?
			 errhint("Use an expression of type text that is the same for equal values, such as lower(value).") :
			 errhint("Cast the value to text, if equal values have the same text.")));
}

/* Whether the type's default btree operator class guarantees equal images */
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

/*
 * Whether a type without bytes of its own has values with a stable hash.  The
 * send function of a string uses the client's encoding, but not that of
 * "char", which is in the category of strings in PostgreSQL 13.
 */
static bool
has_named_class(Form_pg_type form, Oid type, Oid collation)
{
	return form->typtype == TYPTYPE_ENUM ||
		(OidIsValid(form->typsend) && !OidIsValid(get_element_type(type)) &&
		 (form->typcategory != TYPCATEGORY_STRING || type == CHAROID) &&
		 equality_is_image_equality(type, collation));
}

/* Prepare for a type with a class of its own, or raise an error */
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
		bloom_hasher_refuse(type);

	is_enum = form->typtype == TYPTYPE_ENUM;
	/* an enum's send function uses that encoding, too, so use the label */
	bloom_canonical_other(hasher,
						  bloom_canonical_named_class(NameStr(form->typname)),
						  is_enum ? bloom_bytes_of_enum : bloom_bytes_of_sent);
	fmgr_info_cxt(is_enum ? form->typoutput : form->typsend,
				  &hasher->function, context);
	ReleaseSysCache(tuple);
}

/*
 * Rows: records and composite types.  Their canonical bytes consist of, for
 * each field that is not dropped, its class and the number of its canonical
 * bytes, both as 32 bits, little-endian, and the bytes.  A null of any type
 * has class 0 and no bytes; no value has class 0.  So the bytes can be split
 * into fields again, and different rows have different bytes.
 */

/* Up to this many canonical bytes, the next row uses the same memory */
#define MAX_BUFFER	8192

/* The fields of the last row.  The next one may have another row type. */
struct BloomRow
{
	MemoryContext context;		/* contains this struct and its arrays */
	int			count;			/* number of fields */
	struct BloomField
	{
		Oid			type;		/* type of the hasher, or InvalidOid */
		Oid			collation;
		BloomHasher hasher;
	}		   *fields;
	Datum	   *values;			/* of the fields */
	bool	   *nulls;
	StringInfoData buffer;		/* canonical bytes; data is NULL at first */
};

/* The hasher of a field; raises an error if its type has no stable hash */
static BloomHasher *
field_hasher(struct BloomRow *row, int number, Oid type, Oid collation)
{
	struct BloomField *field = &row->fields[number];

	if (field->type != type || field->collation != collation)
	{
		field->type = InvalidOid;
		if (field->hasher.row != NULL)
			MemoryContextDelete(field->hasher.row->context);
		field->hasher.row = NULL;
		bloom_hasher_init(&field->hasher, type, collation, row->context);
		field->type = type;
		field->collation = collation;
	}
	return &field->hasher;
}

/* Like appendBinaryStringInfo(), but inline and without a final zero */
static inline void
append(StringInfo buffer, const void *data, Size size)
{
	if (unlikely(size >= (Size) (buffer->maxlen - buffer->len)))
		enlargeStringInfo(buffer, (int) size);
	memcpy(buffer->data + buffer->len, data, size);
	buffer->len += (int) size;
}

/* Append a field's class and its number of bytes */
static inline void
append_numbers(StringInfo buffer, BloomClass class, Size size)
{
	uint32		numbers[2] = {bloom_le32(class), bloom_le32((uint32) size)};

	append(buffer, numbers, sizeof(numbers));
}

static void
append_field(StringInfo buffer, BloomHasher *hasher, Datum value, bool is_null)
{
	BloomBytes	bytes;

	if (is_null)
	{
		append_numbers(buffer, BLOOM_CLASS_NONE, 0);
		return;
	}
	hasher->bytes(hasher, value, &bytes);
	append_numbers(buffer, hasher->class, bytes.size);
	append(buffer, bytes.data, bytes.size);
	bloom_bytes_free(&bytes);
}

/* An array for more elements, moved from a smaller one, if there is any */
static void *
grow(MemoryContext context, void *array, Size size)
{
	return array == NULL ? MemoryContextAlloc(context, size) :
		repalloc(array, size);
}

/* Make room for that many fields */
static void
make_room(struct BloomRow *row, int count)
{
	if (count <= row->count)
		return;
	row->values = grow(row->context, row->values, count * sizeof(Datum));
	row->nulls = grow(row->context, row->nulls, count * sizeof(bool));
	row->fields = grow(row->context, row->fields,
					   count * sizeof(struct BloomField));
	memset(row->fields + row->count, 0,
		   (count - row->count) * sizeof(struct BloomField));
	row->count = count;
}

/* Set row->buffer to the canonical bytes of a row */
static void
set_buffer(struct BloomRow *row, HeapTupleHeader header)
{
	HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(header)};
	Oid			type = HeapTupleHeaderGetTypeId(header);
	int32		typmod = HeapTupleHeaderGetTypMod(header);
	TupleDesc	desc = lookup_rowtype_tupdesc(type, typmod);

	tuple.t_data = header;
	ItemPointerSetInvalid(&tuple.t_self);
	make_room(row, desc->natts);
	heap_deform_tuple(&tuple, desc, row->values, row->nulls);
	row->buffer.len = 0;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);

		if (!attribute->attisdropped)
			append_field(&row->buffer,
						 field_hasher(row, i, attribute->atttypid,
									  attribute->attcollation),
						 row->values[i], row->nulls[i]);
	}
	ReleaseTupleDesc(desc);
}

/* The bytes are valid until the next call, or until they are freed */
static void
bytes_of_row(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	HeapTupleHeader header = DatumGetHeapTupleHeader(value);
	struct BloomRow *row = hasher->row;
	StringInfo	buffer = &row->buffer;

	check_stack_depth();
	if (unlikely(buffer->data == NULL))
	{
		MemoryContext caller = MemoryContextSwitchTo(row->context);

		initStringInfo(buffer);
		MemoryContextSwitchTo(caller);
	}
	set_buffer(row, header);
	if ((Pointer) header != DatumGetPointer(value))
		pfree(header);
	bytes->data = buffer->data;
	bytes->size = buffer->len;
	bytes->garbage = NULL;
	if (unlikely(buffer->maxlen > MAX_BUFFER))
	{
		bytes->garbage = buffer->data;
		buffer->data = NULL;
	}
}

/* Prepare the hasher for rows; allocates in context */
static void
init_row(BloomHasher *hasher, MemoryContext context)
{
	bloom_canonical_other(hasher, BLOOM_CLASS_ROW, bytes_of_row);
	context = AllocSetContextCreate(context, "bloom row", ALLOCSET_SMALL_SIZES);
	hasher->row = MemoryContextAllocZero(context, sizeof(struct BloomRow));
	hasher->row->context = context;
}

/* Whether bloom_hasher_accepts() for every field of a row type */
static bool
row_is_accepted(Oid type)
{
	TupleDesc	desc = lookup_rowtype_tupdesc(type, -1);
	bool		accepted = true;

	check_stack_depth();
	for (int i = 0; i < desc->natts && accepted; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);

		accepted = attribute->attisdropped ||
			bloom_hasher_accepts(attribute->atttypid,
								 attribute->attcollation);
	}
	ReleaseTupleDesc(desc);
	return accepted;
}

/*
 * Prepare the hasher for values of a type.  Allocates in context.  Raises an
 * error if values of the type have no stable hash.  The fields of a row are
 * only checked with each row.
 */
void
bloom_hasher_init(BloomHasher *hasher, Oid type, Oid collation,
				  MemoryContext context)
{
	type = getBaseType(type);
	hasher->type = type;
	if (type_is_rowtype(type))
		init_row(hasher, context);
	else if (!bloom_canonical_builtin(hasher, type))
		init_named_class(hasher, type, collation, context);
	else if (hasher->class == BLOOM_CLASS_TEXT &&
			 collation != DEFAULT_COLLATION_OID)
		check_collation(collation);
}

/* Whether values of a built-in type can be hashed without raising errors */
static bool
is_safe(const BloomHasher *builtin)
{
	int			encoding = GetDatabaseEncoding();

	return builtin->class != BLOOM_CLASS_TEXT || encoding == PG_UTF8 ||
		encoding == PG_SQL_ASCII;
}

/*
 * Whether hashing cannot raise an error if the value is in line and not
 * compressed.  That excludes types whose functions are called, and text that
 * must be converted to UTF-8, where its characters may be missing.
 */
bool
bloom_hasher_cannot_fail_inline(Oid type)
{
	BloomHasher hasher;

	return bloom_canonical_builtin(&hasher, getBaseType(type)) &&
		is_safe(&hasher);
}

/*
 * Whether bloom_hasher_init() accepts the type, and hashing its values raises
 * no error, except in a send function of the type.  False for records, whose
 * fields are unknown.
 */
bool
bloom_hasher_accepts(Oid type, Oid collation)
{
	BloomHasher hasher;
	HeapTuple	tuple;
	bool		possible;

	type = getBaseType(type);
	if (type_is_rowtype(type))
		return type != RECORDOID && row_is_accepted(type);
	if (bloom_canonical_builtin(&hasher, type))
		return is_safe(&hasher) &&
			(hasher.class != BLOOM_CLASS_TEXT || !OidIsValid(collation) ||
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
bloom_hasher_is_stable(const BloomHasher *hasher)
{
	return hasher->class != BLOOM_CLASS_ROW &&
		hasher->bytes != bloom_bytes_of_enum;
}

/*
 * Whether values of a type that is implicitly cast to text may be hashed as
 * text: equal values of it, or of its base type, have equal bytes
 */
bool
bloom_hasher_as_text(Oid type)
{
	BloomHasher hasher;

	type = getBaseType(type);
	return bloom_canonical_builtin(&hasher, type) ||
		equality_is_image_equality(type, DEFAULT_COLLATION_OID);
}
