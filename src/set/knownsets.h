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
	BloomRelations relations;	/* begin with the hash key, the view */
	Oid			subscribed;		/* a table to which a subscription writes */
	bool		current;		/* no relation has changed since */
	bool		checked;		/* the tables are what they should be */
	bool		examined;		/* by bloom_known_examine() */
	uint64		locked;			/* number of the locks, for the use: */
	BloomSetUse use;
	uint64		state;			/* bloom_known_state() of the settings */
	BloomSet	settings;		/* its relations are not to be used */
} BloomKnown;

extern BloomKnown *bloom_known_locked(Oid view, BloomSetUse use);
extern BloomKnown *bloom_known_lock(Relation view, BloomSetUse use, bool wait);
extern uint64 bloom_known_state(Snapshot snapshot);
extern bool bloom_known_examine(const BloomSet *set);

#endif							/* BLOOM_SET_KNOWNSETS_H */
