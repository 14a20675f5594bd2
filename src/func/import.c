/*
 * func/import.c
 *		Filters from files of other libraries, and empty filters like theirs.
 *
 * Most of these formats have no magic number, so a file of another format may
 * be read without an error.  Therefore codecs check everything in a file
 * against everything else, and a member that the user knows can be tested.
 */
#include "func/call.h"
#include "value/imported.h"
#include "value/member.h"

#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"

BLOOM_FUNCTION(bloom_import);
BLOOM_FUNCTION(bloom_import_chunks);
BLOOM_FUNCTION(bloom_new);

/* As in the declaration of bloom_new() */
#define DEFAULT_HASH	"xxh3-128"

/* Raise the error that a file is invalid; the hint may be NULL */
static void
refuse_file(BloomFormat format, const char *problem, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
			 errmsg("invalid %s filter", bloom_format_name(format)),
			 errdetail("%s", problem),
			 hint != NULL ? errhint("%s", hint) : 0));
}

/*
 * A hint about bytes that are not a file of the format, or NULL.  If there are
 * several chunks, the first one shows what the data is.
 */
static const char *
likeness(BloomFormat format, const BloomCodecInput *input)
{
	const BloomCodecInput first = input->header == NULL ? *input :
		(BloomCodecInput) {
		.data = input->header, .size = input->header_size
	};
	const uint8 *data = first.data;
	Size		size = first.size;
	BloomCodecFile *file = palloc(sizeof(BloomCodecFile));
	BloomCodecOptions options = {.xxh3 = true};
	const BloomCodec *codec;

	if (size >= 4 && memcmp(data, "\xAC\xED\0\5", 4) == 0)
		return "It looks like an object that Java serialized: write the filter by its writeTo().";
	if (size >= 2 && data[0] == 0x80 && data[1] >= 2 && data[1] <= 5)
		return "It looks like a Python pickle: write the filter by its tofile().";
	if (size >= 2 && data[0] == 0x1F && data[1] == 0x8B)
		return "It looks like a file compressed by gzip: decompress it first.";
	if (size >= 4 && memcmp(data, "PAR1", 4) == 0)
		return "It looks like a whole Parquet file: give the bytes of the filter of one of its column chunks.";
	if (size >= 2 && memcmp(data, "\\x", 2) == 0)
		return "It looks like hexadecimal digits: decode them first.";
	if (size >= 36 && data[0] == BLOOM_FORMAT_VERSION &&
		bloom_format_name(data[2]) != NULL && bloom_growth_valid(data[3]))
		return "It looks like a filter of bloomext: cast it to bloom.";
	for (int other = BLOOM_FORMAT_NATIVE + 1;
		 (codec = bloom_format_codec(other)) != NULL; other++)
		if (other != (int) format && codec->recognizable &&
			bloom_codec_read(codec, &options, &first, file) == NULL)
			return psprintf("It looks like a %s filter.",
							bloom_format_name(other));
	return NULL;
}

/*
 * Raise the error that a format has no filters with these parameters; the hint
 * may be NULL
 */
static void
refuse_parameters(BloomFormat format, const char *problem, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s filter cannot have these parameters",
					bloom_format_name(format)),
			 errdetail("%s", problem),
			 hint != NULL ? errhint("%s", hint) : 0));
}

/* Raise an error if an argument was given that a format does not have */
static void
check_argument(BloomFormat format, const char *name, bool given, bool has)
{
	if (given && !has)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument \"%s\" does not apply to a %s filter", name,
						bloom_format_name(format))));
}

/* Whether a hash given by name is XXH3-128, and not MD5 */
static bool
hash_is_xxh3(const char *name)
{
	if (strcmp(name, DEFAULT_HASH) == 0)
		return true;
	if (strcmp(name, "md5") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized hash \"%s\"", name),
				 errhint("The hashes are md5 and xxh3-128.")));
	return false;
}

