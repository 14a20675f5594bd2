/*
 * core/raw.c
 *		Tests of bits and counters in bytes from outside.
 */
#include "core/raw.h"

#include "core/counters.h"
#include "core/probe.h"

#define LINE_BYTES			(BLOOM_LINE_BITS / 8)
#define COUNTER_LINE_BYTES	(BLOOM_COUNTER_LINE_WORDS * 8)

/* Whether all bits, or counters, of a round are set in a line */
static inline bool
round_is_set(const uint8_t *line, uint64_t round, int probes, bool counters)
{
	unsigned	hit = 1;

	for (; probes > 0; probes--)
	{
		unsigned	bit = round_bit(&round);

		if (counters)
			hit &= (line[bit / 2] >> (bit % 2 * 4) & 0xF) != 0;
		else
			hit &= line[bit / 8] >> (bit % 8);
	}
	return hit != 0;
}

/* Whether a layer of bits or counters contains a hash */
static inline bool
test(const uint8_t *layer, const BloomGeometry *geometry, uint64_t hash,
	 bool counters)
{
	size_t		line_bytes = counters ? COUNTER_LINE_BYTES : LINE_BYTES;
	Probe		probe = probe_start(geometry, hash);

	for (int i = 0; i < geometry->touched; i++)
	{
		const uint8_t *line = layer + probe_line(&probe) * line_bytes;

		for (int left = line_probes(geometry, i); left > 0;
			 left -= PROBES_PER_ROUND)
			if (!round_is_set(line, probe_round(&probe), round_probes(left),
							  counters))
				return false;
	}
	return true;
}

/* Whether a layer of bits contains a hash */
bool
bloom_raw_test_bits(const uint8_t *layer, const BloomGeometry *geometry,
					uint64_t hash)
{
	return test(layer, geometry, hash, false);
}

/* Whether a layer of counters contains a hash */
bool
bloom_raw_test_counters(const uint8_t *layer, const BloomGeometry *geometry,
						uint64_t hash)
{
	return test(layer, geometry, hash, true);
}

/*
 * Prefetch the bits of hashes.  A line can begin at any address, so it may be
 * in two cache lines.
 */
void
bloom_raw_prefetch(const uint8_t *layer, const BloomGeometry *geometry,
				   const uint64_t *hashes, size_t count)
{
	for (size_t i = 0; i < count; i++)
	{
		Probe		probe = probe_start(geometry, hashes[i]);

		for (int j = 0; j < geometry->touched; j++)
		{
			const uint8_t *line = layer + probe_line(&probe) * LINE_BYTES;

			__builtin_prefetch(line, 0, 1);
			__builtin_prefetch(line + LINE_BYTES - 1, 0, 1);
		}
	}
}
