/*
 * core/range.c
 *		The hashes of a range as bits.
 */
#include "core/range.h"

size_t
bloom_range_take(BloomRange *range, uint64_t base, int shift,
				 uint64_t *hashes, size_t room)
{
	const uint32_t end = BLOOM_RANGE_WORDS / 64;
	size_t		count = 0;

	for (; range->at < end; range->at++)
	{
		uint64_t   *used = &range->used[range->at];

		for (; *used != 0; *used &= *used - 1)
		{
			int			bit = __builtin_ctzll(*used);
			uint32_t	at = 64 * range->at + (uint32_t) bit;
			uint64_t	word = range->words[at];

			for (; word != 0 && count < room; word &= word - 1)
			{
				uint64_t	number = 64 * (uint64_t) at +
					(uint64_t) __builtin_ctzll(word);

				hashes[count++] = base + (number << shift);
			}
			range->words[at] = word;
			if (word != 0)
				return count;
		}
	}
	if (count == 0)
		range->at = 0;
	return count;
}
