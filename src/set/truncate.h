/*
 * set/truncate.h
 *		Emptying the tables of shared sets.
 */
#ifndef BLOOM_SET_TRUNCATE_H
#define BLOOM_SET_TRUNCATE_H

#include "set/set.h"

extern void bloom_truncate_components(BloomSet *set, BloomComponent from,
									  bool tell);

#endif							/* BLOOM_SET_TRUNCATE_H */
