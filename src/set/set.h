/*
 * set/set.h
 *		An open shared set: its tables, their locks, its settings and what
 *		follows from these.
 */
#ifndef BLOOM_SET_SET_H
#define BLOOM_SET_SET_H

#include "set/setcompat.h"
#include "value/heads.h"

#include "access/relation.h"
#include "port/pg_bitutils.h"
#include "storage/itemptr.h"
#include "utils/snapshot.h"
#include "utils/timestamp.h"

/* The tables of a set, in the order in which its view names them */
typedef enum BloomComponent
{
	BLOOM_SETTINGS,				/* one row: the properties of the set */
	BLOOM_FILTERS,				/* the filters of partitions and buckets */
	BLOOM_RECENT				/* hashes that are in no filter yet */
} BloomComponent;

#define BLOOM_COMPONENTS	3

/* Columns of settings */
enum
{
	SETTINGS_VERSION, SETTINGS_CLASS, SETTINGS_CAPACITY, SETTINGS_ERROR_RATE,
	SETTINGS_SEED, SETTINGS_RETENTION, SETTINGS_BUCKET, SETTINGS_PARTITIONS,
	SETTINGS_DOUBLINGS, SETTINGS_COLUMNS
};

/* Columns of filters */
enum
{
	FILTERS_PARTITION, FILTERS_BUCKET, FILTERS_PART, FILTERS_MEMBERS,
	FILTERS_BITS_SET, FILTERS_FILTER, FILTERS_COLUMNS
};

/* Columns of recent */
enum
{
	RECENT_HASH, RECENT_BUCKET, RECENT_COLUMNS
};

/* The definition of a component */
typedef struct BloomTable
{
	const char *suffix;			/* of the table's name at creation */
	int			columns;
	const char *definition;		/* of its columns, as format_type() and
								 * quote_identifier() write it */
	const char *parameters;		/* its storage parameters, in SQL */
	const char *key;			/* of its primary key, in SQL, or NULL */
	int			key_columns;	/* how many columns that has, the first ones */
	const char *alter;			/* what else is altered, in SQL, or NULL */
} BloomTable;

extern const BloomTable bloom_tables[BLOOM_COMPONENTS];

/* The functions that are called by the view of a set */
#define BLOOM_SET_CLASS_NAME	"bloom_set_class_name"
#define BLOOM_SET_LIVE_BUCKET	"bloom_set_live_bucket"

/* in tables.c */
extern void bloom_override(const char *name, const char *value);
extern bool bloom_tables_find(Relation view, Oid *tables);
extern const char *bloom_relation_name(Relation relation);
pg_noreturn extern void bloom_set_refuse(const char *name);
pg_noreturn extern void bloom_tables_refuse(Relation view, Relation table,
											const char *what,
											const char *hint);
extern void bloom_serialize_fail(const char *detail);

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

/* in locks.c */
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

/*
 * The version of the tables, and that of sets whose values can be given back:
 * earlier versions of bloomext would mistake rows of their recent hashes
 */
#define BLOOM_SET_VERSION	1
#define BLOOM_SET_VERSION_UNCLAIM	2

/* The largest number of live buckets; a claim tests the filters of all */
#define BLOOM_SET_MAX_BUCKETS	100

/*
 * The most filters of a bucket of a set partition.  Each is for twice as many
 * values as the one before, until they have some 20 MB.  The part in a row is
 * its number among these, and this many for each doubling of the capacity
 * before the filter was added.
 */
#define BLOOM_SET_MAX_PARTS		32

/* With more values, some probably have the same hash */
#define BLOOM_SET_MAX_CAPACITY	INT64CONST(1000000000000)

/* Longer intervals count as this, 82,000 years, so that they can be added */
#define BLOOM_SET_MAX_DAYS		INT64CONST(30000000)

/* How many indexes a table can have: the primary key's, and copies of it */
#define BLOOM_MAX_INDEXES		8

/* How many rows are inserted at a time */
#define BLOOM_MAX_ROWS			32

/* The relations of a set */
typedef struct BloomRelations
{
	Oid			view;
	Oid			tables[BLOOM_COMPONENTS];
	/* the first is that of the primary key; settings have none */
	Oid			indexes[BLOOM_COMPONENTS][BLOOM_MAX_INDEXES];
	Oid			subscribed;		/* a table to which a subscription writes */
} BloomRelations;

