/*
 * value/imported.c
 *		Imported filters: creating, extending and comparing them.
 *
 * An imported filter is dense and has the layers that its library created.
 * Words, numbers of set bits and the layer table are like those of native
 * filters.  Only codec/ knows the bits of a value, and when a layer is full.
 */
#include "value/imported.h"

#include "lib/stringinfo.h"
#include "utils/builtins.h"

#include <math.h>

/*
 * The filter of a file that a codec has read, in a memory context of its own
 * under parent.  Raises an error if it would be too large.
 */
BloomExpanded *
bloom_imported_make(BloomFormat format, const BloomCodecFile *file,
					MemoryContext parent)
{
	const BloomImported *imported = &file->head.imported;
	Bloom	   *head = palloc0(BLOOM_HEADER_SIZE(file->layers));
	BloomExpanded *filter;
	uint64	   *words;

	Assert(bloom_codec_problem(format, imported, file->layers) == NULL);
	head->version = BLOOM_FORMAT_VERSION;
	head->flags = BLOOM_FLAG_DENSE;
	head->format = format;
	head->layers = file->layers;
	head->capacity = imported->capacity;
	head->error_rate = imported->error_rate;
	for (unsigned i = 0; i < file->layers; i++)
		head->layer[i].geometry = bloom_imported_geometry(&imported->layer[i]);
	if (BLOOM_HEADER_SIZE(head->layers) + bloom_imported_size(head) +
		bloom_words_size(head) > BLOOM_MAX_BYTES)
		bloom_too_large(head);

	filter = bloom_expanded_zeroed(head, parent);
	bloom_expanded_set_imported(filter, imported);
	words = filter->layers.words;
	for (unsigned i = 0; i < file->layers; i++)
	{
		bloom_codec_load(file, i, words, bloom_check_interrupts);
		words += bloom_imported_words(&imported->layer[i]);
	}
	filter->counted = false;
	pfree(head);
	return filter;
}

/* Append the next layer, as the library of the full filter would do it */
static void
append_imported(BloomExpanded *filter, const BloomImportedLayer *next)
{
	BloomGeometry geometry = bloom_imported_geometry(next);

	/* first, because after an error the data must fit the number of layers */
	filter->imported = repalloc(filter->imported,
								bloom_imported_size(filter->head) +
								sizeof(*next));
	bloom_layers_append(&filter->layers, &filter->head, &geometry);
	filter->head->extra = bloom_imported_size(filter->head) / sizeof(uint64);
	filter->imported->layer[filter->head->layers - 1] = *next;
}

/* Add a key to an imported filter, as its library would do it */
static void
add_key(BloomExpanded *filter, const BloomBytes *key)
{
	int			format = filter->head->format;
	BloomImportedLayer next;
	uint64	   *end;
	int			last;

	if (filter->imported->growth != 0)
	{
		if (bloom_view_contains_key(bloom_expanded_view(filter), key))
			return;
		if (bloom_codec_full(format, filter->imported,
							 filter->head->layers))
		{
			if (!bloom_codec_next(format, filter->imported,
								  filter->head->layers, &next))
				bloom_too_large(filter->head);
			append_imported(filter, &next);
		}
	}
	last = filter->head->layers - 1;
	end = filter->layers.words +
		bloom_words_size(filter->head) / sizeof(uint64);
	filter->counted = false;
	end -= bloom_imported_words(&filter->imported->layer[last]);
	if (bloom_codec_add(format, filter->imported, last, end,
						&(BloomKey) {key->data, key->size}) > 0)
		bloom_codec_count(format, filter->imported, last);
}

/*
 * Add a value to any filter.  hasher is for the type of the value.  Raises the
 * errors of bloom_expanded_add() or, for imported filters, bloom_view_key(),
 * and an error if the filter would become too large.
 */
void
bloom_expanded_add_value(BloomExpanded *filter, BloomHasher *hasher,
						 Datum value)
{
	BloomBytes	key;

	if (likely(!bloom_is_imported(filter->head)))
	{
		bloom_expanded_add(filter, hasher->class,
						   hasher->hash(hasher, value, filter->head->seed));
		return;
	}
	if (!bloom_view_key(bloom_expanded_view(filter), hasher, value, &key))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("value is out of range for a filter of keys of type integer")));
	add_key(filter, &key);
	bloom_set_class(filter->head, hasher->class);
	bloom_bytes_free(&key);
}

