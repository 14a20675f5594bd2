/*
 * unit/filter/sample.h
 *		Filters of all kinds and parameters, which are the same in every run,
 *		and the sets of what was added to them.
 */
#ifndef UNIT_SAMPLE_H
#define UNIT_SAMPLE_H

#include <inttypes.h>

#include "core/bytes.h"
#include "filter/combine.h"
#include "format/validate.h"
#include "unit/filter/host.h"
#include "unit/scramble.h"
#include "unit/unit.h"

#define LENGTH(array)	((int) (sizeof(array) / sizeof((array)[0])))

/* The numbers that stand for values: their hashes, and their keys */
#define UNIVERSE		16384

/* A stored filter */
typedef struct Flat
{
	Bloom	   *bytes;
	size_t		size;
} Flat;

typedef enum Kind
{
	FIXED,
	ELASTIC,
	GROWING,
	COUNTING,
	IMPORTED
} Kind;

/* How the content of a filter came about */
typedef enum Origin
{
	ADDED,						/* one value after another */
	DENSE,						/* fixed: never a list */
	BLOCKS,						/* fixed or counting: with another geometry */
	STATE						/* a list of any length, flagged as a state */
} Origin;

typedef struct Recipe
{
	BloomParameters native;
	BloomFormat format;			/* 0: native */
	BloomCodecOptions options;	/* of imported filters */
	BloomKeys	keys;
	Origin		origin;
	BloomClass	class;
	uint8_t		flags;			/* of a state */
	unsigned	blocks;			/* of BLOCKS: the factor by which it folds */
} Recipe;

typedef struct Sample
{
	Recipe		recipe;
	Kind		kind;
	int			parameters;		/* equal if they are, whatever the class */
	char		name[120];
	uint16_t   *numbers;		/* in the order in which they are added */
	size_t		count;
	uint8_t    *has;			/* of each number: whether it was added */
	Flat		stored;
	BloomView	view;			/* of what is stored */
} Sample;

static inline uint64_t
hash_of(unsigned number)
{
	return scramble(number);
}

/* The key of a number, in `bytes` */
static inline BloomKey
key_of(const Bloom *head, BloomKeys keys, unsigned number,
	   char bytes[24])
{
	uint64_t	value = number;

	(void) head;
	memset(bytes, 0, 24);
	if (keys == BLOOM_KEYS_TEXT || keys == BLOOM_KEYS_UTF16)
		return (BloomKey) {
			.data = bytes,
			.size = (size_t) snprintf(bytes, 24, "value %u", number)
		};
	bloom_put_le64((uint8_t *) bytes, value);
	return (BloomKey) {.data = bytes, .size = keys};
}

/* A view of a stored filter */
static inline BloomView
view_of(Flat flat)
{
	const Bloom *head = flat.bytes;
	const char *content = (const char *) head + bloom_prefix_size(head);
	BloomView	view = {.head = head, .counted = true};

	if (bloom_is_imported(head))
		view.imported = (const BloomImported *)
			((const char *) head + BLOOM_HEADER_SIZE(head->layers));
	if (!bloom_is_sparse(head))
		view.words = content;
	else if (bloom_is_coded(head))
	{
		view.coded = (const uint64_t *) content;
		view.count = *view.coded;
	}
	else
	{
		view.hashes = (const uint64_t *) content;
		view.count = view.uncoded =
			(flat.size - bloom_prefix_size(head)) / sizeof(uint64_t);
	}
	return view;
}

