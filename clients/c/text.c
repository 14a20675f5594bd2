/*
 * text.c
 *		The text format of filters: \x and hexadecimal digits, as PostgreSQL
 *		prints a bytea.
 */
#include "internal.h"

bool
bloomext_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The value of a hexadecimal digit, or -1 */
static int
digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 'a' - 'A';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

size_t
bloomext_decode_text(const char *digits, size_t size, uint8_t *bytes)
{
	size_t		count = 0;

	for (; 2 * count + 1 < size; count++)
	{
		int			high = digit(digits[2 * count]);
		int			low = digit(digits[2 * count + 1]);

		if (high < 0 || low < 0)
			break;
		bytes[count] = (uint8_t) (high * 16 + low);
	}
	return count;
}

/* COPY writes two backslashes */
size_t
bloomext_text_start(const char *text, size_t size)
{
	size_t		at = 0;

	while (at < size && bloomext_is_blank(text[at]))
		at++;
	if (at < size && text[at] == '\\')
		at++;
	if (at < size && text[at] == '\\')
		at++;
	return at + 1 < size && at > 0 && text[at - 1] == '\\' &&
		text[at] == 'x' ? at + 1 : 0;
}

size_t
bloomext_text_size(const bloomext_filter *filter)
{
	return 2 + 2 * bloomext_size(filter);
}

/* Writes the bytes to the second half first, and converts them from there */
void
bloomext_write_text(const bloomext_filter *filter, char *text)
{
	static const char digits[] = "0123456789abcdef";
	size_t		size = bloomext_size(filter);
	const uint8_t *bytes = (uint8_t *) text + 2 + size;

	bloomext_write(filter, text + 2 + size);
	*text++ = '\\';
	*text++ = 'x';
	for (size_t i = 0; i < size; i++)
	{
		uint8_t		byte = bytes[i];

		*text++ = digits[byte >> 4];
		*text++ = digits[byte & 15];
	}
}
