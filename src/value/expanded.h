/*
 * value/expanded.h
 *		The filter in memory: an expanded object, which aggregates and PL/pgSQL
 *		change in place.
 */
#ifndef BLOOM_EXPANDED_H
#define BLOOM_EXPANDED_H

#include "value/layers.h"
#include "value/list.h"
#include "value/view.h"

#include "utils/expandeddatum.h"

#define BLOOM_EXPANDED_MAGIC	0x626c6f6d

typedef struct BloomExpanded
{
	ExpandedObjectHeader hdr;
	int			magic;			/* BLOOM_EXPANDED_MAGIC */
	bool		part;			/* a partial state of a growing filter: any
								 * number of these share the error rate */
	bool		counted;		/* bits_set in head are up to date */
	bool		decreased;		/* counters were decreased since it was known
								 * that one of them is not 0 */
	uint64		known;			/* set bits of a fixed filter, or hashes of a
								 * rollup filter, when last counted */
	Size		state_limit;	/* in a state of bloom_union_agg: the maximum
								 * length of its list; else 0 */
	struct BloomExpanded *result;	/* in such a state: the dense filter made
									 * from its list; or NULL */
	uint64		result_sorts;	/* list.sorts when result was made */
	Size		result_count;	/* result has so many hashes of the list */
	Bloom	   *head;			/* header and layer table */
	BloomList	list;			/* if sparse */
	uint64	   *coded;			/* instead of list, if a rollup filter is only
								 * read; or NULL */
	BloomLayers layers;			/* if dense */
	BloomImported *imported;	/* if imported: the codec's data */
	MemoryContext taken;		/* contains head, list, layers and imported if
								 * they were taken over; or NULL */
} BloomExpanded;

extern BloomExpanded *bloom_expanded_create(const Bloom *head,
											MemoryContext parent);
extern BloomExpanded *bloom_expanded_dense(const Bloom *head,
										   MemoryContext parent);
extern BloomExpanded *bloom_expanded_clear(const Bloom *head,
										   MemoryContext parent);
extern BloomExpanded *bloom_expanded_empty(BloomView view,
										   MemoryContext parent);
extern BloomExpanded *bloom_expanded_copy(BloomView view,
										  MemoryContext parent);
extern BloomExpanded *bloom_expanded_cache(BloomView view,
										   MemoryContext parent);
extern BloomExpanded *bloom_expanded_of(Datum value);
extern BloomExpanded *bloom_expanded_get(Datum value, MemoryContext parent);
extern void bloom_expanded_take_over(BloomExpanded *filter,
									 BloomExpanded *content);
extern void bloom_expanded_take_parameters(BloomExpanded *filter,
										   const Bloom *head);
extern void bloom_expanded_turn_dense(BloomExpanded *filter);
extern void bloom_expanded_add(BloomExpanded *filter, BloomClass class,
							   uint64 hash);
extern void bloom_expanded_remove(BloomExpanded *filter, BloomClass class,
								  uint64 hash);
extern void bloom_expanded_add_list(BloomExpanded *filter,
									const uint64 *hashes, Size count);
extern bool bloom_expanded_add_new(BloomExpanded *filter, BloomClass class,
								   uint64 hash);
extern void bloom_expanded_set_imported(BloomExpanded *filter,
										const BloomImported *imported);
extern void bloom_expanded_count(BloomExpanded *filter);
extern BloomView bloom_expanded_view(BloomExpanded *filter);
extern void bloom_expanded_check_emptied(BloomExpanded *filter);
extern BloomView bloom_expanded_head(BloomExpanded *filter);
extern BloomView bloom_expanded_read(Datum value);
extern BloomView bloom_expanded_read_counted(Datum value);

/* Shared by the files value/expanded*.c only */
extern const ExpandedObjectMethods bloom_expanded_methods;
extern void bloom_expanded_replace(BloomExpanded *filter,
								   const BloomExpanded *content);

#define PG_GETARG_BLOOM_EXPANDED(n) \
	bloom_expanded_get(PG_GETARG_DATUM(n), CurrentMemoryContext)
#define PG_GETARG_BLOOM_VIEW(n)			bloom_expanded_read(PG_GETARG_DATUM(n))
#define PG_GETARG_BLOOM_COUNTED(n)		\
	bloom_expanded_read_counted(PG_GETARG_DATUM(n))
#define PG_RETURN_BLOOM_EXPANDED(f)		\
	PG_RETURN_DATUM(EOHPGetRWDatum(&(f)->hdr))

#endif							/* BLOOM_EXPANDED_H */
