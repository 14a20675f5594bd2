/*
 * set/settings.h
 *		What a shared set is: its row of settings, and what follows from it.
 */
#ifndef BLOOM_SET_SETTINGS_H
#define BLOOM_SET_SETTINGS_H

#include "set/components.h"
#include "value/heads.h"

#include "port/pg_bitutils.h"
#include "utils/rel.h"
#include "utils/snapshot.h"
#include "utils/timestamp.h"

/* The version of the tables */
#define BLOOM_SET_VERSION	1

/* A claim looks at all live buckets */
#define BLOOM_SET_MAX_BUCKETS	100

/* Of more values, chance gives two the same hash */
#define BLOOM_SET_MAX_CAPACITY	INT64CONST(1000000000000)

/* Longer is for ever: 82,000 years, of which microseconds can be added */
#define BLOOM_SET_MAX_DAYS		INT64CONST(30000000)

/* Indexes of a table beside its primary key's, which are copies of that */
#define BLOOM_MAX_COPIES		8

typedef struct BloomSet
{
	Relation	view;
	Relation	tables[BLOOM_COMPONENTS];
	Relation	indexes[BLOOM_COMPONENTS];	/* primary keys; settings have
											 * none */
	Relation	copies[BLOOM_COMPONENTS][BLOOM_MAX_COPIES]; /* of these */
	const char *name;			/* quoted, with the schema */
	BloomClass	class;			/* of its values */
	int64		capacity;		/* of all live buckets */
	float8		error_rate;
	uint64		seed;
	Interval	given_retention;		/* as the user has given them */
	Interval	given_bucket;
	int64		retention;		/* microseconds; 0: for ever, in one bucket */
	int64		bucket;
	int32		partitions;		/* a power of two */
} BloomSet;

extern void bloom_settings_read(BloomSet *set, Snapshot snapshot);
extern void bloom_settings_insert(BloomSet *set);

extern int64 bloom_set_interval(const Interval *interval);
extern bool bloom_set_is_possible(const BloomSet *set);
extern int64 bloom_set_buckets(const BloomSet *set);
extern double bloom_set_part_rate(const BloomSet *set, int part);
extern int32 bloom_set_needed_partitions(const BloomSet *set);
extern BloomParameters bloom_set_parameters(const BloomSet *set, int part);
extern bool bloom_set_geometry(const BloomSet *set, int part,
							   BloomGeometry *geometry);
extern int64 bloom_set_part_capacity(const BloomSet *set, int part);
extern TimestampTz bloom_set_bucket(const BloomSet *set);
extern TimestampTz bloom_set_live(const BloomSet *set);

/* So many of a hash's highest bits are the number of its partition */
static inline int
bloom_set_partition_bits(const BloomSet *set)
{
	return pg_leftmost_one_pos32(set->partitions);
}

static inline int32
bloom_set_partition(const BloomSet *set, uint64 hash)
{
	/* in two steps, for no shift is as long as a number */
	return (int32) (hash >> 1 >> (63 - bloom_set_partition_bits(set)));
}

/* The least hash of a partition, and of the next one: 0 past the last */
static inline uint64
bloom_set_partition_begin(const BloomSet *set, int32 partition)
{
	return (uint64) partition << 1 << (63 - bloom_set_partition_bits(set));
}

/*
 * A merge takes all hashes of a partition at a time.  If they had a stretch of
 * the index of their own, its pages would be nearly empty then, and on average
 * as full as half a partition.  So groups of as many partitions, a power of
 * two, have theirs mixed: each hash has a place in its group by its lower
 * bits.
 */
#define BLOOM_GROUP_BITS	3
#define BLOOM_GROUP_SIZE	(1 << BLOOM_GROUP_BITS)

/* A small set is one group, of fewer */
static inline int
bloom_set_group_size(const BloomSet *set)
{
	return Min(set->partitions, BLOOM_GROUP_SIZE);
}

#endif							/* BLOOM_SET_SETTINGS_H */
