/*
 * bloom_worker.h
 *		Merging in the background.
 */
#ifndef BLOOM_WORKER_H
#define BLOOM_WORKER_H

#include "bloom_merge.h"

extern void bloom_worker_launch(const BloomSet *set);

#endif							/* BLOOM_WORKER_H */
