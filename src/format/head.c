/*
 * format/head.c
 *		Making, describing and comparing heads.
 */
#include "format/head.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The flags for the kind of a list */
#define LIST_KIND		(BLOOM_FLAG_ELASTIC | BLOOM_FLAG_WHOLE)

static bool
wrong_parameter(BloomProblem *problem, const char *message)
{
	return bloom_problem(problem, BLOOM_PROBLEM_PARAMETER, "%s", message);
}

static bool
wrong_rate(BloomProblem *problem, double rate)
{
	bloom_problem(problem, BLOOM_PROBLEM_PARAMETER,
				  "error rate must be between %g and %g",
				  BLOOM_MIN_ERROR_RATE, BLOOM_MAX_ERROR_RATE);
	if (rate >= 1 && rate <= 50)
		bloom_problem_hint(problem, "For %g %%, write %g.", rate, rate / 100);
	return false;
}

static bool
check_parameters(const BloomParameters *parameters, BloomProblem *problem)
{
	if (parameters->capacity < 1)
		return wrong_parameter(problem, "capacity must be at least 1");
	/* written so that NaN fails */
	if (!(parameters->error_rate >= BLOOM_MIN_ERROR_RATE &&
		  parameters->error_rate <= BLOOM_MAX_ERROR_RATE))
		return wrong_rate(problem, parameters->error_rate);
	if (!bloom_growth_valid(parameters->growth))
		return wrong_parameter(problem, "growth must be 0, 2 or 4");
	/* in a filter of several layers, it is unknown which one counts a value */
	if (parameters->counting && parameters->growth != 0)
		return wrong_parameter(problem, "a counting bloom filter cannot grow");
	return true;
}

bool
bloom_head_too_large(const Bloom *head, BloomProblem *problem)
{
	char		text[BLOOM_DESCRIPTION_SIZE];

	bloom_head_describe(head, text);
	bloom_problem(problem, BLOOM_PROBLEM_TOO_LARGE,
				  "bloom filter would be larger than %d MiB",
				  BLOOM_MAX_BYTES / 1024 / 1024);
	bloom_problem_detail(problem, "It would have %s.", text);
	return bloom_problem_hint(problem,
							  "Spread the values over several filters with bloom_shard().");
}

bool
bloom_no_hashes(const Bloom *head, BloomProblem *problem)
{
	bloom_problem(problem, BLOOM_PROBLEM_HASH,
				  "bloom filter of format %s has no 64-bit hashes",
				  bloom_format_name(head->format));
	return bloom_problem_hint(problem, "Give the value itself.");
}

/*
 * The geometry of a filter's first layer: the existing one, or the one that it
 * would get when it turns dense with `values` values.  Returns false if the
 * filter would be too large.
 */
static bool
first_geometry(const Bloom *head, uint64_t values, BloomGeometry *geometry)
{
	if (!bloom_is_sparse(head))
		*geometry = head->layer[0].geometry;
	else if (head->growth == 0)
	{
		if (!bloom_geometry_solve((uint64_t) head->capacity,
								  head->error_rate, geometry))
			return false;
	}
	else if (!bloom_geometry_grow((uint64_t) head->capacity, head->growth,
								  values, 0,
								  bloom_geometry_layer_rate(head->error_rate,
															0), geometry))
		return false;
	return BLOOM_HEADER_SIZE(1) + (size_t) geometry->lines *
		bloom_line_words(head) * sizeof(uint64_t) <= BLOOM_MAX_BYTES;
}

/*
 * Make an elastic filter's head that of an empty list.  The head of bloom() is
 * that of each elastic filter with its capacity.
 */
static void
make_elastic(Bloom *head)
{
	head->growth = 0;
	head->flags = BLOOM_FLAG_ELASTIC | BLOOM_FLAG_WHOLE;
	if (bloom_promised_capacity(head) != BLOOM_ELASTIC_CAPACITY)
		return;
	head->capacity = 0;
	head->growth = 2;
	head->flags = 0;
}

void
bloom_head_code(Bloom *head)
{
	head->capacity = bloom_promised_capacity(head);
	head->growth = 0;
	head->flags = BLOOM_FLAG_ELASTIC;
}

bool
bloom_head_fits(const Bloom *head)
{
	BloomGeometry geometry;
	Bloom		coded = *head;

	if (!bloom_is_elastic(head))
		return first_geometry(head, 0, &geometry);
	bloom_head_code(&coded);
	return coded.capacity <= (int64_t) BLOOM_CODED_MAX_COUNT &&
		bloom_list_fits(&coded, (uint64_t) coded.capacity);
}

