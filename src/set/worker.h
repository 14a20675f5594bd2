/*
 * set/worker.h
 *		The background worker that merges recent hashes of shared sets.
 */
#ifndef BLOOM_SET_WORKER_H
#define BLOOM_SET_WORKER_H

#include "set/set.h"

#include "postmaster/bgworker.h"

/* A request for a worker: a set, and a partition of a group not at rest */
typedef struct BloomAsk
{
	Oid			view;
	int32		partition;
} BloomAsk;

/* Number of requests that fit into a worker's bgw_extra */
#define BLOOM_MAX_ASKS \
	((int) ((BGW_EXTRALEN - sizeof(Oid)) / sizeof(BloomAsk)))

/* What is left to do for a set, in ascending order */
typedef enum BloomTended
{
	BLOOM_TENDED_RESTS,			/* nothing */
	BLOOM_TENDED_BLOCKED,		/* something, but others hold a lock */
	BLOOM_TENDED_WAITS,			/* something, once claims have ceased */
	BLOOM_TENDED_MORE			/* something, at once */
} BloomTended;

extern void bloom_worker_check(const BloomSet *set, const uint64 *hashes,
							   int count);
extern void bloom_worker_start(const BloomAsk *asks, int count);

/* A step of the worker: a transaction, or several */
typedef void (*BloomStep) (void *argument);

extern void bloom_watch_begin(void);
extern bool bloom_watch_step(BloomStep step, void *argument);

extern BloomTended bloom_tend_set(Oid view, int32 partition,
								  TransactionId since);
extern bool bloom_tend_rests(Oid view);

#endif							/* BLOOM_SET_WORKER_H */
