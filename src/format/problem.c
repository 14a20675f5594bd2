/*
 * format/problem.c
 *		Describing errors.
 */
#include "format/problem.h"

#include <stdarg.h>
#include <stdio.h>

bool
bloom_problem(BloomProblem *problem, BloomProblemKind kind,
			  const char *message,...)
{
	va_list		arguments;

	problem->kind = kind;
	problem->held = problem->given = BLOOM_CLASS_NONE;
	va_start(arguments, message);
	vsnprintf(problem->message, sizeof(problem->message), message, arguments);
	va_end(arguments);
	problem->detail[0] = problem->hint[0] = '\0';
	return false;
}

bool
bloom_problem_detail(BloomProblem *problem, const char *detail,...)
{
	va_list		arguments;

	va_start(arguments, detail);
	vsnprintf(problem->detail, sizeof(problem->detail), detail, arguments);
	va_end(arguments);
	return false;
}

bool
bloom_problem_hint(BloomProblem *problem, const char *hint,...)
{
	va_list		arguments;

	va_start(arguments, hint);
	vsnprintf(problem->hint, sizeof(problem->hint), hint, arguments);
	va_end(arguments);
	return false;
}

bool
bloom_problem_class(BloomProblem *problem, BloomProblemKind kind,
					BloomClass held, BloomClass given)
{
	bloom_problem(problem, kind, "value classes differ");
	problem->held = held;
	problem->given = given;
	return false;
}

bool
bloom_no_memory(BloomProblem *problem)
{
	return bloom_problem(problem, BLOOM_PROBLEM_MEMORY, "out of memory");
}
