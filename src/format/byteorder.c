/*
 * format/byteorder.c
 *		Conversion of filters between native and little-endian byte order.
 */
#include "format/byteorder.h"

#include <string.h>

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define SWAP16(number)	((number) = __builtin_bswap16(number))
#define SWAP32(number)	((number) = __builtin_bswap32(number))
#define SWAP64(number)	((number) = __builtin_bswap64(number))
#else
#define SWAP16(number)	((void) (number))
#define SWAP32(number)	((void) (number))
#define SWAP64(number)	((void) (number))
#endif

void
bloom_wire_swap_header(Bloom *head)
{
	uint64_t	image;

	SWAP32(head->class);
	SWAP16(head->layers);
	SWAP16(head->extra);
	SWAP64(head->seed);
	memcpy(&image, &head->capacity, sizeof(image));
	SWAP64(image);
	memcpy(&head->capacity, &image, sizeof(image));
	memcpy(&image, &head->error_rate, sizeof(image));
	SWAP64(image);
	memcpy(&head->error_rate, &image, sizeof(image));
}

/* head->layers must be in native byte order. */
void
bloom_wire_swap_layers(Bloom *head)
{
	for (int i = 0; i < head->layers; i++)
	{
		SWAP32(head->layer[i].geometry.lines);
		SWAP16(head->layer[i].geometry.block);
		SWAP64(head->layer[i].bits_set);
	}
}

void
bloom_wire_swap_words(uint64_t *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		SWAP64(words[i]);
}
