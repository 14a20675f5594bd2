/*
 * error.c
 *		Texts and descriptions of errors.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

const char *
bloomext_status_text(int status)
{
	switch (status)
	{
		case BLOOMEXT_OK:
			return "no error";
		case BLOOMEXT_INVALID:
			return "invalid bloom filter";
		case BLOOMEXT_UNSUPPORTED:
			return "bloom filter of a later version";
		case BLOOMEXT_ARGUMENT:
			return "wrong argument";
		case BLOOMEXT_CLASS:
			return "bloom filter holds values of another class";
		case BLOOMEXT_HASH:
			return "bloom filters of other libraries have no 64-bit hashes";
		case BLOOMEXT_PARAMETERS:
			return "bloom filters cannot be combined";
		case BLOOMEXT_READ_ONLY:
			return "bloom filter cannot be changed";
		case BLOOMEXT_TOO_LARGE:
			return "bloom filter would be larger than 500 MiB";
		case BLOOMEXT_MEMORY:
			return "out of memory";
		case BLOOMEXT_FILE:
			return "could not read file";
		case BLOOMEXT_CAPACITY:
			return "bloom filter holds more values than its capacity";
	}
	return "unrecognized status";
}

int
bloomext_fail(bloomext_error *error, int status, const char *message)
{
	if (error != NULL)
	{
		memset(error, 0, sizeof(*error));
		error->status = status;
		snprintf(error->message, sizeof(error->message), "%s",
				 message != NULL ? message : bloomext_status_text(status));
	}
	return status;
}

void *
bloomext_no_filter(bloomext_error *error, int status)
{
	bloomext_fail(error, status, NULL);
	return NULL;
}

static int
status_of(BloomProblemKind kind)
{
	switch (kind)
	{
		case BLOOM_PROBLEM_INVALID:
			return BLOOMEXT_INVALID;
		case BLOOM_PROBLEM_UNSUPPORTED:
			return BLOOMEXT_UNSUPPORTED;
		case BLOOM_PROBLEM_PARAMETER:
			return BLOOMEXT_ARGUMENT;
		case BLOOM_PROBLEM_TOO_LARGE:
			return BLOOMEXT_TOO_LARGE;
		case BLOOM_PROBLEM_MEMORY:
			return BLOOMEXT_MEMORY;
		case BLOOM_PROBLEM_CORRUPT:
			return BLOOMEXT_INVALID;
		case BLOOM_PROBLEM_CLASS:
		case BLOOM_PROBLEM_CLASSES:
			return BLOOMEXT_CLASS;
		case BLOOM_PROBLEM_HASH:
			return BLOOMEXT_HASH;
		case BLOOM_PROBLEM_COMBINE:
		case BLOOM_PROBLEM_REMOVE:
			return BLOOMEXT_PARAMETERS;
		case BLOOM_PROBLEM_CAPACITY:
			return BLOOMEXT_CAPACITY;
	}
	return BLOOMEXT_INVALID;
}

/* The text about filters or values of different classes */
static void
describe_classes(bloomext_error *error, const BloomProblem *problem)
{
	const char *held = bloomext_class_name(problem->held);
	const char *given = bloomext_class_name(problem->given);
	bool		two = problem->kind == BLOOM_PROBLEM_CLASSES;

	if (strcmp(held, given) == 0)	/* both are "other" */
		snprintf(error->message, sizeof(error->message), "%s", two ?
				 "bloom filters hold values of different types" :
				 "bloom filter holds values of another type");
	else
		snprintf(error->message, sizeof(error->message), two ?
				 "one bloom filter holds %s values, the other %s values" :
				 "bloom filter holds %s values, not %s", held, given);
}

int
bloomext_status_of(bool done, const BloomProblem *problem,
				   bloomext_error *error)
{
	return done ? BLOOMEXT_OK : bloomext_fail_with(error, problem);
}

int
bloomext_fail_with(bloomext_error *error, const BloomProblem *problem)
{
	int			status = status_of(problem->kind);

	if (error == NULL)
		return status;
	bloomext_fail(error, status, problem->message);
	snprintf(error->detail, sizeof(error->detail), "%s", problem->detail);
	snprintf(error->hint, sizeof(error->hint), "%s", problem->hint);
	if (status == BLOOMEXT_CLASS)
		describe_classes(error, problem);
	return status;
}
