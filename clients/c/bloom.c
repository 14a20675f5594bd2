/*
 * bloom.c
 *		The command-line tool: lines of text against filters.
 *
 * bloom.1 describes it.  A line becomes a hash here, and a batch of hashes is
 * tested or added at once.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bloomext.h"

#define BATCH		4096
#define BLOCK		((size_t) 256 * 1024)

/* As grep's */
enum
{
	EXIT_FOUND = 0, EXIT_NOT_FOUND = 1, EXIT_TROUBLE = 2
};

typedef struct Line
{
	const char *text;
	size_t		size;			/* without the end of line */
} Line;

/* What becomes of so many lines */
typedef void (*Take) (void *context, const Line *lines, size_t count);

static void
__attribute__((noreturn))
stop(const char *what, const char *why)
{
	fprintf(stderr, "bloom: %s: %s\n", what, why);
	exit(EXIT_TROUBLE);
}

static void
__attribute__((noreturn))
stop_with(const char *what, const bloomext_error *error)
{
	fprintf(stderr, "bloom: %s: %s\n", what,
			error->status == BLOOMEXT_FILE ? strerror(errno) : error->message);
	if (error->detail[0] != '\0')
		fprintf(stderr, "  %s\n", error->detail);
	if (error->hint[0] != '\0')
		fprintf(stderr, "  %s\n", error->hint);
	exit(EXIT_TROUBLE);
}

static void
__attribute__((noreturn))
usage(void)
{
	fprintf(stderr,
			"usage: bloom info FILTER ...\n"
			"       bloom test [-v] [-c] [-t TYPE] FILTER <LINES\n"
			"       bloom build [-n CAPACITY] [-e RATE] [-s SEED] [-t TYPE] [-o FILTER] <LINES\n"
			"       bloom unite [-o FILTER] FILTER ...\n"
			"       bloom --version\n");
	exit(EXIT_TROUBLE);
}

static void *
check_memory(void *memory)
{
	if (memory == NULL)
		stop("memory", "there is none left");
	return memory;
}

/* The value of a hexadecimal digit, or -1 */
static int
digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c == '\0' ? NULL :
		strchr(digits, tolower((unsigned char) c));

	return at == NULL ? -1 : (int) (at - digits);
}

/* Decode so many digits in place; returns the bytes, or -1 */
static ssize_t
unhex(char *text, size_t digits)
{
	if (digits % 2 != 0)
		return -1;
	for (size_t i = 0; i < digits; i += 2)
	{
		int			high = digit(text[i]);
		int			low = digit(text[i + 1]);

		if (high < 0 || low < 0)
			return -1;
		text[i / 2] = (char) (high * 16 + low);
	}
	return (ssize_t) digits / 2;
}

/* A filter in the text form, as psql prints it */
static bloomext_filter *
read_digits(const char *path, FILE *file)
{
	size_t		room = 0;
	char	   *line = NULL;
	ssize_t		size = getline(&line, &room, file);
	bloomext_error error;
	bloomext_filter *filter;

	while (size > 0 && isspace((unsigned char) line[size - 1]))
		size--;
	size = size < 2 ? -1 : unhex(line + 2, (size_t) size - 2);
	if (size < 0)
		stop(path, "it isn't \\x and hexadecimal digits");
	filter = bloomext_load(line + 2, (size_t) size, &error);
	if (filter == NULL)
		stop_with(path, &error);
	free(line);
	return filter;
}

static bloomext_filter *
read_filter(const char *path)
{
	FILE	   *file = fopen(path, "rb");
	char		start[2] = {0};
	bloomext_error error;
	bloomext_filter *filter;

	if (file == NULL)
		stop(path, strerror(errno));
	if (fread(start, 1, 2, file) == 2 && memcmp(start, "\\x", 2) == 0)
	{
		rewind(file);
		filter = read_digits(path, file);
	}
	else
		filter = bloomext_load_file(path, &error);
	if (filter == NULL)
		stop_with(path, &error);
	fclose(file);
	return filter;
}

static void
write_filter(const bloomext_filter *filter, const char *path)
{
	size_t		size = bloomext_size(filter);
	char	   *bytes = check_memory(malloc(size));
	FILE	   *file = path == NULL ? stdout : fopen(path, "wb");

	bloomext_write(filter, bytes);
	if (file == NULL || fwrite(bytes, 1, size, file) != size ||
		fflush(file) != 0 || (path != NULL && fclose(file) != 0))
		stop(path == NULL ? "standard output" : path, strerror(errno));
	free(bytes);
}

