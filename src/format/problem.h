/*
 * format/problem.h
 *		The description of an error.
 *
 * The plain C modules cannot raise errors.  The extension turns a BloomProblem
 * into an error of the server, libbloomext into a status.
 */
#ifndef BLOOM_PROBLEM_H
#define BLOOM_PROBLEM_H

#include <stdbool.h>

#include "format/class.h"

typedef enum BloomProblemKind
{
	BLOOM_PROBLEM_INVALID,		/* bytes that are not a filter */
	BLOOM_PROBLEM_UNSUPPORTED,	/* bytes of a later version */
	BLOOM_PROBLEM_PARAMETER,	/* invalid parameters */
	BLOOM_PROBLEM_TOO_LARGE,	/* larger than BLOOM_MAX_BYTES */
	BLOOM_PROBLEM_MEMORY,		/* out of memory, in a library */
	BLOOM_PROBLEM_CORRUPT,		/* a filter changed after its validation */
	BLOOM_PROBLEM_CLASS,		/* a value of a class other than `held` */
	BLOOM_PROBLEM_CLASSES,		/* filters of the two classes */
	BLOOM_PROBLEM_HASH,			/* an imported filter has no hashes */
	BLOOM_PROBLEM_COMBINE,		/* filters that do not combine */
	BLOOM_PROBLEM_REMOVE,		/* a value that cannot be removed */
	BLOOM_PROBLEM_CAPACITY		/* more values than the capacity */
} BloomProblemKind;

/*
 * The texts of the error; detail and hint may be empty.  Those about classes
 * have no texts, because only the server knows the names of all classes.
 */
typedef struct BloomProblem
{
	BloomProblemKind kind;
	BloomClass	held;
	BloomClass	given;
	char		message[160];
	char		detail[768];
	char		hint[512];
} BloomProblem;

/*
 * Set the kind and the message, without detail and hint.  Longer texts are cut
 * off.  Returns false, for the caller to return it.
 */
extern bool bloom_problem(BloomProblem *problem, BloomProblemKind kind,
						  const char *message,...)
			__attribute__((format(printf, 3, 4)));

/* Set the detail or the hint.  Each returns false, too. */
extern bool bloom_problem_detail(BloomProblem *problem, const char *detail,...)
			__attribute__((format(printf, 2, 3)));
extern bool bloom_problem_hint(BloomProblem *problem, const char *hint,...)
			__attribute__((format(printf, 2, 3)));

/* Describe a conflict of classes.  Returns false. */
extern bool bloom_problem_class(BloomProblem *problem, BloomProblemKind kind,
								BloomClass held, BloomClass given);

/* Describe that there is no memory.  Returns false. */
extern bool bloom_no_memory(BloomProblem *problem);

#endif							/* BLOOM_PROBLEM_H */
