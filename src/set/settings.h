/*
 * set/settings.h
 *		The settings of a shared set, and what follows from them.
 */
#ifndef BLOOM_SET_SETTINGS_H
#define BLOOM_SET_SETTINGS_H

#include "set/tables.h"
#include "value/heads.h"

#include "access/relation.h"
#include "port/pg_bitutils.h"
#include "utils/rel.h"
#include "utils/snapshot.h"
#include "utils/timestamp.h"

/* The version of the tables */
#define BLOOM_SET_VERSION	1

/* The largest number of live buckets; a claim tests the filters of all */
#define BLOOM_SET_MAX_BUCKETS	100

/* Each part is for twice as many values as the one before */
#define BLOOM_SET_MAX_PARTS		64

/* With more values, some probably have the same hash */
#define BLOOM_SET_MAX_CAPACITY	INT64CONST(1000000000000)

/* Longer intervals count as this, 82,000 years, so that they can be added */
#define BLOOM_SET_MAX_DAYS		INT64CONST(30000000)

/* How many indexes a table can have: the primary key's, and copies of it */
#define BLOOM_MAX_INDEXES		8

/* The relations of a set */
typedef struct BloomRelations
{
	Oid			view;
	Oid			tables[BLOOM_COMPONENTS];
	/* the first is that of the primary key; settings have none */
	Oid			indexes[BLOOM_COMPONENTS][BLOOM_MAX_INDEXES];
} BloomRelations;

/* An open set: its settings, and its relations, which are locked */
typedef struct BloomSet
{
	BloomClass	class;			/* of its values */
	int64		capacity;		/* of all live buckets */
	float8		error_rate;
	uint64		seed;
	Interval	given_retention;	/* as the user specified them */
	Interval	given_bucket;
	int64		retention;		/* microseconds; 0: none, one bucket; -1: not
								 * valid */
	int64		bucket;			/* likewise */
	int32		partitions;		/* a power of two */
	const BloomRelations *relations;
	/* those that are open, like relations; NULL until they are used */
	struct
	{
		Relation	view;
		Relation	tables[BLOOM_COMPONENTS];
		Relation	indexes[BLOOM_COMPONENTS][BLOOM_MAX_INDEXES];
	}			opened;
} BloomSet;

/* Open a relation of a set, unless it is open */
static inline Relation
bloom_set_relation(const Relation *place, Oid oid)
{
	Relation   *relation = unconstify(Relation *, place);

	if (*relation == NULL && OidIsValid(oid))
		*relation = relation_open(oid, NoLock);
	return *relation;
}

static inline Relation
bloom_set_view(const BloomSet *set)
{
	return bloom_set_relation(&set->opened.view, set->relations->view);
}

static inline Relation
bloom_set_table(const BloomSet *set, BloomComponent component)
{
	return bloom_set_relation(&set->opened.tables[component],
							  set->relations->tables[component]);
}

/* The index of a table with that number; NULL if there is none */
static inline Relation
bloom_set_index(const BloomSet *set, BloomComponent component, int number)
{
	return bloom_set_relation(&set->opened.indexes[component][number],
							  set->relations->indexes[component][number]);
}

extern void bloom_settings_read(BloomSet *set, Snapshot snapshot);
extern void bloom_set_check_class(const BloomSet *set, BloomClass class);
pg_noreturn extern void bloom_set_wrong_row(const BloomSet *set,
											BloomComponent component,
											const char *what,
											const ItemPointerData *place);

/* in check.c */
extern void bloom_check_owner(Relation table, Relation view);
extern void bloom_check_attached(Relation table, Relation view);
extern void bloom_check_tables(const BloomSet *set);

/* in settings.c */
extern void bloom_set_retain(BloomSet *set, const Interval *retention,
							 const Interval *bucket);
extern const char *bloom_set_problem(const BloomSet *set);
extern int64 bloom_set_buckets(const BloomSet *set);
extern int32 bloom_set_needed_partitions(const BloomSet *set);
extern int64 bloom_set_geometry(const BloomSet *set, int part,
								BloomGeometry *geometry);
extern TimestampTz bloom_current_bucket(const BloomSet *set);
extern bool bloom_set_has_bucket(const BloomSet *set, TimestampTz bucket);
extern TimestampTz bloom_set_live(const BloomSet *set);

/* How many of the highest bits of a hash are the number of its partition */
static inline int
bloom_set_partition_bits(const BloomSet *set)
{
	return pg_leftmost_one_pos32(set->partitions);
}

/* The partition of a hash */
static inline int32
bloom_set_partition(const BloomSet *set, uint64 hash)
{
	/* in two steps, because a shift by 64 is not defined */
	return (int32) (hash >> 1 >> (63 - bloom_set_partition_bits(set)));
}

/* The smallest hash of a partition; 0 if the partition is one past the last */
static inline uint64
bloom_set_partition_begin(const BloomSet *set, int32 partition)
{
	return (uint64) partition << 1 << (63 - bloom_set_partition_bits(set));
}

/*
 * A merge removes all hashes of a partition at once.  If these had a stretch
 * of the index of their own, its pages would then be nearly empty, and half
 * as full on average.  So the hashes of a group of partitions are mixed: the
 * place of a hash in its group depends on its lower bits.  The size of a group
 * is a power of two.
 */
#define BLOOM_GROUP_BITS	3
#define BLOOM_GROUP_SIZE	(1 << BLOOM_GROUP_BITS)

/* The size of a set's groups: a small set is one group of fewer partitions */
static inline int
bloom_set_group_size(const BloomSet *set)
{
	return Min(set->partitions, BLOOM_GROUP_SIZE);
}

/* A mask of the bits of a hash below those that are the number of its group */
static inline uint64
bloom_group_mask(const BloomSet *set)
{
	return PG_UINT64_MAX >>
		Max(bloom_set_partition_bits(set) - BLOOM_GROUP_BITS, 0);
}

#endif							/* BLOOM_SET_SETTINGS_H */
