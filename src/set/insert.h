/*
 * set/insert.h
 *		Inserting hashes into the recent ones of a shared set.
 */
#ifndef BLOOM_SET_INSERT_H
#define BLOOM_SET_INSERT_H

#include "set/set.h"

extern int	bloom_recent_insert(const BloomSet *set, BloomSetHash *hashes,
								int count);

#endif							/* BLOOM_SET_INSERT_H */
