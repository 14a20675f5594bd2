/*
 * value/view.c
 *		Reading filters of every form alike.
 */
#include "value/view.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/timestamp.h"

#include <math.h>

#include "value/hash.h"
#include "value/wire.h"

/* So many lines of a layer at a time are counted, each; whole regions */
#define FPP_LINES		4096

/* A stored value that has been detoasted */
BloomView
bloom_view_stored(const Bloom *filter)
{
	BloomView	view = {.head = filter, .counted = true};

	bloom_check_stored(filter);
	if (bloom_is_foreign(filter))
		view.foreign = bloom_stored_foreign(filter);
	if (bloom_is_sparse(filter))
	{
		view.hashes = bloom_stored_hashes(filter);
		view.count = bloom_stored_count(filter);
	}
	else
		view.words = bloom_stored_words(filter);
	return view;
}

/* The bytes of the stored form of a filter */
Size
bloom_view_size(BloomView view)
{
	return BLOOM_HEADER_SIZE(view.head->layers) +
		bloom_foreign_size(view.head) +
		bloom_words_size(view.head) + view.count * sizeof(uint64);
}

/* Write it, so many bytes; the filter has to be counted.  Can be cancelled. */
void
bloom_view_flatten(BloomView view, Bloom *result)
{
	Size		head_size = BLOOM_HEADER_SIZE(view.head->layers);
	Size		foreign_size = bloom_foreign_size(view.head);
	Size		size = bloom_view_size(view);

	memcpy(result, view.head, head_size);
	result->extra = foreign_size / sizeof(uint64);
	if (foreign_size > 0)
		memcpy(bloom_stored_foreign(result), view.foreign, foreign_size);
	head_size += foreign_size;
	if (size > head_size)
		bloom_copy_bytes((char *) result + head_size,
						 bloom_is_sparse(view.head) ? view.hashes : view.words,
						 size - head_size);
	SET_VARSIZE(result, size);
}

/* Whether the bytes that a foreign filter hashes may be in it */
bool
bloom_view_contains_key(BloomView view, const char *key, Size size)
{
	const uint64 *words = view.words;

	for (int i = 0; i < view.head->layers; i++)
	{
		if (bloom_foreign_test(view.head->family, view.foreign, i, words, key,
							   size))
			return true;
		words += bloom_foreign_words(&view.foreign->layer[i]);
	}
	return false;
}

/* Whether a value may be in a foreign filter */
bool
bloom_view_contains_foreign(BloomView view, BloomHasher *hasher, Datum value)
{
	Size		size;
	const char *key = bloom_hasher_key(hasher, value, &size);

	bloom_check_class(view.head, hasher->class);
	return bloom_view_contains_key(view, key, size);
}

/*
 * An estimate of how many distinct values set so many bits of a layer; of
 * another library's by the classic formula (Swamidass and Baldi, 2007).
 */
double
bloom_view_layer_cardinality(BloomView view, int i, uint64 bits_set)
{
	const BloomForeignLayer *layer;
	double		clear;

	if (!bloom_is_foreign(view.head))
		return bloom_geometry_cardinality(&view.head->layer[i].geometry,
										  bits_set);
	layer = &view.foreign->layer[i];
	clear = Max((double) layer->bits - bits_set, 0.5);
	return -log(clear / layer->bits) * layer->bits / layer->probes;
}

/* The same of a layer as it is, whose set bits are counted */
static double
layer_cardinality(BloomView view, int i)
{
	return bloom_view_layer_cardinality(view, i,
										view.head->layer[i].bits_set);
}

/* The error rate of another library's layer, by the share of its bits */
static double
foreign_fpp(BloomView view, int i)
{
	return pow((double) view.head->layer[i].bits_set /
			   view.foreign->layer[i].bits, view.foreign->layer[i].probes);
}

/* The error rate that a layer is expected to have, by its set bits alone */
static double
expected_fpp(BloomView view, int i)
{
	return bloom_is_foreign(view.head) ? foreign_fpp(view, i) :
		bloom_geometry_fpp(&view.head->layer[i].geometry,
						   layer_cardinality(view, i));
}

/*
 * The error rate that a native layer has, by the bits of each line.  Those
 * of the whole layer don't tell it if values came by their hashes: half of
 * all hashes, the lower ones, fill half of a fixed filter.
 */
static double
measured_fpp(BloomView view, const BloomGeometry *geometry,
			 const uint64 *words)
{
	uint16		line_bits[FPP_LINES];
	double		sum = 0.0;

	for (Size done = 0; done < geometry->lines; done += FPP_LINES)
	{
		Size		lines = Min(geometry->lines - done, FPP_LINES);

		for (Size i = 0; i < lines; i++)
		{
			line_bits[i] = bloom_is_counting(view.head) ?
				bloom_counters_count_or(words, words, 1) :
				bloom_bits_count(words, 1);
			words += bloom_line_words(view.head);
		}
		sum += bloom_geometry_regions_fpp(geometry, line_bits,
										  lines / geometry->region);
		CHECK_FOR_INTERRUPTS();
	}
	return sum / (geometry->lines / geometry->region);
}

/*
 * The number of distinct members: exact of a sparse filter, an estimate of a
 * dense one, which has to be counted.  A layer got no values that earlier
 * ones took for theirs: their share is added.
 */
double
bloom_view_cardinality(BloomView view)
{
	double		values = view.count;
	double		right = 1.0;

	for (int i = 0; i < view.head->layers; i++)
	{
		values += layer_cardinality(view, i) / right;
		if (i + 1 < view.head->layers)
			right = Max(right * (1.0 - expected_fpp(view, i)), 0.5);
	}
	return values;
}

