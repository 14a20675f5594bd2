/*
 * core/hashes.h
 *		Sets of hashes as ascending arrays: the sparse form of a filter.
 *
 * Plain C: no PostgreSQL header is included here or by core/hashes.c.
 */
#ifndef BLOOM_HASHES_H
#define BLOOM_HASHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern size_t bloom_hashes_sort(uint64_t *hashes, uint64_t *spare,
								size_t count, void (*pause) (void));
extern size_t bloom_hashes_merge(uint64_t *hashes, size_t count,
								 const uint64_t *other, size_t other_count);
extern size_t bloom_hashes_find(const uint64_t *hashes, size_t count,
								uint64_t hash);
extern bool bloom_hashes_contain(const uint64_t *hashes, size_t count,
								 uint64_t hash);
extern void bloom_hashes_prefetch(const uint64_t *hashes, size_t count,
								  uint64_t hash);
extern bool bloom_hashes_ascend(const uint64_t *hashes, size_t count);
extern size_t bloom_hashes_step(size_t count);

#endif							/* BLOOM_HASHES_H */