/* Hand on the lines of standard input, in batches */
static void
each_line(Take take, void *context)
{
	static Line lines[BATCH];
	size_t		room = BLOCK;
	char	   *buffer = check_memory(malloc(room));
	size_t		filled = 0;

	for (;;)
	{
		ssize_t		part = read(STDIN_FILENO, buffer + filled, room - filled);
		char	   *at = buffer;
		char	   *end;
		size_t		count = 0;

		if (part < 0 && errno == EINTR)
			continue;
		if (part < 0)
			stop("standard input", strerror(errno));
		/* the last line may have no end */
		if (part == 0 && filled > 0)
			buffer[filled++] = '\n';
		filled += (size_t) part;
		while ((end = memchr(at, '\n',
							 (size_t) (buffer + filled - at))) != NULL)
		{
			lines[count++] = (Line) {at, (size_t) (end - at)};
			at = end + 1;
			if (count == BATCH)
			{
				take(context, lines, count);
				count = 0;
			}
		}
		take(context, lines, count);
		if (part == 0)
			break;
		filled = (size_t) (buffer + filled - at);
		memmove(buffer, at, filled);
		if (filled == room)
			buffer = check_memory(realloc(buffer, room *= 2));
	}
	free(buffer);
}

static bloomext_class
class_of(const char *name)
{
	for (bloomext_class class = BLOOMEXT_TEXT; class <= BLOOMEXT_FLOAT;
		 class++)
		if (strcmp(name, bloomext_class_name(class)) == 0)
			return class;
	stop(name, "the types are text, integer, bytea, uuid and float");
}

/* So many digits, of a uuid without its hyphens, to bytes; false: no such */
static bool
bytes_of(const Line *line, bool uuid, uint8_t *bytes, size_t *size)
{
	size_t		digits = 0;

	for (size_t i = uuid ? 0 : 2; i < line->size; i++)
	{
		int			value = digit(line->text[i]);

		if (uuid && line->text[i] == '-')
			continue;
		if (value < 0)
			return false;
		if (digits % 2 == 0)
			bytes[digits / 2] = (uint8_t) (value << 4);
		else
			bytes[digits / 2] |= (uint8_t) value;
		digits++;
	}
	*size = digits / 2;
	return uuid ? digits == 32 : digits % 2 == 0 && line->size >= 2 &&
		memcmp(line->text, "\\x", 2) == 0;
}

/* The hash of a line that is a number; false if it isn't one */
static bool
hash_number(const Line *line, bloomext_class class, uint64_t seed,
			uint64_t *hash)
{
	char		text[64];
	char	   *end;

	if (line->size == 0 || line->size >= sizeof(text) ||
		isspace((unsigned char) line->text[0]))
		return false;
	memcpy(text, line->text, line->size);
	text[line->size] = '\0';
	errno = 0;
	*hash = class == BLOOMEXT_FLOAT ?
		bloomext_hash_float(strtod(text, &end), seed) :
		bloomext_hash_integer(strtoll(text, &end, 10), seed);
	return *end == '\0' &&
		(class == BLOOMEXT_FLOAT || errno == 0);
}

/* The hash of a line as a value of a class, or an error */
static uint64_t
hash_line(const Line *line, bloomext_class class, uint64_t seed)
{
	uint64_t	hash = 0;
	uint8_t		few[64] = {0};
	uint8_t    *bytes = few;
	size_t		size;
	bool		fine;

	if (class == BLOOMEXT_TEXT)
		return bloomext_hash_text(line->text, line->size, seed);
	if (class == BLOOMEXT_INTEGER || class == BLOOMEXT_FLOAT)
		fine = hash_number(line, class, seed, &hash);
	else
	{
		if (line->size / 2 >= sizeof(few))
			bytes = check_memory(malloc(line->size));
		fine = bytes_of(line, class == BLOOMEXT_UUID, bytes, &size);
		if (fine)
			hash = bloomext_hash_bytes(bytes, size, seed);
		if (bytes != few)
			free(bytes);
	}
	if (!fine)
	{
		fprintf(stderr, "bloom: not a value of type %s: %.*s\n",
				bloomext_class_name(class),
				line->size < 100 ? (int) line->size : 100, line->text);
		exit(EXIT_TROUBLE);
	}
	return hash;
}

