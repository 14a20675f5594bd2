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

/* bloom_info(filter): a row with columns as in the SQL declaration */
Datum
bloom_info(PG_FUNCTION_ARGS)
{
	BloomView	view = PG_GETARG_BLOOM_COUNTED_HEAD(0);
	const Bloom *head = view.head;
	const BloomGeometry *first = &head->layer[0].geometry;
	uint64		bits = 0;
	uint64		bits_set = 0;
	Datum		values[18];
	bool		nulls[18] = {0};
	int			n = 0;

	for (int i = 0; i < head->layers; i++)
	{
		bits += bloom_is_imported(head) ? view.imported->layer[i].bits :
			bloom_geometry_bits(&head->layer[i].geometry);
		bits_set += head->layer[i].bits_set;
	}
	nulls[2] = head->class == BLOOM_CLASS_NONE;
	nulls[3] = head->capacity == 0 && bloom_is_imported(head);
	nulls[4] = head->error_rate == 0.0;
	nulls[13] = bloom_is_sparse(head);
	nulls[14] = nulls[15] = bloom_is_sparse(head) || bloom_is_imported(head);

	values[n++] = CStringGetTextDatum(bloom_is_coded(head) ? "coded" :
									  bloom_is_sparse(head) ? "sparse" :
									  "dense");
	values[n++] = CStringGetTextDatum(bloom_format_name(head->format));
	values[n++] = CStringGetTextDatum(bloom_class_name(head->class));
	values[n++] = Int64GetDatum(bloom_promised_capacity(head));
	values[n++] = Float8GetDatum(head->error_rate);
	values[n++] = Int32GetDatum(bloom_is_imported(head) ?
								(int32) Min(view.imported->growth,
											PG_INT32_MAX) :
								bloom_is_elastic(head) ? 0 : head->growth);
	values[n++] = BoolGetDatum(bloom_is_elastic(head));
	values[n++] = BoolGetDatum((head->flags & BLOOM_FLAG_COUNTING) != 0);
	values[n++] = Int64GetDatum(head->seed);
	values[n++] = Int64GetDatum(bloom_view_size(view));
	values[n++] = Int32GetDatum(head->layers);
	values[n++] = Int64GetDatum(bits);
	values[n++] = Int64GetDatum(bits_set);
	values[n++] = Int32GetDatum(nulls[13] ? 0 : first->probes);
	values[n++] = Int32GetDatum(nulls[14] ? 0 : first->touched);
	values[n++] = Int32GetDatum(nulls[15] ? 0 : first->block);
	values[n++] = Int64GetDatum((int64) rint(bloom_view_cardinality(view)));
	values[n++] = Float8GetDatum(bloom_view_expected_fpp(view));
	Assert(n == lengthof(values));
	return bloom_result_row(fcinfo, values, nulls);
}

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