/*
 * The chance that a value that was never added tests positive: that at least
 * one layer has all its bits, or a list its hash.  The filter has to be
 * counted.  Can be cancelled.
 */
double
bloom_view_fpp(BloomView view)
{
	const uint64 *words = view.words;
	double		right = 1.0;

	if (bloom_is_sparse(view.head))
		return ldexp((double) view.count, -64);
	for (int i = 0; i < view.head->layers; i++)
	{
		const BloomGeometry *geometry = &view.head->layer[i].geometry;

		right *= 1.0 - (bloom_is_foreign(view.head) ? foreign_fpp(view, i) :
						measured_fpp(view, geometry, words));
		words += (Size) geometry->lines * bloom_line_words(view.head);
	}
	return 1.0 - right;
}

/* The same as the set bits of whole layers tell it, which costs nothing */
double
bloom_view_expected_fpp(BloomView view)
{
	double		right = 1.0;

	for (int i = 0; i < view.head->layers; i++)
		right *= 1.0 - expected_fpp(view, i);
	return 1.0 - right;
}

/*
 * A fixed filter that holds more than its capacity may err more often than it
 * was asked to: then say so, once a statement.  The margin is well over what
 * an estimate of the number of values may be off by.  (A small filter has
 * room to spare, for it consists of whole lines.)
 */
void
bloom_warn_over_capacity(const Bloom *head, double values)
{
	static TimestampTz warned = 0;
	double		fpp;

	if (values <= 1.01 * head->capacity + 3.0 * sqrt(head->capacity) ||
		warned == GetCurrentStatementStartTimestamp() || IsParallelWorker())
		return;
	fpp = bloom_geometry_fpp(&head->layer[0].geometry, values);
	if (fpp <= head->error_rate)
		return;
	warned = GetCurrentStatementStartTimestamp();
	ereport(WARNING,
			(errmsg("bloom filter holds about %.0f values, more than its capacity of " INT64_FORMAT,
					values, head->capacity),
			 errdetail("Its error rate is now about %.3g instead of %.3g.",
					   fpp, head->error_rate),
			 errhint("Build the filter again with a larger capacity.")));
}

/* The sum of the hashes of lines that have a bit, numbered from first on */
static uint64
hash_lines(const uint64 *words, Size line_words, Size first, Size lines,
		   uint64 seed)
{
	uint64		sum = 0;

	for (Size i = 0; i < lines; i++, words += line_words)
	{
		uint64		any = 0;

		for (Size j = 0; j < line_words; j++)
			any |= words[j];
		if (any != 0)
			sum += bloom_hash_bytes(words, line_words * sizeof(uint64),
									seed + first + i);
		if (i % BLOOM_INTERRUPT_LINES == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return sum;
}

/* The hashes that layers would know the list's values by, ascending */
static const uint64 *
layer_hashes(BloomView view)
{
	Size		size = view.count * sizeof(uint64);
	uint64	   *hashes;

	if (view.head->growth == 0 || view.count == 0)
		return view.hashes;
	hashes = MemoryContextAllocHuge(CurrentMemoryContext, size);
	for (Size i = 0; i < view.count; i++)
		hashes[i] = bloom_layer_hash(view.head, view.hashes[i]);
	bloom_hashes_sort(hashes,
					  MemoryContextAllocHuge(CurrentMemoryContext, size),
					  view.count, bloom_check_interrupts);
	return hashes;
}

/*
 * The same sum for the dense filter that a sparse one would turn to.  Hashes
 * ascend, and so do their regions: one after the other is made.
 */
static uint64
hash_list(BloomView view, const BloomGeometry *geometry, uint64 seed)
{
	const uint64 *hashes = layer_hashes(view);
	uint64		words[BLOOM_MAX_REGION * BLOOM_LINE_WORDS];
	BloomGeometry one = *geometry;
	uint64		sum = 0;
	Size		i = 0;

	one.lines = one.region;
	while (i < view.count)
	{
		Size		first = bloom_bits_region(geometry, hashes[i]);

		memset(words, 0, one.lines * BLOOM_LINE_WORDS * sizeof(uint64));
		for (; i < view.count &&
			 bloom_bits_region(geometry, hashes[i]) == first; i++)
			bloom_bits_add(words, &one, hashes[i]);
		sum += hash_lines(words, BLOOM_LINE_WORDS, first, one.lines, seed);
	}
	return sum;
}

/*
 * A hash of a filter, the same for equal ones, of which one may be sparse and
 * one dense.  Hash indexes hold it, so it stays as it is; on a machine of the
 * other byte order it is another one.  Can be cancelled.
 */
uint64
bloom_view_hash(BloomView view, uint64 seed)
{
	uint64		sum;
	Bloom	   *head;

	if (!bloom_is_sparse(view.head))
		sum = hash_lines(view.words, bloom_line_words(view.head), 0,
						 bloom_lines(view.head), seed);
	else
	{
		head = bloom_head_empty(view.head);
		/* no dense filter equals one that sizes itself, or is too large */
		if (bloom_sizes_itself(head) ||
			!bloom_head_try_layer(head, view.count, false))
			sum = bloom_hash_bytes(view.hashes, view.count * sizeof(uint64),
								   seed);
		else
			sum = hash_list(view, &head->layer[0].geometry, seed);
		pfree(head);
	}
	return bloom_hash_bytes(&sum, sizeof(sum), seed);
}
