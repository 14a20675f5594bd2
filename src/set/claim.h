/*
 * set/claim.h
 *		Claiming hashes for a shared set.
 */
#ifndef BLOOM_SET_CLAIM_H
#define BLOOM_SET_CLAIM_H

#include "set/set.h"

extern int	bloom_claim_hashes(const BloomSet *set, BloomSetHash *hashes,
							   int count);
extern void bloom_claim_check_known(const BloomSet *set,
									const BloomSetHash *hashes, int count);

#endif							/* BLOOM_SET_CLAIM_H */