/* The stored filter of a counted view, in the one way there is to store it */
static inline Flat
flat_of(BloomView view)
{
	size_t		head_size = BLOOM_HEADER_SIZE(view.head->layers);
	size_t		own = bloom_imported_size(view.head);
	Flat		flat = {.size = bloom_view_size(view)};
	char	   *to = calloc(1, flat.size);
	BloomListStream stream;

	if (to == NULL)
		abort();
	flat.bytes = (Bloom *) to;
	memcpy(to, view.head, head_size);
	flat.bytes->vl_len_ = 0;
	flat.bytes->extra = (uint16_t) (own / sizeof(uint64_t));
	if (own > 0)
		memcpy(to + head_size, view.imported, own);
	to += head_size + own;
	if (!bloom_is_sparse(view.head))
		memcpy(to, view.words, bloom_words_size(view.head));
	else if (bloom_is_coded(view.head))
	{
		int			bits = bloom_hash_bits(view.head);

		bloom_view_stream(view, bits, &stream);
		if (!bloom_stream_code(&stream.all, (uint64_t *) to, view.count, bits,
							   NULL))
			abort();
	}
	else if (view.uncoded > 0)
		memcpy(to, view.hashes, view.uncoded * sizeof(uint64_t));
	return flat;
}

/* Whether a stored filter is one that a reader accepts */
static inline bool
flat_is_valid(Flat flat)
{
	BloomView	view = view_of(flat);
	BloomParts	parts = {
		.head = flat.bytes, .imported = view.imported,
		.content = (const char *) flat.bytes + bloom_prefix_size(flat.bytes),
		.size = flat.size, .imported_problem = bloom_codec_problem
	};

	return bloom_wire_valid(&parts, true, NULL);
}

/* What a filter in memory is as a stored one; no bytes after an error */
static inline Flat
flatten(BloomFilter *filter, BloomProblem *problem)
{
	BloomView	view;

	if (!bloom_filter_view(filter, &view, problem))
		return (Flat) {NULL, 0};
	bloom_filter_count(filter);
	view.head = filter->head;
	return flat_of(view);
}