bool
bloom_head_init(Bloom *head, const BloomParameters *parameters,
				BloomProblem *problem)
{
	if (!check_parameters(parameters, problem))
		return false;
	memset(head, 0, BLOOM_HEADER_SIZE(1));
	head->version = BLOOM_FORMAT_VERSION;
	head->format = BLOOM_FORMAT_NATIVE;
	head->growth = (uint8_t) parameters->growth;
	head->class = BLOOM_CLASS_NONE;
	head->seed = (uint64_t) parameters->seed;
	head->capacity = parameters->capacity;
	head->error_rate = parameters->error_rate;
	if (parameters->elastic)
		make_elastic(head);
	/* a list of hashes would have no counts */
	if (parameters->counting)
		head->flags = BLOOM_FLAG_COUNTING;
	if (parameters->counting ? bloom_head_try_layer(head, 0) :
		bloom_head_fits(head))
		return true;
	return bloom_head_too_large(head, problem);
}

void
bloom_head_clear(Bloom *empty, const Bloom *head)
{
	BloomGeometry geometry;

	memset(empty, 0, BLOOM_HEADER_SIZE(1));
	memcpy(empty, head, BLOOM_HEADER_SIZE(0));
	empty->class = BLOOM_CLASS_NONE;
	empty->extra = 0;
	empty->layers = 0;
	empty->flags &= BLOOM_FLAG_COUNTING;
	if (bloom_is_elastic(head))
		make_elastic(empty);
	if (!bloom_is_sparse(head) && head->growth == 0 &&
		(bloom_is_counting(head) || !first_geometry(empty, 0, &geometry) ||
		 memcmp(&geometry, &head->layer[0].geometry, sizeof(geometry)) != 0))
	{
		empty->layers = 1;
		empty->flags |= BLOOM_FLAG_DENSE;
		empty->layer[0].geometry = head->layer[0].geometry;
	}
}

bool
bloom_head_try_layer(Bloom *head, uint64_t values)
{
	if (!first_geometry(head, values, &head->layer[0].geometry))
		return false;
	head->layer[0].bits_set = 0;
	head->layers = 1;
	head->flags |= BLOOM_FLAG_DENSE;
	return true;
}

size_t
bloom_head_limit(const Bloom *head)
{
	BloomGeometry geometry;

	if (bloom_is_elastic(head))
		return BLOOM_ELASTIC_LIST;
	if (!first_geometry(head, 0, &geometry))
		return 0;
	return (sizeof(BloomLayer) - 1 +
			(size_t) geometry.lines * (BLOOM_LINE_BITS / 8)) /
		sizeof(uint64_t);
}

/* Append to a text of BLOOM_DESCRIPTION_SIZE bytes, which are always enough */
#define APPEND(text, ...) \
	snprintf((text) + strlen(text), BLOOM_DESCRIPTION_SIZE - strlen(text), \
			 __VA_ARGS__)

void
bloom_head_describe(const Bloom *head, char text[BLOOM_DESCRIPTION_SIZE])
{
	text[0] = '\0';
	if (bloom_is_imported(head))
		APPEND(text, "format %s, ", bloom_format_name(head->format));
	if (bloom_is_imported(head) && head->layers == 1)
		APPEND(text, "%u probes, ", head->layer[0].geometry.probes);
	else if (bloom_is_imported(head))
		APPEND(text, "%u layers, ", head->layers);
	if (bloom_promised_capacity(head) == 0)
		APPEND(text, "no capacity");
	else
		APPEND(text, "capacity %" PRId64, bloom_promised_capacity(head));
	APPEND(text, ", error rate %g", head->error_rate);
	if (bloom_is_elastic(head))
		APPEND(text, ", elastic");
	else if (head->growth != 0)
		APPEND(text, ", growth %d", head->growth);
	if (bloom_is_counting(head))
		APPEND(text, ", counting");
	if (head->seed != 0)
		APPEND(text, ", seed %" PRId64, (int64_t) head->seed);
	if (!bloom_is_sparse(head) && head->growth == 0 && head->layers == 1)
		APPEND(text, ", %u cache line%s", head->layer[0].geometry.lines,
			   head->layer[0].geometry.lines == 1 ? "" : "s");
}

uint32_t
bloom_fold_factor(const Bloom *from, const Bloom *to)
{
	BloomGeometry geometry[2];
	uint32_t	factor;

	if ((from->flags ^ to->flags) &
		(BLOOM_FLAG_COUNTING | BLOOM_FLAG_ELASTIC) ||
		from->format != to->format || from->growth != to->growth ||
		from->seed != to->seed || from->error_rate != to->error_rate)
		return 0;
	if (from->growth != 0 || bloom_is_elastic(from))
		return from->capacity == to->capacity;
	if (!first_geometry(from, 0, &geometry[0]) ||
		!first_geometry(to, 0, &geometry[1]))
		return 0;
	factor = bloom_geometry_fold_factor(&geometry[0], &geometry[1]);
	/* not by multiplying, because a hostile capacity could overflow */
	if (factor == 0 || from->capacity % factor != 0 ||
		from->capacity / factor != to->capacity)
		return 0;
	return factor;
}

