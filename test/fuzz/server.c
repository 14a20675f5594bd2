/*
 * fuzz/server.c
 *		Strings, values and catalogs without a server; see fuzz/shim.h.
 */
#include "fuzz/shim.h"

#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "storage/buffile.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"
#include "utils/resowner.h"

#undef vsnprintf

/*
 * Strings
 */

static void
append(StringInfo text, const char *bytes, int size)
{
	if (text->len + size + 1 > text->maxlen)
	{
		text->maxlen = 2 * (text->len + size + 1);
		text->data = repalloc(text->data, text->maxlen);
	}
	memcpy(text->data + text->len, bytes, size);
	text->len += size;
	text->data[text->len] = '\0';
}

void
initStringInfo(StringInfo text)
{
	text->maxlen = 16;
	text->data = palloc(text->maxlen);
	text->data[0] = '\0';
	text->len = text->cursor = 0;
}

void
appendStringInfoString(StringInfo text, const char *string)
{
	append(text, string, strlen(string));
}

char *
psprintf(const char *format,...)
{
	char	   *text = palloc(512);
	va_list		args;

	va_start(args, format);
	vsnprintf(text, 512, format, args);
	va_end(args);
	return text;
}

char *
pstrdup(const char *string)
{
	return strcpy(palloc(strlen(string) + 1), string);
}

text *
cstring_to_text(const char *string)
{
	Size		size = strlen(string);
	text	   *result = palloc(VARHDRSZ + size);

	SET_VARSIZE(result, VARHDRSZ + size);
	memcpy(VARDATA(result), string, size);
	return result;
}

char *
text_to_cstring(const text *value)
{
	Size		size = VARSIZE_ANY_EXHDR(value);
	char	   *result = palloc(size + 1);

	memcpy(result, VARDATA_ANY(value), size);
	result[size] = '\0';
	return result;
}

uint64
hex_encode(const char *bytes, size_t size, char *text)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < size; i++)
	{
		*text++ = digits[(uint8) bytes[i] >> 4];
		*text++ = digits[bytes[i] & 0xF];
	}
	return 2 * size;
}

