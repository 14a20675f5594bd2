/*
 * bloom_slice.h
 *		Testing a stored filter by the part of it that tells.
 */
#ifndef BLOOM_SLICE_H
#define BLOOM_SLICE_H

#include "bloom_format.h"

extern bool bloom_slice_head(Datum value, Bloom *head);
extern bool bloom_slice_contains(Datum value, const Bloom *head,
								 BloomClass class, uint64 hash);

#endif							/* BLOOM_SLICE_H */
