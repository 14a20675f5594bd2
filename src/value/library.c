/*
 * value/library.c
 *		Filters of other libraries: making, adding to and comparing them.
 *
 * Such a filter is dense, and has the layers that its library gave it.  Words,
 * counts of set bits and layer table are as in all filters; what bits stand
 * for a value, and when a layer is full, only codec/ knows.
 */
#include "value/library.h"

#include "lib/stringinfo.h"
#include "utils/builtins.h"

#include <math.h>

/*
 * The filter that has been read from a file, in a memory context of its own
 * under parent.
 */
BloomExpanded *
bloom_library_make(BloomFamily family, const BloomForeignFile *file,
				   MemoryContext parent)
{
	const BloomForeign *foreign = &file->head.foreign;
	Bloom	   *head = palloc0(BLOOM_HEADER_SIZE(file->layers));
	BloomExpanded *filter;
	uint64	   *words;

	Assert(bloom_foreign_problem(family, foreign, file->layers) == NULL);
	head->version = BLOOM_FORMAT_VERSION;
	head->flags = BLOOM_FLAG_DENSE;
	head->family = family;
	head->layers = file->layers;
	head->capacity = foreign->capacity;
	head->error_rate = foreign->error_rate;
	for (unsigned i = 0; i < file->layers; i++)
		head->layer[i].geometry = bloom_foreign_geometry(&foreign->layer[i]);
	if (BLOOM_HEADER_SIZE(head->layers) + bloom_foreign_size(head) +
		bloom_words_size(head) > BLOOM_MAX_BYTES)
		bloom_too_large(head);

	filter = bloom_expanded_clear(head, parent);
	bloom_expanded_set_foreign(filter, foreign);
	words = filter->layers.words;
	for (unsigned i = 0; i < file->layers; i++)
	{
		bloom_foreign_load(file, i, words, bloom_check_interrupts);
		words += bloom_foreign_words(&foreign->layer[i]);
	}
	filter->counted = false;
	pfree(head);
	return filter;
}

/* Append the layer that the library of a full filter would go on with */
static void
append_foreign(BloomExpanded *filter, const BloomForeignLayer *next)
{
	BloomGeometry geometry = bloom_foreign_geometry(next);

	/* first, for an error must leave as many rows as there are layers */
	filter->foreign = repalloc(filter->foreign,
							   bloom_foreign_size(filter->head) +
							   sizeof(*next));
	bloom_layers_append(&filter->layers, &filter->head, &geometry);
	filter->head->extra = bloom_foreign_size(filter->head) / sizeof(uint64);
	filter->foreign->layer[filter->head->layers - 1] = *next;
}

/* Add a key to a filter of another library as that would do it */
static void
add_key(BloomExpanded *filter, const BloomBytes *key)
{
	int			family = filter->head->family;
	BloomForeignLayer next;
	uint64	   *end;
	int			last;

	if (filter->foreign->growth != 0)
	{
		if (bloom_view_contains_key(bloom_expanded_view(filter), key))
			return;
		if (bloom_foreign_full(family, filter->foreign, filter->head->layers))
		{
			if (!bloom_foreign_next(family, filter->foreign,
									filter->head->layers, &next))
				bloom_too_large(filter->head);
			append_foreign(filter, &next);
		}
	}
	last = filter->head->layers - 1;
	end = filter->layers.words +
		bloom_words_size(filter->head) / sizeof(uint64);
	filter->counted = false;
	if (bloom_foreign_add(family, filter->foreign, last,
						  end -
						  bloom_foreign_words(&filter->foreign->layer[last]),
						  key->data, key->size) > 0)
		bloom_foreign_count(family, filter->foreign, last);
}

/* Add a value to it; errors as bloom_expanded_add and bloom_view_key */
static void
add_foreign(BloomExpanded *filter, BloomHasher *hasher, Datum value)
{
	BloomBytes	key;

	if (!bloom_view_key(bloom_expanded_view(filter), hasher, value, &key))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("value is out of range for a filter of keys of type integer")));
	add_key(filter, &key);
	bloom_set_class(filter->head, hasher->class);
	bloom_bytes_free(&key);
}

/* Add a value, by the hasher of its type; errors as bloom_expanded_add */
void
bloom_library_add(BloomExpanded *filter, BloomHasher *hasher, Datum value)
{
	if (unlikely(bloom_is_foreign(filter->head)))
		add_foreign(filter, hasher, value);
	else
		bloom_expanded_add(filter, hasher->class,
						   hasher->hash(hasher, value, filter->head->seed));
}

/*
 * What tells which bits stand for a key: all data but the numbers of keys, and
 * those that an import may not know.
 */
