/*
 * format/estimate.c
 *		Estimates of the number of values in a filter, and of its error rate.
 */
#include "format/estimate.h"

#include <inttypes.h>
#include <math.h>

#include "core/occupancy.h"
#include "format/layer.h"

/* The layers of a union may exceed their error rate by up to this factor */
#define RATE_TOLERANCE 1.1

/* Cache lines of a layer whose bits are counted at a time: whole blocks */
#define FPP_LINES		4096

/* The number of hashes of 31 bits */
#define SHORT_HASHES	(UINT64_C(1) << 31)

/*
 * How many hashes of 31 bits have a position as their remainder: often + 1 for
 * the first ones, and `often` for the others, which is 0 if the layer has more
 * than 2^31 bits
 */
typedef struct Remainders
{
	double		first;			/* positions */
	double		others;
	double		often;
} Remainders;

/*
 * Whether the positions of keys in an imported layer are distributed so
 * unevenly that estimates need *remainders
 */
static bool
is_uneven(const Bloom *head, const BloomImported *imported, int i,
		  Remainders *remainders)
{
	uint64_t	bits = imported->layer[i].bits;

	if (!bloom_imported_short_hashes(head->format, imported) ||
		bits <= SHORT_HASHES / 16)
		return false;
	remainders->first = (double) (SHORT_HASHES % bits);
	remainders->others = (double) bits - remainders->first;
	remainders->often = (double) (SHORT_HASHES / bits);
	return true;
}

/* The number of set bits if each hash occurred `load` times on average */
static double
set_bits(const Remainders *remainders, double load)
{
	return -remainders->first * expm1(-(remainders->often + 1.0) * load) -
		remainders->others * expm1(-remainders->often * load);
}

/* The load that results in a number of set bits, by bisection */
static double
solve_load(const Remainders *remainders, uint64_t bits_set)
{
	double		low = 0.0;
	double		high = 23.0;	/* less than one bit is clear then */

	for (int i = 0; i < 60; i++)
	{
		double		load = (low + high) / 2;

		if (set_bits(remainders, load) < (double) bits_set)
			low = load;
		else
			high = load;
	}
	return low;
}

/* The probability that a hash selects a set bit */
static double
set_probability(const Remainders *remainders, uint64_t bits_set)
{
	double		often = remainders->often;
	double		load = solve_load(remainders, bits_set);

	return -(remainders->first * (often + 1.0) * expm1(-(often + 1.0) * load) +
			 remainders->others * often * expm1(-often * load)) /
		(double) SHORT_HASHES;
}

/* Uses the classic formula for imported layers (Swamidass, Baldi 2007) */
double
bloom_estimate_layer(const Bloom *head, const BloomImported *imported, int i,
					 uint64_t bits_set)
{
	Remainders	remainders;
	double		bits;
	double		clear;

	if (!bloom_is_imported(head))
		return bloom_occupancy_cardinality(&head->layer[i].geometry, bits_set);
	if (is_uneven(head, imported, i, &remainders))
		return solve_load(&remainders, bits_set) * (double) SHORT_HASHES /
			(double) imported->layer[i].probes;
	bits = (double) bloom_imported_positions(&imported->layer[i]);
	clear = bits - (double) bits_set;
	if (clear < 0.5)
		clear = 0.5;
	return -log(clear / bits) * bits / (double) imported->layer[i].probes;
}

/* The error rate of an imported layer, from the fraction of set bits */
static double
imported_fpp(const Bloom *head, const BloomImported *imported, int i)
{
	const BloomImportedLayer *layer = &imported->layer[i];
	uint64_t	bits_set = head->layer[i].bits_set;
	Remainders	remainders;
	double		set;

	if (head->format == BLOOM_FORMAT_PARQUET)
		return bloom_occupancy_split_fpp(
			bloom_estimate_layer(head, imported, i, bits_set) *
			256.0 / (double) layer->bits);
	if (is_uneven(head, imported, i, &remainders))
		set = set_probability(&remainders, bits_set);
	else
		set = (double) bits_set / (double) bloom_imported_positions(layer);
	return pow(set, (double) layer->probes);
}

/* The expected error rate of a layer, from its number of set bits */
static double
expected_fpp(const Bloom *head, const BloomImported *imported, int i)
{
	const BloomLayer *layer = &head->layer[i];

	return bloom_is_imported(head) ? imported_fpp(head, imported, i) :
		bloom_occupancy_fpp(&layer->geometry,
							bloom_estimate_layer(head, imported, i,
												 layer->bits_set));
}

/*
 * The error rate of a native layer, from the number of set bits in each cache
 * line.  The number for the whole layer is not enough if values were selected
 * by their hashes.  For example, values whose hashes are in the lower half are
 * all in one half of a fixed filter.
 */
static double
measured_fpp(const Bloom *head, const BloomGeometry *geometry,
			 const char *content, BloomPause pause)
{
	size_t		line_size = bloom_line_words(head) * sizeof(uint64_t);
	uint16_t	line_bits[FPP_LINES];
	double		sum = 0.0;

	for (size_t done = 0; done < geometry->lines; done += FPP_LINES)
	{
		size_t		lines = geometry->lines - done;

		lines = lines < FPP_LINES ? lines : FPP_LINES;
		for (size_t i = 0; i < lines; i++, content += line_size)
			line_bits[i] = (uint16_t) bloom_layer_count_or(head, content,
														   content, 1, NULL);
		sum += bloom_occupancy_blocks_fpp(geometry, line_bits,
										  lines / geometry->block);
		if (pause != NULL)
			pause();
	}
	return sum / (geometry->lines / geometry->block);
}

