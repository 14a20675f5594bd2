/*
 * set/upkeep.h
 *		The background worker's work on one shared set.
 */
#ifndef BLOOM_SET_UPKEEP_H
#define BLOOM_SET_UPKEEP_H

#include "set/set.h"

/* How far the upkeep of a set is.  Begins with zeros, except for the view. */
typedef struct BloomUpkeep
{
	Oid			view;
	int32		group;			/* the next one to examine */
	bool		all;			/* merges all groups, not only those due */
	bool		shrinks;		/* all are merged: truncates */
	bool		blocked;		/* something is left to be done later */
} BloomUpkeep;

extern bool bloom_upkeep_step(BloomUpkeep *upkeep, bool may_shrink);
extern bool bloom_upkeep_pending(const BloomSet *set);

#endif							/* BLOOM_SET_UPKEEP_H */
