/*
 * tool/time.c
 *		Converts dates and times, in the ISO format that PostgreSQL prints, to
 *		canonical bytes: days and microseconds since 2000-01-01.
 */
#include "tool.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SECOND		INT64_C(1000000)
#define DAY			(86400 * SECOND)

/* The ranges of the types: from 4714-11-24 BC, to before these values */
#define FIRST_DAY	INT64_C(-2451545)
#define END_DAY		INT64_C(2145031949)
#define FIRST_TIME	(FIRST_DAY * DAY)
#define END_TIME	INT64_C(9223371331200000000)

/* 1970-01-01, and infinity in both directions */
typedef enum Special
{
	NOT_SPECIAL, EPOCH, EARLIEST, LATEST
} Special;

static Special
special_of(const char *text)
{
	if (strcasecmp(text, "epoch") == 0)
		return EPOCH;
	if (strcasecmp(text, "-infinity") == 0)
		return EARLIEST;
	return strcasecmp(text, "infinity") == 0 ||
		strcasecmp(text, "+infinity") == 0 ? LATEST : NOT_SPECIAL;
}

/* Read a number of `least` to `most` digits and advance *at; or -1 */
static int64_t
number_at(const char **at, int least, int most)
{
	int64_t		number = 0;
	int			digits = 0;

	while (isdigit((unsigned char) **at) && digits < most)
	{
		number = number * 10 + (*(*at)++ - '0');
		digits++;
	}
	return digits < least ? -1 : number;
}

static bool
skip(const char **at, char c)
{
	if (**at != c)
		return false;
	(*at)++;
	return true;
}

static void
skip_blanks(const char **at)
{
	while (isspace((unsigned char) **at))
		(*at)++;
}

