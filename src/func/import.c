/*
 * func/import.c
 *		Filters from the files of other libraries, and empty ones like theirs.
 *
 * Most of these formats have no magic number: the wrong one may be read
 * without an error.  So everything in a file is checked against everything
 * else, and who knows a member can have it tested.
 */
#include "codec/bitmap.h"
#include "codec/guava.h"
#include "codec/pybloom.h"
#include "codec/redisbloom.h"
#include "codec/spark.h"
#include "func/call.h"
#include "value/library.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"

BLOOM_FUNCTION(bloom_import);
BLOOM_FUNCTION(bloom_import_chunks);
BLOOM_FUNCTION(bloom_new);

static void
refuse_file(BloomFormat format, const char *problem)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
			 errmsg("invalid %s filter", bloom_format_name(format)),
			 errdetail("%s", problem)));
}

/* What the bytes of a file look like that isn't of the format, or NULL */
static const char *
likeness(BloomFormat format, const uint8 *data, Size size)
{
	BloomImportedFile *file = palloc(sizeof(BloomImportedFile));

	if (size >= 4 && memcmp(data, "\xAC\xED\0\5", 4) == 0)
		return "It looks like an object that Java serialized: write the filter by its writeTo().";
	if (size >= 2 && data[0] == 0x80 && data[1] >= 2 && data[1] <= 5)
		return "It looks like a Python pickle: write the filter by its tofile().";
	if (size >= 2 && data[0] == 0x1F && data[1] == 0x8B)
		return "It looks like a file compressed by gzip: decompress it first.";
	if (size >= 2 && memcmp(data, "\\x", 2) == 0)
		return "It looks like hexadecimal digits: decode them first.";
	if (size >= 36 && data[0] == BLOOM_FORMAT_VERSION && data[1] <= 3 &&
		bloom_format_name(data[2]) != NULL && data[3] <= 4)
		return "It looks like a filter of bloomext: cast it to bloom.";
	if (format != BLOOM_FORMAT_GUAVA &&
		bloom_guava_read(data, size, file) == NULL)
		return "It looks like a guava filter.";
	if (format != BLOOM_FORMAT_SPARK &&
		bloom_spark_read(data, size, file) == NULL)
		return "It looks like a spark filter.";
	if (format != BLOOM_FORMAT_PYBLOOM &&
		bloom_pybloom_read(data, size, true, file) == NULL)
		return "It looks like a pybloom filter.";
	return NULL;
}

/* The error of data in which there is a problem */
static void
refuse_data(BloomFormat format, const char *problem, const uint8 *data,
			Size size)
{
	const char *hint = likeness(format, data, size);

	if (hint == NULL)
		refuse_file(format, problem);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
			 errmsg("invalid %s filter", bloom_format_name(format)),
			 errdetail("%s", problem),
			 errhint("%s", hint)));
}

/* The filter of a file that has been read, unless that found a problem */
static BloomExpanded *
filter_of_file(BloomFormat format, const BloomImportedFile *file,
			   const char *problem, const uint8 *data, Size size)
{
	if (problem != NULL)
		refuse_data(format, problem, data, size);
	return bloom_library_make(format, file, CurrentMemoryContext);
}

static void
refuse_parameters(BloomFormat format, const char *problem)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s filter cannot have these parameters",
					bloom_format_name(format)),
			 errdetail("%s", problem)));
}

/* Whether the hash that is asked for by name is XXH3-128, not MD5 */
static bool
hash_is_xxh3(text *hash)
{
	const char *name = text_to_cstring(hash);

	if (strcmp(name, "xxh3-128") == 0)
		return true;
	if (strcmp(name, "md5") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized hash \"%s\"", name),
				 errhint("The hashes are md5 and xxh3-128.")));
	return false;
}

/* Whether a filter has a member that is given as text */
static bool
contains_text(BloomExpanded *filter, text *member)
{
	bool		integers = filter->imported->integer_size != 0;
	BloomHasher hasher;
	Datum		value = PointerGetDatum(member);

	bloom_hashable_init(&hasher, integers ? INT8OID : TEXTOID,
						DEFAULT_COLLATION_OID, CurrentMemoryContext);
	if (integers)
		value = DirectFunctionCall1(int8in,
									CStringGetDatum(text_to_cstring(member)));
	return bloom_view_contains_value(bloom_expanded_view(filter), &hasher,
									 value);
}

/* An error unless the filter has the known member, if there is one */
static void
check_known_member(FunctionCallInfo fcinfo, BloomExpanded *filter)
{
	if (PG_ARGISNULL(2) || contains_text(filter, PG_GETARG_TEXT_PP(2)))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("bloom filter does not contain the known member"),
			 errhint("Check the format, its parameters, and how the other program made bytes of its values.")));
}

/*
 * Read a pybloom file.  It may not tell which hash it was made by: then the
 * argument tells, or the known member does.
 */
