/*
 * tool/options.h
 *		The options of the command line.
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
	const char *type;			/* type of the lines; NULL: not given */
	char		end;			/* end of a line */

	/* options of test, as in grep */
	bool		others;
	bool		counts;
	bool		quiet;
	bool		files;
	bool		numbers;
	bool		with_names;
	bool		without_names;

	/* options for writing a filter */
	int64_t		capacity;		/* 0: not given */
	bool		elastic;
	double		rate;
	uint64_t	seed;
	const char *output;
	bool		as_text;
} Options;

/* Returns the arguments after the options; ends the tool if they are wrong */
extern char **read_command(int argc, char **argv, Options *options);

#endif							/* BLOOM_OPTIONS_H */
