/*
 * set/worker.h
 *		The background worker that merges recent hashes of shared sets, and
 *		what a set needs from it.
 */
#ifndef BLOOM_SET_WORKER_H
#define BLOOM_SET_WORKER_H

#include "set/recent.h"

/* What is done next for a set */
typedef enum BloomPhase
{
	BLOOM_MERGE_DUE,			/* merge the groups that are due */
	BLOOM_MERGE_ALL,			/* merge all, because a table is bloated */
	BLOOM_LOOK_EMPTY,			/* look whether the recent hashes are needed */
	BLOOM_TRUNCATE,				/* lock the set, and truncate them if not */
	BLOOM_DONE					/* nothing, or not now */
} BloomPhase;

/* The upkeep of a set.  The other fields begin with zeros. */
typedef struct BloomUpkeep
{
	Oid			view;
	BloomPhase	phase;
	int32		partition;		/* the next one to examine */
	int32		part;			/* the next filter of it to write again */
	BloomMerging merging;		/* of that partition */
	bool		going_on;		/* the last step has not finished it */
	bool		may_merge_all;	/* otherwise only merges what is due */
	bool		rewrites;		/* merging all writes all filters again */
	bool		worked;			/* some of it was merged */
	bool		blocked;		/* something waits for other sessions */
	bool		postponed;		/* something waits for VACUUM */
	int			skip;			/* attempts before all are merged again */
	int			skipped;		/* and how many there were the last time */
} BloomUpkeep;

/* A view that may be the one of a set */
typedef struct BloomSetView
{
	Oid			view;
	Oid			owner;
} BloomSetView;

/* Begin a transaction of the worker; pg_stat_activity shows when it began */
static inline void
bloom_worker_begin(void)
{
	SetCurrentStatementStartTimestamp();
	StartTransactionCommand();
}

/* in wake.c */
extern void bloom_worker_check(const BloomSet *set,
							   const BloomSetHash *hashes, int count);
extern void bloom_worker_ask(void);
extern bool bloom_worker_wake(void);

/* in upkeep.c */
extern int64 bloom_upkeep_due_count(const BloomSet *set, int32 part);
extern int32 bloom_upkeep_due(const BloomSet *set, int32 partition);
extern bool bloom_upkeep_bloated(const BloomSet *set);
extern bool bloom_upkeep_pending(const BloomSet *set);
extern void bloom_upkeep_step(void *upkeep);

/* in describe.c */
extern BloomSetView *bloom_list_views(int *count);

#endif							/* BLOOM_SET_WORKER_H */
