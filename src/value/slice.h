/*
 * value/slice.h
 *		Reading parts of a filter that is stored out of line.
 */
#ifndef BLOOM_SLICE_H
#define BLOOM_SLICE_H

#include "value/expanded.h"

/*
 * The beginning of a filter: header, layer table and own data, and what
 * follows within `size` bytes
 */
typedef struct BloomPrefix
{
	const Bloom *head;			/* its VARSIZE is that of the value */
	Size		size;			/* bytes in memory */
} BloomPrefix;

extern BloomView bloom_slice_read_head(Datum value);
extern BloomView bloom_slice_read_counted(Datum value);
extern BloomFilter *bloom_slice_cache(Datum value);
extern BloomPrefix bloom_slice_prefix(Datum value, bool coded);
extern Size bloom_slice_head_size(const Bloom *head);
extern bool bloom_slice_possible(const struct varatt_external *pointer);
extern bool bloom_slice_pays(const struct varatt_external *pointer,
							 bool coded);
extern void bloom_slice_read_all(Datum value, Bloom *filter, Size size);
extern Size bloom_slice_cost(const Bloom *head);
extern bool bloom_slice_contains(Datum value, BloomPrefix prefix,
								 BloomClass class, uint64 hash);

#define PG_GETARG_BLOOM_HEAD(n)	bloom_slice_read_head(PG_GETARG_DATUM(n))
#define PG_GETARG_BLOOM_COUNTED_HEAD(n) \
	bloom_slice_read_counted(PG_GETARG_DATUM(n))

#endif							/* BLOOM_SLICE_H */
