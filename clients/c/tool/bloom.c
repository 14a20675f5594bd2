/*
 * tool/bloom.c
 *		The command-line tool, which tests lines of text against filters.
 *
 * bloom.1 describes it.  Lines are converted to hashes, which are tested or
 * added in batches.
 */
#include "tool.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

static int
run_unite(const Options *options, char **paths)
{
	bloomext_filter *filter;
	char	  **first = paths;

	check_output(options);
	filter = read_filter(*paths++);
	for (; *paths != NULL; paths++)
	{
		bloomext_filter *other = read_filter(*paths);
		bloomext_error error;
		int			status = bloomext_unite(filter, other, &error);

		if (status != BLOOMEXT_OK)
			stop_with(shown_name(status == BLOOMEXT_READ_ONLY ? *first :
								 *paths), &error);
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
	put_string(stdout, shown_name(path));
	printf(": %s, %s, %s", info.representation, info.format,
		   class_shown(info.class_));
	if (info.capacity > 0)
		printf(", capacity %" PRId64, info.capacity);
	if (info.error_rate > 0)
		printf(", error rate %g", info.error_rate);
	if (info.growth > 0)
		printf(", growth %d", info.growth);
	if (info.elastic)
		printf(", elastic");
	if (info.counting)
		printf(", counting");
	if (info.seed != 0)
		printf(", seed %" PRId64, (int64_t) info.seed);
	printf("\n%s%.0f values, false positives %.3g, %zu bytes",
		   info.saturated ? "more than " :
		   strcmp(info.representation, "sparse") == 0 ? "" : "about ",
		   info.cardinality,
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
	char	  **paths;

	/* a message is one write, whatever other processes write meanwhile */
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
	paths = read_command(argc, argv, &options);
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
