/*
 * set/lookup.h
 *		Looking for the recent hashes of a shared set in their index.
 */
#ifndef BLOOM_SET_LOOKUP_H
#define BLOOM_SET_LOOKUP_H

#include "set/set.h"

#include "access/relscan.h"
#include "executor/tuptable.h"

/* The bits of a hash that are below those that are the number of its group */
static inline uint64
bloom_group_mask(const BloomSet *set)
{
	return PG_UINT64_MAX >>
		Max(bloom_set_partition_bits(set) - BLOOM_GROUP_BITS, 0);
}

/* Exchange the upper and the lower part of these bits; 32 are in one */
static inline uint64
bloom_exchange(uint64 number, uint64 mask, bool back)
{
	int			rest = pg_leftmost_one_pos64(mask) + 1 - 32;
	int			shift = back ? rest : 32;
	uint64		low = number & mask;

	return (number & ~mask) |
		((low << shift | low >> (rest + 32 - shift)) & mask);
}

/* Where a hash is in the order of the index */
static inline uint64
bloom_recent_place(const BloomSet *set, uint64 hash)
{
	return bloom_exchange(hash, bloom_group_mask(set), false);
}

/* The value of the column, which has a sign */
static inline Datum
bloom_recent_key(uint64 place)
{
	return Int64GetDatum((int64) (place ^ (UINT64CONST(1) << 63)));
}

static inline uint64
bloom_recent_hash(const BloomSet *set, Datum key)
{
	return bloom_exchange((uint64) DatumGetInt64(key) ^
						  (UINT64CONST(1) << 63), bloom_group_mask(set), true);
}

/* What the table knows of a hash now */
typedef enum BloomRecentState
{
	BLOOM_ABSENT,				/* nothing, and it can be inserted */
	BLOOM_PRESENT,				/* it was claimed, and that can't be undone */
	BLOOM_EXPIRED,				/* it was, too long ago */
	BLOOM_BUSY					/* another one is about to change that */
} BloomRecentState;

typedef struct BloomFound
{
	BloomRecentState state;
	ItemPointerData place;		/* of the row, unless it is absent */
	TransactionId other;		/* who has to end first, if it is busy */
} BloomFound;

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
extern bool bloom_lookup_next(BloomLookup *lookup);
extern void bloom_lookup_group(BloomLookup *lookup, int32 partition,
							   uint64 first, uint64 last);
extern bool bloom_lookup_entry(BloomLookup *lookup, Datum *key, bool *visible);
extern bool bloom_lookup_next_of_partition(BloomLookup *lookup,
										   int32 partition);
extern TimestampTz bloom_lookup_bucket(const BloomLookup *lookup);
extern BloomFound bloom_lookup_rows(BloomLookup *lookup, uint64 hash);
extern BloomFound bloom_lookup_once(const BloomSet *set, uint64 hash);
extern bool bloom_recent_delete_row(const BloomSet *set, ItemPointer place,
									bool wait);
extern bool bloom_recent_delete_own(const BloomSet *set, uint64 hash);

#endif							/* BLOOM_SET_LOOKUP_H */
