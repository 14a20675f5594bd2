/*
 * func/info.c
 *		Properties of filters, of pairs of filters and of parameters; and the
 *		hash functions of SQL.
 */
#include "func/call.h"
#include "func/pair.h"
#include "func/result.h"
#include "core/occupancy.h"
#include "value/member.h"
#include "value/slice.h"

#include <math.h>

BLOOM_FUNCTION(bloom_cardinality);
BLOOM_FUNCTION(bloom_fpp);
BLOOM_FUNCTION(bloom_info);
BLOOM_FUNCTION(bloom_union_cardinality);
BLOOM_FUNCTION(bloom_intersection_cardinality);
BLOOM_FUNCTION(bloom_jaccard);
BLOOM_FUNCTION(bloom_size);
BLOOM_FUNCTION(bloom_theoretical_fpp);
BLOOM_FUNCTION(bloom_hash);
BLOOM_FUNCTION(bloom_shard);

/*
 * The seed of the hash that chooses a shard.  It differs from the default seed
 * of filters, so that the values of one shard are spread over all blocks of
 * its filter.
 */
#define SHARD_SEED		UINT64CONST(0x7368617264)	/* "shard" */

/* bloom_cardinality(filter): exact for lists, else an estimate */
Datum
bloom_cardinality(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_COUNTED_HEAD(0);

	PG_RETURN_INT64((int64) rint(bloom_view_cardinality(view)));
}

/* bloom_fpp(filter): computed from the set bits of each cache line */
Datum
bloom_fpp(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(bloom_view_fpp(PG_GETARG_BLOOM_COUNTED(0)));
}

/* Add a column, whose value is computed only if it is not null */
#define PUT(value, is_null) \
	(nulls[n] = (is_null), values[n] = nulls[n] ? (Datum) 0 : (value), n++)

/* bloom_info(filter): a row with columns as in the SQL declaration */
Datum
bloom_info(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_COUNTED_HEAD(0);
	const Bloom *head = view.head;
	const BloomGeometry *first = &head->layer[0].geometry;
	bool		sparse = bloom_is_sparse(head);
	bool		imported = bloom_is_imported(head);
	uint64		bits = 0;
	uint64		bits_set = 0;
	Datum		values[19];
	bool		nulls[19];
	int			n = 0;

	for (int i = 0; i < head->layers; i++)
	{
		bits += imported ? view.imported->layer[i].bits :
			bloom_geometry_bits(&head->layer[i].geometry);
		bits_set += head->layer[i].bits_set;
	}
	PUT(CStringGetTextDatum(bloom_is_coded(head) ? "coded" :
							sparse ? "sparse" : "dense"), false);
	PUT(CStringGetTextDatum(bloom_format_name(head->format)), false);
	PUT(CStringGetTextDatum(bloom_class_name(head->class)),
		head->class == BLOOM_CLASS_NONE);
	PUT(Int64GetDatum(bloom_promised_capacity(head)),
		head->capacity == 0 && imported);
	PUT(Float8GetDatum(head->error_rate), head->error_rate == 0.0);
	PUT(Int32GetDatum(imported ?
					  (int32) Min(view.imported->growth, PG_INT32_MAX) :
					  bloom_is_elastic(head) ? 0 : head->growth), false);
	PUT(BoolGetDatum(bloom_is_elastic(head)), false);
	PUT(BoolGetDatum((head->flags & BLOOM_FLAG_COUNTING) != 0), false);
	PUT(Int64GetDatum(head->seed), false);
	PUT(Int64GetDatum(bloom_view_size(view)), false);
	PUT(Int32GetDatum(head->layers), false);
	PUT(Int64GetDatum(bits), false);
	PUT(Int64GetDatum(bits_set), false);
	PUT(Int32GetDatum(first->probes), sparse);
	PUT(Int32GetDatum(first->touched), sparse || imported);
	PUT(Int32GetDatum(first->block), sparse || imported);
	PUT(Int64GetDatum((int64) rint(bloom_view_cardinality(view))), false);
	PUT(Float8GetDatum(bloom_view_expected_fpp(view)), false);
	PUT(BoolGetDatum(bloom_is_limited(head, view.imported) &&
					 bloom_view_exceeds(view)), false);
	Assert(n == lengthof(values));
	return bloom_result_row(fcinfo, values, nulls);
}

#undef PUT

/* Compare the filters in arguments 0 and 1 */
static BloomOverlap
compare(FunctionCallInfo fcinfo)
{
	BloomOverlap overlap;

	BLOOM_CALL(bloom_compare, &bloom_host, bloom_pair_counted(fcinfo, 0),
			   bloom_pair_counted(fcinfo, 1), &overlap);
	return overlap;
}

/* bloom_union_cardinality(filter, filter) */
Datum
bloom_union_cardinality(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) rint(compare(fcinfo).union_cardinality));
}

/* bloom_intersection_cardinality(filter, filter) */
Datum
bloom_intersection_cardinality(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) rint(compare(fcinfo).intersection_cardinality));
}

/* bloom_jaccard(filter, filter): the Jaccard index */
Datum
bloom_jaccard(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(compare(fcinfo).jaccard);
}

/* bloom_size(capacity, error_rate): size and geometry of a dense filter */
Datum
bloom_size(PG_FUNCTION_ARGS)
{
	BloomParameters parameters = {
		.capacity = PG_GETARG_INT64(0),
		.error_rate = PG_GETARG_FLOAT8(1)
	};
	Bloom	   *head = bloom_head_make(&parameters);
	const BloomGeometry *geometry = &head->layer[0].geometry;
	Datum		values[4];
	bool		nulls[4] = {0};

	bloom_head_first_layer(head, 0);
	values[0] = Int64GetDatum(BLOOM_HEADER_SIZE(1) + bloom_words_size(head));
	values[1] = Float8GetDatum((double) bloom_geometry_bits(geometry) /
							   parameters.capacity);
	values[2] = Int32GetDatum(geometry->probes);
	values[3] = Int32GetDatum(geometry->touched);
	return bloom_result_row(fcinfo, values, nulls);
}

/* bloom_theoretical_fpp(bits_per_value, probes): of a classic Bloom filter */
Datum
bloom_theoretical_fpp(PG_FUNCTION_ARGS)
{
	double		bits_per_value = PG_GETARG_FLOAT8(0);
	int			probes = PG_GETARG_INT32(1);

	if (!(bits_per_value > 0.0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("bits per value must be greater than 0")));
	if (probes < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("probes must be at least 1")));
	PG_RETURN_FLOAT8(bloom_occupancy_classic_fpp(bits_per_value, probes));
}

/* bloom_hash(value, seed): the hash that filters with this seed use */
Datum
bloom_hash(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 0);

	PG_RETURN_INT64((int64) hasher->hash(hasher, PG_GETARG_DATUM(0),
										 PG_GETARG_INT64(1)));
}

/* bloom_shard(value, shards): the high half of hash * shards */
Datum
bloom_shard(PG_FUNCTION_ARGS)
{
	BloomHasher *hasher = bloom_call_arg_hasher(fcinfo, 0);
	int			shards = PG_GETARG_INT32(1);
	uint64		hash = hasher->hash(hasher, PG_GETARG_DATUM(0), SHARD_SEED);

	if (shards < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of shards must be at least 1")));
	PG_RETURN_INT32(((hash >> 32) * shards +
					 ((hash & PG_UINT32_MAX) * shards >> 32)) >> 32);
}
