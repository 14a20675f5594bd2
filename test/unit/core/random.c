/*
 * unit/core/random.c
 *		Random programs on filters, held against the sets that they stand for.
 *
 * Fixed and growing filters are made of the plain C part, the way that
 * doc/format.md tells: sparse with few hashes, else dense.  The first program
 * that fails tells its number; build/unit/core/random NUMBER runs only
 * that one.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "unit/core/fixed.h"
#include "unit/core/grown.h"
#include "unit/scramble.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

#define FILTERS			4		/* of a program */
#define STEPS			60
#define FIXED_PROGRAMS	200
#define GROWING_PROGRAMS	100

static uint64_t program;		/* the number of the running program */
static uint64_t state;			/* of its random numbers */
static uint64_t only_program = UINT64_MAX;

static uint64_t hash_of[UNIVERSE];	/* of the program's keys */

static void
program_start(uint64_t number)
{
	static const uint64_t extremes[] = {
		0, UINT64_MAX, 1, UINT64_MAX - 1, UINT64_C(1) << 63, UINT32_MAX,
		UINT64_C(1) << 32
	};

	program = number;
	state = scramble(number);
	for (size_t i = 0; i < UNIVERSE; i++)
		hash_of[i] = scramble(state + (i + 1) * 1000000);
	memcpy(hash_of, extremes, sizeof(extremes));
}

static bool
one_in(uint64_t many)
{
	return draw(&state, many) == 0;
}

/* to = to & from, both of them dense */
static void
fixed_intersect_dense(Fixed *to, const Fixed *from)
{
	Fixed		before;

	fixed_copy(&before, to);
	bloom_bits_and(to->array.words, from->array.words, to->geometry.lines);
	to->bits_set = bloom_bits_count(to->array.words, to->geometry.lines);
	to->exact = false;
	for (int i = 0; i < UNIVERSE; i++)
	{
		CHECK(fixed_test(to, hash_of[i]) == (fixed_test(&before, hash_of[i]) &&
											 fixed_test(from, hash_of[i])),
			  "program %" PRIu64 ": key %d", program, i);
		to->member[i] &= from->member[i];
	}
	fixed_done(&before);
}

/* to = to & from, of which one is sparse, and tells the members */
static void
fixed_intersect_sparse(Fixed *to, const Fixed *from)
{
	const Fixed *sparse = to->dense ? from : to;
	const Fixed *other = to->dense ? to : from;
	Fixed		result;

	fixed_init(&result, to->geometry);
	for (size_t i = 0; i < sparse->count; i++)
		if (fixed_test(other, sparse->hashes[i]))
			result.hashes[result.count++] = sparse->hashes[i];
	for (int i = 0; i < UNIVERSE; i++)
	{
		bool		wanted = other->member[i];

		/* false positives of the other filter stay */
		if (other->dense)
			wanted = reference_test(other->array.words, &other->geometry,
									hash_of[i]);
		result.member[i] = sparse->member[i] && wanted;
		CHECK(wanted || !other->member[i], "program %" PRIu64 ": key %d",
			  program, i);
	}
	fixed_done(to);
	*to = result;
}

/* The dense filter that the members give, by the reference */
static Array
fixed_rebuild(const Fixed *fixed)
{
	Array		array = array_make(fixed->geometry.lines, 0);

	for (int i = 0; i < UNIVERSE; i++)
		if (fixed->member[i])
			reference_add(array.words, &fixed->geometry, hash_of[i]);
	return array;
}

static uint64_t
count_slowly(Array array)
{
	uint64_t	count = 0;

	for (size_t i = 0; i < array.lines * 8; i++)
		for (uint64_t word = array.words[i]; word != 0; word &= word - 1)
			count++;
	return count;
}

