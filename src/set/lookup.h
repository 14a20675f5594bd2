/*
 * set/lookup.h
 *		Looking for the recent hashes of a shared set in their index.
 */
#ifndef BLOOM_SET_LOOKUP_H
#define BLOOM_SET_LOOKUP_H

#include "set/set.h"

#include "access/relscan.h"
#include "executor/tuptable.h"

/*
 * The column is the hash with its highest bit turned, so that the index has
 * hashes in their order.
 */
static inline Datum
bloom_recent_key(uint64 hash)
{
	return Int64GetDatum((int64) (hash ^ (UINT64CONST(1) << 63)));
}

static inline uint64
bloom_recent_hash(Datum key)
{
	return (uint64) DatumGetInt64(key) ^ (UINT64CONST(1) << 63);
}

/* What the table knows of a hash now */
typedef enum BloomRecentState
{
	BLOOM_ABSENT,				/* nothing, and it can be inserted */
	BLOOM_PRESENT,				/* it was claimed, and that can't be undone */
	BLOOM_EXPIRED,				/* it was, too long ago */
	BLOOM_BUSY					/* another one is about to change that */
} BloomRecentState;

typedef struct BloomLook
{
	BloomRecentState state;
	ItemPointerData place;		/* of the row, unless it is absent */
	TransactionId other;		/* who has to end first, if it is busy */
} BloomLook;

/* Looking for hashes in the index */
typedef struct BloomLookup
{
	const BloomSet *set;
	IndexScanDesc scan;
	TupleTableSlot *slot;
	TimestampTz live;
} BloomLookup;

extern void bloom_lookup_begin(BloomLookup *lookup, const BloomSet *set,
							   Snapshot snapshot, int keys);
extern void bloom_lookup_end(BloomLookup *lookup);
extern void bloom_lookup_hash(BloomLookup *lookup, uint64 hash);
extern void bloom_lookup_shard(BloomLookup *lookup, int32 shard,
							   uint64 begin);
extern bool bloom_lookup_next(BloomLookup *lookup);
extern TimestampTz bloom_lookup_bucket(const BloomLookup *lookup);
extern BloomLook bloom_look(BloomLookup *lookup, uint64 hash);
extern BloomLook bloom_look_once(const BloomSet *set, uint64 hash);
extern bool bloom_recent_delete_row(const BloomSet *set, ItemPointer place);

#endif							/* BLOOM_SET_LOOKUP_H */
