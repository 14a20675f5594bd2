/*
 * value/slice.h
 *		Testing a stored filter by the part of it that tells.
 */
#ifndef BLOOM_SLICE_H
#define BLOOM_SLICE_H

#include "value/format.h"

/* A head with room for a layer */
typedef union BloomSliceHead
{
	Bloom		head;
	char		room[BLOOM_HEADER_SIZE(1)];
} BloomSliceHead;

extern bool bloom_slice_head(Datum value, Bloom *head);
extern bool bloom_slice_contains(Datum value, const Bloom *head,
								 BloomClass class, uint64 hash);

#endif							/* BLOOM_SLICE_H */