/* Days since 2000-01-01, by the proleptic Gregorian calendar */
static int64_t
days_of(int64_t year, int64_t month, int64_t day)
{
	int64_t		era;
	int64_t		of_era;

	/* years begin in March here, so that the leap day is the last day */
	year -= month <= 2;
	era = (year >= 0 ? year : year - 399) / 400;
	of_era = year - era * 400;
	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 +
		(153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1 - 730425;
}

static bool
is_leap(int64_t year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Read a date at *at; BC stands at the end of the whole text */
static bool
date_at(const char **at, const char *text, size_t size, int64_t *days)
{
	static const int lengths[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};
	bool		before = size > 2 && strcasecmp(text + size - 2, "BC") == 0;
	int64_t		year = number_at(at, 4, 7);
	int64_t		month = skip(at, '-') ? number_at(at, 1, 2) : -1;
	int64_t		day = skip(at, '-') ? number_at(at, 1, 2) : -1;

	if (year < 1 || month < 1 || month > 12 || day < 1)
		return false;
	if (before)
		year = 1 - year;
	if (day > lengths[month - 1] + (month == 2 && is_leap(year)))
		return false;
	*days = days_of(year, month, day);
	return true;
}

/* Whether the text ends here, or with BC */
static bool
ends(const char *at)
{
	skip_blanks(&at);
	return *at == '\0' || strcasecmp(at, "BC") == 0;
}

/* Read a time of day at *at, in microseconds, up to and including 24:00 */
static bool
time_at(const char **at, int64_t *time)
{
	int64_t		hour = number_at(at, 1, 2);
	int64_t		minute = skip(at, ':') ? number_at(at, 2, 2) : -1;
	bool		seconds = skip(at, ':');
	int64_t		second = seconds ? number_at(at, 2, 2) : 0;
	int64_t		part = 0;

	/* for PostgreSQL, 12:30.5 has minutes and seconds */
	if (seconds && (**at == '.' || **at == ','))
	{
		char		digits[32] = ".";
		size_t		count = strspn(*at + 1, "0123456789");

		memcpy(digits + 1, *at + 1, count < 30 ? count : 30);
		part = (int64_t) rint(strtod(digits, NULL) * (double) SECOND);
		*at += 1 + count;
	}
	if (hour < 0 || minute < 0 || minute > 59 || second < 0 || second > 60)
		return false;
	*time = ((hour * 60 + minute) * 60 + second) * SECOND + part;
	return *time <= DAY && (second < 60 || part == 0);
}

/* Read a time zone at *at, in seconds east of UTC */
static bool
zone_at(const char **at, int64_t *east)
{
	static const char *const names[] = {"UTC", "GMT", "Z"};
	bool		minus;
	int64_t		hour;
	int64_t		minute = 0;
	int64_t		second = 0;

	*east = 0;
	skip_blanks(at);
	for (int i = 0; i < 3; i++)
	{
		size_t		size = strlen(names[i]);

		if (strncasecmp(*at, names[i], size) == 0 &&
			!isalnum((unsigned char) (*at)[size]))
		{
			*at += size;
			return true;
		}
	}
	minus = **at == '-';
	if (!minus && **at != '+')
		return false;
	(*at)++;
	hour = number_at(at, 1, 2);
	if (skip(at, ':') || isdigit((unsigned char) **at))
		minute = number_at(at, 2, 2);
	if (skip(at, ':'))
		second = number_at(at, 2, 2);
	if (hour < 0 || hour > 15 || minute < 0 || minute > 59 || second < 0 ||
		second > 59)
		return false;
	*east = ((hour * 60 + minute) * 60 + second) * (minus ? -1 : 1);
	return true;
}

bool
encode_date(const char *text, size_t size, Buffer *bytes)
{
	Special		special = special_of(text);
	int64_t		days = special == EPOCH ? days_of(1970, 1, 1) :
		special == EARLIEST ? INT32_MIN : INT32_MAX;
	const char *at = text;

	if (special == NOT_SPECIAL &&
		(!date_at(&at, text, size, &days) || !ends(at) ||
		 days < FIRST_DAY || days >= END_DAY))
		return false;
	put_big(bytes, (uint64_t) days, 4);
	return true;
}

bool
encode_time(const char *text, size_t size, Buffer *bytes)
{
	int64_t		time;

	(void) size;
	if (!time_at(&text, &time) || *text != '\0')
		return false;
	put_big(bytes, (uint64_t) time, 8);
	return true;
}

/* The canonical bytes have the zone as given, in seconds west of UTC */
bool
encode_timetz(const char *text, size_t size, Buffer *bytes)
{
	int64_t		time;
	int64_t		east;

	(void) size;
	if (!time_at(&text, &time) || !zone_at(&text, &east) || *text != '\0')
		return false;
	put_big(bytes, (uint64_t) time, 8);
	put_big(bytes, (uint64_t) -east, 4);
	return true;
}

static bool
encode_moment(const char *text, size_t size, bool zoned, Buffer *bytes)
{
	Special		special = special_of(text);
	int64_t		moment = special == EPOCH ? days_of(1970, 1, 1) * DAY :
		special == EARLIEST ? INT64_MIN : INT64_MAX;
	int64_t		days;
	int64_t		time = 0;
	int64_t		east = 0;
	const char *at = text;

	if (special == NOT_SPECIAL)
	{
		/* in its own zone, a moment may be a day before or after the range */
		if (!date_at(&at, text, size, &days) || days < FIRST_DAY - 1 ||
			days > END_TIME / DAY)
			return false;
		if (!skip(&at, 'T') && !skip(&at, 't'))
			skip_blanks(&at);
		/* a date without a time means midnight in the zone */
		if (isdigit((unsigned char) *at) && !time_at(&at, &time))
			return false;
		if (zoned && !zone_at(&at, &east))
			return false;
		moment = days * DAY + time - east * SECOND;
		if (!ends(at) || moment < FIRST_TIME || moment >= END_TIME)
			return false;
	}
	put_big(bytes, (uint64_t) moment, 8);
	return true;
}

bool
encode_timestamp(const char *text, size_t size, Buffer *bytes)
{
	return encode_moment(text, size, false, bytes);
}

/* A zone is required, because the time zone of the session is not known */
bool
encode_timestamptz(const char *text, size_t size, Buffer *bytes)
{
	return encode_moment(text, size, true, bytes);
}
