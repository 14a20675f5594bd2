/*
 * codec/redisbloom_links.c
 *		Sizes and validation of the links of RedisBloom's filters, whose
 *		capacities increase by the growth factor.
 */
#include "codec/redisbloom_links.h"

#include <math.h>
#include <string.h>

/* As in the library, which compares numbers that are computed from these */
#define LN2				0.693147180559945
#define LN2_SQUARED		0.480453013918201

/*
 * Compute the number of bits of a link from its capacity.  If it is rounded up
 * to a power of two, the capacity increases accordingly.  Returns false if the
 * library would refuse the link or it would be too large.
 */
static bool
size_link(uint64_t options, BloomImportedLayer *layer)
{
	double		wanted = (double) layer->capacity * layer->bits_per_key;
	double		most = (double) BLOOM_IMPORTED_MAX_BITS;

	if (!(wanted < most) || options & BLOOM_REDISBLOOM_OPT_LOG)
		return false;
	if (options & BLOOM_REDISBLOOM_OPT_NOROUND)
	{
		layer->bits = (uint64_t) wanted;
		if (layer->bits == 0)
			layer->bits = 1;
		return true;
	}
	if (wanted < 1)
		return false;
	layer->bits_log = (uint64_t) (logb(wanted) + 1);
	layer->bits = UINT64_C(1) << layer->bits_log;
	layer->capacity += (uint64_t)
		((double) (uint64_t) ((double) layer->bits - wanted) /
		 layer->bits_per_key);
	return true;
}

bool
bloom_redisbloom_link(const BloomImported *imported, uint64_t capacity,
					  double error_rate, BloomImportedLayer *layer)
{
	unsigned	which = bloom_redisbloom_layout(imported);
	uint64_t	unit = which == BLOOM_REDISBLOOM_WIDE ? 64 : 8;
	double		probes;

	if (capacity < 1 || !(error_rate > 0 && error_rate < 1))
		return false;
	memset(layer, 0, sizeof(*layer));
	layer->capacity = capacity;
	layer->error_rate = error_rate;
	layer->bits_per_key = -(log(error_rate) / LN2_SQUARED);
	probes = ceil(LN2 * layer->bits_per_key);
	if (!(probes >= 1 && probes <= BLOOM_IMPORTED_MAX_PROBES))
		return false;
	layer->probes = (uint64_t) probes;
	if (!size_link(imported->options, layer))
		return false;
	/* old versions do not round unless it is to a power of two */
	if (which != BLOOM_REDISBLOOM_OLD || layer->bits_log > 0)
		layer->bits = (layer->bits + unit - 1) / unit * unit;
	return layer->bits <= BLOOM_IMPORTED_MAX_BITS &&
		(which == BLOOM_REDISBLOOM_WIDE || layer->capacity <= UINT32_MAX);
}

bool
bloom_redisbloom_next(const BloomImported *imported, unsigned layers,
					  BloomImportedLayer *next)
{
	const BloomImportedLayer *last = &imported->layer[layers - 1];
	double		tightening = 0.5;

	if (last->capacity > UINT64_MAX / imported->growth)
		return false;
	if (bloom_redisbloom_layout(imported) == BLOOM_REDISBLOOM_OLD)
		tightening = ldexp(1, -(int) layers - 1);
	return bloom_redisbloom_link(imported, last->capacity * imported->growth,
								 last->error_rate * tightening, next);
}

