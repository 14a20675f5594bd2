/*
 * value/expanded.h
 *		Filters in memory as expanded objects, which aggregates and PL/pgSQL
 *		change in place.
 */
#ifndef BLOOM_EXPANDED_H
#define BLOOM_EXPANDED_H

#include "filter/combine.h"
#include "value/heads.h"

#include "utils/expandeddatum.h"
#include "utils/memutils.h"

/*
 * The host of all filters: each one is part of an expanded object, in a memory
 * context of its own under the current one
 */
extern const BloomHost bloom_host;

/* Memory of this host in a context */
#define BLOOM_MEMORY(context)	((BloomMemory) {&bloom_host, context})

/* What BLOOM_CALL() and BLOOM_MAKE() raise */
extern BloomProblem bloom_last_problem;

/* Call a function of filter/ that returns a bool, and raise its error */
#define BLOOM_CALL(function, ...) \
	do { \
		if (unlikely(!function(__VA_ARGS__, &bloom_last_problem))) \
			bloom_raise(&bloom_last_problem); \
	} while (0)

/* Likewise for one that makes a filter */
#define BLOOM_MAKE(function, ...) \
	bloom_expanded_made(function(&bloom_host, __VA_ARGS__, \
								 &bloom_last_problem))

static inline BloomFilter *
bloom_expanded_made(BloomFilter *filter)
{
	if (unlikely(filter == NULL))
		bloom_raise(&bloom_last_problem);
	return filter;
}

/* Give a filter's memory context another parent; returns the filter */
static inline BloomFilter *
bloom_expanded_move(BloomFilter *filter, MemoryContext parent)
{
	MemoryContextSetParent(filter->memory.arena, parent);
	return filter;
}

/* The content of a filter in memory.  Valid until the next change. */
static inline BloomView
bloom_expanded_view(BloomFilter *filter)
{
	BloomView	view;

	BLOOM_CALL(bloom_filter_view, filter, &view);
	return view;
}

extern Datum bloom_expanded_datum(BloomFilter *filter);
extern Datum bloom_expanded_read_only(BloomFilter *filter);
extern BloomFilter *bloom_expanded_of(Datum value);
extern BloomFilter *bloom_expanded_get(Datum value);
extern void bloom_expanded_count(BloomFilter *filter);
extern BloomView bloom_expanded_read(Datum value);
extern BloomView bloom_expanded_read_counted(Datum value);
extern BloomView bloom_view_stored(const Bloom *filter);
extern void bloom_view_flatten(BloomView view, Bloom *result);

/* The setting bloomext.over_capacity: WARNING or ERROR */
extern int	bloom_over_capacity;

extern void bloom_warn_over_capacity(const Bloom *head, double values,
									 const char *hint);

#define PG_GETARG_BLOOM_VIEW(n)			bloom_expanded_read(PG_GETARG_DATUM(n))
#define PG_GETARG_BLOOM_COUNTED(n)		\
	bloom_expanded_read_counted(PG_GETARG_DATUM(n))
#define PG_GETARG_BLOOM_FILTER(n)		bloom_expanded_get(PG_GETARG_DATUM(n))
#define PG_RETURN_BLOOM_FILTER(f)		\
	PG_RETURN_DATUM(bloom_expanded_datum(f))

#endif							/* BLOOM_EXPANDED_H */