/*
 * Copy what of own data determines the bits of a key: all except the numbers
 * of keys and the parameters that an import may not know
 */
static void
meaning(BloomView view, BloomImportedRoom *data)
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);
	BloomImported *imported = &data->imported;

	memcpy(data, view.imported, sizeof(BloomImported) +
		   view.head->layers * sizeof(BloomImportedLayer));
	imported->count = 0;
	if (codec->any_length)
		imported->options = 0;
	if (codec->untold_parameters)
		imported->capacity = imported->error_rate = 0;
	for (int i = 0; i < view.head->layers; i++)
	{
		BloomImportedLayer *layer = &imported->layer[i];

		layer->count = 0;
		if (codec->untold_parameters)
			layer->capacity = layer->error_rate = 0;
	}
}

/*
 * Whether the bits of two imported filters of the same format have the same
 * meaning, because they have the same layers
 */
bool
bloom_imported_alike(BloomView a, BloomView b)
{
	BloomImportedRoom x;
	BloomImportedRoom y;

	if (a.head->layers != b.head->layers)
		return false;
	meaning(a, &x);
	meaning(b, &y);
	return memcmp(&x, &y, sizeof(BloomImported) +
				  a.head->layers * sizeof(BloomImportedLayer)) == 0;
}

/*
 * If the filter's requested parameters are unknown, take them from another
 * filter, for which bloom_imported_alike() is true
 */
void
bloom_imported_learn_parameters(BloomExpanded *filter, BloomView other)
{
	BloomImported *imported = filter->imported;

	if (!bloom_format_codec(filter->head->format)->untold_parameters ||
		imported->capacity != 0)
		return;
	filter->head->capacity = other.head->capacity;
	filter->head->error_rate = other.head->error_rate;
	imported->capacity = other.imported->capacity;
	imported->error_rate = other.imported->error_rate;
	imported->layer[0].capacity = other.imported->layer[0].capacity;
	imported->layer[0].error_rate = other.imported->layer[0].error_rate;
}

/* The names of kinds of keys, by the size of their integers */
static const char *const key_names[] = {
	[0] = "text",
	[4] = "integer",
	[8] = "long"
};

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

	while (size < lengthof(key_names) &&
		   (key_names[size] == NULL || strcmp(name, key_names[size]) != 0))
		size++;
	if (size == lengthof(key_names))
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

/* The parameters of an imported filter, for messages; palloc'd */
char *
bloom_imported_text(BloomView view)
{
	const BloomCodec *codec = bloom_format_codec(view.head->format);
	const BloomImported *imported = view.imported;
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfo(&text, "%s, first layer of " UINT64_FORMAT " bits, variant " UINT64_FORMAT,
					 bloom_head_text(view.head),
					 (uint64) imported->layer[0].bits,
					 (uint64) imported->variant);
	if (imported->options != 0 && !codec->any_length)
		appendStringInfo(&text, ", options " UINT64_FORMAT,
						 (uint64) imported->options);
	if (codec->integer_sizes != 0)
		appendStringInfo(&text, ", %s keys", key_names[imported->integer_size]);
	return text.data;
}

/*
 * Estimate the numbers of keys in a filter whose bits changed in another way
 * than by adding keys, if its library counts keys.  The head must have the
 * numbers of set bits before the change.  Does nothing for a native filter.
 */
void
bloom_imported_recount(BloomExpanded *filter)
{
	const BloomCodec *codec = bloom_format_codec(filter->head->format);
	BloomImported *imported = filter->imported;
	BloomView	view = bloom_expanded_view(filter);
	BloomLayer *layer = filter->head->layer;
	int			layers = filter->head->layers;
	uint64	   *before;

	if (codec == NULL || codec->count == NULL)
		return;
	before = palloc(layers * sizeof(uint64));
	for (int i = 0; i < layers; i++)
		before[i] = layer[i].bits_set;
	bloom_layers_count(&filter->layers, filter->head);
	filter->counted = true;
	imported->count = 0;
	for (int i = 0; i < layers; i++)
	{
		/* also replace a count that is impossibly high */
		if (layer[i].bits_set != before[i] ||
			imported->layer[i].count >
			PG_INT64_MAX / BLOOM_IMPORTED_MAX_LAYERS)
			imported->layer[i].count =
				rint(bloom_view_layer_cardinality(view, i, layer[i].bits_set));
		if (codec->sums_counts)
			imported->count += imported->layer[i].count;
	}
	pfree(before);
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
