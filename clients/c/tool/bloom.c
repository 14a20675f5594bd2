/*
 * tool/bloom.c
 *		The command-line tool, which tests lines of text against filters.
 *
 * bloom.1 describes it.  Lines are converted to hashes, which are tested or
 * added in batches.
 */
#include "tool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

void
stop(const char *what, const char *why)
{
	fflush(stdout);
	fprintf(stderr, "bloom: %s: %s\n", what, why);
	exit(EXIT_TROUBLE);
}

static void
show_error(const char *what, const bloomext_error *error)
{
	fflush(stdout);
	fprintf(stderr, "bloom: %s: %s\n", what,
			error->status == BLOOMEXT_FILE ? strerror(errno) : error->message);
	if (error->detail[0] != '\0')
		fprintf(stderr, "  %s\n", error->detail);
	if (error->hint[0] != '\0')
		fprintf(stderr, "  %s\n", error->hint);
}

void
stop_with(const char *what, const bloomext_error *error)
{
	show_error(what, error);
	exit(EXIT_TROUBLE);
}

void *
check_memory(void *memory)
{
	if (memory == NULL)
		stop("memory", "there is none left");
	return memory;
}

void
flush_output(void)
{
	if (fflush(stdout) != 0 || ferror(stdout))
	{
		fprintf(stderr, "bloom: standard output: %s\n", strerror(errno));
		exit(EXIT_TROUBLE);
	}
}

/* Read a filter from a file or standard input; NULL after a message */
static bloomext_filter *
try_filter(const char *path)
{
	bloomext_error error;
	bloomext_filter *filter = strcmp(path, "-") == 0 ?
		bloomext_load_fd(STDIN_FILENO, &error) :
		bloomext_load_file(path, &error);

	if (filter == NULL)
		show_error(shown_name(path), &error);
	return filter;
}

bloomext_filter *
read_filter(const char *path)
{
	bloomext_filter *filter = try_filter(path);

	if (filter == NULL)
		exit(EXIT_TROUBLE);
	return filter;
}

static void
write_filter(const bloomext_filter *filter, const Options *options)
{
	const char *path = options->output;
	bool		standard = path == NULL || strcmp(path, "-") == 0;
	bool		text = options->as_text;
	size_t		size = text ? bloomext_text_size(filter) + 1 :
		bloomext_size(filter);
	char	   *bytes = check_memory(malloc(size));
	FILE	   *file = standard ? stdout : fopen(path, "wb");

	if (text)
	{
		bloomext_write_text(filter, bytes);
		bytes[size - 1] = '\n';
	}
	else
		bloomext_write(filter, bytes);
	if (file == NULL || fwrite(bytes, 1, size, file) != size ||
		fflush(file) != 0 || (!standard && fclose(file) != 0))
		stop(standard ? "standard output" : path, strerror(errno));
	free(bytes);
}

/* Refuse to write bytes to a terminal, before any work is done */
static void
check_output(const Options *options)
{
	if (options->output == NULL && !options->as_text && isatty(STDOUT_FILENO))
		stop("standard output",
			 "a filter is binary data, and this is a terminal\n"
			 "  Name a file by -o FILE, write text by -a, or insist by -o -.");
}

void
refuse_line(const char *path, uint64_t number, const Kind *kind,
			const Line *line)
{
	fflush(stdout);
	fprintf(stderr, "bloom: %s:%" PRIu64 ": not a value of type %s: %.*s\n",
			shown_name(path), number, kind->name,
			line->size < 100 ? (int) line->size : 100, line->text);
	if (strstr(kind->name, "timestamptz") != NULL)
		fprintf(stderr, "  It needs its time zone, as in 2026-01-31 12:00:00+00.\n");
	exit(EXIT_TROUBLE);
}

typedef struct Build
{
	bloomext_filter *filter;
	const char *path;
	Kind		kind;
	Buffer		scratch;
	uint64_t	seed;
} Build;

static bool
add_lines(void *context, const Line *lines, size_t count, uint64_t number)
{
	Build	   *build = context;
	uint64_t	hashes[BATCH];
	int			status = BLOOMEXT_OK;

	for (size_t i = 0; i < count; i++)
		if (!hash_line(&build->kind, &lines[i], build->seed, &build->scratch,
					   &hashes[i]))
			refuse_line(build->path, number + i, &build->kind, &lines[i]);
	if (!build->kind.hashes)
		status = bloomext_set_class(build->filter, build->kind.class);
	if (status == BLOOMEXT_OK)
		status = bloomext_add_hashes(build->filter, hashes, count);
	if (status != BLOOMEXT_OK)
		stop("the filter", bloomext_status_text(status));
	return true;
}

static int
run_build(const Options *options, char **paths)
{
	static char *standard[] = {"-", NULL};
	bloomext_error error;
	Build		build = {
		.kind = kind_of_name(options->type != NULL ? options->type : "text"),
		.seed = options->seed
	};
	bloomext_info info;

	check_output(options);
	build.filter = options->elastic ?
		bloomext_new_elastic(options->capacity, options->rate, options->seed,
							 &error) :
		options->capacity == 0 ?
		bloomext_new_collecting(options->rate, options->seed, &error) :
		bloomext_new(options->capacity, options->rate, options->seed, &error);
	if (build.filter == NULL)
		stop_with("the filter", &error);
	for (paths = *paths == NULL ? standard : paths; *paths != NULL; paths++)
	{
		build.path = *paths;
		if (!each_line(*paths, options->end, add_lines, &build))
			return EXIT_TROUBLE;
	}
	if (bloomext_fit(build.filter, &error) != BLOOMEXT_OK)
		stop_with("the filter", &error);
	bloomext_get_info(build.filter, &info);
	if (info.capacity > 0 && info.fpp > 1.05 * info.error_rate)
		fprintf(stderr, "bloom: the filter holds about %.0f values, more than its capacity of %"
				PRId64 "; its error rate is about %.3g\n", info.cardinality,
				info.capacity, info.fpp);
	write_filter(build.filter, options);
	bloomext_close(build.filter);
	free(build.scratch.data);
	return EXIT_FOUND;
}

static int
run_unite(const Options *options, char **paths)
{
	bloomext_filter *filter;

	check_output(options);
	filter = read_filter(*paths++);
	for (; *paths != NULL; paths++)
	{
		bloomext_filter *other = read_filter(*paths);
		bloomext_error error;

		if (bloomext_unite(filter, other, &error) != BLOOMEXT_OK)
			stop_with(shown_name(*paths), &error);
		bloomext_close(other);
	}
	write_filter(filter, options);
	bloomext_close(filter);
	return EXIT_FOUND;
}

static void
show_info(const char *path, const bloomext_filter *filter)
{
	bloomext_info info;

	bloomext_get_info(filter, &info);
	printf("%s: %s, %s, %s", shown_name(path), info.representation,
		   info.format, class_shown(info.class_));
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
}

static int
run_info(char **paths)
{
	int			status = EXIT_FOUND;

	for (; *paths != NULL; paths++)
	{
		bloomext_filter *filter = try_filter(*paths);

		if (filter == NULL)
			status = EXIT_TROUBLE;
		else
			show_info(*paths, filter);
		bloomext_close(filter);
	}
	flush_output();
	return status;
}

int
main(int argc, char **argv)
{
	Options		options;
	char	  **paths = read_command(argc, argv, &options);

	switch (options.command)
	{
		case TEST:
			return run_test(&options, paths);
		case BUILD:
			return run_build(&options, paths);
		case UNITE:
			return run_unite(&options, paths);
		case INFO:
			break;
	}
	return run_info(paths);
}
