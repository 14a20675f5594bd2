/*
 * value/imported.c
 *		The names of formats and keys of imported filters, as SQL has them.
 */
#include "value/imported.h"

#include "filter/filter.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"

/*
 * The size of the integers for a name of a kind of keys, 0 for text.  Raises
 * an error if the name is unrecognized, or if the format has no such keys.
 */
uint64
bloom_imported_integer_size(BloomFormat format, text *keys)
{
	const BloomCodec *codec = bloom_format_codec(format);
	const char *name = text_to_cstring(keys);
	unsigned	size = 0;

	while (size < sizeof(int64) &&
		   strcmp(name, bloom_imported_keys_name(size)) != 0)
		size += sizeof(int32);
	if (strcmp(name, bloom_imported_keys_name(size)) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized keys \"%s\"", name),
				 errhint("The keys are text, long and integer.")));
	if ((size & ~codec->integer_sizes) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a %s filter has no %s keys", bloom_format_name(format),
						name),
				 codec->integer_sizes != 0 ?
				 errhint("Use long keys for integers of all types.") :
				 errhint("Its keys are text or bytea.")));
	return size;
}

/* The names of all formats, as in "a, b and c" */
static const char *
format_names(void)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int format = BLOOM_FORMAT_NATIVE + 1;
		 bloom_format_codec(format) != NULL; format++)
	{
		if (text.len > 0)
			appendStringInfoString(&text, bloom_format_codec(format + 1) ?
								   ", " : " and ");
		appendStringInfoString(&text, bloom_format_name(format));
	}
	return text.data;
}

/* The format with a name; raises an error if the name is unrecognized */
BloomFormat
bloom_imported_format(text *format)
{
	const char *name = text_to_cstring(format);

	for (int format = BLOOM_FORMAT_NATIVE + 1;
		 bloom_format_codec(format) != NULL; format++)
		if (strcmp(name, bloom_format_name(format)) == 0)
			return format;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized filter format \"%s\"", name),
			 errhint("The formats are %s.", format_names())));
}
