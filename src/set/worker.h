/*
 * set/worker.h
 *		Merging in the background.
 */
#ifndef BLOOM_WORKER_H
#define BLOOM_WORKER_H

#include "set/merge.h"

extern void bloom_worker_launch(const BloomSet *set);

#endif							/* BLOOM_WORKER_H */