/* The error rate of a list: the fraction of all hashes that it has */
static double
list_fpp(const Bloom *head, size_t count)
{
	return ldexp((double) count, -bloom_hash_bits(head));
}

/*
 * The number of values that result in `count` distinct hashes, because
 * shortened hashes of different values may be equal
 */
static double
list_cardinality(const Bloom *head, size_t count)
{
	double		all = ldexp(1.0, bloom_hash_bits(head));
	double		missing = all - (double) count;

	if (!bloom_is_shortened(head) || count == 0)
		return (double) count;
	/* if the list has all hashes, this is a lower bound */
	return -all * log((missing < 0.5 ? 0.5 : missing) / all);
}

/*
 * Values that tested positive in earlier layers were not added to a later one.
 * So the number for a layer is divided by the probability that a value tested
 * negative in all earlier ones.
 */
double
bloom_estimate_cardinality(const Bloom *head, const BloomImported *imported,
						   size_t count, BloomPause pause)
{
	double		values = list_cardinality(head, count);
	double		right = 1.0;

	for (int i = 0; i < head->layers; i++)
	{
		values += bloom_estimate_layer(head, imported, i,
									   head->layer[i].bits_set) / right;
		if (i + 1 < head->layers)
		{
			right *= 1.0 - expected_fpp(head, imported, i);
			if (right < 0.5)
				right = 0.5;
		}
		if (pause != NULL)
			pause();
	}
	return values;
}

double
bloom_estimate_fpp(const Bloom *head, const BloomImported *imported,
				   const void *content, size_t count, BloomPause pause)
{
	const char *layer = content;
	double		right = 1.0;

	if (bloom_is_sparse(head))
		return list_fpp(head, count);
	for (int i = 0; i < head->layers; i++)
	{
		const BloomGeometry *geometry = &head->layer[i].geometry;

		right *= 1.0 - (bloom_is_imported(head) ?
						imported_fpp(head, imported, i) :
						measured_fpp(head, geometry, layer, pause));
		layer += geometry->lines * bloom_line_words(head) * sizeof(uint64_t);
	}
	return 1.0 - right;
}

double
bloom_estimate_expected_fpp(const Bloom *head, const BloomImported *imported,
							size_t count, BloomPause pause)
{
	double		right = 1.0;

	if (bloom_is_sparse(head))
		return list_fpp(head, count);
	for (int i = 0; i < head->layers; i++)
	{
		right *= 1.0 - expected_fpp(head, imported, i);
		if (pause != NULL)
			pause();
	}
	return 1.0 - right;
}

double
bloom_estimate_rate_of(const Bloom *head, double values)
{
	/* different values can have the same shortened hash */
	if (bloom_is_sparse(head))
		return -expm1(-ldexp(values, -bloom_hash_bits(head)));
	return bloom_occupancy_fpp(&head->layer[0].geometry, values);
}

/* Whether a number of values, maybe an estimate, is more than a capacity */
static bool
is_more(double values, int64_t capacity)
{
	return values > 1.01 * (double) capacity + 3.0 * sqrt((double) capacity);
}

bool
bloom_estimate_over_capacity(const Bloom *head, double values)
{
	return is_more(values, bloom_promised_capacity(head)) &&
		bloom_estimate_rate_of(head, values) > head->error_rate;
}

bool
bloom_estimate_saturated(const Bloom *head, double values)
{
	const BloomGeometry *layer = &head->layer[0].geometry;

	return !bloom_is_sparse(head) && !bloom_is_imported(head) &&
		values >= bloom_occupancy_cardinality(layer,
											  bloom_geometry_bits(layer));
}

void
bloom_estimate_describe(const Bloom *head, double values, double rate,
						BloomProblem *problem)
{
	bloom_problem(problem, BLOOM_PROBLEM_CAPACITY,
				  "bloom filter holds %s %.0f values, more than its capacity of %" PRId64,
				  bloom_estimate_saturated(head, values) ? "more than" :
				  "about", values, bloom_promised_capacity(head));
	bloom_problem_detail(problem,
						 "Its error rate is now about %.3g instead of %.3g.",
						 rate, head->error_rate);
	bloom_problem_hint(problem,
					   "Build the filter again with a larger capacity.");
}

/* bloom_estimate_exceeds() for an imported filter */
static bool
imported_exceeds(const Bloom *head, const BloomImported *imported,
				 BloomPause pause)
{
	double		rate = bloom_estimate_expected_fpp(head, imported, 0, pause);
	double		kept = 0.0;

	if (imported->growth == 0)
		return head->capacity > 0 && rate > head->error_rate &&
			is_more(bloom_estimate_cardinality(head, imported, 0, pause),
					head->capacity);
	/* in old versions of RedisBloom, layers have higher rates */
	for (int i = 0; i < head->layers; i++)
		kept += imported->layer[i].error_rate;
	return rate > RATE_TOLERANCE * fmax(kept, head->error_rate);
}

bool
bloom_estimate_exceeds(const Bloom *head, const BloomImported *imported,
					   size_t count, BloomPause pause)
{
	if (bloom_is_imported(head))
		return imported_exceeds(head, imported, pause);
	if (bloom_is_sparse(head) && !bloom_is_shortened(head))
		return false;
	if (head->growth != 0)
		return bloom_estimate_expected_fpp(head, NULL, 0, pause) >
			RATE_TOLERANCE * head->error_rate;
	return bloom_estimate_over_capacity(head,
										bloom_estimate_cardinality(head, NULL,
																   count,
																   pause));
}
