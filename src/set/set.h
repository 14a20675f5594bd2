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

extern BloomSet *bloom_set_open(Oid view, AclMode privilege, BloomSetUse use,
								Snapshot snapshot);
extern BloomSet *bloom_set_open_owned(Oid view, BloomSetUse use,
									  Snapshot snapshot);
extern BloomSet *bloom_set_try_open(Oid view, BloomSetUse use);
extern BloomSet *bloom_set_open_components(Oid view, BloomSetUse use);
extern void bloom_set_close(BloomSet *set);
extern void bloom_set_truncate(BloomSet *set, BloomComponent from);
extern bool bloom_set_is_view(Oid oid);
pg_noreturn extern void bloom_set_missing(Oid view);
extern void bloom_set_check_owner(Oid view);
extern void bloom_set_insert_entries(const BloomSet *set,
									 BloomComponent component, Datum *values,
									 bool *nulls, ItemPointer place);

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
