/*
 * set/setlocks.c
 *		Which locks a shared set needs, and in which order.
 */
#include "set/setlocks.h"

/* The mode in which a use locks the table of a component, and its indexes */
LOCKMODE
bloom_set_lock_mode(BloomSetUse use, BloomComponent component)
{
	if (use == BLOOM_SET_ALONE)
		return AccessExclusiveLock;
	/* conflicts with the locks of claims and of merges */
	if (use == BLOOM_SET_LOAD && component == BLOOM_RECENT)
		return ShareRowExclusiveLock;
	if ((use >= BLOOM_SET_MERGE && component != BLOOM_SETTINGS) ||
		(use == BLOOM_SET_CLAIM && component == BLOOM_RECENT))
		return RowExclusiveLock;
	return AccessShareLock;
}

/*
 * The order in which the tables of a set are locked: by OID.  pg_dump locks
 * tables in this order, too, so it cannot deadlock with us.
 */
void
bloom_set_lock_order(const Oid *tables, BloomComponent *order)
{
	for (int i = 0; i < BLOOM_COMPONENTS; i++)
	{
		int			at = i;

		for (; at > 0 && tables[order[at - 1]] > tables[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
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
