/*
 * unit/unit.h
 *		The harness of the unit tests: named tests made of checks.
 *
 * A check that fails says where and what was seen, and its test goes on.
 */
#ifndef UNIT_H
#define UNIT_H

#include <stdarg.h>
#include <stdio.h>

/* A check in a loop may fail a million times: so many are printed a test */
#define UNIT_MAX_REPORTS	5

static int	unit_failures;		/* failed checks of the current test */
static int	unit_passed;
static int	unit_failed;

/* CHECK(condition, format, ...): the format tells what was seen */
#define CHECK(condition, ...) \
	do { \
		if (!(condition)) \
			unit_fail(__FILE__, __LINE__, #condition, __VA_ARGS__); \
	} while (0)

#define RUN(test)	unit_run(#test, test)

static void
__attribute__((format(printf, 4, 5)))
unit_fail(const char *file, int line, const char *condition,
		  const char *format,...)
{
	va_list		seen;

	if (unit_failures++ >= UNIT_MAX_REPORTS)
		return;
	printf("%s:%d: not %s: ", file, line, condition);
	va_start(seen, format);
	vprintf(format, seen);
	va_end(seen);
	printf("\n");
}

static void
unit_run(const char *name, void (*test) (void))
{
	unit_failures = 0;
	test();
	if (unit_failures == 0)
		unit_passed++;
	else
	{
		unit_failed++;
		printf("%s: %d checks failed\n", name, unit_failures);
	}
	fflush(stdout);
}

/* Returns main's result */
static int
unit_end(const char *program)
{
	printf("%s: %d passed, %d failed\n", program, unit_passed, unit_failed);
	return unit_failed > 0;
}

#endif							/* UNIT_H */