static void
check_dense(const Fixed *fixed, int members)
{
	Array		wanted = fixed_rebuild(fixed);
	uint64_t	count = count_slowly(fixed->array);
	uint64_t	count_wanted = count_slowly(wanted);

	CHECK(fixed->bits_set == count, "program %" PRIu64 ": %" PRIu64
		  " bits, not %" PRIu64, program, fixed->bits_set, count);
	if (fixed->exact)
	{
		CHECK(array_equal(fixed->array, wanted), "program %" PRIu64 ": %"
			  PRIu64 " bits of %d members, not %" PRIu64, program, count,
			  members, count_wanted);
		CHECK(members > (int) few_hashes(fixed->geometry.lines),
			  "program %" PRIu64 ": dense with %d members", program, members);
	}
	/* bits that both sides of an intersection had can't get lost */
	bloom_bits_and(wanted.words, fixed->array.words, wanted.lines);
	CHECK(count_slowly(wanted) == count_wanted, "program %" PRIu64 ": %"
		  PRIu64 " of %" PRIu64 " bits", program, count_slowly(wanted),
		  count_wanted);
	array_done(wanted);
}

/* The filter against its set */
static void
fixed_check(const Fixed *fixed)
{
	int			members = 0;

	for (int i = 0; i < UNIVERSE; i++)
	{
		bool		found = fixed_test(fixed, hash_of[i]);

		CHECK(found || !fixed->member[i], "program %" PRIu64 ": lost key %d",
			  program, i);
		CHECK(!found || fixed->dense || fixed->member[i],
			  "program %" PRIu64 ": found key %d", program, i);
		members += fixed->member[i];
	}
	if (fixed->dense)
	{
		check_dense(fixed, members);
		return;
	}
	CHECK(fixed->count == (size_t) members && fixed->exact,
		  "program %" PRIu64 ": %zu hashes of %d members", program,
		  fixed->count, members);
	CHECK(bloom_hashes_ascend(fixed->hashes, fixed->count),
		  "program %" PRIu64 ": %zu hashes", program, fixed->count);
	CHECK(fixed->count <= few_hashes(fixed->geometry.lines),
		  "program %" PRIu64 ": sparse with %zu hashes", program,
		  fixed->count);
}

/* Random keys, with repeats; sets which */
static size_t
random_hashes(uint64_t *hashes, bool *member)
{
	size_t		count = one_in(4) ? 1 : draw(&state, UNIVERSE / 2);

	for (size_t i = 0; i < count; i++)
	{
		uint64_t	key = draw(&state, UNIVERSE);

		hashes[i] = hash_of[key];
		member[key] = true;
	}
	return count;
}

/* One of the program's geometries: so often the lines of the base */
static BloomGeometry
random_multiple(BloomGeometry base)
{
	static const int multiples[] = {1, 1, 2, 3, 4, 6};

	base.lines *= multiples[draw(&state, COUNT(multiples))];
	return base;
}

static BloomGeometry
random_geometry(void)
{
	uint32_t	block = 1u << draw(&state, 7);
	uint32_t	most = block < 5 ? block : 5;
	BloomGeometry geometry;

	/* 50 blocks and more, that fold by what solving gives */
	if (one_in(8))
	{
		double		rate = one_in(2) ? 0.05 : 0.01;
		BloomGeometry larger;

		if (!bloom_geometry_solve(3200, rate, &geometry) ||
			!bloom_geometry_solve(3200 * 6, rate, &larger))
			abort();
		CHECK(bloom_geometry_fold_factor(&larger, &geometry) == 6, "%u lines, "
			  "then %u", geometry.lines, larger.lines);
		return geometry;
	}
	geometry.lines = block * (uint32_t) (1 + draw(&state, 3));
	geometry.block = (uint16_t) block;
	geometry.touched = (uint8_t) (1 + draw(&state, most));
	geometry.probes = (uint8_t) (geometry.touched * (1 + draw(&state, 7)) +
								 draw(&state, geometry.touched));
	CHECK(bloom_geometry_valid(&geometry), "program %" PRIu64, program);
	return geometry;
}