bool
bloom_head_parameters_combine(const Bloom *a, const Bloom *b)
{
	/* a union adds up counters, which a list does not have */
	if (a->seed != b->seed || bloom_is_counting(a) != bloom_is_counting(b))
		return false;
	/* bits are made from whole hashes */
	if (bloom_is_shortened(a) || bloom_is_shortened(b))
		return bloom_is_sparse(a) && bloom_is_sparse(b);
	return bloom_is_sparse(a) || bloom_is_sparse(b) ||
		bloom_fold_factor(a, b) != 0 || bloom_fold_factor(b, a) != 0;
}

bool
bloom_head_is_default(const Bloom *head)
{
	return bloom_has_no_capacity(head) &&
		head->error_rate == BLOOM_DEFAULT_ERROR_RATE && head->seed == 0;
}

void
bloom_head_copy_parameters(Bloom *to, const Bloom *from)
{
	to->capacity = from->capacity;
	to->error_rate = from->error_rate;
	to->growth = from->growth;
	to->seed = from->seed;
	to->flags = (uint8_t) ((to->flags & ~LIST_KIND) |
							(from->flags & LIST_KIND));
}

/* Whether the parameters of a come before those of b, if F is the same */
static bool
comes_first(const Bloom *a, const Bloom *b)
{
	if (a->capacity != b->capacity)
		return a->capacity > b->capacity;
	return a->error_rate < b->error_rate;
}

/* Give a list of whole hashes the kind of an elastic filter, and a capacity */
static void
become_elastic(Bloom *head, int64_t capacity)
{
	uint8_t		flags = head->flags;

	head->capacity = capacity;
	make_elastic(head);
	head->flags |= flags & (uint8_t) ~LIST_KIND;
}

/* bloom_head_join() for two lists of whole hashes */
static void
join_whole(Bloom *to, const Bloom *other)
{
	bool		both = bloom_is_elastic(to) && bloom_is_elastic(other);
	bool		one = bloom_is_elastic(to) || bloom_is_elastic(other) ||
		((to->flags | other->flags) & BLOOM_FLAG_WHOLE);
	int64_t		capacity[2] = {
		bloom_promised_capacity(to), bloom_promised_capacity(other)
	};
	int64_t		larger = capacity[capacity[1] > capacity[0]];
	double		rate = to->error_rate < other->error_rate ?
		to->error_rate : other->error_rate;

	if (both)
		become_elastic(to, larger);
	else if (bloom_is_elastic(to))
		bloom_head_copy_parameters(to, other);
	else if (!bloom_is_elastic(other))
	{
		to->capacity = larger;
		if (other->growth > to->growth)
			to->growth = other->growth;
	}
	to->error_rate = rate;
	if (one && !both)
		to->flags |= BLOOM_FLAG_WHOLE;
}

void
bloom_head_join(Bloom *to, const Bloom *other)
{
	int			bits[2] = {bloom_hash_bits(to), bloom_hash_bits(other)};

	if (bits[0] == BLOOM_HASH_BITS && bits[1] == BLOOM_HASH_BITS)
		join_whole(to, other);
	else if (bits[1] < bits[0] ||
			 (bits[1] == bits[0] && comes_first(other, to)))
		bloom_head_copy_parameters(to, other);
}

void
bloom_head_settle(Bloom *head, uint64_t count)
{
	if (bloom_is_elastic(head) || !(head->flags & BLOOM_FLAG_WHOLE))
		return;
	head->flags &= (uint8_t) ~BLOOM_FLAG_WHOLE;
	if (head->growth == 0 && count > (uint64_t) head->capacity &&
		count > bloom_head_limit(head))
		become_elastic(head, head->capacity > BLOOM_ELASTIC_CAPACITY ?
					   head->capacity : BLOOM_ELASTIC_CAPACITY);
}

void
bloom_head_intersect(Bloom *to, const Bloom *other)
{
	int			bits[2] = {bloom_hash_bits(to), bloom_hash_bits(other)};
	/* if the seeds differ, one of the two is bloom() */
	uint64_t	seed = to->seed != 0 ? to->seed : other->seed;

	if (bits[0] == bits[1])
	{
		bloom_head_join(to, other);
		if (!bloom_is_elastic(to))
			to->flags &= (uint8_t) ~BLOOM_FLAG_WHOLE;
	}
	else if (bits[1] > bits[0])
		bloom_head_copy_parameters(to, other);
	to->seed = seed;
}
