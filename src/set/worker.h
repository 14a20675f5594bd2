/*
 * set/worker.h
 *		The background worker that merges recent hashes of shared sets.
 */
#ifndef BLOOM_SET_WORKER_H
#define BLOOM_SET_WORKER_H

#include "set/set.h"

extern void bloom_worker_check(const BloomSet *set,
							   const BloomSetHash *hashes, int count);
extern void bloom_worker_ask(void);
extern bool bloom_worker_wake(void);
extern void bloom_worker_start(void);

#endif							/* BLOOM_SET_WORKER_H */
