/*
 * set/upkeep.h
 *		What a shared set needs from the background worker.
 */
#ifndef BLOOM_SET_UPKEEP_H
#define BLOOM_SET_UPKEEP_H

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

extern int64 bloom_upkeep_least(const BloomSet *set);
extern int32 bloom_upkeep_due(const BloomSet *set, int32 partition);
extern bool bloom_upkeep_bloated(const BloomSet *set);
extern bool bloom_upkeep_pending(const BloomSet *set);
extern bool bloom_upkeep_step(BloomUpkeep *upkeep);

#endif							/* BLOOM_SET_UPKEEP_H */
