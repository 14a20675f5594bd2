/*
 * set/knownsets.h
 *		What this session remembers of shared sets.
 */
#ifndef BLOOM_SET_KNOWNSETS_H
#define BLOOM_SET_KNOWNSETS_H

#include "set/locks.h"
#include "set/settings.h"

/* A set that this session has used */
typedef struct BloomKnown
{
	Oid			view;			/* hash key */
	Oid			tables[BLOOM_COMPONENTS];
	Oid			indexes[BLOOM_COMPONENTS][BLOOM_MAX_INDEXES];
	Oid			subscribed;		/* a table to which a subscription writes */
	bool		checked;		/* the tables are what they should be */
	bool		examined;		/* by bloom_known_examine() */
	uint64		found;			/* number of the last change before that */
	uint64		locked;			/* number of the locks, for the use: */
	BloomSetUse use;
} BloomKnown;

extern BloomKnown *bloom_known_lock(Relation view, BloomSetUse use, bool wait);
extern bool bloom_known_examine(const BloomSet *set);

#endif							/* BLOOM_SET_KNOWNSETS_H */
