/*
 * value/expanded.h
 *		The filter in memory: an expanded object, which aggregates and PL/pgSQL
 *		change in place.
 */
#ifndef BLOOM_EXPANDED_H
#define BLOOM_EXPANDED_H

#include "value/layers.h"
#include "value/list.h"
#include "value/sort.h"
#include "value/view.h"

#include "utils/expandeddatum.h"

#define BLOOM_EXPANDED_MAGIC	0x626c6f6d

/*
 * What the state of an aggregate has that collects hashes, in addition to its
 * list (value/expandedcollect.c)
 */
typedef struct BloomCollected
{
	BloomSpill *spill;			/* shared by all states of the aggregate */
	BloomSort	sort;			/* the hashes that did not fit into memory */
	uint64		distinct;		/* how many distinct hashes there are; 0 if
								 * unknown */
	struct BloomExpanded *result;	/* dense filter with some of the hashes and
									 * the state's parameters; or NULL */
	Size		result_count;	/* it has this many hashes of the list, and all
								 * that were sorted */
} BloomCollected;

typedef struct BloomExpanded
{
	ExpandedObjectHeader hdr;
	int			magic;			/* BLOOM_EXPANDED_MAGIC */
	bool		counted;		/* bits_set in head are up to date */
	bool		decreased;		/* counters were decreased since it was known
								 * that one of them is not 0 */
	uint64		known;			/* set bits of a fixed filter, or hashes of a
								 * coded one, when last counted */
	Bloom	   *head;			/* header and layer table */
	BloomList	list;			/* if sparse: the hashes that are not coded */
	uint64	   *coded;			/* the coded hashes, which the list does not
								 * have; or NULL */
	BloomCollected *collected;	/* of a state of an aggregate that collects
								 * hashes; or NULL */
	BloomLayers layers;			/* if dense */
	BloomImported *imported;	/* if imported: the codec's data */
	MemoryContext taken;		/* contains head, list, coded, layers and
								 * imported if they were taken over; or NULL */
} BloomExpanded;

extern BloomExpanded *bloom_expanded_create(const Bloom *head,
											MemoryContext parent);
extern BloomExpanded *bloom_expanded_dense(const Bloom *head,
										   MemoryContext parent);
extern BloomExpanded *bloom_expanded_list(const Bloom *head,
										  const uint64 *hashes, Size count,
										  MemoryContext parent);
extern BloomExpanded *bloom_expanded_of_list(const Bloom *head,
											 BloomView list,
											 MemoryContext parent);
extern BloomExpanded *bloom_expanded_coded(const Bloom *head, uint64 count,
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
extern void bloom_expanded_give_up_list(BloomExpanded *filter);
extern void bloom_expanded_code(BloomExpanded *filter, const Bloom *head,
								BloomView a, BloomView b);
extern void bloom_expanded_add(BloomExpanded *filter, BloomClass class,
							   uint64 hash);
extern void bloom_expanded_remove(BloomExpanded *filter, BloomClass class,
								  uint64 hash);
extern void bloom_expanded_add_list(BloomExpanded *filter,
									const uint64 *hashes, Size count);
extern void bloom_expanded_add_stream(BloomExpanded *filter,
									  BloomStream *stream);
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

extern BloomSpill *bloom_collect_spill(MemoryContext context);
extern BloomExpanded *bloom_collect_copy(BloomView view, BloomSpill *spill,
										 MemoryContext parent);
extern void bloom_collect_make_room(BloomExpanded *state);
extern void bloom_collect_sort(BloomExpanded *state);
extern void bloom_collect_add_to(BloomExpanded *state, BloomExpanded *filter);
extern void bloom_collect_free(BloomExpanded *state);
extern Size bloom_collect_flat_size(BloomExpanded *state);
extern void bloom_collect_flatten(BloomExpanded *state, Bloom *result);
extern BloomExpanded *bloom_collect_result(BloomExpanded *state);
extern BloomExpanded *bloom_collect_list_result(BloomView view);

/* Whether some of the hashes are in a temporary file */
static inline bool
bloom_collect_spilled(const BloomExpanded *state)
{
	return state->collected != NULL && state->collected->sort.run_count > 0;
}

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