static int
digit(char c)
{
	return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

uint64
hex_decode(const char *text, size_t size, char *bytes)
{
	for (size_t i = 0; i < size / 2; i++)
		bytes[i] = digit(text[2 * i]) << 4 | digit(text[2 * i + 1]);
	return size / 2;
}

const char *
pq_getmsgbytes(StringInfo message, int size)
{
	if (size < 0 || size > message->len - message->cursor)
		fuzz_throw();
	message->cursor += size;
	return message->data + message->cursor - size;
}

int
GetDatabaseEncoding(void)
{
	return PG_UTF8;
}

char *
pg_server_to_any(const char *chars, int size, int encoding)
{
	return unconstify(char *, chars);
}

/*
 * Temporary files, in memory
 */

struct BufFile
{
	char	   *bytes;
	Size		size;
	Size		room;
	Size		at;
};

BufFile *
BufFileCreateTemp(bool interxact)
{
	return palloc0(sizeof(BufFile));
}

void
BufFileClose(BufFile *file)
{
	if (file->bytes != NULL)
		pfree(file->bytes);
	pfree(file);
}

int
BufFileSeek(BufFile *file, int number, off_t offset, int whence)
{
	if (whence != SEEK_CUR)
		abort();
	file->at += offset;
	return 0;
}

int
#if PG_VERSION_NUM >= 170000
BufFileSeekBlock(BufFile *file, int64 block)
#else
BufFileSeekBlock(BufFile *file, long block)
#endif
{
	file->at = (Size) block * BLCKSZ;
	return 0;
}

/* What BufFileWrite() does, whose type differs between versions */
static void
write_file(BufFile *file, const void *bytes, Size size)
{
	Size		end = file->at + size;

	if (end > file->room)
	{
		char	   *larger = palloc(2 * end);

		if (file->bytes != NULL)
		{
			memcpy(larger, file->bytes, file->size);
			pfree(file->bytes);
		}
		file->bytes = larger;
		file->room = 2 * end;
	}
	memcpy(file->bytes + file->at, bytes, size);
	file->at = end;
	file->size = Max(file->size, end);
}

#if PG_VERSION_NUM >= 160000
void
BufFileWrite(BufFile *file, const void *bytes, size_t size)
{
	write_file(file, bytes, size);
}
#elif PG_VERSION_NUM >= 140000
void
BufFileWrite(BufFile *file, void *bytes, size_t size)
{
	write_file(file, bytes, size);
}
#else
size_t
BufFileWrite(BufFile *file, void *bytes, size_t size)
{
	write_file(file, bytes, size);
	return size;
}
#endif

size_t
BufFileRead(BufFile *file, void *to, size_t size)
{
	size = Min(size, file->size - Min(file->at, file->size));
	memcpy(to, file->bytes + file->at, size);
	file->at += size;
	return size;
}

/*
 * Values, types and calls
 */

void
EOH_init_header(ExpandedObjectHeader *header,
				const ExpandedObjectMethods *methods, MemoryContext parent)
{
	varatt_expanded pointer = {header};

	header->vl_len_ = EOH_HEADER_MAGIC;
	header->eoh_methods = methods;
	header->eoh_context = parent;
	SET_VARTAG_EXTERNAL(header->eoh_rw_ptr, VARTAG_EXPANDED_RW);
	memcpy(VARDATA_EXTERNAL(header->eoh_rw_ptr), &pointer, sizeof(pointer));
	SET_VARTAG_EXTERNAL(header->eoh_ro_ptr, VARTAG_EXPANDED_RO);
	memcpy(VARDATA_EXTERNAL(header->eoh_ro_ptr), &pointer, sizeof(pointer));
}

ExpandedObjectHeader *
DatumGetEOHP(Datum value)
{
	varatt_expanded pointer;

	memcpy(&pointer, VARDATA_EXTERNAL(DatumGetPointer(value)),
		   sizeof(pointer));
	return pointer.eohptr;
}

Size
EOH_get_flat_size(ExpandedObjectHeader *header)
{
	return header->eoh_methods->get_flat_size(header);
}

void
EOH_flatten_into(ExpandedObjectHeader *header, void *result, Size size)
{
	header->eoh_methods->flatten_into(header, result, size);
}

Datum
TransferExpandedObject(Datum value, MemoryContext parent)
{
	ExpandedObjectHeader *header = DatumGetEOHP(value);

	MemoryContextSetParent(header->eoh_context, parent);
	return EOHPGetRWDatum(header);
}

void
DeleteExpandedObject(Datum value)
{
	MemoryContextDelete(DatumGetEOHP(value)->eoh_context);
}

struct varlena *
fuzz_flatten(Datum value)
{
	ExpandedObjectHeader *header;
	struct varlena *flat;
	Size		size;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return (struct varlena *) DatumGetPointer(value);
	header = DatumGetEOHP(value);
	size = header->eoh_methods->get_flat_size(header);
	flat = palloc(size);
	header->eoh_methods->flatten_into(header, flat, size);
	return flat;
}

struct varlena *
pg_detoast_datum(struct varlena *value)
{
	return fuzz_flatten(PointerGetDatum(value));
}

struct varlena *
pg_detoast_datum_packed(struct varlena *value)
{
	return fuzz_flatten(PointerGetDatum(value));
}

struct varlena *
pg_detoast_datum_copy(struct varlena *value)
{
	struct varlena *flat = fuzz_flatten(PointerGetDatum(value));
	struct varlena *copy = palloc(VARSIZE_ANY(flat));

	memcpy(copy, flat, VARSIZE_ANY(flat));
	return copy;
}

Oid
getBaseType(Oid type)
{
	return type;
}

bool
type_is_rowtype(Oid type)
{
	return false;
}

Oid
get_fn_expr_argtype(FmgrInfo *function, int argno)
{
	return fuzz_value_type;
}

/* None is released here */
ResourceOwner CurrentResourceOwner = NULL;

void
RegisterResourceReleaseCallback(ResourceReleaseCallback callback,
								void *argument)
{
}

/*
 * From here on, without the headers: from version to version they differ in
 * const.
 */

bool
IsTransactionState(void)
{
	return true;
}

int
errcode_for_file_access(void)
{
	return 0;
}

struct Aggref *
AggGetAggref(FunctionCallInfo fcinfo)
{
	return NULL;
}

int64
GetCurrentStatementStartTimestamp(void)
{
	static int64 now = 0;

	return ++now;				/* so that no warning is left out */
}

/* Names of classes are looked for in a catalog: an empty one */
void *
table_open(Oid relation, int mode)
{
	return NULL;
}

void
table_close(void *relation, int mode)
{
}

void *
systable_beginscan(void *relation, Oid index, bool index_fine, void *snapshot,
				   int count, void *keys)
{
	return NULL;
}

void *
systable_getnext(void *scan)
{
	return NULL;
}

void
systable_endscan(void *scan)
{
}

/* Rows of results go nowhere */
int
get_call_result_type(FunctionCallInfo fcinfo, Oid *type, void **desc)
{
	*desc = NULL;
	return 1;					/* TYPEFUNC_COMPOSITE */
}

void *
BlessTupleDesc(void *desc)
{
	return desc;
}

void *
heap_form_tuple(void *desc, void *values, void *nulls)
{
	return palloc0(64);			/* more than a HeapTupleData */
}

Datum
HeapTupleHeaderGetDatum(void *tuple)
{
	return (Datum) 0;
}

void *
CreateTemplateTupleDesc(int columns)
{
	return NULL;
}

void
TupleDescInitEntry(void *desc, int16 number, const char *name, Oid type,
				   int32 typmod, int dimensions)
{
}

void *
tuplestore_begin_heap(bool random, bool across, int kilobytes)
{
	return NULL;
}

void
tuplestore_putvalues(void *rows, void *desc, void *values, void *nulls)
{
}
