/*
 * set/tables.h
 *		The tables of a shared set: their definitions, how they are found, and
 *		their rows.
 */
#ifndef BLOOM_SET_TABLES_H
#define BLOOM_SET_TABLES_H

#include "set/setcompat.h"

#include "storage/lock.h"
#include "utils/rel.h"

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
	SETTINGS_COLUMNS
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
	const char *alter;			/* what else is altered, in SQL, or NULL */
} BloomTable;

extern const BloomTable bloom_tables[BLOOM_COMPONENTS];

/* The functions that are called by the view of a set */
#define BLOOM_SET_CLASS_NAME	"bloom_set_class_name"
#define BLOOM_SET_LIVE_BUCKET	"bloom_set_live_bucket"

extern void bloom_override(const char *name, const char *value);
extern bool bloom_tables_find(Relation view, Oid *tables);
extern const char *bloom_relation_name(Relation relation);
pg_noreturn extern void bloom_set_refuse(const char *name);
pg_noreturn extern void bloom_tables_refuse(Relation view, const char *detail,
											const char *hint);
extern void bloom_serialize_fail(const char *detail);

#endif							/* BLOOM_SET_TABLES_H */
