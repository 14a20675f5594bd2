/*
 * set/components.h
 *		The relations of a shared set: their columns, and how they are found.
 */
#ifndef BLOOM_SET_COMPONENTS_H
#define BLOOM_SET_COMPONENTS_H

#include "set/setcompat.h"

#include "access/htup.h"
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

#define BLOOM_COMPONENT_MAX_COLUMNS	SETTINGS_COLUMNS

/* The functions that are called by a set's triggers and its view */
#define BLOOM_SET_TRUNCATE		"bloom_set_refuse_truncate"
#define BLOOM_SET_CLASS_NAME	"bloom_set_class_name"
#define BLOOM_SET_LIVE_BUCKET	"bloom_set_live_bucket"

extern const char *bloom_component_suffix(BloomComponent component);
extern int	bloom_component_width(BloomComponent component);
extern Oid	bloom_component_type(BloomComponent component, int column);
extern bool bloom_component_in_key(BloomComponent component, int column);
extern const char *bloom_component_columns(BloomComponent component);
extern const char *bloom_component_key(BloomComponent component);
extern const char *bloom_relation_name(Relation relation);
extern bool bloom_components_find(Relation view, Oid *tables);
extern bool bloom_component_resembles(Relation relation,
									  BloomComponent component);
extern HeapTuple bloom_component_form_row(Relation relation,
										  BloomComponent component,
										  const Datum *values,
										  const bool *nulls);
extern TransactionId bloom_component_writer(TupleTableSlot *slot);
extern bool bloom_component_is_marked(Relation relation);
extern Oid	bloom_relation_owner(Oid relation);
extern bool bloom_oid_lock(Oid oid, LOCKMODE mode, bool wait);
extern Relation bloom_relation_lock(Oid oid, LOCKMODE mode, bool wait);

#endif							/* BLOOM_SET_COMPONENTS_H */
