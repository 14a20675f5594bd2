/*
 * set/loadlayer.c
 *		Loading the layers of a growing filter into a shared set.
 *
 * A layer's blocks follow each other as the hashes do that choose them, and so
 * do a set's partitions.  So a partition gets a slice of the layer, and if
 * blocks do not end where partitions do, each block several times, for smaller
 * stretches of hashes.  Bits do not tell which values set them.  So a slice
 * that has not the layout of one of the set's own filters stays as it is, as a
 * filter to which nothing is added, and how many members it has is an
 * estimate.
 */
#include "set/load.h"

#include "core/occupancy.h"
#include "set/valueclass.h"
#include "set/serialize.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include <math.h>

/* A layer, and how it is cut */
typedef struct Cut
{
	const uint64 *words;		/* of the layer */
	TimestampTz bucket;			/* that it goes to */
	int64		alike;			/* so many blocks, one after the other, are */
	int64		times;			/* that each of those is there then */
	BloomGeometry geometry;		/* of a partition's slice */
	int32		own_part;		/* which has this layout; or -1 */
	int32		loaded_part;	/* else it is this one */
} Cut;

/* The part of the set's own filters that has a layout, or -1 */
static int32
own_part(const BloomSet *set, const BloomGeometry *wanted)
{
	for (int32 part = 0; part < 64; part++)
	{
		BloomGeometry geometry;

		/* each is larger than the one before */
		if (!bloom_set_geometry(set, part, &geometry) ||
			geometry.lines > wanted->lines)
			break;
		if (bloom_geometry_fold_factor(wanted, &geometry) == 1)
			return part;
	}
	return -1;
}

/*
 * How many blocks of a layer, one after the other, are alike: more than one
 * if it was cut into more slices once than it has blocks
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

/* Into which slices a layer is cut; an error if it can't be */
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
				 errhint("Load the values themselves by bloom_set_load_agg.")));
	cut.geometry.lines = (uint32) (blocks * cut.times / set->partitions) *
		layer->block;
	cut.own_part = own_part(set, &cut.geometry);
	return cut;
}

/* Copy a partition's slice; false if no bit is set in it */
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

/* About how many values set the bits of a filter */
static int64
estimate(const BloomGeometry *geometry, uint64 bits_set)
{
	return (int64) rint(bloom_occupancy_cardinality(geometry, bits_set));
}

/* Write a row's filter with other bits; returns how many more members */
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
	/* a value is in as many slices as its block */
	more = (more + cut->times / 2) / cut->times;
	row->members += more;
	bloom_filter_insert(set, row, words);
	return more;
}

/* What can be done with a slice in a partition that has filters already */
typedef enum Fit
{
	FIT_NOWHERE,
	FIT_UNITES,					/* with a filter, which has room for it */
	FIT_CONTAINED				/* in one */
} Fit;

/*
 * Unite a slice with a filter that has its layout, if that has room.  Its
 * words become those of the union then.
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

/* Put a slice into a partition; returns how many more members that are */
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
		/* how many values are new depends on it, too */
		bloom_serialize_shown(row.writer);
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

/* A number that no loaded filter has, whatever its layout */
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

/* Load a layer; returns about how many members more the set has */
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
 * Load the layers of a dense filter that grows and has the set's seed; returns
 * about how many members more it has.  The set was opened to be loaded.
 */
int64
bloom_load_layers(BloomSet *set, BloomView view)
{
	const uint64 *words = view.words;
	int64		loaded = 0;

	if (view.head->class != BLOOM_CLASS_NONE)
		bloom_class_resolve(set, view.head->class);
	CommandCounterIncrement();
	for (int i = 0; i < view.head->layers; i++)
	{
		const BloomGeometry *layer = &view.head->layer[i].geometry;

		loaded += load_layer(set, layer, words);
		words += (Size) layer->lines * BLOOM_LINE_WORDS;
	}
	return loaded;
}