typedef struct Test
{
	const bloomext_filter *filter;
	bloomext_class class;
	uint64_t	seed;
	bool		foreign;		/* another library's: it has no hashes */
	bool		others;			/* show lines that aren't in it */
	bool		quiet;			/* only count them */
	uint64_t	shown;
} Test;

/* Whether another library's filter has a line, which is text or a number */
static bool
contains_key(const Test *test, const Line *line)
{
	if (test->class != BLOOMEXT_INTEGER)
		return bloomext_contains(test->filter, test->class, line->text,
								 line->size) == 1;
	(void) hash_line(line, test->class, 0); /* stops at what is no number */
	return bloomext_contains_integer(test->filter,
									 strtoll(line->text, NULL, 10)) == 1;
}

static void
contains_hashes(const Test *test, const Line *lines, size_t count,
				bool *found)
{
	uint64_t	hashes[BATCH];

	for (size_t i = 0; i < count; i++)
		hashes[i] = hash_line(&lines[i], test->class, test->seed);
	if (count > 0)
		bloomext_contains_hashes(test->filter, hashes, count, found);
}

static void
test_lines(void *context, const Line *lines, size_t count)
{
	Test	   *test = context;
	bool		found[BATCH];

	if (!test->foreign)
		contains_hashes(test, lines, count, found);
	else
		for (size_t i = 0; i < count; i++)
			found[i] = contains_key(test, &lines[i]);
	for (size_t i = 0; i < count; i++)
		if (found[i] != test->others)
		{
			test->shown++;
			/* the end of the line is behind it */
			if (!test->quiet &&
				fwrite(lines[i].text, 1, lines[i].size + 1, stdout) == 0)
				stop("standard output", strerror(errno));
		}
}

static int
run_test(Test *test, const char *path)
{
	bloomext_filter *filter = read_filter(path);
	bloomext_info info;
	bloomext_error error;

	bloomext_get_info(filter, &info);
	if (test->class == BLOOMEXT_NONE)
		test->class = info.class_ != BLOOMEXT_NONE ? info.class_ :
			bloomext_check_class(filter, BLOOMEXT_TEXT, NULL) == BLOOMEXT_OK ?
			BLOOMEXT_TEXT : BLOOMEXT_INTEGER;
	if (test->class > BLOOMEXT_FLOAT)
		stop(path, "values of its type aren't known here");
	if (bloomext_check_class(filter, test->class, &error) != BLOOMEXT_OK)
		stop_with(path, &error);
	test->filter = filter;
	test->seed = info.seed;
	test->foreign = strcmp(info.format, "native") != 0;
	each_line(test_lines, test);
	if (test->quiet)
		printf("%" PRIu64 "\n", test->shown);
	if (fflush(stdout) != 0)
		stop("standard output", strerror(errno));
	bloomext_close(filter);
	return test->shown > 0 ? EXIT_FOUND : EXIT_NOT_FOUND;
}

typedef struct Build
{
	bloomext_filter *filter;
	bloomext_class class;
	uint64_t	seed;
} Build;

static void
add_lines(void *context, const Line *lines, size_t count)
{
	Build	   *build = context;
	uint64_t	hashes[BATCH];
	int			status;

	for (size_t i = 0; i < count; i++)
		hashes[i] = hash_line(&lines[i], build->class, build->seed);
	status = count == 0 ? BLOOMEXT_OK :
		bloomext_set_class(build->filter, build->class);
	if (status == BLOOMEXT_OK)
		status = bloomext_add_hashes(build->filter, hashes, count);
	if (status != BLOOMEXT_OK)
		stop("the filter", bloomext_status_text(status));
}

/* What is given on the command line */
typedef struct Options
{
	bloomext_class class;
	int64_t		capacity;
	double		rate;
	uint64_t	seed;
	const char *output;
	bool		others;
	bool		quiet;
} Options;

static double
number_of(const char *text, double least, double most)
{
	char	   *end;
	double		number = strtod(text, &end);

	if (*text == '\0' || *end != '\0' || !(number >= least && number <= most))
		stop(text, "this isn't a number that can be here");
	return number;
}

