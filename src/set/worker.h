/*
 * set/worker.h
 *		The background worker that merges recent hashes of shared sets.
 */
#ifndef BLOOM_SET_WORKER_H
#define BLOOM_SET_WORKER_H

#include "set/set.h"

#include "postmaster/bgworker.h"

/*
 * A set that is not at rest, and a partition of the group that was looked at
 */
typedef struct BloomAsk
{
	Oid			view;
	int32		partition;
} BloomAsk;

/* What a worker is started with fits into its bgw_extra */
#define BLOOM_MAX_ASKS \
	((int) ((BGW_EXTRALEN - sizeof(Oid)) / sizeof(BloomAsk)))

/* What a worker leaves of a set, from the best on */
typedef enum BloomTended
{
	BLOOM_TENDED_RESTS,			/* nothing to do */
	BLOOM_TENDED_BLOCKED,		/* something, which others keep it from */
	BLOOM_TENDED_WAITS,			/* something, when claims have ceased */
	BLOOM_TENDED_MORE			/* something, at once */
} BloomTended;

extern void bloom_worker_check(const BloomSet *set, const uint64 *hashes,
							   int count);
extern void bloom_worker_start(const BloomAsk *asks, int count);

/* A step of the worker's */
typedef void (*BloomStep) (void *argument);

extern void bloom_watch_begin(void);
extern bool bloom_watch_step(BloomStep step, void *argument);

extern BloomTended bloom_tend_set(Oid view, int32 partition,
								  TransactionId since);
extern bool bloom_tend_rests(Oid view);

#endif							/* BLOOM_SET_WORKER_H */