/* Whether a filter contains a member that is given as text */
static bool
contains_text(BloomFilter *filter, text *member)
{
	BloomView	view = bloom_expanded_view(filter);
	bool		integers = bloom_view_has_keys_of(view, BLOOM_CLASS_INTEGER);
	BloomHasher hasher;
	Datum		value = PointerGetDatum(member);

	bloom_hasher_init(&hasher, integers ? INT8OID : TEXTOID,
					  DEFAULT_COLLATION_OID, CurrentMemoryContext);
	if (integers)
		value = DirectFunctionCall1(int8in,
									CStringGetDatum(text_to_cstring(member)));
	return bloom_view_contains_value(view, &hasher, value);
}

/* Change the keys to others; whether the filter then contains the member */
static bool
contains_as(BloomFilter *filter, BloomKeys keys, text *member)
{
	const BloomCodec *codec = bloom_format_codec(filter->head->format);

	if (filter->imported->keys == keys || (keys & ~codec->keys) != 0)
		return false;
	filter->imported->keys = keys;
	return contains_text(filter, member);
}

/*
 * A hint if a Redis bitmap could be read with the other kind of length, and
 * then contained the member, which may be NULL.  Otherwise NULL.
 */
static const char *
prime_hint(BloomFormat format, const BloomCodecOptions *options,
		   const BloomCodecInput *input, text *member)
{
	const BloomCodec *codec = bloom_format_codec(format);
	BloomCodecFile *file = palloc(sizeof(BloomCodecFile));
	BloomCodecOptions other = *options;

	if (!codec->needs_parameters)
		return NULL;
	other.prime = !options->prime;
	if (bloom_codec_read(codec, &other, input, file) != NULL)
		return NULL;
	if (member != NULL &&
		!contains_text(BLOOM_MAKE(bloom_imported_make, format, file), member))
		return NULL;
	return other.prime ?
		"Its number of bits may be a prime: pass prime => true." :
		"Its number of bits may not be a prime: pass prime => false.";
}

/* Raise an error if the filter lacks the known member that was given */
static void
check_known_member(FunctionCallInfo fcinfo, BloomFormat format,
				   const BloomCodecOptions *options,
				   const BloomCodecInput *input, BloomFilter *filter)
{
	text	   *member;
	const char *hint;

	if (PG_ARGISNULL(2))
		return;
	member = PG_GETARG_TEXT_PP(2);
	if (contains_text(filter, member))
		return;
	hint = prime_hint(format, options, input, member);
	if (contains_as(filter, BLOOM_KEYS_UTF16, member))
		hint = "It contains this text as UTF-16: pass keys => 'utf16'.";
	else if (contains_as(filter, BLOOM_KEYS_TEXT, member))
		hint = "It contains this text as UTF-8: pass keys => 'text'.";
	else if (hint == NULL)
		hint = "Check the format, its parameters, and how the other program encoded its values.";
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("bloom filter does not contain the known member"),
			 errhint("%s", hint)));
}

/* Read a file into a filter; raises an error if it is invalid */
static BloomFilter *
read_filter(BloomFormat format, const BloomCodecOptions *options,
			const BloomCodecInput *input)
{
	BloomCodecFile *file = palloc(sizeof(BloomCodecFile));
	const char *problem = bloom_codec_read(bloom_format_codec(format),
										   options, input, file);
	const char *hint;

	if (problem != NULL)
	{
		hint = likeness(format, input);
		refuse_file(format, problem, hint != NULL ? hint :
					prime_hint(format, options, input, NULL));
	}
	return BLOOM_MAKE(bloom_imported_make, format, file);
}

/*
 * Read a file that may not say which hash its filter uses.  Then the argument
 * hash says it, or the known member does.
 */