static void
meaning(BloomView view, BloomForeignRoom *data)
{
	const BloomCodec *codec = bloom_family_codec(view.head->family);
	BloomForeign *foreign = &data->foreign;

	memcpy(data, view.foreign, sizeof(BloomForeign) +
		   view.head->layers * sizeof(BloomForeignLayer));
	foreign->count = 0;
	if (codec->any_length)
		foreign->options = 0;
	if (codec->untold_shape)
		foreign->capacity = foreign->error_rate = 0;
	for (int i = 0; i < view.head->layers; i++)
	{
		BloomForeignLayer *layer = &foreign->layer[i];

		layer->count = 0;
		if (codec->untold_shape)
			layer->capacity = layer->error_rate = 0;
	}
}

/*
 * Whether two filters of one other library have the same layers, so that their
 * bits mean the same.
 */
bool
bloom_library_alike(BloomView a, BloomView b)
{
	BloomForeignRoom x;
	BloomForeignRoom y;

	if (a.head->layers != b.head->layers)
		return false;
	meaning(a, &x);
	meaning(b, &y);
	return memcmp(&x, &y, sizeof(BloomForeign) +
				  a.head->layers * sizeof(BloomForeignLayer)) == 0;
}

/* Another filter that is alike may know what shape was asked for: take it */
void
bloom_library_learn_shape(BloomExpanded *filter, BloomView other)
{
	BloomForeign *foreign = filter->foreign;

	if (!bloom_family_codec(filter->head->family)->untold_shape ||
		foreign->capacity != 0)
		return;
	filter->head->capacity = other.head->capacity;
	filter->head->error_rate = other.head->error_rate;
	foreign->capacity = other.foreign->capacity;
	foreign->error_rate = other.foreign->error_rate;
	foreign->layer[0].capacity = other.foreign->layer[0].capacity;
	foreign->layer[0].error_rate = other.foreign->layer[0].error_rate;
}

/* The names of keys, at the places of their integers' sizes */
static const char *const key_names[] = {
	[0] = "text",
	[4] = "integer",
	[8] = "long"
};

/*
 * How large the integers are that a filter of a family shall have for keys,
 * by their name, 0 for text; an error if it can't have them.
 */
uint64
bloom_library_integer_size(BloomFamily family, text *keys)
{
	const BloomCodec *codec = bloom_family_codec(family);
	const char *name = text_to_cstring(keys);
	unsigned	size = 0;

	while (size < lengthof(key_names) &&
		   (key_names[size] == NULL || strcmp(name, key_names[size]) != 0))
		size++;
	if (size == lengthof(key_names))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unknown keys \"%s\"", name),
				 errhint("The keys are text, long and integer.")));
	if ((size & ~codec->integer_sizes) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a %s filter has no %s keys", codec->name, name),
				 codec->integer_sizes != 0 ?
				 errhint("Integers of all types are long keys there.") :
				 errhint("Its keys are text or bytea.")));
	return size;
}

/* What a filter's parameters are, for messages */
char *
bloom_library_text(BloomView view)
{
	const BloomCodec *codec = bloom_family_codec(view.head->family);
	const BloomForeign *foreign = view.foreign;
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfo(&text, "%s, first of " UINT64_FORMAT " bits, variant " UINT64_FORMAT,
					 bloom_head_text(view.head),
					 (uint64) foreign->layer[0].bits,
					 (uint64) foreign->variant);
	if (foreign->options != 0 && !codec->any_length)
		appendStringInfo(&text, ", options " UINT64_FORMAT,
						 (uint64) foreign->options);
	if (codec->integer_sizes != 0)
		appendStringInfo(&text, ", %s keys", key_names[foreign->integer_size]);
	return text.data;
}

/*
 * The bits of a filter have changed by others than adding to it: let it tell
 * about how many keys it has, if its library counts them.
 */
void
bloom_library_recount(BloomExpanded *filter)
{
	const BloomCodec *codec = bloom_family_codec(filter->head->family);
	BloomForeign *foreign = filter->foreign;
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
	foreign->count = 0;
	for (int i = 0; i < layers; i++)
	{
		/* nor believe in a count that no filter can have had */
		if (layer[i].bits_set != before[i] ||
			foreign->layer[i].count > PG_INT64_MAX / BLOOM_FOREIGN_MAX_LAYERS)
			foreign->layer[i].count =
				rint(bloom_view_layer_cardinality(view, i, layer[i].bits_set));
		if (codec->sums_counts)
			foreign->count += foreign->layer[i].count;
	}
	pfree(before);
}

/* The family of a format's name */
BloomFamily
bloom_library_family(text *format)
{
	const char *name = text_to_cstring(format);

	for (int family = BLOOM_FAMILY_NATIVE + 1;
		 bloom_family_codec(family) != NULL; family++)
		if (strcmp(name, bloom_family_name(family)) == 0)
			return family;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown filter format \"%s\"", name),
			 errhint("The formats are pybloom, redisbloom, redis-bitmap, guava and spark.")));
}
