/*
 * set/locks.c
 *		The locks of a shared set: taking them, and their numbers.
 */
#include "set/set.h"

#include "access/xlog.h"
#include "storage/lmgr.h"

/*
 * Lock a relation, which may not exist.  Returns false if the lock is not
 * available and wait is false.
 */
bool
bloom_lock_oid(Oid oid, LOCKMODE mode, bool wait)
{
	if (!wait)
		return ConditionalLockRelationOid(oid, mode);
	LockRelationOid(oid, mode);
	return true;
}

/*
 * Lock and open a relation.  Returns NULL if it does not exist, or if the lock
 * is not available and wait is false.
 */
Relation
bloom_lock_relation(Oid oid, LOCKMODE mode, bool wait)
{
	return bloom_lock_oid(oid, mode, wait) ? try_relation_open(oid, NoLock) :
		NULL;
}

/*
 * Whether other sessions hold a lock that conflicts with a mode.  Only the
 * locks of transactions count.
 */
bool
bloom_lock_is_held(const LOCKTAG *tag, LOCKMODE mode)
{
	int			holders;

	pfree(GetLockConflicts(tag, mode, &holders));
	return holders > 0;
}

static inline uint64
rotate(uint64 word, int bits)
{
	return word << bits | word >> (64 - bits);
}

static inline void
mix(uint64 *v, int rounds)
{
	for (int i = 0; i < rounds; i++)
	{
		v[0] += v[1];
		v[1] = rotate(v[1], 13) ^ v[0];
		v[0] = rotate(v[0], 32);
		v[2] += v[3];
		v[3] = rotate(v[3], 16) ^ v[2];
		v[0] += v[3];
		v[3] = rotate(v[3], 21) ^ v[0];
		v[2] += v[1];
		v[1] = rotate(v[1], 17) ^ v[2];
		v[2] = rotate(v[2], 32);
	}
}

static inline void
absorb(uint64 *v, uint64 word)
{
	v[3] ^= word;
	mix(v, 2);
	v[0] ^= word;
}

/*
 * The number of the lock of a hash of a table.  pg_locks shows every user the
 * locks, so the number is computed from the hash and a secret key, by
 * SipHash-2-4 (Aumasson and Bernstein, 2012).  A user who knows the numbers of
 * some hashes cannot compute those of others.  The key consists of random
 * bytes that initdb has made and that SQL cannot show.
 */
uint32
bloom_lock_number(Oid table, uint64 hash)
{
	uint64		key[2];
	uint64		v[4];

	memcpy(key, GetMockAuthenticationNonce(), sizeof(key));
	v[0] = key[0] ^ UINT64CONST(0x736f6d6570736575);
	v[1] = key[1] ^ UINT64CONST(0x646f72616e646f6d);
	v[2] = key[0] ^ UINT64CONST(0x6c7967656e657261);
	v[3] = key[1] ^ UINT64CONST(0x7465646279746573);
	absorb(v, table);
	absorb(v, hash);
	/* the length */
	absorb(v, UINT64CONST(16) << 56);
	v[2] ^= 0xff;
	mix(v, 4);
	return (uint32) (v[0] ^ v[1] ^ v[2] ^ v[3]);
}
