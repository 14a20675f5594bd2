/*
 * set/set.h
 *		Shared sets: what three ordinary tables hold, and what time it is for
 *		them.
 */
#ifndef BLOOM_SET_H
#define BLOOM_SET_H

#include "value/format.h"

#include "utils/acl.h"
#include "utils/snapshot.h"
#include "utils/timestamp.h"

/* Of the tables that a set has beside the one of its name */
#define BLOOM_SET_FILTERS	"_filters"
#define BLOOM_SET_RECENT	"_recent"

/* The version of these tables */
#define BLOOM_SET_VERSION	1

/* A claim looks at all live buckets */
#define BLOOM_SET_MAX_BUCKETS	100

typedef struct BloomSet
{
	Oid			relation;		/* the table of its name, with one row */
	Oid			filters;		/* large filters: of a bucket, one or more */
	Oid			recent;			/* hashes that aren't in a filter yet */
	Oid			owner;			/* of all three */
	const char *relation_name;	/* quoted, with the schema; likewise */
	const char *filters_name;
	const char *recent_name;
	BloomClass	class;			/* of its values */
	int64		capacity;		/* of all live buckets */
	float8		error_rate;
	uint64		seed;
	int64		keep;			/* microseconds; 0: for ever, in one bucket */
	int64		bucket;
} BloomSet;

extern BloomSet *bloom_set_open(Oid relation, AclMode privilege,
								Snapshot snapshot);
extern BloomSet *bloom_set_open_latest(Oid relation, AclMode privilege);
extern int64 bloom_set_interval(const Interval *interval);
extern int64 bloom_set_buckets(const BloomSet *set);
extern BloomShape bloom_set_shape(const BloomSet *set, int part);
extern TimestampTz bloom_set_bucket(const BloomSet *set);
extern TimestampTz bloom_set_live(const BloomSet *set);

#endif							/* BLOOM_SET_H */
