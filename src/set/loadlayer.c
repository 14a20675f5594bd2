/*
 * set/loadlayer.c
 *		Loading the layers of a growing filter into a shared set.
 *
 * The blocks of a layer are in the order of the hashes that choose them, and
 * so are the partitions of a set.  So each partition gets a slice of the
 * layer.  If the borders of blocks and partitions differ, blocks are repeated:
 * each copy stands for a smaller range of hashes.  The values cannot be
 * reconstructed from the bits.  So a slice whose layout differs from those of
 * the set's own filters becomes a filter to which nothing is added, and its
 * number of members is an estimate.
 */
#include "set/load.h"

#include "core/occupancy.h"
#include "set/serialize.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include <math.h>

/* A layer, and how it is cut into slices */
typedef struct Cut
{
	const uint64 *words;		/* of the layer */
	TimestampTz bucket;			/* of the loaded values */
	int64		alike;			/* number of consecutive equal blocks */
	int64		times;			/* number of copies of each of these */
	BloomGeometry geometry;		/* of a partition's slice */
	int32		own_part;		/* the set's part with this layout, or -1 */
	int32		loaded_part;	/* the part to create otherwise */
} Cut;

/* The part of the set's own filters that has the wanted layout, or -1 */
static int32
own_part(const BloomSet *set, const BloomGeometry *wanted)
{
	for (int32 part = 0; part < 64; part++)
	{
		BloomGeometry geometry;

		/* each part is larger than the one before */
		bloom_set_geometry(set, part, &geometry);
		if (geometry.lines > wanted->lines)
			break;
		if (bloom_geometry_fold_factor(wanted, &geometry) == 1)
			return part;
	}
	return -1;
}

/*
 * The number of consecutive blocks of a layer that are equal.  It is more than
 * one if the layer comes from a set in which its blocks were repeated.
 */
static int64
count_alike(const BloomGeometry *layer, const uint64 *words)
{
	Size		block = layer->block * BLOOM_LINE_WORDS;
	int64		blocks = layer->lines / layer->block;
	int64		alike = 1;

	for (; blocks % (2 * alike) == 0; alike *= 2)
		for (int64 i = 0; i < blocks; i += 2 * alike)
			if (memcmp(words + i * block, words + (i + alike) * block,
					   block * sizeof(uint64)) != 0)
				return alike;
	return alike;
}

/* Determine the slices of a layer.  Raises an error if it cannot be cut. */
static Cut
cut_layer(const BloomSet *set, const BloomGeometry *layer,
		  const uint64 *words)
{
	Cut			cut = {.words = words, .times = 1, .geometry = *layer};
	int64		blocks;

	cut.alike = count_alike(layer, words);
	blocks = layer->lines / layer->block / cut.alike;
	cut.bucket = bloom_set_bucket(set);
	while (blocks * cut.times % set->partitions != 0)
		cut.times *= 2;
	if (layer->touched > BLOOM_LOADED_MAX_LINES ||
		blocks * cut.times * layer->block > BLOOM_MAX_LINES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("filter does not fit into the partitions of shared set \"%s\"",
						RelationGetRelationName(set->view)),
				 errhint("Load the values themselves with bloom_set_load_agg().")));
	cut.geometry.lines = (uint32) (blocks * cut.times / set->partitions) *
		layer->block;
	cut.own_part = own_part(set, &cut.geometry);
	return cut;
}

/* Copy a partition's slice.  Returns false if no bit is set in it. */
static bool
copy_slice(const Cut *cut, int32 partition, uint64 *slice)
{
	Size		block = cut->geometry.block * BLOOM_LINE_WORDS;
	int64		blocks = cut->geometry.lines / cut->geometry.block;

	for (int64 i = 0; i < blocks; i++)
		memcpy(slice + i * block,
			   cut->words + (partition * blocks + i) / cut->times *
			   cut->alike * block,
			   block * sizeof(uint64));
	return bloom_bits_count(slice, cut->geometry.lines) > 0;
}

/* Estimate the number of values that have set the bits of a filter */
static int64
estimate(const BloomGeometry *geometry, uint64 bits_set)
{
	return (int64) rint(bloom_occupancy_cardinality(geometry, bits_set));
}

/*
 * Write a filter with the given bits, as a new row or to replace one.  Returns
 * the number of members that it adds.
 */
static int64
write_row(const BloomSet *set, const Cut *cut, BloomSetFilter *row,
		  bool replaces, const uint64 *words)
{
	int64		more;

	if (replaces && !bloom_filter_delete(set, row))
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("shared set \"%s\" cannot be loaded",
						RelationGetRelationName(set->view)),
				 errdetail("Another transaction is changing one of its filters.")));
	more = replaces ? -estimate(&row->geometry, row->bits_set) : 0;
	row->bits_set = bloom_bits_count(words, row->geometry.lines);
	more = Max(more + estimate(&row->geometry, row->bits_set), 0);
	/* a value is in each slice that has a copy of its block */
	more = (more + cut->times / 2) / cut->times;
	row->members += more;
	bloom_filter_insert(set, row, words);
	return more;
}

