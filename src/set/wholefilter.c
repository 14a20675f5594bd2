/*
 * set/wholefilter.c
 *		A shared set as one filter.
 */
#include "set/filters.h"
#include "set/recent.h"

#include "value/member.h"

#include <math.h>

BLOOM_FUNCTION(bloom_set_filter);

/* A layer of the result: a part of a bucket, of all set partitions */
typedef struct WholeLayer
{
	TimestampTz bucket;
	int32		part;
	BloomGeometry geometry;		/* of one set partition */
	uint64	   *words;
} WholeLayer;

/* The result of bloom_set_filter() while it is built */
typedef struct Whole
{
	BloomSet   *set;
	Snapshot	snapshot;
	BloomFilter *filter;		/* empty, or a list of hashes */
	List	   *layers;
	bool		is_list;		/* the result has no layers */
	int64		placed;			/* hashes of the set partition so far */
	double		bytes;			/* of all layers */
} Whole;

/*
 * The bytes of a layer for a part, which are added to those of the result.
 * Raises an error if the set is too large for one filter.
 */
static Size
add_bytes(Whole *whole, int32 part)
{
	double		bytes = (double) bloom_set_filter_bytes(whole->set, part) *
		whole->set->partitions;

	whole->bytes += bytes;
	if (whole->bytes > BLOOM_MAX_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("shared set \"%s\" takes %.0f MiB as one filter, more than the limit of %d MiB",
						RelationGetRelationName(bloom_set_view(whole->set)),
						ceil(whole->bytes / 1048576.0),
						BLOOM_MAX_BYTES / 1048576),
				 errhint("Test the set itself with bloom_seen(), or distribute the values over several sets with bloom_shard().")));
	return (Size) bytes;
}

/* Find or create the layer of a part of a bucket */
static WholeLayer *
find_layer(Whole *whole, TimestampTz bucket, int32 part)
{
	ListCell   *cell;
	WholeLayer *layer;

	foreach(cell, whole->layers)
	{
		layer = lfirst(cell);
		if (layer->bucket == bucket && layer->part == part)
			return layer;
	}
	layer = palloc(sizeof(WholeLayer));
	layer->bucket = bucket;
	layer->part = part;
	bloom_set_geometry(whole->set, part, &layer->geometry);
	layer->words = palloc0(add_bytes(whole, part));
	whole->layers = lappend(whole->layers, layer);
	return layer;
}

/* The words of a set partition in a layer */
static uint64 *
partition_words(const WholeLayer *layer, int32 partition)
{
	return layer->words + bloom_set_filter_size(&layer->geometry) /
		sizeof(uint64) * partition;
}

/* Copy a filter of the set into its layer */
static void
place_filter(Whole *whole, const BloomSetFilter *row)
{
	WholeLayer *layer = find_layer(whole, row->bucket, row->part);
	uint64	   *words = bloom_set_filter_words(row);

	memcpy(partition_words(layer, row->partition), words,
		   bloom_set_filter_size(&row->geometry));
	pfree(words);
}

/*
 * A BloomBucketAction: add hashes to the list, or to a layer that a merge
 * could put them into, with all earlier batches
 */
static void
place_recent(void *context, int32 partition, TimestampTz bucket,
			 const uint64 *hashes, int64 count)
{
	Whole	   *whole = context;
	WholeLayer *layer = whole->is_list ? NULL :
		find_layer(whole, bucket,
				   bloom_fill_part(whole->set, whole->snapshot, partition,
								   bucket, whole->placed + count));

	for (int64 i = 0; i < count; i++)
		if (whole->is_list)
			BLOOM_CALL(bloom_filter_add, whole->filter, whole->set->class,
					   bloom_bits_rotated(hashes[i]));
		else
			bloom_set_filter_add(whole->set, &layer->geometry,
								 partition_words(layer, partition), hashes[i]);
}

/* An empty filter with the parameters of the result */
static BloomFilter *
whole_filter(const BloomSet *set)
{
	BloomParameters parameters = {
		.capacity = set->capacity, .error_rate = set->error_rate,
		.growth = 2, .seed = (int64) set->seed
	};
	BloomFilter *filter = BLOOM_MAKE(bloom_filter_create,
									 bloom_head_make(&parameters));

	filter->head->class = set->class;
	return filter;
}

/* Add the layers to the filter, by unions */
static void
unite_layers(Whole *whole)
{
	ListCell   *cell;
	Bloom	   *head = palloc(BLOOM_HEADER_SIZE(1));
	BloomView	view = {
		.head = head, .pause = bloom_check_interrupts, .counted = true
	};

	memcpy(head, whole->filter->head, BLOOM_HEADER_SIZE(0));
	head->flags |= BLOOM_FLAG_DENSE;
	head->layers = 1;
	foreach(cell, whole->layers)
	{
		WholeLayer *layer = lfirst(cell);

		head->layer[0].geometry = layer->geometry;
		head->layer[0].geometry.lines *= whole->set->partitions;
		bloom_layers_count(head, layer->words, bloom_check_interrupts);
		view.words = layer->words;
		BLOOM_CALL(bloom_unite_part, whole->filter, view, true);
		pfree(layer->words);
	}
	BLOOM_CALL(bloom_combine_check_rate, whole->filter, false);
	pfree(head);
}

/*
 * bloom_set_filter(set): a list of hashes while the set has no filters and few
 * hashes, else a growing filter that has the set's filters as layers, and in
 * them the recent hashes where they would be merged to.
 */
Datum
bloom_set_filter(PG_FUNCTION_ARGS)
{
	Whole		whole = {
		.set = bloom_set_open(PG_GETARG_OID(0), BLOOM_OWNERSHIP,
							  BLOOM_SET_READ, GetActiveSnapshot()),
		.snapshot = GetActiveSnapshot()
	};
	BloomRecent *recent = palloc(BLOOM_MERGE_BATCH * sizeof(BloomRecent));
	SysScanDesc scan;
	BloomSetFilter row;
	uint64		from = 0;

	/* early, and also if there are no filters yet */
	(void) add_bytes(&whole, 0);
	whole.bytes = 0;
	whole.filter = whole_filter(whole.set);
	scan = bloom_filters_begin(whole.set, whole.snapshot,
							   bloom_set_live(whole.set), -1);
	while (bloom_filters_next(whole.set, scan, &row))
		place_filter(&whole, &row);
	systable_endscan_ordered(scan);
	whole.is_list = whole.layers == NIL &&
		bloom_recent_count(whole.set, whole.snapshot, InvalidBlockNumber) <=
		(int64) bloom_head_limit(whole.filter->head);
	for (int32 partition = 0; partition < whole.set->partitions;
		 partition += from == 0)
	{
		int64		count = bloom_recent_read(whole.set, partition, &from,
											  whole.snapshot, recent);

		bloom_merge_each_bucket(whole.set, recent, count, partition,
								place_recent, &whole);
		whole.placed = from == 0 ? 0 : whole.placed + count;
	}
	unite_layers(&whole);
	bloom_set_close(whole.set);
	PG_RETURN_BLOOM_FILTER(whole.filter);
}