/* Read options up to the first argument, of those that a command has */
static Options
read_options(int argc, char **argv, const char *known)
{
	Options		options = {.rate = 0.01};
	int			option;

	while ((option = getopt(argc, argv, known)) != -1)
		switch (option)
		{
			case 'v':
				options.others = true;
				break;
			case 'c':
				options.quiet = true;
				break;
			case 't':
				options.class = class_of(optarg);
				break;
			case 'n':
				options.capacity = (int64_t) number_of(optarg, 1, 1e18);
				break;
			case 'e':
				options.rate = number_of(optarg, 0, 1);
				break;
			case 's':
				options.seed = (uint64_t) strtoll(optarg, NULL, 10);
				break;
			case 'o':
				options.output = optarg;
				break;
			default:
				usage();
		}
	return options;
}

static int
run_build(const Options *options)
{
	bloomext_error error;
	Build		build = {
		.class = options->class != BLOOMEXT_NONE ? options->class :
		BLOOMEXT_TEXT, .seed = options->seed
	};
	bloomext_info info;

	build.filter = bloomext_new(options->capacity, options->rate,
								options->seed, &error);
	if (build.filter == NULL)
		stop_with("the filter", &error);
	each_line(add_lines, &build);
	if (bloomext_fit(build.filter, &error) != BLOOMEXT_OK)
		stop_with("the filter", &error);
	bloomext_get_info(build.filter, &info);
	if (info.capacity > 0 && info.fpp > 1.05 * info.error_rate)
		fprintf(stderr, "bloom: the filter holds about %.0f values, more than its capacity of %"
				PRId64 "; its error rate is about %.3g\n", info.cardinality,
				info.capacity, info.fpp);
	write_filter(build.filter, options->output);
	bloomext_close(build.filter);
	return EXIT_FOUND;
}

static int
run_unite(const Options *options, char **paths)
{
	bloomext_filter *filter = read_filter(*paths++);

	for (; *paths != NULL; paths++)
	{
		bloomext_filter *other = read_filter(*paths);
		bloomext_error error;

		if (bloomext_unite(filter, other, &error) != BLOOMEXT_OK)
			stop_with(*paths, &error);
		bloomext_close(other);
	}
	write_filter(filter, options->output);
	bloomext_close(filter);
	return EXIT_FOUND;
}

static void
show_info(const char *path)
{
	bloomext_filter *filter = read_filter(path);
	bloomext_info info;

	bloomext_get_info(filter, &info);
	printf("%s: %s, %s, %s", path, info.representation, info.format,
		   bloomext_class_name(info.class_));
	if (info.capacity > 0)
		printf(", capacity %" PRId64, info.capacity);
	if (info.error_rate > 0)
		printf(", error rate %g", info.error_rate);
	if (info.growth > 0)
		printf(", growth %d", info.growth);
	if (info.counting)
		printf(", counting");
	if (info.seed != 0)
		printf(", seed %" PRId64, (int64_t) info.seed);
	printf("\n%s%.0f values, false positives %.3g, %zu bytes",
		   info.layers > 0 ? "about " : "", info.cardinality,
		   bloomext_fpp(filter), info.size);
	if (info.layers > 0)
		printf(", layers %u, probes %u, bits %" PRIu64 ", of which set %" PRIu64,
			   info.layers, info.probes, info.bits, info.bits_set);
	printf("\n");
	bloomext_close(filter);
}

int
main(int argc, char **argv)
{
	const char *command = argc > 1 ? argv[1] : "";
	Options		options;
	Test		test;

	if (strcmp(command, "--version") == 0)
	{
		printf("bloom %s\n", bloomext_version());
		return EXIT_FOUND;
	}
	argc--;
	argv++;
	if (strcmp(command, "test") == 0)
	{
		options = read_options(argc, argv, "vct:");
		if (argc - optind != 1)
			usage();
		test = (Test) {
			.class = options.class, .others = options.others,
			.quiet = options.quiet
		};
		return run_test(&test, argv[optind]);
	}
	if (strcmp(command, "build") == 0)
	{
		options = read_options(argc, argv, "n:e:s:t:o:");
		if (argc != optind)
			usage();
		return run_build(&options);
	}
	if (strcmp(command, "unite") == 0)
	{
		options = read_options(argc, argv, "o:");
		if (argc - optind < 1)
			usage();
		return run_unite(&options, argv + optind);
	}
	if (strcmp(command, "info") != 0 || argc < 2)
		usage();
	for (int i = 1; i < argc; i++)
		show_info(argv[i]);
	return EXIT_FOUND;
}
