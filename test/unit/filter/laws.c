/*
 * unit/filter/laws.c
 *		The laws of filters in memory, for filters of all kinds: what union and
 *		intersection are, whatever the order, and after a failure.
 */
#include <math.h>

#include "unit/filter/sample.h"

#define MOST_SAMPLES	400
#define TRIPLES			8000	/* drawn for the associative laws */
#define MANY			6		/* filters of which the union is taken */
#define MANY_TRIALS		150		/* for each set of kinds */
#define FAILING_PAIRS	400

static Sample samples[MOST_SAMPLES];
static int	sample_count;
static uint64_t random_state;	/* of draw() */

static uint64_t
drawn(uint64_t range)
{
	return draw(&random_state, range);
}

/* The parameters of native filters.  Some lists have no dense filter. */
static const BloomParameters natives[] = {
	{.capacity = 20, .error_rate = 0.5},
	{.capacity = 100, .error_rate = 0.01},
	{.capacity = 512, .error_rate = 0.01},
	{.capacity = 1024, .error_rate = 0.01},
	{.capacity = 2048, .error_rate = 0.01},
	{.capacity = 4096, .error_rate = 0.01},
	{.capacity = 256, .error_rate = 0.001},
	{.capacity = 512, .error_rate = 0.001},
	{.capacity = 1024, .error_rate = 0.001},
	{.capacity = 512, .error_rate = 1e-6},
	{.capacity = 1024, .error_rate = 1e-6},
	{.capacity = 2048, .error_rate = 1e-6},
	{.capacity = 100, .error_rate = 1e-9},
	{.capacity = 2048, .error_rate = 0.01, .seed = 7},
	{.capacity = 4096, .error_rate = 0.01, .seed = 7},
	{.capacity = 100000, .error_rate = 0.01},
	{.capacity = 300000000, .error_rate = 0.1},
	{.capacity = 50000000, .error_rate = 0.01, .elastic = true},
	{.capacity = 50000000, .error_rate = 0.003, .elastic = true},
	{.capacity = 2000000, .error_rate = 0.01, .elastic = true},
	{.capacity = 1000000, .error_rate = 0.02, .elastic = true},
	{.capacity = 100000, .error_rate = 0.01, .elastic = true},
	{.capacity = 100, .error_rate = 0.5, .elastic = true},
	{.capacity = 3, .error_rate = 0.5, .elastic = true},
	{.capacity = 10000000, .error_rate = 1e-9, .elastic = true},
	{.capacity = 150000000, .error_rate = 0.01, .elastic = true},
	{.capacity = 50000000, .error_rate = 0.01, .elastic = true, .seed = 7},
	{.capacity = 100000, .error_rate = 0.01, .elastic = true, .seed = 7},
	{.capacity = 20, .error_rate = 0.1, .growth = 2},
	{.capacity = 100, .error_rate = 0.01, .growth = 2},
	{.capacity = 100, .error_rate = 0.01, .growth = 4},
	{.capacity = 1000, .error_rate = 0.001, .growth = 2},
	{.capacity = 100, .error_rate = 0.01, .growth = 2, .seed = 7},
	{.capacity = 512, .error_rate = 0.01, .counting = true},
	{.capacity = 1024, .error_rate = 0.01, .counting = true},
	{.capacity = 2048, .error_rate = 0.01, .counting = true},
	{.capacity = 256, .error_rate = 1e-6, .counting = true},
	{.capacity = 512, .error_rate = 1e-6, .counting = true},
	{.capacity = 1024, .error_rate = 0.01, .counting = true, .seed = 7},
};

