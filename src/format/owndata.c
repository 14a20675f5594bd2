/*
 * format/owndata.c
 *		Properties of formats that estimates and messages need.
 */
#include "format/owndata.h"

const char *
bloom_format_name(int format)
{
	static const char *const names[] = {
		[BLOOM_FORMAT_NATIVE] = "native",
		[BLOOM_FORMAT_PYBLOOM] = "pybloom",
		[BLOOM_FORMAT_REDISBLOOM] = "redisbloom",
		[BLOOM_FORMAT_REDIS_BITMAP] = "redis-bitmap",
		[BLOOM_FORMAT_GUAVA] = "guava",
		[BLOOM_FORMAT_SPARK] = "spark",
		[BLOOM_FORMAT_PARQUET] = "parquet"
	};
	const int	count = sizeof(names) / sizeof(names[0]);

	return format >= 0 && format < count ? names[format] : NULL;
}

bool
bloom_imported_short_hashes(int format, const BloomImported *imported)
{
	return (format == BLOOM_FORMAT_GUAVA && imported->variant == 0) ||
		(format == BLOOM_FORMAT_SPARK && imported->variant == 1);
}
