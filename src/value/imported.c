/*
 * value/imported.c
 *		The names of formats and keys of imported filters, as SQL has them.
 */
#include "value/imported.h"

#include "filter/filter.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"

/* The keys with a name; raises an error if the name is unrecognized */
static BloomKeys
keys_named(const char *name)
{
	static const BloomKeys all[] = {
		BLOOM_KEYS_TEXT, BLOOM_KEYS_UTF16, BLOOM_KEYS_INTEGER, BLOOM_KEYS_LONG
	};

	for (size_t i = 0; i < lengthof(all); i++)
		if (strcmp(name, bloom_imported_keys_name(all[i])) == 0)
			return all[i];
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized keys \"%s\"", name),
			 errhint("The keys are text, utf16, long and integer.")));
}

/*
 * The keys with a name.  Raises an error if the name is unrecognized, or if
 * the format has no such keys.
 */
BloomKeys
bloom_imported_keys(BloomFormat format, text *keys)
{
	const BloomCodec *codec = bloom_format_codec(format);
	const char *name = text_to_cstring(keys);
	BloomKeys	found = keys_named(name);

	if ((found & ~codec->keys) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a %s filter has no %s keys", bloom_format_name(format),
						name),
				 found == BLOOM_KEYS_UTF16 ?
				 errhint("It hashes text as UTF-8: use text keys.") :
				 codec->keys != 0 ?
				 errhint("Use long keys for integers of all types.") :
				 errhint("Its keys are text or bytea.")));
	return found;
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
