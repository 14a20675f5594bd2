/*
 * set/worker.h
 *		The background worker that merges recent hashes of shared sets.
 */
#ifndef BLOOM_SET_WORKER_H
#define BLOOM_SET_WORKER_H

#include "set/set.h"

extern void bloom_worker_look(const BloomSet *set, const uint64 *hashes,
							 int count);

#endif							/* BLOOM_SET_WORKER_H */
