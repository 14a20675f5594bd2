/*
 * unit/core/filled.c
 *		Tests of growing filters that are filled to far more than they started
 *		with: their error rate, and their size.
 */
#include <inttypes.h>
#include <math.h>

#include "unit/core/grown.h"
#include "unit/scramble.h"

#define FILLED			2		/* filters, so that no odd one decides */
#define ASKED			400000 /* values not in it that each is asked for */
#define MAX_SIGMAS		4.0		/* chance alone: once in 16,000 times */

static uint64_t
lines_of(const Grown *grown)
{
	uint64_t	lines = 0;

	for (int i = 0; i < grown->layers; i++)
		lines += grown->layer[i].geometry.lines;
	return lines;
}

/* The chance that one layer has a value that was added to none */
static double
expected_rate(const Grown *grown)
{
	double		none = 1;

	for (int i = 0; i < grown->layers; i++)
	{
		const GrownLayer *layer = &grown->layer[i];
		double		values = bloom_occupancy_cardinality(&layer->geometry,
														 layer->bits_set);

		none *= 1 - bloom_occupancy_fpp(&layer->geometry, values);
	}
	return 1 - none;
}

/* In what order hashes come: a sort's, an index's, a clustered table's ... */
typedef enum Order
{
	AS_THEY_ARE, ASCENDING, DESCENDING
} Order;

static const char *const order_names[] = {
	"any", "ascending", "descending"
};

/* The hashes of numbers from the first on, in that order */
static uint64_t *
ordered_hashes(uint64_t first, uint64_t values, Order order)
{
	uint64_t   *hashes = malloc(values * sizeof(uint64_t));
	uint64_t   *spare = malloc(values * sizeof(uint64_t));

	if (hashes == NULL || spare == NULL)
		abort();
	for (uint64_t i = 0; i < values; i++)
		hashes[i] = scramble(first + i);
	if (order != AS_THEY_ARE)
		CHECK(bloom_hashes_sort(hashes, spare, values, NULL) == values,
			  "repeats");
	for (uint64_t i = 0; order == DESCENDING && i < values / 2; i++)
	{
		uint64_t	hash = hashes[i];

		hashes[i] = hashes[values - 1 - i];
		hashes[values - 1 - i] = hash;
	}
	free(spare);
	return hashes;
}

/* A growing filter of numbers from the first on, which come in one by one */
static Grown *
fill(uint64_t capacity, int growth, double rate, uint64_t first,
	 uint64_t values, Order order)
{
	Grown	   *grown = grown_make(capacity, growth, rate);
	uint64_t   *hashes = ordered_hashes(first, values, order);
	uint64_t	lost = 0;
	uint64_t	lines;

	for (uint64_t i = 0; i < values; i++)
		grown_add(grown, &hashes[i], 1);
	for (int i = 0; i < grown->layers; i++)
	{
		const GrownLayer *layer = &grown->layer[i];
		uint64_t	full = bloom_occupancy_full_bits(&layer->geometry,
													 grown_rate(grown, i));
		uint64_t	count = bloom_bits_count(layer->array.words,
											 layer->array.lines);

		CHECK(layer->bits_set == count, "layer %d: %" PRIu64 " bits, not %"
			  PRIu64, i, layer->bits_set, count);
		CHECK(layer->bits_set < full + layer->geometry.probes &&
			  (layer->bits_set >= full || i == grown->layers - 1),
			  "layer %d is full with %" PRIu64 " bits, and has %" PRIu64, i,
			  full, layer->bits_set);
	}
	/* once more: nothing gets lost, and nothing grows */
	lines = lines_of(grown);
	for (uint64_t i = 0; i < values; i++)
	{
		lost += !grown_test(grown, hashes[i]);
		grown_add(grown, &hashes[i], 1);
	}
	free(hashes);
	CHECK(lost == 0, "lost %" PRIu64, lost);
	CHECK(lines_of(grown) == lines, "%" PRIu64 " lines, then %" PRIu64, lines,
		  lines_of(grown));
	return grown;
}

/*
 * Fill filters to far more than they started with, as many values as so many
 * layers are for, and ask them for others.  The tolerance is that of the
 * expected rate: layers of few blocks differ from one another.
 */
static void
check_filled(uint64_t capacity, int growth, double asked, uint64_t values,
			 Order order, int layers, double tolerance)
{
	double		expected = 0;
	double		measured = 0;
	uint64_t	lines = 0;
	double		sigma;
	BloomGeometry fixed = {1, 1, 1, 1};

	CHECK(bloom_geometry_solve(values, asked, &fixed), "%" PRIu64 " at %g",
		  values, asked);
	for (int i = 0; i < FILLED; i++)
	{
		/* numbers far from each other's, and from the ones asked for */
		uint64_t	first = (uint64_t) i << 40;
		uint64_t	hits = 0;
		Grown	   *grown = fill(capacity, growth, asked, first, values,
								order);

		for (uint64_t j = 0; j < ASKED; j++)
			hits += grown_test(grown, scramble(first + (1 << 30) + j));
		CHECK(grown->layers == layers, "%d layers for %" PRIu64 " values",
			  grown->layers, values);
		measured += (double) hits / ASKED / FILLED;
		expected += expected_rate(grown) / FILLED;
		lines = lines_of(grown);
		grown_done(grown);
	}
	sigma = sqrt(expected / ASKED / FILLED);
	printf("%-6g %6d %5" PRIu64 " %6" PRIu64 " %-10s %6d %8" PRIu64 " %6.3f  "
		   "%.4e %.4e\n", asked, growth, capacity, values,
		   order_names[order], layers, lines * 64,
		   (double) lines / fixed.lines, expected, measured);
	CHECK(measured <= asked + MAX_SIGMAS * sqrt(asked / ASKED / FILLED),
		  "%g at %g", measured, asked);
	CHECK(fabs(measured - expected) <= MAX_SIGMAS * sigma +
		  tolerance * expected, "%g at %g, %.1f sigmas from %g", measured,
		  asked, (measured - expected) / sigma, expected);
}

static void
filled(void)
{
	for (Order order = AS_THEY_ARE; order <= ASCENDING; order++)
	{
		check_filled(100, 2, 0.01, 204700, order, 11, 0.1);
		check_filled(100, 4, 0.001, 204700, order, 7, 0.1);
		check_filled(10000, 2, 0.01, 150000, order, 4, 0.02);
		check_filled(0, 2, 0.01, 126976, order, 5, 0.02);
	}
	check_filled(100, 2, 0.01, 204700, DESCENDING, 11, 0.1);
}

int
main(void)
{
	printf("%-6s %6s %5s %6s %-10s %6s %8s %6s  %-10s %-10s\n", "asked",
		   "growth", "first", "values", "order", "layers", "bytes", "/fixed",
		   "expected", "measured");
	RUN(filled);
	return unit_end("core/filled");
}
