/*
 * tool/options.c
 *		Reads the command line.
 */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

static const char help[] =
"usage: bloom test [OPTION]... FILTER [FILE]...  print lines that may be members\n"
"       bloom build [OPTION]... [FILE]...        write a filter of the lines\n"
"       bloom unite [OPTION]... FILTER...        write the union of the filters\n"
"       bloom info FILTER...                     print parameters and error rate\n"
"Without FILE, or if FILE is -, lines are read from standard input.  FILTER is a\n"
"file or pipe with the bytes of filter::bytea, or with the text printed by psql.\n"
"\n"
"test, as grep: -v  select lines that are not members   -q  print nothing\n"
"               -c  print only the number of lines      -n  print line numbers\n"
"               -l  print only the names of files       -x  (has no effect)\n"
"               -h, -H  never, always print the names of files\n"
"build:         -n CAPACITY  number of values (default: elastic, for any number)\n"
"               -E  elastic, with that capacity (default: 50 million)\n"
"               -e RATE  error rate (default: 0.01)\n"
"               -s SEED  seed of the hash (default: 0)\n"
"build, unite:  -o FILE  output; -o - is standard output, even if a terminal\n"
"               -a  write text, for psql\n"
"test, build:   -z  lines end with a zero byte\n"
"               -t TYPE  type of the lines (default: the filter's, or text)\n"
"Types: text, integer, float, real, numeric, uuid, bytea, bool, date, time,\n"
"timetz, timestamp, timestamptz, inet, cidr, macaddr, macaddr8, pg_lsn, bit,\n"
"varbit, char, enum:NAME, hash (result of bloom_hash); for rows with fields\n"
"separated by tabs, TYPE,TYPE...\n"
"Exit status: 0 if a line was selected, 1 if none was, 2 after an error\n";

/* End the tool after an error in the command line, which was printed */
static void
__attribute__((noreturn))
refuse(void)
{
	fputs("Try \"bloom --help\".\n", stderr);
	exit(EXIT_TROUBLE);
}

static void
__attribute__((noreturn))
refuse_with(const char *what, const char *why)
{
	complain(what, why);
	refuse();
}

static void
__attribute__((noreturn))
show(const char *text)
{
	exit(fputs(text, stdout) < 0 || fflush(stdout) != 0 ?
		 EXIT_TROUBLE : EXIT_FOUND);
}

static double
number_of(char option, const char *text, double least, double most)
{
	const char	name[] = {'-', option, '\0'};
	char	   *end;
	double		number = strtod(text, &end);

	if (*text == '\0' || *end != '\0' ||
		!(number >= least && number <= most) ||
		(option == 'n' && number != floor(number)))
		refuse_with(name, option == 'n' ?
					"the capacity is a whole number, at least 1" :
					"the error rate is a number between 1e-9 and 0.5");
	return number;
}

static uint64_t
seed_of(const char *text)
{
	char	   *end;
	long long	seed;

	errno = 0;
	seed = strtoll(text, &end, 10);
	if (*text == '\0' || *end != '\0' || errno != 0)
		refuse_with("-s", "the seed is a bigint");
	return (uint64_t) seed;
}

static void
read_option(int option, Options *options)
{
	switch (option)
	{
		case 'v':
			options->others = true;
			break;
		case 'c':
			options->counts = true;
			break;
		case 'q':
			options->quiet = true;
			break;
		case 'l':
			options->files = true;
			break;
		case 'h':
		case 'H':
			options->without_names = option == 'h';
			options->with_names = option == 'H';
			break;
		case 'x':
			break;
		case 'z':
			options->end = '\0';
			break;
		case 't':
			options->type = optarg;
			break;
		case 'n':
			if (options->command == TEST)
				options->numbers = true;
			else
				options->capacity = (int64_t) number_of('n', optarg, 1, 1e18);
			break;
		case 'e':
			options->rate = number_of('e', optarg, 0, 1);
			break;
		case 'E':
			options->elastic = true;
			break;
		case 's':
			options->seed = seed_of(optarg);
			break;
		case 'o':
			options->output = optarg;
			break;
		case 'a':
			options->as_text = true;
			break;
		default:
			refuse();
	}
}

/* At most one filter can be read from standard input */
static void
check_filters(char **paths)
{
	int			standard = 0;

	for (; *paths != NULL; paths++)
		standard += strcmp(*paths, "-") == 0;
	if (standard > 1)
		refuse_with("-", "standard input can only contain one filter");
}

char **
read_command(int argc, char **argv, Options *options)
{
	static char name[] = "bloom";
	static char *standard[] = {"-", NULL};
	static const struct
	{
		const char *name;
		const char *options;
	}			commands[] = {
		[TEST] = {"test", "vcqlnhHxzt:"},
		[BUILD] = {"build", "n:Ee:s:t:o:az"},
		[UNITE] = {"unite", "o:a"},
		[INFO] = {"info", ""},
	};
	static const struct option longer[] = {{"help", no_argument, NULL, 1}, {0}};
	int			option;

	*options = (Options) {.rate = 0.01, .end = '\n'};
	if (argc < 2)
		refuse_with("no command", "use test, build, unite or info");
	if (strcmp(argv[1], "--version") == 0)
	{
		printf("bloom %s\n", bloomext_version());
		show("");
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)
		show(help);
	while (strcmp(argv[1], commands[options->command].name) != 0)
		if (options->command++ == INFO)
			refuse_with(argv[1], "unrecognized command");
	/* for messages */
	argv[1] = name;
	while ((option = getopt_long(argc - 1, argv + 1,
								 commands[options->command].options, longer,
								 NULL)) != -1)
	{
		if (option == 1)
			show(help);
		read_option(option, options);
	}
	argv += 1 + optind;
	if (options->command == TEST && *argv == NULL)
		refuse_with("test", "no filter was given");
	if (options->command >= UNITE)
	{
		check_filters(argv);
		if (*argv == NULL && isatty(STDIN_FILENO))
			refuse_with(commands[options->command].name, "no filter was given");
		if (*argv == NULL)
			return standard;
	}
	return argv;
}