/* The page of a row, which shows whether the row has changed since */
typedef struct BloomPage
{
	RelFileLocator file;		/* of the table */
	BlockNumber block;
	Buffer		buffer;			/* where the page was; invalid: do not use */
	XLogRecPtr	lsn;
} BloomPage;

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
	bool		unclaim;		/* values can be given back */
	int32		doublings;		/* of the capacity since its creation */
	TransactionId writer;		/* of the settings */
	BloomPage	page;			/* of the settings */
	uint64		version;		/* changes when the settings are read again */
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

/* in check.c */
extern void bloom_check_owner(Relation table, Relation view);
extern void bloom_check_attached(Relation table, Relation view);
extern void bloom_check_tables(const BloomSet *set);

/* in settings.c */
extern void bloom_settings_read(BloomSet *set, Snapshot snapshot);
extern void bloom_set_check_class(const BloomSet *set, BloomClass class);
pg_noreturn extern void bloom_set_wrong_row(const BloomSet *set,
											BloomComponent component,
											const char *what,
											const ItemPointerData *place);
extern void bloom_set_retain(BloomSet *set, const Interval *retention,
							 const Interval *bucket);
extern void bloom_set_prolong(BloomSet *set, const Interval *retention);
extern const char *bloom_set_problem(const BloomSet *set);
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

/* Stands for ownership among privileges; no privilege has this bit */
#define BLOOM_OWNERSHIP		((AclMode) 1 << 31)

/* A set that this session has used */
typedef struct BloomKnown
{
	BloomRelations relations;	/* begin with the hash key, the view */
	bool		current;		/* no relation has changed since */
	bool		checked;		/* the tables are what they should be */
	uint64		locked;			/* the epoch in which it was locked */
	BloomSetUse use;			/* for which it was locked */
	uint64		state;			/* bloom_known_state() of the settings */
	BloomSet	settings;		/* its relations are not to be used */
} BloomKnown;

/* in set.c */
extern void bloom_check_kept(Oid relation);
extern BloomSet *bloom_set_open(Oid view, AclMode privilege, BloomSetUse use,
								Snapshot snapshot);
extern BloomKnown *bloom_set_lock(BloomSet *set, Oid oid, AclMode privilege,
								  BloomSetUse use);
extern void bloom_set_close(BloomSet *set);
extern SysScanDesc bloom_set_scan(const BloomSet *set,
								  BloomComponent component, Snapshot snapshot,
								  BlockNumber page);
extern void bloom_set_truncate(BloomSet *set, BloomComponent from,
								BloomComponent to);
extern bool bloom_set_is_view(Oid oid);
pg_noreturn extern void bloom_set_missing(Oid view);
extern HeapTuple bloom_set_next(const BloomSet *set, BloomComponent component,
								SysScanDesc scan, ScanDirection direction);
extern void bloom_set_check_privilege(Oid relation, AclMode privilege);
extern void bloom_set_insert(const BloomSet *set, BloomComponent component,
							 Datum *values, bool *nulls, int count,
							 ItemPointerData *places);

/* in knownsets.c */
extern bool bloom_known_in_use(const BloomRelations *relations,
							   BloomSetUse use);
extern BloomKnown *bloom_known_locked(Oid view, BloomSetUse use);
extern BloomKnown *bloom_known_lock(Relation view, BloomSetUse use, bool wait);
extern void bloom_known_forget(void);
extern uint64 bloom_known_changes(void);
extern void bloom_known_empty_caches(void);
extern uint64 bloom_known_state(Snapshot snapshot);
extern BloomPage bloom_page_of(Relation table, const ItemPointerData *row,
							   Snapshot snapshot);
extern bool bloom_page_unchanged(const BloomPage *page);

/* A hash on its way through a set */
typedef struct BloomSetHash
{
	uint64		hash;			/* with its halves exchanged */
	int32		partition;		/* the set partition of the hash */
	int			place;			/* of the value in the caller's array */
	bool		known;			/* the set already has the value */
	bool		given_back;		/* if known: perhaps, to be looked up; if not:
								 * this claim deleted the row that gave it
								 * back */
	ItemPointerData row;		/* of the recent hash that was inserted, or of
								 * the deleted one that had given it back */
} BloomSetHash;

/* A hash that was neither found in the set nor inserted yet */
static inline BloomSetHash
bloom_set_hash(const BloomSet *set, uint64 hash)
{
	BloomSetHash result = {
		.hash = hash, .partition = bloom_set_partition(set, hash)
	};

	ItemPointerSetInvalid(&result.row);
	return result;
}

#endif							/* BLOOM_SET_SET_H */
