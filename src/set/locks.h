/*
 * set/locks.h
 *		The locks of a shared set: their modes, their order, and their numbers.
 */
#ifndef BLOOM_SET_LOCKS_H
#define BLOOM_SET_LOCKS_H

#include "set/tables.h"

/*
 * The last field of the tags of our own locks, which are among the advisory
 * locks.  pg_advisory_lock() writes 1 or 2 there, so SQL cannot take them.
 */
#define BLOOM_SET_LOCKS		12544

/* What a set is opened for, from the weakest locks to the strongest */
typedef enum BloomSetUse
{
	BLOOM_SET_READ,
	BLOOM_SET_CLAIM,			/* writes recent hashes */
	BLOOM_SET_MERGE,			/* writes recent hashes and filters */
	BLOOM_SET_LOAD,				/* writes both, while others can only read */
	BLOOM_SET_ALONE				/* no other transaction uses the set */
} BloomSetUse;

extern LOCKMODE bloom_lock_mode(BloomSetUse use, BloomComponent component);
extern void bloom_lock_order(const Oid *tables, BloomComponent *order);
extern bool bloom_lock_oid(Oid oid, LOCKMODE mode, bool wait);
extern Relation bloom_lock_relation(Oid oid, LOCKMODE mode, bool wait);
extern bool bloom_lock_is_held(const LOCKTAG *tag, LOCKMODE mode);
extern uint32 bloom_lock_number(Oid table, uint64 hash);

/*
 * The tag of one of our own locks: of a database or InvalidOid, of a table of
 * a set or InvalidOid, and a number.
 */
static inline LOCKTAG
bloom_lock_tag(Oid database, Oid table, uint32 number)
{
	LOCKTAG		tag;

	SET_LOCKTAG_ADVISORY(tag, database, table, number, BLOOM_SET_LOCKS);
	return tag;
}

#endif							/* BLOOM_SET_LOCKS_H */
