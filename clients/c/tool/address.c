/*
 * tool/address.c
 *		Converts bytea, uuids and network addresses from text to canonical
 *		bytes.
 */
#include "tool.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of address families, as PostgreSQL sends them */
#define FAMILY_INET		2
#define FAMILY_INET6	3

/* \x and digits, or the old escape format, in which \134 is a byte */
bool
encode_bytea(const char *text, size_t size, Buffer *bytes)
{
	bool		hex = size >= 2 && text[0] == '\\' && text[1] == 'x';

	for (size_t i = hex ? 2 : 0; i < size; i++)
	{
		int			byte = (unsigned char) text[i];

		if (hex && isspace(byte))
			continue;
		if (hex)
		{
			int			high = hex_digit(text[i]);
			int			low = hex_digit(text[++i]);

			if (high < 0 || low < 0)
				return false;
			byte = high * 16 + low;
		}
		else if (byte == '\\' && text[i + 1] == '\\')
			i++;
		else if (byte == '\\')
		{
			byte = 0;
			for (int j = 1; j <= 3; j++)
			{
				if (text[i + 1] < '0' || text[i + 1] > (j == 1 ? '3' : '7'))
					return false;
				byte = byte * 8 + (text[++i] - '0');
			}
		}
		*extend(bytes, 1) = (uint8_t) byte;
	}
	return true;
}

/*
 * Convert digits to `count` bytes.  Between any two bytes may be one of the
 * separators.
 */
static bool
put_hex(const char *text, const char *separators, size_t count,
		Buffer *bytes)
{
	for (size_t i = 0; i < count; i++)
	{
		int			high;
		int			low;

		if (i > 0 && *text != '\0' && strchr(separators, *text) != NULL)
			text++;
		high = hex_digit(*text);
		low = high < 0 ? -1 : hex_digit(text[1]);
		if (low < 0)
			return false;
		*extend(bytes, 1) = (uint8_t) (high * 16 + low);
		text += 2;
	}
	return *text == '\0';
}

bool
encode_uuid(const char *text, size_t size, Buffer *bytes)
{
	char		inside[64];
	bool		braces = size > 1 && *text == '{' && text[size - 1] == '}';

	if (size >= sizeof(inside))
		return false;
	memcpy(inside, text + braces, size + 1 - braces);
	if (braces)
		inside[size - 2] = '\0';
	return put_hex(inside, "-", 16, bytes);
}

bool
encode_macaddr(const char *text, size_t size, Buffer *bytes)
{
	(void) size;
	return put_hex(text, ":-.", 6, bytes);
}

/* If there are six bytes, two more are inserted, as PostgreSQL does */
bool
encode_macaddr8(const char *text, size_t size, Buffer *bytes)
{
	size_t		start = bytes->size;
	uint8_t    *address;

	(void) size;
	if (put_hex(text, ":-.", 8, bytes))
		return true;
	bytes->size = start;
	if (!put_hex(text, ":-.", 6, bytes))
		return false;
	(void) extend(bytes, 2);
	address = bytes->data + start;
	memmove(address + 5, address + 3, 3);
	address[3] = 0xff;
	address[4] = 0xfe;
	return true;
}

/* Whether all bits after the first `bits` are 0 */
static bool
ends_with_zeros(const uint8_t *address, unsigned bits, unsigned most)
{
	for (unsigned i = bits; i < most; i++)
		if ((address[i / 8] >> (7 - i % 8) & 1) != 0)
			return false;
	return true;
}

static bool
encode_address(const char *text, size_t size, bool cidr, Buffer *bytes)
{
	char		part[64];
	bool		six = strchr(text, ':') != NULL;
	size_t		length = strcspn(text, "/");
	unsigned	most = six ? 128 : 32;
	unsigned long bits = most;
	uint8_t    *to;

	if (length >= sizeof(part))
		return false;
	memcpy(part, text, length);
	part[length] = '\0';
	if (length < size)
	{
		char	   *end;

		if (!isdigit((unsigned char) text[length + 1]))
			return false;
		bits = strtoul(text + length + 1, &end, 10);
		if (*end != '\0' || bits > most)
			return false;
	}
	to = extend(bytes, 4 + most / 8);
	to[0] = six ? FAMILY_INET6 : FAMILY_INET;
	to[1] = (uint8_t) bits;
	to[2] = cidr;
	to[3] = (uint8_t) (most / 8);
	return inet_pton(six ? AF_INET6 : AF_INET, part, to + 4) == 1 &&
		(!cidr || ends_with_zeros(to + 4, (unsigned) bits, most));
}

bool
encode_inet(const char *text, size_t size, Buffer *bytes)
{
	return encode_address(text, size, false, bytes);
}

bool
encode_cidr(const char *text, size_t size, Buffer *bytes)
{
	return encode_address(text, size, true, bytes);
}
