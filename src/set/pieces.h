/*
 * set/pieces.h
 *		The relations that a shared set stands on: what they are like, and how
 *		they are found.
 */
#ifndef BLOOM_SET_PIECES_H
#define BLOOM_SET_PIECES_H

#include "set/compat.h"

#include "access/htup.h"
#include "storage/lock.h"
#include "utils/rel.h"

/* The tables under the view of a set's name, in its order */
typedef enum BloomPiece
{
	BLOOM_SETTINGS,				/* one row: what the set is */
	BLOOM_FILTERS,				/* large filters: rows of a shard and bucket */
	BLOOM_RECENT				/* hashes that aren't in a filter yet */
} BloomPiece;

#define BLOOM_PIECES	3

/* Columns of settings */
enum
{
	SETTINGS_VERSION, SETTINGS_CLASS, SETTINGS_CAPACITY, SETTINGS_ERROR_RATE,
	SETTINGS_SEED, SETTINGS_KEEP, SETTINGS_BUCKET, SETTINGS_SHARDS,
	SETTINGS_COLUMNS
};

/* Columns of filters */
enum
{
	FILTERS_SHARD, FILTERS_BUCKET, FILTERS_PART, FILTERS_MEMBERS,
	FILTERS_BITS_SET, FILTERS_FILTER, FILTERS_COLUMNS
};

/* Columns of recent */
enum
{
	RECENT_HASH, RECENT_BUCKET, RECENT_COLUMNS
};

#define BLOOM_PIECE_MAX_COLUMNS	SETTINGS_COLUMNS

/* The functions that a set's tables and view use */
#define BLOOM_SET_TRUNCATE		"bloom_set_refuse_truncate"
#define BLOOM_SET_CLASS_NAME	"bloom_set_class_name"
#define BLOOM_SET_LIVE_BUCKET	"bloom_set_live_bucket"

extern const char *bloom_piece_suffix(BloomPiece piece);
extern int	bloom_piece_width(BloomPiece piece);
extern Oid	bloom_piece_type(BloomPiece piece, int column);
extern bool bloom_piece_in_key(BloomPiece piece, int column);
extern const char *bloom_piece_columns(BloomPiece piece);
extern const char *bloom_piece_key(BloomPiece piece);
extern const char *bloom_relation_name(Relation relation);
extern bool bloom_pieces_find(Relation view, Oid *tables);
extern bool bloom_piece_resembles(Relation relation, BloomPiece piece);
extern HeapTuple bloom_piece_form_row(Relation relation, BloomPiece piece,
									  const Datum *values, const bool *nulls);
extern bool bloom_piece_is_marked(Relation relation);
extern bool bloom_is_owned_by(Oid relation, Oid owner);
extern bool bloom_oid_lock(Oid oid, LOCKMODE mode, bool wait);
extern Relation bloom_relation_lock(Oid oid, LOCKMODE mode, bool wait);

#endif							/* BLOOM_SET_PIECES_H */
