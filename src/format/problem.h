/*
 * format/problem.h
 *		The description of an error.
 *
 * The plain C modules cannot raise errors.  The extension turns a BloomProblem
 * into an error of the server, libbloomext into a status.
 */
#ifndef BLOOM_PROBLEM_H
#define BLOOM_PROBLEM_H

typedef enum BloomProblemKind
{
	BLOOM_PROBLEM_INVALID,		/* bytes that are not a filter */
	BLOOM_PROBLEM_UNSUPPORTED,	/* bytes of a later version */
	BLOOM_PROBLEM_PARAMETER,	/* invalid parameters */
	BLOOM_PROBLEM_TOO_LARGE		/* larger than BLOOM_MAX_BYTES */
} BloomProblemKind;

/* The texts of the error; detail and hint may be empty */
typedef struct BloomProblem
{
	BloomProblemKind kind;
	char		message[160];
	char		detail[384];
	char		hint[160];
} BloomProblem;

#endif							/* BLOOM_PROBLEM_H */
