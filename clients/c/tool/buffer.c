/*
 * tool/buffer.c
 *		Growing arrays of bytes, and digits.
 */
#include "tool.h"

#include <ctype.h>
#include <stdlib.h>

uint8_t *
extend(Buffer *bytes, size_t size)
{
	if (bytes->room - bytes->size < size || bytes->data == NULL)
	{
		bytes->room = (bytes->size + size) * 2 + 64;
		bytes->data = check_memory(realloc(bytes->data, bytes->room));
	}
	bytes->size += size;
	return bytes->data + bytes->size - size;
}

/* Append the lowest `size` bytes of a number in big-endian order */
void
put_big(Buffer *bytes, uint64_t number, unsigned size)
{
	uint8_t    *to = extend(bytes, size);

	for (unsigned i = 0; i < size; i++)
		to[i] = (uint8_t) (number >> 8 * (size - 1 - i));
}

int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char) tolower((unsigned char) c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
