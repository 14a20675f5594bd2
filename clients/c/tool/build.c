/*
 * tool/build.c
 *		The command build: a filter of lines.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "tool.h"

/* Progress is shown for the first time after this number of seconds */
#define QUIET_SECONDS	2

typedef struct Build
{
	bloomext_filter *filter;
	Input		input;
	uint64_t	lines;			/* of all files */
	time_t		next;			/* time to show progress; 0: never */
	bool		shown;
} Build;

/* Whether the lines are typed at a terminal */
static bool
is_typed(const char *path)
{
	return strcmp(path, "-") == 0 && isatty(STDIN_FILENO);
}

static time_t
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

/*
 * Show the number of lines, once per second.  The cursor returns to the start
 * of the line, so that whatever is printed next replaces it.
 */
static void
show_progress(Build *build)
{
	time_t		now = seconds();

	if (now < build->next)
		return;
	fprintf(stderr, "bloom: %" PRIu64 " lines\r", build->lines);
	fflush(stderr);
	build->next = now + 1;
	build->shown = true;
}

static void
erase_progress(Build *build)
{
	if (build->shown)
		fputs("\033[K", stderr);
	fflush(stderr);
	build->shown = false;
}

static bool
add_lines(void *context, const Line *lines, size_t count, uint64_t number)
{
	Build	   *build = context;
	uint64_t	hashes[BATCH];
	int			status = BLOOMEXT_OK;

	hash_lines(&build->input, lines, count, number, hashes);
	if (!build->input.kind.hashes)
		status = bloomext_set_class(build->filter, build->input.kind.class);
	if (status == BLOOMEXT_OK)
		status = bloomext_add_hashes(build->filter, hashes, count);
	if (status != BLOOMEXT_OK)
		stop("the filter", bloomext_status_text(status));
	build->lines += count;
	if (build->next != 0 && !is_typed(build->input.path))
		show_progress(build);
	return true;
}

/* Create an empty filter; ends the tool after an error */
static bloomext_filter *
make_filter(const Options *options)
{
	bloomext_error error;
	bloomext_filter *filter =
		(options->elastic ? bloomext_new_elastic : bloomext_new)
		(options->capacity, options->rate, options->seed, &error);

	if (filter == NULL)
		stop_with("the filter", &error);
	return filter;
}

/* Warn, like the server, if the filter holds more values than its capacity */
static void
check_capacity(bloomext_filter *filter)
{
	bloomext_error error;

	if (bloomext_report_capacity(filter, &error) == BLOOMEXT_OK)
		return;
	snprintf(error.hint, sizeof(error.hint),
			 "Build the filter again with a larger capacity (-n CAPACITY).");
	show_error("warning", &error);
}

int
run_build(const Options *options, char **paths)
{
	static char *standard[] = {"-", NULL};
	Build		build = {
		.input.kind =
			kind_of_name(options->type != NULL ? options->type : "text"),
		.input.seed = options->seed
	};
	bool		fine = true;

	check_output(options);
	build.filter = make_filter(options);
	if (isatty(STDERR_FILENO))
		build.next = seconds() + QUIET_SECONDS;
	for (paths = *paths == NULL ? standard : paths; fine && *paths != NULL;
		 paths++)
	{
		build.input.path = *paths;
		fine = each_line(*paths, options->end, add_lines, &build);
	}
	if (fine)
	{
		check_capacity(build.filter);
		erase_progress(&build);
		write_filter(build.filter, options);
	}
	bloomext_close(build.filter);
	free(build.input.scratch.data);
	return fine ? EXIT_FOUND : EXIT_TROUBLE;
}
