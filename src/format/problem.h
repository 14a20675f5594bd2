/*
 * format/problem.h
 *		What is wrong, as a value: the server makes an error of it, the library
 *		hands it on.
 */
#ifndef BLOOM_PROBLEM_H
#define BLOOM_PROBLEM_H

typedef enum BloomProblemKind
{
	BLOOM_PROBLEM_INVALID,		/* bytes that aren't a filter */
	BLOOM_PROBLEM_UNSUPPORTED,	/* bytes of a later version */
	BLOOM_PROBLEM_PARAMETER,	/* parameters that can't be asked for */
	BLOOM_PROBLEM_TOO_LARGE		/* a filter of more than BLOOM_MAX_BYTES */
} BloomProblemKind;

/* In words; detail and hint may be empty */
typedef struct BloomProblem
{
	BloomProblemKind kind;
	char		message[160];
	char		detail[384];
	char		hint[160];
} BloomProblem;

#endif							/* BLOOM_PROBLEM_H */