static BloomFilter *
read_with_either_hash(FunctionCallInfo fcinfo, BloomFormat format,
					  BloomCodecOptions *options,
					  const BloomCodecInput *input)
{
	const BloomCodec *codec = bloom_format_codec(format);
	BloomFilter *found[2];
	bool		fits[2];

	if (codec->needs_hash == NULL || !PG_ARGISNULL(3))
	{
		options->xxh3 = codec->needs_hash != NULL &&
			hash_is_xxh3(text_to_cstring(PG_GETARG_TEXT_PP(3)));
		return read_filter(format, options, input);
	}
	for (int xxh3 = 0; xxh3 <= 1; xxh3++)
	{
		options->xxh3 = xxh3;
		found[xxh3] = read_filter(format, options, input);
		if (!codec->needs_hash(found[xxh3]->imported,
							   found[xxh3]->head->layers))
			return found[xxh3];
		fits[xxh3] = !PG_ARGISNULL(2) &&
			contains_text(found[xxh3], PG_GETARG_TEXT_PP(2));
	}
	if (fits[0] != fits[1])
		return found[fits[1]];
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("hash of the %s filter must be specified",
					bloom_format_name(format)),
			 errdetail("The file does not contain it."),
			 errhint("Give hash => 'md5' (pybloom, and pybloom-live up to 3) or hash => 'xxh3-128' (pybloom-live 4), or a known_member.")));
}

/*
 * Read the arguments that files of a format need because they lack them, and
 * raise an error for those that they do not need
 */
static void
read_parameters(FunctionCallInfo fcinfo, BloomFormat format,
				BloomCodecOptions *options)
{
	/* arguments 4 to 7; false is the default of the last two */
	static const char *const names[] = {
		"capacity", "error_rate", "prime", "lsb_first"
	};
	BloomCodecFile *file = palloc(sizeof(BloomCodecFile));
	const BloomCodec *codec = bloom_format_codec(format);
	const char *problem;

	check_argument(format, "hash", !PG_ARGISNULL(3),
				   codec->needs_hash != NULL);
	for (int i = 0; i < 4; i++)
		check_argument(format, names[i], !PG_ARGISNULL(i + 4) &&
					   (i < 2 || PG_GETARG_BOOL(i + 4)),
					   codec->needs_parameters);
	if (!codec->needs_parameters)
		return;
	if (PG_ARGISNULL(4) || PG_ARGISNULL(5))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("a %s filter does not contain its capacity and error rate",
						bloom_format_name(format)),
				 errhint("Give both, as in bloom_import('%s', data, capacity => 1000, error_rate => 0.01).",
						 bloom_format_name(format))));
	options->capacity = Max(PG_GETARG_INT64(4), 0);
	options->error_rate = PG_GETARG_FLOAT8(5);
	options->prime = !PG_ARGISNULL(6) && PG_GETARG_BOOL(6);
	options->low_first = !PG_ARGISNULL(7) && PG_GETARG_BOOL(7);
	problem = bloom_codec_make(codec, options, file);
	if (problem != NULL)
		refuse_parameters(format, problem, NULL);
}

/*
 * bloom_import(format, data, known_member, hash, capacity, error_rate, prime,
 * lsb_first, keys)
 */
Datum
bloom_import(PG_FUNCTION_ARGS)
{
	BloomCodecOptions options = {.growth = 0};
	BloomCodecInput input;
	BloomFilter *filter;
	BloomFormat format;
	bytea	   *data;
	BloomKeys	keys = BLOOM_KEYS_TEXT;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	format = bloom_imported_format(PG_GETARG_TEXT_PP(0));
	data = PG_GETARG_BYTEA_PP(1);
	if (!PG_ARGISNULL(8))
		keys = bloom_imported_keys(format, PG_GETARG_TEXT_PP(8));
	if (bloom_format_codec(format)->write_header != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a %s filter consists of several chunks",
						bloom_format_name(format)),
				 errhint("Give them to bloom_import_chunks, in the order in which BF.SCANDUMP returned them.")));
	input = (BloomCodecInput) {
		.data = (uint8 *) VARDATA_ANY(data), .size = VARSIZE_ANY_EXHDR(data)
	};
	read_parameters(fcinfo, format, &options);
	filter = read_with_either_hash(fcinfo, format, &options, &input);
	filter->imported->keys = keys;
	check_known_member(fcinfo, format, &options, &input, filter);
	PG_RETURN_BLOOM_FILTER(filter);
}

