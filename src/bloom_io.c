/*
 * bloom_io.c
 *		Text and binary input and output, and the casts from and to bytea.
 *
 * All of them are one thing: the wire form of doc/format.md, as bytes or as
 * \x and hexadecimal digits.
 */
#include "bloom_format.h"

#include "libpq/pqformat.h"

#include "bloom_expanded.h"

BLOOM_FUNCTION(bloom_in);
BLOOM_FUNCTION(bloom_out);
BLOOM_FUNCTION(bloom_recv);
BLOOM_FUNCTION(bloom_send);
BLOOM_FUNCTION(bloom_from_bytea);
BLOOM_FUNCTION(bloom_to_bytea);

/* Larger values could be made but not dumped */
static bool
check_size(Size size, Node *context)
{
	if (size > BLOOM_MAX_BYTES)
		ereturn(context, false,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("bloom filter would be larger than %d MB",
						BLOOM_MAX_BYTES / 1024 / 1024)));
	return true;
}

/* The wire form of a filter as a bytea, palloc'd */
static bytea *
wire_bytes(Datum value)
{
	BloomView	view = bloom_view_counted(value);
	Size		head_size = BLOOM_HEADER_SIZE(view.head->layers);
	Size		words_size = bloom_words_size(view.head);
	Bloom	   *filter = palloc(head_size + words_size);

	memcpy(filter, view.head, head_size);
	memcpy((char *) filter + head_size, view.words, words_size);
	SET_VARSIZE(filter, head_size + words_size);
	bloom_to_wire(filter);
	return (bytea *) filter;
}

/* \x and two digits a byte; soft errors where the server has them */
Datum
bloom_in(PG_FUNCTION_ARGS)
{
	const char *text = PG_GETARG_CSTRING(0);
	Node	   *context = fcinfo->context;
	size_t		digits = strlen(text);
	Bloom	   *filter;
	Size		size;

	if (digits < 2 || digits % 2 != 0 || text[0] != '\\' || text[1] != 'x' ||
		strspn(text + 2, "0123456789abcdefABCDEF") != digits - 2)
		ereturn(context, (Datum) 0,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for type bloom"),
				 errhint("A bloom value is \\x and an even number of hexadecimal digits.")));
	size = VARHDRSZ + (digits - 2) / 2;
	if (!check_size(size, context))
		PG_RETURN_NULL();

	filter = palloc(size);
	SET_VARSIZE(filter, size);
	hex_decode(text + 2, digits - 2, VARDATA(filter));
	if (!bloom_from_wire(filter, ERRCODE_INVALID_TEXT_REPRESENTATION, context))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(filter);
}

Datum
bloom_out(PG_FUNCTION_ARGS)
{
	bytea	   *wire = wire_bytes(PG_GETARG_DATUM(0));
	Size		size = VARSIZE(wire) - VARHDRSZ;
	char	   *text = palloc(2 + 2 * size + 1);

	text[0] = '\\';
	text[1] = 'x';
	hex_encode(VARDATA(wire), size, text + 2);
	text[2 + 2 * size] = '\0';
	pfree(wire);
	PG_RETURN_CSTRING(text);
}

Datum
bloom_recv(PG_FUNCTION_ARGS)
{
	StringInfo	message = (StringInfo) PG_GETARG_POINTER(0);
	Size		bytes = message->len - message->cursor;
	Bloom	   *filter;

	check_size(VARHDRSZ + bytes, NULL);
	filter = palloc(VARHDRSZ + bytes);
	SET_VARSIZE(filter, VARHDRSZ + bytes);
	pq_copymsgbytes(message, VARDATA(filter), bytes);
	bloom_from_wire(filter, ERRCODE_INVALID_BINARY_REPRESENTATION, NULL);
	PG_RETURN_POINTER(filter);
}

Datum
bloom_send(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(wire_bytes(PG_GETARG_DATUM(0)));
}

Datum
bloom_from_bytea(PG_FUNCTION_ARGS)
{
	Bloom	   *filter = (Bloom *) PG_GETARG_BYTEA_P_COPY(0);

	check_size(VARSIZE(filter), NULL);
	bloom_from_wire(filter, ERRCODE_INVALID_BINARY_REPRESENTATION, NULL);
	PG_RETURN_POINTER(filter);
}

Datum
bloom_to_bytea(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(wire_bytes(PG_GETARG_DATUM(0)));
}
