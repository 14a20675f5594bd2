/*
 * set/test.c
 *		Testing hashes against the filters of a shared set.
 */
#include "set/test.h"

#include "set/filters.h"
#include "set/setslices.h"

#include "miscadmin.h"
#include "utils/snapmgr.h"

/* Whether a filter whose bits are in memory has a hash of its partition */
static bool
words_contain(const BloomSet *set, const BloomGeometry *geometry,
			  const uint64 *words, uint64 hash)
{
	/* the geometry of a block alone */
	BloomGeometry block = *geometry;

	block.lines = block.block;
	return bloom_bits_test(words + bloom_filter_block(set, geometry, hash),
						   &block, hash);
}

/* Whether a stored filter has a hash of its partition: reads a slice of it */
static bool
stored_contains(BloomSlices *slices, const BloomSet *set,
				const BloomSetFilter *row, uint64 hash)
{
	BloomGeometry block = row->geometry;
	uint64		words[BLOOM_MAX_BLOCK * BLOOM_LINE_WORDS];

	CHECK_FOR_INTERRUPTS();
	block.lines = block.block;
	bloom_slices_read(slices,
					  bloom_filter_block(set, &row->geometry, hash) *
					  sizeof(uint64), bloom_filter_size(&block), words);
	return bloom_bits_test(words, &block, hash);
}

/* Set contained[i] if a filter has the i-th hash, all of its partition */
static void
test_filter(const BloomSet *set, const BloomSetFilter *row,
			const uint64 *hashes, int count, bool *contained)
{
	const BloomCached *cached = bloom_cached_filter(set, row, count);
	const uint64 *words = cached == NULL ? NULL : cached->words;
	BloomSlices slices;

	if (words == NULL)
		bloom_slices_begin(&slices, row, cached);
	for (int i = 0; i < count; i++)
		if (!contained[i])
			contained[i] = words == NULL ?
				stored_contains(&slices, set, row, hashes[i]) :
				words_contain(set, &row->geometry, words, hashes[i]);
	if (words == NULL)
		bloom_slices_end(&slices);
}

/* How many of the ascending hashes belong to the partition of the first one */
static int
partition_length(const BloomSet *set, const uint64 *hashes, int count)
{
	int32		partition = bloom_set_partition(set, hashes[0]);
	uint64		end = bloom_set_partition_begin(set, partition + 1);
	int			length = 1;

	while (length < count && (end == 0 || hashes[length] < end))
		length++;
	return length;
}

/*
 * Test ascending hashes against the live filters that the snapshot shows.
 * Sets contained[i] to whether one of them has the i-th hash, and versions[i]
 * to the version of its partition's filters: a number that differs if any of
 * their rows do.
 */
void
bloom_filters_test(const BloomSet *set, Snapshot snapshot,
				   const uint64 *hashes, int count, bool *contained,
				   uint64 *versions)
{
	BloomFilterScan scan;
	BloomSetFilter row;
	int			length;

	memset(contained, 0, count * sizeof(bool));
	/* model: filters-live */
	bloom_filters_begin(&scan, set, snapshot, bloom_set_live(set));
	for (int begin = 0; begin < count; begin += length)
	{
		length = partition_length(set, hashes + begin, count - begin);
		bloom_filters_of_partition(&scan,
								   bloom_set_partition(set, hashes[begin]));
		while (bloom_filters_next(&scan, &row))
			test_filter(set, &row, hashes + begin, length, contained + begin);
		for (int i = begin; i < begin + length; i++)
			versions[i] = scan.version;
	}
	bloom_filters_end(&scan);
}

/*
 * Test ascending hashes again, by the latest snapshot, if the filters of their
 * partition do not have the given versions any more.  Sets contained[i] if a
 * filter has the i-th hash, and leaves it unchanged otherwise.
 */
void
bloom_filters_test_changed(const BloomSet *set, const uint64 *hashes,
						   int count, bool *contained,
						   const uint64 *versions)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	BloomFilterScan scan;
	BloomSetFilter row;
	int			length;

	bloom_filters_begin(&scan, set, latest, bloom_set_live(set));
	for (int begin = 0; begin < count; begin += length)
	{
		int32		partition = bloom_set_partition(set, hashes[begin]);

		length = partition_length(set, hashes + begin, count - begin);
		bloom_filters_of_partition(&scan, partition);
		while (bloom_filters_next(&scan, &row))
			;
		/* model: version */
		if (scan.version == versions[begin])
			continue;
		bloom_filters_of_partition(&scan, partition);
		while (bloom_filters_next(&scan, &row))
			test_filter(set, &row, hashes + begin, length, contained + begin);
	}
	bloom_filters_end(&scan);
	UnregisterSnapshot(latest);
}