static inline bool
same(Flat a, Flat b)
{
	return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

/* What a test needs to go on: a filter, or the program ends */
static inline BloomFilter *
need(BloomFilter *filter, const BloomProblem *problem)
{
	if (filter == NULL)
	{
		printf("no filter: %s %s\n", problem->message, problem->detail);
		abort();
	}
	return filter;
}

static inline BloomFilter *
copy_of(const BloomHost *host, BloomView view)
{
	BloomProblem problem;

	return need(bloom_filter_copy(host, view, &problem), &problem);
}

static inline BloomFilter *
start_imported(const BloomHost *host, const Recipe *recipe)
{
	const BloomCodec *codec = bloom_format_codec((int) recipe->format);
	BloomCodecFile *file = malloc(sizeof(BloomCodecFile));
	BloomFilter *filter;
	BloomProblem problem;
	const char *error;

	if (file == NULL)
		abort();
	error = bloom_codec_make(codec, &recipe->options, file);
	if (error != NULL)
	{
		printf("format %d: %s\n", (int) recipe->format, error);
		abort();
	}
	file->head.imported.keys = recipe->keys;
	/* as if read from a file that does not tell them */
	if (recipe->flags != 0)
		file->head.imported.capacity = file->head.imported.layer[0].capacity =
			0, file->head.imported.error_rate =
			file->head.imported.layer[0].error_rate = 0;
	filter = need(bloom_imported_make(host, recipe->format, file, &problem),
				  &problem);
	free(file);
	return filter;
}

/* The head of a dense fixed filter of several blocks of several lines */
static inline void
blocks_head(Bloom *head, unsigned factor)
{
	head->capacity = 640 * (int64_t) factor;
	head->layers = 1;
	head->flags |= BLOOM_FLAG_DENSE;
	head->layer[0] = (BloomLayer) {
		.geometry = {
			.lines = 16 * factor, .block = 8, .touched = 2, .probes = 9
		}
	};
}

/* An empty filter as a recipe begins it */
static inline BloomFilter *
start(const BloomHost *host, const Recipe *recipe)
{
	BloomHeadRoom room;
	Bloom	   *head = &room.head;
	BloomProblem problem;

	if (recipe->format != 0)
		return start_imported(host, recipe);
	if (!bloom_head_init(head, &recipe->native, &problem))
		need(NULL, &problem);
	if (recipe->origin == BLOCKS)
		blocks_head(head, recipe->blocks);
	else if (recipe->origin == DENSE && !bloom_head_try_layer(head, 0))
		abort();
	return need(head->layers > 0 ?
				bloom_filter_zeroed(host, head, NULL, &problem) :
				bloom_filter_create(host, head, &problem), &problem);
}

/* Add a number to a filter of any kind, as its users do */
static inline bool
add_number(BloomFilter *filter, const Recipe *recipe, unsigned number,
		   BloomProblem *problem)
{
	char		bytes[24];
	BloomKey	key;

	if (recipe->format == 0)
		return bloom_filter_add(filter, recipe->class, hash_of(number),
								problem);
	key = key_of(filter->head, recipe->keys, number, bytes);
	if (!bloom_imported_add(filter, &key, problem))
		return false;
	filter->head->class = recipe->class;
	return true;
}

/* Build a filter from its recipe and its numbers, except those of states */
static inline BloomFilter *
build(const BloomHost *host, const Sample *sample)
{
	BloomFilter *filter = start(host, &sample->recipe);
	BloomProblem problem;

	for (size_t i = 0; i < sample->count; i++)
		if (!add_number(filter, &sample->recipe, sample->numbers[i], &problem))
			need(NULL, &problem);
	/* a class without members is that of an intersection */
	if (sample->count == 0 && sample->kind != COUNTING)
		filter->head->class = sample->recipe.class;
	return filter;
}

static inline int
compare_hashes(const void *a, const void *b)
{
	uint64_t	left = *(const uint64_t *) a;
	uint64_t	right = *(const uint64_t *) b;

	return (left > right) - (left < right);
}

/*
 * The different hashes of some numbers in ascending order; the caller frees
 * them.  *count becomes how many there are.
 */
static inline uint64_t *
sorted_hashes(const uint16_t *numbers, size_t *count)
{
	uint64_t   *hashes = malloc((*count + 1) * sizeof(uint64_t));
	size_t		distinct = 0;

	if (hashes == NULL)
		abort();
	for (size_t i = 0; i < *count; i++)
		hashes[i] = hash_of(numbers[i]);
	qsort(hashes, *count, sizeof(uint64_t), compare_hashes);
	for (size_t i = 0; i < *count; i++)
		if (i == 0 || hashes[i] != hashes[i - 1])
			hashes[distinct++] = hashes[i];
	*count = distinct;
	return hashes;
}

/* A state of an aggregate that collects hashes (value/collect.c) */
static inline Flat
state_of(const Recipe *recipe, const uint16_t *numbers, size_t count)
{
	uint64_t   *hashes = sorted_hashes(numbers, &count);
	BloomHeadRoom room;
	BloomProblem problem;
	BloomView	view = {
		.head = &room.head, .hashes = hashes, .uncoded = count,
		.count = count
	};
	Flat		flat;

	if (!bloom_head_init(&room.head, &recipe->native, &problem))
		need(NULL, &problem);
	room.head.class = recipe->class;
	room.head.flags |= BLOOM_FLAG_PARTIAL | recipe->flags;
	if (!bloom_is_coded(&room.head) && count > BLOOM_ELASTIC_MAX_LIST)
		room.head.flags |= BLOOM_FLAG_CODED_STATE;
	flat = flat_of(view);
	free(hashes);
	return flat;
}

static inline Kind
kind_of(const Recipe *recipe)
{
	return recipe->format != 0 ? IMPORTED :
		recipe->native.elastic ? ELASTIC :
		recipe->native.growth != 0 ? GROWING :
		recipe->native.counting ? COUNTING : FIXED;
}

static inline void
name_sample(Sample *sample)
{
	static const char *const kinds[] = {
		"fixed", "elastic", "growing", "counting", "imported"
	};
	static const char *const origins[] = {"", ", dense", ", blocks", ", state"};
	const Recipe *recipe = &sample->recipe;
	bool		imported = recipe->format != 0;

	snprintf(sample->name, sizeof(sample->name),
			 "(%s%s %" PRId64 " at %g, growth %d, seed %" PRId64
			 "%s, flags %02x, class %u, %zu values)",
			 kinds[sample->kind],
			 imported ? bloom_format_name((int) recipe->format) : "",
			 imported ? (int64_t) recipe->options.capacity :
			 recipe->native.capacity,
			 imported ? recipe->options.error_rate : recipe->native.error_rate,
			 imported ? recipe->options.growth : recipe->native.growth,
			 recipe->native.seed, origins[recipe->origin], recipe->flags,
			 (unsigned) recipe->class, sample->count);
}

/* Choose `count` different numbers, many of which other samples have, too */
static inline void
draw_numbers(Sample *sample, size_t count, uint64_t *random)
{
	unsigned	range = (unsigned) BLOOM_MIN(UNIVERSE, 2 * count + 10);
	unsigned	first = (unsigned) draw(random, 2) == 0 ? 0 :
		(unsigned) draw(random, UNIVERSE - range + 1);

	sample->numbers = malloc((count + 1) * sizeof(uint16_t));
	sample->has = calloc(UNIVERSE, 1);
	if (sample->numbers == NULL || sample->has == NULL)
		abort();
	for (sample->count = 0; sample->count < count;)
	{
		unsigned	number = first + (unsigned) draw(random, range);

		if (sample->has[number])
			continue;
		sample->has[number] = 1;
		sample->numbers[sample->count++] = (uint16_t) number;
	}
}

/* Make a sample; `random` decides which numbers it has */
static inline Sample
make_sample(const Recipe *recipe, int parameters, size_t count,
			uint64_t *random)
{
	Sample		sample = {
		.recipe = *recipe, .kind = kind_of(recipe), .parameters = parameters
	};
	BloomFilter *filter;
	BloomProblem problem;

	draw_numbers(&sample, count, random);
	name_sample(&sample);
	if (recipe->origin == STATE)
		sample.stored = state_of(recipe, sample.numbers, count);
	else
	{
		filter = build(&library, &sample);
		sample.stored = flatten(filter, &problem);
		if (sample.stored.bytes == NULL)
			need(NULL, &problem);
		bloom_filter_free(filter);
	}
	sample.view = view_of(sample.stored);
	CHECK(flat_is_valid(sample.stored), "%s is invalid", sample.name);
	return sample;
}

static inline void
free_sample(Sample *sample)
{
	free(sample->numbers);
	free(sample->has);
	free(sample->stored.bytes);
}

/*
 * A filter in memory with the sample's content: built from its numbers if
 * `rebuild` is true, and otherwise copied from its bytes
 */
static inline BloomFilter *
make_from(const BloomHost *host, const Sample *sample, bool rebuild)
{
	BloomFilter *filter;

	if (!rebuild || sample->recipe.origin == STATE)
		return copy_of(host, sample->view);
	filter = build(host, sample);
	filter->head->flags |= sample->view.head->flags & BLOOM_FLAG_MIXED;
	return filter;
}

/*
 * The first number in `has`, and in `other` unless it is NULL, for which a
 * filter tests negative, or -1
 */
static inline int
missing(BloomView view, BloomKeys keys, const uint8_t *has,
		const uint8_t *other)
{
	uint64_t	hashes[256];
	uint16_t	numbers[256];
	bool		contained[256];
	char		bytes[24];
	size_t		count = 0;

	for (unsigned i = 0; i <= UNIVERSE; i++)
	{
		bool		sought = i < UNIVERSE && has[i] &&
			(other == NULL || other[i]);

		if (sought && bloom_is_imported(view.head))
		{
			BloomKey	key = key_of(view.head, keys, i, bytes);

			if (!bloom_view_has_key(view, &key))
				return (int) i;
		}
		else if (sought)
		{
			hashes[count] = hash_of(i);
			numbers[count++] = (uint16_t) i;
		}
		if (count < 256 && i < UNIVERSE)
			continue;
		bloom_view_has_each(view, hashes, count, contained);
		for (size_t j = 0; j < count; j++)
			if (!contained[j] || !bloom_view_has(view, hashes[j]))
				return numbers[j];
		count = 0;
	}
	return -1;
}

#endif							/* UNIT_SAMPLE_H */
