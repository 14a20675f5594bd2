/*
 * set/insert.h
 *		Inserting hashes into the recent ones of a shared set.
 */
#ifndef BLOOM_SET_INSERT_H
#define BLOOM_SET_INSERT_H

#include "set/set.h"

extern int	bloom_recent_insert(const BloomSet *set, uint64 *hashes,
								int count);
extern void bloom_recent_delete(const BloomSet *set, const uint64 *hashes,
								int count, const bool *chosen);

#endif							/* BLOOM_SET_INSERT_H */
