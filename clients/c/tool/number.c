/*
 * tool/number.c
 *		Converts numbers, and other types that consist of digits, from text to
 *		canonical bytes.
 */
#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Maximum digits of numeric before and after the decimal point */
#define MOST_WHOLE		131072
#define MOST_FRACTION	16383

static void
put_little(Buffer *bytes, uint64_t number)
{
	uint8_t    *to = extend(bytes, 8);

	for (int i = 0; i < 8; i++)
		to[i] = (uint8_t) (number >> 8 * i);
}

/* Read a text that is an integer; false if it is not, or is out of range */
static bool
read_integer(const char *text, size_t size, long long *number)
{
	char	   *end;

	errno = 0;
	*number = strtoll(text, &end, 10);
	return size > 0 && *end == '\0' && errno == 0;
}

bool
encode_integer(const char *text, size_t size, Buffer *bytes)
{
	long long	number;

	if (!read_integer(text, size, &number))
		return false;
	put_little(bytes, (uint64_t) number);
	return true;
}

/* As in SQL, negative numbers count from the end of the range */
bool
encode_oid(const char *text, size_t size, Buffer *bytes)
{
	long long	number;

	if (!read_integer(text, size, &number) || number < INT32_MIN ||
		number > UINT32_MAX)
		return false;
	put_little(bytes, (uint32_t) number);
	return true;
}

static bool
put_double(double number, const char *text, const char *end, Buffer *bytes)
{
	uint64_t	image;

	if (*text == '\0' || *end != '\0' ||
		(errno == ERANGE && (isinf(number) || number == 0)))
		return false;
	memcpy(&image, &number, sizeof(image));
	put_little(bytes, isnan(number) ? UINT64_C(0x7FF8000000000000) :
			   number == 0 ? 0 : image);
	return true;
}

bool
encode_float(const char *text, size_t size, Buffer *bytes)
{
	char	   *end;
	double		number;

	(void) size;
	errno = 0;
	number = strtod(text, &end);
	return put_double(number, text, end, bytes);
}

/* The real is widened, so that 0.1 differs from the double precision 0.1 */
bool
encode_real(const char *text, size_t size, Buffer *bytes)
{
	char	   *end;
	float		number;

	(void) size;
	errno = 0;
	number = strtof(text, &end);
	return put_double((double) number, text, end, bytes);
}

/* The canonical form of a special value of numeric, or NULL */
static const char *
numeric_word(const char *text)
{
	bool		minus = *text == '-';

	if (strcasecmp(text, "NaN") == 0)
		return "NaN";
	text += minus || *text == '+';
	if (strcasecmp(text, "Infinity") != 0 && strcasecmp(text, "inf") != 0)
		return NULL;
	return minus ? "-Infinity" : "Infinity";
}

/* Append characters; chars may be NULL, for zeros */
static void
put_chars(Buffer *bytes, const char *chars, long size)
{
	uint8_t    *to = extend(bytes, size > 0 ? (size_t) size : 0);

	if (size > 0 && chars != NULL)
		memcpy(to, chars, (size_t) size);
	else if (size > 0)
		memset(to, '0', (size_t) size);
}

/* Append digits with a point after `whole` of them, without needless zeros */
static bool
put_numeric(const char *digits, long count, long whole, bool minus,
			Buffer *bytes)
{
	if (count - whole > MOST_FRACTION)
		return false;
	while (count > 0 && *digits == '0')
	{
		digits++;
		count--;
		whole--;
	}
	while (count > 0 && digits[count - 1] == '0')
		count--;
	if (count > 0 && whole > MOST_WHOLE)
		return false;
	if (count > 0 && minus)
		put_chars(bytes, "-", 1);
	if (count == 0 || whole <= 0)
		put_chars(bytes, "0", 1);
	if (count == 0)
		return true;
	put_chars(bytes, digits, count < whole ? count : whole);
	put_chars(bytes, NULL, whole - count);
	if (count > whole)
	{
		put_chars(bytes, ".", 1);
		put_chars(bytes, NULL, -whole);
		put_chars(bytes, digits + (whole > 0 ? whole : 0),
				  count - (whole > 0 ? whole : 0));
	}
	return true;
}

bool
encode_numeric(const char *text, size_t size, Buffer *bytes)
{
	const char *word = numeric_word(text);
	bool		minus = *text == '-';
	char	   *digits;
	long		count = 0;
	long		whole = -1;
	long		exponent = 0;
	char	   *end;
	bool		fine;

	if (word != NULL)
	{
		put_chars(bytes, word, (long) strlen(word));
		return true;
	}
	digits = check_memory(malloc(size + 1));
	text += minus || *text == '+';
	for (; isdigit((unsigned char) *text) || (*text == '.' && whole < 0);
		 text++)
		if (*text == '.')
			whole = count;
		else
			digits[count++] = *text;
	if (whole < 0)
		whole = count;
	if ((*text == 'e' || *text == 'E') && !isspace((unsigned char) text[1]))
	{
		exponent = strtol(text + 1, &end, 10);
		text = end == text + 1 ? text : end;
	}
	fine = count > 0 && *text == '\0' && exponent > -1000000 &&
		exponent < 1000000 &&
		put_numeric(digits, count, whole + exponent, minus, bytes);
	free(digits);
	return fine;
}

/* A pg_lsn, such as 16/B374D848 */
bool
encode_lsn(const char *text, size_t size, Buffer *bytes)
{
	size_t		high = strspn(text, "0123456789abcdefABCDEF");
	size_t		low;

	if (high < 1 || high > 8 || text[high] != '/')
		return false;
	low = strspn(text + high + 1, "0123456789abcdefABCDEF");
	if (low < 1 || low > 8 || high + 1 + low != size)
		return false;
	put_big(bytes, strtoull(text, NULL, 16) << 32 |
			strtoull(text + high + 1, NULL, 16), 8);
	return true;
}

/* Bits, or hexadecimal digits after x: their number, and the bits */
bool
encode_bits(const char *text, size_t size, Buffer *bytes)
{
	unsigned	each = *text == 'x' || *text == 'X' ? 4 : 1;
	size_t		start = each == 4 || *text == 'b' || *text == 'B';
	size_t		count = (size - start) * each;
	uint8_t    *to;

	put_big(bytes, count, 4);
	to = memset(extend(bytes, (count + 7) / 8), 0, (count + 7) / 8);
	for (size_t i = 0; i < count; i += each)
	{
		int			digit = hex_digit(text[start + i / each]);

		if (digit < 0 || digit >= 1 << each)
			return false;
		to[i / 8] |= (uint8_t) (digit << (8 - each - i % 8));
	}
	return true;
}

bool
encode_bool(const char *text, size_t size, Buffer *bytes)
{
	static const char *const words[] = {
		"false", "no", "off", "0", "true", "yes", "on", "1"
	};

	for (int i = 0; i < 8; i++)
		if (size > 0 && strncasecmp(text, words[i], size) == 0 &&
			(size > 1 || *words[i] != 'o'))
		{
			*extend(bytes, 1) = i >= 4;
			return true;
		}
	return false;
}
