/*
 * engine_rocksdb.cc
 *		RocksDB's filter, FastLocalBloom, as a candidate of engine.c: RocksDB's
 *		header, and loops like those of RocksDB.
 *
 * Adding uses a ring of eight, like AddAllEntries in table/block_based/
 * filter_policy.cc.  Testing many prefetches 16 ahead, like bloomext.  The
 * 64-bit hash is halved as in RocksDB.  The file is compiled with and without
 * AVX2, and NAME is the name of the variant.
 */
#include "engine.h"

#include <stdlib.h>

#include "util/bloom_impl.h"

using Impl = ROCKSDB_NAMESPACE::FastLocalBloomImpl;

namespace
{

struct Filter
{
	uint32_t	bytes;
	int			probes;
	char	   *data;
};

/* The least bits per value that keep the error rate, with RocksDB's probes */
void *
make(uint64_t capacity, double error_rate, size_t *bytes)
{
	Filter	   *filter = new Filter;
	int			millibits = 4000;

	for (;; millibits += 50)
	{
		filter->probes = Impl::ChooseNumProbes(millibits);
		if (bloom_blockfit_fpp(512000.0 / millibits, 1, 1, filter->probes) <=
			error_rate)
			break;
	}
	filter->bytes = (uint32_t) (capacity * millibits / 512000 + 1) * 64;
	filter->data = (char *) clear_memory(filter->bytes);
	*bytes = filter->bytes;
	return filter;
}

void
add(void *arg, const uint64_t *hashes, size_t count)
{
	const Filter filter = *(Filter *) arg;
	uint32_t	upper[8];
	uint32_t	place[8];
	size_t		i;

	for (i = 0; i < 8 && i < count; i++)
	{
		upper[i] = (uint32_t) (hashes[i] >> 32);
		Impl::PrepareHash((uint32_t) hashes[i], filter.bytes, filter.data,
						  &place[i]);
	}
	for (; i < count; i++)
	{
		Impl::AddHashPrepared(upper[i % 8], filter.probes,
							  filter.data + place[i % 8]);
		upper[i % 8] = (uint32_t) (hashes[i] >> 32);
		Impl::PrepareHash((uint32_t) hashes[i], filter.bytes, filter.data,
						  &place[i % 8]);
	}
	for (i = 0; i < 8 && i < count; i++)
		Impl::AddHashPrepared(upper[i], filter.probes, filter.data + place[i]);
}

size_t
test(void *arg, const uint64_t *hashes, size_t count)
{
	const Filter filter = *(Filter *) arg;
	size_t		hits = 0;

	for (size_t i = 0; i < count; i++)
		hits += Impl::HashMayMatch((uint32_t) hashes[i],
								   (uint32_t) (hashes[i] >> 32), filter.bytes,
								   filter.probes, filter.data);
	return hits;
}

size_t
test_many(void *arg, const uint64_t *hashes, size_t count)
{
	const Filter filter = *(Filter *) arg;
	uint32_t	place[16];
	size_t		hits = 0;

	for (size_t i = 0; i < count + 16; i++)
	{
		if (i >= 16)
			hits += Impl::HashMayMatchPrepared((uint32_t) (hashes[i - 16] >> 32),
											   filter.probes,
											   filter.data + place[i % 16]);
		if (i < count)
			Impl::PrepareHash((uint32_t) hashes[i], filter.bytes, filter.data,
							  &place[i % 16]);
	}
	return hits;
}

void
done(void *arg)
{
	Filter	   *filter = (Filter *) arg;

	release_memory(filter->data, filter->bytes);
	delete filter;
}

}

#ifdef __AVX2__
const Candidate rocksdb_avx2 = {
	"RocksDB's, AVX2", make, add, test, test_many, done
};
#else
const Candidate rocksdb_portable = {
	"RocksDB's", make, add, test, test_many, done
};
#endif
