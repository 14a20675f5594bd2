/*
 * bloom_expanded.h
 *		The filter in memory: an expanded object, which aggregates and PL/pgSQL
 *		change in place, and a view that reads every form alike.
 */
#ifndef BLOOM_EXPANDED_H
#define BLOOM_EXPANDED_H

#include "bloom_bits.h"
#include "bloom_format.h"

#include "utils/expandeddatum.h"

typedef struct BloomExpanded
{
	ExpandedObjectHeader hdr;
	int			magic;			/* BLOOM_EXPANDED_MAGIC */
	bool		counted;		/* head's bits_set are right */
	Bloom	   *head;			/* header and layer table, without words */
	uint64	   *words;			/* of all layers, aligned to a line */
	void	   *space;			/* the allocation that words are in */
	BloomRing	ring;			/* hashes that aren't in the words yet */
} BloomExpanded;

/* A filter to read: points into a stored value or an expanded object */
typedef struct BloomView
{
	const Bloom *head;
	const uint64 *words;
	bool		counted;		/* head's bits_set are right */
} BloomView;

extern BloomExpanded *bloom_expanded_create(const Bloom *head,
											MemoryContext parent);
extern BloomExpanded *bloom_expanded_copy(BloomView view,
										  MemoryContext parent);
extern BloomExpanded *bloom_expanded_get(Datum value, MemoryContext parent);
extern void bloom_expanded_add(BloomExpanded *filter, BloomClass class,
							   uint64 hash);
extern bool bloom_expanded_add_new(BloomExpanded *filter, BloomClass class,
								   uint64 hash);
extern void bloom_warn_over_capacity(const Bloom *head, double values);
extern BloomView bloom_expanded_view(BloomExpanded *filter);

extern BloomView bloom_view_get(Datum value);
extern BloomView bloom_view_counted(Datum value);
extern bool bloom_view_contains(BloomView view, BloomClass class,
								uint64 hash);
extern double bloom_view_cardinality(BloomView view);

#define PG_GETARG_BLOOM_EXPANDED(n) \
	bloom_expanded_get(PG_GETARG_DATUM(n), CurrentMemoryContext)
#define PG_GETARG_BLOOM_VIEW(n)			bloom_view_get(PG_GETARG_DATUM(n))
#define PG_GETARG_BLOOM_COUNTED(n)		bloom_view_counted(PG_GETARG_DATUM(n))
#define PG_RETURN_BLOOM_EXPANDED(f)		\
	PG_RETURN_DATUM(EOHPGetRWDatum(&(f)->hdr))

#endif							/* BLOOM_EXPANDED_H */
