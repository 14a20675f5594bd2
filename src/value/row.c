/*
 * value/row.c
 *		Canonical bytes of rows: records and composite types.
 *
 * They consist of, for each field that is not dropped, its class and the
 * number of its canonical bytes, both as 32 bits, little-endian, and the
 * bytes.  A null of any type has class 0 and no bytes; no value has class 0.
 * So the bytes can be split into fields again, and different rows have
 * different bytes.
 */
#include "value/hasher.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* The fields of the last row.  The next one may have another row type. */
struct BloomRow
{
	MemoryContext context;		/* contains this struct */
	int			count;			/* number of fields */
	struct BloomField
	{
		Oid			type;		/* type of the hasher, or InvalidOid */
		Oid			collation;
		BloomHasher hasher;
	}		   *fields;
};

/* Free what the hasher of a row type has allocated */
static void
free_row(struct BloomRow *row)
{
	for (int i = 0; i < row->count; i++)
		if (row->fields[i].hasher.row != NULL)
			free_row(row->fields[i].hasher.row);
	if (row->fields != NULL)
		pfree(row->fields);
	pfree(row);
}

/* The hasher of a field; raises an error if its type has no stable hash */
static BloomHasher *
field_hasher(struct BloomRow *row, int number, Oid type, Oid collation)
{
	struct BloomField *field = &row->fields[number];

	if (field->type != type || field->collation != collation)
	{
		field->type = InvalidOid;
		if (field->hasher.row != NULL)
			free_row(field->hasher.row);
		field->hasher.row = NULL;
		bloom_hasher_init(&field->hasher, type, collation, row->context);
		field->type = type;
		field->collation = collation;
	}
	return &field->hasher;
}

static void
append_number(StringInfo buffer, uint32 number)
{
	number = bloom_le32(number);
	appendBinaryStringInfo(buffer, (char *) &number, sizeof(number));
}

static void
append_field(StringInfo buffer, BloomHasher *hasher, Datum value, bool is_null)
{
	BloomBytes	bytes;

	if (is_null)
	{
		append_number(buffer, BLOOM_CLASS_NONE);
		append_number(buffer, 0);
		return;
	}
	hasher->bytes(hasher, value, &bytes);
	append_number(buffer, hasher->class);
	append_number(buffer, (uint32) bytes.size);
	appendBinaryStringInfo(buffer, bytes.data, (int) bytes.size);
	bloom_bytes_free(&bytes);
}

/* Make room for that many fields */
static void
make_room(struct BloomRow *row, int count)
{
	Size		size = count * sizeof(struct BloomField);

	if (count <= row->count)
		return;
	row->fields = row->fields == NULL ?
		MemoryContextAlloc(row->context, size) : repalloc(row->fields, size);
	memset(row->fields + row->count, 0,
		   (count - row->count) * sizeof(struct BloomField));
	row->count = count;
}

static void
append_row(StringInfo buffer, struct BloomRow *row, HeapTupleHeader header)
{
	HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(header)};
	Oid			type = HeapTupleHeaderGetTypeId(header);
	int32		typmod = HeapTupleHeaderGetTypMod(header);
	TupleDesc	desc = lookup_rowtype_tupdesc(type, typmod);
	Datum	   *values = palloc((desc->natts + 1) * sizeof(Datum));
	bool	   *nulls = palloc((desc->natts + 1) * sizeof(bool));

	tuple.t_data = header;
	ItemPointerSetInvalid(&tuple.t_self);
	heap_deform_tuple(&tuple, desc, values, nulls);
	make_room(row, desc->natts);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);

		if (!attribute->attisdropped)
			append_field(buffer,
						 field_hasher(row, i, attribute->atttypid,
									  attribute->attcollation),
						 values[i], nulls[i]);
	}
	pfree(values);
	pfree(nulls);
	ReleaseTupleDesc(desc);
}

static void
bytes_of_row(BloomHasher *hasher, Datum value, BloomBytes *bytes)
{
	HeapTupleHeader header = DatumGetHeapTupleHeader(value);
	StringInfoData buffer;

	check_stack_depth();
	initStringInfo(&buffer);
	append_row(&buffer, hasher->row, header);
	if ((Pointer) header != DatumGetPointer(value))
		pfree(header);
	bytes->data = bytes->garbage = buffer.data;
	bytes->size = buffer.len;
}

/* Prepare the hasher for rows; allocates in context */
void
bloom_row_init(BloomHasher *hasher, MemoryContext context)
{
	bloom_canonical_other(hasher, BLOOM_CLASS_ROW, bytes_of_row);
	hasher->row = MemoryContextAllocZero(context, sizeof(struct BloomRow));
	hasher->row->context = context;
}

/* Whether bloom_hasher_is_possible() for every field of a row type */
bool
bloom_row_is_possible(Oid type)
{
	TupleDesc	desc = lookup_rowtype_tupdesc(type, -1);
	bool		possible = true;

	check_stack_depth();
	for (int i = 0; i < desc->natts && possible; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(desc, i);

		possible = attribute->attisdropped ||
			bloom_hasher_is_possible(attribute->atttypid,
									 attribute->attcollation);
	}
	ReleaseTupleDesc(desc);
	return possible;
}