/* The elements of a bytea array from the second on, end to end, palloc'd */
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

		memcpy(all + at, VARDATA_ANY(chunk), VARSIZE_ANY_EXHDR(chunk));
		CHECK_FOR_INTERRUPTS();
		at += VARSIZE_ANY_EXHDR(chunk);
	}
	return all;
}

/* bloom_import_chunks(format, chunks, known_member) */
Datum
bloom_import_chunks(PG_FUNCTION_ARGS)
{
	const BloomCodecOptions options = {.growth = 0};
	BloomCodecInput input;
	BloomFilter *filter;
	BloomFormat format;
	Datum	   *chunks;
	bool	   *nulls;
	int			count;
	struct varlena *header;
	uint8	   *body;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	format = bloom_imported_format(PG_GETARG_TEXT_PP(0));
	if (bloom_format_codec(format)->write_header == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a %s filter is one bytea, not an array",
						bloom_format_name(format)),
				 errhint("Use bloom_import.")));
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), BYTEAOID, -1, false,
					  TYPALIGN_INT, &chunks, &nulls, &count);
	for (int i = 0; i < count; i++)
		if (nulls[i])
			refuse_file(format, "A chunk is null.", NULL);
	if (count == 0)
		refuse_file(format, "It has no chunks.", NULL);
	body = join_chunks(chunks, count, &input.size);
	header = (struct varlena *) DatumGetPointer(chunks[0]);
	input.data = body;
	input.header = (uint8 *) VARDATA_ANY(header);
	input.header_size = VARSIZE_ANY_EXHDR(header);
	filter = read_filter(format, &options, &input);
	check_known_member(fcinfo, format, &options, &input, filter);
	pfree(body);
	PG_RETURN_BLOOM_FILTER(filter);
}

/*
 * bloom_new(format, capacity, error_rate, growth, hash, prime, keys, version)
 */
Datum
bloom_new(PG_FUNCTION_ARGS)
{
	BloomFormat format = bloom_imported_format(PG_GETARG_TEXT_PP(0));
	const BloomCodec *codec = bloom_format_codec(format);
	int64		capacity = PG_GETARG_INT64(1);
	BloomCodecOptions options = {
		.capacity = Max(capacity, 0), .error_rate = PG_GETARG_FLOAT8(2),
		.growth = PG_GETARG_INT32(3),
		.prime = PG_GETARG_BOOL(5), .version = PG_GETARG_INT32(7)
	};
	BloomKeys	keys = bloom_imported_keys(format, PG_GETARG_TEXT_PP(6));
	BloomCodecFile *file = palloc(sizeof(BloomCodecFile));
	const char *hash = text_to_cstring(PG_GETARG_TEXT_PP(4));
	const char *problem;
	const char *hint = NULL;

	check_argument(format, "hash", strcmp(hash, DEFAULT_HASH) != 0,
				   codec->needs_hash != NULL);
	check_argument(format, "prime", options.prime, codec->needs_parameters);
	check_argument(format, "version", options.version != 1,
				   codec->has_versions);
	options.xxh3 = hash_is_xxh3(hash);
	if (options.version != 1 && options.version != 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized version %d", (int) options.version),
				 errhint("The versions of Spark's format are 1 and 2.")));
	if (options.growth < 0 || (options.growth != 0 && codec->next == NULL))
		refuse_parameters(format, "It cannot grow by that factor.", NULL);
	problem = bloom_codec_make(codec, &options, file);
	if (problem != NULL)
	{
		/* other formats have no versions, and the same problem again */
		bool		first = options.version == 1;

		options.version = 2;
		if (first && bloom_codec_make(codec, &options, file) == NULL)
			hint = "Pass version => 2, which Spark 4.1 and later can read.";
		refuse_parameters(format, problem, hint);
	}
	file->head.imported.keys = keys;
	PG_RETURN_BLOOM_FILTER(BLOOM_MAKE(bloom_imported_make, format, file));
}
