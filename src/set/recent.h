/*
 * set/recent.h
 *		The recent hashes of a shared set, which are in no filter yet.
 */
#ifndef BLOOM_SET_RECENT_H
#define BLOOM_SET_RECENT_H

#include "filter/view.h"
#include "set/set.h"

#include "access/relscan.h"
#include "executor/tuptable.h"

/*
 * Of the bits in mask, which are the lowest ones, exchange the upper 32 with
 * the others.  If back is set, undo that.
 */
static inline uint64
bloom_exchange(uint64 number, uint64 mask, bool back)
{
	int			rest = pg_leftmost_one_pos64(mask) + 1 - 32;
	int			shift = back ? rest : 32;
	uint64		low = number & mask;

	return (number & ~mask) |
		((low << shift | low >> (rest + 32 - shift)) & mask);
}

/* The place of a hash in the order of the index */
static inline uint64
bloom_recent_place(const BloomSet *set, uint64 hash)
{
	return bloom_exchange(hash, bloom_group_mask(set), false);
}

/* The value of the hash column for a place: a signed number, same order */
static inline Datum
bloom_recent_key(uint64 place)
{
	return Int64GetDatum((int64) (place ^ (UINT64CONST(1) << 63)));
}

/* The hash that a value of the hash column stands for */
static inline uint64
bloom_recent_hash(const BloomSet *set, Datum key)
{
	return bloom_exchange((uint64) DatumGetInt64(key) ^
						  (UINT64CONST(1) << 63), bloom_group_mask(set), true);
}

/*
 * A hash cannot be removed from a filter.  So a row can say that it was given
 * back (unclaim.c).  The bucket of that row is this much earlier: so early
 * that the view of the set does not count it.  Without retention, it is
 * -infinity, where other rows have a null.
 */
#define BLOOM_GIVEN_BACK_BUCKET	(INT64CONST(3000) * 365 * USECS_PER_DAY)

/* The current state of a hash in the table */
typedef enum BloomRecentState
{
	BLOOM_ABSENT,				/* not there; it can be inserted */
	BLOOM_PRESENT,				/* claimed, by us or committed */
	BLOOM_EXPIRED,				/* claimed, but too long ago */
	BLOOM_GIVEN_BACK,			/* filters that have it do not count */
	BLOOM_BUSY					/* decided by a transaction in progress */
} BloomRecentState;

typedef struct BloomFound
{
	BloomRecentState state;
	ItemPointerData place;		/* of the row, unless it is absent */
	TransactionId other;		/* that transaction, if it is busy */
} BloomFound;

/* A scan of the index */
typedef struct BloomLookup
{
	const BloomSet *set;
	Snapshot	snapshot;
	SysScanDesc scan;			/* NULL before the first search */
	TimestampTz live;			/* rows of older buckets have expired */
	TimestampTz bucket;			/* of the current row */
	bool		given_back;		/* whether that gives its hash back */
} BloomLookup;

/* A recent hash, with its bucket and the place of its row */
typedef struct BloomRecent
{
	TimestampTz bucket;
	uint64		hash;
	ItemPointerData place;
} BloomRecent;

/*
 * Number of rows of hashes that a step of a merge reads: enough to pay for the
 * largest filter
 */
#define BLOOM_MERGE_BATCH	350000

/*
 * Number of filters that a step replaces.  Claims write to one bucket at a
 * time, so only rows that others have inserted need more.
 */
#define BLOOM_MERGE_FILTERS	2

/* Bytes of filter that a merge writes for each hash that is due */
#define BLOOM_BYTES_PER_HASH	70

/* The merge of a set partition, in steps.  It begins with zeros. */
typedef struct BloomMerging
{
	uint64		from;			/* the place where the next step reads */
	int64		spare;			/* bytes of filters that it may write, besides
								 * those for enough hashes */
	int64		merged;			/* how many hashes were moved */
} BloomMerging;

/* Handles the hashes of one bucket of a set partition, in ascending order */
typedef void (*BloomBucketAction) (void *context, int32 partition,
								   TimestampTz bucket, const uint64 *hashes,
								   int64 count);

extern void bloom_lookup_begin(BloomLookup *lookup, const BloomSet *set,
							   Snapshot snapshot);
extern void bloom_lookup_end(BloomLookup *lookup);
extern BloomFound bloom_lookup_rows(BloomLookup *lookup, uint64 hash);
extern bool bloom_lookup_contains(BloomLookup *lookup, uint64 hash,
								  bool filtered);
extern bool bloom_lookup_is_known(BloomLookup *lookup, Snapshot snapshot,
								  uint64 hash);
extern int64 bloom_recent_count(const BloomSet *set, Snapshot snapshot,
								BlockNumber page);
extern int64 bloom_recent_expire(const BloomSet *set);
extern int64 bloom_recent_take_back(const BloomSet *set, BloomView view);
extern int32 bloom_recent_fullest(const BloomSet *set, int32 partition,
								  TimestampTz bucket, int64 wanted);
extern int64 bloom_recent_read(const BloomSet *set, int32 partition,
							   uint64 *from, Snapshot snapshot,
							   BloomRecent *recent);
extern int64 bloom_recent_take(const BloomSet *set, BloomRecent *recent,
							   int64 count);

/* in merge.c */
extern int64 bloom_merge_each_bucket(const BloomSet *set, BloomRecent *recent,
									 int64 count, int32 partition,
									 BloomBucketAction action, void *context);
extern bool bloom_merge_partition(const BloomSet *set, int32 partition,
								  int64 least, BloomMerging *merging);
extern bool bloom_merge_lock(const BloomSet *set, bool wait);

/* in insert.c */
extern LOCKTAG bloom_recent_lock(const BloomSet *set, uint64 hash);
extern int	bloom_recent_insert(const BloomSet *set, BloomSetHash *hashes,
								int count);

/* in unclaim.c */
extern int	bloom_unclaim_undo(const BloomSet *set, const BloomSetHash *hashes,
							   int count);
extern bool bloom_unclaim_hash(const BloomSet *set, uint64 hash);

/* in claim.c */
extern int	bloom_claim_hashes(const BloomSet *set, BloomSetHash *hashes,
							   int count);
extern void bloom_claim_check_known(const BloomSet *set,
									const BloomSetHash *hashes, int count);

#endif							/* BLOOM_SET_RECENT_H */