/* How a slice fits into a partition that has filters */
typedef enum Fit
{
	FIT_NOWHERE,
	FIT_UNITES,					/* a filter has room for it */
	FIT_CONTAINED				/* a filter has all its bits */
} Fit;

/*
 * Combine a slice with an existing filter of the same layout, if that has room
 * for it.  Then slice becomes the union.
 */
static Fit
unite(const BloomSet *set, const BloomSetFilter *row, uint64 *slice)
{
	uint64	   *words = bloom_filter_words(row);
	uint64		bits = bloom_bits_count_or(words, slice, row->geometry.lines);
	Fit			fit = FIT_NOWHERE;

	if (bits == (uint64) row->bits_set)
		fit = FIT_CONTAINED;
	else if (row->part >= 0 && estimate(&row->geometry, bits) <=
			 bloom_set_part_capacity(set, row->part))
		fit = FIT_UNITES;
	if (fit == FIT_UNITES)
		bloom_bits_or(slice, words, row->geometry.lines);
	pfree(words);
	return fit;
}

/* Put a slice into a partition.  Returns the number of members it adds. */
static int64
load_slice(const BloomSet *set, const Cut *cut, int32 partition, uint64 *slice)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	BloomSetFilter row;
	BloomSetFilter united;
	BloomFilterScan scan;
	Fit			fit = FIT_NOWHERE;
	bool		own_is_taken = cut->own_part < 0;

	bloom_filters_begin(&scan, set, latest, cut->bucket);
	bloom_filters_of_partition(&scan, partition);
	while (fit == FIT_NOWHERE && bloom_filters_next(&scan, &row))
	{
		/* the number of new values depends on this row */
		bloom_serialize_shown(row.shown_by);
		if (row.bucket != cut->bucket)
			continue;
		own_is_taken = own_is_taken || row.part == cut->own_part;
		if (bloom_geometry_fold_factor(&row.geometry, &cut->geometry) == 1)
			fit = unite(set, &row, slice);
		united = row;
	}
	bloom_filters_end(&scan);
	UnregisterSnapshot(latest);
	if (fit == FIT_CONTAINED)
		return 0;
	if (fit == FIT_UNITES)
		return write_row(set, cut, &united, true, slice);
	row = (BloomSetFilter) {
		.partition =
			partition, .bucket = cut->bucket, .geometry = cut->geometry,
		.part = own_is_taken ? cut->loaded_part : cut->own_part
	};
	return write_row(set, cut, &row, false, slice);
}

/* A number that no loaded filter of the set has */
static int32
free_number(const BloomSet *set)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	BloomFilterScan scan;
	BloomSetFilter row;
	int32		number = 0;

	bloom_filters_begin(&scan, set, latest, DT_NOBEGIN);
	bloom_filters_of_all(&scan);
	while (bloom_filters_next_key(&scan, &row))
		if (row.part < 0)
			number = Max(number, bloom_filter_loaded_number(row.part) + 1);
	bloom_filters_end(&scan);
	UnregisterSnapshot(latest);
	if (number >= BLOOM_LOADED_PARTS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("shared set \"%s\" has too many filters",
						RelationGetRelationName(set->view))));
	return number;
}

/* Load a layer.  Returns an estimate of the number of new members. */
static int64
load_layer(const BloomSet *set, const BloomGeometry *layer,
		   const uint64 *words)
{
	Cut			cut = cut_layer(set, layer, words);
	uint64	   *slice = palloc_extended(bloom_filter_size(&cut.geometry),
										MCXT_ALLOC_HUGE);
	MemoryContext work = AllocSetContextCreate(CurrentMemoryContext,
											   "bloomext load slice",
											   ALLOCSET_DEFAULT_SIZES);
	int64		loaded = 0;

	cut.loaded_part = bloom_filter_loaded_part(layer, free_number(set));
	for (int32 partition = 0; partition < set->partitions; partition++)
	{
		MemoryContext old = MemoryContextSwitchTo(work);

		CHECK_FOR_INTERRUPTS();
		if (copy_slice(&cut, partition, slice))
			loaded += load_slice(set, &cut, partition, slice);
		MemoryContextSwitchTo(old);
		MemoryContextReset(work);
	}
	MemoryContextDelete(work);
	pfree(slice);
	CommandCounterIncrement();
	return loaded;
}

/*
 * Load the layers of view, a dense growing filter with the set's seed.  The
 * set was opened with bloom_load_open.  Returns an estimate of the number of
 * new members.
 */
int64
bloom_load_layers(BloomSet *set, BloomView view)
{
	const uint64 *words = view.words;
	int64		loaded = 0;

	CommandCounterIncrement();
	for (int i = 0; i < view.head->layers; i++)
	{
		const BloomGeometry *layer = &view.head->layer[i].geometry;

		loaded += load_layer(set, layer, words);
		words += (Size) layer->lines * BLOOM_LINE_WORDS;
	}
	return loaded;
}
