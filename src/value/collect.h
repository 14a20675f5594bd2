/*
 * value/collect.h
 *		States of aggregates that collect any number of hashes.
 */
#ifndef BLOOM_COLLECT_H
#define BLOOM_COLLECT_H

#include "value/expanded.h"
#include "value/sort.h"

/* An expanded object, which SQL regards as a value of type bloom */
typedef struct BloomCollection
{
	ExpandedObjectHeader hdr;
	Bloom	   *head;			/* without layers; marked as a partial state */
	BloomList	list;			/* the hashes in memory */
	BloomSpill *spill;			/* shared by all states of the aggregate */
	BloomSort	sort;			/* the hashes that did not fit into memory */
	uint64		distinct;		/* how many distinct hashes there are; 0 if
								 * unknown */
	uint64		check_at;		/* with more hashes, repeated ones included,
								 * the state may have to turn dense */
} BloomCollection;

extern const ExpandedObjectMethods bloom_collect_methods;

/* The state that a datum points to, or NULL if it is a filter */
static inline BloomCollection *
bloom_collect_of(Datum value)
{
	ExpandedObjectHeader *header;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return NULL;
	header = DatumGetEOHP(value);
	return header->eoh_methods == &bloom_collect_methods ?
		(BloomCollection *) header : NULL;
}

/* Whether some of the hashes are in a temporary file or packed */
static inline bool
bloom_collect_spilled(const BloomCollection *state)
{
	return state->sort.run_count > 0;
}

extern BloomCollection *bloom_collect_create(BloomView view, Size room,
											 BloomSpill *spill,
											 bool turns_dense,
											 MemoryContext parent);
extern bool bloom_collect_add(BloomCollection *state, BloomClass class,
							  uint64 hash);
extern BloomFilter *bloom_collect_unite(BloomCollection *state,
										  BloomView other, bool checked);
extern BloomFilter *bloom_collect_result(BloomCollection *state);
extern BloomFilter *bloom_collect_result_of(BloomView list);
extern Bloom *bloom_collect_list(BloomView list);
extern void bloom_collect_give_back(BloomCollection *state);

#endif							/* BLOOM_COLLECT_H */