static BloomExpanded *
import_pybloom(FunctionCallInfo fcinfo, const uint8 *data, Size size)
{
	BloomImportedFile *file = palloc(sizeof(BloomImportedFile));
	BloomExpanded *found[2];
	bool		fits[2];
	const char *problem;

	if (!PG_ARGISNULL(3))
	{
		problem = bloom_pybloom_read(data, size,
									 hash_is_xxh3(PG_GETARG_TEXT_PP(3)), file);
		return filter_of_file(BLOOM_FORMAT_PYBLOOM, file, problem, data, size);
	}
	for (int xxh3 = 0; xxh3 <= 1; xxh3++)
	{
		problem = bloom_pybloom_read(data, size, xxh3, file);
		found[xxh3] = filter_of_file(BLOOM_FORMAT_PYBLOOM, file, problem,
									 data, size);
		if (!bloom_pybloom_uses_hash(&file->head.imported, file->layers))
			return found[xxh3];
		fits[xxh3] = !PG_ARGISNULL(2) &&
			contains_text(found[xxh3], PG_GETARG_TEXT_PP(2));
	}
	if (fits[0] != fits[1])
		return found[fits[1]];
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the file does not tell which hash function the filter was built with"),
			 errhint("Give hash => 'md5' (pybloom, and pybloom-live up to 3) or hash => 'xxh3-128' (pybloom-live 4), or a known_member.")));
}

/* Read a bitmap, of which the arguments tell what the file doesn't */
static BloomExpanded *
import_bitmap(FunctionCallInfo fcinfo, const uint8 *data, Size size)
{
	BloomImportedFile *file = palloc(sizeof(BloomImportedFile));
	BloomImported *imported = &file->head.imported;
	uint64_t	bits;
	uint64_t	probes;
	const char *problem;

	if (PG_ARGISNULL(4) || PG_ARGISNULL(5) || PG_ARGISNULL(6) ||
		PG_ARGISNULL(7))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("a bitmap does not tell its capacity and error rate"),
				 errhint("Give both, as in bloom_import('redis-bitmap', data, capacity => 1000, error_rate => 0.01).")));
	problem = bloom_bitmap_size(Max(PG_GETARG_INT64(4), 0),
								PG_GETARG_FLOAT8(5), PG_GETARG_BOOL(6),
								&bits, &probes);
	if (problem != NULL)
		refuse_parameters(BLOOM_FORMAT_REDIS_BITMAP, problem);
	problem = bloom_bitmap_read(data, size, bits, probes, !PG_GETARG_BOOL(7),
								file);
	if (problem != NULL)
		refuse_data(BLOOM_FORMAT_REDIS_BITMAP, problem, data, size);
	imported->capacity = imported->layer[0].capacity = PG_GETARG_INT64(4);
	imported->error_rate = imported->layer[0].error_rate = PG_GETARG_FLOAT8(5);
	if (PG_GETARG_BOOL(6))
		imported->variant |= BLOOM_BITMAP_PRIME;
	return bloom_library_make(BLOOM_FORMAT_REDIS_BITMAP, file,
							  CurrentMemoryContext);
}

/* Read a file of Guava's or Spark's, which tells all but its kind of keys */
static BloomExpanded *
import_classic(BloomFormat format, const uint8 *data, Size size)
{
	BloomImportedFile *file = palloc(sizeof(BloomImportedFile));
	const char *problem = format == BLOOM_FORMAT_GUAVA ?
		bloom_guava_read(data, size, file) :
		bloom_spark_read(data, size, file);

	return filter_of_file(format, file, problem, data, size);
}

/*
 * bloom_import(format, data, known_member, hash, capacity, error_rate, prime,
 * lsb_first, keys)
 */
Datum
bloom_import(PG_FUNCTION_ARGS)
{
	BloomExpanded *filter = NULL;
	BloomFormat format;
	bytea	   *data;
	uint64		integer_size = 0;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	format = bloom_library_format(PG_GETARG_TEXT_PP(0));
	data = PG_GETARG_BYTEA_PP(1);
	if (!PG_ARGISNULL(8))
		integer_size = bloom_library_integer_size(format,
												  PG_GETARG_TEXT_PP(8));
	switch (format)
	{
		case BLOOM_FORMAT_PYBLOOM:
			filter = import_pybloom(fcinfo, (uint8 *) VARDATA_ANY(data),
									VARSIZE_ANY_EXHDR(data));
			break;
		case BLOOM_FORMAT_REDIS_BITMAP:
			filter = import_bitmap(fcinfo, (uint8 *) VARDATA_ANY(data),
								   VARSIZE_ANY_EXHDR(data));
			break;
		case BLOOM_FORMAT_GUAVA:
		case BLOOM_FORMAT_SPARK:
			filter = import_classic(format, (uint8 *) VARDATA_ANY(data),
									VARSIZE_ANY_EXHDR(data));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("a %s filter consists of several chunks",
							bloom_format_name(format)),
					 errhint("Give them to bloom_import_chunks, in the order in which BF.SCANDUMP returned them.")));
	}
	filter->imported->integer_size = integer_size;
	check_known_member(fcinfo, filter);
	PG_RETURN_BLOOM_EXPANDED(filter);
}

