/*
 * core/bits.c
 *		Setting, testing, combining and counting the bits of one layer.
 */
#include "core/bits.h"

#include "core/walk.h"

/* The first line of the region that has all bits of a hash */
size_t
bloom_bits_region(const BloomGeometry *geometry, uint64_t hash)
{
	return walk_start(geometry, hash).region;
}

/*
 * Set the bits of a hash.  Returns how many of them weren't set before, if
 * that is to be counted: it takes a quarter of the time.
 */
static inline unsigned
add(uint64_t *words, const BloomGeometry *geometry, uint64_t hash, bool count)
{
	Walk		walk = walk_start(geometry, hash);
	unsigned	changed = 0;

	for (int i = 0; i < geometry->touched; i++)
	{
		uint64_t   *line = words + walk_line(&walk) * BLOOM_LINE_WORDS;
		int			probes = line_probes(geometry, i);

		for (int j = 0; j < probes; j++)
		{
			unsigned	bit = walk_bit(&walk);
			uint64_t   *word = &line[bit / 64];

			if (count)
				changed += (~*word >> (bit % 64)) & 1;
			*word |= UINT64_C(1) << (bit % 64);
		}
	}
	return changed;
}

/* Returns the number of bits that weren't set before */
unsigned
bloom_bits_add(uint64_t *words, const BloomGeometry *geometry, uint64_t hash)
{
	return add(words, geometry, hash, true);
}

/* false: the hash was never added */
bool
bloom_bits_test(const uint64_t *words, const BloomGeometry *geometry,
				uint64_t hash)
{
	Walk		walk = walk_start(geometry, hash);

	for (int i = 0; i < geometry->touched; i++)
	{
		const uint64_t *line = words + walk_line(&walk) * BLOOM_LINE_WORDS;
		int			probes = line_probes(geometry, i);
		uint64_t	hit = 1;

		/* no exit inside: a branch missed costs more than the other probes */
		for (int j = 0; j < probes; j++)
		{
			unsigned	bit = walk_bit(&walk);

			hit &= line[bit / 64] >> (bit % 64);
		}
		if (hit == 0)
			return false;
	}
	return true;
}

/* Start to load the hash's lines from memory */
void
bloom_bits_prefetch(const uint64_t *words, const BloomGeometry *geometry,
					uint64_t hash)
{
	Walk		walk = walk_start(geometry, hash);

	for (int i = 0; i < geometry->touched; i++)
		__builtin_prefetch(words + walk_line(&walk) * BLOOM_LINE_WORDS);
}

/* Set contained[i] to what bloom_bits_test says of the i-th hash */
void
bloom_bits_test_each(const uint64_t *words, const BloomGeometry *geometry,
					 const uint64_t *hashes, size_t count, bool *contained)
{
	for (size_t i = 0; i < count + BLOOM_RING_SIZE; i++)
	{
		if (i < count)
			bloom_bits_prefetch(words, geometry, hashes[i]);
		if (i >= BLOOM_RING_SIZE)
			contained[i - BLOOM_RING_SIZE] =
				bloom_bits_test(words, geometry, hashes[i - BLOOM_RING_SIZE]);
	}
}

/*
 * Start to load the hash's lines from memory, and add the hash that entered
 * the ring 16 places before.  The ring begins as zeros.
 */
void
bloom_bits_add_later(uint64_t *words, const BloomGeometry *geometry,
					 BloomRing *ring, uint64_t hash)
{
	uint64_t   *slot = &ring->hashes[ring->entered % BLOOM_RING_SIZE];
	Walk		walk = walk_start(geometry, hash);

	for (int i = 0; i < geometry->touched; i++)
		__builtin_prefetch(words + walk_line(&walk) * BLOOM_LINE_WORDS, 1);
	if (ring->entered++ >= BLOOM_RING_SIZE)
		add(words, geometry, *slot, false);
	*slot = hash;
}

/* Add the hashes that are left in the ring, which is empty then */
void
bloom_bits_drain(uint64_t *words, const BloomGeometry *geometry,
				 BloomRing *ring)
{
	uint64_t	left = ring->entered < BLOOM_RING_SIZE ? ring->entered :
		BLOOM_RING_SIZE;

	for (uint64_t i = 0; i < left; i++)
		add(words, geometry, ring->hashes[i], false);
	ring->entered = 0;
}

void
bloom_bits_or(uint64_t *to, const uint64_t *from, size_t lines)
{
	for (size_t i = 0; i < lines * BLOOM_LINE_WORDS; i++)
		to[i] |= from[i];
}

void
bloom_bits_and(uint64_t *to, const uint64_t *from, size_t lines)
{
	for (size_t i = 0; i < lines * BLOOM_LINE_WORDS; i++)
		to[i] &= from[i];
}

/*
 * Add to each of so many regions the `factor` consecutive ones of `from` that
 * correspond to it (see scale()).
 */
void
bloom_bits_fold(uint64_t *to, const uint64_t *from, size_t regions,
				size_t region_lines, size_t factor)
{
	for (size_t i = 0; i < regions; i++, to += region_lines * BLOOM_LINE_WORDS)
		for (size_t j = 0; j < factor; j++)
		{
			bloom_bits_or(to, from, region_lines);
			from += region_lines * BLOOM_LINE_WORDS;
		}
}

/* The number of bits set in each byte (Warren, "Hacker's Delight", 5-1) */
static inline uint64_t
count_bytes(uint64_t word)
{
	word -= (word >> 1) & UINT64_C(0x5555555555555555);
	word = (word & UINT64_C(0x3333333333333333)) +
		((word >> 2) & UINT64_C(0x3333333333333333));
	return (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
}

/* The sum of the bytes of a line's counts */
static inline uint64_t
sum_bytes(const uint64_t counts[BLOOM_LINE_WORDS])
{
	uint64_t	sum = 0;

	for (int i = 0; i < BLOOM_LINE_WORDS; i++)
		for (int shift = 0; shift < 64; shift += 8)
			sum += counts[i] >> shift & 0xFF;
	return sum;
}

/* A byte holds the counts of so many bytes: 31 * 8 < 256 */
#define LINES_PER_SUM		31

/*
 * The bits that are set in a or in b.  Without an instruction for it on
 * baseline x86-64, counting a line at a time in byte lanes lets the compiler
 * use vectors.
 */
uint64_t
bloom_bits_count_or(const uint64_t *a, const uint64_t *b, size_t lines)
{
	uint64_t	total = 0;

	while (lines > 0)
	{
		size_t		batch = lines < LINES_PER_SUM ? lines : LINES_PER_SUM;
		uint64_t	counts[BLOOM_LINE_WORDS] = {0};

		for (size_t line = 0; line < batch; line++)
			for (int i = 0; i < BLOOM_LINE_WORDS; i++)
				counts[i] += count_bytes(*a++ | *b++);
		total += sum_bytes(counts);
		lines -= batch;
	}
	return total;
}
