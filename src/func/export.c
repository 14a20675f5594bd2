/*
 * func/export.c
 *		Files of other libraries from filters.
 */
#include "func/result.h"
#include "value/expanded.h"
#include "value/imported.h"

#include "catalog/pg_type.h"

BLOOM_FUNCTION(bloom_export);
BLOOM_FUNCTION(bloom_export_chunks);

/* The longest chunk; RedisBloom refuses longer ones */
#define MAX_CHUNK	((Size) 16 * 1024 * 1024)

/* Pointers to the words of each layer, palloc'd */
static const uint64_t *const *
layer_words(BloomView view)
{
	const uint64_t **words = palloc(view.head->layers * sizeof(uint64_t *));
	const uint64 *at = view.words;

	for (int i = 0; i < view.head->layers; i++)
	{
		words[i] = (const uint64_t *) at;
		at += bloom_imported_words(&view.imported->layer[i]);
	}
	return words;
}

/* The codec's output, palloc'd */
static uint8 *
written(BloomView view, Size *size)
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);
	const uint64_t *const *words = layer_words(view);
	uint8	   *data;

	*size = codec->write(view.imported, view.head->layers, words, NULL, NULL);
	data = MemoryContextAllocHuge(CurrentMemoryContext, *size + 1);
	codec->write(view.imported, view.head->layers, words, data,
				 bloom_check_interrupts);
	return data;
}

/* Bytes as a bytea */
static bytea *
make_bytea(const uint8 *data, Size size)
{
	bytea	   *result = palloc(VARHDRSZ + size);

	SET_VARSIZE(result, VARHDRSZ + size);
	bloom_copy_bytes(BLOOM_MEMORY(NULL), VARDATA(result), data, size);
	return result;
}

/* The file of a filter whose format is not chunked */
static bytea *
make_file(BloomView view)
{
	Size		size;
	uint8	   *data = written(view, &size);
	bytea	   *result = make_bytea(data, size);

	pfree(data);
	return result;
}

/* Add a row to the result */
static void
put_chunk(Tuplestorestate *rows, TupleDesc desc, bytea *chunk)
{
	bloom_result_put(rows, desc, BYTEAOID, PointerGetDatum(chunk));
	pfree(chunk);
}

/* The chunks of a filter: the header, then the layers, long ones cut */
static void
put_chunks(Tuplestorestate *rows, TupleDesc desc, BloomView view)
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);
	Size		size = codec->write_header(view.imported, view.head->layers,
										   NULL);
	uint8	   *header = palloc(size);
	const uint8 *data;

	codec->write_header(view.imported, view.head->layers, header);
	put_chunk(rows, desc, make_bytea(header, size));
	data = written(view, &size);
	for (int i = 0; i < view.head->layers; i++)
		for (size = codec->layer_size(view.imported, i); size > 0;)
		{
			Size		part = Min(size, MAX_CHUNK);

			put_chunk(rows, desc, make_bytea(data, part));
			data += part;
			size -= part;
		}
}

/* Whether files of a filter's format consist of several chunks */
static bool
is_chunked(BloomView view)
{
	return bloom_format_codec(view.head->format)->write_header != NULL;
}

/* The filter argument; raises an error if it is of another format */
static BloomView
exported(FunctionCallInfo fcinfo)
{
	BloomFormat format = bloom_imported_format(PG_GETARG_TEXT_PP(0));
	BloomView	view = PG_GETARG_BLOOM_COUNTED(1);

	if (view.head->format != format)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("bloom filter is of format %s, not %s",
						bloom_format_name(view.head->format),
						bloom_format_name(format)),
				 errhint("A filter does not know its values, so it cannot be converted. Build a new one from the values: bloom_agg_like(value, bloom_new('%s', capacity)).",
						 bloom_format_name(format))));
	return view;
}

/* bloom_export(format, filter) */
Datum
bloom_export(PG_FUNCTION_ARGS)
{
	BloomView	view = exported(fcinfo);

	if (is_chunked(view))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a %s filter consists of several chunks",
						bloom_format_name(view.head->format)),
				 errhint("Use bloom_export_chunks, and give them to BF.LOADCHUNK in their order.")));
	PG_RETURN_BYTEA_P(make_file(view));
}

/* bloom_export_chunks(format, filter): a row per chunk */
Datum
bloom_export_chunks(PG_FUNCTION_ARGS)
{
	BloomView	view = exported(fcinfo);
	TupleDesc	desc;
	Tuplestorestate *rows;

	if (!is_chunked(view))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a %s filter is one bytea, not several chunks",
						bloom_format_name(view.head->format)),
				 errhint("Use bloom_export.")));
	rows = bloom_result_begin_set(fcinfo, BYTEAOID, 0, &desc);
	put_chunks(rows, desc, view);
	return (Datum) 0;
}
