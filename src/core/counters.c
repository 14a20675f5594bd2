/*
 * core/counters.c
 *		Adding to, removing from, testing and combining the counters of one
 *		layer.
 */
#include "core/counters.h"

#include "core/bytes.h"
#include "core/probe.h"

#define COUNTER_BITS	4
#define COUNTER_MAX		UINT64_C(15)
#define WORD_COUNTERS	(64 / COUNTER_BITS)
#define LINE_BYTES		(BLOOM_COUNTER_LINE_WORDS * sizeof(uint64_t))

#define EVERY_COUNTER	UINT64_C(0x1111111111111111)	/* the lowest bit */
#define EVERY_BYTE		UINT64_C(0x0101010101010101)
#define LOW_COUNTERS	UINT64_C(0x0F0F0F0F0F0F0F0F)	/* one per byte */
#define LOW_BYTES		UINT64_C(0x00FF00FF00FF00FF)	/* one per two */
#define EACH_ONCE		UINT64_C(0x0001000100010001)	/* sums them up */

/* Set bits to the bits of a hash in the next line */
static void
line_bits(Probe *probe, int probes, uint64_t bits[BLOOM_LINE_WORDS])
{
	memset(bits, 0, BLOOM_LINE_WORDS * sizeof(uint64_t));
	for (int left = probes; left > 0; left -= PROBES_PER_ROUND)
	{
		uint64_t	round = probe_round(probe);

		for (int j = round_probes(left); j > 0; j--)
		{
			unsigned	bit = round_bit(&round);

			bits[bit / 64] |= UINT64_C(1) << (bit % 64);
		}
	}
}

/*
 * Add `change`, 1 or -1, to the counters of a hash.  If two probes select the
 * same counter, it is changed once.
 */
static void
change_counters(uint64_t *words, const BloomGeometry *geometry, uint64_t hash,
				int change)
{
	Probe		probe = probe_start(geometry, hash);
	uint64_t	bits[BLOOM_LINE_WORDS];

	for (int i = 0; i < geometry->touched; i++)
	{
		uint64_t   *line = words +
			probe_line(&probe) * BLOOM_COUNTER_LINE_WORDS;

		line_bits(&probe, line_probes(geometry, i), bits);
		for (int word = 0; word < BLOOM_LINE_WORDS; word++)
			for (uint64_t left = bits[word]; left != 0; left &= left - 1)
			{
				unsigned	bit = word * 64 + __builtin_ctzll(left);
				uint64_t   *counters = &line[bit / WORD_COUNTERS];
				int			shift = bit % WORD_COUNTERS * COUNTER_BITS;

				if ((*counters >> shift & COUNTER_MAX) != COUNTER_MAX)
					*counters += (uint64_t) change << shift;
			}
	}
}

/* Add a hash: increment its counters, except those that are 15 */
void
bloom_counters_add(uint64_t *words, const BloomGeometry *geometry,
				   uint64_t hash)
{
	change_counters(words, geometry, hash, 1);
}

/* Prefetch the counters of hashes: four cache lines for each line of bits */
void
bloom_counters_prefetch(const void *words, const BloomGeometry *geometry,
						const uint64_t *hashes, size_t count)
{
	for (size_t i = 0; i < count; i++)
	{
		Probe		probe = probe_start(geometry, hashes[i]);

		for (int j = 0; j < geometry->touched; j++)
		{
			const char *line = (const char *) words +
				probe_line(&probe) * LINE_BYTES;

			for (int part = 0; part < COUNTER_BITS; part++)
				__builtin_prefetch(line + part * LINE_BYTES / COUNTER_BITS);
		}
	}
}

/* Whether all counters of a hash are above 0.  If not, it is no member. */
bool
bloom_counters_test(const void *words, const BloomGeometry *geometry,
					uint64_t hash)
{
	Probe		probe = probe_start(geometry, hash);

	for (int i = 0; i < geometry->touched; i++)
	{
		const char *line = (const char *) words +
			probe_line(&probe) * LINE_BYTES;

		for (int left = line_probes(geometry, i); left > 0;
			 left -= PROBES_PER_ROUND)
		{
			uint64_t	round = probe_round(&probe);

			for (int j = round_probes(left); j > 0; j--)
			{
				unsigned	bit = round_bit(&round);
				uint64_t	word = bloom_get_word(line, bit / WORD_COUNTERS);
				int			shift = bit % WORD_COUNTERS * COUNTER_BITS;

				if ((word >> shift & COUNTER_MAX) == 0)
					return false;
			}
		}
	}
	return true;
}

/*
 * Undo one addition of a hash.  Returns false, and changes nothing, if the
 * hash is not in the filter.
 */