/* One change of a filter, for which another one may be needed */
static void
fixed_step(Fixed *fixed, const Fixed *other, BloomGeometry base)
{
	uint64_t	hashes[UNIVERSE];
	Fixed		copy;

	switch (draw(&state, 8))
	{
		case 0:
			fixed_done(fixed);
			fixed_init(fixed, random_multiple(base));
			break;
		case 1:
			base = random_multiple(base);
			if (bloom_geometry_fold_factor(&fixed->geometry, &base) > 0)
				fixed_fold(fixed, base);
			break;
		case 2:
		case 3:
			fixed_copy(&copy, other);
			if (fixed_fold_larger(fixed, &copy))
				fixed_unite(fixed, &copy);
			fixed_done(&copy);
			break;
		case 4:
			fixed_copy(&copy, other);
			if (!fixed_fold_larger(fixed, &copy))
				;				/* there is no common geometry */
			else if (fixed->dense && copy.dense)
				fixed_intersect_dense(fixed, &copy);
			else
				fixed_intersect_sparse(fixed, &copy);
			fixed_done(&copy);
			break;
		default:
			fixed_add(fixed, hashes, random_hashes(hashes, fixed->member));
	}
}

static void
fixed_program(void)
{
	static Fixed filters[FILTERS];
	BloomGeometry base = random_geometry();

	for (int i = 0; i < FILTERS; i++)
		fixed_init(&filters[i], random_multiple(base));
	for (int step = 0; step < STEPS && unit_failures == 0; step++)
	{
		Fixed	   *fixed = &filters[draw(&state, FILTERS)];

		fixed_step(fixed, &filters[draw(&state, FILTERS)], base);
		fixed_check(fixed);
	}
	for (int i = 0; i < FILTERS; i++)
	{
		fixed_check(&filters[i]);
		fixed_done(&filters[i]);
	}
}

static void
run_programs(uint64_t first, uint64_t count, void (*run) (void))
{
	for (uint64_t number = first; number < first + count; number++)
		if (unit_failures == 0 &&
			(only_program == UINT64_MAX || only_program == number))
		{
			program_start(number);
			run();
		}
}

static void
fixed_filters(void)
{
	run_programs(0, FIXED_PROGRAMS, fixed_program);
}

/* The filter against its set; it has neither lost a member nor a count */
static void
grown_check(const Grown *grown, const bool *member)
{
	for (int i = 0; i < UNIVERSE; i++)
	{
		bool		found = grown_test(grown, hash_of[i]);

		CHECK(found || !member[i], "program %" PRIu64 ": lost key %d", program,
			  i);
		CHECK(!found || grown->layers > 0 || member[i],
			  "program %" PRIu64 ": found key %d", program, i);
	}
	for (int i = 0; i < grown->layers; i++)
		CHECK(grown->layer[i].bits_set == count_slowly(grown->layer[i].array),
			  "program %" PRIu64 ": layer %d has %" PRIu64 " bits", program,
			  i, grown->layer[i].bits_set);
	CHECK(bloom_hashes_ascend(grown->hashes, grown->count),
		  "program %" PRIu64 ": %zu hashes", program, grown->count);
}

/* OR a layer to one of its geometry that has room for it, or append it */
static void
grown_unite_layer(Grown *grown, const GrownLayer *other)
{
	uint32_t	lines = other->geometry.lines;
	GrownLayer *layer = grown->layer;

	for (int i = 0; i < grown->layers; i++, layer++)
	{
		uint64_t	bits_set;

		if (bloom_geometry_fold_factor(&other->geometry,
									   &layer->geometry) != 1)
			continue;
		bits_set = bloom_bits_count_or(layer->array.words, other->array.words,
									   lines);
		if (bits_set > bloom_occupancy_full_bits(&layer->geometry,
												 grown_rate(grown, i)))
			continue;
		bloom_bits_or(layer->array.words, other->array.words, lines);
		layer->bits_set = bits_set;
		return;
	}
	grown_append(grown, &other->geometry);
	bloom_bits_or(layer->array.words, other->array.words, lines);
	layer->bits_set = other->bits_set;
}

