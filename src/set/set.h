/*
 * set/set.h
 *		Opening and emptying a shared set.
 */
#ifndef BLOOM_SET_SET_H
#define BLOOM_SET_SET_H

#include "set/locks.h"
#include "set/settings.h"

#include "access/genam.h"
#include "miscadmin.h"
#include "storage/itemptr.h"
#include "utils/acl.h"

/* Stands for ownership among privileges; no privilege has this bit */
#define BLOOM_OWNERSHIP		((AclMode) 1 << 31)

extern BloomSet *bloom_set_open(Oid view, AclMode privilege, BloomSetUse use,
								Snapshot snapshot);
extern BloomSet *bloom_set_try_open(Oid view, BloomSetUse use);
extern bool bloom_set_open_new(BloomSet *set, Oid view);
extern void bloom_set_close(BloomSet *set);
extern void bloom_set_truncate(BloomSet *set, BloomComponent from);
extern bool bloom_set_is_view(Oid oid);
pg_noreturn extern void bloom_set_missing(Oid view);
extern void bloom_set_check_privilege(Oid relation, AclMode privilege);
extern void bloom_set_insert_entries(const BloomSet *set,
									 BloomComponent component, Datum *values,
									 bool *nulls, ItemPointer place);
extern void bloom_set_insert_row(const BloomSet *set, BloomComponent component,
								 Datum *values, bool *nulls);
extern bool bloom_set_delete_row(const BloomSet *set, BloomComponent component,
								 const ItemPointerData *place, bool wait);

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

/* in knownsets.c */
extern BloomKnown *bloom_known_locked(Oid view, BloomSetUse use);
extern BloomKnown *bloom_known_lock(Relation view, BloomSetUse use, bool wait);
extern uint64 bloom_known_state(Snapshot snapshot);
extern bool bloom_known_examine(const BloomSet *set);

/* A hash on its way through a set */
typedef struct BloomSetHash
{
	uint64		hash;			/* with its halves exchanged */
	int32		partition;		/* the set partition of the hash */
	int			place;			/* of the value in the caller's array */
	bool		known;			/* the set already has the value */
	ItemPointerData row;		/* of the recent hash that was inserted */
} BloomSetHash;

/* A hash that was neither found in the set nor inserted yet */
static inline BloomSetHash
bloom_set_hash(const BloomSet *set, uint64 hash)
{
	BloomSetHash result = {
		.hash = hash, .partition = bloom_set_partition(set, hash)
	};

	ItemPointerSetInvalid(&result.row);
	return result;
}

#endif							/* BLOOM_SET_SET_H */
