/*
 * set/knownsets.h
 *		What this session remembers of shared sets.
 */
#ifndef BLOOM_SET_KNOWNSETS_H
#define BLOOM_SET_KNOWNSETS_H

#include "set/setlocks.h"
#include "set/settings.h"

extern uint64 bloom_known_watch(void);
extern void bloom_known_remember(const BloomSet *set, BloomSetUse use,
								 uint64 watched);
extern bool bloom_known_examine(const BloomSet *set);
extern bool bloom_known_open(BloomSet *set, BloomSetUse use, bool wait);

#endif							/* BLOOM_SET_KNOWNSETS_H */
