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

typedef struct BloomExpanded
{
	ExpandedObjectHeader hdr;
	bool		counted;		/* bits_set in head are up to date */
	bool		decreased;		/* counters were decreased since it was known
								 * that one of them is not 0 */
	uint64		known;			/* for warnings: set bits of a dense fixed
								 * filter, or hashes of a coded list, when
								 * last counted */
	Bloom	   *head;			/* header and layer table */
	BloomList	list;			/* if sparse: the hashes that are not coded */
	uint64	   *coded;			/* the coded hashes, which the list does not
								 * have; or NULL */
	BloomLayers layers;			/* if dense */
	BloomImported *imported;	/* if imported: own data */
	MemoryContext taken;		/* contains head, list, coded, layers and
								 * imported if they were taken over; or NULL */
} BloomExpanded;

/* expanded.c */
extern BloomExpanded *bloom_expanded_create(const Bloom *head,
											MemoryContext parent);
extern BloomExpanded *bloom_expanded_dense(const Bloom *head,
										   MemoryContext parent);
extern BloomExpanded *bloom_expanded_list(const Bloom *head,
										  const uint64 *hashes, Size count,
										  MemoryContext parent);
extern BloomExpanded *bloom_expanded_coded(const Bloom *head, uint64 count,
										   MemoryContext parent);
extern BloomExpanded *bloom_expanded_zeroed(const Bloom *head,
											MemoryContext parent);
extern BloomExpanded *bloom_expanded_empty(BloomView view,
										   MemoryContext parent);
extern void bloom_expanded_take_over(BloomExpanded *filter,
									 BloomExpanded *content);
extern void bloom_expanded_set_imported(BloomExpanded *filter,
										const BloomImported *imported);

/* expandedadd.c */
extern void bloom_expanded_give_up_list(BloomExpanded *filter);
extern BloomExpanded *bloom_expanded_coded_of(const Bloom *head, BloomView a,
											  BloomView b,
											  MemoryContext parent);
extern void bloom_expanded_code(BloomExpanded *filter, const Bloom *head,
								BloomView a, BloomView b);
extern void bloom_expanded_add(BloomExpanded *filter, BloomClass class,
							   uint64 hash);
extern void bloom_expanded_remove(BloomExpanded *filter, BloomClass class,
								  uint64 hash);
extern void bloom_expanded_add_list(BloomExpanded *filter,
									const uint64 *hashes, Size count);
extern void bloom_expanded_add_view(BloomExpanded *filter, BloomView list);
extern bool bloom_expanded_add_new(BloomExpanded *filter, BloomClass class,
								   uint64 hash);
extern void bloom_expanded_check_emptied(BloomExpanded *filter);

/* expandedread.c */
extern BloomExpanded *bloom_expanded_of_list(const Bloom *head,
											 BloomView list,
											 MemoryContext parent);
extern BloomExpanded *bloom_expanded_copy(BloomView view,
										  MemoryContext parent);
extern BloomExpanded *bloom_expanded_cache(BloomView view,
										   MemoryContext parent);
extern BloomExpanded *bloom_expanded_of(Datum value);
extern Datum bloom_expanded_datum(BloomExpanded *filter);
extern void bloom_expanded_count(BloomExpanded *filter);
extern BloomView bloom_expanded_view(BloomExpanded *filter);
extern BloomView bloom_expanded_read(Datum value);
extern BloomView bloom_expanded_read_counted(Datum value);

#define PG_GETARG_BLOOM_VIEW(n)			bloom_expanded_read(PG_GETARG_DATUM(n))
#define PG_GETARG_BLOOM_COUNTED(n)		\
	bloom_expanded_read_counted(PG_GETARG_DATUM(n))
#define PG_RETURN_BLOOM_EXPANDED(f)		\
	PG_RETURN_DATUM(bloom_expanded_datum(f))

#endif							/* BLOOM_EXPANDED_H */
