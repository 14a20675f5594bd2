/*
 * set/worker.h
 *		The background worker that merges recent hashes of shared sets, and
 *		what a set needs from it.
 */
#ifndef BLOOM_SET_WORKER_H
#define BLOOM_SET_WORKER_H

#include "set/set.h"

/* The upkeep of a set.  The other fields begin with zeros. */
typedef struct BloomUpkeep
{
	Oid			view;
	bool		may_truncate;	/* otherwise only merges what is due */
	int32		partition;		/* the next one to examine */
	bool		all;			/* merges all, not only what is due */
	bool		rewrites;		/* and writes all filters again */
	bool		truncates;		/* all are merged */
	bool		blocked;		/* something waits for other sessions */
	bool		postponed;		/* something waits for VACUUM */
} BloomUpkeep;

/* A view that may be the one of a set */
typedef struct BloomSetView
{
	Oid			view;
	Oid			owner;
} BloomSetView;

/* in wake.c */
extern void bloom_worker_check(const BloomSet *set,
							   const BloomSetHash *hashes, int count);
extern void bloom_worker_ask(void);
extern bool bloom_worker_wake(void);
extern void bloom_worker_start(void);

/* in upkeep.c */
extern int64 bloom_upkeep_least(const BloomSet *set);
extern int32 bloom_upkeep_due(const BloomSet *set, int32 partition);
extern bool bloom_upkeep_bloated(const BloomSet *set);
extern bool bloom_upkeep_pending(const BloomSet *set);
extern bool bloom_upkeep_step(BloomUpkeep *upkeep);

/* in describe.c */
extern BloomSetView *bloom_list_views(int *count);

#endif							/* BLOOM_SET_WORKER_H */
