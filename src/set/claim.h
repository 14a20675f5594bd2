/*
 * set/claim.h
 *		Claiming hashes for a shared set.
 */
#ifndef BLOOM_SET_CLAIM_H
#define BLOOM_SET_CLAIM_H

#include "set/set.h"

extern int	bloom_claim_hashes(const BloomSet *set, uint64 *hashes, int count);
extern void bloom_claim_check_known(const BloomSet *set, const uint64 *hashes,
									int count, const uint64 *new,
									int new_count);

#endif							/* BLOOM_SET_CLAIM_H */
