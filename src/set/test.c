/*
 * set/test.c
 *		Testing hashes against the filters of a shared set.
 */
#include "set/test.h"

#include "set/cache.h"

#include "access/heaptoast.h"
#include "miscadmin.h"
#include "utils/snapmgr.h"

/* Chunks that are read at a time if many of a filter's are needed */
#define MANY_CHUNKS		64

/* Set contained[i] if a filter has the i-th hash, all of its partition */
static void
test_filter(BloomChunks *chunks, const BloomSet *set,
			const BloomSetFilter *row, const uint64 *hashes, int count,
			bool *contained)
{
	BloomGeometry block = row->geometry;
	Size		size = bloom_filter_size(&row->geometry);
	/* hashes are in the order of blocks, and most chunks have one */
	int			ahead = (Size) count * TOAST_MAX_CHUNK_SIZE >= size ?
		MANY_CHUNKS : 1;
	uint64		words[BLOOM_MAX_BLOCK * BLOOM_LINE_WORDS];

	/* the geometry of a block alone */
	block.lines = block.block;
	for (int i = 0; i < count; i++)
	{
		if (contained[i])
			continue;
		CHECK_FOR_INTERRUPTS();
		bloom_chunks_read(chunks, row,
						  bloom_filter_block(set, &row->geometry, hashes[i]) *
						  sizeof(uint64), bloom_filter_size(&block), ahead,
						  words);
		contained[i] = bloom_bits_test(words, &block, hashes[i]);
	}
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
	BloomChunks chunks = {0};
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
			test_filter(&chunks, set, &row, hashes + begin, length,
						contained + begin);
		for (int i = begin; i < begin + length; i++)
			versions[i] = scan.version;
	}
	bloom_chunks_end(&chunks);
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
	BloomChunks chunks = {0};
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
			test_filter(&chunks, set, &row, hashes + begin, length,
						contained + begin);
	}
	bloom_chunks_end(&chunks);
	bloom_filters_end(&scan);
	UnregisterSnapshot(latest);
}
