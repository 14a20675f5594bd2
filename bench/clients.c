/*
 * clients.c
 *		The C part of the script `clients`: tests the lines of a file with
 *		libbloomext, many at once and one at a time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bloomext.h"

#define ROUNDS	5

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1e9 + time.tv_nsec;
}

static char *
read_file(const char *path, size_t *size)
{
	FILE	   *file = fopen(path, "rb");
	char	   *bytes;

	if (file == NULL || fseek(file, 0, SEEK_END) != 0)
		exit(2);
	*size = (size_t) ftell(file);
	rewind(file);
	bytes = malloc(*size);
	if (bytes == NULL || fread(bytes, 1, *size, file) != *size)
		exit(2);
	fclose(file);
	return bytes;
}

int
main(int argc, char **argv)
{
	bloomext_filter *filter = bloomext_load_file(argv[1], NULL);
	size_t		size;
	char	   *text = read_file(argv[2], &size);
	size_t	   *offsets = malloc((size + 1) * sizeof(size_t));
	bool	   *found = malloc(size);
	size_t		count = 0;
	char	   *packed = malloc(size);
	size_t		used = 0;
	double		many = 1e18;
	double		each = 1e18;
	size_t		hits = 0;
	bloomext_info info;

	if (argc != 3 || filter == NULL || offsets == NULL || found == NULL ||
		packed == NULL)
		return 2;
	offsets[0] = 0;
	for (char *line = text; line < text + size;)
	{
		char	   *end = memchr(line, '\n', (size_t) (text + size - line));

		memcpy(packed + used, line, (size_t) (end - line));
		used += (size_t) (end - line);
		offsets[++count] = used;
		line = end + 1;
	}
	for (int round = 0; round < ROUNDS; round++)
	{
		double		begin = now();
		double		took;

		bloomext_contains_packed(filter, BLOOMEXT_TEXT, packed, offsets,
								 count, found);
		took = now() - begin;
		many = took < many ? took : many;
		begin = now();
		for (size_t i = 0; i < count; i++)
			hits += bloomext_contains_text(filter, packed + offsets[i],
										   offsets[i + 1] - offsets[i]) == 1;
		took = now() - begin;
		each = took < each ? took : each;
	}
	if (hits < ROUNDS * count / 2)
		return 1;
	bloomext_get_info(filter, &info);
	printf("%zu|C, many|%f\n", info.size, many / (double) count);
	printf("%zu|C, one by one|%f\n", info.size, each / (double) count);
	bloomext_close(filter);
	return 0;
}
