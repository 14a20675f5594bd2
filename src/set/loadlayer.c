/*
 * set/loadlayer.c
 *		Loading the layers of a growing filter into a shared set.
 *
 * bloom_set_filter() makes a layer of each part of a set: the filters of all
 * partitions, one after the other.  Here, such a layer is cut into these
 * filters again.  Each becomes the part of this set, or is combined with it.
 */
#include "set/load.h"

#include "core/occupancy.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include <math.h>

/* Raise the error that a filter was not made of a set like this one */
void
bloom_load_refuse(const BloomSet *set)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("filter and shared set \"%s\" have different parameters",
					RelationGetRelationName(set->view)),
			 errhint("Load the filter into a set with the capacity, error rate, retention and bucket of the one from which bloom_set_filter() made it, or load the values with bloom_set_load_agg().")));
}

/*
 * The part of the set whose filters form this layer.  Raises an error if there
 * is none.
 */
static int32
find_part(const BloomSet *set, const BloomGeometry *layer)
{
	BloomGeometry geometry;

	for (int32 part = 0; part < BLOOM_SET_MAX_PARTS; part++)
	{
		bloom_set_geometry(set, part, &geometry);
		if ((uint64) geometry.lines * set->partitions == layer->lines &&
			geometry.block == layer->block &&
			geometry.touched == layer->touched &&
			geometry.probes == layer->probes)
			return part;
	}
	bloom_load_refuse(set);
}

/* Estimate the number of values that have set the bits of a filter */
static int64
estimate(const BloomGeometry *geometry, uint64 bits_set)
{
	return (int64) rint(bloom_occupancy_cardinality(geometry, bits_set));
}

/* Find the row that has the key of wanted.  Returns its bits, or NULL. */
static uint64 *
find_row(const BloomSet *set, BloomSetFilter *wanted)
{
	Snapshot	latest = RegisterSnapshot(GetLatestSnapshot());
	uint64	   *words = NULL;
	BloomFilterScan scan;
	BloomSetFilter row;

	bloom_filters_begin(&scan, set, latest, wanted->bucket);
	bloom_filters_of_partition(&scan, wanted->partition);
	while (words == NULL && bloom_filters_next(&scan, &row))
	{
		/* the number of new values depends on this row */
		bloom_serialize_shown(row.shown_by);
		if (row.bucket != wanted->bucket || row.part != wanted->part)
			continue;
		words = bloom_filter_words(&row);
		*wanted = row;
	}
	bloom_filters_end(&scan);
	UnregisterSnapshot(latest);
	return words;
}

/* Raise an error if the filter, united with more bits, would be too full */
static void
check_room(const BloomSet *set, const BloomSetFilter *row, uint64 bits)
{
	if (estimate(&row->geometry, bits) >
		bloom_set_part_capacity(set, row->part))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("filter does not fit into shared set \"%s\"",
						RelationGetRelationName(set->view)),
				 errdetail("Together they would exceed the capacity."),
				 errhint("Load the values with bloom_set_load_agg().")));
}

/* Load the filter of one partition.  Returns the number of new members. */
static int64
load_slice(const BloomSet *set, int32 partition, int32 part,
		   const uint64 *slice)
{
	BloomSetFilter row = {
		.partition = partition, .part = part,
		.bucket = bloom_current_bucket(set)
	};
	uint64	   *words = find_row(set, &row);
	int64		more = 0;
	uint64		bits;

	bloom_set_geometry(set, part, &row.geometry);
	bits = bloom_bits_count(slice, row.geometry.lines);
	if (bits == 0)
		return 0;
	if (words != NULL)
	{
		bits = bloom_bits_count_or(words, slice, row.geometry.lines);
		if (bits == (uint64) row.bits_set)
			return 0;
		check_room(set, &row, bits);
		if (!bloom_filter_delete(set, &row))
			ereport(ERROR,
					(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
					 errmsg("shared set \"%s\" cannot be loaded",
							RelationGetRelationName(set->view)),
					 errdetail("Another transaction is changing one of its filters.")));
		bloom_bits_or(words, slice, row.geometry.lines);
		more = -estimate(&row.geometry, row.bits_set);
	}
	more += estimate(&row.geometry, bits);
	row.members += more;
	row.bits_set = bits;
	bloom_filter_insert(set, &row, words != NULL ? words : slice);
	return more;
}

/* Load a layer.  Returns an estimate of the number of new members. */
static int64
load_layer(const BloomSet *set, const BloomGeometry *layer,
		   const uint64 *words)
{
	int32		part = find_part(set, layer);
	Size		size = (Size) layer->lines / set->partitions *
		BLOOM_LINE_WORDS;
	MemoryContext work = AllocSetContextCreate(CurrentMemoryContext,
											   "bloomext load slice",
											   ALLOCSET_DEFAULT_SIZES);
	int64		loaded = 0;

	for (int32 partition = 0; partition < set->partitions; partition++)
	{
		MemoryContext old = MemoryContextSwitchTo(work);

		CHECK_FOR_INTERRUPTS();
		loaded += load_slice(set, partition, part, words + partition * size);
		MemoryContextSwitchTo(old);
		MemoryContextReset(work);
	}
	MemoryContextDelete(work);
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