bool
bloom_counters_remove(uint64_t *words, const BloomGeometry *geometry,
					  uint64_t hash)
{
	if (!bloom_counters_test(words, geometry, hash))
		return false;
	change_counters(words, geometry, hash, -1);
	return true;
}

/* Convert bytes of 0 or 1 to bytes of 0 or 15 */
static inline uint64_t
spread(uint64_t bytes)
{
	return (bytes << COUNTER_BITS) - bytes;
}

/* The sums, at most 15, of counters with one byte each */
static inline uint64_t
sum_bytes(uint64_t a, uint64_t b)
{
	uint64_t	sum = a + b;

	return (sum | spread(sum >> COUNTER_BITS & EVERY_BYTE)) & LOW_COUNTERS;
}

/* The minima of counters with one byte each */
static inline uint64_t
least_bytes(uint64_t a, uint64_t b)
{
	uint64_t	not_less = spread(((a | EVERY_BYTE << COUNTER_BITS) - b) >>
								  COUNTER_BITS & EVERY_BYTE);

	return (b & not_less) | (a & ~not_less);
}

/* Apply one of these functions to all counters, by two halves of each word */
static inline void
combine(uint64_t *to, const uint64_t *from, size_t lines,
		uint64_t (*bytes) (uint64_t a, uint64_t b))
{
	for (size_t i = 0; i < lines * BLOOM_COUNTER_LINE_WORDS; i++)
	{
		uint64_t	low = bytes(to[i] & LOW_COUNTERS, from[i] & LOW_COUNTERS);
		uint64_t	high = bytes(to[i] >> COUNTER_BITS & LOW_COUNTERS,
								 from[i] >> COUNTER_BITS & LOW_COUNTERS);

		to[i] = low | high << COUNTER_BITS;
	}
}

/* Add the counters of `from` to those of `to`; the sums are at most 15 */
void
bloom_counters_sum(uint64_t *to, const uint64_t *from, size_t lines)
{
	combine(to, from, lines, sum_bytes);
}

/* Set each counter of `to` to the minimum of both */
void
bloom_counters_least(uint64_t *to, const uint64_t *from, size_t lines)
{
	combine(to, from, lines, least_bytes);
}

/* Like bloom_bits_fold(), but adds up counters */
void
bloom_counters_fold(uint64_t *to, const uint64_t *from, size_t blocks,
					size_t block_lines, size_t factor)
{
	size_t		words = block_lines * BLOOM_COUNTER_LINE_WORDS;

	for (size_t i = 0; i < blocks; i++, to += words)
		for (size_t j = 0; j < factor; j++, from += words)
			bloom_counters_sum(to, from, block_lines);
}

/* The lowest bit of each counter that is not 0 in a or b */
static inline uint64_t
counters_set(uint64_t a, uint64_t b)
{
	uint64_t	either = a | b;

	either |= either >> 2;
	return (either | either >> 1) & EVERY_COUNTER;
}

/* The lowest bits of 16 counters, as 16 adjacent bits */
static inline uint64_t
gather(uint64_t set)
{
	set = (set | set >> 3) & UINT64_C(0x0303030303030303);
	set = (set | set >> 6) & UINT64_C(0x000F000F000F000F);
	set = (set | set >> 12) & UINT64_C(0x000000FF000000FF);
	return (set | set >> 24) & UINT64_C(0xFFFF);
}

/* Set bits to the layer of bits that the same values would give */
void
bloom_counters_bits(uint64_t *bits, const uint64_t *from, size_t lines)
{
	for (size_t i = 0; i < lines * BLOOM_LINE_WORDS; i++)
	{
		bits[i] = 0;
		for (int part = 0; part < 64; part += WORD_COUNTERS, from++)
			bits[i] |= gather(counters_set(*from, *from)) << part;
	}
}

/* The number of counters that are not 0 in a or b */
uint64_t
bloom_counters_count_or(const void *a, const void *b, size_t lines)
{
	uint64_t	total = 0;
	size_t		at = 0;

	/* a byte gets at most 2 from each word: 32 * 2 < 256 */
	for (size_t line = 0; line < lines; line++)
	{
		uint64_t	counts = 0;

		for (int i = 0; i < BLOOM_COUNTER_LINE_WORDS; i++, at++)
		{
			uint64_t	set = counters_set(bloom_get_word(a, at),
										   bloom_get_word(b, at));

			counts += (set & LOW_COUNTERS) +
				(set >> COUNTER_BITS & LOW_COUNTERS);
		}
		total += (counts & LOW_BYTES) * EACH_ONCE >> 48;
		total += (counts >> 8 & LOW_BYTES) * EACH_ONCE >> 48;
	}
	return total;
}