/* Imported filters: format, keys and options */
static const struct
{
	BloomFormat format;
	BloomKeys	keys;
	BloomCodecOptions options;
}			imports[] =
{
	{BLOOM_FORMAT_PYBLOOM, 0, {.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_PYBLOOM, 0,
	{.capacity = 200, .error_rate = 0.01, .xxh3 = true}},
	{BLOOM_FORMAT_PYBLOOM, 0,
	{.capacity = 20, .error_rate = 0.01, .growth = 2}},
	{BLOOM_FORMAT_REDISBLOOM, 0, {.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_REDISBLOOM, 0,
	{.capacity = 30, .error_rate = 0.01, .growth = 2}},
	{BLOOM_FORMAT_REDIS_BITMAP, 0, {.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_REDIS_BITMAP, 0,
	{.capacity = 200, .error_rate = 0.01, .prime = true, .low_first = true}},
	{BLOOM_FORMAT_GUAVA, 0, {.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_GUAVA, 0, {.capacity = 199, .error_rate = 0.01}},
	{BLOOM_FORMAT_GUAVA, BLOOM_KEYS_UTF16,
	{.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_GUAVA, BLOOM_KEYS_LONG,
	{.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_GUAVA, BLOOM_KEYS_INTEGER,
	{.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_PARQUET, 0, {.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_PARQUET, BLOOM_KEYS_LONG,
	{.capacity = 200, .error_rate = 0.01}},
	{BLOOM_FORMAT_SPARK, 0,
	{.capacity = 200, .error_rate = 0.01, .version = 1}},
	{BLOOM_FORMAT_SPARK, BLOOM_KEYS_LONG,
	{.capacity = 200, .error_rate = 0.01, .version = 2}},
};

/* The classes of some samples; most have one of the first two */
static const BloomClass classes[] = {
	BLOOM_CLASS_NONE, BLOOM_CLASS_INTEGER, BLOOM_CLASS_TEXT, BLOOM_CLASS_BYTEA,
	BLOOM_CLASS_UUID, BLOOM_CLASS_FLOAT, BLOOM_CLASS_NUMERIC, BLOOM_CLASS_ROW,
	BLOOM_CLASS_NAMED | 12345
};

static BloomClass
draw_class(void)
{
	return classes[drawn(4) > 0 ? drawn(2) : drawn(LENGTH(classes))];
}

static void
add_sample(const Recipe *recipe, int parameters, size_t count)
{
	if (sample_count == MOST_SAMPLES)
		abort();
	samples[sample_count++] = make_sample(recipe, parameters, count,
										  &random_state);
}

/* Samples of the same parameters: empty, short, and longer ones */
static void
make_natives(void)
{
	static const size_t counts[] = {0, 3, 14, 40, 300, 300, 1400, 6000};

	for (int i = 0; i < LENGTH(natives); i++)
	{
		bool		huge = natives[i].capacity > 1000000 &&
			!natives[i].elastic;
		bool		fixed = kind_of(&(Recipe) {.native = natives[i]}) == FIXED;

		for (int j = 0; j < 4; j++)
		{
			Recipe		recipe = {.native = natives[i], .class = draw_class()};
			size_t		count = j < 2 ? counts[j] : counts[2 + drawn(6)];

			if (huge)
				count = BLOOM_MIN(count, 14);
			if (fixed && !huge && j > 1 && drawn(2) == 0)
				recipe.origin = DENSE;
			add_sample(&recipe, i, count);
		}
	}
	/* filters of blocks with the same share of bits set, which fold */
	for (unsigned i = 0; i < 12; i++)
	{
		Recipe		recipe = {
			.native = {
				.capacity = 640, .error_rate = 0.001, .counting = i % 2
			}, .class = draw_class(), .origin = BLOCKS,
			.blocks = 1u << i / 2 % 3
		};

		add_sample(&recipe, 100 + (int) i % 6, counts[i < 6 ? 1 : 4]);
	}
}

static void
make_imports(void)
{
	static const size_t counts[] = {0, 5, 60, 250};

	for (int i = 0; i < LENGTH(imports); i++)
		for (int j = 0; j < 4; j++)
		{
			Recipe		recipe = {
				.format = imports[i].format, .options = imports[i].options,
				.keys = imports[i].keys,
				.class = imports[i].keys >= BLOOM_KEYS_INTEGER ?
					BLOOM_CLASS_INTEGER : imports[i].keys == BLOOM_KEYS_TEXT &&
					drawn(4) == 0 ? BLOOM_CLASS_BYTEA : BLOOM_CLASS_TEXT
			};

			if (counts[j] == 0)
				recipe.class = BLOOM_CLASS_NONE;
			recipe.flags = j == 2 &&
				bloom_format_codec((int) recipe.format)->untold_parameters;
			add_sample(&recipe, 200 + i, counts[j]);
		}
}

/* States of aggregates that collect hashes, some of a union of filters */
static void
make_states(void)
{
	static const int of[] = {1, 5, 17, 19, 26, 29};
	static const size_t counts[] = {0, 12, 200, 3000};

	for (int i = 0; i < LENGTH(of); i++)
		for (int j = 0; j < LENGTH(counts); j++)
		{
			Recipe		recipe = {
				.native = natives[of[i]], .class = draw_class(),
				.origin = STATE
			};

			if (drawn(2) == 0 && !recipe.native.elastic)
				recipe.flags |= BLOOM_FLAG_WHOLE;
			if (drawn(2) == 0)
				recipe.flags |= BLOOM_FLAG_MIXED;
			add_sample(&recipe, 300 + i, counts[j]);
		}
}

/* Mark some filters as unions that were not checked yet */
static void
mark_some(void)
{
	for (int i = 0; i < sample_count; i++)
	{
		Sample	   *sample = &samples[i];

		if (sample->kind == IMPORTED || sample->recipe.origin == STATE ||
			bloom_is_whole_list(sample->view) || drawn(8) > 0)
			continue;
		sample->recipe.flags = BLOOM_FLAG_MIXED;
		sample->stored.bytes->flags |= BLOOM_FLAG_MIXED;
		name_sample(sample);
	}
}

/* Whether a sample is a state of more hashes than its filter has in a list */
static bool
is_long(const Sample *sample)
{
	return sample->recipe.origin == STATE;
}

/* bloom() with a class, as an intersection is, and filters that it meets */
static void
make_identities(void)
{
	static const BloomClass those[] = {
		BLOOM_CLASS_NONE, BLOOM_CLASS_INTEGER, BLOOM_CLASS_TEXT
	};
	static const size_t counts[] = {0, 10, 100};

	for (int i = 0; i < LENGTH(those); i++)
		for (int j = 0; j < LENGTH(counts); j++)
			add_sample(&(Recipe) {.native = natives[17], .class = those[i]},
					   17, counts[j]);
}

static void
make_samples(void)
{
	random_state = 1;
	make_natives();
	make_imports();
	make_states();
	mark_some();
	make_identities();
}

/* What an operation for two filters gives: a filter, or an error */

typedef struct Outcome
{
	Flat		result;			/* without bytes after an error */
	BloomProblem problem;
} Outcome;

typedef bool (*Operation) (BloomFilter *filter, BloomView other,
						   BloomProblem *problem);

static bool
defined(const Outcome *outcome)
{
	return outcome->result.bytes != NULL;
}

static void
free_outcome(Outcome *outcome)
{
	free(outcome->result.bytes);
}

/* Keep the result of an operation that was done, and free the filter */
static Outcome
outcome_of(BloomFilter *filter, bool done, const BloomProblem *problem)
{
	Outcome		outcome = {.problem = *problem};

	if (done)
		outcome.result = flatten(filter, &outcome.problem);
	bloom_filter_free(filter);
	return outcome;
}

static Outcome
operate(Operation operation, BloomFilter *filter, BloomView other)
{
	BloomProblem problem = {0};
	bool		done = operation(filter, other, &problem);

	return outcome_of(filter, done, &problem);
}

/* Make the numbers of keys of imported filters equal, which are estimates */
static void
forget_numbers(Outcome *outcome)
{
	Bloom	   *head = outcome->result.bytes;
	BloomImported *imported;

	if (head == NULL || !bloom_is_imported(head))
		return;
	imported = (BloomImported *)
		((char *) head + BLOOM_HEADER_SIZE(head->layers));
	imported->count = 0;
	for (int i = 0; i < head->layers; i++)
		imported->layer[i].count = 0;
}

static bool
same_outcome(Outcome *a, Outcome *b)
{
	forget_numbers(a);
	forget_numbers(b);
	if (defined(a) != defined(b))
		return false;
	return defined(a) ? same(a->result, b->result) :
		a->problem.kind == b->problem.kind &&
		strcmp(a->problem.message, b->problem.message) == 0;
}

/* An outcome as a message shows it */
static const char *
text_of(const Outcome *outcome)
{
	static char texts[4][BLOOM_DESCRIPTION_SIZE + 64];
	static int	next;
	char	   *text = texts[next = (next + 1) % 4];
	char		described[BLOOM_DESCRIPTION_SIZE];

	if (!defined(outcome))
	{
		snprintf(text, sizeof(texts[0]), "error %d %.150s",
				 (int) outcome->problem.kind, outcome->problem.message);
		return text;
	}
	bloom_head_describe(outcome->result.bytes, described);
	snprintf(text, sizeof(texts[0]), "%s: %zu bytes, flags %02x, class %u",
			 described, outcome->result.size, outcome->result.bytes->flags,
			 (unsigned) outcome->result.bytes->class);
	return text;
}

static bool
is_rate_error(const Outcome *outcome)
{
	return !defined(outcome) &&
		strstr(outcome->problem.message, "without exceeding") != NULL;
}

/* Whether the union of two samples has layers in an order of its own */
static bool
have_layers(const Sample *a, const Sample *b)
{
	return a->kind == GROWING && b->kind == GROWING &&
		!bloom_is_sparse(a->view.head) && !bloom_is_sparse(b->view.head);
}

/* All members of both, or, in an intersection, the common ones */
static void
check_members(const Sample *a, const Sample *b, const Outcome *outcome,
			  const char *operation, bool common)
{
	BloomView	view;
	int			lost;

	if (!defined(outcome))
		return;
	CHECK(flat_is_valid(outcome->result), "%s %s %s is invalid: %s", a->name,
		  operation, b->name, text_of(outcome));
	view = view_of(outcome->result);
	lost = missing(view, a->recipe.keys, a->has,
				   common ? b->has : NULL);
	if (lost < 0 && !common)
		lost = missing(view, b->recipe.keys, b->has, NULL);
	CHECK(lost < 0, "%s %s %s has lost %d", a->name, operation, b->name, lost);
}

/*
 * a | b = b | a and a & b = b & a, and both are defined or neither.  All
 * members are in the union, all common ones in the intersection.
 */
static int	unions;
static int	intersections;
static int	refused;

static void
check_commutes(const Sample *a, const Sample *b, Operation operation,
			   const char *sign, int *results, const BloomHost *host)
{
	bool		common = operation == bloom_intersect;
	Outcome		ab = operate(operation, make_from(host, a, drawn(2)), b->view);
	Outcome		ba = operate(operation, make_from(host, b, drawn(2)), a->view);

	check_members(a, b, &ab, sign, common);
	check_members(b, a, &ba, sign, common);
	if (!have_layers(a, b) && !is_long(a) && !is_long(b))
		CHECK(same_outcome(&ab, &ba), "%s %s %s: %s, but %s", a->name, sign,
			  b->name, text_of(&ab), text_of(&ba));
	*results += defined(&ab);
	refused += is_rate_error(&ab);
	free_outcome(&ab);
	free_outcome(&ba);
}

static void
commutes_and_keeps_members(void)
{
	unions = intersections = refused = 0;
	for (int i = 0; i < sample_count; i++)
		for (int j = i; j < sample_count; j++)
		{
			const BloomHost *host = drawn(2) == 0 ? &library : &short_tails;

			check_commutes(&samples[i], &samples[j], bloom_unite, "|",
						   &unions, host);
			check_commutes(&samples[i], &samples[j], bloom_intersect, "&",
						   &intersections, host);
		}
	CHECK(unions > 3000 && intersections > 3000 && refused > 100,
		  "%d unions, %d intersections, %d refused", unions, intersections,
		  refused);
}

/* An operation for a result and a sample; an error if that was one */
static Outcome
and_then(Operation operation, const BloomHost *host, const Outcome *outcome,
		 BloomView other)
{
	if (!defined(outcome))
		return *outcome;
	return operate(operation, copy_of(host, view_of(outcome->result)), other);
}

/* Likewise for a sample and a result */
static Outcome
and_before(Operation operation, const BloomHost *host, BloomView first,
		   const Outcome *outcome)
{
	if (!defined(outcome))
		return *outcome;
	return operate(operation, copy_of(host, first), view_of(outcome->result));
}

/*
 * Whether two outcomes are the same, or both are errors.  If one of the
 * filters is overfull, it may contain a union that exceeds the error rate, and
 * then only one of the outcomes is an error.
 */
static bool
agree(Outcome *a, Outcome *b, bool overfull)
{
	return defined(a) && defined(b) ? same_outcome(a, b) :
		!(defined(a) || defined(b)) ||
		(overfull && (is_rate_error(a) || is_rate_error(b)));
}

/* Whether the classes of three samples conflict */
static bool
have_two_classes(const Sample *a, const Sample *b, const Sample *c)
{
	BloomClass	x = a->view.head->class;
	BloomClass	y = b->view.head->class;
	BloomClass	z = c->view.head->class;

	return bloom_classes_conflict(x, y) || bloom_classes_conflict(x, z) ||
		bloom_classes_conflict(y, z);
}

/* Ignore the classes of two results without members */
static void
forget_class(Outcome *a, Outcome *b)
{
	if (defined(a) && defined(b) &&
		bloom_head_is_default(a->result.bytes) &&
		view_of(a->result).count == 0)
		a->result.bytes->class = b->result.bytes->class = BLOOM_CLASS_NONE;
}

static void
check_associates(const Sample *a, const Sample *b, const Sample *c,
				 Operation operation, const char *sign, bool alike,
				 const BloomHost *host)
{
	Outcome		ab = operate(operation, make_from(host, a, false), b->view);
	Outcome		bc = operate(operation, make_from(host, b, false), c->view);
	Outcome		left = and_then(operation, host, &ab, c->view);
	Outcome		right = and_before(operation, host, a->view, &bc);

	/* a result without members may be bloom(), whose class gives way */
	if (operation == bloom_intersect && a->kind == ELASTIC)
		forget_class(&left, &right);
	if (alike && (operation == bloom_unite || a->kind != ELASTIC ||
				  !have_two_classes(a, b, c)))
		CHECK(agree(&left, &right, bloom_view_exceeds(a->view) ||
					bloom_view_exceeds(b->view) ||
					bloom_view_exceeds(c->view)),
			  "%s %s %s %s %s: %s, but from the right %s", a->name, sign,
			  b->name, sign, c->name, text_of(&left), text_of(&right));
	if (operation == bloom_unite)
	{
		check_members(a, b, &left, sign, false);
		check_members(b, c, &left, sign, false);
		check_members(a, b, &right, sign, false);
		check_members(b, c, &right, sign, false);
	}
	else
		for (int i = 0; i < 2; i++)
		{
			const Outcome *outcome = i == 0 ? &left : &right;
			uint8_t		all[UNIVERSE];
			int			lost;

			for (int j = 0; j < UNIVERSE; j++)
				all[j] = a->has[j] & b->has[j];
			lost = !defined(outcome) ? -1 :
				missing(view_of(outcome->result), a->recipe.keys, all,
						c->has);
			CHECK(lost < 0, "%s & %s & %s has lost %d", a->name, b->name,
				  c->name, lost);
		}
	if (defined(&ab))
		free_outcome(&left);
	if (defined(&bc))
		free_outcome(&right);
	free_outcome(&ab);
	free_outcome(&bc);
}

/* Draw a sample, and if `like` is not NULL, one of its parameters */
static const Sample *
draw_sample(const Sample *like)
{
	const Sample *sample = &samples[drawn((uint64_t) sample_count)];

	while (like != NULL && sample->parameters != like->parameters)
		sample = &samples[drawn((uint64_t) sample_count)];
	return sample;
}

/* (a | b) | c = a | (b | c), and so for & */
static void
associates(void)
{
	random_state = 3;
	for (int i = 0; i < TRIPLES; i++)
	{
		const BloomHost *host = i % 2 == 0 ? &library : &short_tails;
		const Sample *a = draw_sample(NULL);
		const Sample *b = draw_sample(i % 4 > 0 ? a : NULL);
		const Sample *c = draw_sample(i % 4 > 0 ? a : NULL);
		bool		alike = i % 4 > 0 && a->kind != GROWING && !is_long(a);

		check_associates(a, b, c, bloom_unite, "|", alike, host);
		check_associates(a, b, c, bloom_intersect, "&", alike, host);
	}
}

static int	pauses;

static void
count_pause(void)
{
	pauses++;
}

/* Testing a long key pauses before each layer, and before each digest */
static void
pauses_for_long_keys(void)
{
	void	   *bytes = calloc(1, BLOOM_PAUSE_BYTES);

	for (int i = 0; i < sample_count; i++)
	{
		BloomView	view = samples[i].view;
		int			salted = view.head->format == BLOOM_FORMAT_PYBLOOM;
		BloomKey	key;

		if (view.imported == NULL)
			continue;
		view.pause = count_pause;
		for (int j = 0; j < 2; j++)
		{
			pauses = 0;
			(void) bloom_view_key(view, bytes, BLOOM_PAUSE_BYTES - j, &key);
			(void) bloom_view_has_key(view, &key);
			CHECK(j == 0 ? pauses > salted : pauses == 0, "%s, %d: %d",
				  samples[i].name, j, pauses);
		}
	}
	free(bytes);
}

/* a | a = a and a & a = a */
static void
is_idempotent(void)
{
	for (int i = 0; i < sample_count; i++)
	{
		const Sample *a = &samples[i];
		bool		grown = a->view.head->layers > 1;

		for (int j = 0; j < 4; j++)
		{
			const BloomHost *host = j % 2 == 0 ? &library : &short_tails;
			Operation	operation = j < 2 ? bloom_unite : bloom_intersect;
			Outcome		outcome;

			if (is_long(a) || (a->kind == COUNTING && j < 2) ||
				(a->recipe.flags & BLOOM_FLAG_MIXED) != 0)
				continue;
			outcome = operate(operation, make_from(host, a, drawn(2)),
							  a->view);
			if (grown && j >= 2)
				CHECK(!defined(&outcome), "%s & itself: %s", a->name,
					  text_of(&outcome));
			else
				CHECK(defined(&outcome) && same(outcome.result, a->stored),
					  "%s %s itself: %s", a->name, j < 2 ? "|" : "&",
					  text_of(&outcome));
			free_outcome(&outcome);
		}
	}
}

/* The union of many filters, and their intersection */

typedef struct Many
{
	const char *name;
	bool		intersection;
	int			(*draw_one) (Recipe *recipe);	/* returns its number of
												 * values */
} Many;

/* Dense filters that fold, and lists that stay short */
static int
draw_folding(Recipe *recipe)
{
	static const int dense[] = {3, 4, 5};
	static const int lists[] = {1, 4, 5, 6, 17, 19, 29};

	if (drawn(3) > 0)
	{
		recipe->native = natives[dense[drawn(LENGTH(dense))]];
		recipe->origin = DENSE;
		return (int) drawn(drawn(2) == 0 ? 200 : 900);
	}
	recipe->native = natives[lists[drawn(LENGTH(lists))]];
	return (int) drawn(3);
}

static int
draw_blocks(Recipe *recipe)
{
	recipe->native = (BloomParameters) {.capacity = 640, .error_rate = 0.001};
	recipe->origin = BLOCKS;
	recipe->blocks = 1u << drawn(3);
	return (int) drawn(400);
}

static int
draw_counting(Recipe *recipe)
{
	recipe->native = natives[33 + drawn(3)];
	return (int) drawn(drawn(2) == 0 ? 100 : 500);
}

/* Coded filters, and lists that stay short */
static int
draw_coded(Recipe *recipe)
{
	static const int coded[] = {17, 18, 19, 20, 21, 22};
	static const int lists[] = {1, 4, 17, 18, 19, 25, 29};

	if (drawn(3) > 0)
	{
		recipe->native = natives[coded[drawn(LENGTH(coded))]];
		return 17 + (int) drawn(400);
	}
	recipe->native = natives[lists[drawn(LENGTH(lists))]];
	return (int) drawn(3);
}

/* One import for each trial */
static int	import_of_trial;

static int
draw_imported(Recipe *recipe)
{
	recipe->format = imports[import_of_trial].format;
	recipe->options = imports[import_of_trial].options;
	recipe->keys = imports[import_of_trial].keys;
	return (int) drawn(60);
}

/* Likewise, of one layer, which have an intersection */
static int
draw_one_layer(Recipe *recipe)
{
	int			count = draw_imported(recipe);

	return recipe->options.growth == 0 ? count : count % 10;
}

/* Elastic filters for an intersection: with whole hashes or not, and empty */
static int
draw_elastic(Recipe *recipe)
{
	recipe->native = natives[17 + drawn(drawn(2) == 0 ? 1 : 6)];
	return drawn(4) == 0 ? 0 : (int) drawn(drawn(2) == 0 ? 17 : 3000);
}

/* bloom() among filters of equal parameters, lists or dense */
static int
draw_equal(Recipe *recipe)
{
	recipe->native = natives[drawn(8) == 0 ? 17 : 5];
	recipe->origin = !recipe->native.elastic && drawn(2) ? DENSE : ADDED;
	return recipe->native.elastic ? 0 : (int) drawn(500);
}

/* Likewise, and filters that would have to be folded */
static int
draw_unequal(Recipe *recipe)
{
	int			count = draw_equal(recipe);

	if (drawn(3) == 0)
	{
		recipe->native = natives[4];
		recipe->origin = DENSE;
	}
	return count;
}

static int
draw_equal_counting(Recipe *recipe)
{
	recipe->native = natives[drawn(6) == 0 ? 17 : 34];
	return recipe->native.elastic ? 0 : (int) drawn(500);
}

/* Growing filters, of which some have grown, and bloom() */
static int
draw_growing(Recipe *recipe)
{
	recipe->native = natives[drawn(6) == 0 ? 17 : 31];
	return recipe->native.elastic ? 0 :
		drawn(4) == 0 ? 3000 : (int) drawn(300);
}

static const Many many[] = {
	{"union of filters that fold", false, draw_folding},
	{"union of filters of blocks", false, draw_blocks},
	{"union of counting filters", false, draw_counting},
	{"union of coded filters", false, draw_coded},
	{"union of imported filters", false, draw_imported},
	{"intersection of elastic filters", true, draw_elastic},
	{"intersection of equal filters", true, draw_equal},
	{"intersection of filters that fold", true, draw_unequal},
	{"intersection of counting filters", true, draw_equal_counting},
	{"intersection of growing filters", true, draw_growing},
	{"intersection of imported filters", true, draw_one_layer},
};

/* The state of an aggregate for one filter, as an outcome */
static Outcome
state_for(const Many *kind, const Sample *sample)
{
	BloomFilter *filter = copy_of(&short_tails, sample->view);
	BloomProblem problem = {0};

	if (kind->intersection)
		filter->head->flags |= sample->view.head->flags & BLOOM_FLAG_PARTIAL;
	return outcome_of(filter, true, &problem);
}

/* Two states in one, which takes the place of the first */
static void
merge_states(const Many *kind, Outcome *state, Outcome *other)
{
	Outcome		merged = defined(state) ? *other : *state;

	if (defined(state) && defined(other))
	{
		BloomFilter *filter = copy_of(&short_tails, view_of(state->result));
		BloomProblem problem = {0};
		bool		done;

		if (kind->intersection)
		{
			/* a copy is complete, but this is a state */
			filter->head->flags |=
				state->result.bytes->flags & BLOOM_FLAG_PARTIAL;
			done = bloom_intersect_part(filter, view_of(other->result),
										&problem);
		}
		else
			done = bloom_unite_part(filter, view_of(other->result), true,
									&problem);
		merged = outcome_of(filter, done, &problem);
	}
	free_outcome(state);
	if (defined(&merged) && merged.result.bytes == other->result.bytes)
		other->result.bytes = NULL;
	free_outcome(other);
	*state = merged;
	if (!defined(&merged))
		state->result.bytes = NULL;
}

/* The result of a state (func/state.c) */
static void
finish(Outcome *state)
{
	BloomProblem problem = {0};
	BloomView	view;
	Bloom		head;
	BloomFilter *filter;
	bool		done;

	if (!defined(state))
		return;
	view = view_of(state->result);
	if (bloom_is_elastic(view.head) && view.coded == NULL &&
		view.count > BLOOM_ELASTIC_LIST)
	{
		head = *view.head;
		bloom_head_code(&head);
		filter = need(bloom_filter_coded(&short_tails, &head, view,
										 (BloomView) {.head = &head},
										 &problem), &problem);
	}
	else
		filter = copy_of(&short_tails, view);
	done = bloom_combine_check_rate(filter, false, &problem);
	free_outcome(state);
	*state = outcome_of(filter, done, &problem);
}

/* The result for filters in some order, in groups */
static Outcome
aggregate(const Many *kind, const Sample *all, int count)
{
	Outcome		states[MANY];

	for (int i = 0; i < count; i++)
		states[i] = state_for(kind, &all[i]);
	while (count > 1)
	{
		int			first = (int) drawn((uint64_t) count);
		int			second = (int) drawn((uint64_t) count - 1);

		if (second >= first)
			second++;
		merge_states(kind, &states[first], &states[second]);
		count--;
		if (second < count)
			states[second] = states[count];
	}
	finish(&states[0]);
	return states[0];
}

/* n filters in any order and grouping give the same bytes or the same error */
static void
any_order(const Many *kind)
{
	int			results = 0;
	int			errors = 0;

	for (int trial = 0; trial < MANY_TRIALS; trial++)
	{
		int			count = 2 + (int) drawn(MANY - 1);
		BloomClass	class = drawn(6) == 0 ? 1 + (BloomClass) drawn(2) : 0;
		Sample		all[MANY];
		Outcome		first;

		import_of_trial = (int) drawn(LENGTH(imports));
		for (int i = 0; i < count; i++)
		{
			Recipe		recipe = {.class = BLOOM_CLASS_NONE};
			int			values = kind->draw_one(&recipe);

			/* two classes at most, and with them no other error */
			recipe.class = drawn(2) == 0 ? BLOOM_CLASS_NONE :
				class == 0 || drawn(2) == 0 ? BLOOM_CLASS_INTEGER : class;
			if (kind->draw_one == draw_unequal ||
				recipe.options.growth != 0)
				recipe.class = BLOOM_CLASS_NONE;
			all[i] = make_sample(&recipe, 0, (size_t) values, &random_state);
		}
		first = aggregate(kind, all, count);
		for (int i = 0; i < 6; i++)
		{
			Outcome		next = aggregate(kind, all, count);

			CHECK(same_outcome(&first, &next),
				  "%s: %s, but in another order %s; of %s and %s and ...",
				  kind->name, text_of(&first), text_of(&next), all[0].name,
				  all[1].name);
			free_outcome(&next);
		}
		/* none of these exceeds its error rate by itself */
		if (kind->draw_one == draw_folding && defined(&first))
			CHECK(!bloom_view_exceeds(view_of(first.result)),
				  "%s of %s and %s and ...: exceeds the error rate",
				  kind->name, all[0].name, all[1].name);
		results += defined(&first);
		errors += !defined(&first);
		free_outcome(&first);
		for (int i = 0; i < count; i++)
			free_sample(&all[i]);
	}
	CHECK(results > 10 && errors > 0, "%s: %d results, %d errors", kind->name,
		  results, errors);
}

static void
many_in_any_order(void)
{
	random_state = 5;
	for (int i = 0; i < LENGTH(many); i++)
		any_order(&many[i]);
}

/* The same values in several ways */

/* Build a filter from its parts, of which each is a filter or a state */
static BloomFilter *
build_from_parts(const BloomHost *host, const Sample *sample, bool states)
{
	BloomFilter *filter = start(host, &sample->recipe);
	BloomProblem problem = {0};

	filter->head->class = sample->count > 0 ? sample->recipe.class : 0;
	for (size_t done = 0; done < sample->count;)
	{
		size_t		count = 1 + drawn(drawn(2) == 0 ? 20 : 1500);
		Sample		part = *sample;

		part.numbers += done;
		part.count = BLOOM_MIN(count, sample->count - done);
		done += part.count;
		if (states)
			part.stored = state_of(&sample->recipe, part.numbers, part.count);
		else
		{
			BloomFilter *piece = build(host, &part);

			part.stored = flatten(piece, &problem);
			bloom_filter_free(piece);
		}
		if (!bloom_unite_part(filter, view_of(part.stored), false, &problem))
			need(NULL, &problem);
		free(part.stored.bytes);
	}
	CHECK((filter->head->flags & BLOOM_FLAG_MIXED) == 0,
		  "the parts of %s are not checked, but marked", sample->name);
	return filter;
}

/* Build a filter by adding many hashes at a time */
static BloomFilter *
build_in_batches(const BloomHost *host, const Sample *sample)
{
	BloomFilter *filter = start(host, &sample->recipe);
	BloomProblem problem = {0};
	uint64_t   *hashes = malloc((sample->count + 1) * sizeof(uint64_t));

	if (hashes == NULL)
		abort();
	for (size_t i = 0; i < sample->count; i++)
		hashes[i] = hash_of(sample->numbers[i]);
	for (size_t done = 0; done < sample->count;)
	{
		size_t		count = 1 + drawn(drawn(2) == 0 ? 20 : 3000);

		count = BLOOM_MIN(count, sample->count - done);
		if (!bloom_filter_add_each(filter, hashes + done, count, &problem))
			need(NULL, &problem);
		done += count;
	}
	free(hashes);
	filter->head->class = sample->count > 0 ? sample->recipe.class : 0;
	return filter;
}

/* Compare a filter with the sample that it should equal, and free it */
static void
check_built(const Sample *sample, BloomFilter *filter, const char *how)
{
	BloomProblem problem = {0};
	Outcome		outcome = outcome_of(filter, true, &problem);

	/* a state can be a longer list than a filter */
	finish(&outcome);

	CHECK(defined(&outcome) && same(outcome.result, sample->stored),
		  "%s %s: %s", sample->name, how, text_of(&outcome));
	free_outcome(&outcome);
}

/* Store a sample whose numbers were changed */
static void
store_again(Sample *sample)
{
	BloomFilter *filter = build(&library, sample);
	BloomProblem problem = {0};

	free(sample->stored.bytes);
	sample->stored = flatten(filter, &problem);
	bloom_filter_free(filter);
}

/* One by one, in batches, from parts and from states: the same bytes */
static void
built_in_any_way(void)
{
	static const size_t counts[] = {1, 16, 17, 60, 700, 2500, 7000, 12000};

	random_state = 7;
	for (int i = 0; i < LENGTH(natives); i++)
		for (int j = 0; j < LENGTH(counts); j++)
		{
			Recipe		recipe = {.native = natives[i], .class = draw_class()};
			size_t		count = natives[i].capacity > 100000000 &&
				!natives[i].elastic ? 10 : counts[j];
			Sample		sample;

			if (recipe.native.growth != 0)
				continue;
			sample = make_sample(&recipe, 0, count, &random_state);
			/* some values are added several times */
			for (size_t k = 0; k < count / 8; k++)
				sample.numbers[drawn(count)] = sample.numbers[drawn(count)];
			store_again(&sample);
			check_built(&sample, build(&short_tails, &sample), "one by one");
			for (int k = 0; k < 2; k++)
			{
				const BloomHost *host = k == 0 ? &library : &short_tails;

				check_built(&sample, build_in_batches(host, &sample),
							"in batches");
				check_built(&sample, build_from_parts(host, &sample, false),
							"from parts");
				if (!recipe.native.counting)
					check_built(&sample, build_from_parts(host, &sample, true),
								"from states");
			}
			free_sample(&sample);
		}
}

/*
 * Whether bloom_combine_possible(), bloom_combine_fits() and
 * bloom_unite_keeps_rate() say that a union succeeds, and it does.  Two
 * filters that cannot exceed the error rate, according to their heads, do not.
 */
static void
union_is_foretold(void)
{
	int			foretold[2] = {0, 0};
	int			unfit = 0;

	for (int i = 0; i < sample_count; i++)
		for (int j = 0; j < sample_count; j++)
		{
			const Sample *a = &samples[i];
			const Sample *b = &samples[j];
			BloomFilter *filter = make_from(&short_tails, a, drawn(2));
			BloomProblem problem = {0};
			BloomView	view;
			bool		keeps = false;
			bool		possible;
			bool		fits;
			bool		surely;
			Outcome		outcome;

			if (!bloom_filter_view(filter, &view, &problem))
				need(NULL, &problem);
			possible = bloom_combine_possible(view, b->view);
			fits = bloom_combine_fits(view, b->view);
			surely = possible && fits &&
				!bloom_combine_can_exceed(view, b->view) &&
				((view.head->flags | b->view.head->flags) &
				 BLOOM_FLAG_MIXED) == 0;
			if (possible && fits &&
				!bloom_unite_keeps_rate(&library, view, b->view, &keeps,
										&problem))
				need(NULL, &problem);
			outcome = operate(bloom_unite, filter, b->view);
			CHECK(defined(&outcome) == (possible && fits && keeps),
				  "%s | %s: possible %d, fits %d, keeps its rate %d, but %s",
				  a->name, b->name, possible, fits, keeps, text_of(&outcome));
			CHECK(!surely || keeps, "%s | %s cannot exceed its rate, but does",
				  a->name, b->name);
			foretold[defined(&outcome)]++;
			unfit += possible && !fits;
			free_outcome(&outcome);
		}
	CHECK(foretold[0] > 1000 && foretold[1] > 1000 && unfit > 0,
		  "%d refused, %d united, %d too large", foretold[0], foretold[1],
		  unfit);
}

/* After a failure in the middle, a filter is what it was */

/* An operation that may fail: of a filter, and sometimes another one */
typedef struct Step
{
	const char *name;
	bool		(*run) (BloomFilter *filter, const Sample *sample,
						BloomView other, BloomProblem *problem);
	bool		partly;			/* some members may have been added */
} Step;

/* The result of a step that makes another filter, which is freed */
static bool
made(BloomFilter *filter)
{
	bloom_filter_free(filter);
	return filter != NULL;
}

static bool
run_unite(BloomFilter *filter, const Sample *sample, BloomView other,
		  BloomProblem *problem)
{
	(void) sample;
	return bloom_unite(filter, other, problem);
}

static bool
run_unite_part(BloomFilter *filter, const Sample *sample, BloomView other,
			   BloomProblem *problem)
{
	(void) sample;
	return bloom_unite_part(filter, other, true, problem);
}

static bool
run_intersect(BloomFilter *filter, const Sample *sample, BloomView other,
			  BloomProblem *problem)
{
	(void) sample;
	return bloom_intersect(filter, other, problem);
}

static bool
run_intersect_part(BloomFilter *filter, const Sample *sample, BloomView other,
				   BloomProblem *problem)
{
	(void) sample;
	return bloom_intersect_part(filter, other, problem);
}

static bool
run_intersection_of(BloomFilter *filter, const Sample *sample,
					BloomView other, BloomProblem *problem)
{
	BloomView	view;

	(void) sample;
	return bloom_filter_view(filter, &view, problem) &&
		made(bloom_intersection_of(filter->memory.host, view, other, problem));
}

static bool
run_compare(BloomFilter *filter, const Sample *sample, BloomView other,
			BloomProblem *problem)
{
	BloomOverlap overlap;
	BloomView	view;

	(void) sample;
	if (!bloom_filter_view(filter, &view, problem))
		return false;
	bloom_filter_count(filter);
	view.counted = true;
	return bloom_compare(filter->memory.host, view, other, &overlap, problem);
}

static bool
run_keeps_rate(BloomFilter *filter, const Sample *sample, BloomView other,
			   BloomProblem *problem)
{
	BloomView	view;
	bool		keeps;

	(void) sample;
	return bloom_filter_view(filter, &view, problem) &&
		(!bloom_combine_possible(view, other) ||
		 !bloom_combine_fits(view, other) ||
		 bloom_unite_keeps_rate(filter->memory.host, view, other, &keeps,
								problem));
}

/* Add a value of the other filter's class that is not in this one */
static bool
run_add(BloomFilter *filter, const Sample *sample, BloomView other,
		BloomProblem *problem)
{
	Recipe		recipe = sample->recipe;

	if (recipe.format == 0)
		recipe.class = other.head->class;
	return add_number(filter, &recipe, UNIVERSE, problem);
}

static bool
run_remove(BloomFilter *filter, const Sample *sample, BloomView other,
		   BloomProblem *problem)
{
	return bloom_filter_remove(filter, other.head->class,
							   hash_of(sample->count > 0 ?
									   sample->numbers[0] : 0), problem);
}

static bool
run_add_each(BloomFilter *filter, const Sample *sample, BloomView other,
			 BloomProblem *problem)
{
	uint64_t	hashes[2000];

	(void) other;
	for (int i = 0; i < LENGTH(hashes); i++)
		hashes[i] = hash_of(UNIVERSE + (unsigned) i);
	return sample->kind == IMPORTED ||
		bloom_filter_add_each(filter, hashes, LENGTH(hashes), problem);
}

static bool
run_view(BloomFilter *filter, const Sample *sample, BloomView other,
		 BloomProblem *problem)
{
	BloomView	view;

	(void) sample;
	(void) other;
	return bloom_filter_view(filter, &view, problem);
}

static bool
run_settle(BloomFilter *filter, const Sample *sample, BloomView other,
		   BloomProblem *problem)
{
	(void) sample;
	(void) other;
	return !bloom_is_sparse(filter->head) ||
		bloom_filter_settle(filter, problem);
}

static bool
run_copy(BloomFilter *filter, const Sample *sample, BloomView other,
		 BloomProblem *problem)
{
	(void) sample;
	return made(bloom_filter_copy(filter->memory.host, other, problem));
}

static bool
run_cache(BloomFilter *filter, const Sample *sample, BloomView other,
		  BloomProblem *problem)
{
	(void) sample;
	return made(bloom_filter_cache(filter->memory.host, other, problem));
}

static bool
run_take_over(BloomFilter *filter, const Sample *sample, BloomView other,
			  BloomProblem *problem)
{
	(void) sample;
	return bloom_filter_take_over(filter,
								  bloom_filter_copy(filter->memory.host, other,
													problem));
}

static bool
run_fold(BloomFilter *filter, const Sample *sample, BloomView other,
		 BloomProblem *problem)
{
	BloomView	view;
	BloomFilter *folded;

	(void) sample;
	if (!bloom_filter_view(filter, &view, problem))
		return false;
	if (!bloom_combine_possible(view, other))
		return true;
	if (!bloom_combine_fold(filter->memory.host, &view, other, &folded,
							problem))
		return false;
	bloom_filter_free(folded);
	return true;
}

static bool
run_uncount(BloomFilter *filter, const Sample *sample, BloomView other,
			BloomProblem *problem)
{
	BloomView	view;

	(void) other;
	if (sample->kind != COUNTING)
		return true;
	if (!bloom_filter_view(filter, &view, problem))
		return false;
	bloom_filter_count(filter);
	return made(bloom_filter_uncount(filter->memory.host, view, problem));
}

static bool
run_code(BloomFilter *filter, const Sample *sample, BloomView other,
		 BloomProblem *problem)
{
	BloomView	view;
	Bloom		head;

	if (!bloom_filter_view(filter, &view, problem))
		return false;
	if (sample->kind != ELASTIC || !bloom_is_sparse(other.head))
		return true;
	head = *view.head;
	bloom_head_code(&head);
	return bloom_filter_code(filter, &head, view, other, problem);
}

static bool
run_empty(BloomFilter *filter, const Sample *sample, BloomView other,
		  BloomProblem *problem)
{
	(void) sample;
	return made(bloom_filter_empty(filter->memory.host, other, problem));
}

static const Step steps[] = {
	{.name = "bloom_unite", .run = run_unite},
	{.name = "bloom_unite_part", .run = run_unite_part, .partly = true},
	{.name = "bloom_intersect", .run = run_intersect},
	{.name = "bloom_intersect_part", .run = run_intersect_part},
	{.name = "bloom_intersection_of", .run = run_intersection_of},
	{.name = "bloom_compare", .run = run_compare},
	{.name = "bloom_unite_keeps_rate", .run = run_keeps_rate},
	{.name = "bloom_filter_add", .run = run_add},
	{.name = "bloom_filter_remove", .run = run_remove},
	{.name = "bloom_filter_add_each", .run = run_add_each, .partly = true},
	{.name = "bloom_filter_view", .run = run_view},
	{.name = "bloom_filter_settle", .run = run_settle},
	{.name = "bloom_filter_copy", .run = run_copy},
	{.name = "bloom_filter_cache", .run = run_cache},
	{.name = "bloom_filter_take_over", .run = run_take_over},
	{.name = "bloom_combine_fold", .run = run_fold},
	{.name = "bloom_filter_uncount", .run = run_uncount},
	{.name = "bloom_filter_code", .run = run_code},
	{.name = "bloom_filter_empty", .run = run_empty},
};

static int	failures_seen[LENGTH(steps)];

/*
 * Run a step of which a call to the host fails, or no call if that is 0.
 * *ended is what it returned; false if it did not return.
 */
static bool
run_failing(const Step *step, BloomFilter *filter, const Sample *sample,
			BloomView other, unsigned long call, BloomProblem *problem)
{
	unsigned long number = arena_number;
	volatile bool ended = false;

	fail_at = call;
	if (setjmp(raised) == 0)
		ended = step->run(filter, sample, other, problem);
	else
	{
		server_clean_up(number);
		bloom_no_memory(problem);
	}
	return ended;
}

/* Whether a filter still has its members, after an error */
static void
check_still(const Step *step, BloomFilter *filter, const Sample *sample,
			BloomView other, Flat before, unsigned long call)
{
	BloomProblem problem = {0};
	Outcome		after = {.problem = problem};
	int			lost;

	after.result = flatten(filter, &after.problem);
	if (!defined(&after))
	{
		CHECK(false, "%s of %s, call %lu failed, and then: %s", step->name,
			  sample->name, call, after.problem.message);
		return;
	}
	if (!step->partly)
		CHECK(same(after.result, before),
			  "%s of %s and one of %u layers, call %lu failed: %s", step->name,
			  sample->name, other.head->layers, call, text_of(&after));
	lost = missing(view_of(after.result), sample->recipe.keys,
				   sample->has, NULL);
	CHECK(lost < 0, "%s of %s, call %lu failed: has lost %d", step->name,
		  sample->name, call, lost);
	free_outcome(&after);
}

/* Fail each call to the host of a step, one after the other */
static void
check_failures(int i, const Sample *sample, const Sample *second,
			   const BloomHost *host)
{
	const Step *step = &steps[i];
	long		live = live_blocks;
	BloomFilter *filter = build(host, sample);
	BloomProblem problem = {0};
	Flat		before = flatten(filter, &problem);
	bool		failed = true;

	bloom_filter_free(filter);
	for (unsigned long call = 1; failed; call++)
	{
		bool		done;

		filter = build(host, sample);
		done = run_failing(step, filter, sample, second->view, call, &problem);
		/* a call that the step did not reach */
		failed = fail_at == 0;
		fail_at = 0;
		if (!done)
			check_still(step, filter, sample, second->view, before, call);
		if (failed && !done)
		{
			failures_seen[i]++;
			CHECK(problem.kind == BLOOM_PROBLEM_MEMORY,
				  "%s of %s and %s, call %lu failed, but: %s", step->name,
				  sample->name, second->name, call, problem.message);
		}
		/* what failed can be done again */
		if (!done && !step->partly && failed)
			(void) step->run(filter, sample, second->view, &problem);
		bloom_filter_free(filter);
		CHECK(live_blocks == live, "%s of %s and %s, call %lu: %ld leaked",
			  step->name, sample->name, second->name, call,
			  live_blocks - live);
		live_blocks = live;
	}
	free(before.bytes);
}

static void
failure_changes_nothing(void)
{
	random_state = 11;
	for (int trial = 0; trial < FAILING_PAIRS; trial++)
	{
		const BloomHost *host = trial % 3 == 0 ? &library :
			trial % 3 == 1 ? &short_tails : &server;
		const Sample *a = draw_sample(NULL);
		const Sample *b = draw_sample(trial % 4 > 0 ? a : NULL);

		while (is_long(a) || a->kind != b->kind)
		{
			a = draw_sample(NULL);
			b = draw_sample(trial % 4 > 0 ? a : NULL);
		}
		for (int i = 0; i < LENGTH(steps); i++)
			check_failures(i, a, b, host);
	}
	for (int i = 0; i < LENGTH(steps); i++)
		CHECK(failures_seen[i] > 0 || steps[i].run == run_remove,
			  "%s never failed", steps[i].name);
}

/* Readers, and filters with other parameters */

/* The number of different hashes in one or both samples, shortened */
static uint64_t
count_hashes(const Sample *a, const Sample *b, int bits)
{
	uint16_t   *numbers = malloc(UNIVERSE * sizeof(uint16_t));
	uint64_t   *hashes;
	size_t		count = 0;
	uint64_t	distinct = 0;

	if (numbers == NULL)
		abort();
	for (int i = 0; i < UNIVERSE; i++)
		if (a->has[i] || b->has[i])
			numbers[count++] = (uint16_t) i;
	hashes = sorted_hashes(numbers, &count);
	for (size_t i = 0; i < count; i++)
		distinct += i == 0 ||
			hashes[i] >> (64 - bits) != hashes[i - 1] >> (64 - bits);
	free(hashes);
	free(numbers);
	return distinct;
}

/* bloom_compare() of lists, beside counts of their hashes */
static void
compares_lists(void)
{
	int			compared = 0;

	for (int i = 0; i < sample_count; i++)
		for (int j = 0; j < sample_count; j++)
		{
			const Sample *a = &samples[i];
			const Sample *b = &samples[j];
			BloomView	coarse;
			BloomOverlap overlap;
			BloomProblem problem;
			double		all;
			double		common;
			int			bits[2];

			if (!bloom_is_sparse(a->view.head) ||
				!bloom_is_sparse(b->view.head) ||
				!bloom_compare(&library, a->view, b->view, &overlap, &problem))
				continue;
			compared++;
			bits[0] = bloom_hash_bits(a->view.head);
			bits[1] = bloom_hash_bits(b->view.head);
			coarse = bits[0] <= bits[1] ? a->view : b->view;
			coarse.count = count_hashes(a, b, BLOOM_MIN(bits[0], bits[1]));
			all = bloom_view_cardinality(coarse);
			common = bloom_view_cardinality(a->view) +
				bloom_view_cardinality(b->view) - all;
			CHECK(fabs(overlap.union_cardinality - all) <= 1e-9 * all,
				  "%s and %s: %g in one of them, not %g", a->name, b->name,
				  overlap.union_cardinality, all);
			CHECK(fabs(overlap.intersection_cardinality -
					   BLOOM_MAX(common, 0)) <= 1e-9 * (all + 1),
				  "%s and %s: %g in both, not %g", a->name, b->name,
				  overlap.intersection_cardinality, common);
			CHECK(overlap.jaccard >= 0 && overlap.jaccard <= 1 &&
				  (i != j || overlap.jaccard > 0.999999),
				  "%s and %s: index %g", a->name, b->name, overlap.jaccard);
		}
	CHECK(compared > 1000, "%d compared", compared);
}

/* A fold equals the filter that the same values give */
static void
folds_to_what_was_built(void)
{
	int			folded = 0;

	for (int i = 0; i < sample_count; i++)
		for (int j = 0; j < sample_count; j++)
		{
			const Sample *from = &samples[i];
			Sample		to = samples[j];
			BloomProblem problem = {0};

			if ((from->kind != FIXED && from->kind != COUNTING) ||
				is_long(from) || is_long(&to) ||
				bloom_is_sparse(from->view.head) ||
				bloom_fold_factor(from->view.head, to.view.head) == 0)
				continue;
			to.recipe.class = from->recipe.class;
			to.numbers = from->numbers;
			to.count = from->count;
			if (to.kind == FIXED && to.recipe.origin == ADDED)
				to.recipe.origin = DENSE;
			to.stored = (Flat) {NULL, 0};
			store_again(&to);
			check_built(&to,
						need(bloom_filter_fold(&library, from->view,
											   to.view.head, &problem),
							 &problem), "by folding");
			free(to.stored.bytes);
			folded += from->parameters != to.parameters;
		}
	CHECK(folded > 20, "%d folded", folded);
}

/* Without counters, a filter is what the same values give without them */
static void
uncounts_to_what_was_built(void)
{
	int			uncounted = 0;

	for (int i = 0; i < sample_count; i++)
	{
		const Sample *from = &samples[i];
		Sample		plain = *from;
		BloomProblem problem = {0};
		BloomFilter *filter;

		if (from->kind != COUNTING ||
			(from->recipe.flags & BLOOM_FLAG_MIXED) != 0)
			continue;
		plain.recipe.native.counting = false;
		plain.kind = FIXED;
		if (plain.recipe.origin == ADDED)
			plain.recipe.origin = DENSE;
		plain.stored = (Flat) {NULL, 0};
		filter = build(&library, &plain);
		if (plain.count == 0)
			filter->head->class = BLOOM_CLASS_NONE;
		plain.stored = flatten(filter, &problem);
		bloom_filter_free(filter);
		check_built(&plain,
					need(bloom_filter_uncount(&library, from->view, &problem),
						 &problem), "without counters");
		free(plain.stored.bytes);
		uncounted++;
	}
	CHECK(uncounted > 10, "%d uncounted", uncounted);
}

/* A source of some hashes of a list, beside those of an array */
typedef struct Half
{
	BloomSource source;
	uint64_t   *hashes;			/* all of them, ascending */
	size_t		count;
	size_t		next;
} Half;

static void
half_begin(BloomSource *source, const uint64_t *hashes, size_t count,
		   int bits)
{
	(void) hashes;
	(void) count;
	(void) bits;
	((Half *) source)->next = 0;
}

static size_t
half_next(void *source, const uint64_t **hashes)
{
	Half	   *half = source;
	size_t		count = BLOOM_MIN(half->count - half->next, 100);

	*hashes = half->hashes + half->next;
	half->next += count;
	return count;
}

/* A list whose hashes are not all in memory is read like any other */
static void
reads_sources(void)
{
	int			read = 0;

	for (int i = 0; i < sample_count; i++)
	{
		const Sample *list = &samples[i];
		Half		half = {{half_begin, half_next}, NULL, 0, 0};
		BloomView	view = list->view;

		if (!bloom_is_whole_list(view))
			continue;
		half.count = list->count;
		half.hashes = sorted_hashes(list->numbers, &half.count);
		view.coded = NULL;
		view.hashes = half.hashes;
		view.uncoded = half.count / 2;
		view.source = &half.source;
		for (int j = 0; j < 30; j++)
		{
			const Sample *other = draw_sample(NULL);
			Outcome		wanted;
			Outcome		seen;

			wanted = operate(bloom_unite, make_from(&library, other, false),
							 list->view);
			seen = operate(bloom_unite, make_from(&library, other, false),
						   view);
			/* a list of up to 1,024 hashes is copied as it is */
			finish(&wanted);
			finish(&seen);
			CHECK(same_outcome(&wanted, &seen),
				  "%s | %s: %s, but from a source %s", other->name, list->name,
				  text_of(&wanted), text_of(&seen));
			read += defined(&seen);
			free_outcome(&wanted);
			free_outcome(&seen);
		}
		if (list->recipe.origin != STATE)
			check_built(list, copy_of(&library, view), "from a source");
		free(half.hashes);
	}
	CHECK(read > 100, "%d read", read);
}

int
main(void)
{
	make_samples();
	RUN(commutes_and_keeps_members);
	RUN(associates);
	RUN(pauses_for_long_keys);
	RUN(is_idempotent);
	RUN(many_in_any_order);
	RUN(built_in_any_way);
	RUN(union_is_foretold);
	RUN(failure_changes_nothing);
	RUN(compares_lists);
	RUN(folds_to_what_was_built);
	RUN(uncounts_to_what_was_built);
	RUN(reads_sources);
	CHECK(live_blocks == 0, "%ld blocks are left", live_blocks);
	for (int i = 0; i < sample_count; i++)
		free_sample(&samples[i]);
	return unit_end("filter/laws");
}
