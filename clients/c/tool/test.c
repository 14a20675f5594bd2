/*
 * tool/test.c
 *		The command test: lines that a filter has, or has not.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "tool.h"

typedef struct Test
{
	const bloomext_filter *filter;
	const Options *options;
	Input		input;
	bool		imported;		/* an imported filter has no hashes */
	bool		names;			/* print the file name before a line */
	uint64_t	selected;
} Test;

/* Test lines one at a time against an imported filter, which has no hashes */
static void
find_values(Test *test, const Line *lines, size_t count, uint64_t number,
			bool *found)
{
	Input	   *input = &test->input;

	for (size_t i = 0; i < count; i++)
	{
		line_bytes(input, &lines[i], number + i);
		found[i] = bloomext_contains(test->filter, input->kind.class,
									 input->scratch.data,
									 input->scratch.size) == 1;
	}
}

static void
find_hashes(Test *test, const Line *lines, size_t count, uint64_t number,
			bool *found)
{
	uint64_t	hashes[BATCH];

	hash_lines(&test->input, lines, count, number, hashes);
	bloomext_contains_hashes(test->filter, hashes, count, found);
}

static bool
test_lines(void *context, const Line *lines, size_t count, uint64_t number)
{
	Test	   *test = context;
	const Options *options = test->options;
	bool		found[BATCH];

	(test->imported ? find_values : find_hashes) (test, lines, count, number,
												  found);
	for (size_t i = 0; i < count; i++)
		if (found[i] != options->others)
		{
			test->selected++;
			if (options->quiet || options->files)
				return false;
			if (options->counts)
				continue;
			if (test->names)
				printf("%s:", shown_name(test->input.path));
			if (options->numbers)
				printf("%" PRIu64 ":", number + i);
			/* including the end of the line */
			fwrite(lines[i].text, 1, lines[i].size + 1, stdout);
		}
	/* so that the reader of a pipe gets the output so far */
	flush_output();
	return true;
}

/* The kind of lines to test against a filter */
static Kind
kind_for(const char *path, const bloomext_filter *filter, bool imported,
		 const Options *options)
{
	Kind		kind = options->type != NULL ? kind_of_name(options->type) :
		kind_of_filter(shown_name(path), filter);
	bloomext_error error;

	if (kind.hashes && imported)
		stop(shown_name(path), bloomext_status_text(BLOOMEXT_HASH));
	if (!kind.hashes &&
		bloomext_check_class(filter, kind.class, &error) != BLOOMEXT_OK)
		stop_with(shown_name(path), &error);
	return kind;
}

int
run_test(const Options *options, char **paths)
{
	static char *standard[] = {"-", NULL};
	const char *path = *paths++;
	bloomext_filter *filter = read_filter(path);
	bloomext_info info;
	Test		test = {.options = options, .filter = filter};
	bool		any = false;
	bool		failed = false;
	bool		read;

	if (*paths == NULL)
		paths = standard;
	for (char **at = paths; *at != NULL; at++)
		if (strcmp(path, "-") == 0 && strcmp(*at, "-") == 0)
			stop("-", "standard input has the filter; name a file of lines");
	bloomext_get_info(filter, &info);
	test.input.seed = info.seed;
	test.imported = strcmp(info.format, "native") != 0;
	test.input.kind = kind_for(path, filter, test.imported, options);
	test.names = options->with_names ||
		(paths[1] != NULL && !options->without_names);
	for (; *paths != NULL && !(any && options->quiet); paths++)
	{
		test.input.path = *paths;
		test.selected = 0;
		read = each_line(*paths, options->end, test_lines, &test);
		failed |= !read;
		any |= test.selected > 0;
		if (options->quiet || !read)
			continue;
		if (options->files && test.selected > 0)
			printf("%s\n", shown_name(*paths));
		else if (options->counts && !options->files)
			printf("%s%s%" PRIu64 "\n", test.names ? shown_name(*paths) : "",
				   test.names ? ":" : "", test.selected);
	}
	flush_output();
	bloomext_close(filter);
	free(test.input.scratch.data);
	return failed && !(any && options->quiet) ? EXIT_TROUBLE :
		any ? EXIT_FOUND : EXIT_NOT_FOUND;
}
