/*
 * core/common.h
 *		The hashes that two ascending arrays have in common.
 */
#ifndef BLOOM_COMMON_H
#define BLOOM_COMMON_H

#include <stddef.h>
#include <stdint.h>

#include "core/pause.h"

extern size_t bloom_hashes_common(const uint64_t *a, size_t a_count,
								  const uint64_t *b, size_t b_count,
								  uint64_t *common, BloomPause pause);

#endif							/* BLOOM_COMMON_H */
