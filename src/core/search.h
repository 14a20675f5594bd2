/*
 * core/search.h
 *		Searching a long ascending array of hashes of which only the necessary
 *		ones are read.
 */
#ifndef BLOOM_SEARCH_H
#define BLOOM_SEARCH_H

#include <stdbool.h>

#include "core/window.h"

/*
 * Whether an ascending array of `count` hashes contains a hash.  Usually reads
 * once, or twice if the array is long.  If the hashes were chosen by an
 * attacker, the number of reads is logarithmic.  Ends even if the array is not
 * in ascending order.
 */
extern bool bloom_hashes_search(BloomReadWords read, void *argument,
								size_t count, uint64_t hash);

#endif							/* BLOOM_SEARCH_H */