static const char *
link_problem(const BloomImported *imported, const BloomImportedLayer *layer)
{
	double		bits_per_key = -(log(layer->error_rate) / LN2_SQUARED);
	unsigned	which = bloom_redisbloom_layout(imported);
	bool		wide = which == BLOOM_REDISBLOOM_WIDE;
	uint64_t	used;

	if (!(layer->error_rate > 0 && layer->error_rate < 1))
		return "Its error rate is not between 0 and 1.";
	/* another machine's logarithm may differ in its last bits */
	if (!(fabs(layer->bits_per_key - bits_per_key) <= 1e-12 * bits_per_key))
		return "Its number of bits per key does not match its error rate.";
	if (ceil(LN2 * layer->bits_per_key) != (double) layer->probes)
		return "Its hash does not match its number of bits per key.";
	if (layer->capacity < 1 || (!wide && layer->capacity > UINT32_MAX))
		return "Its capacity is too small or too large.";
	if (layer->bits_log == 0)
		return NULL;
	if (layer->bits_log > BLOOM_REDISBLOOM_MAX_LOG)
		return "It is too large.";
	/* links of less than a byte, or less than 64 bits, have unused bits */
	used = bloom_imported_positions(layer);
	if (layer->bits % 8 != 0 || layer->bits < used ||
		(layer->bits != used && layer->bits != 64 && layer->bits != 8))
		return "Its number of bits does not match the exponent in its header.";
	return NULL;
}

/* Since version 2.2, the first link of a growing filter has half the rate */
double
bloom_redisbloom_asked_rate(const BloomImported *imported)
{
	bool		halved = imported->options & BLOOM_REDISBLOOM_OPT_NOROUND &&
		!(imported->options & BLOOM_REDISBLOOM_OPT_FIXED) &&
		bloom_redisbloom_layout(imported) != BLOOM_REDISBLOOM_OLD;

	return imported->layer[0].error_rate * (halved ? 2 : 1);
}

/* Validate the header without its links */
static const char *
chain_problem(const BloomImported *imported, unsigned layers)
{
	uint64_t	known = BLOOM_REDISBLOOM_LAYOUT | BLOOM_REDISBLOOM_FORCE64 |
		BLOOM_REDISBLOOM_ZEROS | UINT64_MAX << BLOOM_REDISBLOOM_GROWTH_SHIFT;
	uint64_t	growth = bloom_redisbloom_written_growth(imported);
	bool		old =
		bloom_redisbloom_layout(imported) == BLOOM_REDISBLOOM_OLD;

	if ((imported->variant & ~known) != 0 ||
		bloom_redisbloom_layout(imported) > BLOOM_REDISBLOOM_WIDE ||
		imported->ratio != 0 || (old && growth != 0) ||
		bloom_redisbloom_zeros(imported) > (old ? 0 : layers))
		return "The filter has unrecognized fields.";
	if (imported->options > (old ? 7 : 15))
		return "It has unrecognized options.";
	if (old)
		growth = BLOOM_REDISBLOOM_OLD_GROWTH;
	if (imported->options & BLOOM_REDISBLOOM_OPT_FIXED)
		growth = 0;
	if (imported->growth != growth ||
		!(imported->variant & BLOOM_REDISBLOOM_FORCE64) !=
		!(imported->options & BLOOM_REDISBLOOM_OPT_FORCE64))
		return "Its options contradict each other.";
	/* a growth of 0 is no error, because BF.LOADCHUNK up to 2.2 lost it */
	if (imported->options & BLOOM_REDISBLOOM_OPT_FIXED && layers > 1)
		return "It has several links and is not scaling.";
	return NULL;
}

const char *
bloom_redisbloom_problem(const BloomImported *imported, unsigned layers)
{
	const char *problem = chain_problem(imported, layers);
	uint64_t	count = 0;

	for (unsigned i = 0; i < layers && problem == NULL; i++)
	{
		problem = link_problem(imported, &imported->layer[i]);
		count += imported->layer[i].count;
		if (count < imported->layer[i].count)
			return "The counts in it do not match each other.";
	}
	if (problem != NULL)
		return problem;
	if (count != imported->count)
		return "The counts in it do not match each other.";
	if (imported->capacity != imported->layer[0].capacity ||
		imported->error_rate != bloom_redisbloom_asked_rate(imported))
		return "Its capacity and error rate do not match its first link.";
	return NULL;
}
