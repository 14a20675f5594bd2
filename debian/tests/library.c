/*
 * library.c
 *		Uses libbloomext as it is installed:
 *
 *			library build VERSION	writes seen.bloom, if VERSION is right
 *			library VALUE FILTER	prints whether FILTER may have VALUE
 */
#include <bloomext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
build(const char *version)
{
	bloomext_filter *filter = bloomext_new(1000, 0.001, 0, NULL);
	void	   *bytes;
	FILE	   *file;

	if (strcmp(version, BLOOMEXT_VERSION) != 0 ||
		strcmp(version, bloomext_version()) != 0 || filter == NULL)
		return 1;
	for (int i = 0; i < 1000; i++)
	{
		char		url[64];

		snprintf(url, sizeof(url), "https://example.com/%d", i);
		if (bloomext_add_text(filter, url, strlen(url)) != 0)
			return 1;
	}
	bytes = malloc(bloomext_size(filter));
	file = fopen("seen.bloom", "wb");
	if (bytes == NULL || file == NULL)
		return 1;
	bloomext_write(filter, bytes);
	if (fwrite(bytes, bloomext_size(filter), 1, file) != 1 ||
		fclose(file) != 0)
		return 1;
	free(bytes);
	bloomext_close(filter);
	puts("ok");
	return 0;
}

int
main(int argc, char **argv)
{
	bloomext_error error;
	bloomext_filter *filter;

	if (argc != 3)
		return 2;
	if (strcmp(argv[1], "build") == 0)
		return build(argv[2]);
	filter = bloomext_load_file(argv[2], &error);
	if (filter == NULL)
	{
		fprintf(stderr, "%s\n", error.message);
		return 1;
	}
	printf("%d\n", bloomext_contains_text(filter, argv[1], strlen(argv[1])));
	bloomext_close(filter);
	return 0;
}
