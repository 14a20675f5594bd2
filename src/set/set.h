/*
 * set/set.h
 *		Opening a shared set.
 */
#ifndef BLOOM_SET_SET_H
#define BLOOM_SET_SET_H

#include "set/settings.h"

#include "miscadmin.h"
#include "storage/lock.h"
#include "utils/acl.h"

/* The class of our locks among advisory ones: SQL can take no lock of it */
#define BLOOM_SET_LOCKS		12544

/* What a set is opened for, from the weakest locks to the strongest */
typedef enum BloomSetUse
{
	BLOOM_SET_READ,
	BLOOM_SET_CLAIM,			/* writes recent hashes */
	BLOOM_SET_MERGE,			/* writes filters, too */
	BLOOM_SET_LOAD,				/* the same, while others only ask */
	BLOOM_SET_ALONE				/* nobody else uses it meanwhile */
} BloomSetUse;

extern BloomSet *bloom_set_open(Oid view, AclMode privilege, BloomSetUse use,
								Snapshot snapshot);
extern BloomSet *bloom_set_open_owned(Oid view, BloomSetUse use,
									  Snapshot snapshot);
extern BloomSet *bloom_set_try_open(Oid view, BloomSetUse use);
extern BloomSet *bloom_set_open_components(Oid view, BloomSetUse use);
extern void bloom_set_lock_settings(BloomSet *set);
extern void bloom_set_close(BloomSet *set);

/*
 * The tag of a lock of ours: of a database or of none, of a table of a set or
 * of none, and a number
 */
static inline LOCKTAG
bloom_set_locktag(Oid database, Oid table, uint32 number)
{
	LOCKTAG		tag;

	SET_LOCKTAG_ADVISORY(tag, database, table, number, BLOOM_SET_LOCKS);
	return tag;
}

/* Whether the set is its session's own, as its tables are */
static inline bool
bloom_set_is_temporary(const BloomSet *set)
{
	return set->view->rd_rel->relpersistence == RELPERSISTENCE_TEMP;
}

#endif							/* BLOOM_SET_SET_H */
