/*
 * tool/options.h
 *		What the command line asks for.
 */
#ifndef BLOOM_OPTIONS_H
#define BLOOM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Options
{
	enum
	{
		TEST, BUILD, UNITE, INFO
	}			command;
	const char *type;			/* of lines; NULL: not said */
	char		end;			/* of lines */

	/* of test, as grep's */
	bool		others;
	bool		counts;
	bool		quiet;
	bool		files;
	bool		numbers;
	bool		with_names;
	bool		without_names;

	/* of what is written */
	int64_t		capacity;
	double		rate;
	uint64_t	seed;
	const char *output;
	bool		as_text;
} Options;

/* The arguments behind the options; the tool ends if they are wrong */
extern char **read_command(int argc, char **argv, Options *options);

#endif							/* BLOOM_OPTIONS_H */