/* Add the members of another filter of the same parameters */
static void
grown_unite(Grown *grown, const Grown *other)
{
	size_t		count = grown->count;

	if (other->layers == 0)
	{
		grown_add(grown, other->hashes, other->count);
		return;
	}
	grown->capacity = other->capacity;
	grown->count = 0;
	for (int i = 0; i < other->layers; i++)
		grown_unite_layer(grown, &other->layer[i]);
	for (size_t i = 0; i < count; i++)
		grown_add_dense(grown, grown->hashes[i]);
}

/* Fold a single layer to half its lines as often as its error rate allows */
static void
grown_fit(Grown *grown)
{
	GrownLayer *layer = grown->layer;

	while (grown->layers == 1)
	{
		BloomGeometry half = layer->geometry;
		double		values = bloom_occupancy_cardinality(&half,
														 layer->bits_set);
		Array		array;

		half.lines /= 2;
		if (half.lines == 0 || half.lines % half.block != 0 ||
			bloom_geometry_fold_factor(&layer->geometry, &half) != 2 ||
			bloom_occupancy_fpp(&half, values * 1.01) > grown_rate(grown, 0))
			return;
		array = array_make(half.lines, 0);
		bloom_bits_fold(array.words, layer->array.words,
						half.lines / half.block, half.block, 2);
		array_done(layer->array);
		layer->array = array;
		layer->geometry = half;
		layer->bits_set = bloom_bits_count(array.words, half.lines);
	}
}

/* An empty filter; or a dense one, too large yet, as aggregates make them */
static Grown *
random_grown(uint64_t capacity, int growth, double rate)
{
	Grown	   *grown = grown_make(capacity, growth, rate);

	if (one_in(2))
		return grown;
	if (capacity == 0)
		grown->capacity = SELF_SIZING_CAPACITY;
	grown_append_next(grown, draw(&state, 2 * UNIVERSE));
	return grown;
}

static void
growing_program(void)
{
	static const uint64_t capacities[] = {0, 1, 7, 30, 100, 300};
	static const double rates[] = {0.5, 0.1, 0.01, 0.001, 1e-6};
	uint64_t	capacity = capacities[draw(&state, COUNT(capacities))];
	double		rate = rates[draw(&state, COUNT(rates))];
	int			growth = capacity == 0 || one_in(2) ? 2 : 4;
	Grown	   *filters[FILTERS];
	bool		member[FILTERS][UNIVERSE] = {{0}};
	uint64_t	hashes[UNIVERSE];

	for (int i = 0; i < FILTERS; i++)
		filters[i] = random_grown(capacity, growth, rate);
	for (int step = 0; step < STEPS && unit_failures == 0; step++)
	{
		int			i = (int) draw(&state, FILTERS);
		int			other = (int) draw(&state, FILTERS);

		if (one_in(12) || filters[i]->layers > GROWN_MOST_LAYERS / 4)
		{
			grown_done(filters[i]);
			filters[i] = random_grown(capacity, growth, rate);
			memset(member[i], 0, UNIVERSE);
		}
		else if (one_in(4) && i != other)
		{
			grown_unite(filters[i], filters[other]);
			for (int key = 0; key < UNIVERSE; key++)
				member[i][key] |= member[other][key];
		}
		else if (one_in(8))
			grown_fit(filters[i]);
		else
			grown_add(filters[i], hashes, random_hashes(hashes, member[i]));
		grown_check(filters[i], member[i]);
	}
	for (int i = 0; i < FILTERS; i++)
		grown_done(filters[i]);
}

static void
growing_filters(void)
{
	run_programs(FIXED_PROGRAMS, GROWING_PROGRAMS, growing_program);
}

int
main(int argc, char **argv)
{
	if (argc > 1)
		only_program = strtoull(argv[1], NULL, 10);
	RUN(fixed_filters);
	RUN(growing_filters);
	return unit_end("core/random");
}