/* The elements of a bytea array from the second one on, end to end */
static uint8 *
join_chunks(Datum *chunks, int count, Size *size)
{
	uint8	   *all;
	Size		at = 0;

	*size = 0;
	for (int i = 1; i < count; i++)
		*size += VARSIZE_ANY_EXHDR(DatumGetPointer(chunks[i]));
	all = MemoryContextAllocHuge(CurrentMemoryContext, *size + 1);
	for (int i = 1; i < count; i++)
	{
		struct varlena *chunk = (struct varlena *) DatumGetPointer(chunks[i]);

		bloom_copy_bytes(all + at, VARDATA_ANY(chunk),
						 VARSIZE_ANY_EXHDR(chunk));
		at += VARSIZE_ANY_EXHDR(chunk);
	}
	return all;
}

/* bloom_import_chunks(format, chunks, known_member) */
Datum
bloom_import_chunks(PG_FUNCTION_ARGS)
{
	BloomImportedFile *file = palloc(sizeof(BloomImportedFile));
	BloomExpanded *filter;
	BloomFormat format;
	const char *problem;
	Datum	   *chunks;
	bool	   *nulls;
	int			count;
	struct varlena *header;
	uint8	   *body;
	Size		size;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	format = bloom_library_format(PG_GETARG_TEXT_PP(0));
	if (format != BLOOM_FORMAT_REDISBLOOM)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a %s filter is one bytea, not an array",
						bloom_format_name(format)),
				 errhint("Use bloom_import.")));
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), BYTEAOID, -1, false,
					  TYPALIGN_INT, &chunks, &nulls, &count);
	for (int i = 0; i < count; i++)
		if (nulls[i])
			refuse_file(format, "A chunk is null.");
	if (count == 0)
		refuse_file(format, "It has no chunks.");
	body = join_chunks(chunks, count, &size);
	header = (struct varlena *) DatumGetPointer(chunks[0]);
	problem = bloom_redisbloom_read((uint8 *) VARDATA_ANY(header),
									VARSIZE_ANY_EXHDR(header), body, size,
									file);
	if (problem != NULL)
		refuse_data(format, problem, (uint8 *) VARDATA_ANY(header),
					VARSIZE_ANY_EXHDR(header));
	filter = bloom_library_make(format, file, CurrentMemoryContext);
	pfree(body);
	check_known_member(fcinfo, filter);
	PG_RETURN_BLOOM_EXPANDED(filter);
}

/*
 * bloom_new(format, capacity, error_rate, growth, hash, prime, keys, version)
 */
Datum
bloom_new(PG_FUNCTION_ARGS)
{
	BloomFormat format = bloom_library_format(PG_GETARG_TEXT_PP(0));
	int64		capacity = PG_GETARG_INT64(1);
	double		error_rate = PG_GETARG_FLOAT8(2);
	int			growth = PG_GETARG_INT32(3);
	bool		xxh3 = hash_is_xxh3(PG_GETARG_TEXT_PP(4));
	uint64		integer_size =
		bloom_library_integer_size(format, PG_GETARG_TEXT_PP(6));
	BloomImportedFile *file = palloc(sizeof(BloomImportedFile));
	const char *problem;

	if (capacity < 1)
		refuse_parameters(format, "Its capacity is less than 1.");
	if (growth < 0 ||
		(growth != 0 && bloom_format_codec(format)->next == NULL))
		refuse_parameters(format, "It cannot grow by that factor.");
	switch (format)
	{
		case BLOOM_FORMAT_PYBLOOM:
			problem = growth != 0 && growth != 2 ? "it can only grow twofold" :
				bloom_pybloom_new(capacity, error_rate, xxh3, growth != 0,
								  file);
			break;
		case BLOOM_FORMAT_REDISBLOOM:
			problem = bloom_redisbloom_new(capacity, error_rate, growth, file);
			break;
		case BLOOM_FORMAT_REDIS_BITMAP:
			problem = bloom_bitmap_new(capacity, error_rate,
									   PG_GETARG_BOOL(5), file);
			break;
		case BLOOM_FORMAT_SPARK:
			problem = bloom_spark_new(capacity, error_rate,
									  PG_GETARG_INT32(7), file);
			break;
		default:
			problem = bloom_guava_new(capacity, error_rate, file);
	}
	if (problem != NULL)
		refuse_parameters(format, problem);
	file->head.imported.integer_size = integer_size;
	PG_RETURN_BLOOM_EXPANDED(bloom_library_make(format, file,
												CurrentMemoryContext));
}
