/*
 * format/layer.c
 *		Counting the bits of a layer.
 */
#include "format/layer.h"

#define PAUSE_LINES		65536	/* 4 MiB of bits, or 16 MiB of counters */

uint64_t
bloom_layer_count_or(const Bloom *head, const void *a, const void *b,
					 size_t lines, BloomPause pause)
{
	uint64_t	(*count) (const void *, const void *, size_t) =
		bloom_is_counting(head) ? bloom_counters_count_or :
		bloom_bits_count_or;
	size_t		line_size = bloom_line_words(head) * sizeof(uint64_t);
	uint64_t	bits_set = 0;

	for (size_t done = 0; done < lines; done += PAUSE_LINES)
	{
		/* no pointer past the end, which might wrap around on 32 bits */
		bits_set += count((const char *) a + done * line_size,
						  (const char *) b + done * line_size,
						  lines - done < PAUSE_LINES ? lines - done :
						  PAUSE_LINES);
		if (pause != NULL)
			pause();
	}
	return bits_set;
}
