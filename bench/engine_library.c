/*
 * engine_library.c
 *		libbloomext as a candidate of engine.c: the same hashes with the public
 *		functions.
 */
#include "engine.h"

#include <stdbool.h>
#include <stdlib.h>

#include "bloomext.h"
#include "core/geometry.h"

static void *
make(uint64_t capacity, double error_rate, size_t *bytes)
{
	bloomext_filter *filter = bloomext_new((int64_t) capacity, error_rate, 0,
										   NULL);

	BloomGeometry geometry = {0};

	bloom_geometry_solve(capacity, error_rate, &geometry);
	*bytes = (size_t) geometry.lines * (BLOOM_LINE_BITS / 8);
	return filter;
}

static void
add(void *filter, const uint64_t *hashes, size_t count)
{
	bloomext_add_hashes(filter, hashes, count);
}

static size_t
test(void *filter, const uint64_t *hashes, size_t count)
{
	size_t		hits = 0;

	for (size_t i = 0; i < count; i++)
		hits += bloomext_contains_hash(filter, hashes[i]) == 1;
	return hits;
}

static size_t
test_many(void *filter, const uint64_t *hashes, size_t count)
{
	static bool found[2000000];
	size_t		hits = 0;

	bloomext_contains_hashes(filter, hashes, count, found);
	for (size_t i = 0; i < count; i++)
		hits += found[i];
	return hits;
}

static void
done(void *filter)
{
	bloomext_close(filter);
}

const Candidate library = {
	"libbloomext", make, add, test, test_many, done
};
